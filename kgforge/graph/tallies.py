"""Counts that grow while entries stream past."""

from collections import Counter
from typing import Final

from msgspec import Struct

from kgforge.errors import SourceError
from kgforge.graph.origins import Found, Origin
from kgforge.schema import Skip, Source

_EXAMPLES: Final = 3


class Skipped(Struct, frozen=True):
    """A reason for which records or files were skipped, how often, and where first."""

    reason: str
    count: int
    first: tuple[str, ...]


class Reasons:
    """Reasons, each with how often it was given and where first."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, list[str]] = {}

    def add(self, reason: str, where: str) -> None:
        """Count a reason."""
        self._counts[reason] += 1
        first = self._first.setdefault(reason, [])
        if len(first) < _EXAMPLES:
            first.append(where)

    def listed(self) -> tuple[Skipped, ...]:
        """All of them, by code point."""
        return tuple(
            Skipped(reason, count, tuple(self._first[reason]))
            for reason, count in sorted(self._counts.items())
        )


class Tally:
    """What was read of the sources, and what was not."""

    def __init__(self) -> None:
        self.documents = 0
        self.read = 0
        self.skipped_triples = 0
        self.axioms = 0
        self.negatives = 0
        self.kept = 0
        """Statements and names that can be stored, also those that are stored already."""
        self.skipped = Reasons()
        self.left_out = Reasons()
        self.refused: dict[Origin, str] = {}
        """Files of folders of which it is not known what they hold, with the whole error."""
        self.sources: list[Source] = []

    def skip(self, skip: Skip, origin: Origin) -> None:
        """Count what cannot be used."""
        self.read += skip.triple
        self.skipped_triples += skip.triple
        self.skipped.add(skip.reason, f"{origin.title}, {skip.where}")

    def must_hold(self, found: Found, before: int) -> None:
        """Raise SourceError where nothing of a source can be stored, with the reasons.

        *before* is what ``kept`` was when its reading began.
        """
        if self.kept > before or any(origin.is_graph for origin in found.origins):
            return
        refused = [self.refused[one] for one in found.origins if one in self.refused]
        reasons = [
            f"{one.count:,} × {one.reason} (first: {one.first[0]})"
            for one in (*self.skipped.listed(), *self.left_out.listed())
        ]
        why = "; ".join([*reasons, *refused[:1]]) or "there is no fact and no label in it"
        raise SourceError(f"nothing of {found.address} can be stored: {why}")
