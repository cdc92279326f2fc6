"""``kgforge score``: scores of answers that are already written."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from kgforge import metrics, scoring
from kgforge.benchmark import fluent
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Flag, Json, Verbose
from kgforge.errors import BenchmarkError
from kgforge.extraction import METRICS
from kgforge.reporting import Tally, by_wording, tables, texts
from kgforge.schema import Score, folders
from kgforge.scoring import Fluency, Headline, ScoredAnswers, notes, questions, remarks, written


def score(
    responses: str,
    *,
    out: Path,
    benchmark: str | None = None,
    legacy: Annotated[bool, Flag] = False,
    semantic: str | None = None,
    fluency: str | None = None,
    sentences: Path | None = None,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Score answers without running the model: those of a run, or the output of a system.

    Example: kgforge score run/ --out scores.json

    Example: kgforge score text2kgbench:llm_responses/ --benchmark wikidata_tekgen/
    --out scores.json --legacy

    Example: kgforge score facteval:questions_template/chatgpt-none/ --benchmark bench/
    --out scores.json --legacy

    Example: kgforge score lmkbc:predictions.jsonl --benchmark bench/ --out scores.json

    Example: kgforge score fluent_mlama:stats/ --out scores.json

    With -v, extracted triples are also counted by kind of error. To score the published gold as
    if a system had written it, name text2kgbench:wikidata_tekgen/ground_truth.

    Parameters
    ----------
    responses
        The folder of a run, or text2kgbench:, facteval: or lmkbc: and the file or folder of a
        system's output; or fluent_mlama: and the folder of the published ranks.
    benchmark
        The benchmark. A run is scored on the one that it was made with, unless another is named;
        published ranks need none. For text2kgbench: the data set, a
        folder in Text2KGBench's layout. For facteval: and lmkbc: a benchmark that was converted to
        that layout, or from it.
    out
        The file of scores to write.
    legacy
        Match as published evaluations do: an answer matches if it contains an accepted name, or is
        part of one. Triples match by the rules of Text2KGBench's evaluator.
    semantic
        Also match triples by similarity: tfidf, or a sentence-transformers model (hub name or
        folder). Triples match from a cosine of 0.9.
    fluency
        How fluent wordings are: a file with the columns wording, score, and id or relation, or a
        causal: or masked: model, by which sentences are measured. Gains of wordings in retrieval
        are held against it, group by group.
    sentences
        Also write this file (JSONL): each sentence, its figures, and the triples extracted from
        it, each with its support and the axioms that it breaks.
    """
    if benchmark is None and (Path(responses) / folders.RUN).is_file():
        benchmark = str(folders.benchmark_of([Path(responses)]))
    if benchmark is None and (legacy or semantic):
        arguments.usage("score: --legacy and --semantic are of answers: give the --benchmark")
    known = _fluency(fluency, responses, benchmark) if fluency else scoring.UNKNOWN
    answers = scoring.score_answers(
        responses, benchmark, legacy=legacy, semantic=semantic, fluency=known
    )
    scores = answers.scores
    if known and not any(score.metric == scoring.rewording.FLUENCY for score in scores):
        raise BenchmarkError(f"--fluency {fluency} {known.said}: no two wordings here are of these")
    scoring.write_scores(scores, out)
    tallies = _kinds(answers, sentences)
    if answers.run and answers.run.lacking:
        console.say(f"{responses}: {answers.run.lacking}: go on with kgforge probe")
    if json:
        said = {"said": answers.ranks.said, "left": answers.ranks.left} if answers.ranks else {}
        console.summary({"out": str(out), "scores": len(scores), "kinds": tallies, **said})
        return
    if tallies:
        _graded(scores)
    elif benchmark is None:
        _of_ranks(answers)
    else:
        _headline(answers, responses, Path(benchmark))
        _beside(scores)
    if benchmark is None or fluency:
        console.show(*map(tables.explained, by_wording.sheets([(responses, scores)])))
    if verbose:
        for pattern in dict.fromkeys(each.pattern for each in tallies):
            console.show(tables.kinds(tallies, pattern, [""]))
    console.say(f"{len(scores):,} scores in {out}")


def _fluency(fluency: str, responses: str, benchmark: str | None) -> Fluency:
    """How fluent wordings are, by a file or a model."""
    if Path(fluency).is_file():
        return scoring.read_fluency(Path(fluency))
    if ":" not in fluency:
        arguments.usage(f"score: --fluency {fluency}: no such file, and no model as causal:NAME")
    if benchmark is None:
        ranks = scoring.read_ranks(responses)
        return fluent.of_ranks(fluency, ranks)
    return fluent.of_run(fluency, Path(responses), Path(benchmark))


def _of_ranks(answers: ScoredAnswers) -> None:
    """Print which published ranks were scored, and which were not."""
    ranks = answers.ranks
    for line in ranks.said if ranks else ():
        console.say(line)
    left = ranks.left if ranks else {}
    if left:
        console.table("left out", ["why", "how many"], [[*row] for row in left.items()])


def _headline(answers: ScoredAnswers, responses: str, benchmark: Path) -> None:
    """Print each pattern's own score, and the baselines of the benchmark."""
    run = answers.run
    manifest = scoring.over_asked(run.benchmark, [run]) if run else folders.read_manifest(benchmark)
    floors = {made.name: made.floors for made in manifest.patterns}
    said = remarks({responses: answers.run.info}) if answers.run else ()
    runs = {responses: answers.scores}
    about = answers.run.info if answers.run else None
    asked = {responses: questions.asked(questions.by_pattern(manifest), about, answers.scores)}
    found = Headline.of(manifest.called, runs, manifest.metrics, floors, said, asked)
    console.show(*found.sheets())


def _beside(scores: Sequence[Score]) -> None:
    """Print scores of lists beside those that a layout's own evaluator gives of them."""
    published = {score.by.get(written.MATCHING, ""): None for score in scores if score.k == 1}
    evaluators = [name for name in published if name not in {"", scoring.heard.LEGACY}]
    if not evaluators:
        return
    names = list(dict.fromkeys(one.metric for one in scores if one.by.get(written.MATCHING)))
    rows: dict[tuple[str, str], dict[str, Score]] = {}
    for score in scores:
        if (
            score.metric in names
            and score.k == 1
            and score.by.keys() <= {written.MATCHING, "average"}
        ):
            name = score.group or ("mean over groups" if "average" in score.by else "all")
            by = score.by.get(written.MATCHING, "kgforge")
            rows.setdefault((name, by), {})[score.metric] = score
    console.table(
        f"lists, by kgforge and by the evaluator of {', '.join(evaluators)}",
        ["group", "scored by", "facts", *(metrics.definition(name).title for name in names)],
        [
            [*row, next(iter(found.values())).items, *(_exactly(found.get(n)) for n in names)]
            for row, found in sorted(rows.items(), key=lambda row: _last(row[0]))
        ],
    )


def _last(row: tuple[str, str]) -> tuple[bool, bool, str, str]:
    """Groups by name, then their mean, then all."""
    return row[0] == "all", row[0] == "mean over groups", *row


def _exactly(score: Score | None) -> str:
    if score is None or score.value is None:
        return "–"
    return f"{score.value:.4f}{'*' if notes.is_small(score) else ''}"


def _kinds(answers: ScoredAnswers, sentences: Path | None) -> list[Tally]:
    """Kinds of extracted triples, if there are any; *sentences* is the file of each sentence."""
    if not any(score.metric == written.OWN for score in answers.scores):
        if sentences:
            arguments.usage("score: --sentences tells of written triples, and there are none")
        return []
    found = texts.of_answers(answers)
    if sentences:
        texts.write(found, sentences)
    return list(texts.tallies(found))


def _graded(scores: Sequence[Score]) -> None:
    """Print the scores of extracted triples by ontology, with two decimals as in publications.

    A table for each pattern and way of matching; last the mean over ontologies, then all sentences
    pooled.
    """
    drawn: dict[tuple[str, str], list[Score]] = {}
    for score in scores:
        if score.metric in METRICS and (matching := score.by.get(written.MATCHING)):
            drawn.setdefault((score.pattern, matching), []).append(score)
    for found in drawn.values():
        _graded_alike(found)


def _graded_alike(scores: Sequence[Score]) -> None:
    """Print the scores of one pattern and way of matching."""
    rows: dict[tuple[str, ...], list[Score]] = {}
    for score in scores:
        name = score.group or ("mean" if "average" in score.by else "all sentences")
        rows.setdefault((name, score.by.get("subset", "")), []).append(score)
    last = sorted(rows, key=lambda row: (rows[row][0].group is None, row[0] == "all sentences"))
    console.table(
        f"{scores[0].pattern}, {written.MATCHING} {scores[0].by[written.MATCHING]}",
        ["ontology", "subset", "sentences", *(metrics.definition(name).title for name in METRICS)],
        [
            [*row, rows[row][0].items, *(_two_decimals(score) for score in rows[row])]
            for row in last
        ],
    )
    for note in dict.fromkeys(score.note for score in scores if score.group is None):
        console.say(note)
    for line in notes.asterisk((score.metric, score) for score in scores):
        console.say(line)


def _two_decimals(score: Score) -> str:
    return (
        "–" if score.value is None else f"{score.value:.2f}{'*' if notes.is_small(score) else ''}"
    )
