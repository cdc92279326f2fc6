"""BEAR: facts of one answer each, a Wikidata triple a line, a file for each relation.

The relation is the file's name (``P103.jsonl``). Labels and aliases are English, but for
a file that kgforge wrote in another language (``P103@cs.jsonl``). BEAR's templates
and answer spaces (``metadata_relations.json``) are not read.

Source: Wiland, Ploner and Akbik 2024, *BEAR: A Unified Framework for Evaluating Relational
Knowledge in Causal and Masked Language Models*.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import naming, terms
from kgforge.errors import SourceError
from kgforge.files import COMPRESSED, head, json_lines
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

SUFFIXES: Final = (".jsonl",)
LICENCE: Final = None

_ITEM: Final = re.compile(r"Q[1-9][0-9]*")
_RELATION: Final = re.compile(r"P[1-9][0-9]*")


class _Record(Struct):
    sub_id: str
    obj_id: str
    sub_label: str = ""
    obj_label: str = ""
    sub_aliases: list[str] = []


def recognises(path: Path) -> bool:
    """Whether a file begins with a fact of BEAR and is named after a relation."""
    start = head(path).lstrip().partition(b"\n")[0]
    keys = (b'"sub_id"', b'"obj_id"', b'"answer_idx"')
    return start.startswith(b"{") and all(key in start for key in keys) and bool(_relation(path))


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """One entry per fact.

    Raises SourceError for a file that is truncated, or whose name is no relation's; a line that
    cannot be used is skipped.
    """
    relation = _relation(path)
    if not relation:
        raise SourceError(f"{path}: BEAR names a file after its relation, as in P103.jsonl")
    name, language = naming.parted(relation)
    predicate = terms.wikidata_predicate(name)
    for number, record in json_lines(path, _Record):
        where = f"line {number}"
        if isinstance(record, str):
            yield Entry(skipped=(Skip(record or "malformed fact", where, triple=True),))
        elif not (_ITEM.fullmatch(record.sub_id) and _ITEM.fullmatch(record.obj_id)):
            yield Entry(skipped=(Skip("no Wikidata item", where, triple=True),))
        else:
            yield _entry(record, predicate, language if options.wants(language) else "")


def _relation(path: Path) -> str:
    stem = Path(path.stem).stem if path.suffix in COMPRESSED else path.stem
    return stem if _RELATION.fullmatch(naming.parted(stem)[0]) else ""


def _entry(record: _Record, predicate: str, language: str) -> Entry:
    """What a record says. *language*: of its names; empty where they are not wanted."""
    subject, object = map(terms.wikidata_entity, (record.sub_id, record.obj_id))
    labels = [
        Label(subject, "label", record.sub_label, language),
        *(Label(subject, "alias", alias, language) for alias in record.sub_aliases),
        Label(object, "label", record.obj_label, language),
    ]
    return Entry(
        triples=(Triple(subject, predicate, object),),
        labels=tuple(one for one in labels if one.text) if language else (),
    )
