"""Dumps of Wikidata: an entity to a line, read by several processes where that is worth it."""

import io
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct

from kgforge import bounds, files, terms, workers
from kgforge.errors import SourceError
from kgforge.loaders._wikidata import entities, records
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

_BLOCK: Final = 1 << 20
"""Bytes that are read together."""
_WORTH: Final = 64 << 20
"""Processes take as long to start as so many bytes to read."""
_PACKED: Final = 5
"""A compressed dump is about so many times its bytes."""
_PART: Final = f"{__name__}:packed_part"


class Dump:
    """The lines of a dump, of which the last one must be whole."""

    def __init__(self, name: str, options: ReadOptions) -> None:
        self._name = name
        self._options = options
        self.broken: str | None = None
        """What is wrong with the last line, empty where nothing is; None: there was none."""

    def entries(self, line: bounds.Lines) -> Iterator[Entry]:
        """The entries of one value, with or without a comma after it and brackets around all.

        Raises SourceError for a line that is not UTF-8.
        """
        text = line.data.removeprefix(b"\xef\xbb\xbf").strip().removesuffix(b",")
        if not text or text == b"[":
            return
        self.broken = ""
        where = f"line {line.number}"
        if text == b"]":
            return
        if reason := bounds.unheld(line):
            yield Entry(skipped=(Skip(reason, where),))
            return
        try:
            yield from [*entities.entries(records.decoded(text), where, self._options)]
        except UnicodeDecodeError as error:
            reason = f"{error.reason}, after byte {line.offset}"
            raise SourceError(f"{self._name}, {where}: not UTF-8 ({reason})") from error
        except (msgspec.MsgspecError, RecursionError) as error:
            self.broken = f"{where}: malformed JSON ({error})"
            yield Entry(skipped=(Skip("malformed JSON", where),))

    def end(self) -> None:
        """Raise SourceError where the last line is broken."""
        if self.broken:
            raise SourceError(f"{self._name} ends within a record, {self.broken}")


# ── In parts ────────────────────────────────────────────────────────────────────────────────────
class Task(Struct, frozen=True):
    """Some lines of a dump, and how they are to be read."""

    name: str
    options: ReadOptions
    number: int
    offset: int
    data: bytes


class Part(Struct, frozen=True):
    """What these lines hold."""

    lines: bytes
    """Plain facts as lines of N-Triples."""
    entry: Entry
    """All else."""
    broken: str | None
    """See ``Dump``."""
    error: str
    """Why they cannot be read on; empty where they were."""


_PARTS: Final = msgspec.msgpack.Decoder(Part)
_TASKS: Final = msgspec.msgpack.Decoder(Task)


def written(stream: IO[bytes], path: Path, options: ReadOptions) -> Iterator[Entry | bytes]:
    """What a dump holds, of many entities together: plain facts as lines of N-Triples.

    Raises as ``Dump``.
    """
    dump = Dump(str(path), options)
    tasks = (Task(str(path), options, *block) for block in bounds.blocks(stream, _BLOCK))
    with closing(_parts(tasks, path)) as parts:
        for found in parts:
            yield found.entry
            if found.error:
                raise SourceError(found.error)
            if found.lines:
                yield found.lines
            if found.broken is not None:
                dump.broken = found.broken
    dump.end()


def _parts(tasks: Iterable[Task], path: Path) -> Generator[Part]:
    size = path.stat().st_size * (_PACKED if files.is_compressed(path) else 1)
    if size < _WORTH or workers.cores() == 1:
        yield from map(part, tasks)
        return
    try:
        with closing(workers.mapped(_PART, map(msgspec.msgpack.encode, tasks))) as found:
            yield from map(_PARTS.decode, found)
    except workers.EndedError as error:
        raise SourceError(f"cannot read {path}: {error}") from error


def packed_part(task: bytes) -> bytes:
    """``part`` between processes."""
    return msgspec.msgpack.encode(part(_TASKS.decode(task)))


def part(task: Task) -> Part:
    """Read some lines."""
    dump = Dump(task.name, task.options)
    gathered = _Gathered()
    try:
        for line in bounds.lines(io.BytesIO(task.data)):
            number, offset = task.number + line.number - 1, task.offset + line.offset
            for entry in dump.entries(bounds.Lines(number, offset, line.data)):
                gathered.add(entry)
    except SourceError as error:
        return gathered.part(dump.broken, str(error))
    return gathered.part(dump.broken)


class _Gathered:
    """Entries that become one."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._triples: list[Triple] = []
        self._labels: list[Label] = []
        self._skipped: list[Skip] = []
        self._unasked: list[tuple[str, str]] = []
        self._remarks: list[Skip] = []
        self._documents = 0

    def add(self, entry: Entry) -> None:
        for triple in entry.triples:
            if line := _line(triple):
                self._lines.append(line)
            else:
                self._triples.append(triple)
        self._labels += entry.labels
        self._skipped += entry.skipped
        self._unasked += entry.unasked
        self._remarks += entry.remarks
        self._documents += entry.documents

    def part(self, broken: str | None, error: str = "") -> Part:
        entry = Entry(
            tuple(self._triples),
            tuple(self._labels),
            skipped=tuple(self._skipped),
            documents=self._documents,
            unasked=tuple(self._unasked),
            remarks=tuple(self._remarks),
        )
        return Part("".join(self._lines).encode(), entry, broken, error)


def _line(triple: Triple) -> str:
    """A fact of Wikidata's as a line; empty where a character may mean something to a store."""
    object = triple.object
    if not object.isprintable():
        return ""
    written = object if terms.is_literal(object) else f"<{object}>"
    return f"<{triple.subject}> <{triple.predicate}> {written} .\n"
