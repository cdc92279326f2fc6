"""T-REx: Wikipedia abstracts aligned with Wikidata triples, in their JSON or RDF (NIF) form.

A JSON file is one array of documents (``re-nlg_*.json``); it is read document by document, as
``kgforge.loaders._documents`` says. So is RDF, in any syntax, whose documents ``_nif`` makes: the
same facts and sentences, without titles, and with the spans that this form has. Its annotations
themselves are no facts.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from kgforge import loaders
from kgforge.files import array_items, head
from kgforge.loaders import RdfLoader, _nif
from kgforge.loaders._documents import Document, entry
from kgforge.loaders._sentences import splitter
from kgforge.schema import Entry, ReadOptions, Skip

SUFFIXES: Final = (".json", ".ttl", ".nt")
LICENCE: Final = "CC-BY-SA-4.0"


def recognises(path: Path) -> bool:
    """Whether a file begins as an array of T-REx documents, or as RDF about them."""
    start = head(path).lstrip()
    keys = all(key in start for key in (b'"docid"', b'"surfaceform"'))
    return (start.startswith(b"[") and keys) or _nif.begins(start)


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """One entry per document.

    Raises SourceError for a file that is truncated, or that is neither one JSON array nor such RDF;
    a document or annotation that cannot be used is skipped. Raises MissingDriverError where NLTK,
    which cuts the texts of RDF into sentences, is absent.
    """
    return _read_rdf(path, options) if _nif.begins(head(path)) else _read_json(path, options)


def _read_rdf(path: Path, options: ReadOptions) -> Iterator[Entry]:
    rdf = loaders.load("rdf")
    assert isinstance(rdf, RdfLoader)
    return _nif.entries(rdf.quads(path), splitter("loaders/trex"), options)


def _read_json(path: Path, options: ReadOptions) -> Iterator[Entry]:
    for number, raw in enumerate(array_items(path), 1):
        try:
            document = msgspec.convert(raw, Document)
        except msgspec.ValidationError:
            yield Entry(skipped=(Skip("malformed document", f"document {number}"),))
        else:
            yield entry(document, number, options)
