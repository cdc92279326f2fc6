"""What ``kgforge load`` and ``export`` say of inputs that may be meant in another way."""

import json
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest

from kgforge import benchmark
from tests.cases.case import run

OWL = "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n@prefix e: <http://e.org/> .\n"
FACT = "<http://e.org/a> <http://e.org/p> <http://e.org/b> .\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8")


def load(*sources: str) -> dict[str, Any]:
    loaded = run("load", *sources, "--store", "oxigraph:graph", "--json")
    assert loaded.status == 0, loaded.err
    report: dict[str, Any] = json.loads(loaded.out)
    return report


def facts() -> set[tuple[str, str]]:
    """The subjects and objects of the graph's facts, without their namespace."""
    quads = ox.Store.read_only("graph").quads_for_pattern(None, None, None, ox.DefaultGraph())
    return {(_name(quad.subject), _name(quad.object)) for quad in quads}


def _name(term: Any) -> str:
    return str(term.value).removeprefix("http://e.org/")


# ── Relative IRIs ───────────────────────────────────────────────────────────────────────────────
TWO = {
    "two/a/data.ttl": "<#Park> <http://e.org/city> <http://e.org/Rome> .\n",
    "two/b/data.ttl": "<#Park> <http://e.org/city> <http://e.org/Oslo> .\n",
}


@pytest.mark.parametrize(
    "sources", [("two/a/data.ttl", "two/b/data.ttl"), ("two",), ("two/a", "two/b")]
)
def test_relative_iris_of_two_files_of_one_name_are_told_apart(sources: tuple[str, ...]) -> None:
    write(TWO)
    report = load(*sources)
    assert facts() == {("file:///a/data.ttl#Park", "Rome"), ("file:///b/data.ttl#Park", "Oslo")}
    said = "its relative IRIs were resolved against <file:///a/data.ttl>"
    assert [said in doubt for doubt in report["doubts"]] == [True, False]


def test_relative_iris_of_one_file_are_below_its_name_and_that_is_said() -> None:
    write(TWO)
    report = load("two/a/data.ttl")
    assert facts() == {("file:///data.ttl#Park", "Rome")}
    assert report["doubts"] == [
        "data.ttl: it declares no base: its relative IRIs were resolved against "
        "<file:///data.ttl>, as in <file:///data.ttl#Park>"
    ]


def test_addresses_of_files_that_are_written_out_are_not_called_relative() -> None:
    write({"a.ttl": "<file:///x#a> <http://e.org/p> <http://e.org/b> ."})
    assert load("a.ttl")["doubts"] == []


# ── Files of folders, and suffixes ──────────────────────────────────────────────────────────────
def test_each_file_of_a_folder_that_is_left_out_is_named_with_its_cause() -> None:
    write(
        {
            "f/a.ttl": FACT,
            "f/empty.nt": "",
            "f/page.ttl": "<!DOCTYPE html>\n<html><body>404</body></html>\n",
            "f/sub/pointer.nt": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n",
            **{f"f/notes{n:02}.md": "# Notes\n\nSome words.\n" for n in range(12)},
        }
    )
    left_out = {one["reason"]: one["first"] for one in load("f")["left_out"]}
    unknown = "what no loader recognises"
    assert left_out == {
        "an empty file": ["empty.nt"],
        f"{unknown}: it looks like an HTML page": ["page.ttl"],
        f"{unknown}: it looks like a pointer of Git LFS": ["sub/pointer.nt"],
        unknown: [f"notes{n:02}.md" for n in range(12)],
    }
    table = run("load", "f", "--dry-run").out
    assert "notes09.md" in table and "notes10.md" not in table


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("wrong.csv", FACT, "named .csv, as files of tsv: are, but it holds what rdf: reads"),
        ("x.ttl", "s,p,o\nAnn,knows,Ben\nAnn,knows,Eve\n", "named .ttl, as files of rdf: are"),
    ],
)
def test_a_suffix_of_another_format_is_said(name: str, text: str, said: str) -> None:
    write({name: text})
    (doubt,) = load(name)["doubts"]
    assert said in doubt and doubt.endswith("and was read as that")


@pytest.mark.parametrize("name", ["a.txt", "a.nt", "a.ttl"])
def test_a_suffix_that_fits_is_not_mentioned(name: str) -> None:
    write({name: FACT})
    assert load(name)["doubts"] == []


# ── Ontologies, graphs, IRIs ────────────────────────────────────────────────────────────────────
IMPORTING = (
    f"{OWL}<http://e.org/o> a owl:Ontology ; owl:imports <http://e.org/food> . e:a e:p e:b ."
)


def test_imports_that_are_not_read_are_said() -> None:
    write({"o.ttl": IMPORTING})
    (doubt,) = load("o.ttl")["doubts"]
    assert doubt.startswith("imports are not read (owl:imports <http://e.org/food>): to have what")


@pytest.mark.parametrize("beside", [("food.ttl",), ("--ontology", "food.ttl")])
def test_imports_that_are_loaded_too_are_not_mentioned(beside: tuple[str, ...]) -> None:
    write(
        {"o.ttl": IMPORTING, "food.ttl": f"{OWL}<http://e.org/food> a owl:Ontology . e:c e:p e:d ."}
    )
    assert load("o.ttl", *beside)["doubts"] == []


def test_the_name_of_a_graph_is_no_unmatched_name() -> None:
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    quad = FACT.replace(" .", " <http://e.org/g> .")
    write({"a.nq": f'{quad}<http://e.org/g> {label} "approved by the editors" .\n'})
    report = load("a.nq")
    assert report["unmatched"] is False
    assert report["unused"] == [
        {
            "reason": "of named graphs, which are in no fact",
            "count": 1,
            "first": ["<http://e.org/g>"],
        }
    ]


def test_a_bad_iri_is_quoted_whole() -> None:
    write({"a.ttl": f"{OWL}e:a e:p <http://e.org/Ba sel> . e:a e:p e:b ."})
    (skipped,) = load("a.ttl")["skipped"]
    assert skipped["first"] == ["a.ttl, <http://e.org/a> <http://e.org/p> <http://e.org/Ba sel>"]


# ── Export ──────────────────────────────────────────────────────────────────────────────────────
def test_a_form_without_any_prompt_is_said_with_its_reason() -> None:
    write({"a.tsv": "".join(f"Ann{n}\twas born in\tTown{n}\n" for n in range(4))})
    assert run("load", "tsv:a.tsv", "--store", "oxigraph:graph").status == 0
    assert run("mine", "fact", "--store", "oxigraph:graph", "--out", "m").status == 0
    exported = run("export", "m", "--out", "b", "--forms", "cloze,listing")
    assert exported.status == 0, exported.err
    (made,) = json.loads(Path("b/manifest.json").read_text("utf-8"))["patterns"]
    assert made["unposed"] == {"listing": {"of a predicate with one object": 4}}
    said = "fact, listing: no prompt; 4 facts without (of a predicate with one object)"
    assert said in " ".join(exported.err.split())
    assert benchmark.verify(Path("b")) == []
