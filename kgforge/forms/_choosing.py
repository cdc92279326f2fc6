"""What a response chooses of what it was given: shared by forms whose answer is a letter or word.

A model is right where it gives what is right more log-probability than everything else, or says it.
A tie chooses nothing. There is one answer, so that a hit at one k is a hit at every k.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from kgforge import matching, verdicts
from kgforge.forms._marks import NOWHERE, TARGET, WRONG, Asked, Mark, Said, reduced
from kgforge.forms._posing import LETTERS
from kgforge.schema import Response
from kgforge.verdicts import Verdict

Read = Callable[[str], str | None]
"""From a text to what it chooses; None where that cannot be told."""

_LEADS: Final = (
    r"(?:the )?(?:correct |right |best )?(?:answer|choice|option)(?: is)?",
    r"(?:správná )?(?:odpověď|možnost)(?: je)?",
    r"(?:die )?(?:richtige )?antwort(?: ist)?",
    r"(?:la )?(?:bonne )?réponse(?: est)?",
    r"(?:la )?(?:respuesta|opción)(?: correcta)?(?: es)?",
    r"(?:правильный )?(?:ответ|вариант)",
    r"(?:正[确確])?(?:答案|选项|選項)[是为為]?|[选選]",
    r"(?:câu )?(?:trả lời|đáp án)(?: đúng)?(?: là)?",
)
"""What may stand before a letter: in English, and in the languages of ``framing``."""
_LETTER: Final = re.compile(
    rf"^\W*(?:(?:{'|'.join(_LEADS)})\W*)?"
    r"(?P<letter>(?-i:[A-Za-z]))(?P<mark>[).:\]*_。，、：）]*)(?:(?:\s+|(?=[\u3040-\u9fff]))(?P<rest>.*))?$",
    re.IGNORECASE | re.DOTALL,
)


def mark(
    asked: Asked, response: Response, read: Read, gold: str, published: Callable[[str], bool]
) -> Mark:
    """The mark of a response; *published* says whether it is right by the published rules."""
    if response.candidates:
        place = 1 if chosen(response) == gold else NOWHERE
        return Mark(asked.prompt, place, place, sure=((_share(response), place == 1),))
    text = _text(response)
    found = read(text)
    both = _strict(text, found, gold), _legacy(text, gold, published)
    place = 1 if both[asked.legacy] == "correct" else NOWHERE
    return Mark(
        asked.prompt, place, place, verdict=both[0], legacy=both[1], counted=both[asked.legacy]
    )


def chosen(response: Response) -> str:
    """The candidate with the greatest log-probability; empty where several have it."""
    found = dict(zip((one.text for one in response.candidates), reduced(response), strict=True))
    most = max(found.values(), default=-math.inf)
    best = [text for text, value in found.items() if value == most]
    return best[0] if len(best) == 1 else ""


def _share(response: Response) -> float:
    """How sure a model is of what it chooses: its log-probability among what could be chosen."""
    values = reduced(response)
    most = max(values)
    return -math.log(math.fsum(math.exp(value - most) for value in values))


def said(response: Response, gold: str, marked: Mark | None) -> Iterator[Said]:
    """What a page shows: the candidates with their log-probabilities, or what was said."""
    if response.candidates:
        ranked = zip(reduced(response), response.candidates, strict=True)
        for value, one in sorted(ranked, key=lambda pair: -pair[0]):
            yield Said(one.text, value, TARGET if one.text == gold else WRONG)
    elif text := _text(response):
        yield Said(text, None, TARGET if marked and marked.rank == 1 else WRONG)


def letter(text: str, choices: Sequence[str]) -> str | None:
    """The letter of the choice that a text names, by its letter or its own text.

    >>> choices = ("Oslo", "Paris", "Washington, D.C.")
    >>> [letter(one, choices) for one in ("B", "(b)", "B.", "B) Paris", "Paris", "C. Oslo", "D")]
    ['B', 'B', 'B', 'B', 'B', None, None]
    """
    names = [matching.normalised(choice) for choice in choices]
    whole = matching.normalised(text)
    if names.count(whole) == 1:
        return LETTERS[names.index(whole)]
    found = _LETTER.match(unicodedata.normalize("NFKC", text).strip())
    at = LETTERS.index(found["letter"].upper()) if found else len(names)
    if found and at < len(names):
        if _agrees(found, names[at], names):
            return LETTERS[at]
        if found["mark"]:  # a letter with the text of another choice names neither
            return None
    named = [at for at, choice in enumerate(choices) if _is(text, choice)]
    return LETTERS[named[0]] if len(named) == 1 else None


def _agrees(found: re.Match[str], own: str, names: Sequence[str]) -> bool:
    """Whether what stands behind a letter does not speak against it."""
    rest = matching.normalised(found["rest"] or "")
    if not rest or rest == own:
        return True
    return bool(found["mark"]) and not any(name and name in rest for name in names if name != own)


def _is(text: str, choice: str) -> bool:
    strict, _ = verdicts.judged(text, [[choice]])
    return strict == "correct"


def _text(response: Response) -> str:
    """What was said: of a list the first."""
    return response.text or next((one.text for one in response.top), "")


def _strict(text: str, found: str | None, gold: str) -> Verdict:
    if found is not None:
        return "correct" if found == gold else "incorrect"
    verdict, _ = verdicts.judged(text, ())
    return "abstained" if verdict == "abstained" else "unreadable"


def _legacy(text: str, gold: str, published: Callable[[str], bool]) -> Verdict:
    """By the published rules of the form; beside them the letter or word that was asked for."""
    if matching.normalised(text) == matching.normalised(gold):
        return "correct"
    if verdicts.published_abstention(text):
        return "abstained"
    return "correct" if published(text.strip()) else "incorrect"


def published_truth(text: str) -> str | None:
    """What a text says of a statement by the rules of ``true-false-question.py`` (llm-facteval).

    A word decides, *correct* before *incorrect*; where neither stands there, *true* or *false*,
    which the published prompt does not ask for.
    """
    words = set(re.findall(r"\w+", text.lower()))
    said = {"correct": "true", "incorrect": "false", "true": "true", "false": "false"}
    return next((truth for word, truth in said.items() if word in words), None)


def published_choice(text: str, choices: Sequence[str], gold: str) -> bool:
    """Whether a text chooses what is right by the rules of ``eval-mcq-answer.py``: it names one.

    That script parts the choices at commas; here they are known.
    """
    said = verdicts.published_form(text)
    named = sum(verdicts.published_form(choice) in said for choice in choices)
    return named == 1 and verdicts.published_form(gold) in said
