"""The splits of a benchmark, and what must not stand in two of them.

Two items are *bonded* when they share a key that must not cross from one split into another: the
two entities of a fact (so that symmetric and inverse twins, and one pair under two predicates, stay
together), a text in nearly the same words, and what the kind of split adds (``BONDS``). Bonded
items lie in one split, over all patterns of a benchmark together. An answer alone is no bond: it
may recur. Items are dealt to splits by ``dealing``; ``leaks`` checks that no key crosses.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from kgforge import matching, terms
from kgforge.errors import BenchmarkError
from kgforge.schema import Compression, Item, folders
from kgforge.scoring import popularity

SPLITS: Final = ("train", "validation", "test")
TEST: Final = folders.TEST
DEFAULT: Final = {"train": "80", "validation": "10", "test": "10"}
"""Percents where none are given."""

_PLAN: Final = re.compile(
    r"(?P<kind>\w+)(:(?P<train>[0-9]+)/((?P<validation>[0-9]+)/)?(?P<test>[0-9]+))?"
)

Keys = Callable[[Item], Iterable[str]]
"""What an item shares with those that it is bonded to."""


def _pairs(item: Item) -> Iterator[str]:
    for fact in item.facts:
        yield " – ".join(sorted((fact.subject.id, fact.object.id)))


def _texts(item: Item) -> Iterator[str]:
    """The letters and digits of prompts and sentence, without case and accents."""
    prompts = (prompt for fact in item.facts for prompt in fact.prompts)
    texts = (prompt.text for prompt in (*prompts, *item.prompts))
    for text in (*texts, item.text or ""):
        letters = "".join(
            mark for mark in matching.folded(text) if unicodedata.category(mark)[0] in "LMN"
        )
        if letters:
            yield letters


def _asked(item: Item) -> Iterator[str]:
    for fact in item.facts:
        if not terms.is_literal(fact.subject.id):
            yield fact.subject.id


def _predicates(item: Item) -> Iterator[str]:
    for fact in item.facts:
        yield fact.predicate.id


ALWAYS: Final[dict[str, Keys]] = {"pair of entities": _pairs, "text": _texts}
BONDS: Final[dict[str, dict[str, Keys]]] = {
    "random": ALWAYS,
    "entity": {**ALWAYS, "entity asked about": _asked},
    "predicate": {**ALWAYS, "predicate": _predicates},
    "popularity": ALWAYS,
}
"""For each kind of split, what must not cross."""


def _sentence(item: Item) -> Iterator[str]:
    if item.text is not None:
        yield matching.same(item.text)


def _triples(item: Item) -> Iterator[str]:
    for fact in item.facts:
        words = (fact.subject.label, fact.predicate.label, fact.object.label)
        yield " | ".join(map(matching.same, words))


PUBLISHED: Final = "published"
"""The kind of a split that items came with."""
WATCHED: Final[dict[str, dict[str, Keys]]] = {
    **BONDS,
    PUBLISHED: {"sentence": _sentence, "triple": _triples},
}
"""For each kind of split, what is told where it crosses."""


class Plan(Struct, frozen=True):
    """Which split is wanted."""

    kind: str
    shares: dict[str, int]
    """Split to percent of each pattern's items."""


def plan(text: str) -> Plan:
    """What ``--split`` asks for. Raises BenchmarkError for what it cannot.

    >>> plan("entity")
    Plan(kind='entity', shares={'train': 80, 'validation': 10, 'test': 10})
    >>> plan("random:70/30").shares
    {'train': 70, 'test': 30}
    """
    found = _PLAN.fullmatch(text)
    if found and found["kind"] in BONDS:
        given = found.groupdict() if found[TEST] else DEFAULT
        shares = {name: int(given[name]) for name in SPLITS if given[name]}
        if min(shares.values()) > 0 and sum(shares.values()) == 100:
            return Plan(found["kind"], shares)
    raise BenchmarkError(
        f"--split {text!r}: give {', '.join(BONDS)}, and shares of train, validation and test "
        "(or of train and test) that add up to 100, as in entity:80/10/10"
    )


def file_name(pattern: str, split: str, compression: Compression | UnsetType = UNSET) -> str:
    """The file of a pattern's items in one split: that of the test split is what probing asks."""
    plain = f"{folders.item_name(pattern, split)}{folders.ITEMS}"
    return f"{plain}.{compression}" if compression else plain


def mean_degree(item: Item) -> float:
    """The mean degree of an item's entities; 0 without any."""
    return popularity.mean_degree(item.provenance.degrees) or 0.0


def digest(name: str, key: str) -> bytes:
    """A short hash of a key of a bond."""
    return hashlib.sha256(f"{name}\n{key}".encode()).digest()[:12]
