"""``cloze``: a statement with a slot in place of its object.

The slot is filled by an open answer, or by the candidate that fits it best.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kgforge import forms
from kgforge.forms import Asked, Card, Fact, Mark, Question, Said, Template
from kgforge.schema import SLOT, ItemFact, Prompt, Request, Response

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
- Names and wordings are in one language ($languages). Templates do not inflect, and put labels as
  they are, even where a sentence begins.
- A fact that must not hold (`backward` of asymmetry) is asked by itself, and any answer but one
  passes. A score over such items is mostly that of their facts that hold (`forward`). The report
  has the hit rates by role.""",
    task="fill-mask",
    family="masked",
)

_PLACES: Final = re.compile(r"\[[XY]\]")
_NAME: Final = __name__.rpartition(".")[2]


def prompts(fact: ItemFact, wordings: Iterable[Template], language: str) -> Iterator[Prompt]:
    """A statement for each wording."""
    for wording in wordings:
        yield Prompt(
            form=_NAME,
            language=language,
            slot="object",
            context="none",
            generator=wording.generator,
            text=_statement(wording.template, fact.subject.label),
            template=wording.template,
        )


def _statement(template: str, subject: str) -> str:
    """A template with the subject's label in place of [X] and the slot in place of [Y]."""
    return _PLACES.sub(lambda place: subject if place.group() == "[X]" else SLOT, template)


def question(fact: ItemFact, prompt: Prompt) -> Question:
    """The statement, parted at its slot."""
    before, _, after = prompt.text.partition(SLOT)
    candidates = tuple(found.label for found in fact.candidates)
    return Question(before, after, fact.object.label, candidates)


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


def said(asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
    """The answers in the list, or the best candidates."""
    return forms.said(asked, response, marked)


def gold(fact: Fact, prompt: Prompt) -> Sequence[str]:
    """The target, where the fact may hold."""
    return () if fact.holds is False else (fact.object.label,)


def options(fact: Fact, prompt: Prompt, candidates: Iterable[str]) -> Sequence[str]:
    """The candidates, if the target is not the only one."""
    found = tuple(candidates)
    return found if len(found) > 1 else ()
