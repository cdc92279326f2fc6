"""What export writes: items, their facts and their prompts."""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from kgforge.schema.graph import Triple
from kgforge.schema.mined import Computed, Count

NamedBy = Literal[
    "label in a variety of the language", "label for all languages", "surface form", "local name"
]
"""Where a name comes from that is no label in the benchmark's language: a label in a variety of it
(``en-gb`` of ``en``), or one that holds in any language (Wikidata's ``mul``), the form in which
sentences name an entity, or the IRI."""


class Named(Struct, frozen=True, gc=False):
    """An entity and its label in the benchmark's language."""

    id: str
    label: str
    by: NamedBy | UnsetType = UNSET
    """Where the label comes from; absent where it is a label in that language, or a literal."""


NONE: Final = Named("", "none")
"""The object of a fact that has none (``ItemFact.answers`` is empty): to say so is right."""


class Predicate(Struct, frozen=True, gc=False):
    """A predicate; ``kind`` is ``1-1``, ``1-N``, ``N-1``, ``N-M``, or empty if unknown."""

    id: str
    label: str
    description: str = ""
    kind: str = ""
    by: NamedBy | UnsetType = UNSET
    """As ``Named.by``."""


class Accepted(Struct, frozen=True, gc=False):
    """An object that counts as right, with every name by which it may be called."""

    id: str
    label: str
    aliases: tuple[str, ...] = ()
    by: NamedBy | UnsetType = UNSET
    """As ``Named.by``."""
    forms: tuple[str, ...] | UnsetType = UNSET
    """The label as sentences inflect it (*Praze* of *Praha*): label and forms are the answer in the
    narrow sense, where the other aliases are other names of it. They stand among the aliases, too.
    Absent: it is not known how it is inflected."""
    entailed: bool | UnsetType = UNSET
    """True: the graph does not state it, but it follows from the graph by an axiom, such as a
    symmetric predicate; absent: it is stated, or computed."""


class Prompt(Struct, frozen=True, gc=False):
    """One wording of one question."""

    form: str
    """Of which form it is: a module of ``kgforge.forms``."""
    language: str
    slot: Literal["object", "subject", "none"]
    """``none`` where the answer is written after the prompt."""
    context: str
    """``none``, or which text stands before the question (``CONTEXTS``)."""
    generator: str
    """``template``; ``fallback`` where the predicate has none for this role; ``synonym`` or
    ``paraphrase`` of a template; ``masking`` or ``question`` where a model wrote it for this fact
    alone, ``translation`` where a translator did, ``llm_translation`` where a chat model did
    (``MODELS``)."""
    text: str
    """The statement, with ``[MASK]`` (schema.SLOT) where the answer belongs; else all of it."""
    template: str
    choices: tuple[str, ...] = ()
    """Of ``multiple_choice``: the texts, in the order of their letters."""
    gold: str = ""
    """What is right to say where no accepted answer is: a letter, a truth value, triples."""
    claimed: Named | UnsetType = UNSET
    """Of ``true_false``: what the statement puts into the slot, be it true or not."""
    passage: str | UnsetType = UNSET
    """The text that stands before the question (``context``); ``text`` holds it, too."""
    planted: Named | UnsetType = UNSET
    """Of an antifactual passage: what it names in the place of what is asked for."""
    forms: tuple[str, ...] | UnsetType = UNSET
    """What the fact's candidates are called in this sentence, which inflects them, in their order;
    absent: as their labels are."""
    said: str | UnsetType = UNSET
    """Of a translated sentence: the form in which the target stands in it (*Praze* of *Praha*)."""

    @property
    def bare(self) -> str:
        """The text without the passage before it."""
        return self.text.removeprefix(f"{self.passage}\n") if self.passage else self.text


class Evidence(Struct, frozen=True, gc=False):
    """A sentence that expresses a fact, and the document it stands in."""

    text: str
    source: str


class Side(Struct, frozen=True, gc=False):
    """What is right, and what can be chosen, where a fact is asked for its subject."""

    answers: tuple[Accepted, ...]
    """All subjects that count as right, the fact's own first."""
    candidates: tuple[Named, ...]
    """The subject and its guarded distractors, by code point of their ids."""


class Unworded(Struct, frozen=True, gc=False):
    """A generator of which no text words a fact."""

    generator: str
    reason: str
    """Why its last text is rejected, or why none was asked for."""


class ItemFact(Struct, frozen=True):
    """One fact of an item, ready to be asked."""

    role: str
    subject: Named
    predicate: Predicate
    object: Named
    """The target: the object that was mined; ``NONE`` where the subject has no object."""
    holds: bool | None
    answers: tuple[Accepted, ...]
    """All objects that count as right, the target first; empty where none does."""
    candidates: tuple[Named, ...]
    """The target, if there is one, and its guarded distractors, by code point of their ids."""
    prompts: tuple[Prompt, ...]
    evidence: tuple[Evidence, ...] = ()
    subjects: Side | UnsetType = UNSET
    """For prompts whose slot is the subject; absent where there is none."""
    via: tuple[Named, ...] | UnsetType = UNSET
    """Of a chain: the entities between subject and object, in order; without a label where they
    have none."""
    computed: Computed | UnsetType = UNSET
    """Of an answer that is computed, and not looked up: of what."""
    unworded: tuple[Unworded, ...] | UnsetType = UNSET
    """The generators that were to word it without templates, and did not; absent: none."""


class Provenance(Struct, frozen=True):
    """Where an item comes from, and what was done to it."""

    query: str
    """SHA-256 of the pattern's texts in all languages, the same whichever of them was asked: of a
    line ``NAME HASH`` for each of ``Made.queries``, by name."""
    graph: str
    """Hash of the graph's facts."""
    seed: int
    degrees: tuple[Count, ...] = ()
    guards: tuple[Count, ...] = ()
    """What guards removed of its distractors; of a text, what its pattern counts (``type_unknown``:
    subjects and objects without any known type)."""
    popularity: tuple[Count, ...] | UnsetType = UNSET
    """How popular its entities are by a file such as one of page views, of those that it has, by
    code point; absent where no file was given."""
    stratum: str | UnsetType = UNSET
    """Of which stratum of popularity it is: ``head``, ``torso`` or ``tail``, which quantile, or
    which decade; absent where none was asked for, or it is not known."""


class Entity(Struct, frozen=True, gc=False):
    """An entity that a text is about, with every name by which it may be called."""

    id: str
    label: str
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    """The classes of the group's ontology that it is an instance of, by code point."""
    by: NamedBy | UnsetType = UNSET
    """As ``Named.by``."""


class Flag(Struct, frozen=True, gc=False):
    """A fault that a check found in a question (``kgforge.benchmark.checks``)."""

    check: str
    """``editorial``, ``shared_name`` or ``leak``."""
    reason: str
    """In words, as ``Made.skipped`` counts it."""
    role: str
    """That of the fact that is asked."""
    evidence: tuple[Triple, ...]
    """The facts of the graph that show it."""
    exempt: bool = False
    """Whether it is meant to be so, and so no reason to leave the item out."""


class Item(Struct, frozen=True):
    """One question set about one instance."""

    id: str
    pattern: str
    group: str
    split: str
    text: str | None
    facts: tuple[ItemFact, ...]
    prompts: tuple[Prompt, ...]
    provenance: Provenance
    entities: tuple[Entity, ...] = ()
    """Of a text: what its facts are about, by code point of ids; else none."""
    flags: tuple[Flag, ...] | UnsetType = UNSET
    """The faults that checks found; absent: none. An item with one that is not exempt is there only
    where ``export --keep-flagged`` kept it."""


PLAIN: Final = "none"
"""The context of a question without a text before it (``Prompt.context``), and …"""
CONTEXTS: Final = ("relevant", "irrelevant", "antifactual")
"""… those of the others: a sentence that expresses the fact, one of other things, and the first
with something false in the place of the answer."""
SLOT: Final = "[MASK]"
"""The mark in a prompt's text where the answer belongs, whatever a model's own mask token is."""


MASKING: Final = "masking"
QUESTION: Final = "question"
TRANSLATION: Final = "translation"
LLM_TRANSLATION: Final = "llm_translation"
TRANSLATIONS: Final = (TRANSLATION, LLM_TRANSLATION)
MODELS: Final = (MASKING, QUESTION, *TRANSLATIONS)
"""The generators that are models: of statements, of questions, and of whole sentences translated
by a translator, or by a language model that is shown some."""


class TextTriple(Struct, frozen=True, order=True):
    """A fact as a text says it, or as a model writes it: in names, not in terms."""

    subject: str
    relation: str
    object: str
