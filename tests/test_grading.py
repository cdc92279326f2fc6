"""A system's outputs on a published data set, by the commands ``score`` and ``verify``."""

import json
from pathlib import Path

import pytest

from kgforge import cli, parsing
from kgforge.extraction import METRICS
from kgforge.schema import TextTriple
from kgforge.scoring import read_scores


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        cli.main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return int(str(ended.value.code)), out, err


@pytest.fixture
def webnlg(shared: Path) -> Path:
    return shared / "text2kgbench" / "dbpedia_webnlg"


def test_the_outputs_of_a_system_are_scored(
    webnlg: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table has the published figures, the file each with its parts and interval."""
    address, out = f"text2kgbench:{webnlg}/baselines/Vicuna-13B", tmp_path / "scores.json"
    status, shown, told = run(
        capsys, "score", address, "--benchmark", webnlg, "--out", out, "--legacy"
    )
    assert status == 0
    row = next(line for line in shown.splitlines() if "3_airport" in line)
    published = "3_airport 79 0.33 0.24 0.27 0.92 0.08 0.03 0.27"
    assert " ".join(row.replace("│", " ").split()) == published
    assert "mean over 19 ontologies" in told
    scores = read_scores(out)
    assert {score.metric for score in scores} == set(METRICS)
    for score in scores:
        assert score.pattern == "text2kgbench"
        assert score.by["matching"] == "legacy"
        assert score.value == pytest.approx(score.numerator / score.denominator)
        assert score.low is not None
        assert score.high is not None
        assert score.low <= score.numerator / score.denominator <= score.high


def test_one_file_is_scored_alone_and_a_text_without_triples_is_parsed(
    webnlg: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = webnlg / "ground_truth" / "ont_12_monument_ground_truth.jsonl"
    first = json.loads(gold.read_text("utf-8").splitlines()[0])
    gold_triples = [TextTriple(one["sub"], one["rel"], one["obj"]) for one in first["triples"]]
    said = list(map(parsing.write, gold_triples))
    lines = [
        {"id": first["id"], "response": "Test Output:\n" + "\n".join([*said, "country(Turkey,)"])},
        {"id": "nowhere", "response": "country(A, B)"},
    ]
    outputs, out = tmp_path / "mine.jsonl", tmp_path / "scores.json"
    outputs.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    arguments = ("--benchmark", f"text2kgbench:{webnlg}", "--out", out, "--legacy")
    status, _, told = run(capsys, "score", f"text2kgbench:{outputs}", *arguments)
    assert status == 0
    scores = read_scores(out)
    assert {score.group for score in scores} == {None, "12_monument"}
    [precision] = [
        score for score in scores if (score.group, score.metric) == ("12_monument", "precision")
    ]
    assert (precision.numerator, precision.denominator) == (1, 19)
    assert "18 of 19 sentences without an answer" in precision.note
    assert "1 answers to no sentence of the data set" in told
    assert "1 pieces of answers that are no triples" in told
    assert "without an answer, and left out: 10_comicscharacter, 11_" in told


def test_what_cannot_be_scored_says_why(
    webnlg: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vicuna, out = webnlg / "baselines" / "Vicuna-13B", tmp_path / "scores.json"
    tekgen = webnlg.parent / "wikidata_tekgen"
    for address, benchmark, how, message in (
        (f"text2kgbench:{vicuna}", tekgen, (), "none of its 2014 answers is to"),
        (f"text2kgbench:{vicuna}", tekgen, ("--legacy",), "none of its 2014 answers is to"),
        (f"text2kgbench:{tmp_path}/no", webnlg, ("--legacy",), "cannot read"),
        (f"text2kgbench:{tmp_path}", webnlg, ("--legacy",), "has no .jsonl file"),
        (f"text3:{vicuna}", webnlg, ("--legacy",), "there are: text2kgbench"),
    ):
        arguments = ("score", address, "--benchmark", benchmark, "--out", out, *how)
        status, _, told = run(capsys, *arguments)
        assert status == 1
        assert message in told
        assert len(told.splitlines()) == 1
    assert not out.exists()


def test_a_data_set_is_verified_and_cleaned_by_the_command(
    webnlg: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "cleaned"
    status, shown, told = run(capsys, "verify", f"text2kgbench:{webnlg}", "--out", out)
    assert status == 1
    assert "495" in shown
    assert "cleaned: " in shown
    assert "problem(s)" in told
    assert (out / "changes.jsonl").is_file()
    status, _, told = run(capsys, "verify", f"text2kgbench:{webnlg}", "--out", out)
    assert status == 1
    assert "exists" in told
    status, shown, _ = run(capsys, "verify", f"text2kgbench:{out}", "--json")
    assert status == 1  # the ontologies are as they were
    found = {check["name"]: len(check["findings"]) for check in json.loads(shown)["checks"]}
    assert found["test item by a triple also in train of any ontology"] == 0
