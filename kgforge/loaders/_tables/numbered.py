"""Folders whose triples are numbers, with dictionaries beside them that say what these stand for.

A relation's number may be an entity's, too: so none of them is a term, but the name that its own
dictionary has. Four layouts are known:

- *OpenKE*: each file begins with the number of its lines. ``entity2id.txt``, ``relation2id.txt``
  have names and their numbers; the splits (``train2id.txt``) have head, tail and relation.
- *PyKEEN* (``TriplesFactory.to_path_binary``): under headers, ``numeric_triples.tsv`` has head,
  relation and tail, ``entity_to_id.tsv`` and ``relation_to_id.tsv`` a number and its name, quoted
  as in CSV where it has a quotation mark or a tab.
- *dict*: as PyKEEN without headers, ``train.txt`` and the other splits between ``entities.dict``
  and ``relations.dict``. Where the splits are in names, as RotatE has them, they are plain tables.
- *LibKGE*: as *dict*, with ``train.del`` and the other splits between ``entity_ids.del`` and
  ``relation_ids.del``. ``entity_strings.del`` and ``relation_strings.del`` hold names by number.

In a dictionary the numbers may be the first or the last column. A first line is left out where it
is a header, or one number.

Sources: https://github.com/thunlp/OpenKE, *Data Format*; https://github.com/uma-pi1/kge; PyKEEN,
``pykeen/triples/triples_factory.py``; https://github.com/DeepGraphLearning/
KnowledgeGraphEmbedding, *data*.
"""

import csv
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge.errors import RefusedError
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
    triple: tuple[int, int, int] = (0, 1, 2)
    """The places of head, relation and tail."""
    number: int = 0
    """The place of the number in a line of a dictionary, where both ends are numbers."""
    quoted: bool = False
    """Whether a dictionary is quoted as CSV, between tabs."""


_KNOWN: Final = (
    Layout(
        frozenset({"train2id.txt", "valid2id.txt", "test2id.txt"}),
        "entity2id.txt", "relation2id.txt", triple=(0, 2, 1), number=-1,
    ),
    Layout(
        frozenset({"numeric_triples.tsv"}), "entity_to_id.tsv", "relation_to_id.tsv", quoted=True
    ),
    Layout(
        frozenset({"train.txt", "valid.txt", "test.txt", "dev.txt", "validation.txt"}),
        "entities.dict", "relations.dict",
    ),
    Layout(
        frozenset({"train.del", "valid.del", "test.del"}), "entity_ids.del", "relation_ids.del",
    ),
)  # fmt: skip


def is_split(path: Path) -> bool:
    """Whether a file has the triples of such a folder."""
    return layout(path) is not None


_STRINGS: Final = {
    "entity_strings.del": "entity_ids.del",
    "relation_strings.del": "relation_ids.del",
}
"""The files of names that LibKGE has beside its dictionaries."""


def strings(path: Path) -> Table | None:
    """Return a file of names by number as a table of labels of what the numbers stand for."""
    ids = next(_beside(path, _STRINGS.get(_name(path), path.name)), None)
    if ids is None or ids == path or not is_names(ids):
        return None
    rows = tuple((row.cells[0], row.cells[1]) for row in named(path))
    return Table(path, "\t", rows[:_SAMPLE])


def named(path: Path) -> Iterator[Row]:
    """Yield what each number of such a file stands for, with its name."""
    ids = _names(next(_beside(path, _STRINGS[_name(path)])), _KNOWN[-1])
    with reading_text(path) as lines:
        for place, line in enumerate(lines, 1):
            number, _, name = line.removeprefix("\ufeff").strip().partition("\t")
            if name.strip() and number in ids:
                yield Row(f"line {place}", [ids[number], name.strip()])


def is_names(path: Path) -> bool:
    """Whether a file is a dictionary of such a folder, which is read with each split."""
    name = _name(path)
    return any(
        name in {one.entities, one.relations}
        and any(is_split(found) for split in one.splits for found in _beside(path, split))
        for one in _KNOWN
    )


def layout(path: Path) -> Layout | None:
    """The layout of the folder in which a file is a split; None where it is none."""
    name = _name(path)
    for one in _KNOWN:
        if name in one.splits and path.is_file() and all(
            any(_beside(path, other)) for other in (one.entities, one.relations)
        ):  # fmt: skip
            return one if _is_numeric(path) else None
    return None


def _name(path: Path) -> str:
    """A file's name as it is when not compressed."""
    return path.name.removesuffix(path.suffix) if path.suffix in COMPRESSED else path.name


def _beside(path: Path, name: str) -> Iterator[Path]:
    """The file of a name beside another one, compressed or not."""
    found = (path.with_name(name + ending) for ending in ("", *sorted(COMPRESSED)))
    return (one for one in found if one.is_file())


def _is_numeric(path: Path) -> bool:
    """Whether a split begins with numbers, behind a header or not."""
    lines = head(path, _SEEN).decode(errors="replace").splitlines()
    seen = [line.split()[:3] for line in (lines[:-1] if len(lines) > 2 else lines)]
    rest = seen[1:] or seen
    return any(rest) and all(word.isdecimal() for words in rest for word in words)


def table(path: Path) -> Table:
    """A split as a table of names between tabs: subject, predicate, object."""
    sample = (tuple(row.cells) for row in rows(path) if isinstance(row, Row))
    return Table(path, "\t", tuple(islice(sample, _SAMPLE)))


def rows(path: Path) -> Iterator[Row | Skip]:
    """The triples of a split, in names; a number that none stands for costs its line."""
    known = layout(path)
    assert known is not None
    entities = _names(next(_beside(path, known.entities)), known)
    relations = _names(next(_beside(path, known.relations)), known)
    with reading_text(path) as lines:
        for number, line in enumerate(lines, 1):
            words = line.removeprefix("\ufeff").split()
            if not words or (number == 1 and _is_no_triple(words)):
                continue
            if len(words) != 3:
                yield Skip("not three numbers", f"line {number}", triple=True)
                continue
            subject, relation, object = (words[place] for place in known.triple)
            names = [
                entities.get(subject, ""), relations.get(relation, ""), entities.get(object, "")
            ]  # fmt: skip
            if all(names):
                yield Row(f"line {number}", names)
            else:
                reason = "a number that stands for no name in its dictionary"
                yield Skip(reason, f"line {number}", triple=True)


def _is_no_triple(words: list[str]) -> bool:
    """Whether the first line of a split is the number of its lines, or a header."""
    return len(words) == 1 or not any(word.isdecimal() for word in words)


def _names(path: Path, known: Layout) -> dict[str, str]:
    """What each number stands for."""
    with reading_text(path) as lines:
        found = [cells for cells in _entries(lines, known) if len(cells) > 1]
    rest = found[1:] or found  # behind a header, if there is one
    ends = [place for place in (0, -1) if all(cells[place].isdecimal() for cells in rest)]
    place = known.number if known.number in ends or not ends else ends[0]
    names: dict[str, str] = {}
    for cells in found:
        number = cells.pop(place)
        name = " ".join(" ".join(cells).split())
        if not number.isdecimal():  # of a header it is none
            continue
        if names.setdefault(number, name) != name:
            reason = "a number that stands for two names"
            raise RefusedError(f"{path}: {reason}: {number} for {names[number]} and {name}", reason)
    return names


def _entries(lines: Iterable[str], known: Layout) -> Iterator[list[str]]:
    """The lines of a dictionary, in two cells or, where blanks part them, in words."""
    clean = (line.removeprefix("\ufeff") for line in lines)
    return csv.reader(clean, delimiter="\t") if known.quoted else map(str.split, clean)
