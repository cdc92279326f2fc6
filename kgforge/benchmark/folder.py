"""The folder of a benchmark: its files are written, hashed and named here."""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec

from kgforge import files, ontology
from kgforge.benchmark import splits
from kgforge.benchmark.card import card
from kgforge.schema import DataFile, Item, Made, Manifest

CARD: Final = "README.md"

Written = tuple[tuple[DataFile, ...], Made]
"""A pattern's files, and what they hold."""


def write_items(
    folder: Path, pattern: str, names: Sequence[str], found: Iterable[Item]
) -> tuple[DataFile, ...]:
    """Write a pattern's items, a file for each of the splits named."""
    encode = msgspec.json.Encoder().encode
    paths = {name: folder / splits.file_name(pattern, name) for name in names}
    hashes = {name: hashlib.sha256() for name in names}
    lines = dict.fromkeys(names, 0)
    with ExitStack() as stack:
        streams = {name: stack.enter_context(path.open("wb")) for name, path in paths.items()}
        for item in found:
            line = encode(item) + b"\n"
            streams[item.split].write(line)
            hashes[item.split].update(line)
            lines[item.split] += 1
    return tuple(
        DataFile(paths[name].name, hashes[name].hexdigest(), lines[name]) for name in names
    )


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
    """The name of a benchmark: it follows from the bytes of its files."""
    return f"kgforge-{joint_hash((file.path, file.sha256) for file in written)[:12]}"


def joint_hash(hashes: Iterable[tuple[str, str]]) -> str:
    """One hash for several: the SHA-256 of a line ``NAME HASH`` for each."""
    return hashlib.sha256(
        "".join(f"{name} {found}\n" for name, found in hashes).encode()
    ).hexdigest()
