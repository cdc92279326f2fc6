"""The same question in the layout's words and in ours: a message, and the text of a prompt.

Our text ends in the slot where the answer is written, and has choices by letter, one to a line; a
message has neither, but for a cloze, and lists choices in one line.
"""

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kgforge.schema import SLOT, Prompt

LETTERS: Final = string.ascii_uppercase
_TRUTH: Final = f" True or false? {SLOT}"
_LISTED: Final = "\n\nChoices: "
_BETWEEN: Final = ", "
_PLACES: Final = re.compile(r"\[[XY]\]")


def filled(template: str, subject: str, object: str) -> str:
    """A template with labels in its places; what stands in a label is none."""
    labels = {"[X]": subject, "[Y]": object}
    return _PLACES.sub(lambda place: labels[place.group()], template)


def statement(message: str) -> str:
    """The text of a true-or-false question."""
    return message + _TRUTH


def asked(message: str) -> str:
    """The text of a short-answer question."""
    return f"{message} {SLOT}"


def lettered(head: str, choices: Sequence[str]) -> str:
    """The text of a question with choices."""
    lines = (
        f"{letter}) {' '.join(text.split())}"
        for letter, text in zip(LETTERS, choices, strict=False)
    )
    return "\n".join((head, *lines, f"Answer: {SLOT}"))


def whole(prompt: Prompt) -> str:
    """The message of a cloze: all of its text, slot and all."""
    return prompt.text


def question(prompt: Prompt) -> str:
    """The message of a question that is answered by names."""
    return prompt.text.removesuffix(SLOT).rstrip()


def claim(prompt: Prompt) -> str:
    """The message of a true-or-false question: the statement."""
    return prompt.text.removesuffix(_TRUTH)


def listed(prompt: Prompt) -> str:
    """The message of a question with choices."""
    head = prompt.text.removesuffix(lettered("", prompt.choices))
    return head + _LISTED + _BETWEEN.join(prompt.choices)


def parted(message: str) -> tuple[str, str]:
    """The question of a message, and its line of choices; empty where it has none."""
    head, _, listed = message.rpartition(_LISTED)
    return (head, listed) if head else (message, "")


def choices(listed: str, known: Iterable[str], gold: str) -> tuple[str, ...]:
    """The choices of a line, which are labels that are *known*, though commas stand in them.

    Without such a reading, all that is between commas; none where *gold* is not among them.

    >>> choices("Washington, D.C., Rome, Bonn", {"Rome", "Bonn", "Washington, D.C."}, "Rome")
    ('Washington, D.C.', 'Rome', 'Bonn')
    """
    parts = listed.split(_BETWEEN)
    found = next(_readings(parts, frozenset(known), gold), None) or tuple(parts)
    return found if gold in found and len(found) <= len(LETTERS) else ()


def _readings(parts: Sequence[str], known: frozenset[str], gold: str) -> Iterator[tuple[str, ...]]:
    """The ways to read parts as known labels, each once, the gold one among them."""
    many = len(parts)
    stack: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while stack:
        at, taken = stack.pop()
        if at == many:
            if gold in taken:
                yield taken
            continue
        # the shortest label is tried first: it is pushed last
        for end in range(many, at, -1):
            label = _BETWEEN.join(parts[at:end])
            if label in known and label not in taken:
                stack.append((end, (*taken, label)))
