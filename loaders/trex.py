"""T-REx: Wikipedia abstracts aligned with Wikidata triples, in the native JSON form.

A file is one array of documents (``re-nlg_*.json``); it is read document by document. Every
annotation is one triple, so that repetitions are counted as duplicates; a sentence becomes a
Sentence when it expresses something. Offsets count code points. An offset whose slice of the text
is not the surface form is left out and counted; so is none that lies outside its sentence, since
T-REx often takes the subject from the title. The NIF Turtle form is RDF: ``rdf:`` reads it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge import terms
from kgforge.files import array_items, head
from kgforge.schema import Entry, Label, Mention, ReadOptions, Sentence, Skip, Triple

SUFFIXES: Final = (".json",)
LICENCE: Final = "CC-BY-SA-4.0"

_Span = tuple[int, int]


class _Part(Struct):
    uri: str | None = None
    boundaries: _Span | None = None
    surfaceform: str | None = None


class _Annotation(Struct):
    subject: _Part
    predicate: _Part
    object: _Part
    sentence_id: int | None = None


class _Document(Struct):
    text: str
    docid: str | int = ""
    uri: str | None = None
    title: str | None = None
    sentences_boundaries: list[_Span] = []
    triples: list[Any] = []


def recognises(path: Path) -> bool:
    """Whether a file begins as an array of T-REx documents."""
    start = head(path).lstrip()
    return start.startswith(b"[") and all(key in start for key in (b'"docid"', b'"surfaceform"'))


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """One entry per document.

    Raises SourceError for a file that is truncated, or that is not one JSON array; a document or
    annotation that cannot be used is skipped.
    """
    for number, raw in enumerate(array_items(path), 1):
        try:
            document = msgspec.convert(raw, _Document)
        except msgspec.ValidationError:
            yield Entry(skipped=(Skip("malformed document", f"document {number}"),))
        else:
            yield _entry(document, number, options)


def _entry(document: _Document, number: int, options: ReadOptions) -> Entry:
    name = document.uri or str(document.docid) or f"document {number}"
    triples: list[Triple] = []
    skipped: list[Skip] = []
    mentions: dict[int, dict[Mention, None]] = {}
    for index, raw in enumerate(document.triples, 1):
        where = f"document {number} ({name}), annotation {index}"
        try:
            annotation = msgspec.convert(raw, _Annotation)
            fact = _fact(annotation)
        except msgspec.ValidationError:
            skipped.append(Skip("malformed annotation", where, triple=True))
            continue
        except ValueError as error:
            skipped.append(Skip(str(error), where, triple=True))
            continue
        triples.append(fact)
        skipped.extend(Skip(reason, where) for reason in _flaws(annotation, document))
        if _sentence_of(annotation, document) is not None:
            mention = _mention(fact, annotation, document)
            mentions.setdefault(annotation.sentence_id or 0, {})[mention] = None
    return Entry(
        triples=tuple(triples),
        labels=_labels(document, options),
        sentences=tuple(
            _sentence(document, name, index, tuple(found))
            for index, found in sorted(mentions.items())
        ),
        skipped=tuple(skipped),
    )


def _fact(annotation: _Annotation) -> Triple:
    """The annotation's triple. Raises ValueError with the reason why there is none."""
    return Triple(
        _iri(annotation.subject, "subject"),
        _iri(annotation.predicate, "predicate"),
        _object(annotation.object),
    )


def _iri(part: _Part, name: str) -> str:
    if not part.uri:
        raise ValueError(f"no {name}")
    try:
        return terms.expand(part.uri)
    except ValueError:
        raise ValueError(f"{name} is not an IRI") from None


def _object(part: _Part) -> str:
    value, typed, datatype = (part.uri or "").rpartition("^^")
    if not typed:
        return _iri(part, "object")
    try:
        return terms.literal(value, datatype=terms.expand(datatype))
    except ValueError:
        raise ValueError("datatype is not an IRI") from None


def _sentence_of(annotation: _Annotation, document: _Document) -> _Span | None:
    index = annotation.sentence_id
    if index is None or not 0 <= index < len(document.sentences_boundaries):
        return None
    start, end = document.sentences_boundaries[index]
    return (start, end) if 0 <= start < end <= len(document.text) else None


def _flaws(annotation: _Annotation, document: _Document) -> Iterator[str]:
    """What of a good triple's evidence cannot be kept."""
    if _sentence_of(annotation, document) is None:
        yield "no such sentence (the triple is kept)"
    for part in (annotation.subject, annotation.object):
        if _drifts(part, document.text):
            yield "offsets are not those of the surface form (the triple is kept)"


def _drifts(part: _Part, text: str) -> bool:
    if part.boundaries is None or part.surfaceform is None:
        return False
    start, end = part.boundaries
    return start < 0 or text[start:end] != part.surfaceform


def _mention(fact: Triple, annotation: _Annotation, document: _Document) -> Mention:
    sentence = _sentence_of(annotation, document)
    assert sentence is not None
    return Mention(
        fact,
        _span(annotation.subject, document.text, sentence),
        _span(annotation.object, document.text, sentence),
    )


def _span(part: _Part, text: str, sentence: _Span) -> _Span | None:
    """A part's place in the sentence's own text."""
    if part.boundaries is None or _drifts(part, text):
        return None
    start, end = part.boundaries
    if not sentence[0] <= start < end <= sentence[1]:
        return None
    return start - sentence[0], end - sentence[0]


def _sentence(
    document: _Document, name: str, index: int, mentions: tuple[Mention, ...]
) -> Sentence:
    start, end = document.sentences_boundaries[index]
    text = document.text[start:end]
    identity = terms.sentence_id(str(document.docid) or name, str(start), str(end), text)
    return Sentence(identity, text, name, mentions)


def _labels(document: _Document, options: ReadOptions) -> tuple[Label, ...]:
    """The document's title: T-REx is made from the English Wikipedia."""
    if not document.title or "en" not in options.languages:
        return ()
    try:
        entity = terms.named(terms.expand(document.uri or ""))
    except ValueError:
        return ()
    return (Label(entity, "label", document.title, "en"),) if terms.is_valid(entity) else ()
