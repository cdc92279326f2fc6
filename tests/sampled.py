"""Of many cases alike an ordinary run tries some, by ``KGFORGE_SEED``; ``make proof`` tries all."""

import os
import random
from collections.abc import Sequence
from typing import Final, TypeVar

PROOF: Final = os.environ.get("HYPOTHESIS_PROFILE") == "proof"
"""Whether this is ``make proof``."""
SEED: Final = os.environ.get("KGFORGE_SEED", "0")
"""What decides which cases an ordinary run tries."""
Case = TypeVar("Case")


def some(number: int, cases: Sequence[Case]) -> list[Case]:
    """As many of the cases, in their order; in ``make proof`` all."""
    if PROOF:
        return list(cases)
    drawn = random.Random(f"{SEED} {cases}").sample(range(len(cases)), number)
    return [cases[place] for place in sorted(drawn)]
