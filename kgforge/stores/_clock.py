"""A time limit for an engine that another thread can stop."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

AGAIN: Final = 0.5
"""After how many seconds an engine is stopped again that works on."""

_T = TypeVar("_T")


class Clock:
    """Counts the seconds in which an engine works for one query, and stops it at its limit."""

    def __init__(self, seconds: float | None, stop: Callable[[], None]) -> None:
        self._left = seconds
        self._stop = stop
        self.is_over = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """The engine works while the body runs; what is done with its rows does not count.

        Raises TimeoutError after a body that ended by itself, though too late.
        """
        if self._left is None:
            yield
            return
        ended = threading.Event()
        watch = threading.Thread(target=self._watch, args=(self._left, ended), daemon=True)
        started = time.monotonic()
        watch.start()
        try:
            yield
        finally:
            ended.set()
            watch.join()
            self._left = max(0.0, self._left - (time.monotonic() - started))
        if self.is_over:
            raise TimeoutError

    def fetched(self, fetch: Callable[[], _T]) -> Iterator[_T]:
        """What is fetched, batch after batch, until a batch is empty."""
        while True:
            with self.running():
                batch = fetch()
            if not batch:
                return
            yield batch

    def _watch(self, seconds: float, ended: threading.Event) -> None:
        while not ended.wait(seconds):
            self.is_over = True
            self._stop()
            seconds = AGAIN  # an engine may have had nothing yet to stop
