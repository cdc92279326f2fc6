"""Compiled texts, kept between runs.

To import the compiler takes half a second of processor time, and to compile a query up to another
half, most of it in rdflib's parser. All that ship take four seconds; read again, 0.03 s.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import __version__, caches, temporaries, terms
from kgforge.patterns.queries import Walk

MOST: Final = 1_000
"""Texts that are kept. When there are more, the ones longest unused are removed."""

_FOLDER: Final = "compiled"
_ENDING: Final = ".json"
_READERS: Final = ("rdflib", "pyparsing", "sqlglot")


class Written(Struct, frozen=True):
    """A query in another language."""

    text: str
    walks: tuple[Walk, ...] = ()


def kept(text: str, language: str, make: Callable[[], Written]) -> Written:
    """What a SPARQL text is in a language: as it was made before, else as it is made now."""
    place = caches.folder(_FOLDER)
    if place is None:
        return make()
    file = place / f"{terms.digest(compiler(), language, text)}{_ENDING}"
    found = _read(file)
    if found is None:
        found = make()
        _write(file, found)
    return found


@lru_cache(maxsize=1)
def compiler() -> str:
    """The hash of all that a compiled text is made by: it is made anew when any of it changes."""
    room = Path(__file__).parents[1]
    versions = (f"{name} {metadata.version(name)}" for name in _READERS)
    prefixes = (f"{name}: {iri}" for name, iri in terms.PREFIXES.items())
    sources = (file.read_text(encoding="utf-8") for file in sorted(room.rglob("*.py")))
    return terms.digest(__version__, *versions, *prefixes, *sources)


def _read(file: Path) -> Written | None:
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Written)
        os.utime(file)
    except (OSError, msgspec.DecodeError):
        return None
    return found


def _write(file: Path, written: Written) -> None:
    with suppress(OSError):
        with temporaries.file(file.parent, file.name) as made:
            made.write_bytes(msgspec.json.encode(written))
            made.replace(file)
        _bound(file.parent)


def _bound(place: Path) -> None:
    """Remove the texts that are longest unused."""
    files = sorted(place.glob(f"*{_ENDING}"), key=lambda one: one.stat().st_mtime, reverse=True)
    for one in files[MOST:]:
        one.unlink(missing_ok=True)
