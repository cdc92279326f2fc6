"""The answers that were paid for, each on the disk as soon as it has come.

``journal.jsonl`` has a line for each, in the order in which they came: the SHA-256 of what was
asked, and what is kept of the answer. A run that is taken up again asks only for what is not there.
"""

import os
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import files
from kgforge.errors import OutputError
from kgforge.models.openai.replies import Reply
from kgforge.schema import Spent

_MILLION: Final = 1_000_000


class Line(Struct, frozen=True):
    """One line of the file."""

    call: str
    reply: Reply


class Journal:
    """Answers by what was asked, in a file or, where there is none, in memory.

    Several threads may add to it. What was read is not held: only where it stands.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._places: dict[str, tuple[int, int]] = {}
        self._held: dict[str, Reply] = {}
        self._sums: Counter[str] = Counter()
        self._models: Counter[str] = Counter()
        self._ended: Counter[str] = Counter()
        self._adapted: set[str] = set()
        if path is not None and (path.exists() or path.is_symlink()):
            self._take_up(path)

    def __contains__(self, call: str) -> bool:
        return call in self._places or call in self._held

    def get(self, call: str) -> Reply:
        """The answer to what was asked."""
        if self._path is None:
            return self._held[call]
        offset, length = self._places[call]
        with files.as_output_error(self._path), self._path.open("rb") as stream:
            stream.seek(offset)
            return _line(stream.read(length), self._path).reply

    def add(self, call: str, reply: Reply) -> None:
        """Keep an answer: it is on the disk when this returns."""
        with self._lock:
            self._count(reply)
            if self._path is None:
                self._held[call] = reply
                return
            data = msgspec.json.encode(Line(call, reply)) + b"\n"
            with files.as_output_error(self._path):
                self._places[call] = _append(self._path, data), len(data)

    def spent(self, price: tuple[float, float] | None) -> Spent:
        """What all answers took; with a price for a million tokens read, and written, the cost."""
        with self._lock:
            read, written = self._sums["prompt"], self._sums["completion"]
            cost = price and (read * price[0] + written * price[1]) / _MILLION
            return Spent(
                answers=self._sums["answers"],
                prompt_tokens=read,
                completion_tokens=written,
                total_tokens=self._sums["total"],
                unreported=self._sums["unreported"],
                models=_ordered(self._models),
                ended=_ordered(self._ended),
                adapted=tuple(sorted(self._adapted)),
                cost=UNSET if cost is None else round(cost, 6),
            )

    def _count(self, reply: Reply) -> None:
        read, written = reply.prompt_tokens, reply.completion_tokens
        total = reply.total_tokens
        self._sums["answers"] += 1
        self._sums["prompt"] += read or 0
        self._sums["completion"] += written or 0
        self._sums["total"] += (read or 0) + (written or 0) if total is None else total
        self._sums["unreported"] += read is None
        self._models.update([reply.model] if reply.model else [])
        self._ended.update([reply.ended] if reply.ended else [])
        self._adapted.update(reply.adapted)

    def _take_up(self, path: Path) -> None:
        """Read what is there; a torn last line is dropped."""
        if path.is_symlink():
            raise OutputError(
                f"{path} is a link, and what a link leads to is not written: remove it"
            )
        size = 0
        with files.as_output_error(path):
            for offset, text in _whole_lines(path):
                line = _line(text, path)
                self._places[line.call] = offset, len(text)
                size = offset + len(text)
                self._count(line.reply)
            os.truncate(path, size)


def _whole_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    offset = 0
    with path.open("rb") as stream:
        for text in stream:
            if text.endswith(b"\n"):
                yield offset, text
            offset += len(text)


def _line(text: bytes, path: Path) -> Line:
    try:
        return msgspec.json.decode(text, type=Line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OutputError(
            f"{path} is damaged ({error}): remove it, and what is not in the responses is asked "
            "again; or use --force to start again"
        ) from error


def _append(path: Path, data: bytes) -> int:
    """Write at the end of a file, made where it is not there, down to the disk; says where."""
    no_link = getattr(os, "O_NOFOLLOW", 0)  # Windows has none
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | no_link
    descriptor = os.open(path, flags, 0o666)
    try:
        offset = os.fstat(descriptor).st_size
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
        return offset
    finally:
        os.close(descriptor)


def _ordered(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items()))
