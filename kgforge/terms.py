"""IRIs and literals: parse, write, one form for all stores, and the shared prefixes."""

import hashlib
import re
import sys
from decimal import Decimal, InvalidOperation
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from curies import Converter

KGF: Final = "urn:kgforge:ns#"
"""Our vocabulary's namespace (``ontologies/kgforge.ttl``)."""

BLANK: Final = "urn:kgforge:blank:"
"""What the IRI of a source's blank node begins with."""

XSD: Final = "http://www.w3.org/2001/XMLSchema#"

PREFIXES: Final = {
    "wd": "http://www.wikidata.org/entity/",
    "wdt": "http://www.wikidata.org/prop/direct/",
    "dbr": "http://dbpedia.org/resource/",
    "dbp": "http://dbpedia.org/property/",
    "dbo": "http://dbpedia.org/ontology/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": XSD,
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "schema": "http://schema.org/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "geo": "http://www.opengis.net/ont/geosparql#",
    "kgf": KGF,
    "kg": "urn:kgforge:name:",
}
"""The one map from prefix to namespace, used in queries, headers, group names and Turtle."""

_OF_WIKIDATA: Final = {
    "wikibase": "http://wikiba.se/ontology#",
    "wds": "http://www.wikidata.org/entity/statement/",
    "wdref": "http://www.wikidata.org/reference/",
    "wdv": "http://www.wikidata.org/value/",
    "wdno": "http://www.wikidata.org/prop/novalue/",
    "wdtn": "http://www.wikidata.org/prop/direct-normalized/",
    "p": "http://www.wikidata.org/prop/",
    **{
        f"{short}{value}": f"http://www.wikidata.org/prop/{long}/{full}"
        for short, long in (("ps", "statement"), ("pq", "qualifier"), ("pr", "reference"))
        for value, full in (("", ""), ("v", "value/"), ("n", "value-normalized/"))
    },
}
"""Further prefixes of Wikidata's RDF, by which IRIs are shown, and which nothing reads."""

_DIGITS: Final = 1000
_NOT_IN_IRI: Final = re.compile(r'[\x00-\x20<>"{}|^`\\]')
_TO_ENCODE: Final = re.compile(
    r'[\x00-\x20<>"{}|^`\\%?#\[\]\x7f-\x9f\ud800-\uf8ff\ufdd0-\ufdef\ufff0-\uffff'
    + "".join(f"{chr(plane - 2)}{chr(plane - 1)}" for plane in range(0x20000, 0x110000, 0x10000))
    + "\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
_PROPERTY: Final = PREFIXES["wd"] + "P"
_LITERAL: Final = re.compile(
    r'"(?P<value>(?:[^"\\]|\\.)*)"(?:\^\^<(?P<datatype>[^>]*)>|@(?P<language>[A-Za-z0-9-]+))?', re.S
)
_ESCAPES: Final = {
    "\\": "\\\\",
    '"': '\\"',
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\b": "\\b",
    "\f": "\\f",
}
_ESCAPED: Final = re.compile(r'[\\"\n\r\t\b\f]')
_UNESCAPES: Final = {written[1]: character for character, written in _ESCAPES.items()}
_UNESCAPED: Final = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.S)


class Literal(Struct, frozen=True):
    """A literal's parts; ``datatype`` is empty for plain and tagged strings."""

    value: str
    datatype: str = ""
    language: str = ""


def literal(value: str, *, datatype: str = "", language: str = "") -> str:
    r"""Write a literal as a term, in N-Triples form.

    >>> literal("say \"hi\"", language="en")
    '"say \\"hi\\""@en'
    """
    text = f'"{_ESCAPED.sub(_escape, value)}"'
    if language:
        return f"{text}@{language.lower()}"
    if datatype and datatype != XSD + "string":
        return f"{text}^^<{datatype}>"
    return text


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES[found.group()]


def is_literal(term: str) -> bool:
    """Whether a term is a literal rather than an IRI."""
    return term.startswith('"')


def is_iri(text: str) -> bool:
    """Whether a text can stand as an absolute IRI: a scheme, and no forbidden character."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", text) is not None and not _NOT_IN_IRI.search(text)


def encoded(name: str) -> str:
    """A name as the last part of an IRI: percent-encoded where an IRI may not have the character.

    Letters of all scripts stay. Besides what RFC 3987 forbids, ``%``, ``?`` and ``#`` are encoded,
    so that different names give different IRIs and none is cut at a query or fragment.

    >>> encoded("Köln 100%?")
    'Köln%20100%25%3F'
    """
    return _TO_ENCODE.sub(_percent, name)


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found.group().encode(errors="replace"))


def local_name(iri: str) -> str:
    """The last part of an IRI, after ``#`` or else ``/`` or ``:``.

    >>> local_name("http://dbpedia.org/ontology/birthPlace")
    'birthPlace'
    """
    if "#" in iri:
        return iri.rpartition("#")[2]
    return re.split(r"[/:]", iri.rstrip("/"))[-1]


def wikidata_entity(number: str) -> str:
    """The IRI of a Wikidata entity's id (``Q42``, ``P26``, ``L7-F1``)."""
    return PREFIXES["wd"] + number


def wikidata_predicate(number: str) -> str:
    """The IRI by which a Wikidata property (``P26``) stands as a fact's predicate."""
    return PREFIXES["wdt"] + number


def named(iri: str) -> str:
    """The IRI on which an entity's labels are kept: a Wikidata property's lie on its predicate.

    >>> named("http://www.wikidata.org/entity/P26")
    'http://www.wikidata.org/prop/direct/P26'
    """
    if iri.startswith(_PROPERTY):
        return wikidata_predicate(iri[len(_PROPERTY) - 1 :])
    return iri


def property_of(predicate: str) -> str:
    """The entity of a Wikidata property whose labels lie on a predicate; empty for any other.

    >>> property_of("http://www.wikidata.org/prop/direct/P26")
    'http://www.wikidata.org/entity/P26'
    """
    direct = PREFIXES["wdt"]
    return wikidata_entity(predicate[len(direct) :]) if predicate.startswith(direct) else ""


def digest(*parts: str) -> str:
    """SHA-256 (hex) of the parts, joined by newlines."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def sentence_id(*parts: str) -> str:
    """The IRI of a sentence, made from what tells it apart: document, position, text."""
    return "urn:kgforge:sentence:" + hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


@lru_cache(maxsize=1024)
def is_language(tag: str) -> bool:
    """Whether a text is a well-formed language tag (BCP 47), such as a literal may have."""
    import pyoxigraph

    try:
        pyoxigraph.Literal("", language=tag)
    except ValueError:
        return False
    return True


def is_spoken(tag: str) -> bool:
    """Whether a text is the tag of a language: BCP 47 allows longer ones, but none is registered.

    >>> is_spoken("pt-BR"), is_spoken("deutsch")
    (True, False)
    """
    return is_language(tag) and len(tag.partition("-")[0]) <= _LONGEST_LANGUAGE


_LONGEST_LANGUAGE: Final = 3


@lru_cache(maxsize=1 << 18)
def is_valid(term: str) -> bool:
    """Whether a term can be stored: any literal, or an IRI that Oxigraph accepts (RFC 3987)."""
    if is_literal(term):
        return True
    import pyoxigraph

    try:
        pyoxigraph.NamedNode(term)
    except ValueError:
        return False
    return True


def parse_literal(term: str) -> Literal:
    """Part a literal in N-Triples form. Raises ValueError when it is none."""
    found = _LITERAL.fullmatch(term)
    if found is None:
        raise ValueError(f"not a literal in N-Triples form: {term!r}")
    value = _UNESCAPED.sub(_unescape, found["value"])
    return Literal(value, found["datatype"] or "", found["language"] or "")


def _unescape(found: re.Match[str]) -> str:
    code = found.group(1)
    if code[0] not in "uU" or len(code) == 1:
        return _UNESCAPES.get(code, code)
    number = int(code[1:], 16)
    if number > sys.maxunicode or 0xD800 <= number <= 0xDFFF:
        raise ValueError(f"no character has the code {code[1:]}")
    return chr(number)


def decimal(text: str) -> str:
    """A number without an exponent, which of a few digits could make a million.

    Raises ValueError for what is no number, or one of a thousand digits.

    >>> decimal("+8848"), decimal("1.5e3")
    ('8848', '1500')
    """
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"not a number: {text!r}") from None
    if not number.is_finite() or abs(number.adjusted()) > _DIGITS:
        raise ValueError(f"not a number of at most {_DIGITS} digits: {text[:40]!r}")
    return f"{number:f}"


def text_of(term: str) -> str:
    """What a person reads: a literal's value, or an IRI as it is."""
    return parse_literal(term).value if is_literal(term) else term


def ntriples(term: str) -> str:
    """A term as N-Triples (and SPARQL) write it. Raises ValueError for a text that is no IRI."""
    if is_literal(term):
        return term
    if _NOT_IN_IRI.search(term):
        raise ValueError(f"not an IRI: {term!r}")
    return f"<{term}>"


@lru_cache(maxsize=65536)
def canonical(term: str) -> str:
    """The one form that a term has in every store: the form that Oxigraph gives back.

    ``"007"^^xsd:integer`` is ``"7"^^xsd:integer``, ``@en-GB`` is ``@en-gb``, xsd:int is
    xsd:integer; IRIs stay as they are. Oxigraph itself is asked, so that the rule cannot
    drift from it.
    """
    if not is_literal(term):
        return term
    parts = parse_literal(term)
    if not parts.datatype:
        return literal(parts.value, language=parts.language)
    return _as_oxigraph_keeps(parts)


def _as_oxigraph_keeps(parts: Literal) -> str:
    import pyoxigraph

    subject = pyoxigraph.NamedNode("urn:kgforge:canonical")
    written = pyoxigraph.Literal(parts.value, datatype=pyoxigraph.NamedNode(parts.datatype))
    store = pyoxigraph.Store()
    store.add(pyoxigraph.Quad(subject, subject, written))
    kept = next(iter(store)).object
    assert isinstance(kept, pyoxigraph.Literal)
    return literal(kept.value, datatype=kept.datatype.value, language=kept.language or "")


@cache
def _converter() -> "Converter":
    from curies import Converter

    return Converter.from_prefix_map(PREFIXES)


@cache
def _wikidata() -> "Converter":
    from curies import Converter

    return Converter.from_prefix_map(_OF_WIKIDATA)


def compact(iri: str) -> str:
    """An IRI as a CURIE, or in angle brackets where no shared prefix fits.

    >>> compact("http://www.wikidata.org/prop/direct/P26")
    'wdt:P26'
    >>> compact("http://example.org/p")
    '<http://example.org/p>'
    """
    return _converter().compress(iri) or f"<{iri}>"


def shown(iri: str) -> str:
    """An IRI as people write it: as ``compact``, and with the prefixes of Wikidata's RDF besides.

    >>> shown("http://www.wikidata.org/prop/P26")
    'p:P26'
    """
    own = _converter().compress(iri)
    return own or _wikidata().compress(iri) or f"<{iri}>"


def spelt(term: str) -> str:
    """A term as it stands in the name of a group: a CURIE, or a literal's value.

    >>> spelt("http://www.wikidata.org/prop/direct/P26")
    'wdt:P26'
    """
    return text_of(term) if is_literal(term) or not is_iri(term) else compact(term)


def expand(text: str) -> str:
    """The IRI that a CURIE of a shared prefix, ``<IRI>`` or a bare Wikidata id stands for.

    Raises ValueError when it is none of these, with how to write what was meant.

    >>> expand("wdt:P26")
    'http://www.wikidata.org/prop/direct/P26'
    >>> expand("P26")
    'http://www.wikidata.org/prop/direct/P26'
    """
    if re.fullmatch(r"[PQ]\d+", text):
        return PREFIXES["wdt" if text[0] == "P" else "wd"] + text
    iri = _converter().expand(text) if ":" in text else None
    if iri is None:
        bare = not (text.startswith("<") and text.endswith(">"))
        iri = text if bare else text[1:-1]
        if not is_iri(iri) or (bare and "//" not in text and not text.startswith("urn:")):
            raise ValueError(
                f"{text!r} is neither an IRI nor a CURIE with a known prefix "
                f"({', '.join(sorted(PREFIXES))}){_written(text)}"
            )
    if _TO_ENCODE.search(iri) and not is_valid(iri):
        raise ValueError(f"{text!r} is no IRI{_written(text)}")
    return iri


def _written(text: str) -> str:
    """What would do for a text that is no IRI; empty where nobody can tell."""
    found = written_as(text)
    if not found:
        return ""
    return f": write {found}" if ":" in text else f"; a name of a table is written {found}"


def written_as(text: str) -> str:
    """How to write what is meant by a text that is no IRI; empty where nobody can tell.

    A text without a colon is a plain name, such as the loader takes from a table.

    >>> written_as("works with"), written_as("dbr:New York"), written_as("<http://x/a b>")
    ('kg:works%20with', 'dbr:New%20York', '<http://x/a%20b>')
    """
    prefix, colon, name = text.partition(":")
    if not colon:
        return "" if not text or text.startswith(("<", '"', "$", "?")) else f"kg:{encoded(text)}"
    bare = text.removeprefix("<").removesuffix(">")
    found = _NOT_IN_IRI.sub(_percent, bare)
    if prefix in PREFIXES and not is_valid(found):
        found = f"{prefix}:{encoded(name)}"
    if not is_valid(found) or found == bare:
        return ""
    return f"<{found}>" if bare != text else found
