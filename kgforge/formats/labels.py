"""The names of a benchmark's entities as a table, for ``kgforge load --labels``.

``labels.tsv`` has the columns ``id``, ``language``, ``label`` and ``alias``: a line for each name
of an entity, in the language of the prompts that it stands in. So the names of one data set, in
languages that a graph lacks, can be loaded into that graph. Names that are none in that language
(``Named.by``), literals and inflected forms are left out.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kgforge import terms
from kgforge.formats import Bench, Carried, Lacks
from kgforge.schema import Accepted, Item, Named

FILE: Final = "labels.tsv"
COLUMNS: Final = ("id", "language", "label", "alias")
BORROWED: Final = "name that is no label in the language of its prompts"

_Line = tuple[str, str, str, str]


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the names of all items, each once, by id, language and name."""
    left = Lacks()
    found = {
        line for split in bench.splits for item in bench.items(split) for line in _lines(item, left)
    }
    with (out / FILE).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, "excel-tab", lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(sorted(found))
    labels = sum(bool(label) for _, _, label, _ in found)
    written = {"labels": labels, "aliases": len(found) - labels}
    return Carried({name: count for name, count in written.items() if count}, (), left.listed())


def _lines(item: Item, left: Lacks) -> Iterator[_Line]:
    """The names of an item's entities."""
    for fact in item.facts:
        languages = {prompt.language for prompt in fact.prompts}
        every: list[Named | Accepted] = [fact.subject, fact.object, *fact.candidates]
        every += fact.answers
        if fact.subjects:
            every += (*fact.subjects.answers, *fact.subjects.candidates)
        for one in every:
            if one.by and one.label:
                left.add(BORROWED, item.id, fact.role)
            elif one.id and not terms.is_literal(one.id):
                for language in languages:
                    yield from _names(one, language)


def _names(one: Named | Accepted, language: str) -> Iterator[_Line]:
    yield one.id, language, one.label, ""
    if isinstance(one, Accepted):
        forms = set(one.forms or ())
        for alias in one.aliases:
            if alias not in forms:
                yield one.id, language, "", alias
