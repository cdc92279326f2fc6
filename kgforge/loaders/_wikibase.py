"""Wikidata's RDF: which of its statements are facts.

A truthy dump says in ``wdt:`` what holds, with the best rank. All else in it tells of the data: the
nodes of statements with their ranks, qualifiers and references, the pages about an entity, and how
a property is written. Source: *Wikibase/Indexing/RDF Dump Format* on mediawiki.org.
"""

import re
from collections.abc import Iterable
from typing import Final

import pyoxigraph as ox

from kgforge import terms
from kgforge.loaders._naming import SCHEMA
from kgforge.schema import Aside

_ENTITY: Final = terms.PREFIXES["wd"]
_DIRECT: Final = terms.PREFIXES["wdt"]
_PROPERTY: Final = "http://www.wikidata.org/prop/"
_NORMALISED: Final = f"{_PROPERTY}direct-normalized/"
_NO_VALUE: Final = f"{_PROPERTY}novalue/"
_ONTOLOGY: Final = "http://wikiba.se/ontology"
_PAGES: Final = tuple(
    f"{scheme}://www.wikidata.org/wiki/Special:EntityData/" for scheme in ("http", "https")
)
UNKNOWN: Final = tuple(
    f"{scheme}://www.wikidata.org/.well-known/genid/" for scheme in ("http", "https")
)
"""What an unknown value begins with where it is no blank node."""
_PAGE: Final = re.compile(r"https?://[\w.-]+\.(?:wiki\w+|mediawiki)\.org/")
"""A page of Wikipedia, Commons, … ."""
_NAME: Final = tuple(f"{schema}name" for schema in SCHEMA)
ABOUT: Final = tuple(f"{schema}about" for schema in SCHEMA)
WORDS: Final = (
    *ABOUT,
    *_NAME,
    *(f"{_ONTOLOGY}#{name}" for name in ("sitelinks", "statements", "identifiers", "rank")),
)
"""Predicates of what a truthy dump says besides facts."""
OWN: Final = (*UNKNOWN, _ONTOLOGY)
"""How objects begin that are in no fact."""
_SITELINK: Final = "of a page (sitelink)"
_TYPE: Final = terms.PREFIXES["rdf"] + "type"

ASIDE: Final = Aside(objects=frozenset(UNKNOWN), unless=_DIRECT)
"""Of a file of Wikidata's a store may take the direct statements that have a value."""

SOME_VALUE: Final = "somevalue"
NO_VALUE: Final = "novalue"


def is_wikidata(quads: Iterable[ox.Quad]) -> bool:
    """Whether some statements are surely Wikidata's own, rather than others about its entities."""
    return any(map(_is_own, quads))


def _is_own(quad: ox.Quad) -> bool:
    """Whether only Wikidata says such things: a statement about a page or of its ontology."""
    subject, predicate, object = _texts(quad)
    if subject.startswith((*_PAGES, f"{_ONTOLOGY}#Dump")):
        return True
    if not subject.startswith(_ENTITY):
        return False
    own = predicate.startswith((_ONTOLOGY, _PROPERTY)) and not predicate.startswith(_DIRECT)
    return own or _is_unknown(quad) or (predicate == _TYPE and object.startswith(_ONTOLOGY))


def left_out(quad: ox.Quad) -> str:
    """Why a statement of Wikidata's is no fact; empty for one that is."""
    subject, predicate, object = _texts(quad)
    if predicate.startswith(_DIRECT):
        return SOME_VALUE if _is_unknown(quad) else ""
    if predicate == _TYPE and object.startswith(_NO_VALUE):
        return NO_VALUE
    about = subject.startswith((*_PAGES, _ONTOLOGY))
    for fits, reason in (
        (about, "about the dump or its pages"),
        (predicate.startswith(_NORMALISED), "a normalised value (wdtn:)"),
        (predicate in _NAME, "a name once more (schema:name)"),
        (_is_of_statement(subject, predicate), "of a statement's node (p:, ps:, pq:, rank)"),
        (predicate == _TYPE and object.startswith(_ONTOLOGY), "a type of Wikidata's own"),
        (predicate.startswith(_ONTOLOGY), "a word of Wikidata's own (wikibase:)"),
        (predicate.startswith(SCHEMA) or object.startswith(SCHEMA), _SITELINK),
    ):
        if fits:
            return reason
    return "no direct statement (wdt:)"


def surely_left_out(quad: ox.Quad) -> str:
    """Why a statement is no fact in any RDF: only Wikidata's data about its data says it."""
    subject, predicate, object = _texts(quad)
    if predicate in ABOUT and object.startswith(_ENTITY) and _PAGE.match(subject):
        return _SITELINK
    tagged = isinstance(quad.object, ox.Literal) and quad.object.language
    named = tagged and predicate in _NAME and subject.startswith(_ENTITY)
    own = named or _is_own(quad) or (object.startswith(UNKNOWN) and _is_unknown(quad))
    return left_out(quad) if own else ""


def _is_of_statement(subject: str, predicate: str) -> bool:
    apart = ("statement/", "value/", "reference/")
    nodes = (
        *(_ENTITY + one for one in apart),
        *(f"http://www.wikidata.org/{one}" for one in apart),
    )
    return predicate.startswith(_PROPERTY) or subject.startswith(nodes)


def _is_unknown(quad: ox.Quad) -> bool:
    """Whether a direct statement has a value of which nothing is known."""
    _, predicate, object = _texts(quad)
    blank = isinstance(quad.object, ox.BlankNode)
    return predicate.startswith(_DIRECT) and (blank or object.startswith(UNKNOWN))


def _texts(quad: ox.Quad) -> tuple[str, str, str]:
    """The IRIs of a statement, empty for what is none."""
    subject = quad.subject.value if isinstance(quad.subject, ox.NamedNode) else ""
    object = quad.object.value if isinstance(quad.object, ox.NamedNode) else ""
    return subject, quad.predicate.value, object
