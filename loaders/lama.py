"""LAMA's T-REx facts: one Wikidata triple per line, with the masked sentences that express it.

A predicate that kgforge wrote in another language than English (``P36@cs``) has its names in that.

A masked sentence has ``[MASK]`` where the object's surface form stood, which is put back. LAMA
names no documents, so that a sentence is known by its text: where several facts have it as
evidence, all are its mentions, and a sentence that a fact has twice is one. The object's span is
where its mask was, the subject's where its surface form stands first as whole words outside it.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge import naming, terms
from kgforge.files import head, json_lines
from kgforge.schema import SLOT, Entry, Label, Mention, ReadOptions, Sentence, Skip, Triple

SUFFIXES: Final = (".jsonl",)
LICENCE: Final = "CC-BY-NC-4.0"

_SOURCE: Final = "LAMA T-REx"
_Span = tuple[int, int]


class _Evidence(Struct):
    sub_surface: str
    obj_surface: str
    masked_sentence: str


class _Record(Struct):
    predicate_id: str
    sub_uri: str
    obj_uri: str
    sub_label: str = ""
    obj_label: str = ""
    evidences: list[Any] = []


def recognises(path: Path) -> bool:
    """Whether a file begins with a fact and its evidence."""
    start = head(path).lstrip()
    keys = (b'"predicate_id"', b'"sub_uri"', b'"obj_uri"')
    return start.startswith(b"{") and all(key in start for key in keys)


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """One entry per fact.

    Raises SourceError for a file that is truncated; a line or sentence that cannot be used is
    skipped.
    """
    for number, record in json_lines(path, _Record):
        where = f"line {number}"
        if isinstance(record, str):
            yield Entry(skipped=(Skip(record or "malformed fact", where, triple=True),))
            continue
        record.predicate_id, language = naming.parted(record.predicate_id)
        try:
            fact = _fact(record)
        except ValueError as error:
            yield Entry(skipped=(Skip(str(error), where, triple=True),))
        else:
            yield _entry(fact, record, where, language if options.wants(language) else "")


def _fact(record: _Record) -> Triple:
    """The record's triple. Raises ValueError with the reason why there is none."""
    return Triple(
        _iri(record.sub_uri, "subject"),
        _iri(record.predicate_id, "predicate"),
        _iri(record.obj_uri, "object"),
    )


def _iri(id: str, name: str) -> str:
    try:
        return terms.expand(id)
    except ValueError:
        raise ValueError(f"{name} is not an IRI" if id else f"no {name}") from None


def _entry(fact: Triple, record: _Record, where: str, language: str) -> Entry:
    """What a record says. *language*: of its names; empty where they are not wanted."""
    sentences: dict[str, Sentence] = {}
    skipped: list[Skip] = []
    for index, raw in enumerate(record.evidences, 1):
        place = f"{where}, evidence {index}"
        try:
            evidence = msgspec.convert(raw, _Evidence)
        except msgspec.ValidationError:
            skipped.append(Skip("malformed evidence (the triple is kept)", place))
            continue
        if SLOT not in evidence.masked_sentence:
            skipped.append(Skip("no mask in a sentence (the triple is kept)", place))
            continue
        sentence = _sentence(fact, evidence)
        sentences.setdefault(sentence.id, sentence)
    return Entry(
        triples=(fact,),
        labels=tuple(_labels(fact, record, language)) if language else (),
        sentences=tuple(sentences.values()),
        skipped=tuple(skipped),
    )


def _sentence(fact: Triple, evidence: _Evidence) -> Sentence:
    """The sentence as it was before its object was masked, and where subject and object stand."""
    start = evidence.masked_sentence.index(SLOT)
    object = (start, start + len(evidence.obj_surface))
    text = evidence.masked_sentence.replace(SLOT, evidence.obj_surface)
    mention = Mention(fact, _subject_span(text, evidence.sub_surface, object), object)
    return Sentence(terms.sentence_id(_SOURCE, text), text, _SOURCE, (mention,))


def _subject_span(text: str, surface: str, object: _Span) -> _Span | None:
    if not surface:
        return None
    for found in re.finditer(rf"(?<!\w){re.escape(surface)}(?!\w)", text):
        start, end = found.span()
        if end <= object[0] or object[1] <= start:
            return start, end
    return None


def _labels(fact: Triple, record: _Record, language: str) -> Iterator[Label]:
    """The names of subject and object: those of LAMA itself are from the English Wikipedia."""
    for entity, text in ((fact.subject, record.sub_label), (fact.object, record.obj_label)):
        if text:
            yield Label(entity, "label", text, language)
