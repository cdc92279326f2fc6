"""Wikidata's entity JSON: a dump, one entity, or the reply of ``wbgetentities``.

A dump is ``[``, one entity per line with a comma after it, ``]``; lines without the brackets and an
array on one line or spread over many are read too, all of them entity by entity. Items, properties,
lexemes (with forms and senses) and media files are read.

Only best-rank ("truthy") statements are facts: the preferred ones of a property where it has some,
else the normal ones. Others are left out, as in Wikidata's own truthy export, and counted. Values:

- entities are IRIs under ``wd:`` (a property among them too: ``wd:P31``),
- times are xsd:date, xsd:gYearMonth or xsd:gYear by their precision, xsd:dateTime where it is finer
  than a day or coarser than a year; days of the Julian calendar are converted to the Gregorian one
  and years before Christ counted with a year 0, as XML Schema 1.1 and Wikidata's export have it,
- quantities are xsd:decimal, without their unit, as in the truthy export,
- coordinates are geo:wktLiteral, ``Point(LONGITUDE LATITUDE)``,
- monolingual texts are tagged literals, all other values (strings, external ids, also URLs and
  names of files on Commons) plain strings.

A statement without a value (``somevalue``, ``novalue``), or whose value is of an unknown type or
out of its bounds, is skipped. A property's labels lie on the predicate ``wdt:P31``. Names in
Wikidata's language ``mul``, which hold in any language, are kept with those of the languages asked
for, as what they are.
"""

import calendar
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from kgforge import bounds, terms
from kgforge.errors import SourceError
from kgforge.files import array_items, head, lines, reading
from kgforge.loaders import _ranks
from kgforge.loaders._naming import Kind, unasked
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

SUFFIXES: Final = (".json", ".jsonl", ".ndjson")
LICENCE: Final = "CC0-1.0"

_COMMONS: Final = "https://commons.wikimedia.org/entity/"
_EARTH: Final = "http://www.wikidata.org/entity/Q2"
_JULIAN: Final = "http://www.wikidata.org/entity/Q1985786"
_WKT: Final = terms.PREFIXES["geo"] + "wktLiteral"
_YEAR: Final = 9
_MONTH: Final = 10
_DAY: Final = 11
_LETTERS: Final = {"item": "Q", "property": "P", "lexeme": "L"}
_ID: Final = re.compile(r"[QPME][1-9]\d*|L[1-9]\d*(?:-[FS][1-9]\d*)?")
_PROPERTY: Final = re.compile(r"P[1-9]\d*")
_TIME: Final = re.compile(r"([+-])(\d{1,16})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)Z", re.A)
_RECOGNISED: Final = re.compile(
    rb'"type"\s*:\s*"(?:item|property|lexeme|mediainfo)"|^\{\s*"entities"\s*:'
)
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"
_NAMES: Final[dict[str, Kind]] = {
    "labels": "label",
    "lemmas": "label",
    "representations": "label",
    "aliases": "alias",
    "descriptions": "description",
    "glosses": "description",
}
_Json = dict[str, Any]


class _UnusableError(ValueError):
    """A value that becomes no term; its text is the reason."""


def recognises(path: Path) -> bool:
    """Whether a file begins as Wikidata's entity JSON."""
    start = head(path).lstrip(_BLANK)
    return start[:1] in {b"[", b"{"} and _RECOGNISED.search(start) is not None


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """One entry per entity.

    Raises SourceError for a file that is truncated, not UTF-8, or no JSON at all; a line of a dump
    that is malformed, and an entity that is missing, are skipped.
    """
    for where, record in _records(path):
        if isinstance(record, Skip):
            yield Entry(skipped=(record,))
        else:
            yield from _entries(record, where, options)


# ── Records ─────────────────────────────────────────────────────────────────────────────────────
def _records(path: Path) -> Iterator[tuple[str, Any]]:
    """Each JSON value with its place, or a Skip for one that is malformed."""
    start = head(path).lstrip(_BLANK)
    if start[:1] not in {b"[", b"{"}:
        raise SourceError(f"{path} is not Wikidata's entity JSON: no [ or {{ at the start")
    first, _, rest = start.partition(b"\n")
    second = rest.partition(b"\n")[0].rstrip()
    if first.strip() == b"[" and second != b"{" and second == second.lstrip():
        yield from _lines(path)
    elif first.startswith(b"["):
        for number, record in enumerate(array_items(path), 1):
            yield f"record {number}", record
    elif not second or second.startswith(b'{"'):
        yield from _lines(path)
    else:
        yield "record 1", _whole(path)


def _lines(path: Path) -> Iterator[tuple[str, Any]]:
    """One value per line, with or without a comma after it and brackets around all."""
    broken = ""
    for line in lines(path):
        text = line.data.removeprefix(b"\xef\xbb\xbf").strip().removesuffix(b",")
        if not text or text == b"[":
            continue
        where, broken = f"line {line.number}", ""
        if text == b"]":
            continue
        if line.too_long or bounds.is_crowded(text):
            reason = bounds.TOO_LONG if line.too_long else f"a line {bounds.CROWDED}"
            yield where, Skip(reason, where)
            continue
        try:
            yield where, msgspec.json.decode(text)
        except UnicodeDecodeError as error:
            reason = f"{error.reason}, after byte {line.offset}"
            raise SourceError(f"{path}, {where}: not UTF-8 ({reason})") from error
        except (msgspec.DecodeError, RecursionError) as error:
            broken = f"{where}: malformed JSON ({error})"
            yield where, Skip("malformed JSON", where)
    if broken:
        raise SourceError(f"{path} ends within a record, {broken}")


def _whole(path: Path) -> Any:
    with reading(path) as stream:
        bounded = io.BufferedReader(bounds.Json(stream, path))
        text = bounded.read(bounds.LARGEST + 1).removeprefix(b"\xef\xbb\xbf")
    if len(text) > bounds.LARGEST or bounds.is_crowded(text):
        size = "larger than 16 MB" if len(text) > bounds.LARGEST else bounds.CROWDED
        raise SourceError(f"{path}: one JSON value {size}: write an entity to a line")
    try:
        return msgspec.json.decode(text)
    except UnicodeDecodeError as error:
        raise SourceError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from error
    except msgspec.DecodeError as error:
        raise SourceError(f"{path}: malformed JSON ({error})") from error


# ── Entities ────────────────────────────────────────────────────────────────────────────────────
def _entries(record: Any, where: str, options: ReadOptions) -> Iterator[Entry]:
    match record:
        case {"entities": dict(entities)}:
            for entity in entities.values():
                yield _entry(entity, where, options)
        case {"entities": list(entities)}:
            for entity in entities:
                yield _entry(entity, where, options)
        case _:
            yield _entry(record, where, options)


def _entry(entity: Any, where: str, options: ReadOptions) -> Entry:
    match entity:
        case {"missing": _}:
            return _nothing("missing entity", f"{where}, {entity.get('id') or entity.get('title')}")
        case {"error": error}:
            return _nothing("an error reply instead of entities", f"{where}: {_code(error)}")
        case {"redirect": _}:
            return _nothing("redirect", f"{where}, {entity.get('entity')}")
        case {"id": str(number)} if _ID.fullmatch(number):
            return _described(entity, f"{where}, {number}", options)
    return _nothing("not an entity", where)


def _nothing(reason: str, where: str) -> Entry:
    return Entry(skipped=(Skip(reason, where),))


def _code(error: Any) -> str:
    return str(error.get("code", "?")) if isinstance(error, dict) else str(error)


def _described(entity: _Json, where: str, options: ReadOptions) -> Entry:
    triples: list[Triple] = []
    labels: list[Label] = []
    skipped: list[Skip] = []
    elsewhere: list[tuple[str, str]] = []
    for part in _parts(entity):
        subject = _iri(part["id"])
        labels.extend(_labels(part, terms.named(subject), options))
        elsewhere.extend(unasked(subject, part.get("labels"), options))
        for statement, reason in _ranked(part):
            place = f"{where}, {_property(statement) or 'statement'}"
            if reason:
                skipped.append(Skip(reason, place, usual=True))
                continue
            try:
                triples.append(_triple(subject, statement))
            except _UnusableError as error:
                skipped.append(Skip(str(error), place, triple=True))
    named = Entry(tuple(triples), tuple(labels), unasked=tuple(elsewhere))
    return msgspec.structs.replace(named, skipped=tuple(skipped))


def _parts(entity: _Json) -> Iterator[_Json]:
    """The entity, and a lexeme's forms and senses."""
    yield entity
    for name in ("forms", "senses"):
        for part in _list(entity.get(name)):
            if isinstance(part, dict) and _ID.fullmatch(str(part.get("id"))):
                yield part


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _labels(part: _Json, entity: str, options: ReadOptions) -> Iterator[Label]:
    for name, kind in _NAMES.items():
        texts = part.get(name)
        if not isinstance(texts, dict):  # an empty one is written []
            continue
        for language, found in texts.items():
            if options.wants(language) and terms.is_language(language):
                for text in _texts(found, kind):
                    yield Label(entity, kind, text, language.lower())


def _texts(found: Any, kind: Kind) -> Iterator[str]:
    for text in _list(found) if kind == "alias" else [found]:
        match text:
            case {"value": str(value)} if value:
                yield value


# ── Statements ──────────────────────────────────────────────────────────────────────────────────
def _ranked(part: _Json) -> Iterator[tuple[Any, str]]:
    """Each statement, and why its rank makes it no fact."""
    claims = part.get("claims") or part.get("statements") or {}
    if isinstance(claims, dict):
        for statements in map(_list, claims.values()):
            preferred = any(_rank(one) == "preferred" for one in statements)
            for one in statements:
                yield one, _ranks.left_out(_rank(one), beside_preferred=preferred)


def _rank(statement: Any) -> Any:
    return statement.get("rank", "normal") if isinstance(statement, dict) else "normal"


def _property(statement: Any) -> str | None:
    match statement:
        case {"mainsnak": {"property": str(number)}} if _PROPERTY.fullmatch(number):
            return number
    return None


def _triple(subject: str, statement: Any) -> Triple:
    number = _property(statement)
    if number is None:
        raise _UnusableError("malformed statement")
    match statement["mainsnak"]:
        case {"snaktype": "somevalue" | "novalue" as kind}:
            raise _UnusableError(kind)
        case {"datavalue": dict(value)}:
            return Triple(subject, terms.wikidata_predicate(number), _term(value))
    raise _UnusableError("malformed statement")


def _iri(number: str) -> str:
    return _COMMONS + number if number.startswith("M") else terms.wikidata_entity(number)


def _term(datavalue: _Json) -> str:
    match datavalue:
        case {"type": "wikibase-entityid", "value": dict(value)}:
            return _entity(value)
        case {"type": "string", "value": str(text)}:
            return terms.literal(text)
        case {"type": "monolingualtext", "value": {"text": str(text), "language": str(language)}}:
            if not terms.is_language(language):
                raise _UnusableError("language tag is not well-formed")
            return terms.literal(text, language=language)
        case {"type": "time", "value": {"time": str(time), "precision": int(precision)}}:
            return _time(time, precision, datavalue["value"].get("calendarmodel"))
        case {"type": "quantity", "value": {"amount": str(amount)}}:
            return _quantity(amount)
        case {"type": "globecoordinate", "value": dict(value)}:
            return _coordinates(value)
        case {"type": str(kind)} if kind not in _KNOWN:
            raise _UnusableError(f"unknown type of value {kind!r}")
    raise _UnusableError("malformed value")


_KNOWN: Final = frozenset(
    ["wikibase-entityid", "string", "monolingualtext", "time", "quantity", "globecoordinate"]
)


def _entity(value: _Json) -> str:
    match value:
        case {"id": str(number)} if _ID.fullmatch(number):
            return _iri(number)
        case {"entity-type": str(kind), "numeric-id": int(digits)} if kind in _LETTERS:
            return _iri(f"{_LETTERS[kind]}{digits}")
    raise _UnusableError("malformed value")


def _quantity(amount: str) -> str:
    return terms.literal(_decimal(amount), datatype=terms.XSD + "decimal")


def _decimal(text: str) -> str:
    try:
        return terms.decimal(text)
    except ValueError:
        raise _UnusableError("malformed value") from None


def _coordinates(value: _Json) -> str:
    longitude, latitude = (_decimal(str(value.get(name))) for name in _AXES)
    globe = value.get("globe") or _EARTH
    other = "" if globe == _EARTH else f"<{globe}> "
    return terms.literal(f"{other}Point({longitude} {latitude})", datatype=_WKT)


_AXES: Final = ("longitude", "latitude")


# ── Times ───────────────────────────────────────────────────────────────────────────────────────
def _time(time: str, precision: int, calendar_model: str | None) -> str:
    """A time as XML Schema 1.1 writes it, following Wikidata's truthy export."""
    found = _TIME.fullmatch(time)
    if found is None:
        raise _UnusableError("malformed value")
    year, month, day = int(found[2]), int(found[3]), int(found[4])
    if year == 0:
        raise _UnusableError("time without a year")
    if found[1] == "-":
        year = -year + (precision >= _YEAR)  # 1 BC is the year 0
    if precision == _YEAR:
        return _typed(_year(year), "gYear")
    if precision == _MONTH:
        _must_exist(month, 1, 12)
        return _typed(f"{_year(year)}-{month:02}", "gYearMonth")
    if precision < _YEAR:
        month, day = month or 1, day or 1
    year, month, day = _gregorian_day(year, month, day, calendar_model, precision)
    date = f"{_year(year)}-{month:02}-{day:02}"
    if precision == _DAY:
        return _typed(date, "date")
    return _typed(f"{date}T{found[5]}Z", "dateTime")


def _typed(text: str, datatype: str) -> str:
    return terms.literal(text, datatype=terms.XSD + datatype)


def _year(year: int) -> str:
    return f"{'-' if year < 0 else ''}{abs(year):04}"


def _gregorian_day(
    year: int, month: int, day: int, calendar_model: str | None, precision: int
) -> tuple[int, int, int]:
    """A day that exists, in the Gregorian calendar where it is exact."""
    julian = calendar_model == _JULIAN
    _must_exist(month, 1, 12)
    leap = year % 4 == 0 if julian else calendar.isleap(year)
    _must_exist(day, 1, calendar.monthrange(2000 if leap else 2001, month)[1])
    return gregorian(year, month, day) if julian and precision >= _DAY else (year, month, day)


def _must_exist(number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise _UnusableError("a day that no calendar has")


def gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """A day of the Julian calendar in the Gregorian one, with a year 0 in both.

    By way of the Julian day number (E. G. Richards, in the Explanatory Supplement to the
    Astronomical Almanac, third edition, section 15.11).

    >>> gregorian(1582, 10, 5)
    (1582, 10, 15)
    """
    after = (14 - month) // 12
    years, months = year + 4800 - after, month + 12 * after - 3
    number = day + (153 * months + 2) // 5 + 365 * years + years // 4 - 32083
    shifted = number + 1401 + (4 * number + 274277) // 146097 * 3 // 4 - 38
    quarters = 4 * shifted + 3
    days = 5 * (quarters % 1461 // 4) + 2
    month = (days // 153 + 2) % 12 + 1
    return quarters // 1461 - 4716 + (14 - month) // 12, month, days % 153 // 5 + 1
