"""Wordings, frequent groups and popularity, on the page and in the terminal."""

import itertools
from pathlib import Path

import pytest

from kgforge import reporting
from kgforge.reporting import slices, tables
from tests.browsing import Watched
from tests.reporting.worlds import ONE, OWN, drawn, headline, responses, symmetry
from tests.worlds.handmade import answers, fact, item, write_benchmark, write_run


def test_the_most_frequent_groups_stand_beside_the_highest_other_run(
    watched: Watched, three: reporting.Report
) -> None:
    """Best wordings, as the paper; and whichever run is chosen."""
    page = watched.open(three.out)
    best = {
        run.name: {
            score.group: score
            for score in run.scores
            if (score.pattern, score.k, score.by) == ("symmetry", 1, {"prompts": "best"})
            and score.metric == OWN["symmetry"]
        }
        for run in three.runs
    }
    for chosen in ("both-directions", "one-direction"):
        page.locator("#against").select_option(chosen)
        watched.ready()
        rest = [name for name in best if name != chosen]
        other = max(rest, key=lambda name: best[name][None].value or 0)
        watched.until(
            f"document.getElementById('pattern').textContent.includes('{chosen} beside {other}')"
        )
        labels = page.locator("#frequent svg text").all_text_contents()
        assert "best wording of each fact (an oracle), top 1" in labels
        for group in ("wdt:P26", "wdt:P47"):
            assert group in labels
            for name in (chosen, other):
                assert reporting.number(best[name][group].value) in labels
    assert watched.complaints == []


def test_oracles_over_other_numbers_of_wordings_are_not_compared(
    watched: Watched, tmp_path: Path
) -> None:
    """The more wordings, the higher the best of them: then all stand with their pooled scores."""
    items = [*itertools.islice(symmetry(), 40)]
    bench = write_benchmark(tmp_path / "bench", items, {"symmetry": OWN["symmetry"]})
    both = [*responses(items, ONE | {"backward": 0.5}, 1)]
    runs = [
        write_run(tmp_path / name, said, benchmark=bench)
        for name, said in (("all", both), ("few", [one for one in both if one.prompt == 0]))
    ]
    made = reporting.report(runs, tmp_path / "report.html")
    page = watched.open(made.out)
    labels = page.locator("#frequent svg text").all_text_contents()
    assert "score, top 1" in labels
    for run in made.runs:
        assert reporting.number(headline(run, "symmetry", 1).value) in labels  # there is one group
    assert (
        "All wordings pooled: the best of each fact is not" in page.locator("#pattern").inner_text()
    )
    text = drawn([slices.frequent(made.runs, {"symmetry": OWN["symmetry"]})])
    row = next(line for line in text.splitlines() if "wdt:P26" in line)
    for run in made.runs:
        found = headline(run, "symmetry", 1)
        assert f"{found.value:.3f} ({found.numerator:g}/{found.denominator:g})" in row
    assert "as the runs answered different numbers of them: symmetry" in " ".join(text.split())
    assert watched.complaints == []


def test_items_stand_by_the_degree_of_their_entities(
    watched: Watched, three: reporting.Report
) -> None:
    """The forty couples have mean degrees of 1, 2.5, 4, …, 59.5; the neighbours none."""
    page = watched.open(three.out)
    page.locator("summary", has_text="The histogram in figures").click()
    rows = [row.locator("td, th").all_inner_texts() for row in page.locator("#bins tbody tr").all()]
    degrees = [1.5 * number + 1 for number in range(40)]
    edges = [1, 2, 4, 8, 16, 32, 64]
    expected = [
        (f"[{low}, {high})", str(sum(low <= degree < high for degree in degrees)))
        for low, high in itertools.pairwise(edges)
    ]
    assert [tuple(row[:2]) for row in rows] == expected
    for number, run in enumerate(three.runs):
        all_right = [
            score.numerator / 2  # two wordings each
            for score in run.scores
            if (score.pattern, score.metric, score.k) == ("symmetry", "all_roles", 1)
            and "degree" in score.by
        ]
        assert [float(row[2 + number]) for row in rows] == pytest.approx(all_right, abs=0.05)
    strata = page.locator("#strata tbody th").all_inner_texts()
    assert strata == [
        "1 of 4: mean degree 1–14.5",
        "2 of 4: mean degree 16–29.5",
        "3 of 4: mean degree 31–44.5",
        "4 of 4: mean degree 46–59.5",
    ]
    drawn = page.locator("#histogram svg text").all_text_contents()
    assert {"all items", "right: thinker"} <= set(drawn)
    assert watched.complaints == []


def test_a_histogram_has_the_bins_that_no_item_is_in(watched: Watched, tmp_path: Path) -> None:
    """Mean degrees of 0, 1, 1 and 10: none in [2, 4) nor in [4, 8)."""
    items = [
        item(f"i{place}", "path", "g", fact("first", str(place), "P26", "b"), degrees=[degree])
        for place, degree in enumerate((0, 1, 1, 10))
    ]
    bench = write_benchmark(tmp_path / "bench", items, {"path": OWN["path"]})
    said = [answers(each.id, "first", ["b"]) for each in items]
    run = write_run(tmp_path / "run", said, benchmark=bench)
    made = reporting.report([run], tmp_path / "report.html")
    page = watched.open(made.out)
    page.locator("summary", has_text="The histogram in figures").click()
    rows = [row.locator("td, th").all_inner_texts() for row in page.locator("#bins tbody tr").all()]
    assert [(name, items) for name, items, _ in rows] == [
        ("[0, 1)", "1"), ("[1, 2)", "2"), ("[2, 4)", "0"), ("[4, 8)", "0"), ("[8, 16)", "1"),
    ]  # fmt: skip
    assert all(items == right.removesuffix(".0") for _, items, right in rows)
    drawn_bins = page.locator("#histogram svg text").all_text_contents()
    assert [text for text in drawn_bins if text in {"0", "1", "2", "4", "8"}] == list("01248")
    assert "│ ▄█  ▄  [0, 1) … [8, 16)" in drawn(tables.report_tables(made, {"path": OWN["path"]}))
    assert watched.complaints == []
