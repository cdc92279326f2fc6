"""Triples written from a text: passages, prompts, parsing, and what is true of what was written."""

from kgforge.extraction.dataset import (
    GOLD,
    UNSEEN,
    Answer,
    Beside,
    DataSet,
    Lines,
    Subset,
)
from kgforge.extraction.demonstrations import TFIDF
from kgforge.extraction.parsing import Parsed
from kgforge.extraction.passage import (
    METRICS,
    Figures,
    Mode,
    Passage,
    Scorer,
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
