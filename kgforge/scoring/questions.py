"""Which questions a run's own figures of a pattern are of, and what baselines score on them.

A pattern's own figures are of the first form and end that was asked (``posed``). Where a benchmark
has several forms, that form is named, and the baselines are those of that form.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

import msgspec
from msgspec import Struct

from kgforge import forms
from kgforge.schema import Floor, Made, Manifest, Posed, RunInfo, Score
from kgforge.scoring import posed

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
        there = dict.fromkeys(one.by["form"] for one in scores if "form" in one.by)
        known = _by_form(ordered)
        asked = [known[form] for form in there or _ordered(known, wanted) if form in known]
        first = asked[0] if asked else ordered[0]
        there.pop(first.form, None)
        return cls(
            _named(first) if len(known) > 1 or first != ordered[0] else "",
            tuple(there),
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
            each, about.job.forms if about else [one.form for one in each], found[pattern]
        )
        for pattern, each in every.items()
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


def figures(runs: Mapping[str, Mapping[str, Asked]]) -> Iterator[str]:
    """Of which form the figures of patterns are, where that has to be said: a line for each form.

    Where runs differ in it, the line names those that it is of.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for run, of_run in runs.items():
        for pattern, each in of_run.items():
            if each.named:
                found.setdefault(pattern, {}).setdefault(each.named, []).append(run)
    lines: dict[tuple[str, str], list[str]] = {}
    for pattern, by_name in found.items():
        for name, of in by_name.items():
            whose = f" ({', '.join(of)})" if len(by_name) > 1 else ""
            lines.setdefault((name, whose), []).append(pattern)
    for (name, whose), of_patterns in lines.items():
        yield f"{', '.join(of_patterns)}: figures of {name} alone{whose}"


def own_floors(one: Posed) -> tuple[Floor, ...]:
    """What baselines score in a form by the pattern's own metric."""
    return tuple(floor for floor in one.floors if not floor.metric)


def at(floors: Sequence[Floor], ks: Sequence[int]) -> Iterator[Floor]:
    """Baselines' scores at some ks; where there is one k alone, as one answer is given, at each."""
    alone = len({floor.k for floor in floors}) == 1
    for k in ks:
        for floor in floors:
            if alone or floor.k == k:
                yield msgspec.structs.replace(floor, k=k)


def own_form(made: Made) -> Posed | None:
    """The prompts that a pattern's own baselines are of; None: the first prompt of each fact."""
    if not made.forms:
        return None
    found = main(made.forms)
    are_all = not found.lacking and found == made.forms[0] and forms.OF_FACTS in made.asks
    return None if are_all else found


def main(every: Sequence[Posed]) -> Posed:
    """The prompts that a pattern's own figures are of, where all of these are asked."""
    return min(every, key=_place)


def first_of(every: Sequence[Posed], form: str) -> Posed | None:
    """The prompts of a form for the end that its figures are of."""
    return _by_form(sorted(every, key=_place)).get(form)


def _by_form(ordered: Iterable[Posed]) -> dict[str, Posed]:
    """The first prompts of each form."""
    found: dict[str, Posed] = {}
    for one in ordered:
        found.setdefault(one.form, one)
    return found


def _ordered(known: Iterable[str], wanted: Sequence[str]) -> list[str]:
    """Of the forms that are known those that are wanted, in their own order."""
    return [form for form in known if form in wanted]


def _place(one: Posed) -> tuple[bool, bool]:
    """As ``posed.every`` orders them: statements with a slot first, of the object before others."""
    kind = one.form, one.slot
    return kind[0] != posed.FIRST[0], kind != posed.FIRST


def _named(one: Posed) -> str:
    return one.form if one.slot == "object" else f"{one.form}, {one.slot}"
