"""What a layout says of a path that is missing, a file that is empty, or one in Latin-1."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgforge import benchmark, cli, formats, scoring
from kgforge.errors import AddressError, BenchmarkError, KgforgeError

BEAR = {"sub_id": "Q1", "sub_label": "Perú", "obj_id": "Q2", "obj_label": "Lima", "answer_idx": 0}
LAMA = {"predicate_id": "P36", "sub_uri": "Q1", "obj_uri": "Q2", "sub_label": "Perú",
        "obj_label": "Lima", "evidences": []}  # fmt: skip
RELATION = {"relation": "P36", "template": "[X] has [Y] ."}
METADATA = {"P36": {"templates": ["[X] has [Y]."], "answer_space_labels": ["Lima"]}}
TABLE = {
    "sub_uri": "Q1", "sub_label": "Perú", "obj_uri": "Q2", "obj_label": "Lima",
    "template": "Perú: Lima", "template_prompt": "Perú: ",
}  # fmt: skip


def line(record: Any) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def table() -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(TABLE), delimiter="\t")
    writer.writeheader()
    writer.writerow(TABLE)
    return stream.getvalue()


SETS: dict[str, tuple[str, dict[str, str]]] = {
    "bear": ("P36.jsonl", {"metadata_relations.json": line(METADATA), "P36.jsonl": line(BEAR)}),
    "lama": ("P36.jsonl", {"relations.jsonl": line(RELATION), "P36.jsonl": line(LAMA)}),
    "fluent_mlama": ("es_P36_x.tsv", {"es_P36_x.tsv": table()}),
    "questions": ("test.tsv", {"test.tsv": "question\tanswer\nWhat of Perú?\tLima\n"}),
    "codex": (
        "test.txt",
        {"test.txt": "Q1\tP36\tPerú\n", "test_negatives.txt": "Q1\tP36\tQ3\n",
         "labels.tsv": "id\tlabel\nQ1\tPeru\nQ3\tOslo\n"},
    ),
}  # fmt: skip
"""Of each layout the file that is damaged, and all of a data set."""


def made(layout: str, folder: Path, damaged: Callable[[str], bytes] = str.encode) -> Path:
    file, texts = SETS[layout]
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_bytes(damaged(text) if name == file else text.encode())
    return folder


@pytest.mark.parametrize("layout", formats.offering(formats.ItemReader))
def test_a_path_that_is_missing_is_called_so(layout: str, tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match=r"nope is no file and no folder"):
        benchmark.adopt(f"{layout}:{tmp_path}/nope", tmp_path / "out")


@pytest.mark.parametrize("layout", formats.offering(formats.ItemReader))
def test_a_file_that_is_empty_is_called_so(layout: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    with pytest.raises(BenchmarkError, match=r"a\.jsonl is empty"):
        benchmark.adopt(f"{layout}:{tmp_path}/a.jsonl", tmp_path / "out")


@pytest.mark.parametrize("layout", SETS)
def test_another_encoding_is_named_with_file_line_and_remedy(layout: str, tmp_path: Path) -> None:
    folder = made(layout, tmp_path / "set", lambda text: text.encode("latin-1"))
    number = 2 if SETS[layout][0].endswith(".tsv") else 1
    wanted = rf"{SETS[layout][0]}: not UTF-8 .*in line {number}.*iconv -f LATIN1 -t UTF-8"
    with pytest.raises(KgforgeError, match=wanted):
        benchmark.adopt(f"{layout}:{folder}", tmp_path / "out")


@pytest.mark.parametrize("layout", [one for one in SETS if one != "codex"])
def test_a_file_of_a_data_set_that_is_empty_is_named(layout: str, tmp_path: Path) -> None:
    folder = made(layout, tmp_path / "set", lambda _: b"\n")
    with pytest.raises(BenchmarkError, match=f"{SETS[layout][0]} is empty"):
        benchmark.adopt(f"{layout}:{folder}", tmp_path / "out")


@pytest.mark.parametrize("layout", SETS)
def test_a_data_set_is_recognised(layout: str, tmp_path: Path) -> None:
    folder = made(layout, tmp_path / "set")
    path = folder / SETS[layout][0] if layout == "questions" else folder
    assert formats.recognising(path) == [layout]
    assert formats.recognising(tmp_path) == (["bear"] if layout == "bear" else [])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("questions:quiz.tsv --to lama", "In two steps: kgforge convert questions:quiz.tsv --out"),
        ("quiz.tsv", "name the layout of quiz.tsv, as questions:quiz.tsv"),
        ("bear --to lama", "bear is no benchmark of kgforge, but a data set of bear. Make one"),
        ("codex/test.txt", "give --to LAYOUT, or a data set as"),
        ("none --to lama", "none is no file and no folder"),
        ("other --to lama", "other is no benchmark of kgforge: it has no manifest.json"),
        ("codex:codex/test.txt", "codex/test.txt is a file: name its folder, codex:codex"),
        ("codex:nameless", "no names of its entities in en: put a table labels.tsv"),
    ],
)
def test_a_slip_of_the_command_says_what_would_do(
    arguments: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("quiz.tsv").write_text("question\tanswer\nWho?\tAda\n")
    made("bear", Path("bear"))
    made("codex", Path("codex"))
    made("codex", Path("nameless"))
    Path("nameless/labels.tsv").unlink()
    Path("other").mkdir()
    with pytest.raises(SystemExit, match=r"[12]"):
        cli.main(["convert", *arguments.split(), "--out", "out"])
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(("name", "near"), [("LAMA", "lama"), ("lmeval", "lm_eval")])
def test_a_layout_of_another_name_is_told_by_those_that_are_written(name: str, near: str) -> None:
    with pytest.raises(AddressError, match=f"did you mean {near}[?]") as raised:
        formats.writer(name)
    listed = str(raised.value).partition("? ")[2]
    assert listed == f"{', '.join(formats.offering(formats.ItemWriter))} can be written"


def test_what_is_no_run_is_not_scored(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(BenchmarkError, match="is a benchmark, and has no answers: kgforge probe"):
        scoring.score_answers(tmp_path, None)
    stats = made("fluent_mlama", tmp_path / "stats")
    with pytest.raises(BenchmarkError, match=r"looks like fluent_mlama: name it fluent_mlama:"):
        scoring.score_answers(stats, None)
    with pytest.raises(BenchmarkError, match="nope is no file and no folder"):
        scoring.score_answers("fluent_mlama:nope", None)
