"""Runs compared, on the page and in the terminal."""

import itertools
from pathlib import Path

from scipy import stats

from kgforge import reporting
from kgforge.reporting import tables
from tests.browsing import Watched
from tests.reporting.worlds import BOTH, OWN, drawn, headline, responses, symmetry
from tests.worlds.handmade import answers, write_benchmark, write_run


def test_models_by_benchmarks_has_each_score_with_its_figures(
    watched: Watched, three: reporting.Report
) -> None:
    page = watched.open(three.out)
    bodies = page.locator("#side tbody").all()
    assert len(bodies) == 3
    for k, body in zip((1, 3, 5), bodies, strict=True):
        for run, row in zip(three.runs, body.locator("tr").all(), strict=True):
            cells = row.locator("td").all_inner_texts()[1:]
            for pattern, cell in zip(OWN, cells, strict=True):
                found = headline(run, pattern, k)
                asked = headline(run, pattern, k, "all_roles").denominator  # wordings of items
                assert cell.startswith(reporting.number(found.value))
                assert f"{found.numerator:g} / {found.denominator:g}" in cell
                if found.low is not None and found.high is not None:
                    assert f"{found.low:.2f}–{found.high:.2f}" in cell
                small = found.denominator * found.items / asked < 30
                assert ("under 30" in cell) == (small or "worth few" in found.note)
    assert watched.complaints == []


def test_the_tables_fit_a_window_of_1400_pixels(watched: Watched, folder: Path) -> None:
    """Where a window is too narrow for a table, it scrolls, and nothing else does."""
    page = watched.open(folder / "report.html")
    for width in (1400, 400):
        page.set_viewport_size({"width": width, "height": 900})
        for place in ("#headline", "#side"):
            watched.until(  # the page is laid out anew after the size has changed
                f"(one => one.scrollWidth > one.clientWidth)"
                f"(document.querySelector('{place} .scroll')) === {str(width == 400).lower()}"
            )
        watched.until(f"document.documentElement.scrollWidth <= {width}")


def test_differences_too_small_to_tell_are_marked(
    watched: Watched, three: reporting.Report
) -> None:
    page = watched.open(three.out)
    rows = page.locator("#differences tbody tr").all()
    found = {
        (each.first, each.second, each.pattern): each for each in three.comparisons if each.k == 1
    }
    assert len(rows) == 3
    marked = 0
    for (first, second), row in zip([(0, 1), (0, 2), (1, 2)], rows, strict=True):
        for pattern, cell in zip(OWN, row.locator("td").all_inner_texts(), strict=True):
            each = found[first, second, pattern]
            one, other = (headline(three.runs[run], pattern, 1).value for run in (first, second))
            if one is not None and other is not None:
                assert f"{abs(one - other):.3f}" in cell
                least = each.detectable
                too_small = least is None or abs(one - other) < least
                assert ("too small to tell" in cell) == too_small
                marked += too_small
    assert 0 < marked < 15


def test_runs_asked_in_other_words_are_said_to_be(watched: Watched, tmp_path: Path) -> None:
    """However large the difference, it is none that is shown of the models."""
    items = [*itertools.islice(symmetry(), 30)]
    bench = write_benchmark(tmp_path / "bench", items, {"symmetry": OWN["symmetry"]})
    runs = [
        write_run(
            tmp_path / name,
            [
                answers(each.id, asked.role, [asked.object.label if knows else "x"], prompt=prompt)
                for each in items
                for asked, knows in zip(each.facts, (True, prompt), strict=True)
            ],
            benchmark=bench,
        )
        for prompt, name in enumerate(("one way", "both ways"))
    ]
    made = reporting.report(runs, tmp_path / "report.html")
    page = watched.open(made.out)
    cell = page.locator("#differences tbody td").first
    assert "−1.000" in cell.inner_text() and "asked in other words" in cell.inner_text()
    assert cell.locator(".key").count() == 0
    text = " ".join(drawn(tables.report_tables(made, {"symmetry": OWN["symmetry"]})).split())
    assert "asked in other words: the runs share items but no wording" in text
    assert watched.complaints == []


def test_partial_scores_are_correlated_with_scores(
    watched: Watched, three: reporting.Report
) -> None:
    page = watched.open(three.out)
    for pattern, row in zip(OWN, page.locator("#correlations tbody tr").all(), strict=True):
        values = [
            (headline(run, pattern, 1, "partial").value, headline(run, pattern, 1).value)
            for run in three.runs
        ]
        partial, own = zip(*values, strict=True)
        expected = stats.pearsonr(partial, own).statistic
        assert f"{abs(expected):.3f}" in row.locator("td").first.inner_text()
        assert "(n 3)" in row.locator("td").first.inner_text()


def test_two_runs_have_no_table_of_correlations(watched: Watched, folder: Path) -> None:
    """A correlation needs three: there is nothing to show."""
    page = watched.open(folder / "report.html")
    assert page.locator("#side table").count() == 1
    assert page.locator("#correlations").inner_text() == ""


def test_a_small_denominator_is_said_in_items(watched: Watched, tmp_path: Path) -> None:
    """Twenty items in two wordings: 40 in the denominator."""
    items = [*itertools.islice(symmetry(), 20)]
    bench = write_benchmark(tmp_path / "bench", items, {"symmetry": OWN["symmetry"]})
    said = responses(items, dict.fromkeys(BOTH, 1.0), 1)
    run = write_run(tmp_path / "run", said, benchmark=bench, ks=[5])
    made = reporting.report([run], tmp_path / "report.html")
    page = watched.open(made.out)
    for place in ("#headline", "#side"):
        table = page.locator(place).inner_text()
        assert "40 / 40" in table and "40 over 2 wordings: 20 items, under 30" in table
    assert "pool all wordings of an item" in page.locator("#headline").inner_text()
    own = {"symmetry": OWN["symmetry"]}
    for shown in (
        tables.score_tables(made.runs, own),
        [tables.explained(tables.side_by_side(made.runs, own))],
    ):
        text = " ".join(drawn(shown).split())
        assert "1.000*" in text and "under 30, the wordings of an item counted once" in text
    assert "scores pool all wordings" in drawn(tables.score_tables(made.runs, own))
    assert watched.complaints == []
