"""The form of the layout's statements, the one name of ours that it has to know."""

from typing import Final

STATED: Final = "cloze"
