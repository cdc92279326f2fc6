"""A benchmark proves itself: answerers that are no models, scored as models are.

Four answer the first prompt of each fact of an item; what can be said to it, its form tells:

- ``gold`` says what is right, and nothing where the fact must not hold: it has to be right about
  every fact, or the benchmark asks what nobody can answer;
- ``empty`` says nothing;
- ``random`` says what else could be said, drawn evenly, the same for the same item on any machine,
  and nothing where that would be no guess;
- ``frequent`` says what is most often right about the fact's predicate in the same pattern, be it
  that there is none.

The last three are floors: what a model scores that knows nothing, or only the odds. Where there are
prompts of several forms, or for either end of a fact, all answer all prompts of each (``by_form``),
and beside them stand those that always say one and the same: ``always A``, ``always true``.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import islice
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kgforge import forms, metrics
from kgforge.errors import BenchmarkError
from kgforge.schema import KS, NONE, PLAIN, Floor, ItemFile, Prompt, Response, Top
from kgforge.scoring import counting, judging, posed
from kgforge.scoring.asked import AskedFact, AskedItem, AskedSide
from kgforge.scoring.judging import Desk, Judged
from kgforge.scoring.outcomes import outcome, wordings
from kgforge.scoring.posed import Posed

HIT: Final = "hit"
"""The metric by which baselines are measured beside a pattern's own, form by form."""
MOST: Final = max(KS)
"""How many answers are given: no metric reads more."""


class Name(Struct, frozen=True, gc=False):
    """What is read of a candidate: ids, most of the bytes, are skipped."""

    label: str


class Names(AskedSide, frozen=True, gc=False):
    """The other end of a fact, with its candidates."""

    candidates: tuple[Name, ...] = ()


class Fact(AskedFact, frozen=True, gc=False):
    """A fact with its candidates."""

    candidates: tuple[Name, ...] = ()
    subjects: Names | UnsetType = UNSET


class Item(AskedItem, frozen=True, gc=False):
    """An item whose facts have their candidates."""

    facts: tuple[Fact, ...]


Frequent = Mapping[str, Mapping[str, int]]
"""Each predicate to what is right about it, the most frequent first, and how often."""

Answerer = Callable[[Fact, Prompt, str], Iterable[str]]
"""What is said to a prompt of a fact, best first; the text is its own, for what is drawn."""

Wanted = Callable[[Fact], Sequence[int]]
"""Which prompts of a fact are answered."""


# ── The answerers ───────────────────────────────────────────────────────────────────────────────
def answerers(frequent: Frequent) -> dict[str, Answerer]:
    """The four, by name."""
    # Of many thousand names no more are read than are said, and NONE is said by no name.
    first = {predicate: [*islice(found, MOST + 1)] for predicate, found in frequent.items()}

    def most(fact: Fact, prompt: Prompt, _: str) -> Sequence[str]:
        form, predicate = forms.of_facts(prompt.form), fact.predicate.id
        if not form.always(prompt):
            return form.frequent(prompt, first.get(predicate, []))
        return form.frequent(prompt, _of_others(fact, prompt, frequent.get(predicate, {})))

    return {
        "gold": lambda fact, prompt, _: gold(fact, prompt),
        "empty": lambda fact, prompt, _: (),
        "random": lambda fact, prompt, seed: draw(_options(fact, prompt), seed),
        "frequent": most,
    }


def _of_others(fact: Fact, prompt: Prompt, found: Mapping[str, int]) -> list[str]:
    """Of the choices, and of the most frequent, those that are right about other facts, by how
    many: among few choices the fact itself would tell which is right.
    """
    own = "" if fact.holds is False else fact.object.label
    counts = {
        label: found.get(label, 0) - (label == own)
        for label in (*prompt.choices, *islice(found, MOST + 1))
    }
    return sorted(filter(counts.__getitem__, counts), key=lambda label: (-counts[label], label))


def always(word: str) -> Answerer:
    """The one that says a word wherever it can be said."""

    def say(fact: Fact, prompt: Prompt, _: str) -> Sequence[str]:
        return [one for one in forms.of_facts(prompt.form).always(prompt) if one in (word,)]

    return say


def gold(fact: AskedFact, prompt: Prompt) -> Sequence[str]:
    """What is right to say to a prompt of a fact."""
    return forms.of_facts(prompt.form).gold(fact, prompt)


def _options(fact: Fact, prompt: Prompt) -> Sequence[str]:
    asked = fact.subjects if fact.subjects and prompt.slot == "subject" else fact
    labels = [name.label for name in asked.candidates]
    return forms.of_facts(prompt.form).options(fact, prompt, labels)


def _first(fact: Fact) -> Sequence[int]:
    return range(min(1, len(fact.prompts)))


def responses(item: Item, name: str, say: Answerer, wanted: Wanted = _first) -> Iterator[Response]:
    """What an answerer says to some prompts of each fact."""
    for fact, numbers in zip(item.facts, judging.numbers(item.facts), strict=True):
        for index in wanted(fact):
            prompt, number = fact.prompts[index], numbers[index]
            said = islice(say(fact, prompt, f"{item.id}\n{fact.role}\n{number}"), MOST)
            top = tuple(Top(text, -float(place)) for place, text in enumerate(said))
            yield Response(item.id, fact.role, prompt.form, number, name, "open", top)


def draw(names: Iterable[str], seed: str) -> Iterator[str]:
    """At most ``MOST`` of the names: the digits of SHA-256(seed), read to a falling base.

    >>> list(draw("abcdefg", "a seed"))
    ['d', 'b', 'e', 'g', 'a']
    """
    left = list(names)
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest())
    for _ in range(min(MOST, len(left))):
        number, place = divmod(number, len(left))
        yield left.pop(place)


def most_frequent(items: Iterable[AskedItem], slot: str = "object") -> Frequent:
    """What is most often right about each predicate at an end of a fact, ties by code point."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        for fact in item.facts:
            counts[fact.predicate.id].update(_told(fact, slot))
    return {
        predicate: {
            label: found[label] for label in sorted(found, key=lambda one: (-found[one], one))
        }
        for predicate, found in counts.items()
    }


def _told(fact: AskedFact, slot: str) -> Sequence[str]:
    """The name that is right at an end of a fact; none where it must not hold."""
    prompt = next((one for one in fact.prompts if one.slot in (slot, "none")), None)
    if prompt is None or forms.of_facts(prompt.form).always(prompt):
        return () if fact.holds is False else (fact.object.label,)
    return gold(fact, prompt)[:1] if fact.answers else (NONE.label,)


# ── Their scores ────────────────────────────────────────────────────────────────────────────────
def measure(
    file: ItemFile, pattern: str, metric: str, only: Set[str] | None = None
) -> tuple[Floor, ...]:
    """What each answerer scores on the items of a file, at each k, by the first prompts.

    The file is read twice, item by item. *only* are the ids of the items that are answered, of
    which ``frequent`` knows all the file's odds; None: all. Raises BenchmarkError where gold is not
    perfect at every k, with item, role and reason, and for a file that is missing or damaged.
    Without an item there is nothing to prove: 0/0.
    """
    targets = most_frequent(file.read(AskedItem))
    four = answerers(targets)
    headlines = {name: counting.Headline(metric) for name in four}
    items = 0
    for item in _read(file, only):
        items += any(fact.prompts for fact in item.facts)
        desks = judging.desks([item])
        for name, say in four.items():
            [judged] = judging.judge(responses(item, name, say), desks)
            headlines[name].add(_judged(judged, name))
    found = {name: headline.ratios() for name, headline in headlines.items()}
    if items:
        _refuse_misfit(pattern, metric, found["gold"])
    return tuple(floor for name, ratios in found.items() for floor in _floors(name, ratios))


def by_form(
    file: ItemFile, metric: str, kinds: Sequence[Posed], only: Set[str] | None = None
) -> dict[Posed, tuple[Floor, ...]]:
    """What each answerer scores on all prompts of each form and end: by the pattern's metric, and
    by ``hit``, the share of prompts. Where there is one answer alone, at the first k.

    The file is read once for each end, and once more. Raises BenchmarkError as ``measure``.
    """
    words = _words(file)
    targets = {
        slot: most_frequent(file.read(AskedItem), slot)
        for slot in dict.fromkeys(slot for _, slot in kinds)
    }
    takers = {kind: _Takers(kind, metric, targets[kind[1]], words.get(kind, ())) for kind in kinds}
    for item in _read(file, only):
        desks = judging.desks([item])
        for taker in takers.values():
            taker.take(item, desks)
    return {kind: tuple(taker.floors()) for kind, taker in takers.items()}


def _read(file: ItemFile, only: Set[str] | None) -> Iterator[Item]:
    return (item for item in file.read(Item) if only is None or item.id in only)


def _words(file: ItemFile) -> dict[Posed, list[str]]:
    """What can be said to every prompt of a form alike."""
    found: dict[Posed, set[str]] = defaultdict(set)
    for item in file.read(AskedItem):
        for prompt in (prompt for fact in item.facts for prompt in fact.prompts):
            found[posed.posed(prompt)].update(forms.of_facts(prompt.form).always(prompt))
    return {kind: sorted(words) for kind, words in found.items()}


class _Takers:
    """All answerers of one form and end, and their scores so far."""

    def __init__(self, wanted: Posed, metric: str, targets: Frequent, words: Sequence[str]) -> None:
        self._wanted = wanted
        self._say = answerers(targets) | {f"always {word}": always(word) for word in words}
        ks = KS[:1] if words else KS
        self._tallies = {
            one: {name: counting.Headline(one, ks) for name in self._say}
            for one in dict.fromkeys((metric, HIT))
        }
        self._own = metric

    def take(self, item: Item, desks: Mapping[str, Desk]) -> None:
        """Answer an item."""
        wanted = partial(_of, self._wanted)
        for name, say in self._say.items():
            [judged] = judging.judge(responses(item, name, say, wanted), desks)
            counted = _judged(posed.of(judged, self._wanted), name)
            for tally in self._tallies.values():
                tally[name].add(counted)

    def floors(self) -> Iterator[Floor]:
        """The scores, those by the pattern's own metric first."""
        for metric, tally in self._tallies.items():
            for name, headline in tally.items():
                for floor in _floors(name, headline.ratios()):
                    yield (
                        floor
                        if metric == self._own
                        else msgspec.structs.replace(floor, metric=metric)
                    )


def _of(wanted: Posed, fact: Fact) -> list[int]:
    """The prompts of a form and end without a text before them: to others the same is said."""
    return [
        at
        for at, prompt in enumerate(fact.prompts)
        if posed.posed(prompt) == wanted and prompt.context == PLAIN
    ]


def _judged(judged: Judged, name: str) -> Judged:
    """An item as an answerer did on it. Raises BenchmarkError where gold is not right."""
    if name == "gold":
        _refuse_imperfect(judged)
    return judged


def _floors(name: str, ratios: Mapping[int, tuple[float, float]]) -> Iterator[Floor]:
    for k, (numerator, denominator) in ratios.items():
        value = numerator / denominator if denominator else None
        yield Floor(name, k, numerator, denominator, value)


def prove(file: ItemFile) -> None:
    """Raise BenchmarkError where gold is wrong about an item of a file, with item and role."""
    say = answerers({})["gold"]
    for item in file.read(Item):
        said = responses(item, "gold", say, lambda fact: range(len(fact.prompts)))
        [judged] = judging.judge(said, judging.desks([item]))
        for wanted in posed.every([judged]):
            _refuse_imperfect(posed.of(judged, wanted))


def refutation(item: AskedItem) -> str:
    """Say why the gold answers to an item's prompts do not all count as right; empty if they do.

    Prompts of the item as a whole are not looked at.
    """
    said = (
        Response(
            item.id,
            fact.role,
            prompt.form,
            number,
            "gold",
            "open",
            tuple(Top(text, -float(at)) for at, text in enumerate(gold(fact, prompt)[:MOST])),
        )
        for fact, numbers in zip(item.facts, judging.numbers(item.facts), strict=True)
        for prompt, number in zip(fact.prompts, numbers, strict=True)
    )
    [judged] = judging.judge(said, judging.desks([item]))
    asked = (posed.of(judged, wanted) for wanted in posed.every([judged]))
    return next(filter(None, map(_imperfection, asked)), "")


def _refuse_imperfect(judged: Judged) -> None:
    """Raise BenchmarkError where the target of a fact is not an accepted answer."""
    if why := _imperfection(judged):
        raise BenchmarkError(why)


def _imperfection(judged: Judged) -> str:
    """Say which fact's target is not an accepted answer; empty where each is."""
    item = judged.item
    hits = (
        pair
        for wording in wordings(judged)
        for pair in zip(item.facts, outcome(judged, wording, 1, "").facts, strict=True)
    )
    for fact, hit in hits:
        if not metrics.right(hit):
            names = ", ".join(repr(answer.label) for answer in fact.answers) or "none"
            return (
                f"{item.pattern}: gold is wrong about item {item.id}, role {fact.role}: "
                f"{fact.object.label!r} does not match the accepted answers ({names})"
            )
    return ""


def _refuse_misfit(pattern: str, metric: str, gold: Mapping[int, tuple[float, float]]) -> None:
    """Raise BenchmarkError where being right about every fact is not enough for 1.

    0/0 is not: where gold has nothing in the denominator, nobody can have.
    """
    for k, (numerator, denominator) in gold.items():
        if not numerator == denominator > 0:
            raise BenchmarkError(
                f"{pattern}: gold answers every fact, but {metric} at {k} is "
                f"{numerator:g}/{denominator:g}, not 1: the metric does not fit the roles"
            )
