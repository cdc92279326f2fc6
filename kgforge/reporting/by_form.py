"""A pattern's own score in each form that was asked, for the terminal, with its baselines."""

from collections.abc import Iterator, Mapping, Sequence

from kgforge.reporting.formatting import interval, marked, ratio, titled
from kgforge.reporting.runs import Run, ks
from kgforge.schema import Floor, Posed, Score
from kgforge.scoring import notes, questions
from kgforge.sheets import Sheet

UNSHOWN = ("gold", "empty")
"""Baselines of which there is nothing to see."""


def by_form(runs: Sequence[Run], own: Mapping[str, str], forms: questions.Forms) -> Iterator[Sheet]:
    """One table of the patterns of which a run was asked several forms, at the first k."""
    for k in ks(runs)[:1]:
        shown: list[tuple[str, Score | Floor]] = []
        found = Sheet(f"by form, top {k}", ["pattern", "form", "run"])
        for column in ("score", "95 %", "of"):
            found.add_column(column, justify="right")
        for pattern, metric in own.items():
            title = titled(pattern, metric)
            for form, scores in _scores(runs, pattern, metric, k).items():
                found.add_section()
                for place, (run, score) in enumerate(scores):
                    named = ("", "") if place else (title, form)
                    cells = (marked(score), interval(score), ratio(score))
                    found.add_row(*named, run, *cells)
                    shown.append((metric, score))
                title = ""
                for floor in _floors(forms.get(pattern, ()), form, k):
                    cells = (marked(floor), "", ratio(floor))
                    shown.append((metric, floor))
                    found.add_row("", "", f"baseline: {floor.answerer}", *cells, style="dim")
        found.caption = "\n".join(notes.asterisk(shown)) or None
        if found.row_count:
            yield found


def _scores(
    runs: Sequence[Run], pattern: str, metric: str, k: int
) -> dict[str, list[tuple[str, Score]]]:
    """The scores of all groups together by form, each with the name of its run."""
    found: dict[str, list[tuple[str, Score]]] = {}
    for run in runs:
        for score in run.scores:
            here = (score.pattern, score.metric, score.k, score.group, set(score.by))
            if here == (pattern, metric, k, None, {"form"}):
                found.setdefault(score.by["form"], []).append((run.name, score))
    return found


def _floors(every: Sequence[Posed], form: str, k: int) -> Iterator[Floor]:
    posed = questions.first_of(every, form)
    for floor in questions.at(questions.own_floors(posed), [k]) if posed else ():
        if floor.answerer not in UNSHOWN:
            yield floor
