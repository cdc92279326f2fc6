"""Sentences that say that there is no answer, and sentences that only look so."""

import pytest

from kgforge.verdicts import says_none

BORDERS = "Which countries does Malta share a land border with? Name all, or say none: [MASK]"
PLAYS = "Which instruments does Ann Lee play? Name all, or say none: [MASK]"
MARRIED = "Who is or was married to Ann Lee? [MASK]"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("none", BORDERS),
        ("- None", BORDERS),
        ("```json\n[]\n```", BORDERS),
        ("Malta does not share a land border with any country.", BORDERS),
        ("Malta has no land borders. It is an island in the Mediterranean.", BORDERS),
        ("There are no countries that border Malta.", BORDERS),
        ("No country borders it.", BORDERS),
        ("Malta is bordered by no country.", BORDERS),
        ("Not a single country borders Malta.", BORDERS),
        ("Malta has no borders at all.", BORDERS),
        ("Ann Lee never married.", MARRIED),
        ("She doesn't play an instrument", PLAYS),
        ("MALTA HAS NO LAND BORDERS", BORDERS),
        ("Malta grenzt an kein Land.", "An welche Länder grenzt Malta?"),
    ],
)
def test_a_text_says_that_there_is_none(text: str, question: str) -> None:
    assert says_none(text, question)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("", BORDERS),
        ("Italy", BORDERS),
        ("I don't know which countries border Malta.", BORDERS),
        ("It is not clear which countries border Malta.", BORDERS),
        ("We have no data on the borders of Malta.", BORDERS),
        ("The question is not clear.", BORDERS),
        ("There is no information about that.", BORDERS),
        ("Malta does not share a land border with Italy.", BORDERS),
        ("Malta borders no country, but Italy is near.", BORDERS),
        ("Malta has no more than 2 borders.", BORDERS),
        ("Does Malta not border any country?", BORDERS),
        ("Germany does not border Malta.", BORDERS),
        ("She plays the piano not the guitar", PLAYS),
        ("Ann Lee plays not only the piano", PLAYS),
        ("She does not play the piano or the guitar", PLAYS),
        ('She does not play "drums"', PLAYS),
        ("Ann Lee is married.", MARRIED),
        ("She does not play the piano", PLAYS),
        ("She does not share a land border only", BORDERS),
        ("Not many countries border Malta.", BORDERS),
        ("Not all countries border Malta.", BORDERS),
        ("Not every country borders Malta.", BORDERS),
        ("Malta does not border many countries.", BORDERS),
        ("Malta does not border just one country.", BORDERS),
    ],
)
def test_a_text_does_not(text: str, question: str) -> None:
    """It names something, abstains, asks back, or gives a choice."""
    assert not says_none(text, question)
