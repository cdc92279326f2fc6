"""``true_false``: a statement that is true or false, and beside it one that is the other.

Of each wording of a fact that holds, or is implied, there are two statements: the fact, and the
same with the first of its guarded distractors in the place of its object. A fact that must not hold
is a false statement by itself. It stands for that of one fact that holds in its item, so that half
of an item's statements are true; where no such fact is left, it is not asked.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import UNSET

from kgforge import framing, matching
from kgforge.forms import Asked, Card, Fact, Mark, Question, Said, _choosing, _posing
from kgforge.forms._posing import Posing, Template
from kgforge.framing import Frame
from kgforge.schema import SLOT, ItemFact, Named, Prompt, Request, Response

ASKS: Final = "facts"
PAGE: Final = ("facts",)
CARD: Final = Card(
    asked="""\
each of its facts is put as a statement, and once more with a false object, and a model says whether
it is true""",
    right="""\
Of *true or false*, a statement is answered right where the model says `true` of a true one and
`false` of a false one. Half of the statements of each group are true. By chance half are right.""",
    limits="""\
- A false statement is false by the graph and its axioms. What is true outside the graph may be
  among them.""",
    baselines="""\
Of *true or false*, *always true* and *always false* say one word, and *frequent* says `true` where
the statement's object is among the most frequent of its predicate.""",
    task="text-classification",
    family="causal",
)

TRUE, FALSE = framing.ENGLISH.truths
FREQUENT: Final = 5
"""So many targets of a predicate are among its most frequent ones."""
_PLACES: Final = re.compile(r"\[[XY]\]")
WORDS: Final = "wordings"
FRAMED: Final = True
_NAME: Final = __name__.rpartition(".")[2]

lacks = _posing.lone


def prompts(fact: ItemFact, posing: Posing) -> Iterator[Prompt]:
    """Two statements for each wording, the true one first; of what must not hold one."""
    if posing.frame is None:
        return
    others = posing.distractors[:1] if fact.holds is not False else ()
    true, false = posing.frame.truths
    for wording in posing.statements or posing.wordings:
        own = false if fact.holds is False else true
        yield _prompt(fact, wording, posing, posing.frame, fact.object, own)
        for other in others:
            yield _prompt(fact, wording, posing, posing.frame, other, false)


def _prompt(
    fact: ItemFact, wording: Template, posing: Posing, frame: Frame, claimed: Named, gold: str
) -> Prompt:
    language = posing.language
    labels = {"[X]": fact.subject.label, "[Y]": claimed.label}
    stated = _posing.begun(_filled(wording.template, labels), language)
    return Prompt(
        form=_NAME,
        language=language,
        slot="object",
        context="none",
        generator=wording.generator,
        text=framing.led(stated, frame.judge, SLOT),
        template=wording.template,
        gold=gold,
        claimed=claimed,
        said=wording.said or UNSET,
    )


def _filled(template: str, labels: Mapping[str, str]) -> str:
    """A template with labels in its slots; what a label holds is no slot."""
    return _PLACES.sub(lambda place: labels[place.group()], template)


# ── Half of them true ───────────────────────────────────────────────────────────────────────────
def places(facts: Sequence[ItemFact]) -> Sequence[int]:
    """Of two statements of one wording either may come first."""
    return [2] * sum(len(_pairs(fact)) for fact in _evened(facts))


def placed(facts: Sequence[ItemFact], drawn: Iterator[int]) -> tuple[ItemFact, ...]:
    """The facts, of whose statements half are true, in the order that was drawn."""
    return tuple(_ordered(fact, drawn) for fact in _evened(facts))


def _evened(facts: Sequence[ItemFact]) -> list[ItemFact]:
    """The facts, with as many true statements as false ones.

    What must not hold stands for the false statements of a fact that holds, first of one that has
    none; what then has no counterpart is left out.
    """
    found = list(facts)
    own = [_own(fact) for fact in facts]
    false = [at for at, fact in enumerate(facts) if own[at] and fact.holds is False]
    true = [at for at, fact in enumerate(facts) if own[at] and fact.holds is not False]
    true.sort(key=lambda at: len(_pairs(facts[at])) > 0)
    for one, other in zip(true, false, strict=False):
        held = [prompt for prompt in own[one] if _is_true(prompt)]
        many = min(len(held), len(own[other]))
        found[one] = _with(facts[one], held[:many])
        found[other] = _with(facts[other], own[other][:many])
    lone = [at for at in true[len(false) :] if not _pairs(facts[at])]
    for at in (*lone, *false[len(true) :]):
        found[at] = _with(facts[at], ())
    return found


def _own(fact: ItemFact) -> list[Prompt]:
    return [prompt for prompt in fact.prompts if prompt.form in (_NAME,)]


def _with(fact: ItemFact, own: Sequence[Prompt]) -> ItemFact:
    """A fact with other statements in the place of its own."""
    every = [prompt for prompt in fact.prompts if prompt.form not in (_NAME,)]
    at = next((place for place, one in enumerate(fact.prompts) if one.form in (_NAME,)), len(every))
    return msgspec.structs.replace(fact, prompts=(*every[:at], *own, *every[at:]))


def _pairs(fact: ItemFact) -> list[tuple[Prompt, Prompt]]:
    """A fact's statements, two by two of one wording."""
    own = _own(fact)
    if fact.holds is False or {_is_true(prompt) for prompt in own} != {True, False}:
        return []
    return list(zip(own[::2], own[1::2], strict=True))


def _ordered(fact: ItemFact, drawn: Iterator[int]) -> ItemFact:
    pairs = _pairs(fact)
    if not pairs:
        return fact
    turned = [(other, one) if next(drawn) else (one, other) for one, other in pairs]
    return _with(fact, [prompt for pair in turned for prompt in pair])


def flaw(fact: ItemFact, prompt: Prompt) -> str:
    """Where a statement is not what it is said to be."""
    if prompt.claimed is UNSET:
        return "nothing is claimed"
    own = prompt.claimed.id == fact.object.id
    true, false = _truths(prompt)
    if fact.holds is False:
        return "" if own and prompt.gold == false else "what must not hold is no false statement"
    if prompt.gold == true:
        return "" if own else "the true statement does not claim the target"
    if prompt.gold != false or prompt.claimed.id in {one.id for one in fact.answers}:
        return "the false statement claims an accepted answer"
    alike = matching.normalised(prompt.claimed.label) in _posing.right(fact.answers)
    return "the false statement claims the name of an accepted answer" if alike else ""


# ── Asking and judging ──────────────────────────────────────────────────────────────────────────
def question(fact: ItemFact, prompt: Prompt) -> Question:
    """The statement, to be called true or false."""
    before, _, after = prompt.text.partition(SLOT)
    say = framing.used(prompt.text, prompt.language, "judge").say_truth
    return Question(before, after, prompt.gold, _truths(prompt), chosen=True, instruction=say)


def _truths(prompt: Prompt) -> tuple[str, str]:
    """The words by which its statement can be called true or false."""
    return framing.truths(prompt.text, prompt.language)


def _is_true(prompt: Prompt) -> bool:
    """Whether a prompt's statement is true."""
    return prompt.gold == _truths(prompt)[0]


def barred(request: Request, method: str) -> str:
    """Whichever method: one of two words is chosen."""
    return ""


def check_tools() -> None:
    """Nothing but kgforge is needed."""


def mark(asked: Asked, response: Response) -> Mark:
    """A hit where the word is right; of what must not hold, where it is called true."""
    found = _marked(asked, response, asked.asks.gold)
    if asked.fact.holds is not False:
        return found
    return _named(asked, response, found)


def _marked(asked: Asked, response: Response, gold: str) -> Mark:
    true, false = _truths(asked.asks)

    def published(text: str) -> bool:
        return _choosing.published_truth(text) == (TRUE if gold == true else FALSE)

    def read(text: str) -> str | None:
        found = framing.truth(text, asked.asks.language)
        return None if found is None else true if found else false

    return _choosing.mark(asked, response, read, gold, published)


def _named(asked: Asked, response: Response, found: Mark) -> Mark:
    """The same where the fact must not hold: its name counts as named if it is called true."""
    true = _marked(asked, response, _truths(asked.asks)[0])
    return msgspec.structs.replace(found, rank=true.rank, target=true.target)


def planted(asked: Asked, response: Response) -> float | None:
    """A hit where the statement is called what it is by a text that plants something."""
    prompt = asked.asks
    if not prompt.planted or not prompt.claimed:
        return None
    true, false = _truths(prompt)
    by_text = true if prompt.claimed.id == prompt.planted.id else false
    return None if by_text == prompt.gold else _marked(asked, response, by_text).rank


def said(asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
    """The two words with their log-probabilities, or what was said."""
    right = _truths(asked.asks)[0] if asked.fact.holds is False else asked.asks.gold
    return _choosing.said(response, right, marked)


def gold(fact: Fact, prompt: Prompt) -> Sequence[str]:
    """The right word."""
    return (prompt.gold,)


def options(fact: Fact, prompt: Prompt, candidates: Iterable[str]) -> Sequence[str]:
    """The two words."""
    return _truths(prompt)


def frequent(prompt: Prompt, targets: Sequence[str]) -> Sequence[str]:
    """``true`` of what is among the most frequent."""
    known = targets[:FREQUENT]
    true, false = _truths(prompt)
    return (true if prompt.claimed is not UNSET and prompt.claimed.label in known else false,)


def always(prompt: Prompt) -> Sequence[str]:
    """Either word."""
    return _truths(prompt)
