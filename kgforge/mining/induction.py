"""The ontology that a graph supports: classes, properties and axioms, each with what speaks for it.

The engine counts; the questions are the census's, two patterns' and four of ``lookup/``. A
self-loop, which all counts leave out, is an exception to each axiom that it may break.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Final, Literal

import msgspec

from kgforge import files, graph, patterns, terms
from kgforge.errors import PatternError, StoreError
from kgforge.graph import Walk, loading, names
from kgforge.mining import census, induced_writing, portions
from kgforge.mining.induced import Axiom, InducedOntology, InducedProperty, Thresholds
from kgforge.mining.portions import Progress, Tick
from kgforge.ontology import vocabulary
from kgforge.patterns import Parts, Query, Value, integer
from kgforge.schema import Relation
from kgforge.stores import Access, Store

ONTOLOGY: Final = "ontology.ttl"
SHAPES: Final = "shapes.ttl"
_LANGUAGE: Final = "en"
_RESERVED: Final = tuple(terms.PREFIXES[name] for name in ("rdf", "rdfs", "owl", "xsd"))
"""Namespaces in which nobody may declare anything (OWL 2 Structural Specification, 2.4)."""


def induce(
    store: str,
    out: Path,
    thresholds: Thresholds = Thresholds(),  # noqa: B008 (frozen)
    *,
    timeout: float | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> InducedOntology:
    """Induce an ontology from a graph, and write it and its shapes to the folder *out*.

    *store* is a store's address, or a source's, which is then loaded into memory. ``ontology.ttl``
    is in OWL 2 DL, ``shapes.ttl`` in SHACL: of the graph it was induced from, the violations are
    the exceptions that were counted. Raises StoreError for a graph that is empty or someone else's,
    and when a query is stopped at its time limit; PatternError for impossible thresholds.
    """
    if not 0 < thresholds.share <= 1 or min(thresholds.least, thresholds.union) < 1:
        raise PatternError(
            f"least {thresholds.least}, share {thresholds.share:g}, union {thresholds.union}: "
            "a share is more than 0 and at most 1, the others are at least 1"
        )
    with (
        loading.open_graph(store, Access(timeout=timeout)) as opened,
        files.writing_folder(out, force=force) as folder,
    ):
        if opened.foreign:
            raise StoreError(f"{store} is someone else's and not counted: copy what you need of it")
        found = _Inducer(opened, thresholds, progress or (lambda tick: None)).induced()
        (folder / ONTOLOGY).write_bytes(induced_writing.ontology(found))
        (folder / SHAPES).write_bytes(induced_writing.shapes(found))
    return found


# ── Classes ─────────────────────────────────────────────────────────────────────────────────────
Ends = Sequence[tuple[str, int]]
"""Subjects or objects of a predicate: how many have just these types (IRIs parted by spaces)."""


class Classes:
    """The classes of a graph: which are above which, and how many entities each has."""

    def __init__(self, typed: Ends, others: Iterable[Ends], closure: Walk | None) -> None:
        """*typed* are all entities that have types, *others* what else will be asked about."""
        self._typed = typed
        self._closure = closure
        every = {kind for ends in (typed, *others) for kinds, _ in ends for kind in kinds.split()}
        self._reached = closure.reached(every) if closure else {}
        self._of: dict[str, frozenset[str]] = {}

    def of(self, kinds: str) -> frozenset[str]:
        """All classes of an entity that has just these types."""
        if kinds not in self._of:
            found = set(kinds.split())
            found.update(*(self._reached.get(kind, ()) for kind in kinds.split()))
            self._of[kinds] = frozenset(filter(_is_class, found))
        return self._of[kinds]

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many entities each class has, those of its subclasses among them."""
        return self.tally(self._typed)

    @cached_property
    def own(self) -> Counter[str]:
        """How many entities say themselves that they are of each class."""
        found = Counter[str]()
        for kinds, entities in self._typed:
            for kind in filter(_is_class, kinds.split()):
                found[kind] += entities
        return found

    def tally(self, ends: Ends) -> dict[str, int]:
        """How many of these entities are of each class."""
        found: dict[str, int] = defaultdict(int)
        for kinds, entities in ends:
            for one in self.of(kinds):
                found[one] += entities
        return dict(found)

    def common(self, wanted: frozenset[str]) -> Counter[tuple[str, str]]:
        """How many entities each two of some classes have in common; either way round."""
        found = Counter[tuple[str, str]]()
        for kinds, entities in self._typed:
            for pair in combinations(sorted(self.of(kinds) & wanted), 2):
                found[pair] += entities
                found[pair[::-1]] += entities
        return found

    def stated(self, wanted: frozenset[str]) -> set[tuple[str, str]]:
        """Each two of some classes of which the graph says that the second is above the first."""
        reached = self._closure.reached(wanted) if self._closure else {}
        return {(one, other) for one, above in reached.items() for other in above & wanted}

    def cover(self, ends: Ends, cases: int, wanted: Thresholds) -> tuple[tuple[str, ...], int]:
        """The classes that cover the share of the cases, and how many these cover.

        One class where one does: the most specific, which has the fewest entities of the graph (of
        several, the one with most classes above it). Else a union: the class that covers most, then
        the one that covers most of the rest, until few are left; none where that takes too many.
        """
        chosen: list[str] = []
        covered, rest = 0, list(ends)
        while rest and len(chosen) < wanted.union:
            found = self.tally(rest)
            enough = [one for one in found if (covered + found[one]) / cases >= wanted.share]
            most = max(found.values(), default=0)
            pool = enough or [one for one in found if found[one] == most]
            if not pool:
                break
            chosen.append(min(pool, key=self._breadth))
            covered += found[chosen[-1]]
            if enough:
                return tuple(sorted(chosen)), covered
            rest = [end for end in rest if chosen[-1] not in self.of(end[0])]
        return (), 0

    def _breadth(self, one: str) -> tuple[int, int, str]:
        return self.sizes[one], -len(self._reached.get(one, ())), one


def _is_class(iri: str) -> bool:
    return not terms.is_literal(iri) and not iri.startswith(_RESERVED)


# ── The graph's answers ─────────────────────────────────────────────────────────────────────────
class _Inducer:
    """One graph, of which each question is asked once."""

    def __init__(self, store: Store, wanted: Thresholds, tell: Progress) -> None:
        self._store = store
        self._wanted = wanted
        self._tell = tell
        self._graph = graph.graph_id(store)
        if not self._graph.facts:
            raise StoreError(f"the graph {store.address} is empty: load a source into it first")
        counted = census.take(store, self._graph, progress=tell).relations
        known = vocabulary.shipped()
        self._type = wanted.type or _most_used(counted, known.type_predicates)
        self._sub = wanted.sub or _most_used(counted, known.subclass_predicates)
        self._properties = tuple(
            InducedProperty(one, _kind(one, wanted.share))
            for one in sorted(counted, key=lambda one: one.predicate)
            if one.triples >= wanted.least
            and one.predicate not in {self._type, self._sub}
            and not one.predicate.startswith(_RESERVED)
        )

    def induced(self) -> InducedOntology:
        """All that the thresholds let through."""
        classes, axioms = self._typed() if self._type else (Classes([], [], None), [])
        chosen = frozenset(one for axiom in axioms for one in axiom.objects)
        often = {one for one in classes.own if classes.own[one] >= self._wanted.least}
        declared = chosen | often
        axioms += self._kept(self._of_properties())
        axioms += _of_classes(classes, declared, chosen, self._wanted)
        said = {one.relation.predicate for one in self._properties} | declared
        called = names.labelled(self._store, said, _LANGUAGE)
        return InducedOntology(
            graph=self._graph,
            type=self._type,
            sub=self._sub,
            thresholds=self._wanted,
            classes={one: classes.sizes[one] for one in sorted(declared)},
            properties=self._properties,
            axioms=tuple(sorted(_in_owl(axioms), key=_place)),
            labels={iri: called[iri].label for iri in sorted(called)},
        )

    def _kept(self, axioms: Iterable[Axiom]) -> list[Axiom]:
        return [one for one in axioms if _enough(one, self._wanted)]

    def _of(self, *kinds: str) -> dict[str, Relation]:
        return {one.relation.predicate: one.relation for one in self._properties
                if one.kind in kinds}  # fmt: skip

    # ── domains and ranges ──────────────────────────────────────────────────────────────────────
    def _typed(self) -> tuple[Classes, list[Axiom]]:
        """The classes of the graph, and of each property the domain and the range among them."""
        heads, tails = self._of("object", "datatype"), self._of("object")
        domains, ranges = self._ends("domains", {*heads, self._type}), self._ends("ranges", tails)
        typed = domains.pop(self._type, [])
        closure = graph.closure(self._store, self._sub) if self._sub else None
        classes = Classes(typed, ranges.values(), closure)
        axioms = [
            *(self._covered("domain", p, domains.get(p, []), one.subjects, classes)
              for p, one in heads.items()),
            *(self._covered("range", p, ranges.get(p, []), one.objects, classes)
              for p, one in tails.items()),
        ]  # fmt: skip
        return classes, self._kept(one for one in axioms if one.objects)

    def _covered(
        self, kind: Literal["domain", "range"], p: str, ends: Ends, cases: int, classes: Classes
    ) -> Axiom:
        found, covered = classes.cover(ends, cases, self._wanted)
        return Axiom(kind, p, found, covered, cases - covered + self._loops(p))

    def _ends(self, lookup: str, predicates: Iterable[str]) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        query = patterns.lookup(lookup, self._store.language)
        values: dict[str, Value] = {"predicates": tuple(sorted(predicates)), "type": self._type}
        for row in self._rows(query, query.header.parts, values):
            p, kinds, count = row.values()
            found[str(p)].append((str(kinds), integer(count)))
        return found

    # ── properties ──────────────────────────────────────────────────────────────────────────────
    def _of_properties(self) -> Iterator[Axiom]:
        yield from self._datatypes()
        for p, one in self._of("object", "datatype").items():
            several = one.subjects_of_several
            yield Axiom("functional", p, (), one.subjects - several, several + self._loops(p))
        for p, one in self._of("object").items():
            several = one.objects_of_several
            yield Axiom("inverse functional", p, (), one.objects - several,
                        several + self._loops(p))  # fmt: skip
            counts = self._turned[p]
            triples, twins, back = counts["triples"], counts["matches"], counts["pca_body"]
            yield Axiom("symmetric", p, (), twins, triples - twins)
            # Only a triple whose object is a subject, too, could have had its twin.
            yield Axiom("asymmetric", p, (), back - twins, twins + self._loops(p))
        for row in self._counts("transitivity"):
            support, body = integer(row["support"]), integer(row["body"])
            yield Axiom("transitive", str(row["p"]), (), support, body - support)
        for row in self._groups("inverse", others=tuple(self._of("object"))):
            p, q, twins = str(row["p"]), str(row["q"]), integer(row["matches"])
            if p < q:
                either = integer(row["triples"]) + integer(row["other_triples"]) - twins
                yield Axiom("inverse", p, (q,), twins, either - twins)

    def _datatypes(self) -> Iterator[Axiom]:
        """Of each datatype property, the datatype that most of its objects have."""
        counts: dict[str, dict[str, int]] = defaultdict(dict)
        for row in self._counts("datatypes", "datatype"):
            counts[str(row["p"])][str(row["datatype"])] = integer(row["objects"])
        for p, found in counts.items():
            objects = self._of("datatype")[p].objects
            datatype = min(found, key=lambda one: (-found[one], one))
            exceptions = objects - found[datatype] + self._loops(p)
            yield Axiom("range", p, (datatype,), found[datatype], exceptions)

    @cached_property
    def _turned(self) -> dict[str, dict[str, int]]:
        """Of each property, the counts of triples, twins and self-loops."""
        return {
            str(row["p"]): {name: integer(row[name]) for name in row if name != "p"}
            for row in self._groups("symmetry", "object", "datatype")
        }

    def _loops(self, predicate: str) -> int:
        return self._turned[predicate]["self_loops"]

    # ── rows ────────────────────────────────────────────────────────────────────────────────────
    def _counts(self, lookup: str, kind: str = "object") -> Iterator[dict[str, object]]:
        query = patterns.lookup(lookup, self._store.language)
        return self._rows(query, query.header.parts, {"predicates": tuple(self._of(kind))})

    def _groups(self, name: str, *kinds: str, **more: Value) -> Iterator[dict[str, object]]:
        pattern = patterns.read_pattern(name)
        query = pattern.groups[self._store.language]
        values = {"predicates": tuple(self._of(*(kinds or ("object",)))), **more}
        return self._rows(query, pattern.header.parts, values)

    def _rows(
        self, query: Query, parts: Parts | None, values: Mapping[str, Value]
    ) -> Iterator[dict[str, object]]:
        told = Tick("ontology", "rows"), self._tell
        for row in portions.rows(self._store, query, values, parts, *told):
            yield dict(zip(query.header.names, row, strict=True))


def _most_used(relations: Sequence[Relation], known: Sequence[str]) -> str:
    """The first of a census's predicates that is among the known; empty where none is."""
    return next((one.predicate for one in relations if one.predicate in known), "")


def _kind(relation: Relation, share: float) -> Literal["object", "datatype", "annotation"]:
    literals = relation.literals / relation.triples
    if literals >= max(share, 0.5):
        return "datatype"
    return "object" if 1 - literals >= share else "annotation"


def _enough(axiom: Axiom, wanted: Thresholds) -> bool:
    return axiom.support >= wanted.least and axiom.confidence >= wanted.share


def _place(axiom: Axiom) -> tuple[str, str, tuple[str, ...]]:
    return axiom.kind, axiom.subject, axiom.objects


# ── What classes mean to one another ────────────────────────────────────────────────────────────
def _of_classes(
    classes: Classes, declared: frozenset[str], chosen: frozenset[str], wanted: Thresholds
) -> Iterator[Axiom]:
    """Subclasses among the declared classes; which of the chosen ones are disjoint.

    What follows from others is left out. A class that the graph puts above another is not found to
    be below it, however few else it has.
    """
    stated, common = classes.stated(declared), classes.common(declared)
    below: dict[str, dict[str, Axiom]] = {one: {} for one in declared}
    for (one, other), both in common.items():
        axiom = Axiom("subclass", one, (other,), both, classes.sizes[one] - both)
        if (one, other) in stated or ((other, one) not in stated and _enough(axiom, wanted)):
            below[one][other] = axiom
    for one, above in below.items():
        between = {far for near in above for far in below[near] if one not in below[near]}
        yield from (axiom for other, axiom in above.items() if other not in between)
    apart = {}
    for one, other in combinations(sorted(chosen), 2):
        both, fewest = common[one, other], min(classes.sizes[one], classes.sizes[other])
        axiom = Axiom("disjoint", one, (other,), fewest - both, both)
        if _enough(axiom, wanted) and other not in below[one] and one not in below[other]:
            apart[frozenset((one, other))] = axiom
    for pair, axiom in apart.items():
        one, other = axiom.subject, axiom.objects[0]
        wider = {frozenset((a, b)) for a in (one, *below[one]) for b in (other, *below[other])}
        if not (wider - {pair}) & apart.keys():
            yield axiom


# ── What OWL 2 DL leaves out ────────────────────────────────────────────────────────────────────
def _in_owl(axioms: Iterable[Axiom]) -> Iterator[Axiom]:
    """The axioms, those with a reason that OWL 2 DL does not allow (Structural Spec., 11.2)."""
    listed = list(axioms)
    inverses: dict[str, set[str]] = defaultdict(set)
    for one in listed:
        if one.kind == "inverse":
            inverses[one.subject].update(one.objects)
            inverses[one.objects[0]].add(one.subject)
    composite = {one.subject for one in listed if one.kind == "transitive"}
    while more := {other for one in composite for other in inverses[one]} - composite:
        composite |= more
    for one in listed:
        simple = one.kind in {"functional", "inverse functional", "asymmetric"}
        reason = "a transitive property, or its inverse, may not be" if simple else ""
        yield msgspec.structs.replace(one, reason=reason if one.subject in composite else "")
