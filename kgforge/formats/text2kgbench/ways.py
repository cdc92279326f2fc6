"""The form of the texts that the layout holds, the one name of ours that it has to know."""

from typing import Final

from kgforge.schema import Made

TEXTS: Final = "extraction"


def are_texts(made: Made) -> bool:
    """Whether a pattern's items are texts, of which triples are to be written."""
    return made.form == TEXTS
