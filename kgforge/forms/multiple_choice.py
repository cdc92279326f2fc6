"""``multiple_choice``: a question with lettered choices, of which one is right.

The others are the first of the fact's guarded distractors. A fact that must not hold has no right
choice, and is not asked; nor is one without any distractor. A name that reads like the letter of a
choice (*B*, a blood type or a language) is no distractor, and a fact with such an answer is not
asked: *B* would be a letter and a text at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import msgspec

from kgforge import framing, matching
from kgforge.forms import Asked, Card, Fact, Mark, Question, Said, Traits, _choosing, _posing
from kgforge.forms._posing import LETTERS, Posing
from kgforge.framing import Frame
from kgforge.schema import SLOT, ItemFact, Prompt, Request, Response

ASKS: Final = "facts"
PAGE: Final = ("facts",)
CARD: Final = Card(
    asked="""\
each of its facts is put as a question with lettered choices, its object and distractors""",
    right="""\
Of *multiple choice*, a question is answered right where the model chooses the letter, or the text,
of the right choice. Each letter is right equally often in each group, among questions with equally
many choices.""",
    limits="""\
- A choice that is wrong by the graph may be true outside it.
- A fact that must not hold has no right choice, and is not asked.""",
    baselines="""\
Of *multiple choice*, *always A* says one letter, and so on; *frequent* chooses what is most often
the target of the predicate.""",
    task="multiple-choice",
    family="causal",
)

WORDS: Final = "questions"
FRAMED: Final = True
_NAME: Final = __name__.rpartition(".")[2]


def lacks(of: Traits) -> str:
    """Say why a fact is not asked: its answer reads like a letter, or it has no distractor."""
    return _posing.LETTER if of.letter else _posing.lone(of)


def prompts(fact: ItemFact, posing: Posing) -> Iterator[Prompt]:
    """A question for each wording, the right choice first."""
    if fact.holds is False or posing.frame is None or _posing.is_letter(fact.object.label):
        return
    texts = [fact.object.label]
    for other in posing.distractors:
        is_new = matching.normalised(other.label) not in map(matching.normalised, texts)
        if len(texts) <= posing.choices and is_new and not _posing.is_letter(other.label):
            texts.append(other.label)
    if len(texts) < 2:
        return
    for wording in posing.questions:
        asked = _posing.asked(wording.template, fact.subject.label, posing.language)
        yield Prompt(
            form=_NAME,
            language=posing.language,
            slot="object",
            context="none",
            generator=wording.generator,
            text=_text(asked, texts, posing.frame),
            template=wording.template,
            choices=tuple(texts),
            gold=LETTERS[0],
        )


def _text(asked: str, choices: Iterable[str], frame: Frame) -> str:
    lines = (f"{letter}) {_line(text)}" for letter, text in zip(LETTERS, choices, strict=False))
    return "\n".join((asked, *lines, framing.led(frame.answer, SLOT)))


def _line(text: str) -> str:
    """A choice in one line."""
    return " ".join(text.split())


# ── Where the right choice stands ───────────────────────────────────────────────────────────────
def places(facts: Sequence[ItemFact]) -> Sequence[int]:
    """As many for each question as it has choices."""
    return [len(prompt.choices) for fact in facts for prompt in fact.prompts if _is_own(prompt)]


def placed(facts: Sequence[ItemFact], drawn: Iterator[int]) -> tuple[ItemFact, ...]:
    """The facts, the right choice of each question where it was drawn."""
    return tuple(
        msgspec.structs.replace(
            fact,
            prompts=tuple(
                _turned(prompt, next(drawn), fact) if _is_own(prompt) else prompt
                for prompt in fact.prompts
            ),
        )
        for fact in facts
    )


def _is_own(prompt: Prompt) -> bool:
    return prompt.form in (_NAME,)


def _turned(prompt: Prompt, place: int, fact: ItemFact) -> Prompt:
    """A question with its right choice, which stood first, in another place."""
    right, *others = prompt.choices
    choices = (*others[:place], right, *others[place:])
    frame = framing.used(prompt.text, prompt.language, "answer")
    asked = _posing.asked(prompt.template, fact.subject.label, prompt.language)
    return msgspec.structs.replace(
        prompt, text=_text(asked, choices, frame), choices=choices, gold=LETTERS[place]
    )


def flaw(fact: ItemFact, prompt: Prompt) -> str:
    """Where choices are alike, or another than the one that is called right is right."""
    names = [matching.normalised(choice) for choice in prompt.choices]
    if len(names) < 2 or len(set(names)) < len(names):
        return "choices are alike, or there is one alone"
    if prompt.gold not in LETTERS[: len(names)] or _right(prompt) != fact.object.label:
        return f"the choice {prompt.gold!r} is not the target"
    accepted = _posing.right(fact.answers)
    others = [name for name in names if name != matching.normalised(fact.object.label)]
    wrong = [name for name in others if name in accepted]
    return f"the accepted answer {wrong[0]!r} is among the wrong choices" if wrong else ""


# ── Asking and judging ──────────────────────────────────────────────────────────────────────────
def question(fact: ItemFact, prompt: Prompt) -> Question:
    """The question with its choices, to be answered by a letter."""
    before, _, after = prompt.text.rpartition(SLOT)
    letters = tuple(LETTERS[: len(prompt.choices)])
    say = framing.used(prompt.text, prompt.language, "answer").say_letter
    return Question(before, after, prompt.gold, letters, chosen=True, instruction=say)


def barred(request: Request, method: str) -> str:
    """Whichever method: a letter is chosen."""
    return ""


def check_tools() -> None:
    """Nothing but kgforge is needed."""


def mark(asked: Asked, response: Response) -> Mark:
    """A hit where the right choice is chosen."""
    return _marked(asked, response, asked.asks.gold)


def planted(asked: Asked, response: Response) -> float | None:
    """A hit where what a text plants is chosen."""
    prompt = asked.asks
    if not prompt.planted or prompt.planted.label not in prompt.choices:
        return None
    return _marked(asked, response, LETTERS[prompt.choices.index(prompt.planted.label)]).rank


def _marked(asked: Asked, response: Response, gold: str) -> Mark:
    """The mark, were the choice of that letter right."""
    choices = asked.asks.choices
    read = partial(_choosing.letter, choices=choices)
    named = choices[LETTERS.index(gold)]
    published = partial(_choosing.published_choice, choices=choices, gold=named)
    return _choosing.mark(asked, response, read, gold, published)


def _right(prompt: Prompt) -> str:
    return prompt.choices[LETTERS.index(prompt.gold)]


def said(asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
    """The letters with their log-probabilities, or what was said."""
    return _choosing.said(response, asked.asks.gold, marked)


def gold(fact: Fact, prompt: Prompt) -> Sequence[str]:
    """The letter."""
    return (prompt.gold,)


def options(fact: Fact, prompt: Prompt, candidates: Iterable[str]) -> Sequence[str]:
    """The letters."""
    return LETTERS[: len(prompt.choices)]


def frequent(prompt: Prompt, targets: Sequence[str]) -> Sequence[str]:
    """The letter of the choice that is the most frequent target; the first where none is one."""
    found = (prompt.choices.index(one) for one in targets if one in prompt.choices)
    return (LETTERS[next(found, 0)],)


def always(prompt: Prompt) -> Sequence[str]:
    """Each letter."""
    return LETTERS[: len(prompt.choices)]
