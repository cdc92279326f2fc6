"""From responses to scores: judging an answer, counting, and the baselines beside a score."""

from kgforge.scoring.judging import (
    Answered,
    AskedFact,
    AskedItem,
    Judged,
    Mark,
    Written,
)
from kgforge.scoring.scores import (
    FRACTIONAL,
    FULLY,
    NAMED_FALSE,
    SMALL,
    ks_of,
    outcome,
    own_metrics,
    pooled,
    read_scores,
    score,
    score_run,
    wordings,
    write_scores,
)
from kgforge.scoring.written import (
    MATCHING,
)

__all__ = [
    "FRACTIONAL",
    "FULLY",
    "MATCHING",
    "NAMED_FALSE",
    "SMALL",
    "Answered",
    "AskedFact",
    "AskedItem",
    "Judged",
    "Mark",
    "Written",
    "ks_of",
    "outcome",
    "own_metrics",
    "pooled",
    "read_scores",
    "score",
    "score_run",
    "wordings",
    "write_scores",
]
