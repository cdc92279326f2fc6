"""Scores of several forms against a plain count: none pools them, and how far they agree."""

import itertools
import json
import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kgforge import cli, probing, reporting, scoring
from kgforge.probing import Probed
from kgforge.schema import Item, ItemFact, Manifest, ModelOptions, Prompt, Score, folders
from kgforge.scoring import posed
from tests.worlds import lands

Say = Callable[[Item, ItemFact, int, Prompt], str]
KINDS = [("cloze", "object"), ("cloze", "subject"), *((one, "object") for one in lands.ALL[1:])]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Manifest]:
    home = tmp_path_factory.mktemp("lands")
    mined = lands.mined(home, lands.graph(f"oxigraph:{home}/graph"))
    return lands.exported(home, mined, slots=("object", "subject"))


def right(fact: ItemFact, prompt: Prompt) -> str:
    """What is right to say, told from the item alone; of what must not hold, nothing true is."""
    if prompt.gold:
        return prompt.gold
    if fact.holds is False:
        return "nobody at all"
    return (fact.subject if prompt.slot == "subject" else fact.object).label


def wrong(fact: ItemFact, prompt: Prompt) -> str:
    if prompt.gold in ("true", "false"):
        return "true" if prompt.gold == "false" else "false"
    if prompt.choices:
        return next(one for one in prompt.choices if one != fact.object.label)
    if fact.holds is False:
        return (fact.subject if prompt.slot == "subject" else fact.object).label
    return "nobody at all"


def ran(bench: Path, folder: Path, say: Say, **options: object) -> Probed:
    """A run of prepared answers to each prompt by itself."""
    lines = []
    for pattern in folders.read_manifest(bench).patterns:
        for item in folders.read_items(bench, pattern.name):
            after: dict[str, int] = defaultdict(int)
            for fact in item.facts:
                for prompt in fact.prompts:
                    number = after[fact.role]
                    after[fact.role] += 1
                    said = say(item, fact, number, prompt)
                    lines.append(
                        {"item": item.id, "role": fact.role, "prompt": number, "answers": [said]}
                    )
    folder.mkdir(exist_ok=True)
    path = folder / "answers.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return probing.probe(bench, f"table:{path}", folder / "run", **options)  # type: ignore[arg-type]


def found(run: Probed, pattern: str, metric: str, **by: str) -> Score:
    [score] = [
        one
        for one in run.scores
        if (one.pattern, one.metric, one.k, one.group, one.by) == (pattern, metric, 1, None, by)
    ]
    return score


def test_who_is_right_throughout_has_every_form_right(
    made: tuple[Path, Manifest], tmp_path: Path
) -> None:
    run = ran(made[0], tmp_path, lambda item, fact, number, prompt: right(fact, prompt))
    assert run.unaskable == 0
    for pattern, metric in (("inverse", "both_given_either"), ("asymmetry", "all_roles")):
        for by in ({}, *({"form": one} for one in lands.ALL), {"slot": "subject"}):
            if (pattern, by) == ("asymmetry", {"form": "listing"}):
                continue
            assert found(run, pattern, metric, **by).value == 1, by
        named = ", ".join(one if slot == "object" else f"{one} ({slot})" for one, slot in KINDS)
        assert found(run, pattern, "all_forms", forms=named).value == 1
        agree = found(run, pattern, "forms_agree", forms=named)
        assert agree.value == agree.high == 1
        assert agree.low is not None
        assert 0 < agree.low < 1  # all alike: not an interval without width


def test_who_is_wrong_throughout_has_none(made: tuple[Path, Manifest], tmp_path: Path) -> None:
    run = ran(made[0], tmp_path, lambda item, fact, number, prompt: wrong(fact, prompt))
    for by in ({}, *({"form": one} for one in lands.ALL), {"slot": "subject"}):
        assert found(run, "inverse", "hit", **by).value == 0, by
        assert found(run, "asymmetry", "all_roles", **by).value in (0, None), by


def _drawn(item: Item, fact: ItemFact, number: int, prompt: Prompt) -> str:
    """Right of a form as often as its place among the forms says."""
    share = (2 + KINDS.index((prompt.form, prompt.slot))) / 8
    drawn = random.Random(f"{item.id} {fact.role} {number}").random() < share
    return right(fact, prompt) if drawn else wrong(fact, prompt)


def test_each_form_is_counted_by_itself(made: tuple[Path, Manifest], tmp_path: Path) -> None:
    run = ran(made[0], tmp_path, _drawn)
    hits: dict[tuple[str, str], list[bool]] = defaultdict(list)
    both: dict[tuple[str, str], list[tuple[bool, ...]]] = defaultdict(list)
    for item in folders.read_items(made[0], "inverse"):
        known: dict[tuple[str, str], list[list[bool]]] = defaultdict(list)
        for fact in item.facts:
            of_kind: dict[tuple[str, str], list[bool]] = defaultdict(list)
            for number, prompt in enumerate(fact.prompts):
                said = _drawn(item, fact, number, prompt)
                of_kind[prompt.form, prompt.slot].append(said == right(fact, prompt))
            for kind, answers in of_kind.items():
                known[kind].append(answers)
        for kind, (one, other) in known.items():
            steps = range(max(len(one), len(other)))
            pairs = [(one[at % len(one)], other[at % len(other)]) for at in steps]
            both[kind] += pairs
            hits[kind] += itertools.chain.from_iterable(pairs)
    slices: list[tuple[Mapping[str, str], tuple[str, str]]] = [
        ({}, KINDS[0]), ({"slot": "subject"}, KINDS[1]), ({"slot": "object"}, KINDS[0]),
        *(({"form": kind[0]}, kind) for kind in KINDS if kind != KINDS[1]),
    ]  # fmt: skip
    for by, kind in slices:
        score = found(run, "inverse", "hit", **by)
        assert (score.numerator, score.denominator) == (sum(hits[kind]), len(hits[kind])), by
        score = found(run, "inverse", "both_given_either", **by)
        assert (score.numerator, score.denominator) == (
            sum(map(all, both[kind])), sum(map(any, both[kind])),
        )  # fmt: skip
        assert "pooled" not in score.note or "wordings" in score.note


def test_consistency_against_a_plain_count(made: tuple[Path, Manifest], tmp_path: Path) -> None:
    run = ran(made[0], tmp_path, _drawn)
    facts = []
    for item in folders.read_items(made[0], "inverse"):
        for fact in item.facts:
            own: dict[tuple[str, str], bool] = {}
            first: dict[tuple[str, str], str] = {}
            for number, prompt in enumerate(fact.prompts):
                kind = prompt.form, prompt.slot
                if first.setdefault(kind, prompt.template) == prompt.template:
                    hit = _drawn(item, fact, number, prompt) == right(fact, prompt)
                    own[kind] = own.get(kind, True) and hit
            facts.append(own)
    named = ", ".join(one if slot == "object" else f"{one} ({slot})" for one, slot in KINDS)
    score = found(run, "inverse", "all_forms", forms=named)
    every, some = (sum(map(how, (one.values() for one in facts))) for how in (all, any))
    assert (score.numerator, score.denominator) == (every, some)
    pairs = [[a == b for a, b in itertools.combinations(one.values(), 2)] for one in facts]
    score = found(run, "inverse", "forms_agree", forms=named)
    assert score.numerator == pytest.approx(sum(sum(one) / len(one) for one in pairs))
    assert score.denominator == len(facts)
    score = found(run, "inverse", "forms_agree", forms="cloze, true_false")
    alike = sum(one[KINDS[0]] == one[KINDS[2]] for one in facts)
    assert (score.numerator, score.denominator) == (alike, len(facts))
    assert score.low is not None
    assert score.low < alike / len(facts) < (score.high or 0)


def test_one_form_alone_has_neither_slice_nor_agreement(
    made: tuple[Path, Manifest], tmp_path: Path
) -> None:
    run = ran(
        made[0], tmp_path, lambda item, fact, number, prompt: right(fact, prompt),
        forms=["multiple_choice"],
    )  # fmt: skip
    assert not {name for one in run.scores for name in one.by} & {"form", "forms", "slot"}
    assert found(run, "inverse", "both_given_either").value == 1
    # what must not hold has no choice that is right, and no part
    score = found(run, "asymmetry", "all_roles")
    [asymmetry] = [one for one in made[1].patterns if one.name == "asymmetry"]
    assert score.value == 1
    assert 0 < score.items <= asymmetry.items
    assert not any(one.metric in ("all_forms", "forms_agree") for one in run.scores)


def test_the_first_form_that_was_asked_is_the_headline(
    made: tuple[Path, Manifest], tmp_path: Path
) -> None:
    """Right about choices alone; and of forms without a cloze the first of a fact's prompts."""

    def choices(item: Item, fact: ItemFact, number: int, prompt: Prompt) -> str:
        return right(fact, prompt) if prompt.choices else wrong(fact, prompt)

    run = ran(made[0], tmp_path / "all", choices)
    assert found(run, "inverse", "hit").value == 0
    run = ran(made[0], tmp_path / "two", choices, forms=["multiple_choice", "short_answer"])
    assert found(run, "inverse", "hit").value == 1
    assert found(run, "inverse", "hit", form="short_answer").value == 0


def test_runs_are_compared_in_the_first_form_and_in_each(
    made: tuple[Path, Manifest], tmp_path: Path
) -> None:
    ran(made[0], tmp_path / "one", lambda item, fact, number, prompt: right(fact, prompt))
    ran(made[0], tmp_path / "two", _drawn)
    bench = scoring.read_benchmark(made[0])
    runs = [scoring.judge_run(tmp_path / name / "run", bench) for name in ("one", "two")]
    compared = reporting.comparing.compare(runs, [1])
    by = {
        tuple(one.by.items()): one for one in compared if one.pattern == "inverse"
    }  # fmt: skip
    assert set(by) == {
        (), *((("form", one),) for one in lands.ALL), (("slot", "object"),), (("slot", "subject"),),
    }  # fmt: skip
    scores = {
        tuple(one.by.items()): one
        for one in runs[1].scores()
        if (one.pattern, one.metric, one.k, one.group) == ("inverse", "both_given_either", 1, None)
    }
    for key, comparison in by.items():
        assert comparison.difference == pytest.approx(1 - (scores[key].value or 0))


def test_a_sample_of_wordings_has_some_of_each_form(
    made: tuple[Path, Manifest], tmp_path: Path
) -> None:
    run = ran(made[0], tmp_path, lambda item, fact, number, prompt: right(fact, prompt), prompts=1)
    answered = list(folders.read_responses(tmp_path / "run"))
    judged = scoring.judge_run(tmp_path / "run", scoring.read_benchmark(made[0])).judged["inverse"]
    assert len(posed.every(judged)) == len(KINDS)
    of_statements = [one for one in answered if one.form == "true_false"]
    assert sum(one.top[0].text == "true" for one in of_statements) * 2 == len(of_statements)
    assert run.requests == len(answered)


@pytest.mark.parametrize("method", ["open", "ranking"])
def test_letters_are_chosen_whichever_the_method(
    made: tuple[Path, Manifest], tmp_path: Path, method: str
) -> None:
    run = ran(
        made[0], tmp_path, lambda item, fact, number, prompt: right(fact, prompt),
        options=ModelOptions(method=method), forms=["true_false", "multiple_choice"],
    )  # fmt: skip
    assert found(run, "inverse", "hit").value == 1
    assert found(run, "inverse", "hit", form="multiple_choice").value == 1


def _command(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    assert not left.value.code


def test_the_tables_name_the_form_and_show_its_baselines(
    made: tuple[Path, Manifest], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``probe``, ``report`` and ``score``, of a run that was asked two forms and no cloze."""
    two = ["true_false", "multiple_choice"]
    run = ran(made[0], tmp_path, _drawn, forms=two)
    [inverse] = [one for one in made[1].patterns if one.name == "inverse"]
    [own] = [one for one in inverse.forms or () if one.form == "true_false"]
    [said] = [one for one in own.floors if one.answerer == "always true" and not one.metric]
    report = reporting.report([tmp_path / "run"], tmp_path / "page.html")
    for headline in (run.headline, report.headline):
        rows = [one for one in headline.lines if one.pattern == "inverse"]
        assert {one.title for one in rows} == {"inverse (true_false)"}
        [floor] = [one for one in rows if one.name == "always true"]
        assert {one.value for one in floor.scores.values()} == {said.value}
        assert not {one.name for one in rows} & {"empty", "gold", "always A"}
        [line] = [one for one in headline.said if "alone" in one]
        assert line == "true_false alone is shown here; multiple_choice: report -v, and the page"
    page, bench = str(tmp_path / "page.html"), str(made[0])
    _command(["report", str(tmp_path / "run"), "--out", page, "-v"])
    told = capsys.readouterr().out
    assert "inverse (true_false)" in told
    table = told[told.index("by form, top 1") :]
    assert table.index("true_false") < table.index("always true") < table.index("multiple_choice")
    for form in two:
        assert f"{found(run, 'inverse', inverse.metric, form=form).value:.3f}" in table
    again = ["probe", bench, "--model", f"table:{tmp_path}/answers.jsonl", "-v"]
    _command([*again, "--forms", ",".join(two), "--out", str(tmp_path / "again")])
    assert "by form, top 1" in capsys.readouterr().out
    out = str(tmp_path / "scores.json")
    _command(["score", str(tmp_path / "run"), "--benchmark", bench, "--out", out])
    assert "inverse (true_false)" in capsys.readouterr().out


def test_a_run_of_all_forms_shows_the_cloze_with_its_own_baselines(
    made: tuple[Path, Manifest], tmp_path: Path
) -> None:
    run = ran(made[0], tmp_path, _drawn)
    [inverse] = [one for one in made[1].patterns if one.name == "inverse"]
    rows = [one for one in run.headline.lines if one.title == "inverse (cloze)"]
    floors = {(one.name, k): each for one in rows[1:] for k, each in one.scores.items()}
    assert floors == {
        (one.answerer, one.k): one
        for one in inverse.floors
        if (one.answerer, one.k) in floors
    }  # fmt: skip
    assert floors
    assert any(line.startswith("cloze alone is shown here; ") for line in run.headline.said) or any(
        line.startswith("inverse: cloze alone is shown here; ") for line in run.headline.said
    )
