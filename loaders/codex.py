"""CoDEx: its splits and verified negatives, names, descriptions, and the entities' types.

Names are in JSON files, ``relations/en/relations.json`` and the like, whose language is their
folder's name; types are in ``types/entity2types.json``, and go beside the facts. The splits and the
verified negatives (``test_negatives.txt``) are tables, read as ``tsv:`` reads them. A folder of
splits, ``triples/codex-s``, brings along the ``entities``, ``relations`` and ``types`` that lie
beside ``triples``.

Source: Safavi and Koutra 2020, *CoDEx: A Comprehensive Knowledge Graph Completion Benchmark*.
"""

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from kgforge import terms
from kgforge.files import head, object_members, suffix
from kgforge.loaders import _naming, _tables
from kgforge.loaders._naming import KINDS, Unasked
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

SUFFIXES: Final = (".json", ".txt")
LICENCE: Final = "MIT"

_BATCH: Final = 1000
_KINDS: Final = ("entities", "relations", "types")
_BEGINS: Final = re.compile(rb'\s*\{\s*"[PQ][0-9]+"\s*:\s*(?:\{\s*"label"|\[\s*"Q[0-9])')
_ID: Final = re.compile(r"[PQ][1-9][0-9]*")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}")
_TYPE: Final = terms.wikidata_predicate("P31")

_Item = Label | Triple | Skip | Unasked


def recognises(path: Path) -> bool:
    """Whether a file begins as CoDEx's names or types."""
    return _BEGINS.match(head(path)) is not None


def beside(folder: Path) -> list[Path]:
    """The files of names and types that lie beside a folder of CoDEx's splits.

    How the folder was typed (``codex-s``, ``./codex-s``, by a link) makes no difference.
    """
    return sorted(file for one in _around(folder) for file in one.rglob("*.json"))


def missing(folder: Path) -> list[str]:
    """The folders of names and types that do not lie beside a folder of CoDEx's splits."""
    return [one.name for one in _around(folder) if not one.is_dir()]


def _around(folder: Path) -> list[Path]:
    """The folders of names and types of a folder of splits, whether they are there or not."""
    for path in (folder, Path(os.path.abspath(folder)), folder.resolve()):  # noqa: PTH100 (links)
        if path.parent.name == "triples" and path.name.startswith("codex-"):
            return [path.parent.parent / kind for kind in _KINDS]
    return []


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """The file's names in the language of its folder, its types, or its triples.

    Names in a language that is not asked for are counted.

    Raises SourceError for a file that is truncated or no JSON object; what cannot be used is
    skipped.
    """
    if suffix(path) == ".txt":
        yield from _tables.read(path, options)
        return
    yield Entry()  # which counts the document
    language = path.parent.name if _LANGUAGE.fullmatch(path.parent.name) else options.untagged
    items = _items(path, language, options)
    while batch := list(islice(items, _BATCH)):
        yield Entry(
            labels=tuple(one for one in batch if isinstance(one, Label)),
            skipped=tuple(_naming.skips(batch)),
            axioms=tuple(one for one in batch if isinstance(one, Triple)),
            documents=0,
            unasked=tuple(_naming.elsewhere(batch)),
        )


def _items(path: Path, language: str, options: ReadOptions) -> Iterator[_Item]:
    for id, value in object_members(path):
        if not _ID.fullmatch(id):
            yield Skip("no id of Wikidata", id)
        elif isinstance(value, list):
            yield from _types(id, value)
        elif not isinstance(value, dict):
            yield Skip("neither names nor types", id)
        elif language:
            for label in _names(id, value, language):
                yield _naming.asked(label, id, options)


def _names(id: str, value: dict[str, Any], language: str) -> Iterator[Label]:
    entity = terms.named(terms.wikidata_entity(id))
    for kind in (KINDS["label"], KINDS["description"]):
        text = value.get(kind)
        if isinstance(text, str) and text.strip():
            yield Label(entity, kind, text.strip(), language)


def _types(id: str, value: list[Any]) -> Iterator[_Item]:
    for one in value:
        if isinstance(one, str) and _ID.fullmatch(one):
            yield Triple(terms.wikidata_entity(id), _TYPE, terms.wikidata_entity(one))
        else:
            yield Skip("a type that is no id of Wikidata", id)
