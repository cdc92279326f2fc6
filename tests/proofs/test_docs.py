"""The documentation is true: generated text is fresh, what is shown runs, nothing is left out."""

import re
import sys
import tomllib
import typing
from pathlib import Path

import msgspec
import pytest

import kgforge
from docs import generate
from kgforge import cli, patterns, plugins, resources
from kgforge.patterns import header
from kgforge.patterns.contract import COUNTS, TYPES
from kgforge.schema import SCHEMAS, folders
from tests.proofs.showing import blocks, commands, run
from tests.stores import engines
from tests.worlds.facts import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
HEADER = (DOCS / "reference/header.md").read_text("utf-8")


# ── What is generated ───────────────────────────────────────────────────────────────────────────
def test_what_is_generated_is_fresh() -> None:
    """Else: make docs, and commit what it changed."""
    stale = [path.name for path, text in generate.made().items() if path.read_text("utf-8") != text]
    assert not stale, f"stale: {', '.join(stale)}: say python -m docs.generate"


def test_everything_that_is_generated_stands_somewhere() -> None:
    pages = (ROOT / "README.md", *PAGES)
    shown = set(re.findall(r"<!-- ([a-z0-9]+): begin -->", "".join(map(Path.read_text, pages))))
    assert shown == {*generate.TEXTS, "demo"}


def test_stale_text_is_noticed(tmp_path: Path) -> None:
    page = "<!-- sources: begin -->\nold\n<!-- sources: end -->\n"
    assert "old" not in generate.filled(page)
    assert generate.filled(generate.filled(page)) == generate.filled(page)


# ── What is shown ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_and_option_shown_is_real(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in commands(page.read_text("utf-8")):
        for name, words in re.findall(r"(?:^| )kgforge ([a-z]+) (.*)", line):
            with pytest.raises(SystemExit):
                cli.main([name, "--help"])
            helped = capsys.readouterr().out
            for option in re.findall(r"--[a-z-]+", words):
                assert option in helped, line


def test_the_tutorial_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is written and every command run, in their order; the model is a table."""
    text = (DOCS / "tutorial.md").read_text("utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin", prepend=":")
    monkeypatch.chdir(tmp_path)
    for language, title, body in blocks(text):
        if title:
            (tmp_path / title).write_text(body)
        elif language == "console":
            for line in commands(body):
                run(line, tmp_path)
        elif language == "python":
            exec(body, {})
    assert text.startswith("# ") and "subject\tpredicate\tobject\nZeus\tspouse\tHera" in text
    kinds = {path.name.partition(".")[0] for path in (tmp_path / "bench").glob("*.jsonl")}
    assert kinds == {"symmetry", "inverse", "co_parents"}
    assert (tmp_path / "report.html").stat().st_size > 100_000


def test_the_example_of_texts_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it stands; each of the canned texts is of one of its sentences."""
    text = (DOCS / "how-to/texts.md").read_text("utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    first = next(body for language, _, body in blocks(text) if language == "console")
    for line in commands(first):
        run(line, tmp_path)
    asked = {
        one.id
        for name in ("alignment", "alignment_unseen")
        for one in folders.read_items(tmp_path / "texts", name)
    }
    canned = (ROOT / "examples/triples.jsonl").read_text().splitlines()
    assert {msgspec.json.decode(line)["item"] for line in canned} == asked
    found = {
        (one.pattern, one.by["matching"]): round(one.value or 0, 3)
        for one in folders.read_scores(tmp_path / "scores.json")
        if one.metric == "f1" and one.group is None and "average" not in one.by
    }
    assert list(found) == [
        (pattern, matching)
        for pattern in ("alignment", "alignment_unseen")
        for matching in ("strict", "legacy", "alike by tfidf, cosine >= 0.9")
    ]
    assert 0.3 < found["alignment", "strict"] < 0.7
    assert (tmp_path / "texts.html").is_file()


def test_files_shown_exist() -> None:
    for page in PAGES:
        for path in re.findall(
            r"\b(?:examples|benchmarks|docker|ontologies)/[\w.]+", page.read_text()
        ):
            if not path.startswith("docker/data"):
                assert (ROOT / path.rstrip(".")).exists(), f"{page.name}: {path}"


# ── The reference of headers ────────────────────────────────────────────────────────────────────
def sections() -> dict[str, str]:
    """The page's sections by their titles."""
    parts = re.split(r"^## (.*)$", HEADER, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_key_of_the_parser_has_an_example() -> None:
    for key in header._KEYS:
        assert re.search(rf"^# {key}:", sections()[f"`{key}`"], re.MULTILINE), key


def test_the_page_names_every_type_count_and_kind() -> None:
    for name in (*TYPES, *COUNTS):
        assert f"`{name}`" in HEADER, name


def complete() -> dict[str, str]:
    return {title: body for language, title, body in blocks(HEADER) if language == "sparql"}


def test_every_complete_example_is_read(tmp_path: Path) -> None:
    for title, body in complete().items():
        (tmp_path / title).write_text(body)
    for title in complete():
        if not title.endswith(".groups.rq"):
            found = patterns.read_pattern(tmp_path / title)
            assert bool(found.groups) == (title == "pairs.rq")


def test_every_line_shown_stands_in_a_file_that_is_read() -> None:
    """What is shown of a key is a line of an example above, or of a pattern that ships."""
    files = [path.read_text() for path in resources.folder("sparql").glob("*.rq")]
    known = {" ".join(line.split()) for text in (*files, *complete().values())
             for line in text.splitlines()}  # fmt: skip
    shown = [line for language, _, body in blocks(HEADER) if language == "text"
             for line in body.splitlines()]  # fmt: skip
    assert len(shown) > len(header._KEYS)
    for line in shown:
        assert " ".join(line.split()) in known, line


# ── Nothing is left out ─────────────────────────────────────────────────────────────────────────
def test_every_public_function_and_record_is_in_the_reference() -> None:
    """The pages are made of docstrings when the site is built; here, that none is left out."""
    of_python, of_records = (
        set(re.findall(r"^::: kgforge\.(\S+)$", (DOCS / f"reference/{page}.md").read_text(), re.M))
        for page in ("python", "records")
    )
    assert set(kgforge.__all__) <= of_python
    assert {f"schema.{kind.__name__}" for kind in SCHEMAS.values()} <= of_records
    shown = {name.rpartition(".")[2] for name in of_python | of_records}
    for name in kgforge.__all__:
        hints = typing.get_type_hints(getattr(kgforge, name)).values()
        taken = {one for hint in hints for one in (hint, *typing.get_args(hint))}
        records = {one.__name__ for one in taken if hasattr(one, "__struct_fields__")}
        assert records <= shown, name


def test_every_metric_pattern_source_store_and_model_is_told_of() -> None:
    metrics = (DOCS / "reference/metrics.md").read_text()
    for name in plugins.names("metrics"):
        assert f"### {name}\n" in metrics, name
    of_patterns = (DOCS / "reference/patterns.md").read_text()
    for name in patterns.pattern_names():
        assert f"## {name}\n" in of_patterns, name
    for kind, page in (("loaders", "sources"), ("stores", "stores"), ("models", "models")):
        text = (DOCS / f"how-to/{page}.md").read_text()
        for name in plugins.names(kind):
            assert f"`{name}:" in text, name


def test_every_engine_has_a_row_in_the_table_of_bytes() -> None:
    measured = (DOCS / "measured.md").read_text("utf-8")
    section = measured.partition("## Same bytes from every store")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    shown = {line.split("|")[1].strip().casefold() for line in rows}
    # the embedded one is what the others are compared with
    assert shown >= {engine.name.casefold() for engine in engines.ALL[1:]}


def test_the_house_names_every_module_of_the_root() -> None:
    house = (DOCS / "house.md").read_text("utf-8")
    told = house.partition("\nroot: ")[2].partition("```")[0]
    named = re.sub(r"\([^)]*\)", "", told).split()
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = config["tool"]["importlinter"]["contracts"][0]["layers"]
    assert sorted(named) == sorted(layers[-1].split(" : "))


def test_the_places_named_in_the_house_are_there() -> None:
    house = (DOCS / "house.md").read_text("utf-8")
    named = re.findall(r"`((?:kgforge|loaders|sparql|cypher|sql|ontologies|tests)/[^`]*)`", house)
    assert len(named) > len(plugins.names("metrics"))
    for place in named:
        path = ROOT / place
        assert (path.parent if path.stem == "NAME" else path).exists(), place
