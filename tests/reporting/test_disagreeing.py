"""Answers on which two verdicts differ, as they are listed."""

from kgforge.reporting import disagreeing
from kgforge.reporting.disagreeing import Disagreement


def test_of_many_accepted_answers_a_few_are_listed() -> None:
    few = Disagreement("run", "p", "i", "q", "a", ("one", "two"), "correct", "incorrect")
    many = Disagreement("run", "p", "i", "q", "a", tuple("abcdefgh"), "correct", "incorrect")
    assert disagreeing.brief(few) == few
    assert disagreeing.brief(many).accepted == ("a", "b", "c", "d", "e", "…")
