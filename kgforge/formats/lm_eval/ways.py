"""What lm-eval calls the ways in which questions are put; one is called as a form of ours is."""

from collections.abc import Mapping
from typing import Final

from kgforge.formats._rows.ways import Way

OUTPUT: Final[Mapping[Way, str]] = {
    "rank": "multiple_choice",
    "choose": "multiple_choice",
    "name": "generate_until",
}
