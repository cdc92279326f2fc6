"""``cloze``: a statement with a slot in place of its object, or of its subject.

The slot is filled by an open answer, or by the candidate that fits it best. Either end has its own
answers and candidates (``ItemFact.subjects``).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import UNSET

from kgforge import forms
from kgforge.forms import Asked, Card, Fact, Mark, Question, Said, _posing
from kgforge.forms._posing import Posing, Template
from kgforge.schema import SLOT, ItemFact, Named, Prompt, Request, Response

ASKS: Final = "facts"
PAGE: Final = ("facts",)
CARD: Final = Card(
    asked="""\
each of its facts is asked as a statement with `[MASK]` in place of the object, with all answers
that the graph accepts and with candidates to rank""",
    right="""\
A fact is *right* at k when one of its accepted answers is among the first k answers.""",
    limits="""\
- The graph is incomplete. A true answer that is not in it counts as wrong. A candidate may be true
  outside it, above all one that is narrower than the answer (a city beside its country, a
  denomination beside its religion).
- Names and wordings are in $spoken. Templates do not inflect, and put labels as
  they are, even where a sentence begins.
- A fact that must not hold (`backward` of asymmetry) is asked by itself, and any answer but one
  passes. A score over such items is mostly that of their facts that hold (`forward`). The report
  has the hit rates by role.""",
    task="fill-mask",
    family="masked",
)

_PLACES: Final = re.compile(r"\[[XY]\]")
_ASKED: Final = ("?", "؟", "？")
"""How a question ends."""
WORDS: Final = "wordings"
FRAMED: Final = False
_NAME: Final = __name__.rpartition(".")[2]


places = _posing.unplaced
placed = _posing.unchanged
lacks = _posing.other
frequent = _posing.named
always = _posing.nothing
options = _posing.drawable


def prompts(fact: ItemFact, posing: Posing) -> Iterator[Prompt]:
    """A statement for each end that is asked for and each wording."""
    if "object" in posing.slots:
        labels = {"[X]": fact.subject.label, "[Y]": SLOT}
        yield from (_prompt(one, posing.language, "object", labels) for one in posing.wordings)
    if "subject" in posing.slots and fact.subjects:
        labels = {"[X]": SLOT, "[Y]": fact.object.label}
        asking = (one for one in posing.wordings if "[X]" in one.template)
        yield from (_prompt(one, posing.language, "subject", labels) for one in asking)


def _prompt(
    wording: Template, language: str, slot: Literal["object", "subject"], labels: Mapping[str, str]
) -> Prompt:
    return Prompt(
        form=_NAME,
        language=language,
        slot=slot,
        context="none",
        generator=wording.generator,
        text=_PLACES.sub(lambda place: labels[place.group()], wording.template),
        template=wording.template,
        said=wording.said or UNSET,
    )


def flaw(fact: ItemFact, prompt: Prompt) -> str:
    """Where its forms, or the answers and candidates of a prompt for the subject, are wrong."""
    if prompt.forms and prompt.slot == "subject":
        return "asks for the subject, and inflects objects"
    if prompt.forms and len(prompt.forms) != len(fact.candidates):
        return f"has {len(prompt.forms)} forms of {len(fact.candidates)} candidates"
    return _flaw_of_subject(fact) if prompt.slot == "subject" else ""


def _flaw_of_subject(fact: ItemFact) -> str:
    if not fact.subjects:
        return "asks for the subject, and no subjects are there"
    right = [one.id for one in fact.subjects.answers]
    found = {one.id for one in fact.subjects.candidates}
    if right[:1] != [fact.subject.id]:
        return "the first subject is not the fact's own"
    if fact.subject.id not in found:
        return "the subject is not among the candidates"
    leaked = sorted(found & set(right[1:]))
    return f"the accepted subject {leaked[0]} is among the candidates" if leaked else ""


class _Labels:
    """The labels of candidates. All prompts of a fact have the same ones: the last are kept."""

    def __init__(self) -> None:
        self._last: tuple[Sequence[Named], tuple[str, ...]] = ((), ())

    def __call__(self, found: Sequence[Named]) -> tuple[str, ...]:
        of, labels = self._last
        if of is not found:
            labels = tuple([one.label for one in found])
            self._last = found, labels
        return labels


_labels: Final = _Labels()


def question(fact: ItemFact, prompt: Prompt) -> Question:
    """The statement, parted at its slot."""
    before, _, after = prompt.text.partition(SLOT)
    of_subject = prompt.slot == "subject" and fact.subjects
    target = fact.subject if of_subject else fact.object
    found = fact.subjects.candidates if of_subject and fact.subjects else fact.candidates
    candidates = prompt.forms or _labels(found)
    said = _instruction(fact, before) if fact.computed else ""
    called = target.label
    if prompt.forms:
        named = zip(found, prompt.forms, strict=True)
        called = next((form for one, form in named if one.id == target.id), called)
    return Question(before, after, called, candidates, instruction=said)


def _instruction(fact: ItemFact, before: str) -> str:
    """What is told of an answer that is computed: of what kind it is."""
    match fact.computed.how if fact.computed else "":
        case "count":
            kind = "a number"
        case "whether":
            kind = " or ".join(one.label for one in reversed(fact.candidates))
        case _:
            kind = "the name"
    asked = before.rstrip().endswith(_ASKED)
    what = "Answer the question" if asked else f"Fill in the blank marked {SLOT}. Answer"
    return f"{what} with {kind} only."


def barred(request: Request, method: str) -> str:
    """A ranking of one candidate tells nothing."""
    if forms.ranks_candidates(method) and len(request.candidates) < 2:
        return "not askable: its target is the only candidate to rank"
    return ""


def check_tools() -> None:
    """Nothing but kgforge is needed."""


def mark(asked: Asked, response: Response) -> Mark:
    """Where the accepted answers are in the list, or the target among the candidates."""
    return forms.mark(asked, response)


def planted(asked: Asked, response: Response) -> float | None:
    """Where it has what a text plants."""
    return forms.planted(asked, response)


def said(asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
    """The answers in the list, or the best candidates."""
    return forms.said(asked, response, marked)


def gold(fact: Fact, prompt: Prompt) -> Sequence[str]:
    """The target at the end that is asked for, where the fact may hold."""
    target = fact.subject if prompt.slot == "subject" else fact.object
    return () if fact.holds is False else (target.label,)
