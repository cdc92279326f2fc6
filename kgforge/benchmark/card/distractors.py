"""The card on candidates: what guards removed, and how hard distractors are to tell apart."""

from collections import Counter
from collections.abc import Iterator
from statistics import median

from kgforge import terms
from kgforge.benchmark.card.wording import counts, row, say
from kgforge.benchmark.guards import Guards
from kgforge.schema import Made, Manifest


def distractors(manifest: Manifest) -> Iterator[str]:
    """What was removed and why, and the table of candidates."""
    guards = {made.name: Guards.of(made.guards) for made in manifest.patterns}
    removed = {name: one.removed for name, one in guards.items() if one.removed}
    if removed:
        rows = [f"- `{name}`: {counts(found)}" for name, found in removed.items()]
        yield say("removed candidates", rows=rows)
    unlabelled = {name: one.unlabelled for name, one in guards.items() if one.unlabelled}
    if unlabelled:
        yield say("answers without a label", counts=counts(unlabelled))
    crowded = {name: one.crowded for name, one in guards.items() if one.crowded}
    if crowded:
        yield say("crowded", counts=counts(crowded))
    telling = {name: one.telling for name, one in guards.items() if one.telling}
    if telling:
        yield say("telling wordings", counts=counts(telling))
    if manifest.rules:
        yield say("rules", rules=", ".join(map(_rule, manifest.rules)))
    found = [made for made in manifest.patterns if made.candidates]
    if found:
        yield say("distractors by popularity" if manifest.match else "distractors")
        verified = {name: one.verified for name, one in guards.items() if one.verified}
        if verified:
            yield say("verified", counts=counts(verified))
        rows = [_row(made, _unlike(made, manifest), manifest.candidates) for made in found]
        yield say("candidates", rows=rows)
        if manifest.untyped:
            yield say("no classes")
        unranked = {made.name: made.unranked for made in found if made.unranked}
        if unranked:
            yield say("single candidates", counts=counts(unranked))


def _rule(pair: tuple[str, str]) -> str:
    one, other = map(terms.compact, pair)
    return f"`{one}` (symmetric)" if one == other else f"`{one}` and `{other}`"


def _unlike(made: Made, manifest: Manifest) -> int | None:
    """How many distractors share no class with their target; None where no class is known."""
    return Guards.of(made.guards).unlike or (None if manifest.untyped else 0)


def _row(made: Made, unlike: int | None, wanted: int) -> str:
    """How many candidates there are over a pattern's facts, and how hard to tell apart."""
    numbers = made.candidates or {}
    facts = sum(numbers.values())
    total = sum(number * count for number, count in numbers.items())
    others = total - facts
    chance = sum(count / number for number, count in numbers.items()) / facts
    return row(
        f"`{made.name}`",
        facts,
        wanted,
        f"{total / facts:.1f}",
        f"{median(Counter(numbers).elements()):g}",
        min(numbers),
        "–" if unlike is None or not others else f"{unlike / others:.1%}",
        f"{chance:.3f}",
    )
