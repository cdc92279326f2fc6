"""The forms of questions, the names of ours that the layout has to know."""

from typing import Final

from kgforge import mentions
from kgforge.schema import SLOT, Prompt

_SHORT: Final = "short_answer"
_BLANK: Final = "cloze"


def prompt(question: str, language: str, subject: str) -> Prompt:
    """A question for a name, or a statement with a slot for it."""
    is_statement = question.count(SLOT) == 1
    text = question if is_statement else f"{question} {SLOT}"
    template = mentions.templated(question, subject, "[X]").replace(SLOT, "[Y]")
    if "[X]" not in template:
        template = ""
    form = _BLANK if is_statement else _SHORT
    return Prompt(form, language, "object", "none", "template", text, template)
