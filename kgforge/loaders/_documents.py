"""Documents annotated with triples, as T-REx has them and REBEL after it: entries made from them.

Every annotation is one triple, so that repetitions are counted as duplicates; a sentence becomes a
Sentence when it expresses something. Offsets count code points. An offset whose slice of the text
is not the surface form is left out and counted; so is none that lies outside its sentence, since
T-REx often takes the subject from the title.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kgforge import terms
from kgforge.schema import Entry, Label, Mention, ReadOptions, Sentence, Skip, Triple

Span = tuple[int, int]


class Part(Struct):
    """Subject, predicate or object of an annotation, and where it stands in the document."""

    uri: str | None = None
    boundaries: Span | None = None
    surfaceform: str | None = None


class Annotation(Struct):
    """One triple, and the number of the sentence that expresses it."""

    subject: Part
    predicate: Part
    object: Part
    sentence_id: int | None = None


class Document(Struct):
    """A text and its annotations, each of which may be malformed."""

    text: str
    docid: str | int = ""
    uri: str | None = None
    title: str | None = None
    sentences_boundaries: list[Span] = []
    triples: list[Any] = []


def entry(document: Document, number: int, options: ReadOptions) -> Entry:
    """What a document holds; *number* is its place in the file."""
    name = document.uri or str(document.docid) or f"document {number}"
    triples: list[Triple] = []
    skipped: list[Skip] = []
    mentions: dict[int, dict[Mention, None]] = {}
    for index, raw in enumerate(document.triples, 1):
        where = f"document {number} ({name}), annotation {index}"
        try:
            annotation = msgspec.convert(raw, Annotation)
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


def _fact(annotation: Annotation) -> Triple:
    """The annotation's triple. Raises ValueError with the reason why there is none."""
    return Triple(
        _iri(annotation.subject, "subject"),
        _iri(annotation.predicate, "predicate"),
        _object(annotation.object),
    )


def _iri(part: Part, name: str) -> str:
    if not part.uri:
        raise ValueError(f"no {name}")
    try:
        return terms.expand(part.uri)
    except ValueError:
        raise ValueError(f"{name} is not an IRI") from None


def _object(part: Part) -> str:
    value, typed, datatype = (part.uri or "").rpartition("^^")
    if not typed:
        return _iri(part, "object")
    try:
        return terms.literal(value, datatype=terms.expand(datatype))
    except ValueError:
        raise ValueError("datatype is not an IRI") from None


def _sentence_of(annotation: Annotation, document: Document) -> Span | None:
    index = annotation.sentence_id
    if index is None or not 0 <= index < len(document.sentences_boundaries):
        return None
    start, end = document.sentences_boundaries[index]
    return (start, end) if 0 <= start < end <= len(document.text) else None


def _flaws(annotation: Annotation, document: Document) -> Iterator[str]:
    """What of a good triple's evidence cannot be kept."""
    if _sentence_of(annotation, document) is None:
        yield "no such sentence (the triple is kept)"
    for part in (annotation.subject, annotation.object):
        if drifts(part, document.text):
            yield "offsets are not those of the surface form (the triple is kept)"


def drifts(part: Part, text: str) -> bool:
    """Whether a part's offsets are not those of its surface form."""
    if part.boundaries is None or part.surfaceform is None:
        return False
    start, end = part.boundaries
    return start < 0 or text[start:end] != part.surfaceform


def sentence_with(part: Part, text: str, sentences: Sequence[Span]) -> int | None:
    """The number of the sentence in which a part stands whole."""
    if part.boundaries is None or drifts(part, text):
        return None
    start, end = part.boundaries
    whole = (i for i, (first, last) in enumerate(sentences) if first <= start < end <= last)
    return next(whole, None)


def _mention(fact: Triple, annotation: Annotation, document: Document) -> Mention:
    sentence = _sentence_of(annotation, document)
    assert sentence is not None
    return Mention(
        fact,
        _span(annotation.subject, document.text, sentence),
        _span(annotation.object, document.text, sentence),
    )


def _span(part: Part, text: str, sentence: Span) -> Span | None:
    """A part's place in the sentence's own text."""
    if part.boundaries is None or drifts(part, text):
        return None
    start, end = part.boundaries
    if not sentence[0] <= start < end <= sentence[1]:
        return None
    return start - sentence[0], end - sentence[0]


def _sentence(document: Document, name: str, index: int, mentions: tuple[Mention, ...]) -> Sentence:
    start, end = document.sentences_boundaries[index]
    text = document.text[start:end]
    identity = terms.sentence_id(str(document.docid) or name, str(start), str(end), text)
    return Sentence(identity, text, name, mentions)


def _labels(document: Document, options: ReadOptions) -> tuple[Label, ...]:
    """The document's title: T-REx is made from the English Wikipedia."""
    if not document.title or not options.wants("en"):
        return ()
    try:
        entity = terms.named(terms.expand(document.uri or ""))
    except ValueError:
        return ()
    return (Label(entity, "label", document.title, "en"),) if terms.is_valid(entity) else ()
