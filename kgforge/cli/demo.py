"""The whole line on the shipped graphs, with two tiny models that are trained in the open.

Both models read the same facts. One is told every fact; the other is told, of every pair of facts
that say the same the two ways round (symmetry's and inverse's *forward* and *backward*), the
forward one alone. What the second scores on these two patterns is then known beforehand: it cannot
turn a fact round that it was only told one way (*The Reversal Curse*, Berglund et al., 2023).
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Struct

from kgforge import benchmark, files, mining, plugins, probing, reporting, resources, scoring
from kgforge.cli import console, exported, load, mine
from kgforge.cli.arguments import Force, Shown
from kgforge.errors import OutputError
from kgforge.graph import LoadOptions, loading
from kgforge.schema import SLOT, Item, Job, ModelOptions, ReadOptions, Score, folders

TWO_WAY: Final = ("inverse", "symmetry")
"""The patterns whose backward fact the second model is not told."""
LEFT_OUT: Final = "backward"

ASKED: Final = Job(prompts=1)
"""One wording of each fact is asked, and that one is told."""

EXPECTED: Final = {
    "composite": "near 1, near 1: what composes was told",
    "hierarchy": "low, low: neither was told the conclusion, but a step on the way is right, too",
    "inverse": "near 1, near 0",
    "path": "near 1, less: it asks untold facts too",
    "symmetry": "near 1, near 0",
}
"""The patterns, and what a reader of the literature predicts for the two models."""

_MADE: Final = (
    "graph",
    "mined",
    "benchmark",
    "told-both-ways",
    "told-one-way",
    "run-both-ways",
    "run-one-way",
    "report.html",
)

_MARK: Final = ".kgforge-demo"
"""Stands in a folder that the demo made: in no other does it remove anything."""

Statement = tuple[str, str, str]
Question = tuple[str, str, str]
"""Subject, predicate, object of a fact."""


class Teaching(Struct, frozen=True):
    """What a model is told: the statements, and the facts that they say."""

    statements: tuple[Statement, ...]
    facts: frozenset[Question]


def demo(*, out: Annotated[Path, Shown] = Path("kgforge-demo"), force: Force = False) -> None:
    """Run all steps on the shipped graphs: no server, no download, no GPU.

    Example: kgforge demo --out kgforge-demo/

    It trains two tiny models, one told every fact and one told half, and compares their scores.

    Parameters
    ----------
    out
        The output folder. --force replaces only what an earlier demo made there.
    """
    try:
        from kgforge.cli import organisms
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("the demo", error) from error
    _clear(out, force=force)
    bench = _benchmark(out)
    names = sorted({name for item in _items(bench) for name in _names(item)})
    both = teaching(bench, one_way=False)
    one = teaching(bench, one_way=True)
    tokenizer = organisms.tokenizer(both.statements, names)
    runs = []
    for name, told in (("both-ways", both), ("one-way", one)):
        _train(out / f"told-{name}", told, tokenizer)
        runs.append(_probe(bench, out, name))
    _step("report", f"kgforge report {runs[0]} {runs[1]} --out {out / 'report.html'}")
    made = reporting.report(runs, out / "report.html")
    _outcome(bench, runs, (both, one))
    _farewell(made.out)


def _clear(out: Path, *, force: bool) -> None:
    if out.exists() and not force:
        raise OutputError(f"{out} exists: name another folder, or use --force to replace it")
    if out.exists() and not (out / _MARK).is_file():
        raise OutputError(f"{out} was not made by kgforge demo: name another folder")
    files.make_parent(out)
    with files.as_output_error(out):
        for name in _MADE:
            path = out / name
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        out.mkdir(exist_ok=True)
        (out / _MARK).touch()


def _step(what: str, command: str) -> None:
    console.say(f"\n── {what}\n   $ {command}")


def _benchmark(out: Path) -> Path:
    """Load the shipped graphs, mine five patterns, export."""
    examples = resources.folder("examples")
    graph, mined, bench = f"oxigraph:{out / 'graph'}", out / "mined", out / "benchmark"
    labels = tuple(str(examples / name) for name in ("entities.tsv", "properties.tsv"))
    sources = [
        f"tsv:{examples / 'wikidata.tsv'}",
        f"trex:{examples / 'trex.json'}",
        f"webnlg:{examples / 'webnlg.xml'}",
    ]
    command = f"kgforge load {' '.join(sources)} --labels {' --labels '.join(labels)}"
    _step(
        "load: a small graph of real Wikidata facts, and texts in the forms of T-REx and WebNLG",
        f"{command} --licence CC0-1.0 --store {graph}",
    )
    load.loaded(
        loading.load(sources, graph, LoadOptions(ReadOptions(labels=labels), licence="CC0-1.0"))
    )
    _step(
        "mine: which groups of facts make a benchmark",
        f"kgforge mine {' '.join(EXPECTED)} --store {graph} --out {mined}",
    )
    mine.mined(mining.find(list(EXPECTED), graph, mined), mined)
    _step(
        "export: questions, accepted answers, distractors, a dataset card",
        f"kgforge export {mined} --out {bench}",
    )
    exported.tell(benchmark.export(mined, bench), bench)
    return bench


def teaching(bench: Path, *, one_way: bool) -> Teaching:
    """What a model is told of a benchmark's facts: each, in the wording that is asked.

    *one_way* leaves out the facts that are the ``backward`` of a two-way item. Facts that are only
    implied are told to neither.
    """
    items = list(_items(bench))
    untold = {
        _question(item, index)
        for item in items
        if one_way and item.pattern in TWO_WAY
        for index, fact in enumerate(item.facts)
        if fact.role == LEFT_OUT
    }
    statements: dict[Statement, None] = {}
    facts: set[Question] = set()
    for item in items:
        for index, fact in enumerate(item.facts):
            question = _question(item, index)
            if fact.holds and question not in untold:
                [asked] = probing.wordings(fact, ASKED)
                before, _, after = fact.prompts[asked].text.partition(SLOT)
                statements[before, fact.object.label, after] = None
                facts.add(question)
    return Teaching(tuple(statements), frozenset(facts))


def _items(bench: Path) -> Iterator[Item]:
    for made in folders.read_manifest(bench).patterns:
        yield from folders.read_items(bench, made.name)


def _names(item: Item) -> Iterator[str]:
    for fact in item.facts:
        yield fact.subject.label
        yield from (candidate.label for candidate in fact.candidates)


def _question(item: Item, index: int) -> Question:
    fact = item.facts[index]
    return fact.subject.id, fact.predicate.id, fact.object.id


def _train(folder: Path, told: Teaching, tokenizer: Any) -> None:
    from kgforge.cli import organisms

    console.say(
        f"\n── train {folder.name}: a BERT of 2 layers with random weights is told "
        f"{len(told.statements):,} statements, such as “{''.join(told.statements[0])}”"
    )
    with console.advancing("training") as progress:
        made = organisms.train(told.statements, tokenizer, folder, progress=progress)
    console.say(
        f"   {made.parameters:,} parameters, {made.rounds} rounds, {made.seconds:.0f} s, "
        f"last loss {made.losses[-1]:.4f}"
    )


def _probe(bench: Path, out: Path, name: str) -> Path:
    run, model = out / f"run-{name}", f"masked:{out / f'told-{name}'}"
    _step(f"probe told-{name}", f"kgforge probe {bench} --model {model} --out {run} --prompts 1")
    with console.advancing("probing") as progress:
        probing.probe(bench, model, run, ModelOptions(), prompts=ASKED.prompts, progress=progress)
    return run


def _outcome(bench: Path, runs: list[Path], taught: tuple[Teaching, Teaching]) -> None:
    """The table that says what came out, beside what had to come out."""
    scores = [folders.read_scores(run / folders.SCORES) for run in runs]
    own = folders.read_manifest(bench).metrics
    rows: list[list[object]] = [
        [
            "facts as they were told, right at first answer",
            *(hits_as_told(run, bench, told) for run, told in zip(runs, taught, strict=True)),
            "near 1, near 1",
        ]
    ]
    for pattern, metric in sorted(own.items()):
        expected = EXPECTED.get(pattern, "")
        rows.append(
            [
                f"{pattern}: {metric} at 1",
                *(_headline(found, pattern, metric) for found in scores),
                expected,
            ]
        )
    console.table("what came out", ["", "told both ways", "told one way", "had to be"], rows)


def hits_as_told(run: Path, bench: Path, told: Teaching) -> float:
    """The share of told facts whose first answer is right, each fact once."""
    right: dict[Question, bool] = {}
    for items in scoring.judge_run(run, scoring.read_benchmark(bench)).judged.values():
        for judged in items:
            for fact, marks in zip(judged.item.facts, judged.marks, strict=True):
                question = fact.subject.id, fact.predicate.id, fact.object.id
                if fact.holds and question in told.facts and marks:
                    right[question] = marks[0].rank <= 1
    return sum(right.values()) / len(right)


def _headline(scores: list[Score], pattern: str, metric: str) -> float | None:
    return next(
        score.value
        for score in scores
        if (score.pattern, score.metric, score.k, score.group, score.by)
        == (pattern, metric, 1, None, {})
    )


def _farewell(page: Path) -> None:
    console.say(
        f"\nThe report: {page}\n\n"
        "These two models know nothing but what they were told here: the figures show what the\n"
        "benchmarks measure, not what a language model knows. Try it on data of your own:\n\n"
        "  kgforge load tsv:YOURS.tsv --labels NAMES.tsv --store oxigraph:graph/\n"
        "  kgforge mine all --store oxigraph:graph/ --out mined/ && "
        "kgforge export mined/ --out bench/\n"
        "  kgforge probe bench/ --model hf:bert-base-cased --out run/ && "
        "kgforge report run/ --out report.html\n"
    )
