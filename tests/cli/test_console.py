"""What a terminal is shown of a long step, and what a file or pipe is not."""

import io
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
