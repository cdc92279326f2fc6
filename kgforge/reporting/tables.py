"""The tables that hold models against one another, for the terminal; the page draws the same.

Their layouts are those of *Rethinking Language Models as Symbolic Knowledge Graphs*: Table 2
(models by benchmarks), Figure 3 (partial scores), Figure 4 (the most frequent groups) and Figure 5
(popularity).
"""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from rich.table import Table

from kgforge import metrics, scoring
from kgforge.extraction import METRICS
from kgforge.reporting import comparing, html, texts
from kgforge.reporting.comparing import Comparison
from kgforge.reporting.html import interval, is_small, number, ratio, titled
from kgforge.reporting.runs import Report, Run
from kgforge.reporting.texts import Tally
from kgforge.schema import Score
from kgforge.scoring import popularity

FREQUENT: Final = 5
"""How many groups of a pattern are shown."""
OTHER_WORDS: Final = "asked in other words"
"""What stands in place of the least difference where two runs share no wording."""
BARS: Final = " ▁▂▃▄▅▆▇█"


def sheets(made: Report, own: Mapping[str, str]) -> Iterator[Table]:
    """All tables, in the order of the page; those of several models only where there are some."""
    ranked = {score.pattern for run in made.runs for score in run.scores if score.k is not None}
    own = {pattern: metric for pattern, metric in own.items() if pattern in ranked}
    if own:
        yield from _ranked(made, own)
    for pattern in html.written(made.runs):
        if len(made.runs) > 1:
            columns = {(pattern, metric): metric.replace("_", " ") for metric in METRICS}
            yield comparisons(made, columns, None, f"{pattern}: differences, strict")
        yield errors(made, pattern)


def _ranked(made: Report, own: Mapping[str, str]) -> Iterator[Table]:
    yield side_by_side(made.runs, own)
    if len(made.runs) > 1:
        yield partial(made.runs, own)
        for k in html.ks(made.runs):
            columns = {(pattern, metric): pattern for pattern, metric in own.items()}
            yield comparisons(made, columns, k, f"differences at top {k}")
        yield frequent(made.runs, own)
    for table in (wordings, histograms, strata):
        found = table(made.runs, own)
        if found.row_count:
            yield found


def side_by_side(runs: Sequence[Run], own: Mapping[str, str]) -> Table:
    """Models by benchmarks, at each k: score, numerator and denominator, interval."""
    table = _table("models by benchmarks", ["top", "run"])
    for pattern, metric in own.items():
        table.add_column(titled(pattern, metric), justify="right")
    shown: list[Score] = []
    for k in html.ks(runs):
        table.add_section()
        for place, run in enumerate(runs):
            pooled = scoring.pooled(run.scores)
            found = [pooled.get((pattern, metric, k)) for pattern, metric in own.items()]
            shown += filter(None, found)
            table.add_row("" if place else str(k), run.name, *map(_cell, found))
    table.caption = next(html.small_note(shown), None)
    return table


def _cell(score: Score | None) -> str:
    if score is None:
        return ""
    mark = "*" if is_small(score) else ""
    return f"{number(score.value)}{mark}\n{ratio(score)}\n{interval(score)}"


def partial(runs: Sequence[Run], own: Mapping[str, str]) -> Table:
    """How partial scores go with scores, over models."""
    every = html.ks(runs)
    table = _table("partial scores (denominator / items) and scores, over runs", ["pattern"])
    for k in every:
        table.add_column(f"top {k}: Pearson, Spearman", justify="right")
    found = list(comparing.correlations([run.scores for run in runs], own, every))
    for pattern in own:
        of_one = [each for each in found if each.pattern == pattern]
        cells = (
            f"{_signed(each.pearson)}, {_signed(each.spearman)} (n {each.runs})" for each in of_one
        )
        table.add_row(pattern, *cells)
    return table


def comparisons(
    made: Report, columns: Mapping[tuple[str, str], str], k: int | None, title: str
) -> Table:
    """Each pair of runs: their differences, and the least that such sizes are likely to show.

    *columns* are titles by pattern and metric.
    """
    table = _table(f"{title}, and the least that could be shown", ["runs"])
    for column in columns.values():
        table.add_column(column, justify="right")
    found = {
        (each.first, each.second, each.pattern, each.metric): each
        for each in made.comparisons
        if each.k == k and (each.pattern, each.metric) in columns
    }
    for first, second in itertools.combinations(range(len(made.runs)), 2):
        cells = (_difference(found.get((first, second, *column))) for column in columns)
        table.add_row(f"{made.runs[first].name} less {made.runs[second].name}", *cells)
    table.caption = (
        "~ smaller than these sizes are likely to show (below: the least that they are; two-sided, "
        "α 0.05, power 0.8; on the items and in the wordings that both answered; p: both count "
        "some of the same items)"
    )
    if any(each.other_words for each in found.values()):
        table.caption += f"\n{OTHER_WORDS}: the runs answered no item in the same words, so that "
        table.caption += "what differs may be the wordings"
    return table


def _difference(found: Comparison | None) -> str:
    if found is None:
        return ""
    if found.other_words:
        return f"{_signed(found.difference)}\n{OTHER_WORDS}"
    mark, pairs = "~" if found.below else "", " p" if found.paired else ""
    return f"{_signed(found.difference)}{mark}\n{number(found.detectable)}{pairs}"


def frequent(runs: Sequence[Run], own: Mapping[str, str]) -> Table:
    """The groups with most items: the first run beside the other that is highest on the pattern."""
    k = html.ks(runs)[0]
    asked = {pattern: _wordings_asked(runs, pattern) for pattern in own}
    best = [pattern for pattern in own if len(asked[pattern]) == 1 and 1 not in asked[pattern]]
    pooled = [pattern for pattern in own if len(asked[pattern]) > 1]
    oracle = ", best wording of each fact (an oracle)" if best else ""
    table = _table(f"the {FREQUENT} most frequent groups at top {k}{oracle}", ["pattern", "group"])
    for column in ("items", runs[0].name, "highest other run"):
        table.add_column(column, justify="right")
    for pattern, metric in own.items():
        by = {"prompts": "best"} if pattern in best else {}
        scores = [_by_group(run.scores, pattern, metric, k, by) for run in runs]
        other = highest(scores[1:])
        beside = scores[1:][other] if other is not None else {}
        name = f" {runs[1:][other].name}" if other is not None else ""
        sizes = _sizes(scores)
        table.add_section()
        for place, group in enumerate(
            sorted(sizes, key=lambda each: (-sizes[each], each))[:FREQUENT]
        ):
            cells = (_short(scores[0].get(group)), _short(beside.get(group)) + name)
            table.add_row("" if place else pattern, group, f"{sizes[group]:,}", *cells)
    if pooled:
        table.caption = (
            f"all wordings pooled, as the runs were asked other numbers of them: "
            f"{', '.join(pooled)}"
        )
    return table


def _wordings_asked(runs: Sequence[Run], pattern: str) -> set[int]:
    """In how many wordings runs were asked a pattern; the best of more is higher."""
    slices = ([score.by for score in run.scores if score.pattern == pattern] for run in runs)
    return {
        len({by["prompt"] for by in of_run if "prompt" in by}) or 1 for of_run in slices if of_run
    }


def _by_group(
    scores: Sequence[Score], pattern: str, metric: str, k: int, by: Mapping[str, str]
) -> dict[str | None, Score]:
    """The scores of all groups (None) and of each, of one slice."""
    wanted = (pattern, metric, k, by)
    return {
        score.group: score
        for score in scores
        if (score.pattern, score.metric, score.k, score.by) == wanted
    }


def highest(found: Sequence[Mapping[str | None, Score]]) -> int | None:
    """Which of several runs has the highest score over all groups, the first of equals."""
    values = {
        place: scores[None].value
        for place, scores in enumerate(found)
        if None in scores and scores[None].value is not None
    }
    return max(values, key=lambda place: (values[place], -place), default=None)


def _sizes(found: Sequence[Mapping[str | None, Score]]) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for scores in found:
        for group, score in scores.items():
            if group is not None:
                sizes[group] = max(score.items, sizes.get(group, 0))
    return sizes


def _short(score: Score | None) -> str:
    return f"{number(score.value)} ({ratio(score)})" if score else ""


def histograms(runs: Sequence[Run], own: Mapping[str, str]) -> Table:
    """Items by the mean degree of their entities: all, and those right throughout by each run."""
    k = html.ks(runs)[0]
    table = _table(f"items by mean degree of their entities, top {k}", ["pattern", "items"])
    table.add_column("number", justify="right")
    table.add_column("degree, doubling")
    for pattern, metric in own.items():
        known = "right" if metrics.load(metric).MERIT else "named"
        found = [_by_degree(run.scores, pattern, k) for run in runs]
        order = _bins({name for scores in found for name in scores})
        if not order:
            continue
        table.add_section()
        everything = [
            max((scores[name].items for scores in found if name in scores), default=0)
            for name in order
        ]
        span = f"{order[0]} … {order[-1]}"
        table.add_row(pattern, "all", f"{sum(everything):,}", f"{_drawn(everything)}  {span}")
        for run, scores in zip(runs, found, strict=True):
            right = [_right(scores.get(name)) for name in order]
            table.add_row("", f"{known}: {run.name}", f"{round(sum(right), 1):,g}", _drawn(right))
    table.caption = "each line of bars is relative to its own highest"
    return table


def _by_degree(scores: Sequence[Score], pattern: str, k: int) -> dict[str, Score]:
    return {
        score.by["degree"]: score
        for score in scores
        if (score.pattern, score.metric, score.k) == (pattern, scoring.FULLY, k)
        and "degree" in score.by
    }


def _bins(names: Iterable[str]) -> list[str]:
    """The bins from the lowest to the highest of *names*, with those between that no item is in."""
    numbers = [popularity.bin_of(int(name[1:].partition(",")[0])) for name in names]
    return (
        [popularity.bin_name(n) for n in range(min(numbers), max(numbers) + 1)] if numbers else []
    )


def _right(score: Score | None) -> float:
    """How many items, each wording weighing its share of one."""
    return (score.value or 0.0) * score.items if score else 0.0


def _drawn(figures: Sequence[float]) -> str:
    most = max(figures, default=0) or 1
    return "".join(BARS[math.ceil(figure / most * (len(BARS) - 1))] for figure in figures)


def strata(runs: Sequence[Run], own: Mapping[str, str]) -> Table:
    """A pattern's own score by stratum of the mean degree of an item's entities."""
    what = "score by mean degree", "quarter of the items"
    return _sliced(runs, own, what, lambda by: by.get("stratum"))


def wordings(runs: Sequence[Run], own: Mapping[str, str]) -> Table:
    """A pattern's own score in each wording, their mean, and the best wording of each fact."""
    return _sliced(runs, own, ("score by wording", "wording"), _wording)


def _wording(by: Mapping[str, str]) -> str | None:
    if "prompt" in by:
        return str(int(by["prompt"]) + 1)
    return {"mean": "mean", "best": "best of each fact (an oracle)"}.get(by.get("prompts", ""))


def _sliced(
    runs: Sequence[Run],
    own: Mapping[str, str],
    what: tuple[str, str],
    named: Callable[[Mapping[str, str]], str | None],
) -> Table:
    """The slices that *named* has a name for, of all groups, in the order of the scores."""
    k = html.ks(runs)[0]
    table = _table(f"{what[0]}, top {k}", ["pattern", what[1]])
    for run in runs:
        table.add_column(run.name, justify="right")
    for pattern, metric in own.items():
        wanted = (pattern, metric, k, None)
        found = [
            {
                name: score
                for score in run.scores
                if (score.pattern, score.metric, score.k, score.group) == wanted
                and (name := named(score.by))
            }
            for run in runs
        ]
        table.add_section()
        for place, name in enumerate(dict.fromkeys(name for scores in found for name in scores)):
            cells = (_short(scores.get(name)) for scores in found)
            table.add_row("" if place else titled(pattern, metric), name, *cells)
    return table


def errors(made: Report, pattern: str) -> Table:
    """Kinds of error in the triples that runs wrote."""
    return kinds(made.tallies, pattern, [run.name for run in made.runs])


def kinds(tallies: Iterable[Tally], pattern: str, names: Sequence[str]) -> Table:
    """Kinds of what runs of these names wrote: how many, what share, in how many sentences."""
    found = [each for each in tallies if each.pattern == pattern]
    table = _table(f"{pattern}: triples written, by kind", ["kind"])
    of_runs = [[each for each in found if each.run == run] for run in range(len(names))]
    for name, of_run in zip(names, of_runs, strict=True):
        triples = sum(each.triples for each in of_run)
        table.add_column(f"{name}\nof {triples:,} triples".lstrip(), justify="right")
    for kind in texts.KINDS:
        if any(kind in each.kinds for each in found):
            table.add_row(kind, *(_in_sentences(kind, of_run) for of_run in of_runs))
    table.caption = "a triple may be of several kinds; a repeated one counts once"
    return table


def _in_sentences(kind: str, tallies: Sequence[Tally]) -> str:
    counts = [each.kinds.get(kind, (0, 0)) for each in tallies]
    many, sentences = sum(many for many, _ in counts), sum(number for _, number in counts)
    if not many:
        return "0"
    of = texts.KINDS[kind].of
    share = ""
    if of:
        share = f"{100 * many / sum(getattr(each, of) for each in tallies):.1f} % of {of}, "
    return f"{many:,} ({share}in {sentences:,} sentences)"


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", caption_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _signed(value: float | None) -> str:
    return number(value) if value is None else f"{value:+.3f}"
