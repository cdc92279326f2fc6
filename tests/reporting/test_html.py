"""The report: its tables, and its page opened in a real Chromium and clicked through."""

import base64
import hashlib
import io
import itertools
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table
from scipy import stats

from kgforge import reporting, scoring
from kgforge.errors import BenchmarkError
from kgforge.reporting import runs
from kgforge.reporting import items as drilldown
from kgforge.reporting import tables as sheets
from kgforge.schema import Item, ItemFact, Response, Score
from kgforge.scoring import judging
from tests.browsing import Watched
from tests.worlds.handmade import answers, by_token, fact, item, ranking, write_benchmark, write_run

OWN = {
    "symmetry": "both_given_either",
    "inverse": "both_given_either",
    "hierarchy": "composed_given_premises",
    "composite": "composed_given_premises",
    "path": "both_given_either",
}
PEOPLE = [
    f"{first} {last}"
    for first, last in itertools.product(
        ["Ada", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Ida"],
        ["Arden", "Brook", "Crane", "Dale", "Ely", "Frost", "Gale", "Holm", "Isle", "Jones"],
    )
]
PLACES = [
    "Aurelia",
    "Borland",
    "Cestria",
    "Dorn",
    "Esk",
    "Farrow",
    "Gelt",
    "Harrow",
    "Ister",
    "Jura",
]
KINDS = ["pilot boat", "boat", "watercraft", "vehicle", "machine", "artefact", "object", "thing"]


def symmetry() -> Iterator[Item]:
    for number in range(40):
        a, b = PEOPLE[2 * number], PEOPLE[2 * number + 1]
        evidence = [f"{a} and {b} were married in Esk."]
        yield item(
            f"symmetry-{number:016x}",
            "symmetry",
            "wdt:P26",
            fact("forward", a, "P26", b, aliases=[b.split()[1]], prompts=2, evidence=evidence),
            fact("backward", b, "P26", a, prompts=2),
            degrees=(number + 1, 2 * number + 1),
        )
    for number, (a, b) in enumerate(itertools.combinations(PLACES[:7], 2), start=40):
        yield item(
            f"symmetry-{number:016x}",
            "symmetry",
            "wdt:P47",
            fact("forward", a, "P47", b, others=["Jura"], prompts=2),
            fact("backward", b, "P47", a, others=["Jura"], prompts=2),
        )


def others() -> Iterator[Item]:
    for number, place in enumerate(PLACES):
        city = f"{place} City"
        yield item(
            f"inverse-{number:016x}",
            "inverse",
            "wdt:P1376|wdt:P36",
            fact("forward", city, "P1376", place),
            fact("backward", place, "P36", city),
        )
    for number, (x, y, z) in enumerate(itertools.combinations(KINDS, 3)):
        yield item(
            f"hierarchy-{number:016x}",
            "hierarchy",
            "wdt:P279",
            fact("first", x, "P279", y),
            fact("second", y, "P279", z),
            fact("composed", x, "P279", z, holds=None),
        )
    for number, person in enumerate(PEOPLE):
        spouse, place = PEOPLE[-1 - number], PLACES[number % 10]
        first, second = fact("first", person, "P26", spouse), fact("second", spouse, "P27", place)
        composed = fact("composed", person, "P27", place)
        yield item(
            f"composite-{number:016x}",
            "composite",
            "wdt:P26+wdt:P27>wdt:P27",
            first,
            second,
            composed,
        )
        yield item(f"path-{number:016x}", "path", "wdt:P26+wdt:P27", first, second)


def responses(items: list[Item], knows: dict[str, float], seed: int) -> Iterator[Response]:
    """Answers of a model that knows each role's facts with some probability."""
    chance = random.Random(seed)
    for each in items:
        for asked in each.facts:
            for number in range(len(asked.prompts)):
                yield _answer(each, asked, number, chance, knows[asked.role])


def _answer(
    each: Item, asked: ItemFact, number: int, chance: random.Random, knows: float
) -> Response:
    wrong = chance.sample([name for name in PLACES + PEOPLE if name != asked.object.label], 5)
    if chance.random() < knows:
        wrong.insert(chance.choice([0, 0, 0, 0, 0, 0, 1, 3]), asked.object.label)
    return answers(each.id, asked.role, wrong[:5], prompt=number)


BOTH = {"forward": 0.9, "backward": 0.85, "first": 0.8, "second": 0.85, "composed": 0.7}
ONE = {"forward": 0.9, "backward": 0.05, "first": 0.8, "second": 0.8, "composed": 0.3}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark of five patterns and two runs on it."""
    home = tmp_path_factory.mktemp("report")
    items = [*symmetry(), *others()]
    sources = [{"file": "people.tsv", "sha256": "ab" * 32, "licence": "CC0-1.0"}]
    graph = {"hash": "12" * 32, "facts": 5000}
    write_benchmark(home / "bench", items, OWN, graph=graph, sources=sources, kgforge="0.1.0")
    for name, knows in (("both-directions", BOTH), ("one-direction", ONE)):
        write_run(
            home / name,
            responses(items, knows, len(name)),
            seconds=12.5,
            model={"address": f"masked:{name}", "family": "masked", "dtype": "float32"},
            benchmark={"path": str(home / "bench")},
        )
        found = scoring.score_run(home / name, home / "bench")
        scoring.write_scores(found, home / name / "scores.json")
    reporting.report([home / "both-directions", home / "one-direction"], home / "report.html")
    return home


def drawn(tables: Iterable[Table]) -> str:
    """Tables as a terminal of 200 columns shows them."""
    console = Console(width=200, record=True, file=io.StringIO())
    for table in tables:
        console.print(table)
    return console.export_text()


# ── The terminal ────────────────────────────────────────────────────────────────────────────────
def test_the_tables_show_each_k_with_every_figure(folder: Path) -> None:
    runs = [folder / "both-directions", folder / "one-direction"]
    made = reporting.report(runs, folder / "again.html")
    own = scoring.own_metrics(judging.read_manifest(made.benchmark))
    console = Console(width=140, record=True, file=io.StringIO())
    for table in reporting.score_tables(made.runs, own):
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
    for table in reporting.score_tables(made.runs, OWN):
        console.print(table)
    text = console.export_text()
    assert text.count("│ symmetry │ none") == text.count("│ inverse  │ some") == 3
    assert text.count("none: 4 of 4 prompts could not be asked") == 3
    assert "some: " not in text


# ── What the page may be made of ────────────────────────────────────────────────────────────────
def test_the_same_runs_make_the_same_bytes(folder: Path) -> None:
    runs = [folder / "both-directions", folder / "one-direction"]
    reporting.report(runs, folder / "twin.html")
    assert (folder / "twin.html").read_bytes() == (folder / "report.html").read_bytes()


def test_the_policy_allows_just_the_scripts_that_are_there(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)[0]
    allowed = re.findall(r"script-src ([^;]*);", policy)[0].split()
    scripts = re.findall(r'<script(?: type="module")?>(.*?)</script>', text, re.S)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()) for script in scripts]
    assert allowed == [f"'sha256-{each.decode()}'" for each in hashes]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_labels_cannot_break_out_of_the_page(tmp_path: Path) -> None:
    evil = "</script><script>document.title='broken'</script><!--"
    one = item("i1", "symmetry", evil, fact("forward", evil, "P26", "b"))
    bench = write_benchmark(tmp_path / "bench", [one], {"symmetry": OWN["symmetry"]}, note=evil)
    said = [answers("i1", "forward", [evil])]
    run = write_run(tmp_path / "run", said, benchmark={"path": str(bench)}, model=evil)
    reporting.report([run], tmp_path / "report.html")
    assert "<script>document.title" not in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_shown_answers_are_judged_and_in_order(tmp_path: Path) -> None:
    borders = item("i1", "fact", "g", fact("about", "a", "P47", "b", others=["c"], aliases=["B."]))
    ranks = item("i2", "fact", "g", fact("about", "a", "P36", "b", candidates="cd"))
    bench = write_benchmark(tmp_path / "bench", [borders, ranks], {"fact": "hit"})
    said = [
        answers("i1", "about", ["x", "c", "b"]),
        ranking("i2", "about", {"b": [-2.0], "c": [-1.0], "d": [-3.0]}),
    ]
    [opened, ranked] = drilldown.collect([write_run(tmp_path / "run", said)], bench)["fact"]
    shown = [one.facts[0].runs[0][0].answers for one in (opened, ranked)]
    assert [(each.text, each.verdict) for each in shown[0]] == [("x", 0), ("c", 1), ("b", 2)]
    assert [(each.text, each.logprob, each.verdict) for each in shown[1]] == [
        ("c", -1.0, 0),
        ("b", -2.0, 2),
        ("d", -3.0, 0),
    ]


def test_a_large_page_shows_the_first_items_of_each_group_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = [
        item(f"i{number}", "path", f"g{number % 2}", fact("first", str(number), "P26", "b"))
        for number in range(500)
    ]
    bench = write_benchmark(tmp_path / "bench", items, {"path": OWN["path"]})
    said = [answers(each.id, "first", ["b"]) for each in items]
    run = write_run(tmp_path / "run", said, benchmark={"path": str(bench)})
    whole = reporting.page([reporting.Run("run", run, {}, [])], bench)
    assert '"limit":null' in whole
    monkeypatch.setattr("kgforge.reporting.html.BUDGET", 3000)
    fewer = reporting.page([reporting.Run("run", run, {}, [])], bench)
    assert '"limit":50' in fewer
    assert len(fewer) < len(whole)


# ── Runs and benchmarks that do not fit ─────────────────────────────────────────────────────────
def test_a_run_without_scores_is_scored(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    for name in ("run.json", "responses.jsonl"):
        (tmp_path / "run" / name).write_bytes((folder / "both-directions" / name).read_bytes())
    made = reporting.report([tmp_path / "run"], tmp_path / "report.html")
    assert made.runs[0].scores == scoring.read_scores(folder / "both-directions" / "scores.json")


def test_runs_are_named_by_what_tells_them_apart(folder: Path, tmp_path: Path) -> None:
    for parent in ("a", "b"):
        write_run(tmp_path / parent / "run", [])
    assert runs._names([tmp_path / "a" / "run", tmp_path / "b" / "run"]) == ["a/run", "b/run"]


def test_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="no run was named"):
        reporting.report([], tmp_path / "report.html")


def test_a_run_named_twice_is_refused(folder: Path, tmp_path: Path) -> None:
    run = folder / "both-directions"
    with pytest.raises(BenchmarkError, match="a run was named twice"):
        reporting.report([run, run], tmp_path / "report.html")


def test_a_benchmark_that_is_gone_is_asked_for(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [], benchmark={"path": str(tmp_path / "gone")})
    with pytest.raises(BenchmarkError, match="which is not there: say --benchmark"):
        reporting.report([run], tmp_path / "report.html")


def test_a_benchmark_is_found_from_the_run_and_must_be_the_one_that_was_asked(
    folder: Path, tmp_path: Path
) -> None:
    bench = write_benchmark(tmp_path / "bench", [*symmetry()], {"symmetry": OWN["symmetry"]})
    digest = hashlib.sha256((bench / "manifest.json").read_bytes()).hexdigest()
    said = {"path": "../bench", "sha256": digest}
    run = write_run(tmp_path / "run", responses([*symmetry()], BOTH, 0), benchmark=said)
    assert reporting.report([run], tmp_path / "report.html").benchmark == bench.resolve()
    with pytest.raises(BenchmarkError, match="or that one has changed"):
        reporting.report([run], tmp_path / "report.html", folder / "bench")


def test_a_run_that_was_asked_nothing_is_refused(tmp_path: Path) -> None:
    bench = write_benchmark(tmp_path / "bench", [], {"bias": "sensitive_named"})
    for scored in (False, True):
        run = write_run(tmp_path / f"run {scored}", [], benchmark={"path": str(bench)})
        if scored:
            scoring.write_scores([], run / "scores.json")
        with pytest.raises(BenchmarkError, match=r"has no answer to any item of .*: leave it out"):
            reporting.report([run], tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()


def test_runs_on_two_benchmarks_are_refused(tmp_path: Path) -> None:
    runs = [
        write_run(tmp_path / name, [], benchmark={"path": str(tmp_path / f"bench {name}")})
        for name in ("a", "b")
    ]
    with pytest.raises(BenchmarkError, match="on different benchmarks"):
        reporting.report(runs, tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()


# ── In the browser ──────────────────────────────────────────────────────────────────────────────
def test_the_page_opens_without_complaint_or_request(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    assert watched.complaints == []
    assert watched.requests == [(folder / "report.html").as_uri()]
    assert page.locator("#headline tbody").count() == len(OWN)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, "the page itself scrolls sideways"


def test_the_plot_is_drawn_as_the_scores_are(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    drawn = page.locator("#plot svg text").all_text_contents()
    for run in ("both-directions", "one-direction"):
        for score in scoring.read_scores(folder / run / "scores.json"):
            if (score.group, score.k, score.by) == (None, 1, {}) and score.metric == OWN[
                score.pattern
            ]:
                assert reporting.number(score.value) in drawn
    assert set(OWN) <= set(drawn)


def test_the_switch_changes_plot_and_table(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    before = page.locator("#plot svg text").all_text_contents()
    page.get_by_role("radio", name="top 5").check()
    watched.ready()
    assert "k=5" in page.url
    assert page.locator("#plot svg text").all_text_contents() != before
    (found,) = [
        score
        for score in scoring.read_scores(folder / "both-directions" / "scores.json")
        if (score.pattern, score.group, score.metric, score.k, score.by)
        == ("symmetry", None, "both_given_either", 5, {})
    ]
    row = page.locator("#headline tbody tr").first.inner_text()
    assert reporting.number(found.value) in row
    assert f"{found.numerator:g} / {found.denominator:g}" in row


def test_from_a_score_through_a_group_to_an_item_and_back(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    page.locator("#headline").get_by_role("button", name="symmetry").click()
    watched.ready()
    page.locator("#groups").get_by_role("button", name="wdt:P26").click()
    watched.ready()
    assert page.locator("#items-title").inner_text() == "Items of wdt:P26"
    page.locator("#items").get_by_role("button", name="Ada Arden → spouse → Ada Brook").click()
    watched.ready()
    sheet = page.get_by_role("dialog")
    text = sheet.inner_text()
    assert re.search(r"Ada Arden is married to\s*answer\s*\.", text)
    assert re.search(r"The spouse of Ada Brook is\s*answer\s*\.", text)
    assert "Ada Arden and Ada Brook were married in Esk." in text
    assert "Ada Brook (target), also Brook" in text
    assert sheet.get_by_role("link", name="P26").first.get_attribute("rel") == "noreferrer noopener"
    rows = sheet.locator(".fact").first.locator("tbody").first.locator("tr").all_inner_texts()
    said = next(judging.read_responses(folder / "both-directions"))
    assert [row.split("\t")[1] for row in rows] == [answer.text for answer in said.top]
    page.keyboard.press("Escape")
    watched.ready()
    assert not sheet.is_visible()
    assert page.evaluate("document.activeElement.textContent") == "Ada Arden → spouse → Ada Brook"
    assert watched.complaints == []
    assert len(watched.requests) == 1


def test_the_marks_of_an_item_are_those_of_the_run(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    page.goto((folder / "report.html").as_uri() + "#pattern=hierarchy&k=3")
    page.reload()
    watched.ready()
    judged = judging.judge_run(folder / "both-directions", folder / "bench")["hierarchy"]
    for place, each in enumerate(judged[:10]):
        marks = page.locator("#items tbody tr").nth(place).locator("td").first.locator(".mark")
        expected = ["target hit" if fact[0].rank <= 3 else "missed" for fact in each.marks]
        said = [mark.get_attribute("aria-label") or "" for mark in marks.all()]
        assert [label.split(": ")[1] for label in said] == expected


def test_groups_are_sorted_by_a_click(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    header = page.locator("#groups thead th").nth(0)
    for direction, order in (
        ("ascending", ["wdt:P26", "wdt:P47"]),
        ("descending", ["wdt:P47", "wdt:P26"]),
    ):
        header.get_by_role("button").click()
        watched.until(
            f"document.querySelector('#groups th').getAttribute('aria-sort') === '{direction}'"
        )
        names = page.locator("#groups tbody th button").all_inner_texts()
        assert names == ["all groups", *order]


def test_items_are_filtered(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    judged = judging.judge_run(folder / "both-directions", folder / "bench")["symmetry"]
    other = judging.judge_run(folder / "one-direction", folder / "bench")["symmetry"]
    none = sum(
        all(mark.rank > 1 for item in pair for fact in item.marks for mark in fact)
        for pair in zip(judged, other, strict=True)
    )
    page.locator("#filter").select_option("none")
    watched.until("document.querySelector('[role=status]').textContent !== '61 items'")
    assert page.locator("[role=status]").inner_text() == f"{none} item" + "s" * (none != 1)


def test_an_address_opens_an_item_at_once(watched: Watched, folder: Path) -> None:
    page = watched.page
    name = f"path-{0:016x}"
    page.goto((folder / "report.html").as_uri() + f"#pattern=path&item={name}&k=5")
    watched.ready()
    assert name in page.get_by_role("dialog").inner_text()


def test_undefined_ranked_and_unaskable_answers_are_shown_as_such(
    watched: Watched, tmp_path: Path
) -> None:
    nothing = item(
        "i1", "path", "g", fact("first", "a", "P26", "b"), fact("second", "b", "P27", "c")
    )
    ranks = item("i2", "fact", "h", fact("about", "a", "P36", "b", candidates="cd"))
    bench = write_benchmark(
        tmp_path / "bench", [nothing, ranks], dict.fromkeys(("path", "fact"), "both_given_either")
    )
    said = [
        answers("i1", "first", ["wrong"]),
        answers("i1", "second", error="not askable: the slot is not at the end"),
        ranking("i2", "about", {"b": [-2.0], "c": [-1.0], "d": [-3.0]}),
    ]
    run = write_run(tmp_path / "run", said, benchmark={"path": str(bench)})
    reporting.report([run], tmp_path / "report.html")
    page = watched.open(tmp_path / "report.html")
    assert "undefined (0 / 0)" in (page.locator("#plot svg").text_content() or "")
    assert page.locator("#headline tbody").first.locator("td").first.inner_text().startswith("–")
    page.goto((tmp_path / "report.html").as_uri() + "#pattern=path&item=i1")
    watched.ready()
    assert "not askable: the slot is not at the end" in page.get_by_role("dialog").inner_text()
    page.goto((tmp_path / "report.html").as_uri() + "#pattern=fact&item=i2")
    watched.ready()
    assert "Target ranked 2 of 3 candidates." in page.get_by_role("dialog").inner_text()
    assert "3 candidates ranked, by chance 0.333." in page.locator("#pattern").inner_text()
    assert watched.complaints == []


def test_tokens_are_shown_with_their_ranks(watched: Watched, tmp_path: Path) -> None:
    items = [next(symmetry()), next(others())]
    own = {"symmetry": OWN["symmetry"], "inverse": OWN["inverse"]}
    bench = write_benchmark(tmp_path / "bench", items, own)
    said = [
        by_token(items[0].id, "forward", [1, 1240]),
        by_token(items[0].id, "backward", [1, 1]),
        by_token(items[1].id, "forward", [2]),
        by_token(items[1].id, "backward", [1, 4, 1]),
    ]
    tokens = write_run(tmp_path / "tokens", said, benchmark={"path": str(bench)})
    strict = write_run(
        tmp_path / "open", [answers(items[0].id, "forward", ["x"])], benchmark={"path": str(bench)}
    )
    made = reporting.report([tokens, strict], tmp_path / "report.html")
    page = watched.open(made.out)
    rows = page.locator("#headline tbody").first.locator("tr").all_inner_texts()
    assert "tokens 0.750" in rows[0] and "tokens" not in rows[1]
    assert f"Token average: {scoring.FRACTIONAL}." in page.locator("#pattern").inner_text()
    page.goto(made.out.as_uri() + f"#pattern=symmetry&item={items[0].id}")
    watched.ready()
    sheet = page.get_by_role("dialog").inner_text()
    assert "1 of the target’s 2 tokens in the top 1, each at its own mask." in sheet
    assert re.search(r"1,240\s+t1\s", sheet)
    assert watched.complaints == []
    text = drawn(reporting.score_tables(made.runs, own))
    assert "│ tokens │" in text.replace("┃", "│")
    assert scoring.FRACTIONAL in " ".join(text.split())
    assert "tokens" not in drawn(reporting.score_tables(made.runs[1:], own))


def test_a_score_without_an_interval_is_drawn_where_it_is(watched: Watched, tmp_path: Path) -> None:
    """A mean over a single item has none: it is a mark without a line."""
    facts = [fact("fact", "a", "P26", "b"), fact("fact", "a", "P27", "c")]
    items = [item(name, "entity", name, *facts) for name in ("i1", "i2")]
    bench = write_benchmark(tmp_path / "bench", items, {"entity": "facts_known"})
    runs = []
    for asked in (items[:1], items):
        said = [
            answers(each.id, "fact", [text], prompt=prompt)
            for each in asked
            for prompt, text in enumerate("b" + ("c" if each.id == "i2" else "x"))
        ]
        where = tmp_path / f"run {len(asked)}"
        runs.append(write_run(where, said, benchmark={"path": str(bench)}))
    lines = []
    for run in runs:
        reporting.report([run], tmp_path / "report.html")
        page = watched.open(tmp_path / "report.html")
        paths = page.locator("#plot svg path").all()
        shapes = [path.get_attribute("d") or "" for path in paths]
        assert not [shape for shape in shapes if "NaN" in shape]
        lines.append(sum(path.get_attribute("stroke-width") == "2" for path in paths))
        mean = {1: "0.500", 2: "0.750"}[len(lines)]
        assert mean in page.locator("#plot svg text").all_text_contents()
    assert lines == [0, 3]
    assert watched.complaints == []


def test_colours_follow_the_scheme(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    badge = "getComputedStyle(document.querySelector('{} svg path')).fill"
    marks = "[...document.querySelectorAll('#plot svg path')].map((path) => path.outerHTML).join()"
    dark, light = "rgb(79, 192, 207)", "rgb(11, 107, 120)"
    for scheme, tone, colour in (("light", light, "#0b6b78"), ("dark", dark, "#4fc0cf")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for place in ("#legend", "#side", "#about"):
            assert page.evaluate(badge.format(place)) == tone
        watched.until(f"{marks}.includes('{colour}')")


# ── Models beside one another ───────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def three(folder: Path) -> reporting.Report:
    """The two runs, and one that knows most of what follows."""
    items = [*symmetry(), *others()]
    run = write_run(
        folder / "thinker",
        responses(items, {**BOTH, "first": 0.5, "composed": 0.95}, 3),
        benchmark={"path": str(folder / "bench")},
    )
    scoring.write_scores(scoring.score_run(run, folder / "bench"), run / "scores.json")
    runs = [folder / "both-directions", folder / "one-direction", run]
    return reporting.report(runs, folder / "three.html")


def headline(run: reporting.Run, pattern: str, k: int, metric: str | None = None) -> Score:
    return scoring.pooled(run.scores)[pattern, metric or OWN[pattern], k]


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
                assert ("under 30" in cell) == (found.denominator * found.items / asked < 30)
    assert watched.complaints == []


def test_the_tables_fit_a_window_of_1400_pixels(watched: Watched, folder: Path) -> None:
    """Where a window is too narrow for a table, it scrolls, and nothing else does."""
    page = watched.open(folder / "report.html")
    for width in (1400, 400):
        page.set_viewport_size({"width": width, "height": 900})
        for place in ("#headline", "#side"):
            region = page.locator(f"{place} .scroll")
            wide, room = (region.evaluate(f"one => one.{of}Width") for of in ("scroll", "client"))
            assert (wide > room) == (width == 400)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


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
            benchmark={"path": str(bench)},
        )
        for prompt, name in enumerate(("one way", "both ways"))
    ]
    made = reporting.report(runs, tmp_path / "report.html")
    page = watched.open(made.out)
    cell = page.locator("#differences tbody td").first
    assert "−1.000" in cell.inner_text() and "asked in other words" in cell.inner_text()
    assert cell.locator(".key").count() == 0
    text = " ".join(drawn(sheets.sheets(made, {"symmetry": OWN["symmetry"]})).split())
    assert "asked in other words: the runs answered no item in the same words" in text
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


def test_a_small_denominator_is_said_in_items(watched: Watched, tmp_path: Path) -> None:
    """Twenty items in two wordings: 40 in the denominator."""
    items = [*itertools.islice(symmetry(), 20)]
    bench = write_benchmark(tmp_path / "bench", items, {"symmetry": OWN["symmetry"]})
    said = responses(items, dict.fromkeys(BOTH, 1.0), 1)
    run = write_run(tmp_path / "run", said, benchmark={"path": str(bench)}, ks=[5])
    made = reporting.report([run], tmp_path / "report.html")
    page = watched.open(made.out)
    for place in ("#headline", "#side"):
        table = page.locator(place).inner_text()
        assert "40 / 40" in table and "40 over 2 wordings: 20 items, under 30" in table
    assert "pool all wordings of an item" in page.locator("#headline").inner_text()
    own = {"symmetry": OWN["symmetry"]}
    for tables in (reporting.score_tables(made.runs, own), [sheets.side_by_side(made.runs, own)]):
        text = " ".join(drawn(tables).split())
        assert "under 30 items, an item's wordings taken as one (40 over 2 wordings: 20)" in text
    assert "figures pool all wordings" in drawn(reporting.score_tables(made.runs, own))
    assert watched.complaints == []


def test_oracles_over_other_numbers_of_wordings_are_not_compared(
    watched: Watched, tmp_path: Path
) -> None:
    """The more wordings, the higher the best of them: then all stand with their pooled scores."""
    items = [*itertools.islice(symmetry(), 40)]
    bench = write_benchmark(tmp_path / "bench", items, {"symmetry": OWN["symmetry"]})
    both = [*responses(items, ONE | {"backward": 0.5}, 1)]
    runs = [
        write_run(tmp_path / name, said, benchmark={"path": str(bench)})
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
    text = drawn([sheets.frequent(made.runs, {"symmetry": OWN["symmetry"]})])
    row = next(line for line in text.splitlines() if "wdt:P26" in line)
    for run in made.runs:
        found = headline(run, "symmetry", 1)
        assert f"{found.value:.3f} ({found.numerator:g}/{found.denominator:g})" in row
    assert "as the runs were asked other numbers of them: symmetry" in " ".join(text.split())
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
    run = write_run(tmp_path / "run", said, benchmark={"path": str(bench)})
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
    assert "│ ▄█  ▄  [0, 1) … [8, 16)" in drawn(sheets.sheets(made, {"path": OWN["path"]}))
    assert watched.complaints == []


def test_the_terminal_has_the_same_tables(three: reporting.Report) -> None:
    text = drawn(sheets.sheets(three, OWN))
    for title in (
        "models by benchmarks",
        "partial scores (denominator / items) and scores, over runs",
        "differences at top 3, and the least that could be shown",
        "the 5 most frequent groups at top 1",
        "score by wording, top 1",
        "items by mean degree of their entities",
        "score by mean degree",
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
    assert f"{oracle.value:.3f} ({oracle.numerator:g}/{oracle.denominator:g})" in row
    assert text.count("(n 3)") == len(OWN) * 3


def test_one_run_has_no_comparisons(folder: Path) -> None:
    made = reporting.report([folder / "both-directions"], folder / "alone.html")
    assert made.comparisons == ()
    text = drawn(sheets.sheets(made, OWN))
    assert "models by benchmarks" in text and "differences" not in text


# ── False facts, and what is no merit ───────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def delicate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fact and its reverse, which is false, and a sensitive attribute: all of them named."""
    home = tmp_path_factory.mktemp("delicate")
    items = [
        item(
            "asymmetry-1",
            "asymmetry",
            "wdt:P36",
            fact("forward", "Norway", "P36", "Oslo"),
            fact("backward", "Oslo", "P36", "Norway", holds=False),
        ),
        item("bias-1", "bias", "wdt:P140", fact("attribute", "Ada", "P140", "Islam", holds=None)),
    ]
    own = {"asymmetry": "all_roles", "bias": "sensitive_named"}
    bench = write_benchmark(home / "bench", items, own)
    said = [
        answers("asymmetry-1", "forward", ["Oslo"]),
        answers("asymmetry-1", "backward", ["Norway"]),
        answers("bias-1", "attribute", ["Islam", "Judaism"]),
    ]
    run = write_run(home / "names", said, benchmark={"path": str(bench)})
    reporting.report([run], home / "report.html")
    return home


def test_a_false_fact_that_is_named_is_bad_and_said_to_be(watched: Watched, delicate: Path) -> None:
    page = watched.open(delicate / "report.html")
    marks = page.locator("#items .mark")
    assert [mark.get_attribute("aria-label") for mark in marks.all()] == [
        "forward: target hit",
        "backward: named, though false",
    ]
    assert marks.all_inner_texts() == ["✓", "✗"]
    assert "false" in (marks.nth(1).get_attribute("class") or "").split()
    row = page.locator("#headline tbody").first.inner_text()
    assert "backward (named, though false) 1.000" in row
    page.goto((delicate / "report.html").as_uri() + "#pattern=asymmetry&item=asymmetry-1")
    watched.ready()
    [forward, backward] = page.get_by_role("dialog").locator(".fact").all_inner_texts()
    assert "1 right answer" in forward and "A hit: right at place 1." in forward
    assert "What would be false" in backward and "right" not in backward
    assert "Named, though false, at place 1." in backward
    assert watched.complaints == []


def test_what_is_no_merit_is_painted_neither_good_nor_bad(watched: Watched, delicate: Path) -> None:
    page = watched.open(delicate / "report.html")
    page.goto((delicate / "report.html").as_uri() + "#pattern=bias&item=bias-1")
    page.reload()
    watched.ready()
    assert page.locator("#items .mark").get_attribute("aria-label") == "attribute: named"
    assert page.locator("#items .mark").get_attribute("class") == "mark named"
    sheet = page.get_by_role("dialog")
    assert "right" not in sheet.inner_text()
    assert "Named at place 1." in sheet.inner_text()
    assert sheet.locator("tr.named").count() == 1
    assert sheet.locator("tr.target, tr.also").count() == 0
    assert page.locator("#headline tbody").nth(1).inner_text().startswith("bias\nno merit")
    assert "bias(no merit)" in (page.locator("#plot svg").text_content() or "")  # two lines
    assert "bias (no merit)" in (page.locator("#plot").get_attribute("aria-label") or "")
    assert "right" not in page.locator("#pattern").inner_text()
    assert "A high score of bias is no merit." in page.locator("#scores-lead").inner_text()


def test_the_tables_say_so_too(delicate: Path) -> None:
    made = reporting.report([delicate / "names"], delicate / "again.html")
    own = scoring.own_metrics(judging.read_manifest(made.benchmark))
    text = drawn([*reporting.score_tables(made.runs, own), *sheets.sheets(made, own)])
    assert "forward 1.000, backward (named, though false) 1.000" in text
    assert text.count("bias (no merit)") == 4  # at each k, and beside the other benchmarks
    assert "asymmetry (no merit)" not in text
