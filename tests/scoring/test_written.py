"""A system's outputs on a published data set, by the commands ``score`` and ``verify``."""

import json
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from kgforge import cli, ontology, scoring
from kgforge.errors import BenchmarkError, OntologyError
from kgforge.extraction import parsing
from kgforge.extraction.passage import METRICS
from kgforge.reporting import texts
from kgforge.schema import Response, TextTriple, read_scores
from kgforge.scoring import AskedItem, Written, heard, written
from tests.worlds import handmade


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
        (f"text3:{vicuna}", webnlg, ("--legacy",), "available: facteval, fluent_mlama, lmkbc"),
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


# ── What cannot be told, and what was not written ───────────────────────────────────────────────
def lines_of(path: Path, *records: Mapping[str, object]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def data_set(folder: Path, **sentences: tuple[str, ...]) -> Path:
    """A folder of Text2KGBench's layout: for each ontology its sentences' ids."""
    (folder / "ontologies").mkdir(parents=True)
    (folder / "ground_truth").mkdir()
    for number, (name, ids) in enumerate(sentences.items(), 1):
        concept = {"qid": "Q1", "label": "city"}
        relation = {"pid": "P1", "label": "twin", "domain": "Q1", "range": "Q1"}
        ontology = {"id": name, "title": name, "concepts": [concept], "relations": [relation]}
        lines_of(folder / "ontologies" / f"{number}_{name}_ontology.json", ontology)
        triples = [{"sub": "Rome", "rel": "twin", "obj": "Paris"}]
        records = [{"id": id, "sent": f"Rome, Paris {id}.", "triples": triples} for id in ids]
        lines_of(folder / "ground_truth" / f"ont_{number}_{name}_ground_truth.jsonl", *records)
    return folder


def test_what_was_not_written_is_counted_and_conforms_to_nothing(tmp_path: Path) -> None:
    data = data_set(tmp_path / "data", one=("a", "b", "c", "d"))
    outputs = lines_of(
        tmp_path / "said.jsonl",
        {"id": "a", "response": "twin(Rome, Paris, France)\nlikes(Rome, Oslo)"},
        {"id": "b", "response": "I cannot tell."},
        {"id": "c", "response": " ", "triples": []},
        {"id": "zz", "response": ""},
        {"id": "yy", "response": ""},
    )
    found = {
        (score.metric, score.by["matching"]): score
        for score in written.grade_outputs(f"text2kgbench:{outputs}", data)
        if score.group == "1_one"
    }
    strict = found["ontology_conformance", "strict"]
    assert (strict.numerator, strict.denominator, strict.items) == (0.5, 1, 4)
    assert "undefined for 3 without a triple" in strict.note
    assert found["ontology_conformance", "legacy"].numerator == 2.5
    for score in found.values():
        assert "2 of 4 sentences without an answer" in score.note
        assert "1 of 4 with an answer in which there is no triple" in score.note
    told = written.grade_outputs(f"text2kgbench:{outputs}", data)[0].note
    assert "2 answers to no sentence of the data set, the first 'zz'" in told
    assert "1 triples parted at the first of several commas" in told


def test_of_several_answers_to_a_sentence_the_last_counts_and_that_is_said(
    tmp_path: Path,
) -> None:
    data = data_set(tmp_path / "data", one=("a", "b"), two=("c",))
    gold = {"id": "a", "response": "twin(Rome, Paris)"}
    other = {"id": "a", "response": "twin(Oslo, Oslo)"}
    silent = {"id": "zz", "response": ""}
    for order, f1 in (((other, gold), 1), ((gold, other), 0)):
        outputs = lines_of(tmp_path / "said.jsonl", order[0], silent, silent, order[1])
        found = written.grade_outputs(f"text2kgbench:{outputs}", data)
        figures = {
            each.by["matching"]: each
            for each in found
            if (each.metric, each.group) == ("f1", "1_one") and "average" not in each.by
        }
        assert {name: each.numerator for name, each in figures.items()} == {
            "strict": f1,
            "legacy": f1,
        }
        told = "1 sentences answered more than once, the first 'a' in said.jsonl:1 and said.jsonl:4"
        for each in found:
            if each.group is None:
                taken = f"{told}: the last answer is taken"
                published = f"{taken}, as the published evaluator does"
                assert (published in each.note) is (each.by["matching"] == "legacy")
                assert taken in each.note


def test_published_outputs_that_answer_twice_keep_their_published_figures(
    webnlg: Path, tmp_path: Path
) -> None:
    """The later of two answers is the published one: every figure stays."""
    published = webnlg / "baselines" / "Vicuna-13B" / "llm_responses"
    [file] = published.glob("12_*.jsonl")
    lines = file.read_text("utf-8").splitlines()
    turned = [json.dumps({**json.loads(line), "response": "", "triples": []}) for line in lines]
    twice = tmp_path / file.name
    twice.write_text("\n".join([*turned[:5], *lines]) + "\n", "utf-8")
    once, again = (written.grade_outputs(f"text2kgbench:{one}", webnlg) for one in (file, twice))
    figures = [[(s.metric, s.group, s.value, s.low) for s in each] for each in (once, again)]
    assert figures[0] == figures[1]
    assert "5 sentences answered more than once" in again[0].note


def test_two_sentences_of_one_id_are_refused(tmp_path: Path) -> None:
    first = lines_of(tmp_path / "1.jsonl", {"id": "a", "response": "twin(A, B)"})
    twice = data_set(tmp_path / "twice", one=("a", "b"), two=("b",))
    with pytest.raises(BenchmarkError, match=r"2_two_\w+.jsonl:1: 'b' is the id of .*1_one_\S+:2,"):
        written.grade_outputs(f"text2kgbench:{first}", twice)


def test_gold_with_one_triple_a_line_is_a_system_too(tmp_path: Path) -> None:
    data = data_set(tmp_path / "data", one=())
    records = [
        {"id": id, "sent": "Rome, Paris.", "sub_label": "Rome", "rel_label": "twin"} | end
        for id, end in (("a", {"obj_label": "Paris"}), ("b", {"obj_label": "Oslo"}))
    ]
    lines_of(data / "ground_truth" / "ont_1_one_ground_truth.jsonl", *records)
    found = written.grade_outputs(f"text2kgbench:{data}/ground_truth", data)
    [f1] = {score.value for score in found if score.metric == "f1"}
    assert f1 == 1
    assert not any("without an answer" in score.note for score in found)


def test_groups_that_come_mixed_are_each_scored_once() -> None:
    def text(number: int, group: str) -> Written:
        fact = handmade.fact("fact", "Rome", "twin", "Paris", prompts=0)
        item = handmade.item(f"alignment-{number}", "alignment", group, fact)
        asked = msgspec.convert(msgspec.to_builtins(item), AskedItem)
        said = Response(item.id, "", "extraction", 0, "a", "open", text="twin(Rome, Paris)")
        return Written(asked, said)

    mixed = [text(1, "a"), text(2, "b"), text(3, "a")]
    found = written.grade_texts(
        "alignment", heard.of_texts(mixed, {}), {"strict": heard.MODES["strict"]}
    )
    items = {score.group: score.items for score in found if "average" not in score.by}
    assert items == {None: 3, "a": 2, "b": 1}


def test_two_ontologies_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "ontologies").mkdir()
    for ending in ("ttl", "nt"):
        (tmp_path / "ontologies" / f"film.{ending}").write_text("")
    with pytest.raises(OntologyError, match=r"film\.nt and film\.ttl are both called 'film'"):
        ontology.read_all(tmp_path)


def test_the_published_gold_is_a_system_and_its_offenders_are_listed(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both figures that are known of the published rules, and every axiom that gold breaks."""
    expected = Path(__file__).parents[1] / "expected" / "nonconformant_gold.tsv"
    known = [line.split("\t") for line in expected.read_text("utf-8").splitlines()]
    for name, share in (("wikidata_tekgen", "34.9 %"), ("dbpedia_webnlg", "71.6 %")):
        folder, lines = shared / "text2kgbench" / name, tmp_path / f"{name}.jsonl"
        status, shown, _ = run(
            capsys, "score", f"text2kgbench:{folder}/ground_truth", "--benchmark", folder,
            "--out", tmp_path / "scores.json", "--sentences", lines, "-v",
        )  # fmt: skip
        assert status == 0
        [flagged] = [line for line in shown.splitlines() if "hallucinated by the published" in line]
        assert share in flagged
        means = {
            score.metric: score.value
            for score in read_scores(tmp_path / "scores.json")
            if score.by == {"average": "macro", "matching": "strict"}
        }
        assert [means[metric] for metric in ("precision", "recall", "f1")] == [1, 1, 1]
        assert [means[f"{end}_hallucination"] for end in ("subject", "object")] == [0, 0]
        found = [
            (record["id"], why)
            for record in map(json.loads, lines.read_bytes().splitlines())
            for one in record["output"]["triples"]
            for why in (
                [f"no such relation: {one['triple']['relation']}"]
                if not one["known"]
                else {broken["axiom"] for broken in one["violations"]}
            )
        ]
        assert sorted(found) == sorted((id, why) for part, id, _, why in known if part == name)


def test_each_sentence_has_the_published_values(webnlg: Path, tmp_path: Path) -> None:
    """Those of one ontology, from the file of sentences."""
    vicuna = webnlg / "baselines" / "Vicuna-13B"
    answers = scoring.score_answers(
        f"text2kgbench:{vicuna}/llm_responses/9_astronaut_Vicuna13B_responses.jsonl", webnlg
    )
    texts.write(texts.of_answers(answers), tmp_path / "lines.jsonl")
    said = [*map(json.loads, (tmp_path / "lines.jsonl").read_bytes().splitlines())]
    path = vicuna / "eval_metrics" / "ont_9_astronaut_eval_results.jsonl"
    published = {one["id"]: one for one in map(json.loads, path.read_text("utf-8").splitlines())}
    names = ("precision", "recall", "f1", "onto_conf", "rel_halluc", "sub_halluc", "obj_halluc")
    assert {one["id"] for one in said} == published.keys()
    for one in said:
        legacy = one["output"]["figures"]["legacy"]
        assert [*legacy.values()] == [published[one["id"]][name] for name in names]
