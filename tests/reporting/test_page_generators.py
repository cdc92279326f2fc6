"""The page and the tables of a benchmark in the words of models: template against masking."""

import json

import pytest

import kgforge
from kgforge import reporting
from kgforge.reporting import slices
from kgforge.schema import folders
from tests.browsing import Watched
from tests.models.chatting import Chatting
from tests.reporting.worlds import drawn
from tests.worlds import authored


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> reporting.Report:
    """A report of one who knows what is said in the words of a model, and nothing else."""
    home = tmp_path_factory.mktemp("words")
    authored.mined(home)
    with Chatting(authored.Author()) as served:
        kgforge.export(home / "mined", home / "bench", authored.options(home, served))
    lines = []
    for item in folders.read_items(home / "bench", "inverse"):
        for fact in item.facts:
            for at, prompt in enumerate(fact.prompts):
                known = prompt.generator in ("masking", "question")
                said = (prompt.gold or fact.object.label) if known else "Nowhere"
                lines.append({"item": item.id, "role": fact.role, "prompt": at, "answers": [said]})
    (home / "said.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    kgforge.probe(home / "bench", f"table:{home}/said.jsonl", home / "run")
    return kgforge.report([home / "run"], home / "report.html")


def test_tables_part_scores_by_generator(made: reporting.Report) -> None:
    found = slices.wordings(made.runs, {"inverse": "both_given_either"})
    rows = {
        cells[1].strip(): cells[2].split()[0]
        for line in drawn([found]).splitlines()
        if len(cells := line.strip("│┃").split("│")) == 3
    }
    assert rows["generator: masking"].rstrip("*") == "1.000"
    assert rows["generator: template"].rstrip("*") == "–"
    assert rows["form: short_answer, generator: question"].rstrip("*") == "1.000"
    assert rows["form: short_answer"].rstrip("*") != "1.000"


def test_the_page_draws_each_generator(watched: Watched, made: reporting.Report) -> None:
    page = watched.open(made.out)
    assert "generator" in page.locator("#kinds-title").inner_text()
    said = " ".join(page.locator("#pattern svg text").all_text_contents())
    for wanted in ("masking", "template", "short_answer: question", "true_false: masking"):
        assert wanted in said, wanted
    compared = page.get_by_role("region", name="Wordings against one another")
    assert "masking" in compared.inner_text() and "RankC" not in compared.inner_text()
    assert page.locator("#against-language").count() == 0
    listed = page.locator("#apart")
    listed.locator("summary").click()
    assert {"template", "masking"} <= {*listed.locator("tbody td").all_inner_texts()}
    assert "wording 2" not in listed.inner_text()
    assert watched.complaints == []
