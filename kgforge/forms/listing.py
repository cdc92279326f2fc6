"""``listing``: a question for all objects of a fact's subject and predicate.

It is asked where there may be several: by the predicate's kind, or where that is not known. There
it is asked of a subject with one object, too: were it left out, to be asked would tell that there
are several. Not asked is what must not hold, what is implied, and a fact of which only its own
object is accepted, since others of its item ask the same.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import UNSET

from kgforge import forms, framing, verdicts
from kgforge.forms import Asked, Card, Fact, Mark, Question, Said, _posing
from kgforge.forms._marks import is_text
from kgforge.forms._posing import Posing, Traits
from kgforge.schema import NONE, SLOT, ItemFact, Prompt, Request, Response, Top

ASKS: Final = "facts"
PAGE: Final = ("facts",)
CARD: Final = Card(
    asked="""\
each of its facts whose predicate may have several objects is put as a question for all of them""",
    right="""\
A *listing* is scored over the set of answers: how many of those given are right (precision), and
how many of those accepted are given (recall). It is a hit at k if one of the first k is right.
Where nothing is accepted it is right to say that there is none.""",
    limits="""\
- What is true outside the graph counts as wrong in a list, and the graph may lack answers.
- The list of a local model is its k best answers, so that precision is bounded by how many are
  accepted.""",
    task="question-answering",
    family="causal",
)

KINDS: Final = frozenset({"", "1-N", "N-M"})
"""The kinds of predicates that may have several objects; the empty one is not known."""
COMPUTED: Final = "computed"
IMPLIED: Final = "implied"
SINGLE: Final = "of a predicate with one object"
ALONE: Final = "its own object alone is accepted"
"""Why a fact that may hold is not asked."""
_NOWHERE: Final = math.inf
WORDS: Final = "questions"
FRAMED: Final = True
_NAME: Final = __name__.rpartition(".")[2]

places = _posing.unplaced
placed = _posing.unchanged
flaw = _posing.sound
always = _posing.nothing
options = _posing.drawable


def prompts(fact: ItemFact, posing: Posing) -> Iterator[Prompt]:
    """A question for each wording."""
    if posing.frame is None:
        return
    if fact.holds is not True or not posing.complete or fact.predicate.kind not in KINDS:
        return
    for wording in posing.questions:
        asked = _posing.asked(wording.template, fact.subject.label, posing.language)
        yield Prompt(
            form=_NAME,
            language=posing.language,
            slot="object",
            context="none",
            generator=wording.generator,
            text=framing.led(asked, posing.frame.list_all, SLOT),
            template=wording.template,
        )


def lacks(of: Traits) -> str:
    """By what the fact is, before by what it is of."""
    if of.computed:
        return COMPUTED
    if of.implied:
        return IMPLIED
    return ALONE if of.kind in KINDS else SINGLE


def question(fact: ItemFact, prompt: Prompt) -> Question:
    """The question, with the slot behind it."""
    before, _, after = prompt.text.partition(SLOT)
    labels = tuple(found.label for found in fact.candidates)
    say = framing.used(prompt.text, prompt.language, "list_all").say_all
    return Question(before, after, fact.object.label, labels, several=True, instruction=say)


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
    counted = list(verdicts.places([top.text for top in given], asked.groups))
    right = sum(is_right for _, is_right in counted)
    listed = (right, len(counted), len(asked.groups) - _unwanted(asked, given))
    sure = tuple((given[at].logprob, is_right) for at, is_right in counted)
    if not asked.groups:
        is_right = not given and (response.top or _denies(asked, response))
        rank = 1 if is_right else _NOWHERE
        return Mark(asked.prompt, rank, rank, listed=listed, sure=sure)
    found = forms.mark(asked, _listing(response, given))
    return msgspec.structs.replace(found, listed=listed, sure=sure)


def _unwanted(asked: Asked, given: Sequence[Top]) -> int:
    """How many accepted answers need not be given, and are not: those that but follow."""
    optional = asked.entailed
    if not optional:
        return 0
    counted = verdicts.places([top.text for top in given], optional)
    return len(optional) - sum(is_right for _, is_right in counted)


def _denies(asked: Asked, response: Response) -> bool:
    """Whether what has no list says that there is none, be it in words or as an empty list."""
    if not is_text(response):
        return True
    return verdicts.says_none(response.text, asked.asks.bare)


def _given(asked: Asked, response: Response) -> tuple[Top, ...]:
    """The answers that were given."""
    accepted = [name for names in asked.groups for name in names]
    if not response.top:
        read = verdicts.read_list(response.text, accepted)
        known = any(is_right for _, is_right in verdicts.places(read, asked.groups))
        if not known and _denies(asked, response):
            return ()
        return tuple(Top(text, -float(place)) for place, text in enumerate(read))
    kept = set(verdicts.without_none([one.text for one in response.top], accepted))
    return tuple(top for top in response.top if top.text in kept)


def _listing(response: Response, given: Sequence[Top]) -> Response:
    """A response as a list, which may be empty."""
    return msgspec.structs.replace(response, text="", top=tuple(given), ended=UNSET)


def planted(asked: Asked, response: Response) -> float | None:
    """Where the list has what a text plants."""
    return forms.planted(asked, _listing(response, _given(asked, response)))


def said(asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
    """The answers in the list."""
    return forms.said(asked, _listing(response, _given(asked, response)), marked)


def frequent(prompt: Prompt, targets: Sequence[str]) -> Sequence[str]:
    """The most frequent targets; nothing where it is most often right that there is none."""
    return () if next(iter(targets), "") == NONE.label else _posing.named(prompt, targets)


def gold(fact: Fact, prompt: Prompt) -> Sequence[str]:
    """All that is accepted."""
    return tuple(answer.label for answer in fact.answers)
