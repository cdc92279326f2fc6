"""The tables of a report for the terminal."""

import io
import re
from pathlib import Path

from rich.console import Console

from kgforge import reporting
from kgforge.reporting import tables
from kgforge.schema import folders
from tests.reporting.worlds import OWN, drawn, headline, others, symmetry
from tests.worlds.handmade import answers, write_benchmark, write_run


def test_the_tables_show_each_k_with_every_figure(folder: Path) -> None:
    runs = [folder / "both-directions", folder / "one-direction"]
    made = reporting.report(runs, folder / "again.html")
    own = folders.read_manifest(made.benchmark).metrics
    console = Console(width=140, record=True, file=io.StringIO())
    for table in tables.score_tables(made.runs, own):
        console.print(table)
    text = console.export_text()
    assert re.findall(r"^top (\d)", text.strip(), re.M) == ["1", "3", "5"]
    (found,) = [
        score
        for score in made.runs[0].scores
        if (score.pattern, score.group, score.metric, score.k, score.by)
        == ("path", None, "both_given_either", 5, {})
    ]
    last = text[text.index("top 5") :]
    row = next(line for line in last.splitlines() if "│ path " in line)
    assert f"{found.value:.3f}" in row
    assert f"{found.numerator:g}/{found.denominator:g}" in row
    assert "* denominator under 30" in text


def test_a_table_names_the_pattern_whatever_run_comes_first_and_counts_what_was_unaskable(
    tmp_path: Path,
) -> None:
    two = [next(symmetry()), next(others())]
    bench = write_benchmark(
        tmp_path / "bench", two, {"symmetry": OWN["symmetry"], "inverse": OWN["inverse"]}
    )
    write_run(
        tmp_path / "some",
        [answers(two[1].id, "forward", ["x"]), answers(two[1].id, "backward", ["x"])],
    )
    unasked = [
        answers(one.id, role, error="not askable")
        for one in two
        for role in ("forward", "backward")
    ]
    write_run(tmp_path / "none", unasked, unaskable=4, requests=4)
    made = reporting.report([tmp_path / "some", tmp_path / "none"], tmp_path / "page.html", bench)
    console = Console(width=140, record=True, file=io.StringIO())
    for table in tables.score_tables(made.runs, OWN):
        console.print(table)
    text = console.export_text()
    assert text.count("│ symmetry │ none") == text.count("│ inverse  │ some") == 3
    assert text.count("none: 4 of 4 prompts could not be asked") == 3
    assert "some: " not in text


def test_the_terminal_has_the_same_tables(three: reporting.Report) -> None:
    text = drawn(tables.report_tables(three, OWN))
    for title in (
        "models by benchmarks",
        "correlation of partial score and score, over runs",
        "differences at top 3, and the least detectable difference",
        "the 5 largest groups, top 1",
        "score by wording, top 1",
        "items by mean degree of their entities",
        "score by popularity",
    ):
        assert title in text
    found = headline(three.runs[1], "composite", 5)
    assert f"{found.numerator:g}/{found.denominator:g}" in text
    pair = next(each for each in three.comparisons if each.below and each.difference is not None)
    assert f"{pair.difference:+.3f}~" in text
    assert "4 of 4: mean degree 46–59.5" in text
    (oracle,) = [
        score
        for score in three.runs[1].scores
        if (score.pattern, score.group, score.metric, score.k, score.by)
        == ("symmetry", None, OWN["symmetry"], 1, {"prompts": "best"})
    ]
    row = next(line for line in text.splitlines() if "best of each fact (an oracle)" in line)
    mark = "*" if "small" in oracle.note or "worth few" in oracle.note else ""
    assert f"{oracle.value:.3f}{mark} ({oracle.numerator:g}/{oracle.denominator:g})" in row
    assert text.count("(n 3)") == len(OWN) * 3


def test_one_run_has_no_comparisons(folder: Path) -> None:
    made = reporting.report([folder / "both-directions"], folder / "alone.html")
    assert made.comparisons == ()
    text = drawn(tables.report_tables(made, OWN))
    assert "models by benchmarks" in text and "differences" not in text


def test_the_tables_say_so_too(delicate: Path) -> None:
    made = reporting.report([delicate / "names"], delicate / "again.html")
    own = folders.read_manifest(made.benchmark).metrics
    text = drawn(tables.report_tables(made, own))
    assert "backward (named, though false) 1.000* of" in " ".join(text.split())
    assert text.count("bias (no merit)") == 4  # at each k, and beside the other benchmarks
    assert "asymmetry (no merit)" not in text


def test_two_runs_are_shown_with_their_differences_and_intervals(folder: Path) -> None:
    runs = [folder / "both-directions", folder / "one-direction"]
    made = reporting.report(runs, folder / "two.html")
    [table] = tables.brief_differences(made)
    text = drawn([table])
    compared = next(
        one for one in made.comparisons if (one.pattern, one.k, one.by) == ("path", 1, {})
    )
    assert compared.low is not None and compared.high is not None
    assert f"{compared.low:+.3f} to {compared.high:+.3f}" in text
    assert f"{made.runs[0].name} − {made.runs[1].name}" in text
    alone = reporting.report(runs[:1], folder / "one.html")
    assert not [*tables.brief_differences(alone)]
