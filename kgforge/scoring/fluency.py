"""How fluent wordings are, as a file or a model tells it: what gains in retrieval are held against.

A file is a table of tab-separated columns: ``wording`` (the generator), ``score`` (the higher, the
more fluent: such as a quality estimate), and ``id`` (of an item) or ``relation`` (of a group,
``P19`` or ``wdt:P19``); ``language``, where several are in one file.
"""

import csv
import io
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import terms
from kgforge.errors import BenchmarkError

_COLUMNS: Final = ("wording", "score")
_ANY: Final = ""


class Fluency(Struct, frozen=True):
    """How fluent each generator's wordings are; empty: nothing is known."""

    of_items: Mapping[tuple[str, str], float] = {}
    """By item and generator."""
    of_groups: Mapping[tuple[str, str, str], float] = {}
    """By language (empty: any), group and generator."""

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return bool(self.of_items or self.of_groups)

    @property
    def said(self) -> str:
        """What is known, in words."""
        named = {generator for _, generator in self.of_items}
        named |= {generator for *_, generator in self.of_groups}
        groups = {group for _, group, _ in self.of_groups}
        items = f"{len({item for item, _ in self.of_items}):,} items"
        where = [*groups] if groups else [items]
        return f"has scores of {', '.join(sorted(named))} for {', '.join(sorted(where))}"

    def of(self, item: str, group: str, generator: str, language: str) -> float | None:
        """That of a wording: of the item, else of its group; None: not known."""
        if (found := self.of_items.get((item, generator))) is not None:
            return found
        of_language = self.of_groups.get((language, group, generator))
        return self.of_groups.get((_ANY, group, generator)) if of_language is None else of_language


UNKNOWN: Final = Fluency()


def read_fluency(path: Path) -> Fluency:
    """The scores of a file. Raises BenchmarkError, with file and line, for what is damaged."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t"))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BenchmarkError(f"{path}: no table of tab-separated UTF-8: {error}") from None
    columns = rows[0].keys() if rows else ()
    if not {*_COLUMNS} <= {*columns} or not {"id", "relation"} & {*columns}:
        raise BenchmarkError(
            f"{path} is no table of fluency: its columns must be wording, score, and id or relation"
        )
    of_items: dict[tuple[str, str], float] = {}
    of_groups: dict[tuple[str, str, str], float] = {}
    for number, row in enumerate(rows, 2):
        score, generator = _score(row["score"], f"{path}:{number}"), row["wording"]
        if item := row.get("id"):
            of_items[item, generator] = score
        else:
            group = row.get("relation") or ""
            named = group if ":" in group else terms.compact(terms.PREFIXES["wdt"] + group)
            of_groups[row.get("language") or _ANY, named, generator] = score
    return Fluency(of_items, of_groups)


def _score(cell: str | None, where: str) -> float:
    try:
        found = float(cell or "")
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise BenchmarkError(f"{where}: a score must be a number, and {cell!r} is none")
    return found
