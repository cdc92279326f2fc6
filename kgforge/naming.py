"""The name in an IRI: what a person can read of it, where a graph has no label.

An *opaque id* is no name: ``Q42``, ``/m/07pd_j``, ``o1000``, a hash, an ISBN, an id of another
vocabulary (``MESH:D003924``). What ids look like depends on their scheme, which the namespace
tells: ``ontologies/identifiers.toml`` lists the schemes. In DBpedia ``U2`` is a name. Where in
doubt there is none: what has no name is left out and counted, but an id in a prompt is asked about
as if it were a word.

A short number (``1984``) and a letter with digits (``K2``, ``M31``) may be either, and only what
stands beside them tells: ``may_be_name`` says which are such, and a loader of tables names them.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import Struct

from kgforge import cleaning, resources, terms

NAMES: Final = terms.PREFIXES["kg"]
"""What plain names are put under (``tsv:``): they are names as they were written."""

_GENERATED: Final = (terms.BLANK, "urn:uuid:", "urn:kgforge:sentence:", "urn:kgforge:mention:")
_SKOLEM: Final = "/.well-known/genid/"
_VOCABULARY: Final = re.compile(r"(?:.*::)?[^\W\d_]+:|.*::")
"""What stands before the id of another vocabulary: ``MESH:``, ``Side Effect::``."""
_NUMBERED: Final = re.compile(r"[A-Za-z]\d+|[a-z]{1,3}-\d+")
"""``x26``, ``q-17``, ``U2``: an id in an IRI, for all that is known. Of plain names only a capital
with digits may be an id, of which their table tells (``may_be_name``)."""
_CAPITAL: Final = re.compile(r"[A-Z]\d+")
_DOCUMENTS: Final = frozenset({"about", "index", "default", "data", "home", "rdf", "document"})
"""What a document is called that describes a thing: ``https://sws.geonames.org/3/about.rdf``."""
_PROFILES: Final = _DOCUMENTS | {"card", "profile", "foaf", "webid", "user", "account", "resource"}
"""What stands before a fragment like ``#me``, and is no name of what it means."""
_SELF: Final = frozenset(
    {"me", "this", "it", "i", "self", "id", "self-identity", "primary", "entity", "resource"}
)
"""Fragments that say no more than that the thing is meant rather than its page."""
_KIND: Final = frozenset(
    {"thing", "person", "agent", "programme", "program", "concept", "place", "work", "organization"}
    | {"organisation", "company", "product", "event", "item", "record", "object", "subject"}
    | {"town", "city", "country", "film", "movie", "book", "artist", "band", "species"}
)
"""Fragments that say of what kind the thing is."""
_OF_TERMS: Final = re.compile(
    r".*(?:ontology|ontologies|vocab|thesaur|taxonom|schema).*|(?:.*[-_.])?(?:onto|owl|skos|shapes"
    r"|lang|langs|languages?|model|ns|defs?|terms?|class|classes|types?|core|v\d[\d.]*|\d+\.[\d.]+)",
    re.I,
)
"""What documents are called that define words: a fragment is one of them there."""
_PAGE: Final = re.compile(r"\.(?:x?html?|php|json(?:ld)?|ttl|rdf|xml|nt)\Z", re.I)
"""The ending of a page or file about a thing."""
_NELL: Final = re.compile(r"concept(?:_[a-z]+_|:(?:[a-z0-9]+:)?)([^:]+)")
"""``concept:city:ulm``, ``concept:citylocatedincountry``, and ``concept_city_ulm`` of NELL-995."""
_OF_WORDS: Final = re.compile(r"[A-Z]?[a-z]{2,}(?:[ -][A-Za-z]?[a-z]+)*|[A-Z]{2,}\d{0,3}[A-Z]?")
"""Words with a blank or a hyphen between them, or the symbol of a gene: no code or local name."""
_CODE: Final = re.compile(r"(?:\A|[:/])([A-Za-z]{1,12})[_:-]?(\d{4,})\Z", re.A)
"""An id with the letters of its scheme."""
_MAYBE: Final = re.compile(r"[0-9]{1,4}|(?![LPQ])[A-Z][0-9]{1,4}")
"""Short, and not as Wikidata's ids begin."""
_DATE: Final = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?")
_BRAND: Final = re.compile(r"[a-z]+[A-Z]{3,}")
"""``openSUSE``: of an entity it is spelt so."""
_CURIE: Final = re.compile(r"[a-z]\w*:([A-Za-z]\w*[a-z]\w*)")
"""A relation with the prefix of its vocabulary: ``biolink:treats``."""
_ONTOLOGY: Final = re.compile(
    r".*#|https?://schema\.org/|.*/(?:[\w.-]*(?:onto|owl|vocab)[\w.-]*)/", re.I
)
"""How the names of an ontology begin, which are often written without blanks."""
_JOINED: Final = re.compile(r"(?!A{1,2}aA+a+\Z)(?:(?:A+a+0*){2,}(?:A+|0+)?|(?:A+a+0*)+A{2,})")
"""``NamedPizza``, ``FraunhoferIIS``; but not ``McDonald``, nor ``InDesign``."""
_PREFIX: Final = re.compile(r"Ma?c|[LD][aeiu]|O|Fitz|You|Java|Git")
"""What is spelt together with the capital that follows it: ``McEnroe``, ``LeBron``, ``YouTube``."""
_MANY: Final = 3
"""A name of so many words is parted wherever it stands, and one of two in an ontology."""
_BRACKET: Final = re.compile(r"(?<=\w)(?<!_)\(")
_JOINERS: Final = "\u200c\u200d"
"""What is not printed, but belongs to how words of Persian or Hindi are spelt."""
_WORD: Final = "[A-Za-z]{1,30}"  # none so long that it may be a UUID
_WORDS: Final = re.compile(
    rf"(?:https?://\w[\w.:-]*(?:/[A-Za-z_]{{1,30}})*/|{re.escape(NAMES)})"
    rf"(?=[A-Z]*[a-z]){_WORD}(?:(?:_|%20){_WORD})*",
    re.ASCII,
)
"""An IRI that ends in words of plain letters, with no id in the path before them. Capitals alone
may be a code."""
_CAMEL: Final = re.compile(r"a{2,}0*A[Aa0]*")
_HUMP: Final = re.compile(r"(?<=[a0])(?=A)|(?<=A)(?=Aa)")
"""Of the shape of a name (``_shape``), whose letters may be of any alphabet that has cases."""


def readable(iri: str, *, predicate: bool = False, joined: bool = False) -> str:
    """The name in an IRI as a person reads it; empty where it has none.

    A plain name (under ``urn:kgforge:name:``) is taken as it was written; of any other IRI the last
    part is. Lower camel case is parted, but not in a plain name unless it is a predicate's: what is
    called ``openSUSE`` is spelt so. Underscores stand for spaces where there is none. So do
    capitals in a name of three words or more, or in an ontology; of two words where the names of
    the graph are *joined* so (``are_joined``).

    >>> readable("http://dbpedia.org/ontology/birthPlace")
    'birth place'
    >>> readable("http://example.org/situ%C3%A9Dans"), readable("http://example.org/hasURLOf")
    ('situé dans', 'has URL of')
    >>> readable("urn:kgforge:name:works%20with"), readable("urn:kgforge:name:McDonald")
    ('works with', 'McDonald')
    >>> readable("urn:kgforge:name:isMarriedTo", predicate=True)
    'is married to'
    >>> readable("http://example.org/LosAngelesLakers"), readable("http://example.org/LeBronJames")
    ('Los Angeles Lakers', 'LeBronJames')
    >>> readable("http://example.org/places/leeds#this"), readable("https://ann.example/card#me")
    ('leeds', '')
    >>> readable("http://www.wikidata.org/entity/Q42")
    ''
    """
    plain = iri.startswith(NAMES)
    name = _spelt(iri if plain or predicate else _of_thing(iri))
    if not (name.isprintable() or all(map(_is_written, name))) or cleaning.is_lost(name):
        return ""
    if predicate and not plain:
        name = name.rpartition("/")[2]  # dbo:PopulatedPlace/areaTotal
    if predicate and _schemes().is_code(name):
        return ""
    if plain and _DATE.fullmatch(name):
        return name
    if predicate and (curie := _CURIE.fullmatch(name)):
        name = curie[1]
    may_be_camel = (predicate or not plain) and name[:1].islower() and not name.islower()
    is_brand = not predicate and _BRAND.fullmatch(name)
    if may_be_camel and not is_brand and _CAMEL.fullmatch(_shape(name)):
        name = " ".join(map(_lowered, _words(name)))
    elif not plain and _is_joined(iri, name, joined=joined):
        name = " ".join(_parted(name))
    spaced = name if " " in name else name.replace("_", " ")
    return " ".join(spaced.split()) if any(map(str.isalpha, spaced)) else ""


def otherwise(iri: str, name: str) -> tuple[str, ...]:
    """Return how a name in an IRI whose words were parted may be written besides.

    >>> otherwise("http://example.org/LeBronJames", "LeBron James")
    ('LeBronJames', 'Le Bron James')
    >>> otherwise("http://example.org/New_York", "New York")
    ()
    """
    spelt = "" if iri.startswith(NAMES) else _spelt(_of_thing(iri))
    if name == spelt or not _JOINED.fullmatch(_shape(spelt)) or "".join(name.split()) != spelt:
        return ()
    return tuple(dict.fromkeys(text for text in (spelt, " ".join(_words(spelt))) if text != name))


def joins(iri: str) -> bool | None:
    """Return whether an IRI joins the words of its name by capitals; None for a name of one word.

    >>> [joins(f"http://example.org/{name}") for name in ("MountEverest", "Mount_Kenya", "Ulm")]
    [True, False, None]
    """
    if iri.startswith((NAMES, *_GENERATED)) or _schemes().namespace(iri):
        return None
    name = _spelt(_of_thing(iri))
    if "_" in name or " " in name:
        return False
    is_joined = _JOINED.fullmatch(_shape(name)) is not None and len(_parted(name)) > 1
    return True if is_joined else None


def without_code(iri: str, label: str) -> str:
    """Return the label of a class or property of CIDOC-CRM's without its code.

    >>> without_code("http://www.cidoc-crm.org/cidoc-crm/E21_Person", "E21 Person")
    'Person'
    >>> without_code("http://example.org/E10", "E10 fuel")
    'E10 fuel'
    """
    code, _, rest = label.partition(" ")
    if not rest or not _CRM_CODE.fullmatch(code):
        return label
    return rest.strip() if local_part(iri).startswith((f"{code}_", f"{code}.")) else label


_CRM_CODE: Final = re.compile(r"[A-Z]{1,5}\d+[a-z]{0,2}i?")


def _of_thing(iri: str) -> str:
    """Return an IRI without a fragment that names nothing (``#me``, ``#this``, ``#person``).

    What is left is the IRI of a document, which may be called as the thing is; else it is empty.
    """
    page, mark, fragment = iri.partition("#")
    if not mark or not (fragment in _SELF or fragment in _KIND) or "/" not in page:
        return iri
    name = _PAGE.sub("", _last_part(page))
    is_terms = not name or _OF_TERMS.fullmatch(name) is not None
    if is_terms:
        return "" if fragment in _SELF else iri
    return "" if name.lower() in _PROFILES else page


def _spelt(iri: str) -> str:
    """Return the name in an IRI as it is spelt there; empty for an id."""
    if not iri:
        return ""
    if iri.startswith(_GENERATED) or _SKOLEM in iri:
        return ""
    plain, schemes = iri.startswith(NAMES), _schemes()
    if not plain and (space := schemes.namespace(iri)):
        return space.name(iri)
    name = _decoded(iri.removeprefix(NAMES) if plain else _last_part(iri))
    is_short = _CAPITAL.fullmatch(name) is not None if plain else schemes.is_numbered(iri, name)
    if is_short or _is_opaque(name):
        return ""
    if "::" in name or (plain and name.startswith(("/", "concept:", "concept_"))):
        name = _of_scheme(name)
        return "" if _is_opaque(name) else name
    return name


def language(iri: str) -> str:
    """Return the language of the names in an IRI's namespace; empty where it tells of none.

    >>> language("http://fr.dbpedia.org/resource/Allemagne"), language("http://example.org/Ulm")
    ('fr', '')
    """
    if "." not in iri or not (space := _schemes().namespace(iri)):
        return ""
    match = space.match.match(iri)
    return (match.groupdict().get("language") or "") if match else ""


def _is_joined(iri: str, name: str, *, joined: bool) -> bool:
    """Return whether a name is of words without blanks (``NamedPizza``), by its words and place."""
    if not name[:1].isupper() or not _JOINED.fullmatch(_shape(name)):
        return False
    words = len(_parted(name))
    if words < _MANY and not (words > 1 and (joined or _ONTOLOGY.match(iri))):
        return False
    return _schemes().namespace(iri) is None


def _parted(name: str) -> list[str]:
    """Return the words of a name in camel case, with a prefix like *Mc* or *Le* before its word."""
    words: list[str] = []
    for word in _words(name):
        if words and _PREFIX.fullmatch(words[-1]):
            words[-1] += word
        else:
            words.append(word)
    return words


def _words(name: str) -> list[str]:
    """Return the words of a name in camel case."""
    ends = [0, *(hump.start() for hump in _HUMP.finditer(_shape(name))), len(name)]
    return [name[start:end] for start, end in pairwise(ends)]


def is_of_words(iri: str) -> bool:
    """Whether an IRI ends in words of plain letters, so that it is ``readable``: a quick test.

    >>> is_of_words("http://dbpedia.org/resource/New_York_City")
    True
    """
    return _WORDS.fullmatch(iri) is not None


def may_be_name(cell: str) -> bool:
    """Whether a cell is a name among names, and an id among ids: a year, a number, a short code.

    >>> [cell for cell in ("1984", "K2", "M31", "Q42", "L123", "12345", "C0027051", "Ulm")
    ...  if may_be_name(cell)]
    ['1984', 'K2', 'M31']
    """
    return _MAYBE.fullmatch(cell) is not None


def _is_written(char: str) -> bool:
    """Whether a character stands in names; of spaces also those that do not break a line."""
    return char.isprintable() or unicodedata.category(char) == "Zs" or char in _JOINERS


def _last_part(iri: str) -> str:
    """What follows a shared prefix; else the fragment, or the last part of the path."""
    for namespace in terms.PREFIXES.values():
        if iri.startswith(namespace):
            return iri[len(namespace) :]
    try:
        parts = urlsplit(iri)
    except ValueError:  # brackets that are no address
        return ""
    if parts.fragment or parts.query:
        return parts.fragment
    path = parts.path.rstrip("/").rpartition("/")[2]
    return path if parts.netloc else path.rpartition(":")[2]


def _decoded(text: str) -> str:
    try:
        return unquote(text, errors="strict").strip()
    except UnicodeDecodeError:
        return ""


def local_part(iri: str) -> str:
    """Return what stands last in an IRI, whether it is a name or an id.

    >>> local_part("http://example.org/G20"), local_part("urn:kgforge:name:U2")
    ('G20', 'U2')
    """
    return _decoded(iri.removeprefix(NAMES) if iri.startswith(NAMES) else _last_part(iri))


_KEYED: Final = re.compile(r"\d|wiki|dbpedia")
"""What stands in an IRI that has a key: a quick test."""


def key(iri: str) -> str:
    """Return what an id, or a title of Wikipedia, has in all namespaces; empty for any other name.

    >>> key("urn:kgforge:name:GO:0008150") == key("http://purl.obolibrary.org/obo/GO_0008150")
    True
    >>> key("http://dbpedia.org/resource/Ulm") == key("https://en.wikipedia.org/wiki/Ulm")
    True
    >>> key("http://example.org/Ulm"), key("http://example.org/people/12345")
    ('', '')
    """
    if not _KEYED.search(iri):
        return ""
    if (space := _schemes().namespace(iri)) and (match := space.match.match(iri)):
        return f"{match.re.pattern}{space.name(iri)}" if "language" in match.groupdict() else ""
    found = _CODE.search(local_part(iri))
    return f"{found[1]}:{found[2]}".casefold() if found else ""


def is_own_id(iri: str, text: str) -> bool:
    """Whether a text is but an entity's IRI or the opaque id in it, and so no name of it.

    >>> is_own_id("http://www.wikidata.org/entity/Q42", "Q42")
    True
    >>> is_own_id("http://example.org/Ulm", "ex:Ulm"), is_own_id("urn:e:Ulm", "urn:e:Ulm")
    (True, True)
    >>> is_own_id("http://example.org/mp3", "mp3"), is_own_id("urn:kgforge:name:1984", "1984")
    (False, False)
    """
    if iri[-1:] != text[-1:] or may_be_name(text):  # most labels are told by that alone
        return False
    local = local_part(iri)
    if text == iri or (_PREFIXED.fullmatch(text) and text.partition(":")[2] == local):
        return True
    return text == local and not readable(iri)


_PREFIXED: Final = re.compile(r"(?:[a-z][\w.-]*)?:[^\s:/]+")
"""A term as Turtle writes it: ``ex:Tirana``."""


_SIGN: Final = re.compile(
    r"\A(?:ISBN(?:-1[03])?|ISSN|DOI|PMID|UUID|ORCID|VIAF|GND):? +(?=\S*\d)", re.I
)
"""What stands before an id, and tells of what kind it is."""


def is_id(text: str) -> bool:
    """Return whether a text that stands where a name should is an IRI or an opaque id.

    Texts tell less than local names do: *A380*, *P53* and *90210* are also names.

    >>> ids = ("http://example.org/foo", "wd:Q5", "ENSG00000141510", "C0012345", "Q42", "item-33")
    >>> [text for text in ids if not is_id(text)]
    []
    >>> [text for text in ("U2", "TP53", "A380", "1984", "7-Eleven", "17p13.1") if is_id(text)]
    []
    """
    if not any(map(str.isdigit, text)) and "://" not in text:
        return text.startswith(_GENERATED)
    text = _SIGN.sub("", text.removeprefix("<").removesuffix(">") if "://" in text else text)
    return " " not in text and _schemes().label.fullmatch(text) is not None


def _of_scheme(name: str) -> str:
    """Return the part of an id that a person reads, by the scheme of the id; empty where none is.

    Of Freebase (``/people/person/place_of_birth``) and NELL (``concept:city:ulm``) that is the last
    part. ConceptNet puts a language before it and the part of speech behind (``/c/en/hot_dog/n``):
    a word of another language is no English name. The parts that ``::`` separates in DRKG are codes
    (``Hetionet::DaG::Disease:Gene``, ``Gene::2157``), of which the last may be a name of words.

    >>> _of_scheme("/c/en/hot_dog/n"), _of_scheme("/c/fr/chien/n"), _of_scheme("concept:city:ulm")
    ('hot_dog', '', 'ulm')
    >>> _of_scheme("Disease::Marfan syndrome"), _of_scheme("Compound::brenda_x")
    ('Marfan syndrome', '')
    """
    if "::" in name:
        last = name.rpartition("::")[2].strip()
        return last if _OF_WORDS.fullmatch(last) else ""
    if nell := _NELL.fullmatch(name):
        return nell[1]
    if not name.startswith("/"):
        return name
    parts = name.split("/")
    if len(parts) > 3 and parts[1] == "c":
        return parts[3] if parts[2] == "en" else ""
    return parts[-1]


def _is_opaque(name: str) -> bool:
    """Whether a name is an id: also behind the name of its vocabulary, or as that of a page."""
    name, pages = _PAGE.subn("", name)
    if pages and name.lower() in _DOCUMENTS:
        return True
    everywhere = _schemes().everywhere
    if everywhere.fullmatch(name) or (pages and _CAPITAL.fullmatch(name)):
        return True
    before, colon, id = name.rpartition(":")
    if not (colon and _VOCABULARY.fullmatch(before + colon)):
        return False
    return id.isdecimal() or bool(everywhere.fullmatch(id) or _CAPITAL.fullmatch(id))


# ── Schemes of identifiers ──────────────────────────────────────────────────────────────────────
class Namespace(Struct, frozen=True):
    """A namespace whose local parts are names, and how they are written there."""

    match: re.Pattern[str]
    ids: re.Pattern[str]
    character: re.Pattern[str] | None
    prefix: re.Pattern[str] | None
    suffix: re.Pattern[str] | None
    separator: str

    def name(self, iri: str) -> str:
        """Return the name in an IRI of this namespace, as it is spelt; empty for an id."""
        match = self.match.match(iri)
        local = _decoded(iri[match.end() :]) if match else ""
        if not local or self.ids.fullmatch(local):
            return ""
        if self.separator:
            local = local.rpartition(self.separator)[2]
        if self.character:
            local = self.character.sub(lambda number: chr(int(number[1], 16)), local)
            local = _BRACKET.sub("_(", local)  # of Ulm_u0028_city_u0029_ the blank is lost
        if self.prefix and (start := self.prefix.match(local)):
            local = local[start.end() :]
        if self.suffix and (end := re.search(rf"{self.suffix.pattern}\Z", local)):
            local = local[: end.start()]
        return local


class Schemes(Struct, frozen=True):
    """What identifiers look like: the content of ``ontologies/identifiers.toml``."""

    everywhere: re.Pattern[str]
    """Identifiers that give themselves away."""
    relation: re.Pattern[str]
    """Codes of relations."""
    label: re.Pattern[str]
    """Identifiers that give themselves away where a name should stand."""
    namespaces: tuple[Namespace, ...]
    """Namespaces of names."""
    within: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    """Other namespaces, each with its identifiers."""

    def namespace(self, iri: str) -> Namespace | None:
        """Return the namespace of names that an IRI is in."""
        return next((space for space in self.namespaces if space.match.match(iri)), None)

    def is_numbered(self, iri: str, name: str) -> bool:
        """Return whether a local part is an id in its namespace, or may be one in any."""
        if _NUMBERED.fullmatch(name):
            return True
        return any(space.match(iri) and ids.fullmatch(name) for space, ids in self.within)

    def is_code(self, name: str) -> bool:
        """Return whether a relation's name is a code."""
        return self.relation.fullmatch(name) is not None


@cache
def _schemes() -> Schemes:
    text = (resources.folder("ontologies") / "identifiers.toml").read_bytes()
    data: dict[str, list[dict[str, Any]]] = msgspec.toml.decode(text)
    return Schemes(
        _alternatives(data["everywhere"]),
        _alternatives(data["relation"]),
        _alternatives(data["label"]),
        tuple(
            Namespace(
                re.compile(entry["match"]),
                re.compile(entry["except"]),
                re.compile(entry["character"]) if "character" in entry else None,
                re.compile(entry["prefix"]) if "prefix" in entry else None,
                re.compile(entry["suffix"]) if "suffix" in entry else None,
                entry.get("separator", ""),
            )
            for entry in data["namespace"]
        ),
        tuple((re.compile(e["match"]), re.compile(e["pattern"])) for e in data["scheme"]),
    )


def _alternatives(entries: Iterable[dict[str, Any]]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{entry['pattern']})" for entry in entries))


def _shape(name: str) -> str:
    """A name with ``a`` for small letters, ``A`` for capitals, ``0`` for digits, else ``-``."""
    return "".join(
        "a" if c.islower() else "A" if c.isupper() else "0" if c.isdecimal() else "-" for c in name
    )


def _lowered(word: str) -> str:
    """A word of a camel case in lower case, unless it is an abbreviation."""
    return word if word.isupper() and len(word) > 1 else word.lower()


# ── Relations of a language ─────────────────────────────────────────────────────────────────────
ENGLISH: Final = "en"
"""The language of the layouts that have a code for a relation, and none for a language."""


def in_language(name: str, language: str) -> str:
    """What a relation is called whose templates and names are in a language other than English.

    >>> in_language("P36", "cs"), in_language("P36", "en")
    ('P36@cs', 'P36')
    """
    return name if language == ENGLISH else f"{name}@{language}"


def parted(code: str) -> tuple[str, str]:
    """The name and the language that such a code has.

    >>> parted("P36@cs"), parted("P36")
    (('P36', 'cs'), ('P36', 'en'))
    """
    name, _, language = code.rpartition("@")
    return (name, language) if name and terms.is_language(language) else (code, ENGLISH)


def by_language(codes: Iterable[str]) -> dict[str, str]:
    """The language of each code; those of one language stand together, in their order.

    >>> by_language(["P1", "P1@cs", "P2"])
    {'P1': 'en', 'P2': 'en', 'P1@cs': 'cs'}
    """
    found = {code: parted(code)[1] for code in codes}
    order = [*dict.fromkeys(found.values())]
    return dict(sorted(found.items(), key=lambda one: order.index(one[1])))
