"""Where a name stands in a sentence that inflects it: by its stem, or by edit distance.

A translated sentence says *v Praze* for *Praha*, *Майкрософту* for *Майкрософт*. A name is looked
for as it is; then in every run of words of about its length, of which the likest counts. Two words
are as like as their normalised Levenshtein similarity says (1 - edits / longer length), and at
least ``NEAR`` alike if they share a stem. The threshold is that of Fluent-mLAMA (arXiv 2510.15115),
which compares lemmas and needs a parser of each language for them. Scripts without spaces are
compared letter by letter.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from rapidfuzz.distance import Levenshtein

from kgforge import mentions
from kgforge.spans import Span

NEAR: Final = 0.7
"""So alike a name and its form are at least."""
MISSING: Final = "no form of the name occurs"
SEVERAL: Final = "several places are equally like the name"
"""Why a name is not located."""

_WORD: Final = re.compile(r"[\w’'·]+")
_ENDING: Final = re.compile(r"[-’'][^\W\d_]{1,4}\b")
"""An ending that is set off from a name: *NBC-u*, *NATO'nun*."""
_APPENDED: Final = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
"""What tells a name from others of its like: *Georgia (země)*."""
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_STEM: Final = 0.6
"""Two words share a stem if so much of the shorter one begins both, …"""
_LEAST: Final = 3
"""… of so many letters at least, …"""
_REST: Final = 4
"""… and at most so many letters come after it in either."""
_POOR: Final = 0.5
"""Less alike than this no word of a longer name may be."""
_TIED: Final = 1e-9

GENERAL: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "cs": frozenset({"jazyk", "jazyky"}),
        "da": frozenset({"sprog"}),
        "de": frozenset({"sprache"}),
        "es": frozenset({"idioma", "lengua"}),
        "fr": frozenset({"langue"}),
        "hr": frozenset({"jezik"}),
        "id": frozenset({"bahasa"}),
        "ru": frozenset({"язык", "языки"}),
        "uk": frozenset({"мова", "мови"}),
        "vi": frozenset({"tiếng"}),
    }
)
"""By language: words that a name has and a sentence may lack, as it says them of the whole."""


class Place(Struct, frozen=True):
    """Where a name stands, and how like it what stands there is; or why it is not known."""

    span: Span = (0, 0)
    likeness: float = 0.0
    reason: str = ""

    def __bool__(self) -> bool:
        """Whether it was located."""
        return not self.reason


def located(
    sentence: str,
    names: Sequence[str],
    language: str,
    *,
    apart: Sequence[str] = (),
    rivals: Sequence[str] = (),
    closing: bool = False,
) -> Place:
    """The place of one of these names of an entity; never where one of those *apart* stands.

    Names as they are come before forms of them, and longer ones before parts of them. Of several
    places that are equally like a name none is better: the reason says so. If the name is
    *closing*, as it closes the sentence that was translated, what closes the sentence comes first
    of all, and the last of several places counts. A form that is likelier that of a *rival*, a name
    of something else of the kind, is none of the name's.

    >>> located("Narodil se v Praze.", ["Praha"], "cs").span
    (13, 18)
    >>> located("Brno leží u Brna.", ["Brno"], "cs").span
    (0, 4)
    >>> located("Brno leží u Brna.", ["Brno"], "cs", closing=True).span
    (12, 16)
    >>> located("Narodil se v Brně.", ["Praha"], "cs").reason
    'no form of the name occurs'
    >>> located("Leží ve Slovinsku.", ["Slovensko"], "cs", rivals=["Slovinsko"]).reason
    'no form of the name occurs'
    """
    own = {name.casefold() for name in names}
    others = [name for name in apart if name.casefold() not in own]
    barred = [span for name in others for span in _verbatim(sentence, name)]
    bare = [form for name in names for form in _shortened(name, language)]
    known = _Known((*names, *bare), [name for name in rivals if name.casefold() not in own])
    if closing and (found := _at_end(sentence, (names, bare), known)):
        return found
    for forms in (names, bare):
        exact = {span for name in forms for span in _verbatim(sentence, name)}
        if whole := _widest(one for one in exact if not _overlaps(one, barred)):
            return _only(sentence, [(1.0, span) for span in whole], closing=closing)
    barred += _held(sentence, others, names)
    for forms in (names, bare):
        scored = known.own(sentence, [one for name in forms for one in _alike(sentence, name)])
        if free := [one for one in scored if not _overlaps(one[1], barred)]:
            return _only(sentence, free, closing=closing)
    return Place(reason=MISSING)


class _Known(Struct, frozen=True):
    """Names of an entity, and of others of its kind."""

    names: Sequence[str]
    rivals: Sequence[str]

    def own(self, sentence: str, scored: Sequence[tuple[float, Span]]) -> list[tuple[float, Span]]:
        """The runs that are no likelier another's."""
        return [one for one in scored if self._is_own(sentence[slice(*one[1])])]

    def _is_own(self, said: str) -> bool:
        own = max(_score(name, said) for name in self.names)
        return all(_score(name, said) < own + _TIED for name in self.rivals)


def _score(name: str, said: str) -> float:
    """How like a name a run of words is."""
    if _UNSPACED.search(name):
        return float(Levenshtein.normalized_similarity(name.casefold(), said.casefold()))
    wanted = [one.group() for one in _WORD.finditer(name)]
    return _of_run(name, wanted, said, list(_WORD.finditer(said)))


def _at_end(sentence: str, every: Iterable[Sequence[str]], known: _Known) -> Place | None:
    """The place of a name that closes a sentence; whole names come before parts."""
    for forms in every:
        exact = [(1.0, span) for name in forms for span in _verbatim(sentence, name)]
        alike = known.own(sentence, [one for name in forms for one in _alike(sentence, name)])
        for found in (exact, alike):
            if last := [one for one in found if _closes(sentence, one[1])]:
                score = max(one[0] for one in last)
                return _only(sentence, [one for one in last if one[0] == score], closing=True)
    return None


def _closes(sentence: str, span: Span) -> bool:
    """Whether no word follows but an ending that is set off."""
    ending = _ENDING.match(sentence, span[1])
    return not _WORD.search(sentence, ending.end() if ending else span[1])


def likeness(name: str, form: str) -> float:
    """How like two words or names are, from 0 to 1; words of one stem are at least ``NEAR``.

    >>> likeness("Praha", "Praze") == NEAR, likeness("Nokia", "Nokii")
    (True, 0.8)
    """
    one, other = name.casefold(), form.casefold()
    found = float(Levenshtein.normalized_similarity(one, other))
    return max(found, NEAR) if _share_stem(one, other) else found


def _share_stem(one: str, other: str) -> bool:
    shared = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    rest = max(len(one), len(other)) - shared
    return shared >= max(_LEAST, _STEM * min(len(one), len(other))) and rest <= _REST


def _shortened(name: str, language: str) -> list[str]:
    """A name without what tells it apart, and without words of its kind."""
    found = _APPENDED.sub("", name)
    general = GENERAL.get(language.partition("-")[0], frozenset())
    kept = [word for word in found.split() if word.casefold() not in general]
    return list(dict.fromkeys(one for one in (found, " ".join(kept)) if one and one != name))


def _verbatim(sentence: str, name: str) -> Iterator[Span]:
    """Where a name stands as it is."""
    return iter(mentions.found(sentence, name, hyphened=False)) if name else iter(())


def _held(sentence: str, apart: Iterable[str], names: Sequence[str]) -> Iterator[Span]:
    """Where another's names stand in a form that is likelier theirs than one of *names*."""
    for name in apart:
        for score, span in _best(_alike(sentence, name)):
            said = sentence[slice(*span)]
            if all(likeness(own, said) < score for own in names):
                yield span


def _alike(sentence: str, name: str) -> list[tuple[float, Span]]:
    """The runs that are like a name, with how like they are."""
    if _UNSPACED.search(name):
        return _alike_letters(sentence, name)
    wanted = [one.group() for one in _WORD.finditer(name)]
    words = list(_WORD.finditer(sentence))
    found = []
    for size in {len(wanted) - 1, len(wanted), len(wanted) + 1} - {0, -1}:
        for at in range(len(words) - size + 1):
            run = words[at : at + size]
            score = _of_run(name, wanted, sentence, run)
            if score >= NEAR:
                found.append((score, (run[0].start(), run[-1].end())))
    return found


def _of_run(
    name: str, wanted: Sequence[str], sentence: str, run: Sequence["re.Match[str]"]
) -> float:
    """How like a name a run of words is: as a whole, or word by word."""
    said = sentence[run[0].start() : run[-1].end()]
    whole = float(Levenshtein.normalized_similarity(name.casefold(), said.casefold()))
    if len(run) != len(wanted):
        return whole
    each = [likeness(one, other.group()) for one, other in zip(wanted, run, strict=True)]
    return max(whole, sum(each) / len(each)) if min(each) >= _POOR else 0.0


def _alike_letters(sentence: str, name: str) -> list[tuple[float, Span]]:
    """The same in a script without spaces."""
    found = []
    for size in range(max(1, len(name) - 1), len(name) + 2):
        for at in range(len(sentence) - size + 1):
            said = sentence[at : at + size]
            score = float(Levenshtein.normalized_similarity(name.casefold(), said.casefold()))
            if score >= NEAR and not any(unicodedata.category(one)[0] in "PZ" for one in said):
                found.append((score, (at, at + size)))
    return found


def _best(scored: Sequence[tuple[float, Span]]) -> list[tuple[float, Span]]:
    """The likest; of those that overlap the shortest."""
    if not scored:
        return []
    top = max(score for score, _ in scored)
    kept: list[tuple[float, Span]] = []
    for one in sorted(scored, key=lambda one: (one[1][1] - one[1][0], one[1])):
        if one[0] > top - _TIED and not _overlaps(one[1], [span for _, span in kept]):
            kept.append(one)
    return kept


def _only(sentence: str, scored: Sequence[tuple[float, Span]], *, closing: bool) -> Place:
    """The likest place, if it is alone, with the ending that is set off from it."""
    best = sorted(_best(scored), key=lambda one: one[1])
    if len(best) > 1 and not closing:
        return Place(reason=SEVERAL)
    score, (start, end) = best[-1]
    ending = _ENDING.match(sentence, end)
    return Place((start, ending.end() if ending else end), score)


def _widest(spans: Iterable[Span]) -> list[Span]:
    """Those that lie in no other."""
    every = set(spans)
    return sorted(
        one
        for one in every
        if not any(o != one and o[0] <= one[0] and one[1] <= o[1] for o in every)
    )


def _overlaps(span: Span, others: Iterable[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)
