"""Rows in batches under a token budget; after each it is told how much of the work is done."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import torch

from kgforge.errors import ModelError
from kgforge.models import Told, silent


class Batches:
    """Packs rows; ``budget`` is how many tokens are computed at once.

    It is halved for good whenever memory runs out on the *device*.
    """

    def __init__(self, budget: int, device: str) -> None:
        self.budget = budget
        self._device = device
        self._told: Told = silent
        self._part = 0.0, 1.0

    @contextmanager
    def telling(self, told: Told) -> Iterator[None]:
        """Tell of what is computed in the body, which is the whole."""
        self._told, self._part = told, (0.0, 1.0)
        try:
            yield
        finally:
            self._told = silent

    @contextmanager
    def part(self, start: float, end: float) -> Iterator[None]:
        """What is computed in the body is this part, of 1, of what is computed around it."""
        first, last = around = self._part
        self._part = first + (last - first) * start, first + (last - first) * end
        try:
            yield
            self.reached(1.0)
        finally:
            self._part = around

    def reached(self, share: float) -> None:
        """Tell that this share, of 1, of the present part is computed."""
        first, last = self._part
        self._told(first + (last - first) * share)

    def packed(self, lengths: Sequence[int], work: Callable[[list[int]], None]) -> None:
        """Call *work* with batches of indices into *lengths*, sorted by length, under the budget.

        When memory runs out the budget is halved for good and the batch is done again in smaller
        ones; *work* must therefore bear being called twice for an index. Raises ModelError when a
        single row is too much.
        """
        waiting = sorted(range(len(lengths)), key=lambda index: (-lengths[index], index))
        done, whole = 0, sum(lengths) or 1
        while waiting:
            count = max(1, self.budget // max(1, lengths[waiting[0]]))
            batch = waiting[:count]
            after = done + sum(lengths[index] for index in batch)
            try:
                with self.part(done / whole, after / whole):
                    work(batch)
            except (RuntimeError, MemoryError) as error:
                if not _out_of_memory(error):
                    raise
                if len(batch) == 1:
                    raise ModelError(
                        f"out of memory with a single row of {lengths[batch[0]]} tokens "
                        f"on {self._device}"
                    ) from error
                self._halve(len(batch) * lengths[batch[0]])
                continue
            waiting, done = waiting[count:], after

    def _halve(self, used: int) -> None:
        self.budget = max(1, min(self.budget, used) // 2)
        if self._device.startswith("cuda"):
            torch.cuda.empty_cache()


def _out_of_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError | torch.cuda.OutOfMemoryError) or any(
        sign in str(error).lower() for sign in ("out of memory", "can't allocate memory")
    )
