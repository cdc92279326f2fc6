"""kgforge's commands as processes of their own, which can be killed."""

import subprocess
import sys


def kgforge_process(*arguments: str) -> "subprocess.Popen[str]":
    """A command that has been started; what it says to a person is in its standard error."""
    command = [sys.executable, "-m", "kgforge.cli", *arguments]
    return subprocess.Popen(command, text=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
