"""What ids of a table stand for by its own words: a map of prefixes, or a space of ids.

SSSOM has a ``curie_map`` in YAML, in remarks before the header or in a file beside the table. In
Neo4j's tables for bulk import the header names the space of a column of ids, ``:ID(Person)``: ids
are told apart within a space alone. ``Person::p1`` is an id without a name, ``Person::Ann`` is
*Ann*.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Final

import yaml
from msgspec import Struct

from kgforge import terms
from kgforge.files import COMPRESSED, head
from kgforge.loaders._tables.rows import Row, Table
from kgforge.schema import Skip

_MAPS: Final = ("curie_map", "prefixes", "prefix_map")
_CURIE: Final = re.compile(r"(?P<prefix>[A-Za-z_][\w.-]*):(?P<local>(?!//)\S+)")
_SPACE: Final = re.compile(r".*:(?:START_ID|END_ID|ID)\((?P<space>[^()]+)\)\s*", re.I)
_UNREAD: Final = "its map of prefixes cannot be read ({0}): ids stay as they are written"


class Prefixes(Struct, frozen=True):
    """How the ids in some columns of a table are completed."""

    places: tuple[int, ...]
    namespaces: Mapping[str, str]
    """By prefix."""
    spaces: Mapping[int, str]
    """The space of ids that a column has, by its place."""
    doubt: str = ""
    """What a person should know of a map that cannot be read."""

    def rows(self, found: Iterable[Row | Skip]) -> Iterator[Row | Skip]:
        """Yield rows with these ids completed; the first one may be a header."""
        for row in found:
            yield row if isinstance(row, Skip) else row._replace(cells=self._completed(row.cells))

    def _completed(self, cells: list[str]) -> list[str]:
        completed = list(cells)
        for place in self.places:
            if place < len(completed) and completed[place].strip():
                completed[place] = self._whole(completed[place].strip(), place)
        return completed

    def _whole(self, cell: str, place: int) -> str:
        if space := self.spaces.get(place):
            return f"{space}::{cell}"
        curie = _CURIE.fullmatch(cell)
        if curie and (namespace := self.namespaces.get(curie["prefix"])):
            return namespace + curie["local"]
        return cell


def of_table(table: Table, places: Iterable[int]) -> Prefixes | None:
    """Return how the ids in some columns are completed; None where they are whole."""
    first = table.sample[0] if table.sample else ()
    spaces = {
        place: match["space"] for place, cell in enumerate(first) if (match := _SPACE.match(cell))
    }
    namespaces, doubt = ({}, "") if table.is_parquet else _map(table.path)
    if not (spaces or namespaces or doubt):
        return None
    return Prefixes(tuple(places), namespaces, spaces, doubt)


def _map(path: Path) -> tuple[Mapping[str, str], str]:
    """Return the namespaces that a file, or one beside it, gives by prefix; and a doubt."""
    texts = [_remarks(head(path))]
    texts += [head(file).decode(errors="replace") for file in _beside(path)]
    for text in texts:
        if not any(f"{name}:" in text for name in _MAPS):
            continue
        try:
            content = yaml.safe_load(text)
        except yaml.YAMLError as error:
            return {}, _UNREAD.format(" ".join(str(error).split())[:100])
        if namespaces := _namespaces(content):
            return namespaces, ""
    return {}, ""


def _remarks(start: bytes) -> str:
    """Return the remarks before the first row, without their marks."""
    lines = start.decode(errors="replace").removeprefix("\ufeff").splitlines()
    remarks = takewhile(lambda line: line.startswith("#"), lines)
    # A spreadsheet adds the delimiters of empty cells.
    return "\n".join(line[1:].rstrip("\t,; ") for line in remarks)


def _beside(path: Path) -> Sequence[Path]:
    """Return the files of metadata that SSSOM puts beside a table."""
    name = path.name
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    stem = name.rpartition(".")[0]
    beside = (path.with_name(f"{stem}{ending}") for ending in (".yml", ".yaml", "-meta.yml"))
    return [file for file in beside if stem and file.is_file()]


def _namespaces(content: object) -> dict[str, str]:
    if not isinstance(content, dict):
        return {}
    maps = [content[name] for name in _MAPS if isinstance(content.get(name), dict)]
    return {
        str(prefix): str(namespace)
        for each in maps
        for prefix, namespace in each.items()
        if terms.is_iri(str(namespace)) and "//" in str(namespace)
    }
