"""The plain lines of an N-Triples file (see ``lines``), found by Python at some 300 MB a second.

A store that parses N-Triples by itself takes them as they stand; all others are left over.
"""

import re
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final

from msgspec import Struct

from kgforge import lines
from kgforge.terms import XSD

_BLOCK: Final = 1 << 20
"""Bytes that are looked at together."""

# Runs of characters are possessive (``++``): what does not match fails at once, however long it is.
_RUN: Final = (
    r"(?:[A-Za-z0-9._~!$&'()*+,;=:@\-{0}]++"
    r"|[\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]++|%[0-9A-Fa-f]{{2}})"
)
_PATH, _REST = _RUN.format("/"), _RUN.format("/?")
IRI: Final = (
    r"<[A-Za-z][A-Za-z0-9+.\-]*+:"
    rf"(?://[A-Za-z0-9.\-]++(?::[0-9]++)?+(?:/{_PATH}*+)?+|(?!/){_PATH}++)"
    rf"(?:\?{_REST}*+)?+(?:#{_REST}*+)?+>"
)
"""An IRI that may be taken as it stands: the same as in ``lines.SURE``, in Python's syntax."""
LITERAL: Final = "|".join(
    (lines.TEXT, *(rf'"(?:{form})"\^\^<{XSD}{name}>' for name, form in lines.TYPED.items()))
)
"""A literal that may be."""


class Parted(Struct, frozen=True):
    """A file in two parts."""

    count: int
    """How many plain lines there are."""
    plain: Path
    """The plain lines: the file itself where there are no others."""
    rest: Path
    """The other lines, in order."""


def part(path: Path, folder: Path, aside: Collection[str] = ()) -> Parted:
    """Part a file of N-Triples into plain lines and others, in new files of *folder*.

    Literals of the predicates *aside* are among the others.
    """
    name = len(list(folder.iterdir()))
    taken, rest = folder / f"{name}.plain.nt", folder / f"{name}.rest.nt"
    with ExitStack() as files:
        out = files.enter_context(rest.open("wb"))
        kept: IO[bytes] | None = None
        count = done = 0
        for plain, other in _parts(path, _plain(aside)):
            if other and kept is None:
                kept = files.enter_context(taken.open("wb"))
                _copy(path, kept, done)
            if kept is not None:
                kept.write(plain)
            out.write(other)
            count += plain.count(b"\n")
            done += len(plain) + len(other)
    return Parted(count, taken if kept else path, rest)


def _plain(aside: Collection[str]) -> re.Pattern[str]:
    """A run of plain lines."""
    not_aside = "".join(f"(?<!<{re.escape(iri)}> )" for iri in sorted(aside))
    return re.compile(rf"(?:{IRI} {IRI} (?:{IRI}|{not_aside}(?:{LITERAL})) \.\n)*+")


def _parts(path: Path, plain: re.Pattern[str]) -> Iterator[tuple[bytes, bytes]]:
    """The file in turns: a run of plain lines, and a line that is not, or nothing."""
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK) + stream.readline():
            try:
                text = block.decode()
            except UnicodeDecodeError:
                yield b"", block
                continue
            place = 0
            if plain.fullmatch(text):
                yield block, b""
                continue
            while place < len(text):
                found = plain.match(text, place)
                assert found is not None  # a run may be empty
                end = text.find("\n", found.end()) + 1 or len(text)
                other = text[found.end() : end]
                place = end
                yield found.group().encode(), other.encode()


def _copy(path: Path, out: IO[bytes], size: int) -> None:
    """Copy the first bytes of a file."""
    with path.open("rb") as stream:
        while size:
            block = stream.read(min(_BLOCK, size))
            out.write(block)
            size -= len(block)
