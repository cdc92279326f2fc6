"""How published files name folders of the machine that made them, and how these are found again.

A file that others read holds no path of the machine: a folder is named by its last part, by the way
down to it from the current folder, or by a way from the file's own folder that shows no more than
these. What the folder holds, by a hash, tells whether it is the right one; and the user's cache,
which nobody publishes, keeps where it was.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from kgforge import caches

_FOLDER: Final = "places"
_MOST: Final = 1 << 20
"""Bytes of all that is kept of places."""
_KEPT: Final = 8
"""So many places of one thing are kept, the newest first."""
_LISTED: Final = 1000
"""So many folders beside another are looked into."""


def named(path: str) -> str:
    """Return a path as it was given where it leads down from here, else its last part.

    >>> named("/home/ada/graph"), named("../../graph/"), named("ada/graph")
    ('graph', 'graph', 'ada/graph')
    """
    given = Path(path)
    if given.is_absolute() or path.startswith("~") or {".."}.intersection(given.parts):
        return last_part(path)
    return path if given.name else last_part(path)


def last_part(path: str) -> str:
    """Return the last part of a path, of the folder meant by ``.`` or ``..`` too.

    >>> last_part("models/bert/")
    'bert'
    """
    name = Path(path).name
    return Path(path).expanduser().resolve().name if name in {"", "..", "~"} else name


def model_name(name: str) -> str:
    """Return a model's name on the hub, or the last part of its folder's path."""
    return last_part(name) if Path(name).expanduser().exists() else name


def way(path: Path, start: Path) -> str:
    """Return the way from a folder to another, or nothing where it would show the machine.

    It may lead up, and then to a folder's last part alone. Further parts are shown where both are
    in the current folder, unless that is one above the user's home.
    """
    path, start = path.resolve(), start.resolve()
    try:
        found = Path(os.path.relpath(path, start))
    except ValueError:  # another drive
        return ""
    down = [part for part in found.parts if part != ".."]
    here = Path.cwd()
    if len(down) > 1 and not (
        not _is_above_home(here) and path.is_relative_to(here) and start.is_relative_to(here)
    ):
        return ""
    return found.as_posix()


def _is_above_home(folder: Path) -> bool:
    try:
        return folder in Path.home().resolve().parents or folder.parent == folder
    except RuntimeError:  # a user without a home
        return folder.parent == folder


def remember(identity: str, path: Path) -> None:
    """Keep in the user's cache where something is, so that ``candidates`` looks there."""
    folder = caches.folder(_FOLDER)
    if folder is None:
        return
    file, newest = _file(folder, identity), path.resolve()
    known = [newest, *(other for other in _remembered(identity) if other != newest)]
    with suppress(OSError, UnicodeError):
        file.write_text("\n".join(map(str, known[:_KEPT])), encoding="utf-8")
        caches.bound(folder.iterdir(), _MOST, file)


def candidates(told: str, name: str, start: Path, identity: str) -> Iterator[Path]:
    """Yield where something may be that a file in *start* names: once each, the likeliest first.

    *told* is the way to it, if the file has one, *name* its last part. Whoever asks checks what is
    there.
    """
    seen: set[Path] = set()
    for path in _likely(told, name, start.resolve(), identity):
        if path not in seen:
            seen.add(path)
            yield path


def _likely(told: str, name: str, start: Path, identity: str) -> Iterator[Path]:
    if told:
        yield (start / told).resolve()
    yield from _remembered(identity)
    around = (start.parent, start.parent.parent, Path.cwd())
    for folder in (start, *around):
        yield folder / name
    for folder in around:
        yield from _folders_in(folder)


def _remembered(identity: str) -> Iterator[Path]:
    folder = caches.folder(_FOLDER)
    if folder is not None:
        with suppress(OSError, UnicodeError, ValueError):
            lines = _file(folder, identity).read_text(encoding="utf-8").splitlines()
            yield from map(Path, lines)


def _folders_in(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry, _ in zip(entries, range(_LISTED), strict=False))
    except OSError:
        return
    yield from (folder / name for name in names if not name.startswith("."))


def _file(folder: Path, identity: str) -> Path:
    return folder / hashlib.sha256(identity.encode()).hexdigest()[:32]
