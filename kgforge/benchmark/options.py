"""What a benchmark can be made with: the options of ``export``."""

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import forms
from kgforge.benchmark.distractors import Match
from kgforge.errors import BenchmarkError
from kgforge.extraction import TFIDF
from kgforge.forms import CHOICES, MOST_CHOICES
from kgforge.schema import Showing

SLOTS: Final = ("object", "subject")
"""The ends of a fact that can be asked for."""


class ExportOptions(Struct, frozen=True):
    """How mined instances become items. The same options give the same bytes."""

    templates: tuple[Path, ...] = ()
    """Files with further templates."""
    synonyms: Path | None = None
    """A file of synonyms (``synonyms.read_synonyms``): further wordings."""
    paraphraser: str | None = None
    """A model that paraphrases the templates: further wordings."""
    paraphrases: int = 10
    """How many paraphrases it is asked for of each template. Not all are kept."""
    language: str = ""
    """The language of labels, aliases and templates; empty: the one in which was mined."""
    candidates: int = 100
    """At most so many candidates for a fact, its target among them."""
    match: Match = ""
    """What distractors share with their target besides its class."""
    split: str | None = None
    """How the items are split (``splits.plan``); None: all are for testing."""
    demonstrations: int = 1
    """How many training items the prompt of a text shows."""
    similarity: str = TFIDF
    """How the most similar training items are found (``demonstrations.similarity``)."""
    legacy: bool = False
    """Whether prompts of texts have the layout that was first published."""
    unseen: bool = False
    """Whether each pattern of texts is added once more, its test items with invented facts."""
    seed: int = 0
    forms: tuple[str, ...] = ()
    """The forms of questions about facts; empty: those of the patterns."""
    choices: int = CHOICES
    """How many distractors a question with choices has."""
    slots: tuple[str, ...] = SLOTS[:1]
    """Which ends of a fact are asked for, by forms that can ask for either."""
    name: str = ""
    """What the benchmark is called in reports and in the card; empty: by its sources."""
    popularity: Path | None = None
    """A file that says how popular entities are (``views.read_views``); None: their degree does."""
    strata: str | None = None
    """By which strata of popularity items are parted and drawn (``strata.plan``); None: by none."""

    @property
    def in_order(self) -> tuple[str, ...]:
        """The forms, once each, the one first that patterns have by themselves."""
        given = tuple(dict.fromkeys(self.forms))
        own = tuple(one for one in given if one in (forms.OF_FACTS,))
        return own + tuple(one for one in given if one not in own)

    @property
    def showing(self) -> Showing:
        """What the prompts of texts show."""
        return Showing(self.demonstrations, self.similarity, self.unseen, self.legacy)

    def with_paths(self) -> "ExportOptions":
        """The same options, each path in them a ``Path``, also where a text was given."""
        synonyms = None if self.synonyms is None else Path(self.synonyms)
        views = None if self.popularity is None else Path(self.popularity)
        templates = tuple(map(Path, self.templates))
        return msgspec.structs.replace(
            self, templates=templates, synonyms=synonyms, popularity=views
        )

    def check(self) -> None:
        """Raise BenchmarkError for a number that is too small."""
        if self.candidates < 1:
            raise BenchmarkError(f"--candidates {self.candidates}: at least 1, the target itself")
        if self.paraphrases < 1:
            raise BenchmarkError(f"--paraphrases {self.paraphrases}: at least 1 for each template")
        if not 1 <= self.choices <= MOST_CHOICES:
            raise BenchmarkError(
                f"--choices {self.choices}: from 1 to {MOST_CHOICES} distractors beside the right "
                "choice"
            )
        self._check_forms()

    def _check_forms(self) -> None:
        known = [name for name in forms.form_names() if not forms.asks_items(name)]
        if strange := [name for name in self.forms if name not in known]:
            raise BenchmarkError(
                f"--forms: no form {strange[0]!r} of questions about facts; available: "
                f"{', '.join(known)}"
            )
        if not self.slots or set(self.slots) - set(SLOTS):
            raise BenchmarkError(
                f"--slots {','.join(self.slots)}: give {' or '.join(SLOTS)}, or both"
            )
