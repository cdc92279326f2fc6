"""T-REx: Wikipedia abstracts aligned with Wikidata triples, in the native JSON form.

A file is one array of documents (``re-nlg_*.json``); it is read document by document, as
``kgforge.loaders._documents`` says. The NIF Turtle form is RDF: ``rdf:`` reads it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from kgforge.files import array_items, head
from kgforge.loaders._documents import Document, entry
from kgforge.schema import Entry, ReadOptions, Skip

SUFFIXES: Final = (".json",)
LICENCE: Final = "CC-BY-SA-4.0"


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
            document = msgspec.convert(raw, Document)
        except msgspec.ValidationError:
            yield Entry(skipped=(Skip("malformed document", f"document {number}"),))
        else:
            yield entry(document, number, options)
