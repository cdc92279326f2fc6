"""The page opened in a real Chromium, and clicked through."""

import itertools
import json
import re
from pathlib import Path

import pytest

from kgforge import reporting, scoring
from kgforge.reporting import slices, tables
from kgforge.schema import folders
from tests.browsing import EACH_SIZE, Watched
from tests.reporting.worlds import BOTH, OWN, drawn, others, responses, symmetry
from tests.worlds.handmade import (
    MATCHES,
    answers,
    by_token,
    fact,
    item,
    judged,
    ranking,
    write_benchmark,
    write_run,
)


@EACH_SIZE
def test_the_page_opens_without_complaint_or_request(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    assert watched.complaints == []
    assert watched.requests == [(folder / "report.html").as_uri()]
    assert page.locator("#headline tbody").count() == len(OWN)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, "the page itself scrolls sideways"


@EACH_SIZE
def test_the_plot_is_drawn_as_the_scores_are(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    drawn = page.locator("#plot svg text").all_text_contents()
    for run in ("both-directions", "one-direction"):
        for score in folders.read_scores(folder / run / "scores.json"):
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
        for score in folders.read_scores(folder / "both-directions" / "scores.json")
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
    page.locator("#groups").get_by_role("button", name="spouse").click()
    watched.ready()
    assert page.locator("#items-title").inner_text() == "Items of spouse (wdt:P26)"
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
    said = next(folders.read_responses(folder / "both-directions"))
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
    both = judged(folder / "bench", folder / "both-directions")[0].judged["hierarchy"]
    for place, each in enumerate(both[:10]):
        marks = page.locator("#items tbody tr").nth(place).locator("td").first.locator(".mark")
        expected = ["target hit" if fact[0].rank <= 3 else "missed" for fact in each.marks]
        said = [mark.get_attribute("aria-label") or "" for mark in marks.all()]
        assert [label.split(": ")[1] for label in said] == expected


def test_a_groups_confidence_stands_beside_its_score(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    page.locator("#headline").get_by_role("button", name="symmetry").click()
    watched.ready()
    heads = page.locator("#groups thead th").all_inner_texts()
    assert heads[:4] == ["Group", "In the graph", "Items", "Confidence"]
    rows = page.locator("#groups tbody tr")
    cells = [rows.nth(at).locator("td").nth(2).inner_text() for at in range(rows.count())]
    assert cells == ["–", *["0.625"] * (len(cells) - 1)]
    assert len(cells) > 1
    page.locator("#headline").get_by_role("button", name="composite").click()
    watched.ready()
    assert "Confidence" not in page.locator("#groups thead th").all_inner_texts()


def test_groups_stand_by_their_size_in_the_graph(watched: Watched, three: reporting.Report) -> None:
    """Where sampling has made groups equal, too: first is not what comes first by name."""
    page = watched.open(three.out)
    largest = sorted(MATCHES, key=lambda group: -MATCHES[group])
    assert largest != sorted(largest)
    ids = page.locator("#groups tbody th small").all_inner_texts()
    assert ids == largest
    sizes = [row.locator("td").first for row in page.locator("#groups tbody tr").all()]
    assert [cell.inner_text() for cell in sizes] == ["–", "2,000", "1,000"]
    labels = page.locator("#frequent svg text").all_text_contents()
    assert [label for label in labels if label in MATCHES] == largest
    own = {"symmetry": OWN["symmetry"]}
    text = drawn([slices.frequent(three.runs, own, three.matches)])
    rows = [line for line in text.splitlines() if "wdt:P26" in line or "wdt:P47" in line]
    assert [group in row for group, row in zip(largest, rows, strict=True)] == [True, True]
    assert "2,000" in rows[0]


@pytest.mark.parametrize(
    ("pattern", "id", "name"),
    [
        ("composite", "wdt:P26+wdt:P27>wdt:P27", "spouse + citizenship → citizenship"),
        ("path", "wdt:P26+wdt:P27", "spouse + citizenship"),
        ("inverse", "wdt:P1376|wdt:P36", "capital of | capital"),
    ],
)
def test_a_group_is_called_by_all_its_labels_in_order(
    watched: Watched, folder: Path, pattern: str, id: str, name: str
) -> None:
    page = watched.open(folder / "report.html")
    page.goto(page.url.partition("#")[0] + f"#pattern={pattern}")
    watched.ready()
    assert page.locator("#groups tbody th button").all_inner_texts() == ["all groups", name]
    assert page.locator("#groups tbody th small").all_inner_texts() == [id]


def test_a_group_without_labels_is_called_by_its_id(watched: Watched, tmp_path: Path) -> None:
    """Also one of which only a part has a label: other parts stay as they are."""
    groups = ["g", "wdt:P26+<http://e.org/a+b>"]
    items = [item(f"i{n}", "path", g, fact("first", "a", "P26", "b")) for n, g in enumerate(groups)]
    bench = write_benchmark(tmp_path / "bench", items, {"path": OWN["path"]})
    run = write_run(tmp_path / "run", [answers(each.id, "first", ["b"]) for each in items], bench)
    reporting.report([run], tmp_path / "report.html")
    page = watched.open(tmp_path / "report.html")
    names = page.locator("#groups tbody th button").all_inner_texts()
    assert names == ["all groups", "g", "spouse + <http://e.org/a+b>"]
    assert page.locator("#groups tbody th small").all_inner_texts() == groups[1:]


def test_groups_are_sorted_by_a_click(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    header = page.locator("#groups thead th").nth(0)
    for direction, order in (
        ("ascending", ["shares border with", "spouse"]),
        ("descending", ["spouse", "shares border with"]),
    ):
        header.get_by_role("button").click()
        watched.until(
            f"document.querySelector('#groups th').getAttribute('aria-sort') === '{direction}'"
        )
        names = page.locator("#groups tbody th button").all_inner_texts()
        assert names == ["all groups", *order]


def test_items_are_filtered(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    both = judged(folder / "bench", folder / "both-directions")[0].judged["symmetry"]
    one = judged(folder / "bench", folder / "one-direction")[0].judged["symmetry"]
    none = sum(
        all(mark.rank > 1 for item in pair for fact in item.marks for mark in fact)
        for pair in zip(both, one, strict=True)
    )
    page.locator("#filter").select_option("none")
    watched.until("document.querySelector('[role=status]').textContent !== '61 items'")
    assert page.locator("[role=status]").inner_text() == f"{none} item" + "s" * (none != 1)


def test_items_are_found_by_their_words(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    for words, wanted in (("MARRIED in esk", 40), (f"symmetry-{3:016x}", 1), ("nowhere", 0)):
        page.locator("#search").fill(words)
        page.keyboard.press("Enter")
        watched.until(f"document.querySelector('#search').value === '{words}'")
        said = f"{wanted} item" + "s" * (wanted != 1)
        watched.until(f"document.querySelector('#found').textContent === '{said}'")
        assert page.locator("#items tbody tr").count() == wanted
    assert watched.complaints == []


def test_items_are_found_while_one_types(watched: Watched, folder: Path) -> None:
    """The field stays, and the place in it; plots and groups are not drawn again."""
    page = watched.open(folder / "report.html")
    group = page.locator("#groups tbody tr").first.element_handle()
    field = page.locator("#search")
    field.press_sequentially("married esk", delay=20)
    watched.until("document.querySelector('#found').textContent === '40 items'")
    assert page.evaluate("document.activeElement.id") == "search"
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.keyboard.type("xx ")
    watched.until("document.querySelector('#found').textContent === '0 items'")
    assert field.input_value() == "marriedxx  esk"
    field.fill("")
    watched.until("document.querySelector('#found').textContent === '61 items'")
    assert group is not None
    assert group.evaluate("row => row.isConnected")
    assert watched.complaints == []


def test_a_search_of_many_items_leaves_the_page_awake(watched: Watched, tmp_path: Path) -> None:
    items = [
        item(f"i{n}", "path", "g", fact("first", f"Anna {n}", "P26", "b")) for n in range(20_000)
    ]
    bench = write_benchmark(tmp_path / "bench", items, {"path": OWN["path"]})
    run = write_run(tmp_path / "run", [answers(each.id, "first", ["b"]) for each in items], bench)
    reporting.report([run], tmp_path / "report.html")
    page = watched.open(tmp_path / "report.html")
    page.evaluate(
        """() => {
          let last = performance.now();
          window.longest = 0;
          setInterval(() => {
            const now = performance.now();
            window.longest = Math.max(window.longest, now - last);
            last = now;
          }, 10);
        }"""
    )
    page.locator("#search").press_sequentially("anna 19999", delay=20)
    watched.until("document.querySelector('#found').textContent === '1 item'")
    assert page.locator("#items tbody tr").count() == 1
    assert page.evaluate("window.longest") < 1_000


def test_the_search_finds_items_that_the_page_does_not_hold(
    watched: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = [
        item(f"i{number}", "path", "g", fact("first", f"Anna {number}", "P26", "b"))
        for number in range(300)
    ]
    bench = write_benchmark(tmp_path / "bench", items, {"path": OWN["path"]})
    run = write_run(tmp_path / "run", [answers(each.id, "first", ["b"]) for each in items], bench)
    monkeypatch.setattr("kgforge.reporting.html.BUDGET", 1)
    reporting.report([run], tmp_path / "report.html")
    page = watched.open(tmp_path / "report.html")
    assert page.locator("#items tbody tr").count() == 10
    page.locator("#search").fill("anna 299")
    page.keyboard.press("Enter")
    watched.until("document.querySelector('#found').textContent === '1 item'")
    assert page.locator("#rest tbody tr").all_inner_texts() == ["Anna 299 → spouse → b\tg\ti299"]
    assert watched.complaints == []


def test_long_lists_of_items_are_turned_page_by_page(watched: Watched, folder: Path) -> None:
    page = watched.open(folder / "report.html")
    first = page.locator("#items tbody th").all_inner_texts()
    assert len(first) == 50
    page.get_by_role("button", name="Next page of items").click()
    watched.until("document.querySelectorAll('#items tbody tr').length === 11")
    second = page.locator("#items tbody th").all_inner_texts()
    both = judged(folder / "bench", folder / "both-directions")[0].judged["symmetry"]
    assert len({*first, *second}) == len(both) == 61
    assert page.get_by_role("button", name="Next page of items").is_disabled()


def test_what_would_act_unseen_is_shown(watched: Watched, tmp_path: Path) -> None:
    """In names of runs and in labels: in the page, in what is heard, and in the plots."""
    one = item("i1", "path", "g", fact("first", "Anna\u202eb", "P26", "b\x1b[1m"))
    bench = write_benchmark(tmp_path / "bench", [one], {"path": OWN["path"]})
    said = [answers("i1", "first", ["c\u2066d"])]
    run = write_run(tmp_path / "run", said, bench, name="evil\u202e\x1b]0;\nname")
    reporting.report([run], tmp_path / "report.html")
    page = watched.open(tmp_path / "report.html")
    assert page.locator("#legend").inner_text() == r"evil\u202e\x1b]0;\nname"
    assert page.locator("#items tbody th button").inner_text().startswith(r"Anna\u202eb → spouse")
    assert r"b\x1b[1m" in page.locator("#items").inner_text()
    told = page.locator("[aria-label], [title]").evaluate_all(
        "found => found.map((one) => `${one.title} ${one.ariaLabel}`).join()"
    )
    drawn = "".join(page.locator("svg text").all_text_contents())
    whole = page.locator("main").inner_text() + told + drawn
    page.locator("#items tbody th button").click()
    watched.ready()
    assert r"c\u2066d" in page.get_by_role("dialog").inner_text()
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", whole)


def test_a_long_name_of_a_run_does_not_widen_a_phone_s_page(
    watched: Watched, tmp_path: Path
) -> None:
    one = item("i1", "path", "g", fact("first", "a", "P26", "b"))
    bench = write_benchmark(tmp_path / "bench", [one], {"path": OWN["path"]})
    said = [answers("i1", "first", ["b"])]
    runs = [write_run(tmp_path / end, said, bench, name="long" * 25 + end) for end in "xy"]
    reporting.report(runs, tmp_path / "report.html")
    watched.page.set_viewport_size({"width": 375, "height": 812})
    page = watched.open(tmp_path / "report.html")
    assert page.locator("#against").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") == 375


def test_an_address_of_a_place_leads_there(watched: Watched, folder: Path) -> None:
    page = watched.page
    page.goto((folder / "report.html").as_uri() + "#items-title")
    watched.ready()
    assert page.evaluate("document.activeElement.id") == "items-title"
    links = page.locator("a.anchor").all()
    places = {link.get_attribute("href") or "" for link in links}
    assert {"#scores-title", "#models-title", "#groups-title", "#items-title"} <= places
    assert all(page.locator(place).count() == 1 for place in places)


def test_an_address_that_names_nothing_does_no_harm(watched: Watched, folder: Path) -> None:
    for place in ("#100%", "#%E4%", "#no-such-place", "#?"):
        watched.page.goto("about:blank")
        watched.page.goto((folder / "report.html").as_uri() + place)
        watched.ready()
    assert watched.complaints == []


@pytest.mark.parametrize("opened", [False, True], ids=["page", "item"])
def test_print_cuts_nothing(watched: Watched, three: reporting.Report, opened: bool) -> None:
    """On paper nothing scrolls: A4 across, as the page asks for, and upright (703 pixels)."""
    page = watched.page
    address = three.out.as_uri()
    page.goto(address + (f"#pattern=path&item=path-{0:016x}" if opened else ""))
    watched.ready()
    page.emulate_media(media="print")
    for width in (1032, 703):
        page.set_viewport_size({"width": width, "height": 730})
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        cut = page.evaluate(
            "[...document.querySelectorAll('body *')].filter((one) => one.checkVisibility()"
            " && (one.getBoundingClientRect().right > innerWidth"
            " || (one.matches('.scroll, td, th, dialog') && one.scrollWidth > one.clientWidth + 1)"
            ")).map((one) => one.outerHTML.slice(0, 120))"
        )
        assert cut == []
    assert page.locator("#switch").is_hidden()
    assert page.locator("#item").is_visible() == opened
    assert page.locator("#headline").is_visible() != opened


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
    run = write_run(tmp_path / "run", said, benchmark=bench)
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
    tokens = write_run(tmp_path / "tokens", said, benchmark=bench)
    strict = write_run(tmp_path / "open", [answers(items[0].id, "forward", ["x"])], benchmark=bench)
    made = reporting.report([tokens, strict], tmp_path / "report.html")
    page = watched.open(made.out)
    rows = page.locator("#headline tbody").first.locator("tr").all_inner_texts()
    assert "token average 0.750" in rows[0] and "token" not in rows[1]
    assert f"Token average: {scoring.FRACTIONAL}." in page.locator("#pattern").inner_text()
    page.goto(made.out.as_uri() + f"#pattern=symmetry&item={items[0].id}")
    watched.ready()
    sheet = page.get_by_role("dialog").inner_text()
    assert "1 of the target’s 2 tokens in the top 1, each at its own mask." in sheet
    assert re.search(r"1,240\s+t1\s", sheet)
    assert watched.complaints == []
    text = drawn(tables.score_tables(made.runs, own))
    assert "token average: " + scoring.FRACTIONAL in " ".join(text.split())
    assert "token" not in drawn(tables.score_tables(made.runs[1:], own))


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
        runs.append(write_run(where, said, benchmark=bench))
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
    assert lines == [3, 3]  # one item alone has an interval, too
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
    assert "bias(no merit)" in (page.locator("#plot-neither svg").text_content() or "")  # two lines
    assert "bias (no merit)" in (page.locator("#plot-neither").get_attribute("aria-label") or "")
    assert "asymmetry" in (page.locator("#plot-higher svg").text_content() or "")
    assert "bias" not in (page.locator("#plot-higher svg").text_content() or "")
    assert "right" not in page.locator("#pattern").inner_text()
    assert "A high score of bias is no merit." in page.locator("#scores-lead").inner_text()


@EACH_SIZE
def test_baselines_stand_in_the_table_and_in_the_plot(watched: Watched, tmp_path: Path) -> None:
    """Gold is left out, and what never says anything right."""
    floors = {"gold": 1.0, "empty": 0.0, "random": 0.125, "frequent": 0.375}
    items = [*itertools.islice(symmetry(), 8)]
    bench = write_benchmark(tmp_path / "bench", items, {"symmetry": OWN["symmetry"]})
    manifest = json.loads((bench / "manifest.json").read_text())
    manifest["patterns"][0]["floors"] = [
        {"answerer": name, "k": k, "numerator": 8 * value, "denominator": 8.0, "value": value}
        for k in (1, 3, 5)
        for name, value in floors.items()
    ]
    (bench / "manifest.json").write_text(json.dumps(manifest))
    run = write_run(tmp_path / "run", responses(items, BOTH, 1), benchmark=bench)
    page = watched.open(reporting.report([run], tmp_path / "report.html").out)
    rows = page.locator("#headline tbody tr.floor").all_inner_texts()
    assert ["".join(row.split()) for row in rows] == [
        "baseline:random0.125–1/8under30",
        "baseline:frequent0.375–3/8under30",
    ]
    said = page.locator("#plot-higher").get_attribute("aria-label") or ""
    assert "symmetry, baseline frequent: 0.375. " in said and "gold" not in said
    dotted = page.locator('#plot svg path[stroke-dasharray="2,3"]').count()
    assert dotted == 2
    assert watched.complaints == []


def test_the_page_says_how_much_a_limit_left(watched: Watched, tmp_path: Path) -> None:
    items = [*itertools.islice(symmetry(), 8)]
    bench = write_benchmark(tmp_path / "bench", items, {"symmetry": OWN["symmetry"]})
    of = {"items": 3, "of_items": 1_008, "groups": 2, "of_groups": 9}
    run = write_run(
        tmp_path / "run", responses(items[:3], BOTH, 1), benchmark=bench, sampled={"symmetry": of}
    )
    page = watched.open(reporting.report([run], tmp_path / "report.html").out)
    said = page.locator("#headline").inner_text()
    assert (
        "run: a sample was asked (--limit): symmetry 3 of 1,008 items, 2 of 9 groups; baselines "
        "are of the items asked, and left out where runs were asked others."
    ) in said
    assert watched.complaints == []
