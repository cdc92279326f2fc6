"""Whether a text that a model wrote words a fact: its names occur, its answers do not."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from kgforge import mentions, spans
from kgforge.ontology import SLOTS
from kgforge.schema import MASKING, QUESTION, SLOT, Item, ItemFact, Prompt
from kgforge.spans import Span
from kgforge.verdicts import phrases

EMPTY: Final = "empty"
FAILED: Final = "not answered"
CUT: Final = "cut off"
LINES: Final = "more than one line"
CONTROLLED: Final = "a control character occurs"
SLOTTED: Final = "a slot occurs"
NO_SUBJECT: Final = "the subject does not occur"
NO_OBJECT: Final = "the object does not occur"
SUBJECTS: Final = "the subject occurs more than once"
OBJECTS: Final = "the object occurs more than once"
ANSWERED: Final = "an accepted answer occurs"
OF_OTHERS: Final = "an answer of another fact of the item occurs"
CHATTED: Final = "more than the sentence or question"
UNENDED: Final = "no end of a sentence"
UNASKED: Final = "no question mark at the end"
"""Why a text is rejected; the first that applies."""

SAME: Final = "subject and object have the same name"
"""Why no text is asked for: it could not be told which of two names is which."""

_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction in which a text is shown."""
_MARKED: Final = re.compile(r"\s*(?:[-*•>#<{]|\d+[.)]\s)")
"""A list's mark, a heading's, a tag."""
_SAID: Final = re.compile(r"[^\[]*?[:!](?=\s)")
"""What stands before a text that names nothing yet, such as *Sure!* and *Here is the sentence:*."""
_ECHO: Final = re.compile(r"(?:Sentence|Question):\s*")
_QUOTES: Final = ('""', "“”", "„“", "«»", "「」", "''", "``")
_CLOSING: Final = "\"'»”’“」』)]}"
_ENDS: Final = frozenset(".!。！｡।॥۔։።…။។")
_UNMARKED: Final = re.compile("[\u0e00-\u0eff]")
"""Thai and Lao, whose sentences end without a mark."""
_ASKS: Final[Mapping[str, str]] = MappingProxyType({"el": ";\u037e", "am": "፧", "ti": "፧"})
_INSIDE: Final[Mapping[str, str]] = MappingProxyType({"hy": "՞"})
"""Marks of questions besides the usual ones: at the end, or within the word that is asked for."""
_ASKED: Final = "?？؟⁇"


class Task(Struct, frozen=True):
    """A fact that a model is to word, in its names."""

    item: str
    at: int
    """Which of the item's facts it is."""
    role: str
    subject: str
    predicate: str
    object: str
    answers: frozenset[str]
    """Every name of every accepted answer, …"""
    others: frozenset[str]
    """… and of what other questions of the item accept: other facts, or the fact's other end."""
    fact: ItemFact | None = None
    english: str = ""
    """The fact in English, for translators, …"""
    subjects: tuple[str, ...] = ()
    """… what its subject may be called in a translation, …"""
    closing: bool = False
    """… and whether its object closes the English sentence."""
    barred: str = ""
    """Why it is not to be translated."""

    @property
    def names(self) -> tuple[str, ...]:
        """The aliases of the object."""
        answers = self.fact.answers[:1] if self.fact else ()
        return tuple(alias for one in answers for alias in one.aliases)

    @property
    def rivals(self) -> tuple[str, ...]:
        """What else may be taken for the object: the names of its distractors."""
        if self.fact is None:
            return ()
        right = {self.fact.object.id, *(one.id for one in self.fact.answers)}
        return tuple(one.label for one in self.fact.candidates if one.id not in right)

    @classmethod
    def of(cls, item: str, facts: Sequence[ItemFact], at: int) -> "Task":
        """The task of one of the facts of an item."""
        fact = facts[at]
        own = _answers(fact)
        rest = (name for place, one in enumerate(facts) if place != at for name in _answers(one))
        ends = fact.subjects.answers if fact.subjects else ()
        sides = {name for one in ends for name in (one.label, *one.aliases)}
        return cls(
            item,
            at,
            fact.role,
            fact.subject.label,
            fact.predicate.label,
            fact.object.label,
            own,
            frozenset({*rest, *sides}) - own,
            fact,
        )


def _answers(fact: ItemFact) -> frozenset[str]:
    """Every name that is right to say; of what must not hold, none."""
    if fact.holds is False:
        return frozenset()
    found = {name for one in fact.answers for name in (one.label, *one.aliases)}
    return frozenset({*found, fact.object.label})


class Checked(Struct, frozen=True):
    """What comes of a text: a wording, or the reason why it is none."""

    template: str = ""
    reason: str = ""
    said: str = ""
    """Of a translation: the form in which the object stands in it."""


def read(raw: str, *, goes_on: bool) -> str:
    """A text as a model wrote it, without what it echoes and the quotation marks around it.

    Of a model that *goes_on* from its prompt the first line counts: it does not know where to end.
    """
    text = unicodedata.normalize("NFC", raw).strip()
    text = _ECHO.sub("", text.partition("\n")[0] if goes_on else text, count=1).strip()
    for opening, closing in _QUOTES:
        inner = text[1:-1]
        if text[:1] == opening and text[-1:] == closing and not {opening, closing} & {*inner}:
            text = inner.strip()
    return text


def sentence(text: str, task: Task, language: str) -> Checked:
    """A sentence, with slots in the places of the fact's two names."""
    if reason := line_flaw(text):
        return Checked(reason=reason)
    said, asked = (mentions.found(text, one, hyphened=False) for one in (task.subject, task.object))
    kept = spans.apart({**dict.fromkeys(said, SLOTS[0]), **dict.fromkeys(asked, SLOTS[1])})
    counts = [list(kept.values()).count(slot) for slot in SLOTS]
    if counts != [1, 1]:
        return Checked(reason=_counted(counts, (NO_SUBJECT, NO_OBJECT), (SUBJECTS, OBJECTS)))
    if not (_end(text) in _ENDS or _UNMARKED.fullmatch(_end(text))):
        return Checked(reason=UNENDED)
    return slotted(text, kept, task)


def question(text: str, task: Task, language: str) -> Checked:
    """A question, with a slot in the place of the fact's subject."""
    if reason := line_flaw(text):
        return Checked(reason=reason)
    said = dict.fromkeys(mentions.found(text, task.subject, hyphened=False), SLOTS[0])
    if len(said) != 1:
        return Checked(reason=_counted([len(said)], (NO_SUBJECT,), (SUBJECTS,)))
    base = language.partition("-")[0]
    if _end(text) not in _ASKED + _ASKS.get(base, "") and not {*_INSIDE.get(base, "")} & {*text}:
        return Checked(reason=UNASKED)
    return slotted(text, said, task)


CHECKS: Final[Mapping[str, Callable[[str, Task, str], Checked]]] = MappingProxyType(
    {MASKING: sentence, QUESTION: question}
)
"""How the texts of each generator are checked."""


def flaw(item: Item, at: int, prompt: Prompt) -> str:
    """What is wrong with a prompt in words of a model; empty where nothing is."""
    check = CHECKS.get(prompt.generator)
    if check is None:
        return ""
    fact = item.facts[at]
    labels = {SLOTS[0]: fact.subject.label, SLOTS[1]: fact.object.label}
    text = re.sub(r"\[[XY]\]", lambda slot: labels[slot[0]], prompt.template)
    found = check(text, Task.of(item.id, item.facts, at), prompt.language)
    if found.reason:
        return f"{prompt.generator}: {found.reason}"
    return "" if found.template == prompt.template else f"{prompt.generator}: other slots"


def line_flaw(text: str) -> str:
    """What is wrong with a text as one line without slots."""
    if not text:
        return EMPTY
    if len(text.splitlines()) > 1:
        return LINES
    if any(one in _BIDI or unicodedata.category(one) == "Cc" for one in text):
        return CONTROLLED
    return ""


def _counted(counts: Sequence[int], none: Sequence[str], more: Sequence[str]) -> str:
    """What to say of the first name that does not occur once."""
    at = next(at for at, count in enumerate(counts) if count != 1)
    return more[at] if counts[at] else none[at]


def _end(text: str) -> str:
    """The last character, closing quotation marks and brackets apart."""
    return text.rstrip(_CLOSING)[-1:] or text[-1:]


def slotted(text: str, kept: Mapping[Span, str], task: Task) -> Checked:
    """The wording, where nothing but its slots says an answer."""
    bare = spans.edited(text, dict.fromkeys(kept, " "))
    if any(slot in bare for slot in (*SLOTS, SLOT)):
        return Checked(reason=SLOTTED)
    template = spans.edited(text, kept)
    if _MARKED.match(text) or _SAID.match(template) or phrases.abstains(text):
        return Checked(reason=CHATTED)
    # a word in each place, so that what stands around it is not one name
    rest = spans.edited(text, dict.fromkeys(kept, " slotted "))
    for names, reason in ((task.answers, ANSWERED), (task.others, OF_OTHERS)):
        if _says(text, names, kept) or mentions.nearly(rest, names):
            return Checked(reason=reason)
    return Checked(template)


def _says(text: str, names: Iterable[str], kept: Collection[Span]) -> bool:
    """Whether a text has one of these names elsewhere than within the kept places."""
    return any(
        not any(first <= start and end <= last for first, last in kept)
        for name in names
        for start, end in mentions.found(text, name)
    )
