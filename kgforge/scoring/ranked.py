"""Scores of published ranks: a layout has them fact by fact, and no benchmark is needed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import formats
from kgforge.formats import Rank
from kgforge.schema import Score
from kgforge.scoring import rewording
from kgforge.scoring.fluency import NONE, Fluency
from kgforge.scoring.rewording import Worded

KS: Final = (1, 3, 5)


class ScoredRanks(Struct, frozen=True):
    """Scores of published ranks, and what they are of."""

    scores: list[Score]
    left: dict[str, int]
    """Why facts are in none of them, to how many are not."""
    said: tuple[str, ...]
    """What else has to be known: a line each."""


def read_ranks(layout: str, path: Path) -> formats.Ranks | None:
    """The ranks of a layout; None where none are published. Raises as the layout does."""
    reader = formats.rank_reader(layout)
    return reader.ranks(path) if reader else None


def score_ranks(layout: str, found: formats.Ranks, fluency: Fluency = NONE) -> ScoredRanks:
    """Score ranks by language and wording, and wordings against one another."""
    by_pattern: dict[tuple[str, str], list[Rank]] = defaultdict(list)
    for rank in found.ranks:
        by_pattern[rank.pattern, rank.language].append(rank)
    scores = [
        msgspec.structs.replace(score, note=f"{score.note}; published ranks of {layout}".strip("; "))
        for (pattern, language), ranks in by_pattern.items()
        for score in rewording.compared(
            pattern, _worded(ranks, fluency), KS, {"language": language}
        )
    ]
    return ScoredRanks(scores, dict(found.left), found.said)


def _worded(ranks: Sequence[Rank], fluency: Fluency) -> Iterator[Worded]:
    for one in ranks:
        known = fluency.of(one.item, one.group, one.generator, one.language)
        yield Worded(one.item, one.group, 0, one.generator, one.rank, fluency=known)
