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
from contextlib import contextmanager
from typing import IO, Any, Final

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
    # Generated code does not look whether its task was cancelled: then the process is killed.
    "spark.task.reaper.enabled": "true",
    "spark.task.reaper.killTimeout": "10s",
}
_MEMORY: Final = "SPARK_DRIVER_MEMORY"
_HEAP: Final = "2g"
"""The memory of a Spark that is begun here, unless the user says another: 1 GB, its own, does not
hold the tables that it sends to all tasks, as it takes a table to be as large as its files."""
_PATIENCE: Final = 10
"""Seconds in which a master must take a connection: Spark itself tries for a minute."""
_LINE: Final = re.compile(r"\bline (\d+)")
_NO_MEMORY: Final = re.compile(r"OutOfMemoryError|GC overhead limit")


def begun(master: str, address: str) -> SparkSession:
    """The session of this process, begun if there is none. Raises StoreError."""
    builder = SparkSession.Builder().master(master).appName("kgforge")
    for name, value in _SETTINGS.items():
        builder = builder.config(name, value)
    logging.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    os.environ.setdefault(_MEMORY, _HEAP)
    before = SparkContext._active_spark_context
    if before is None:
        _assert_there(master, address)
    with tempfile.TemporaryFile() as log:
        try:
            with _errors_into(log), warnings.catch_warnings(action="ignore"):
                session = builder.getOrCreate()
        except (PySparkException, Py4JError, OSError) as error:
            if before is None and SparkContext._active_spark_context is not None:
                SparkContext._active_spark_context.stop()  # else the next session would begin in it
            log.seek(0)
            raise _unstarted(address, error, log.read().decode(errors="replace")) from error
        session.sparkContext.setLogLevel("OFF")
    return session


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
        f"Spark ran out of memory: set SPARK_DRIVER_MEMORY (now {os.environ.get(_MEMORY, _HEAP)}), "
        "as in SPARK_DRIVER_MEMORY=8g, and for a cluster's workers spark.executor.memory in "
        "spark-defaults.conf"
    )


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
