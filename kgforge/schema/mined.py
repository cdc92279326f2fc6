"""What mining writes: groups, instances, and the statistics of a graph."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from kgforge.schema.graph import GraphId


class Count(Struct, frozen=True, gc=False):
    """A named number; lists of these stand where Arrow could not read a map."""

    name: str
    count: int


class Group(Struct, frozen=True):
    """One group that was examined, kept or not. What does not apply is None."""

    pattern: str
    group: str
    predicates: tuple[str, ...]
    triples: int | None = None
    self_loops: int | None = None
    matches: int | None = None
    support: int | None = None
    body: int | None = None
    pca_body: int | None = None
    head: int | None = None
    confidence: float | None = None
    pca_confidence: float | None = None
    head_coverage: float | None = None
    wilson_low: float | None = None
    instances: int = 0
    kept: bool = False
    reason: str | None = None
    flags: tuple[str, ...] = ()
    """``transitive``: its last fact repeats an earlier predicate, through a transitive one. By the
    graph's statistics (``Relation``) ``functional``: no subject of its predicates has two objects;
    ``literal``: some have literal objects; ``duplicate``: one has a duplicate."""
    counts: tuple["Count", ...] | UnsetType = UNSET
    """Those of its instances (``Instance.counts``), added up."""
    otherwise: bool | UnsetType = UNSET
    """True: it fails the conditions, and is kept by ``otherwise`` since all others fail, too."""


class Cell(Struct, frozen=True, gc=False):
    """A column of a query's row that a question names, and the term in it."""

    column: str
    term: str


class Computed(Struct, frozen=True):
    """What a query has computed, and of what."""

    how: Literal["count", "whether", "larger", "smaller"]
    compared: tuple[str, ...] = ()
    """The two entities of a comparison, by code point; the object is one of them."""
    values: tuple[str, ...] = ()
    """What the graph says of each of the two."""
    cells: tuple[Cell, ...] = ()
    """What its questions name, in the order of the columns; a number or text as a literal."""


class Fact(Struct, frozen=True):
    """One fact of an instance, with its role."""

    role: str
    subject: str
    predicate: str
    """Of a chain a path: several IRIs in angle brackets, joined by ``/``."""
    object: str
    holds: bool | None
    """True: in the graph; False: must be absent from it; None: implied or computed, and not looked
    up."""
    computed: Computed | UnsetType = UNSET
    """Of an answer that the query has computed: the object is a literal, or an entity compared."""
    denied: str | UnsetType = UNSET
    """Of a computed *no*: the object that the subject does not have."""


class Instance(Struct, frozen=True):
    """One match of a pattern."""

    pattern: str
    group: str
    key: str
    """SHA-256 (hex) of pattern and the roles' terms: the identity. Of what has a text, the columns
    that make rows one item count, too."""
    facts: tuple[Fact, ...]
    text: str | None = None
    """The sentence, for patterns whose header names a text column."""
    counts: tuple["Count", ...] | UnsetType = UNSET
    """What its header counts, summed over its rows: ``type_unknown``, how many subjects and objects
    of its facts have no known type."""


class Relation(Struct, frozen=True):
    """One predicate. Self-loops are left out of all its counts."""

    predicate: str
    label: str
    """In English; empty where the graph has none."""
    triples: int
    literals: int
    """Triples whose object is a literal."""
    subjects: int
    """Distinct subjects, and likewise …"""
    objects: int
    subjects_of_several: int
    """Subjects with more than one object; none: the predicate is functional."""
    objects_of_several: int
    """Objects with more than one subject; none: it is inverse functional."""
    tails_per_head: float | None
    """Mean number of objects of a subject; None for a predicate of self-loops alone."""
    heads_per_tail: float | None
    """Mean number of subjects of an object."""
    kind: str
    """``1-1``, ``1-N``, ``N-1`` or ``N-M``: a side is 1 where its mean is below 1.5; empty where
    there is none. Source: Bordes et al. 2013, *Translating Embeddings for Modeling
    Multi-relational Data*, section 4.3."""
    duplicates: tuple[str, ...]
    """Other predicates under which nearly the same is stated: at least 0.8 of the triples of either
    are the other's, too. Source: the duplicate relations of Akrami et al. 2020, *Realistic
    Re-evaluation of Knowledge Graph Completion Methods*."""
    kept: tuple[str, ...] = ()
    """The patterns mined with it that keep a group of this predicate."""


class Degree(Struct, frozen=True):
    """How many entities, and how many literals, have a degree."""

    degree: int
    entities: int
    literals: int


class TypeCount(Struct, frozen=True):
    """How many entities are of a type."""

    type: str
    label: str
    entities: int


class Census(Struct, frozen=True):
    """What a graph holds, counted by its engine."""

    triples: int
    """Self-loops left out."""
    self_loops: int
    entities: int
    """Distinct entities that are subject or object."""
    literals: int
    """Distinct literals."""
    relations: tuple[Relation, ...]
    """Every predicate: the one with most triples first, ties by code point."""
    degrees: tuple[Degree, ...]
    """Every degree that occurs, the least first."""
    type: str
    """The predicate by which entities have types."""
    types: int
    """How many types there are."""
    frequent_types: tuple[TypeCount, ...]
    """The 100 most frequent types, ties by code point."""


class Fallback(Struct, frozen=True):
    """What the ``otherwise`` of a header drew, since no group met the conditions."""

    why: str
    """What none has: ``no group has 50 instances; the largest, wdt:P26, has 5``."""
    groups: int
    """So many were kept all the same."""

    @property
    def words(self) -> str:
        """All of this, in one line."""
        many = "1 group" if self.groups == 1 else f"{self.groups:,} groups"
        return f"{self.why}; its header's otherwise kept {many} all the same"


class Outcome(Struct, frozen=True):
    """What became of one pattern's groups."""

    pattern: str
    groups: int
    kept: int
    instances: int
    reasons: tuple["Count", ...]
    """The conditions that groups did not meet, and how many each; the most frequent first."""
    otherwise: Fallback | UnsetType = UNSET
    """What was drawn since no group met the conditions; absent: that was not called for."""


class Statistics(Struct, frozen=True):
    """``statistics.json``: what a graph can support."""

    format: int
    kgforge: str
    graph: "GraphId"
    census: Census | None
    note: str
    """Why there is no census; else empty."""
    patterns: tuple[Outcome, ...]
