"""A run is read once and judged once, whatever is made of it."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kgforge import reporting, scoring
from kgforge.scoring.judging import Desk
from tests.worlds.handmade import answers, fact, item, judged, write_benchmark, write_run

ITEMS = [item(f"i{n}", "p", "g", fact("f", f"a{n}", "P26", f"b{n}")) for n in range(3)]
OWN = {"p": "hit"}


def test_a_report_reads_each_file_once_and_judges_each_answer_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_benchmark(tmp_path / "bench", ITEMS, OWN)
    runs = [
        write_run(tmp_path / name, [answers(each.id, "f", [said]) for each in ITEMS])
        for name, said in (("one", "b1"), ("two", "b2"))
    ]
    opened: Counter[str] = Counter()
    marked: Counter[str] = Counter()
    plain, take = Path.open, Desk.take

    def counted(path: Path, *arguments: Any, **named: Any) -> Any:
        opened[path.name] += 1
        return plain(path, *arguments, **named)

    def taken(desk: Desk, response: Any) -> Any:
        marked[response.item] += 1
        return take(desk, response)

    monkeypatch.setattr(Path, "open", counted)
    monkeypatch.setattr(Desk, "take", taken)
    made = reporting.report(runs, tmp_path / "report.html")
    assert len(made.comparisons) == 3
    assert opened["p.jsonl"] == 2  # once for its hash, once for its items
    # each is read once; twice its end alone is looked at, for a torn line
    assert opened["responses.jsonl"] == 3 * len(runs)
    assert marked == dict.fromkeys(("i0", "i1", "i2"), len(runs))


def test_a_run_gives_the_scores_that_score_run_gives(tmp_path: Path) -> None:
    bench = write_benchmark(tmp_path / "bench", ITEMS, OWN)
    run = write_run(tmp_path / "run", [answers("i1", "f", ["b1"])], ks=[1, 2])
    [read] = judged(bench, run)
    assert read.ks == (1, 2)
    assert read.scores() == scoring.score_run(run, bench, (1, 2))
    assert [one.item.id for one in read.judged["p"]] == ["i0", "i1", "i2"]
    assert not read.texts
