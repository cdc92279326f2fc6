"""What a text says to a question: the four classes of an answer."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from kgforge import matching

Verdict = Literal["correct", "incorrect", "abstained", "unreadable"]
"""Luo et al. 2023, *Systematic Assessment of Factual Knowledge in Large Language Models*, has the
first three; a text of which none can be told is in a class of its own."""


# ── Stand-ins of the forms' branch: the judge of the branch ``judging`` takes their place ─────────
_ABSTAINS: Final = re.compile(
    r"\b(?:unknown|not sure|cannot|can't|don't know|do not know|no idea)\b", re.IGNORECASE
)


def judged(text: str, answers: Sequence[Sequence[str]]) -> tuple[Verdict, Verdict]:
    """What a text says, strictly and by the published rules; *answers* are names, by answer."""
    every = [name for names in answers for name in names]
    legacy: Verdict = "correct" if matching.matches(text, every, legacy=True) else "incorrect"
    if _ABSTAINS.search(text):
        legacy = "abstained"
    if any(map(matching.normalised(text).__eq__, map(matching.normalised, every))):
        return "correct", legacy
    if not matching.normalised(text):
        return "unreadable", legacy
    if _ABSTAINS.search(text):
        return "abstained", legacy
    return "incorrect", legacy


def read_list(text: str) -> list[str]:
    """The answers that a text lists."""
    parts = re.split(r"[;\n]|, ", text)
    found = [re.sub(r"^\s*(?:[-*•]|\d+[.)])\s*", "", part).strip() for part in parts]
    return [one for one in found if one and matching.normalised(one) != "none"]


def listed(given: Sequence[str], answers: Sequence[Sequence[str]]) -> tuple[int, int, int]:
    """How many accepted answers were given, how many answers were given, how many are accepted."""
    groups = [matching.accepted(names) for names in answers]
    right: set[int] = set()
    others: set[str] = set()
    for one in map(matching.normalised, given):
        place = next((at for at, names in enumerate(groups) if one in names), None)
        if place is None:
            others.add(one)
        else:
            right.add(place)
    return len(right), len(right) + len(others), len(groups)
