"""kgforge's commands as processes of their own, which can be killed."""

import subprocess
import sys
from typing import Final, NamedTuple


def kgforge_process(*arguments: str) -> "subprocess.Popen[str]":
    """A command that has been started; what it says to a person is in its standard error."""
    command = [sys.executable, "-m", "kgforge.cli", *arguments]
    return subprocess.Popen(command, text=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)


_PEAK: Final = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def peak_of(*command: str) -> int:
    """Run a command in a process of its own: its greatest memory, in kB.

    A small process starts it, since what its parent holds counts as its own until it begins.
    """
    found = ended(*command)
    assert found.status == 0, found.said
    return found.peak


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    peak: int
    """Its greatest memory, in kB."""
    said: str
    """Its standard error."""


def ended(*command: str) -> Ended:
    """Run a command in a process of its own, as ``peak_of`` does, however it ends."""
    line = [sys.executable, "-c", _PEAK, sys.executable, "-m", "kgforge.cli", *command]
    found = subprocess.run(line, check=False, capture_output=True, text=True)
    return Ended(found.returncode, int(found.stdout), found.stderr)
