"""The page and the table of a benchmark with texts before its questions."""

import pytest

import kgforge
from kgforge import reporting
from kgforge.reporting import robustness
from tests.browsing import Watched
from tests.reporting.worlds import drawn
from tests.worlds import lands, passages


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> reporting.Report:
    """A report of one who believes what is read, and of one who knows."""
    home = tmp_path_factory.mktemp("contexts")
    bench, _ = lands.exported(home, passages.mined(home, "oxigraph"), **passages.OPTIONS)
    runs = []
    for say in (passages.reader, passages.knower):
        folder = home / say.__name__
        folder.mkdir()
        passages.scored(bench, folder, say)
        runs.append(folder / "run")
    return kgforge.report(runs, home / "report.html")


def test_the_table_tells_who_is_misled(made: reporting.Report) -> None:
    found = robustness.by_context(made.runs, {"inverse": "both_given_either"})
    rows = [line.strip("│┃").split("│") for line in drawn([found]).splitlines() if "│" in line]
    cells = [
        [*(cell.strip() for cell in row[:4]), *(" ".join(one.split()[:1]) for one in row[4:])]
        for row in rows
    ]
    [reads] = [row for row in cells if row[1:3] == ["cloze", "antifactual"]]
    assert [cell.rstrip("*") for cell in reads[4:]] == ["0.000", "0.000", "0.000", "–", "1.000"]
    knows = cells[cells.index(reads) + 1]
    assert [cell.rstrip("*") for cell in knows[4:]] == ["1.000", "1.000", "–", "0.000", "0.000"]


def test_the_page_shows_each_context(watched: Watched, made: reporting.Report) -> None:
    page = watched.open(made.out)
    assert "context" in page.locator("#kinds-title").inner_text()
    said = " ".join(page.locator("#pattern svg text").all_text_contents())
    for wanted in ("relevant", "true_false: antifactual", "cloze: subject: irrelevant"):
        assert wanted in said, wanted
    rows = page.locator("#robustness tbody tr").all_inner_texts()
    assert len(rows) == 2 * 5 * 3  # runs; forms, and the other end of one; contexts
    [misled] = [
        row for row in rows if row.startswith("true_false\tantifactual") and "reader" in row
    ]
    assert "1.000" in misled.split("\t")[-1]
    assert watched.complaints == []
