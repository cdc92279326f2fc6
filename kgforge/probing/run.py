"""Benchmark × model → responses: planned in batches beforehand, resumed at the last whole one.

A run's folder holds ``responses.jsonl`` (in the order of items, roles and wordings), ``run.json``
(what the answers depend on) and, at the end, ``scores.json``.
"""

import hashlib
import os
import platform
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from msgspec import Struct

from kgforge import __version__, benchmark, files, models, scoring
from kgforge.errors import BenchmarkError, OutputError
from kgforge.extraction import published
from kgforge.models import Model
from kgforge.schema import (
    FORMAT,
    SLOT,
    WRITTEN,
    Answer,
    Item,
    ItemFact,
    Manifest,
    ModelOptions,
    Request,
    Response,
)
from kgforge.scoring import judging

Progress = Callable[[int, int], None]
"""Called with the prompts answered so far, and how many there are."""

CHUNK: Final = 512
"""Prompts that are answered, written and flushed together: a run is resumed between two chunks."""

LONG: Final = 64
"""The same where candidates are ranked or texts are written: a prompt is then the work of many."""

FORMS: Final = ("cloze", "extraction")
"""The forms of prompts that models are asked."""

_ALONE: Final = Answer(error="not askable: its target is the only candidate to rank")
_OPEN: Final = Answer(error="not askable: a text is written by the method open alone")


class Job(Struct, frozen=True):
    """What is to be asked: all that settles which requests there are, and their order."""

    patterns: tuple[str, ...] = ()
    """Empty: all."""
    limit: int | None = None
    """Items of each pattern, the first ones; None: all."""
    prompts: int | None = None
    """Wordings of each fact, sampled by the seed; None: all."""
    seed: int = 0
    forms: tuple[str, ...] = FORMS


class BenchmarkId(Struct, frozen=True):
    """Which benchmark was asked."""

    path: str
    """Relative to the run's folder where both have a relative address, else absolute."""
    sha256: str
    """Of its ``manifest.json``, which holds the hashes of all its files."""


class RunInfo(Struct, frozen=True):
    """``run.json``."""

    format: int
    kgforge: str
    model: dict[str, Any]
    """What the model says of itself (``models.Model.describe``)."""
    options: ModelOptions
    benchmark: BenchmarkId
    job: Job
    ks: tuple[int, ...]
    items: int
    requests: int
    unaskable: int
    """Prompts that the model could not be asked."""
    resumed: int
    """How often the run was taken up again."""
    finished: bool
    batch_tokens: int
    """Computed at once, at last: fewer than ``options`` say where memory ran out."""
    seconds: float
    """Whole run, from loading the model on, over all its parts."""
    seconds_model: float
    """Inside the model."""
    hardware: dict[str, str]


def probe(
    benchmark_folder: Path,
    address: str,
    out: Path,
    options: ModelOptions = ModelOptions(),  # noqa: B008 (frozen)
    *,
    patterns: Sequence[str] = (),
    ks: Sequence[int] = (1, 3, 5),
    limit: int | None = None,
    prompts: int | None = None,
    seed: int = 0,
    forms: Sequence[str] = (),
    force: bool = False,
    progress: Progress | None = None,
) -> RunInfo:
    """Ask a model all of a benchmark's prompts, write its responses, and score them.

    An unfinished run in *out* goes on where it stopped, and ends with the bytes of an uninterrupted
    one. Without *patterns* or *forms* all are asked; a prompt that the model cannot be asked is
    noted. Raises BenchmarkError for an unknown one or where there is nothing to ask, OutputError
    when *out* holds a run of another model, benchmark or job (unless *force*, which starts anew),
    ModelError from the model, MissingDriverError where a package to score by is not installed.
    """
    started = time.perf_counter()
    job = _job(benchmark_folder, patterns, limit, prompts, seed, forms)
    if any(made.form in WRITTEN for made in benchmark.read_manifest(benchmark_folder).patterns):
        published.tools()  # what is missing to score with is better told before hours of answers
    options = msgspec.structs.replace(options, k=max((options.k, *ks)))
    model = models.open(address, options)
    run = _Run(benchmark_folder, model, out, options, job, tuple(ks), started)
    info = run.go(force=force, progress=progress or (lambda done, total: None))
    scores = scoring.score_run(out, benchmark_folder, ks)
    scoring.write_scores(scores, out / "scores.json")
    return info


class Plan(Struct, frozen=True):
    """How much a run would ask."""

    items: int
    prompts: int
    candidates: int
    """Over all prompts: the statements that a ranking method would score."""


def plan(
    benchmark_folder: Path,
    *,
    patterns: Sequence[str] = (),
    limit: int | None = None,
    prompts: int | None = None,
    seed: int = 0,
    forms: Sequence[str] = (),
) -> Plan:
    """Count what ``probe`` would ask, without a model. Raises BenchmarkError as ``probe`` does."""
    job = _job(benchmark_folder, patterns, limit, prompts, seed, forms)
    asked = [(one.item, len(one.candidates)) for one in requests(benchmark_folder, job)]
    return Plan(len({item for item, _ in asked}), len(asked), sum(size for _, size in asked))


def _job(
    folder: Path,
    patterns: Sequence[str],
    limit: int | None,
    prompts: int | None,
    seed: int,
    forms: Sequence[str],
) -> Job:
    for name, number in (("limit", limit), ("prompts", prompts)):
        if number is not None and number < 1:
            raise BenchmarkError(f"{name} {number} asks nothing: say 1 or more")
    manifest = benchmark.read_manifest(folder)
    known = [made.name for made in manifest.patterns]
    unknown = sorted(set(patterns) - set(known))
    if unknown:
        raise BenchmarkError(
            f"{folder} has no pattern {unknown[0]!r}; there are: {', '.join(known)}"
        )
    strange = sorted(set(forms) - set(FORMS))
    if strange:
        raise BenchmarkError(
            f"no form {strange[0]!r} of prompts is asked; there are: {', '.join(FORMS)}"
        )
    chosen = tuple(name for name in known if name in patterns or not patterns)
    _refuse_changed(folder, manifest, chosen)
    wanted = tuple(form for form in FORMS if form in forms or not forms)
    job = Job(chosen, limit, prompts, seed, wanted)
    what = ", ".join(chosen) or "any pattern"
    if next(_items(folder, job), None) is None:
        raise BenchmarkError(
            f"{folder} has no item to ask of {what}: name other patterns, or export more items"
        )
    if next(requests(folder, job), None) is None:
        raise BenchmarkError(
            f"{folder} has no prompt of form {' or '.join(wanted)} in {what}: name other patterns "
            f"or --forms"
        )
    return job


def _refuse_changed(folder: Path, manifest: Manifest, chosen: Sequence[str]) -> None:
    """Else a run that is taken up would hold answers to prompts that are no longer there."""
    for file in manifest.files:
        if file.path.removesuffix(".jsonl") in chosen:
            found = files.sha256(folder / file.path)
            if found != file.sha256:
                raise BenchmarkError(
                    f"{folder / file.path} has changed since it was exported (SHA-256 "
                    f"{found[:12]}, the manifest says {file.sha256[:12]}): export again"
                )


def requests(folder: Path, job: Job) -> Iterator[Request]:
    """All requests of a job, in the order of items, facts and wordings; then the item's own."""
    for item in _items(folder, job):
        place: Counter[str] = Counter()
        for fact, numbered in zip(item.facts, judging.numbers(item.facts), strict=True):
            for index in wordings(fact, job):
                prompt = fact.prompts[index]
                before, _, after = prompt.text.partition(SLOT)
                yield Request(
                    item.id,
                    fact.role,
                    place[fact.role],
                    numbered[index],
                    before,
                    after,
                    fact.object.label,
                    tuple(found.label for found in fact.candidates),
                    prompt.form,
                )
            place[fact.role] += 1
        for index, prompt in enumerate(item.prompts):
            if prompt.form in job.forms:
                yield Request(
                    item.id, judging.WHOLE, 0, index, prompt.text, "", "", (), prompt.form
                )


def _items(folder: Path, job: Job) -> Iterator[Item]:
    for pattern in job.patterns:
        yield from islice(benchmark.read_items(folder, pattern), job.limit)


def wordings(fact: ItemFact, job: Job) -> list[int]:
    """Which wordings of a fact are asked: all, or a sample, the same wherever the fact stands."""
    every = [index for index, prompt in enumerate(fact.prompts) if prompt.form in job.forms]
    if job.prompts is None or job.prompts >= len(every):
        return every
    name = f"{job.seed} {fact.subject.id} {fact.predicate.id} {fact.object.id}"
    return sorted(random.Random(name).sample(every, job.prompts))


class _Run:
    """One run folder."""

    def __init__(
        self,
        folder: Path,
        model: Model,
        out: Path,
        options: ModelOptions,
        job: Job,
        ks: tuple[int, ...],
        started: float,
    ) -> None:
        self._folder = folder
        self._model = model
        self._out = out
        self._job = job
        self._started = started
        self._earlier = 0.0
        self._responses = out / "responses.jsonl"
        described = model.describe()
        self._name = str(described["address"])
        forms, items, total = set(), set(), 0
        for request in requests(folder, job):
            forms.add(request.form)
            items.add(request.item)
            total += 1
        long = judging.ranks_candidates(options.method) or forms.intersection(WRITTEN)
        self._chunk = LONG if long else CHUNK
        self._info = RunInfo(
            format=FORMAT,
            kgforge=__version__,
            model=described,
            options=options,
            benchmark=BenchmarkId(_path_from(out, folder), files.sha256(folder / "manifest.json")),
            job=job,
            ks=ks,
            items=len(items),
            requests=total,
            unaskable=0,
            resumed=0,
            finished=False,
            batch_tokens=model.batch_tokens,
            seconds=0.0,
            seconds_model=0.0,
            hardware=_hardware(),
        )

    def go(self, *, force: bool, progress: Progress) -> RunInfo:
        """Ask what has not been answered yet, and say how it went."""
        done, offset = (0, 0) if force else self._take_up()
        if not self._info.finished:
            self._start(offset)
            with files.as_output_error(self._responses), self._responses.open("ab") as stream:
                self._ask(stream, done, progress)
        return self._info

    def _start(self, offset: int) -> None:
        with files.as_output_error(self._out):
            self._out.mkdir(parents=True, exist_ok=True)
            with self._responses.open("ab") as stream:
                stream.truncate(offset)
            (self._out / "scores.json").unlink(missing_ok=True)
        self._note()

    def _take_up(self) -> tuple[int, int]:
        """How many prompts of an earlier part stand, and the offset behind them.

        What is torn or unfinished does not stand.
        """
        path = self._out / "run.json"
        if not path.is_file():
            if self._out.exists() and (not self._out.is_dir() or any(self._out.iterdir())):
                raise OutputError(
                    f"{self._out} exists and is no run: name another folder, or say --force"
                )
            return 0, 0
        earlier = _read(path)
        self._refuse_another(earlier)
        lines = _ends_of_lines(self._responses)[: self._info.requests]
        whole = len(lines)
        if whole < self._info.requests:
            whole -= whole % self._chunk
        offset = lines[whole - 1] if whole else 0
        size = self._responses.stat().st_size if self._responses.is_file() else -1
        if earlier.finished and (whole, offset) == (self._info.requests, size):
            self._info = msgspec.structs.replace(earlier, ks=self._info.ks)
            self._note()
            return whole, offset
        self._earlier = earlier.seconds
        self._info = msgspec.structs.replace(
            self._info, resumed=earlier.resumed + 1, seconds_model=earlier.seconds_model
        )
        if whole:
            self._model.batch_tokens = earlier.batch_tokens
        return whole, offset

    def _refuse_another(self, earlier: RunInfo) -> None:
        was, now = _identity(earlier), _identity(self._info)
        for name in was:
            if was[name] != now[name]:
                raise OutputError(
                    f"{self._out} holds a run with another {name} ({was[name]}; now {now[name]}): "
                    f"name another folder, or say --force to start anew"
                )

    def _ask(self, stream: IO[bytes], done: int, progress: Progress) -> None:
        encode = msgspec.json.Encoder().encode
        waiting = islice(requests(self._folder, self._job), done, None)
        progress(done, self._info.requests)
        while chunk := list(islice(waiting, self._chunk)):
            inside = self._model.seconds
            answers = self._answers(chunk)
            lines = [
                encode(self._response(request, answer)) + b"\n"
                for request, answer in zip(chunk, answers, strict=True)
            ]
            stream.write(b"".join(lines))
            stream.flush()
            os.fsync(stream.fileno())
            done += len(chunk)
            self._info = msgspec.structs.replace(
                self._info,
                batch_tokens=self._model.batch_tokens,
                seconds=self._seconds(),
                seconds_model=self._info.seconds_model + self._model.seconds - inside,
            )
            self._note()
            progress(done, self._info.requests)
        self._finish()

    def _answers(self, chunk: Sequence[Request]) -> list[Answer]:
        """The model's answers, and why there can be none."""
        barred = [_barred(request, self._info.options.method) for request in chunk]
        asked = [request for request, why in zip(chunk, barred, strict=True) if why is None]
        answers = iter(self._model.answer(asked))
        return [next(answers) if why is None else why for why in barred]

    def _finish(self) -> None:
        responses = files.read_lines(self._responses, Response, "probe again")
        unaskable = sum(bool(response.error) for response in responses)
        self._info = msgspec.structs.replace(
            self._info, finished=True, unaskable=unaskable, seconds=self._seconds()
        )
        self._note()

    def _seconds(self) -> float:
        return self._earlier + time.perf_counter() - self._started

    def _note(self) -> None:
        with files.writing_file(self._out / "run.json") as temporary:
            files.write_json(temporary, self._info)

    def _response(self, request: Request, answer: Answer) -> Response:
        return Response(
            item=request.item,
            role=request.role,
            form=request.form,
            prompt=request.prompt,
            model=self._name,
            method=self._info.options.method,
            top=answer.top,
            candidates=answer.candidates,
            text=answer.text,
            error=answer.error,
            ranks=answer.ranks,
        )


def _barred(request: Request, method: str) -> Answer | None:
    """Why a method asks no model a prompt; None where it does."""
    if request.form in WRITTEN:
        return None if method == "open" else _OPEN
    ranks = judging.ranks_candidates(method)
    return _ALONE if ranks and len(request.candidates) < 2 else None


def _identity(info: RunInfo) -> Mapping[str, object]:
    """What two parts of one run must have in common."""
    described = {name: value for name, value in info.model.items() if name != "address"}
    digest = hashlib.sha256(msgspec.json.encode(described, order="deterministic")).hexdigest()
    return {
        "benchmark": info.benchmark.sha256,
        "job": info.job,
        "kgforge version": info.kgforge,
        "method": info.options.method,
        "k": info.options.k,
        "model": f"{info.model.get('address')} {digest[:12]}",
        "batch size": info.options.batch_tokens,
        "limit of new tokens": info.options.max_new_tokens,
    }


def _read(path: Path) -> RunInfo:
    try:
        return msgspec.json.decode(path.read_bytes(), type=RunInfo)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"{path} is damaged ({error}): say --force to start anew") from error


def _ends_of_lines(path: Path) -> list[int]:
    """The offset behind each whole line; a torn last one has none."""
    ends, offset = [], 0
    if path.is_file():
        with path.open("rb") as stream:
            for line in stream:
                offset += len(line)
                if line.endswith(b"\n"):
                    ends.append(offset)
    return ends


def _path_from(run: Path, folder: Path) -> str:
    """The benchmark's path as a run remembers it: relative, so that both can be moved together."""
    try:
        return os.path.relpath(folder.resolve(), run.resolve())
    except ValueError:  # another drive
        return str(folder.resolve())


def _hardware() -> dict[str, str]:
    return {
        "machine": platform.machine(),
        "system": platform.system(),
        "processor": platform.processor(),
        "cores": str(os.cpu_count() or 0),
        "python": platform.python_version(),
    }
