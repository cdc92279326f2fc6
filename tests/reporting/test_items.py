"""Single items as a report shows them."""

from pathlib import Path

from kgforge.reporting import runs
from tests.worlds.handmade import answers, fact, item, ranking, write_benchmark, write_run


def test_shown_answers_are_judged_and_in_order(tmp_path: Path) -> None:
    borders = item("i1", "fact", "g", fact("about", "a", "P47", "b", others=["c"], aliases=["B."]))
    ranks = item("i2", "fact", "g", fact("about", "a", "P36", "b", candidates="cd"))
    bench = write_benchmark(tmp_path / "bench", [borders, ranks], {"fact": "hit"})
    said = [
        answers("i1", "about", ["x", "c", "b"]),
        ranking("i2", "about", {"b": [-2.0], "c": [-1.0], "d": [-3.0]}),
    ]
    reading = runs.read_runs([write_run(tmp_path / "run", said)], bench)
    [opened, ranked] = reading.items["fact"]
    shown = [one.facts[0].runs[0][0].answers for one in (opened, ranked)]
    assert [(each.text, each.verdict) for each in shown[0]] == [("x", 0), ("c", 1), ("b", 2)]
    assert [(each.text, each.logprob, each.verdict) for each in shown[1]] == [
        ("c", -1.0, 0),
        ("b", -2.0, 2),
        ("d", -3.0, 0),
    ]
