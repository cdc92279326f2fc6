"""How deep the brackets of Turtle and its kin may lie in one another, seen before it is parsed.

A parser keeps a state for each open bracket, some hundred bytes for each that the file has.
"""

import io
import re
from itertools import accumulate
from typing import IO, TYPE_CHECKING, Final

from kgforge import bounds
from kgforge.errors import SourceError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

NESTED: Final = f"brackets more than {bounds.DEEPEST} deep in one another"
"""What is wrong with Turtle that is so."""
_NESTING: Final = {b"[": 1, b"(": 1, b"{": 1, b"<<": 1, b"]": -1, b")": -1, b"}": -1, b">>": -1}
_ESCAPED: Final = re.compile(rb"\\.", re.S)
_OPENED: Final = re.compile(rb"\"\"\"|'''|[\"'<#]")
_CLEAN: Final = rb"<[=-][^\x00-\x20<>\"{}|^`'()\[\]]*+"


def _brackets(iri: bytes, unclear: bytes = b"") -> re.Pattern[bytes]:
    """The next bracket outside of strings, IRIs and comments, or one of these without an end.

    Possessive throughout, and it matches where it is tried: it never tries within a string.
    """
    return re.compile(
        rb"(?:[^\"'<>#\[\](){}]++|\"(?!\"\")[^\"]*+\"|'(?!'')[^']*+'|" + iri + rb"|#[^\n\r]*+[\n\r]"
        rb"|\"\"\"(?:[^\"]++|\"(?!\"\"))*+\"\"\"|'''(?:[^']++|'(?!''))*+'''|>(?!>|\Z)"
        rb")*+(<<|>>|[\[\](){}]|" + unclear + rb".+|\Z)",
        re.S,
    )


_TURTLE: Final = _brackets(rb"<(?!<)[^>]*+>")
_N3: Final = _brackets(rb"<(?![<=-])[^>]*+>|" + _CLEAN + rb">|<[=-](?=\s)", _CLEAN + rb"(?!\Z).|")
"""Here ``<=`` is an operator, too, unless an IRI begins so."""
_UNFINISHED: Final = re.compile(_CLEAN)


class Turtle(io.RawIOBase):
    """A file of Turtle, TriG, N3 or N-Triples that is read on only where its parser needs little.

    Raises SourceError where brackets, or triples about triples, lie too deep in one another.
    """

    def __init__(self, stream: IO[bytes], name: object, *, n3: bool = False) -> None:
        self._stream = stream
        self._name = name
        self._n3 = n3
        self._line = 1
        self._depth = 0
        self._left = b""
        """What is looked at with the next block: the beginning of what goes on there."""

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Read on."""
        target = memoryview(buffer)
        block = self._stream.read(target.nbytes)
        self.check(block)
        target[: len(block)] = block
        return len(block)

    def check(self, block: bytes) -> None:
        """Look at what comes next."""
        text = self._left + block
        sure = text.rstrip(b"\"'\\")  # of which three are another thing than one
        self._left = text[len(sure) :]
        sure = _ESCAPED.sub(b"", sure) if b"\\" in sure else sure
        found = (_N3 if self._n3 else _TURTLE).findall(sure)
        steps = [_NESTING[one] for one in found if one in _NESTING]
        depths = list(accumulate(steps, initial=self._depth))
        self._depth = depths[-1]
        if max(depths) > bounds.DEEPEST:
            self._refuse(NESTED, block)
        for other in found:
            if other and other not in _NESTING:
                self._left = self._going_on(other, block) + self._left
        self._line += block.count(b"\n")

    def _going_on(self, begun: bytes, block: bytes) -> bytes:
        """How a string, an IRI or a comment without an end begins, as short as can be."""
        if self._n3 and begun[:2] in {b"<=", b"<-"}:
            if not _UNFINISHED.fullmatch(begun):
                self._refuse("write a space behind <= and <-, and no quotes in such an IRI", block)
            return begun
        opened = _OPENED.match(begun)
        return opened.group() + b"x" if opened and len(begun) > 1 else begun

    def _refuse(self, what: str, block: bytes) -> None:
        last = self._line + block.count(b"\n")
        lines = f"line {last}" if last == self._line else f"lines {self._line} to {last}"
        raise SourceError(f"{self._name}, {lines}: {what}")


def bounded(stream: IO[bytes], name: object, *, n3: bool) -> io.BufferedReader:
    """A stream of Turtle, TriG or N3 for a parser, which asks for few bytes at a time."""
    return io.BufferedReader(Turtle(stream, name, n3=n3), 1 << 16)


def check_lines(lines: bytes) -> None:
    """Raise SyntaxError for lines of N-Triples or N-Quads with triples too deep in one another."""
    if b"<<" not in lines:
        return
    try:
        Turtle(io.BytesIO(), "").check(lines)
    except SourceError as error:
        raise SyntaxError(NESTED) from error
