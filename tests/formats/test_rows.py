"""One row for each prompt, as Hugging Face datasets, DuckDB and mlcroissant read it."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kgforge import benchmark, formats, plugins
from kgforge.errors import BenchmarkError, MissingDriverError
from kgforge.formats import Carried, croissant, datasets, parquet
from kgforge.formats._rows import asking, flat
from kgforge.schema import (
    Accepted,
    Entity,
    Item,
    Manifest,
    Named,
    Prompt,
    Side,
    Source,
    Unworded,
    folders,
)
from kgforge.scoring import judging
from tests.worlds import handmade
from tests.worlds.benches import bench


def converted(shipped: Path, layout: str, out: Path) -> Carried:
    return benchmark.convert(shipped, layout, out)


def prompts(folder: Path) -> Iterator[tuple[str, Item, str, int, Prompt]]:
    """Every prompt of a benchmark: split, item, role, number, and itself."""
    manifest = folders.read_manifest(folder)
    for made in manifest.patterns:
        for split in ("train", "validation", "test"):
            name = made.name if split == "test" else f"{made.name}.{split}"
            for item in folders.read_items(folder, name):
                for fact, numbers in zip(item.facts, judging.numbers(item.facts), strict=True):
                    for number, prompt in zip(numbers, fact.prompts, strict=True):
                        yield split, item, fact.role, number, prompt


@pytest.mark.parametrize("layout", formats.offering(formats.ItemWriter))
def test_a_benchmark_with_a_cut_file_is_refused(shipped: Path, tmp_path: Path, layout: str) -> None:
    """As ``probe`` refuses it: the rows that are left would pass for all."""
    whole = folders.read_manifest(shipped)
    cut = next(file for file in whole.files if file.lines > 1)
    shutil.copytree(shipped, tmp_path / "bench")
    lines = (shipped / cut.path).read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "bench" / cut.path).write_text("".join(lines[:-1]), "utf-8")
    with pytest.raises(BenchmarkError, match=f"{cut.path} has changed since it was exported"):
        benchmark.convert(tmp_path / "bench", layout, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def told(row: dict[str, Any]) -> tuple[Any, ...]:
    """What a row says of its prompt."""
    fields = ("split", "item", "role", "number", "form", "slot", "context", "prompt", "gold")
    return tuple(row[name] for name in fields)


def expected(folder: Path) -> list[tuple[Any, ...]]:
    return sorted(
        (split, item.id, role, number, one.form, one.slot, one.context, one.text, one.gold)
        for split, item, role, number, one in prompts(folder)
    )


def lines(folder: Path) -> list[dict[str, Any]]:
    """All rows of a folder of JSON lines."""
    found = sorted(path for path in folder.rglob("*.jsonl") if path.name != "left_out.jsonl")
    return [json.loads(line) for path in found for line in path.read_text("utf-8").splitlines()]


# ── datasets ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("layout", ["datasets", "parquet"])
def test_datasets_opens_all_prompts_by_split_and_pattern(
    layout: str, shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import datasets as hub

    monkeypatch.setattr("datasets.config.HF_HUB_OFFLINE", True)
    monkeypatch.chdir("/")
    converted(shipped, layout, tmp_path / "out")
    opened = hub.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert set(opened) == {"train", "validation", "test"}
    assert sorted(told(row) for split in opened.values() for row in split) == expected(shipped)
    assert all(row["split"] == name for name, rows in opened.items() for row in rows)
    one = hub.load_dataset(
        str(tmp_path / "out"), "symmetry", split="test", cache_dir=str(tmp_path / "cache")
    )
    assert {row["pattern"] for row in one} == {"symmetry"}
    assert {row["form"] for row in one} >= {"cloze", "multiple_choice", "listing"}


def test_a_row_asks_and_judges_by_itself(shipped: Path, tmp_path: Path) -> None:
    converted(shipped, "datasets", tmp_path / "out")
    rows = {row["id"]: row for row in lines(tmp_path / "out")}
    assert len(rows) == len(expected(shipped))
    for _, item, role, number, prompt in prompts(shipped):
        row = rows[f"{item.id}/{role}/{number}"]
        facts = zip(item.facts, judging.numbers(item.facts), strict=True)
        [fact] = [fact for fact, numbers in facts if fact.role == role and number in numbers]
        side: Any = fact.subjects if prompt.slot == "subject" else fact
        target = fact.subject if prompt.slot == "subject" else fact.object
        assert row["target"] == target.label
        assert list(zip(row["answer_ids"], row["answers"], row["aliases"], strict=True)) == [
            (one.id, one.label, list(one.aliases)) for one in side.answers
        ]
        assert row["candidates"] == [one.label for one in side.candidates]
        assert row["candidate_ids"] == [one.id for one in side.candidates]
        assert row["choices"] == list(prompt.choices)
        assert (row["subject_id"], row["predicate_id"]) == (fact.subject.id, fact.predicate.id)
        assert row["holds"] == fact.holds
        assert row["claimed"] == (prompt.claimed.label if prompt.claimed else "")
        assert row["passage"] in prompt.text


def test_the_readme_has_licence_citation_and_description(shipped: Path, tmp_path: Path) -> None:
    converted(shipped, "datasets", tmp_path / "out")
    text = (tmp_path / "out" / "README.md").read_text("utf-8")
    manifest = folders.read_manifest(shipped)
    assert "\nlicense: cc0-1.0\n" in text
    assert f"@misc{{{manifest.name}," in text
    assert "Licence: CC0-1.0." in text
    assert f"symmetry ({manifest.patterns[0].items})" in text
    for source in manifest.sources:
        assert source.sha256 in text


def test_what_rows_do_not_carry_is_listed_by_item(tmp_path: Path) -> None:
    fact = handmade.fact("r", "Ann", "spouse", "Bo", evidence=["Ann married Bo."])
    rejected = (Unworded("masking", "names neither"), Unworded("question", "no question"))
    asked = msgspec.structs.replace(fact, unworded=rejected)
    silent = msgspec.structs.replace(fact, role="silent", prompts=())
    one = handmade.item("i1", "symmetry", "g", asked, silent, degrees=(3, 4))
    prompt = Prompt("extraction", "en", "none", "none", "template", "Write:", "", gold="Ann, Bo")
    text = msgspec.structs.replace(
        handmade.item("i2", "alignment", "g", silent),
        text="Ann married Bo.",
        prompts=(prompt,),
        entities=(Entity("a", "Ann"), Entity("b", "Bo")),
    )
    out = tmp_path / "out"
    out.mkdir()
    carried = datasets.write_items(bench([one, text], out), out)
    assert carried.written == {"rows": 2}
    found = {(one.item, one.role, one.reason): one.count for one in carried.lacks}
    assert found == {
        ("i1", "", "count of a degree, a guard or page views"): 2,
        ("i1", "silent", "fact without a prompt"): 1,
        ("i1", "r", "why a model's wording was rejected"): 2,
        ("i2", "", "entity of a text, but for its name in triples"): 2,
    }
    [row] = [row for row in lines(out) if row["item"] == "i2"]
    assert (row["passage"], row["gold"], row["form"]) == (
        "Ann married Bo.",
        "Ann, Bo",
        "extraction",
    )
    assert (row["holds"], row["answers"], row["id"]) == (None, [], "i2//0")
    [row] = [row for row in lines(out) if row["item"] == "i1"]
    assert row["evidence"] == ["Ann married Bo."]


def test_a_row_has_inflected_forms_and_ids_of_what_is_claimed(tmp_path: Path) -> None:
    fact = handmade.fact("r", "Jan", "born in", "Praha")
    asked = Prompt(
        "true_false", "cs", "object", "none", "translation", "Jan je z Brna. [MASK]", "",
        claimed=Named("e:b", "Brno"), planted=Named("e:z", "Zlín"), said="Brna", gold="false",
    )  # fmt: skip
    answer = Accepted(fact.object.id, "Praha", ("Praze", "Prahy"), forms=("Praze",))
    fact = msgspec.structs.replace(fact, answers=(answer,), prompts=(asked,))
    [row] = map(flat.row, asking.of(handmade.item("i", "fact", "g", fact), "test"))
    assert (row.forms, row.aliases) == ((("Praze",),), (("Praze", "Prahy"),))
    assert (row.said, row.claimed_id, row.planted_id) == ("Brna", "e:b", "e:z")


def test_the_subject_has_its_own_answers_and_candidates(tmp_path: Path) -> None:
    fact = handmade.fact("r", "Ann", "spouse", "Bo")
    asked = Prompt("cloze", "en", "subject", "none", "template", "[MASK] and Bo", "[X] and [Y]")
    side = Side((Accepted("a", "Ann", ("Annie",)),), (Named("a", "Ann"), Named("c", "Cy")))
    of_subject = msgspec.structs.replace(fact, prompts=(asked,), subjects=side)
    out = tmp_path / "out"
    out.mkdir()
    datasets.write_items(bench([handmade.item("i", "symmetry", "g", of_subject)], out), out)
    [row] = lines(out)
    assert (row["target"], row["answers"], row["aliases"]) == ("Ann", ["Ann"], [["Annie"]])
    assert row["candidates"] == ["Ann", "Cy"]


# ── Parquet ─────────────────────────────────────────────────────────────────────────────────────
def test_parquet_has_the_rows_of_datasets(shipped: Path, tmp_path: Path) -> None:
    import duckdb

    converted(shipped, "datasets", tmp_path / "lines")
    converted(shipped, "parquet", tmp_path / "out")
    query = f"SELECT * FROM '{tmp_path}/out/data/*.parquet'"
    found: Any = duckdb.sql(query)
    names = found.columns
    rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    assert sorted(rows, key=lambda row: row["id"]) == sorted(
        lines(tmp_path / "lines"), key=lambda row: str(row["id"])
    )


def test_without_pyarrow_the_install_command_is_said(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingDriverError, match=r"needs the package 'pyarrow'.*pip install"):
        converted(shipped, "parquet", tmp_path / "out")
    assert "parquet" in formats.offering(formats.ItemWriter)  # it is listed all the same


# ── Croissant ───────────────────────────────────────────────────────────────────────────────────
def test_croissant_is_valid_and_its_records_are_the_rows(shipped: Path, tmp_path: Path) -> None:
    import mlcroissant

    converted(shipped, "croissant", tmp_path / "out")
    described = mlcroissant.Dataset(str(tmp_path / "out" / "croissant.json"))
    assert not described.metadata.ctx.issues.errors
    assert {one.name for one in described.metadata.record_sets} == {"train", "validation", "test"}
    manifest = folders.read_manifest(shipped)
    assert described.metadata.name == manifest.name
    assert described.metadata.license == ["https://spdx.org/licenses/CC0-1.0.html"]
    for split in ("test", "validation"):
        rows = lines_of(tmp_path / "out" / f"{split}.jsonl")
        records = [plain(split, one) for one in described.records(split)]
        assert records == rows
    sizes = [len(lines_of(path)) for path in (tmp_path / "out").glob("t*.jsonl")]
    assert sum(sizes) + len(rows) == len(expected(shipped))


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def plain(split: str, record: dict[str, Any]) -> dict[str, Any]:
    """A record of mlcroissant, which has bytes, with the names of columns."""
    return {name.removeprefix(f"{split}/"): _text(value) for name, value in record.items()}


def _text(value: Any) -> Any:
    if isinstance(value, list):
        return [_text(one) for one in value]
    return value.decode() if isinstance(value, bytes) else value


def test_a_changed_file_is_not_what_croissant_describes(shipped: Path, tmp_path: Path) -> None:
    converted(shipped, "croissant", tmp_path / "out")
    [test] = [
        one
        for one in json.loads((tmp_path / "out" / "croissant.json").read_text())["distribution"]
        if one["name"] == "test.jsonl"
    ]
    data = (tmp_path / "out" / "test.jsonl").read_bytes()
    assert test["sha256"] == hashlib.sha256(data).hexdigest()
    assert test["contentSize"] == f"{len(data)} B"


@pytest.mark.parametrize(
    ("licences", "page"),
    [
        (["CC-BY-4.0", "CC-BY-4.0"], "https://spdx.org/licenses/CC-BY-4.0.html"),
        (["CC0-1.0", "MIT"], "(CC0-1.0) AND (MIT)"),
        (["LicenseRef-mine"], "LicenseRef-mine"),
        (["CC0-1.0", None], "not known"),
        ([], "not known"),
    ],
)
def test_the_licence_is_that_of_all_sources(
    licences: list[str | None], page: str, tmp_path: Path
) -> None:
    sources = tuple(Source(f"f{at}", "0" * 64, one) for at, one in enumerate(licences))
    out = tmp_path / "out"
    out.mkdir()
    made = bench([handmade.item("i", "symmetry", "g", handmade.fact("r", "A", "p", "B"))], out)
    manifest: Manifest = msgspec.structs.replace(made.manifest, sources=sources)
    croissant.write_items(msgspec.structs.replace(made, manifest=manifest), out)
    assert json.loads((out / "croissant.json").read_text())["license"] == page


# ── All ─────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("layout", ["datasets", "parquet", "croissant"])
def test_the_same_bytes_are_written_again(layout: str, shipped: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        converted(shipped, layout, tmp_path / name)
    one, two = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
        for folder in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two
    assert all(one.values())  # no file is empty


@pytest.mark.parametrize("module", [datasets, parquet, croissant])
def test_a_benchmark_without_prompts_writes_nothing(module: Any, tmp_path: Path) -> None:
    bare = msgspec.structs.replace(handmade.fact("r", "A", "p", "B"), prompts=())
    out = tmp_path / "out"
    out.mkdir()
    carried = module.write_items(bench([handmade.item("i", "symmetry", "g", bare)], out), out)
    assert not carried.written
    assert not list(out.rglob("*.*"))
    assert carried.left == {"fact without a prompt": 1}


def test_they_are_layouts_of_the_door() -> None:
    written = formats.offering(formats.ItemWriter)
    assert {"datasets", "parquet", "croissant", "lm_eval", "inspect_ai", "bear", "lama"} <= set(
        written
    )
    assert set(written) <= set(plugins.names("formats"))
