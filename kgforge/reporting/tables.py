"""The tables of a report for the terminal; the page shows the same figures.

The layouts of the tables of several models are those of *Rethinking Language Models as Symbolic
Knowledge Graphs*: Table 2 (models by benchmarks) and Figure 3 (partial scores).
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from kgforge import metrics, scoring
from kgforge.extraction import METRICS
from kgforge.reporting import by_wording, comparing, disagreeing, robustness, slices, texts
from kgforge.reporting.by_form import by_form
from kgforge.reporting.comparing import Comparison
from kgforge.reporting.formatting import (
    interval,
    marked,
    number,
    ratio,
    signed,
    titled,
    with_denominator,
)
from kgforge.reporting.runs import Report, Run, ks, matchings, written_patterns
from kgforge.reporting.texts import Tally
from kgforge.schema import Score
from kgforge.scoring import MATCHING, notes, questions
from kgforge.sheets import Sheet

OTHER_WORDS: Final = "asked in other words"
"""What stands in place of the least detectable difference where two runs share no wording."""
_UNLIKE: Final = (
    f"\n{OTHER_WORDS}: the runs share items but no wording, so the wordings may explain the "
    "difference"
)
"""What a caption says of it."""


_FEW: Final = 3
"""Of so many runs the pairs are shown without being asked for."""

_MARK: Final = re.compile(r"\d\*")
"""A figure with the mark of a small denominator."""

_NOTHING: Final = "–*"
"""What stands for a figure whose denominator is 0."""


def report_tables(made: Report, own: Mapping[str, str]) -> Iterator[Sheet]:
    """All tables of a report, in the order of the page, each with a legend for its marks.

    Those that compare models come only where there are several. *own* maps each pattern to its
    metric (``Manifest.metrics``).
    """
    return map(explained, _report_tables(made, own))


def explained(found: Sheet) -> Sheet:
    """A table with lines of legend below it, where figures in it have the mark."""
    cells = [str(cell) for column in found.columns for cell in column.cells]
    said = str(found.caption or "")
    lines = [said] if said else []
    if any(_MARK.search(cell) for cell in cells) and notes.MARKED not in said:
        lines.append(notes.MARKED)
    if any(_NOTHING in cell for cell in cells) and _NOTHING not in said:
        lines.append(f"{_NOTHING} {notes.nothing()}")
    found.caption = "\n".join(lines) or None
    return found


def _report_tables(made: Report, own: Mapping[str, str]) -> Iterator[Sheet]:
    of = list(questions.figures(made.asked))
    yield from score_tables(made.runs, own, of)
    yield from by_form(made.runs, own, made.forms)
    if listed := disagreeing.sheet(made.disagreements):
        yield listed
    ranked = {score.pattern for run in made.runs for score in run.scores if score.k is not None}
    own = {pattern: metric for pattern, metric in own.items() if pattern in ranked}
    if own:
        yield from (_named(one, of) for one in _ranked(made, own))
    for pattern in written_patterns(made.runs):
        if len(made.runs) > 1:
            columns = {(pattern, metric): metrics.definition(metric).title for metric in METRICS}
            yield differences(made, columns, None, f"{pattern}: differences, strict")
        yield kinds(made.tallies, pattern, [run.name for run in made.runs])


def _ranked(made: Report, own: Mapping[str, str]) -> Iterator[Sheet]:
    yield side_by_side(made.runs, own)
    if len(made.runs) > 1:
        correlated = partial_scores(made.runs, own)
        if correlated.row_count:
            yield correlated
        for k in ks(made.runs):
            columns = {(pattern, metric): pattern for pattern, metric in own.items()}
            yield differences(made, columns, k, f"differences at top {k}")
        yield slices.frequent(made.runs, own, made.matches)
    for sliced in (
        slices.wordings,
        slices.agreement,
        robustness.by_context,
        slices.predicates,
        slices.histograms,
        slices.strata,
    ):
        found = sliced(made.runs, own)
        if found.row_count:
            yield found
    yield from by_wording.sheets([(run.name, run.scores) for run in made.runs])


def _named(found: Sheet, of: Sequence[str]) -> Sheet:
    """A table that says of which form its figures are."""
    own = [str(found.caption)] if found.caption else []
    found.caption = "\n".join([*own, *of]) or None
    return found


# ── Scores of each run ──────────────────────────────────────────────────────────────────────────
def score_tables(
    runs: Sequence[Run], own: Mapping[str, str], of: Sequence[str] = ()
) -> Iterator[Sheet]:
    """One table for each k: the patterns' own scores, and the metrics of every pattern beside them.

    *of* says of which form they are (``questions.figures``). Then one for each pattern with triples
    written from texts: its seven metrics.
    """
    for k in ks(runs):
        yield explained(_named(_scores_at(runs, own, k), of))
    for pattern in written_patterns(runs):
        yield explained(_written(runs, pattern))


def _scores_at(runs: Sequence[Run], own: Mapping[str, str], k: int) -> Sheet:
    beside = _beside(runs)
    found = Sheet(f"top {k}", ["pattern", "run"])
    for column in ("score", "95 %", "of", "outside", "macro"):
        found.add_column(column, justify="right")
    for metric in beside:
        title = metrics.definition(metric).title
        found.add_column(title.replace(" ", "\n"), justify="right")
    found.add_column("hit by role")
    shown: list[Score] = []
    figures: list[Score] = []
    for pattern, metric in own.items():
        title = titled(pattern, metric)
        for run in runs:
            scores = {
                name: score
                for (of, name, at), score in scoring.pooled(run.scores).items()
                if (of, at) == (pattern, k)
            }
            if metric in scores:
                shown.append(scores[metric])
                figures += [scores[name] for name in (metric, *beside) if name in scores]
                if not metrics.definition(metric).is_merit:
                    scores.pop("all_roles", None)  # it would speak of what is right
                mean = _macro(run.scores, pattern, metric, k)
                roles = ", ".join(_roles(run.scores, pattern, k))
                found.add_row(title, run.name, *_cells(scores, metric, mean, beside), roles)
                title = ""
    nothing = notes.asterisk((score.metric, score) for score in figures if not score.denominator)
    found.caption = "\n".join([*_notes(shown, beside), *nothing, *_remarks(runs)])
    return found


def _beside(runs: Sequence[Run]) -> list[str]:
    """The metrics that are given for every pattern of facts, and that some run has."""
    there = {score.metric for run in runs for score in run.scores}
    return [
        name
        for name, each in metrics.definitions().items()
        if (each.for_every_pattern or each.with_metric)
        and not each.triples_written
        and (name in there or not (each.is_for_some or each.with_metric))
    ]


def _notes(shown: Sequence[Score], beside: Sequence[str]) -> Iterator[str]:
    """What has to be said of the scores of a table."""
    yield "outside: items outside the denominator; macro: mean over groups, and of how many"
    if any(notes.wordings_each(score) > 1 for score in shown):
        yield "scores pool all wordings of an item"
    for metric in beside:
        found = metrics.definition(metric)
        if found.needs_tokens:
            yield f"{found.title}: {scoring.FRACTIONAL}"


def _roles(scores: Sequence[Score], pattern: str, k: int) -> Iterator[str]:
    for score in scores:
        of_role = "role" in score.by and score.group is None
        if of_role and (score.pattern, score.metric, score.k) == (pattern, "hit", k):
            false = f" ({scoring.NAMED_FALSE})" if notes.is_false(score) else ""
            yield f"{score.by['role']}{false} {with_denominator(score)}"


def _remarks(runs: Sequence[Run]) -> Iterator[str]:
    return scoring.remarks({run.name: run.about for run in runs})


def _macro(scores: Sequence[Score], pattern: str, metric: str, k: int) -> Score | None:
    """The mean over groups."""
    wanted = (pattern, None, metric, k, {"average": "macro"})
    return next(
        (
            score
            for score in scores
            if (score.pattern, score.group, score.metric, score.k, score.by) == wanted
        ),
        None,
    )


def _cells(
    found: Mapping[str, Score], own: str, macro: Score | None, beside: Sequence[str]
) -> Iterator[str]:
    score = found[own]
    yield marked(score)
    yield interval(score)
    yield ratio(score)
    yield _outside(found.get("partial"))
    yield f"{number(macro.value)} of {macro.denominator:g}" if macro else "–"
    for metric in beside:
        yield with_denominator(found.get(metric))


def _outside(partial: Score | None) -> str:
    """Return how many items are outside the denominator, each of their wordings a part of one."""
    if partial is None:
        return ""
    return f"{(partial.denominator - partial.numerator) / notes.wordings_each(partial):.6g}"


# ── Triples written from texts ──────────────────────────────────────────────────────────────────
def _written(runs: Sequence[Run], pattern: str) -> Sheet:
    """The seven metrics of the triples written: of all sentences, and of each ontology."""
    found = Sheet(f"{pattern}: triples written", ["sentences", "run", "matching"])
    found.add_column("of", justify="right")
    for metric in METRICS:
        found.add_column(metrics.definition(metric).title, justify="right")
    slices: list[tuple[str, str | None, dict[str, str]]]
    slices = [("all", None, {}), ("mean over ontologies", None, {"average": "macro"})]
    groups = {score.group for run in runs for score in run.scores if score.pattern == pattern}
    slices += [(name, name, {}) for name in sorted(filter(None, groups))]
    for title, group, by in slices:
        found.add_section()
        rows = [
            (run.name, matching, figures)
            for run, matching in itertools.product(runs, matchings(runs))
            if (figures := _figures(run, pattern, group, {**by, MATCHING: matching}))
        ]
        for place, (run_name, matching, figures) in enumerate(rows):
            items = f"{next(iter(figures.values())).items:,}"
            cells = (_with_interval(figures.get(metric)) for metric in METRICS)
            found.add_row("" if place else title, run_name, matching, items, *cells)
    said = (
        f"{run.name}: {score.note}"
        for run in runs
        for score in _figures(run, pattern, None, {MATCHING: matchings(runs)[0]}).values()
    )
    found.caption = "\n".join([*dict.fromkeys(said), *_remarks(runs)])
    return found


def _figures(run: Run, pattern: str, group: str | None, by: Mapping[str, str]) -> dict[str, Score]:
    """A run's scores of one slice, by metric."""
    wanted = (pattern, group, by)
    return {
        score.metric: score
        for score in run.scores
        if (score.pattern, score.group, score.by) == wanted
    }


def _with_interval(score: Score | None) -> str:
    return f"{marked(score)}\n{interval(score)}" if score else ""


def kinds(tallies: Iterable[Tally], pattern: str, names: Sequence[str]) -> Sheet:
    """Kinds of what runs of these names wrote: how many, what share, in how many sentences."""
    tallied = [each for each in tallies if each.pattern == pattern]
    found = Sheet(f"{pattern}: triples written, by kind", ["kind"])
    of_runs = [[each for each in tallied if each.run == run] for run in range(len(names))]
    for name, of_run in zip(names, of_runs, strict=True):
        triples = sum(each.triples for each in of_run)
        found.add_column(f"{name}\nof {triples:,} triples".lstrip(), justify="right")
    for kind in texts.KINDS:
        if any(kind in each.kinds for each in tallied):
            found.add_row(kind, *(_in_sentences(kind, of_run) for of_run in of_runs))
    found.caption = "a triple can be of several kinds; a repeated triple counts once"
    return found


def _in_sentences(kind: str, tallies: Sequence[Tally]) -> str:
    counts = [each.kinds.get(kind, (0, 0)) for each in tallies]
    many, sentences = sum(many for many, _ in counts), sum(of for _, of in counts)
    if not many:
        return "0"
    of = texts.KINDS[kind].of
    share = ""
    if of:
        share = f"{100 * many / sum(getattr(each, of) for each in tallies):.1f} % of {of}, "
    return f"{many:,} ({share}in {sentences:,} sentences)"


# ── Runs compared ───────────────────────────────────────────────────────────────────────────────
def side_by_side(runs: Sequence[Run], own: Mapping[str, str]) -> Sheet:
    """Models by benchmarks, at each k: score, numerator and denominator, interval."""
    found = Sheet("models by benchmarks", ["top", "run"])
    for pattern, metric in own.items():
        found.add_column(titled(pattern, metric), justify="right")
    shown: list[Score] = []
    for k in ks(runs):
        found.add_section()
        for place, run in enumerate(runs):
            pooled = scoring.pooled(run.scores)
            scores = [pooled.get((pattern, metric, k)) for pattern, metric in own.items()]
            shown += filter(None, scores)
            found.add_row("" if place else str(k), run.name, *map(_cell, scores))
    found.caption = "\n".join(notes.asterisk((score.metric, score) for score in shown))
    return found


def _cell(score: Score | None) -> str:
    if score is None:
        return ""
    return f"{marked(score)}\n{ratio(score)}\n{interval(score)}"


def partial_scores(runs: Sequence[Run], own: Mapping[str, str]) -> Sheet:
    """How partial scores correlate with scores, over runs."""
    every = ks(runs)
    found = Sheet("correlation of partial score and score, over runs", ["pattern"])
    for k in every:
        found.add_column(f"top {k}: Pearson, Spearman", justify="right")
    correlations = list(comparing.correlations([run.scores for run in runs], own, every))
    for pattern in own:
        of_one = [each for each in correlations if each.pattern == pattern]
        if all(each.pearson is None for each in of_one):
            continue
        cells = (
            f"{signed(each.pearson)}, {signed(each.spearman)} (n {each.runs})" for each in of_one
        )
        found.add_row(pattern, *cells)
    found.caption = "partial score: denominator / items; n: runs"
    return found


def brief_differences(made: Report) -> Iterator[Sheet]:
    """Yield a table of the differences of two or three runs by the patterns' own metrics.

    Of more runs there are too many pairs: these are among ``report_tables``.
    """
    own = set(made.metrics.items())
    shown = [one for one in made.comparisons if not one.by and (one.pattern, one.metric) in own]
    if not shown or len(made.runs) > _FEW:
        return
    found = Sheet("differences, with 95 % intervals", ["pattern, runs"])
    depths = sorted({one.k or 0 for one in shown})
    for k in depths:
        found.add_column(f"top {k}" if k else "score", justify="right")
    cells = {(one.pattern, one.first, one.second, one.k or 0): one for one in shown}
    for pattern in dict.fromkeys(one.pattern for one in shown):
        found.add_section()
        found.add_row(pattern)
        for pair in itertools.combinations(range(len(made.runs)), 2):
            of_pair = [cells.get((pattern, *pair, k)) for k in depths]
            if any(of_pair):
                names = " − ".join(made.runs[run].name for run in pair)
                found.add_row(f"  {names}", *map(_briefly, of_pair))
    found.caption = (
        "on the items and wordings that both runs answered\n"
        "~ below the least detectable difference: report -v has it"
    )
    if any(one.other_words for one in shown):
        found.caption += _UNLIKE
    yield found


def _briefly(found: Comparison | None) -> str:
    if found is None:
        return ""
    if found.other_words:
        return f"{signed(found.difference)} {OTHER_WORDS}"
    span = "" if found.low is None else f" {signed(found.low)} to {signed(found.high)}"
    return f"{signed(found.difference)}{'~' if found.below else ''}{span}"


def differences(
    made: Report, columns: Mapping[tuple[str, str], str], k: int | None, title: str
) -> Sheet:
    """Each pair of runs: their differences, and the least detectable ones; then those of a slice.

    *columns* are titles by pattern and metric.
    """
    found = Sheet(f"{title}, and the least detectable difference", ["runs"])
    for column in columns.values():
        found.add_column(column, justify="right")
    compared = {
        (each.first, each.second, tuple(each.by.items()), each.pattern, each.metric): each
        for each in made.comparisons
        if each.k == k and (each.pattern, each.metric) in columns
    }
    parts = sorted({by for _, _, by, _, _ in compared} | {()})
    for first, second in itertools.combinations(range(len(made.runs)), 2):
        for by in parts:
            cells = (_difference(compared.get((first, second, by, *column))) for column in columns)
            name = f"{made.runs[first].name} − {made.runs[second].name}"
            found.add_row(name + "".join(f", {kind} {value}" for kind, value in by), *cells)
    found.caption = (
        "on the items and wordings that both runs answered; below: 95 % interval, least detectable "
        "difference (two-sided, α 0.05, power 0.8)\n"
        "~ below the least detectable difference; paired: both runs count some of the same items"
    )
    if any(each.other_words for each in compared.values()):
        found.caption += _UNLIKE
    return found


def _difference(found: Comparison | None) -> str:
    if found is None:
        return ""
    if found.other_words:
        return f"{signed(found.difference)}\n{OTHER_WORDS}"
    mark, pairs = "~" if found.below else "", " paired" if found.paired else ""
    span = "–" if found.low is None else f"{signed(found.low)} to {signed(found.high)}"
    return f"{signed(found.difference)}{mark}\n{span}\n{number(found.detectable)}{pairs}"
