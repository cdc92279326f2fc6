"""REBEL: Wikipedia abstracts aligned with Wikidata triples, one JSON document per line.

The documents are T-REx's but for three things, which are put right before they are read as such:

- No boundaries of sentences are given. They are cut as REBEL's own makers cut them
  (``kgforge.loaders._sentences``).
- Many offsets drift: what was cleaned from a text was not taken from the offsets after it. An
  entity's offsets are then moved back to where its surface form stands just before them, and it is
  counted.
- ``sentence_id`` was found with those offsets. A mention is put into the sentence in which its
  object stands.

Ids are bare (``Q42``, ``P26``). A date is an xsd:dateTime whatever its precision, as in T-REx: the
span shows what the text says. A predicate's surface form is its label.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from kgforge import terms
from kgforge.files import head, json_lines
from kgforge.loaders import _documents
from kgforge.loaders._documents import Annotation, Document, Part, Span
from kgforge.loaders._sentences import Split, splitter
from kgforge.schema import Entry, Label, ReadOptions, Skip

SUFFIXES: Final = (".jsonl",)
LICENCE: Final = "CC-BY-NC-SA-4.0"

_REACH: Final = 16
"""How many characters before its offsets a surface form is looked for; 6 is the most seen."""


class _Document(Document):
    entities: list[Any] = []  # noqa: RUF012 (msgspec copies it)


def recognises(path: Path) -> bool:
    """Whether a file begins with a line that is a document of T-REx's kind."""
    start = head(path).lstrip()
    return start.startswith(b"{") and all(key in start for key in (b'"docid"', b'"surfaceform"'))


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """One entry per document.

    Raises SourceError for a file that is truncated; a line, document or annotation that cannot be
    used is skipped. Raises MissingDriverError where NLTK is absent.
    """
    split = splitter("loaders/rebel")
    for number, document in json_lines(path, _Document):
        if isinstance(document, str):
            yield Entry(skipped=(Skip(document or "malformed document", f"line {number}"),))
        else:
            yield _entry(document, number, split, options)


def _entry(document: _Document, number: int, split: Split, options: ReadOptions) -> Entry:
    sentences = split(document.text)
    annotations = [_annotation(raw, document.text, sentences) for raw in document.triples]
    righted = msgspec.structs.replace(
        document,
        uri=_expanded(document.uri),
        sentences_boundaries=sentences,
        triples=annotations,
    )
    entry = _documents.entry(righted, number, options)
    labels = _labels(annotations) if options.wants("en") else ()
    return msgspec.structs.replace(
        entry,
        labels=tuple(dict.fromkeys((*entry.labels, *labels))),
        skipped=(*entry.skipped, *_drifting(document, number)),
    )


def _expanded(uri: str | None) -> str | None:
    try:
        return uri and terms.expand(uri)
    except ValueError:
        return uri


def _annotation(raw: Any, text: str, sentences: list[Span]) -> Any:
    """An annotation put right; what is malformed is left as it is, to be skipped."""
    try:
        found = msgspec.convert(raw, Annotation)
    except msgspec.ValidationError:
        return raw
    object = _righted(found.object, text)
    place = _documents.sentence_with(object, text, sentences)
    return Annotation(
        subject=_righted(found.subject, text),
        predicate=found.predicate,
        object=object,
        sentence_id=found.sentence_id if place is None else place,
    )


def _righted(part: Part, text: str) -> Part:
    """A part whose offsets are those of its surface form, where that stands just before them."""
    if not part.surfaceform or part.boundaries is None or not _documents.drifts(part, text):
        return part
    start, end = part.boundaries
    found = text.rfind(part.surfaceform, max(0, start - _REACH), max(0, end))
    if found < 0:
        return part
    return Part(part.uri, (found, found + len(part.surfaceform)), part.surfaceform)


def _drifting(document: _Document, number: int) -> Iterator[Skip]:
    """The entities of a document that cannot be used, or do not stand where they are said to."""
    for index, raw in enumerate(document.entities, 1):
        where = f"document {number}, entity {index}"
        try:
            drifts = _documents.drifts(msgspec.convert(raw, Part), document.text)
        except msgspec.ValidationError:
            yield Skip("malformed entity", where)
        else:
            if drifts:
                yield Skip("an entity's offsets drift (looked for just before them)", where)


def _labels(annotations: Iterable[Any]) -> Iterator[Label]:
    """The predicates' labels."""
    for found in annotations:
        if isinstance(found, Annotation) and found.predicate.surfaceform:
            predicate = _expanded(found.predicate.uri)
            if predicate and terms.is_valid(predicate):
                yield Label(predicate, "label", found.predicate.surfaceform, "en")
