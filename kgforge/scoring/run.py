"""A run, read once and judged once: for its scores, its tables, a comparison and a page."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import msgspec
from msgspec import Struct

from kgforge import ontology
from kgforge.errors import BenchmarkError
from kgforge.schema import KS, Response, RunInfo, Score, folders
from kgforge.scoring import (
    crosslingual,
    heard,
    judging,
    paraphrased,
    scores,
    slices,
    written,
)
from kgforge.scoring.benchmark import Benchmark, read_benchmark
from kgforge.scoring.crosslingual import Rankings
from kgforge.scoring.fluency import UNKNOWN, Fluency
from kgforge.scoring.heard import Heard
from kgforge.scoring.judging import Answered, Judged, Written
from kgforge.scoring.paraphrased import Firsts

Watch = Callable[[Answered], None]
"""Is given each response to a fact, in order, while a run is judged."""


class Run(Struct, frozen=True, dict=True):
    """What a run answered, with its marks."""

    folder: Path
    info: RunInfo
    benchmark: Benchmark
    judged: dict[str, list[Judged]]
    """For each pattern of which a fact was asked, all its items, in the benchmark's order."""
    texts: dict[str, list[Written]]
    """For each pattern of whose sentences something was written, its texts in the run's order."""
    legacy: bool = False
    """Whether answers were matched as published evaluations do."""
    torn: int = 0
    """Bytes of a torn last response, which is left out (``folders.torn``)."""
    rankings: Rankings | None = None
    """How candidates were ranked, where patterns were asked in several languages."""
    answered: int = 0
    """How many responses were read, those to prompts that could not be asked among them."""
    firsts: Firsts | None = None
    """Which candidate was ranked first in each wording of a fact."""

    @property
    def ks(self) -> tuple[int, ...]:
        """The ks that it was made for: beyond them its lists of answers end."""
        return self.info.ks or KS

    @property
    def lacking(self) -> str:
        """What it lacks of all that was to be asked, in words; empty where it is whole."""
        said = []
        if self.torn:
            said.append(
                f"a torn last line of {folders.RESPONSES} ({self.torn:,} bytes) is left out"
            )
        if self.answered < self.info.requests:
            said.append(
                f"unfinished ({self.answered:,} of {self.info.requests:,} prompts answered)"
            )
        return "; ".join(said)

    @cached_property
    def heard(self) -> dict[str, list[Heard]]:
        """What was written of sentences, parsed, for each pattern."""
        known = ontology.read_all(self.benchmark.folder) if self.texts else {}
        return {pattern: heard.of_texts(texts, known) for pattern, texts in self.texts.items()}

    def scores(
        self,
        ks: Sequence[int] = (),
        *,
        semantic: str | None = None,
        fluency: Fluency = UNKNOWN,
    ) -> list[Score]:
        """Its scores at some ks (else its own), by pattern, group (all first), metric, k, slice.

        A pattern's own metric comes first. *semantic* names a similarity by which written triples
        are matched besides; *fluency* tells how fluent wordings are. Raises AddressError for a
        metric that is none.
        """
        found: list[Score] = []
        for pattern, items in self.judged.items():
            own = self.benchmark.manifest.metrics[pattern]
            found += scores.score_pattern(pattern, own, items, ks or self.ks, fluency)
            if self.firsts:
                found += paraphrased.scores(pattern, items, self.firsts, ks or self.ks)
        if self.rankings:
            manifest = self.benchmark.manifest
            found += crosslingual.scores(self.judged, manifest, self.rankings, ks or self.ks)
        if self.legacy:
            found = [_legacy(score) for score in found]
        modes = written.modes(semantic, legacy=self.legacy) if self.texts else {}
        for pattern, texts in self.heard.items():
            found += written.grade_texts(pattern, texts, modes)
            for by, part in slices.of_texts(self.texts[pattern], texts):
                of_part = written.grade_texts(pattern, part, modes)
                found += [_within(by, score) for score in of_part if score.group is None]
        return [_noted(score, self.lacking) for score in found] if self.lacking else found


def judge_run(
    folder: Path, benchmark: Benchmark, *, legacy: bool = False, watch: Watch | None = None
) -> Run:
    """Read and judge a run. *legacy* matches answers as published evaluations do.

    Raises BenchmarkError for a run that is missing, damaged or not of the benchmark, and where two
    items have one id.
    """
    info = folders.read_run(folder)
    refuse_another(folder, info, benchmark)
    desks = benchmark.legacy_desks() if legacy else benchmark.desks
    texts: dict[str, list[Written]] = {name: [] for name in benchmark.items}
    answered = 0
    several = crosslingual.families(benchmark.manifest)
    rankings = Rankings(benchmark.folder, benchmark.manifest) if several else None
    firsts = Firsts(benchmark.folder)
    watching = [one for one in (watch, rankings and rankings.see, firsts.see) if one]

    def responses() -> Iterator[Response]:
        nonlocal answered
        for answered, response in enumerate(folders.read_responses(folder), 1):  # noqa: B007
            yield response

    def to_facts() -> Iterator[Answered]:
        for answer in judging.answers(responses(), desks):
            if isinstance(answer, Written):
                texts[answer.item.pattern].append(answer)
            else:
                for see in watching:
                    see(answer)
                yield answer

    judged = iter(judging.gather(to_facts(), desks))
    by_pattern = {name: [next(judged) for _ in items] for name, items in benchmark.items.items()}
    return Run(
        folder,
        info,
        benchmark,
        {name: found for name, found in by_pattern.items() if any(one.asked for one in found)},
        {name: found for name, found in texts.items() if found},
        legacy,
        folders.torn(folder),
        rankings,
        answered,
        firsts,
    )


def refuse_another(run: Path, info: RunInfo, benchmark: Benchmark) -> None:
    """Raise BenchmarkError for a benchmark that is not, or no longer, the one that was asked."""
    folder, asked, found = benchmark.folder, info.benchmark.sha256, benchmark.sha256
    if asked != found:
        raise BenchmarkError(
            f"{run} was made with another benchmark than {folder}, or that one has changed "
            f"(manifest {asked[:12]}, now {found[:12]}): name the right one with --benchmark"
        )
    patterns = info.job.patterns or benchmark.hashes
    hashes = {name: found for name, found in benchmark.hashes.items() if name in patterns}
    folders.refuse_changed(folder, benchmark.manifest, hashes)


def _within(by: dict[str, str], score: Score) -> Score:
    return msgspec.structs.replace(score, by={**by, **score.by})


def _noted(score: Score, said: str) -> Score:
    if score.group is not None:
        return score
    return msgspec.structs.replace(score, note="; ".join(filter(None, (score.note, said))))


def _legacy(score: Score) -> Score:
    return msgspec.structs.replace(score, by={**score.by, written.MATCHING: heard.LEGACY})


def score_run(
    folder: Path,
    benchmark: Path,
    ks: Sequence[int] = KS,
    *,
    legacy: bool = False,
    semantic: str | None = None,
) -> list[Score]:
    """Read, judge and score a run. Raises as ``judge_run`` and ``Run.scores`` do."""
    run = judge_run(folder, read_benchmark(benchmark), legacy=legacy)
    return run.scores(ks, semantic=semantic)
