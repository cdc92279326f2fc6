"""A question as any of the files has it."""

from msgspec import Struct


class Called(Struct, frozen=True):
    """What something is called, and known by; either may be empty."""

    label: str = ""
    id: str = ""


class Right(Struct, frozen=True):
    """A right answer: its names, the first its own."""

    names: tuple[str, ...]
    id: str = ""


class Asked(Struct, frozen=True):
    """A question, in one or more wordings, or a step of a chain."""

    questions: tuple[str, ...]
    answers: tuple[Right, ...]
    """The first is the one that is meant."""
    subject: Called = Called()
    relation: Called = Called()
    id: str = ""
    group: str = ""
    language: str = ""
    split: str = ""
    popularity: tuple[int | None, int | None] = (None, None)
    """Of the subject and of the first answer."""
    hops: tuple["Asked", ...] = ()
    """Of a question over a chain: those over its steps, in order."""
