"""Each form of a fact told by hand: its prompts, its request, and how its answers are marked."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest

from kgforge import forms
from kgforge.forms import Asked, Mark, Posing
from kgforge.schema import ItemFact, Named, Prompt, Response, Scored, Side, Top
from kgforge.schema.item import Accepted
from tests.worlds.handmade import fact

MISS = math.inf


class Wording(NamedTuple):
    template: str
    generator: str = "template"
    said: str = ""


STATED = (Wording("[X] is ruled from [Y]."), Wording("[Y], capital of [X]", "synonym"))
QUESTION = (Wording("From where is [X] ruled?"),)
OTHERS = tuple(Named(f"Q{name}", name) for name in ("Bergen", "Washington, D.C.", "bergen", "Rome"))
OSLO = fact("capital", "Norway", "P36", "Oslo", aliases=["Kristiania"], candidates=["Bergen"])


def posing(**changes: Any) -> Posing:
    return msgspec.structs.replace(Posing(STATED, "en", QUESTION, OTHERS), **changes)


def posed(name: str, of: ItemFact = OSLO, **changes: Any) -> ItemFact:
    """A fact with the prompts of one form."""
    bare = msgspec.structs.replace(of, prompts=())
    prompts = tuple(forms.of_facts(name).prompts(bare, posing(**changes)))
    return msgspec.structs.replace(bare, prompts=prompts)


def placed(name: str, of: Sequence[ItemFact], drawn: Iterable[int]) -> tuple[ItemFact, ...]:
    return forms.of_facts(name).placed(of, iter(drawn))


def marked(of: ItemFact, said: Response, *, legacy: bool = False) -> Mark:
    prompt = of.prompts[said.prompt]
    asked = Asked(of, said.prompt, legacy, lambda: forms.names(of, legacy=legacy, slot=prompt.slot))
    return forms.of_facts(prompt.form).mark(asked, said)


def text(said: str, prompt: int = 0) -> Response:
    return Response("i", "r", "", prompt, "m", "open", text=said)


def listed(*said: str, prompt: int = 0) -> Response:
    top = tuple(Top(one, -float(place)) for place, one in enumerate(said))
    return Response("i", "r", "", prompt, "m", "open", top=top)


def weighed(prompt: int = 0, **values: float) -> Response:
    found = tuple(Scored(name, (name,), (value,)) for name, value in values.items())
    return Response("i", "r", "", prompt, "m", "open", candidates=found)


def golds(of: ItemFact) -> list[str]:
    return [prompt.gold for prompt in of.prompts]


# ── true or false ───────────────────────────────────────────────────────────────────────────────
def test_each_wording_gives_a_true_statement_and_a_false_one() -> None:
    of = posed("true_false")
    assert [(one.text, one.gold) for one in of.prompts] == [
        ("Norway is ruled from Oslo. True or false? [MASK]", "true"),
        ("Norway is ruled from Bergen. True or false? [MASK]", "false"),
        ("Oslo, capital of Norway True or false? [MASK]", "true"),
        ("Bergen, capital of Norway True or false? [MASK]", "false"),
    ]
    assert [one.claimed.label for one in of.prompts if one.claimed] == ["Oslo", "Bergen"] * 2
    form = forms.of_facts("true_false")
    assert list(form.places([of])) == [2, 2]
    [turned] = placed("true_false", [of], [1, 0])
    assert golds(turned) == ["false", "true", "true", "false"]
    assert [form.flaw(turned, one) for one in turned.prompts] == [""] * 4


@pytest.mark.parametrize("name", ["true_false", "multiple_choice", "short_answer", "listing"])
@pytest.mark.parametrize(
    ("subject", "language", "wanted"),
    [
        ("music", "en", "Music "),
        ("eBay", "en", "eBay "),
        ("3d film", "en", "3d film "),
        ("élite", "fr", "Élite "),
        ("izmir", "tr", "İzmir "),
        ("ßa", "de", "ßa "),
        ("მუსიკა", "ka", "მუსიკა "),
        ("音楽", "ja", "音楽 "),
    ],
)
def test_what_is_asked_begins_with_a_capital(
    name: str, subject: str, language: str, wanted: str
) -> None:
    of = posed(
        name,
        fact("capital", subject, "P36", "Oslo", candidates=["Bergen"]),
        questions=(Wording("[X] is ruled from where?"),),
        language=language,
    )
    assert of.prompts
    assert all(one.text.startswith(wanted) for one in of.prompts if "capital of" not in one.text)
    # a cloze keeps its bytes
    cloze = posed("cloze", fact("capital", subject, "P36", "Oslo", candidates=["Bergen"]))
    assert cloze.prompts[0].text.startswith(f"{subject} ")


def test_a_question_that_begins_with_a_mark_has_its_capital_behind_it() -> None:
    of = posed("short_answer", questions=(Wording("¿dónde está [X]?"),), language="es")
    assert of.prompts[0].text == "¿Dónde está Norway? [MASK]"


def test_a_label_that_holds_a_slot_is_no_slot() -> None:
    odd = fact("r", "[Y] of [X]", "P36", "[X]")
    of = posed("true_false", odd, wordings=STATED[:1], distractors=())
    assert [one.text for one in of.prompts] == [
        "[Y] of [X] is ruled from [X]. True or false? [MASK]"
    ]


def test_what_must_not_hold_stands_for_a_false_statement() -> None:
    back = fact("backward", "Oslo", "P36", "Norway", holds=False)
    of = [posed("true_false"), posed("true_false", back)]
    assert golds(of[1]) == ["false", "false"]
    assert forms.of_facts("true_false").places(of) == []
    one, other = placed("true_false", of, ())
    assert (golds(one), golds(other)) == (["true", "true"], ["false", "false"])


def test_half_of_the_statements_are_true_whatever_an_item_holds() -> None:
    back = posed("true_false", fact("backward", "Oslo", "P36", "Norway", holds=False))
    lone = posed("true_false", distractors=())
    few = posed("true_false", wordings=STATED[:1])
    for of in (
        [posed("true_false"), lone, back],
        [lone, back],
        [lone],
        [back],
        [back, back, posed("true_false")],
        [few, back],
        [few, posed("true_false"), back, lone],
    ):
        sizes = forms.of_facts("true_false").places(of)
        found = [gold for one in placed("true_false", of, [0] * len(sizes)) for gold in golds(one)]
        assert found.count("true") == found.count("false"), of
    [alone] = placed("true_false", [lone], ())
    assert alone.prompts == ()
    # of a fact that has no false statement the true one is kept, as what must not hold is beside it
    first, second, _ = placed("true_false", [posed("true_false"), lone, back], [0, 0])
    assert (golds(first), golds(second)) == (["true", "false"] * 2, ["true", "true"])


@pytest.mark.parametrize(
    ("prompt", "said", "rank"),
    [
        (0, text("True."), 1),
        (0, text("no"), MISS),
        (1, text("That is false"), 1),
        (1, listed("true"), MISS),
        (0, listed("true", "false"), 1),
        (0, weighed(true=-1.0, false=-2.0), 1),
        (1, weighed(true=-1.0, false=-2.0), MISS),
        (0, weighed(true=-1.0, false=-1.0), MISS),
    ],
)
def test_a_statement_is_right_where_the_word_is(prompt: int, said: Response, rank: float) -> None:
    said = msgspec.structs.replace(said, prompt=prompt)
    assert marked(posed("true_false"), said).rank == rank


@pytest.mark.parametrize(("said", "rank"), [("true", 1), ("false", MISS), ("perhaps", MISS)])
def test_what_must_not_hold_is_named_where_it_is_called_true(said: str, rank: float) -> None:
    back = posed("true_false", fact("backward", "Oslo", "P36", "Norway", holds=False))
    assert marked(back, text(said)).rank == rank
    assert marked(back, text("false")).verdict == "correct"


def test_verdicts_of_statements() -> None:
    of = posed("true_false")
    found = {said: marked(of, text(said)).verdict for said in ("true", "no", "I am not sure", "7")}
    assert found == {
        "true": "correct", "no": "incorrect", "I am not sure": "abstained", "7": "unreadable",
    }  # fmt: skip
    assert marked(of, weighed(true=-1.0, false=-2.0)).verdict is None


# ── multiple choice ─────────────────────────────────────────────────────────────────────────────
def test_choices_are_lettered_and_no_two_alike() -> None:
    of = posed("multiple_choice")
    [prompt] = of.prompts
    assert prompt.choices == ("Oslo", "Bergen", "Washington, D.C.", "Rome")  # bergen is Bergen
    assert prompt.gold == "A"
    assert list(forms.of_facts("multiple_choice").places([of])) == [4]
    [turned] = placed("multiple_choice", [of], [2])
    [prompt] = turned.prompts
    assert prompt.text == (
        "From where is Norway ruled?\nA) Bergen\nB) Washington, D.C.\nC) Oslo\nD) Rome\n"
        "Answer: [MASK]"
    )
    assert prompt.gold == "C"
    assert forms.of_facts("multiple_choice").flaw(turned, prompt) == ""
    question = forms.of_facts("multiple_choice").question(turned, prompt)
    assert (question.candidates, question.target, question.chosen) == (tuple("ABCD"), "C", True)
    assert question.before.endswith("\nAnswer: ")


def test_fewer_distractors_are_fewer_choices_and_none_is_no_question() -> None:
    sizes = [
        [len(one.choices) for one in posed("multiple_choice", distractors=OTHERS[:n]).prompts]
        for n in range(4)
    ]
    assert sizes == [[], [2], [3], [3]]
    assert [
        len(one.choices) for one in posed("multiple_choice", choices=1).prompts
    ] == [2]  # fmt: skip
    assert posed("multiple_choice", fact("r", "a", "P36", "b", holds=False)).prompts == ()


@pytest.mark.parametrize(
    ("said", "rank"),
    [
        (text("C"), 1),
        (text("(c)"), 1),
        (text("C) Oslo"), 1),
        (text("Oslo"), 1),
        (text("B) Washington, D.C."), MISS),
        (text("Washington, D.C."), MISS),
        (text("E"), MISS),
        (listed("Oslo"), 1),
        (listed("A", "C"), MISS),
        (weighed(A=-3.0, B=-2.0, C=-1.0, D=-4.0), 1),
        (weighed(A=-1.0, B=-2.0, C=-1.0, D=-4.0), MISS),
    ],
)
def test_a_choice_is_right_by_its_letter_or_its_text(said: Response, rank: float) -> None:
    [of] = placed("multiple_choice", [posed("multiple_choice")], [2])
    assert marked(of, said).rank == rank
    assert marked(of, said, legacy=True).rank == rank


def test_choices_that_are_wrong_are_told() -> None:
    form = forms.of_facts("multiple_choice")
    of = posed("multiple_choice")
    [prompt] = of.prompts

    def flaw(**changes: Any) -> str:
        return form.flaw(of, msgspec.structs.replace(prompt, **changes))

    assert flaw(gold="B") == "the choice 'B' is not the target"
    assert flaw(gold="F") == "the choice 'F' is not the target"
    assert flaw(choices=("Oslo", "OSLO")) == "choices are alike, or there is one alone"
    assert flaw(choices=("Oslo", "Kristiania")).startswith("the accepted answer 'kristiania'")


def test_what_statements_claim_is_told_where_it_is_wrong() -> None:
    form = forms.of_facts("true_false")
    of = posed("true_false")
    true, false, *_ = of.prompts

    def flaw(prompt: Prompt, **changes: Any) -> str:
        return form.flaw(of, msgspec.structs.replace(prompt, **changes))

    assert flaw(true, gold="false") == "the false statement claims an accepted answer"
    assert flaw(false, gold="true") == "the true statement does not claim the target"
    alias = Named("Q9", "Kristiania")
    assert flaw(false, claimed=alias) == "the false statement claims the name of an accepted answer"
    assert flaw(false, claimed=msgspec.UNSET) == "nothing is claimed"


# ── short answers and lists ─────────────────────────────────────────────────────────────────────
def test_a_short_answer_is_marked_as_a_cloze_is() -> None:
    of = posed("short_answer")
    [prompt] = of.prompts
    assert (prompt.text, prompt.slot) == ("From where is Norway ruled? [MASK]", "object")
    assert marked(of, listed("Rome", "Kristiania")).rank == 2
    found = marked(of, text("Oslo"))
    assert (found.rank, found.target, found.verdict, found.legacy) == (1, 1, "correct", "correct")
    found = marked(of, text("Oslofjord"))
    assert (found.rank, found.verdict, found.legacy) == (MISS, "incorrect", "correct")
    assert marked(of, text("Oslofjord"), legacy=True).rank == 1


def test_a_list_is_marked_over_the_set() -> None:
    of = posed("listing", fact("capital", "Bolivia", "P36", "Sucre", others=["La Paz"]))
    assert [one.text for one in of.prompts] == ["From where is Bolivia ruled? Name all: [MASK]"]
    assert forms.of_facts("listing").question(of, of.prompts[0]).several
    for said, wanted in (
        (text("Sucre; La Paz"), (2, 2, 2)),
        (text("1. La Paz\n2. Lima\n3. la paz"), (1, 2, 2)),
        (text("none"), (0, 0, 2)),
        (listed("Lima", "Sucre"), (1, 2, 2)),
    ):
        assert marked(of, said).listed == wanted, said
    assert marked(of, listed("Lima", "Sucre")).rank == 2
    assert marked(of, text("Lima; La Paz")).rank == 2


@pytest.mark.parametrize(
    ("of", "asked"),
    [
        (OSLO, True),
        (msgspec.structs.replace(OSLO, holds=None), False),
        (msgspec.structs.replace(OSLO, holds=False), False),
    ],
)
def test_a_list_is_asked_of_what_holds(of: ItemFact, asked: bool) -> None:
    assert bool(posed("listing", of).prompts) is asked
    assert not posed("listing", of, complete=False).prompts


@pytest.mark.parametrize(
    ("kind", "asked"), [("N-M", 1), ("1-N", 1), ("", 1), ("N-1", 0), ("1-1", 0)]
)
def test_a_list_is_asked_where_there_may_be_several(kind: str, asked: int) -> None:
    predicate = msgspec.structs.replace(OSLO.predicate, kind=kind)
    of = msgspec.structs.replace(OSLO, predicate=predicate)
    assert len(posed("listing", of).prompts) == asked


# ── the other end ───────────────────────────────────────────────────────────────────────────────
def test_a_cloze_of_the_subject_has_its_own_answers_and_candidates() -> None:
    side = Side(
        (Accepted("Q1", "Norway", ("Norge",)), Accepted("Q2", "Sweden-Norway")),
        (Named("Q1", "Norway"), Named("Q3", "Chad")),
    )
    subject = Named("Q1", "Norway")
    of = msgspec.structs.replace(OSLO, subjects=side, subject=subject)
    of = posed("cloze", of, slots=("object", "subject"), wordings=STATED[:1])
    assert [(one.slot, one.text) for one in of.prompts] == [
        ("object", "Norway is ruled from [MASK]."),
        ("subject", "[MASK] is ruled from Oslo."),
    ]
    form = forms.of_facts("cloze")
    question = form.question(of, of.prompts[1])
    assert (question.before, question.after) == ("", " is ruled from Oslo.")
    assert (question.target, question.candidates) == ("Norway", ("Norway", "Chad"))
    assert form.gold(of, of.prompts[1]) == ("Norway",)
    assert [form.flaw(of, one) for one in of.prompts] == ["", ""]
    for said, rank, target in (
        (listed("Chad", "Norge", prompt=1), 2, 2),
        (listed("Sweden-Norway", prompt=1), 1, MISS),
        (listed("Oslo", prompt=1), MISS, MISS),
        (text("Norge", prompt=1), 1, 1),
        (text("Sweden-Norway", prompt=1), 1, MISS),
    ):
        found = marked(of, said)
        assert (found.rank, found.target) == (rank, target), said
    ranked = msgspec.structs.replace(weighed(prompt=1, Norway=-1.0, Chad=-2.0), method="ranking")
    assert marked(of, ranked).rank == 1


def test_without_subjects_the_subject_is_not_asked_for() -> None:
    assert posed("cloze", slots=("subject",)).prompts == ()


@pytest.mark.parametrize("name", ["B", "b", "(B)", "B.", "Ｂ"])
def test_a_name_that_reads_like_a_letter_is_no_choice(name: str) -> None:
    others = (Named("Q0", name), *OTHERS)
    [prompt] = posed("multiple_choice", distractors=others).prompts
    assert prompt.choices == ("Oslo", "Bergen", "Washington, D.C.", "Rome")
    assert posed("multiple_choice", fact("r", "x", "P36", name), distractors=OTHERS).prompts == ()


def test_letters_with_more_than_a_letter_are_choices() -> None:
    others = tuple(Named(f"Q{name}", name) for name in ("B+", "AB", "Б"))
    [prompt] = posed("multiple_choice", distractors=others).prompts
    assert prompt.choices == ("Oslo", "B+", "AB", "Б")
