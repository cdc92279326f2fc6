"""The folders of OpenKE: triples in numbers, and beside them the names that these stand for.

Each file begins with the number of its lines. ``entity2id.txt`` and ``relation2id.txt`` have a name
and its number, ``train2id.txt`` and the other splits head, tail and relation, in this order.

Source: https://github.com/thunlp/OpenKE, *Data Format*.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from kgforge.files import head, reading_text
from kgforge.loaders._tables.rows import Row, Table
from kgforge.schema import Skip

_SAMPLE: Final = 1000
_SPLITS: Final = frozenset({"train2id.txt", "valid2id.txt", "test2id.txt"})
_ENTITIES: Final = "entity2id.txt"
_RELATIONS: Final = "relation2id.txt"


def is_split(path: Path) -> bool:
    """Whether a file is a split of such a folder."""
    return path.name in _SPLITS and _is_folder(path)


def is_names(path: Path) -> bool:
    """Whether a file has the names of such a folder, which are read with each split."""
    return path.name in {_ENTITIES, _RELATIONS} and _is_folder(path)


def _is_folder(path: Path) -> bool:
    others = (path.with_name(name) for name in (_ENTITIES, _RELATIONS, "train2id.txt"))
    return all(other.is_file() for other in others) and (
        head(path, 32).partition(b"\n")[0].strip().isdigit()
    )


def table(path: Path) -> Table:
    """A split as a table of names between tabs: subject, predicate, object."""
    sample = (tuple(row.cells) for row in rows(path) if isinstance(row, Row))
    return Table(path, "\t", tuple(islice(sample, _SAMPLE)))


def rows(path: Path) -> Iterator[Row | Skip]:
    """The triples of a split, in names; a number that none stands for costs its line."""
    entities = _names(path.with_name(_ENTITIES))
    relations = _names(path.with_name(_RELATIONS))
    for where, cells in _lines(path):
        subject, object, relation = cells if len(cells) == 3 else ("", "", "")
        names = [entities.get(subject, ""), relations.get(relation, ""), entities.get(object, "")]
        if all(names):
            yield Row(where, names)
        else:
            yield Skip("a number that stands for no name (OpenKE)", where, triple=True)


def _names(path: Path) -> dict[str, str]:
    """What each number stands for."""
    found = (" ".join(cells).rpartition(" ") for _, cells in _lines(path))
    return {number: name for name, _, number in found}


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The lines but the first, which is their number: each with its place, and its words."""
    with reading_text(path) as lines:
        next(lines, None)
        for number, line in enumerate(lines, 2):
            if words := line.split():
                yield f"line {number}", words
