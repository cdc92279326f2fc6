"""The general shape: a question a row, under columns whose names are ours."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from kgforge import files
from kgforge.errors import BenchmarkError
from kgforge.formats.questions.asked import Asked, Called, Right
from kgforge.formats.questions.rows import Row

_SPLITS: Final = {"train": "train", "valid": "validation", "validation": "validation"}
_SPLITS_TOO: Final = {"dev": "validation", "test": "test"}
SPLITS: Final[Mapping[str, str]] = _SPLITS | _SPLITS_TOO
"""What splits are called, to our names."""
COLUMNS: Final = (
    *("question", "questions", "answer", "answers", "object", "aliases", "answer_id", "object_id"),
    *("subject", "subject_id", "relation", "relation_id", "id", "group", "language", "split"),
)
UNREAD: Final = "column that is not read: {}"
UNASKED: Final = "row without a question"
UNANSWERED: Final = "row without an answer"
_PARTING: Final = "|"


def asked(row: Row, left: Counter[str]) -> Asked | None:
    """The question of a row; None where it has none, which *left* counts.

    Raises BenchmarkError for a cell that is not of its kind.
    """
    cells = row.cells
    for name in cells.keys() - set(COLUMNS):
        left[UNREAD.format(name)] = 1
    questions = _names(row, "question") or _names(row, "questions")
    answers = _answers(row)
    if not questions or not answers:
        left[UNANSWERED if questions else UNASKED] += 1
        return None
    return Asked(
        questions,
        answers,
        Called(text(row, "subject"), text(row, "subject_id")),
        Called(text(row, "relation"), text(row, "relation_id")),
        text(row, "id"),
        text(row, "group"),
        text(row, "language"),
        _split(row),
    )


def _split(row: Row) -> str:
    name = text(row, "split").lower()
    if name and name not in SPLITS:
        raise BenchmarkError(
            f"{row.where}: the split {name!r} is unknown: {', '.join(SPLITS)} are known"
        )
    return SPLITS.get(name, "")


def _answers(row: Row) -> tuple[Right, ...]:
    """What is right: one answer with its aliases, and all others."""
    id = text(row, "answer_id") or text(row, "object_id")
    first = _names(row, "answer")
    named = text(row, "object")
    aliases = _names(row, "aliases")
    own = tuple(dict.fromkeys((*([named] if named else []), *first[:1], *aliases)))
    several = [Right((one,)) for one in first[1:]] + [
        Right(names) for one in listed(row, "answers") if (names := _called(row, one))
    ]
    if not (named or first):
        if not several:
            return ()
        [head, *rest] = several
        several = rest
        own = tuple(dict.fromkeys((*head.names, *aliases)))
    return _apart((Right(own, id), *several))


def _apart(answers: Sequence[Right]) -> tuple[Right, ...]:
    """The answers; one that is called as an earlier one is gives that its names."""
    found: list[Right] = []
    for one in answers:
        place = next((at for at, each in enumerate(found) if one.names[0] in each.names), None)
        if place is None:
            found.append(one)
        else:
            first = found[place]
            names = dict.fromkeys((*first.names, *one.names))
            found[place] = Right(tuple(names), first.id or one.id)
    return tuple(found)


def _called(row: Row, one: Any) -> tuple[str, ...]:
    """The names of one of several answers."""
    many = one if isinstance(one, list) else [one]
    return tuple(name for each in many if (name := _text(row, "answers", each)))


def _names(row: Row, column: str) -> tuple[str, ...]:
    every = (_text(row, column, one) for one in listed(row, column))
    return tuple(dict.fromkeys(name for name in every if name))


def listed(row: Row, column: str) -> list[Any]:
    """What a cell lists: an array, or what is parted in a text. Questions are one text whole."""
    value = row.cells.get(column)
    if value is None or isinstance(value, list):
        return value or []
    if not isinstance(value, str):
        return [value]
    if value.lstrip().startswith("["):
        try:
            return msgspec.json.decode(value, type=list[Any])
        except files.DAMAGED:  # a text may begin so, too, as with our own slot
            if column in ("aliases", "answers", "possible_answers"):
                raise BenchmarkError(
                    f"{row.where}: {column} begins as a list in JSON and is none: {value[:60]}"
                ) from None
    is_one = column in ("question", "questions", "answer")
    return [value] if is_one else value.split(_PARTING)


def text(row: Row, column: str) -> str:
    """The text of a cell; empty where there is none."""
    return _text(row, column, row.cells.get(column))


def _text(row: Row, column: str, value: Any) -> str:
    """A text or number as a text. Raises BenchmarkError for anything else."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        kind = {list: "a list", dict: "an object", bool: "a truth value"}.get(type(value), "odd")
        raise BenchmarkError(f"{row.where}: {column} has {kind} where a text is wanted")
    return " ".join(str(value).split())
