"""A statement with a slot: its prompts, its request, what bars it, and how answers are marked."""

import math
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from kgforge import forms
from kgforge.errors import BenchmarkError
from kgforge.forms import Asked, Posing
from kgforge.schema import Computed, ItemFact, Prompt, Request, Response
from tests.worlds.handmade import answers, fact, ranking

CLOZE = forms.of_facts("cloze")
OSLO = fact("capital", "Norway", "P36", "Oslo", aliases=["Kristiania"], candidates=["Bergen"])


class Wording(NamedTuple):
    template: str
    generator: str = "template"
    said: str = ""


def asked(of: ItemFact = OSLO, *, legacy: bool = False) -> Asked:
    return Asked(of, 0, legacy, lambda: forms.names(of, legacy=legacy))


def request(*candidates: str) -> Request:
    return Request("i", "r", 0, 0, "a ", ".", "Oslo", candidates, "cloze")


def test_a_statement_for_each_wording() -> None:
    bare = msgspec.structs.replace(OSLO, prompts=())
    wordings = [Wording("[Y] is in [X]; [X]!"), Wording("[X] has [Y].", "synonym")]
    first, second = CLOZE.prompts(bare, Posing(wordings, "de"))
    assert (first.form, first.slot, first.language, first.context, first.template) == (
        "cloze", "object", "de", "none", "[Y] is in [X]; [X]!",
    )  # fmt: skip
    assert (first.text, first.generator) == ("[MASK] is in Norway; Norway!", "template")
    assert (second.text, second.generator) == ("Norway has [MASK].", "synonym")


def test_a_model_gets_the_statement_parted_at_its_slot() -> None:
    found = CLOZE.question(OSLO, OSLO.prompts[0])
    assert (found.before, found.after) == ("The capital of Norway is ", ".")
    assert (found.target, found.candidates) == ("Oslo", ("Bergen", "Oslo"))
    assert not (found.written or found.chosen or found.several)


@pytest.mark.parametrize(
    ("method", "candidates", "barred"),
    [
        ("open", (), False),
        ("gold_length", ("Oslo",), False),
        ("token_average", ("Oslo",), False),
        ("ranking", ("Oslo",), True),
        ("original", ("Oslo", "Bergen"), False),
    ],
)
def test_a_ranking_of_one_is_barred(method: str, candidates: tuple[str, ...], barred: bool) -> None:
    why = CLOZE.barred(request(*candidates), method)
    assert why == ("not askable: its target is the only candidate to rank" if barred else "")


@pytest.mark.parametrize(
    ("said", "rank", "target"),
    [
        (["Bergen", "Kristiania"], 2, 2),
        (["Bergen"], math.inf, math.inf),
        ([], math.inf, math.inf),
        (["oslo."], 1, 1),
    ],
)
def test_the_place_of_an_accepted_answer(said: list[str], rank: float, target: float) -> None:
    found = CLOZE.mark(asked(), answers("i", "capital", said))
    assert (found.rank, found.target, found.candidates) == (rank, target, 0)


def test_one_answer_that_is_right_is_not_the_target() -> None:
    of = fact("capital", "Bolivia", "P36", "Sucre", others=["La Paz"])
    response = answers("i", "capital", ["La Paz", "Sucre", "Lima"])
    found = CLOZE.mark(asked(of), response)
    assert (found.rank, found.target) == (1, 2)
    assert [one.verdict for one in CLOZE.said(asked(of), response, found)] == [1, 2, 0]


def test_a_generated_text_is_one_answer() -> None:
    response = Response("i", "capital", "cloze", 0, "m", "open", text="Oslo")
    assert CLOZE.mark(asked(), response).rank == 1
    assert [one.text for one in CLOZE.said(asked(), response, None)] == ["Oslo"]


def test_candidates_that_tie_share_their_rank() -> None:
    response = ranking("i", "capital", {"Oslo": [-1.0], "Bergen": [-0.5, -0.5], "Rome": [-2.0]})
    found = CLOZE.mark(asked(), response)
    assert (found.rank, found.target, found.candidates) == (1.5, 1.5, 3)
    shown = list(CLOZE.said(asked(), response, found))
    assert {one.text: one.verdict for one in shown} == {"Oslo": 2, "Bergen": 0, "Rome": 0}


INFLECTED = replace(
    OSLO,
    answers=(replace(OSLO.answers[0], forms=("Osla",)),),
    prompts=(replace(OSLO.prompts[0], forms=("Bergenu", "Osla")),),
)


def test_a_sentence_inflects_its_candidates() -> None:
    assert [one.label for one in INFLECTED.candidates] == ["Bergen", "Oslo"]
    found = CLOZE.question(INFLECTED, INFLECTED.prompts[0])
    assert (found.candidates, found.target) == (("Bergenu", "Osla"), "Osla")
    assert not CLOZE.flaw(INFLECTED, INFLECTED.prompts[0])
    few = replace(INFLECTED.prompts[0], forms=("Osla",))
    assert "1 forms of 2 candidates" in CLOZE.flaw(INFLECTED, few)
    of_subject = replace(few, slot="subject")
    assert "inflects objects" in CLOZE.flaw(INFLECTED, of_subject)


@pytest.mark.parametrize(
    ("ranked", "rank", "legacy"),
    [
        ({"Osla": -1.0, "Bergenu": -2.0}, 1, 1),
        ({"Osla": -2.0, "Bergenu": -2.0, "Říma": -1.0}, 2.5, 2),
        ({"Oslo": -3.0, "Osla": -1.0, "Bergenu": -2.0}, 1, 1),
        ({"Oslo": -1.0, "Osla": -1.0, "Bergenu": -1.0}, 1.5, 1),
        ({"Oslo": -1.0, "Osla": -2.0, "Bergenu": -3.0, "Kristiania": -0.5}, 2, 2),
    ],
)
def test_the_best_form_is_ranked(ranked: dict[str, float], rank: float, legacy: float) -> None:
    """Other forms stand in nobody's way; an alias is no form; legacy ties are in its favour."""
    response = ranking("i", "capital", {name: [value] for name, value in ranked.items()})
    assert CLOZE.mark(asked(INFLECTED), response).rank == rank
    assert CLOZE.mark(asked(INFLECTED, legacy=True), response).rank == legacy
    shown = CLOZE.said(asked(INFLECTED), response, CLOZE.mark(asked(INFLECTED), response))
    assert {one.text for one in shown if one.verdict == 2} == {"Oslo", "Osla"} & ranked.keys()


def test_legacy_ties_are_in_favour_of_what_is_known_to_have_no_form() -> None:
    response = ranking("i", "capital", {"Oslo": [-1.0], "Bergen": [-1.0]})
    bare = replace(OSLO, answers=(replace(OSLO.answers[0], forms=()),))
    assert CLOZE.mark(asked(bare, legacy=True), response).rank == 1
    assert CLOZE.mark(asked(bare), response).rank == 1.5
    assert CLOZE.mark(asked(legacy=True), response).rank == 1.5, "as ever"


def test_a_target_that_was_not_ranked_is_refused() -> None:
    with pytest.raises(BenchmarkError, match="'Oslo' is not among the 1 candidates"):
        CLOZE.mark(asked(), ranking("i", "capital", {"Bergen": [-1.0]}))


def test_what_the_baselines_may_say() -> None:
    prompt = OSLO.prompts[0]
    false = msgspec.structs.replace(OSLO, holds=False)
    assert list(CLOZE.gold(OSLO, prompt)) == ["Oslo"]
    assert list(CLOZE.gold(false, prompt)) == []
    assert list(CLOZE.options(OSLO, prompt, ["Bergen", "Oslo"])) == ["Bergen", "Oslo"]
    assert list(CLOZE.options(OSLO, prompt, ["Oslo"])) == []


@pytest.mark.parametrize(
    ("how", "candidates", "text", "told"),
    [
        ("count", ("3", "4"), "How many? [MASK]", "Answer the question with a number only."),
        ("whether", ("no", "yes"), "Is it? [MASK]", "Answer the question with yes or no only."),
        ("larger", ("A", "B"), "Which? [MASK]", "Answer the question with the name only."),
        (
            "count",
            ("3", "4"),
            "Ann has [MASK] children.",
            "Fill in the blank marked [MASK]. Answer with a number only.",
        ),
    ],
)
def test_a_computed_answer_has_an_instruction_of_its_kind(
    how: str, candidates: tuple[str, ...], text: str, told: str
) -> None:
    plain = fact("r", "Ann", "P1", candidates[0], candidates=[*candidates[1:]])
    computed = msgspec.convert({"how": how}, Computed)
    made = msgspec.structs.replace(plain, computed=computed)
    prompt = Prompt("cloze", "en", "object", "none", "template", text, "")
    assert CLOZE.question(made, prompt).instruction == told
    assert not CLOZE.question(plain, prompt).instruction
