"""Temporary files and folders, and the removal of those that killed processes left.

Each is locked as long as its process lives. Whoever makes one in the same place first removes those
of the same name that nobody holds; where there are no locks (``kgforge.locks``) none is removed.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kgforge import locks

MARK: Final = ".kgforge-tmp-"
"""What tells our temporary names from everyone else's; what is behind it is drawn."""
OLD: Final = ".old"
"""Behind the name of a temporary folder: what it is about to replace."""
_DRAWN: Final = r"[a-z0-9_]{8}"


class Folder:
    """A folder that is removed when it is closed, or by the next one after its process was killed.

    Its name begins with *name*, which must not be another's; without *place* it is in the system's
    folder of temporary files.
    """

    def __init__(self, place: Path | None = None, name: str = "") -> None:
        place = place or Path(tempfile.gettempdir())
        sweep(place, name)
        self.path, self._descriptor = _held(
            lambda: Path(tempfile.mkdtemp(prefix=f"{name}{MARK}", dir=place))
        )

    def close(self) -> None:
        """Remove it."""
        shutil.rmtree(self.path, ignore_errors=True)
        _release(self._descriptor)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *raised: object) -> None:
        self.close()


@contextmanager
def file(place: Path, name: str) -> Iterator[Path]:
    """An empty file beside the one it is to become, removed at the end if it is still there."""
    sweep(place, name)

    def make() -> Path:
        handle, found = tempfile.mkstemp(prefix=f"{name}{MARK}", dir=place)
        os.close(handle)
        return Path(found)

    path, descriptor = _held(make)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)
        _release(descriptor)


@contextmanager
def replaced(path: Path, temporary: Path) -> Iterator[None]:
    """Move a folder aside while the body puts another in its place; then it is removed.

    Where the body has put none there it comes back; a process that is killed in between leaves it
    to ``restore``.
    """
    old = temporary.with_name(f"{temporary.name}{OLD}")
    descriptor = locks.opened(path)
    if descriptor is not None:
        locks.take(descriptor)
    try:
        if path.exists():
            path.rename(old)
        yield
    finally:
        _settle(old, path)
        _release(descriptor)


def restore(path: Path) -> None:
    """Give a folder its name back where a process was killed while it replaced that folder."""
    name = re.escape(f".{path.name}{MARK}") + _DRAWN + re.escape(OLD)
    for old in _matching(path.parent, name):
        with _left(old) as left:
            if left is not None:
                _settle(old, path)


def _settle(old: Path, path: Path) -> None:
    """Give a folder that was moved aside its name back, unless another has that name now."""
    if path.exists():
        _remove(old)
    elif old.exists():
        old.rename(path)


def holds(path: Path) -> bool:
    """Whether a file lies in a temporary folder, so that it may change or go after its use."""
    return any(MARK in part for part in path.resolve().parts)


def sweep(place: Path, name: str = "") -> None:
    """Remove this user's temporary files and folders of a name whose processes are gone."""
    for path in _matching(place, re.escape(f"{name}{MARK}") + _DRAWN):
        with _left(path) as left:
            if left is not None and os.fstat(left).st_uid == os.geteuid():
                _remove(path)


def _matching(place: Path, name: str) -> list[Path]:
    try:
        with os.scandir(place) as found:
            return sorted(place / one.name for one in found if re.fullmatch(name, one.name))
    except OSError:
        return []


@contextmanager
def _left(path: Path) -> Iterator[int | None]:
    """A descriptor of a temporary file or folder that nobody holds: the body holds it then."""
    descriptor = locks.opened(path)
    try:
        yield None if descriptor is None or locks.take(descriptor) is not True else descriptor
    finally:
        _release(descriptor)


def _held(make: Callable[[], Path]) -> tuple[Path, int | None]:
    """A new file or folder that is locked: another if one was swept before it could be."""
    while True:
        path = make()
        descriptor = locks.opened(path)
        if (descriptor is None or locks.take(descriptor) is not False) and path.exists():
            return path, descriptor
        _release(descriptor)


def _release(descriptor: int | None) -> None:
    if descriptor is not None:
        os.close(descriptor)


def _remove(path: Path) -> None:
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    except OSError:
        return
