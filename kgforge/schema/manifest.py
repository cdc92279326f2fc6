"""What describes a benchmark: ``manifest.json``."""

import itertools
import re
import shlex
from typing import Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from kgforge.schema.files import DataFile
from kgforge.schema.generated import Generated
from kgforge.schema.graph import GraphId, Source
from kgforge.schema.mined import Fallback
from kgforge.sheets import Result, Sheet, sheet

_NAMED: Final = 3
"""How many sources name a benchmark."""
_UNNAMED: Final = re.compile(r"[*?\[]|^-$")
_ADDRESS: Final = re.compile(r"[a-z0-9]+:(?!//)(?=.)")
_ENDINGS: Final = re.compile(r"(?<=.)(\.[A-Za-z]\w{0,9}|\.7z)+$")
_ARCHIVES: Final = re.compile(r"(?<=.)(\.tar(\.\w+)?|\.tgz|\.tbz2?|\.db)$", re.I)


def _sources(command: str) -> list[str]:
    """The sources of a load, without the names of their loaders and the folders they lie in."""
    words = itertools.takewhile(lambda word: not word.startswith("--"), shlex.split(command))
    rests = (_ADDRESS.sub("", word, count=1) for word in words)
    return [rest.partition("://")[2] or rest.rpartition("/")[2] for rest in rests]


def _stem(name: str, *, is_file: bool) -> str:
    """A file's name without its endings; of what may be a folder (``v3.0``) only an archive's."""
    return (_ENDINGS if is_file else _ARCHIVES).sub("", name)


class TemplateFile(Struct, frozen=True):
    """A file of labels, templates and axioms that worded a benchmark."""

    file: str
    sha256: str


class SynonymFile(TemplateFile, frozen=True):
    """A file of synonyms."""

    wordings: int
    """How many wordings it gave to the predicates that were asked; not none."""


class Paraphrases(Struct, frozen=True):
    """What a paraphraser made of the templates of a benchmark, and how it was asked."""

    file: DataFile
    """Turtle, by which ``export --templates`` words facts the same without the model."""
    model: str
    """A hub's name, or a folder's base name."""
    revision: str | None
    weights: str
    """SHA-256 over its configuration and weights."""
    tokenizer: str
    """The same over its tokenizer's files."""
    versions: dict[str, str]
    asked: dict[str, Any]
    """How it was asked: placeholders of the slots, what stands before a template, sampling."""
    seed: int
    templates: int
    """How many templates were asked for, …"""
    candidates: int
    """… and so many candidates for each."""
    kept: int
    rejected: dict[str, int]
    """Reason to how many candidates are no prompts."""


class Floor(Struct, frozen=True):
    """What a baseline scores on a pattern, by the pattern's own metric."""

    answerer: str
    """``gold``, ``empty``, ``random`` or ``frequent`` (``kgforge.scoring.fact_floors``)."""
    k: int
    numerator: float
    denominator: float
    value: float | None
    """None where it is undefined (0/0)."""
    metric: str | UnsetType = UNSET
    """By which metric, where it is not the pattern's own."""


class Posed(Struct, frozen=True):
    """The prompts of a pattern that are of one form and ask for one end of a fact."""

    form: str
    slot: str
    prompts: int
    facts: int
    """How many facts have such a prompt."""
    lacking: dict[str, int]
    """Reason to how many facts have none."""
    fallback: int
    """How many facts have a generic wording."""
    gold: dict[str, int]
    """What is right to how many prompts: a letter, a truth value; empty where it is a name."""
    uneven: int
    """The greatest difference between two of these counts within a group; of letters among
    questions with equally many choices."""
    choices: dict[int, int]
    """How many choices, the right one among them, to how many prompts; empty without any."""
    floors: tuple[Floor, ...] = ()
    """What baselines score, which answer all these prompts; at one k where all are alike."""


class Sizes(Struct, frozen=True):
    """How large a pattern's items are together."""

    triples: int
    """Distinct facts; those that must not hold are left out."""
    predicates: int
    """Distinct ones of these facts."""
    entities: int
    """Distinct ones of these facts, as subject or object; literals are left out."""
    example: str
    """The first item of the group that has most."""


class Made(Struct, frozen=True):
    """One pattern of a benchmark."""

    name: str
    description: str
    metric: str
    params: dict[str, Any]
    """Parameter values: numbers, texts, or lists of them."""
    queries: dict[str, str]
    """Each language to SHA-256 of the query's text (``Mined.queries``)."""
    seed: int
    """The seed it was mined with."""
    items: int
    groups: int
    """How many groups its items come from."""
    skipped: dict[str, int]
    """Reason to how many instances became no item."""
    fallback: int
    """How many facts had no template for their role and took a generic wording."""
    guards: dict[str, int]
    """Guard to how many distractors it removed, over all items. It also has the other counts of
    ``benchmark.guards``, such as ``guards.UNLIKE`` and ``guards.SHORT``."""
    floors: tuple[Floor, ...] = ()
    """Each baseline's score at each k; none in a manifest of version 0.2 or older."""
    sizes: Sizes | None = None
    twice: int | None = None
    """How many items ask two facts in the same words that have no answer in common. With one answer
    (k = 1) a model cannot be right about both."""
    candidates: dict[int, int] | None = None
    """Each number of candidates, the target among them, to how many facts have so many. This,
    ``twice`` and ``sizes`` are null in a manifest of version 0.2 or older."""
    flags: dict[str, int] = {}
    """Flag (``Group.flags``) to how many of the groups that its items come from carry it."""
    form: str = "cloze"
    """Of which form its prompts are."""
    variant_of: str = ""
    """The pattern whose test items these are, once more, with their facts invented."""
    confidence: dict[str, float] | UnsetType = UNSET
    """The confidence of each group that its items come from (``Group.confidence``)."""
    names: dict[str, int] | UnsetType = UNSET
    """Where names come from that are no labels in the benchmark's language (``Named.by``), to how
    many entities and predicates of its facts, answers and candidates are named so; absent: none."""
    matches: dict[str, int] | UnsetType = UNSET
    """How often each group that its items come from was found in the graph (``Group.matches``)."""
    otherwise: Fallback | UnsetType = UNSET
    """As ``Mined.otherwise``."""
    forms: tuple[Posed, ...] | UnsetType = UNSET
    """Its prompts by form, in the order of each fact's; absent where all are statements with a slot
    in the place of the object."""
    contexts: dict[str, int] | UnsetType = UNSET
    """Each context (``Prompt.context``) but ``none`` to how many facts have a prompt with it."""
    contextless: dict[str, dict[str, int]] | UnsetType = UNSET
    """Each context to why facts have no prompt with it, to how many; an end that is asked for
    counts by itself."""
    wordless: dict[str, int] | UnsetType = UNSET
    """Each form that asks nothing, since there are no words for it in the pattern's language, to
    how many facts it does not ask; absent: none."""
    unposed: dict[str, dict[str, int]] | UnsetType = UNSET
    """Each form that was asked for and of which it has no prompt, to why, to how many facts;
    absent: none."""
    flagged: dict[str, int] | UnsetType = UNSET
    """Each reason of a flag (``Flag.reason``) to how many of its items carry one; behind it *(by
    design)* where the flag is exempt. Absent: none."""
    unasked: str | UnsetType = UNSET
    """Why a foreign endpoint could not be asked for the names that its entities share; absent: it
    could, or need not be."""
    refilled: int | UnsetType = UNSET
    """How many of its items were drawn in the place of instances that became none: what is skipped
    and the items are so many more than the instances. Absent: none."""
    entailed: int | UnsetType = UNSET
    """How many facts have an accepted answer that follows from the graph (``Accepted.entailed``);
    absent: none."""

    @property
    def asks(self) -> tuple[str, ...]:
        """The forms of its prompts, the first one first."""
        return tuple(dict.fromkeys((self.form, *(one.form for one in self.forms or ()))))

    @property
    def unranked(self) -> int:
        """How many facts have fewer than two candidates, and so are not asked by a ranking."""
        return sum(facts for number, facts in (self.candidates or {}).items() if number < 2)


class Bond(Struct, frozen=True):
    """What must not stand in two splits: a kind of key that items share."""

    keys: int
    """How many there are."""
    crossing: int
    """How many of them stand in more than one split: 0, if the split is not a published one."""


class Split(Struct, frozen=True):
    """How the items of a benchmark were split."""

    kind: str
    """``random``, ``entity``, ``predicate`` or ``popularity``; ``published`` if the data set came
    with its splits, which may leak."""
    shares: dict[str, int]
    """Split to the percentage of each pattern's items that was asked for."""
    items: dict[str, dict[str, int]]
    """Pattern to split to how many items it has."""
    left_out: dict[str, int]
    """Pattern to how many items are in no split, since they are bonded to two."""
    bonds: dict[str, Bond]
    """The leak report: each kind of key, counted in the files."""
    recurring: Bond | None = None
    """How many answers of test (objects of facts that hold) are also subject or object in train.
    This is no leak: an answer may recur. None in a manifest of version 0.2 or older."""


class Showing(Struct, frozen=True):
    """What the prompts of texts show, and whether there is an unseen variant of them."""

    demonstrations: int = 1
    """How many training items; fewer where train has no more."""
    similarity: str = "tfidf"
    """By what they are chosen (``demonstrations.similarity``)."""
    unseen: bool = False
    legacy: bool = False
    """Whether the layout is that of the first published prompts (``prompt.compose``)."""


def _is_empty(made: Made) -> bool:
    """Whether there was no instance that could have given an item."""
    return not made.items and not made.skipped


class Manifest(Result, Struct, frozen=True):
    """``manifest.json``: what a benchmark holds, and what it was made from."""

    format: int
    name: str
    """``kgforge-`` and 12 hex digits that follow from the files' bytes."""
    kgforge: str
    files: tuple[DataFile, ...]
    graph: GraphId
    sources: tuple[Source, ...]
    patterns: tuple[Made, ...]
    seed: int
    """The seed of export, by which distractors were drawn."""
    languages: tuple[str, ...]
    templates: tuple[TemplateFile, ...]
    candidates: int
    given: dict[str, str] = {}
    """The parameters that mining was given, as text."""
    split: Split | UnsetType = UNSET
    """Absent where all items are for testing."""
    rules: tuple[tuple[str, str], ...] = ()
    """Pairs of predicates that were mined as each other's inverse. An object that follows by them
    is no distractor, as with an axiom."""
    match: Literal["popularity"] | UnsetType = UNSET
    """How distractors are matched to their targets besides class; absent: not at all."""
    synonyms: SynonymFile | UnsetType = UNSET
    """Absent where there is no file of synonyms."""
    paraphrases: Paraphrases | UnsetType = UNSET
    """Absent where no model was asked."""
    ontologies: tuple[DataFile, ...] | UnsetType = UNSET
    """The ontologies that were mined by; absent where there is none."""
    showing: Showing | UnsetType = UNSET
    """Absent where no item is a text."""
    converted: str | UnsetType = UNSET
    """The layout that it was converted from (``kgforge.formats``), whose files are its sources;
    absent where it was mined from a graph."""
    title: str | UnsetType = UNSET
    """What it is called, where a name was given."""
    loads: tuple[str, ...] | UnsetType = UNSET
    """How the graph was loaded: the arguments of each ``kgforge load`` (``Entry.loads``). Absent
    where that is not known, as for what version 0.5 or older loaded."""
    mined_in: str | UnsetType = UNSET
    """The language in which its instances could be named when they were drawn
    (``Mining.language``); absent: ``en``."""
    exclude: tuple[str, ...] | UnsetType = UNSET
    """The predicates that were not to be asked about (``mine --exclude``); absent: none."""
    untyped: bool | UnsetType = UNSET
    """True: no fact of the graph gives an entity a type, so no class of any candidate is known."""
    popularity: TemplateFile | UnsetType = UNSET
    """The file that says how popular entities are; absent where none was given."""
    strata: str | UnsetType = UNSET
    """How items were parted by popularity (``--strata``); absent: not at all."""
    forms: tuple[str, ...] | UnsetType = UNSET
    """The forms of questions about facts, in order; absent: those of the patterns."""
    choices: int | UnsetType = UNSET
    """How many distractors a question with choices was to have; absent where there is none."""
    slots: tuple[str, ...] | UnsetType = UNSET
    """Which ends of facts are asked for; absent: the object alone."""
    generated: Generated | UnsetType = UNSET
    """What models wrote to word its facts; absent where none did."""
    contexts: tuple[str, ...] | UnsetType = UNSET
    """Which texts stand before questions, in order; absent: none."""
    unused_templates: dict[str, str] | UnsetType = UNSET
    """The predicates that files of ``--templates`` word and that no item has, each with the one
    that was probably meant (empty: none is like it); absent: none."""
    keep_flagged: bool | UnsetType = UNSET
    """True: items in which checks find a fault were kept (``--keep-flagged``); absent: they were
    left out, unless a version before 0.10 made them, which had no checks."""

    @property
    def called(self) -> str:
        """What it is called: by the name given, else by its sources, else by its own name."""
        names = [self.title] if self.title else self._called_by_sources()
        more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
        return " and ".join([", ".join(names[:_NAMED]), *more]) if names else self.name

    def _called_by_sources(self) -> list[str]:
        """The names of what was given as sources: files of labels and ontologies are none.

        Where that does not name them (a pattern, standard input) or is not known, all files.
        """
        files = {source.file.rpartition("/")[2] for source in self.sources}
        given = [source for command in self.loads or () for source in _sources(command)]
        if not given or any(_UNNAMED.search(one) for one in given):
            given = [source.file.rpartition("/")[2] for source in self.sources]
        return list(dict.fromkeys(_stem(one, is_file=one in files) for one in given))

    def sheets(self) -> list[Sheet]:
        """How many items each pattern gave, in which splits, and what was skipped.

        A pattern without any instance has no row for each further language.
        """
        shares = self.split.shares if self.split else {}
        columns = ("pattern", "items", *shares, "groups", "skipped")
        idle = {made.name: made.variant_of for made in self.patterns if self._is_idle(made)}
        rows = [list(one.values()) for one in self.records() if one["pattern"] not in idle]
        found = sheet(self.called, columns, rows)
        if idle:
            names = ", ".join(dict.fromkeys(idle.values()))
            found.caption = f"no instance, and so no row for each further language: {names}"
        return [found]

    def _is_idle(self, made: Made) -> bool:
        """Whether a variant in a further language is one of nothing."""
        language = made.name.removeprefix(f"{made.variant_of}_")
        is_variant = bool(made.variant_of) and language in self.languages
        nothing = [one for one in self.patterns if one.name == made.variant_of and _is_empty(one)]
        return is_variant and bool(nothing) and _is_empty(made)

    def records(self) -> list[dict[str, Any]]:
        """A row for each pattern."""
        counts = self.split.items if self.split else {}
        return [
            {
                "pattern": made.name,
                "items": made.items,
                **counts.get(made.name, {}),
                "groups": made.groups,
                "skipped": "; ".join(
                    f"{reason}: {count:,}" for reason, count in made.skipped.items()
                )
                or "none",
            }
            for made in self.patterns
        ]

    @property
    def named(self) -> tuple[DataFile, ...]:
        """All files that it names, those of items first."""
        made = (one.file for one in (self.paraphrases, self.generated) if one)
        return (*self.files, *(self.ontologies or ()), *made)

    @property
    def compression(self) -> str:
        """How its items are compressed; empty: not at all."""
        return next((file.compression for file in self.files if file.compression), "")

    @property
    def metrics(self) -> dict[str, str]:
        """The metric of each pattern."""
        return {made.name: made.metric for made in self.patterns}
