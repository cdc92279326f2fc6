"""Which syntax of RDF a file is in."""

import re
from pathlib import Path
from typing import Final

from pyoxigraph import RdfFormat

from kgforge.errors import SourceError
from kgforge.files import head, suffix

_BY_SUFFIX: Final = {
    ".ttl": RdfFormat.TURTLE,
    ".turtle": RdfFormat.TURTLE,
    ".nt": RdfFormat.N_TRIPLES,
    ".nq": RdfFormat.N_QUADS,
    ".trig": RdfFormat.TRIG,
    ".n3": RdfFormat.N3,
    ".jsonld": RdfFormat.JSON_LD,
}
_BLANKS: Final = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:\s+|#[^\n]*(?:\n|\Z))*")
_DIRECTIVE: Final = re.compile(rb"@?(?:prefix|base)\s", re.I)
_JSON: Final = re.compile(rb'[\[{][^"]{0,64}"')
_JSON_LD: Final = re.compile(rb'"@(?:context|graph|id|type)"')
_XML: Final = re.compile(rb"<(?:\w+:)?RDF\b|<!DOCTYPE\s+(?:\w+:)?RDF\b")
_TERM: Final = rb'(?:<[^<>"{}|^`\\\x00-\x20]*>|_:\S+|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^>]*>)?)'
_STATEMENT: Final = re.compile(
    rb"(?:<[^>\s]*>|_:\S+)\s*<[^>\s]*>\s*" + _TERM + rb"(?P<graph>\s*(?:<[^>\s]*>|_:\S+))?\s*\."
)


def of(path: Path) -> RdfFormat:
    """The syntax of a file, by its suffix or by how it begins. Raises SourceError for another."""
    told = suffix(path).lower()
    found = _BY_SUFFIX.get(told) or by_content(head(path))
    found = found or {".rdf": RdfFormat.RDF_XML}.get(told)  # whose parser says what is wrong
    if found is None:
        raise SourceError(
            f"cannot tell the RDF syntax of {path}: name it by its suffix "
            f"({', '.join(sorted(_BY_SUFFIX))}, .rdf)"
        )
    return found


def by_content(start: bytes) -> RdfFormat | None:
    """The syntax of what begins like this; None where that does not tell."""
    text = start[_blank(start) :]
    if text.startswith((b"<?xml", b"<!", b"<rdf:")):
        return RdfFormat.RDF_XML if _XML.search(text) else None
    if _JSON.match(text):
        return RdfFormat.JSON_LD if _JSON_LD.search(text) else None
    if _DIRECTIVE.match(text):
        return RdfFormat.TRIG  # which Turtle is a part of
    if found := _STATEMENT.match(text):
        return RdfFormat.N_QUADS if found["graph"] else RdfFormat.TRIG
    return None


def _blank(start: bytes) -> int:
    """How far a byte order mark, white space and comments reach."""
    found = _BLANKS.match(start)
    return found.end() if found else 0
