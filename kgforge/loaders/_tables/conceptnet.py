"""ConceptNet: words of many languages, and relations that may be denied.

Its dump has five columns: the edge, its relation, its two ends, and JSON about it. An end is
``/c/fr/chien/n``: a language, a word, and perhaps its part of speech and its sense. The word is its
name in that language alone. A relation ``/r/NotDesires`` denies ``/r/Desires``.

Source: https://github.com/commonsense/conceptnet5/wiki/Downloads, *Assertions*.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from kgforge import terms
from kgforge.loaders import _naming
from kgforge.loaders._naming import Unasked
from kgforge.loaders._tables.labels import Recent
from kgforge.schema import Label, ReadOptions

_WORD: Final = re.compile(r"/c/(?P<language>[a-z]{2,3}(?:_[a-z]+)?)/(?P<word>[^/]+)(?:/.*)?")
_RELATION: Final = re.compile(r"/r/(?:[a-z]+/)*(?P<name>[A-Za-z]+)")
_DENIAL: Final = re.compile(r"/r/Not(?P<name>[A-Z][A-Za-z]*)")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LINKS: Final = frozenset({"/r/ExternalURL"})
"""Relations to pages of other data sets, which are no knowledge."""
LINK: Final = "a link to a page elsewhere (ConceptNet's ExternalURL)"
"""The reason for which such an edge is skipped."""


def places(rows: Sequence[Sequence[str]]) -> tuple[int, int, int] | None:
    """Return the columns of start, relation and end; None for what is no dump of ConceptNet.

    >>> places([["/a/1", "/r/IsA", "/c/en/dog", "/c/en/animal", "{}"]])
    (2, 1, 3)
    >>> places([["/c/en/dog", "/r/IsA", "/c/en/animal"]]), places([])
    (None, None)
    """
    widths = {len(row) for row in rows}
    if len(widths) != 1 or widths == {3}:
        return None
    columns = [[cell.strip() for cell in column] for column in zip(*rows, strict=True)]
    relations = [place for place, cells in enumerate(columns) if all(map(is_relation, cells))]
    starts = [place for place, cells in enumerate(columns) if all(map(_is_end, cells))]
    if len(relations) != 1 or len(starts) != 2 or not any(map(is_word, columns[starts[0]])):
        return None
    return starts[0], relations[0], starts[1]


def is_relation(cell: str) -> bool:
    """Return whether a cell is a relation: ``/r/IsA``."""
    return _RELATION.fullmatch(cell) is not None


def is_word(cell: str) -> bool:
    """Return whether a cell is a word with its language: ``/c/en/dog``."""
    return _WORD.fullmatch(cell) is not None


def _is_end(cell: str) -> bool:
    return is_word(cell) or cell.startswith(("http://", "https://"))


def is_link(relation: str) -> bool:
    """Return whether a relation leads to a page of another data set."""
    return relation in _LINKS


def affirmed(relation: str) -> str:
    """Return the relation that a relation denies; empty for one that denies none.

    >>> affirmed("/r/NotCapableOf"), affirmed("/r/CapableOf"), affirmed("/r/Notes")
    ('/r/CapableOf', '', '')
    """
    denial = _DENIAL.fullmatch(relation)
    return f"/r/{denial['name']}" if denial else ""


class Words:
    """The names of words and relations, each once among many edges."""

    def __init__(self, term: Callable[[str], str], options: ReadOptions) -> None:
        self._term = term
        self._options = options
        self._known = Recent()

    def labels(self, cells: Iterable[str], where: str) -> Iterator[Label | Unasked]:
        """Yield the names of the words and relations among the cells of an edge."""
        for cell in cells:
            if cell.startswith(("/c/", "/r/")) and cell not in self._known:
                self._known.add(cell)
                if named := _named(cell):
                    text, language = named
                    label = Label(terms.named(self._term(cell)), "label", text, language)
                    yield _naming.asked(label, where, self._options)


def _named(cell: str) -> tuple[str, str] | None:
    """Return the name in a cell, and its language; None where it has none.

    >>> _named("/c/fr/chien/n"), _named("/r/MotivatedByGoal"), _named("/r/dbpedia/genre")
    (('chien', 'fr'), ('motivated by goal', 'en'), ('genre', 'en'))
    """
    if word := _WORD.fullmatch(cell):
        text = " ".join(word["word"].replace("_", " ").split())
        language = word["language"].replace("_", "-")
        return (text, language) if text and terms.is_language(language) else None
    relation = _RELATION.fullmatch(cell)
    return (_HUMP.sub(" ", relation["name"]).lower(), "en") if relation else None
