"""What runs wrote of sentences as a report shows it: each triple with its verdict, kinds of error.

The kinds are those of *Text2KGBench* (Mihindukulasooriya et al. 2023), Table 4, where a triple may
be of several: a relation that is not the ontology's, a subject or object that is not in the
sentence, and an axiom that is broken, by the kind of axiom.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from msgspec import Struct

from kgforge import extraction, grading, judging, legacy, ontology, strict
from kgforge.conformance import AxiomKind
from kgforge.extraction import Figures
from kgforge.judging import AskedItem, Written
from kgforge.ontology import Ontology
from kgforge.schema import TextTriple
from kgforge.strict import Verdict


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
MISSED: Final = "missed"
UNPARSED: Final = "could not be parsed"
UNANSWERED: Final = "without an answer"
_NOWHERE: Final = "neither in the sentence, nor called so by gold, nor a concept of the ontology"


def _breaks(kind: str) -> str:
    return f"breaks: {kind}"


KINDS: Final[Mapping[str, Kind]] = {
    RIGHT: Kind("a gold triple of the sentence says the same"),
    WRONG: Kind("no gold triple of the sentence says the same"),
    RELATION: Kind("the ontology has no relation that is called so"),
    SUBJECT: Kind(_NOWHERE),
    OBJECT: Kind(_NOWHERE),
    **{_breaks(kind): Kind(f"an axiom of the ontology: {kind}") for kind in get_args(AxiomKind)},
    MISSED: Kind("gold triples that were not written", "gold"),
    UNPARSED: Kind("pieces of answers that begin like triples and are none", ""),
    UNANSWERED: Kind("sentences that could not be asked: 0 throughout", "sentences"),
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
    """What a run wrote to one prompt."""

    prompt: int
    text: str
    error: str
    figures: dict[str, Figures]
    """In each mode of ``grading.MODES``."""
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
    """Each kind that there is: how many of it, in how many sentences."""


def collect(runs: Sequence[Path], benchmark: Path) -> dict[str, list[ShownText]]:
    """The sentences that any run was asked about, by pattern, in the order of the runs.

    Raises BenchmarkError as ``judging.written_run`` does.
    """
    readers = _Readers(ontology.read_all(benchmark))
    shown: dict[str, dict[str, ShownText]] = defaultdict(dict)
    for number, run in enumerate(runs):
        for pattern, texts in judging.written_run(run, benchmark).items():
            for one in texts:
                found = shown[pattern].setdefault(one.item.id, _empty(one.item, len(runs)))
                found.runs[number].append(readers[one.item.group].read(one))
    return {pattern: list(found.values()) for pattern, found in shown.items()}


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
    return Tally(
        pattern,
        group,
        run,
        len(outputs),
        sum(len(one.triples) for _, one in outputs),
        sum(len(item.gold) for item, _ in outputs),
        {kind: (many[kind], sentences[kind]) for kind in KINDS if kind in many},
    )


def _empty(item: AskedItem, runs: int) -> ShownText:
    return ShownText(
        item.id,
        item.group,
        item.text or "",
        tuple(dict.fromkeys(extraction.triples(item))),
        tuple(prompt.text for prompt in item.prompts),
        tuple([] for _ in range(runs)),
    )


class _Readers(dict[str, "_Reader"]):
    """The reader of each group's answers, made when it is first wanted."""

    def __init__(self, ontologies: Mapping[str, Ontology]) -> None:
        self._ontologies = ontologies

    def __missing__(self, group: str) -> "_Reader":
        return self.setdefault(group, _Reader(grading.known(group, self._ontologies)))


class _Reader:
    """Parses and judges what was written of one ontology's sentences."""

    def __init__(self, known: Ontology) -> None:
        self._known = known
        self._judge = strict.Judge(known)

    def read(self, one: Written) -> ShownOutput:
        """What is shown of a text that was written."""
        passage, found = grading.heard(one, self._known)
        verdict = self._judge.verdict(passage)
        error = one.response.error
        return ShownOutput(
            one.response.prompt,
            one.response.text,
            error,
            {
                grading.STRICT: verdict.figures,
                grading.LEGACY: legacy.figures(passage, self._known),
            },
            tuple(_triples(verdict)),
            verdict.missed,
            found.unparsed,
            found.prose,
            dict(Counter(_kinds(verdict, found.unparsed, error))),
        )


def _triples(verdict: Verdict) -> Iterator[ShownTriple]:
    for one in verdict.judged:
        broken = (Broken(each.kind, each.axiom, each.message) for each in one.violations)
        right = one.gold is not None
        yield ShownTriple(one.triple, right, one.known, one.subject, one.object, tuple(broken))


def _kinds(verdict: Verdict, unparsed: Sequence[str], error: str) -> Iterator[str]:
    """Each kind as often as it is there; an axiom broken twice by a triple once."""
    for one in verdict.judged:
        yield WRONG if one.gold is None else RIGHT
        if not one.known:
            yield RELATION
        if not one.subject:
            yield SUBJECT
        if not one.object:
            yield OBJECT
        yield from dict.fromkeys(_breaks(each.kind) for each in one.violations)
    yield from [MISSED] * len(verdict.missed)
    yield from [UNPARSED] * len(unparsed)
    if error:
        yield UNANSWERED
