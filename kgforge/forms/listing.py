"""``listing``: a question for all objects of a fact's subject and predicate.

It is asked where there may be several: by the predicate's kind, or where that is not known. Not
asked is what must not hold, what is implied, and a fact of which only its own object is accepted,
since others of its item ask the same.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from kgforge import forms, verdicts
from kgforge.forms import Asked, Card, Fact, Mark, Question, Said, _posing
from kgforge.forms._posing import Posing
from kgforge.schema import SLOT, ItemFact, Prompt, Request, Response, Top

ASKS: Final = "facts"
PAGE: Final = ("facts",)
CARD: Final = Card(
    asked="""\
each of its facts whose predicate may have several objects is put as a question for all of them""",
    right="""\
A *listing* is scored over the set of answers: how many of those given are right (precision), and
how many of those accepted are given (recall). It is a hit at k if one of the first k is right.""",
    limits="""\
- What is true outside the graph counts as wrong in a list, and the graph may lack answers.
- The list of a local model is its k best answers, so that precision is bounded by how many are
  accepted.""",
    task="question-answering",
    family="causal",
)

KINDS: Final = frozenset({"", "1-N", "N-M"})
"""The kinds of predicates that may have several objects; the empty one is not known."""
LACKS: Final = "implied, computed, or of a predicate with one object"
_NAME: Final = __name__.rpartition(".")[2]
_SAY: Final = "Answer with all names, separated by semicolons, or with none where there is none."

places = _posing.unplaced
placed = _posing.unchanged
flaw = _posing.sound
frequent = _posing.named
always = _posing.nothing
options = _posing.drawable


def prompts(fact: ItemFact, posing: Posing) -> Iterator[Prompt]:
    """A question for each wording."""
    if fact.holds is not True or not posing.complete or fact.predicate.kind not in KINDS:
        return
    for wording in posing.questions:
        asked = wording.template.replace("[X]", fact.subject.label)
        yield Prompt(
            form=_NAME,
            language=posing.language,
            slot="object",
            context="none",
            generator=wording.generator,
            text=f"{asked} Name all: {SLOT}",
            template=wording.template,
        )


def question(fact: ItemFact, prompt: Prompt) -> Question:
    """The question, with the slot behind it."""
    before, _, after = prompt.text.partition(SLOT)
    labels = tuple(found.label for found in fact.candidates)
    return Question(before, after, fact.object.label, labels, several=True, instruction=_SAY)


def barred(request: Request, method: str) -> str:
    """A ranking is no list."""
    return (
        "" if method == "open" else "not askable: all answers are listed by the method open alone"
    )


def check_tools() -> None:
    """Nothing but kgforge is needed."""


def mark(asked: Asked, response: Response) -> Mark:
    """Where the first accepted answer stands in the list, and how much of it is right."""
    given = _given(asked, response)
    as_list = msgspec.structs.replace(response, text="", top=response.top or _top(given))
    found = forms.mark(asked, as_list)
    return msgspec.structs.replace(found, listed=verdicts.listed(given, asked.groups))


def _given(asked: Asked, response: Response) -> list[str]:
    """The answers that were given."""
    accepted = (name for names in asked.groups for name in names)
    return [one.text for one in response.top] or verdicts.read_list(response.text, accepted)


def _top(given: Sequence[str]) -> tuple[Top, ...]:
    return tuple(Top(text, -float(place)) for place, text in enumerate(given))


def said(asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
    """The answers in the list."""
    top = response.top or _top(_given(asked, response))
    return forms.said(asked, msgspec.structs.replace(response, text="", top=top), marked)


def gold(fact: Fact, prompt: Prompt) -> Sequence[str]:
    """All that is accepted."""
    return tuple(answer.label for answer in fact.answers)
