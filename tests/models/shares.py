"""What a model tells while it answers."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from kgforge import models
from kgforge.schema import ModelOptions, Request


def check(address: str, requests: Sequence[Request], options: ModelOptions) -> None:
    """Shares of the work, that grow from the first batch to the whole; the answers are the same."""
    told: list[float] = []
    answers = models.open(address, options).answer(requests, told.append)
    alike(answers, models.open(address, options).answer(requests))
    assert told == sorted(told)
    assert len({share for share in told if 0 < share < 1}) >= 4
    assert told[-1] == pytest.approx(1)


def alike(ones: Any, others: Any) -> None:
    """The same but for the last digits of numbers: how a library of matrices adds up depends on
    where in memory they happen to lie."""
    mine, numbers = without_numbers(msgspec.to_builtins(ones))
    theirs, expected = without_numbers(msgspec.to_builtins(others))
    assert mine == theirs
    assert numbers == pytest.approx(expected, abs=1e-4)


def without_numbers(value: Any) -> tuple[Any, list[float]]:
    """A value with zeros for its floats, and these in their order."""
    if isinstance(value, float):
        return 0.0, [value]
    if not isinstance(value, list | tuple | dict):
        return value, []
    parts = [
        without_numbers(part) for part in (value.values() if isinstance(value, dict) else value)
    ]
    bare = [part for part, _ in parts]
    numbers = [number for _, found in parts for number in found]
    return (dict(zip(value, bare, strict=True)) if isinstance(value, dict) else bare), numbers
