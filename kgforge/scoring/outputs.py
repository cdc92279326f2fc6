"""What a system answered to the questions of another layout, judged like a run on our benchmark.

Its files name questions by the layout's ids, and the benchmark's items are put into the layout to
find which prompt each id is. An answer is a text: it is right or not, so that k is 1.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET

from kgforge import formats, forms
from kgforge.errors import BenchmarkError
from kgforge.formats import Published, Put, Told
from kgforge.schema import Accepted, Item, Response, Score, Top, folders
from kgforge.scoring import heard, judging, scores, written
from kgforge.scoring.asked import AskedItem
from kgforge.scoring.benchmark import Benchmark, read_benchmark
from kgforge.scoring.judging import Answered, Desk

KS: Final = (1,)
EMPTY: Final = "empty"
"""How a text ended of which there is nothing (``Response.ended``)."""
METHOD: Final = "open"


def score_outputs(layout: str, path: Path, benchmark: Path, *, legacy: bool = False) -> list[Score]:
    """Score a system's outputs on a benchmark that was written in, or read from, their layout.

    Raises BenchmarkError where either cannot be read, where no answer is to a question of the
    benchmark, where the outputs are of several models, and where a question is answered twice.
    """
    asked = read_benchmark(benchmark)
    finder = Finder(layout, asked)
    responses = list(finder.responses(formats.answers(layout).responses(path, finder.kept)))
    if not responses:
        raise BenchmarkError(
            f"{path}: none of its {finder.strange:,} answers is to a question of {benchmark}: name "
            f"the benchmark that was converted to or from the data set that was answered"
        )
    desks = finder.desks(legacy=legacy)
    found = judging.answers(responses, desks)
    judged = judging.gather((one for one in found if isinstance(one, Answered)), desks)
    by_pattern: dict[str, list[judging.Judged]] = defaultdict(list)
    for one in judged:
        by_pattern[one.item.pattern].append(one)
    every = [
        score
        for pattern, items in by_pattern.items()
        if any(one.asked for one in items)
        for score in scores.score_pattern(pattern, asked.manifest.metrics[pattern], items, KS)
    ]
    noted = [_noted(score, finder.strange, legacy=legacy) for score in every]
    own = dict.fromkeys(one.pattern for one in noted)
    marks = formats.marks(layout)
    told = marks.published(path, finder.kept) if marks else ()
    return [*noted, *(_published(one, pattern) for one in told for pattern in own)]


def _known_by(item: AskedItem, ids: Mapping[tuple[str, int], Sequence[str]]) -> AskedItem:
    """An item of which answers are called by their ids, too."""
    facts = (
        msgspec.structs.replace(fact, answers=tuple(_called(fact.answers, ids[item.id, at])))
        if (item.id, at) in ids
        else fact
        for at, fact in enumerate(item.facts)
    )
    return msgspec.structs.replace(item, facts=tuple(facts))


def _called(answers: Iterable[Accepted], ids: Iterable[str]) -> Iterator[Accepted]:
    """Answers that are called by their ids, too."""
    for answer, id in zip(answers, ids, strict=True):
        yield msgspec.structs.replace(answer, aliases=(*answer.aliases, id))


def _published(one: Published, pattern: str) -> Score:
    """What a layout's own evaluator says, as a score."""
    return Score(
        pattern=pattern,
        group=one.group or None,
        metric=one.metric,
        k=1,
        by={written.MATCHING: one.evaluator} | ({"average": "macro"} if one.of_groups else {}),
        numerator=one.value * one.over,
        denominator=float(one.over),
        value=one.value,
        low=None,
        high=None,
        items=one.over,
        note=f"as the evaluator of {one.evaluator} has it",
    )


def _noted(score: Score, strange: int, *, legacy: bool) -> Score:
    by = {**score.by, written.MATCHING: heard.LEGACY} if legacy else score.by
    said = f"{strange:,} answers to no question of the benchmark" if strange else ""
    note = "; ".join(filter(None, (score.note, said if score.group is None else "")))
    return msgspec.structs.replace(score, by=by, note=note)


class Finder:
    """Finds the prompt that an answer is to."""

    def __init__(self, layout: str, benchmark: Benchmark) -> None:
        path = benchmark.folder / f"{layout}.json"
        self.kept = path.read_bytes() if path.is_file() else b""
        """What lies beside the items."""
        self._by_id = False
        """Whether answers are ids of objects."""
        self._benchmark = benchmark
        items = _items(benchmark)
        self._numbers = {item.id: judging.numbers(item.facts) for item in items}
        self._items = {item.id: item for item in items}
        self._puts: dict[str, list[Put]] = defaultdict(list)
        for put in formats.answers(layout).questions(items, self.kept):
            self._puts[put.id].append(put)
        self.strange = 0
        """How many answers are to no question of the benchmark."""

    def desks(self, *, legacy: bool) -> dict[str, Desk]:
        """Where the answers are judged, which may be ids."""
        if not self._by_id:
            return self._benchmark.legacy_desks() if legacy else self._benchmark.desks
        ids = {
            (put.item, put.fact): put.ids for puts in self._puts.values() for put in puts if put.ids
        }
        items = chain.from_iterable(self._benchmark.items.values())
        return judging.desks((_known_by(item, ids) for item in items), legacy=legacy)

    def responses(self, told: Iterable[Told]) -> Iterator[Response]:
        """The answers as responses of a run."""
        seen: dict[Put, str] = {}
        models: Counter[str] = Counter()
        for one in told:
            put = self._put(one)
            if put is None:
                self.strange += 1
                continue
            models[one.model] += 1
            if len(models) > 1:
                raise BenchmarkError(
                    f"{one.where}: answers of several models ({', '.join(models)}): name the "
                    "folder of one"
                )
            if put in seen:
                raise BenchmarkError(
                    f"{one.where}: {one.id} is answered in {seen[put]} already: leave one out"
                )
            seen[put] = one.where
            self._by_id |= one.by_id
            yield self._response(one, put)

    def _put(self, one: Told) -> Put | None:
        """The question of an id: of the generator that the folder names, or that was asked."""
        puts: Sequence[Put] = self._puts.get(one.id, ())
        named = [put for put in puts if put.kind == one.kind]
        shown = [put for put in puts if put.message in one.asked]
        free = [put for put in puts if not (one.kind and put.kind)]
        return next(iter(named or shown or free), None)

    def _response(self, one: Told, put: Put) -> Response:
        fact = self._items[put.item].facts[put.fact]
        number = self._numbers[put.item][put.fact][put.prompt]
        form = fact.prompts[put.prompt].form
        return Response(
            put.item,
            fact.role,
            form,
            number,
            one.model,
            METHOD,
            top=tuple(Top(text, -float(at)) for at, text in enumerate(one.listed or ())),
            text=one.text,
            error=one.error,
            # an empty text is a text, and an empty list a list
            ended=EMPTY if one.listed is None and not one.text else UNSET,
        )


def _items(benchmark: Benchmark) -> list[Item]:
    """The items as they were exported: what judging reads of them lacks candidates."""
    return [
        item
        for made in benchmark.manifest.patterns
        if not forms.asks_items(made.form)
        for item in folders.read_items(benchmark.folder, made.name)
    ]
