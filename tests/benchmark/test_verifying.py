"""Verifying: a sound benchmark has no problem, and each damage is told."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kgforge import benchmark, files
from kgforge.benchmark.card import card
from kgforge.errors import BenchmarkError
from kgforge.schema import (
    Item,
    Manifest,
    folders,
)
from tests.benchmark.small import cut


def test_a_benchmark_of_before_there_were_floors_is_sound(copy: Path) -> None:
    manifest = folders.read_manifest(copy)
    lacking = {"floors": (), "sizes": None, "twice": None}
    older = [msgspec.structs.replace(made, **lacking) for made in manifest.patterns]
    changed = msgspec.structs.replace(manifest, patterns=tuple(older), kgforge="0.1.0")
    files.write_json(copy / "manifest.json", changed)
    assert benchmark.verify(copy) == []
    assert "## Baselines" not in card(changed)


def test_a_sound_benchmark_has_no_problems(bench: Path) -> None:
    assert benchmark.verify(bench) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda lines: lines[:-1], "symmetry.jsonl: 10 lines, the manifest says 11"),
        (lambda lines: [lines[0], *lines], r"symmetry.jsonl:2: the id symmetry-\w+ occurs twice"),
        (lambda lines: [b"{}\n", *lines[1:]], "symmetry.jsonl:1: damaged: "),
        (lambda lines: [lines[0].replace(b"\\u", b"")[:-9] + b"\n", *lines[1:]], "1: damaged: "),
    ],
)
def test_a_changed_file_is_told(
    copy: Path, change: Callable[[list[bytes]], list[bytes]], problem: str
) -> None:
    path = copy / "symmetry.jsonl"
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    found = benchmark.verify(copy)
    assert any("SHA-256 is" in line for line in found)
    assert any(re.search(problem, line) for line in found), found


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"answers": ()}, "forward: the first answer is not the target"),
        ({"candidates": ()}, "forward: the target is not among the candidates"),
        ({"prompts": ()}, "forward: there is no prompt"),
    ],
)
def test_an_item_that_contradicts_itself_is_told(
    copy: Path, fields: dict[str, object], problem: str
) -> None:
    first, *rest = folders.read_items(copy, "symmetry")
    fact = msgspec.structs.replace(first.facts[0], **fields)
    changed = msgspec.structs.replace(first, facts=(fact, *first.facts[1:]))
    _resealed(copy, [changed, *rest])
    assert benchmark.verify(copy) == [f"symmetry.jsonl:1: {problem}"]


def test_an_answer_among_the_distractors_is_told(copy: Path) -> None:
    found = list(folders.read_items(copy, "symmetry"))
    place, item = next((n, item) for n, item in enumerate(found) if len(item.facts[0].answers) > 1)
    fact = item.facts[0]
    leak = msgspec.convert({"id": fact.answers[1].id, "label": "x"}, type(fact.object))
    leaked = msgspec.structs.replace(fact, candidates=(*fact.candidates, leak))
    found[place] = msgspec.structs.replace(item, facts=(leaked, *item.facts[1:]))
    _resealed(copy, found)
    (problem,) = benchmark.verify(copy)
    assert problem.endswith(f"the accepted answer {leak.id} is among the candidates")


def _resealed(folder: Path, found: list[Item]) -> None:
    """Write the items of symmetry, and a manifest that agrees."""
    path = folder / "symmetry.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(item) + b"\n" for item in found))
    manifest = folders.read_manifest(folder)
    first = msgspec.structs.replace(manifest.files[0], sha256=files.sha256(path))
    changed: Manifest = msgspec.structs.replace(manifest, files=(first, *manifest.files[1:]))
    files.write_json(folder / "manifest.json", changed)


def test_missing_and_foreign_files_are_told(copy: Path) -> None:
    (copy / "hierarchy.jsonl").rename(copy / "other.jsonl")
    assert benchmark.verify(copy) == [
        "hierarchy.jsonl: cannot be read: No such file or directory",
        "other.jsonl: not in the manifest",
    ]
    (copy / "manifest.json").unlink()
    with pytest.raises(BenchmarkError, match=r"cannot read .*manifest.json .*kgforge export"):
        benchmark.verify(copy)


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (lambda made: made.update(items=12), "symmetry: items: 11, the manifest says 12"),
        (lambda made: made.update(groups=2), "symmetry: groups: 1, the manifest says 2"),
        (lambda made: made.update(fallback=1), "symmetry: fallback: 0, the manifest says 1"),
        (lambda made: made.update(twice=3), "symmetry: twice: 0, the manifest says 3"),
        (
            lambda made: made["guards"].update(subject=21),
            "symmetry: guards subject: 22, the manifest says 21",
        ),
        (
            lambda made: made["guards"].update(other=1),
            "symmetry: guards other: nothing, the manifest says 1",
        ),
        (
            lambda made: made["sizes"].update(triples=9),
            "symmetry: sizes triples: 22, the manifest says 9",
        ),
        (lambda made: made["sizes"].update(example="A → b"), "symmetry: sizes example: E"),
        (lambda made: made.update(metric="none"), "none"),
        (
            lambda made: made["skipped"].update({"no label in en": 2}),
            "README.md is not the card of this manifest, for it lacks: | `symmetry` |",
        ),
    ],
)
def test_a_manifest_that_counts_otherwise_than_its_items_is_told(
    copy: Path, edit: Callable[[Any], object], problem: str
) -> None:
    manifest = json.loads((copy / "manifest.json").read_bytes())
    edit(manifest["patterns"][0])
    (copy / "manifest.json").write_text(json.dumps(manifest))
    (found,) = benchmark.verify(copy)
    assert problem in found


def test_a_manifest_of_another_name_is_told(copy: Path) -> None:
    manifest = folders.read_manifest(copy)
    renamed: Manifest = msgspec.structs.replace(manifest, name="kgforge-0")
    files.write_json(copy / "manifest.json", renamed)
    assert benchmark.verify(copy) == [f"name: {manifest.name}, the manifest says kgforge-0"]


def test_a_benchmark_of_another_version_says_which_makes_it_again(copy: Path) -> None:
    manifest = folders.read_manifest(copy)
    installed = f"pip install kgforge=={manifest.kgforge}"
    assert installed in (copy / "README.md").read_text(encoding="utf-8")
    assert benchmark.remarks(copy) == []
    older: Manifest = msgspec.structs.replace(manifest, kgforge="0.9.0\x1b[2J")
    files.write_json(copy / "manifest.json", older)
    [said] = benchmark.remarks(copy)
    assert said.startswith("made by kgforge 0.9.0")
    assert "needs that version (pip install kgforge==0.9.0" in said
    assert "\x1b" not in said


def test_a_card_may_say_more_than_the_manifest_but_nothing_else(copy: Path) -> None:
    path = copy / "README.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("## Baselines", "## Thanks\n\nTo all.\n\n## Baselines"))
    assert benchmark.verify(copy) == []
    number = text[: text.index("## Baselines")].count("\n") + 1
    assert benchmark.remarks(copy) == [
        f"README.md:{number}: added to the generated card, and not verified: ## Thanks, and 1 more"
    ]
    path.write_text(text + "\n\x1b[2JGPT-9 scores 0.99 on it.\n")
    assert benchmark.verify(copy) == []
    [said] = benchmark.remarks(copy)
    assert said.endswith(r": \x1b[2JGPT-9 scores 0.99 on it.")
    path.write_text(text)
    assert benchmark.remarks(copy) == []
    path.write_text(text.replace("14 items", "15 items"))
    assert benchmark.remarks(copy) == []
    (problem,) = benchmark.verify(copy)
    assert "is not the card of this manifest, for it lacks: 14 items" in problem
    path.unlink()
    assert benchmark.verify(copy) == ["README.md: cannot be read: No such file or directory"]


def test_a_damaged_item_is_named_by_file_and_line(copy: Path) -> None:
    path = copy / "symmetry.jsonl"
    path.write_bytes(cut(path.read_bytes()))
    found = folders.read_items(copy, "symmetry")
    with pytest.raises(BenchmarkError, match=r"symmetry\.jsonl:11: damaged: .*: export again$"):
        list(found)
