"""Turtle with malformed statements: where the next one begins, so that the rest can be read.

A statement is taken to end where a full stop ends a line. Serializers write so, and people do, too.
Nothing may be stored that a file does not state: a malformed statement is passed over only where
its quotes and braces cannot reach beyond it, or where the other quote is found.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

import pyoxigraph as ox

from kgforge import bounds

Parse = Callable[[bytes], list[ox.Quad]]
"""Parses a whole text of Turtle. Raises SyntaxError."""

_BATCH: Final = 500
"""Statements that are parsed together, as long as none is malformed."""
_AHEAD: Final = 1000
"""In how many statements behind an open quote its other half is looked for."""
_BLANKS: Final = rb"(?:\s++|#[^\n]*+)*+"
_DIRECTIVE: Final = re.compile(
    _BLANKS + rb"(?P<whole>@?(?:prefix\s+(?P<prefix>[^\s:]*):|base)\s*<[^<>\s]*>(?:\s*\.)?)", re.I
)
_BEGUN: Final = re.compile(_BLANKS + rb"@?(?:prefix|base)\s", re.I)
_NOTHING: Final = re.compile(_BLANKS)
_WITHOUT_STOP: Final = re.compile(
    rb"\s*(?:(?:prefix\s+[^\s:]*:|base)\s*<[^<>\s]*>|version\s+[\"'][^\"']*[\"'])\s*(?:#.*)?", re.I
)
_PLAIN: Final = re.compile(rb"(?:[^\"'<#\\{}]++|\\.|<<)++", re.S)
_IRI: Final = re.compile(rb"<(?:[^<>\s{}]*+|[^<>\"'\n]*+)>")
_STRINGS: Final = {
    b'"': re.compile(rb'(?:[^"\\\n]++|\\.)*+"'),
    b"'": re.compile(rb"(?:[^'\\\n]++|\\.)*+'"),
    b'"""': re.compile(rb'(?:[^"\\]++|\\.|"(?!""))*+"""', re.S),
    b"'''": re.compile(rb"(?:[^'\\]++|\\.|'(?!''))*+'''", re.S),
}
"""What a string holds behind its first quote, with the last one."""


class UnrecoverableError(ValueError):
    """It is not certain where a malformed statement ends; the text says why."""

    def __init__(self, why: str, line: int, error: SyntaxError | None = None) -> None:
        """Keep in which line it begins, and what is malformed."""
        super().__init__(why)
        self.line = line
        self.error = error


class Malformed(NamedTuple):
    """A statement that is passed over, or several between two quotes."""

    data: bytes
    number: int
    """The line in which it begins."""
    last: int
    """The line in which it ends."""
    offset: int
    line: int
    """The line in which the error is."""
    error: SyntaxError


class _Statement(NamedTuple):
    """Lines up to a full stop that ends one."""

    data: bytes
    number: int
    offset: int
    opened: tuple[tuple[bytes, int], ...] = ()
    """Quotes that their line does not close, with their places in *data*."""
    is_clear: bool = True
    """Whether it has neither braces nor long strings."""
    is_ended: bool = False

    def passed_over(self, line: int, error: SyntaxError) -> Malformed:
        """Return it as one that is malformed, without what stands before it."""
        blanks = _NOTHING.match(self.data)
        begin = blanks.end() if blanks else 0
        data = self.data[begin:].rstrip()
        first = self.number + self.data.count(b"\n", 0, begin)
        last = first + data.count(b"\n")
        return Malformed(data, first, last, self.offset + begin, max(line, first), error)

    def joined(self, others: Iterable["_Statement"]) -> "_Statement":
        """Return this statement with those that follow it."""
        return self._replace(data=b"".join([self.data, *(one.data for one in others)]))


def read(lines: Iterable[bounds.Lines], parse: Parse) -> Iterator[ox.Quad | Malformed]:
    """Yield what the statements of a file say, and those that are malformed.

    Raises UnrecoverableError where it is not certain at which place a malformed one ends.
    """
    reader = _Reader(lines, parse)
    while reader.has_more():
        yield from reader.batch()


class _Reader:
    """Reads the statements of a file, with the prefixes that were declared before them."""

    def __init__(self, lines: Iterable[bounds.Lines], parse: Parse) -> None:
        self._left = _statements(lines)
        self._ahead: deque[_Statement] = deque()
        self._parse = parse
        self._directives: dict[bytes | None, bytes] = {}
        """By prefix; of None the base."""
        self._open: set[bytes] = set()
        """Open quotes whose other half was not found: another one may be it."""

    def has_more(self) -> bool:
        return bool(self._next(1))

    def _next(self, count: int) -> list[_Statement]:
        """Return the next statements, which are not taken."""
        self._ahead.extend(islice(self._left, max(0, count - len(self._ahead))))
        return list(islice(self._ahead, count))

    def _take(self, count: int) -> list[_Statement]:
        return [self._ahead.popleft() for _ in range(count)]

    def batch(self) -> Iterator[ox.Quad | Malformed]:
        """Yield what the next statements say."""
        batch = self._next(_BATCH)
        try:
            quads = self._parsed(b"".join(statement.data for statement in batch))
        except SyntaxError:
            for _ in batch:
                if self._ahead:
                    yield from self._one()
        else:
            for statement in self._take(len(batch)):
                self._declare(statement)
            yield from quads

    def _one(self) -> Iterator[ox.Quad | Malformed]:
        (statement,) = self._take(1)
        try:
            quads = self._parsed(statement.data)
        except SyntaxError as error:
            line = statement.number + (error.lineno or 1) - 1
            try:
                whole = self._whole(statement)
            except ValueError as why:
                raise UnrecoverableError(str(why), line, error) from error
            try:
                quads = self._parsed(whole.data) if whole is not statement else []
            except SyntaxError:
                quads = []
            yield from quads
            if not quads:
                yield whole.passed_over(line, error)
        else:
            self._declare(statement)
            yield from quads

    def _parsed(self, text: bytes) -> list[ox.Quad]:
        """Parse a text behind the directives, which take no line of their own."""
        return self._parse(b" ".join([*self._directives.values(), text]))

    def _declare(self, statement: _Statement) -> None:
        place = 0
        while directive := _DIRECTIVE.match(statement.data, place):
            self._directives.pop(directive["prefix"], None)  # the last one holds
            self._directives[directive["prefix"]] = b" ".join(directive["whole"].split())
            place = directive.end()

    def _whole(self, statement: _Statement) -> _Statement:
        """Return a malformed statement up to where the next one begins.

        Raises ValueError where that is not certain.
        """
        for is_so, why in (
            (_BEGUN.match(statement.data), "it declares a prefix or a base"),
            (not statement.is_ended, "no full stop ends it"),
            (not statement.is_clear, "it holds braces, or a string of several lines"),
        ):
            if is_so:
                raise ValueError(why)
        kinds = {kind for kind, _ in statement.opened}
        if len(kinds) > 1:
            raise ValueError("it holds open quotes of two kinds")
        if len(statement.opened) % 2 == 0:
            return statement
        (kind,) = kinds
        if kind in self._open:
            if not self._opens(statement, kind):
                raise ValueError("it holds a quote that may close one before it")
            return statement
        for count, other in enumerate(self._next(_AHEAD), 1):
            if sum(quote == kind for quote, _ in other.opened) % 2:
                is_open = self._opens(other, kind)
                return statement if is_open else statement.joined(self._take(count))
        self._open.add(kind)
        return statement

    def _opens(self, statement: _Statement, kind: bytes) -> bool:
        """Return whether an open quote begins a string, as all before it is sound."""
        place = next(place for quote, place in statement.opened if quote == kind)
        try:
            self._parsed(statement.data[:place] + b'"" .')
        except SyntaxError:
            return False
        return True


# ── Cutting ─────────────────────────────────────────────────────────────────────────────────────
def _statements(lines: Iterable[bounds.Lines]) -> Iterator[_Statement]:
    begun: _Statement | None = None
    long = b""
    for line in lines:
        begun = begun or _Statement(b"", line.number, line.offset)
        if line.too_long or len(begun.data) > bounds.LONGEST:
            raise UnrecoverableError(bounds.TOO_LONG, line.number)
        scan = _scanned(line.data, long)
        is_directive = _WITHOUT_STOP.fullmatch(line.data.rstrip(b"\r\n"))
        is_alone = is_directive and _NOTHING.fullmatch(begun.data)
        size, long = len(begun.data), scan.long
        opened = () if scan.opened is None else ((scan.opened[0], size + scan.opened[1]),)
        begun = begun._replace(
            data=begun.data + line.data,
            opened=(*begun.opened, *opened),
            is_clear=begun.is_clear and scan.is_clear,
            is_ended=scan.is_ended or bool(is_alone),
        )
        if begun.is_ended:
            yield begun
            begun = None
    if begun:
        yield begun


class _Scan(NamedTuple):
    """What is in a line outside of its strings, IRIs and comments."""

    long: bytes
    """The quotes of a long string that goes on; empty if none does."""
    opened: tuple[bytes, int] | None
    is_clear: bool
    is_ended: bool


def _scanned(line: bytes, long: bytes) -> _Scan:
    place, end, is_clear = 0, len(line), not long
    code = 0
    """Where what is no comment ends."""
    if long:
        closing = _STRINGS[long].match(line)
        if closing is None:
            return _Scan(long, None, is_clear=False, is_ended=False)
        place = code = closing.end()
    while place < end:
        if found := _PLAIN.match(line, place) or _IRI.match(line, place):
            place = code = found.end()
            continue
        sign = line[place : place + 1]
        if sign == b"#":
            break
        if sign in {b'"', b"'"}:
            quote = sign * 3 if line.startswith(sign * 3, place) else sign
            is_clear = is_clear and len(quote) == 1
            closing = _STRINGS[quote].match(line, place + len(quote))
            if closing is None and len(quote) == 3:
                return _Scan(quote, None, is_clear=False, is_ended=False)
            if closing is None:
                ended = line.rstrip().endswith(b".")
                return _Scan(b"", (quote, place), is_clear, ended)
            place = code = closing.end()
            continue
        is_clear = is_clear and sign not in {b"{", b"}"}
        place = code = place + 1
    return _Scan(b"", None, is_clear, line[:code].rstrip().endswith(b"."))
