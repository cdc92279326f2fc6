"""What counts as an accepted answer, strictly and as published evaluations have it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge.matching import accepted, matches, normalised, rank

SAME = [
    ("Paris", "paris"),
    (" Paris. ", "Paris"),
    ("“Paris”", "Paris"),
    ("(Paris)", "Paris"),
    ("**Paris**", "Paris"),
    ("Washington, D.C.", "Washington, D.C."),
    ("washington, d.c", "Washington, D.C."),
    ("Saint-Denis", "Saint-Denis"),
    ("Saint–Denis", "Saint-Denis"),
    ("O’Brien", "O'Brien"),
    ("New\u00a0York", "New  York"),
    ("STRASSE", "Straße"),
    ("São Paulo", unicodedata.normalize("NFD", "São Paulo")),
    ("ﬁne", "fine"),
    ("東京。", "東京"),
    ("القاهرة\u200f", "القاهرة"),
    ("Who?", "who"),
    ("!!!", "!!!"),
    ("ΑΘΉΝΑΣ", "Αθήνας"),
]
DIFFERENT = [
    ("York", "New York"),
    ("New York", "York"),
    ("male", "female"),
    ("female", "male"),
    ("Niger", "Nigeria"),
    ("Nigeria", "Niger"),
    ("Washington", "Washington, D.C."),
    ("Denis", "Saint-Denis"),
    ("Not English", "English"),
    ("Sao Paulo", "São Paulo"),
    ("United States", "the United States"),
    ("C", "C#"),
    ("C", "C++"),
    ("5", "-5"),
    ("1984", "1985"),
    ("!!!", "?"),
    ("", "Paris"),
    ("Paris", ""),
    ("", ""),
    ("  ", " "),
]


@pytest.mark.parametrize(("response", "answer"), SAME)
def test_strict_equals(response: str, answer: str) -> None:
    assert matches(response, [answer])
    assert matches(answer, [response])


@pytest.mark.parametrize(("response", "answer"), DIFFERENT)
def test_strict_differs(response: str, answer: str) -> None:
    assert not matches(response, [answer])


def test_any_of_the_answers_will_do() -> None:
    assert matches("Big Apple", ["New York City", "New York", "Big Apple"])
    assert not matches("Big Apple", [])


@pytest.mark.parametrize(
    ("response", "answer", "hit"),
    [
        ("male", "female", True),
        ("Niger", "Nigeria", True),
        ("Nigeria", "Niger", True),
        ("York", "New York", True),
        ("Unfortunately it is Paris.", "Paris", True),
        ("Paris\nor Rome", "Rome", False),
        ("The Hague", "hague", True),
        ("U.S.A.", "usa", True),
        ("London", "Paris", False),
        ("", "Paris", False),
        ("the", "Paris", False),
        ("Paris", "", False),
    ],
)
def test_legacy_is_substring_either_way(response: str, answer: str, hit: bool) -> None:
    assert matches(response, [answer], legacy=True) is hit


def test_rank_is_that_of_the_first_accepted() -> None:
    forms = accepted(["Rome", "Paris"])
    assert rank(["London", "paris", "Rome"], forms) == 2
    assert rank(["London"], forms) is None
    assert rank([], forms) is None


@given(st.text(max_size=12))
def test_normal_form_is_a_fixed_point(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@given(st.text(max_size=12))
def test_whatever_is_not_empty_matches_itself(text: str) -> None:
    assert matches(text, [text]) is bool(normalised(text))
