"""The page of a benchmark of several forms, in a real Chromium: its plots, items and filters."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from kgforge import benchmark, probing, reporting
from kgforge.reporting import tables
from kgforge.schema import folders
from tests.benchmark import test_computed as computed
from tests.browsing import EACH_SIZE, Watched
from tests.worlds import lands, lmkbc
from tests.worlds.small import EX


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that is right about choices and statements alone, and is judged by texts of them."""
    home = tmp_path_factory.mktemp("page")
    mined = lands.mined(home, lands.graph(f"oxigraph:{home}/graph"), "inverse")
    bench, _ = lands.exported(home, mined, slots=("object", "subject"))
    lines = []
    for item in folders.read_items(bench, "inverse"):
        after: dict[str, int] = defaultdict(int)
        for fact in item.facts:
            for prompt in fact.prompts:
                line = {"item": item.id, "role": fact.role, "prompt": after[fact.role]}
                after[fact.role] += 1
                told = {"text": f"{prompt.gold}."} if prompt.gold else {"text": "Town"}
                lines.append(line | told)
    (home / "said.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    probing.probe(bench, f"table:{home}/said.jsonl", home / "run")
    reporting.report([home / "run"], home / "report.html")
    return home


@EACH_SIZE
def test_each_form_is_drawn_with_its_interval(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    assert watched.complaints == []
    assert page.locator("#kinds-title").inner_text().startswith("Score by")
    drawn = " ".join(page.locator("#pattern svg text").all_text_contents()).replace(" ", "")
    for form in lands.ALL:
        assert form.replace(" ", "") in drawn
    assert "Dotted marks are baselines: random, frequent" in page.locator("#pattern").inner_text()
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_how_forms_agree_leads_to_the_items_where_they_do_not(
    watched: Watched, folder: Path
) -> None:
    page = watched.open(folder / "report.html")
    scores = folders.read_scores(folder / "run" / "scores.json")
    [agree] = [
        one
        for one in scores
        if (one.metric, one.k, one.by)
        == ("forms_agree", 1, {"forms": "true_false, multiple_choice"})
    ]
    assert agree.value == 1
    table = page.get_by_role("region", name="The same fact in several forms")
    row = table.get_by_role("row", name="true_false, multiple_choice").last
    assert "1.000" in row.inner_text()
    page.locator("#disagreeing").click()
    watched.ready()
    assert page.locator("#filter").input_value() == "forms"
    assert page.locator("#found").inner_text().startswith("7 items")


def test_an_item_shows_choices_what_is_right_and_both_verdicts(
    watched: Watched, folder: Path
) -> None:
    page = watched.open(folder / "report.html")
    page.locator("#filter").select_option("judged")
    watched.ready()
    page.locator("#items button").first.click()
    watched.ready()
    text = page.get_by_role("dialog").inner_text()
    assert "multiple_choice, right: " in text
    assert "\nA) " in text
    assert "\nB) " in text
    assert "true_false, right: true" in text
    assert "cloze of the subject" in text
    assert "Judged incorrect; by the published rules correct." in text
    assert watched.complaints == []


def test_answers_that_the_verdicts_differ_on_are_listed_and_lead_to_their_items(
    watched: Watched, folder: Path
) -> None:
    """Both verdicts are counted from the page's own items, and once more by the scores' judge."""
    page = watched.open(folder / "report.html")
    listed = page.locator("#verdicts")
    listed.locator("summary").click()
    row = listed.locator("tbody tr").first.inner_text()
    assert "Town" in row
    assert "incorrect" in row
    made = reporting.report([folder / "run"], folder / "again.html")
    apart = made.disagreements
    assert f": {len(apart)}" in listed.locator("summary").inner_text()
    assert {(one.strict, one.legacy) for one in apart} == {("incorrect", "correct")}
    assert {one.text for one in apart} == {"Town"}
    assert all(any("Town" in name for name in one.accepted) for one in apart)
    listed.locator("tbody button").first.click()
    watched.ready()
    assert "Judged incorrect" in page.get_by_role("dialog").inner_text()
    assert watched.complaints == []
    [table] = [
        one for one in tables.report_tables(made, made.metrics) if "differ" in str(one.title)
    ]
    assert table.row_count == min(len(apart), 20)
    assert f"{len(apart)} answers" in str(table.caption)


def test_the_main_table_names_the_form_and_shows_its_baselines(
    watched: Watched, folder: Path
) -> None:
    bench, run = folder / "bench", folder / "two"
    probing.probe(bench, f"table:{folder}/said.jsonl", run, forms=["true_false", "multiple_choice"])
    reporting.report([run], folder / "two.html")
    page = watched.open(folder / "two.html")
    text = page.locator("#headline").inner_text()
    assert "(true_false)" in text
    assert "baseline: always true" in text
    assert "baseline: frequent" in text
    drawn = " ".join(page.locator("#plot svg text").all_text_contents()).replace(" ", "")
    assert "(true_false)" in drawn
    assert "baseline always true" in str(page.locator("#plot-higher").get_attribute("aria-label"))
    reporting.report([folder / "run", run], folder / "both.html")
    page = watched.open(folder / "both.html")
    text = page.locator("#headline").inner_text()
    assert "(cloze)" in text
    assert "baseline: always true (true_false)" in text
    assert "baseline: random (cloze)" in text
    assert watched.complaints == []


def test_every_table_in_the_terminal_names_the_form(folder: Path) -> None:
    """A figure of a cloze alone is none of the fact; a table by form, and one of texts, say it."""
    probing.probe(folder / "bench", f"table:{folder}/said.jsonl", folder / "alone",
                  forms=["true_false"])  # fmt: skip
    made = reporting.report([folder / "run", folder / "alone"], folder / "tables.html")
    names = [run.name for run in made.runs]
    older = [
        one
        for one in tables.report_tables(made, made.metrics)
        if not str(one.title).startswith(("by form", "answers"))
    ]
    assert len(older) > 5
    for one in older:
        if "differ" in str(one.title) and "detectable" not in str(one.title):
            continue
        said = str(one.caption).splitlines()
        assert f"inverse: figures of cloze alone ({names[0]})" in said, one.title
        assert f"inverse: figures of true_false alone ({names[1]})" in said, one.title
    alone = reporting.report([folder / "alone"], folder / "tables.html")
    [top, *_] = tables.report_tables(alone, alone.metrics)
    assert "inverse: figures of true_false alone" in str(top.caption).splitlines()


# ── Computed answers ────────────────────────────────────────────────────────────────────────────
def test_an_item_shows_the_values_that_were_compared(watched: Watched, tmp_path: Path) -> None:
    computed.items(tmp_path, computed.LARGER)
    [first, *_] = folders.read_items(tmp_path / "b", "own")
    lines = [
        {"item": first.id, "role": fact.role, "prompt": 0, "text": "x"} for fact in first.facts
    ]
    (tmp_path / "said.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    probing.probe(tmp_path / "b", f"table:{tmp_path}/said.jsonl", tmp_path / "run")
    reporting.report([tmp_path / "run"], tmp_path / "report.html")
    page = watched.open(tmp_path / "report.html")
    page.locator("#items button").first.click()
    watched.ready()
    text = page.get_by_role("dialog").inner_text()
    fact = first.facts[0]
    assert fact.computed
    names = [one.removeprefix(EX) for one in fact.computed.compared]
    one, other = (
        f"{name.capitalize() if fact.object.id == iri or fact.subject.id == iri else name} "
        f"{computed.TOWNS[name]}"
        for name, iri in zip(names, fact.computed.compared, strict=True)
    )
    assert f"Computed (larger): {one}; {other}." in " ".join(text.split())
    assert "computed by the query" in text
    assert "implied" not in text
    assert watched.complaints == []


# ── Sets of answers ─────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lists of a model that is surest of what is right, on facts of which some have no object."""
    home = tmp_path_factory.mktemp("sets")
    benchmark.adopt(f"lmkbc:{lmkbc.write(home / 'val.jsonl', lmkbc.OF_2024)}", home / "bench")
    lines = [
        {"item": item.id, "role": "fact", "prompt": 0, "answers": [*said[:1], "Utopia", *said[1:]]}
        for item in folders.read_items(home / "bench", "fact")
        for said in [[answer.label for answer in item.facts[0].answers] or ["none"]]
    ]
    (home / "said.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    address = f"table:{home}/said.jsonl"
    probing.probe(home / "bench", address, home / "run", forms=["listing"])
    reporting.report([home / "run"], home / "report.html")
    return home


@EACH_SIZE
def test_the_curve_has_its_table(watched: Watched, sets: Path) -> None:
    """Of two facts the first answer is right, the second wrong, and the third right."""
    page = watched.open(sets / "report.html")
    drawn = page.locator("#kept svg text").all_text_contents()
    assert {"said.jsonl: precision of what is kept", "said.jsonl: recall of what is kept"} <= set(
        drawn
    )
    page.locator("summary", has_text="The curves in figures").click()
    rows = [
        row.locator("td, th").all_inner_texts() for row in page.locator("#kept-points tr").all()
    ]
    assert [[cell.split()[0] for cell in row[1:4]] for row in rows[1:]] == [
        ["0.333", "1.000", "0.500"],
        ["0.667", "0.500", "0.500"],
        ["1.000", "0.667", "1.000"],
    ]
    emptiness = page.locator("#emptiness tbody tr").all_inner_texts()
    assert [row.split()[:2] for row in emptiness] == [["none", "1.000"], ["some", "1.000"]]
    assert rows[1][-1] == "the first 1 answers of each list"
    assert watched.complaints == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_an_item_without_an_object_is_shown(watched: Watched, sets: Path) -> None:
    page = watched.open(sets / "report.html")
    page.locator("#items button", has_text="Malta").click()
    sheet = page.locator("#sheet, dialog").first
    sheet.get_by_text("0 right answers").first.wait_for()
    shown = sheet.inner_text()
    assert "none" in shown and "0 right answers" in shown
    assert watched.complaints == []
