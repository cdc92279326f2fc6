"""The statements of a file of RDF, in whichever syntax it is.

pyoxigraph parses: it keeps the order of the file, names the line of an error and fetches nothing.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from kgforge.errors import OntologyError

if TYPE_CHECKING:
    from pyoxigraph import Quad, RdfFormat

_BOM: Final = b"\xef\xbb\xbf"
_DECLARED_XML: Final = re.compile(rb"\s*<(?:\?xml|!|\w+:RDF|RDF)")
_OTHER_OWL: Final = re.compile(
    rb"(?:<\?xml.*?\?>)?\s*(?:<!.*?>\s*)*(?:<Ontology|Prefix\(|Ontology\()"
)


def content(path: Path) -> bytes:
    """The bytes of a file. Raises OntologyError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise OntologyError(f"cannot read {path}: {error.strerror}") from error


def statements(path: Path, data: bytes) -> Iterator["Quad"]:
    """The statements of a file whose content is *data*, without those about statements.

    The syntax is told by the suffix, and by the content where that says nothing. Relative IRIs are
    resolved as on loading. Raises OntologyError, with the line where there is one.
    """
    import pyoxigraph as ox

    data = data.removeprefix(_BOM)
    syntax = _told(path, data)
    try:
        for quad in ox.parse(data, syntax, base_iri=f"file:///{quote(path.name)}"):
            if not isinstance(quad.subject, ox.Triple) and not isinstance(quad.object, ox.Triple):
                yield quad
    except SyntaxError as error:
        line = error.lineno or _xml_line(data)
        where = f"{path}, line {line}" if line else str(path)
        said = " ".join(error.msg.split())
        raise OntologyError(f"{where}: malformed {syntax.name} ({said})") from error


def _told(path: Path, data: bytes) -> "RdfFormat":
    from pyoxigraph import RdfFormat

    if _OTHER_OWL.match(data):
        raise OntologyError(
            f"{path} is OWL/XML or functional syntax, not RDF: save it as Turtle or RDF/XML"
        )
    match path.suffix:
        case ".json" | ".jsonld":
            return RdfFormat.JSON_LD
        case ".ttl" | ".turtle" | ".nt":
            return RdfFormat.TURTLE  # which N-Triples is a part of
        case ".nq":
            return RdfFormat.N_QUADS
        case ".trig" | ".n3":
            return RdfFormat.TRIG if path.suffix == ".trig" else RdfFormat.N3
    if _DECLARED_XML.match(data):
        return RdfFormat.RDF_XML
    return RdfFormat.JSON_LD if data.lstrip()[:1] in {b"{", b"["} else RdfFormat.TURTLE


def _xml_line(data: bytes) -> int | None:
    """Where a text stops being well-formed XML, if it does: Oxigraph does not say."""
    from lxml import etree

    try:
        etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        return error.lineno
    return None
