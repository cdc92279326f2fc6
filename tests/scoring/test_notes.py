"""Notes beside scores: fields in memory, one text in ``scores.json``."""

import pytest

from kgforge.schema import Floor, Score
from kgforge.scoring import notes
from kgforge.scoring.notes import BY_TOKEN, FALSE, Note

WRITTEN = (
    FALSE,
    notes.small(7.25),
    notes.pooled(29, 10),
    Note("chance", "9.5 candidates ranked for 3 of 4 facts, by chance 0.316"),
    BY_TOKEN,
    Note("other", "3 of 20 items not asked"),
    Note("interval", "interval by bootstrap over 4 groups"),
)


def scored(note: str) -> Score:
    return Score("p", None, "hit", 1, {}, 1, 2, 0.5, 0, 1, 2, note)


def test_what_is_written_is_read_back() -> None:
    found = notes.of(scored(notes.text(WRITTEN)))
    assert [(one.kind, one.text) for one in found] == [(one.kind, one.text) for one in WRITTEN]
    assert [one.numbers for one in found if one.numbers] == [(7.25,), (29, 10)]


def test_a_score_without_a_note_has_none() -> None:
    plain = scored("")
    assert notes.of(plain) == ()
    assert (notes.is_small(plain), notes.is_false(plain), notes.wordings_each(plain)) == (
        False,
        False,
        1,
    )


@pytest.mark.parametrize(
    ("note", "small", "false", "wordings"),
    [
        (notes.small(3), True, False, 1),
        (FALSE, False, True, 1),
        (notes.pooled(30, 12), False, False, 2.5),
        (Note("other", "a small denominator is not meant here"), False, False, 1),
    ],
)
def test_readers_ask_for_what_a_note_says(
    note: Note, small: bool, false: bool, wordings: float
) -> None:
    score = scored(notes.text([note, Note("other", "2 items left out")]))
    assert (notes.is_small(score), notes.is_false(score)) == (small, false)
    assert notes.wordings_each(score) == wordings


def test_a_denominator_of_0_is_nothing_to_score_and_no_small_one() -> None:
    """Of a conditional metric it is said what no item met."""
    none = Score("p", None, "hit", 1, {}, 0, 0.0, None, None, None, 0, notes.text([notes.small(0)]))
    few = scored(notes.text([notes.small(2)]))
    nothing, under = "–* nothing to score: the denominator is 0", notes.MARKED
    assert list(notes.asterisk([("hit", none)])) == [nothing]
    assert list(notes.asterisk([("hit", few), ("hit", none)])) == [under, nothing]
    assert list(notes.asterisk([("hit", few)])) == [under]
    assert not list(notes.asterisk([("hit", scored(""))]))
    floor = Floor("random", 1, 0, 0, None)
    assert list(
        notes.asterisk([("composed_given_premises", none), ("composed_given_premises", floor),
                        ("both_given_either", floor)])
    ) == [
        "–* nothing to score: no item had all of its premises answered right",
        "–* nothing to score: no item had any of its facts answered right",
    ]  # fmt: skip
