"""Who is told a fact is right in every form; who is told two hops misses the chain unless told."""

import json
import math
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

import kgforge
from kgforge import probing
from kgforge.benchmark import ExportOptions
from kgforge.schema import ItemFact, Job, Prompt, Request, Score, folders
from tests.worlds import planted, telling

FORMS = ("cloze", "true_false", "multiple_choice", "short_answer", "listing")
EVERY = ", ".join(FORMS)
HOPS = ("first", "second")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight chains, each of two facts, asked in all forms."""
    folder = tmp_path_factory.mktemp("told")
    mined = planted.mined(folder, ["chain2"], {"least": "6"})
    kgforge.export(mined, folder / "bench", ExportOptions(forms=FORMS, candidates=8))
    return folder / "bench"


@pytest.fixture(scope="module")
def asked(bench: Path) -> list[Request]:
    return list(probing.requests(bench, Job(("chain2",), forms=FORMS)))


def statements(asked: Sequence[Request]) -> list[tuple[str, str, str]]:
    return [(one.before, one.target, one.after) for one in asked]


def found(scores: Sequence[Score], metric: str, **by: str) -> Score:
    """A pattern's score, at the first answer where it has several, in a slice."""
    [one] = [
        one
        for one in scores
        if one.metric == metric and one.k in (1, None) and one.group is None and one.by == by
    ]
    return one


def probed(
    bench: Path, asked: Sequence[Request], folder: Path, family: str, told: Sequence[str]
) -> Sequence[Score]:
    """The scores of a model that was told the answers of some roles, in all forms."""
    taught = [one for one in asked if one.role in told]
    model = telling.train(family, statements(taught), statements(asked), folder / "model")
    return probing.probe(bench, model, folder / "run").scores


@pytest.mark.parametrize("family", telling.MAKERS)
def test_who_is_told_all_is_right_in_every_form(
    bench: Path, asked: list[Request], tmp_path: Path, family: str
) -> None:
    scores = probed(bench, asked, tmp_path, family, (*HOPS, "chain"))
    assert {form: found(scores, "hit", form=form).value for form in FORMS} == dict.fromkeys(
        FORMS, 1
    )
    assert found(scores, "all_forms", forms=EVERY).value == 1
    assert found(scores, "forms_agree", forms=EVERY).value == 1
    assert found(scores, "compositionality_gap").value == 0


@pytest.mark.parametrize("family", telling.MAKERS)
def test_who_is_told_two_hops_knows_them_in_every_form_and_misses_the_chain(
    bench: Path, asked: list[Request], tmp_path: Path, family: str
) -> None:
    scores = probed(bench, asked, tmp_path, family, HOPS)
    assert [found(scores, "hit", role=role).value for role in HOPS] == [1, 1]
    whole = {"cloze": 24, "true_false": 48, "multiple_choice": 8, "short_answer": 8, "listing": 8}
    for form, chance in (
        ("cloze", 1 / 8), ("short_answer", 1 / 8), ("listing", 1 / 8), ("true_false", 1 / 2),
        ("multiple_choice", 1 / 4),
    ):  # fmt: skip
        chains = found(scores, "chain_given_hops", form=form)
        assert chains.denominator == whole[form], "each hop is right in each form"
        assert chains.numerator <= chance * whole[form] + 3 * math.sqrt(
            chance * (1 - chance) * whole[form]
        ), form
    assert (found(scores, "compositionality_gap").value or 0) > 0.8


def test_who_is_told_one_form_alone_is_shown_to_disagree(
    bench: Path, asked: list[Request], tmp_path: Path
) -> None:
    cloze = [one for one in asked if one.form == "cloze"]
    model = telling.train("causal", statements(cloze), statements(asked), tmp_path / "model")
    scores = probing.probe(bench, model, tmp_path / "run").scores
    assert found(scores, "hit", form="cloze").value == 1
    assert (found(scores, "hit", form="short_answer").value or 0) < 0.5
    assert (found(scores, "all_forms", forms=EVERY).value or 0) < 0.2


# ── One who answers from what he knows, whatever the form ───────────────────────────────────────
PATTERNS = ("chain2", "inverse", "path", "symmetry")


def answered(fact: ItemFact, prompt: Prompt, known: set[tuple[str, str, str]]) -> list[str]:
    """What he says who knows these facts, by names, and never looks at what is right."""
    about, predicate = fact.subject.label, fact.predicate.id
    if prompt.slot == "subject":
        found = [s for s, p, o in known if (p, o) == (predicate, fact.object.label)]
    else:
        found = [o for s, p, o in known if (s, p) == (about, predicate)]
    if prompt.claimed:
        claim = (about, predicate, prompt.claimed.label)
        return ["true" if claim in known else "false"] if found else []
    if prompt.choices:
        return [
            letter for letter, text in zip("ABCD", prompt.choices, strict=False) if text in found
        ]
    return sorted(found)


@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_who_answers_from_what_he_knows_is_right_of_just_that_in_every_form(
    tmp_path: Path, share: float
) -> None:
    mined = planted.mined(tmp_path, list(PATTERNS), {"least": "6", "share": "0"})
    options = ExportOptions(forms=FORMS, slots=("object", "subject"), candidates=8)
    kgforge.export(mined, tmp_path / "bench", options)
    drawn = random.Random(5)
    there = [
        (item, at, fact)
        for pattern in PATTERNS
        for item in folders.read_items(tmp_path / "bench", pattern)
        for at, fact in enumerate(item.facts)
    ]
    facts = sorted({(f.subject.label, f.predicate.id, f.object.label) for _, _, f in there})
    known = {fact for fact in facts if drawn.random() < share}
    lines = []
    right: dict[str, list[bool]] = {pattern: [] for pattern in PATTERNS}
    for item, _, fact in there:
        knows = (fact.subject.label, fact.predicate.id, fact.object.label) in known
        right[item.pattern].append(knows)
        for number, prompt in enumerate(fact.prompts):
            said = answered(fact, prompt, known)
            line = {"item": item.id, "role": fact.role, "prompt": number, "answers": said}
            lines.append(json.dumps(line))
    (tmp_path / "said.jsonl").write_text("\n".join(lines))
    scores = probing.probe(
        tmp_path / "bench", f"table:{tmp_path}/said.jsonl", tmp_path / "run"
    ).scores
    for pattern, hits in right.items():
        for form in FORMS:
            one = found([one for one in scores if one.pattern == pattern], "hit", form=form)
            assert one.value == pytest.approx(sum(hits) / len(hits)), (pattern, form)
