"""Statements of RDF in an order of their own, and Turtle that keeps it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from kgforge.terms import PREFIXES, XSD

if TYPE_CHECKING:
    from pyoxigraph import BlankNode, NamedNode, Triple

RDF: Final = PREFIXES["rdf"]
SH: Final = "http://www.w3.org/ns/shacl#"


class Statements:
    """Numbers blank nodes as they come, so that the same statements are the same bytes."""

    def __init__(self) -> None:
        self._nodes = 0

    def blank(self) -> "BlankNode":
        """The next blank node."""
        from pyoxigraph import BlankNode

        self._nodes += 1
        return BlankNode(f"n{self._nodes}")

    def list(self, head: Any, nodes: Sequence[Any]) -> Iterator["Triple"]:
        """*nodes*, of which there is one at least, as the RDF list that begins at *head*."""
        for number, node in enumerate(nodes):
            last = number + 1 == len(nodes)
            rest = iri(f"{RDF}nil") if last else self.blank()
            yield triple(head, f"{RDF}first", node)
            yield triple(head, f"{RDF}rest", rest)
            head = rest


def triple(subject: Any, predicate: str, object: Any) -> "Triple":
    """One statement; IRIs of subject and object may be plain texts."""
    from pyoxigraph import Triple

    one, other = (iri(end) if isinstance(end, str) else end for end in (subject, object))
    return Triple(one, iri(predicate), other)


@cache
def iri(text: str) -> "NamedNode":
    """The node of an IRI."""
    from pyoxigraph import NamedNode

    return NamedNode(text)


def text(said: str, language: str | None = None) -> Any:
    """The node of a text."""
    from pyoxigraph import Literal

    return Literal(said, language=language)


def value(said: str, datatype: str) -> Any:
    """The node of a value of XML Schema."""
    from pyoxigraph import Literal

    return Literal(said, datatype=iri(XSD + datatype))


def number(count: int) -> Any:
    """The node of an integer."""
    return value(str(count), "integer")


def turtle(statements: Iterable["Triple"]) -> bytes:
    """Turtle in the order of the statements, UTF-8."""
    from pyoxigraph import RdfFormat, serialize

    written = serialize(statements, format=RdfFormat.TURTLE, prefixes={**PREFIXES, "sh": SH})
    assert written is not None
    return written
