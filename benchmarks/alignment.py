"""The aligner against published objects: where does a translated sentence name the object?

``python -m benchmarks.alignment DATA`` (see README.md). DATA is Fluent-mLAMA's ``fixed_data.zip``,
whose ``gt_infl_object`` and ``chatgpt_infl_object`` say what its authors found by lemmas.
"""

import csv
import io
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from cyclopts import App
from msgspec import Struct

from benchmarks import readme
from kgforge import alignment

WORDINGS: Final = ("gt", "chatgpt")
"""The columns' beginnings: of a translator's sentences, and of a chat model's."""
LITERAL: Final = "ERROR"
"""What stands where the authors found nothing."""
EXACT, WITHIN, OTHER, NEITHER, NEW = "exact", "contained", "elsewhere", "neither", "found anew"
COLUMNS: Final = (
    "language", "wording", "published", EXACT, WITHIN, OTHER, alignment.MISSING,
    alignment.SEVERAL, "unpublished", NEW,
)  # fmt: skip

app = App(help="Locate published objects in published translations.")


class Row(Struct, frozen=True):
    """One translated sentence with what was published about it."""

    language: str
    relation: str
    wording: str
    subject: str
    object: str
    sentence: str
    published: str
    """The form of the object; empty where none was found."""


class Outcome(Struct, frozen=True):
    """What the aligner makes of a sentence."""

    row: Row
    kind: str
    said: str


def rows(data: Path) -> Iterator[Row]:
    """The translated sentences of a zip of tables, in order."""
    with zipfile.ZipFile(data) as opened:
        for name in sorted(opened.namelist()):
            path = Path(name)
            if path.suffix == ".tsv" and path.parts[0] == "fixed_data":
                language, relation, _ = path.name.split("_", 2)
                text = opened.read(name).decode("utf-8")
                for line in csv.DictReader(io.StringIO(text), delimiter="\t"):
                    yield from _rows(language, relation, line)


def _rows(language: str, relation: str, line: Mapping[str, str]) -> Iterator[Row]:
    for wording in WORDINGS:
        form = line.get(f"{wording}_infl_object")
        if form is not None:
            yield Row(
                language, relation, wording, line["sub_label"], line["obj_label"],
                line[f"{wording}_translation"], "" if form == LITERAL else form,
            )  # fmt: skip


def outcome(row: Row) -> Outcome:
    """Whether the aligner finds the published form; the object closes the English sentences."""
    place = alignment.located(
        row.sentence, [row.object], row.language, apart=[row.subject], closing=True
    )
    said = row.sentence[slice(*place.span)]
    return Outcome(row, _kind(row, place, said), said)


def _kind(row: Row, place: alignment.Place, said: str) -> str:
    if not row.published:
        return NEW if place else NEITHER
    if not place:
        return place.reason
    if said == row.published:
        return EXACT
    return WITHIN if said in row.published or row.published in said else OTHER


def table(outcomes: Mapping[tuple[str, str], Counter[str]]) -> str:
    """The outcomes by language and wording, as shares of the published forms."""
    return readme.table(COLUMNS, (_line(*key, found) for key, found in sorted(outcomes.items())))


def _line(language: str, wording: str, found: Counter[str]) -> list[str]:
    without = found[NEITHER] + found[NEW]
    whole = found.total() - without
    shares = [f"{found[one] / whole:.1%}" for one in (EXACT, WITHIN)]
    counts = [f"{found[one]:,}" for one in (OTHER, alignment.MISSING, alignment.SEVERAL)]
    return [language, wording, f"{whole:,}", *shares, *counts, f"{without:,}", f"{found[NEW]:,}"]


@app.default
def main(data: Path, *, failures: int = 0, write: bool = False) -> None:
    """Locate the objects of all sentences, and print the table.

    Parameters
    ----------
    data
        Fluent-mLAMA's ``fixed_data.zip``.
    failures
        Print so many sentences of each language and outcome that is not *exact*.
    write
        Put the table into README.md.
    """
    counted: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in rows(data):
        found = outcome(row)
        key = row.language, row.wording
        counted[key][found.kind] += 1
        if found.kind not in (EXACT, NEITHER) and counted[key][found.kind] <= failures:
            print("\t".join((*key, row.relation, found.kind, row.object, row.published,
                             found.said, row.sentence.strip())))  # fmt: skip
    text = table(counted)
    print(text)
    if write:
        readme.write("alignment", text)


if __name__ == "__main__":
    app()
