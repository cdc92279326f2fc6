"""The card on forms: how many prompts there are of each, what is right, what baselines score."""

from collections.abc import Iterator

from kgforge.benchmark.card.wording import counts, row, say
from kgforge.schema import Floor, Made, Manifest, Posed
from kgforge.scoring import notes


def forms(manifest: Manifest) -> Iterator[str]:
    """The table of forms; nothing where there is one alone."""
    posed = [(made, one) for made in manifest.patterns for one in made.forms or ()]
    if posed:
        yield say("forms", rows=[_row(made, one, manifest) for made, one in posed])


def _row(made: Made, one: Posed, manifest: Manifest) -> str:
    wanted = (manifest.choices or 0) + 1
    few = sum(number for size, number in one.choices.items() if size < wanted)
    return row(
        f"`{made.name}`",
        f"`{one.form}`" if one.slot != "subject" else f"`{one.form}`, subject",
        one.prompts,
        one.facts,
        counts(one.lacking) or "none",
        one.fallback,
        few if one.choices else "",
        counts(one.gold),
        ", ".join(_floors(one)),
    )


def _floors(one: Posed) -> Iterator[str]:
    """The baselines at the first k by the pattern's own metric, but gold and what says nothing."""
    first = min((floor.k for floor in one.floors), default=0)
    for floor in one.floors:
        if floor.k == first and not floor.metric and floor.answerer not in ("gold", "empty"):
            yield f"{floor.answerer} {_value(floor)}"


def _value(floor: Floor) -> str:
    mark = "\\*" if notes.is_small(floor) else ""
    return ("–" if floor.value is None else f"{floor.value:.3f}") + mark
