"""What a graph can support: a census of its predicates, degrees and types, and what was mined.

The engine counts; ``statistics.json`` and ``statistics.html`` are written beside what was mined, so
that a user sees which benchmarks are feasible before building them.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge import __version__, files, graph, patterns, terms
from kgforge.errors import PatternError
from kgforge.graph import names
from kgforge.mining import parameters, portions
from kgforge.mining.portions import Progress, Tick
from kgforge.page import assemble
from kgforge.patterns import Query, Row, integer
from kgforge.schema import (
    FORMAT,
    Census,
    Count,
    Degree,
    GraphId,
    Group,
    Outcome,
    Relation,
    Statistics,
    TypeCount,
    folders,
)
from kgforge.stores import Store

PAGE: Final = "statistics.html"
SCRIPTS: Final = ("elements", "words", "statistics")
"""The page's own scripts in ``page/``."""
MANY: Final = 1.5
"""From this mean on a side of a predicate counts as many (Bordes et al. 2013, section 4.3)."""
DUPLICATE: Final = 0.8
"""Which share of the triples of either two predicates have in common that are duplicates."""
SHOWN: Final = 100
"""How many types are told, and how many groups of a pattern the page shows."""
SHOWN_RELATIONS: Final = 1000
"""How many predicates the page shows."""
_LANGUAGE: Final = "en"


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


def refuse(params: Mapping[str, str], store: Store) -> None:
    """Raise PatternError where a census is taken and the ``type`` given to all is no predicate."""
    if store.foreign:
        return
    try:
        parameters.refuse(_given(params), [_types(store.language)])
    except PatternError as error:
        raise PatternError(
            f"{error}: the statistics of the graph read it too; "
            "PATTERN.type=… gives it to one pattern alone"
        ) from error


def counted(
    store: Store,
    found: GraphId,
    params: Mapping[str, str] = {},
    seed: int = 0,
    progress: Progress | None = None,
) -> Counted:
    """The census of the graph *found*; *params* are as given, of which ``type`` is used.

    There is none of someone else's endpoint. Raises QueryTimeoutError as stores do: flags of groups
    are told by the census, and must not depend on how long a machine took for it.
    """
    if store.foreign:
        return Counted(None, "someone else's endpoint is not counted: copy what you need of it")
    return Counted(take(store, found, params, seed, progress))


def write(folder: Path, found: GraphId, counted: Counted, mined: Sequence[str]) -> Statistics:
    """Write ``statistics.json`` and ``statistics.html`` into the folder of what was mined.

    *found* is the graph's id, *mined* names the patterns whose groups lie in the folder.
    """
    tallies = {name: _Tally() for name in mined}
    shown = {
        name: tally.shown(folders.read_groups(folder, name)) for name, tally in tallies.items()
    }
    census = counted.census and _with_keepers(counted.census, tallies)
    outcomes = tuple(tally.outcome(name) for name, tally in tallies.items())
    statistics = Statistics(FORMAT, __version__, found, census, counted.note, outcomes)
    files.write_json(folder / folders.STATISTICS, statistics)
    text = page(statistics, shown)
    (folder / PAGE).write_text(text, encoding="utf-8", newline="\n")
    return statistics


class _Tally:
    """Counts that grow while the groups of a pattern stream past."""

    def __init__(self) -> None:
        self.predicates: set[str] = set()
        """Those of the groups that were kept."""
        self._groups = self._kept = self._instances = 0
        self._reasons = Counter[str]()

    def shown(self, groups: Iterable[Group]) -> list[Group]:
        """The groups that the page shows; all are counted."""
        return heapq.nsmallest(SHOWN, map(self._count, groups), key=_place)

    def _count(self, group: Group) -> Group:
        self._groups += 1
        self._instances += group.instances
        if group.kept:
            self._kept += 1
            self.predicates.update(group.predicates)
        if group.reason:
            self._reasons[_condition(group.reason)] += 1
        return group

    def outcome(self, pattern: str) -> Outcome:
        """What became of all groups so far."""
        return Outcome(
            pattern=pattern,
            groups=self._groups,
            kept=self._kept,
            instances=self._instances,
            reasons=tuple(Count(reason, count) for reason, count in _ranked(self._reasons)),
        )


def _condition(reason: str) -> str:
    """A reason without the figures of its group, which stand in brackets at the end."""
    return reason.rpartition(" (")[0] or reason


def _ranked(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


# ── The census ──────────────────────────────────────────────────────────────────────────────────
def take(
    store: Store,
    found: GraphId,
    params: Mapping[str, str] = {},
    seed: int = 0,
    progress: Progress | None = None,
) -> Census:
    """What a graph holds, asked of its engine. Raises QueryTimeoutError as stores do."""
    tails, heads, overlaps = _asked(store, seed, progress or (lambda tick: None))
    every = {*tails, *heads} | {str(row[0]) for row in graph.ask(store, "predicates")}
    query = _types(store.language)
    asked = parameters.resolve(query, store, _given(params), seed)
    types = _ranked({str(type_): integer(count) for type_, count in store.query(query, asked)})
    degrees = sorted(tuple(map(integer, row)) for row in graph.ask(store, "spread"))
    known = names.labelled(store, {*every, *(type_ for type_, _ in types[:SHOWN])}, _LANGUAGE)
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
            TypeCount(type_, labels[type_], count) for type_, count in types[:SHOWN]
        ),
    )


def _types(language: str) -> Query:
    return patterns.read_query("frequent_types", language)


def _given(params: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in params.items() if name == "type"}


def _asked(store: Store, seed: int, tell: Progress) -> list[dict[str, list[Row]]]:
    """Each predicate's rows of three questions, without the predicate."""
    found = []
    for name in ("tails", "heads", "overlaps"):
        query = patterns.lookup(name, store.language)
        values = parameters.resolve(query, store, {}, seed)
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
    many = heads_per_tail >= MANY, tails_per_head >= MANY
    return {(False, False): "1-1", (False, True): "1-N", (True, False): "N-1"}.get(many, "N-M")


def _with_keepers(census: Census, tallies: Mapping[str, _Tally]) -> Census:
    """The census with the patterns that keep a group of each predicate."""
    kept = (
        tuple(name for name, tally in tallies.items() if one.predicate in tally.predicates)
        for one in census.relations
    )
    relations = map(_kept_by, census.relations, kept)
    return msgspec.structs.replace(census, relations=tuple(relations))


def _kept_by(relation: Relation, kept: tuple[str, ...]) -> Relation:
    return msgspec.structs.replace(relation, kept=kept)


def kinds(census: Census) -> dict[str, int]:
    """How many predicates are of each kind."""
    return dict(sorted(Counter(relation.kind for relation in census.relations).items()))


# ── The page ────────────────────────────────────────────────────────────────────────────────────
def page(statistics: Statistics, groups: Mapping[str, Sequence[Group]]) -> str:
    """The HTML text of statistics and of each pattern's groups to show, in their order."""
    census = statistics.census
    relations = census.relations if census else ()
    head: dict[str, Any] = {
        **msgspec.structs.asdict(statistics),
        "census": census
        and {
            **msgspec.structs.asdict(census),
            "relations": relations[:SHOWN_RELATIONS],
        },
        "predicates": len(relations),
        "kinds": kinds(census) if census else {},
        "groups": groups,
        "labels": {one.predicate: one.label for one in relations if one.label},
        "curies": {one.predicate: terms.compact(one.predicate) for one in relations},
    }
    return assemble("statistics.html", SCRIPTS, "What the graph can support", head)


def _place(group: Group) -> tuple[bool, int, str]:
    """Kept groups first, then by matches."""
    return not group.kept, -(group.matches or 0), group.group
