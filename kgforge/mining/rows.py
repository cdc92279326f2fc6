"""A row of a pattern's query, as its header reads it: key, group, facts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from kgforge import magnitudes, paths, terms
from kgforge.mining import computing
from kgforge.patterns import COMPARING, COMPUTED, Drawn, Pattern, Role, Row, Value, integer
from kgforge.schema import Cell, Count, Fact, Instance

Getter = Callable[[Row], str]
Cells = Mapping[str, str]
"""The text values of a row, or of a groups file's row, by column."""

_HOLDS: Final = {"holds": True, "chain": True, "not": False}
"""Whether a fact of a kind holds; None of the others."""


class _Spoken(NamedTuple):
    """A role, and how each of its terms is read from a row."""

    role: Role
    subject: Getter
    predicate: Getter
    object: Getter
    values: tuple[Getter, ...]
    cells: tuple[tuple[str, Getter], ...]
    """What its questions name besides."""

    def terms(self, row: Row) -> tuple[str, str, str]:
        return self.subject(row), self.predicate(row), self.object(row)


class RowReader:
    """Reads the rows of one pattern under one set of parameters and one seed."""

    def __init__(self, pattern: Pattern, values: Mapping[str, Value], seed: int) -> None:
        self._name = pattern.name
        self._query = next(iter(pattern.queries.values()))
        self._header = pattern.header
        self._names = pattern.header.names
        self._values = values
        self._seed = str(seed)
        self._roles = [
            _Spoken(
                role,
                self._getter(role.subject),
                self._path(role),
                self._getter(role.object),
                tuple(map(self._getter, role.values)),
                tuple((name, self._told(name)) for name in computing.named(role, self._header)),
            )
            for role in pattern.header.roles
        ]
        self._comparing = [one for one in self._roles if one.role.kind in COMPARING]
        self._settled = [
            (name if name in self._names else "", self._getter(name))
            for role in pattern.header.roles
            for name in role.hops
            if name in pattern.header.group or name not in self._names
        ]
        self._group = [self._spelt(part) for part in pattern.header.group]
        self._item = [self._names.index(name) for name in pattern.header.item]
        self._pairs = [
            (self._names.index(left), self._names.index(right))
            for left, right in zip(*pattern.header.unordered, strict=True)
        ]

    def drawn(self, row: Row) -> Drawn:
        """The row with its key (of the roles' terms), rank and group."""
        key = terms.digest(self._name, *(term for role in self._roles for term in role.terms(row)))
        return Drawn(key, terms.digest(self._seed, self._name, key), self.group(row), row)

    def group(self, row: Row) -> str:
        """The text of the row's group."""
        return "".join(part(row) for part in self._group)

    def is_first(self, row: Row) -> bool:
        """Whether a row is the first, by code point, of the two that say the same."""
        left = [str(row[at]) for at, _ in self._pairs]
        return left <= [str(row[at]) for _, at in self._pairs]

    def tells(self, row: Row) -> bool:
        """Whether the values that a row compares tell which is the larger."""
        return all(
            magnitudes.larger(*(value(row) for value in one.values)) is not None
            for one in self._comparing
        )

    def row(self, cells: Cells) -> Row:
        """A row of the pattern's columns from what a groups file tells; the others are None."""
        return tuple(map(cells.get, self._names))

    def cells(self, names: Iterable[str], row: Row) -> dict[str, str]:
        """The text values of a row, by column."""
        return {
            name: value for name, value in zip(names, row, strict=True) if isinstance(value, str)
        }

    def identity(self, drawn: Drawn) -> object:
        """What rows of one item have in common."""
        return self._item_of(drawn) if self._item else drawn.key

    def facts(self, rows: Iterable[Drawn]) -> tuple[Fact, ...]:
        """The facts of the rows of one item: by key of the row, then by role; each once."""
        ordered = sorted(rows, key=lambda drawn: drawn.key)
        return tuple(dict.fromkeys(fact for drawn in ordered for fact in self._facts(drawn.row)))

    def instance(self, rows: Sequence[Drawn]) -> Instance:
        """The instance that the rows of one item are."""
        facts = self.facts(rows)
        group = min(drawn.group for drawn in rows)
        text = self.text(rows[0].row)
        if text is not None:
            key = terms.digest(self._name, *map(str, self._item_of(rows[0])), *_spelt_out(facts))
        else:
            key = self.key(facts) if self._item else rows[0].key
        return Instance(self._name, group, key, facts, text, self.counts(rows))

    def counts(self, rows: Iterable[Drawn]) -> tuple[Count, ...] | UnsetType:
        """The sums of the columns that the header counts, where it does."""
        rows = list(rows)
        return (
            tuple(
                Count(name, sum(integer(drawn.row[self._names.index(name)]) for drawn in rows))
                for name in self._header.count
            )
            or UNSET
        )

    def ends(self, row: Row) -> Iterator[str]:
        """What each role names: its subject, and its object where that is a term."""
        for spoken in self._roles:
            yield spoken.subject(row)
            yield spoken.object(row)
            yield from (value(row) for name, value in spoken.cells if name != spoken.role.predicate)

    def hops(self, row: Row) -> Iterator[str]:
        """Yield the predicates of each role, those of a chain one by one."""
        for spoken in self._roles:
            yield from paths.hops(spoken.predicate(row))

    def _item_of(self, drawn: Drawn) -> tuple[object, ...]:
        return tuple(drawn.row[at] for at in self._item)

    def key(self, facts: Iterable[Fact]) -> str:
        """The key of an item of several rows."""
        return terms.digest(self._name, *_spelt_out(facts))

    def text(self, row: Row) -> str | None:
        """The sentence, where the header names its column."""
        return str(row[self._names.index(self._header.text)]) if self._header.text else None

    def predicates(self, cells: Cells) -> tuple[str, ...]:
        """Each role's predicate, in the order of the roles, where the group settles it."""
        row = self.row(cells)
        return tuple(
            predicate(row) for column, predicate in self._settled if not column or column in cells
        )

    def _facts(self, row: Row) -> Iterator[Fact]:
        for spoken in self._roles:
            role = spoken.role
            if role.kind in COMPUTED:
                values = [value(row) for value in spoken.values]
                cells = tuple(Cell(name, value(row)) for name, value in spoken.cells)
                yield computing.fact(role, spoken.terms(row), values, cells, self._query)
            else:
                yield Fact(role.name, *spoken.terms(row), _HOLDS.get(role.kind))

    def _path(self, role: Role) -> Getter:
        hops = list(map(self._getter, role.hops))
        return hops[0] if len(hops) == 1 else lambda row: paths.joined(hop(row) for hop in hops)

    def _getter(self, term: str) -> Getter:
        if term in self._names:
            position = self._names.index(term)
            return lambda row: str(row[position])
        constant = str(self._values[term[1:]]) if term.startswith("$") else term
        return lambda row: constant

    def _told(self, name: str) -> Getter:
        """A column as a term: texts and numbers are literals."""
        get = self._getter(name)
        type_ = next(column.type for column in self._header.columns if column.name == name)
        return get if type_ in {"iri", "term"} else lambda row: terms.literal(get(row))

    def _spelt(self, part: str) -> Getter:
        if part.startswith('"'):
            return lambda row: part[1:-1]
        get = self._getter(part)
        if any((one.name, one.type) == (part, "str") for one in self._header.columns):
            return get  # a text says nothing of IRIs, though it look like one
        known: dict[str, str] = {}

        def spell(row: Row) -> str:
            term = get(row)
            if term not in known:
                known[term] = terms.spelt(term)
            return known[term]

        return spell


def _spelt_out(facts: Iterable[Fact]) -> Iterator[str]:
    for fact in facts:
        yield from (fact.subject, fact.predicate, fact.object)
