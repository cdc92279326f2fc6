"""The benchmark folder: write it from mined instances, read it, verify it."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import __version__, card, files, graph, items, loading, ontology
from kgforge.errors import BenchmarkError, OntologyError
from kgforge.items import ItemOptions
from kgforge.mining import Mined, Mining
from kgforge.ontology import Ontology
from kgforge.schema import (
    FORMAT,
    DataFile,
    Group,
    Instance,
    Item,
    Made,
    Manifest,
    Response,
    Score,
    Skip,
    TemplateFile,
)
from kgforge.stores import Store
from kgforge.terms import KGF

Progress = Callable[[str, int], None]
"""Called with the pattern and how many of its instances have been seen."""

SCHEMAS: Final[dict[str, type[Struct]]] = {
    "group": Group,
    "instance": Instance,
    "item": Item,
    "manifest": Manifest,
    "mining": Mining,
    "response": Response,
    "score": Score,
}
"""The records that have a JSON Schema, by name."""

_T = TypeVar("_T", bound=Struct)


def export(
    mined: Path,
    out: Path,
    *,
    store: str | None = None,
    templates: Sequence[Path] = (),
    language: str = "en",
    candidates: int = 100,
    seed: int = 0,
    force: bool = False,
    progress: Progress | None = None,
) -> Manifest:
    """Make the folder *out* from the mined folder and its graph, whole or not at all.

    *store* is the graph's address; by default the one that ``mining.json`` names. Raises
    BenchmarkError when the mined folder is missing or damaged, or when the graph is another one
    than was mined; OutputError when *out* exists (unless *force*) or cannot be written.
    """
    if candidates < 1:
        raise BenchmarkError(f"--candidates {candidates}: at least 1, the target itself")
    mining = read_mining(mined)
    _refuse_templateless(templates)
    wording = ontology.read(templates)
    with (
        files.writing_folder(out, force=force) as folder,
        loading.open_graph(store or mining.store) as opened,
    ):
        _refuse_other_graph(opened, mining, mined)
        options = ItemOptions(
            language=language, candidates=candidates, seed=seed, graph=mining.graph.hash or ""
        )
        writer = _Writer(mining, mined, opened, wording, options, progress)
        made = [writer.write(pattern, folder) for pattern in mining.patterns]
        _refuse_empty([pattern for _, pattern in made], mined)
        manifest = Manifest(
            FORMAT,
            _name(file for file, _ in made),
            __version__,
            tuple(file for file, _ in made),
            mining.graph,
            graph.sources(opened),
            tuple(pattern for _, pattern in made),
            seed,
            (language,),
            tuple(dict.fromkeys((*_files(wording), *mining.ontologies))),
            candidates,
            mining.given,
        )
        files.write_json(folder / "manifest.json", manifest)
        (folder / "README.md").write_text(card.card(manifest), encoding="utf-8")
    return manifest


def _refuse_empty(made: Sequence[Made], mined: Path) -> None:
    if any(pattern.items for pattern in made):
        return
    skipped = [
        f"{reason}: {count}" for pattern in made for reason, count in pattern.skipped.items()
    ]
    why = "; ".join(skipped) or "no instance was mined"
    raise BenchmarkError(
        f"{mined} gives no item at all ({why}): "
        "a benchmark needs instances whose entities have labels"
    )


def _refuse_templateless(paths: Sequence[Path]) -> None:
    for path in paths:
        texts = ontology.read_only([path]).texts
        if not any(predicate in ontology.WORDINGS for _, predicate, _ in texts):
            raise OntologyError(
                f"{path} holds no template: write one as <{KGF}template> "
                '"[X] … [Y]."@en on a predicate'
            )


def _refuse_other_graph(store: Store, mining: Mining, mined: Path) -> None:
    if mining.graph.hash is None:
        return
    found, facts = graph.graph_hash(store)
    if found != mining.graph.hash:
        raise BenchmarkError(
            f"{mined} was mined from the graph {mining.graph.hash} ({mining.graph.facts} facts), "
            f"but {store.address} is {found} ({facts} facts): mine it, "
            "or name the graph that was mined with --store"
        )


def _files(wording: Ontology) -> Iterator[TemplateFile]:
    return (TemplateFile(source.file, source.sha256) for source in wording.sources)


def _name(written: Iterable[DataFile]) -> str:
    return f"kgforge-{_joint_hash((file.path, file.sha256) for file in written)[:12]}"


def _joint_hash(hashes: Iterable[tuple[str, str]]) -> str:
    """One hash for several: the SHA-256 of a line ``NAME HASH`` for each."""
    return hashlib.sha256(
        "".join(f"{name} {found}\n" for name, found in hashes).encode()
    ).hexdigest()


class _Writer:
    """Writes one pattern after another, counting as items stream past."""

    def __init__(
        self,
        mining: Mining,
        mined: Path,
        store: Store,
        wording: Ontology,
        options: ItemOptions,
        progress: Progress | None,
    ) -> None:
        self._seed = mining.seed
        self._mined = mined
        self._store = store
        self._wording = wording
        self._options = options
        self._progress = progress

    def write(self, pattern: Mined, folder: Path) -> tuple[DataFile, Made]:
        """Write ``PATTERN.jsonl`` and say what it holds."""
        path = folder / f"{pattern.name}.jsonl"
        tally = _Tally()
        sha256 = hashlib.sha256()
        encode = msgspec.json.Encoder().encode
        with path.open("wb") as stream:
            for item in tally.items(self._build(pattern)):
                line = encode(item) + b"\n"
                sha256.update(line)
                stream.write(line)
        return DataFile(path.name, sha256.hexdigest(), tally.written), self._made(pattern, tally)

    def _build(self, pattern: Mined) -> Iterator[Item | Skip]:
        options = msgspec.structs.replace(
            self._options,
            answers=pattern.answers,
            query=_joint_hash(sorted(pattern.queries.items())),
        )
        instances = read_records(self._mined / pattern.name / "instances.jsonl", Instance)
        built = items.build(instances, self._store, self._wording, options)
        for seen, item in enumerate(built, 1):
            if self._progress:
                self._progress(pattern.name, seen)
            yield item

    def _made(self, pattern: Mined, tally: "_Tally") -> Made:
        return Made(
            pattern.name,
            pattern.description,
            pattern.metric,
            pattern.params,
            pattern.queries,
            self._seed,
            tally.written,
            len(tally.groups),
            dict(sorted(tally.skipped.items())),
            tally.fallback,
            dict(sorted(tally.guards.items())),
        )


class _Tally:
    """Counts that grow while items stream past."""

    def __init__(self) -> None:
        self.written = 0
        self.fallback = 0
        self.groups: set[str] = set()
        self.skipped: Counter[str] = Counter()
        self.guards: Counter[str] = Counter()

    def items(self, built: Iterator[Item | Skip]) -> Iterator[Item]:
        """Let the items through and count the skips."""
        for found in built:
            if isinstance(found, Skip):
                self.skipped[found.reason] += 1
                continue
            self.written += 1
            self.groups.add(found.group)
            self.guards.update({count.name: count.count for count in found.provenance.guards})
            self.fallback += sum(
                any(prompt.generator == "fallback" for prompt in fact.prompts)
                for fact in found.facts
            )
            yield found


# ── Reading ─────────────────────────────────────────────────────────────────────────────────────
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
    return read_records(folder / f"{pattern}.jsonl", Item)


def read_records(path: Path, kind: type[_T]) -> Iterator[_T]:
    """The records of a JSON Lines file, streamed.

    Raises BenchmarkError, with file and line, for a line that is damaged or not of that kind.
    """
    decode = msgspec.json.Decoder(kind).decode
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                try:
                    yield decode(line)
                except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                    what = f"no {kind.__name__.lower()}: {error}"
                    raise BenchmarkError(f"{path}:{number}: {what}") from error
    except OSError as error:
        raise BenchmarkError(f"cannot read {path}: {error.strerror}") from error


# ── Checking ────────────────────────────────────────────────────────────────────────────────────
def verify(folder: Path) -> list[str]:
    """What is wrong with a benchmark, a line each; empty when nothing is.

    Checked are hashes, line counts, records, and that no answer stands among the distractors.
    Raises BenchmarkError when there is no manifest that could be checked against.
    """
    manifest = read_manifest(folder)
    problems = [problem for file in manifest.files for problem in _check_file(folder, file)]
    listed = {file.path for file in manifest.files}
    others = sorted(path.name for path in folder.glob("*.jsonl") if path.name not in listed)
    return problems + [f"{name}: not in the manifest" for name in others]


def _check_file(folder: Path, file: DataFile) -> Iterator[str]:
    path = folder / file.path
    try:
        data = path.read_bytes()
    except OSError as error:
        yield f"{file.path}: cannot be read: {error.strerror}"
        return
    found = hashlib.sha256(data).hexdigest()
    if found != file.sha256:
        yield f"{file.path}: SHA-256 is {found}, the manifest says {file.sha256}"
    lines = data.count(b"\n")
    if lines != file.lines:
        yield f"{file.path}: {lines} lines, the manifest says {file.lines}"
    seen: set[str] = set()
    try:
        for number, item in enumerate(read_records(path, Item), 1):
            yield from (f"{file.path}:{number}: {problem}" for problem in _check(item, seen))
            seen.add(item.id)
    except BenchmarkError as error:
        yield str(error).removeprefix(f"{folder}/")


def _check(item: Item, seen: set[str]) -> Iterator[str]:
    if item.id in seen:
        yield f"the id {item.id} stands twice"
    for fact in item.facts:
        answers = [answer.id for answer in fact.answers]
        candidates = [candidate.id for candidate in fact.candidates]
        if answers[:1] != [fact.object.id]:
            yield f"{fact.role}: the first answer is not the target"
        if fact.object.id not in candidates:
            yield f"{fact.role}: the target is not among the candidates"
        for leaked in sorted(set(candidates) & set(answers[1:])):
            yield f"{fact.role}: the accepted answer {leaked} is among the candidates"


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a kind of record. Raises BenchmarkError, with the names, for another."""
    if name not in SCHEMAS:
        raise BenchmarkError(f"no record {name!r}; there are: {', '.join(SCHEMAS)}")
    schema = msgspec.json.schema(SCHEMAS[name])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **schema}
