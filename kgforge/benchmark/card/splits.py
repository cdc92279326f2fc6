"""The card on the splits: how many items each has, and the leak report."""

from collections.abc import Iterable, Iterator, Mapping

from kgforge.benchmark import splits
from kgforge.benchmark.card.wording import columns, count, row, say
from kgforge.schema import Split


def split_tables(split: Split) -> Iterator[str]:
    """The sizes of the splits, and what crosses from one into another."""
    if split.kind == splits.PUBLISHED:
        yield _published(split)
        return
    names = list(split.shares)
    shares = ", ".join(f"{share} % {name}" for name, share in split.shares.items())
    yield say("splits", kind=split.kind, shares=shares)
    if split.kind == "popularity":
        yield say("splits by popularity", first=names[0], last=names[-1])
    yield say(
        "sizes of splits",
        names=" | ".join(f"{name} ({share} % wanted)" for name, share in split.shares.items()),
        columns=columns(names),
        rows=_rows(split),
        bonds=_bonds(split),
    )
    if found := split.recurring:
        crossing = f"{found.crossing:,}"
        yield say("recurring answers", answers=count(found.keys, "answer"), crossing=crossing)


def _rows(split: Split) -> Iterator[str]:
    for pattern, counts in split.items.items():
        kept, left_out = sum(counts.values()), split.left_out[pattern]
        if kept + left_out:
            shares = _shares(counts, split.shares)
            yield row(f"`{pattern}`", *shares, _reached(left_out, kept + left_out))


def _published(split: Split) -> str:
    return say(
        "published splits",
        names=" | ".join(split.shares),
        columns=columns(split.shares),
        rows=[
            row(f"`{pattern}`", *_shares(found, split.shares))
            for pattern, found in split.items.items()
        ],
        bonds=_bonds(split),
    )


def _shares(counts: Mapping[str, int], names: Iterable[str]) -> Iterator[str]:
    """How many items of a pattern each split has, and which share of them."""
    whole = sum(counts.values())
    return (_reached(counts[name], whole) for name in names)


def _bonds(split: Split) -> list[str]:
    return [row(name, bond.keys, bond.crossing) for name, bond in split.bonds.items()]


def _reached(found: int, whole: int) -> str:
    return f"{found} ({found / whole:.1%})" if whole else f"{found}"
