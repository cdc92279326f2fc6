"""Work on all cores: tasks go as bytes to other processes, and their answers come in order.

Each process is started anew, as a program, so that what this one holds open (threads, stores) is
not in it. It does not run the caller's script again, as processes of ``multiprocessing`` would,
which a script must be written for. It ends when its input does, and so with this process, however
that ends.
"""

import importlib
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Final

from kgforge.closing import Closing

_MOST: Final = 8
"""One process feeds no more."""
_AHEAD: Final = 2
"""So many tasks of each are in work, or done and not taken yet."""
_LENGTH: Final = 8
"""Bytes that say how many follow."""
_CHILD: Final = """
import sys
work, sys.path[:] = sys.argv[1], sys.argv[2:]
from kgforge import workers
workers.serve(work)
"""


class EndedError(RuntimeError):
    """A process that ended before its work was done."""


def cores() -> int:
    """How many processes ``mapped`` starts: one for each core that this one may use."""
    try:
        found = len(os.sched_getaffinity(0))
    except AttributeError:  # known on Linux alone
        found = os.cpu_count() or 1
    return min(_MOST, found)


def mapped(work: str, tasks: Iterable[bytes]) -> Generator[bytes]:
    """What a function from bytes to bytes, named ``module:function``, makes of each task.

    Raises EndedError where it raises: its process says why, on standard error.
    """
    count = cores()
    coming: deque[Future[bytes]] = deque()
    with _Crew(work, count) as crew:
        for task in tasks:
            coming.append(crew.ask(task))
            if len(coming) == _AHEAD * count:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()


class _Crew(Closing):
    """Some processes, each with a thread that waits for it."""

    def __init__(self, work: str, count: int) -> None:
        line = [sys.executable, "-P", "-c", _CHILD, work, *sys.path]
        self._threads = ThreadPoolExecutor(count)
        self._workers = [
            subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for _ in range(count)
        ]
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)

    def ask(self, task: bytes) -> Future[bytes]:
        return self._threads.submit(self._asked, task)

    def _asked(self, task: bytes) -> bytes:
        worker = self._idle.get()
        try:
            return _answer(worker, task)
        finally:
            self._idle.put(worker)  # also one that has ended: nobody waits for it in vain

    def close(self) -> None:
        for worker in self._workers:
            worker.kill()  # which frees its thread
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            with suppress(BrokenPipeError), worker:  # what was not written is of no use
                pass


def _answer(worker: subprocess.Popen[bytes], task: bytes) -> bytes:
    assert worker.stdin is not None
    assert worker.stdout is not None
    with suppress(BrokenPipeError):
        _write(worker.stdin, task)
    answer = _read(worker.stdout)
    if answer is None:
        raise EndedError(f"a process that did a part of it ended with status {worker.wait()}")
    return answer


def serve(work: str) -> None:
    """Do the work of one process: answer each task of standard input on standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it hears it, too
    module, name = work.split(":")
    function = getattr(importlib.import_module(module), name)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    with suppress(BrokenPipeError):
        while (task := _read(source)) is not None:
            _write(target, function(task))


def _write(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(_LENGTH))
    stream.write(data)
    stream.flush()


def _read(stream: IO[bytes]) -> bytes | None:
    """What was written next; None where the stream ends."""
    length = int.from_bytes(stream.read(_LENGTH))
    data = stream.read(length)
    return data if length and len(data) == length else None
