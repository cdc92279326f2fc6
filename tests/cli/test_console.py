"""What a terminal is shown of a long step, and what a file or pipe is not."""

import io
import re
import time

import pytest
from rich.console import Console

from kgforge.cli import console


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_shows_how_much_how_fast_and_how_long_on_terminals_alone(
    monkeypatch: pytest.MonkeyPatch, *, terminal: bool
) -> None:
    seen = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=seen, force_terminal=terminal, width=120))
    with console.advancing("probing") as progress:
        for done in (0, 100, 200):
            progress(done, 400)
            time.sleep(0.15)
    if not terminal:
        assert seen.getvalue() == ""
        return
    last = seen.getvalue().split("probing")[-1]
    assert "200/400" in last
    speed = float(last.split("/s")[0].split()[-1].removeprefix("\x1b[0m").replace(",", ""))
    assert 20 < speed < 1000


def test_each_stage_has_its_total_and_its_rate_once_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=seen, force_terminal=True, width=120))
    with console.stages() as tell:
        tell("planning", 0, 22_690)
        time.sleep(0.15)
        tell("planning", 11_000, 22_690)
        time.sleep(0.15)
        tell("loading masked:[b]model", 0, None)
        time.sleep(0.15)
        tell("probing", 512, 1_024)
        time.sleep(0.15)
        tell("probing", 1_024, 1_024)
    plain = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen.getvalue())
    assert "0/22,690 –/s" in plain
    assert re.search(r"planning .*11,000/22,690 [\d,]+(\.\d)?/s", plain)
    assert re.search(r"loading masked:\[b\]model +[━╸ ]+ +0:00:00", plain)
    assert re.search(r"probing .*512/1,024 –/s", plain), "what an earlier part did is no speed"
    assert re.search(r"probing .*1,024/1,024 [\d,]+(\.\d)?/s", plain)


def test_progress_is_not_cut_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=seen, force_terminal=True, width=80))
    with console.stages() as tell:
        for done in (0, 12_345_678):
            tell("reading kB of facts.nt", done, 98_765_432)
            time.sleep(0.15)
        tell("reading facts of sparql:x", 1_234, None)
        time.sleep(0.15)
    plain = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", seen.getvalue())
    assert "…" not in plain
    assert re.search(r"facts\.nt .*12,345,678/98,765,432 [\d,]+/s 0:00:0\d [-:\d]{7}", plain)
    assert re.search(r"sparql:x .* 1,234 ", plain), "what has no total is counted"


@pytest.mark.parametrize(("columns", "most"), [("80", 80), ("", 160), ("0", 160), (None, 160)])
def test_tables_in_a_pipe_are_as_wide_as_columns_says(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    columns: str | None,
    most: int,
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    words = [f"{'word ' * 40}{number}" for number in range(3)]
    console.table("wide", ["name", "words", "count"], [[f"n{len(one)}", one, 7] for one in words])
    shown = capsys.readouterr().out.splitlines()
    assert max(map(len, shown)) == most
    assert " ".join(shown).count("word") == 120 + 1  # none is cut, and one names the column
