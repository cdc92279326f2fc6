"""How each form is put to a harness: what is compared there with what is right.

This table alone knows our forms by name, as any layout has to that is put into them.
"""

from collections.abc import Mapping
from typing import Final, Literal

Way = Literal["rank", "choose", "name", "list", "write"]
"""Candidates are ranked; one of several letters or words is chosen; a name is written; all names
are listed; triples are written."""

WAYS: Final[Mapping[str, Way]] = {
    "cloze": "rank",
    "short_answer": "name",
    "listing": "list",
    "true_false": "choose",
    "multiple_choice": "choose",
    "extraction": "write",
}
