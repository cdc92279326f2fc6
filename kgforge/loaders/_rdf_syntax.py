"""Which syntax of RDF a file is in."""

import io
import re
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from pyoxigraph import RdfFormat

from kgforge.charsets import MARK
from kgforge.errors import SourceError
from kgforge.files import head, other_encoding, suffix
from kgforge.loaders import _foreign

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_BY_SUFFIX: Final = {
    ".ttl": RdfFormat.TURTLE,
    ".turtle": RdfFormat.TURTLE,
    ".nt": RdfFormat.N_TRIPLES,
    ".nq": RdfFormat.N_QUADS,
    ".trig": RdfFormat.TRIG,
    ".n3": RdfFormat.N3,
    ".jsonld": RdfFormat.JSON_LD,
}
_WITHIN_TRIG: Final = frozenset({RdfFormat.TURTLE, RdfFormat.TRIG, RdfFormat.N3})
_OF_LINES: Final = frozenset({RdfFormat.N_TRIPLES, RdfFormat.N_QUADS})
_VERSION: Final = rb"@?version[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*')[ \t]*\.?"
_BLANKS: Final = re.compile(
    rb"\A(?:\xef\xbb\xbf)?(?:\s+|#[^\n]*(?:\n|\Z)|" + _VERSION + rb"(?=\s))*", re.I
)
_DIRECTIVE: Final = re.compile(rb"@?(?:prefix|base)\s", re.I)
_OPENING: Final = re.compile(rb"<[^?!]|_:|[\[(@]|\{(?!\s*\")|[\w.-]*:")
"""How a statement of Turtle, or of what it is a part of, may begin."""
_JSON: Final = re.compile(rb'[\[{][^"]{0,64}"')
_JSON_LD: Final = re.compile(rb'"@(?:context|graph|id|type)"')
_XML: Final = re.compile(rb"<(?:\w+:)?RDF\b|<!DOCTYPE\s+(?:\w+:)?RDF\b")
_TERM: Final = rb'(?:<[^<>"{}|^`\\\x00-\x20]*>|_:\S+|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^>]*>)?)'
_STATEMENT: Final = re.compile(
    rb"(?:<[^>\s]*>|_:\S+)\s*<[^>\s]*>\s*" + _TERM + rb"(?P<graph>\s*(?:<[^>\s]*>|_:\S+))?\s*\."
)
_GEONAMES: Final = re.compile(rb"https?://\S+\s*\n\s*(?:<\?xml[^\n]*?)?<(?:\w+:)?RDF\b")
_LINE: Final = re.compile(
    rb"[ \t\r]*(?:#.*|" + _VERSION + rb"[ \t\r]*|(?:<|_:)(?!.*(?:\"\"\"|'''))"
    rb".*\.[ \t\r]*(?:#[^<>\"]*)?)?",
    re.I,
)
_IS_VERSION: Final = re.compile(rb"\s*" + _VERSION + rb"\s*", re.I)


def of(path: Path) -> RdfFormat:
    """Return the syntax of a file, by its suffix and by how it begins.

    A suffix that its content contradicts does not count. Raises SourceError for a file in another
    format, which it names.
    """
    start, ending = head(path), suffix(path).lower()
    by_suffix, found = _BY_SUFFIX.get(ending), by_content(start)
    if found is None and (encoding := other_encoding(path)):
        raise SourceError(f"cannot read {path}: {encoding}")
    if found is None and (format_ := _foreign.name(path)):
        raise SourceError(f"cannot read {path} as RDF: it looks like {format_}")
    if by_suffix is not None and not _contradict(by_suffix, found, start):
        return by_suffix
    if found is not None:
        return found
    if by_suffix is not None:
        return by_suffix  # whose parser says what is wrong
    if by_suffix is None and ending in {".rdf", ".owl"} and start[_blank(start) :][:1] == b"<":
        return RdfFormat.RDF_XML  # whose parser says what is wrong
    raise SourceError(
        f"cannot tell the RDF syntax of {path}: name it by its suffix "
        f"({', '.join(sorted(_BY_SUFFIX))}, .rdf)"
    )


def _contradict(by_suffix: RdfFormat, found: RdfFormat | None, start: bytes) -> bool:
    """Return whether a file begins as its suffix does not say."""
    text = start[_blank(start) :]
    if found is None:
        is_json = text.startswith((b"{", b"["))
        return bool(text) and not (
            is_json if by_suffix is RdfFormat.JSON_LD else _OPENING.match(text)
        )
    if by_suffix in _OF_LINES:
        return found in {RdfFormat.RDF_XML, RdfFormat.JSON_LD} or bool(_DIRECTIVE.match(text))
    if by_suffix in _WITHIN_TRIG:
        return found in {RdfFormat.RDF_XML, RdfFormat.JSON_LD, RdfFormat.N_QUADS}
    return found is not by_suffix


def misnamed(path: Path) -> str:
    """Return what a person should know of a file whose suffix names another syntax; else empty."""
    ending, syntax = suffix(path).lower(), of(path)
    expected = _BY_SUFFIX.get(ending)
    if expected in {None, syntax}:
        return ""
    return f"named {ending}, but it holds {syntax.name}, and was read as that"


def by_content(start: bytes) -> RdfFormat | None:
    """Return the syntax of what begins like this; None where that does not tell."""
    text = start[_blank(start) :]
    is_xml = text.startswith((b"<?xml", b"<!", b"<rdf:"))
    if is_xml or is_geonames(start):
        return RdfFormat.RDF_XML if _XML.search(text) else None
    if _JSON.match(text):
        return RdfFormat.JSON_LD if _JSON_LD.search(text) else None
    if _DIRECTIVE.match(text):
        return RdfFormat.TRIG  # which Turtle is a part of
    if found := _STATEMENT.match(text):
        return RdfFormat.N_QUADS if found["graph"] else RdfFormat.TRIG
    is_of_version = _IS_VERSION.match(start.removeprefix(MARK)) and _OPENING.match(text)
    return RdfFormat.TRIG if is_of_version else None


def may_be(path: Path, start: bytes) -> bool:
    """Return whether a file is likely RDF: by its content, or by its suffix where that fits."""
    if by_content(start) is not None:
        return True
    by_suffix = _BY_SUFFIX.get(suffix(path).lower())
    if by_suffix is None or by_suffix is RdfFormat.JSON_LD or not start[_blank(start) :]:
        return False
    return not _contradict(by_suffix, None, start) and not _foreign.name(path)


def is_geonames(start: bytes) -> bool:
    """Return whether a file begins as GeoNames' dump: an address, and its document in a line."""
    return _GEONAMES.match(start) is not None


# ── Statements to a line ────────────────────────────────────────────────────────────────────────
def begins_by_line(start: bytes) -> bool:
    """Return whether Turtle begins with a whole statement on each line, as DBpedia writes it."""
    lines = start[: start.rfind(b"\n") + 1 or len(start)].splitlines()
    return all(map(may_be_line, lines)) and any(map(_STATEMENT.match, lines))


def may_be_line(line: bytes) -> bool:
    """Return whether a line may be a whole statement of N-Triples, a comment, or blank."""
    return _LINE.fullmatch(line.rstrip(b"\n")) is not None


def is_version(line: bytes) -> bool:
    """Return whether a line says nothing but the version of RDF."""
    return _IS_VERSION.fullmatch(line) is not None


def _blank(start: bytes) -> int:
    """Return how far a byte order mark, white space, comments and the version reach."""
    found = _BLANKS.match(start)
    return found.end() if found else 0


# ── Language tags ───────────────────────────────────────────────────────────────────────────────
UNDERSCORE: Final = "-0kgforge0-"
"""What stands for the underscore of a language tag (``en_US``), at which a parser would stop."""
_LONGEST_TAG: Final = 80
_TAG: Final = re.compile(rb'(["\']@[A-Za-z0-9-]{1,40})_(?=[A-Za-z0-9])')
_BEGUN: Final = re.compile(rb'["\'](?:@[A-Za-z0-9-]*_?)?\Z')


class Tags(io.RawIOBase):
    """A file of Turtle or its kin in which such tags do not stop the parser."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Take a stream of its bytes."""
        self._stream = stream
        self._read = b""
        """Bytes that were read and may yet be followed by more of a tag."""
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Read on."""
        target = memoryview(buffer)
        while not self._ready and (block := self._stream.read(target.nbytes)):
            self._take(self._read + block)
        if not self._ready:
            self._ready, self._read = memoryview(self._read), b""
        some = self._ready[: target.nbytes]
        target[: len(some)] = some
        self._ready = self._ready[len(some) :]
        return len(some)

    def _take(self, text: bytes) -> None:
        begun = _BEGUN.search(text, max(0, len(text) - _LONGEST_TAG))
        end = begun.start() if begun else len(text)
        text, self._read = text[:end], text[end:]
        self._ready = memoryview(_TAG.sub(rb"\1" + UNDERSCORE.encode(), text))
