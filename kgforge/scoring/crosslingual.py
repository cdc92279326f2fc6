"""The same facts in several languages: how each does, and how alike they are.

A pattern and its variants by language (``symmetry``, ``symmetry_cs``) have items paired by hash.
Under the pattern that they are variants of stand

- hits and mean ranks of each ``language``, on the facts that were asked in all;
- each language held against each earlier one, on the facts that were asked in both, with the gain
  and McNemar's test, as ``rewording`` holds wordings;
- ``languages_agree``: how often a fact is right in both, or wrong in both;
- ``rankc``: how alike both rank the candidates that they share, whatever is right.

RankC is of Qi, Fernández and Bisazza 2023, *Cross-Lingual Consistency of Factual Knowledge in
Multilingual Language Models* (section 4): the mean over facts of the sum over j of w_j P@j, where
P@j is the share of the first j candidates of one language that are among the first j of the other,
and w_j the softmax of N - j over the N candidates. Candidates that tie stand in the order of ids.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge.forms import reduced
from kgforge.metrics import Outcome
from kgforge.schema import Manifest, Score, folders
from kgforge.scoring import by_fact, rewording
from kgforge.scoring.judging import Answered, Judged
from kgforge.scoring.rewording import AGAINST, Worded

METRICS: Final = ("languages_agree", "rankc")
AGREE, RANKC = METRICS
LANGUAGE: Final = "language"

Place = tuple[str, int]
"""An item's hash, and which of its facts."""
Ranking = tuple[str, ...]
"""The ids of candidates, the likeliest first."""


def families(manifest: Manifest) -> dict[str, tuple[str, ...]]:
    """The patterns that have variants by language, each with these, itself first."""
    found: dict[str, list[str]] = {}
    for made in manifest.patterns:
        suffix = made.name.removeprefix(f"{made.variant_of}_")
        if made.variant_of and suffix in manifest.languages:
            found.setdefault(made.variant_of, [made.variant_of]).append(made.name)
    return {name: tuple(of_name) for name, of_name in found.items()}


class Rankings:
    """Gathers how candidates were ranked, while a run is judged: by the first prompt of a fact."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self._folder = folder
        self._patterns = {name for found in families(manifest).values() for name in found}
        self._orders: dict[tuple[str, int], tuple[int, ...]] = {}
        self._seen: set[str] = set()

    def see(self, answer: Answered) -> None:
        """Take in a response."""
        pattern = answer.item.pattern
        asks = answer.item.facts[answer.fact].prompts[answer.prompt].slot
        is_asked = answer.prompt == 0 and asks == "object" and pattern in self._patterns
        if is_asked and answer.response.candidates:
            values = reduced(answer.response)
            order = sorted(range(len(values)), key=lambda at: -values[at])
            self._orders[answer.item.id, answer.fact] = tuple(order)
            self._seen.add(pattern)

    def of(self, pattern: str) -> dict[Place, Ranking]:
        """The rankings of a pattern's facts; those of prompts that ask for objects."""
        if pattern not in self._seen:
            return {}
        found: dict[Place, Ranking] = {}
        for item in folders.read_items(self._folder, pattern, _Pooled):
            for at, fact in enumerate(item.facts):
                order = self._orders.get((item.id, at))
                if order is not None and len(order) == len(fact.candidates):
                    ids = tuple(fact.candidates[place].id for place in order)
                    found[_hash(item.id), at] = ids
        return found


class _Candidate(Struct, frozen=True, gc=False):
    id: str


class _Fact(Struct, frozen=True, gc=False):
    candidates: tuple[_Candidate, ...]


class _Pooled(Struct, frozen=True, gc=False):
    """Of an item: the candidates of its facts."""

    id: str
    facts: tuple[_Fact, ...]


def scores(
    judged: Mapping[str, Sequence[Judged]],
    manifest: Manifest,
    rankings: Rankings,
    ks: Sequence[int],
) -> Iterator[Score]:
    """The scores of patterns that were asked in several languages; see above."""
    for pattern, names in families(manifest).items():
        found = {}
        for name in names:
            if judged.get(name):
                found[language(name, pattern, manifest)] = name
        if len(found) > 1:
            yield from _of_family(pattern, found, judged, rankings, ks)


def _of_family(
    pattern: str,
    names: Mapping[str, str],
    judged: Mapping[str, Sequence[Judged]],
    rankings: Rankings,
    ks: Sequence[int],
) -> Iterator[Score]:
    by_language = {
        tongue: _first(rewording.words(judged[name]), tongue) for tongue, name in names.items()
    }
    in_all = set.intersection(*map(set, by_language.values()))
    for tongue, facts in by_language.items():
        own = {place: one for place, one in facts.items() if place in in_all}
        if own:
            yield from rewording.alone(pattern, own, ks, {LANGUAGE: tongue})
    yield from rewording.pairs(pattern, by_language, ks, kind=LANGUAGE)
    ranked = {tongue: rankings.of(name) for tongue, name in names.items()}
    for other, this in itertools.combinations(names, 2):
        first, second = by_language[other], by_language[this]
        places = sorted(first.keys() & second.keys())
        by = {LANGUAGE: this, AGAINST: other}
        for k in ks if places else ():
            asked = [
                (place[0], rewording.outcome(first[place], second[place], k, AGREE))
                for place in places
            ]
            yield by_fact.score(pattern, AGREE, k, by, asked)
        yield from _rankc(pattern, places, ranked[other], ranked[this], by)


def _rankc(
    pattern: str,
    places: Iterable[Place],
    one: Mapping[Place, Ranking],
    other: Mapping[Place, Ranking],
    by: Mapping[str, str],
) -> Iterator[Score]:
    """RankC over the facts of which both languages share two candidates or more."""
    asked = [
        (place[0], Outcome((), RANKC, rankings=(one[place], other[place])))
        for place in places
        if place in one and place in other
    ]
    if asked:
        yield by_fact.score(pattern, RANKC, None, by, asked)


def _first(worded: Iterable[Worded], tongue: str) -> dict[Place, Worded]:
    """Each fact once, in its first wording, as one that its language worded."""
    found: dict[Place, Worded] = {}
    for one in worded:
        item = _hash(one.item)
        called = msgspec.structs.replace(one, item=item, generator=tongue)
        found.setdefault((item, one.fact), called)
    return found


def _hash(item: str) -> str:
    return item.rpartition("-")[2]


def language(name: str, pattern: str, manifest: Manifest) -> str:
    """The language of a pattern: its variant's, or the one of which it is no variant."""
    if name != pattern:
        return name.removeprefix(f"{pattern}_")
    others = defaultdict(set)
    for made in manifest.patterns:
        others[made.variant_of].add(made.name.removeprefix(f"{made.variant_of}_"))
    return next((one for one in manifest.languages if one not in others[pattern]), "")
