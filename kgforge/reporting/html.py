"""Runs into a report: tables for the terminal, and one self-contained page."""

import base64
import itertools
import math
import re
import types
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.table import Table

from kgforge import __version__, files, metrics, plugins, scoring
from kgforge.extraction import METRICS
from kgforge.page import assemble
from kgforge.reporting import comparing
from kgforge.reporting import items as drilldown
from kgforge.reporting import texts as transcripts
from kgforge.reporting.comparing import Comparison
from kgforge.reporting.items import ShownItem
from kgforge.reporting.runs import Report, Run, read_runs
from kgforge.reporting.texts import ShownText
from kgforge.schema import Score
from kgforge.scoring import MATCHING, judging

SCRIPTS: Final = (
    *("elements", "words", "data", "plot", "overview", "runs", "popularity", "frequent"),
    *("pattern", "texts", "item", "output", "main"),
)
"""The page's own scripts in ``page/``, joined in this order into one module."""
BUDGET: Final = 8 * 2**20
"""So many characters of a page may be single items; then fewer of each group are shown."""
LIMITS: Final = (None, 200, 50, 10)
"""How many items of each group are shown: the first of these that fits the budget."""


BESIDE: Final = (
    ("all_roles", "all right"),
    ("hit", "triples"),
    ("target_hit", "target"),
    ("partial", "partial"),
)
"""The metrics that stand beside a pattern's own, and the titles of their columns."""
BY_TOKEN: Final = (("token_average", "tokens"),)
"""Those that stand there only where a run has them."""
Shown = Sequence[ShownItem] | Sequence[ShownText]
"""The items of one pattern: what was asked about facts, or what was written of sentences."""
POOLED: Final = re.compile(r"(\d+) wordings of (\d+) items pooled")
"""What scoring notes of a score over several wordings of an item."""


def report(runs: Sequence[Path], out: Path, benchmark: Path | None = None) -> Report:
    """Write the page for runs on one benchmark; *benchmark* defaults to the one runs name.

    A run without ``scores.json`` is scored first. Raises BenchmarkError for a run or benchmark that
    is missing, damaged, or does not belong together, and for a run without any answer; OutputError
    when *out* cannot be written.
    """
    where, read = read_runs(runs, benchmark)
    texts = transcripts.collect(runs, where)
    comparisons = tuple(comparing.compare(runs, where, ks(read), texts))
    text = page(read, where, comparisons, texts)
    with files.writing_file(out) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    return Report(out, where, read, comparisons, tuple(transcripts.tallies(texts)))


# ── The terminal ────────────────────────────────────────────────────────────────────────────────
def score_tables(runs: Sequence[Run], own: Mapping[str, str]) -> Iterator[Table]:
    """One table for each k: the patterns' own scores, and the unconditional figures beside them.

    Then one for each pattern whose texts were read: the seven metrics of the triples written. *own*
    maps each pattern to its metric (``scoring.own_metrics``).
    """
    yield from _by_rank(runs, own)
    for pattern in written(runs):
        yield _written(runs, pattern)


def _by_rank(runs: Sequence[Run], own: Mapping[str, str]) -> Iterator[Table]:
    beside = [*BESIDE, *(each for each in BY_TOKEN if _has(runs, each))]
    for k in ks(runs):
        table = Table(title=f"top {k}", title_justify="left", caption_justify="left")
        for column in ("pattern", "run"):
            table.add_column(column, overflow="fold")
        for column in ("score", "95 %", "of", "outside", "macro"):
            table.add_column(column, justify="right", no_wrap=True)
        for _, column in beside:
            table.add_column(column, justify="right", no_wrap=True)
        table.add_column("hit by role")
        shown = []
        for pattern, metric in own.items():
            title = titled(pattern, metric)
            for run in runs:
                found = {
                    name: score
                    for (of, name, at), score in scoring.pooled(run.scores).items()
                    if (of, at) == (pattern, k)
                }
                if metric in found:
                    shown.append(found[metric])
                    if not metrics.load(metric).MERIT:
                        found.pop("all_roles", None)  # it would speak of what is right
                    mean = _macro(run.scores, pattern, metric, k)
                    roles = ", ".join(_roles(run.scores, pattern, k))
                    cells = _cells(found, metric, mean, beside)
                    table.add_row(title, run.name, *cells, roles)
                    title = ""
        notes = list(small_note(shown))
        if any(_wordings_each(score) > 1 for score in shown):
            notes.append("figures pool all wordings of an item where there are several")
        notes += [f"{column}: {scoring.FRACTIONAL}" for _, column in beside[len(BESIDE) :]]
        table.caption = "\n".join([*notes, *_unaskable(runs)])
        yield table


def written(runs: Sequence[Run]) -> list[str]:
    """The patterns of whose sentences some run wrote triples, in the order of the scores."""
    found = (score for run in runs for score in run.scores if score.k is None)
    return list(dict.fromkeys(score.pattern for score in found if MATCHING in score.by))


def matchings(runs: Sequence[Run]) -> list[str]:
    """The modes in which what runs wrote was scored, the strict one first where it is there."""
    found = (score for run in runs for score in run.scores if score.k is None)
    return list(dict.fromkeys(score.by[MATCHING] for score in found if MATCHING in score.by))


def _written(runs: Sequence[Run], pattern: str) -> Table:
    """The seven metrics of what runs wrote: of all sentences, mean over ontologies, and of each."""
    table = Table(title=f"{pattern}: triples written", title_justify="left")
    table.caption_justify = "left"
    for column in ("sentences", "run", "matching"):
        table.add_column(column, overflow="fold")
    table.add_column("of", justify="right")
    for metric in METRICS:
        table.add_column(metric.replace("_", " "), justify="right")
    slices: list[tuple[str, str | None, dict[str, str]]]
    slices = [("all", None, {}), ("mean over ontologies", None, {"average": "macro"})]
    groups = {score.group for run in runs for score in run.scores if score.pattern == pattern}
    slices += [(name, name, {}) for name in sorted(filter(None, groups))]
    for title, group, by in slices:
        table.add_section()
        rows = [
            (run.name, matching, found)
            for run, matching in itertools.product(runs, matchings(runs))
            if (found := _figures(run, pattern, group, {**by, MATCHING: matching}))
        ]
        for place, (run_name, matching, found) in enumerate(rows):
            items = f"{next(iter(found.values())).items:,}"
            cells = (_with_interval(found.get(metric)) for metric in METRICS)
            table.add_row("" if place else title, run_name, matching, items, *cells)
    notes = (
        f"{run.name}: {score.note}"
        for run in runs
        for score in _figures(run, pattern, None, {MATCHING: matchings(runs)[0]}).values()
    )
    table.caption = "\n".join([*dict.fromkeys(notes), *_unaskable(runs)])
    return table


def _figures(run: Run, pattern: str, group: str | None, by: Mapping[str, str]) -> dict[str, Score]:
    """A run's scores of one slice, by metric."""
    wanted = (pattern, group, by)
    return {
        score.metric: score
        for score in run.scores
        if (score.pattern, score.group, score.by) == wanted
    }


def _with_interval(score: Score | None) -> str:
    return f"{number(score.value)}\n{interval(score)}" if score else ""


def titled(pattern: str, metric: str) -> str:
    """A pattern's name, with a warning where its score is no merit."""
    return pattern if metrics.load(metric).MERIT else f"{pattern} (no merit)"


def is_small(score: Score) -> bool:
    """Whether a score's denominator is warned of."""
    return "small denominator" in score.note


def small_note(shown: Sequence[Score]) -> Iterator[str]:
    """What the asterisk at some of the scores means, if there is one, with an instance."""
    small = [score for score in shown if is_small(score)]
    several = max(small, key=_wordings_each, default=None)
    if several and (each := _wordings_each(several)) > 1:
        items = math.floor(several.denominator / each)
        yield (
            f"* denominator under {scoring.SMALL} items, an item's wordings taken as one "
            f"({several.denominator:.6g} over {each:.3g} wordings: {items})"
        )
    elif small:
        yield f"* denominator under {scoring.SMALL}"


def _wordings_each(score: Score) -> float:
    """How many wordings an item has in a score, in the mean."""
    found = POOLED.search(score.note)
    return int(found[1]) / int(found[2]) if found else 1.0


def _roles(scores: Sequence[Score], pattern: str, k: int) -> Iterator[str]:
    for score in scores:
        of_role = "role" in score.by and score.group is None
        if of_role and (score.pattern, score.metric, score.k) == (pattern, "hit", k):
            false = f" ({scoring.NAMED_FALSE})" if scoring.NAMED_FALSE in score.note else ""
            yield f"{score.by['role']}{false} {number(score.value)}"


def _unaskable(runs: Sequence[Run]) -> Iterator[str]:
    for run in runs:
        if run.about.get("unaskable"):
            yield (
                f"{run.name}: {run.about['unaskable']:,} of {run.about['requests']:,} prompts "
                f"could not be asked"
            )


def ks(runs: Sequence[Run]) -> list[int]:
    """The ks that any run was scored for, in order."""
    return sorted({score.k for run in runs for score in run.scores if score.k is not None})


def _macro(scores: Sequence[Score], pattern: str, metric: str, k: int) -> float | None:
    """The mean over groups."""
    wanted = (pattern, None, metric, k, {"average": "macro"})
    return next(
        (
            score.value
            for score in scores
            if (score.pattern, score.group, score.metric, score.k, score.by) == wanted
        ),
        None,
    )


def _has(runs: Sequence[Run], column: tuple[str, str]) -> bool:
    """Whether any run has a metric that stands only in some."""
    return any(score.metric == column[0] for run in runs for score in run.scores)


def _cells(
    found: Mapping[str, Score], own: str, macro: float | None, beside: Sequence[tuple[str, str]]
) -> Iterator[str]:
    score = found[own]
    yield number(score.value) + ("*" if is_small(score) else "")
    yield interval(score)
    yield ratio(score)
    yield _outside(found.get("partial"))
    yield number(macro)
    for metric, _ in beside:
        yield number(found[metric].value) if metric in found else ""


def number(value: float | None) -> str:
    """A share with three decimals; a dash where it is undefined.

    >>> number(2 / 3), number(None)
    ('0.667', '–')
    """
    return "–" if value is None else f"{value:.3f}"


def interval(score: Score) -> str:
    """A score's interval; a dash where it has none."""
    return "–" if score.low is None else f"{number(score.low)}–{number(score.high)}"


def ratio(score: Score) -> str:
    """A score's numerator and denominator; of a mean of shares the sum may be fractional."""
    return f"{score.numerator:.6g}/{score.denominator:.6g}"


def _outside(partial: Score | None) -> str:
    """How many items (with each of their wordings) are in no denominator of the pattern's own."""
    return f"{partial.denominator - partial.numerator:g}" if partial else ""


# ── The page ────────────────────────────────────────────────────────────────────────────────────
def page(
    runs: Sequence[Run],
    benchmark: Path,
    comparisons: Sequence[Comparison] = (),
    texts: Mapping[str, Sequence[ShownText]] = types.MappingProxyType({}),
) -> str:
    """The HTML text of a report: the same runs and benchmark give the same text."""
    manifest = judging.read_manifest(benchmark)
    items: dict[str, Shown] = {**drilldown.collect([run.path for run in runs], benchmark), **texts}
    patterns = [
        {**_tested(each, manifest), "written": each["name"] in texts}
        for each in manifest["patterns"]
        if items.get(each["name"])
    ]
    blocks, limit = _blocks(runs, [each["name"] for each in patterns], items)
    head = {
        "kgforge": __version__,
        "benchmark": {key: manifest[key] for key in manifest if key not in ("patterns", "files")},
        "patterns": patterns,
        "runs": [{"name": run.name, "about": run.about} for run in runs],
        "ks": ks(runs),
        "small": scoring.SMALL,
        "named_false": scoring.NAMED_FALSE,
        "fractional": scoring.FRACTIONAL,
        "limit": limit,
        "figures": METRICS,
        "matchings": matchings(runs),
        "kinds": transcripts.KINDS,
        "tallies": list(transcripts.tallies(texts)),
        "metrics": {name: metrics.load(name).DESCRIPTION for name in plugins.names("metrics")},
        "neutral": [name for name in plugins.names("metrics") if not metrics.load(name).MERIT],
        "comparisons": [
            {**msgspec.structs.asdict(each), "below": each.below} for each in comparisons
        ],
        "correlations": list(
            comparing.correlations(
                [run.scores for run in runs], scoring.own_metrics(manifest), ks(runs)
            )
        ),
        "scores": [
            _row(number, score)
            for number, run in enumerate(runs)
            for score in run.scores
            if score.group is None
        ],
    }
    title = f"{manifest.get('name') or benchmark.name}: {', '.join(run.name for run in runs)}"
    return assemble("report.html", SCRIPTS, title, head, blocks)


def _tested(pattern: dict[str, Any], manifest: dict[str, Any]) -> dict[str, Any]:
    """A pattern with the number of its items for testing, which alone are asked."""
    split = manifest.get("split")
    return {**pattern, "items": split["items"][pattern["name"]]["test"]} if split else pattern


def _row(run: int, score: Score) -> dict[str, Any]:
    return {"run": run, **msgspec.structs.asdict(score)}


def _blocks(
    runs: Sequence[Run], patterns: Sequence[str], items: Mapping[str, Shown]
) -> tuple[list[str], int | None]:
    """For each pattern its groups' scores and its items, compressed; and the limit that fitted."""
    for limit in LIMITS:
        blocks = [_block(runs, pattern, items[pattern], limit) for pattern in patterns]
        if sum(map(len, blocks)) <= BUDGET:
            break
    return blocks, limit


def _block(runs: Sequence[Run], pattern: str, items: Shown, limit: int | None) -> str:
    rows = [
        _row(number, score)
        for number, run in enumerate(runs)
        for score in run.scores
        if score.pattern == pattern and score.group is not None
    ]
    shown = list(drilldown.first_of_groups(items, limit))
    whole = msgspec.json.encode({"scores": rows, "items": shown, "all": len(items)})
    return base64.b64encode(zlib.compress(whole, 9)).decode("ascii")
