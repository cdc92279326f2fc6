"""The forms in which a subject and relation of the layout are asked.

This table alone knows our forms by name, as any layout has to that is put into them.
"""

from collections.abc import Sequence
from typing import Final

from kgforge.schema import Prompt

LIST: Final = "listing"
"""The form of questions for all objects, be there none."""
SHORT: Final = "short_answer"
"""The form of questions for one of them."""
ONE: Final = (SHORT, "cloze")
"""The forms whose answers are names of objects, the best first."""


def prompt_of(prompts: Sequence[Prompt]) -> int | None:
    """Which of a fact's prompts a line of objects answers: one for all of them, if there is one."""
    for form in (LIST, *ONE):
        for at, prompt in enumerate(prompts):
            if (prompt.form, prompt.slot, prompt.context) == (form, "object", "none"):
                return at
    return None
