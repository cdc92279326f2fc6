"""What a system predicted, and what LM-KBC's own evaluator says of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import UNSET

from kgforge import terms, verdicts
from kgforge.formats import Published, Told
from kgforge.formats.lmkbc import evaluators, layout, reading, writing
from kgforge.formats.lmkbc.evaluators import ALL, FIELDS, Average, Year
from kgforge.formats.lmkbc.layout import IDS, Row

MACRO: Final = ("set_precision", "set_recall", "set_f1")
MICRO: Final = ("set_micro_precision", "set_micro_recall", "set_micro_f1")
_POOLING: Final = frozenset({2024, 2025})
"""The years whose evaluators give micro averages, too."""


def responses(path: Path, kept: bytes) -> Iterator[Told]:
    """The objects that a file of predictions has for each subject and relation.

    They are ids where the year's evaluator compares ids, and else names. Of two lines of one
    subject and relation the later one counts, as in the evaluators.

    Raises BenchmarkError, with file and line, for what is damaged.
    """
    year = layout.decoded(kept).year
    lines = {(row.subject, row.relation, row.id): (where, row) for where, row in reading.told(path)}
    by_id = _by_id([row for _, row in lines.values()], year)
    for where, row in lines.values():
        yield Told(
            where,
            writing.named(row.subject, row.relation),
            row.id or "",
            "",
            path.stem,
            "",
            "",
            tuple(_ids(row) if by_id else _names(row)),
            by_id,
        )


def _by_id(rows: Sequence[Row], year: Year | None) -> bool:
    if year is not None:
        return FIELDS[year] == IDS
    return all(row.ids is not UNSET for row in rows)


def _ids(row: Row) -> Iterator[str]:
    return (id for id in row.ids or () if id)


def _names(row: Row) -> Sequence[str]:
    """The names of a line, the first one of each object, without words for nothing."""
    given = (name[0] if isinstance(name, list) else name for name in row.names or () if name)
    return verdicts.without_none([name for name in given if name])


def published(path: Path, kept: bytes) -> Iterator[Published]:
    """The figures of the evaluator of the year that a benchmark was read from; else none.

    Raises BenchmarkError as ``evaluators.score`` does.
    """
    known = layout.decoded(kept)
    if known.year is None:
        return
    year, called = known.year, f"LM-KBC {known.year}"
    lines = evaluators.read(path)
    for number, line in enumerate(lines, 1):
        layout.needs(line, year, f"{path}:{number}")
    scored = evaluators.score(known.rows, lines, year)
    counts = Counter(one.relation for one in scored)
    means = evaluators.macro(scored, year)
    pooled = evaluators.micro(scored) if year in _POOLING else {}
    for names, found in ((MACRO, means), (MICRO, pooled)):
        for relation, average in found.items():
            group = "" if relation == ALL else terms.compact(known.base + terms.encoded(relation))
            of_groups = relation == ALL and year not in _POOLING
            over = len(counts) if of_groups else counts.get(relation, len(scored))
            for metric, value in zip(names, _values(average), strict=True):
                yield Published(called, group, metric, value, over, of_groups)


def _values(average: Average) -> tuple[float, float, float]:
    return average.precision, average.recall, average.f1
