"""The folder of what kgforge keeps between its runs, and could make again.

It is ``KGFORGE_CACHE``, else ``kgforge`` in ``XDG_CACHE_HOME`` or ``~/.cache``.
"""

import os
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
