"""The statements of a file of RDF, in whichever syntax it is.

pyoxigraph parses: it keeps the order of the file, names the line of an error and fetches nothing.
"""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from kgforge import bounds, nesting
from kgforge.errors import OntologyError, SourceError

if TYPE_CHECKING:
    from pyoxigraph import Quad, RdfFormat

_BOM: Final = b"\xef\xbb\xbf"
_DECLARED_XML: Final = re.compile(rb"\s*<(?:\?xml|!|\w+:RDF|RDF)")
# Possessive throughout: what does not match fails at once, whatever the text.
_OTHER_OWL: Final = re.compile(
    rb"(?:<\?xml[^>]*+>)?+\s*+"
    rb"(?:(?:<!--(?:(?!-->).)*+-->|<![^\[>]*+(?:\[[^\]]*+\]\s*+)?+>)\s*+)*+"
    rb"(?:<Ontology|Prefix\(|Ontology\()",
    re.S,
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
        for quad in ox.parse(_bounded(path, data, syntax), syntax, base_iri=_base(path)):
            if not isinstance(quad.subject, ox.Triple) and not isinstance(quad.object, ox.Triple):
                yield quad
    except SyntaxError as error:
        where = f"{path}, line {error.lineno}" if error.lineno else str(path)
        said = " ".join(error.msg.split())
        raise OntologyError(f"{where}: malformed {syntax.name} ({said})") from error
    except MemoryError as error:  # its parser's own, of some megabytes
        raise OntologyError(f"{path}: holds a term longer than 16 MB: leave it out") from error
    except SourceError as error:
        raise OntologyError(str(error)) from error


def _base(path: Path) -> str:
    return f"file:///{quote(path.name)}"


def _bounded(path: Path, data: bytes, syntax: "RdfFormat") -> Any:
    """The content, when a parser may be given it."""
    from pyoxigraph import RdfFormat

    if syntax is RdfFormat.RDF_XML and (fault := bounds.xml_fault(io.BytesIO(data))):
        where = f"{path}, line {fault[0]}" if fault[0] else str(path)
        raise OntologyError(f"{where}: malformed RDF/XML ({fault[1]})")
    if syntax is RdfFormat.RDF_XML:
        return data
    if syntax is RdfFormat.JSON_LD:
        return bounds.Json(io.BytesIO(data), path)
    return nesting.bounded(io.BytesIO(data), path, n3=syntax is RdfFormat.N3)


def json_value(path: Path, data: bytes, line: int = 1) -> Any:
    """JSON that begins on a line of a file. Raises OntologyError, with the line."""
    try:
        found = json.loads(data)
        json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise OntologyError(
            f"{path}, line {line + error.lineno - 1}: not JSON: {error.msg}"
        ) from error
    except UnicodeDecodeError as error:
        raise OntologyError(f"{path}, line {line}: not UTF-8: {error.reason}") from error
    except UnicodeEncodeError as error:
        raise OntologyError(f"{path}, line {line}: half a character (\\ud800 …)") from error
    except RecursionError as error:
        raise OntologyError(f"{path}, line {line}: too deeply nested JSON") from error
    except ValueError as error:
        raise OntologyError(f"{path}, line {line}: a number of too many digits") from error
    return found


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
