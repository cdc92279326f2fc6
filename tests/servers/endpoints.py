"""What the SPARQL servers share: a process on a free port, in a folder, that answers over HTTP."""

import signal
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import psutil

PATIENCE: Final = 120
"""Seconds that a start may take."""


class Server:
    """One server, whose folder outlives its process: it can be killed and started again."""

    update_url: str | None = None
    """Where updates go, for a store that cannot find it out; None: it is found out."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        home.mkdir(parents=True, exist_ok=True)

    @property
    def root(self) -> str:
        """The URL of the server's root."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """Where queries go."""
        raise NotImplementedError

    def command(self) -> list[str]:
        """The command line that runs the server in its folder."""
        raise NotImplementedError

    @property
    def address(self) -> str:
        """Its address as a store."""
        return f"sparql:{self.url}"

    def start(self) -> None:
        """Start it, or start it again, and wait until it answers a query."""
        with (self.home / "console.log").open("ab") as console:
            self.process = subprocess.Popen(
                self.command(), cwd=self.home, stdout=console, stderr=console
            )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(f"{type(self).__name__} did not start: see {self.home}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        query = urllib.parse.urlencode({"query": "ASK {}"})
        try:
            with urllib.request.urlopen(f"{self.url}?{query}", timeout=10):
                return True
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def stop(self) -> None:
        """Stop it in order, if it runs."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def idle(self, seconds: float = 1.0) -> bool:
        """Whether it works for less than a fifth of the next seconds."""
        assert self.process is not None
        times = psutil.Process(self.process.pid).cpu_times
        before = times()
        time.sleep(seconds)
        after = times()
        worked = after.user + after.system - before.user - before.system
        return float(worked) < seconds / 5

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def free_port() -> int:
    """A port on which nothing listens just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
