"""How a model did on one item: in each of its wordings, and in the best of all."""

import itertools
from collections.abc import Sequence
from typing import Literal

from kgforge.forms import Mark
from kgforge.metrics import FactHit, Listed, Outcome
from kgforge.scoring.judging import Judged

Wording = tuple[Mark, ...]
"""One mark for each fact of an item."""

Kind = Literal["hit", "target", "tokens"]
"""What of a mark is counted: any accepted answer, the target, or the target's tokens."""


def wordings(judged: Judged) -> list[Wording]:
    """The wordings of an item: its facts' marks in step; none when a fact has no answer."""
    if not judged.complete:
        return []
    most = max(map(len, judged.marks))
    return [tuple(marks[turn % len(marks)] for marks in judged.marks) for turn in range(most)]


def best(judged: Judged) -> Wording:
    """For each fact the best rank that any of its wordings has, and the tokens' ranks of all."""
    return tuple(
        Mark(
            0,
            min(mark.rank for mark in marks),
            min(mark.target for mark in marks),
            tokens=tuple(itertools.chain.from_iterable(mark.tokens for mark in marks)),
        )
        for marks in judged.marks
    )


def outcome(judged: Judged, wording: Wording, k: int, metric: str) -> Outcome:
    """How the model did on an item in one wording, at one k."""
    return Outcome(
        tuple(
            FactHit(
                fact.role,
                fact.holds,
                mark.rank <= k,
                mark.target <= k,
                mark.share(k),
                mark.counted,
                Listed(*mark.listed) if mark.listed else None,
            )
            for fact, mark in zip(judged.item.facts, wording, strict=True)
        ),
        metric,
    )


def shares(chosen: Sequence[Wording], k: int, kind: Kind) -> list[float]:
    """Return how a model did on each fact of an item, in the mean of some wordings."""
    rows = [[_share(mark, k, kind) for mark in wording] for wording in chosen]
    return [sum(of_fact) / len(rows) for of_fact in zip(*rows, strict=True)]


def _share(mark: Mark, k: int, kind: Kind) -> float:
    if kind == "tokens":
        return mark.share(k) or 0.0
    return float((mark.target if kind == "target" else mark.rank) <= k)
