"""Full stops that end no sentence: where a short answer must not be cut."""

from typing import Final

SHORTENED: Final = (
    *("St", "Ste", "Dr", "Mr", "Mrs", "Ms", "Prof", "Mt", "Ft", "Pt", "No", "Nr", "Gen", "Col"),
    *("Capt", "Lt", "Sgt", "Rev", "Hon", "Sen", "Gov", "Sv", "sv", "vs"),
)
"""Abbreviations that a name goes on after. *Jr.* ends one, so its full stop may be cut."""
IN_NAME: Final = "".join(rf"(?<!\b{one})" for one in (r"\w", *SHORTENED))
"""A pattern that is true where a full stop may end a sentence.

Not after a single letter (*J. Doe*), nor after an abbreviation (*St. Petersburg*). It looks back
alone: whoever writes an answer token by token does not know yet what follows.
"""
