"""Locks on files and folders, which the system gives back when their process ends, however.

They are the kernel's (``flock``): nothing has to be tidied after a killed process, and one that is
stopped keeps what it holds. Where there are none (Windows, some network drives) nothing is locked.
"""

import os
import stat
import sys
from pathlib import Path


def take(descriptor: int) -> bool | None:
    """Take the lock on an open file until it is closed: False where another holds it.

    None where this system, or this disk, knows no locks.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def opened(path: Path) -> int | None:
    """A descriptor of a plain file or folder that can be locked; None where there is none."""
    if sys.platform == "win32":
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    kind = os.fstat(descriptor).st_mode
    if stat.S_ISREG(kind) or stat.S_ISDIR(kind):
        return descriptor
    os.close(descriptor)  # a pipe, which anyone may put into a shared folder
    return None
