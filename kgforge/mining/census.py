"""A census of a graph: its predicates, degrees and types, counted by the engine."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import graph, patterns, terms
from kgforge.errors import PatternError
from kgforge.graph import names
from kgforge.mining import parameters, portions, settings, untyped
from kgforge.mining.outcomes import ranked
from kgforge.mining.portions import Progress, Tick
from kgforge.mining.settings import Settings
from kgforge.patterns import Query, Row, integer
from kgforge.schema import (
    Census,
    Degree,
    GraphId,
    Relation,
    TypeCount,
)
from kgforge.stores import Store

MANY: Final = 1.5
"""From this mean on a side of a predicate counts as many (Bordes et al. 2013, section 4.3)."""
DUPLICATE: Final = 0.8
"""Which share of the triples of either two predicates have in common that are duplicates."""
TYPES: Final = 100
"""How many types are told."""
_LANGUAGE: Final = "en"
_NAMED: Final = 10
"""How many predicates an error names."""


class Counted(Struct, frozen=True):
    """A census, or why there is none."""

    census: Census | None
    note: str = ""

    def relations(self) -> dict[str, Relation]:
        """The predicates that were counted."""
        return {one.predicate: one for one in self.census.relations} if self.census else {}


def flags(relations: Sequence[Relation]) -> Iterator[str]:
    """What a census says of the predicates of a group (``Group.flags``), by code point."""
    if any(one.duplicates for one in relations):
        yield "duplicate"
    if relations and not any(one.subjects_of_several for one in relations):
        yield "functional"
    if any(one.literals for one in relations):
        yield "literal"


def asked(params: Mapping[str, str], store: Store) -> list[Query]:
    """The query of a census that takes one of the parameters: ``type``, if it is given to all.

    Raises PatternError where that is no IRI.
    """
    if "type" not in params or store.foreign:
        return []
    _parsed(params, store)
    return [_types(store.language)]


def read_settings(params: Mapping[str, str], store: Store) -> Settings:
    """What the census of a graph takes of the parameters, as given: the ``type`` given to all.

    Raises PatternError where a census is taken and that is no predicate.
    """
    if store.foreign:
        return Settings()
    found = _parsed(params, store)
    for value in found.values.values():
        _must_be_there(str(value), store)
    return found


def _parsed(params: Mapping[str, str], store: Store) -> Settings:
    query = _types(store.language)
    texts = {name: text for name, text in params.items() if name == "type"}
    try:
        return settings.read(texts, [query], store)[query.name]
    except PatternError as error:
        raise PatternError(
            f"{error}: the statistics of the graph use it too; "
            "PATTERN.type=… sets it for one pattern only"
        ) from error


def _must_be_there(predicate: str, store: Store) -> None:
    """Refuse a type predicate by which the graph says nothing."""
    there = sorted(str(found) for (found,) in graph.ask(store, "predicates"))
    if there and predicate not in there:
        some = [*map(terms.compact, there[:_NAMED]), *["…"] * (len(there) > _NAMED)]
        raise PatternError(
            f"type: {terms.compact(predicate)} is no predicate of this graph; available: "
            f"{', '.join(some)}{_beside(store, predicate)}"
        )


def _beside(store: Store, predicate: str) -> str:
    """What a predicate says beside the facts, behind a semicolon; empty where nothing."""
    found = untyped.beside(store, [predicate])
    return f"; {found}" if found else ""


def counted(
    store: Store,
    found: GraphId,
    given: Settings = Settings(),  # noqa: B008 (frozen)
    seed: int = 0,
    progress: Progress | None = None,
) -> Counted:
    """The census of the graph *found*; *given* are those of ``read_settings``.

    There is none of someone else's endpoint. Raises QueryTimeoutError as stores do: flags of groups
    are told by the census, and must not depend on how long a machine took for it.
    """
    if store.foreign:
        return Counted(None, "a remote endpoint is not counted: copy the part that you need")
    return Counted(take(store, found, given, seed, progress))


# ── The census ──────────────────────────────────────────────────────────────────────────────────
def take(
    store: Store,
    found: GraphId,
    given: Settings = Settings(),  # noqa: B008 (frozen)
    seed: int = 0,
    progress: Progress | None = None,
) -> Census:
    """What a graph holds, asked of its engine. Raises QueryTimeoutError as stores do."""
    tails, heads, overlaps = _asked(store, seed, progress or (lambda tick: None))
    every = {*tails, *heads} | {str(row[0]) for row in graph.ask(store, "predicates")}
    query = _types(store.language)
    asked = parameters.resolve(query, store, given, seed)
    types = ranked({str(type_): integer(count) for type_, count in store.query(query, asked)})
    degrees = sorted(tuple(map(integer, row)) for row in graph.ask(store, "spread"))
    known = names.labelled(store, {*every, *(type_ for type_, _ in types[:TYPES])}, _LANGUAGE)
    labels = defaultdict(str, {iri: called.label for iri, called in known.items()})
    relations = [_relation(iri, labels[iri], tails[iri], heads[iri]) for iri in every]
    relations = _with_duplicates(relations, overlaps)
    triples = sum(relation.triples for relation in relations)
    return Census(
        triples=triples,
        self_loops=(found.facts or 0) - triples,
        entities=sum(entities for _, entities, _ in degrees),
        literals=sum(literals for _, _, literals in degrees),
        relations=tuple(sorted(relations, key=lambda one: (-one.triples, one.predicate))),
        degrees=tuple(Degree(*row) for row in degrees),
        type=str(asked["type"]),
        types=len(types),
        frequent_types=tuple(
            TypeCount(type_, labels[type_], count) for type_, count in types[:TYPES]
        ),
    )


def _types(language: str) -> Query:
    return patterns.read_query("frequent_types", language)


def _asked(store: Store, seed: int, tell: Progress) -> list[dict[str, list[Row]]]:
    """Each predicate's rows of three questions, without the predicate."""
    found = []
    for name in ("tails", "heads", "overlaps"):
        query = patterns.lookup(name, store.language)
        values = parameters.resolve(query, store, seed=seed)
        told = Tick("statistics", "rows"), tell
        rows = portions.rows(store, query, values, query.header.parts, *told)
        found.append(_by_predicate(rows))
    return found


def _by_predicate(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for predicate, *counts in rows:
        found[str(predicate)].append(tuple(counts))
    return found


def _relation(iri: str, label: str, tails: list[Row], heads: list[Row]) -> Relation:
    told = [(integer(objects), integer(subjects)) for objects, subjects in tails]
    hold = [tuple(map(integer, row)) for row in heads]
    triples = sum(objects * subjects for objects, subjects in told)
    subjects = sum(subjects for _, subjects in told)
    objects = sum(objects for _, objects, _ in hold)
    forth, back = (triples / ends if ends else None for ends in (subjects, objects))
    return Relation(
        predicate=iri,
        label=label,
        triples=triples,
        literals=sum(each * literals for each, _, literals in hold),
        subjects=subjects,
        objects=objects,
        subjects_of_several=sum(many for each, many in told if each > 1),
        objects_of_several=sum(many for each, many, _ in hold if each > 1),
        tails_per_head=forth,
        heads_per_tail=back,
        kind=kind(forth, back),
        duplicates=(),
    )


def _with_duplicates(
    relations: Sequence[Relation], overlaps: Mapping[str, list[Row]]
) -> list[Relation]:
    triples = {one.predicate: one.triples for one in relations}
    found = []
    for one in relations:
        duplicates = sorted(
            str(other)
            for other, both in overlaps.get(one.predicate, ())
            if integer(both) >= DUPLICATE * max(one.triples, triples[str(other)])
        )
        found.append(msgspec.structs.replace(one, duplicates=tuple(duplicates)))
    return found


def kind(tails_per_head: float | None, heads_per_tail: float | None) -> str:
    """The kind of a predicate by its means, as Bordes et al. 2013 define it; empty without them.

    >>> kind(1.2, 3.0), kind(1.5, 1.49), kind(2.0, 2.0)
    ('N-1', '1-N', 'N-M')
    """
    if tails_per_head is None or heads_per_tail is None:
        return ""
    return kind_of(heads=heads_per_tail >= MANY, tails=tails_per_head >= MANY)


def kind_of(*, heads: bool, tails: bool) -> str:
    """The kind of a predicate by which of its sides are many.

    >>> kind_of(heads=True, tails=False)
    'N-1'
    """
    named = {(False, False): "1-1", (False, True): "1-N", (True, False): "N-1"}
    return named.get((heads, tails), "N-M")


def kinds(census: Census) -> dict[str, int]:
    """How many predicates are of each kind."""
    return dict(sorted(Counter(relation.kind for relation in census.relations).items()))
