"""Texts that stand before a question: a sentence that tells its answer, another one, a false one.

Whatever stands before a question about one end of a fact keeps to these, which are checked when it
is made (``Passages``), and again by ``verify`` (``flaw``):

- relevant: a sentence that is stored as evidence of the fact, which names both ends;
- irrelevant: evidence of a fact with another subject and another object, which names neither end,
  and nothing else that is accepted;
- antifactual: the relevant sentence in which each name of what is asked for is that of a guarded
  distractor, so that nothing accepted is named any more; it names the other end still.

Names are found as whole words (``mentions``). What a source marked in a sentence is replaced, too.
Source: Luo et al. 2023, *Systematic Assessment of Factual Knowledge in Large Language
Models*.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import matching, mentions, spans
from kgforge.schema import PLAIN, SLOT, Accepted, ItemFact, Named, Prompt
from kgforge.spans import Span

RELEVANT: Final = "relevant"
IRRELEVANT: Final = "irrelevant"
ANTIFACTUAL: Final = "antifactual"

UNSAID: Final = "no sentence expresses it"
UNNAMED: Final = "no sentence names both ends"
UNLIKE: Final = "no other sentence without its names"
LONE: Final = "no distractor"
SEVERAL: Final = "another accepted answer in the sentence"
LEFT: Final = "the answer cannot be replaced alone"
"""Why a question has no text of a kind before it."""

_ARTICLE: Final = re.compile(r"\b(a)n?(\s+)$", re.IGNORECASE)
_VOWEL: Final = re.compile(r"[aeiou]", re.IGNORECASE)

Marked = Sequence[tuple[Span, Span]]
"""Where a source marked subject and object of a fact in a sentence."""


class End(Struct, frozen=True):
    """The end of a fact that is asked for, and the other one."""

    target: Named
    names: tuple[str, ...]
    """What the target is called, its label first."""
    others: tuple[str, ...]
    """What else is accepted is called."""
    right: frozenset[str]
    """The ids of all that is accepted."""
    given: tuple[str, ...]
    """What the other end is called."""
    candidates: tuple[Named, ...]
    """The target and its guarded distractors, in the order in which one is to be planted."""
    is_subject: bool
    between: tuple[str, ...] = ()
    """Of a chain: what the entities between its ends are called."""

    @property
    def accepted(self) -> tuple[str, ...]:
        """The names of all that is accepted."""
        return (*self.names, *self.others)


class Passage(Struct, frozen=True):
    """A text before a question."""

    context: str
    text: str
    planted: Named | None = None
    """What it names in the place of what is asked for."""


def end_of(fact: ItemFact, slot: str, known: Mapping[str, Sequence[str]]) -> End | None:
    """An end of a fact, where what is right there is known; *known* are names by id."""
    if slot == "subject":
        side = fact.subjects
        if not side:
            return None
        target, other, answers, candidates = (
            fact.subject, fact.object, side.answers, side.candidates,
        )  # fmt: skip
    else:
        target, other, answers, candidates = (
            fact.object, fact.subject, fact.answers, fact.candidates,
        )  # fmt: skip
    own = [one for one in answers if one.id == target.id]
    return End(
        target,
        tuple(dict.fromkeys((target.label, *_names(own), *known.get(target.id, ())))),
        tuple(_names(one for one in answers if one.id != target.id)),
        frozenset(one.id for one in answers),
        tuple(dict.fromkeys((other.label, *known.get(other.id, ())))),
        candidates,
        is_subject=slot == "subject",
        between=tuple(one.label for one in fact.via or () if one.label),
    )


def _names(answers: Iterable[Accepted]) -> Iterator[str]:
    for one in answers:
        yield from (one.label, *one.aliases)


# ── What is put before a question ───────────────────────────────────────────────────────────────
class Told(Struct, frozen=True):
    """A sentence that expresses a fact and names both ends, and where it says the target."""

    text: str
    target: tuple[Span, ...]


def told(end: End, text: str, marked: Marked) -> Told | None:
    """Where a sentence names both ends; None where it does not.

    What a source *marked* as the target without a name of it (*she*, *British*) is no name, but is
    replaced with it.
    """
    if SLOT in text:
        return None
    named = dict.fromkeys(_found(text, end.given), False)
    named |= dict.fromkeys(_found(text, end.names), True)
    kept = spans.apart(named)
    if set(kept.values()) != {False, True}:
        return None
    for subject, object in marked:
        named |= dict.fromkeys(_within(text, subject if end.is_subject else object), True)
    found = spans.apart(named)
    return Told(text, tuple(sorted(span for span, is_target in found.items() if is_target)))


def _found(text: str, names: Iterable[str]) -> Iterator[Span]:
    for name in names:
        yield from mentions.found(text, name)


def _within(text: str, span: Span) -> Iterator[Span]:
    """A span that a source marked, if the text has it."""
    start, end = span
    if 0 <= start < end <= len(text) and text[start:end].strip():
        yield span


def antifactual(end: End, said: Told) -> Passage | str:
    """The sentence with a distractor in the place of what is asked for, or why there is none."""
    if names_any(said.text, end.others):
        return SEVERAL
    reason = LONE
    accepted = {matching.normalised(one) for one in end.accepted}
    for one in end.candidates:
        if one.id in end.right or SLOT in one.label or matching.normalised(one.label) in accepted:
            continue
        if names_any(said.text, [one.label]):
            continue
        text = _replaced(said, one.label)
        if not names_any(text, end.accepted) and all(
            names_any(text, names) for names in ([one.label], end.given)
        ):
            return Passage(ANTIFACTUAL, text, one)
        reason = LEFT
    return reason


def _replaced(said: Told, label: str) -> str:
    """The sentence with another name for the target; an English article goes with it."""
    edits: dict[Span, str] = {}
    for start, end in said.target:
        article = _ARTICLE.search(said.text[:start])
        if article and all(
            last <= article.start() or start <= first for first, last in said.target
        ):
            fit = article[1] + ("n" if _VOWEL.match(label) else "") + article[2]
            edits[article.start(), start] = fit
        edits[start, end] = label
    return spans.edited(said.text, edits)


def is_irrelevant(text: str, end: End) -> bool:
    """Whether a sentence names neither end, nothing else that is accepted, and nothing between."""
    return SLOT not in text and not names_any(text, (*end.accepted, *end.given, *end.between))


def names_any(text: str, names: Collection[str]) -> bool:
    """Whether a text has any of some names, as whole words, or nearly so (``mentions.nearly``)."""
    return mentions.nearly(text, names) or any(mentions.found(text, name) for name in names)


# ── Checking ────────────────────────────────────────────────────────────────────────────────────
def flaw(fact: ItemFact, prompt: Prompt) -> str:
    """What is wrong with the text before a question; empty where nothing is."""
    if prompt.context == PLAIN:
        return "" if prompt.passage is UNSET else "a text stands before a question of no context"
    passage = prompt.passage or ""
    if not passage or not prompt.text.startswith(f"{passage}\n") or SLOT in passage:
        return "no text stands before the question"
    if _bare(prompt) not in (_bare(one) for one in fact.prompts if one.context == PLAIN):
        return "the question behind the text is not asked without one"
    end = end_of(fact, prompt.slot, {})
    if end is None:
        return "what is right is not known"
    match prompt.context:
        case "relevant":
            wrong = _untold(fact, end, passage)
        case "irrelevant":
            wrong = "" if is_irrelevant(passage, end) else "the irrelevant text names the fact"
        case _:
            wrong = _planted(end, prompt, passage)
    return wrong


def _untold(fact: ItemFact, end: End, passage: str) -> str:
    """What is wrong with a relevant text."""
    if passage not in {one.text for one in fact.evidence}:
        return "the relevant text is no evidence of the fact"
    return "" if names_any(passage, end.names) else "the relevant text does not name the answer"


def _bare(prompt: Prompt) -> Prompt:
    """A question as it is without a text before it."""
    return msgspec.structs.replace(
        prompt, context=PLAIN, text=prompt.bare, passage=UNSET, planted=UNSET
    )


def _planted(end: End, prompt: Prompt, passage: str) -> str:
    """What is wrong with an antifactual text."""
    if prompt.context != ANTIFACTUAL:
        return f"the context {prompt.context!r} is unknown"
    if prompt.planted is UNSET or prompt.planted.id in end.right:
        return "the antifactual text plants nothing that is false"
    if prompt.planted not in end.candidates:
        return "what the antifactual text plants is no distractor"
    if names_any(passage, end.accepted):
        return "the antifactual text names an accepted answer"
    named = names_any(passage, [prompt.planted.label])
    return "" if named else "the antifactual text does not name what it plants"
