"""Generators: what words the facts of a benchmark besides its templates.

``masking`` lets a model say a fact in a sentence, whose two names become slots; ``question`` lets
it ask for the object; ``translation`` lets it translate the fact's English sentence, once a
translator and once a language model, to be compared. Each wording is of that fact alone. What is of
no use is asked for again, in another way, and counted by reason.

Facts that hold are worded so, one hop long. What follows from other facts, must not hold, is
computed, or is a chain keeps its templates: a sentence of a model could say it as if it were any
other fact. Templates also word what no generator is for: sentences where there is no ``masking``,
questions where there is no ``question``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from msgspec import UNSET, Struct

from kgforge.benchmark.generators import translating
from kgforge.benchmark.generators.answering import Answering
from kgforge.benchmark.generators.asking import Author, Texts
from kgforge.benchmark.generators.checks import Task
from kgforge.benchmark.generators.checks import flaw as _checked_flaw
from kgforge.benchmark.generators.fluency import Gauge
from kgforge.benchmark.generators.kept import FILE, Index, Keeper
from kgforge.benchmark.generators.requests import Asking
from kgforge.benchmark.generators.tallies import miscounted
from kgforge.benchmark.generators.translating import ENGLISH, Sources
from kgforge.benchmark.wordings import Wording
from kgforge.errors import BenchmarkError
from kgforge.models import is_of_server
from kgforge.ontology import SLOTS, Vocabulary
from kgforge.schema import (
    LLM_TRANSLATION,
    MASKING,
    QUESTION,
    TRANSLATION,
    TRANSLATIONS,
    Generated,
    Item,
    ItemFact,
    ModelOptions,
    Prompt,
    Skip,
    Unworded,
)
from kgforge.stores import Store

__all__ = [
    "FILE",
    "KINDS",
    "NAMES",
    "TEMPLATE",
    "TOKENS",
    "TRIES",
    "Generators",
    "Job",
    "Task",
    "Texts",
    "Words",
    "flaw",
    "miscounted",
    "named",
    "opened",
    "refuse_names",
]

TEMPLATE: Final = "template"
KINDS: Final[Mapping[str, Literal["wordings", "questions"]]] = MappingProxyType(
    {
        MASKING: "wordings",
        QUESTION: "questions",
        TRANSLATION: "wordings",
        LLM_TRANSLATION: "wordings",
    }
)
"""What each generator writes (``FactForm.WORDS``)."""
NAMES: Final = (TEMPLATE, *KINDS)
TRANSLATES: Final = "seq2seq"
"""Of which family a translator is told the sentence alone."""
TRIES: Final = 3
"""So many texts are asked for, at most, until one is kept."""
TOKENS: Final = 64
"""So many tokens a text has at most."""

Words = tuple[Sequence[Wording], Sequence[Wording]]
"""Sentences, and questions."""


def named(given: Sequence[str]) -> dict[str, str]:
    """Generators, each with the address of its model, in order. Raises BenchmarkError else.

    A translator that is a language model goes by a name of its own (``LLM_TRANSLATION``).
    """
    found: dict[str, str] = {}
    for one in given:
        name, _, address = one.partition(":")
        if name == TRANSLATION and _is_language_model(address, found):
            name = LLM_TRANSLATION
        if name not in NAMES or name in found or (name == TEMPLATE and address):
            why = "named twice" if name in found else "no generator"
            raise BenchmarkError(
                f"--generators {one}: {why}; write {TEMPLATE}, {MASKING}:MODEL, "
                f"{QUESTION}:MODEL and {TRANSLATION}:MODEL, once of {TRANSLATES}: and once of "
                "another family, as in "
                "template,masking:causal:gpt2"
            )
        found[name] = address
    return found


def _is_language_model(address: str, found: Mapping[str, str]) -> bool:
    """Whether a translator is one that is shown examples; without an address the second is."""
    if address:
        return address.partition(":")[0] != TRANSLATES
    return TRANSLATION in found


class Job(Struct, frozen=True):
    """What is to be generated, and how."""

    names: Mapping[str, str]
    """Each generator with the address of its model, in order."""
    language: str
    seed: int
    tries: int = TRIES
    model: ModelOptions = ModelOptions(max_new_tokens=TOKENS)
    earlier: Path | None = None
    """A file of generated texts, which are not asked for again."""
    fluency: str = ""
    """The address of a model that measures wordings; empty: none does."""

    def __bool__(self) -> bool:
        """Whether there is anything that templates do not do."""
        return bool(self.fluency or set(self.names) - {TEMPLATE})


@contextmanager
def opened(job: Job, folder: Path, out: Path) -> Iterator["Generators | None"]:
    """What does a job while a benchmark's folder is written; None where there is none to do.

    Raises ModelError for a model that cannot be asked, and BenchmarkError for a file that is none.
    """
    _refuse_idle_options(job)
    if {*TRANSLATIONS} & {*job.names} and job.language.partition("-")[0] == ENGLISH:
        raise BenchmarkError(
            f"--generators {TRANSLATION}: the benchmark is in English, from which it translates: "
            "give another --language"
        )
    if not job:
        yield None
        return
    earlier = Index.read(job.earlier) if job.earlier else None
    with closing(Keeper(folder / FILE, earlier)) as keeper:
        yield Generators(job, keeper, out)


def flaw(item: Item, at: int, prompt: Prompt) -> str:
    """What is wrong with a prompt in words of a model; empty where nothing is."""
    if prompt.generator in TRANSLATIONS:
        task = Task.of(item.id, item.facts, at)
        return translating.flaw(item.facts[at], task, prompt)
    return _checked_flaw(item, at, prompt)


def refuse_names(job: Job, patterns: Iterable[str]) -> None:
    """Raise BenchmarkError for a pattern whose items would lie where the texts of models do."""
    if job and FILE.removesuffix(".jsonl") in patterns:
        raise BenchmarkError(
            f"a pattern is called as the file of generated texts, {FILE}: rename the pattern"
        )


def _refuse_idle_options(job: Job) -> None:
    """Raise BenchmarkError for options of a server where none is asked."""
    if job.model.chat and not any(is_of_server(one) for one in job.names.values() if one):
        raise BenchmarkError(
            "--url, --api, --concurrency and --timeout are for models behind a server: name one, "
            "as in --generators masking:openai:NAME, or leave them out"
        )


class Generators:
    """Words facts by models, and keeps all that they wrote in a benchmark's folder."""

    def __init__(self, job: Job, keeper: Keeper, out: Path) -> None:
        """*out* is the benchmark's folder; beside it paid answers are kept meanwhile."""
        self._job = job
        self._keeper = keeper
        self._authors = [self._author(name) for name in job.names if name in KINDS]
        self._gauge = Gauge(job.fluency, job.model, self._keeper) if job.fluency else None
        self._sources: Sources | None = None
        self._whole: Counter[str] = Counter()
        self._journals = [
            path
            for one in self._authors
            for path in [out.parent / f"{out.name}.{one.generator}.journal.jsonl"]
            if one.model.keep(path)
        ]

    def _author(self, name: str) -> Author:
        job = self._job
        model = Answering(name, job.names[name], job.model, self._keeper)
        bare = name in TRANSLATIONS and model.about.family == TRANSLATES
        return Author(Asking(name, job.language, job.seed, bare), model, self._keeper, job.tries)

    def speak_english(self, store: Store, vocabulary: Vocabulary) -> None:
        """Learn from a graph what is to be translated."""
        if {*TRANSLATIONS} & {*self._job.names}:
            self._sources = Sources(store, vocabulary)

    # ── Words ───────────────────────────────────────────────────────────────────────────────────
    def words(self, tasks: Sequence[Task]) -> Mapping[str, Texts]:
        """What comes of some facts, by generator."""
        if self._sources:
            tasks = self._sources.given(tasks)
        return {one.generator: one.words(tasks) for one in self._authors}

    def mixed(
        self, own: Words, found: Mapping[str, Texts], fact: tuple[str, int]
    ) -> tuple[Words, list[Unworded]]:
        """The words of a fact by all generators in order, and which leave it without any.

        *own* are those of templates.
        """
        unworded: list[Unworded] = []
        every: list[Sequence[Wording]] = []
        for kind, templates in zip(("wordings", "questions"), own, strict=True):
            names = [one for one in self._job.names if KINDS.get(one, kind) == kind]
            if names in ([], [TEMPLATE]):
                every.append(templates)
                continue
            said: list[Wording] = []
            failed: list[Unworded] = []
            for name in names:
                if name == TEMPLATE:
                    said += templates
                elif text := found[name][fact].template:
                    said.append(Wording(text, name, found[name][fact].said))
                else:
                    failed.append(Unworded(name, found[name][fact].reason))
            every.append(said)
            unworded += [] if said else failed
        return (every[0], every[1]), unworded

    # ── Fluency ─────────────────────────────────────────────────────────────────────────────────
    def measure(self, items: Iterable[Item | Skip]) -> None:
        """Measure the wordings of items, if that was asked for; and note what can be asked."""
        made = [item for item in items if isinstance(item, Item)]
        for item in made:
            self._whole[item.pattern] += all(
                fact.prompts for fact in item.facts if fact.holds is not False
            )
        if self._gauge:
            self._gauge.measure(
                (prompt.generator, _filled(prompt.template, fact, prompt.said or ""))
                for item in made
                for fact in item.facts
                for prompt in fact.prompts
            )

    def refuse_unasked(self) -> None:
        """Raise BenchmarkError for a pattern none of whose items can be asked in full."""
        unasked = [name for name, items in sorted(self._whole.items()) if not items]
        if not unasked:
            return
        told = "; ".join(
            f"{one.generator}: {reason}: {count:,}"
            for one in (author.made() for author in self._authors)
            for reason, count in one.without.items()
        )
        raise BenchmarkError(
            f"{unasked[0]}: no item has all its facts in the words of models (not worded: {told}): "
            "ask another model, or let templates word facts, too: --generators template,…"
        )

    # ── The end ─────────────────────────────────────────────────────────────────────────────────
    def made(self) -> Generated:
        """What the manifest says; the file is whole then."""
        gauge = self._gauge
        models = [one.model for one in self._authors] + ([gauge.model] if gauge else [])
        for one in models:
            self._keeper.add(one.record())
        return Generated(
            self._keeper.file(),
            tuple(self._job.names) or (TEMPLATE,),
            self._job.tries,
            tuple(one.made() for one in self._authors),
            gauge.made() if gauge else UNSET,
        )

    def done(self) -> None:
        """Remove what was kept in case of a failure."""
        for path in self._journals:
            path.unlink(missing_ok=True)


def _filled(template: str, fact: ItemFact, form: str = "") -> str:
    """A wording with the names of its fact in its slots, the object's in a form of its own."""
    labels = {SLOTS[0]: fact.subject.label, SLOTS[1]: form or fact.object.label}
    return re.sub(r"\[[XY]\]", lambda slot: labels[slot[0]], template)
