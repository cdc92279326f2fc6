"""The scores of LM-KBC's evaluators, on their files of gold and predicted objects.

Each subject and relation has its precision, recall and F1. Who predicts nothing has precision 1,
and where nothing is gold recall is 1, so that an empty set that is predicted empty scores 1. The
years differ:

====  ================  ==========================================  ========================  =====
year  objects           the same where                              nothing is                mean
====  ================  ==========================================  ========================  =====
2022  names, aliases    small letters without ASCII punctuation     no object, or the one     rel.
      in gold           are equal; each gold object counts once     object ``none``, ``null``
2023  ids               equal; what is predicted twice counts       gold: no object, or ``""``  rel.
      twice                                                         alone
2024  ids               equal; a set                                no object                 all
2025  names; numbers    equal but for spaces around; a number       no object                 all
      by relation       within 5 % of gold; a set
====  ================  ==========================================  ========================  =====

*rel.*: the mean over relations of their means; *all*: the mean over all subjects. Of 2024 and 2025
there are micro averages, too. Sums are taken in the evaluators' order, so that results are equal to
the last digit. Sources: ``evaluate.py`` of github.com/lm-kbc, dataset2022 85164c9, dataset2023
a4d22f0, dataset2024 bc7e017, dataset2025 2472d24.
"""

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from kgforge import files
from kgforge.errors import BenchmarkError

Year = Literal[2022, 2023, 2024, 2025]
Line = Mapping[str, Any]
"""One line of a file: ``SubjectEntity``, ``Relation``, and the objects."""

FIELDS: Final[Mapping[Year, str]] = {
    2022: "ObjectEntities",
    2023: "ObjectEntitiesID",
    2024: "ObjectEntitiesID",
    2025: "ObjectEntities",
}
"""Where each year has the objects."""
NUMERIC: Final = frozenset({"hasCapacity", "hasArea"})
"""The relations of 2025 whose objects are numbers."""
TOLERANCE: Final = 0.05
ALL: Final = ""
"""What the averages over everything are called among those of relations."""


class Scored(Struct, frozen=True):
    """How well the objects of one subject and relation were predicted."""

    subject: str
    relation: str
    precision: float
    recall: float
    f1: float
    right: int
    given: int
    wanted: int


class Average(Struct, frozen=True):
    """Precision, recall and F1 of several subjects."""

    precision: float
    recall: float
    f1: float


class _Judged(Struct, frozen=True):
    precision: float
    recall: float
    right: int
    given: int
    wanted: int


def read(path: Path) -> list[Line]:
    """The lines of a file. Raises BenchmarkError, with the line, where one is no JSON object."""
    lines: list[Line] = []
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                lines.append(msgspec.json.decode(line, type=dict[str, Any]))
            except files.DAMAGED as error:
                raise BenchmarkError(f"{path}:{number}: no JSON object: {error}") from None
    return lines


def score(gold: Iterable[Line], predicted: Iterable[Line], year: Year) -> list[Scored]:
    """The scores of each subject and relation of gold, by relation, then by subject.

    Raises BenchmarkError where a prediction is missing and the year's evaluator wants all.
    """
    wanted, given = _objects(gold, year), _objects(predicted, year)
    rule = _RULES[year]
    found = []
    for subject, relation in wanted:
        if (subject, relation) not in given and year in _WANT_ALL:
            raise BenchmarkError(
                f"there is no prediction for {subject!r}, {relation!r}: write a line with no "
                f"objects where none is predicted"
            )
        objects = given.get((subject, relation)) or ()
        one = rule(relation, objects, wanted[subject, relation])
        f1 = _harmonic(one.precision, one.recall)
        found.append(
            Scored(
                subject, relation, one.precision, one.recall, f1, one.right, one.given, one.wanted
            )
        )
    return sorted(found, key=lambda one: (one.relation, one.subject))


_WANT_ALL: Final = frozenset({2023, 2024})


def _objects(lines: Iterable[Line], year: Year) -> dict[tuple[str, str], Sequence[Any]]:
    """The objects of each subject and relation; a later line replaces an earlier one."""
    field = FIELDS[year]
    return {(line["SubjectEntity"], line["Relation"]): line[field] or () for line in lines}


def macro(scored: Sequence[Scored], year: Year) -> dict[str, Average]:
    """The mean of each relation's subjects, and over everything (ALL) as the year has it."""
    means = {relation: _mean(each) for relation, each in _by_relation(scored).items()}
    over = list(means.values()) if year in {2022, 2023} else scored
    return {**means, ALL: _mean(over)}


def micro(scored: Sequence[Scored]) -> dict[str, Average]:
    """Over all objects of a relation, and over all (ALL); 1 where there are none to divide by."""
    groups: dict[str, Sequence[Scored]] = {**_by_relation(scored), ALL: scored}
    return {name: _pooled(each) for name, each in groups.items()}


def _by_relation(scored: Iterable[Scored]) -> dict[str, list[Scored]]:
    found: dict[str, list[Scored]] = {}
    for one in scored:
        found.setdefault(one.relation, []).append(one)
    return found


def _mean(scored: Sequence[Scored | Average]) -> Average:
    # Plain sums, as the evaluators': a more exact one would differ in the last digit.
    return Average(
        sum(one.precision for one in scored) / len(scored),
        sum(one.recall for one in scored) / len(scored),
        sum(one.f1 for one in scored) / len(scored),
    )


def _pooled(scored: Iterable[Scored]) -> Average:
    every = list(scored)
    right, given = sum(one.right for one in every), sum(one.given for one in every)
    wanted = sum(one.wanted for one in every)
    precision = right / given if given else 1.0
    recall = right / wanted if wanted else 1.0
    return Average(precision, recall, _harmonic(precision, recall))


def _harmonic(precision: float, recall: float) -> float:
    both = precision + recall
    return 2 * precision * recall / both if both else 0.0


# ── The years ───────────────────────────────────────────────────────────────────────────────────
_NO_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)
_NOTHING: Final = frozenset({None, "", "none", "null"})


def _of_2022(relation: str, given: Sequence[Any], wanted: Sequence[Any]) -> _Judged:
    said = {_plain(name) for name in given}
    gold = [{_plain(name) for name in names} for names in wanted]
    right = sum(not said.isdisjoint(names) for names in gold)
    is_nothing = not said or (len(said) == 1 and said <= _NOTHING)
    precision = 1.0 if is_nothing else min(right / len(said), 1.0)
    return _Judged(precision, right / len(gold) if gold else 1.0, right, len(said), len(gold))


def _plain(name: str | None) -> str | None:
    return name.translate(_NO_PUNCTUATION).lower().strip() if name else None


def _of_2023(relation: str, given: Sequence[Any], wanted: Sequence[Any]) -> _Judged:
    right = sum(one in wanted for one in given)
    is_nothing = not wanted or list(wanted) == [""]
    return _Judged(
        min(right / len(given), 1.0) if given else 1.0,
        1.0 if is_nothing else right / len(wanted),
        right,
        len(given),
        len(wanted),
    )


def _of_2024(relation: str, given: Sequence[Any], wanted: Sequence[Any]) -> _Judged:
    return _of_2023(relation, list(set(given)), list(set(wanted)))


def _of_2025(relation: str, given: Sequence[Any], wanted: Sequence[Any]) -> _Judged:
    said, gold = set(given), set(wanted)
    if relation in NUMERIC:
        numbers = [number for one in gold if (number := _number(one)) is not None]
        right = sum(_is_near(_number(one), numbers) for one in said)
    else:
        right = sum(one.strip() in gold for one in said)
    return _Judged(
        right / len(said) if said else 1.0,
        right / len(gold) if gold else 1.0,
        right,
        len(said),
        len(gold),
    )


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "").strip())
    except ValueError:
        return None


def _is_near(said: float | None, gold: Iterable[float]) -> bool:
    """Whether a number is within 5 % of a gold one; the evaluator stops at a gold 0."""
    if said is None:
        return False
    return any(abs(said - one) / one <= TOLERANCE if one else said == one for one in gold)


_RULES: Final[Mapping[Year, Callable[[str, Sequence[Any], Sequence[Any]], _Judged]]] = {
    2022: _of_2022,
    2023: _of_2023,
    2024: _of_2024,
    2025: _of_2025,
}
