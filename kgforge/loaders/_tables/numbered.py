"""Folders whose triples are numbers, with dictionaries beside them that say what these stand for.

A relation's number may be an entity's, too: so none of them is a term, but the name that its own
dictionary has. Three layouts are known:

- *OpenKE*: each file begins with the number of its lines. ``entity2id.txt`` and ``relation2id.txt``
  have a name and its number, ``train2id.txt`` and the other splits head, tail and relation.
- *PyKEEN* (``TriplesFactory.to_path_binary``): under headers, ``numeric_triples.tsv`` has head,
  relation and tail, ``entity_to_id.tsv`` and ``relation_to_id.tsv`` a number and its name.
- *dict*: as PyKEEN without headers, ``train.txt`` and the other splits between ``entities.dict``
  and ``relations.dict``. Where the splits are in names, as RotatE has them, they are plain tables.

Sources: https://github.com/thunlp/OpenKE, *Data Format*; PyKEEN,
``pykeen/triples/triples_factory.py``; https://github.com/DeepGraphLearning/
KnowledgeGraphEmbedding, *data*.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge.files import COMPRESSED, head, reading_text
from kgforge.loaders._tables.rows import Row, Table
from kgforge.schema import Skip

_SAMPLE: Final = 1000
_SEEN: Final = 1 << 12
"""So many bytes of a split show whether it is in numbers."""


class Layout(Struct, frozen=True):
    """What the files of such a folder are called, and where in them is what."""

    splits: frozenset[str]
    entities: str
    relations: str
    triple: tuple[int, int, int]
    """The places of head, relation and tail."""
    number: int
    """The place of the number in a line of a dictionary; the name is the rest of the line."""
    first: int
    """The lines before the first row: a header, or how many rows there are."""


_KNOWN: Final = (
    Layout(
        frozenset({"train2id.txt", "valid2id.txt", "test2id.txt"}),
        "entity2id.txt", "relation2id.txt", (0, 2, 1), -1, 1,
    ),
    Layout(
        frozenset({"numeric_triples.tsv"}),
        "entity_to_id.tsv", "relation_to_id.tsv", (0, 1, 2), 0, 1,
    ),
    Layout(
        frozenset({"train.txt", "valid.txt", "test.txt"}),
        "entities.dict", "relations.dict", (0, 1, 2), 0, 0,
    ),
)  # fmt: skip


def is_split(path: Path) -> bool:
    """Whether a file has the triples of such a folder."""
    return layout(path) is not None


def is_names(path: Path) -> bool:
    """Whether a file is a dictionary of such a folder, which is read with each split."""
    name, ending = _name(path)
    return any(
        name in {one.entities, one.relations}
        and any(layout(path.with_name(split + ending)) for split in one.splits)
        for one in _KNOWN
    )


def layout(path: Path) -> Layout | None:
    """The layout of the folder in which a file is a split; None where it is none."""
    name, ending = _name(path)
    for one in _KNOWN:
        if name in one.splits and path.is_file() and all(
            path.with_name(other + ending).is_file() for other in (one.entities, one.relations)
        ):  # fmt: skip
            return one if _is_numeric(path, one) else None
    return None


def _name(path: Path) -> tuple[str, str]:
    """A file's name as it is when not compressed, and the ending that says it is."""
    ending = path.suffix if path.suffix in COMPRESSED else ""
    return path.name.removesuffix(ending), ending


def _is_numeric(path: Path, layout: Layout) -> bool:
    lines = head(path, _SEEN).decode(errors="replace").splitlines()
    whole = lines[layout.first : -1] if len(lines) > layout.first + 1 else lines[layout.first :]
    return all(word.isdecimal() for line in whole for word in line.split()[:3])


def table(path: Path) -> Table:
    """A split as a table of names between tabs: subject, predicate, object."""
    sample = (tuple(row.cells) for row in rows(path) if isinstance(row, Row))
    return Table(path, "\t", tuple(islice(sample, _SAMPLE)))


def rows(path: Path) -> Iterator[Row | Skip]:
    """The triples of a split, in names; a number that none stands for costs its line."""
    known = layout(path)
    assert known is not None
    _, ending = _name(path)
    entities = _names(path.with_name(known.entities + ending), known)
    relations = _names(path.with_name(known.relations + ending), known)
    for where, cells in _lines(path, known):
        numbers = [cells[place] for place in known.triple] if len(cells) == 3 else [""] * 3
        subject, relation, object = numbers
        names = [entities.get(subject, ""), relations.get(relation, ""), entities.get(object, "")]
        if all(names):
            yield Row(where, names)
        else:
            yield Skip("a number that stands for no name in its dictionary", where, triple=True)


def _names(path: Path, known: Layout) -> dict[str, str]:
    """What each number stands for."""
    found = {}
    for _, cells in _lines(path, known):
        number = cells.pop(known.number)
        found[number] = " ".join(cells)
    return found


def _lines(path: Path, known: Layout) -> Iterator[tuple[str, list[str]]]:
    """The lines that are rows, each with its place, and its words."""
    with reading_text(path) as lines:
        for number, line in enumerate(islice(lines, known.first, None), known.first + 1):
            if words := line.split():
                yield f"line {number}", words
