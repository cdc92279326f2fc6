"""Conditions that are too much for a parser, and functions of one value."""

import re

import pytest

from kgforge.patterns import conditions


@pytest.mark.parametrize("text", ["-" * 3000 + "1", "a" + "+1" * 3000, "(" * 3000, "a and " * 3000])
def test_a_long_condition_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a condition of more than 400 characters"):
        conditions.parse(text)


def test_the_deepest_condition_is_computed() -> None:
    found = conditions.parse("-" * 398 + "a")
    assert found.value({"a": 7}, {}) == 7
    assert conditions.parse("min(max(a))").value({"a": 7}, {}) == 7


@pytest.mark.parametrize(("text", "says"), [
    ("confidence >= 50%", "cannot read 'confidence >= 50%': write a number such as 0.5, not 50%"),
    ("matches >= 12.5 % and triples", "write a number such as 0.125, not 12.5 %"),
    ("matches => 5", "as in confidence >= 0.5"),
])  # fmt: skip
def test_what_is_expected_of_a_condition_is_told(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        conditions.parse(text)
