"""What ``probe`` gives back: the run, and its scores."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from kgforge.schema import Floor, Manifest, Posed, RunInfo, Score
from kgforge.scoring import Headline, flat, questions, remarks
from kgforge.sheets import Result, Sheet


class Probed(RunInfo, Result, frozen=True):
    """A run with its scores; beyond what ``run.json`` has, all that a table of them needs."""

    title: str = ""
    """What the benchmark is called."""
    metrics: dict[str, str] = msgspec.field(default_factory=dict)
    """The metric of each pattern."""
    baselines: dict[str, tuple[Floor, ...]] = msgspec.field(default_factory=dict)
    """What each baseline scores on each pattern (``Made.floors``)."""
    forms: dict[str, tuple[Posed, ...]] | UnsetType = UNSET
    """The prompts by form (``Made.forms``) of patterns that say them; absent: of none."""
    scores: tuple[Score, ...] = ()
    """All scores, as ``scores.json`` has them."""

    @property
    def asked(self) -> dict[str, dict[str, questions.Asked]]:
        """Which questions the figures are of, by pattern."""
        return {self.called: questions.asked(self.forms or {}, self, self.scores)}

    @property
    def headline(self) -> Headline:
        """The patterns' own scores, with the baselines beside them."""
        said = remarks({self.called: self})
        runs = {self.called: self.scores}
        return Headline.of(self.title, runs, self.metrics, self.baselines, said, self.asked)

    def sheets(self) -> list[Sheet]:
        """The headline as tables."""
        return self.headline.sheets()

    def records(self) -> list[dict[str, Any]]:
        """All scores, a row for each; what names a slice (``Score.by``) has columns of its own."""
        return list(map(flat, self.scores))


def probed(run: RunInfo, manifest: Manifest, scores: tuple[Score, ...]) -> Probed:
    """A run with its scores."""
    return Probed(
        **msgspec.structs.asdict(run),
        title=manifest.called,
        metrics=manifest.metrics,
        baselines={made.name: made.floors for made in manifest.patterns},
        forms=questions.by_pattern(manifest) or UNSET,
        scores=scores,
    )
