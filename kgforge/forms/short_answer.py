"""``short_answer``: a question for the object of a fact, to be answered by its name.

What counts as right is what does for a cloze. A fact that must not hold is asked, too: any answer
but its object passes.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from kgforge import forms, framing
from kgforge.forms import Asked, Card, Fact, Mark, Question, Said, _posing
from kgforge.forms._posing import Posing
from kgforge.schema import SLOT, ItemFact, Prompt, Request, Response

ASKS: Final = "facts"
PAGE: Final = ("facts",)
CARD: Final = Card(
    asked="""\
each of its facts is put as a question for its object, with all answers that the graph accepts""",
    right="""\
A *short answer* is right at k when one of the accepted answers is among the first k answers.""",
    limits="""\
- Questions do not inflect, and put labels as they are. A predicate without a question of its own is
  asked for by its label (`generator` is `fallback`).""",
    task="question-answering",
    family="causal",
)

WORDS: Final = "questions"
FRAMED: Final = False
_NAME: Final = __name__.rpartition(".")[2]

places = _posing.unplaced
placed = _posing.unchanged
lacks = _posing.other
flaw = _posing.sound
frequent = _posing.named
always = _posing.nothing
options = _posing.drawable


def prompts(fact: ItemFact, posing: Posing) -> Iterator[Prompt]:
    """A question for each wording."""
    for wording in posing.questions:
        asked = _posing.asked(wording.template, fact.subject.label, posing.language)
        yield Prompt(
            form=_NAME,
            language=posing.language,
            slot="object",
            context="none",
            generator=wording.generator,
            text=framing.led(asked, SLOT),
            template=wording.template,
        )


def question(fact: ItemFact, prompt: Prompt) -> Question:
    """The question, with the slot behind it."""
    before, _, after = prompt.text.partition(SLOT)
    candidates = tuple(found.label for found in fact.candidates)
    say = (framing.of(prompt.language) or framing.ENGLISH).say_name
    return Question(before, after, fact.object.label, candidates, instruction=say)


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
    """The target, where the fact may hold."""
    return () if fact.holds is False else (fact.object.label,)
