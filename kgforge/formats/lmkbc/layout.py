"""A line of the layout, what its objects are, and the terms that its ids mean."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kgforge import files, terms
from kgforge.errors import BenchmarkError
from kgforge.formats.lmkbc.evaluators import FIELDS, NUMERIC, Year
from kgforge.schema import ReadOptions

NAMES, IDS = "ObjectEntities", "ObjectEntitiesID"
UNEVEN: Final = "row with another number of names than of ids"
_ENTITY: Final = re.compile(r"Q[1-9][0-9]*")
_NUMBER: Final = terms.XSD + "decimal"
_WITHOUT_NULL: Final = 2025
"""The year from which an evaluator stops at an object that is null."""


class Row(
    Struct,
    frozen=True,
    rename={
        "subject": "SubjectEntity",
        "relation": "Relation",
        "id": "SubjectEntityID",
        "number": "WikidataID",
        "names": NAMES,
        "ids": IDS,
    },
):
    """A line; which fields it has depends on the year."""

    subject: str
    relation: str
    id: str | None = None
    number: int | str | None = None
    """Of 2022: the subject's id without its ``Q``."""
    names: list[str | list[str | None] | None] | UnsetType | None = UNSET
    """Names; of 2022 lists of all names of one object."""
    ids: list[str | None] | UnsetType | None = UNSET

    @property
    def subject_id(self) -> str:
        """The id of the subject; empty where there is none."""
        if self.id:
            return self.id
        number = str(self.number or "")
        return f"Q{number}" if number.isdecimal() else number


class Object(Struct, frozen=True):
    """One object: its id, if it has one, and its names, the first one its label."""

    id: str
    names: tuple[str, ...]


class Kept(Struct, frozen=True):
    """What stands beside items that were read from this layout."""

    year: Year | None = None
    """None: they were not."""
    base: str = ReadOptions().base
    rows: tuple[dict[str, Any], ...] = ()
    """All lines of the file, in its order."""
    places: dict[str, int] = {}
    """Items to the places of their lines, from 0."""


def decoded(kept: bytes) -> Kept:
    """What lies beside items. Raises BenchmarkError where it is damaged."""
    try:
        found = msgspec.json.decode(kept, type=Kept) if kept else Kept()
    except files.DAMAGED as error:
        raise BenchmarkError(
            f"lmkbc.json is damaged: {error}: remove it, or get it back"
        ) from error
    for item, place in found.places.items():
        if not 0 <= place < len(found.rows):
            raise BenchmarkError(
                f"lmkbc.json is damaged: {item} is said to be row {place} of {len(found.rows)}: "
                "remove it, or get it back"
            )
    return found


def row(line: Mapping[str, Any], where: str) -> Row:
    """A line, checked. Raises BenchmarkError where it is none of the layout."""
    try:
        found = msgspec.convert(line, Row)
    except msgspec.ValidationError as error:
        raise BenchmarkError(f"{where}: no line of LM-KBC: {error}") from None
    if found.names is UNSET and found.ids is UNSET:
        raise BenchmarkError(f"{where}: no line of LM-KBC: neither {NAMES} nor {IDS}")
    return found


def needs(line: Mapping[str, Any], year: Year, where: str) -> None:
    """Raise BenchmarkError where a line of predictions has not what a year's evaluator reads.

    Those before 2025 read null, too.
    """
    field = FIELDS[year]
    if field not in line:
        raise BenchmarkError(f"{where}: the evaluator reads {field}, which this line lacks")
    for one in line[field] or ():
        if not (isinstance(one, str) or (one is None and year < _WITHOUT_NULL)):
            said = msgspec.json.encode(one).decode()
            raise BenchmarkError(f"{where}: {field} has {said}, and the evaluator reads texts")


def year_of(rows: Sequence[Row]) -> Year:
    """Of which year a file is, by its fields; where these are the same, by its relations."""
    relations = {one.relation for one in rows}
    if any(one.number is not None or _is_nested(one) for one in rows):
        return 2022
    if any(one.ids == [""] for one in rows) or any(name[:1].isupper() for name in relations):
        return 2023
    if not relations.isdisjoint(NUMERIC):
        return 2025
    return 2025 if all(one.ids is UNSET for one in rows) else 2024


def _is_nested(one: Row) -> bool:
    return any(isinstance(name, list) for name in one.names or ())


def objects(one: Row, year: Year | None) -> tuple[Object, ...] | str:
    """The objects of a line, each once; or why they cannot be told."""
    names, ids = _named(one.names), [id or "" for id in one.ids or ()]
    by_name = year is not None and FIELDS[year] == NAMES
    if one.names is UNSET:
        pairs: Iterable[tuple[str, tuple[str, ...]]] = ((id, ()) for id in ids)
    elif len(names) == len(ids):
        pairs = zip(ids, names, strict=True)
    elif one.ids is UNSET or year is None or by_name:
        pairs = (("", each) for each in names)
    else:
        return UNEVEN
    found: dict[tuple[str, ...], Object] = {}
    for id, each in pairs:
        if id or each:
            found.setdefault((id,) if id and not by_name else each, Object(id, each or (id,)))
    return tuple(found.values())


def _named(names: Iterable[Any] | UnsetType | None) -> list[tuple[str, ...]]:
    """The names of each object, without empty ones."""
    every = ([name] if not isinstance(name, list) else name for name in names or ())
    return [tuple(dict.fromkeys(name for name in each if name)) for each in every]


# ── Terms ───────────────────────────────────────────────────────────────────────────────────────
def term(one: Object, base: str) -> str:
    """The term that an object is: an entity, a number, or a name under a base.

    >>> term(Object("Q64", ("Berlin",)), "urn:x:"), term(Object("52", ("52",)), "urn:x:")
    ('http://www.wikidata.org/entity/Q64', '"52"^^<http://www.w3.org/2001/XMLSchema#decimal>')
    """
    return entity(one.id, base) if _ENTITY.fullmatch(one.id) else _value(one.names[0], base)


def entity(id: str, base: str) -> str:
    """The term of an id, or of a name."""
    return terms.wikidata_entity(id) if _ENTITY.fullmatch(id) else base + terms.encoded(id)


def _value(name: str, base: str) -> str:
    try:
        number = terms.decimal(name.replace(",", ""))
    except ValueError:
        return base + terms.encoded(name)
    return terms.literal(number, datatype=_NUMBER)


def id_of(term: str, base: str) -> str:
    """What the layout calls a term: an id of Wikidata, a literal's value, a name, or the IRI."""
    if terms.is_literal(term):
        return terms.text_of(term)
    short = term.removeprefix(terms.PREFIXES["wd"])
    if _ENTITY.fullmatch(short):
        return short
    return unquote(term.removeprefix(base)) if term.startswith(base) else term


def relation_of(predicate: str, base: str) -> str:
    """What the layout calls a predicate."""
    if predicate.startswith(base):
        return unquote(predicate.removeprefix(base))
    return terms.local_name(predicate) or predicate
