"""The card on the baselines, and on what else tells how hard facts are to guess."""

from collections.abc import Iterator, Sequence

from kgforge.benchmark.card.wording import cards, columns, filled, inline, parts, row, say
from kgforge.schema import Floor, Made, Manifest
from kgforge.scoring import notes


def baselines(manifest: Manifest) -> Iterator[str]:
    """What the baselines score, at each k, and the flags of groups."""
    measured = [made for made in manifest.patterns if made.items and made.floors]
    if not measured:
        return
    names = dict.fromkeys(floor.answerer for made in measured for floor in made.floors)
    yield say("baselines")
    yield from filled(one.baselines for one in cards(measured))
    yield say(
        "figures of baselines",
        names=" | ".join(names),
        columns=columns(names),
        rows=[line for made in measured for line in _rows(made)],
    )
    flagged = [made for made in measured if made.flags]
    if flagged:
        yield _flags(flagged)


def _rows(made: Made) -> Iterator[str]:
    for k in dict.fromkeys(floor.k for floor in made.floors):
        yield row(f"`{made.name}`", k, *(_ratio(one) for one in made.floors if one.k == k))


def _ratio(floor: Floor) -> str:
    value = "–" if floor.value is None else f"{floor.value:.3f}"
    mark = "\\*" if notes.is_small(floor) else ""
    return f"{value}{mark} ({floor.numerator:.6g}/{floor.denominator:g})"


def _flags(flagged: Sequence[Made]) -> str:
    carried = {name for made in flagged for name in made.flags}
    named = [part.removeprefix("flag: ") for part in parts() if part.startswith("flag: ")]
    names = [name for name in named if name in carried]
    return say(
        "flags",
        names=" | ".join(names),
        columns=columns(names),
        rows=[
            row(f"`{made.name}`", made.groups, *(made.flags.get(name, 0) for name in names))
            for made in flagged
        ],
        meanings=[f"- *{name}*: {inline(say(f'flag: {name}'))}" for name in names],
    )
