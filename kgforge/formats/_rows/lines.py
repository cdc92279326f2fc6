"""Files of lines, each a JSON object."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import msgspec

from kgforge.formats import Bench, Lacks
from kgforge.formats._rows import flat
from kgforge.formats._rows.flat import Row


def parts(bench: Bench, left: Lacks) -> Iterator[tuple[str, str, Iterator[Row]]]:
    """The rows by pattern and split, each part to be read before the next one."""
    for (pattern, split), found in groupby(flat.rows(bench, left), attrgetter("pattern", "split")):
        yield pattern, split, found


def write(path: Path, records: Iterable[object]) -> int:
    """Write records, one to a line, into a folder that need not be there; give how many."""
    path.parent.mkdir(parents=True, exist_ok=True)
    encode, many = msgspec.json.Encoder().encode, 0
    with path.open("wb") as stream:
        for record in records:
            stream.write(encode(record) + b"\n")
            many += 1
    return many
