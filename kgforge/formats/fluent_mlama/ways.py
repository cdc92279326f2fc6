"""The form in which the layout's sentences are asked: it alone is named here."""

from typing import Final

STATEMENT: Final = "cloze"
"""The form of a sentence with a slot for its object."""
