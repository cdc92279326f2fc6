"""Texts cut into sentences as the makers of T-REx and REBEL cut them.

NLTK's Punkt with ten abbreviations, which needs no data. Source: ``pipeline.py`` of T-REx
(github.com/hadyelsahar/RE-NLG-Dataset), from which Babelscape's cRocoDiLe, and so REBEL, came.
"""

from collections.abc import Callable
from typing import Final

from kgforge import plugins
from kgforge.loaders._documents import Span

ABBREVIATIONS: Final = frozenset(
    ["st", "dr", "prof", "mgr", "sgt", "mr", "mrs", "inc", "no", "etc"]
)

Split = Callable[[str], list[Span]]
"""Gives the sentences of a text, each by start and end."""


def splitter(wanted_by: str) -> Split:
    """What cuts texts. Raises MissingDriverError, with who wants it, where NLTK is absent."""
    try:
        from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer
    except ModuleNotFoundError as error:
        raise plugins.missing_driver(wanted_by, error) from error
    parameters = PunktParameters()
    parameters.abbrev_types = set(ABBREVIATIONS)
    punkt = PunktSentenceTokenizer(parameters)
    return lambda text: list(punkt.span_tokenize(text))
