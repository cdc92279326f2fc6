"""A pattern's score in slices, for the terminal: wordings, frequent groups, popularity.

The layouts are those of *Rethinking Language Models as Symbolic Knowledge Graphs*: Figure 4 (the
most frequent groups) and Figure 5 (popularity).
"""

import math
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from kgforge import metrics, scoring
from kgforge.reporting.formatting import titled, with_ratio
from kgforge.reporting.runs import Run, ks
from kgforge.schema import Score
from kgforge.scoring import popularity
from kgforge.sheets import Sheet

FREQUENT: Final = 5
"""How many groups of a pattern are shown."""
NONE: Final[Mapping[str, Mapping[str, int]]] = types.MappingProxyType({})
BARS: Final = " ▁▂▃▄▅▆▇█"


def frequent(
    runs: Sequence[Run], own: Mapping[str, str], matches: Mapping[str, Mapping[str, int]] = NONE
) -> Sheet:
    """The largest groups: the first run, and the best of the others on the pattern.

    Groups are as large as *matches* says of each pattern: how often they were found in the graph.
    Of a pattern that is not there the number of items counts, which sampling may have made equal.
    """
    k = ks(runs)[0]
    asked = {pattern: _wordings_asked(runs, pattern) for pattern in own}
    best = [pattern for pattern in own if len(asked[pattern]) == 1 and 1 not in asked[pattern]]
    pooled = [pattern for pattern in own if len(asked[pattern]) > 1]
    oracle = ", best wording of each fact (an oracle)" if best else ""
    found = Sheet(f"the {FREQUENT} largest groups, top {k}{oracle}", ["pattern", "group"])
    said: list[str] = []
    for column in ("in the graph", "items", runs[0].name, "best other run"):
        found.add_column(column, justify="right")
    for pattern, metric in own.items():
        by = {"prompts": "best"} if pattern in best else {}
        scores = [_by_group(run.scores, pattern, metric, k, by) for run in runs]
        other = highest(scores[1:])
        beside = scores[1:][other] if other is not None else {}
        name = f" {runs[1:][other].name}" if other is not None else ""
        items = _sizes(scores)
        in_graph = matches.get(pattern, {})
        sizes = {group: in_graph.get(group, count) for group, count in items.items()}
        order = sorted(sizes, key=lambda each: (-sizes[each], each))
        said += () if in_graph else _alike(pattern, [sizes[group] for group in order])
        found.add_section()
        for place, group in enumerate(order[:FREQUENT]):
            cells = (with_ratio(scores[0].get(group)), with_ratio(beside.get(group)) + name)
            size = f"{in_graph[group]:,}" if group in in_graph else ""
            found.add_row("" if place else pattern, group, size, f"{items[group]:,}", *cells)
    if pooled:
        said.append(
            f"all wordings pooled, as the runs answered different numbers of them: "
            f"{', '.join(pooled)}"
        )
    found.caption = "\n".join(said) or None
    return found


def _alike(pattern: str, sizes: Sequence[int]) -> Iterator[str]:
    """That groups are shown by their names, where more than are shown have as many items."""
    if len(sizes) > FREQUENT and sizes[FREQUENT - 1] == sizes[FREQUENT]:
        count = sizes.count(sizes[FREQUENT])
        yield (
            f"{pattern}: {count:,} groups have {sizes[FREQUENT]:,} items each; of these the first "
            "by name"
        )


def _wordings_asked(runs: Sequence[Run], pattern: str) -> set[int]:
    """How many wordings runs answered of a pattern; the best of more wordings scores higher."""
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


def histograms(runs: Sequence[Run], own: Mapping[str, str]) -> Sheet:
    """Items by the mean degree of their entities: all, and those each run has right in full."""
    k = ks(runs)[0]
    drawn = Sheet(f"items by mean degree of their entities, top {k}", ["pattern", "items"])
    drawn.add_column("number", justify="right")
    drawn.add_column("degree, bins of doubling width")
    for pattern, metric in own.items():
        known = "right" if metrics.definition(metric).is_merit else "named"
        found = [_by_degree(run.scores, pattern, k) for run in runs]
        order = _bins({name for scores in found for name in scores})
        if not order:
            continue
        drawn.add_section()
        everything = [
            max((scores[name].items for scores in found if name in scores), default=0)
            for name in order
        ]
        span = f"{order[0]} … {order[-1]}"
        drawn.add_row(pattern, "all", f"{sum(everything):,}", f"{_drawn(everything)}  {span}")
        for run, scores in zip(runs, found, strict=True):
            right = [_right(scores.get(name)) for name in order]
            drawn.add_row("", f"{known}: {run.name}", f"{round(sum(right), 1):,g}", _drawn(right))
    drawn.caption = "each line of bars is scaled to its own maximum"
    return drawn


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
    """How many items are right in full; each wording of an item counts its share."""
    return (score.value or 0.0) * score.items if score else 0.0


def _drawn(figures: Sequence[float]) -> str:
    most = max(figures, default=0) or 1
    return "".join(BARS[math.ceil(figure / most * (len(BARS) - 1))] for figure in figures)


def strata(runs: Sequence[Run], own: Mapping[str, str]) -> Sheet:
    """A pattern's own score by stratum of popularity: of the benchmark, else of mean degree."""
    titles = "score by popularity", "stratum"
    return _sliced(runs, own, titles, lambda by: by.get("stratum"))


def predicates(runs: Sequence[Run], own: Mapping[str, str]) -> Sheet:
    """A pattern's own score by the kind of its predicates."""
    return _sliced(runs, own, ("score by kind of predicate", "kind"), lambda by: by.get("kind"))


def wordings(runs: Sequence[Run], own: Mapping[str, str]) -> Sheet:
    """A pattern's own score in each wording and kind of prompt, and the best of each fact."""
    return _sliced(runs, own, ("score by wording", "wording"), _wording)


def _wording(by: Mapping[str, str]) -> str | None:
    if "against" in by or "average" in by:
        return None
    if "prompt" in by:
        return str(int(by["prompt"]) + 1)
    if kinds := [f"{kind}: {by[kind]}" for kind in scoring.KINDS if kind in by]:
        return ", ".join(kinds)
    return {"mean": "mean", "best": "best of each fact (an oracle)"}.get(by.get("prompts", ""))


def agreement(runs: Sequence[Run], own: Mapping[str, str]) -> Sheet:
    """How far each run is right about a fact in all forms alike."""
    k = ks(runs)[0]
    found = Sheet(f"the same fact in several forms, top {k}", ["pattern", "forms"])
    for run in runs:
        found.add_column(run.name, justify="right")
    for pattern in own:
        scores = [
            {
                (score.metric, score.by["forms"]): score
                for score in run.scores
                if "forms" in score.by and (score.pattern, score.k) == (pattern, k)
            }
            for run in runs
        ]
        found.add_section()
        for place, key in enumerate(dict.fromkeys(key for each in scores for key in each)):
            title = f"{metrics.definition(key[0]).title}: {key[1]}"
            cells = (with_ratio(each.get(key)) for each in scores)
            found.add_row("" if place else pattern, title, *cells)
    return found


def _sliced(
    runs: Sequence[Run],
    own: Mapping[str, str],
    titles: tuple[str, str],
    named: Callable[[Mapping[str, str]], str | None],
) -> Sheet:
    """The scores over all groups in the slices that *named* names, in the order of the scores."""
    k = ks(runs)[0]
    sliced = Sheet(f"{titles[0]}, top {k}", ["pattern", titles[1]])
    for run in runs:
        sliced.add_column(run.name, justify="right")
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
        sliced.add_section()
        for place, name in enumerate(dict.fromkeys(name for scores in found for name in scores)):
            cells = (with_ratio(scores.get(name)) for scores in found)
            sliced.add_row("" if place else titled(pattern, metric), name, *cells)
    return sliced
