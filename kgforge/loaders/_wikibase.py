"""Wikidata's RDF: which of its statements are facts.

A truthy dump says in ``wdt:`` what holds, with the best rank. All else in it tells of the data: the
nodes of statements with their ranks, qualifiers and references, the pages about an entity, and how
a property is written. Source: *Wikibase/Indexing/RDF Dump Format* on mediawiki.org.
"""

import re
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

import pyoxigraph as ox

from kgforge import terms
from kgforge.loaders import _ranks
from kgforge.loaders._naming import SCHEMA
from kgforge.schema import Aside, Skip

_ENTITY: Final = terms.PREFIXES["wd"]
DIRECT: Final = terms.PREFIXES["wdt"]
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
_SITE_OF: Final = re.compile(r"\Ahttps?://(?:www\.|m\.)?wikidata\.org/")
"""Wikidata's site, which others spell with ``https`` or without ``www``."""
_NAME: Final = tuple(f"{schema}name" for schema in SCHEMA)
ABOUT: Final = tuple(f"{schema}about" for schema in SCHEMA)
_SITE: Final = frozenset(
    f"{schema}{word}" for schema in SCHEMA for word in ("inLanguage", "isPartOf")
)
_ARTICLE: Final = tuple(f"{schema}Article" for schema in SCHEMA)
WORDS: Final = (*ABOUT, *_NAME, *_SITE)
"""Predicates of what a truthy dump says of pages, besides those of ``SPACES``."""
SPACES: Final = (_ONTOLOGY, _PROPERTY)
"""How predicates begin that may be in no fact, but for the direct ones."""
SUBJECTS: Final = (*_PAGES, f"{_ONTOLOGY}#Dump")
"""How subjects begin of which only Wikidata says anything, and no fact."""
OWN: Final = (*UNKNOWN, _ONTOLOGY, *_ARTICLE)
"""How objects begin that may be in no fact."""
_SITELINK: Final = "of a page (sitelink)"
_TYPE: Final = terms.PREFIXES["rdf"] + "type"
_OF_PAGES: Final = frozenset({*ABOUT, *_NAME, *_SITE, _TYPE})
"""What Wikidata says of each page, besides its badges."""
_KEPT: Final = 1 << 18
"""So many pages, and statements of them, are kept at once."""
_T = TypeVar("_T")
_Value = ox.NamedNode | ox.BlankNode | ox.Literal

ASIDE: Final = Aside(objects=frozenset(UNKNOWN), unless=DIRECT)
"""Of a file of Wikidata's a store may take the direct statements that have a value."""

_STATED: Final = f"{_PROPERTY}statement/"
_NODE_OF: Final = re.compile(rf"{re.escape(_PROPERTY)}(?P<property>P[1-9]\d*)")
_VALUE_OF: Final = re.compile(rf"{re.escape(_STATED)}P[1-9]\d*")
_RANK: Final = re.compile(rf"{re.escape(_ONTOLOGY)}#(?P<rank>Preferred|Normal|Deprecated)Rank")
OF_NODE: Final = "the value of a statement's node (ps:), since the file has no direct one (wdt:)"

SOME_VALUE: Final = "somevalue"
NO_VALUE: Final = "novalue"


def is_wikidata(quads: Iterable[ox.Quad]) -> bool:
    """Whether some statements are surely Wikidata's own, rather than others about its entities."""
    return any(map(_is_own, quads))


def _is_own(quad: ox.Quad) -> bool:
    """Whether only Wikidata says such things: a statement about a page or of its ontology."""
    subject, predicate, object = _texts(quad)
    if subject.startswith(SUBJECTS):
        return True
    if not subject.startswith(_ENTITY):
        return False
    own = predicate.startswith(SPACES) and not predicate.startswith(DIRECT)
    return own or _is_unknown(quad) or (predicate == _TYPE and object.startswith(_ONTOLOGY))


def left_out(quad: ox.Quad) -> str:
    """Why a statement of Wikidata's is no fact; empty for one that is."""
    subject, predicate, object = _texts(quad)
    if predicate.startswith(DIRECT):
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
    if predicate.startswith(_ONTOLOGY) and _PAGE.match(subject):
        return left_out(quad)
    named = _is_tagged(quad) and predicate in _NAME and subject.startswith(_ENTITY)
    own = named or _is_own(quad) or (object.startswith(UNKNOWN) and _is_unknown(quad))
    return left_out(quad) if own else ""


def has_nodes_alone(quads: Iterable[ox.Quad]) -> bool:
    """Return whether some statements have values of nodes of statements, and none is direct."""
    has_values = False
    for quad in quads:
        predicate = _spelt(quad.predicate.value)
        if predicate.startswith(DIRECT):
            return False
        has_values = has_values or _VALUE_OF.fullmatch(predicate) is not None
    return has_values


class StatementNodes:
    """The direct statements that nodes of statements give, for what has none in the file."""

    def __init__(self, quads: Iterable[ox.Quad] = ()) -> None:
        """Learn from all statements of a file."""
        self._nodes: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        """The nodes of an entity's statements of a property."""
        self._values: defaultdict[str, list[_Value]] = defaultdict(list)
        self._ranks: dict[str, str] = {}
        self._direct: set[tuple[str, str]] = set()
        """Entities and properties that have direct statements."""
        for quad in quads:
            self._learn(quad)

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self._values)

    def _learn(self, quad: ox.Quad) -> None:
        subject, predicate, object = _texts(quad)
        node = subject or str(quad.subject)
        if predicate.startswith(DIRECT):
            self._direct.add((subject, predicate.removeprefix(DIRECT)))
        elif of := _NODE_OF.fullmatch(predicate):
            self._nodes[subject, of["property"]].append(object or str(quad.object))
        elif _VALUE_OF.fullmatch(predicate) and not isinstance(quad.object, ox.Triple):
            self._values[node].append(quad.object)
        elif predicate == f"{_ONTOLOGY}#rank" and (rank := _RANK.fullmatch(object)):
            self._ranks[node] = rank["rank"].lower()

    def direct(self, quad: ox.Quad) -> list[ox.Quad | Skip]:
        """Return the direct statements that one about a node gives, or why it gives none.

        Empty for a statement that is about no node, or of whose property there are direct ones.
        """
        subject, predicate, object = _texts(quad)
        of = _NODE_OF.fullmatch(predicate)
        if of is None or (subject, of["property"]) in self._direct:
            return []
        values = self._values.get(node := object or str(quad.object), [])
        every = (self._ranks.get(each) for each in self._nodes[subject, of["property"]])
        rank = self._ranks.get(node, "normal")
        where = f"{subject} {predicate}"
        if values and (reason := _ranks.left_out(rank, beside_preferred="preferred" in every)):
            return [Skip(reason, where, triple=True, usual=True)]
        direct = ox.NamedNode(f"{DIRECT}{of['property']}")
        found: list[ox.Quad | Skip] = []
        for value in values:
            found += (ox.Quad(quad.subject, direct, value), Skip(OF_NODE, where))
        return found


class Sitelinks:
    """Which pages are about an entity of Wikidata: what it says of these is no fact in any RDF.

    The statement that a page is about an entity may stand behind the others of the page. These are
    kept until it comes, and given out at the end where it does not.
    """

    def __init__(self) -> None:
        self._about: OrderedDict[str, None] = OrderedDict()
        self._kept: OrderedDict[str, list[ox.Quad]] = OrderedDict()
        self._size = 0

    def in_order(self, found: Iterable[_T]) -> Iterator[_T | ox.Quad]:
        """All that was found, those statements of a page last that may be a sitelink's."""
        for one in found:
            page = _page(one) if isinstance(one, ox.Quad) else ""
            if not page or page in self._about:
                yield one
            elif isinstance(one, ox.Quad) and one.predicate.value not in ABOUT:
                self._keep(page, one)
                while self._size > _KEPT:
                    yield from self._release(next(iter(self._kept)))
            else:
                self._know(page)
                yield one
                yield from self._release(page)
        for page in [*self._kept]:
            yield from self._release(page)

    def left_out(self, quad: ox.Quad) -> str:
        """Why a statement is no fact, once all before it were given out in their order."""
        if reason := surely_left_out(quad):
            return reason
        return _SITELINK if _page(quad) in self._about else ""

    def _keep(self, page: str, quad: ox.Quad) -> None:
        self._kept.setdefault(page, []).append(quad)
        self._size += 1

    def _release(self, page: str) -> list[ox.Quad]:
        found = self._kept.pop(page, [])
        self._size -= len(found)
        return found

    def _know(self, page: str) -> None:
        self._about[page] = None
        if len(self._about) > _KEPT:
            self._about.popitem(last=False)


def _page(quad: ox.Quad) -> str:
    """The page of which a statement says what Wikidata says of pages; empty for any other."""
    if quad.predicate.value not in _OF_PAGES:
        return ""
    subject, predicate, object = _texts(quad)
    if not _PAGE.match(subject) or subject.startswith(_ENTITY):
        return ""
    says = (
        (predicate in ABOUT and object.startswith(_ENTITY))
        or (predicate == _TYPE and object in _ARTICLE)
        or (predicate in _NAME and _is_tagged(quad))
        or (predicate in _SITE and (isinstance(quad.object, ox.Literal) or _PAGE.match(object)))
    )
    return subject if says else ""


def _is_tagged(quad: ox.Quad) -> bool:
    return isinstance(quad.object, ox.Literal) and quad.object.language is not None


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
    return predicate.startswith(DIRECT) and (blank or object.startswith(UNKNOWN))


def _texts(quad: ox.Quad) -> tuple[str, str, str]:
    """The IRIs of a statement in Wikidata's own spelling, empty for what is none."""
    subject = quad.subject.value if isinstance(quad.subject, ox.NamedNode) else ""
    object = quad.object.value if isinstance(quad.object, ox.NamedNode) else ""
    return _spelt(subject), _spelt(quad.predicate.value), _spelt(object)


def _spelt(iri: str) -> str:
    return _SITE_OF.sub("http://www.wikidata.org/", iri, count=1) if "wikidata.org/" in iri else iri
