"""kgforge's commands as processes of their own, which can be killed."""

import subprocess
import sys
from typing import Final


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
    line = [sys.executable, "-c", _PEAK, sys.executable, "-m", "kgforge.cli", *command]
    return int(subprocess.run(line, check=True, capture_output=True, text=True).stdout)
