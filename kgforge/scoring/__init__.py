"""From responses to scores: judging an answer, counting, and the baselines beside a score."""

from kgforge.scoring import notes
from kgforge.scoring.answers import (
    ScoredAnswers,
    score,
    score_answers,
)
from kgforge.scoring.asked import (
    AskedFact,
    AskedItem,
)
from kgforge.scoring.benchmark import (
    Benchmark,
    read_benchmark,
)
from kgforge.scoring.heard import (
    Heard,
)
from kgforge.scoring.judging import (
    Answered,
    Judged,
    Mark,
    Written,
)
from kgforge.scoring.notes import (
    FRACTIONAL,
    NAMED_FALSE,
    SMALL,
)
from kgforge.scoring.outcomes import (
    outcome,
    wordings,
)
from kgforge.scoring.run import (
    Run,
    judge_run,
    score_run,
)
from kgforge.scoring.scores import (
    pooled,
    write_scores,
)
from kgforge.scoring.slices import (
    FULLY,
)
from kgforge.scoring.written import (
    MATCHING,
    Outputs,
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
    "Benchmark",
    "Heard",
    "Judged",
    "Mark",
    "Outputs",
    "Run",
    "ScoredAnswers",
    "Written",
    "judge_run",
    "notes",
    "outcome",
    "pooled",
    "read_benchmark",
    "score",
    "score_answers",
    "score_run",
    "wordings",
    "write_scores",
]
