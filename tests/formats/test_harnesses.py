"""Ours in their harnesses: the real programs read what is written, and find what kgforge finds."""

import importlib.util
import json
import math
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
import yaml

import kgforge
from kgforge import benchmark, formats, forms, models, probing, terms
from kgforge.errors import BenchmarkError
from kgforge.formats import bear, inspect_ai, lama, lm_eval
from kgforge.formats._rows import asking, naming, statements
from kgforge.ontology import vocabulary
from kgforge.schema import (
    Accepted,
    Computed,
    Item,
    ItemFact,
    ModelOptions,
    Named,
    Predicate,
    Prompt,
    ReadOptions,
    Request,
    Response,
    Source,
    folders,
    read_scores,
)
from tests.proofs import showing
from tests.sampled import PROOF
from tests.worlds import handmade
from tests.worlds.benches import bench
from tests.worlds.facts import ROOT

NEAR: Final = 1e-3
"""So far sums of float32 in another order, and rounded for our file, may be apart."""


SMALLEST: Final = ["P36", "P190"]
"""Relations of BEAR with the fewest facts."""


@pytest.fixture(autouse=True)
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("TQDM_DISABLE", "1")


def prompts(folder: Path) -> dict[str, tuple[Item, ItemFact, Prompt]]:
    """The prompts for testing, by the id that they have in harnesses."""
    return {
        one.id: (one.item, one.fact, one.prompt)
        for made in folders.read_manifest(folder).patterns
        for item in folders.read_items(folder, made.name)
        for one in asking.of(item, "test")
        if one.fact is not None
    }


def probed(folder: Path, model: Path, out: Path, method: str, **job: Any) -> dict[str, Response]:
    """What ``kgforge probe`` finds, by the same ids."""
    options = ModelOptions(method=method, device="cpu", k=1)
    probing.probe(folder, f"causal:{model}", out, options, ks=(1,), **job)
    return {f"{one.item}/{one.role}/{one.prompt}": one for one in folders.read_responses(out)}


def sums(response: Response) -> list[float]:
    return [math.fsum(one.logprobs) for one in response.candidates]


def chosen(values: list[float]) -> int | None:
    """The place of the greatest; None where two are the greatest."""
    best = [at for at, value in enumerate(values) if value == max(values)]
    return best[0] if len(best) == 1 else None


# ── lm-eval ─────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def tasks(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benchmark as tasks of lm-eval, in a folder that was moved after it was written."""
    home = tmp_path_factory.mktemp("lm-eval")
    benchmark.convert(shipped, "lm_eval", home / "written")
    shutil.move(home / "written", home / "moved here")
    return home / "moved here"


def evaluated(tasks: Path, model: Path, names: list[str] | None = None, **more: Any) -> Any:
    """What lm-eval finds of tasks, started in another folder; by default of all."""
    import lm_eval as harness
    from lm_eval.tasks import TaskManager

    manager = TaskManager(include_path=str(tasks), include_defaults=False)
    return harness.simple_evaluate(
        model="hf",
        model_args={"pretrained": str(model), "dtype": "float32"},
        tasks=names or [path.stem for path in sorted(tasks.glob("kgforge_*_*_*.yaml"))],
        task_manager=manager,
        device="cpu",
        batch_size=64,
        bootstrap_iters=0,
        log_samples=True,
        **more,
    )


def samples(found: Any) -> dict[str, dict[str, Any]]:
    return {one["doc"]["id"]: one for each in found["samples"].values() for one in each}


def values(sample: dict[str, Any]) -> list[float]:
    """The log-likelihood of each choice."""
    return [float(one[0][0]) for one in sample["resps"]]


def test_lm_eval_finds_what_probe_finds_item_by_item(
    shipped: Path, model: Path, tasks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    theirs = samples(evaluated(tasks, model))
    ranked = probed(shipped, model, tmp_path / "ranked", "ranking")
    written = probed(shipped, model, tmp_path / "open", "open", forms=["short_answer"])
    known, right = prompts(shipped), defaultdict[str, list[float]](list)
    for id, sample in theirs.items():
        _, fact, prompt = known[id]
        if prompt.form == "short_answer":
            ours = next((one.text for one in written[id].top), "")
            [said] = sample["filtered_resps"]
            # Ours ends where the longest candidate would; theirs goes on to 16 tokens.
            assert said.startswith(ours.rstrip("\ufffd")) or not ours
            accepted = [name for one in fact.answers for name in (one.label, *one.aliases)]
            assert sample["exact_match"] == float(said.casefold() in map(str.casefold, accepted))
            continue
        own, other = sums(ranked[id]), values(sample)
        assert own == pytest.approx(other, abs=NEAR)
        hit = float(chosen(own) == sample["target"])
        right[prompt.form].append(hit)
        assert sample["acc"] == hit
    assert {form: len(hits) > 20 for form, hits in right.items()} == {
        "cloze": True,
        "multiple_choice": True,
        "true_false": True,
    }
    assert all(0 < sum(hits) < len(hits) for hits in right.values())


def test_a_target_with_two_names_is_one_choice_in_lm_eval(tmp_path: Path) -> None:
    two = (Named("e:a", "Aten"), Named("e:a", "Athens"), Named("e:b", "Bern"))
    asked = Prompt("cloze", "en", "object", "none", "template", "Its capital is [MASK].", "")
    fact = plain("Greece", "Athens", object=two[1], candidates=two, prompts=(asked,))
    carried = written(lm_eval, tmp_path / "out", handmade.item("i", "fact", "g", fact))
    [path] = (tmp_path / "out").glob("*.test.jsonl")
    line = json.loads(path.read_bytes())
    assert line["choices"] == ["Its capital is Athens.", "Its capital is Bern."]
    assert line["gold"] == 0
    assert carried.left["further name of the target among its candidates"] == 1


def test_what_lm_eval_is_not_asked_is_listed_by_item(shipped: Path, tasks: Path) -> None:
    lacks = [
        json.loads(line) for line in (tasks / "left_out.jsonl").read_text("utf-8").splitlines()
    ]
    told = {(one["item"], one["role"], one["prompt"]) for one in lacks if one["prompt"] is not None}
    asked = {
        json.loads(line)["id"]
        for path in tasks.glob("*.test.jsonl")
        for line in path.read_text("utf-8").splitlines()
    }
    for id, (item, fact, prompt) in prompts(shipped).items():
        place = item.id, fact.role, fact.prompts.index(prompt)
        assert (id in asked) != (place in told)
        if id not in asked:
            assert prompt.form == "listing" or fact.holds is False or len(fact.candidates) < 2


def test_without_a_token_of_the_start_only_what_stands_alone_agrees(
    shipped: Path, model: Path, tasks: Path, tmp_path: Path
) -> None:
    """The cause of a difference: lm-eval puts that token before a question only if the tokenizer
    does; kgforge always does. It puts it before whole statements, too."""
    bare = tmp_path / "bare"
    shutil.copytree(model, bare)
    path = bare / "tokenizer.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "post_processor": None}))
    group = folders.read_manifest(shipped).name.replace("-", "_")
    names = [f"{group}_symmetry_{form}_en" for form in ("cloze", "true_false")]
    theirs = samples(evaluated(tasks, bare, names))
    ours = probed(shipped, bare, tmp_path / "run", "ranking", patterns=["symmetry"])
    known, apart = prompts(shipped), defaultdict[str, list[float]](list)
    for id, sample in theirs.items():
        pairs = zip(sums(ours[id]), values(sample), strict=True)
        apart[known[id][2].form] += [abs(one - other) for one, other in pairs]
    assert max(apart["cloze"]) < NEAR
    assert max(apart["true_false"]) > NEAR


def test_examples_of_train_may_stand_before_a_question(
    shipped: Path, model: Path, tasks: Path
) -> None:
    group = folders.read_manifest(shipped).name.replace("-", "_")
    name = f"{group}_symmetry_short_answer_en"
    found = evaluated(tasks, model, [name], num_fewshot=2, limit=1)
    [sample] = found["samples"][name]
    before = sample["arguments"][0][0]
    train = [
        json.loads(line) for line in (tasks / f"{name}.train.jsonl").read_text("utf-8").splitlines()
    ]
    shown = [f"{one['query']} {one['answers'][0]}" for one in train]
    assert sum(one in before for one in shown) == 2
    assert before.endswith(sample["doc"]["query"])


def test_the_group_of_tasks_runs_from_the_command_line(
    model: Path, tasks: Path, tmp_path: Path
) -> None:
    if not PROOF:
        pytest.skip("in make proof: it imports torch once more")
    [group] = [path.stem for path in tasks.glob("kgforge_*.yaml") if path.stem.count("_") == 1]
    command = [sys.executable, "-m", "lm_eval", "run", "--model", "hf", "--tasks", group]
    command += ["--model_args", f"pretrained={model},dtype=float32", "--device", "cpu"]
    command += ["--include_path", str(tasks), "--output_path", str(tmp_path / "out")]
    command += ["--limit", "2", "--log_samples"]
    subprocess.run(command, check=True, cwd="/", capture_output=True)
    [found] = (tmp_path / "out").rglob("results_*.json")
    results = json.loads(found.read_text())
    assert len(list((tmp_path / "out").rglob("samples_*"))) == len(
        [path for path in tasks.glob("*.yaml") if path.stem != group]
    )
    assert results["group_subtasks"][group]


def test_the_settings_have_licence_and_citation(shipped: Path, tasks: Path) -> None:
    class Loader(yaml.SafeLoader):
        pass

    Loader.add_constructor("!function", lambda _, node: node.value)
    manifest = folders.read_manifest(shipped)
    for path in tasks.glob("*.yaml"):
        said = yaml.load(path.read_text("utf-8"), Loader)
        assert said["metadata"]["licence"] == "CC0-1.0"
        assert manifest.name in said["metadata"]["citation"]
        assert str(tasks) not in path.read_text("utf-8")


# ── inspect_ai ──────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def inspected(
    shipped: Path, model: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[dict[str, Any]]]:
    """What inspect_ai makes of the samples of a benchmark, by evaluation."""
    home = tmp_path_factory.mktemp("inspect")
    benchmark.convert(shipped, "inspect_ai", home / "tasks")
    group = folders.read_manifest(shipped).name.replace("-", "_")
    named = [f"{group}_symmetry_{form}_en" for form in ("cloze", "short_answer")]
    choosing = [f"{group}_symmetry_{form}_en" for form in ("multiple_choice", "true_false")]
    jobs: dict[str, dict[str, Any]] = {
        "exact": {"tasks": named, "model": "", "args": {"judge": "exact"}},
        "kgforge": {"tasks": named, "model": "", "args": {"judge": "kgforge"}},
        "choosing": {"tasks": choosing, "model": ""},
        "local": {"tasks": [named[1], choosing[0]], "model": str(model), "limit": 2},
    }
    job = {
        "folder": str(home / "tasks"),
        "logs": str(home / "logs"),
        "out": str(home / "out.json"),
        "evaluations": list(jobs.values()),
    }
    program = str(ROOT / "tests" / "oracles" / "inspecting.py")
    done = subprocess.run(
        [sys.executable, program],
        input=json.dumps(job),
        text=True,
        capture_output=True,
        check=False,
        cwd="/",
        env={**os.environ, "HF_HUB_OFFLINE": "1", "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(zip(jobs, json.loads((home / "out.json").read_text()), strict=True))


def test_inspect_ai_scores_texts_as_kgforge_judges_them(inspected: Mapping[str, Any]) -> None:
    counted = {name: [one["value"] == "C" for one in found] for name, found in inspected.items()}
    for name in ("exact", "kgforge"):
        for one, hit in zip(inspected[name], counted[name], strict=True):
            verdict = kgforge.judge(one["text"], one["target"], question=one["input"])
            assert hit == (verdict == "correct") or (name == "exact" and not hit), one
    # A right answer in a sentence is no exact one.
    assert 0 < sum(counted["exact"]) < sum(counted["kgforge"]) < len(counted["exact"])


def test_inspect_ai_chooses_as_kgforge_marks_it(
    shipped: Path, inspected: Mapping[str, Any]
) -> None:
    known, hits = prompts(shipped), []
    for one in inspected["choosing"]:
        _, fact, prompt = known[one["id"]]
        said = one["text"].removeprefix("ANSWER: ")
        response = Response("i", fact.role, prompt.form, 0, "m", "open", text=said)
        place = fact.prompts.index(prompt)
        asked = forms.Asked(fact, place, False, lambda: (frozenset(), frozenset()))
        marked = forms.of_facts(prompt.form).mark(asked, response)
        if one["value"] == "C":
            assert marked.verdict == "correct"
        elif marked.verdict == "correct":  # in a sentence, or the word where a letter is wanted
            assert said.casefold().strip(".") != prompt.gold.casefold()
        hits.append(one["value"] == "C")
    assert 0 < sum(hits) < len(hits)


def test_a_local_model_runs_in_inspect_ai(inspected: Mapping[str, Any]) -> None:
    assert len(inspected["local"]) == 4
    assert any(one["text"] for one in inspected["local"])
    assert {one["value"] for one in inspected["local"]} <= {"C", "I"}


def test_choices_that_do_not_stand_below_a_question_are_left_out(tmp_path: Path) -> None:
    fact = handmade.fact("r", "Ann", "spouse", "Bo")
    asked = Prompt(
        "multiple_choice", "en", "object", "none", "template",
        "Who is it? Bo or Cy? [MASK]", "", ("Bo", "Cy"), "A",
    )  # fmt: skip
    whole = msgspec.structs.replace(asked, text="Who is it?\nA) Bo\nB) Cy\nAnswer: [MASK]")
    facts = (
        msgspec.structs.replace(fact, prompts=(asked,)),
        msgspec.structs.replace(fact, role="s", prompts=(whole,)),
    )
    out = tmp_path / "out"
    out.mkdir()
    item = handmade.item("i", "symmetry", "g", *facts)
    carried = inspect_ai.write_items(bench([item], out), out)
    assert carried.left["question whose choices do not stand below it"] == 1
    [path] = out.glob("*.test.jsonl")
    written = json.loads(path.read_text())
    assert (written["input"], written["choices"]) == ("Who is it?", ["Bo", "Cy"])
    assert (written["target"], written["id"]) == ("A", "i/s/0")


# ── BEAR ────────────────────────────────────────────────────────────────────────────────────────
def test_lm_pub_quiz_finds_the_accuracy_of_kgforge(
    shipped: Path, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lm_pub_quiz import Dataset, Evaluator

    carried = benchmark.convert(shipped, "bear", tmp_path / "out")
    monkeypatch.chdir("/")
    data = Dataset.from_path(str(tmp_path / "out" / "data"))
    metadata = json.loads((tmp_path / "out" / "data" / "metadata_relations.json").read_text())
    assert {one.relation_code for one in data} == set(metadata)
    judge = Evaluator.from_model(str(model), model_type="CLM", device="cpu")
    found = judge.evaluate_dataset(data, template_index=0, batch_size=256)
    own = models.open(f"causal:{model}", ModelOptions(method="ranking", device="cpu"))
    theirs, hits = found.get_metrics(["accuracy"], accumulate=False), []
    for code, about in metadata.items():
        table = found[code].instance_table
        requests = [_stated(about, row) for _, row in table.iterrows()]
        for (_, row), answer in zip(table.iterrows(), own.answer(requests), strict=True):
            values = [math.fsum(one.logprobs) for one in answer.candidates]
            assert values == pytest.approx(row["pll_scores"], abs=NEAR)
            hits.append(chosen(values) == row["answer_idx"])
        own_accuracy = sum(hits[-len(table) :]) / len(table)
        assert theirs.loc[code, "accuracy"] == pytest.approx(own_accuracy)
    assert 0 < sum(hits) < len(hits)
    small = [row for one in data for row in one.instance_table["sub_label"] if row[0].islower()]
    assert carried.remarks[bear.writing.SMALL] >= len(small) > 0


def test_bear_is_read_as_lm_pub_quiz_asks_it(
    shared: Path, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every answer's log-likelihood, and so each relation's accuracy, is the real program's."""
    from lm_pub_quiz import Dataset, Evaluator

    data = tmp_path / "bear"
    data.mkdir()
    metadata = json.loads((shared / "bear/metadata_relations.json").read_text())
    codes = list(metadata) if PROOF else SMALLEST
    first = {
        code: {**metadata[code], "templates": metadata[code]["templates"][:1]} for code in codes
    }
    (data / "metadata_relations.json").write_text(json.dumps(first))
    for code in codes:
        (data / f"{code}.jsonl").write_text((shared / f"bear/BEAR/{code}.jsonl").read_text())
    benchmark.adopt(f"bear:{data}", tmp_path / "bench")
    options = ModelOptions(method="ranking", device="cpu")
    probing.probe(tmp_path / "bench", f"causal:{model}", tmp_path / "run", options)
    ours = {
        one.item: {each.text: math.fsum(each.logprobs) for each in one.candidates}
        for one in folders.read_responses(tmp_path / "run")
    }
    by_subject = {
        (item.group, item.facts[0].subject.label): ours[item.id]
        for item in folders.read_items(tmp_path / "bench", "fact")
    }
    accuracy = {
        score.group: score.value
        for score in read_scores(tmp_path / "run/scores.json")
        if (score.metric, score.k, score.by) == ("hit", 1, {}) and score.group
    }
    monkeypatch.chdir("/")
    judge = Evaluator.from_model(str(model), model_type="CLM", device="cpu")
    quiz = judge.evaluate_dataset(Dataset.from_path(str(data)), template_index=0, batch_size=256)
    theirs = quiz.get_metrics(["accuracy"], accumulate=False)["accuracy"]
    for code in codes:
        for _, row in quiz[code].instance_table.iterrows():
            own = by_subject[f"wdt:{code}", row["sub_label"]]
            space = metadata[code]["answer_space_labels"]
            assert [own[label] for label in space] == pytest.approx(row["pll_scores"], abs=NEAR)
        assert theirs[code] == pytest.approx(accuracy[f"wdt:{code}"]), code


def test_bear_is_read_whole(shared: Path) -> None:
    found = bear.read_items(shared / "bear", ReadOptions().base)
    assert (len(found.items), len({one.group for one in found.items})) == (7731, 60)
    assert found.left == {}
    facts = [one.facts[0] for one in found.items]
    assert not any(re.search(r"\\[|P[0-9]+$", fact.predicate.label) for fact in facts)
    assert all(fact.object in fact.candidates for fact in facts)
    metadata = json.loads((shared / "bear/metadata_relations.json").read_text())
    wanted = {f"wdt:{code}": len(about["templates"]) for code, about in metadata.items()}
    assert {one.group: len(one.facts[0].prompts) for one in found.items} == wanted


ABOUT: Final = {"templates": ["[Y] holds [X]."], "answer_space_labels": ["the A", "B", "C"]}


def bear_of(folder: Path, about: Mapping[str, Any], *answers: int) -> Path:
    """A relation in BEAR's layout, by the places of the answers of its facts."""
    (folder / "metadata_relations.json").write_text(json.dumps({"P17": about}))
    lines = [
        {"sub_id": f"Q{at}", "sub_label": "x", "obj_id": f"Q9{place}", "answer_idx": place,
         "obj_label": about["answer_space_labels"][place]}
        for at, place in enumerate(answers)
    ]  # fmt: skip
    (folder / "P17.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    return folder


@pytest.mark.parametrize(
    ("answers", "kind"), [((0, 1, 2), "1-1"), ((0, 0), "N-1"), ((0, 1, 2, 2), "N-1"), ((0, 1), "")]
)
def test_bears_answers_tell_the_kind_of_a_relation(
    answers: tuple[int, ...], kind: str, tmp_path: Path
) -> None:
    found = bear.read_items(bear_of(tmp_path, ABOUT, *answers), "urn:x:")
    assert {item.facts[0].predicate.kind for item in found.items} == {kind}


def test_bears_facts_without_a_template_are_counted(tmp_path: Path) -> None:
    found = bear.read_items(bear_of(tmp_path, {**ABOUT, "templates": []}, 0, 1), "urn:x:")
    assert found.items == ()
    assert found.left == {"fact of a relation without a template that has [X] and [Y]": 2}


def test_a_relation_in_two_files_is_refused(tmp_path: Path) -> None:
    bear_of(tmp_path, ABOUT, 0, 1)
    (tmp_path / "big").mkdir()
    shutil.copy(tmp_path / "P17.jsonl", tmp_path / "big")
    with pytest.raises(BenchmarkError, match=r"P17 twice, in P17\.jsonl and big/P17\.jsonl"):
        bear.read_items(tmp_path, "urn:x:")
    (tmp_path / "relations.jsonl").write_text('{"relation":"P17","template":"[X] in [Y]."}\n')
    with pytest.raises(BenchmarkError, match=r"P17 twice, in P17\.jsonl and big/P17\.jsonl"):
        lama.read_items(tmp_path, "urn:x:")


def test_an_answer_that_begins_the_statement_is_not_small(tmp_path: Path) -> None:
    """What is asked has its capital by ``forms``, which stand among the aliases."""
    (tmp_path / "in").mkdir()
    benchmark.adopt(f"bear:{bear_of(tmp_path / 'in', ABOUT, 0, 1)}", tmp_path / "bench")
    assert benchmark.verify(tmp_path / "bench") == []
    carried = benchmark.convert(tmp_path / "bench", "bear", tmp_path / "out")
    assert bear.writing.SMALL not in carried.remarks
    every = [one for each in folders.read_items(tmp_path / "bench", "fact")
             for one in each.facts[0].answers if one.forms]  # fmt: skip
    assert [(one.forms, one.aliases) for one in every] == [(("The A",), ("The A",))]


def test_what_of_bear_cannot_be_asked_is_counted(tmp_path: Path) -> None:
    """A damaged line, an answer that the space lacks, a subject twice, a template without [Y]."""
    about = {"templates": ["[X] lies in [Y].", "Where is [X]?"], "answer_space_labels": ["A", "B"]}
    (tmp_path / "metadata_relations.json").write_text(json.dumps({"P17": about, "P36": about}))
    line = {"sub_id": "Q1", "sub_label": "ulm", "obj_id": "Q2", "obj_label": "B", "answer_idx": 1}
    lines = [line, line, {**line, "sub_id": "Q3", "answer_idx": 0}, {"sub_id": 1}]
    (tmp_path / "P17.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    found = bear.read_items(tmp_path, "urn:x:")
    [item] = found.items
    assert item.facts[0].prompts[0].text == "Ulm lies in [MASK]."
    assert [one.id for one in item.facts[0].candidates] == [
        "http://www.wikidata.org/entity/Q2",
        "urn:x:A",
    ]
    assert found.left == {
        "fact of a subject and relation that another line has": 1,
        "fact whose answer is not in the answer space of its relation": 1,
        "line that is no fact of BEAR": 1,
        "relation of the metadata without a file": 1,
        "template without [X] and [Y]": 1,
    }
    with pytest.raises(BenchmarkError, match=r"has no metadata_relations\.json"):
        bear.read_items(tmp_path / "none", "urn:x:")
    (tmp_path / "metadata_relations.json").write_text("[]")
    with pytest.raises(BenchmarkError, match=r"is not what lm-pub-quiz reads"):
        bear.read_items(tmp_path, "urn:x:")


def _stated(about: Mapping[str, Any], row: Any) -> Request:
    text = about["templates"][0].replace("[X]", row["sub_label"])
    text = text[0].upper() + text[1:]  # as lm-pub-quiz begins each statement
    before, _, after = text.partition("[Y]")
    space = tuple(about["answer_space_labels"])
    return Request("i", "r", 0, 0, before, after, row["obj_label"], space)


def plain(subject: str, named: str, *templates: str, role: str = "r", **changed: Any) -> ItemFact:
    """A fact that is asked in statements."""
    made = handmade.fact(role, subject, "capital", named)
    asked = tuple(
        Prompt("cloze", "en", "object", "none", "template", "?", one) for one in templates
    )
    return msgspec.structs.replace(made, **{"prompts": asked, **changed})


LANGUAGES: Final = ("cs", "da", "de", "en", "fr")
FIRST, SECOND = "The capital of [X] is [Y].", "[X] is governed from [Y]."
OWN: Final = (Named("r", "Rome"), Named("b", "Bonn"), Named("o", "Oslo"))


def written(module: Any, folder: Path, *items: Item, **manifest: Any) -> Any:
    """What a layout writes of items."""
    folder.mkdir()
    made = bench(items, folder)
    changed = msgspec.structs.replace(made.manifest, **manifest)
    return module.write_items(msgspec.structs.replace(made, manifest=changed), folder)


def test_the_candidates_of_all_facts_are_the_answer_space(tmp_path: Path) -> None:
    """As they are where the benchmark was read from such a folder."""
    facts = [
        plain(name, one.label, FIRST, SECOND, object=one, candidates=OWN,
              answers=(Accepted(one.id, one.label, ("Alias",)),))
        for name, one in (("Italy", OWN[0]), ("Norway", OWN[2]))
    ]  # fmt: skip
    items = [handmade.item(f"i{at}", "fact", "g", one) for at, one in enumerate(facts)]
    carried = written(bear, tmp_path / "out", *items)
    metadata = json.loads((tmp_path / "out/data/metadata_relations.json").read_text())
    [(code, about)] = metadata.items()
    assert about["answer_space_ids"] == ["r", "b", "o"]
    assert about["templates"] == [FIRST, SECOND]
    lines = (tmp_path / f"out/data/{code}.jsonl").read_text().splitlines()
    assert [json.loads(line)["answer_idx"] for line in lines] == [0, 2]
    assert carried.left == {"alias of an answer": 2}
    assert json.loads((tmp_path / "out/about.json").read_text())["id"] == "kgforge-test"


def test_a_fact_with_two_answers_in_the_space_is_no_instance(tmp_path: Path) -> None:
    two = (Accepted("b", "Bonn"), Accepted("r", "Rome"))
    facts = [
        plain("Italy", "Rome", FIRST, object=OWN[0], answers=(Accepted("r", "Rome"),)),
        plain("Both", "Bonn", FIRST, object=OWN[1], answers=two),
        plain("Norway", "Oslo", FIRST, object=OWN[2], answers=(Accepted("o", "Oslo"),)),
    ]
    items = [handmade.item(f"i{at}", "fact", "g", one) for at, one in enumerate(facts)]
    carried = written(bear, tmp_path / "out", *items)
    assert carried.written == {"relations": 1, "instances": 2}
    assert [one.item for one in carried.lacks if one.reason == bear.writing.SEVERAL] == ["i1"]
    metadata = json.loads((tmp_path / "out/data/metadata_relations.json").read_text())
    [about] = metadata.values()
    assert about["answer_space_labels"] == ["Rome", "Oslo"]


def test_a_relation_with_one_answer_is_no_question(tmp_path: Path) -> None:
    fact = plain("Italy", "Rome", FIRST)
    carried = written(bear, tmp_path / "out", handmade.item("i", "fact", "g", fact))
    assert carried.written == {}
    assert carried.left["fact of a relation with one answer alone"] == 1


@pytest.mark.parametrize("module", [bear, lama])
def test_only_plain_facts_that_are_stated_are_written(module: Any, tmp_path: Path) -> None:
    asked = plain("Italy", "Rome", FIRST)
    other = msgspec.structs.replace(asked.prompts[0], form="short_answer", template="Who?")
    odd = [
        plain("A", "B", FIRST, via=(Named("x", "x"),)),
        plain("C", "D", FIRST, computed=Computed("count")),
        plain("E", "F", FIRST, holds=False),
        plain("G", "H", FIRST, holds=None),
        plain("I", "J", FIRST, answers=()),
        plain("K", "L", SECOND),
        msgspec.structs.replace(plain("M", "N", FIRST), prompts=(other,)),
        plain("Italy", "Rome", FIRST, role="again"),
        plain("O", "P", FIRST, SECOND),
    ]
    items = [handmade.item(f"i{at}", "fact", "g", one) for at, one in enumerate([asked, *odd])]
    carried = written(module, tmp_path / "out", *items)
    found = {one.item: one.reason for one in carried.lacks if not one.reason.startswith("cand")}
    assert found == {
        "i1": "chain of facts",
        "i2": "answer that is computed",
        "i3": "fact that must not hold: no answer to it is right",
        "i4": "fact that is implied",
        "i5": "fact without an answer",
        "i6": "fact without a wording that (almost) all others of its relation have",
        "i7": "fact without a statement that asks for its object",
        "i8": "fact that another item has",
        "i9": "wording that is no template: not (almost) all facts of its relation have it",
    }


@pytest.mark.parametrize("module", [bear, lama])
def test_a_template_is_a_wording_that_almost_all_facts_have(module: Any, tmp_path: Path) -> None:
    """One of twenty facts lacks it and is left out; what half of them have is no template."""
    facts = [
        plain(f"S{at}", f"O{at}", "[X] has [Y].", FIRST, *([SECOND] if at % 2 else []))
        for at in range(19)
    ]
    facts.append(plain("S19", "O19", FIRST))
    items = [handmade.item(f"i{at}", "fact", "g", one) for at, one in enumerate(facts)]
    carried = written(module, tmp_path / "out", *items)
    assert carried.left["fact without a wording that (almost) all others of its relation have"] == 1
    assert carried.left[statements.OWN] == 9
    assert carried.written["relations"] == 1
    text = next((tmp_path / "out").rglob("*relations.json*")).read_text("utf-8")
    assert FIRST in text
    assert SECOND not in text
    facts_of = [one for one in (tmp_path / "out").rglob("*.jsonl") if "relations" not in one.name]
    assert sum(one.read_text("utf-8").count("sub_label") for one in facts_of) == 19


def test_a_relation_whose_facts_share_no_wording_has_no_template(tmp_path: Path) -> None:
    facts = [plain(f"S{at}", f"O{at}", f"In {at}, [X] has [Y].") for at in range(4)]
    items = [handmade.item(f"i{at}", "fact", "g", one) for at, one in enumerate(facts)]
    carried = written(bear, tmp_path / "out", *items)
    assert carried.written == {}
    assert carried.left == {"fact of a relation without a wording that most of its facts have": 4}


def test_each_language_has_its_relation(tmp_path: Path) -> None:
    czech = Prompt("cloze", "cs", "object", "none", "template", "?", "[Y] je hlavní město [X].")
    fact = plain("Italy", "Rome", FIRST)
    both = msgspec.structs.replace(fact, prompts=(*fact.prompts, czech))
    item = handmade.item("i", "fact", "g", both)
    written(lama, tmp_path / "out", item, languages=("en", "cs"))
    lines = (tmp_path / "out/relations.jsonl").read_text("utf-8").splitlines()
    found = {json.loads(line)["relation"]: json.loads(line)["template"] for line in lines}
    [english, other] = found
    assert other == f"{english}@cs"
    assert found[other] == czech.template


@pytest.mark.parametrize("layout", ["bear", "lama"])
def test_each_language_is_read_back(layout: str, tmp_path: Path) -> None:
    """With its predicate, and in pairs: an item has the same hash in both languages."""
    template = {"en": FIRST, "cs": "[Y] je hlavní město [X]."}
    names = {"en": ("Italy", "Norway"), "cs": ("Itálie", "Norsko")}
    capitals, capital = ("Q220", "Q585"), Predicate(terms.wikidata_predicate("P36"), "capital")
    made = []
    for language, pattern in (("cs", "fact"), ("en", "fact_en")):
        for at, object in enumerate(capitals):
            target = Named(terms.wikidata_entity(object), f"{object} {language}")
            asked = Prompt("cloze", language, "object", "none", "template", "?", template[language])
            fact = msgspec.structs.replace(
                plain("", ""), object=target, predicate=capital, prompts=(asked,),
                subject=Named(terms.wikidata_entity(f"Q{at}"), names[language][at]),
                answers=(Accepted(target.id, target.label),),
            )  # fmt: skip
            made.append(handmade.item(f"{pattern}{at}", pattern, "g", fact))
    written(formats.writer(layout), tmp_path / "out", *made, languages=("cs", "en"),
            sources=(Source("graph.nt", "0" * 64, "CC0-1.0"),))  # fmt: skip
    found = formats.reader(layout).read_items(tmp_path / "out", "urn:x:")
    assert found.licence == "CC0-1.0", "the benchmark's, not the layout's own"
    assert found.languages == ("cs", "en")
    assert not found.left
    told = [
        (item.pattern, fact.predicate.id, fact.prompts[0].text.partition("[MASK]")[2])
        for item in found.items
        for fact in item.facts
    ]
    assert told[:2] == [("fact", capital.id, f" je hlavní město {one}.") for one in names["cs"]]
    assert [pattern for pattern, *_ in told[2:]] == ["fact_en", "fact_en"]
    hashes = [item.id.rpartition("-")[2] for item in found.items]
    assert hashes[:2] == hashes[2:]
    [listed] = (tmp_path / "out").rglob("*relations.json*")
    known = vocabulary.read_only([listed])
    for language in ("en", "cs"):
        assert known.templates(capital.id, language) == (template[language],)


# ── LAMA ────────────────────────────────────────────────────────────────────────────────────────
def test_lamas_program_finds_each_fact_with_its_statement(shipped: Path, tmp_path: Path) -> None:
    """Read as ``get_TREx_parameters`` and ``batch_eval_KB_completion.main`` of LAMA do it."""
    benchmark.convert(shipped, "lama", tmp_path / "out")
    prefix = f"{tmp_path}/out/"
    known = prompts(shipped)
    texts = {
        (prompt.text, fact.object.label)
        for _, fact, prompt in known.values()
        if prompt.form == "cloze" and prompt.slot == "object"
    }
    count = 0
    for relation in _loaded(f"{prefix}relations.jsonl"):
        for sample in _loaded(f"{prefix}TREx/{relation['relation']}.jsonl"):
            assert sample["predicate_id"] == relation["relation"]
            statement = relation["template"].replace("[X]", sample["sub_label"])
            asked = statement.replace("[Y]", "[MASK]"), sample["obj_label"]
            assert asked in texts
            count += 1
    assert count > 20


def _loaded(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def test_sentences_are_evidence_with_the_object_masked(tmp_path: Path) -> None:
    fact = handmade.fact(
        "r", "Italy", "capital", "Rome", evidence=["Italy is governed from Rome.", "It is old."]
    )
    stated = msgspec.structs.replace(fact, prompts=plain("Italy", "Rome", FIRST).prompts)
    carried = written(lama, tmp_path / "out", handmade.item("i", "fact", "g", stated))
    [path] = (tmp_path / "out/TREx").glob("*.jsonl")
    [line] = _loaded(str(path))
    assert [one["masked_sentence"] for one in line["evidences"]] == [
        "Italy is governed from [MASK]."
    ]
    assert carried.left["evidence sentence without the object's label"] == 1
    assert line["uuid"] == "i/r"


# ── All ─────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("layout", ["lm_eval", "inspect_ai", "bear", "lama"])
def test_the_same_bytes_are_written_again(layout: str, shipped: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        benchmark.convert(shipped, layout, tmp_path / name)
    one, two = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
        for folder in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two
    assert all(one.values())  # no file is empty


@pytest.mark.parametrize("layout", ["lm_eval", "inspect_ai", "bear", "lama", "datasets"])
def test_answers_of_a_model_have_no_place(layout: str, tmp_path: Path) -> None:
    item = handmade.item("i", "fact", "g", plain("Italy", "Rome", FIRST))
    made = msgspec.structs.replace(bench([item], tmp_path / "out"), heard={})
    with pytest.raises(BenchmarkError, match="no place for a model's answers: leave --run out"):
        formats.writer(layout).write_items(made, tmp_path)


def test_the_pages_name_tasks_that_their_commands_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    pages = {
        name: (ROOT / "docs/how-to" / name).read_text("utf-8")
        for name in ("lm_eval.md", "inspect_ai.md")
    }
    for line in showing.commands(pages["lm_eval.md"]):
        showing.run(line, tmp_path)
    *_, convert = showing.commands(pages["inspect_ai.md"])
    showing.run(convert.replace("tasks/", "samples/"), tmp_path)
    named = set(re.findall(r"kgforge_[0-9a-f]{12}\w*", "".join(pages.values())))
    theirs = {path.stem for path in (tmp_path / "tasks").glob("kgforge_*.yaml")}
    assert len(named) == 3
    assert named <= theirs, sorted(theirs)
    in_file = set(re.findall(r"def (kgforge_\w+)\(", (tmp_path / "samples/tasks.py").read_text()))
    assert in_file == {name for name in theirs if name.count("_") > 1}


@pytest.mark.parametrize("module", [lm_eval, inspect_ai])
def test_each_generator_and_language_has_its_task(module: Any, tmp_path: Path) -> None:
    """So that wordings can be compared; the language comes last in the name of each."""
    base = Prompt("cloze", "en", "object", "none", "template", "It is [MASK].", FIRST)
    change = msgspec.structs.replace
    prompts = [change(base, generator=one) for one in ("template", "translation", "m:a/b-c")]
    czech = [change(base, language="cs", generator=one.generator) for one in prompts]
    items = [
        handmade.item(name, pattern, "g", change(plain("Italy", "Rome"), candidates=OWN,
                      object=OWN[0], prompts=tuple(asked)))
        for name, pattern, asked in (("i", "fact", prompts), ("j", "fact_cs", czech))
    ]  # fmt: skip
    written(module, tmp_path / "out", *items)
    found = {}
    for path in (tmp_path / "out").glob("*.test.jsonl"):
        [row] = _loaded(str(path))
        found[path.name.partition(".")[0]] = (row.get("metadata") or row)["generator"]
    assert found == {
        f"kgforge_test_fact_cloze_{name}": generator
        for language in ("en", "cs")
        for name, generator in (
            (language, "template"),
            (f"translation_{language}", "translation"),
            (f"m_a_b_c_{language}", "m:a/b-c"),
        )
    }


def test_many_tasks_have_few_files_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are opened once more go on."""
    monkeypatch.setattr(naming, "MOST", 2)
    prompts = tuple(
        Prompt("cloze", one, "object", "none", "template", "It is [MASK].", "") for one in LANGUAGES
    )
    fact = plain("Italy", "Rome", object=OWN[0], candidates=OWN, prompts=prompts)
    out = tmp_path / "out"
    out.mkdir()
    made = bench([handmade.item(f"i{at}", "fact", "g", fact) for at in range(3)], out)
    there = sum(1 for _ in Path("/proc/self/fd").iterdir())
    most = [0]

    def record(asked: asking.Asked) -> str:
        most.append(sum(1 for _ in Path("/proc/self/fd").iterdir()) - there)
        return asked.id

    shelf = naming.shelved(made, out, formats.Lacks(), lambda asked: "", record)
    assert len(shelf.tasks) == len(LANGUAGES)
    assert max(most) <= 3, "of tasks, and that of the items"
    for path in out.glob("*.jsonl"):
        assert len(path.read_text().splitlines()) == 3


def test_questions_without_a_task_are_listed(tmp_path: Path) -> None:
    """A form that is not known, an answer that is none of those to choose from, nothing to rank."""
    fact = handmade.fact("r", "Italy", "capital", "Rome")
    base = Prompt("cloze", "en", "object", "none", "template", "It is [MASK].", FIRST)
    strange = msgspec.structs.replace(base, form="opera")
    wrong = msgspec.structs.replace(base, form="true_false", gold="maybe", claimed=Named("b", "B"))
    short = msgspec.structs.replace(base, form="short_answer")
    lone = msgspec.structs.replace(fact, prompts=(strange, wrong, base), candidates=(fact.object,))
    nameless = msgspec.structs.replace(fact, role="s", prompts=(short,), answers=())
    item = handmade.item("i", "fact", "g", lone, nameless)
    carried = written(lm_eval, tmp_path / "out", item)
    assert {(one.role, one.prompt): one.reason for one in carried.lacks} == {
        ("r", 0): "prompt of a form that is no task",
        ("r", 1): "prompt of a form that is no task",
        ("r", 2): "target that is its only candidate",
        ("s", 0): "fact without an answer",
    }
    assert carried.written == {}


def test_their_programs_are_here() -> None:
    for name in ("lm_eval", "inspect_ai", "lm_pub_quiz", "mlcroissant"):
        assert importlib.util.find_spec(name), "pip install '.[dev]'"
