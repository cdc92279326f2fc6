"""The records of the layout, the ids in them, and what of a data set is kept beside our items."""

import re
from typing import Annotated, Any, Final
from urllib.parse import unquote

from msgspec import Meta, Struct

from kgforge import plugins, terms
from kgforge.schema import ReadOptions

SINGLE: Final = "single_answer"
MULTIPLE: Final = "multiple_answer"
BINARY: Final = "binary_answer"
CHOICES: Final = "multi_choices"
TYPES: Final = (SINGLE, MULTIPLE, BINARY, CHOICES)
"""The values of ``question_type``."""

OBJECT: Final = "ask_object"
SUBJECT: Final = "ask_subject"
TRUE: Final = "binary_correct"
FALSE: Final = "binary_obj_incorrect"
FALSE_SUBJECT: Final = "binary_sub_incorrect"
CHOOSE: Final = "multi_choices_obj"
"""The last part of a question's id: what is asked."""

TEMPLATE: Final = "template"
MASKING: Final = "masking"
QUESTION: Final = "qa"
GENERATORS: Final = {TEMPLATE: "template", MASKING: "masking", QUESTION: "question"}
"""The generators, as folders of questions name them, and as ``Prompt.generator`` does."""

SUMMARY: Final = ".summary.json"
OUTPUT: Final = "output."
"""How the name of a file of responses begins."""
_ESCAPES: Final = {"%": "%25", ":": "%3A", "/": "%2F", ".": "%2E"}
_IN_IDS: Final = "%:"
"""What a URI may not have: a colon parts an id, so that the evaluator finds the triple by it."""
_IN_NAMES: Final = "%:/."
"""What a relation may not have besides: it is a file's name, in which a dot parts."""
_PLAIN: Final = re.compile(r"[^./\\\x00-\x1f][^/\\\x00-\x1f]{0,200}")
_ENTITY: Final = re.compile(r"[QP][1-9][0-9]*")
_PROPERTY: Final = re.compile(r"P[1-9][0-9]*")
_QUOTED: Final = re.compile(r"%([0-9A-F]{2})")


Symbol = Annotated[str, Meta(min_length=1)]


class Node(Struct, frozen=True):
    """An answer."""

    uri: str
    label: str


class Input(Struct, frozen=True):
    """What a model is asked: the question, and what it is told to do."""

    message: str
    prompt: str | None = None


class Message(Struct, frozen=True):
    """A chat message."""

    role: str
    content: str


class Question(Struct, frozen=True):
    """A line of a file of questions."""

    question_id: str
    answers: tuple[Node, ...] | str
    lm_input: Input | None = None
    question_type: str = ""
    prompts: tuple[Message, ...] = ()
    contexts: dict[str, Any] = {}


class WrittenQuestion(Struct, frozen=True):
    """The same as it is written."""

    question_id: str
    lm_input: Input
    answers: tuple[Node, ...] | str
    question_type: str
    prompts: tuple[Message, ...]


class Triple(Struct, frozen=True):
    """A line of a file of triples."""

    subject_label: str
    object_label: str
    object_uri: str
    subject_uri: str
    relation_info: dict[str, Any]


class RelationInfo(Struct, frozen=True):
    """What is said of a relation; it may say more, which is kept."""

    relation: Symbol
    template: str
    label: str = ""
    description: str = ""
    type: str = ""
    subject_symbol: Symbol = "[X]"
    object_symbol: Symbol = "[Y]"

    @property
    def wording(self) -> str:
        """Its template as ours are, with ``[X]`` and ``[Y]``."""
        parts = self.template.split(self.subject_symbol)
        return "[X]".join(part.replace(self.object_symbol, "[Y]") for part in parts)


class Kept(Struct, frozen=True):
    """What our items have no place for: it lies beside them, as ``facteval.json``."""

    base: str = ReadOptions().base
    """What names that are no IRIs were put under."""
    plain: bool = False
    """Whether URIs stand in ids as they are, though some have a colon."""
    relations: dict[str, dict[str, Any]] = {}
    """The ``relation_info`` of each predicate's IRI."""
    instructions: dict[str, dict[str, str]] = {}
    """What models are told to do, by generator and type of question."""


def iri(uri: str, kept: Kept) -> str:
    """The term that a URI of the layout means.

    >>> iri("Q64", Kept()), iri("http%3A//example.org/a", Kept())
    ('http://www.wikidata.org/entity/Q64', 'http://example.org/a')
    """
    if _ENTITY.fullmatch(uri):
        return terms.wikidata_entity(uri)
    name = uri if kept.plain else _unquoted(uri)
    return name if terms.is_iri(name) or _is_literal(name) else kept.base + terms.encoded(name)


def _is_literal(name: str) -> bool:
    """Whether a name is a whole literal, and does not only begin like one."""
    try:
        return terms.is_literal(name) and bool(terms.parse_literal(name))
    except ValueError:
        return False


def predicate(relation: str, kept: Kept) -> str:
    """The IRI that a relation means."""
    if _PROPERTY.fullmatch(relation):
        return terms.wikidata_predicate(relation)
    name = _unquoted(relation)
    return name if terms.is_iri(name) else kept.base + terms.encoded(name)


def uri(term: str, kept: Kept) -> str:
    """What the layout calls a term.

    >>> uri("http://www.wikidata.org/entity/Q64", Kept()), uri("http://example.org/a", Kept())
    ('Q64', 'http%3A//example.org/a')
    """
    characters = "" if kept.plain else _IN_IDS
    short = _quoted(_name(term, "wd", kept), characters)
    return short if iri(short, kept) == term else _quoted(term, characters)


def relation(iri: str, kept: Kept) -> str:
    """What the layout calls a predicate: a name that can be a file's."""
    known = kept.relations.get(iri, {}).get("relation")
    if isinstance(known, str) and _PLAIN.fullmatch(known):
        return known
    short = _quoted(_name(iri, "wdt", kept), _IN_NAMES)
    return short if predicate(short, kept) == iri else _quoted(iri, _IN_NAMES)


def is_stable(uri: str) -> bool:
    """Whether a URI is written as it was read."""
    return _quoted(_unquoted(uri), _IN_IDS) == uri


def _name(term: str, prefix: str, kept: Kept) -> str:
    start = terms.PREFIXES[prefix]
    if term.startswith(start) and _ENTITY.fullmatch(term.removeprefix(start)):
        return term.removeprefix(start)
    if kept.base and term.startswith(kept.base):
        return unquote(term.removeprefix(kept.base))
    return term


def _quoted(name: str, characters: str) -> str:
    return "".join(_ESCAPES[one] if one in characters else one for one in name)


def _unquoted(name: str) -> str:
    known = {code[1:]: one for one, code in _ESCAPES.items()}
    return _QUOTED.sub(lambda found: known.get(found[1], found[0]), name)


def question_id(subject: str, object: str, info: RelationInfo, what: str) -> str:
    """The id of a question."""
    return ":".join((subject, object, info.relation, info.type, what))


def has_form(name: str) -> bool:
    """Whether kgforge can ask in that form."""
    return name in plugins.names("forms")
