"""How the stores in SQL count groups and draw rows (``stores.DrawingStore``).

A query is wrapped in another one, and that is asked as any is. SQL hashes as Python does, so that
the engine ranks rows as mining does.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from kgforge import terms
from kgforge.patterns import (
    COMPUTED,
    Column,
    Header,
    Level,
    Parameter,
    Query,
    Role,
    Row,
    Sample,
    Value,
    sql_text,
)
from kgforge.stores import _tables

_TYPES: Final = ("iri", "term", "str", "int")
"""Column types that the engine can write as Python does; of a float they differ."""
_KEPT: Final = "groups_kept"
_UNNAMED: Final = "ends_without_name"
_ROWS, _NAMED = "rows_to_draw", "terms_to_draw"
_LACKING: Final = (
    " UNION ALL SELECT CAST(id AS BIGINT), CAST(value AS STRING) "
    f"FROM (VALUES ${_tables.LACKING.name}) AS lacking(id, value)"
)
"""Further terms: those that a query itself brings in, so that a row may have them."""
_COUNTS: Final = ("counted_rows", "counted_matches", "counted_misfits")


class _Asked(Protocol):
    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]: ...


class DrawsInSql:
    """What makes a store in SQL a ``stores.DrawingStore``."""

    def draws(self, query: Query, sample: Sample) -> bool:
        """See ``stores.DrawingStore.draws``."""
        return (
            not (sample.by or query.header.item)
            and set(sample.unit) <= set(_terms(query.header))
            and all(column.type in _TYPES for column in query.header.columns)
            and set(_spoken(query.header)) & set(query.header.names) <= set(_terms(query.header))
            and set(_told_apart(query.header)) <= set(_iris(query.header))
            and not any(role.kind in COMPUTED for role in query.header.roles)
            and ";" not in query.text
        )

    def counting(self, query: Query, *, matches: bool) -> Query:
        """See ``stores.DrawingStore.counting``."""
        header = query.header
        names = header.group_columns
        first = _first(header) if matches else ""
        right = " AND ".join(
            f"found.{column.name} {'> 0' if column.type == 'iri' else 'IS NOT NULL'}"
            for column in header.columns
        )
        counts = (
            "COUNT(*)",
            f"COUNT(CASE WHEN {first} THEN 1 END)" if first else "COUNT(*)",
            f"COUNT(CASE WHEN {right} THEN NULL ELSE 1 END)",
        )
        shown = [f"found.{name} AS {name}" for name in names]
        shown += [f"{count} AS {name}" for name, count in zip(_COUNTS, counts, strict=True)]
        text = f"SELECT {', '.join(shown)} FROM {_found(query)}"
        if first:
            text += _joined(_compared(header), f"(SELECT id, value FROM terms{_LACKING})")
        if names:
            text += f" GROUP BY {', '.join(f'found.{name}' for name in names)}"
        columns = [Column(name, "iri") for name in names] + [
            Column(name, "int") for name in _COUNTS
        ]
        return _asking(query, text, columns, header.params)

    def drawn(
        self: _Asked,
        query: Query,
        level: Level,
        values: Mapping[str, Value],
        groups: Sequence[tuple[str, ...]] | None = None,
        unnamed: tuple[str, ...] = (),
    ) -> Iterator[Row]:
        """See ``stores.DrawingStore.drawn``."""
        return self.query(*_drawing(query, level, values, groups, unnamed))


def _drawing(
    query: Query,
    level: Level,
    values: Mapping[str, Value],
    kept: Sequence[tuple[str, ...]] | None = None,
    unnamed: tuple[str, ...] = (),
) -> tuple[Query, Mapping[str, Value]]:
    """A query for the rows that a level draws, and its parameters."""
    header = query.header
    names = header.group_columns
    found, params = _found(query), list(header.params)
    if kept is not None and names:
        same = " AND ".join(f"kept.{_kept(name)} = found.{name}" for name in names)
        found += f" JOIN (VALUES ${_KEPT}) AS kept({', '.join(map(_kept, names))}) ON {same}"
        table = tuple(Column(name, "iri") for name in names)
        params.append(Parameter(_KEPT, "table", many=True, table=table))
        values = {**values, _KEPT: tuple(kept)}
        # The join says it all; these besides an engine hands down to the query's own tables.
        for at, name in enumerate(names):
            found += f" {'AND' if at else 'WHERE'} found.{name} IN (${_kept(name)})"
            params.append(Parameter(_kept(name), "iri", many=True))
            values[_kept(name)] = tuple(dict.fromkeys(cells[at] for cells in kept))
    drawable = _drawable(header)
    if unnamed:
        drawable += "".join(f" AND {one}" for one in _named_ends(header, values, unnamed))
        params.append(Parameter(_UNNAMED, "iri", many=True))
        values = {**values, _UNNAMED: unnamed}
    within = [*(names if level.per_group else ()), *(header.names[at] for at in level.per)]
    parted = f"PARTITION BY {', '.join(f'found.{name}' for name in within)} " if within else ""
    rank = _unit(header, level) if level.unit else _rank(query, level.seed, values)
    place = f"{'DENSE_RANK' if level.unit else 'ROW_NUMBER'}() OVER ({parted}ORDER BY {rank})"
    shown = ", ".join(f"ranked.{name}" for name in header.names)
    few = names if kept is not None else ()
    many = [name for name in _terms(header) if name not in few]
    joined = _joined(many, _NAMED) + "".join(_joined([name], _of_kept(name)) for name in few)
    text = (
        f"WITH {_ROWS} AS (SELECT found.* FROM {found}){_named(header, many)} "
        f"SELECT {shown} FROM (SELECT found.*, {place} AS place_drawn "
        f"FROM {_ROWS} AS found{joined} WHERE {drawable}) AS ranked "
        f"WHERE place_drawn <= {level.count}"
    )
    return _asking(query, text, header.columns, params), values


def _asking(
    query: Query,
    text: str,
    columns: Iterable[Column],
    params: Iterable[Parameter],
) -> Query:
    changed = msgspec.structs.replace(
        query.header, columns=tuple(columns), params=(*params, _tables.LACKING)
    )
    return msgspec.structs.replace(query, text=text, header=changed)


# ── SQL ─────────────────────────────────────────────────────────────────────────────────────────
def _found(query: Query) -> str:
    """The query as a table; its lines stay where they are, by which an engine names errors."""
    return f"({query.text}\n) AS found"


def _kept(name: str) -> str:
    """The name of a column of the groups to draw from, and of its list: no word of SQL."""
    return f"kept_{name}"


def _of_kept(name: str) -> str:
    """The terms of a column of the groups to draw from, which are few; of an IRI they are text."""
    return f"(SELECT id, value FROM terms WHERE id IN (${_kept(name)}){_LACKING})"


def _joined(names: Iterable[str], table: str = "terms") -> str:
    """Joins that give each of these columns its term's text."""
    return "".join(f" LEFT JOIN {table} AS {name}_ ON {name}_.id = found.{name}" for name in names)


def _named(header: Header, names: Sequence[str]) -> str:
    """A further table of a query: the terms of its rows alone, as each join takes those it has.

    The rows are read for it once, though *names* are several columns.
    """
    if not names:
        return ""
    text = "value" if set(names) <= set(_iris(header)) else _tables.written()
    each = " ".join(f"WHEN {at} THEN found.{name}" for at, name in enumerate(names))
    places = ", ".join(f"({at})" for at in range(len(names)))
    return (
        f", {_NAMED} AS (SELECT id, {text} AS value FROM terms WHERE id IN ("
        f"SELECT CASE places.place {each} END "
        f"FROM {_ROWS} AS found CROSS JOIN (VALUES {places}) AS places(place)){_LACKING})"
    )


def _iris(header: Header) -> tuple[str, ...]:
    return tuple(column.name for column in header.columns if column.type == "iri")


def _terms(header: Header) -> tuple[str, ...]:
    return tuple(column.name for column in header.columns if column.type in {"iri", "term"})


def _compared(header: Header) -> tuple[str, ...]:
    """The columns that differ between two rows that say the same."""
    pairs = zip(*header.unordered, strict=True)
    return tuple(left for left, right in pairs if left != right)


def _first(header: Header) -> str:
    """The condition of a row that is the first, by code point, of two that say the same."""
    pairs = [pair for pair in zip(*header.unordered, strict=True) if pair[0] != pair[1]]
    left, right = (", ".join(f"{pair[side]}_.value" for pair in pairs) for side in (0, 1))
    return f"({left}) <= ({right})" if pairs else ""


def _drawable(header: Header) -> str:
    """The condition of a row that may be drawn: first of its kind, and without a blank node."""
    texts = [f"{name}_.value" for name in _terms(header)]
    texts += [f"found.{column.name}" for column in header.columns if column.type == "str"]
    size = len(terms.BLANK)
    said = [f"SUBSTR({text}, 1, {size}) <> {sql_text(terms.BLANK)}" for text in texts]
    return " AND ".join([*filter(None, [_first(header)]), *said]) or "1 = 1"


def _named_ends(
    header: Header, values: Mapping[str, Value], unnamed: Collection[str]
) -> Iterator[str]:
    """The conditions of a row whose roles have no subject or object that is without a name."""
    ends = (end for role in header.roles for end in (role.subject, role.object))
    for end in dict.fromkeys(ends):
        if end in header.names:
            yield f"found.{end} NOT IN (${_UNNAMED})"
        elif str(values[end[1:]] if end.startswith("$") else end) in unnamed:
            yield "1 = 0"


def _rank(query: Query, seed: str, values: Mapping[str, Value]) -> str:
    """The rank of a row, which Python computes likewise (``RowReader.drawn``)."""

    def text(term: str) -> str:
        if term in query.header.names:
            return f"{term}_.value"
        return sql_text(str(values[term[1:]]) if term.startswith("$") else term)

    def path(role: Role) -> str:
        if role.kind != "chain":
            return text(role.predicate)
        return "CONCAT('<', " + ", '>/<', ".join(map(text, role.hops)) + ", '>')"

    said = [
        one
        for role in query.header.roles
        for one in (text(role.subject), path(role), text(role.object))
    ]
    name = sql_text(query.name)
    return _sha256(sql_text(seed), name, _sha256(name, *said))


def _unit(header: Header, level: Level) -> str:
    """The place of a row's unit, which Python computes likewise (``Level.place``)."""
    texts = (f"{header.names[at]}_.value" for at in level.unit)
    return _sha256(sql_text(level.seed), *texts)


def _sha256(*texts: str) -> str:
    return f"SHA2(CONCAT_WS(CHR(10), {', '.join(texts)}), 256)"


def _spoken(header: Header) -> Iterator[str]:
    for role in header.roles:
        yield from role.terms


def _told_apart(header: Header) -> Iterator[str]:
    """The columns by which groups are told apart, or the two rows that say the same."""
    yield from header.group_columns
    yield from (name for side in header.unordered for name in side)
