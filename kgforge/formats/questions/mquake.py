"""MQuAKE's cases: a question over two to four steps, in three wordings, and each step alone.

What a case edits (``requested_rewrite``, ``new_answer``, …) is for editors of models: it is counted
and left out. Source: Zhong et al. 2023, *MQuAKE: Assessing Knowledge Editing in Language Models via
Multi-Hop Questions*.
"""

from collections import Counter
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import Struct

from kgforge.errors import BenchmarkError
from kgforge.formats.questions.asked import Asked, Called, Right
from kgforge.formats.questions.rows import Row

_OWN: Final = frozenset({"questions", "single_hops", "orig"})
EDITED: Final = "edit of a fact, and what would be right by it"
BEGINNING: Final = "beginning of a sentence, beside the question of a step"
LENGTH: Final = "question over fewer than two steps or more than four"
UNLIKE: Final = "chain whose steps do not follow each other"
_Triple = tuple[str, str, str]


class _Hop(Struct, frozen=True):
    question: str
    answer: str
    answer_alias: tuple[str, ...] = ()
    cloze: str = ""


class _Orig(Struct, frozen=True):
    triples: tuple[_Triple, ...]
    triples_labeled: tuple[_Triple, ...]


class _Case(Struct, frozen=True):
    questions: tuple[str, ...]
    answer: str
    single_hops: tuple[_Hop, ...]
    orig: _Orig
    case_id: int | str = ""
    answer_alias: tuple[str, ...] = ()


def is_row(row: Row) -> bool:
    """Whether a row has the fields of a case."""
    return row.cells.keys() >= _OWN


def asked(row: Row, left: Counter[str]) -> Asked | None:
    """The question of a case, with its steps. Raises BenchmarkError for one that is damaged."""
    try:
        case = msgspec.convert(dict(row.cells), _Case)
    except msgspec.ValidationError as error:
        raise BenchmarkError(f"{row.where}: not a case of MQuAKE ({error})") from error
    left[EDITED] += "requested_rewrite" in row.cells
    named, known = case.orig.triples_labeled, case.orig.triples
    if not 2 <= len(known) <= 4:
        left[LENGTH] += 1
        return None
    if not len(known) == len(named) == len(case.single_hops) or not _follow(known):
        left[UNLIKE] += 1
        return None
    left[BEGINNING] += sum(bool(hop.cloze) for hop in case.single_hops)
    hops = tuple(
        _hop(hop, *pair) for hop, *pair in zip(case.single_hops, known, named, strict=True)
    )
    names = tuple(dict.fromkeys((case.answer, *case.answer_alias)))
    return Asked(
        case.questions,
        (Right(names, known[-1][2]),),
        hops[0].subject,
        id=str(case.case_id),
        hops=hops,
    )


def _follow(triples: tuple[_Triple, ...]) -> bool:
    return all(one[2] == other[0] for one, other in pairwise(triples))


def _hop(hop: _Hop, known: _Triple, named: _Triple) -> Asked:
    names = tuple(dict.fromkeys((hop.answer, *hop.answer_alias)))
    return Asked(
        (hop.question,),
        (Right(names, known[2]),),
        Called(named[0], known[0]),
        Called(named[1], known[1]),
    )
