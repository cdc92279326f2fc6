"""Wikidata's entity JSON: a dump, one entity, or the reply of ``wbgetentities``.

That of the REST interface and simplified claims, as wikibase-sdk writes them, are read, too.

A dump is ``[``, one entity per line with a comma after it, ``]``; lines without the brackets and an
array on one line or spread over many are read too, all of them entity by entity. Items, properties,
lexemes (with forms and senses) and media files are read.

Only best-rank ("truthy") statements are facts: the preferred ones of a property where it has some,
else the normal ones. Others are left out, as in Wikidata's own truthy export, and counted. Values:

- entities are IRIs under ``wd:`` (a property among them too: ``wd:P31``),
- times are xsd:date, xsd:gYearMonth or xsd:gYear by their precision, xsd:dateTime where it is finer
  than a day, and kgf:decade, kgf:century or kgf:millennium where it is coarser than a year; days of
  the Julian calendar are converted to the Gregorian one and years before Christ counted with a year
  0, as XML Schema 1.1 and Wikidata's export have it,
- quantities are xsd:decimal, or have the IRI of their unit as the datatype,
- coordinates are geo:wktLiteral, ``Point(LONGITUDE LATITUDE)``,
- monolingual texts are tagged literals, all other values (strings, external ids, also URLs and
  names of files on Commons) plain strings.

A statement without a value (``somevalue``, ``novalue``), or whose value is of an unknown type or
out of its bounds, is skipped. A property's labels lie on the predicate ``wdt:P31``. Names in
Wikidata's language ``mul``, which hold in any language, are kept with those of the languages asked
for, as what they are.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from kgforge import bounds
from kgforge.errors import SourceError
from kgforge.files import array_items, head, lines, reading
from kgforge.loaders import _wikidata
from kgforge.schema import Entry, ReadOptions

SUFFIXES: Final = (".json", ".jsonl", ".ndjson")
LICENCE: Final = "CC0-1.0"

_RECOGNISED: Final = re.compile(
    rb'"type"\s*:\s*"(?:item|property|lexeme|mediainfo)"|^\{\s*"entities"\s*:'
)
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"


def recognises(path: Path) -> bool:
    """Whether a file begins as Wikidata's entity JSON."""
    start = head(path).lstrip(_BLANK)
    return start[:1] in {b"[", b"{"} and _RECOGNISED.search(start) is not None


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """One entry per entity.

    Raises SourceError for a file that is truncated, not UTF-8, or no JSON at all; a line of a dump
    that is malformed, and an entity that is missing, are skipped.
    """
    if _is_lines(path):
        dump = _wikidata.Dump(str(path), options)
        for line in lines(path):
            yield from dump.entries(line)
        dump.end()
        return
    for number, record in enumerate(_records(path), 1):
        yield from _wikidata.entries(_wikidata.converted(record), f"record {number}", options)


def written(path: Path, options: ReadOptions) -> Iterator[Entry | bytes]:
    """As ``read``; of a dump plain facts as lines of N-Triples, of many entities together.

    A large dump is read by several processes.
    """
    if not _is_lines(path):
        yield from read(path, options)
        return
    with reading(path) as stream:
        yield from _wikidata.written(stream, path, options)


def _is_lines(path: Path) -> bool:
    """Whether a file has one JSON value per line. Raises SourceError for one that has none."""
    start = head(path).lstrip(_BLANK)
    if start[:1] not in {b"[", b"{"}:
        raise SourceError(f"{path} is not Wikidata's entity JSON: no [ or {{ at the start")
    first, _, rest = start.partition(b"\n")
    second = rest.partition(b"\n")[0].rstrip()
    if first.strip() == b"[":
        return second == second.lstrip() and _has_values(rest)
    is_spread = first.startswith(b"[") or (second and not second.startswith(b'{"'))
    return not is_spread and (not second or _has_values(start))


def _has_values(lines: bytes) -> bool:
    """Whether one of the lines that begin a file is an entity: a value may stand on several."""
    whole = lines[: lines.rfind(b"\n") + 1].splitlines()
    return not whole or any(map(_is_value, whole))


def _is_value(line: bytes) -> bool:
    try:
        text = line.strip().removesuffix(b",").decode(errors="replace")
        return isinstance(msgspec.json.decode(text), dict)
    except (msgspec.DecodeError, RecursionError):
        return False


def _records(path: Path) -> Iterator[Any]:
    """The values of a file that is one array, or one value."""
    if head(path).lstrip(_BLANK).startswith(b"["):
        yield from array_items(path)
    else:
        yield _whole(path)


def _whole(path: Path) -> Any:
    with reading(path) as stream:
        bounded = io.BufferedReader(bounds.Json(stream, path))
        text = bounded.read(bounds.LARGEST + 1).removeprefix(b"\xef\xbb\xbf")
    if len(text) > bounds.LARGEST or bounds.is_crowded(text):
        size = "larger than 16 MB" if len(text) > bounds.LARGEST else bounds.CROWDED
        raise SourceError(f"{path}: one JSON value {size}: write an entity to a line")
    try:
        return msgspec.json.decode(text.decode())
    except UnicodeDecodeError as error:
        raise SourceError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from error
    except msgspec.DecodeError as error:
        raise SourceError(f"{path}: malformed JSON ({error})") from error
