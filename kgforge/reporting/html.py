"""The page of a report: one self-contained HTML file."""

import base64
import types
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET

from kgforge import __version__, files, forms, metrics, scoring, terms
from kgforge.errors import OutputError
from kgforge.extraction import METRICS
from kgforge.files import AnyPath
from kgforge.page import assemble
from kgforge.reporting import apart, comparing, disagreeing, items, texts
from kgforge.reporting.comparing import Comparison
from kgforge.reporting.items import ShownItem
from kgforge.reporting.runs import Reading, Report, Run, ks, matchings, read_runs
from kgforge.reporting.texts import ShownText
from kgforge.schema import Score
from kgforge.scoring import notes, questions

SCRIPTS: Final = (
    *("elements", "words", "data", "floors", "plot", "overview", "runs", "popularity", "frequent"),
    *("kinds", "apart", "kept", "verdicts", "pattern", "item"),
)
"""The page's own scripts in ``page/``; behind them stand those of the forms, and ``main``."""
BUDGET: Final = 8 * 2**20
"""The most characters of a page that single items may take; else fewer of each group are shown."""
LIMITS: Final = (None, 200, 50, 10)
"""How many items of each group are shown: the first of these that fits the budget."""

Shown = Sequence[ShownItem] | Sequence[ShownText]
"""The items of one pattern: what was asked about facts, or what was written of sentences."""


PAGES: Final = (".html", ".htm")
"""What the name of a page ends in."""


def report(runs: Sequence[AnyPath], out: AnyPath, benchmark: AnyPath | None = None) -> Report:
    """Write the page for runs on one benchmark; *benchmark* defaults to the one runs name.

    A run without ``scores.json`` is scored first. Raises BenchmarkError for a run or benchmark that
    is missing, damaged, or does not belong together, and for a run without any answer; OutputError
    when *out* is not named .html, or cannot be written.
    """
    out = Path(out)
    if out.suffix.lower() not in PAGES:
        raise OutputError(
            f"{out}: a report is written as HTML alone: name a file that ends in "
            f"{' or '.join(PAGES)}; tables are written by --csv FILE and --latex FILE"
        )
    read = read_runs(list(map(Path, runs)), None if benchmark is None else Path(benchmark))
    written = texts.collect(read.judged)
    comparisons = tuple(comparing.compare(read.judged, ks(read.runs), written))
    text = page(read, comparisons, written)
    with files.writing_file(out) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    manifest = read.benchmark.manifest
    return Report(
        out,
        read.benchmark.folder,
        read.runs,
        comparisons,
        tuple(texts.tallies(written)),
        manifest.called,
        manifest.metrics,
        {made.name: made.floors for made in manifest.patterns},
        {made.name: made.matches for made in manifest.patterns if made.matches is not UNSET},
        questions.by_pattern(manifest),
        tuple(disagreeing.disagreements([run.name for run in read.runs], read.items)),
    )


def page(
    read: Reading,
    comparisons: Sequence[Comparison] = (),
    written: Mapping[str, Sequence[ShownText]] = types.MappingProxyType({}),
) -> str:
    """The HTML text of a report: the same runs and benchmark give the same text.

    *written* are the sentences of which triples were written (``texts.collect``).
    """
    shown: dict[str, Shown] = {**read.items, **written}
    patterns = _patterns(read, shown, written)
    blocks, limit = _blocks(read.runs, [each["name"] for each in patterns], shown)
    head = _head(read, patterns, limit, comparisons, written)
    title = f"{head['called']}: {', '.join(run.name for run in read.runs)}"
    return assemble("report.html", _scripts(), title, head, blocks)


def _patterns(
    read: Reading, shown: Mapping[str, Shown], written: Collection[str]
) -> list[dict[str, Any]]:
    """The patterns of which there are items to show."""
    manifest = msgspec.to_builtins(read.benchmark.manifest)
    return [
        {
            **_tested(each, manifest),
            **_asked(read, each["name"]),
            "written": each["name"] in written,
            "view": forms.load(each["form"]).PAGE[0],
            "judged": items.judged(shown[each["name"]]),
            **_disagreements(read, each["name"]),
            **_apart(read, each["name"]),
        }
        for each in manifest["patterns"]
        if shown.get(each["name"])
    ]


def _disagreements(read: Reading, pattern: str) -> dict[str, Any]:
    """How many answers the two verdicts differ on, and the first of them."""
    shown = {pattern: read.items.get(pattern, [])}
    found = list(disagreeing.disagreements([run.name for run in read.runs], shown))
    if not found:
        return {}
    listed = msgspec.to_builtins([*map(disagreeing.brief, found[: disagreeing.LISTED])])
    return {"disagreements": {"count": len(found), "listed": listed}}


def _apart(read: Reading, pattern: str) -> dict[str, Any]:
    """On how many facts wordings or languages differ, and the first of them."""
    names = [run.name for run in read.runs]
    found = apart.of_pattern(names, read.items, read.benchmark.manifest, pattern)
    if not found:
        return {}
    listed = msgspec.to_builtins(found[: apart.LISTED])
    return {"apart": {"count": len(found), "listed": listed}}


def _asked(read: Reading, pattern: str) -> dict[str, Any]:
    """Of which form each run's own figures are, and its baselines, where that has to be said."""
    every = questions.by_pattern(read.benchmark.manifest)
    of_runs = [
        questions.asked(every, run.about, run.scores).get(pattern, questions.Asked())
        for run in read.runs
    ]
    own = {made.name: made.floors for made in read.benchmark.manifest.patterns}[pattern]
    names = dict.fromkeys(of.named for of in of_runs if of.named)
    if not names:
        return {}
    floors = {
        of.named: own if of.floors is None else questions.at(of.floors, ks(read.runs))
        for of in of_runs
        if of.named
    }
    return {
        "asked": [of.named for of in of_runs],
        "floors": [
            {**msgspec.to_builtins(floor), "of": name}
            for name, found in floors.items()
            for floor in found
        ],
    }


def _head(
    read: Reading,
    patterns: Sequence[Mapping[str, Any]],
    limit: int | None,
    comparisons: Sequence[Comparison],
    written: Mapping[str, Sequence[ShownText]],
) -> dict[str, Any]:
    """What the page's scripts read at first."""
    runs, manifest = read.runs, msgspec.to_builtins(read.benchmark.manifest)
    merits = metrics.definitions()
    own = read.benchmark.manifest.metrics
    return {
        "kgforge": __version__,
        "benchmark": {key: manifest[key] for key in manifest if key not in ("patterns", "files")},
        "called": read.benchmark.manifest.called,
        "patterns": patterns,
        "labels": _labels(read),
        "runs": [{"name": run.name, "about": run.about} for run in runs],
        "ks": ks(runs),
        "small": scoring.SMALL,
        "named_false": scoring.NAMED_FALSE,
        "limit": limit,
        "figures": METRICS,
        "matchings": matchings(runs),
        "kinds": texts.KINDS,
        "tallies": list(texts.tallies(written)),
        "metrics": merits,
        "neutral": [name for name, each in merits.items() if not each.is_merit],
        "comparisons": [
            {**msgspec.structs.asdict(each), "below": each.below} for each in comparisons
        ],
        "correlations": list(comparing.correlations([run.scores for run in runs], own, ks(runs))),
        "scores": _rows(runs, lambda score: score.group is None),
    }


def _labels(read: Reading) -> dict[str, str]:
    """The labels of the items' predicates, by the CURIEs that the names of groups are made of."""
    every = (item for items in read.benchmark.items.values() for item in items)
    named = {fact.predicate.id: fact.predicate.label for item in every for fact in item.facts}
    return {terms.compact(iri): label for iri, label in sorted(named.items())}


def _scripts() -> list[str]:
    """All scripts, in the order in which they are joined into one module."""
    of_forms = (script for name in forms.form_names() for script in forms.load(name).PAGE)
    return [*SCRIPTS, *dict.fromkeys(of_forms), "main"]


def _tested(pattern: dict[str, Any], manifest: dict[str, Any]) -> dict[str, Any]:
    """A pattern with the number of its items for testing, which alone are asked."""
    split = manifest.get("split")
    return {**pattern, "items": split["items"][pattern["name"]]["test"]} if split else pattern


def _rows(runs: Sequence[Run], wanted: Callable[[Score], bool]) -> list[dict[str, Any]]:
    return [
        _row(number, score)
        for number, run in enumerate(runs)
        for score in run.scores
        if wanted(score)
    ]


def _row(run: int, score: Score) -> dict[str, Any]:
    """A score as the page reads it: what has to be said of it are fields, not one text."""
    said = [msgspec.structs.asdict(note) for note in notes.of(score)]
    return {"run": run, **msgspec.to_builtins(score), "notes": said}


def _blocks(
    runs: Sequence[Run], patterns: Sequence[str], shown: Mapping[str, Shown]
) -> tuple[list[str], int | None]:
    """For each pattern its groups' scores and its items, compressed; and the limit that fitted."""
    for limit in LIMITS:
        blocks = [_block(runs, pattern, shown[pattern], limit) for pattern in patterns]
        if sum(map(len, blocks)) <= BUDGET:
            break
    return blocks, limit


def _block(runs: Sequence[Run], pattern: str, shown: Shown, limit: int | None) -> str:
    rows = _rows(runs, lambda score: score.pattern == pattern and score.group is not None)
    first = list(items.first_of_groups(shown, limit))
    held = {one.id for one in first}
    rest = [
        {"id": one.id, "group": one.group, "title": one.title}
        for one in shown
        if one.id not in held
    ]
    whole = msgspec.json.encode({"scores": rows, "items": first, "rest": rest})
    return base64.b64encode(zlib.compress(whole, 9)).decode("ascii")
