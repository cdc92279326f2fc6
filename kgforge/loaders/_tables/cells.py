"""What the cells of a table mean: terms, and what tells an id from a name."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from kgforge import naming, terms
from kgforge.loaders._naming import PREDICATES, WORDS, Kind

_ID: Final = re.compile(r"[PQ][1-9][0-9]*")
_ITEM: Final = re.compile(r"Q[1-9][0-9]*")
_PATH: Final = re.compile(r"/[^\s/]+(?:/[^\s/]+)+")
"""Ids of Freebase and ConceptNet: ``/m/027rn``, ``/location/country/capital``, ``/c/en/dog``."""

_SCHEME: Final = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*:(?![_\s])")
"""How an IRI begins in angle brackets; ``<Halo:_Reach>`` is none, but a name of YAGO's."""
_BRACKETED: Final = re.compile(r"<([^<>]*)>")

_QUOTED: Final = re.compile(r'"(.*)"(?:@([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*))?', re.S)

MISSING: Final = frozenset({"NULL", "null", "NaN", "nan", "N/A", "n/a", "#N/A", "<NA>", "None"})
"""What tables have where nothing is known (the commonest of those that pandas reads as missing)."""
NOTHING: Final = "a missing value (NULL, NaN, n/a, None)"
"""The reason for which such a cell is skipped."""

Reader = Callable[[str], str]


def readers(base: str) -> tuple[Reader, Reader]:
    """Two functions from a cell to its term: for subjects and objects, and for predicates."""

    @lru_cache(maxsize=1 << 18)
    def node(cell: str) -> str:
        return term(cell.strip(), base)

    @lru_cache(maxsize=1 << 14)
    def predicate(cell: str) -> str:
        return terms.named(term(cell.strip(), base))

    return node, predicate


def term(text: str, base: str) -> str:
    """A cell as a term; an empty one stays empty. Any white space in a name is one blank."""
    return known(text) or said(text, base)


def bare(text: str) -> str:
    """A cell without the angle brackets that AMIE and YAGO put around names; around IRIs they stay.

    >>> bare("<U2>"), bare("<Halo:_Reach>"), bare("<http://e.org/a>"), bare("a < b")
    ('U2', 'Halo:_Reach', '<http://e.org/a>', 'a < b')
    """
    if not text.startswith("<") or _SCHEME.match(text):
        return text
    found = _BRACKETED.fullmatch(text)
    return found[1].strip() if found else text


def is_missing(text: str) -> bool:
    """Whether a cell says that nothing is known."""
    return text in MISSING or bare(text) in MISSING


def known(text: str) -> str:
    """What a cell that is an id of Wikidata's, an IRI or a CURIE stands for; else empty."""
    text = bare(text)
    return terms.wikidata_entity(text) if _ID.fullmatch(text) else iri(text)


def said(text: str, base: str) -> str:
    """What any other cell stands for: a literal for itself, a name for an IRI below *base*."""
    text = bare(text)
    return text if not text or is_literal(text) else base + terms.encoded(plain(text))


def plain(cell: str) -> str:
    """A cell with one blank for any white space in it, also such as does not break a line, and its
    letters composed (NFC), as most programs write them: *é* is one, however it is put together.
    """
    return unicodedata.normalize("NFC", " ".join(cell.split()))


def iri(text: str) -> str:
    """What a cell that is an IRI or a CURIE stands for; empty for any other."""
    if text.startswith("<") and text.endswith(">"):
        return text[1:-1] if _SCHEME.match(text) else ""
    if ("//" in text or text.startswith("urn:")) and terms.is_iri(text):
        return text
    prefix, colon, rest = text.partition(":")
    return terms.PREFIXES[prefix] + rest if colon and prefix in terms.PREFIXES else ""


def is_literal(text: str) -> bool:
    """Whether a cell is a literal in N-Triples form."""
    if not text.startswith('"'):
        return False
    try:
        parts = terms.parse_literal(text)
    except ValueError:
        return False
    return (not parts.datatype or terms.is_valid(parts.datatype)) and (
        not parts.language or terms.is_language(parts.language)
    )


def spoken(text: str) -> terms.Literal | None:
    """The parts of a cell in quotes, with or without a language; None for any other.

    Quotes within may be escaped as in N-Triples, doubled as in CSV, or neither.

    >>> spoken('"Ulm"@de'), spoken('"the "Sparrow""@en')
    (Literal(value='Ulm', datatype='', language='de'), \
Literal(value='the "Sparrow"', datatype='', language='en'))
    """
    if is_literal(text):
        return terms.parse_literal(text)
    found = _QUOTED.fullmatch(text)
    return terms.Literal(found[1].replace('""', '"'), language=found[2] or "") if found else None


def is_item(cell: str) -> bool:
    """Whether a cell is the id of a Wikidata entity that is no property."""
    return _ITEM.fullmatch(cell.strip()) is not None


@lru_cache(maxsize=1 << 16)
def is_id(cell: str) -> bool:
    """Whether a cell is an id rather than a name: Wikidata's, an IRI, a CURIE, or a path."""
    text = cell.strip()
    return bool(known(text) or _PATH.fullmatch(text))


def is_opaque(cell: str) -> bool:
    """Whether a cell is an id, or a code that nobody can read (``C0027051``)."""
    return is_id(cell) or not naming.readable(term(cell.strip(), naming.NAMES))


def naming_kind(row: Sequence[str]) -> Kind | None:
    """What a statement gives its subject by a predicate of names, rather than being a fact.

    A bare word is such a predicate where the subject is an id, and the object none.

    >>> naming_kind(["Q1", "label", "Ulm"]), naming_kind(["Ulm", "rdfs:label", "Ulm an der Donau"])
    ('label', 'label')
    >>> naming_kind(["Ulla", "label", "Sony"]), naming_kind(["Q1", "label", "Q2"])
    (None, None)
    """
    if len(row) < 3:
        return None
    subject, predicate, object = map(str.strip, row[:3])
    word, known = _naming(predicate)
    if word:
        return word if subject and object and is_opaque(subject) and not is_id(object) else None
    return known if known and not is_id(object) else None


@lru_cache(maxsize=1 << 14)
def _naming(predicate: str) -> tuple[Kind | None, Kind | None]:
    """What a predicate gives as a bare word, and what as an IRI."""
    word = re.sub("[_ -]", "", predicate.lower())
    return WORDS.get(word), PREDICATES.get(iri(predicate))


def may_name(predicate: str) -> bool:
    """Whether a predicate's statements may give names rather than being facts."""
    return any(_naming(predicate))


def are_ids(cells: Sequence[str]) -> bool:
    """Whether a row is a statement in ids: a triple, and pairs of a qualifier and its value.

    >>> are_ids(["Q1", "P31", "Q5"]), are_ids(["Q1", "P31", "Q5", "P580", "1952"])
    (True, True)
    >>> are_ids(["Q1", "Q2", "P31"]), are_ids(["Q1", "P31", "Q5", "0.7"])
    (False, False)
    """
    if len(cells) < 3 or len(cells) % 2 == 0 or not is_id(cells[0]):
        return False
    value = cells[2].strip()
    return (is_id(value) or is_literal(value)) and all(
        is_id(cell) and not is_item(cell) for cell in cells[1::2]
    )


def are_statements(rows: Sequence[Sequence[str]]) -> bool:
    """Whether all rows are statements in ids, their qualifiers no ids as entities have.

    ConceptNet's lines begin with an id of their own, behind which all columns are one further:

    >>> are_statements([["/a/1", "/r/IsA", "/c/en/dog", "/c/en/animal", "{}"]])
    False
    """
    if not rows or not all(map(are_ids, rows)):
        return False
    ends = {_family(row[place]) for row in rows for place in (0, 2) if is_id(row[place])}
    links = {_family(row[1]) for row in rows}
    return not ends & {_family(cell) for row in rows for cell in row[3::2]} - links


def _family(cell: str) -> str:
    """What ids of one kind share: a namespace, the first part of a path, Wikidata's letter."""
    text = cell.strip()
    if _PATH.fullmatch(text):
        return text.split("/", 2)[1]
    return text[0] if _ID.fullmatch(text) else re.split(r"[^/#:]*$", iri(text))[0]
