"""The one reader of the folders that commands write: of what was mined, benchmarks, and runs.

Each has a record at its head (``mining.json``, ``manifest.json``, ``run.json``) that names the
version of its format. A folder of a newer format is refused, always in the same words
(``_refuse_newer``). So is a record that names a file outside its folder (``inside``): a folder may
come from anyone. Every reader raises BenchmarkError for a file that is missing or damaged, and says
what would do.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar, overload

import msgspec
from msgspec import Struct

from kgforge import __version__, files, places
from kgforge.errors import BenchmarkError
from kgforge.schema.answer import Response, Score
from kgforge.schema.files import DataFile
from kgforge.schema.item import Item
from kgforge.schema.manifest import Manifest
from kgforge.schema.mined import Group, Instance, Statistics
from kgforge.schema.mining import Mining
from kgforge.schema.run import BenchmarkId, RunInfo

FORMAT: Final = 1
"""Version of the file formats, written into every manifest, ``mining.json`` and ``run.json``."""
FORMS: Final = 2
"""That of a manifest with questions of several forms or strata or compressed items, and of what is
mined or asked with computed answers, chains or kinds of predicates: older versions would misread
it."""

MINING: Final = "mining.json"
GROUPS: Final = "groups.jsonl"
INSTANCES: Final = "instances.jsonl"
RESERVE: Final = "reserve.jsonl"
STATISTICS: Final = "statistics.json"
MANIFEST: Final = "manifest.json"
ITEMS: Final = ".jsonl"
"""How the names of files of items end, before the suffix of their compression."""
_SUFFIXES: Final = ("", ".gz", ".zst")
"""The suffixes of their compression (``Compression``), that of none first."""
TEST: Final = "test"
"""The split that models are asked; the only one, where items are not split."""
RUN: Final = "run.json"
RESPONSES: Final = "responses.jsonl"
SCORES: Final = "scores.json"
JOURNAL: Final = "journal.jsonl"
"""The answers that were paid for, in the order in which they came."""

MINE: Final = "mine again"
"""What would do where a file of a mined folder is missing or damaged; likewise the next two."""
EXPORT: Final = "export again"
PROBE: Final = "probe again"
OTHER_BENCHMARK: Final = f"name the benchmark that the run was made with, or {PROBE}"
"""The same where responses do not fit the benchmark."""

NOTHING: Final = hashlib.sha256().hexdigest()
"""The SHA-256 of what has no bytes."""

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

T = TypeVar("T", bound=Struct)


# ── What was mined ──────────────────────────────────────────────────────────────────────────────
def read_mining(folder: Path) -> Mining:
    """What ``mining.json`` says of what was mined."""
    mining = _head(folder / MINING, Mining, "name a folder that kgforge mine has written")
    for mined in mining.patterns:
        for name in (GROUPS, INSTANCES):
            inside(folder, f"{mined.name}/{name}", MINING)
    return mining


def read_statistics(folder: Path) -> Statistics:
    """What ``statistics.json`` says of the graph that was mined."""
    return _head(folder / STATISTICS, Statistics, MINE)


def read_groups(folder: Path, pattern: str) -> Iterator[Group]:
    """The groups of one pattern, streamed."""
    return files.read_lines(inside(folder, f"{pattern}/{GROUPS}"), Group, MINE)


def read_instances(folder: Path, pattern: str) -> Iterator[Instance]:
    """The instances of one pattern, streamed."""
    return files.read_lines(inside(folder, f"{pattern}/{INSTANCES}"), Instance, MINE)


def read_reserve(folder: Path, pattern: str) -> Iterator[Instance]:
    """The instances that may take the place of others, by group, in their order; none where no
    file has them.
    """
    if (folder / pattern / RESERVE).exists():
        yield from files.read_lines(inside(folder, f"{pattern}/{RESERVE}"), Instance, MINE)


# ── Benchmarks ──────────────────────────────────────────────────────────────────────────────────
def read_manifest(folder: Path) -> Manifest:
    """What ``manifest.json`` says of a benchmark."""
    manifest = _head(folder / MANIFEST, Manifest, "name a folder that kgforge export has written")
    splits = manifest.split.shares if manifest.split else {}
    of_patterns = (
        f"{name}{ITEMS}"
        for made in manifest.patterns
        for name in (made.name, *(f"{made.name}.{split}" for split in splits))
    )
    for name in (*(file.path for file in manifest.named), *of_patterns):
        inside(folder, name, MANIFEST)
    for name in named_as_items(folder):
        inside(folder, name)
    return manifest


def named_as_items(folder: Path) -> Iterator[str]:
    """The names of what lies in a folder and is called as files of items are."""
    found = (folder.glob(f"*{ITEMS}{suffix}") for suffix in _SUFFIXES)
    return (path.name for path in chain.from_iterable(found))


def item_name(pattern: str, split: str) -> str:
    """The name by which the items of a pattern in a split are read (``read_items``)."""
    return pattern if split == TEST else f"{pattern}.{split}"


class ItemFile(Struct, frozen=True):
    """The items of a pattern in one split, which can be read more than once."""

    path: Path | None
    """The file that has them, compressed or not; None: there are none, and no file."""

    @overload
    def read(self) -> Iterator[Item]: ...
    @overload
    def read(self, kind: type[T]) -> Iterator[T]: ...
    def read(self, kind: type[Any] = Item) -> Iterator[Any]:
        """The items, streamed. Raises BenchmarkError where the file is missing or damaged."""
        return files.read_lines(self.path, kind, EXPORT) if self.path else iter(())


def lying(folder: Path, name: str) -> ItemFile:
    """The items of that name (``item_name``) as they lie there, be there a file or none."""
    paths = (inside(folder, f"{name}{ITEMS}{suffix}") for suffix in _SUFFIXES)
    return ItemFile(next((path for path in paths if path.exists()), None))


def item_file(folder: Path, name: str) -> ItemFile:
    """The same of a benchmark that is made; to read what its manifest has, and is missing, raises.

    The manifest names a file that would have no lines, and is not written.
    """
    found = lying(folder, name)
    if found.path:
        return found
    plain = f"{name}{ITEMS}"
    listed = _listed(folder).get(plain)
    if listed and not listed.lines:
        return found
    return ItemFile(folder / (listed.path if listed else plain))


class _Files(Struct):
    files: tuple[DataFile, ...]


def _listed(folder: Path) -> dict[str, DataFile]:
    """The files of items by their plain names, as far as there is a manifest."""
    path = inside(folder, MANIFEST)
    if not path.is_file():
        return {}
    return {file.plain: file for file in _head(path, _Files, EXPORT).files}


@overload
def read_items(folder: Path, name: str) -> Iterator[Item]: ...
@overload
def read_items(folder: Path, name: str, kind: type[T]) -> Iterator[T]: ...
def read_items(folder: Path, name: str, kind: type[Any] = Item) -> Iterator[Any]:
    """The items of one file, streamed: its name is a pattern's, or a pattern's and a split's.

    The file may be compressed; without an item there is none. *kind* has the fields that are read:
    ``Item``, or fewer where time counts.
    """
    return item_file(folder, name).read(kind)


def item_hashes(folder: Path, patterns: Iterable[str]) -> dict[str, str]:
    """The SHA-256 of each pattern's items, as they lie there."""
    return {name: _hash(item_file(folder, name)) for name in patterns}


def _hash(file: ItemFile) -> str:
    return files.content(file.path)[0] if file.path else NOTHING


def refuse_changed(folder: Path, manifest: Manifest, hashes: Mapping[str, str]) -> None:
    """Raise BenchmarkError where a pattern's file (``item_hashes``) is not what was exported.

    Answers to prompts that are no longer there would be shown beside others.
    """
    exported = {file.plain: file for file in manifest.files}
    for name, found in hashes.items():
        file = exported.get(f"{name}{ITEMS}")
        if file and found != file.sha256:
            raise BenchmarkError(
                f"{folder / file.path} has changed since it was exported (SHA-256 {found[:12]}, "
                f"the manifest says {file.sha256[:12]}): get the file back, or export and probe "
                "again"
            )


# ── Runs ────────────────────────────────────────────────────────────────────────────────────────
def read_run(folder: Path, remedy: str = "name a folder that kgforge probe has written") -> RunInfo:
    """What ``run.json`` says of a run; *remedy* says what would do where that fails."""
    return _head(folder / RUN, RunInfo, remedy)


def benchmark_of(runs: Iterable[Path]) -> Path:
    """Return the benchmark that runs were made with.

    It is told by its manifest's hash, and looked for where the run says, where it was last on this
    machine, beside the run, and in the current folder. Raises BenchmarkError if it is not there.
    """
    asked = {run: read_run(run).benchmark for run in runs}
    different = {one.sha256 or one.path: one for one in asked.values()}
    if len(different) > 1:
        listed = ", ".join(f"{one.path}, manifest {one.sha256[:12]}" for one in different.values())
        raise BenchmarkError(
            f"the runs are on different benchmarks ({listed}): report them separately"
        )
    run, benchmark = next(iter(asked.items()))
    return _found_benchmark(run, benchmark)


def _found_benchmark(run: Path, asked: BenchmarkId) -> Path:
    name = places.last_part(asked.path)
    for folder in places.candidates(asked.path, name, run, asked.sha256):
        manifest = folder / MANIFEST
        if manifest.is_file() and files.sha256(manifest) == asked.sha256:
            return folder
    changed = (run / asked.path).resolve()
    if (changed / MANIFEST).is_file():
        return changed  # whoever reads it says how it differs
    raise BenchmarkError(
        f"{run} was made with the benchmark {name} (manifest {asked.sha256[:12]}), which is "
        "neither where it was, nor beside the run or in the current folder: give it with "
        "--benchmark"
    )


def read_responses(folder: Path) -> Iterator[Response]:
    """The responses of a run, streamed, but for a last line that is torn (``torn``)."""
    head, path = inside(folder, RUN), inside(folder, RESPONSES)
    if head.is_file():
        _refuse_newer(head, head.read_bytes())
    end = path.stat().st_size - torn(folder) if path.is_file() else None
    return files.read_lines(path, Response, f"name a run's folder, or {PROBE} (--force)", end)


def torn(folder: Path) -> int:
    """How many bytes of a last response were written before its probe was killed; 0: it is whole.

    Such a line has no end; what is no record in spite of one is damage, and is not passed over.
    """
    path = inside(folder, RESPONSES)
    if not path.is_file():
        return 0
    last = files.tail(path)
    try:
        msgspec.json.decode(last, type=Response)
    except files.DAMAGED:
        return len(last)
    return 0


def read_scores(path: Path) -> list[Score]:
    """The scores of a file, ``scores.json`` of a run or another."""
    data = _bytes(path, "probe or score first")
    head = inside(path.parent, RUN)
    if path.name == SCORES and head.is_file():
        _refuse_newer(head, head.read_bytes())
    try:
        return msgspec.json.decode(data, type=list[Score])
    except files.DAMAGED as error:
        raise BenchmarkError(f"{path} is not a list of scores ({error}): score again") from error


# ── Every folder ────────────────────────────────────────────────────────────────────────────────
def inside(folder: Path, name: str, named_by: str = "") -> Path:
    """The path of a file of a folder, which need not be there.

    Raises BenchmarkError for a name that leads out of the folder: absolute, by ``..``, or through a
    link; and for a pipe or device, which may never end. *named_by* is the file that names it.
    """
    path, named = folder / name, Path(name)
    if named.is_absolute() or ".." in named.parts or not files.is_inside(path, folder):
        raise BenchmarkError(
            f"{folder / named_by} names {name!r}, which is outside the folder {folder}: "
            "nothing outside it is read; get the folder again, whole and without links"
        )
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise BenchmarkError(f"{path} is no regular file, and is not read: get the folder again")
    return path


class _Versioned(Struct):
    format: int


def _head(path: Path, kind: type[T], remedy: str) -> T:
    """The record at the head of a folder."""
    data = _bytes(inside(path.parent, path.name), remedy)
    try:
        _refuse_newer(path, data)
        return msgspec.json.decode(data, type=kind)
    except files.DAMAGED as error:
        raise BenchmarkError(f"{path} is damaged ({error}): {remedy}") from error


def _bytes(path: Path, remedy: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BenchmarkError(f"cannot read {path} ({error.strerror}): {remedy}") from error


def _refuse_newer(path: Path, data: bytes) -> None:
    """Raise BenchmarkError where the record at the head of a folder has a newer format."""
    found = msgspec.json.decode(data, type=_Versioned).format
    if found > FORMS:
        raise BenchmarkError(
            f"{path} has format {found}, and kgforge {__version__} reads formats up to {FORMS}: "
            f"upgrade kgforge"
        )


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of record. Raises BenchmarkError, with the names, for another."""
    if name not in SCHEMAS:
        raise BenchmarkError(f"no record {name!r}; available: {', '.join(SCHEMAS)}")
    schema = msgspec.json.schema(SCHEMAS[name])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **schema}
