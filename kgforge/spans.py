"""Parts of a text, each from a place up to another: which overlap, and edits of them."""

from collections.abc import Mapping
from typing import TypeVar

Span = tuple[int, int]
T = TypeVar("T")


def apart(found: Mapping[Span, T]) -> dict[Span, T]:
    """The spans that do not overlap: of those that do the longer, then the first.

    >>> apart({(0, 2): "a", (1, 5): "b", (6, 7): "c"})
    {(1, 5): 'b', (6, 7): 'c'}
    """
    chosen: dict[Span, T] = {}
    for start, end in sorted(found, key=lambda span: (span[0] - span[1], span)):
        if all(end <= first or last <= start for first, last in chosen):
            chosen[start, end] = found[start, end]
    return chosen


def edited(text: str, edits: Mapping[Span, str]) -> str:
    """A text with other words at some spans, which do not overlap.

    >>> edited("Heat and rain", {(0, 4): "Snow"})
    'Snow and rain'
    """
    parts: list[str] = []
    place = 0
    for start, end in sorted(edits):
        parts += (text[place:start], edits[start, end])
        place = end
    return "".join([*parts, text[place:]])
