"""Triples written from a text: passages, prompts, parsing, and what is true of what was written."""

from kgforge.extraction.demonstrations import (
    TFIDF,
)
from kgforge.extraction.parsing import (
    Parsed,
)
from kgforge.extraction.passage import (
    GOLD,
    METRICS,
    UNSEEN,
    Answer,
    Beside,
    DataSet,
    Figures,
    Lines,
    Mode,
    Passage,
    Scorer,
    Subset,
    passage_of,
    triples,
)
from kgforge.extraction.prompt import prompted
from kgforge.extraction.strict import (
    Judged,
    Verdict,
)

__all__ = [
    "GOLD",
    "METRICS",
    "TFIDF",
    "UNSEEN",
    "Answer",
    "Beside",
    "DataSet",
    "Figures",
    "Judged",
    "Lines",
    "Mode",
    "Parsed",
    "Passage",
    "Scorer",
    "Subset",
    "Verdict",
    "passage_of",
    "prompted",
    "triples",
]
