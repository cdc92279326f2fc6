"""Where patterns and facts lie: in two folders, each with a file for each relation.

They are told apart by what the lines of their files are.
"""

import itertools
from collections import Counter
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import files
from kgforge.errors import BenchmarkError
from kgforge.formats import _sources, _trex
from kgforge.formats._items import by_relation

PATTERNS, FACTS = "graphs_json", "trex_lms_vocab"
"""What the two folders are called in the repository."""
DEPTH: Final = 4
"""So many folders down they are looked for: ``data/pattern_data/graphs_json``."""
DAMAGED: Final = "line that is no pattern"
ASKLESS: Final = "pattern that has not each of [X] and [Y] once"

Files = dict[str, Path]
"""A file for each relation, by its code."""


class _Pattern(Struct, frozen=True):
    """A line of a file of patterns; its lemma and tense have no place in an item."""

    pattern: str


class _Fact(Struct, frozen=True):
    """What a line of a file of facts has at least."""

    sub_label: str
    obj_label: str


def places(path: Path) -> tuple[Files, Files]:
    """The files of patterns, and those of facts.

    Raises BenchmarkError where either are missing, or lie in more folders than one of which none
    is called as in the repository; SourceError where a file cannot be read.
    """
    if not path.is_dir():
        raise BenchmarkError(f"{path} is no folder: name one that has ParaRel's patterns and facts")
    folders: dict[Path, Files] = {}
    # Links to folders are followed: who has the two elsewhere links them into one folder.
    for above in range(DEPTH):
        found_there = sorted(path.glob("*/" * above + _trex.FILES))
        for folder, own in itertools.groupby(found_there, lambda file: file.parent):
            folders[folder] = by_relation(folder, own)
    found: dict[str, list[Path]] = {PATTERNS: [], FACTS: []}
    for folder, of_folder in folders.items():
        for kind, line in ((PATTERNS, _Pattern), (FACTS, _Fact)):
            if any(_begins(file, line) for file in of_folder.values()):
                found[kind].append(folder)
    patterns, facts = (folders[_one(path, kind, of_kind)] for kind, of_kind in found.items())
    return patterns, facts


def _begins(file: Path, line: type[_Pattern] | type[_Fact]) -> bool:
    """Whether the first line of a file is of a kind."""
    return any(
        isinstance(one, line) for _, one in itertools.islice(files.json_lines(file, line), 1)
    )


def _one(path: Path, kind: str, found: list[Path]) -> Path:
    """The folder of a kind."""
    named = [one for one in found if one.name == kind] or found
    what, line = (
        ("patterns", '"pattern"') if kind == PATTERNS else ("facts", '"sub_label" and "obj_label"')
    )
    if not named:
        raise BenchmarkError(
            f"{path} has no {what}: put or link a folder into it that has a file for each relation "
            f"(P36.jsonl, …), whose lines have {line}, such as the repository's {kind}/"
        )
    if len(named) > 1:
        where = ", ".join(str(one.relative_to(path)) for one in named)
        raise BenchmarkError(
            f"{path} has {what} in several folders ({where}): name a folder that has one of them, "
            f"or call the one that is meant {kind}"
        )
    return named[0]


def patterns(file: Path, left: Counter[str]) -> list[str]:
    """The patterns of a relation, as they are written; LAMA's own is the first.

    What is none is counted in *left*.
    """
    found: list[str] = []
    for _, one in files.json_lines(_sources.text(file), _Pattern):
        if isinstance(one, str):
            left[one or DAMAGED] += 1
        elif not _trex.has_slots(one.pattern):
            left[ASKLESS] += 1
        elif one.pattern in found:
            left["pattern that an earlier line has"] += 1
        else:
            found.append(one.pattern)
    return found
