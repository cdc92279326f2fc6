"""A server's process: started, waited for, stopped in order or killed."""

import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import psutil

PATIENCE: Final = 120
"""Seconds that a start or an end may take."""


BRIEF: Final = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""How a Java starts that lives for a test: less of its time goes into compiling and collecting."""


class Process:
    """One server on a free port, whose folder outlives its process: it can be started again."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        home.mkdir(parents=True, exist_ok=True)

    def command(self) -> Sequence[str]:
        """What starts it."""
        raise NotImplementedError

    @property
    def root(self) -> str:
        """The URL of the machine and port."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process that runs."""
        assert self._process is not None
        return self._process.pid

    def answers(self) -> bool:
        """Whether it can be asked."""
        try:
            ask(f"{self.root}/")
        except OSError:
            return False
        return True

    @property
    def url(self) -> str:
        """Where it takes queries."""
        raise NotImplementedError

    @property
    def address(self) -> str:
        """Its address as a store."""
        return f"sparql:{self.url}"

    def idle(self, seconds: float = 1.0) -> bool:
        """Whether it works for less than a fifth of the next seconds."""
        times = psutil.Process(self.pid).cpu_times
        before = times()
        time.sleep(seconds)
        after = times()
        worked = after.user + after.system - before.user - before.system
        return float(worked) < seconds / 5

    def start(self) -> None:
        """Start it, or start it again, and wait until it answers; one that runs is left alone."""
        if self._process is not None:
            return
        with (self.home / "console.log").open("ab") as console:
            self._process = subprocess.Popen(
                self.command(), cwd=self.home, stdout=console, stderr=console
            )
        until = time.monotonic() + PATIENCE
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(f"{self.command()[0]} did not start: see {self.home}")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop it in order, if it runs."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()


def ask(url: str, data: bytes | None = None, **headers: str) -> bytes:
    """The body of an answer. Raises OSError for what is refused or not there."""
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, data, said)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        body: bytes = answer.read()
    return body


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
