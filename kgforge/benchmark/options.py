"""What a benchmark can be made with: the options of ``export``."""

from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kgforge import forms
from kgforge.benchmark.distractors import Match
from kgforge.benchmark.generators import KINDS, TOKENS, TRIES, Job, named
from kgforge.errors import BenchmarkError
from kgforge.extraction import TFIDF
from kgforge.forms import CHOICES, MOST_CHOICES
from kgforge.schema import CONTEXTS, PLAIN, Compression, ModelOptions, Showing

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
    further: tuple[str, ...] = ()
    """Further languages: each pattern of facts is there once more in each (``languages``)."""
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
    contexts: tuple[str, ...] = ()
    """Which texts stand before questions, besides the questions without one."""
    name: str = ""
    """What the benchmark is called in reports and in the card; empty: by its sources."""
    popularity: Path | None = None
    """A file that says how popular entities are (``views.read_views``); None: their degree does."""
    strata: str | None = None
    """By which strata of popularity items are parted and drawn (``strata.plan``); None: by none."""
    generators: tuple[str, ...] = ()
    """What words facts: ``template``, ``masking:MODEL``, ``question:MODEL``, ``translation:MODEL``;
    empty: templates."""
    tries: int = TRIES
    """How many texts a model is asked for, at most, until one words a fact."""
    generated: Path | None = None
    """A file of generated texts (``generated.jsonl``), which are not asked for again."""
    fluency: str | None = None
    """A model that measures how likely wordings are; None: none does."""
    model: ModelOptions = ModelOptions(max_new_tokens=TOKENS)
    """How the models of generators are asked."""
    compress: Compression | None = None
    """How the files of items are compressed; None: they are plain."""
    keep_flagged: bool = False
    """Whether items are kept in which checks find a fault (``kgforge.benchmark.checks``)."""

    @property
    def in_order(self) -> tuple[str, ...]:
        """The forms, once each, the one first that patterns have by themselves."""
        given = tuple(dict.fromkeys(self.forms))
        own = tuple(one for one in given if one in (forms.OF_FACTS,))
        return own + tuple(one for one in given if one not in own)

    @property
    def packed(self) -> Compression | UnsetType:
        """How the files of items are compressed, as ``DataFile.compression`` has it."""
        return self.compress or UNSET

    @property
    def showing(self) -> Showing:
        """What the prompts of texts show."""
        return Showing(self.demonstrations, self.similarity, self.unseen, self.legacy)

    @property
    def languages(self) -> tuple[str, ...]:
        """All languages, the first one first."""
        return (self.language, *self.further)

    def speaking(self, language: str) -> "ExportOptions":
        """The same options in a further language, where the first is the one further: without what
        models and sentences say, which is of the first alone.
        """
        return msgspec.structs.replace(
            self,
            language=language,
            further=(self.language,),
            synonyms=None,
            paraphraser=None,
            generators=(),
            contexts=(),
        )

    def with_paths(self) -> "ExportOptions":
        """The same options, each path in them a ``Path``, also where a text was given."""
        synonyms = None if self.synonyms is None else Path(self.synonyms)
        views = None if self.popularity is None else Path(self.popularity)
        earlier = None if self.generated is None else Path(self.generated)
        templates = tuple(map(Path, self.templates))
        return msgspec.structs.replace(
            self, templates=templates, synonyms=synonyms, popularity=views, generated=earlier
        )

    @property
    def job(self) -> Job:
        """What models are to write and measure."""
        return Job(
            named(self.generators),
            self.language,
            self.seed,
            self.tries,
            self.model,
            self.generated,
            self.fluency or "",
        )

    @property
    def in_contexts(self) -> tuple[str, ...]:
        """The contexts besides ``none``, in their order."""
        return tuple(one for one in CONTEXTS if one in self.contexts)

    def check(self) -> None:
        """Raise BenchmarkError for a number that is too small, or a name that is none."""
        if self.candidates < 1:
            raise BenchmarkError(f"--candidates {self.candidates}: at least 1, the target itself")
        if self.paraphrases < 1:
            raise BenchmarkError(f"--paraphrases {self.paraphrases}: at least 1 for each template")
        if not 1 <= self.choices <= MOST_CHOICES:
            raise BenchmarkError(
                f"--choices {self.choices}: from 1 to {MOST_CHOICES} distractors beside the right "
                "choice"
            )
        tags = (self.language, *self.further)
        if self.further and len(set(tags)) < len(tags):
            raise BenchmarkError(f"--languages {','.join(tags)}: give each language once")
        if self.compress not in (None, *get_args(Compression)):
            raise BenchmarkError(
                f"--compress {self.compress}: give {' or '.join(get_args(Compression))}"
            )
        if self.tries < 1:
            raise BenchmarkError(f"--tries {self.tries}: at least 1 text for each fact")
        self._check_forms()
        self._check_generators()

    def _check_generators(self) -> None:
        """Raise BenchmarkError for generators that are none, or of whose words there is no use."""
        if self.generated is not None and not self.job:
            raise BenchmarkError(
                "--generated: no generator is to word facts: give --generators, as in "
                "--generators template,masking"
            )
        asked = {forms.of_facts(one).WORDS for one in self.in_order or (forms.OF_FACTS,)}
        for name in named(self.generators):
            kind = KINDS.get(name)
            if kind and kind not in asked:
                fitting = [
                    one
                    for one in forms.form_names()
                    if not forms.asks_items(one) and kind == forms.of_facts(one).WORDS
                ]
                raise BenchmarkError(
                    f"--generators {name}: no form asks facts in its words: add one of these to "
                    f"--forms: {', '.join(fitting)}"
                )

    def _check_forms(self) -> None:
        known = [name for name in forms.form_names() if not forms.asks_items(name)]
        if strange := [name for name in self.forms if name not in known]:
            raise BenchmarkError(
                f"--forms: no form {strange[0]!r} of questions about facts; available: "
                f"{', '.join(known)}"
            )
        if unknown := [one for one in self.contexts if one not in (PLAIN, *CONTEXTS)]:
            raise BenchmarkError(
                f"--context: no context {unknown[0]!r}; available: {', '.join((PLAIN, *CONTEXTS))}"
            )
        if not self.slots or set(self.slots) - set(SLOTS):
            raise BenchmarkError(
                f"--slots {','.join(self.slots)}: give {', '.join(SLOTS)} or {','.join(SLOTS)}"
            )
