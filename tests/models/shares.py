"""What a model tells while it answers."""

from collections.abc import Sequence

import pytest

from kgforge import models
from kgforge.schema import ModelOptions, Request


def check(address: str, requests: Sequence[Request], options: ModelOptions) -> None:
    """Shares of the work, that grow from the first batch to the whole; the answers are the same."""
    told: list[float] = []
    answers = models.open(address, options).answer(requests, told.append)
    assert answers == models.open(address, options).answer(requests)
    assert told == sorted(told)
    assert len({share for share in told if 0 < share < 1}) >= 4
    assert told[-1] == pytest.approx(1)
