"""``generated.jsonl``: all that models wrote for a benchmark, found again by what was asked.

Texts are found by a hash of their generator, its model and all that it was sent, so that a file is
of use wherever the same is asked again. What is read is not held: only where it stands.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

import msgspec

from kgforge import terms
from kgforge.errors import BenchmarkError
from kgforge.schema import AskedModel, DataFile, GeneratedText, MeasuredText, TextModel, folders

FILE: Final = "generated.jsonl"
FLUENCY: Final = "fluency"
"""What measures wordings, where generators write them."""

Record = GeneratedText | MeasuredText | AskedModel


def key(generator: str, model: TextModel, *asked: str) -> str:
    """What is found again: by whom it is, and what was asked."""
    return terms.digest(generator, msgspec.json.encode(model, order="sorted").decode(), *asked)


def records(path: Path) -> Iterator[Record]:
    """The records of a file. Raises BenchmarkError, with the line, where it is damaged."""
    for _, record in _lines(path):
        yield record


def _lines(path: Path) -> Iterator[tuple[int, Record]]:
    """The records of a file, each with where it stands."""
    decode = msgspec.json.Decoder(Record).decode
    offset = 0
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                try:
                    yield offset, decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    raise BenchmarkError(
                        f"{path}:{number}: no record of {FILE} ({error}): {folders.EXPORT}"
                    ) from error
                offset += len(line)
    except OSError as error:
        raise BenchmarkError(f"cannot read {path}: {error.strerror}") from error


class Index:
    """Where the records of a file stand, by their keys."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[bytes, int] = {}
        self.asked: dict[str, AskedModel] = {}
        """Who wrote the texts of each generator."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """The index of a file. Raises BenchmarkError where it is damaged."""
        found = cls(path)
        for offset, record in _lines(path):
            if isinstance(record, AskedModel):
                found.asked[record.generator] = record
                continue
            try:
                found.add(record.key, offset)
            except ValueError:
                raise BenchmarkError(
                    f"{path}: {record.key!r} is no key of {FILE}: {folders.EXPORT}"
                ) from None
        return found

    def add(self, key: str, offset: int) -> None:
        """Note where a record stands; of several with one key any does."""
        self._places.setdefault(_short(key), offset)

    def get(self, key: str) -> GeneratedText | MeasuredText | None:
        """The record of a key; None where there is none."""
        offset = self._places.get(_short(key))
        if offset is None:
            return None
        with self._path.open("rb") as stream:
            stream.seek(offset)
            return msgspec.json.decode(stream.readline(), type=GeneratedText | MeasuredText)


def _short(key: str) -> bytes:
    return bytes.fromhex(key)[:16]


class Keeper:
    """Writes the file of a benchmark, and finds again what stands in it or in an earlier one."""

    def __init__(self, path: Path, earlier: Index | None) -> None:
        self._path = path
        self._earlier = earlier
        self._own = Index(path)
        self._stream = path.open("wb")
        self._hash = hashlib.sha256()
        self._size = self._lines = 0

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def get(self, key: str) -> GeneratedText | MeasuredText | None:
        """The record of a key, wherever it stands."""
        self._stream.flush()
        return self._own.get(key) or (self._earlier.get(key) if self._earlier else None)

    def asked(self, generator: str) -> AskedModel | None:
        """Who wrote the texts of a generator in the earlier file."""
        return self._earlier.asked.get(generator) if self._earlier else None

    def add(self, record: Record) -> None:
        """Write one more record."""
        if not isinstance(record, AskedModel):
            self._own.add(record.key, self._size)
        line = msgspec.json.encode(record) + b"\n"
        self._stream.write(line)
        self._hash.update(line)
        self._size += len(line)
        self._lines += 1

    def file(self) -> DataFile:
        """What the manifest says of the file."""
        self._stream.flush()
        return DataFile(FILE, self._hash.hexdigest(), self._lines)
