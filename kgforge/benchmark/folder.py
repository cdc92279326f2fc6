"""The folder of a benchmark: its files are written, hashed and named here."""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import UNSET, UnsetType

from kgforge import compression, files, ontology
from kgforge.benchmark import splits
from kgforge.benchmark.card import card
from kgforge.schema import Compression, DataFile, Item, Made, Manifest

Packed = Compression | UnsetType
"""How files of items are compressed; unset: not at all."""

CARD: Final = "README.md"

Written = tuple[tuple[DataFile, ...], Made]
"""A pattern's files, and what they hold."""


def write_items(
    folder: Path,
    pattern: str,
    names: Sequence[str],
    found: Iterable[Item],
    packed: Packed = UNSET,
) -> tuple[DataFile, ...]:
    """Write a pattern's items, a file for each of the splits named that has some.

    Raises OutputError where a file became so small that readers would refuse it.
    """
    encode = msgspec.json.Encoder().encode
    parts = {name: _Part(folder / splits.file_name(pattern, name, packed)) for name in names}
    with ExitStack() as stack:
        for item in found:
            parts[item.split].write(encode(item) + b"\n", stack)
    return tuple(part.written(packed) for part in parts.values())


class _Part:
    """The items of one split, whose file is there as soon as it has a line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hash = hashlib.sha256()
        self._lines = self._size = 0
        self._stream: IO[bytes] | None = None

    def write(self, line: bytes, stack: ExitStack) -> None:
        """Add a line; *stack* closes the file."""
        if self._stream is None:
            self._stream = stack.enter_context(compression.packing(self._path))
        self._stream.write(line)
        self._hash.update(line)
        self._lines += 1
        self._size += len(line)

    def written(self, packed: Packed) -> DataFile:
        """What the manifest says of the file, which is closed; its hash is of the plain lines."""
        if packed and self._lines:
            compression.refuse_outgrown(self._path, self._size)
        return DataFile(self._path.name, self._hash.hexdigest(), self._lines, packed)


def write_ontology(folder: Path, name: str, data: bytes) -> DataFile:
    """Write an ontology's file among those of the benchmark."""
    path = folder / ontology.FOLDER / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return data_file(f"{ontology.FOLDER}/{name}", data)


def data_file(path: str, data: bytes) -> DataFile:
    """What the manifest says of a file."""
    return DataFile(path, hashlib.sha256(data).hexdigest(), data.count(b"\n"))


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write ``manifest.json``, and the card that follows from it."""
    files.write_json(folder / "manifest.json", manifest)
    (folder / CARD).write_text(card(manifest), encoding="utf-8")


def name_of(written: Iterable[DataFile]) -> str:
    """The name of a benchmark: it follows from the bytes of its items, compressed or not."""
    return f"kgforge-{joint_hash((file.plain, file.sha256) for file in written)[:12]}"


def joint_hash(hashes: Iterable[tuple[str, str]]) -> str:
    """One hash for several: the SHA-256 of a line ``NAME HASH`` for each."""
    return hashlib.sha256(
        "".join(f"{name} {found}\n" for name, found in hashes).encode()
    ).hexdigest()
