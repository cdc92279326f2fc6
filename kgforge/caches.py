"""The folder of what kgforge keeps between its runs, and could make again.

It is ``KGFORGE_CACHE``, else ``kgforge`` in ``XDG_CACHE_HOME`` or ``~/.cache``.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def folder(name: str = "") -> Path | None:
    """The folder, or one within it; None where nothing can be written there."""
    given, xdg = os.environ.get("KGFORGE_CACHE"), os.environ.get("XDG_CACHE_HOME")
    try:
        place = Path(given) if given else Path(xdg or Path.home() / ".cache") / "kgforge"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        place /= name
        place.mkdir(mode=0o700, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: a user without a home
        return None
    return place if os.access(place, os.W_OK) else None


def used(file: Path) -> None:
    """Note that a file was used now."""
    with suppress(OSError):
        os.utime(file)


def bound(files: Iterable[Path], most: int, kept: Path) -> None:
    """Remove the files longest unused where all have more than *most* bytes; *kept* stays.

    Another process may remove some of them meanwhile.
    """
    found = []
    for one in files:
        with suppress(OSError):
            told = one.stat()
            found.append((one == kept, told.st_mtime_ns, told.st_size, one))
    left = most
    for stays, _, size, one in sorted(found, reverse=True):
        left -= size
        if left < 0 and not stays:
            with suppress(OSError):
                one.unlink()
