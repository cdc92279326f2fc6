"""What describes a mined folder: ``mining.json``."""

from collections.abc import Mapping
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from kgforge.schema.graph import GraphId
from kgforge.schema.manifest import TemplateFile
from kgforge.schema.mined import Fallback
from kgforge.sheets import Result, Sheet, sheet

MINED: Final = ("pattern", "rows", "groups examined", "groups kept", "instances")
"""The columns of what was mined."""

Way = Literal["iri", "id", "local name", "label"]
"""How a term was found (``ontology.mapping``)."""


class Match(Struct, frozen=True, order=True):
    """One property or class of an ontology, and what it stands for in a graph."""

    term: str
    """The IRI in the ontology."""
    iri: str
    """The IRI in the graph."""
    by: Way


class Matches(Struct, frozen=True, dict=True):
    """What was matched, in the order of the ontology, and what found no match."""

    matches: tuple[Match, ...]
    unmatched: tuple[str, ...]

    @property
    def terms(self) -> int:
        """How many properties or classes the ontology has."""
        return len(self._iris) + len(self.unmatched)

    def found(self, way: Way) -> int:
        """How many were matched in one way."""
        return len({match.term for match in self.matches if match.by == way})

    def iris(self, term: str) -> tuple[str, ...]:
        """What a property or class of the ontology stands for in the graph."""
        return self._iris.get(term, ())

    @cached_property
    def _iris(self) -> Mapping[str, tuple[str, ...]]:
        groups = groupby(self.matches, attrgetter("term"))
        return {term: tuple(match.iri for match in matches) for term, matches in groups}


class Mapped(Struct, frozen=True):
    """What an ontology's properties and classes stand for in a graph."""

    ontology: str
    properties: Matches
    classes: Matches


class Wanted(Struct, frozen=True):
    """How a role whose answer is computed is asked in one language."""

    role: str
    language: str
    text: str
    """With the names of columns in brackets where their labels go, and ``[?]`` where the answer
    goes; without that the answer stands behind the text."""
    dates: bool = False
    """Whether it is for a comparison of dates alone; others are for numbers, or for both."""


class Mined(Struct, frozen=True):
    """One pattern's outcome, as it stands in ``mining.json``."""

    name: str
    description: str
    file: str | None
    """The base name of a user's own query file."""
    params: dict[str, Any]
    """Parameter values (contract.Value): numbers, texts, or lists of them."""
    queries: dict[str, str]
    """SHA-256 of each text that the pattern has, whichever was asked: by language, and by
    ``sparql.groups`` for a groups file."""
    metric: str
    answers: Literal["all", "target"]
    rows: int
    groups: int
    kept: int
    instances: int
    counts: dict[str, int] = {}
    """What its header counts, over all instances (``Instance.counts``)."""
    options: dict[str, dict[str, tuple[str, ...]]] = {}
    """By role and predicate, of what its candidates are (``parameters.options``); a role that is
    not among them may have any object of its predicate."""
    form: str = "cloze"
    """How its instances are asked (``Prompt.form``)."""
    reason: str = ""
    """Why it found nothing at all, where that is known."""
    notes: tuple[str, ...] | UnsetType = UNSET
    """What helpers that filled parameters say of the graph: that no fact gives a type."""
    otherwise: Fallback | UnsetType = UNSET
    """What was drawn since no group met the conditions; absent: that was not called for."""
    kinds: dict[str, str] | UnsetType = UNSET
    """The kind of each predicate of its groups, where it is known (``Predicate.kind``); absent
    where its header does not ask for it."""
    questions: tuple[Wanted, ...] | UnsetType = UNSET
    """How the roles that are computed are asked."""
    chains: tuple[str, ...] | UnsetType = UNSET
    """The roles that are chains of predicates."""

    @property
    def is_newer(self) -> bool:
        """Whether it says of its instances what versions before 0.7 do not know."""
        return any(one is not UNSET for one in (self.kinds, self.questions, self.chains))


class Mining(Result, Struct, frozen=True):
    """``mining.json``: what was mined, from which graph, how."""

    format: int
    kgforge: str
    store: str
    """The address of the graph: a folder or file by its last part (``places``)."""
    graph: GraphId
    seed: int
    given: dict[str, str]
    """The parameters that were given, as text."""
    ontologies: tuple[TemplateFile, ...]
    """The files whose axioms were used, those that ship among them."""
    patterns: tuple[Mined, ...]
    mapped: tuple[Mapped, ...] = ()
    """Of each given ontology, what it speaks of in the graph, and what found no match."""
    left_out: dict[str, str] = {}
    """The patterns that ``all`` means and that were not asked, and why."""
    beside: str | UnsetType = UNSET
    """Order-free hash of what stands beside the facts: names, sentences with their mentions, and
    axioms (``graph.beside_hash``). Absent for someone else's endpoint, and before version 0.6."""
    place: str | UnsetType = UNSET
    """The graph as seen from this folder, so that both can be moved together; absent where the way
    would show the machine."""
    language: str | UnsetType = UNSET
    """The language in which instances can be named; absent: ``en``."""
    unnamed: int | UnsetType = UNSET
    """How many entities of the facts have no name in it, and so take no part in draws; absent:
    none, or it is not known, as of a foreign endpoint."""
    exclude: tuple[str, ...] | UnsetType = UNSET
    """The predicates that were not to be asked about (``--exclude``); absent: none."""

    @property
    def identity(self) -> str:
        """What tells its graph from others: the hashes of all that is in it."""
        return f"{self.graph.hash} {self.beside or ''}"

    def sheets(self) -> list[Sheet]:
        """What each pattern found."""
        rows = [list(record.values()) for record in self.records()]
        return [sheet(self.store, MINED, rows)]

    def records(self) -> list[dict[str, Any]]:
        """A row for each pattern."""
        return [
            dict(zip(MINED, (one.name, one.rows, one.groups, one.kept, one.instances), strict=True))
            for one in self.patterns
        ]
