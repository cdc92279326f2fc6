"""A command in a process of its own: seconds, processor seconds, peak memory, its servers' too.

What kgforge keeps between commands lies in a folder of this run. Compiled texts are in it from the
beginning, as after a user's first commands; copies of graphs only where they are asked for.

Peaks are read from ``/proc`` (Linux): what ``getrusage`` says of a child includes the memory of the
process that forked it.
"""

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

import msgspec
import psutil
from msgspec import Struct

from kgforge.cli import console

ROOT: Final = Path(__file__).parents[1]
"""The folder of the code."""
MEGABYTE: Final = 10**6
LIMIT: Final = 600.0
"""Seconds that a command may take."""
_LONG: Final = 3600.0
"""The same where nothing would be left of a run without it."""
_PAUSE: Final = 0.05
"""Seconds between two looks at the processes."""
_COMPILED: Final = "compiled"
"""The part of the cache that stays from command to command."""


class Ran(Struct, frozen=True):
    """What a command took. Sizes are in bytes."""

    seconds: float
    processor: float
    """Processor seconds, user and system, of the command, its children and the server."""
    memory: int
    """Peak resident memory of the command and its children."""
    server: int
    """Peak resident memory of the server since the command began; 0 without one."""
    summary: dict[str, Any] = {}
    """What the command printed, as JSON; of several lines each, under ``lines``."""
    failure: str = ""
    """Why there is no outcome: stopped at the limit, or what the command said last."""

    def figures(self) -> dict[str, float]:
        """Its figures by name."""
        return {name: getattr(self, name) for name in ("seconds", "processor", "memory", "server")}

    def then(self, other: "Ran") -> "Ran":
        """What two commands took, one after the other; the summary is the second's."""
        return Ran(
            self.seconds + other.seconds,
            self.processor + other.processor,
            max(self.memory, other.memory),
            max(self.server, other.server),
            other.summary,
            self.failure or other.failure,
        )


_PLACE: Final = re.compile(r"(?:/[^\s/:'\"]+)+/([^\s/:'\"]+)")
"""A file of this machine, of which only the name is told."""


class Watch:
    """Looks at all processes below this one while the body runs."""

    def __init__(self) -> None:
        self._self = psutil.Process()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look_often, daemon=True)
        self._before = {process.pid: _processor(process) for process in self._children()}
        self._processor: dict[int, float] = dict(self._before)
        self._peaks: dict[int, int] = {}
        for pid in self._before:
            Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak begins anew

    def _children(self) -> list[psutil.Process]:
        found: list[psutil.Process] = self._self.children(recursive=True)
        return found

    def _look_often(self) -> None:
        while not self._ended.wait(_PAUSE):
            self._look()

    def _look(self) -> None:
        for process in self._children():
            try:
                peak, spent = _peak(process.pid), _processor(process)
            except (psutil.NoSuchProcess, OSError):  # it has just ended
                continue
            self._peaks[process.pid] = max(peak, self._peaks.get(process.pid, 0))
            self._processor[process.pid] = spent

    @property
    def processor(self) -> float:
        """Processor seconds of all since the beginning."""
        return sum(self._processor.values()) - sum(self._before.values())

    @property
    def command(self) -> int:
        """The sum of the peaks of the processes that began meanwhile."""
        return sum(peak for pid, peak in self._peaks.items() if pid not in self._before)

    @property
    def server(self) -> int:
        """The sum of the peaks of the processes that ran before."""
        return sum(peak for pid, peak in self._peaks.items() if pid in self._before)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


def _peak(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    found = [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
    return found[0] * 1024 if found else 0  # a process that has ended has none


def _processor(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def run(
    module: str,
    *arguments: object,
    limit: float = LIMIT,
    environment: Mapping[str, str] = {},
    python: str | Path = sys.executable,
    source: Path = ROOT,
) -> Ran:
    """Run ``python -m MODULE ARGUMENTS``, which prints JSON, for *limit* seconds at most.

    It is stopped with its children when it takes longer. *environment* is added to this one's;
    *python* may be another virtual environment's. *source* is the folder of the code: another one
    measures another version.
    """
    line = [str(python), "-P", "-m", module, *map(str, arguments)]
    around = {**os.environ, "PYTHONPATH": str(source), **environment}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, Watch() as watch:
        started = time.perf_counter()
        with subprocess.Popen(line, stdout=out, stderr=err, env=around) as process:
            failure = _waited(process, limit)
        seconds = time.perf_counter() - started
        out.seek(0)
        err.seek(0)
        if not failure and process.returncode:
            said = err.read().decode().strip().splitlines() or [f"status {process.returncode}"]
            failure = _PLACE.sub(r"\1", said[-1])
        lines = [] if failure else msgspec.json.Decoder().decode_lines(out.read())
        summary = {"lines": lines} if len(lines) > 1 else next(iter(lines), {})
    return Ran(seconds, watch.processor, watch.command, watch.server, summary, failure)


def _waited(process: subprocess.Popen[bytes], limit: float) -> str:
    try:
        process.wait(limit)
    except subprocess.TimeoutExpired:
        for child in psutil.Process(process.pid).children(recursive=True):
            child.kill()
        process.kill()
        return f"stopped after {limit:,.0f} s"
    return ""


def kgforge(
    command: str,
    *arguments: object,
    limit: float = LIMIT,
    source: Path = ROOT,
    copies: bool = False,
) -> Ran:
    """Run a command of kgforge with ``--json``.

    Only with *copies* it finds the copies of graphs that earlier commands of this run have made.
    """
    place = _between()
    if not copies:
        forget_copies()
    around = {"KGFORGE_CACHE": str(place)}
    told = (command, *arguments, "--json")
    return run("kgforge.cli", *told, limit=limit, source=source, environment=around)


def timed(command: str, *arguments: object, source: Path = ROOT, copies: bool = False) -> Ran:
    """The same, told to the person who waits; exits with what the command says when it fails."""
    console.say(f"kgforge {command} …")
    ran = kgforge(command, *arguments, limit=_LONG, source=source, copies=copies)
    if ran.failure:
        raise SystemExit(f"kgforge {command}: {ran.failure}")
    return ran


@cache
def _between() -> Path:
    """The folder of what commands of this run keep, which is removed at its end."""
    place = Path(tempfile.mkdtemp(prefix="kgforge-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    ran = run("benchmarks.compiled", environment={"KGFORGE_CACHE": str(place)})
    if ran.failure:
        raise SystemExit(f"compiling: {ran.failure}")
    return place


def forget_copies() -> None:
    """Remove what commands of this run have kept, but for compiled texts."""
    for path in _between().iterdir():
        if path.is_dir() and path.name != _COMPILED:
            shutil.rmtree(path)
        elif path.is_file():
            path.unlink()


def disk(folder: Path) -> int:
    """Bytes that a file, or all files of a folder, take on the disk."""
    files = [path for path in (folder, *folder.rglob("*")) if path.is_file()]
    return sum(path.stat().st_blocks for path in files) * 512
