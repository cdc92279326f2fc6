"""A query of an Oxigraph folder in a process of its own, which is killed when its time is over.

The embedded engine has no way to stop a query; a process can always be stopped.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pyoxigraph as ox

_REFUSED: Final = 3
_BROKEN: Final = 4
_PATIENCE: Final = 5.0
"""Seconds in which a process whose answer has ended ends as well."""

_CHILD: Final = f"""
import json, sys
import pyoxigraph as ox
asked = json.load(sys.stdin)
try:
    solutions = ox.Store.read_only(asked["folder"]).query(asked["text"])
    if isinstance(solutions, ox.QuerySolutions):
        solutions.serialize(sys.stdout.buffer, format=ox.QueryResultsFormat.JSON)
except SyntaxError as error:
    print(error.msg, file=sys.stderr)
    sys.exit({_REFUSED})
except (OSError, RuntimeError) as error:
    print(error, file=sys.stderr)
    sys.exit({_BROKEN})
"""
_PIPES: Final[Any] = {
    "stdin": subprocess.PIPE,
    "stdout": subprocess.PIPE,
    "stderr": subprocess.PIPE,
}


@contextmanager
def solutions(folder: Path, text: str, seconds: float) -> Iterator[ox.QuerySolutions | None]:
    """What the graph in a folder answers to a query; None for one that is not a SELECT.

    Raises SyntaxError for a text that the engine refuses, OSError for a graph that cannot be asked,
    and TimeoutError after so many seconds, also while the body reads; whatever ends the body ends
    the process.
    """
    with subprocess.Popen([sys.executable, "-c", _CHILD], **_PIPES) as child:
        assert child.stdin is not None
        expired = threading.Event()
        timer = threading.Timer(seconds, _expire, (child, expired))
        timer.start()
        try:
            child.stdin.write(json.dumps({"folder": str(folder), "text": text}).encode())
            child.stdin.close()
            yield _parsed(child)
        except (SyntaxError, OSError) as error:
            if expired.is_set():
                raise TimeoutError from error
            if isinstance(error, SyntaxError) and (said := _died(child)):
                raise OSError(said) from error
            raise
        finally:
            timer.cancel()
            child.kill()


def _expire(child: subprocess.Popen[bytes], expired: threading.Event) -> None:
    expired.set()
    child.kill()


def _died(child: subprocess.Popen[bytes]) -> str:
    """What ended a process in the middle of its answer; empty for one that was done."""
    assert child.stderr is not None
    with suppress(subprocess.TimeoutExpired):
        code = child.wait(_PATIENCE)
        if code not in (0, _REFUSED):
            return child.stderr.read().decode().strip() or f"its process ended with status {code}"
    return ""


def _parsed(child: subprocess.Popen[bytes]) -> ox.QuerySolutions | None:
    assert child.stdout is not None
    assert child.stderr is not None
    try:
        found = ox.parse_query_results(child.stdout, format=ox.QueryResultsFormat.JSON)
    except SyntaxError:
        said = child.stderr.read().decode().strip()
        match child.wait():
            case 0:
                return None
            case code if code == _REFUSED:
                raise SyntaxError(said) from None
            case code if code == _BROKEN:
                raise OSError(said) from None
        raise
    return found if isinstance(found, ox.QuerySolutions) else None
