"""A Spark session: begun on this machine or a cluster, silent, and ended; what its errors say."""

import logging
import os
import re
import shutil
import socket
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from msgspec import Struct
from py4j.protocol import Py4JError, Py4JJavaError
from pyspark import SparkContext
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from kgforge.errors import KgforgeError, OutputError, PatternError, StoreError
from kgforge.patterns import Query

_SETTINGS: Final = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.session.timeZone": "UTC",
    # Three numbers of 8 bytes take 5 to 15 in Parquet, and more where they are sent to all tasks.
    "spark.sql.sources.fileCompressionFactor": "10",
    # A table that is sent to all tasks takes a page at least, which of two cores with 2 GB would be
    # 64 MB, and composite sends twenty.
    "spark.buffer.pageSize": "4m",
    # Generated code does not look whether its task was cancelled: then the process is killed.
    "spark.task.reaper.enabled": "true",
    "spark.task.reaper.killTimeout": "10s",
}
_MEMORY: Final = "SPARK_DRIVER_MEMORY"
_LEAST: Final = 2 << 10
"""Megabytes of memory of a Spark that is begun here: 1 GB, its own, does not hold the tables that
it sends to all tasks, as it takes a table to be as large as its files."""
_ENOUGH: Final = 1_000_000
"""So many facts are mined with ``_LEAST`` …"""
_FURTHER: Final = 1_500
"""… and of further facts so many take a megabyte more."""
_EACH: Final = 512
"""Megabytes that a core has at least: what several sort or hash at once lies in memory together."""
_SENT: Final = 512
"""A table is sent to all tasks where it takes at most one in so many parts of the memory, as a
query may send a dozen, and in memory each takes some ten times as much as it is estimated."""
_BROADCAST: Final = "spark.sql.autoBroadcastJoinThreshold"
_PATIENCE: Final = 10
"""Seconds in which a master must take a connection: Spark itself tries for a minute."""
LOCAL: Final = "local[*]"
"""The master that is this machine."""
_CONTAINER: Final = Path("/sys/fs/cgroup/memory.max")
_DRIVER: Final = re.compile(r"(?m)^\s*spark\.driver\.memory[\s=:]+(\S+)")
_SIZE: Final = re.compile(r"(\d+)([kmgt]?)b?")
_LINE: Final = re.compile(r"\bline (\d+)")
_NO_MEMORY: Final = re.compile(r"OutOfMemoryError|GC overhead limit")


class Means(Struct, frozen=True):
    """What a Spark that is begun here works with."""

    master: str
    memory: str
    """Of the driver, as Java writes it; of a local Spark all there is."""
    cores: int | None
    """On how many it works; None: as the master says."""
    sent: int
    """Megabytes of a table that is sent to all tasks, at most."""

    @property
    def words(self) -> str:
        """The same for a person."""
        place = (
            f"at {self.master}" if self.cores is None else f"on {self.cores} of {_there()} cores"
        )
        return (
            f"asked Spark {place}, with {self.memory} of driver memory ({_MEMORY}); tables of up "
            f"to {self.sent} MB are sent to all tasks"
        )

    def suit(self, session: SparkSession) -> None:
        """Let a session work so, unless Spark's own settings say otherwise."""
        if not session.sparkContext.getConf().contains(_BROADCAST):
            session.conf.set(_BROADCAST, f"{self.sent}m")


def means(master: str, facts: int = 0) -> Means:
    """Return what a Spark is given for a graph of so many facts.

    What the user sets is kept: the master, ``SPARK_DRIVER_MEMORY``, and ``spark.driver.memory`` in
    ``spark-defaults.conf``, which Spark puts before it.
    """
    wanted = max(_LEAST, min(_LEAST + (facts - _ENOUGH) // _FURTHER, _memory() // 2))
    memory = _configured() or os.environ.get(_MEMORY) or f"{wanted}m"
    if memory.endswith("m") and int(memory[:-1]) % 1024 == 0:
        memory = f"{int(memory[:-1]) // 1024}g"
    size = _megabytes(memory)
    cores = min(_there(), max(1, size // _EACH)) if master == LOCAL else None
    return Means(master, memory, cores, max(1, min(10, size // _SENT)))


def _there() -> int:
    """The cores of this machine that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _memory() -> int:
    """Megabytes of memory of this machine, or of the container; 0 where nobody says."""
    if not hasattr(os, "sysconf"):
        return 0
    size = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):  # no limit is the word "max"
        size = min(size, int(_CONTAINER.read_text()))
    return size >> 20


def _configured() -> str:
    """The memory that ``spark-defaults.conf`` gives the driver; empty where it gives none."""
    home = os.environ.get("SPARK_HOME")
    folder = os.environ.get("SPARK_CONF_DIR") or (f"{home}/conf" if home else "")
    with suppress(OSError):
        text = (Path(folder) / "spark-defaults.conf").read_text(errors="replace") if folder else ""
        if found := _DRIVER.findall(text):
            return str(found[-1])
    return ""


def _megabytes(memory: str) -> int:
    """A size as Java writes it; ``_LEAST`` where it is none, at which Spark itself will stop."""
    found = _SIZE.fullmatch(memory.strip().lower())
    if not found:
        return _LEAST
    units = {"k": 1 / 1024, "": 1, "m": 1, "g": 1024, "t": 1 << 20}
    return int(int(found[1]) * units[found[2]])


def begun(master: str, address: str, facts: int = 0) -> SparkSession:
    """The session of this process, begun if there is none. Raises StoreError."""
    given = means(master, facts)
    place = master if given.cores is None else f"local[{given.cores}]"
    builder = SparkSession.Builder().master(place).appName("kgforge")
    for name, value in _SETTINGS.items():
        builder = builder.config(name, value)
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    before = SparkContext._active_spark_context
    if before is None:
        _assert_there(master, address)
    with tempfile.TemporaryFile() as log:
        try:
            with (
                _errors_into(log),
                _memory_given(given.memory),
                warnings.catch_warnings(action="ignore"),
            ):
                session = builder.getOrCreate()
        except (PySparkException, Py4JError, OSError) as error:
            if before is None and SparkContext._active_spark_context is not None:
                SparkContext._active_spark_context.stop()  # else the next session would begin in it
            log.seek(0)
            raise _unstarted(address, error, log.read().decode(errors="replace")) from error
        session.sparkContext.setLogLevel("OFF")
    return session


@contextmanager
def _memory_given(memory: str) -> Iterator[None]:
    """While the body runs, the Java process that it starts is given so much memory.

    Another one, of a larger graph, may be given more.
    """
    before = os.environ.get(_MEMORY)
    os.environ[_MEMORY] = memory
    try:
        yield
    finally:
        if before is None:
            del os.environ[_MEMORY]


def _assert_there(master: str, address: str) -> None:
    """Refuse a cluster of whose masters (``spark://HOST:PORT,HOST:PORT``) none is there."""
    if not master.startswith("spark://"):
        return
    found = []
    for place in master.removeprefix("spark://").split(","):
        host, _, port = place.rpartition(":")
        try:
            socket.create_connection((host, int(port)), _PATIENCE).close()
        except (OSError, ValueError) as error:
            found.append(f"{place}: {error}")
        else:
            return
    raise StoreError(
        f"cannot open {address}: Spark does not start: there is no master ({'; '.join(found)}): "
        "start one, or use spark:DIR to run on this machine's cores"
    )


def end_process() -> None:
    """End the Java process behind this one; the next session begins another."""
    gateway: Any = SparkContext._gateway
    SparkContext._gateway = SparkContext._jvm = None
    gateway.shutdown()
    with gateway.proc as process:  # which waits for it, and closes its pipes
        process.kill()


@contextmanager
def _errors_into(log: IO[bytes]) -> Iterator[None]:
    """While the body runs, what goes to standard error goes into a file.

    The Java process that is started meanwhile keeps that file, and so does not talk into ours.
    """
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        os.dup2(log.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _unstarted(address: str, error: Exception, log: str) -> StoreError:
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return StoreError(
            f"cannot open {address}: Spark runs on Java, and there is no program 'java': install "
            "Java 17 or later (such as the package openjdk-17-jre-headless)"
        )
    said = next((line for line in reversed(log.splitlines()) if line.strip()), "")
    return StoreError(f"cannot open {address}: Spark does not start: {first(error)} {said}")


def refused(query: Query, error: PySparkException) -> PatternError:
    """The error for a text that Spark refuses; it says at which line."""
    found = _LINE.search(str(error))
    return PatternError(f"{query.path}{f':{found[1]}' if found else ''}: {first(error)}")


def unanswered(query: Query, error: Exception) -> StoreError:
    """The error for a query that Spark gave up."""
    return StoreError(f"{query.path}: cannot be answered: {_needing(error, first(error))}")


def unwritten(address: str, error: Exception) -> KgforgeError:
    """The error for a load that Spark gave up: StoreError, or OutputError for a full disk."""
    said = _cause(error)
    kind = OutputError if "No space left" in said else StoreError
    return kind(f"cannot write {address}: {_needing(error, said)}")


def _needing(error: Exception, said: str) -> str:
    """What Spark says, or that it needs more memory."""
    if not _NO_MEMORY.search(f"{error} {said}"):
        return said
    return (
        f"Spark ran out of memory: set SPARK_DRIVER_MEMORY (now {_heap()}), "
        "as in SPARK_DRIVER_MEMORY=8g, and for a cluster's workers spark.executor.memory in "
        "spark-defaults.conf"
    )


def _heap() -> str:
    """The memory of the Spark that runs, as Java writes it."""
    running = SparkContext._active_spark_context
    with suppress(Py4JError, OSError):  # it may have ended for want of memory
        if running is not None:
            return str(running.getConf().get("spark.driver.memory", f"{_LEAST}m"))
    return means(LOCAL).memory


def _cause(error: Exception) -> str:
    """What the first exception said of which others came."""
    found: Any = getattr(error, "_origin", None) or getattr(error, "java_exception", None)
    if found is None:
        return first(error)
    while found.getCause() is not None:
        found = found.getCause()
    lines = str(found.toString()).splitlines()
    # Of a task's failure Spark says its number, attempts and machine, and then what was thrown.
    task = [line.partition("): ")[2] for line in lines if line.startswith("Lost task")]
    return next(filter(None, (*task, *lines)), type(error).__name__)


def first(error: Exception) -> str:
    """The first line that says something; of an error of Java the exception, not the call."""
    said = str(error.java_exception) if isinstance(error, Py4JJavaError) else str(error)
    lines = (line.strip() for line in said.splitlines())
    return next((line.removeprefix(": ") for line in lines if line), type(error).__name__)
