"""What a benchmark can be made with: the options of ``export``."""

from pathlib import Path

import msgspec
from msgspec import Struct

from kgforge.benchmark.distractors import Match
from kgforge.errors import BenchmarkError
from kgforge.extraction import TFIDF
from kgforge.schema import Showing


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
    name: str = ""
    """What the benchmark is called in reports and in the card; empty: by its sources."""
    popularity: Path | None = None
    """A file that says how popular entities are (``views.read_views``); None: their degree does."""
    strata: str | None = None
    """By which strata of popularity items are parted and drawn (``strata.plan``); None: by none."""

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
