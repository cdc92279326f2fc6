"""The same facts in several wordings, for the terminal: each by itself, and each against others."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from kgforge import metrics
from kgforge.reporting.formatting import interval, marked, signed
from kgforge.schema import Score
from kgforge.scoring import crosslingual, paraphrased, rewording
from kgforge.sheets import Sheet

Named = tuple[str, Sequence[Score]]
"""A run, or what else was scored, and its scores."""
_MACRO: Final = {"average": "macro"}


KINDS: Final = {rewording.GENERATOR: "wording", crosslingual.LANGUAGE: "language"}
"""By what the same facts are put differently, and what tables call it."""


def sheets(runs: Sequence[Named]) -> Iterator[Sheet]:
    """The tables of wordings and of languages; none where nothing was asked in several."""
    for kind in KINDS:
        yield from _sheets(runs, kind)
    agreeing = agreement(runs)
    if agreeing.row_count:
        yield agreeing


def _sheets(runs: Sequence[Named], kind: str) -> Iterator[Sheet]:
    for made in (alone(runs, kind), against(runs, kind)):
        if made.row_count:
            yield made


def alone(runs: Sequence[Named], kind: str = rewording.GENERATOR) -> Sheet:
    """Each wording by itself: hits at each k and the mean rank, as means over groups."""
    found = [(name, _placed(scores, kind, _MACRO.keys() | {kind})) for name, scores in runs]
    measures = list(
        dict.fromkeys(
            measure for _, of_run in found for each in of_run.values() for measure in each
        )
    )
    called = KINDS[kind]
    made = Sheet(f"{called}s, mean over groups", ["pattern", called, *_run("run", runs)])
    for title in ("groups", "facts"):
        made.add_column(title, justify="right")
    for metric, k in measures:
        made.add_column(f"hit@{k}" if k else metrics.definition(metric).title, justify="right")
    for pattern, by in _places(found):
        for name, of_run in found:
            scores = of_run.get((pattern, by))
            if scores:
                first = next(iter(scores.values()))
                cells = [_cell(scores.get(measure)) for measure in measures]
                sizes = f"{first.denominator:.0f}", f"{first.items:,}"
                made.add_row(pattern, dict(by)[kind], *_run(name, runs), *sizes, *cells)
    return made


def against(runs: Sequence[Named], kind: str = rewording.GENERATOR) -> Sheet:
    """Each wording against earlier ones, at the first k: gain, McNemar's test, and fluency.

    What was measured nowhere has no column.
    """
    found = [(name, _placed(scores, kind, {kind, rewording.AGAINST})) for name, scores in runs]
    ks = [k for _, of_run in found for each in of_run.values() for _, k in each if k]
    rows: list[tuple[list[str], dict[str, str]]] = []
    for pattern, by in _places(found):
        for name, of_run in found:
            if scores := of_run.get((pattern, by)):
                named = dict(by)
                at_first = {metric: one for (metric, k), one in scores.items() if k == min(ks)}
                at_first |= {metric: one for (metric, k), one in scores.items() if k is None}
                wordings = named[kind], named[rewording.AGAINST]
                rows.append(([pattern, *wordings, *_run(name, runs)], _compared(at_first)))
    made = Sheet(
        f"{KINDS[kind]}s against one another, hit@{min(ks, default=1)}",
        ["pattern", KINDS[kind], "against", *_run("run", runs)],
    )
    shown = [title for title in _COLUMNS if any(cells[title] for _, cells in rows)]
    for title in shown:
        made.add_column(title, justify="right")
    for names, cells in rows:
        made.add_row(*names, *(cells[title] for title in shown))
    made.caption = "; ".join(_COLUMNS[title] for title in shown if _COLUMNS[title])
    return made


def agreement(runs: Sequence[Named]) -> Sheet:
    """How often the wordings of a fact agree, and are all right, as means over groups."""
    k = min((one.k for _, scores in runs for one in scores if one.k is not None), default=1)
    made = Sheet(f"patterns in several wordings, top {k}", ["pattern", *_run("run", runs)])
    for title in (
        "groups", "facts", metrics.definition(paraphrased.AGREE).title, "95 %",
        metrics.definition(paraphrased.ALL).title, "right in the first",
    ):  # fmt: skip
        made.add_column(title, justify="right")
    found = [(name, _averaged(scores, k)) for name, scores in runs]
    for pattern in dict.fromkeys(pattern for _, of_run in found for pattern in of_run):
        for name, of_run in found:
            if scores := of_run.get(pattern):
                agree = scores[paraphrased.AGREE]
                sizes = f"{agree.denominator:.0f}", f"{agree.items:,}"
                right = (_cell(scores.get(one)) for one in (paraphrased.ALL, "hit"))
                cells = marked(agree), interval(agree), *right
                made.add_row(pattern, *_run(name, runs), *sizes, *cells)
    made.caption = "means over groups; agree: the same first candidate, right or wrong"
    return made


def _averaged(scores: Sequence[Score], k: int) -> dict[str, dict[str, Score]]:
    """What ``paraphrased`` has as means over groups, by pattern and metric."""
    found: dict[str, dict[str, Score]] = {}
    for one in scores:
        by = {**_MACRO, **paraphrased.FIRST} if one.metric == "hit" else _MACRO
        own = (paraphrased.AGREE, paraphrased.ALL, "hit")
        if one.metric in own and one.group is None and one.by == by and one.k in {None, k}:
            found.setdefault(one.pattern, {})[one.metric] = one
    return {pattern: each for pattern, each in found.items() if paraphrased.AGREE in each}


def _run(name: str, runs: Sequence[Named]) -> list[str]:
    """The name of a run, where there are several."""
    return [name] if len(runs) > 1 else []


_COLUMNS: Final = {
    "gained": "gained: mean over groups, paired bootstrap over them",
    "95 %": "",
    "differ": "differ: facts right in just one of the two",
    "here": "here: of these, right in the one that is named first",
    "p": "p: McNemar's test, exact",
    "fluency r": "fluency r: how gains of groups go with fluency",
    "95 % of r": "",
    "agree": "agree: share of facts right in both or wrong in both",
    "RankC": "RankC: how alike candidates are ranked, whatever is right",
}
"""The columns of a comparison, and what is to be said of each below the table."""


def _compared(scores: Mapping[str, Score]) -> dict[str, str]:
    """What stands in each column; nothing where it was not measured."""
    gain, only = scores[rewording.GAIN], scores[rewording.ONLY]
    fluent = scores.get(rewording.FLUENCY)
    cells = (
        signed(gain.value),
        interval(gain),
        f"{only.denominator:.0f}",
        f"{only.numerator:.0f}",
        f"{only.p:.2g}" if isinstance(only.p, float) else "–",
        signed(fluent.value) if fluent else "",
        interval(fluent) if fluent else "",
        *(_cell(scores.get(metric)) for metric in crosslingual.METRICS),
    )
    return dict(zip(_COLUMNS, cells, strict=True))


def _cell(score: Score | None) -> str:
    return marked(score) if score else ""


_By = tuple[tuple[str, str], ...]
_Place = tuple[str, _By]
_Measures = dict[tuple[str, int | None], Score]


def _placed(scores: Sequence[Score], kind: str, named: Set[str]) -> dict[_Place, _Measures]:
    """The scores of slices that are *named* so, by place, then metric and k.

    Where wordings are compared within a language, languages are not.
    """
    of_wordings = {rewording.GENERATOR} - {kind}
    found: dict[_Place, _Measures] = {}
    for score in scores:
        if score.group is None and named <= score.by.keys() and not of_wordings & score.by.keys():
            place = score.pattern, tuple(score.by.items())
            found.setdefault(place, {})[score.metric, score.k] = score
    return found


def _places(found: Sequence[tuple[str, Mapping[_Place, _Measures]]]) -> list[_Place]:
    return list(dict.fromkeys(place for _, of_run in found for place in of_run))
