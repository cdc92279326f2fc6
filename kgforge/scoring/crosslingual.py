"""The same facts in several languages: how each does, and how alike they are.

A pattern and its variants by language (``symmetry``, ``symmetry_cs``) have items paired by hash.
Under the pattern that they are variants of stand

- hits and mean ranks of each ``language``, on the facts that were asked in all;
- each language held against each earlier one, on the facts that were asked in both, with the gain
  and McNemar's test, as ``rewording`` holds wordings;
- ``languages_agree``: how often a fact is right in both, or wrong in both;
- ``rankc``: how alike both rank the candidates that they share, whatever is right.

What is held against one another is asked alike: in the same wording (a translation against a
translation), and ranked among the candidates that stand in all of the languages, since with fewer
the right one is first more often by chance. A fact that shares fewer than two is left out.

RankC is of Qi, Fernández and Bisazza 2023, *Cross-Lingual Consistency of Factual Knowledge in
Multilingual Language Models* (section 4): the mean over facts of the sum over j of w_j P@j, where
P@j is the share of the first j candidates of one language that are among the first j of the other,
and w_j the softmax of N - j over the N candidates. Candidates that tie stand in the order of ids.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge.forms import reduced
from kgforge.metrics import Outcome
from kgforge.schema import Manifest, Score, folders
from kgforge.scoring import by_fact, posed, rewording
from kgforge.scoring.judging import Answered, Judged
from kgforge.scoring.rewording import AGAINST, Worded

METRICS: Final = ("languages_agree", "rankc")
AGREE, RANKC = METRICS
LANGUAGE: Final = "language"
_ALIKE: Final = {"fallback": "template"}
"""What no model words: where a language has a template, another may have its label alone."""

Place = tuple[str, int]
"""An item's hash, and which of its facts."""


class Ranked(Struct, frozen=True):
    """How the candidates of a fact were ranked."""

    target: str
    """The id of what is right, as those of the candidates."""
    ids: tuple[str, ...]
    values: tuple[float, ...]
    """The higher, the likelier."""

    @property
    def order(self) -> tuple[str, ...]:
        """The ids, the likeliest first."""
        order = sorted(range(len(self.ids)), key=lambda at: -self.values[at])
        return tuple(self.ids[at] for at in order)

    def rank(self, among: Set[str]) -> float:
        """The rank of what is right among some candidates; ties share their mean rank."""
        pairs = list(zip(self.ids, self.values, strict=True))
        best = max(value for id, value in pairs if id == self.target)
        others = [value for id, value in pairs if id != self.target and id in among]
        return 1 + sum(one > best for one in others) + others.count(best) / 2


_Key = TypeVar("_Key")
Asked = Mapping[str, Worded]
"""A fact in one language, by wording."""
Rankeds = Mapping[tuple[Place, str], Ranked]
"""How candidates were ranked, by fact and wording."""


def families(manifest: Manifest) -> dict[str, tuple[str, ...]]:
    """The patterns that have variants by language, each with these, itself first."""
    found: dict[str, list[str]] = {}
    for made in manifest.patterns:
        suffix = made.name.removeprefix(f"{made.variant_of}_")
        if made.variant_of and suffix in manifest.languages:
            found.setdefault(made.variant_of, [made.variant_of]).append(made.name)
    return {name: tuple(of_name) for name, of_name in found.items()}


class Rankings:
    """Gathers how candidates were ranked, while a run is judged.

    By the first prompt of each wording, of the form in which a fact is asked first, if it asks for
    objects.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self._folder = folder
        self._patterns = {name for found in families(manifest).values() for name in found}
        self._values: dict[str, dict[tuple[str, int], dict[str, tuple[float, ...]]]] = {}

    def see(self, answer: Answered) -> None:
        """Take in a response."""
        pattern, response = answer.item.pattern, answer.response
        if pattern not in self._patterns or not response.candidates:
            return
        prompts = answer.item.facts[answer.fact].prompts
        asks = prompts[answer.prompt]
        wording = _wording(asks.generator)
        alike = (one for one in prompts if _wording(one.generator) == wording)
        is_first = posed.posed(asks) == posed.posed(prompts[0]) and next(alike) is asks
        if is_first and asks.slot == "object":
            of_pattern = self._values.setdefault(pattern, defaultdict(dict))
            of_pattern[answer.item.id, answer.fact][wording] = tuple(reduced(response))

    def of(self, pattern: str) -> dict[tuple[Place, str], Ranked]:
        """The rankings of a pattern's facts."""
        found: dict[tuple[Place, str], Ranked] = {}
        if pattern not in self._values:
            return found
        for item in folders.read_items(self._folder, pattern, Pooled):
            for at, fact in enumerate(item.facts):
                ids = tuple(one.id for one in fact.candidates)
                of_fact = self._values[pattern].get((item.id, at), {})
                for wording, values in of_fact.items():
                    if len(values) == len(ids):
                        place = _hash(item.id), at
                        found[place, wording] = Ranked(fact.object.id, ids, values)
        return found


class _Named(Struct, frozen=True, gc=False):
    id: str


class _Fact(Struct, frozen=True, gc=False):
    object: _Named
    candidates: tuple[_Named, ...]


class Pooled(Struct, frozen=True, gc=False):
    """Of an item: what is right, and the candidates, of its facts."""

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
    asked = {tongue: _asked(judged[name]) for tongue, name in names.items()}
    ranked = {tongue: rankings.of(name) for tongue, name in names.items()}
    for tongue, facts in _alike(asked, ranked, _common(asked)).items():
        if facts:
            yield from rewording.alone(pattern, facts, ks, {LANGUAGE: tongue})
    for other, this in itertools.combinations(names, 2):
        both = {other: asked[other], this: asked[this]}
        common = _common(both)
        pair = _alike(both, ranked, common)
        by = {LANGUAGE: this, AGAINST: other}
        yield from rewording.pairs(pattern, pair, ks, kind=LANGUAGE)
        yield from _agreement(pattern, pair[other], pair[this], ks, by)
        in_both = {
            key: asked[this][key[0]][key[1]]
            for key in common.items()
            if key in ranked[other] and key in ranked[this]
        }
        yield from _rankc(pattern, _once(in_both), ranked[other], ranked[this], by)


def _once(facts: Mapping[_Key, Worded]) -> list[_Key]:
    """Where each fact stands first: what recurs counts once, as ``rewording`` says."""
    first: dict[tuple[str, ...], _Key] = {}
    for key, one in facts.items():
        first.setdefault(one.question, key)
    return list(first.values())


def _agreement(
    pattern: str,
    one: Mapping[Place, Worded],
    other: Mapping[Place, Worded],
    ks: Sequence[int],
    by: Mapping[str, str],
) -> Iterator[Score]:
    for k in ks if one else ():
        asked = [
            (_called(place), rewording.outcome(one[place], other[place], k, AGREE))
            for place in _once(one)
        ]
        yield by_fact.score(pattern, AGREE, k, by, asked)


def _called(place: Place) -> str:
    """A fact, for what counts facts by a name."""
    return f"{place[0]} {place[1]}"


def _rankc(
    pattern: str,
    keys: Sequence[tuple[Place, str]],
    one: Rankeds,
    other: Rankeds,
    by: Mapping[str, str],
) -> Iterator[Score]:
    """RankC over the facts of which both languages share two candidates or more."""
    asked = [
        (_called(key[0]), Outcome((), RANKC, rankings=(one[key].order, other[key].order)))
        for key in keys
    ]
    if asked:
        yield by_fact.score(pattern, RANKC, None, by, asked)


def _asked(items: Sequence[Judged]) -> dict[Place, dict[str, Worded]]:
    """Each fact of a language in the first of each kind of wording."""
    found: dict[Place, dict[str, Worded]] = defaultdict(dict)
    for one in rewording.words(items):
        item = _hash(one.item)
        worded = msgspec.structs.replace(one, item=item)
        found[item, one.fact].setdefault(_wording(one.generator), worded)
    return found


def _common(asked: Mapping[str, Mapping[Place, Asked]]) -> dict[Place, str]:
    """The facts that some languages were all asked, each with a wording that all of them have.

    Of several the one that comes first in the first language.
    """
    first, *others = asked.values()
    found = {}
    for place in first:
        of_all = [each.get(place, {}) for each in others]
        alike = (one for one in first[place] if all(one in each for each in of_all))
        if wording := next(alike, None):
            found[place] = wording
    return found


def _alike(
    asked: Mapping[str, Mapping[Place, Asked]],
    ranked: Mapping[str, Rankeds],
    common: Mapping[Place, str],
) -> dict[str, dict[Place, Worded]]:
    """The common facts by language, each ranked among what all of them rank.

    Each is called by its language, as if that were what worded it.
    """
    found: dict[str, dict[Place, Worded]] = {tongue: {} for tongue in asked}
    for place, wording in common.items():
        own = [asked[tongue][place][wording] for tongue in found]
        orders = [ranked[tongue].get((place, wording)) for tongue in found]
        for tongue, one in zip(found, _among_shared(own, orders), strict=False):
            found[tongue][place] = msgspec.structs.replace(one, generator=tongue)
    return found


def _among_shared(own: Sequence[Worded], orders: Sequence[Ranked | None]) -> Sequence[Worded]:
    """A fact in several languages, ranked among what all of them rank; none if that is no choice.

    What was asked openly is as it is.
    """
    ranked = [one for one in orders if one]
    if len(ranked) < len(own):
        return own
    shared = set.intersection(*(set(one.ids) for one in ranked))
    if len(shared) < 2 or ranked[0].target not in shared:
        return ()
    pairs = zip(own, ranked, strict=True)
    return [msgspec.structs.replace(one, rank=order.rank(shared)) for one, order in pairs]


def _wording(generator: str) -> str:
    """By what wordings of a fact in several languages are alike."""
    return _ALIKE.get(generator, generator)


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
