"""What a text chooses: the letter of a choice, or whether a statement is true."""

import pytest

from kgforge import framing
from kgforge.forms import _choosing

TOWNS = ("Oslo", "Paris", "Washington, D.C.", "Saint-Denis")


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("B", "B"),
        ("b", "B"),
        ("(b)", "B"),
        ("B.", "B"),
        ("B)", "B"),
        ("**B**", "B"),
        ("B) Paris", "B"),
        ("B. Paris.", "B"),
        ("B Paris", "B"),
        ("Paris", "B"),
        ("paris.", "B"),
        ("The answer is B.", "B"),
        ("Answer: (C)", "C"),
        ("Washington, D.C.", "C"),
        ("C) Washington, D.C.", "C"),
        ("Saint-Denis", "D"),
        ("D", "D"),
        # nothing that could be told
        ("E", None),
        ("", None),
        ("B) Oslo", None),
        ("A Coruña", None),
        ("London", None),
        ("I do not know", None),
    ],
)
def test_a_choice_is_named_by_its_letter_or_its_text(text: str, letter: str | None) -> None:
    assert _choosing.letter(text, TOWNS) == letter


@pytest.mark.parametrize("choices", [("A", "B"), ("B", "A")])
def test_a_choice_that_is_a_letter_is_named_by_its_text(choices: tuple[str, str]) -> None:
    assert _choosing.letter("A", choices) == "AB"[choices.index("A")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("true", "true"),
        ("True.", "true"),
        ("Yes, it is.", "true"),
        ("That is correct", "true"),
        ("false", "false"),
        ("False!", "false"),
        ("No.", "false"),
        ("incorrect", "false"),
        ("That is not true.", "false"),
        ("untrue", "false"),
        ("False\nIt would be true elsewhere.", "false"),
        ("true or false", None),
        ("", None),
        ("perhaps", None),
        ("November", None),
    ],
)
def test_a_statement_is_called_true_or_false(text: str, said: str | None) -> None:
    assert framing.truth(text) == (None if said is None else said == "true")
