"""The ontology that a graph supports: classes, properties and axioms, each with what speaks for it.

The engine counts; the questions are the census's, two patterns' and four of ``lookup/``. A
self-loop, which all counts leave out, is an exception to each axiom that it may break.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final, Literal

import msgspec

from kgforge import files, graph, patterns
from kgforge.errors import PatternError, StoreError
from kgforge.files import AnyPath
from kgforge.graph import loading, names, snapshot
from kgforge.mining import census, hierarchy, induced_writing, portions
from kgforge.mining.hierarchy import Ends, Hierarchy
from kgforge.mining.induced import (
    RESERVED,
    InducedAxiom,
    InducedOntology,
    InducedProperty,
    Thresholds,
)
from kgforge.mining.portions import Progress, Tick
from kgforge.ontology import shacl, vocabulary
from kgforge.patterns import Parts, Query, Value, integer
from kgforge.schema import Relation
from kgforge.stores import Access, Store

ONTOLOGY: Final = "ontology.ttl"
SHAPES: Final = "shapes.ttl"
_LANGUAGE: Final = "en"


def induce(
    store: AnyPath,
    out: AnyPath,
    thresholds: Thresholds = Thresholds(),  # noqa: B008 (frozen)
    *,
    timeout: float | None = None,
    engine: snapshot.Engine = "auto",
    force: bool = False,
    progress: Progress | None = None,
    watch: snapshot.Watch = snapshot.Watch(),  # noqa: B008 (frozen)
) -> InducedOntology:
    """Induce an ontology from a graph, and write it and its shapes to the folder *out*.

    *store* is a store's address, or a source's, which is then loaded into memory. ``ontology.ttl``
    is in OWL 2 DL, ``shapes.ttl`` in SHACL: of the graph it was induced from, the violations are
    the exceptions that were counted. *engine* says whether a copy in DuckDB may be asked; *watch*
    is told. Raises StoreError for a graph that is empty or someone else's,
    and when a query is stopped at its time limit; PatternError for impossible thresholds.
    """
    store, out = os.fspath(store), Path(out)
    if not 0 < thresholds.share <= 1 or min(thresholds.least, thresholds.union) < 1:
        raise PatternError(
            f"least {thresholds.least}, share {thresholds.share:g}, union {thresholds.union}: "
            "a share is more than 0 and at most 1, the others are at least 1"
        )
    with (
        loading.open_graph(store, Access(timeout=timeout)) as native,
        files.writing_folder(out, force=force) as folder,
        snapshot.asked(native, store, engine, timeout=timeout, watch=watch) as graphs,
    ):
        opened = graphs.store
        if opened.foreign:
            raise StoreError(
                f"{store} is a remote endpoint, which is not counted: copy the part that you need"
            )
        found = _Inducer(opened, thresholds, progress or (lambda tick: None)).induced()
        (folder / ONTOLOGY).write_bytes(induced_writing.ontology(found))
        shapes = shacl.shapes(found.axioms, found.classes, type=found.type, sub=found.sub)
        (folder / SHAPES).write_bytes(shapes)
    return found


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
            and not one.predicate.startswith(RESERVED)
        )

    def induced(self) -> InducedOntology:
        """All that the thresholds let through."""
        classes, axioms = self._typed() if self._type else (Hierarchy([], [], None), [])
        chosen = frozenset(one for axiom in axioms for one in axiom.objects)
        often = {one for one in classes.own if classes.own[one] >= self._wanted.least}
        declared = chosen | often
        axioms += self._kept(self._of_properties())
        axioms += hierarchy.axioms(classes, declared, chosen, self._wanted)
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

    def _kept(self, axioms: Iterable[InducedAxiom]) -> list[InducedAxiom]:
        return [one for one in axioms if self._wanted.allow(one)]

    def _of(self, *kinds: str) -> dict[str, Relation]:
        return {one.relation.predicate: one.relation for one in self._properties
                if one.kind in kinds}  # fmt: skip

    # ── domains and ranges ──────────────────────────────────────────────────────────────────────
    def _typed(self) -> tuple[Hierarchy, list[InducedAxiom]]:
        """The classes of the graph, and of each property the domain and the range among them."""
        heads, tails = self._of("object", "datatype"), self._of("object")
        domains, ranges = self._ends("domains", {*heads, self._type}), self._ends("ranges", tails)
        typed = domains.pop(self._type, [])
        closure = graph.closure(self._store, self._sub) if self._sub else None
        classes = Hierarchy(typed, ranges.values(), closure)
        axioms = [
            *(self._covered("domain", p, domains.get(p, []), one.subjects, classes)
              for p, one in heads.items()),
            *(self._covered("range", p, ranges.get(p, []), one.objects, classes)
              for p, one in tails.items()),
        ]  # fmt: skip
        return classes, self._kept(one for one in axioms if one.objects)

    def _covered(
        self, kind: Literal["domain", "range"], p: str, ends: Ends, cases: int, classes: Hierarchy
    ) -> InducedAxiom:
        found, covered = classes.cover(ends, cases, self._wanted)
        return InducedAxiom(kind, p, found, covered, cases - covered + self._loops(p))

    def _ends(self, lookup: str, predicates: Iterable[str]) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        query = patterns.lookup(lookup, self._store.language)
        values: dict[str, Value] = {"predicates": tuple(sorted(predicates)), "type": self._type}
        for row in self._rows(query, query.header.parts, values):
            p, kinds, count = row.values()
            found[str(p)].append((str(kinds), integer(count)))
        return found

    # ── properties ──────────────────────────────────────────────────────────────────────────────
    def _of_properties(self) -> Iterator[InducedAxiom]:
        yield from self._datatypes()
        for p, one in self._of("object", "datatype").items():
            several = one.subjects_of_several
            yield InducedAxiom(
                "functional", p, (), one.subjects - several, several + self._loops(p)
            )
        for p, one in self._of("object").items():
            several = one.objects_of_several
            yield InducedAxiom("inverse functional", p, (), one.objects - several,
                        several + self._loops(p))  # fmt: skip
            counts = self._turned[p]
            triples, twins, back = counts["triples"], counts["matches"], counts["pca_body"]
            yield InducedAxiom("symmetric", p, (), twins, triples - twins)
            # Only a triple whose object is a subject, too, could have had its twin.
            yield InducedAxiom("asymmetric", p, (), back - twins, twins + self._loops(p))
        for row in self._counts("transitivity"):
            support, body = integer(row["support"]), integer(row["body"])
            yield InducedAxiom("transitive", str(row["p"]), (), support, body - support)
        for row in self._groups("inverse", others=tuple(self._of("object"))):
            p, q, twins = str(row["p"]), str(row["q"]), integer(row["matches"])
            if p < q:
                either = integer(row["triples"]) + integer(row["other_triples"]) - twins
                yield InducedAxiom("inverse", p, (q,), twins, either - twins)

    def _datatypes(self) -> Iterator[InducedAxiom]:
        """Of each datatype property, the datatype that most of its objects have."""
        counts: dict[str, dict[str, int]] = defaultdict(dict)
        for row in self._counts("datatypes", "datatype"):
            counts[str(row["p"])][str(row["datatype"])] = integer(row["objects"])
        for p, found in counts.items():
            objects = self._of("datatype")[p].objects
            datatype = min(found, key=lambda one: (-found[one], one))
            exceptions = objects - found[datatype] + self._loops(p)
            yield InducedAxiom("range", p, (datatype,), found[datatype], exceptions)

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
        query = pattern.counter(self._store.language)
        assert query is not None, name
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


def _place(axiom: InducedAxiom) -> tuple[str, str, tuple[str, ...]]:
    return axiom.kind, axiom.subject, axiom.objects


# ── What OWL 2 DL leaves out ────────────────────────────────────────────────────────────────────
def _in_owl(axioms: Iterable[InducedAxiom]) -> Iterator[InducedAxiom]:
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
