"""The ranks of Wikidata's statements: those of the best one of their property are facts."""

from typing import Final

KNOWN: Final = frozenset({"deprecated", "normal", "preferred"})
"""The words for them."""

DEPRECATED: Final = "a statement of deprecated rank"
LESSER: Final = "a statement of normal rank beside a preferred one"
UNKNOWN: Final = "a statement of a rank that is not known"
"""The reasons for which others are left out."""


def left_out(rank: str, *, beside_preferred: bool) -> str:
    """Why a statement of a rank is no fact; empty for one that is.

    >>> left_out("normal", beside_preferred=False), left_out("preferred", beside_preferred=True)
    ('', '')
    """
    if rank == "deprecated":
        return DEPRECATED
    if rank == "normal":
        return LESSER if beside_preferred else ""
    return "" if rank == "preferred" else UNKNOWN
