"""Sentences and the triples written from them, as a report shows them: verdicts and kinds of error.

The kinds are those of *Text2KGBench* (Mihindukulasooriya et al. 2023), Table 4: a relation that is
not in the ontology, a subject or object that is not in the sentence, and a broken axiom, by kind of
axiom. A triple can be of several. Two kinds are ours: an end that only a gold triple names, and
what the published rules call hallucinated.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from msgspec import Struct

from kgforge import extraction, files
from kgforge.extraction import Figures, Judged, Verdict, published, strict
from kgforge.ontology import AxiomKind, End
from kgforge.schema import TextTriple
from kgforge.scoring import AskedItem, Heard, Outputs, Run, ScoredAnswers, heard


class Kind(Struct, frozen=True):
    """What is counted under one name."""

    what: str
    """What it means."""
    of: Literal["triples", "gold", "sentences", ""] = "triples"
    """Of what its number is a share (a field of ``Tally``); empty: of nothing."""


RIGHT: Final = "in the gold"
WRONG: Final = "not in the gold"
RELATION: Final = "relation not of the ontology"
SUBJECT: Final = "subject not in the sentence"
OBJECT: Final = "object not in the sentence"
GOLD_SUBJECT: Final = "subject named by gold alone"
GOLD_OBJECT: Final = "object named by gold alone"
INVENTED: Final = "hallucinated by the published rules"
MISSED: Final = "missed"
UNPARSED: Final = "could not be parsed"
UNSURE: Final = "parted at the first of several commas"
BARE: Final = "without a triple"
UNANSWERED: Final = "without an answer"
JUDGED: Final[Mapping[End, str]] = {"subject": "domain judged", "object": "range judged"}
"""By the end that is asked about; these are told though there be none."""
_DECIDED: Final = "the class or value of this end is known, so the axiom can be checked"
_NO_SUBSTRING: Final = (
    "stemmed subject or object is no substring of the stemmed sentence and concepts"
)
_ALONE: Final = "not in the sentence, but in a gold triple: not counted as a hallucination"
_NOWHERE: Final = "named by neither the sentence, nor a gold triple, nor a concept of the ontology"


def _breaks(kind: str) -> str:
    return f"breaks: {kind}"


KINDS: Final[Mapping[str, Kind]] = {
    RIGHT: Kind("matches a gold triple of the sentence"),
    WRONG: Kind("matches no gold triple of the sentence"),
    RELATION: Kind("the ontology has no relation of this name"),
    SUBJECT: Kind(_NOWHERE),
    OBJECT: Kind(_NOWHERE),
    GOLD_SUBJECT: Kind(_ALONE),
    GOLD_OBJECT: Kind(_ALONE),
    INVENTED: Kind(_NO_SUBSTRING),
    **{judged: Kind(_DECIDED) for judged in JUDGED.values()},
    **{_breaks(kind): Kind(f"breaks an axiom: {kind}") for kind in get_args(AxiomKind)},
    MISSED: Kind("gold triples that no written triple matches", "gold"),
    UNPARSED: Kind("parts of answers that begin like a triple and are none", ""),
    UNSURE: Kind("triples with several commas: subject and object are split at the first", ""),
    BARE: Kind("sentences whose answer has text, but no triple", "sentences"),
    UNANSWERED: Kind("sentences with an empty answer, or that were not asked", "sentences"),
}
"""By name, in the order in which they are shown."""


class Broken(Struct, frozen=True):
    """An axiom that a triple breaks."""

    kind: str
    axiom: str
    message: str


class ShownTriple(Struct, frozen=True):
    """One triple that was written; fields as in ``strict.Judged``."""

    triple: TextTriple
    right: bool
    """Whether a gold triple matches it."""
    known: bool
    subject: str
    object: str
    violations: tuple[Broken, ...]


class ShownOutput(Struct, frozen=True):
    """What a run, or a system, wrote to one prompt."""

    prompt: int
    text: str
    error: str
    figures: dict[str, Figures]
    """In each mode of ``heard.MODES``."""
    triples: tuple[ShownTriple, ...]
    """Repetitions left out."""
    missed: tuple[TextTriple, ...]
    unparsed: tuple[str, ...]
    prose: tuple[str, ...]
    kinds: dict[str, int]
    """How many there are of each of KINDS."""


class ShownText(Struct, frozen=True):
    """One sentence that some run was asked about."""

    id: str
    group: str
    text: str
    gold: tuple[TextTriple, ...]
    prompts: tuple[str, ...]
    runs: tuple[list[ShownOutput], ...]
    """For each run what it wrote, in its order."""

    @property
    def title(self) -> str:
        """By what a search finds it."""
        return self.text


class Line(Struct, frozen=True):
    """One sentence and what was written of it, as a file has it."""

    pattern: str
    group: str
    id: str
    text: str
    gold: tuple[TextTriple, ...]
    output: ShownOutput


class Tally(Struct, frozen=True):
    """How much of each kind a run wrote of one group's sentences."""

    pattern: str
    group: str
    run: int
    sentences: int
    triples: int
    """Written, repetitions left out."""
    gold: int
    kinds: dict[str, tuple[int, int]]
    """Each kind that there is, and those of JUDGED: how many of it, in how many sentences."""


def collect(runs: Sequence[Run]) -> dict[str, list[ShownText]]:
    """The sentences that any run was asked about, by pattern, in the order of the runs."""
    shown: dict[str, dict[str, ShownText]] = defaultdict(dict)
    for number, run in enumerate(runs):
        for pattern, texts in run.heard.items():
            for one, response in zip(texts, run.texts[pattern], strict=True):
                item = response.item
                found = shown[pattern].setdefault(item.id, _unanswered(item, len(runs)))
                found.runs[number].append(
                    _output(one, response.response.prompt, response.response.error)
                )
    return {pattern: list(found.values()) for pattern, found in shown.items()}


def of_outputs(outputs: Iterable[Outputs]) -> dict[str, list[ShownText]]:
    """The sentences of a data set and what a system wrote of them, as one run."""
    return {
        each.pattern: [
            ShownText(
                one.passage.id,
                one.group,
                one.passage.text,
                tuple(dict.fromkeys(one.passage.gold)),
                (),
                ([_output(one)],),
            )
            for of_subset in each.heard
            for one in of_subset
        ]
        for each in outputs
    }


def of_answers(answers: ScoredAnswers) -> dict[str, list[ShownText]]:
    """What was written of sentences by a run or a system."""
    return collect([answers.run]) if answers.run else of_outputs(answers.outputs)


def write(texts: Mapping[str, Sequence[ShownText]], path: Path) -> None:
    """Write a line of JSON for each sentence and prompt; whole or not at all."""
    with files.writing_file(path) as temporary:
        files.write_lines(
            temporary,
            (
                Line(pattern, text.group, text.id, text.text, text.gold, output)
                for pattern, members in texts.items()
                for text in members
                for outputs in text.runs
                for output in outputs
            ),
        )


def tallies(texts: Mapping[str, Sequence[ShownText]]) -> Iterator[Tally]:
    """How much of each kind each run wrote, by pattern, group and run."""
    for pattern, items in texts.items():
        groups: dict[str, list[ShownText]] = defaultdict(list)
        for item in items:
            groups[item.group].append(item)
        for group, members in groups.items():
            for run in range(len(members[0].runs)):
                if any(item.runs[run] for item in members):
                    yield _tally(pattern, group, run, members)


def _tally(pattern: str, group: str, run: int, items: Iterable[ShownText]) -> Tally:
    outputs = [(item, one) for item in items for one in item.runs[run]]
    many: Counter[str] = Counter()
    sentences: Counter[str] = Counter()
    for _, one in outputs:
        many.update(one.kinds)
        sentences.update(one.kinds.keys())
    shown = {*many, *JUDGED.values()}
    return Tally(
        pattern,
        group,
        run,
        len(outputs),
        sum(len(one.triples) for _, one in outputs),
        sum(len(item.gold) for item, _ in outputs),
        {kind: (many[kind], sentences[kind]) for kind in KINDS if kind in shown},
    )


def _unanswered(item: AskedItem, runs: int) -> ShownText:
    return ShownText(
        item.id,
        item.group,
        item.text or "",
        tuple(dict.fromkeys(extraction.triples(item))),
        tuple(prompt.text for prompt in item.prompts),
        tuple([] for _ in range(runs)),
    )


def _output(one: Heard, prompt: int = 0, error: str = "") -> ShownOutput:
    """What is shown of what was written of a sentence."""
    return ShownOutput(
        prompt,
        one.passage.answer,
        error,
        {heard.STRICT: one.verdict.figures, heard.LEGACY: one.published},
        tuple(_triples(one.verdict)),
        one.verdict.missed,
        one.parsed.unparsed,
        one.parsed.prose,
        dict(Counter(_kinds(one))),
    )


def _kinds(text: Heard) -> Iterator[str]:
    """Each kind as often as it is there; an axiom broken twice by a triple once."""
    for one in text.verdict.judged:
        yield from _of_triple(one)
        if published.invents(one.triple, text.passage, text.known):
            yield INVENTED
    yield from [MISSED] * len(text.verdict.missed)
    yield from [UNPARSED] * len(text.parsed.unparsed)
    yield from [UNSURE] * text.parsed.ambiguous
    if text.passage.is_without_triple:
        yield BARE
    if text.passage.is_silent:
        yield UNANSWERED


def _triples(verdict: Verdict) -> Iterator[ShownTriple]:
    for one in verdict.judged:
        broken = (Broken(each.kind, each.axiom, each.message) for each in one.violations)
        right = one.gold is not None
        yield ShownTriple(one.triple, right, one.known, one.subject, one.object, tuple(broken))


def _of_triple(one: Judged) -> Iterator[str]:
    """The kinds of a triple, strictly."""
    yield WRONG if one.gold is None else RIGHT
    if not one.known:
        yield RELATION
    for how, nowhere, by_gold in (
        (one.subject, SUBJECT, GOLD_SUBJECT),
        (one.object, OBJECT, GOLD_OBJECT),
    ):
        if how in ("", strict.GOLD):
            yield by_gold if how else nowhere
    yield from dict.fromkeys(_breaks(each.kind) for each in one.violations)
    yield from map(JUDGED.__getitem__, one.decided)
