"""What became of SPARQL texts, kept between runs: in another language, or refused.

To import the compiler takes half a second of processor time, and to compile a query up to another
half, most of it in rdflib's parser. All that ship take four to five seconds for SQL, and three to
four for Cypher; read again, 0.04 s.
"""

import platform
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import __version__, caches, temporaries, terms
from kgforge.patterns.compile.faults import Refusal, Uncovered
from kgforge.patterns.queries import Walk

MOST: Final = 8 << 20
"""Bytes that are kept. When there are more, the texts longest unused are removed."""

_FOLDER: Final = "compiled"
_ENDING: Final = ".json"
_READERS: Final = ("rdflib", "pyparsing", "sqlglot")


class Written(Struct, frozen=True, tag=True):
    """A query in another language."""

    text: str
    walks: tuple[Walk, ...] = ()
    iris: tuple[str, ...] = ()
    """What it names of the graph's facts (``naming.iris``), sorted."""


def kept(text: str, language: str, make: Callable[[], Written]) -> Written | Refusal:
    """What becomes of a SPARQL text in a language: as it was before, else as *make* makes it."""
    place = caches.folder(_FOLDER)
    file = place / f"{terms.digest(compiler(), language, text)}{_ENDING}" if place else None
    found = _read(file) if file else None
    if found is None:
        try:
            found = make()
        except Uncovered as uncovered:
            found = uncovered.refusal
        if file:
            _write(file, found)
    return found


@lru_cache(maxsize=1)
def compiler() -> str:
    """The hash of all that an outcome depends on: with any other one it is made anew."""
    versions = (f"{name} {metadata.version(name)}" for name in _READERS)
    texts = (file.read_text(encoding="utf-8") for file in sources())
    return terms.digest(__version__, platform.python_version(), *versions, *texts)


def sources(package: Path = Path(__file__).parents[2]) -> Iterator[Path]:
    """The sources of the compiler, and of all that it may import: this room and the root."""
    yield from sorted(package.glob("*.py"))
    yield from sorted((package / "patterns").rglob("*.py"))


def _read(file: Path) -> Written | Refusal | None:
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Written | Refusal)
    except (OSError, msgspec.DecodeError):
        return None
    caches.used(file)
    return found


def _write(file: Path, outcome: Written | Refusal) -> None:
    with suppress(OSError):
        with temporaries.file(file.parent, file.name) as made:
            made.write_bytes(msgspec.json.encode(outcome))
            made.replace(file)
        caches.bound(file.parent.glob(f"*{_ENDING}"), MOST, file)
