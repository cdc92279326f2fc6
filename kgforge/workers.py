"""Work on all cores: tasks go as bytes to other processes, and their answers come in order.

Each process is started anew, as a program, so that what this one holds open (threads, stores) is
not in it. It does not run the caller's script again, as processes of ``multiprocessing`` would,
which a script must be written for. It ends when its input does, and so with this process, however
that ends.
"""

import importlib
import os
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
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
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import sys
work, sys.path[:] = sys.argv[1], sys.argv[2:]
from kgforge import workers
workers.serve(work)
"""
"""A terminal's interrupt reaches it, too, also while it imports: it ends when its input does."""


class EndedError(RuntimeError):
    """A process that ended before its work was done, or could not begin it."""


def cores() -> int:
    """How many processes ``mapped`` starts: one for each core that this one may use."""
    try:
        found = len(os.sched_getaffinity(0))
    except AttributeError:  # known on Linux alone
        found = os.cpu_count() or 1
    return min(_MOST, found)


def mapped(work: str, tasks: Iterable[bytes]) -> Generator[bytes]:
    """What a function from bytes to bytes, named ``module:function``, makes of each task.

    Raises EndedError where it raises: its process says why, on standard error. What reading the
    tasks raises is raised after the answers to those before.
    """
    coming: deque[Future[bytes]] = deque()
    with _Crew(work, cores()) as crew:
        for answer in _asked(crew, tasks):
            coming.append(answer)
            if len(coming) == _AHEAD * crew.size:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()


def _asked(crew: "_Crew", tasks: Iterable[bytes]) -> Iterator[Future[bytes]]:
    """The answers to come; the last one may be the error that ended the tasks."""
    try:
        for task in tasks:
            yield crew.ask(task)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is raised in its turn)
        failed: Future[bytes] = Future()
        failed.set_exception(error)
        yield failed


class _Crew(Closing):
    """Some processes, each with a thread that waits for it."""

    def __init__(self, work: str, count: int) -> None:
        self._workers: list[subprocess.Popen[bytes]] = []
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._threads = ThreadPoolExecutor(count)
        with ExitStack() as failed:
            failed.callback(self.close)
            self._start(work, count)
            failed.pop_all()

    @property
    def size(self) -> int:
        """How many processes there are."""
        return len(self._workers)

    def _start(self, work: str, count: int) -> None:
        """Start the processes, or as many of them as there is room for."""
        line = [sys.executable, "-P", "-c", _CHILD, work, *sys.path]
        try:
            for _ in range(count):
                worker = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                self._workers.append(worker)
                self._idle.put(worker)
        except OSError as error:
            if not self._workers:
                said = error.strerror or error
                raise EndedError(f"no process can be started for it: {said}") from error

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
    header = stream.read(_LENGTH)
    if len(header) < _LENGTH:
        return None
    length = int.from_bytes(header)
    data = stream.read(length)
    return data if len(data) == length else None
