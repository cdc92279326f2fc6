"""A real Spark cluster on loopback: a master and two workers, each a process of its own."""

import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pyspark

from tests.stores.servers.process import BRIEF, PATIENCE, Process, ask, free_port

CLASS: Final = Path(pyspark.__file__).parent / "bin" / "spark-class"
WORKERS: Final = 2


def missing() -> str | None:
    """Why this machine cannot run the cluster, or None."""
    return None if shutil.which("java") else "no java on the path"


class Part(Process):
    """The master or a worker, by its class and words; its page says how it is."""

    def __init__(self, home: Path, name: str, *words: str) -> None:
        super().__init__(home)
        self._line = [f"org.apache.spark.deploy.{name}", *words]

    def command(self) -> Sequence[str]:
        place = "--host", "127.0.0.1", "--webui-port", str(self.port)
        java = f"SPARK_DAEMON_JAVA_OPTS={' '.join(BRIEF)}"
        return ["env", "SPARK_DAEMON_MEMORY=256m", java, str(CLASS), *self._line, *place]

    def said(self) -> Any:
        """What its page says, as JSON."""
        return json.loads(ask(f"{self.root}/json/"))


class Spark:
    """A cluster of workers with one core and a gigabyte each."""

    def __init__(self, home: Path) -> None:
        self.url = f"spark://127.0.0.1:{free_port()}"
        self._master = Part(home / "master", "master.Master", "--port", self.url.split(":")[-1])
        self._workers = [self._worker(home / f"worker{number}") for number in range(WORKERS)]

    def _worker(self, home: Path) -> Part:
        size = "--cores", "1", "--memory", "1g", "--work-dir", str(home / "work")
        return Part(home, "worker.Worker", *size, self.url)

    def address(self, folder: Path) -> str:
        """The store whose graph lies in a folder, asked by the cluster."""
        return f"spark:{self.url}?data={folder}"

    def applications(self) -> Sequence[str]:
        """The names of those that have run on it."""
        return [one["name"] for one in self._master.said()["completedapps"]]

    def start(self) -> None:
        """Start all, and wait until the master knows its workers."""
        for part in (self._master, *self._workers):
            part.start()
        until = time.monotonic() + PATIENCE
        while self._master.said()["aliveworkers"] < WORKERS:
            if time.monotonic() > until:
                self.kill()
                raise RuntimeError("the workers did not come to their master")
            time.sleep(0.1)

    def kill(self) -> None:
        """Stop all: a worker ends its executors."""
        for part in (*self._workers, self._master):
            part.stop()
