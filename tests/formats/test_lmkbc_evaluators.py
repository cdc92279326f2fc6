"""LM-KBC's scores against what its own evaluators say of the same files.

The files are ours (``tests/expected/lmkbc``). The figures were recorded from the published
``evaluate.py`` of each year (github.com/lm-kbc: dataset2022 85164c9, dataset2023 a4d22f0,
dataset2024 bc7e017, dataset2025 2472d24). Its table has three digits::

    python evaluate.py -p pred_2022.jsonl -g gold_2022.jsonl

All digits come from its functions: ``evaluate_per_sr_pair`` on the two files, then
``combine_scores_per_relation`` and the mean of its values (2022, 2023) or
``macro_average_per_relation`` and ``micro_average_per_relation``.
"""

from pathlib import Path
from typing import Final

import pytest

from kgforge.errors import BenchmarkError
from kgforge.formats.lmkbc import evaluators as lmkbc
from kgforge.formats.lmkbc.evaluators import ALL, Average, Year
from tests.worlds.facts import ROOT

FOLDER: Final = ROOT / "tests" / "expected" / "lmkbc"
THIRD, SEVENTHS = 0.3333333333333333, 0.2857142857142857
WATER = (SEVENTHS, 1.0, 0.4444444444444445)
TWO_THIRDS = (0.6666666666666666, 0.6666666666666666, 0.6666666666666666)
Figures = tuple[float, float, float]

SUBJECTS: Final[dict[Year, dict[str, Figures]]] = {
    2022: {
        "Andorra": (THIRD, 0.5, 0.4),
        "Chad": (1.0, 0.0, 0.0),
        "Iceland": (0.0, 1.0, 0.0),
        "Malta": (1.0, 1.0, 1.0),
        "Water": WATER,
        "Sade": (1.0, 0.0, 0.0),
        "U2": (0.5, 0.6666666666666666, 0.5714285714285715),
    },
    2023: {
        "Andorra": (0.75, 1.5, 1.0),
        "Chad": (1.0, 0.0, 0.0),
        "Cyprus": (1.0, 1.0, 1.0),
        "Iceland": (0.0, 1.0, 0.0),
        "Malta": (1.0, 1.0, 1.0),
        "Water": WATER,
        "U2": TWO_THIRDS,
    },
    2024: {
        "Andorra": (0.6666666666666666, 1.0, 0.8),
        "Chad": (1.0, 0.0, 0.0),
        "Cyprus": (0.0, 1.0, 0.0),
        "Iceland": (0.0, 1.0, 0.0),
        "Malta": (1.0, 1.0, 1.0),
        "Water": WATER,
        "U2": TWO_THIRDS,
    },
    2025: {
        "Andorra": (THIRD, 0.5, 0.4),
        "Iceland": (0.0, 1.0, 0.0),
        "Malta": (1.0, 1.0, 1.0),
        "Camp Nou": (0.0, 0.0, 0.0),
        "San Siro": (0.42857142857142855, 1.5, 0.6666666666666666),
        "Wembley": (0.5, 1.0, 0.6666666666666666),
        "A living person": (1.0, 1.0, 1.0),
        "Marie Curie": (1.0, 0.0, 0.0),
    },
}
MACRO: Final[dict[Year, dict[str, Figures]]] = {
    2022: {
        "borders": (0.5833333333333333, 0.625, 0.35),
        "made of": WATER,
        "members": (0.75, THIRD, 0.28571428571428575),
        ALL: (0.5396825396825397, 0.6527777777777778, 0.3600529100529101),
    },
    2023: {
        "borders": (0.75, 0.9, 0.6),
        "made of": WATER,
        "members": TWO_THIRDS,
        ALL: (0.5674603174603173, 0.8555555555555555, 0.5703703703703704),
    },
    2024: {
        "borders": (0.5333333333333333, 0.8, 0.36),
        "made of": WATER,
        "members": TWO_THIRDS,
        ALL: (0.5170068027210883, 0.8095238095238095, 0.41587301587301584),
    },
    2025: {
        "countryLandBordersCountry": (0.4444444444444444, 0.8333333333333334, 0.4666666666666666),
        "hasCapacity": (0.30952380952380953, 0.8333333333333334, 0.4444444444444444),
        "personHasCityOfDeath": (1.0, 0.5, 0.5),
        ALL: (0.5327380952380952, 0.75, 0.4666666666666666),
    },
}
MICRO: Final[dict[Year, dict[str, Figures]]] = {
    2024: {
        "borders": (0.4, 0.4, 0.4000000000000001),
        "made of": WATER,
        "members": TWO_THIRDS,
        ALL: (0.4, 0.6, 0.48),
    },
    2025: {
        "countryLandBordersCountry": (0.25, 0.5, THIRD),
        "hasCapacity": (0.36363636363636365, 1.0, 0.5333333333333333),
        "personHasCityOfDeath": (1.0, 0.0, 0.0),
        ALL: (THIRD, 0.7142857142857143, 0.4545454545454545),
    },
}
YEARS: Final[tuple[Year, ...]] = (2022, 2023, 2024, 2025)


def scored(year: Year) -> list[lmkbc.Scored]:
    gold, predicted = (lmkbc.read(FOLDER / f"{what}_{year}.jsonl") for what in ("gold", "pred"))
    return lmkbc.score(gold, predicted, year)


def figures(one: lmkbc.Scored | Average) -> Figures:
    return one.precision, one.recall, one.f1


@pytest.mark.parametrize("year", YEARS)
def test_each_subject_has_the_published_figures(year: Year) -> None:
    assert [(one.subject, figures(one)) for one in scored(year)] == list(SUBJECTS[year].items())


@pytest.mark.parametrize("year", YEARS)
def test_each_relation_and_all_have_the_published_means(year: Year) -> None:
    found = lmkbc.macro(scored(year), year)
    assert {name: figures(one) for name, one in found.items()} == MACRO[year]


@pytest.mark.parametrize("year", MICRO)
def test_each_relation_and_all_have_the_published_micro_averages(year: Year) -> None:
    found = lmkbc.micro(scored(year))
    assert {name: figures(one) for name, one in found.items()} == MICRO[year]


@pytest.mark.parametrize("year", YEARS)
def test_a_missing_prediction_is_empty_or_refused_as_the_year_has_it(year: Year) -> None:
    gold = lmkbc.read(FOLDER / f"gold_{year}.jsonl")
    if year in {2023, 2024}:
        with pytest.raises(BenchmarkError, match="no prediction for 'Andorra', 'borders'"):
            lmkbc.score(gold, [], year)
    else:
        assert {one.precision for one in lmkbc.score(gold, [], year)} == {1.0}


def test_a_gold_zero_is_met_by_zero_alone() -> None:
    """The evaluator of 2025 divides by it."""
    gold = [{"SubjectEntity": "x", "Relation": "hasArea", "ObjectEntities": ["0", "many"]}]
    for said, right in (("0.0", 1), ("1", 0), ("none", 0)):
        given = [{**gold[0], "ObjectEntities": [said]}]
        assert lmkbc.score(gold, given, 2025)[0].right == right


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"SubjectEntity": "x"}\n[]\n')
    with pytest.raises(BenchmarkError, match=r"gold\.jsonl:2: no JSON object"):
        lmkbc.read(path)
