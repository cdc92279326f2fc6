"""The records that cross a wall: between modules, into files, out of stores.

All are frozen. Field order is the order of keys in a file, so that bytes are stable. A *term* is
plain text: an IRI as it is (``http://www.wikidata.org/entity/Q42``), a literal in N-Triples form
(``"1952"^^<http://www.w3.org/2001/XMLSchema#gYear>``), which a leading quote tells apart.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

FORMAT = 1
"""Version of the file formats, written into every manifest, ``mining.json`` and ``run.json``."""


# ── What a loader yields ────────────────────────────────────────────────────────────────────────
class Triple(Struct, frozen=True, order=True):
    """One fact. ``object`` may be a literal."""

    subject: str
    predicate: str
    object: str


class Label(Struct, frozen=True):
    """A name or description of an entity or predicate in one language."""

    entity: str
    kind: Literal["label", "alias", "description"]
    text: str
    language: str


class Mention(Struct, frozen=True):
    """One expression of a fact in a sentence."""

    fact: Triple
    subject_span: tuple[int, int] | None = None
    """Start and end, in characters of the sentence's text; None where the source has none, or
    where the subject stands outside the sentence."""
    object_span: tuple[int, int] | None = None


class Sentence(Struct, frozen=True):
    """A sentence, and the facts that it expresses."""

    id: str
    """An IRI made from the source document and the sentence's position: the same on every load."""
    text: str
    source: str
    """The document: an IRI, or a title, or file and entry."""
    mentions: tuple[Mention, ...] = ()


class Skip(Struct, frozen=True):
    """A record, or part of one, that a loader could not use."""

    reason: str
    """A short phrase without particulars, by which skips are counted: ``no object``."""
    where: str
    """Where in the file: ``line 17``, ``document Q42``."""
    triple: bool = False
    """Whether a triple is lost by it, which then counts among those that were read."""


class Source(Struct, frozen=True):
    """One file that went into a graph."""

    file: str
    """Its base name: a path would make bytes depend on the machine."""
    sha256: str
    licence: str | None = None


class Entry(Struct, frozen=True):
    """What one record of a source holds (a document, a line, an entity)."""

    triples: tuple[Triple, ...] = ()
    """One for each annotation in the source, so that repetitions are counted as duplicates."""
    labels: tuple[Label, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    skipped: tuple[Skip, ...] = ()
    sources: tuple[Source, ...] = ()
    axioms: tuple[Triple, ...] = ()
    """Statements of an ontology, and types that are given beside the facts: they are no facts."""
    documents: int = 1


class ReadOptions(Struct, frozen=True):
    """How a source is to be read; a loader uses what concerns it."""

    languages: tuple[str, ...] = ("en",)
    """Languages of labels, aliases and descriptions to keep."""
    base: str = "urn:kgforge:name:"
    """What plain names (``tsv:``) are put under to become IRIs."""
    header: bool | None = None
    """Whether the first line names columns; None: recognised."""
    columns: tuple[str, ...] = ()
    """Names or 1-based numbers of subject, predicate and object; empty: the first three."""
    labels: tuple[str, ...] = ()
    """Files of labels beside the triples (``tsv:``)."""


# ── What mining writes ──────────────────────────────────────────────────────────────────────────
class Group(Struct, frozen=True):
    """One group that was examined, kept or not. What does not apply is None."""

    pattern: str
    group: str
    predicates: tuple[str, ...]
    triples: int | None = None
    self_loops: int | None = None
    matches: int | None = None
    support: int | None = None
    body: int | None = None
    pca_body: int | None = None
    head: int | None = None
    confidence: float | None = None
    pca_confidence: float | None = None
    head_coverage: float | None = None
    wilson_low: float | None = None
    instances: int = 0
    kept: bool = False
    reason: str | None = None
    flags: tuple[str, ...] = ()
    """``transitive``: its last fact repeats an earlier predicate, through a transitive one. By the
    graph's statistics (``Relation``) ``functional``: no subject of its predicates has two objects;
    ``literal``: some have literal objects; ``duplicate``: one has a duplicate."""
    counts: tuple["Count", ...] | UnsetType = UNSET
    """Those of its instances (``Instance.counts``), added up."""


class Fact(Struct, frozen=True):
    """One fact of an instance, with its role."""

    role: str
    subject: str
    predicate: str
    object: str
    holds: bool | None
    """True: in the graph; False: must be absent from it; None: implied, and not looked up."""


class Instance(Struct, frozen=True):
    """One match of a pattern."""

    pattern: str
    group: str
    key: str
    """SHA-256 (hex) of pattern and the roles' terms: the identity. Of what has a text, the columns
    that make rows one item count, too."""
    facts: tuple[Fact, ...]
    text: str | None = None
    """The sentence, for patterns whose header names a text column."""
    counts: tuple["Count", ...] | UnsetType = UNSET
    """What its header counts, summed over its rows: ``type_unknown``, how many subjects and objects
    of its facts have no known type."""


# ── What the statistics of a graph say ──────────────────────────────────────────────────────────
class Relation(Struct, frozen=True):
    """One predicate. Self-loops are left out of all its counts."""

    predicate: str
    label: str
    """In English; empty where the graph has none."""
    triples: int
    literals: int
    """Triples whose object is a literal."""
    subjects: int
    """Distinct subjects, and likewise …"""
    objects: int
    subjects_of_several: int
    """Subjects with more than one object; none: the predicate is functional."""
    objects_of_several: int
    """Objects with more than one subject; none: it is inverse functional."""
    tails_per_head: float | None
    """Mean number of objects of a subject; None for a predicate of self-loops alone."""
    heads_per_tail: float | None
    """Mean number of subjects of an object."""
    kind: str
    """``1-1``, ``1-N``, ``N-1`` or ``N-M``: a side is 1 where its mean is below 1.5; empty where
    there is none. Source: Bordes et al. 2013, *Translating Embeddings for Modeling
    Multi-relational Data*, section 4.3."""
    duplicates: tuple[str, ...]
    """Other predicates under which nearly the same is stated: at least 0.8 of the triples of either
    are the other's, too. Source: the duplicate relations of Akrami et al. 2020, *Realistic
    Re-evaluation of Knowledge Graph Completion Methods*."""
    kept: tuple[str, ...] = ()
    """The patterns mined with it that keep a group of this predicate."""


class Degree(Struct, frozen=True):
    """How many entities, and how many literals, have a degree."""

    degree: int
    entities: int
    literals: int


class TypeCount(Struct, frozen=True):
    """How many entities are of a type."""

    type: str
    label: str
    entities: int


class Census(Struct, frozen=True):
    """What a graph holds, counted by its engine."""

    triples: int
    """Self-loops left out."""
    self_loops: int
    entities: int
    """Distinct entities that are subject or object."""
    literals: int
    """Distinct literals."""
    relations: tuple[Relation, ...]
    """Every predicate: the one with most triples first, ties by code point."""
    degrees: tuple[Degree, ...]
    """Every degree that occurs, the least first."""
    type: str
    """The predicate by which entities have types."""
    types: int
    """How many types there are."""
    frequent_types: tuple[TypeCount, ...]
    """The 100 most frequent types, ties by code point."""


class Outcome(Struct, frozen=True):
    """What became of one pattern's groups."""

    pattern: str
    groups: int
    kept: int
    instances: int
    reasons: tuple["Count", ...]
    """The conditions that groups did not meet, and how many each; the most frequent first."""


class Statistics(Struct, frozen=True):
    """``statistics.json``: what a graph can support."""

    format: int
    kgforge: str
    graph: "GraphId"
    census: Census | None
    note: str
    """Why there is no census; else empty."""
    patterns: tuple[Outcome, ...]


# ── What export writes ──────────────────────────────────────────────────────────────────────────
class Named(Struct, frozen=True):
    """An entity and its label in the benchmark's language."""

    id: str
    label: str


class Predicate(Struct, frozen=True):
    """A predicate; ``kind`` is ``1-1``, ``N-1``, ``N-M`` or empty when it is not known."""

    id: str
    label: str
    description: str = ""
    kind: str = ""


class Accepted(Struct, frozen=True):
    """An object that counts as right, with every name by which it may be called."""

    id: str
    label: str
    aliases: tuple[str, ...] = ()


CLOZE = "cloze"
"""The form of a statement with a slot in place of its object."""
EXTRACTION = "extraction"
"""The form in which the facts that a text expresses are to be written down."""


class Prompt(Struct, frozen=True):
    """One wording of one question."""

    form: str
    """``CLOZE`` or ``EXTRACTION``; later also ``true_false``, ``multiple_choice``,
    ``short_answer``."""
    language: str
    slot: Literal["object", "subject", "none"]
    """``none`` where the answer is written after the prompt."""
    context: str
    """``none``, or which evidence stands before the question."""
    generator: str
    """``template``; ``fallback`` where the predicate has none for this role; ``synonym`` or
    ``paraphrase`` of a template."""
    text: str
    """The statement, with ``[MASK]`` (schema.SLOT) where the answer belongs; else all of it."""
    template: str
    choices: tuple[str, ...] = ()
    gold: str = ""


class Evidence(Struct, frozen=True):
    """A sentence that expresses a fact, and the document it stands in."""

    text: str
    source: str


class ItemFact(Struct, frozen=True):
    """One fact of an item, ready to be asked."""

    role: str
    subject: Named
    predicate: Predicate
    object: Named
    """The target: the object that was mined."""
    holds: bool | None
    answers: tuple[Accepted, ...]
    """All objects that count as right, the target first."""
    candidates: tuple[Named, ...]
    """The target and its guarded distractors, by code point of their ids."""
    prompts: tuple[Prompt, ...]
    evidence: tuple[Evidence, ...] = ()


class Count(Struct, frozen=True):
    """A named number; lists of these stand where Arrow could not read a map."""

    name: str
    count: int


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


class Entity(Struct, frozen=True):
    """An entity that a text is about, with every name by which it may be called."""

    id: str
    label: str
    aliases: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    """The classes of the group's ontology that it is an instance of, by code point."""


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


SLOT = "[MASK]"
"""The mark in a prompt's text where the answer belongs, whatever a model's own mask token is."""


# ── Facts in words ──────────────────────────────────────────────────────────────────────────────
class TextTriple(Struct, frozen=True, order=True):
    """A fact as a text says it, or as a model writes it: in names, not in terms."""

    subject: str
    relation: str
    object: str


# ── What describes a benchmark ──────────────────────────────────────────────────────────────────
class DataFile(Struct, frozen=True):
    """One file of a benchmark."""

    path: str
    """Relative to the benchmark's folder."""
    sha256: str
    lines: int


class GraphId(Struct, frozen=True):
    """Which graph a benchmark was made from."""

    hash: str | None
    """Order-free hash of the facts; None for someone else's endpoint, which is not read whole."""
    facts: int | None
    """How many; None likewise."""


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
    """What an answerer that is no model scores on a pattern, by the pattern's own metric."""

    answerer: str
    """``gold``, ``empty``, ``random`` or ``frequent`` (``kgforge.floors``)."""
    k: int
    numerator: float
    denominator: float
    value: float | None
    """None where it is undefined (0/0)."""


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
    """Guard to how many distractors it removed, over all items; with what was counted beside
    (``distractors.OTHER_CLASS``, ``distractors.SHORT``)."""
    floors: tuple[Floor, ...] = ()
    """Each answerer's figure at each k; none in a manifest of version 0.2 or older."""
    sizes: Sizes | None = None
    twice: int | None = None
    """How many items ask two facts in the same words that have no answer in common: at one answer
    nobody who says the same to the same words can be right about both."""
    candidates: dict[int, int] | None = None
    """Each number of candidates, the target among them, to how many facts have so many. This,
    ``twice`` and ``sizes`` are null in a manifest of version 0.2 or older."""
    flags: dict[str, int] = {}
    """Flag (``Group.flags``) to how many of the groups that its items come from carry it."""
    form: str = CLOZE
    """Of which form its prompts are."""
    variant_of: str = ""
    """The pattern whose test items these are, once more, with their facts invented."""


class Bond(Struct, frozen=True):
    """What must not stand in two splits: a kind of key that items share."""

    keys: int
    """How many there are."""
    crossing: int
    """How many of them stand in more than one split: 0."""


class Split(Struct, frozen=True):
    """How the items of a benchmark were parted."""

    kind: str
    """``random``, ``entity``, ``predicate`` or ``popularity``."""
    shares: dict[str, int]
    """Split to percent of each pattern's items, as it was wanted."""
    items: dict[str, dict[str, int]]
    """Pattern to split to how many items it has."""
    left_out: dict[str, int]
    """Pattern to how many items are in no split, since they are bonded to two."""
    bonds: dict[str, Bond]
    """The leak report: each kind of key, counted in the files."""
    recurring: Bond | None = None
    """Of the answers of test (objects of facts that hold) how many are also subject or object in
    train: no breach, since an answer may recur; None in a manifest of version 0.2 or older."""


class Showing(Struct, frozen=True):
    """What the prompts of texts show, and whether there is an unseen variant of them."""

    demonstrations: int = 1
    """How many training items; fewer where train has no more."""
    similarity: str = "tfidf"
    """By what they are chosen (``demonstrations.similarity``)."""
    unseen: bool = False


class Manifest(Struct, frozen=True):
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
    """Pairs of predicates that were mined as one another's reverse, beside what was exported: what
    follows by them is no distractor, as by an axiom."""
    match: Literal["popularity"] | UnsetType = UNSET
    """By what besides class the distractors resemble their targets; absent: by nothing."""
    synonyms: SynonymFile | UnsetType = UNSET
    """Absent where there is no file of synonyms."""
    paraphrases: Paraphrases | UnsetType = UNSET
    """Absent where no model was asked."""
    ontologies: tuple[DataFile, ...] | UnsetType = UNSET
    """The ontologies that were mined by; absent where there is none."""
    showing: Showing | UnsetType = UNSET
    """Absent where no item is a text."""


# ── What probing and scoring write ──────────────────────────────────────────────────────────────
class Top(Struct, frozen=True):
    """One answer of a model's open list, best first."""

    text: str
    logprob: float


class Scored(Struct, frozen=True):
    """A candidate with its tokens and their log-probabilities (float32, natural logarithm)."""

    text: str
    tokens: tuple[str, ...]
    logprobs: tuple[float, ...]


class Response(Struct, frozen=True):
    """What a model said to one prompt."""

    item: str
    role: str
    form: str
    prompt: int
    """Which of the prompts of that role: where it repeats within an item, the numbers go on."""
    model: str
    method: str
    top: tuple[Top, ...] = ()
    candidates: tuple[Scored, ...] = ()
    text: str = ""
    error: str = ""
    ranks: tuple[int, ...] = ()
    """``token_average`` alone: of each token of the target the rank at its own mask, 1 the most
    likely; the tokens and their log-probabilities are those of the one candidate."""


class Score(Struct, frozen=True):
    """One figure, with what it was made from. Undefined (0/0) is None."""

    pattern: str
    group: str | None
    metric: str
    k: int | None
    by: dict[str, str]
    numerator: float
    denominator: float
    value: float | None
    low: float | None
    high: float | None
    items: int
    note: str = ""


# ── The model door ──────────────────────────────────────────────────────────────────────────────
WRITTEN = ("extraction",)
"""Forms of prompts whose answer is a text of any length."""


class ModelOptions(Struct, frozen=True):
    """How a model is to be asked."""

    method: str = "open"
    k: int = 5
    """How many open answers are wanted: the largest k that is scored."""
    batch_tokens: Annotated[int, Meta(gt=0)] = 8192
    device: str = "auto"
    dtype: str = "float32"
    revision: str | None = None
    max_new_tokens: Annotated[int, Meta(gt=0)] = 256
    """How many tokens a text that is written has at most."""


class Request(Struct, frozen=True):
    """One prompt as a model gets it."""

    item: str
    role: str
    fact: int
    """Which of the item's facts of that role, counted from 0."""
    prompt: int
    """As in ``Response``."""
    before: str
    """The statement up to the slot, and …"""
    after: str
    """… after it."""
    target: str
    """The mined object's label; read by ``gold_length`` and ``token_average`` alone."""
    candidates: tuple[str, ...]
    """Labels of the candidates: ranked by the ranking methods; their longest token count bounds
    the length of open answers."""
    form: str = "cloze"
    """As in ``Prompt``. A text that is written (``WRITTEN``) goes on from, or answers, *before*."""


class Answer(Struct, frozen=True):
    """A model's answer to one Request."""

    top: tuple[Top, ...] = ()
    candidates: tuple[Scored, ...] = ()
    text: str = ""
    error: str = ""
    """Why the prompt could not be asked (``not askable: the slot is not at the end``)."""
    ranks: tuple[int, ...] = ()
    """As in ``Response``."""
