"""Writing a data set again, with some of its lines changed."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from kgforge.extraction import GOLD, DataSet, Passage
from kgforge.formats.text2kgbench import layout

_SINGLE: Final = frozenset((*layout.LABELS, "sub", "rel", "obj"))
"""What a line with one triple has in place of ``triples``."""


def rewrite(data: DataSet, out: Path, changed: Mapping[tuple[str, int], Passage | None]) -> None:
    """Write a data set again, with some lines changed or (None) left out, the others as they are.

    *changed* is by file, from the data set's folder, and line. Ontologies are copied.
    """
    shutil.copytree(data.path / "ontologies", out / "ontologies")
    gone, kept = set[str](), set[str]()
    for subset in data.subsets:
        for split, lines in subset.lines.items():
            file = str(lines.path.relative_to(data.path))
            raw = lines.path.read_bytes().splitlines(keepends=True)
            (out / file).parent.mkdir(parents=True, exist_ok=True)
            with (out / file).open("wb") as stream:
                for number, (line, passage) in enumerate(zip(raw, lines.passages, strict=True), 1):
                    after = changed.get((file, number), passage)
                    if after is not None:
                        stream.write(line if after == passage else _line(line, after))
                    if split == GOLD:
                        (gone if after is None else kept).add(passage.id)
    for path in sorted((data.path / layout.SELECTED).glob("selected_*.txt")):
        there = (id for id in path.read_text("utf-8").split() if id not in gone - kept)
        (out / layout.SELECTED).mkdir(exist_ok=True)
        (out / layout.SELECTED / path.name).write_text("".join(f"{id}\n" for id in there), "utf-8")


def _line(line: bytes, passage: Passage) -> bytes:
    """A line with another sentence and other triples, and all else as it was."""
    record = msgspec.json.decode(line)
    record["sent"] = passage.text
    triples = [layout.LineTriple(one.subject, one.relation, one.object) for one in passage.gold]
    if "triples" in record or len(triples) > 1:
        record = {name: value for name, value in record.items() if name not in _SINGLE}
        record["triples"] = triples
    elif triples:
        record |= dict(zip(layout.LABELS, msgspec.structs.astuple(triples[0]), strict=True))
    return msgspec.json.encode(record) + b"\n"
