"""A command in a process of its own: seconds, processor seconds, peak memory, its servers' too.

Peaks are read from ``/proc`` (Linux): what ``getrusage`` says of a child includes the memory of the
process that forked it.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

import msgspec
import psutil
from msgspec import Struct

LIMIT: Final = 600.0
"""Seconds that a command may take."""
_PAUSE: Final = 0.05
"""Seconds between two looks at the processes."""


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
) -> Ran:
    """Run ``python -m MODULE ARGUMENTS``, which prints JSON, for *limit* seconds at most.

    It is stopped with its children when it takes longer. *environment* is added to this one's;
    *python* may be another virtual environment's.
    """
    line = [str(python), "-m", module, *map(str, arguments)]
    around = {**os.environ, **environment}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, Watch() as watch:
        started = time.perf_counter()
        with subprocess.Popen(line, stdout=out, stderr=err, env=around) as process:
            failure = _waited(process, limit)
        seconds = time.perf_counter() - started
        out.seek(0)
        err.seek(0)
        if not failure and process.returncode:
            said = err.read().decode().strip().splitlines() or [f"status {process.returncode}"]
            failure = said[-1]
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


def kgforge(command: str, *arguments: Sequence[object] | object, limit: float = LIMIT) -> Ran:
    """Run a command of kgforge with ``--json``, which finds no copy of an earlier command's."""
    with tempfile.TemporaryDirectory(prefix="kgforge-") as cache:
        cold = {"KGFORGE_CACHE": cache}
        return run("kgforge.cli", command, *arguments, "--json", limit=limit, environment=cold)


def disk(folder: Path) -> int:
    """Bytes that a file, or all files of a folder, take on the disk."""
    files = [path for path in (folder, *folder.rglob("*")) if path.is_file()]
    return sum(path.stat().st_blocks for path in files) * 512
