"""Bounds on what a file of text may ask of memory: long lines and terms, nested JSON, grown XML.

Each is far beyond what data holds, and holds whatever the file's own size.
"""

import io
from collections.abc import Iterator
from itertools import accumulate
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from kgforge.errors import SourceError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from lxml import etree

LONGEST: Final = 16_000_000
"""Bytes of a line, a text or a term: Oxigraph's parsers take 16 MiB."""
LARGEST: Final = 16_000_000
"""Bytes of a JSON value that is held in memory, where many short texts take 15 times as much."""
MOST: Final = 1_000_000
"""Arrays and objects in such a value: an empty one has 2 bytes in the file, and some 200 there."""
WIDEST: Final = 4_000_000
"""Bytes of an entry of XML, or of a row of several lines, which take some 40 times as much."""
DEEPEST: Final = 256
"""How many arrays and objects of JSON, or elements of XML, may lie within one another."""
TOO_LONG: Final = "a line longer than 16 MB"
"""The reason for which such a line is skipped."""
CROWDED: Final = f"of over {MOST:,} arrays and objects"
"""What is wrong with such a value."""


# ── Lines ───────────────────────────────────────────────────────────────────────────────────────
class Lines(NamedTuple):
    """One line of a file, or some whole ones after another."""

    number: int
    """The first one's number, from 1."""
    offset: int
    """Bytes before it in the file, decompressed."""
    data: bytes
    """With the ends of lines. Of one that is too long, which stands alone, the beginning."""

    @property
    def too_long(self) -> bool:
        """Whether this is the beginning of a line that is longer than ``LONGEST``."""
        return len(self.data) > LONGEST and b"\n" not in self.data[:-1]


def lines(stream: IO[bytes]) -> Iterator[Lines]:
    """The lines of a file, one by one."""
    number, offset = 1, 0
    while data := stream.readline(LONGEST + 1):
        yield Lines(number, offset, data)
        number, offset = number + 1, offset + len(data) + _rest(stream, data)


def blocks(stream: IO[bytes], size: int) -> Iterator[Lines]:
    """The lines of a file, some *size* bytes of them together: at most ``LONGEST``."""
    number, offset = 1, 0
    while data := stream.read(size):
        last = data.rfind(b"\n") + 1
        if last < len(data):
            data += stream.readline(LONGEST + 1 - (len(data) - last))
        found = Lines(number, offset, data)
        if len(data) - last <= LONGEST:
            yield found
        else:
            if last:
                yield Lines(number, offset, data[:last])
            count = data.count(b"\n", 0, last)
            yield Lines(number + count, offset + last, data[last:])
        offset += len(data) + _rest(stream, data[last:])
        number += data.count(b"\n") + (not data.endswith(b"\n"))


def _rest(stream: IO[bytes], line: bytes) -> int:
    """How much is left of a line, which is passed over."""
    size = 0
    while len(line) > LONGEST and not line.endswith(b"\n"):
        line = stream.readline(LONGEST + 1)
        size += len(line)
    return size


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────
_BRACKETS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_OTHERS: Final = bytes(set(range(256)) - _BRACKETS.keys())
_CHECKED: Final = 1 << 16
"""Bytes that are read and checked at once."""


def is_crowded(text: bytes) -> bool:
    """Whether a JSON value may hold more arrays and objects than memory should."""
    return len(text) > MOST and _opened(text) > MOST  # which takes a while to count


def unheld(line: Lines) -> str:
    """Why a line of JSON is not decoded; empty where it is."""
    if line.too_long:
        return TOO_LONG
    return f"a line {CROWDED}" if is_crowded(line.data) else ""


def _opened(text: bytes) -> int:
    return text.count(b"[") + text.count(b"{")


class Json(io.RawIOBase):
    """A file of JSON that is read on only where its parser needs little memory for it.

    Raises SourceError where arrays or objects lie too deep in one another, where a string is too
    long, and where one of the file's *parts*, items of an array or members of an object, is too
    large.
    """

    def __init__(self, stream: IO[bytes], name: object, *, parts: bool = False) -> None:
        self._stream = stream
        self._name = name
        self._parted = parts
        self._read = 0
        self._depth = 0
        self._inside = 0
        """1 within a string."""
        self._string = 0
        """Bytes of a string that goes on, so far."""
        self._part = 0
        """Bytes since the last place between two parts."""
        self._opened = 0
        """Arrays and objects since then."""
        self._left = b""

    def readable(self) -> bool:
        """Yes."""
        return True

    def tell(self) -> int:
        """Bytes that were read."""
        return self._read

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Read on."""
        target = memoryview(buffer)
        # What is checked takes many times its bytes.
        block = self._stream.read(min(target.nbytes, _CHECKED))
        self._read += len(block)
        self._check(block)
        target[: len(block)] = block
        return len(block)

    def _check(self, block: bytes) -> None:
        pieces = self._pieces(block)
        outside = b"".join(pieces[self._inside :: 2]).translate(None, _OTHERS)
        depths = list(accumulate(map(_BRACKETS.__getitem__, outside), initial=self._depth))
        self._depth = depths[-1]
        self._string = self._string + len(block) if len(pieces) == 1 and self._inside else 0
        self._inside ^= len(pieces) % 2 ^ 1
        whole = self._parted and min(depths) > 1
        self._part = self._part + len(block) if whole else 0
        self._opened = self._opened + _opened(outside) if whole else 0
        if max(depths) > DEEPEST:
            self._refuse(f"arrays and objects more than {DEEPEST} deep in one another")
        if self._string > LONGEST:
            self._refuse("a string longer than 16 MB")
        if self._part > LARGEST:
            self._refuse("an item or member larger than 16 MB")
        if self._opened > MOST:
            self._refuse(f"an item or member {CROWDED}")

    def _pieces(self, block: bytes) -> list[bytes]:
        """A block parted at its quotes, without escapes; one that it ends in is kept."""
        text = self._left + block
        odd = (len(text) - len(text.rstrip(b"\\"))) % 2
        self._left = text[len(text) - odd :]
        return text[: len(text) - odd].replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')

    def _refuse(self, what: str) -> None:
        raise SourceError(f"{self._name}: {what}, within its first {self._read} bytes")


# ── XML ─────────────────────────────────────────────────────────────────────────────────────────
class _TooDeepError(ValueError):
    pass


class _Depth:
    """What lxml tells of elements; nothing is kept of them."""

    def __init__(self) -> None:
        self._depth = 0

    def start(self, tag: str, attributes: Any) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _TooDeepError

    def end(self, tag: str) -> None:
        self._depth -= 1

    def close(self) -> None:
        pass


def xml_said(error: "etree.XMLSyntaxError") -> str:
    """What lxml says of an error, on one line and in words that help."""
    if "amplification" in (error.msg or ""):
        return "its entities grow to many times the file: write them out"
    return " ".join((error.msg or "no content").split())


def xml_fault(stream: IO[bytes]) -> tuple[int | None, str] | None:
    """Where, and why, a text is no XML that a parser should be given; None for one that is.

    lxml reads it without building a tree. It refuses entities that grow to many times the file.
    """
    from lxml import etree

    options: Any = {"target": _Depth(), "resolve_entities": "internal", "no_network": True}
    parser = etree.XMLParser(**options)
    run = 0
    try:
        while block := stream.read(1 << 16):
            run = run + len(block) if b"<" not in block else len(block) - block.rfind(b"<")
            if run > LONGEST:
                return None, "a text or tag longer than 16 MB"
            parser.feed(block)
        parser.close()
    except _TooDeepError:
        return None, f"elements more than {DEEPEST} deep in one another"
    except etree.XMLSyntaxError as error:
        return error.lineno, xml_said(error)
    return None
