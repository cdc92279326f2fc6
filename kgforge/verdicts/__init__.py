"""What a text says to a question: the four classes of an answer.

*Strict* (``judge``) reads the text as a careful reader would: ``assertions`` says by which rules.
An answer with a reservation (*I'm not sure, but I think it is Paris*) is an answer, right or wrong,
as in the instructions of SimpleQA (Wei et al. 2024, *Measuring short-form factuality in large
language models*, appendix A). A text abstains only where it asserts no answer. One that is empty,
breaks off before an answer, repeats the question, is the same few words six times, or has no words
is unreadable.

*Legacy* is what the evaluation code of Luo et al. 2023, *Systematic Assessment of Factual Knowledge
in Large Language Models*, does (github.com/RManLuo/llm-facteval, commit 187fe40,
``scripts/evaluation/metrics/fuzzy_match_trex.py`` and ``unknown_response.txt``): a phrase of its
list anywhere is an abstention, whatever else is said; then a hit where the first line or an
accepted answer contains the other, in small letters, without ASCII punctuation and English
articles.
"""

import itertools
import re
import string
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from kgforge import matching
from kgforge.verdicts import assertions, phrases, spelling, truths, utterances
from kgforge.verdicts.accepted import accepted
from kgforge.verdicts.listings import listed, places, read_list, says_none, without_none
from kgforge.verdicts.utterances import Sentence

__all__ = [
    "Verdict",
    "Verdicts",
    "judge",
    "judged",
    "listed",
    "places",
    "read_list",
    "says_none",
    "without_none",
]

Verdict = Literal["correct", "incorrect", "abstained", "unreadable"]
"""Luo et al. 2023, *Systematic Assessment of Factual Knowledge in Large Language Models*, has the
first three; a text of which none can be told is in a class of its own."""


class Verdicts(NamedTuple):
    """What both rules say of one text."""

    strict: Verdict
    legacy: Verdict

    @property
    def agree(self) -> bool:
        """Whether both say the same."""
        return self.strict == self.legacy


def judge(
    text: str,
    answers: Iterable[str],
    *,
    legacy: bool = False,
    question: str = "",
    others: Iterable[str] = (),
) -> Verdict:
    """What a text says to a question with these accepted answers (names, with their aliases).

    The words of the *question*, where it is given, are no answers, and an echo of it is unreadable.
    *others* are names that are wrong: what stands in parentheses behind one is no other name of it.
    Without them it is taken for one: nothing in the text tells *Köln (Cologne)* from *Lyon
    (France)*.

    >>> judge("The capital of France is Paris.", ["Paris"]), judge("New York", ["York"])
    ('correct', 'incorrect')
    >>> judge("Unfortunately it is Paris", ["Paris"]), judge("I don't know.", ["Paris"])
    ('correct', 'abstained')
    >>> judge("Unfortunately it is Paris", ["Paris"], legacy=True)
    'abstained'
    >>> judge("Germany (France)", ["France"], others=["Germany"])
    'incorrect'

    Raises TypeError where the text is none, or *answers* are one text.
    """
    if not isinstance(text, str) or isinstance(answers, str):
        raise TypeError(
            f"judge: give a text and a list of names, as in judge({str(text)!r}, [...])"
        )
    names = tuple(answers)
    wrong = frozenset(others)
    return _legacy(text, names) if legacy else _strict(text, names, question, wrong)


def judged(
    text: str,
    answers: Sequence[Sequence[str]],
    *,
    question: str = "",
    others: frozenset[str] = frozenset(),
) -> Verdicts:
    """What both rules say of a text; *answers* are names, by accepted answer, *others* wrong ones.

    >>> judged("female", [["male", "man"]])
    Verdicts(strict='incorrect', legacy='correct')
    """
    names = tuple(itertools.chain.from_iterable(answers))
    return Verdicts(_strict(text, names, question, others), _legacy(text, names))


# ── Strict ──────────────────────────────────────────────────────────────────────────────────────
def _strict(
    text: str, names: tuple[str, ...], question: str, others: frozenset[str] = frozenset()
) -> Verdict:
    clean = utterances.cleaned(text)
    whole, known = matching.accepted(names), accepted(names)
    is_whole = matching.matched(text, whole) or matching.matched(clean, whole)
    if is_whole and not known.is_another_unit(clean):
        return "correct"
    if _is_repeated(spelling.words(clean)):
        return "unreadable"
    asked = tuple(spelling.words(question))
    sentences = utterances.sentences(clean, known, asked)
    held = assertions.claim(sentences, frozenset(asked), _letters(others))
    if held is not None:
        return "correct" if held == "accepted" else "incorrect"
    return _unclaimed(clean, names, sentences, asked)


@lru_cache(maxsize=256)
def _letters(names: frozenset[str]) -> frozenset[str]:
    return frozenset(letters for name in names for letters in spelling.variants(name))


def _unclaimed(
    clean: str, names: tuple[str, ...], sentences: Sequence[Sentence], asked: Sequence[str]
) -> Verdict:
    """What a text says that gives no answer by its name."""
    truth, said = truths.wanted(names), truths.said(clean)
    if truth is not None and said is not None:
        return "correct" if said is truth else "incorrect"
    if phrases.abstains(spelling.spoken(clean)):
        return "abstained"
    if _is_unreadable(clean, sentences, asked):
        return "unreadable"
    return "incorrect"


_FEW: Final = 6
_PERIOD: Final = 60
"""So many words at most are looked for again and again."""


def _is_repeated(words: Sequence[str]) -> bool:
    """Whether a text is the same few words, six times or more and nothing else."""
    most = min(len(words) // _FEW, _PERIOD)
    return any(words[size:] == words[:-size] for size in range(1, most + 1))


def _is_unreadable(clean: str, sentences: Sequence[Sentence], asked: Sequence[str]) -> bool:
    words = spelling.words(clean)
    if not words or _is_echo(words, asked):
        return True
    letters = sum(map(str.isalnum, clean))
    signs = sum(not each.isspace() for each in clean)
    if letters * 3 < signs and signs > _FEW:
        return True
    if len(words) >= _FEW and len(set(words)) * _FEW <= len(words):
        return True
    return _breaks_off(clean, sentences)


def _is_echo(words: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether a text is the question, or most of it: three words at least, and half of them."""
    if len(words) < 3 or 2 * len(words) < len(asked):
        return list(words) == list(asked)
    return f" {' '.join(words)} " in f" {' '.join(asked)} "


_OPEN: Final = frozenset({"COP", "ART", "LINK", "PRE"})


def _breaks_off(clean: str, sentences: Sequence[Sentence]) -> bool:
    """Whether a text ends where an answer had to follow: after *is*, *the*, *of* or a colon."""
    if clean.endswith((":", "：")):
        return True
    last = sentences[-1]
    word = last.words[-1]
    return (
        not last.stops and len(last.words) > 1 and bool(word.roles & _OPEN) and word.text.islower()
    )


# ── Legacy ──────────────────────────────────────────────────────────────────────────────────────
_UNKNOWN: Final = tuple(
    """
cannot accurately predict|i'm sorry|i am sorry|i am not able to predict|can't predict the accuracy
cannot predict|can't predict|do not have information about|cannot answer|cannot determine
cannot accurately determine|cannot accurately predict|am unable to determine
do not have enough information|an ai language model|not possible to predict|do not have access
don't have access|cannot provide|cannot be predicted|unknown|not possible to predict accurately
impossible to predict|no information about|no specific information available
not enough information to predict|insufficient information available|not predictable|i don't know
i do not know|do not have this information|sorry|could not find any information|not enough context
it is unclear|i do not have specific information|no readily available information
cannot find any reliable information|no publicly available information|unfortunately
""".strip()
    .replace("\n", "|")
    .split("|")
)
"""``unknown_response.txt``, whole and in its order."""
_NO_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)
_ARTICLE: Final = re.compile(r"\b(a|an|the)\b")


def _legacy(text: str, names: tuple[str, ...]) -> Verdict:
    said = text.strip()
    if published_abstention(said):
        return "abstained"
    return "correct" if any(_fuzzy(name, said) for name in names) else "incorrect"


def published_abstention(text: str) -> bool:
    """Whether the published evaluation takes a text for an abstention."""
    low = text.lower()
    return any(phrase in low for phrase in _UNKNOWN)


def _fuzzy(one: str, other: str) -> bool:
    """Whether one contains the other; what is empty is contained in what is empty alone."""
    a, b = published_form(one), published_form(other)
    return a == b if not a or not b else a in b or b in a


def published_form(text: str) -> str:
    """The form in which the published evaluation compares texts."""
    line = text.partition("\n")[0].lower().translate(_NO_PUNCTUATION)
    return " ".join(_ARTICLE.sub(" ", line).split())
