"""T-REx in its RDF form (NIF): documents made from its statements.

A file tells, document after document, a context with its text, and then the annotations: a unit
with subject, predicate and object, followed by the phrases in which they stand. Units are numbered
anew in each document and so have the names of others; phrases call them by yet another name. So
only the order tells what belongs together, and a file whose statements were sorted has lost it:
what it annotates is counted as malformed.

The form has no sentences, which are cut as T-REx cut them, and no titles. Source: ``NIFwriter.py``
and ``triplealigner.py`` of T-REx's own pipeline (github.com/hadyelsahar/RE-NLG-Dataset).
"""

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, Final

import msgspec
import pyoxigraph as ox

from kgforge.loaders import _documents
from kgforge.loaders._documents import Annotation, Document, Part, Span
from kgforge.loaders._sentences import Split
from kgforge.schema import Entry, ReadOptions, Skip

_NIF: Final = "http://ontology.neuinfo.org/NIF/Backend/nif_backend.owl#"
_OWN: Final = (b"isString", b"nnotationUnit")
"""Words of T-REx's that no other file of this namespace has: one is near every file's beginning."""
_IDENTITY: Final = "http://www.w3.org/2005/11/its/rdf#taIdentRef"
_COMMENT: Final = "http://www.w3.org/2000/01/rdf-schema#comment"
_WITHOUT_SUBJECT: Final = "NoSubject-Triple-aligner"
_PRONOUN: Final = "Simple_Coreference"
_CONTEXT: Final = "?nif=context"
_NUMBER: Final = re.compile(r"\d+\Z")

_Block = dict[str, str]
"""What is said of one thing in a row: each predicate to its object, as T-REx writes it in JSON."""


def begins(start: bytes) -> bool:
    """Whether a file begins as such RDF, in whatever syntax."""
    return _NIF.encode() in start and any(word in start for word in _OWN)


def entries(quads: Iterable[ox.Quad], split: Split, options: ReadOptions) -> Iterator[Entry]:
    """One entry for each document that statements tell."""
    found: _Told | None = None
    number = 0
    for name, block in _blocks(quads):
        if "isString" in block:
            if found:
                yield found.entry(number, split, options)
            number += 1
            found = _Told(name, block["isString"])
        elif found is None:
            yield Entry(skipped=(Skip("annotation before any text", name),), documents=0)
        else:
            found.take(name, block)
    if found:
        yield found.entry(number, split, options)


def _blocks(quads: Iterable[ox.Quad]) -> Iterator[tuple[str, _Block]]:
    """The things that are told of, each as long as it is told of in one go."""
    name, block = "", _Block()
    for quad in quads:
        subject, predicate = str(quad.subject), quad.predicate.value.removeprefix(_NIF)
        if block and (subject != name or predicate in block):
            yield name, block
            block = {}
        name = subject
        block[predicate] = _text(quad.object)
    if block:
        yield name, block


def _text(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple) -> str:
    if not isinstance(term, ox.Literal):
        return term.value if isinstance(term, ox.NamedNode) else str(term)
    plain = term.datatype.value.endswith(("#string", "#nonNegativeInteger"))
    return term.value if plain else f"{term.value}^^{term.datatype.value}"


class _Told:
    """A document, as far as it was told."""

    def __init__(self, context: str, text: str) -> None:
        self._context = context.strip("<>")
        self._text = text
        self._units: list[tuple[str, _Block, list[_Block]]] = []
        self._strays: list[Skip] = []

    def take(self, name: str, block: _Block) -> None:
        """Take a unit, or a phrase of the last one."""
        if "annotationUnit" not in block:
            self._units.append((name, block, []))
        elif self._has(block):
            self._units[-1][2].append(block)
        else:
            self._strays.append(Skip("phrase of another annotation", name))

    def _has(self, phrase: _Block) -> bool:
        """Whether a phrase is of this document and its last unit: their numbers are alike."""
        if phrase.get("referenceContext") != self._context or not self._units:
            return False
        unit = self._units[-1][0].strip("<>")
        return _number(unit) == _number(phrase["annotationUnit"])

    def entry(self, number: int, split: Split, options: ReadOptions) -> Entry:
        """What the document holds; *number* is its place in the file."""
        uri = self._context.removesuffix(_CONTEXT)
        sentences = split(self._text)
        document = Document(
            self._text,
            uri,
            uri,
            sentences_boundaries=sentences,
            triples=[
                self._annotation(unit, phrases, sentences) for _, unit, phrases in self._units
            ],
        )
        found = _documents.entry(document, number, options)
        return msgspec.structs.replace(found, skipped=(*found.skipped, *self._strays))

    def _annotation(self, unit: _Block, phrases: list[_Block], sentences: list[Span]) -> Any:
        """The annotation; one that lacks a part as it is, to be skipped."""
        if not unit.keys() >= {"subject", "predicate", "object"}:
            return unit
        subject, object = unit["subject"], unit["object"]
        # The object's phrase is the last: of a fact about itself the subject has the first.
        last = [phrase for phrase in phrases[-1:] if phrase.get(_IDENTITY) == object]
        others = phrases[: len(phrases) - len(last)]
        first = [phrase for phrase in others if phrase.get(_IDENTITY) == subject]
        found = Annotation(_part(subject, first), Part(unit["predicate"]), _part(object, last))
        place = _documents.sentence_with(found.object, self._text, sentences)
        if unit.get(_COMMENT) == _WITHOUT_SUBJECT and place is not None:
            found.subject = self._first_mention(subject, sentences[place])
        found.sentence_id = place
        return found

    def _first_mention(self, entity: str, sentence: Span) -> Part:
        """Where an entity stands first in a sentence, pronouns aside, by what other units tell.

        That is what the aligner took for the subject, of which the form does not tell the phrase.
        """
        every = (
            _part(entity, [phrase])
            for _, _, phrases in self._units
            for phrase in phrases
            if phrase.get(_IDENTITY) == entity and phrase.get(_COMMENT) != _PRONOUN
        )
        start, end = sentence
        inside = [
            (one.boundaries, one)
            for one in every
            if one.boundaries and start <= one.boundaries[0] and one.boundaries[1] <= end
        ]
        return min(inside, key=itemgetter(0), default=(None, Part(entity)))[1]


def _number(name: str) -> str:
    found = _NUMBER.search(name)
    return found.group() if found else name


def _part(uri: str, phrases: list[_Block]) -> Part:
    """A part, and where its phrase stands; without a place it is written as from 0 to 0."""
    for phrase in phrases:
        start, end = phrase.get("beginIndex", ""), phrase.get("endIndex", "")
        if start.isdecimal() and end.isdecimal() and int(start) < int(end):
            return Part(uri, (int(start), int(end)), phrase.get("anchorOf"))
    return Part(uri)
