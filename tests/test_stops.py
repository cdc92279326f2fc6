"""Tests of ``kgforge.stops``."""

import re

import pytest

from kgforge.formats.lm_eval.writing import _NAME
from kgforge.models._ending import ending

NAMES = ("St. Petersburg", "Dr. Dre", "Mt. Everest", "No. 10", "J. R. R. Tolkien", "sv. Jan")


@pytest.mark.parametrize("name", [*NAMES, "Paris", "Kraków"])
@pytest.mark.parametrize("after", ["", ".", ". It is large."])
def test_a_short_answer_is_cut_at_a_sentence_and_not_within_a_name(name: str, after: str) -> None:
    found = re.findall(_NAME, f" {name}{after}")
    stop = ending(".").search(name + after)
    assert found == [name]
    assert (name + after)[: stop.start() if stop else None] == name


def test_what_ends_as_an_abbreviation_does_is_cut() -> None:
    stop = ending(".").search("the 1st. It")
    assert stop is not None
    assert stop.start() == 7
