"""What a loader yields, and what identifies a graph.

A *term* is plain text: an IRI as it is (``http://www.wikidata.org/entity/Q42``), or a literal in
N-Triples form (``"1952"^^<http://www.w3.org/2001/XMLSchema#gYear>``). A leading quote tells a
literal.
"""

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

ALL: Final = "all"
"""Stands for every language in ``ReadOptions.languages``."""

MULTILINGUAL: Final = "mul"
"""The language of a label that holds in any language (Wikidata's, and ISO 639-2)."""


class Triple(Struct, frozen=True, order=True):
    """One fact. ``object`` may be a literal."""

    subject: str
    predicate: str
    object: str


class Label(Struct, frozen=True):
    """A name or description of an entity or predicate in one language."""

    entity: str
    kind: Literal["label", "alias", "description"]
    text: str
    language: str


class Mention(Struct, frozen=True):
    """One expression of a fact in a sentence."""

    fact: Triple
    subject_span: tuple[int, int] | None = None
    """Start and end, in characters of the sentence's text; None where the source has none, or
    where the subject stands outside the sentence."""
    object_span: tuple[int, int] | None = None


class Sentence(Struct, frozen=True):
    """A sentence, and the facts that it expresses."""

    id: str
    """An IRI made from the source document and the sentence's position: the same on every load."""
    text: str
    source: str
    """The document: an IRI, or a title, or file and entry."""
    mentions: tuple[Mention, ...] = ()


class Skip(Struct, frozen=True):
    """A record, or part of one, that a loader could not use."""

    reason: str
    """A short phrase without particulars, by which skips are counted: ``no object``."""
    where: str
    """Where in the file: ``line 17``, ``document Q42``."""
    triple: bool = False
    """Whether a triple is lost by it, which then counts among those that were read."""
    usual: bool = False
    """Whether all sources of its kind have such: ``--strict`` does not stop at it."""


class Aside(Struct, frozen=True):
    """Which statements of N-Triples are left to the loader, since they may be no facts."""

    texts: frozenset[str] = frozenset()
    """Predicates whose literals are."""
    predicates: frozenset[str] = frozenset()
    """Predicates of which all are."""
    objects: frozenset[str] = frozenset()
    """How IRIs begin that are no object of a fact."""
    subjects: frozenset[str] = frozenset()
    """How IRIs begin that are no subject of a fact."""
    spaces: frozenset[str] = frozenset()
    """How predicates begin of which all are, but for those that begin as …"""
    besides: str = ""
    """… this; empty: of which all are."""
    unless: str = ""
    """How a predicate has to begin; empty: in any way."""
    spellings: str = ""
    """How IRIs begin that have another usual spelling: a regular expression in the syntax of
    Python, Java and RE2; empty: none."""


class Source(Struct, frozen=True):
    """One file that went into a graph."""

    file: str
    """Its base name, for a whole path would make bytes depend on the machine; of files that share
    theirs, the paths from the folder that has them all (``1triples/Airport.xml``)."""
    sha256: str
    licence: str | None = None


class Entry(Struct, frozen=True):
    """What one record of a source holds (a document, a line, an entity)."""

    triples: tuple[Triple, ...] = ()
    """One for each annotation in the source, so that repetitions are counted as duplicates."""
    labels: tuple[Label, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    skipped: tuple[Skip, ...] = ()
    sources: tuple[Source, ...] = ()
    axioms: tuple[Triple, ...] = ()
    """Statements of an ontology, and types that are given beside the facts: they are no facts."""
    documents: int = 1
    negatives: tuple[Triple, ...] = ()
    """Statements verified as false, kept beside the facts."""
    loads: tuple[str, ...] = ()
    """How the graph was loaded: the arguments of ``kgforge load``, as a shell reads them, without
    the store and with paths told by their last part (``graph.recipe``)."""
    unasked: tuple[tuple[str, str], ...] = ()
    """Entities with a label in a language that is not asked for, each with that language."""
    unread: tuple[str, ...] = ()
    """The columns of a table that are left alone."""
    doubts: tuple[str, ...] = ()
    """What was read in one way and may be meant in another, each a line for a person."""
    remarks: tuple[Skip, ...] = ()
    """Statements that are kept, each with what was assumed of it, or is not known."""
    graphs: tuple[str, ...] = ()
    """The named graphs of a source, which were merged."""


class ReadOptions(Struct, frozen=True):
    """How a source is to be read; a loader uses what concerns it."""

    languages: tuple[str, ...] = ("en",)
    """Languages of labels, aliases and descriptions to keep, or ``all``; those of their varieties
    (``en-gb`` of ``en``) and for all languages (``mul``) are kept besides, as what they are."""
    base: str = "urn:kgforge:name:"
    """What plain names (``tsv:``) are put under to become IRIs."""
    header: bool | None = None
    """Whether the first line names columns; None: recognised."""
    columns: tuple[str, ...] = ()
    """Names or 1-based numbers of subject, predicate and object; empty: the first three."""
    labels: tuple[str, ...] = ()
    """Tables of labels beside the triples, of whatever format these are."""
    delimiter: str = ""
    """What parts a table's columns (``tsv:``); empty: recognised."""
    missing: tuple[str, ...] | None = None
    """What stands in a table's cell where nothing is known; None: what the common tools write."""
    years: str = ""
    """How dates before Christ are counted: ``xsd1.0`` (-0044 is 44 BC) or ``xsd1.1`` (-0043 is);
    empty: as each namespace is known to do (``ontologies/calendars.tsv``)."""
    named: bool = True
    """Whether the source was given as what it is: a table of plain names is facts only then."""
    place: str = ""
    """The end of a file's path that tells it from others of its name; empty: its name does."""
    limit: int | None = None
    """After how many triples reading will stop, so that no more than it takes is looked at."""

    def wants(self, language: str) -> bool:
        """Whether labels in a language are to be kept; those for all languages always are.

        A language asked for is a range, as in the basic filtering of RFC 4647 (section 3.3.1).

        >>> options = ReadOptions(languages=("en",))
        >>> options.wants("EN") and options.wants("mul")
        True
        >>> options.wants("en-GB")
        True
        >>> options.wants("de") or options.wants("enm") or ReadOptions(("en-gb",)).wants("en")
        False
        """
        return _wants(self.languages, language.lower())

    @property
    def untagged(self) -> str:
        """The language of a label without one: the first asked for; of all, that for all."""
        first = next(iter(self.languages), "").lower()
        return MULTILINGUAL if first == ALL else first


@lru_cache(maxsize=1 << 12)
def _wants(languages: tuple[str, ...], tag: str) -> bool:
    wanted = {one.lower() for one in (*languages, MULTILINGUAL)}
    return ALL in wanted or any(tag == one or is_variety(tag, one) for one in wanted)


def is_variety(tag: str, language: str) -> bool:
    """Whether a tag in lower case is of a region, script or other variety of a language.

    >>> is_variety("en-gb", "en"), is_variety("en", "en"), is_variety("zh-hant-tw", "zh-hant")
    (True, False, True)
    """
    return tag.startswith(f"{language}-")


class GraphId(Struct, frozen=True):
    """Which graph a benchmark was made from."""

    hash: str | None
    """Order-free hash of the facts; None for someone else's endpoint, which is not read whole."""
    facts: int | None
    """How many; None likewise."""
