"""llm-facteval's data into benchmarks and back, from the command line."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgforge import benchmark, formats, matching, plugins
from kgforge.schema import Item, folders, read_scores
from kgforge.scoring import judging, outputs, read_benchmark
from tests.benchmark import small
from tests.scoring.test_written import run
from tests.worlds import facteval as world

FORMS = {"binary_answer": "true_false", "multi_choices": "multiple_choice"}
"""The forms of questions whose answers are no names."""
TYPES = {"single_answer": 7, "multiple_answer": 4, "binary_answer": 40, "multi_choices": 20}
"""How many questions of each type the published generator makes of the same triples."""
EVALUATED = {
    "P36 single_answer": "1 0 1 0 1 0",
    "P47 single_answer": "-1",
    "P47 multiple_answer": "0 1 1 1",
    "P36 multi_choices": "-1 0 0 0 1 0",
    "P47 multi_choices": "-1 0 1 1 -1 -1 0 0 0 1 0 -1 0 1",
    "P36 binary_answer": "1 1 0 0 1 1 1 -1 0 1 0 0",
    "P47 binary_answer": ("0 0 0 1 0 0 0 0 -1 0 0 0 1 1 1 -1 0 1 0 0 0 0 -1 0 0 0 1 1"),
}
"""What the published evaluator says of each answer of ``world.responses``: 1 correct, 0 incorrect,
-1 abstained (its files ``.eval.txt``, of commit 187fe40, run by hand on the files that ``world``
writes; for choices with the delimiter of chat models)."""

FIGURES = {
    "single_answer": (3, 3, 1, 50.00, 42.86, 46.15),
    "multiple_answer": (3, 1, 0, 75.00, 75.00, 75.00),
    "multi_choices": (5, 10, 5, 33.33, 25.00, 28.57),
    "binary_answer": (13, 23, 4, 36.11, 32.50, 34.21),
}
"""Correct, incorrect, abstained, precision, recall and F1, as its ``.detail.csv`` print them."""

Lines = list[dict[str, Any]]


def records(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return world.write(tmp_path_factory.mktemp("data") / "data")


@pytest.fixture(scope="module")
def adopted(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("adopted") / "bench"
    benchmark.adopt(f"facteval:{data}", out)
    return out


def items(folder: Path) -> list[Item]:
    return list(folders.read_items(folder, "fact"))


# ── The benchmark ───────────────────────────────────────────────────────────────────────────────
def test_it_is_as_its_manifest_says(adopted: Path, data: Path) -> None:
    assert benchmark.verify(adopted) == []
    manifest = folders.read_manifest(adopted)
    assert manifest.converted == "facteval"
    assert len(manifest.sources) == sum(path.is_file() for path in data.rglob("*.jsonl"))
    [made] = manifest.patterns
    lacking = {
        f"question of the form {form}": TYPES[kind]
        for kind, form in FORMS.items()
        if form not in plugins.names("forms")
    }
    assert made.skipped == lacking
    assert made.items == (11 if lacking else 20)
    card = (adopted / "README.md").read_text("utf-8")
    assert "kgforge convert facteval:PATH-OF-THE-DATA-SET --out benchmark\n" in card


def test_candidates_are_objects_of_the_relation_that_are_wrong(adopted: Path) -> None:
    objects = {
        relation: {world.LABELS[uri] for _, uri in world.pairs(relation)}
        for relation in world.RELATIONS
    }
    for item in items(adopted):
        [fact] = item.facts
        right = {answer.label for answer in fact.answers}
        found = {candidate.label for candidate in fact.candidates}
        assert found == objects[item.group.removeprefix("wdt:")] - right - {fact.subject.label} | {
            fact.object.label
        }
        assert [one.id for one in fact.candidates] == sorted(one.id for one in fact.candidates)


def test_flawed_questions_are_left_out_and_counted(tmp_path: Path) -> None:
    """Two choices of one name, as LAMA's labels give; a false statement with a right name."""
    data = world.write(tmp_path / "data")
    path = data / "questions_template/P36.jsonl"
    lines = records(path)
    for line in lines[:4]:
        message = line["lm_input"]["message"]
        if "Choices" in message:
            line["lm_input"]["message"] = message.replace("Rome", "paris")
        elif line["answers"] == "incorrect":
            line["lm_input"]["message"] = "The capital of Germany is berlin."
    world.write_lines(path, lines)
    manifest = benchmark.adopt(f"facteval:{data}", tmp_path / "bench")
    assert manifest.patterns[0].skipped == {
        "flawed question of the form multiple_choice": 1,
        "flawed question of the form true_false": 1,
    }
    assert benchmark.verify(tmp_path / "bench") == []


def test_subjects_have_candidates_of_their_own(tmp_path: Path) -> None:
    data = world.write(tmp_path / "data")
    asked = {
        "question_id": "Q38:Q142:P47:N-M:ask_subject",
        "lm_input": {"message": "[MASK] shares a border with France.", "prompt": "Who?"},
        "answers": [{"uri": "Q38", "label": "Italy"}, {"uri": "Q29", "label": "Spain"}],
        "question_type": "multiple_answer",
    }
    other = {
        "question_id": "Q45:Q29:P47:N-M:ask_subject",
        "lm_input": {"message": "[MASK] shares a border with Spain.", "prompt": "Who?"},
        "answers": [{"uri": "Q45", "label": "Portugal"}],
        "question_type": "single_answer",
    }
    world.write_lines(data / "questions_masking/P47.jsonl", [asked, other])
    benchmark.adopt(f"facteval:{data}", tmp_path / "bench")
    sides = {
        fact.subject.label: [one.label for one in fact.subjects.candidates]
        for item in items(tmp_path / "bench")
        for fact in item.facts
        if fact.subjects
    }
    assert sides == {"Italy": ["Italy", "Portugal"], "Portugal": ["Italy", "Portugal"]}
    assert benchmark.verify(tmp_path / "bench") == []


def test_the_same_data_gives_the_same_bytes(adopted: Path, data: Path, tmp_path: Path) -> None:
    benchmark.adopt(f"facteval:{data}", tmp_path / "bench")
    for path in adopted.iterdir():
        assert path.read_bytes() == (tmp_path / "bench" / path.name).read_bytes()


# ── There and back, from the command line ───────────────────────────────────────────────────────
def test_it_goes_there_and_back(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench, out = tmp_path / "bench", tmp_path / "out"
    status, shown, told = run(capsys, "convert", f"facteval:{data}", "--out", bench)
    assert status == 0, told
    status, shown, told = run(capsys, "convert", bench, "--to", "facteval", "--out", out)
    assert status == 0, told
    assert "triples" in shown and "candidate to be ranked" in shown
    for relation in world.RELATIONS:
        assert records(out / f"tuples/{relation}.jsonl") == world.triples(relation)
        [summary] = records(out / f"tuples/{relation}.summary.json")
        assert summary == world.summary(relation)
    known = {one["question_id"]: one for each in world.RELATIONS for one in world.questions(each)}
    written = [line for path in out.glob("questions_*/*.jsonl") for line in records(path)]
    for line in written:
        del line["prompts"]
        assert line == known[line["question_id"]]
    there = {
        kind: many
        for kind, many in TYPES.items()
        if FORMS.get(kind, "cloze") in plugins.names("forms")
    }
    assert Counter(line["question_type"] for line in written) == there
    same = records(out / "ids.jsonl")
    assert [one["id"] for one in same] == list(dict.fromkeys(one["id"] for one in same))
    assert {one["id"] for one in same} == {line["question_id"] for line in written}
    asked = {item.id: item for item in items(bench)}
    for one in same:
        subject, object, *_ = one["id"].split(":")
        [fact] = asked[one["item"]].facts
        assert (one["role"], fact.subject.label) == ("fact", world.LABELS[subject])
        assert fact.object.label == world.LABELS[object]


def test_a_mined_benchmark_goes_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Facts with evidence and aliases; what has no place is counted, and what goes comes back."""
    bench, out = small.made(tmp_path), tmp_path / "out"
    status, shown, told = run(capsys, "convert", bench, "--to", "facteval", "--out", out, "--json")
    assert status == 0, told
    summary = json.loads(shown)
    mined = [one for name in ("symmetry", "hierarchy") for one in folders.read_items(bench, name)]
    facts = [fact for item in mined for fact in item.facts]
    left = summary["not carried"]
    assert left["alias of an answer"] == sum(
        len(answer.aliases) for fact in facts for answer in fact.answers
    )
    assert left["candidate to be ranked"] == sum(len(fact.candidates) - 1 for fact in facts)
    assert left["evidence sentence"] == sum(len(fact.evidence) for fact in facts) > 0
    prompts = sum(len(fact.prompts) for fact in facts)
    lost = left["further wording of a question"]
    lost += left.get("question that another item asks, too", 0)
    asked = sum(many for what, many in summary["written"].items() if what.startswith("questions"))
    assert asked + lost == prompts and asked == len(records(out / "ids.jsonl"))
    triples = {
        (fact.subject.id, fact.predicate.id, answer.id) for fact in facts for answer in fact.answers
    }
    assert summary["written"]["triples"] == len(triples)
    again = tmp_path / "again"
    status, _, told = run(capsys, "convert", f"facteval:{out}", "--out", again)
    assert status == 0, told
    found = {
        (fact.subject.id, fact.predicate.id, answer.id): answer.label
        for item in items(again)
        for fact in item.facts
        for answer in fact.answers
    }
    assert found.keys() == triples
    labels = {answer.id: answer.label for fact in facts for answer in fact.answers}
    assert all(label == labels[id] for (_, _, id), label in found.items())
    texts = {prompt.text for item in items(again) for prompt in item.facts[0].prompts}
    assert texts <= {prompt.text for fact in facts for prompt in fact.prompts}


# ── A system's answers ──────────────────────────────────────────────────────────────────────────
def test_the_answers_are_those_that_were_evaluated(tmp_path: Path) -> None:
    """``matches`` says of a name what the published evaluator does; it knows no abstention."""
    for where, marks in EVALUATED.items():
        relation, kind = where.split()
        lines = world.responses(relation)[kind]
        assert len(lines) == len(marks.split())
        if kind in FORMS:
            continue
        for line, mark in zip(lines, marks.split(), strict=True):
            if mark != "-1":
                names = [one["label"] for one in line["ground_truth"]]
                found = matching.matches(line["predicted"], names, legacy=True)
                assert found is (mark == "1"), line


@pytest.fixture
def scored(
    adopted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., list[Any]]:
    """The scores of a folder of answers."""

    def scores(folder: Path, *options: str) -> list[Any]:
        out = tmp_path / "scores.json"
        where = ("--benchmark", adopted, "--out", out)
        status, _, told = run(capsys, "score", f"facteval:{folder}", *where, *options)
        assert status == 0, told
        return read_scores(out)

    return scores


def test_answers_are_scored_by_relation_with_the_published_figures(
    scored: Callable[..., list[Any]], tmp_path: Path
) -> None:
    """By *hit* an answer that abstains and names what is right is right; so these are taken in."""
    folder = world.write_responses(tmp_path / "model-none")
    found = scored(folder, "--legacy")
    whole = {one.group: one for one in found if one.metric == "hit" and one.by == LEGACY}
    for relation in world.RELATIONS:
        correct = total = 0
        for kind in ("single_answer", "multiple_answer"):
            marks = EVALUATED.get(f"{relation} {kind}", "").split()
            lines = world.responses(relation).get(kind, [])
            total += len(lines)
            correct += marks.count("1")
            assert not any(
                mark == "-1" and line["ground_truth"][-1]["label"] in line["predicted"]
                for mark, line in zip(marks, lines, strict=True)
            )
        score = whole[f"wdt:{relation}"]
        assert (score.numerator, score.denominator) == (correct, total)
    assert (whole[None].numerator, whole[None].denominator) == (6, 11)
    strict = scored(folder)
    assert {one.by.get("matching") for one in strict} == {None}


LEGACY = {"matching": "legacy"}


def test_a_run_goes_to_the_published_evaluator(
    adopted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run's answers as files of responses, which score as the run does."""
    table = tmp_path / "said.jsonl"
    said = {}
    for number, item in enumerate(items(adopted)):
        right = item.facts[0].object.label
        said[item.id] = (right, "Atlantis", f"It is {right}")[number % 3]
    lines = [{"item": id, "role": "fact", "answers": [text]} for id, text in said.items()]
    table.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    made, out = tmp_path / "run", tmp_path / "out"
    status, _, told = run(capsys, "probe", adopted, "--model", f"table:{table}", "--out", made)
    assert status == 0, told
    status, _, told = run(
        capsys, "convert", adopted, "--to", "facteval", "--run", made, "--out", out
    )
    assert status == 0, told
    [folder] = (out / "eval-result/questions_template").iterdir()
    assert folder.name == "table-said-jsonl-none"
    written = [line for path in folder.glob("output.*.jsonl") for line in records(path)]
    named = [line for line in written if isinstance(line["ground_truth"], list)]
    wanted = {one["question_id"]: one for each in world.RELATIONS for one in world.questions(each)}
    assert len(named) >= 11
    for line in named:
        asked = wanted[line["question_id"]]
        assert line["ground_truth"] == asked["answers"]
        assert line["lm_input"] == asked["lm_input"]
        assert line["status_code"] == 0 and line["predicted"]
    scores = {}
    for name, responses in (("run", str(made)), ("files", f"facteval:{folder}")):
        where = ("--benchmark", adopted, "--out", tmp_path / f"{name}.json")
        status, _, told = run(capsys, "score", responses, *where, "--legacy")
        assert status == 0, told
        scores[name] = {
            (one.group, one.metric): (one.numerator, one.denominator)
            for one in read_scores(tmp_path / f"{name}.json")
            if one.k == 1 and one.by == LEGACY and one.metric == "hit"
        }
    assert scores["run"] == scores["files"] and len(scores["run"]) == 3


def test_a_failed_request_is_no_answer(scored: Callable[..., list[Any]], tmp_path: Path) -> None:
    line = world.responses("P36")["single_answer"][0]
    world.write_lines(
        tmp_path / "m/output.P36.single_answer.jsonl",
        [
            {**line, "status_code": 1, "predicted": "Failed after 3 retries"},
            *world.responses("P36")["single_answer"][1:],
        ],
    )
    [score] = [
        one
        for one in scored(tmp_path / "m", "--legacy")
        if one.metric == "hit" and one.group is None and one.by == LEGACY
    ]
    assert score.denominator == 5


def test_verdicts_are_those_of_the_published_evaluators(adopted: Path, tmp_path: Path) -> None:
    """Each answer's legacy verdict, and what follows from them by type of question."""
    asked = read_benchmark(adopted)
    finder = outputs.Finder("facteval", asked)
    layout = formats.answers("facteval")
    told = list(layout.responses(world.write_responses(tmp_path / "model-none"), b""))
    found = judging.answers(finder.responses(told), asked.legacy_desks())
    code = {"correct": "1", "incorrect": "0", "abstained": "-1", None: "0"}
    marks: dict[str, list[str]] = {}
    for one, answer in zip(told, found, strict=True):
        assert isinstance(answer, judging.Answered) and answer.mark
        _, relation, kind, _ = Path(one.where.rpartition(":")[0]).name.split(".")
        marks.setdefault(f"{relation} {kind}", []).append(code[answer.mark.legacy])
    assert {where: " ".join(each) for where, each in marks.items()} == EVALUATED
    for kind, (correct, incorrect, abstained, *ratios) in FIGURES.items():
        every = [mark for where, each in marks.items() if where.endswith(kind) for mark in each]
        c, i, a = (every.count(mark) for mark in ("1", "0", "-1"))
        assert (c, i, a) == (correct, incorrect, abstained)
        precision, recall = 100 * c / (c + i), 100 * c / (c + i + a)
        f1 = 2 * precision * recall / (precision + recall)
        assert [precision, recall, f1] == pytest.approx(ratios, abs=0.005)


def test_ratios_are_those_of_the_published_evaluators(
    scored: Callable[..., list[Any]], tmp_path: Path
) -> None:
    """By form: of one that is answered by names both types of questions together."""
    found = {
        (one.by["form"], one.metric): one.value
        for one in scored(world.write_responses(tmp_path / "model-none"), "--legacy")
        if one.group is None and "form" in one.by
    }
    for form in ("cloze", *FORMS.values()):
        kinds = [kind for kind in FIGURES if FORMS.get(kind, "cloze") == form]
        c, i, a = (sum(FIGURES[kind][at] for kind in kinds) for at in range(3))
        assert found[form, "answer_precision"] == pytest.approx(c / (c + i))
        assert found[form, "answer_recall"] == pytest.approx(c / (c + i + a))
        assert found[form, "answer_f1"] == pytest.approx(2 * c / (2 * c + 2 * i + a))


# ── What cannot be done ─────────────────────────────────────────────────────────────────────────
def test_what_cannot_be_done_says_why(
    adopted: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, ids = tmp_path / "out", tmp_path / "ids.txt"
    ids.write_text("x\n")
    said = world.write_responses(tmp_path / "said/m")
    strange = tmp_path / "strange"
    line = {**world.responses("P36")["single_answer"][0], "question_id": "a:b:c:d:e"}
    world.write_lines(strange / "output.P36.single_answer.jsonl", [line])
    twice = tmp_path / "twice"
    world.write_lines(
        twice / "output.P36.single_answer.jsonl", world.responses("P36")["single_answer"][:1] * 2
    )
    several = world.write_responses(tmp_path / "several/a").parent
    world.write_responses(several / "b")
    broken = tmp_path / "broken"
    world.write_lines(broken / "output.P36.single_answer.jsonl", [{**line, "predicted": 7}])
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    for path in adopted.iterdir():
        (damaged / path.name).write_bytes(path.read_bytes())
    (damaged / "facteval.json").write_text('{"relations": {"a": {"relation": "b"}}}')
    to = ("--to", "facteval", "--out", out)
    on = ("--benchmark", adopted, "--out", tmp_path / "scores.json")
    for arguments, status, message in (
        (("convert", adopted, *to, "--ids", ids), 2, "--ids are of texts"),
        (("convert", tmp_path, *to), 1, "is no benchmark of kgforge: it has no manifest.json"),
        (("convert", f"facteval:{tmp_path / 'none'}", "--out", out), 1, "is no file and no folder"),
        (("convert", adopted, "--to", "text2kgbench", "--out", out), 1, "0 patterns of texts"),
        (("convert", damaged, *to), 1, "facteval.json is damaged"),
        (("verify", f"facteval:{data}"), 1, "kgforge convert facteval:DIR --out BENCH"),
        (
            ("score", f"facteval:{said}", "--benchmark", f"facteval:{data}", "--out", out),
            1,
            "is a data set",
        ),
        (("score", f"facteval:{tmp_path / 'none'}", *on), 1, "is no file and no folder"),
        (("score", f"facteval:{strange}", *on), 1, "none of its 1 answers is to a question"),
        (
            ("score", f"facteval:{twice}", *on),
            1,
            "P36.single_answer.jsonl:2: Q183:Q64:P36:1-1:ask_object is answered in",
        ),
        (("score", f"facteval:{several}", *on), 1, "answers of several models (a, b)"),
        (("score", f"facteval:{broken}", *on), 1, "output.P36.single_answer.jsonl:1: damaged"),
    ):
        found, _, told = run(capsys, *arguments)
        assert (found, message in told) == (status, True), told
        assert len(told.strip().splitlines()) == 1
    assert not out.exists() and not (tmp_path / "scores.json").exists()


def test_nothing_is_half_written(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in data.rglob("*.jsonl"):
        (tmp_path / "data" / path.parent.name).mkdir(parents=True, exist_ok=True)
        (tmp_path / "data" / path.parent.name / path.name).write_bytes(path.read_bytes())
    torn = tmp_path / "data/questions_template/P47.jsonl"
    torn.write_bytes(torn.read_bytes()[:-40])
    status, _, told = run(
        capsys, "convert", f"facteval:{tmp_path / 'data'}", "--out", tmp_path / "b"
    )
    assert status == 1 and f"{torn}:{len(world.questions('P47'))}: damaged" in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]
