"""Answers scored without the model that gave them: those of a run, or a system's outputs."""

from pathlib import Path

from msgspec import Struct

from kgforge import files, formats, plugins
from kgforge.errors import BenchmarkError
from kgforge.files import AnyPath
from kgforge.schema import Score, folders
from kgforge.scoring import ranked, written
from kgforge.scoring.benchmark import read_benchmark
from kgforge.scoring.fluency import UNKNOWN, Fluency
from kgforge.scoring.outputs import score_outputs
from kgforge.scoring.run import Run, judge_run
from kgforge.scoring.scores import write_scores
from kgforge.scoring.written import Outputs


class ScoredAnswers(Struct, frozen=True):
    """Answers that were read and judged, and their scores."""

    scores: list[Score]
    run: Run | None = None
    """None where they are a system's outputs."""
    outputs: tuple[Outputs, ...] = ()
    ranks: formats.Ranks | None = None
    """Of what was published in ranks: those."""


def score(
    responses: AnyPath,
    benchmark: AnyPath | None,
    out: AnyPath,
    *,
    legacy: bool = False,
    semantic: str | None = None,
    fluency: Fluency = UNKNOWN,
) -> list[Score]:
    """Score answers without the model that gave them, and write the file *out*.

    *responses* is a run's folder, for which *benchmark* may be None: it is then the one that the
    run was made with; or ``FORMAT:PATH``: a system's outputs on a data set of that
    layout, which *benchmark* then names, with or without ``FORMAT:``. If the layout has questions
    about facts, it is a benchmark that was converted to it or from it; if its ranks are published,
    none is wanted. *legacy* matches answers as
    published evaluations do, and says so in ``by``. *semantic* names a similarity
    (``demonstrations.similarity``) by which written triples are matched besides. *fluency* tells
    how fluent wordings are, against which their gains are held. Raises
    BenchmarkError for a run, outputs or benchmark that is missing, damaged or does not belong
    together, AddressError for a metric that is none, and OutputError when *out* cannot be written.
    """
    found = score_answers(responses, benchmark, legacy=legacy, semantic=semantic, fluency=fluency)
    write_scores(found.scores, Path(out))
    return found.scores


def score_answers(
    responses: AnyPath,
    benchmark: AnyPath | None,
    *,
    legacy: bool = False,
    semantic: str | None = None,
    fluency: Fluency = UNKNOWN,
) -> ScoredAnswers:
    """Read, judge and score answers, as ``score`` does, and keep what was judged."""
    if plugins.split(str(responses))[0] and not Path(responses).exists():
        layout, path = plugins.split(str(responses))
        if benchmark is None:
            ranks = read_ranks(str(responses))
            return ScoredAnswers(ranked.score_ranks(layout, ranks, fluency), ranks=ranks)
        named, folder = plugins.split(str(benchmark))
        if not formats.of_texts(layout):
            _refuse_data(layout, named, folder)
            return ScoredAnswers(
                score_outputs(layout, files.there(Path(path)), Path(folder), legacy=legacy)
            )
        modes = written.modes(semantic, legacy=legacy)
        outputs = tuple(written.read_outputs(str(responses), Path(folder)))
        return ScoredAnswers([one for each in outputs for one in each.scores(modes)], None, outputs)
    _refuse_questions(Path(responses))
    if benchmark is None:
        if not (Path(responses) / folders.RUN).is_file():
            raise BenchmarkError(f"{responses} is scored on a benchmark: name it with --benchmark")
        benchmark = folders.benchmark_of([Path(responses)])
    run = judge_run(Path(responses), read_benchmark(Path(benchmark)), legacy=legacy)
    return ScoredAnswers(run.scores(semantic=semantic, fluency=fluency), run)


def _refuse_questions(path: Path) -> None:
    """Raise BenchmarkError where a benchmark is named, or a data set without its layout."""
    if (path / folders.MANIFEST).is_file() and not (path / folders.RUN).is_file():
        raise BenchmarkError(
            f"{path} is a benchmark, and has no answers: kgforge probe {path} --model MODEL --out "
            f"RUN, then kgforge score RUN --benchmark {path}"
        )
    if found := formats.recognising(path):
        raise BenchmarkError(
            f"{path} is no run of kgforge, which is scored with --benchmark, but looks like "
            f"{found[0]}: name it {found[0]}:{path}"
        )


def read_ranks(address: str) -> formats.Ranks:
    """The published ranks at ``FORMAT:PATH``. Raises BenchmarkError where a layout has none."""
    layout, path = plugins.split(address)
    reader = formats.rank_reader(layout)
    if reader is None:
        known = ", ".join(formats.offering(formats.RankReader))
        raise BenchmarkError(
            f"{address} is scored on a benchmark, named with --benchmark; ranks are published, and "
            f"need none, of {known}"
        )
    return reader.ranks(files.there(Path(path)))


def _refuse_data(layout: str, named: str, folder: str) -> None:
    """Raise BenchmarkError where a data set is named, and a benchmark wanted."""
    if named:
        raise BenchmarkError(
            f"{named}:{folder} is a data set, and answers of {layout} are scored on a benchmark: "
            f"make one with kgforge convert {named}:{folder} --out BENCH"
        )
