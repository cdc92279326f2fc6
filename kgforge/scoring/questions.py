"""Which questions a run's own figures of a pattern are of, and what baselines score on them.

A pattern's own figures are of the first form and end that was asked (``posed``). Where a benchmark
has several forms, that form is named, and the baselines are those of that form.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

import msgspec
from msgspec import Struct

from kgforge import forms
from kgforge.schema import Floor, Manifest, Posed, RunInfo, Score

Forms = Mapping[str, Sequence[Posed]]
"""The prompts of patterns by form (``Made.forms``), of the patterns that say them."""


class Asked(Struct, frozen=True):
    """The questions of a pattern that a run's own figures are of."""

    named: str = ""
    """The form, with the end that is asked for; empty where it goes without saying."""
    others: tuple[str, ...] = ()
    """The further forms that the run was asked."""
    floors: tuple[Floor, ...] | None = None
    """What baselines score on them; None: what the pattern's own baselines do."""

    @classmethod
    def of(cls, every: Sequence[Posed], wanted: Sequence[str], scores: Iterable[Score]) -> Self:
        """Of a pattern's prompts by form, the forms that were to be asked, and its scores."""
        if not every:
            return cls()
        ordered = sorted(every, key=_place)
        there = list(dict.fromkeys(one.by["form"] for one in scores if "form" in one.by))
        asked = [one for one in ordered if one.form in (there or wanted)] or ordered
        first = next((one for one in asked if there and one.form == there[0]), asked[0])
        several = len({one.form for one in every}) > 1
        return cls(
            _named(first) if several or first != ordered[0] else "",
            tuple(form for form in there if form != first.form),
            None if first == ordered[0] == every[0] else own_floors(first),
        )

    def said(self) -> str:
        """That further forms are shown elsewhere; empty where there are none."""
        if not self.others:
            return ""
        others = ", ".join(self.others)
        return f"{self.named} alone is shown here; {others}: report -v, and the page"


def by_pattern(manifest: Manifest) -> dict[str, tuple[Posed, ...]]:
    """The prompts by form of the patterns that have others than statements with a slot."""
    return {made.name: made.forms for made in manifest.patterns if made.forms}


def asked(every: Forms, about: RunInfo | None, scores: Iterable[Score]) -> dict[str, Asked]:
    """What a run's own figures are of, by pattern; *about* is None for answers of no run."""
    found: dict[str, list[Score]] = {pattern: [] for pattern in every}
    for score in scores:
        if score.pattern in found:
            found[score.pattern].append(score)
    return {
        pattern: Asked.of(
            posed, about.job.forms if about else [one.form for one in posed], found[pattern]
        )
        for pattern, posed in every.items()
        if found[pattern]
    }


def said(runs: Mapping[str, Mapping[str, Asked]]) -> Iterator[str]:
    """A line for all patterns of which further forms were asked; each its own where they differ."""
    lines = {
        (pattern, line)
        for of_run in runs.values()
        for pattern, each in of_run.items()
        if (line := each.said())
    }
    alike = len({line for _, line in lines}) == 1
    yield from dict.fromkeys(
        line if alike else f"{pattern}: {line}" for pattern, line in sorted(lines)
    )


def own_floors(posed: Posed) -> tuple[Floor, ...]:
    """What baselines score in a form by the pattern's own metric."""
    return tuple(floor for floor in posed.floors if not floor.metric)


def at(floors: Sequence[Floor], ks: Sequence[int]) -> Iterator[Floor]:
    """Baselines' scores at some ks; where there is one k alone, as one answer is given, at each."""
    alone = len({floor.k for floor in floors}) == 1
    for k in ks:
        for floor in floors:
            if alone or floor.k == k:
                yield msgspec.structs.replace(floor, k=k)


def first_of(every: Sequence[Posed], form: str) -> Posed | None:
    """The prompts of a form for the end that its figures are of."""
    return next((one for one in sorted(every, key=_place) if one.form == form), None)


def _place(one: Posed) -> tuple[bool, bool]:
    """As ``posed.every`` orders them: statements with a slot first, of the object before others."""
    cloze = one.form == forms.OF_FACTS
    return not cloze, not (cloze and one.slot == "object")


def _named(one: Posed) -> str:
    return one.form if one.slot == "object" else f"{one.form}, {one.slot}"
