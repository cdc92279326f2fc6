"""From responses to scores: judging an answer, counting, and the baselines beside a score."""

from kgforge.scoring import (
    fact_floors,
    fluency,
    heard,
    judging,
    notes,
    popularity,
    posed,
    questions,
    rewording,
    robustness,
    text_floors,
    written,
)
from kgforge.scoring.answers import (
    ScoredAnswers,
    read_ranks,
    score,
    score_answers,
)
from kgforge.scoring.asked import (
    AskedFact,
    AskedItem,
)
from kgforge.scoring.asked_floors import (
    over_asked,
)
from kgforge.scoring.benchmark import (
    Benchmark,
    read_benchmark,
)
from kgforge.scoring.fluency import (
    UNKNOWN,
    Fluency,
    read_fluency,
)
from kgforge.scoring.headline import (
    Headline,
    flat,
    remarks,
    samples,
)
from kgforge.scoring.heard import (
    Heard,
)
from kgforge.scoring.judging import (
    Answered,
    Judged,
    Written,
)
from kgforge.scoring.notes import (
    FRACTIONAL,
    NAMED_FALSE,
    SMALL,
)
from kgforge.scoring.outcomes import (
    outcome,
    shares,
    wordings,
)
from kgforge.scoring.run import (
    Run,
    judge_run,
    refuse_another,
    score_run,
)
from kgforge.scoring.scores import (
    pooled,
    write_scores,
)
from kgforge.scoring.sharing import (
    asking,
    tie,
)
from kgforge.scoring.slices import (
    FULLY,
    KINDS,
    kinds,
    parts_of,
    within,
)
from kgforge.scoring.written import (
    MATCHING,
    Outputs,
)

__all__ = [
    "FRACTIONAL",
    "FULLY",
    "KINDS",
    "MATCHING",
    "NAMED_FALSE",
    "SMALL",
    "UNKNOWN",
    "Answered",
    "AskedFact",
    "AskedItem",
    "Benchmark",
    "Fluency",
    "Headline",
    "Heard",
    "Judged",
    "Outputs",
    "Run",
    "ScoredAnswers",
    "Written",
    "asking",
    "fact_floors",
    "flat",
    "fluency",
    "heard",
    "judge_run",
    "judging",
    "kinds",
    "notes",
    "outcome",
    "over_asked",
    "parts_of",
    "pooled",
    "popularity",
    "posed",
    "questions",
    "read_benchmark",
    "read_fluency",
    "read_ranks",
    "refuse_another",
    "remarks",
    "rewording",
    "robustness",
    "samples",
    "score",
    "score_answers",
    "score_run",
    "shares",
    "text_floors",
    "tie",
    "within",
    "wordings",
    "write_scores",
    "written",
]
