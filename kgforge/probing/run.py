"""Benchmark × model → responses: planned in batches beforehand, resumed at the last whole one.

A run's folder holds ``responses.jsonl`` (in the order of items, roles and wordings), ``run.json``
(what the answers depend on) and, at the end, ``scores.json``.
"""

import hashlib
import os
import platform
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET

from kgforge import __version__, files, models, places, plugins, scoring, temporaries
from kgforge.errors import OutputError
from kgforge.files import AnyPath
from kgforge.forms import load, ranks_candidates
from kgforge.models import Model, Paid, Told
from kgforge.probing.claim import Claim
from kgforge.probing.job import Size, count, requests, settle
from kgforge.probing.result import Probed, probed
from kgforge.schema import (
    FORMAT,
    Answer,
    BenchmarkId,
    ChatOptions,
    Job,
    ModelOptions,
    Request,
    Response,
    RunInfo,
    folders,
)

Progress = Callable[[int, int], None]
"""Called with the prompts answered so far, and how many there are."""

Watch = Callable[[str, int, int | None], None]
"""Called with what is being done, how far it is, and of how many; None: it cannot be counted.

Of prompts that are being answered as many are told of as the model's share of their work."""

CHUNK: Final = 512
"""Prompts that are answered, written and flushed together: a run is resumed between two chunks."""

REASONS: Final = 5
"""So many reasons why prompts could not be asked are counted; ``responses.jsonl`` has each."""

NOT_ASKABLE: Final = "not askable: "
"""How such a reason begins there."""

LONG: Final = 64
"""The same where candidates are ranked or texts are written: a prompt is then the work of many."""


def probe(
    benchmark_folder: AnyPath,
    address: str,
    out: AnyPath,
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
    name: str = "",
    watch: Watch | None = None,
) -> Probed:
    """Ask a model all of a benchmark's prompts, write its responses, and score them.

    An unfinished run in *out* goes on where it stopped, and ends with the bytes of an uninterrupted
    one. Without *patterns* or *forms* all are asked; a prompt that the model cannot be asked is
    noted. Reports show the run under *name*, else under its model's. *progress* hears of prompts
    whose answers are written, *watch* of every step. Raises BenchmarkError for an unknown pattern
    or form or where there is nothing to ask, OutputError when *out* holds a run of another model,
    benchmark or job (unless *force*, which starts anew) or another process writes it, ModelError
    from the model, MissingDriverError where a package to score by is not installed.
    """
    started = time.perf_counter()
    benchmark_folder, out = Path(benchmark_folder), Path(out)
    watch = watch or (lambda what, done, total: None)
    watch("reading the benchmark", 0, None)
    job = settle(benchmark_folder, patterns, limit, prompts, seed, forms)
    manifest = folders.read_manifest(benchmark_folder)
    for form in {form for made in manifest.patterns for form in made.asks}:
        load(form).check_tools()  # what is missing is better told before hours of answers
    options = msgspec.structs.replace(options, k=max((options.k, *ks)))
    if models.is_of_server(address):
        chat = msgspec.structs.replace(options.chat or ChatOptions(), seed=seed)
        options = msgspec.structs.replace(options, chat=chat)
    if not force:
        _refuse_strange(out)
    size = count(benchmark_folder, job, lambda done, total: watch("planning", done, total))

    def asked(done: int, total: int) -> None:
        watch("probing", done, total)
        if progress:
            progress(done, total)

    with Claim(out) as claim:
        watch(f"loading {address}", 0, None)
        model = models.open(address, options)
        run = _Run(benchmark_folder, model, out, options, job, tuple(ks), started, size, name)
        info = run.go(claim, asked, partial(watch, "probing"), force=force)
        watch("scoring", 0, None)
        judged = scoring.judge_run(out, scoring.read_benchmark(benchmark_folder))
        scores = judged.scores(ks)
        manifest = scoring.over_asked(judged.benchmark, [judged])
        claim.check()
        scoring.write_scores(scores, out / folders.SCORES)
    return probed(info, manifest, tuple(scores))


def _refuse_strange(out: Path) -> None:
    """Raise OutputError for a folder, or file, of something else."""
    if (out / folders.RUN).is_file() or not out.exists():
        return
    if not out.is_dir() or any(not _is_new(path) for path in out.iterdir()):
        raise OutputError(f"{out} exists and is not a run: name another folder, or use --force")


def _is_new(path: Path) -> bool:
    """Whether a file is of a run that has just begun: no response, or ``run.json`` half written."""
    if path.name == folders.RESPONSES:
        return not path.stat().st_size
    return path.name.startswith(f".{folders.RUN}{temporaries.MARK}")


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
        size: Size,
        name: str,
    ) -> None:
        self._folder = folder
        self._model = model
        self._out = out
        self._job = job
        self._started = started
        self._earlier = 0.0
        self._responses = out / folders.RESPONSES
        described = model.describe()
        self._name = str(described["address"])
        long = ranks_candidates(options.method) or size.written
        self._chunk = LONG if long else CHUNK
        self._info = RunInfo(
            format=FORMAT,
            kgforge=__version__,
            model=described,
            options=options,
            benchmark=_benchmark_id(out, folder),
            job=job,
            ks=ks,
            items=size.items,
            requests=size.prompts,
            unaskable=0,
            resumed=0,
            finished=False,
            batch_tokens=model.batch_tokens,
            seconds=0.0,
            seconds_model=0.0,
            hardware=_hardware(),
            name=name or UNSET,
            sampled=size.sampled or UNSET,
        )

    def go(self, claim: Claim, progress: Progress, computed: Progress, *, force: bool) -> RunInfo:
        """Ask what has not been answered yet, and say how it went.

        *progress* hears of the prompts whose answers are written, *computed* meanwhile of those
        that the work done on the present ones amounts to.
        """
        self._claim = claim
        done, offset = (0, 0) if force else self._take_up()
        if not self._info.finished:
            self._keep(force=force)
            self._start(offset)
            self._ask(done, progress, computed)
        return self._info

    def _start(self, offset: int) -> None:
        remarks = tuple(self._model.remarks(requests(self._folder, self._job)))
        self._info = msgspec.structs.replace(self._info, remarks=remarks or UNSET)
        self._claim.cut(offset)
        with files.as_output_error(self._out):
            (self._out / folders.SCORES).unlink(missing_ok=True)
        self._note()

    def _keep(self, *, force: bool) -> None:
        """Let a model that is paid keep its answers in the run's folder."""
        if isinstance(self._model, Paid):
            journal = self._out / folders.JOURNAL
            if force:
                with files.as_output_error(journal):
                    journal.unlink(missing_ok=True)
            self._model.keep(journal)

    def _take_up(self) -> tuple[int, int]:
        """How many prompts of an earlier part stand, and the offset behind them.

        What is torn or unfinished does not stand.
        """
        if not (self._out / folders.RUN).is_file():
            return 0, 0
        earlier = folders.read_run(self._out, "use --force to start again")
        self._refuse_another(earlier)
        lines = _ends_of_lines(self._responses)
        size = self._responses.stat().st_size
        torn = size - (lines[-1] if lines else 0)
        lines = lines[: self._info.requests]
        whole = len(lines)
        if whole < self._info.requests:
            whole -= whole % self._chunk
        offset = lines[whole - 1] if whole else 0
        if earlier.finished and (whole, offset) == (self._info.requests, size):
            self._info = msgspec.structs.replace(
                earlier, ks=self._info.ks, name=self._info.name or earlier.name, torn=UNSET
            )
            self._note()
            return whole, offset
        self._earlier = earlier.seconds
        self._info = msgspec.structs.replace(
            self._info,
            resumed=earlier.resumed + 1,
            seconds_model=earlier.seconds_model,
            name=self._info.name or earlier.name,
            torn=torn or UNSET,
        )
        if whole:
            self._model.batch_tokens = earlier.batch_tokens
        return whole, offset

    def _refuse_another(self, earlier: RunInfo) -> None:
        was, now = _identity(earlier), _identity(self._info)
        other = [f"{name} ({was[name]}; now {now[name]})" for name in was if was[name] != now[name]]
        if other:
            raise OutputError(
                f"{self._out} holds a run with another {' and another '.join(other)}: "
                f"name another folder, or use --force to start again"
            )

    def _ask(self, done: int, progress: Progress, computed: Progress) -> None:
        encode = msgspec.json.Encoder().encode
        waiting = islice(requests(self._folder, self._job), done, None)
        progress(done, self._info.requests)
        while chunk := list(islice(waiting, self._chunk)):
            inside = self._model.seconds
            told = partial(_share, computed, done, len(chunk), self._info.requests)
            answers = self._answers(chunk, told)
            lines = [
                encode(self._response(request, answer)) + b"\n"
                for request, answer in zip(chunk, answers, strict=True)
            ]
            self._claim.write(b"".join(lines))
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

    def _answers(self, chunk: Sequence[Request], told: Told) -> list[Answer]:
        """The model's answers, and why there can be none."""
        method = self._info.options.method
        barred = [load(request.form).barred(request, method) for request in chunk]
        asked = [request for request, why in zip(chunk, barred, strict=True) if not why]
        answers = iter(self._model.answer(asked, told))
        return [Answer(error=why) if why else next(answers) for why in barred]

    def _finish(self) -> None:
        responses = folders.read_responses(self._out)
        errors = Counter(response.error for response in responses if response.error)
        self._info = msgspec.structs.replace(
            self._info,
            finished=True,
            unaskable=errors.total(),
            why_unaskable=_most_frequent(errors) or UNSET,
            seconds=self._seconds(),
        )
        self._note()

    def _seconds(self) -> float:
        return self._earlier + time.perf_counter() - self._started

    def _note(self) -> None:
        if isinstance(self._model, Paid) and not self._info.finished:
            self._info = msgspec.structs.replace(self._info, spent=self._model.spent)
        self._claim.check()
        with files.writing_file(self._out / folders.RUN) as temporary:
            files.write_json(temporary, self._info)
            self._claim.check()  # once more: another may have begun meanwhile

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
            ended=answer.ended or UNSET,
        )


def _most_frequent(errors: Mapping[str, int]) -> dict[str, int]:
    """The first reasons of some, with their counts: many differ by a figure alone."""
    ranked = sorted(errors.items(), key=lambda found: (-found[1], found[0]))
    return {error.removeprefix(NOT_ASKABLE): count for error, count in ranked[:REASONS]}


def _share(computed: Progress, done: int, size: int, total: int, share: float) -> None:
    """Tell of a chunk of that size, behind *done* prompts, of which that share is computed."""
    computed(done + int(share * size), total)


_SAID_TWICE: Final = frozenset({"boundary"})
"""What the conventions tell in words of what ``scorer`` counts: better words are no other model."""


def _identity(info: RunInfo) -> Mapping[str, object]:
    """What two parts of one run must have in common."""
    described = {name: info.model[name] for name in info.model if name not in ("address", "url")}
    if isinstance(said := described.get("conventions"), Mapping):
        described["conventions"] = {name: said[name] for name in said if name not in _SAID_TWICE}
    digest = hashlib.sha256(msgspec.json.encode(described, order="deterministic")).hexdigest()
    return {
        "benchmark": info.benchmark.sha256,
        **{f"--{name}": _told(value) for name, value in msgspec.structs.asdict(info.job).items()},
        "kgforge version": info.kgforge,
        "method": info.options.method,
        "k": info.options.k,
        "model": f"{_model_name(info.model)} {digest[:12]}",
        "server": info.model.get("url"),
        "batch size": info.options.batch_tokens,
        "limit of new tokens": info.options.max_new_tokens,
    }


def _model_name(described: Mapping[str, Any]) -> str:
    """Return a model's address; of a folder its last part alone, which is all that 0.10 notes."""
    address = str(described.get("address"))
    family, rest = plugins.split(address)
    is_folder = described.get("weights") and not described.get("revision")
    return f"{family}:{places.last_part(rest)}" if is_folder else address


def _told(value: object) -> object:
    """The value of an option as it is given on the command line."""
    if isinstance(value, tuple):
        value = ",".join(value)
    return "not given" if value in (None, "") else value


def _ends_of_lines(path: Path) -> list[int]:
    """The offset behind each whole line; a torn last one has none."""
    ends, offset = [], 0
    with path.open("rb") as stream:
        for line in stream:
            offset += len(line)
            if line.endswith(b"\n"):
                ends.append(offset)
    return ends


def _benchmark_id(run: Path, folder: Path) -> BenchmarkId:
    """Return how a run names its benchmark, and remember where that is."""
    hashed = files.sha256(folder / folders.MANIFEST)
    places.remember(hashed, folder)
    return BenchmarkId(places.way(folder, run) or places.last_part(str(folder)), hashed)


def _hardware() -> dict[str, str]:
    return {
        "machine": platform.machine(),
        "system": platform.system(),
        "processor": platform.processor(),
        "cores": str(os.cpu_count() or 0),
        "python": platform.python_version(),
    }
