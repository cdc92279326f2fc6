"""The headline: each pattern's own score at each k, run by run, with the baselines beside it."""

import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, Self

from msgspec import Struct, to_builtins
from rich.text import Text

from kgforge import metrics, tabular
from kgforge.extraction import METRICS
from kgforge.schema import Floor, RunInfo, Sampled, Score
from kgforge.scoring import notes, questions
from kgforge.scoring.questions import Asked
from kgforge.scoring.written import MATCHING
from kgforge.sheets import Result, Sheet

GOLD: Final = "gold"
"""The baseline that is right throughout: of it there is nothing to see."""

EMPTY: Final = "empty"
"""The baseline that says nothing: it is left out where that is never right."""


SAMPLED: Final = "baselines are of the items asked, and left out where runs were asked others"
"""What is said of baselines beside a sample (``asked_floors``)."""

NONE: Final[Mapping[str, Mapping[str, Asked]]] = types.MappingProxyType({})


class Line(Struct, frozen=True):
    """What a run, or a baseline, scores on a pattern by one metric."""

    pattern: str
    metric: str
    name: str
    """Of the run, or of the baseline."""
    kind: Literal["run", "baseline"]
    scores: dict[int | None, Score | Floor]
    """By k; None: of triples that were written."""
    form: str = ""
    """Of which questions, where that has to be said (``Asked.named``)."""
    every: bool = False
    """Whether a baseline answers all wordings, and not the first of every item alone."""

    @property
    def title(self) -> str:
        """The pattern, with the form where that has to be said."""
        return f"{self.pattern} ({self.form})" if self.form else self.pattern


class Headline(Result, Struct, frozen=True):
    """The own scores of a benchmark's patterns, as a table."""

    title: str
    lines: tuple[Line, ...]
    said: tuple[str, ...] = ()
    """What has to be said of the runs."""

    @classmethod
    def of(
        cls,
        title: str,
        runs: Mapping[str, Sequence[Score]],
        own: Mapping[str, str],
        floors: Mapping[str, Sequence[Floor]],
        said: Iterable[str] = (),
        asked: Mapping[str, Mapping[str, Asked]] = NONE,
    ) -> Self:
        """The headline of runs by name; *own* and *floors* are by pattern (``Manifest``).

        *asked* is, by run and pattern, what the figures are of where there are several forms.
        """
        lines = [
            line
            for pattern, metric in own.items()
            for of, alike in _alike(pattern, runs, asked)
            for line in _lines(pattern, metric, alike, of, floors.get(pattern, ()))
        ]
        return cls(title, tuple(lines), (*questions.said(asked), *said))

    def sheets(self) -> list[Sheet]:
        """A table of what was asked about facts; one of each pattern of written triples."""
        facts = [line for line in self.lines if None not in line.scores]
        found = [_of_facts(self.title, facts)] if _has_runs(facts) else []
        texts = dict.fromkeys(line.pattern for line in self.lines if None in line.scores)
        found += [_of_texts(f"{self.title}: {name}", self._of(name)) for name in texts]
        if found and self.said:
            last = found[-1]
            last.caption = "\n".join(filter(None, [str(last.caption or ""), *self.said]))
        return found

    def _of(self, pattern: str) -> list[Line]:
        return [line for line in self.lines if line.pattern == pattern]

    def records(self) -> list[dict[str, Any]]:
        """A row for each score; it names the form where there are several."""
        named = any(line.form for line in self.lines)
        return [
            {
                "pattern": line.pattern,
                **({"form": line.form} if named else {}),
                "metric": line.metric,
                "name": line.name,
                "kind": line.kind,
                "k": k,
                **{field: getattr(score, field, None) for field in _FIGURES},
                "note": notes.said(score),
            }
            for line in self.lines
            for k, score in line.scores.items()
        ]

    def latex(self) -> str:
        """The scores with their intervals as a LaTeX table (booktabs), a column for each k.

        Below stands what the terminal says below its tables.
        """
        rows = [
            {
                "pattern": line.title,
                "metric": metrics.definition(line.metric).title,
                "run": line.name if line.kind == "run" else f"baseline: {line.name}",
                "items": _items(line),
                **{_column(k): _figure(score) for k, score in line.scores.items()},
            }
            for line in self.lines
        ]
        said = map(_latex_note, [*_notes(self.lines), *self.said])
        return "\n".join([tabular.to_latex(rows).rstrip("\n"), *said, ""])


_FIGURES: Final = ("value", "low", "high", "numerator", "denominator", "items")


def _latex_note(text: str) -> str:
    """A line below a table."""
    return f"\\par\\footnotesize {tabular.escaped(text)}"


def flat(score: Score) -> dict[str, Any]:
    """A score as a row: what names its slice has columns of its own."""
    whole = {name: value for name, value in to_builtins(score).items() if name != "by"}
    return whole | {f"by_{name}": value for name, value in score.by.items()}


def remarks(runs: Mapping[str, RunInfo]) -> Iterator[str]:
    """What is to be said of each run: its sample, prepared answers, and what could not be asked."""
    for name, about in runs.items():
        if about.sampled:
            said = samples(about.sampled)
            yield f"{name}: a sample was asked (--limit): {said}; {SAMPLED}"
        yield from (f"{name}: {one}" for one in about.remarks or ())
        if about.unaskable:
            said = f"{name}: {about.unaskable:,} of {about.requests:,} prompts could not be asked"
            yield f"{said}{_why(about)}"


def samples(sampled: Mapping[str, Sampled]) -> str:
    """How much of each pattern is asked, in words."""
    return "; ".join(
        f"{pattern} {of.items:,} of {of.of_items:,} items, {of.groups:,} of {of.of_groups:,} groups"
        for pattern, of in sampled.items()
    )


def _why(about: RunInfo) -> str:
    """The reasons with their counts, and how many have another; empty where no run noted them."""
    if not about.why_unaskable:
        return ""
    reasons = [f"{reason}: {count:,}" for reason, count in about.why_unaskable.items()]
    others = about.unaskable - sum(about.why_unaskable.values())
    return f" ({'; '.join([*reasons, *[f'other reasons: {others:,}'] * bool(others)])})"


def _alike(
    pattern: str,
    runs: Mapping[str, Sequence[Score]],
    asked: Mapping[str, Mapping[str, Asked]],
) -> Iterator[tuple[Asked, dict[str, Sequence[Score]]]]:
    """The runs whose figures of a pattern are of the same questions."""
    of_runs = {run: asked.get(run, {}).get(pattern, Asked()) for run in runs}
    for name in dict.fromkeys(of.named for of in of_runs.values()):
        alike = {run: runs[run] for run, of in of_runs.items() if of.named == name}
        yield of_runs[next(iter(alike))], alike


def _lines(
    pattern: str,
    metric: str,
    runs: Mapping[str, Sequence[Score]],
    of: Asked,
    floors: Sequence[Floor],
) -> Iterator[Line]:
    of_texts = metrics.definition(metric).triples_written
    there = [
        Line(pattern, name, run, "run", found, of.named)
        for name in (METRICS if of_texts else (metric,))
        for run, scores in runs.items()
        if (found := _written(scores, pattern, name) if of_texts else _asked(scores, pattern, name))
    ]
    yield from there
    ks = {k for line in there for k in line.scores}
    every = of.floors is not None
    if of.floors is not None:
        floors = list(questions.at(of.floors, sorted(k for k in ks if k is not None)))
    for answerer in dict.fromkeys(floor.answerer for floor in floors if there):
        own: dict[int | None, Score | Floor] = {
            None if of_texts else floor.k: floor
            for floor in floors
            if floor.answerer == answerer and (of_texts or floor.k in ks)
        }
        right = any(floor.value for floor in own.values())
        if own and answerer != GOLD and (right or answerer != EMPTY):
            yield Line(pattern, metric, answerer, "baseline", own, of.named, every)


def _asked(scores: Sequence[Score], pattern: str, metric: str) -> dict[int | None, Score | Floor]:
    """The scores of all groups together, in whichever way answers were matched."""
    return {
        score.k: score
        for score in scores
        if (score.pattern, score.metric, score.group) == (pattern, metric, None)
        and score.k is not None
        and not score.by.keys() - {MATCHING}
    }


def _written(scores: Sequence[Score], pattern: str, metric: str) -> dict[int | None, Score | Floor]:
    """The score of all sentences, by the first way of matching."""
    for score in scores:
        here = (score.pattern, score.metric, score.group, set(score.by))
        if here == (pattern, metric, None, {MATCHING}):
            return {None: score}
    return {}


def _has_runs(lines: Iterable[Line]) -> bool:
    return any(line.kind == "run" for line in lines)


def _column(k: int | None) -> str:
    return "score" if k is None else f"top {k}"


def _figure(score: Score | Floor | None) -> str:
    """Return a score with its interval, and a baseline without, each with its denominator."""
    if score is None:
        return ""
    value = "–" if score.value is None else f"{score.value:.3f}"
    mark = "*" if notes.is_small(score) else ""
    low = None if isinstance(score, Floor) else score.low
    span = "" if isinstance(score, Floor) or low is None else f" {low:.3f}–{score.high:.3f}"
    return f"{value}{mark}{span} of {score.denominator:,.6g}"


def _of_facts(title: str, lines: Sequence[Line]) -> Sheet:
    """A section for each pattern, a line for each run and baseline, a column for each k."""
    ks = sorted({k for line in lines for k in line.scores if k is not None})
    made = Sheet(f"{title}: scores, with 95 % intervals", ["pattern, run"])
    for column in ("items", *map(_column, ks)):
        made.add_column(column, justify="right")
    for named, metric in dict.fromkeys((line.title, line.metric) for line in lines):
        definition = metrics.definition(metric)
        merit = "" if definition.is_merit else " (no merit)"
        made.add_section()
        made.add_row(Text(f"{named}{merit}: {definition.title}", style="bold"))
        for line in lines:
            if line.title == named:
                made.add_row(*_row(line, ks), style="" if line.kind == "run" else "dim")
    made.caption = "\n".join(_notes(lines))
    return made


def _row(line: Line, ks: Sequence[int]) -> Iterator[str]:
    baseline = line.kind == "baseline"
    yield f"  {'baseline: ' if baseline else ''}{line.name}"
    yield _items(line)
    for k in ks:
        yield _figure(line.scores.get(k))


def _items(line: Line) -> str:
    """Of how many items the scores of a run are; empty for a baseline."""
    return f"{max(one.items for one in _scores([line])):,}" if line.kind == "run" else ""


def _of_texts(title: str, lines: Sequence[Line]) -> Sheet:
    """A line for each metric, a column for each run."""
    names = dict.fromkeys(line.name for line in lines if line.kind == "run")
    found = {(line.metric, line.name): line.scores[None] for line in lines if line.kind == "run"}
    matching = next((one.by[MATCHING] for one in _scores(lines)), "")
    made = Sheet(f"{title}, triples written, matched {matching}", ["metric"])
    for name in names:
        made.add_column(name, justify="right")
    for metric in dict.fromkeys(line.metric for line in lines):
        cells = (_figure(found.get((metric, name))) for name in names)
        made.add_row(metrics.definition(metric).title, *cells)
    floors = [
        f"{line.name} {_figure(line.scores[None])}" for line in lines if line.kind == "baseline"
    ]
    own = next((line.metric for line in lines if line.kind == "baseline"), "")
    if floors:
        made.caption = f"baselines, {metrics.definition(own).title}: {', '.join(floors)}"
    return made


def _scores(lines: Iterable[Line]) -> Iterator[Score]:
    for line in lines:
        yield from (one for one in line.scores.values() if isinstance(one, Score))


def _notes(lines: Sequence[Line]) -> Iterator[str]:
    shown = list(_scores(lines))
    yield from notes.asterisk(
        (line.metric, score) for line in lines for score in line.scores.values()
    )
    if any(notes.wordings_each(score) > 1 for score in shown):
        yield "scores pool all wordings of an item"
    floors = [line for line in lines if line.kind == "baseline"]
    if not all(line.every for line in floors):
        yield "baselines answer the first wording of every item"
    if named := dict.fromkeys(line.form for line in floors if line.every):
        yield f"baselines of {', '.join(named)} answer every wording"
