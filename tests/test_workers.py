"""Work in other processes: in order, ended with what started it, and told where it fails."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

import kgforge
from kgforge import workers

PATIENCE: Final = 60
"""Seconds in which a process has to start or to end."""


def slowly(task: bytes) -> bytes:
    """Its task and its process; the first ones take longest."""
    time.sleep(max(0, 20 - int(task)) / 1000)
    return task + b" %d" % os.getpid()


def ten(task: bytes) -> bytes:
    """A tenth of ten; of zero there is none."""
    return b"%d" % (10 // int(task))


def loud(task: bytes) -> bytes:
    """What prints, which is no answer."""
    print("printed")
    return task * 1_000_000


def nothing(task: bytes) -> bytes:
    """An answer without a byte."""
    return task[:0]


def until(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


def is_there(process: int) -> bool:
    """Whether a process runs; one that nobody waited for does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return status != "Z"


@pytest.fixture(autouse=True)
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "cores", lambda: 2)


def test_answers_come_in_the_order_of_their_tasks_from_several_processes() -> None:
    tasks = [b"%d" % number for number in range(40)]
    found = [one.split() for one in workers.mapped(f"{__name__}:slowly", tasks)]
    assert [task for task, _ in found] == tasks
    assert len({process for _, process in found}) == 2
    assert not any(is_there(int(process)) for _, process in found)


def test_no_task_is_no_answer() -> None:
    assert list(workers.mapped(f"{__name__}:slowly", [])) == []


def test_what_is_printed_is_no_answer() -> None:
    assert list(workers.mapped(f"{__name__}:loud", [b"a", b"b"])) == [b"a" * 10**6, b"b" * 10**6]


def test_tasks_are_taken_as_they_are_worked_on() -> None:
    taken = []
    tasks = (taken.append(number) or b"20" for number in count())  # type: ignore[func-returns-value]
    found = workers.mapped(f"{__name__}:slowly", tasks)
    process = int(next(found).split()[1])
    assert len(taken) == 4
    found.close()
    assert not is_there(process)


def test_work_that_raises_ends_it(capfd: pytest.CaptureFixture[str]) -> None:
    found = workers.mapped(f"{__name__}:ten", [b"1", b"2", b"0", b"5"])
    assert [next(found), next(found)] == [b"10", b"5"]
    with pytest.raises(workers.EndedError, match="ended with status 1"):
        next(found)
    assert "ZeroDivisionError" in capfd.readouterr().err


@pytest.mark.timeout(PATIENCE)
def test_an_empty_answer_is_one_and_so_is_an_empty_task() -> None:
    assert list(workers.mapped(f"{__name__}:nothing", [b"a", b"", b"b"])) == [b"", b"", b""]


def test_what_reading_the_tasks_raises_comes_after_the_answers_before() -> None:
    def tasks() -> Iterator[bytes]:
        yield from (b"1", b"2", b"3")
        raise EOFError("cut")

    found = workers.mapped(f"{__name__}:slowly", tasks())
    assert [next(found).split()[0] for _ in range(3)] == [b"1", b"2", b"3"]
    with pytest.raises(EOFError, match="cut"):
        next(found)


def refusing(monkeypatch: pytest.MonkeyPatch, after: int) -> list[int]:
    """Let no process start after the first ones; the ids of these, as they start."""
    started: list[int] = []
    real = subprocess.Popen

    def start(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        if len(started) == after:
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
        process = real(*args, **options)
        started.append(process.pid)
        return process

    monkeypatch.setattr(subprocess, "Popen", start)
    return started


def test_as_many_processes_work_as_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    started = refusing(monkeypatch, after=1)
    tasks = [b"%d" % number for number in range(20, 30)]
    found = [one.split() for one in workers.mapped(f"{__name__}:slowly", tasks)]
    assert [task for task, _ in found] == tasks
    assert {int(process) for _, process in found} == set(started)


def test_that_no_process_can_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(monkeypatch, after=0)
    with pytest.raises(workers.EndedError, match=r"no process can be started .*memory"):
        next(workers.mapped(f"{__name__}:slowly", [b"1"]))


def test_an_interrupt_while_a_process_imports_does_not_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "kgforge"
    package.mkdir()
    interrupt = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)"
    (package / "__init__.py").write_text(f"{interrupt}\n__path__ = {[*kgforge.__path__]}\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert next(workers.mapped(f"{__name__}:slowly", [b"20"])).startswith(b"20 ")


# It is no module and has no guard, as processes of multiprocessing would want.
SCRIPT: Final = """
import signal
from kgforge import workers
signal.signal(signal.SIGINT, signal.default_int_handler)  # maybe ignored before
workers.cores = lambda: 2
tasks = (b"20" for _ in iter(int, 1))
for place, answer in enumerate(workers.mapped("tests.test_workers:slowly", tasks)):
    if place < 50:
        print(answer.split()[1].decode(), flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_processes_end_with_the_one_that_started_them(tmp_path: Path, number: int) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    root = Path(__file__).parents[1]
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        found = {int(process.stdout.readline()) for _ in range(50)}
        os.killpg(process.pid, number) if number == signal.SIGINT else process.kill()
        said = process.stderr.read()
    assert len(found) == 2
    assert until(lambda: not any(map(is_there, found)))
    assert "KeyboardInterrupt" in said if number == signal.SIGINT else not said
    assert 'File "<string>"' not in said  # they are programs of the command line, and say nothing
