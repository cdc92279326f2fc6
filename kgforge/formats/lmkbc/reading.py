"""Which file of a data set is read, and its lines."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from kgforge.errors import BenchmarkError
from kgforge.formats.lmkbc import evaluators, layout
from kgforge.formats.lmkbc.layout import Row

LINES: Final = ".jsonl"
WITHHELD: Final = "row of a file in which no row has objects: its answers are withheld"
_TESTED: Final = ("test", "val", "dev", "train")
"""Of the files of a folder the first of these that has objects is read."""
_OUTPUT: Final = "pred"


class Read(Struct, frozen=True):
    """The file that was read, and its lines."""

    path: Path
    lines: tuple[dict[str, Any], ...]
    rows: tuple[Row, ...]
    left: Counter[str]
    """Why rows are not among these."""


def read_data(path: Path) -> Read:
    """A file, or that file of a folder which has answers for testing.

    Raises BenchmarkError where there is none, and with file and line for what is damaged.
    """
    if path.is_file():
        return _read(path, Counter())
    left: Counter[str] = Counter()
    found = None
    for file in _files(path):
        if found is not None:
            left[f"row of {file.name}, beside {found.path.name}"] += len(_read(file, left).rows)
            continue
        one = _read(file, left)
        if any(layout.objects(row, None) for row in one.rows):
            found = one
        else:
            left[WITHHELD] += len(one.rows)
    if found is None:
        raise BenchmarkError(
            f"{path} has no file of LM-KBC with objects ({', '.join(_TESTED)}{LINES}): name one"
        )
    return found


def _files(folder: Path) -> list[Path]:
    """The files of gold in a folder, in the order in which they are tried."""
    every = (file for file in sorted(folder.rglob(f"*{LINES}")) if file.is_file())
    found = [file for file in every if _OUTPUT not in file.name]
    return [file for start in _TESTED for file in found if file.name.startswith(start)]


def _read(path: Path, left: Counter[str]) -> Read:
    lines = tuple(evaluators.read(path))
    places = enumerate(lines, 1)
    return Read(
        path,
        tuple(map(dict, lines)),
        tuple(layout.row(line, f"{path}:{number}") for number, line in places),
        left,
    )


def told(path: Path) -> Iterator[tuple[str, Row]]:
    """The lines of a file of predictions, each with its place. Raises likewise."""
    if not path.is_file():
        raise BenchmarkError(f"{path} is no file: name the file of a system's predictions")
    for number, line in enumerate(evaluators.read(path), 1):
        where = f"{path}:{number}"
        yield where, layout.row(line, where)
