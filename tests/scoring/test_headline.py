"""The table of own scores: the runs as they were scored, and the baselines of the manifest."""

import io

import pytest
from rich.console import Console

from kgforge.schema import Floor, Score
from kgforge.scoring import Headline

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
        ["gpt2", "40", "0.500 0.400–0.600", "0.625* 0.525–0.725"],
        ["bert", "40", "0.250 0.150–0.350", ""],
        ["baseline: random", "", "0.125", "0.125"],
        ["baseline: frequent", "", "–", "–"],
    ]


def test_notes_stand_below() -> None:
    said = [row[0].strip() for row in lines() if len(row) == 1]
    assert said[0] == "Kin: scores, with 95 % intervals"
    assert "* denominator under 30" in said and "gpt2: 1 of 2 prompts …" in said


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
        r"symmetry & all given any & a\_b \& c & 40 & 0.500 0.400–0.600 & 0.625* 0.525–0.725"
        in text
    )
    assert r"symmetry & all given any & bert & 40 & 0.250 0.150–0.350 &  \\" in text


@pytest.mark.parametrize("width", [60, 80, 100])
def test_nothing_is_cut(width: int) -> None:
    words = " ".join(cell for row in lines(width) for cell in row).split()
    assert {"0.500", "0.400–0.600", "0.625*", "0.525–0.725", "0.125"} <= set(words)
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
    assert r"symmetry & all given any & baseline: random &  & 0.125 & 0.125 \\" in found.latex()
