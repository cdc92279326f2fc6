"""The table of own scores: the runs as they were scored, and the baselines of the manifest."""

import io

import pytest
from rich.console import Console

from kgforge.schema import Floor, Posed, Score
from kgforge.scoring import Headline, questions

OWN = {"symmetry": "both_given_either", "bias": "sensitive_named"}


def score(pattern: str, k: int, value: float, **of: object) -> Score:
    fields: dict[str, object] = {"group": None, "by": {}, "note": "", **of}
    return Score(
        pattern, fields["group"], OWN[pattern], k, fields["by"],  # type: ignore[arg-type]
        value * 40, 40.0, value, value - 0.1, value + 0.1, 40, str(fields["note"]),
    )  # fmt: skip


FLOORS = {
    "symmetry": [
        Floor(name, k, 1.0, 4.0, value)
        for name, value in (("gold", 1.0), ("empty", 0.0), ("random", 0.125), ("frequent", None))
        for k in (1, 3, 5)
    ],
    "bias": [Floor("empty", 1, 0.0, 4.0, 0.0), Floor("frequent", 1, 3.0, 4.0, 0.75)],
}
RUNS = {
    "gpt2": [
        score("symmetry", 1, 0.5),
        score("symmetry", 3, 0.625, note="small denominator (10)"),
        score("symmetry", 1, 0.9, group="wdt:P26"),
        score("symmetry", 1, 0.8, by={"prompt": "0"}),
    ],
    "bert": [score("symmetry", 1, 0.25)],
}


def lines(width: int = 100) -> list[list[str]]:
    [found] = Headline.of("Kin", RUNS, OWN, FLOORS, ["gpt2: 1 of 2 prompts …"]).sheets()
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(found)
    return [line.replace("┃", "│").split("│") for line in console.export_text().splitlines()]


def test_each_run_has_its_own_score_at_each_k_and_baselines_stand_below() -> None:
    rows = [[cell.strip() for cell in row[1:-1]] for row in lines() if len(row) > 2]
    assert rows == [
        ["pattern, run", "items", "top 1", "top 3"],
        ["symmetry: all given any", "", "", ""],
        ["gpt2", "40", "0.500 0.400–0.600 of 40", "0.625* 0.525–0.725 of 40"],
        ["bert", "40", "0.250 0.150–0.350 of 40", ""],
        ["baseline: random", "", "0.125* of 4", "0.125* of 4"],
        ["baseline: frequent", "", "–* of 4", "–* of 4"],
    ]


def test_notes_stand_below() -> None:
    said = [row[0].strip() for row in lines() if len(row) == 1]
    assert said[0] == "Kin: scores, with 95 % intervals"
    assert any(line.startswith("* denominator under 30") for line in said)
    assert "gpt2: 1 of 2 prompts …" in said


def test_a_conditional_score_of_nothing_says_what_no_item_met() -> None:
    """In the terminal and in LaTeX, of runs and of baselines."""
    by = {"symmetry": "both_given_either", "composite": "composed_given_premises"}
    none = Score(
        "composite", None, by["composite"], 1, {}, 0, 0.0, None, None, None, 2,
        "small denominator (0)",
    )  # fmt: skip
    floors = {"symmetry": [Floor("frequent", 1, 0.0, 0.0, None), Floor("random", 1, 1, 40, 0.025)]}
    found = Headline.of("Kin", {"gpt2": [score("symmetry", 1, 0.5), none]}, by, floors)
    console = Console(width=120, file=io.StringIO(), record=True)
    console.print(*found.sheets())
    text = console.export_text()
    for of in ("all of its premises", "any of its facts"):
        said = f"nothing to score: no item had {of} answered right"
        assert f"–* {said}" in text
        assert said in found.latex()
    assert "* denominator under 30" not in text


def test_records_and_latex_have_every_score() -> None:
    found = Headline.of("Kin", {"a_b & c": RUNS["gpt2"], "bert": RUNS["bert"]}, OWN, FLOORS)
    assert [
        (row["name"], row["kind"], row["k"], row["value"], row["low"]) for row in found.records()
    ] == [
        ("a_b & c", "run", 1, 0.5, 0.4),
        ("a_b & c", "run", 3, 0.625, 0.525),
        ("bert", "run", 1, 0.25, 0.15),
        *(("random", "baseline", k, 0.125, None) for k in (1, 3)),
        *(("frequent", "baseline", k, None, None) for k in (1, 3)),
    ]
    text = found.latex()
    assert (
        r"symmetry & all given any & a\_b \& c & 40 "
        r"& 0.500 0.400–0.600 of 40 & 0.625* 0.525–0.725 of 40" in text
    )
    assert r"symmetry & all given any & bert & 40 & 0.250 0.150–0.350 of 40 &  \\" in text


@pytest.mark.parametrize("width", [60, 80, 100])
def test_nothing_is_cut(width: int) -> None:
    words = " ".join(cell for row in lines(width) for cell in row).split()
    assert {"0.500", "0.400–0.600", "0.625*", "0.525–0.725", "0.125*"} <= set(words)
    assert not [word for word in words if "…" in word and word != "…"]


def test_latex_says_below_what_the_terminal_says() -> None:
    said = ["a_b: unfinished (3 of 9 prompts answered)", "a_b: 1 of 2 prompts could not be asked"]
    found = Headline.of("Kin", {"a_b": RUNS["gpt2"]}, OWN, FLOORS, said)
    [sheet] = found.sheets()
    notes = [line for line in found.latex().splitlines() if line.startswith("\\par\\footnotesize ")]
    assert [note.partition(" ")[2] for note in notes] == [
        line.replace("_", r"\_") for line in str(sheet.caption).splitlines()
    ]
    assert r"a\_b: unfinished (3 of 9 prompts answered)" in notes[-2]
    head = r"pattern & metric & run & items & top 1 & top 3 \\"
    assert head in found.latex()
    assert (
        r"symmetry & all given any & baseline: random &  & 0.125* of 4 & 0.125* of 4 \\"
        in found.latex()
    )


def posed(form: str, value: float, slot: str = "object") -> Posed:
    """A form in which a baseline scores *value* by the own metric."""
    floors = (Floor("gold", 1, 4.0, 4.0, 1.0), Floor("always x", 1, 1.0, 4.0, value))
    other = Floor("always x", 1, 1.0, 4.0, 0.99, "hit")
    return Posed(form, slot, 4, 4, {}, 0, {}, 0, {}, (*floors, other))


FORMS = {"symmetry": (posed("cloze", 0.01), posed("true_false", 0.5), posed("listing", 0.02))}


def asked(forms: tuple[str, ...], scores: list[Score]) -> dict[str, questions.Asked]:
    return {"symmetry": questions.Asked.of(FORMS["symmetry"], forms, scores)}


def text(found: Headline) -> str:
    console = Console(width=120, file=io.StringIO(), record=True)
    for sheet in found.sheets():
        console.print(sheet)
    return console.export_text()


def test_the_form_that_was_asked_is_named_and_has_its_own_baselines() -> None:
    of = {"gpt2": asked(("true_false",), RUNS["gpt2"])}
    found = Headline.of("Kin", {"gpt2": RUNS["gpt2"]}, OWN, FLOORS, (), of)
    said = text(found)
    assert "symmetry (true_false): all given any" in said
    assert "baseline: always x" in said and "0.990" not in said
    assert said.count("0.500") == 3, "the run's own, and the baseline at each k, as of one answer"
    assert "baseline: random" not in said and "alone is shown" not in said
    assert "baselines of true_false answer every wording" in said
    assert "first wording" not in said
    assert "symmetry (true\\_false) &" in found.latex()
    assert {row["form"] for row in found.records()} == {"true_false"}


def test_of_several_forms_the_others_are_named_below() -> None:
    slices = [score("symmetry", 1, 0.5, by={"form": one}) for one in ("cloze", "true_false")]
    scores = [*RUNS["gpt2"], *slices]
    of = {"gpt2": asked(("cloze", "true_false"), scores)}
    said = text(Headline.of("Kin", {"gpt2": scores}, OWN, FLOORS, (), of))
    assert "symmetry (cloze): all given any" in said
    assert "baseline: random" in said and "always x" not in said
    assert "cloze alone is shown here; true_false: report -v, and the page" in said


def test_runs_of_different_forms_stand_apart() -> None:
    of = {
        "gpt2": asked(("cloze",), RUNS["gpt2"]),
        "bert": asked(("true_false",), RUNS["bert"]),
    }
    said = text(Headline.of("Kin", RUNS, OWN, FLOORS, (), of))
    cloze, true_false = said.index("symmetry (cloze)"), said.index("symmetry (true_false)")
    assert cloze < said.index("baseline: random") < true_false < said.index("always x")


def test_one_form_goes_without_saying_whichever_end_it_asks_for() -> None:
    assert questions.Asked.of((), ("cloze",), []) == questions.Asked()
    alone = (posed("multiple_choice", 0.5),)
    assert questions.Asked.of(alone, ("multiple_choice",), []) == questions.Asked()
    ends = (posed("cloze", 0.5), posed("cloze", 0.25, "subject"))
    assert questions.Asked.of(ends, ("cloze",), []) == questions.Asked()
