"""Scores of published ranks: a layout has them fact by fact, and no benchmark is needed."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from kgforge.formats import Rank, Ranks
from kgforge.schema import Score
from kgforge.scoring import rewording
from kgforge.scoring.fluency import UNKNOWN, Fluency
from kgforge.scoring.rewording import Worded

KS: Final = (1, 3, 5)


def score_ranks(layout: str, found: Ranks, fluency: Fluency = UNKNOWN) -> list[Score]:
    """Score ranks by language and wording, and wordings against one another."""
    by_pattern: dict[tuple[str, str], list[Rank]] = defaultdict(list)
    for rank in found.ranks:
        by_pattern[rank.pattern, rank.language].append(rank)
    return [
        _noted(score, f"published ranks of {layout}")
        for (pattern, language), ranks in by_pattern.items()
        for score in rewording.compared(
            pattern, _worded(ranks, fluency), KS, {"language": language}
        )
    ]


def _noted(score: Score, said: str) -> Score:
    return msgspec.structs.replace(score, note="; ".join(filter(None, (score.note, said))))


def _worded(ranks: Sequence[Rank], fluency: Fluency) -> Iterator[Worded]:
    for one in ranks:
        known = fluency.of(one.item, one.group, one.generator, one.language)
        yield Worded(one.item, one.group, 0, one.generator, one.rank, fluency=known)
