"""How a text before a question changes a model's answers, for the terminal."""

from collections.abc import Mapping, Sequence

from kgforge import metrics
from kgforge.reporting.formatting import with_ratio
from kgforge.reporting.runs import Run, ks
from kgforge.schema import Score
from kgforge.scoring import robustness
from kgforge.sheets import Sheet

Place = tuple[str, str]
"""A form, with the end that is asked for, and a context."""


def by_context(runs: Sequence[Run], own: Mapping[str, str]) -> Sheet:
    """Right without a text and with it, gained, lost and misled, at the first k."""
    k = ks(runs)[0]
    found = Sheet(f"texts before questions, top {k}", ["pattern", "form", "context", "run"])
    for metric in robustness.METRICS:
        found.add_column(metrics.definition(metric).title, justify="right")
    for pattern in own:
        places = [_by_place(run.scores, pattern, k) for run in runs]
        found.add_section()
        title = pattern
        for place in dict.fromkeys(place for each in places for place in each):
            named = place
            for run, each in zip(runs, places, strict=True):
                cells = (with_ratio(each.get(place, {}).get(one)) for one in robustness.METRICS)
                found.add_row(title, *named, run.name, *cells)
                title, named = "", ("", "")
    return found


def _by_place(scores: Sequence[Score], pattern: str, k: int) -> dict[Place, dict[str, Score]]:
    """The scores of a pattern by form and context, each by its metric."""
    found: dict[Place, dict[str, Score]] = {}
    for score in scores:
        if score.pattern == pattern and score.k == k and score.metric in robustness.METRICS:
            form = score.by["form"] + (f" ({score.by['slot']})" if "slot" in score.by else "")
            found.setdefault((form, score.by["context"]), {})[score.metric] = score
    return found
