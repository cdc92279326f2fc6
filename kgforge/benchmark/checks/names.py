"""What the entities of a whole graph are called: which names are shared, which words are common.

The graph's names are read once. Of each a short hash is kept, and of words only their counts, so
that two hundred thousand names take some 20 MB.
"""

import hashlib
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from kgforge import matching
from kgforge.errors import StoreError

Asking = Callable[[Iterable[str]], Iterable[tuple[str, str]]]
"""From names to the entities that have them, each with its name."""
COMMON: Final = 0.01
"""A word that stands in more than this share of a graph's names tells none of them apart."""
LETTERS: Final = 4
"""Words of fewer letters tell nothing."""
_WORD: Final = re.compile(r"[^\W_]+")
_PLACES: Final = 8


class GraphNames:
    """The names that entities of a graph share, and the words that many names have."""

    def __init__(
        self,
        titles: Iterable[tuple[str, str]],
        asking: Asking | None = None,
        is_page: Callable[[str], bool] = lambda entity: False,
    ) -> None:
        """Read all names; *asking* tells those of others where they cannot be read (``ask``).

        What *is_page* of the database, and no thing of the world, shares its name with none.
        """
        self._asking = asking
        self._is_page = is_page
        self._asked: set[str] = set()
        self.untold = ""
        """Why names could not be asked for; empty where they could, or need not be."""
        self._words: Counter[str] = Counter()
        self._plain: Counter[str] = Counter()
        """The same without accents."""
        self._count = 0
        self._shared = _shared(self._counted(titles))

    def ask(self, names: Iterable[str]) -> None:
        """Ask of some names which are shared, where not all names of the graph are known."""
        if self._asking is None or self.untold:
            return
        new = set(names) - self._asked
        self._asked |= new
        try:
            found = self._asking(new) if new else ()
            self._shared |= _shared(one for one in found if not self._is_page(one[0]))
        except StoreError as error:
            self.untold = str(error)

    def _counted(self, titles: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        for entity, name in titles:
            self._count += 1
            for of, counts in ((True, self._words), (False, self._plain)):
                spelt = words(spell(name, in_full=of))
                counts.update({word for word in spelt if len(word) >= LETTERS})
            if not self._is_page(entity):
                yield entity, name

    def is_shared(self, name: str) -> bool:
        """Say whether several entities of the graph are called so."""
        return _hash(form(name)) in self._shared

    def is_common(self, word: str, *, in_full: bool = True) -> bool:
        """Say whether too many names have a word for it to tell one of them apart.

        The word is spelt *in full*, or without accents.
        """
        counts = self._words if in_full else self._plain
        return counts[word] > COMMON * self._count


@lru_cache(maxsize=1 << 16)
def form(name: str) -> str:
    """Return the form in which names are compared: case folded, and as answers are compared."""
    return matching.normalised(name) or name.casefold()


@lru_cache(maxsize=1 << 16)
def spell(text: str, *, in_full: bool) -> str:
    """Return a text case folded, in full, or in the form of answers and without accents.

    >>> spell("Málaga", in_full=True), spell("Málaga", in_full=False)
    ('málaga', 'malaga')
    """
    return text.casefold() if in_full else matching.folded(text)


@lru_cache(maxsize=1 << 16)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, case folded, in their order.

    >>> words("Saint-Denis, the town")
    ('saint', 'denis', 'the', 'town')
    """
    return tuple(_WORD.findall(text.casefold()))


def _shared(titles: Iterable[tuple[str, str]]) -> frozenset[int]:
    """The hashes of the names that several entities have."""
    names, entities = array("Q"), array("Q")
    for entity, name in titles:
        names.append(_hash(form(name)))
        entities.append(_hash(entity))
    if not names:
        return frozenset()
    pairs = np.unique(np.stack([np.array(names), np.array(entities)], axis=1), axis=0)
    found, counts = np.unique(pairs[:, 0], return_counts=True)
    return frozenset(found[counts > 1].tolist())


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=_PLACES).digest())
