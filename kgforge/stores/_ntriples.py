r"""Lines of N-Triples that a store may take as they stand, without a parser.

A line is *plain* when it is ``<s> <p> o .`` with single spaces, and each of its terms is surely one
that every store keeps as it stands: an IRI of common characters, or a literal in canonical form
without escapes. All other lines (comments, blank nodes, odd spacing, ``\u``, faults) are left over.

Python finds plain lines at some 300 MB a second; DuckDB (``duckdb.lines``) and Spark find them by
themselves.
"""

import re
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from kgforge import bounds, files
from kgforge.schema import Aside
from kgforge.terms import XSD

_DAY: Final = r"[1-9][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
TYPED: Final = {
    "integer": r"0|-?[1-9][0-9]{0,17}",
    "decimal": r"0|-?[1-9][0-9]{0,14}|-?(?:0|[1-9][0-9]{0,14})\.[0-9]{0,8}[1-9]",
    "boolean": r"true|false",
    "gYear": r"[1-9][0-9]{3}",
    "date": _DAY,
    "dateTime": rf"{_DAY}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z",
}
"""Canonical forms of each datatype: not all, but none that a store would write otherwise."""

TEXT: Final = r'"[^"\\\x00-\x1f\x7f]*"(?:@[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?)?'
"""A literal without a datatype and without escapes, its language in lower case."""

_BLOCK: Final = 1 << 15
"""Bytes that are looked at together: few, so that threads that draw runs get alike."""

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
"""An IRI that may be taken as it stands: as ``duckdb.lines.SURE`` has it in RE2's syntax."""
LITERAL: Final = "|".join(
    (TEXT, *(rf'"(?:{form})"\^\^<{XSD}{name}>' for name, form in TYPED.items()))
)
"""A literal that may be."""


def plain_runs(path: Path, others: IO[bytes], aside: Aside) -> Generator[bytes]:
    """Runs of plain lines of a file of N-Triples; *others* is given the lines between them.

    What stands *aside* is not plain. Raises SourceError for a file that cannot be read.
    """
    for run, other in _parts(path, _plain(aside)):
        others.write(other)
        yield run


def _plain(aside: Aside) -> re.Pattern[str]:
    """A run of plain lines."""
    return re.compile(rf"(?:{line(aside)}\n)*+")


def line(aside: Aside) -> str:
    """What a plain line matches wholly, without its end, in Python's and in Java's syntax."""
    besides = _no([aside.besides]) if aside.besides else ""
    predicate = _no(f"{iri}>" for iri in aside.predicates) + _yes(aside.unless)
    predicate += _no(aside.spaces, besides)
    subject, entity = _no(aside.subjects), _no(aside.objects)
    spelled = f"(?!<(?:{aside.spellings}))" if aside.spellings else ""
    text = "".join(f"(?<!<{re.escape(iri)}> )" for iri in sorted(aside.texts))
    return (
        rf"{subject}{spelled}{IRI} {predicate}{spelled}{IRI} "
        rf"(?:{entity}{spelled}{IRI}|{text}(?:{LITERAL})) \."
    )


def _no(beginnings: Iterable[str], besides: str = "") -> str:
    """That an IRI does not begin so, or not where a condition *besides* holds."""
    every = "|".join(map(re.escape, sorted(beginnings)))
    return f"(?!{besides}<(?:{every}))" if every else ""


def _yes(beginning: str) -> str:
    """That an IRI begins so."""
    return f"(?=<{re.escape(beginning)})" if beginning else ""


def _parts(path: Path, plain: re.Pattern[str]) -> Iterator[tuple[bytes, bytes]]:
    """The file in turns: a run of plain lines, and a line that is not, or nothing."""
    with files.reading(path) as stream:
        for whole in bounds.blocks(stream, _BLOCK):
            block = whole.data
            if whole.too_long:
                yield b"", block + b"\n"
                continue
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
