"""The forms that the layout has types of questions for: what each asks, and how a prompt reads.

This table alone knows our forms by name, as any layout has to that is put into them.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from msgspec import Struct

from kgforge.formats.facteval import wordings
from kgforge.schema import Prompt

BLANK: Final = "cloze"
SHORT: Final = "short_answer"
LIST: Final = "listing"
TRUTH: Final = "true_false"
CHOICE: Final = "multiple_choice"


class Way(Struct, frozen=True):
    """How a form stands in the layout."""

    asks: Literal["names", "truth", "choice"]
    """What is right: the fact's answers, a truth value, or the target among choices."""
    message: Callable[[Prompt], str]
    """A prompt in the layout's words."""
    of_subjects: bool = False
    """Whether it has a place where the subject is asked for."""


WAYS: Final[Mapping[str, Way]] = {
    BLANK: Way("names", wordings.whole, of_subjects=True),
    SHORT: Way("names", wordings.question),
    LIST: Way("names", wordings.question),
    TRUTH: Way("truth", wordings.claim),
    CHOICE: Way("choice", wordings.listed),
}
"""In the order in which the prompts of a fact stand."""
