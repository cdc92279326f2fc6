"""What the page of a report may be made of."""

import base64
import hashlib
import json
import re
import zlib
from pathlib import Path

import pytest

from kgforge import reporting
from kgforge.reporting.runs import read_runs
from tests.reporting.worlds import (
    OWN,
)
from tests.worlds.handmade import answers, fact, item, write_benchmark, write_run


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
    bench = write_benchmark(tmp_path / "bench", [one], {"symmetry": OWN["symmetry"]}, name=evil)
    said = [answers("i1", "forward", [evil])]
    run = write_run(tmp_path / "run", said, benchmark=bench, model={"address": evil})
    reporting.report([run], tmp_path / "report.html")
    assert "<script>document.title" not in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_control_character_in_a_runs_name_is_shown_in_the_title(tmp_path: Path) -> None:
    one = item("i1", "symmetry", "g", fact("forward", "a", "P26", "b"))
    bench = write_benchmark(tmp_path / "bench", [one], {"symmetry": OWN["symmetry"]})
    said = [answers("i1", "forward", ["b"])]
    run = write_run(tmp_path / "run", said, benchmark=bench, model={"address": "table:n\x1b[31mR"})
    reporting.report([run], tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "\x1b" not in text
    assert r"n\x1b[31mR</title>" in text


def test_a_large_page_shows_the_first_items_of_each_group_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = [
        item(f"i{number}", "path", f"g{number % 2}", fact("first", str(number), "P26", "b"))
        for number in range(500)
    ]
    bench = write_benchmark(tmp_path / "bench", items, {"path": OWN["path"]})
    said = [answers(each.id, "first", ["b"]) for each in items]
    run = write_run(tmp_path / "run", said, benchmark=bench)
    reading = read_runs([run], bench)
    whole = reporting.page(reading)
    assert '"limit":null' in whole
    monkeypatch.setattr("kgforge.reporting.html.BUDGET", 7000)
    fewer = reporting.page(reading)
    assert '"limit":50' in fewer
    assert len(fewer) < len(whole)
    packed = re.findall(r'id="pattern-0">([^<]*)<', fewer)[0]
    held = json.loads(zlib.decompress(base64.b64decode(packed)))
    ids = [each["id"] for each in (*held["items"], *held["rest"])]
    assert sorted(ids) == sorted(each.id for each in items)
    assert len(held["items"]) == 100
    assert {each["title"] for each in held["rest"]} == {
        f"{n} → spouse → b" for n in range(100, 500)
    }
