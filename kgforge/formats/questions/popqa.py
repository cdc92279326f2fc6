"""PopQA's table: a question about a subject (``subj``), with all names of its one answer.

Source: Mallen et al. 2023, *When Not to Trust Language Models*.
"""

from collections import Counter
from typing import Final

from kgforge.errors import BenchmarkError
from kgforge.formats.questions import plain
from kgforge.formats.questions.asked import Asked, Called, Right
from kgforge.formats.questions.rows import Row

_OWN: Final = frozenset({"subj", "prop", "obj", "possible_answers", "question"})
_READ: Final = _OWN | {"id", "s_uri", "o_uri", "s_pop", "o_pop"}


def is_row(row: Row) -> bool:
    """Whether a row has the columns of the table."""
    return row.cells.keys() >= _OWN


def asked(row: Row, left: Counter[str]) -> Asked | None:
    """The question of a row; None where it lacks one or an answer."""
    for name in row.cells.keys() - _READ:
        left[plain.UNREAD.format(name)] = 1
    question, label = plain.text(row, "question"), plain.text(row, "obj")
    names = [one for one in plain.listed(row, "possible_answers") if isinstance(one, str)]
    own = tuple(dict.fromkeys(one for one in (label, *map(str.strip, names)) if one))
    if not question or not own:
        left[plain.UNANSWERED if question else plain.UNASKED] += 1
        return None
    return Asked(
        (question,),
        (Right(own, plain.text(row, "o_uri")),),
        Called(plain.text(row, "subj"), plain.text(row, "s_uri")),
        Called(plain.text(row, "prop")),
        plain.text(row, "id"),
        popularity=(_views(row, "s_pop"), _views(row, "o_pop")),
    )


def _views(row: Row, column: str) -> int | None:
    """How often a page was seen in a month."""
    value = plain.text(row, column)
    if not value:
        return None
    try:
        return int(value)
    except ValueError:
        raise BenchmarkError(f"{row.where}: {column} has {value!r}, and is a number") from None
