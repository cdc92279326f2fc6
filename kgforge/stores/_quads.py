"""An entry as N-Quads in the RDF graph model: facts in the default graph, all else in its own."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from kgforge import files, terms
from kgforge.schema import Entry, Label, Mention, Sentence, Source, Triple
from kgforge.terms import KGF, PREFIXES, XSD

LABELS: Final = "urn:kgforge:labels"
SENTENCES: Final = "urn:kgforge:sentences"
ONTOLOGY: Final = "urn:kgforge:ontology"
SOURCES: Final = "urn:kgforge:sources"

_NAMING: Final = {
    "label": PREFIXES["rdfs"] + "label",
    "alias": PREFIXES["skos"] + "altLabel",
    "description": PREFIXES["schema"] + "description",
}
_RDF: Final = PREFIXES["rdf"]
_TYPE: Final = f"<{_RDF}type>"
_SPANS: Final = ("subjectStart", "subjectEnd", "objectStart", "objectEnd")

_written = lru_cache(maxsize=1 << 18)(terms.ntriples)


def spool(entries: Iterable[Entry], file: Path) -> int:
    """Write entries as N-Quads into a file; how many literals took another form for it."""
    changed = 0
    with files.writing_file(file) as path, path.open("w", encoding="utf-8") as stream:
        for entry in entries:
            for line, unlike in lines(entry):
                stream.write(line)
                changed += unlike
    return changed


def lines(entry: Entry) -> Iterator[tuple[str, bool]]:
    """Each statement of an entry as one line, and whether a literal took another form for it."""
    for triple in entry.triples:
        line, changed = fact(triple)
        yield f"{line} .\n", changed
    for label in entry.labels:
        yield _label(label), False
    for axiom in entry.axioms:
        yield f"{fact(axiom)[0]} <{ONTOLOGY}> .\n", False
    for sentence in entry.sentences:
        for line in _sentence(sentence):
            yield line, False
    for source in entry.sources:
        for line in _source(source):
            yield line, False
    for command in entry.loads:
        node = f"<urn:kgforge:load:{terms.digest(command)[:32]}>"
        yield f"{node} {_TYPE} <{KGF}Load> <{SOURCES}> .\n", False
        yield f"{node} <{KGF}command> {terms.literal(command)} <{SOURCES}> .\n", False


def _source(found: Source) -> Iterator[str]:
    subject = f"<urn:kgforge:source:{found.sha256}>"
    yield f"{subject} {_TYPE} <{KGF}Source> <{SOURCES}> .\n"
    for name, value in (("file", found.file), ("sha256", found.sha256), ("licence", found.licence)):
        if value is not None:
            yield f"{subject} <{KGF}{name}> {terms.literal(value)} <{SOURCES}> .\n"


def fact(triple: Triple) -> tuple[str, bool]:
    """A fact as N-Triples writes it, without the dot, and whether its literal took another form."""
    kept = terms.canonical(triple.object)
    line = f"{_written(triple.subject)} {_written(triple.predicate)} {_written(kept)}"
    return line, kept != triple.object


def _label(label: Label) -> str:
    text = terms.literal(label.text, language=label.language)
    return f"{_written(label.entity)} <{_NAMING[label.kind]}> {text} <{LABELS}> .\n"


def _sentence(sentence: Sentence) -> Iterator[str]:
    node = _written(sentence.id)
    yield f"{node} {_TYPE} <{KGF}Sentence> <{SENTENCES}> .\n"
    yield f"{node} <{KGF}text> {terms.literal(sentence.text)} <{SENTENCES}> .\n"
    yield f"{node} <{KGF}source> {terms.literal(sentence.source)} <{SENTENCES}> .\n"
    for mention in sentence.mentions:
        yield from _mention(mention, node)


def _mention(mention: Mention, sentence: str) -> Iterator[str]:
    fact = mention.fact
    spans = (*(mention.subject_span or (None, None)), *(mention.object_span or (None, None)))
    parts = (
        sentence,
        _written(fact.subject),
        _written(fact.predicate),
        _written(terms.canonical(fact.object)),
    )
    # The name is made from what the mention says, so that a second load finds the same one.
    node = f"<urn:kgforge:mention:{terms.digest(*parts, str(spans))[:32]}>"
    yield f"{node} {_TYPE} <{KGF}Mention> <{SENTENCES}> .\n"
    yield f"{node} <{KGF}expressedIn> {sentence} <{SENTENCES}> .\n"
    for name, term in zip(("subject", "predicate", "object"), parts[1:], strict=True):
        yield f"{node} <{_RDF}{name}> {term} <{SENTENCES}> .\n"
    for name, offset in zip(_SPANS, spans, strict=True):
        if offset is not None:
            yield f'{node} <{KGF}{name}> "{offset}"^^<{XSD}integer> <{SENTENCES}> .\n'
