"""The values of a query's parameters: from settings, the asking query, the graph, or by default."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from itertools import groupby
from operator import itemgetter
from typing import Final

from msgspec import Struct

from kgforge import graph, patterns, terms
from kgforge.errors import PatternError
from kgforge.graph import Walk
from kgforge.mining.settings import Settings, helper
from kgforge.ontology import bookkeeping
from kgforge.patterns import (
    Drawn,
    Header,
    Level,
    Parameter,
    Query,
    Sample,
    Value,
    sampling,
)
from kgforge.stores import Store

RELATION: Final = ("ontology", "p", "domain", "range", "subjects", "objects")
"""What a relation of an ontology is told by; a table of such columns is filled by ontologies.

``p`` is a predicate of the graph. ``subjects`` is ``any``, or ``class`` where a subject has to be
of the class ``domain``; likewise ``objects`` and ``range``, or ``literal`` where an object has to
be a literal. Alternatives give several rows.
"""
ANY, CLASS, LITERAL = "any", "class", "literal"
_NAMED: Final = 5
"""How many predicates a note names."""
_WANTED: Final = {"domain": "subjects", "range": "objects"}


class Relations(Struct, frozen=True):
    """Relations of ontologies in a graph's terms (``relations.find``)."""

    rows: tuple[Mapping[str, str], ...] = ()
    """By the names of ``RELATION``."""
    below: Mapping[str, tuple[str, ...]] = {}
    """Classes of the graph that are parts of a domain or range, as its ontology has it; with all
    that the graph has below them they are in whatever a table holds below that class."""


_NONE: Final = Relations()


def resolve(
    query: Query,
    store: Store,
    settings: Settings = Settings(),  # noqa: B008 (frozen)
    seed: int = 0,
    relations: Relations = _NONE,
    inherited: Mapping[str, Value] = {},
    say: Callable[[str], None] = lambda note: None,
    unnamed: Set[str] = frozenset(),
) -> dict[str, Value]:
    """The value of each of a query's parameters; *say* is told the notes of helpers with rows.

    In this order: the value in *settings*, what an asking query resolved under the same name, the
    sampled rows of another query, the value of another parameter, the default, for ``iri*`` all
    predicates of the graph, and for a table of ``RELATION``'s columns the *relations* of the
    caller's ontologies. What is *unnamed* is not drawn to be a subject or object of a role. Raises
    PatternError where there is no value at all.
    """
    values: dict[str, Value] = {}
    for parameter in query.header.params:
        name = parameter.name
        given = settings.given(query, parameter)
        if given is not None:
            values[name] = given
        elif name in inherited:
            values[name] = inherited[name]
        elif parameter.below:
            values[name] = _below(parameter, query, store, settings, seed, values, relations.below)
        elif parameter.source:
            source = helper(parameter.source, query)
            settled = resolve(source, store, settings, seed, relations, values, say)
            barred = named_columns(query.header, parameter) if unnamed else ()
            drawn = _drawn(source, parameter, store, settled, seed, barred, unnamed)
            values[name] = _without_schema(parameter, _filled(parameter, drawn, source))
            if drawn and source.header.note:
                say(source.header.note)
        elif parameter.like:
            values[name] = values[parameter.like]
        elif parameter.default is not None:
            values[name] = parameter.default
        elif parameter.type == "iri" and parameter.many:
            every = store.query(patterns.lookup("predicates", store.language), {})
            predicates = frozenset(str(row[0]) for row in every)
            schema = bookkeeping.shipped().among(predicates) if query.header.roles else frozenset()
            values[name] = tuple(sorted(predicates - schema))
            if schema:
                say(_of_vocabulary(schema))
        elif relations.rows and is_of_ontologies(parameter):
            values[name] = _related(parameter, relations.rows)
        else:
            how = f"--param {name}=…" + (" or --ontology" if is_of_ontologies(parameter) else "")
            raise PatternError(f"{query.path}: ${name} has no value: give one with {how}")
        values[name] = _without_excluded(parameter, values[name], settings.exclude)
    return values


def is_of_predicates(parameter: Parameter) -> bool:
    """Return whether a list is one of predicates: by its name, or since it has all by default."""
    if parameter.type != "iri" or not parameter.many:
        return False
    named = "predicates" in (parameter.name, parameter.like)
    return named or not (parameter.source or parameter.like or parameter.default is not None)


def _without_excluded(parameter: Parameter, value: Value, exclude: Set[str]) -> Value:
    """Return a list of predicates without those that no pattern asks about."""
    if not exclude or not isinstance(value, tuple) or not is_of_predicates(parameter):
        return value
    return tuple(str(predicate) for predicate in value if predicate not in exclude)


def _without_schema(parameter: Parameter, value: Value) -> Value:
    """Return predicates that a helper drew without those by which no fact is stated."""
    if parameter.drawn != ("p",) or not isinstance(value, tuple):
        return value
    schema = bookkeeping.shipped().among(str(one) for one in value)
    return tuple(str(predicate) for predicate in value if predicate not in schema)


def _of_vocabulary(predicates: Set[str]) -> str:
    """Return a note of the predicates that are not asked about, being of vocabularies."""
    named = [terms.compact(iri) for iri in sorted(predicates)[:_NAMED]]
    more = ["…"] * (len(predicates) > _NAMED)
    return (
        f"not asked about, since they describe a vocabulary: {len(predicates):,} predicates, "
        f"{', '.join([*named, *more])} (to ask about one: --param predicates=…)"
    )


def _filled(parameter: Parameter, drawn: tuple[tuple[str, ...], ...], source: Query) -> Value:
    """The value of a parameter that these rows of a helper fill."""
    if parameter.table:
        return drawn
    listed = tuple(value for (value,) in drawn)
    if parameter.many:
        return listed
    if len(listed) != 1:
        raise PatternError(
            f"{source.at('sample:')}: sample: ${parameter.name} takes one row, "
            f"and {len(listed)} are drawn"
        )
    return listed[0]


def options(header: Header, values: Mapping[str, Value]) -> dict[str, dict[str, tuple[str, ...]]]:
    """What may be a candidate of each role whose object the header's ``options`` name.

    By predicate: in the table's rows whose column of the name of the role's predicate holds it,
    the values of the column of the name of the role's object, by code point.
    """
    asked = header.options
    table = header.parameter(asked.parameter) if asked else None
    if asked is None or table is None:
        return {}
    names, rows = [column.name for column in table.table], values[table.name]
    assert isinstance(rows, tuple)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for role in header.roles:
        if role.object == asked.column:
            predicate, object_ = names.index(role.predicate), names.index(role.object)
            listed = sorted({(row[predicate], row[object_]) for row in rows})
            by_predicate = groupby(listed, key=itemgetter(0))
            found[role.name] = {one: tuple(o for _, o in pairs) for one, pairs in by_predicate}
    return found


def is_of_ontologies(parameter: Parameter) -> bool:
    """Whether a parameter is a table such as ``(p iri, domain iri, range iri)*``."""
    names = {column.name for column in parameter.table}
    return {"p"} < names <= set(RELATION) and parameter.default is None


def _related(
    parameter: Parameter, relations: Iterable[Mapping[str, str]]
) -> tuple[tuple[str, ...], ...]:
    """A table's columns of relations; without those whose class is asked for and is not stated."""
    names = [column.name for column in parameter.table]
    needed = [wanted for name, wanted in _WANTED.items() if name in names and wanted not in names]
    rows = (one for one in relations if all(one[wanted] == CLASS for wanted in needed))
    return tuple(dict.fromkeys(tuple(row[name] for name in names) for row in rows))


def _below(
    parameter: Parameter,
    query: Query,
    store: Store,
    settings: Settings,
    seed: int,
    values: Mapping[str, Value],
    parts: Mapping[str, Sequence[str]],
) -> tuple[tuple[str, ...], ...]:
    """Each start with itself, its *parts* and all that a helper leads to from there.

    By code point. The helper's first parameter is the list that it is asked of; its first two
    columns say where each leads.
    """
    source = helper(parameter.source, query)
    asked = source.header.params[0].name
    settled = resolve(source, store, settings, seed, inherited={**values, asked: ()})

    def step(nodes: Collection[str]) -> Mapping[str, Iterable[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for batch in graph.batches(sorted(nodes)):
            for one, other, *_ in store.query(source, {**settled, asked: batch}):
                found[str(one)].append(str(other))
        return found

    table = next(found for found in query.header.params if found.name == parameter.below)
    names = [column.name for column in table.table]
    places = [names.index(name) for name in parameter.drawn]
    rows = values[parameter.below]
    assert isinstance(rows, tuple)
    starts = {row[place] for row in rows for place in places}
    nodes = {start: {start, *parts.get(start, ())} for start in starts}
    reached = Walk.of(step).reached(set().union(*nodes.values()))
    pairs = (
        (start, one)
        for start, begun in nodes.items()
        for node in begun
        for one in {node, *reached.get(node, ())}
    )
    return tuple(sorted(set(pairs)))


def has_rows(query: Query, parameter: Parameter, store: Store, values: Mapping[str, Value]) -> bool:
    """Whether the helper that fills a parameter finds anything, with a name or without."""
    source = helper(parameter.source, query)
    return any(True for _ in store.query(source, resolve(source, store, inherited=values)))


def named_columns(header: Header, parameter: Parameter) -> tuple[str, ...]:
    """The columns drawn for a parameter that are subject or object of a role."""
    ends = {end for role in header.roles for end in (role.subject, role.object)}
    return tuple(column for column in parameter.drawn if column in ends)


def _drawn(
    query: Query,
    parameter: Parameter,
    store: Store,
    values: Mapping[str, Value],
    seed: int,
    named: Sequence[str],
    unnamed: Set[str],
) -> tuple[tuple[str, ...], ...]:
    """The distinct values of columns in the sampled rows of a helper query, by code point.

    No row that is *unnamed* in one of the columns *named*. While rows stream past, those are held
    that the first level could draw.
    """
    _check_types(query, parameter)
    names = query.header.names
    places = [names.index(column) for column in parameter.drawn]
    barred = [names.index(column) for column in named]
    steps = (step for step in query.header.steps if isinstance(step, Sample))
    levels = [level(step, query.header, values, seed) for step in steps]
    held = sampling.holder(levels[0] if levels else None)
    for row in store.query(query, values):
        if sampling.has_blank(row) or any(str(row[place]) in unnamed for place in barred):
            continue
        key = terms.digest(query.name, *map(str, row))
        held.add(Drawn(key, terms.digest(str(seed), query.name, key), "", row))
    rows = held.drawn()
    for one in levels:
        rows = sampling.draw(one, rows, {})
    return tuple(sorted({tuple(str(drawn.row[place]) for place in places) for drawn in rows}))


def _check_types(query: Query, parameter: Parameter) -> None:
    """Raise PatternError where a helper has not the columns that a parameter takes."""
    types = {column.name: column.type for column in query.header.columns}
    wanted = [column.type for column in parameter.table] or [parameter.type]
    for column, type_ in zip(parameter.drawn, wanted, strict=True):
        if types.get(column) != type_:
            there = ", ".join(f"{name}: {found}" for name, found in types.items())
            raise PatternError(
                f"{query.path}: columns: no '{column}: {type_}', which ${parameter.name} asks for; "
                f"available: {there}"
            )


def level(sample: Sample, header: Header, values: Mapping[str, Value], seed: int) -> Level:
    """A header's sample level with its number written in. Raises PatternError when it is none."""
    count = values[sample.count] if isinstance(sample.count, str) else sample.count
    if not isinstance(count, int) or count < 0:
        raise PatternError(f"sample: ${sample.count} is not a number of rows: {count!r}")
    return sampling.level(sample, header.names, count, str(seed))
