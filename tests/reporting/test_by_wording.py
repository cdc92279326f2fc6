"""The tables of wordings and languages: the columns that there are figures for, and no others."""

from collections.abc import Sequence

from kgforge.reporting import by_wording
from kgforge.schema import Score
from kgforge.scoring import rewording
from kgforge.scoring.rewording import Worded
from kgforge.sheets import Sheet


def worded(kinds: Sequence[str], fluency: Sequence[float | None] = (None, None)) -> list[Worded]:
    """Four facts in two groups: the second kind is right of one more."""
    return [
        Worded(f"{group}{at}", group, 0, kind, rank, fluency=fluent)
        for kind, ranks, fluent in zip(kinds, ((1, 2), (1, 1)), fluency, strict=True)
        for group in "ab"
        for at, rank in enumerate(ranks)
    ]


def columns(made: Sheet) -> list[str]:
    return [str(one.header) for one in made.columns]


def titled(scores: Sequence[Score]) -> list[str]:
    return [str(one.title) for one in by_wording.sheets([("run", scores)])]


def test_what_was_not_measured_has_no_column() -> None:
    scores = list(rewording.compared("fact", worded(("template", "translation")), (1,)))
    made = by_wording.against([("run", scores)])
    of_all = ["pattern", "wording", "against", "gained", "95 %", "differ", "here", "p"]
    assert columns(made) == of_all
    assert "fluency" not in str(made.caption) and "RankC" not in str(made.caption)
    assert [str(next(iter(one.cells))) for one in made.columns][3:7:2] == ["+0.500", "2"]


def test_fluency_has_its_columns_where_it_is_known() -> None:
    found = worded(("template", "translation"), (0.1, 0.2))
    scores = list(rewording.compared("fact", found, (1,)))
    assert columns(by_wording.against([("run", scores)]))[-2:] == ["fluency r", "95 % of r"]


def test_wordings_within_languages_are_no_comparison_of_languages() -> None:
    """Published ranks are by language and generator: no two languages are compared."""
    found = worded(("template", "translation"))
    scores = list(rewording.compared("fact", found, (1,), {"language": "cs"}))
    assert titled(scores) == ["wordings, mean over groups", "wordings against one another, hit@1"]


def test_languages_have_tables_where_two_are_compared() -> None:
    scores = list(rewording.compared("fact", worded(("en", "cs")), (1, 3), kind="language"))
    assert titled(scores) == ["languages, mean over groups", "languages against one another, hit@1"]
