"""Reading what describes a folder: ``mining.json``, ``manifest.json``, and items."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import files
from kgforge.errors import BenchmarkError
from kgforge.mining import Mining
from kgforge.schema import (
    FORMAT,
    Group,
    Instance,
    Item,
    Manifest,
    Response,
    Score,
    Statistics,
)
from kgforge.scoring import floors

SCHEMAS: Final[dict[str, type[Struct]]] = {
    "group": Group,
    "instance": Instance,
    "item": Item,
    "manifest": Manifest,
    "mining": Mining,
    "response": Response,
    "score": Score,
    "statistics": Statistics,
}
"""The records that have a JSON Schema, by name."""

_T = TypeVar("_T", bound=Struct)


def read_mining(mined: Path) -> Mining:
    """What ``mining.json`` of a mined folder says. Raises BenchmarkError when it says nothing."""
    return _read_json(mined / "mining.json", Mining, "name a folder that kgforge mine has written")


def read_manifest(folder: Path) -> Manifest:
    """What ``manifest.json`` of a benchmark says. Raises BenchmarkError when it says nothing."""
    hint = "name a folder that kgforge export has written"
    return _read_json(folder / "manifest.json", Manifest, hint)


def _read_json(path: Path, kind: type[_T], hint: str) -> _T:
    try:
        data = path.read_bytes()
        version = msgspec.json.decode(data, type=_Versioned).format
    except OSError as error:
        raise BenchmarkError(f"cannot read {path}: {error.strerror}: {hint}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"{path}: {error}: {hint}") from error
    if version > FORMAT:
        raise BenchmarkError(
            f"{path}: format {version}, but this kgforge reads up to {FORMAT}: upgrade kgforge"
        )
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"{path}: {error}: {hint}") from error


class _Versioned(Struct):
    format: int


def read_items(folder: Path, pattern: str) -> Iterator[Item]:
    """The items of one pattern, streamed. Raises BenchmarkError with file and line."""
    return files.read_lines(folder / f"{pattern}.jsonl", Item, floors.REMEDY)


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of record. Raises BenchmarkError, with the names, for another."""
    if name not in SCHEMAS:
        raise BenchmarkError(f"no record {name!r}; there are: {', '.join(SCHEMAS)}")
    schema = msgspec.json.schema(SCHEMAS[name])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **schema}
