"""Which answer a text asserts, if any: the one accepted, another, or none.

No parser and no list of names is used, so that every decision can be explained by a rule:

- **Part of a longer name.** Where capitals tell names (*It is in New York*), a word with a capital
  beside an answer belongs to its name, and so does what *of* joins to it (*University of Oxford*);
  titles and words such as *capital* before it do not. Where they tell nothing (scripts without
  capitals; a text all in small letters), every neighbour does that is no little word (``phrases``)
  and not of the question. A hyphen always joins.
- **Not asserted**: what is denied, one of several (*X or Y*; *X and Y*, unless all are accepted),
  what only tells where another is (*south of X*), a question, a condition.
- **Which of two.** The first answer that is given counts, unless a later one follows a word of
  contrast or correction (*but*, *actually*; *now*, after *it used to be*). Another answer is
  seen where it stands alone at the beginning (*Lyon, which …*) or right after *is*, *in* and the
  like (*It is Lyon*). An accepted name in parentheses behind it is another name of the same (*Köln
  (Cologne)*), unless the one before is known to be wrong (*Germany (France)*).
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from kgforge.verdicts import denials, phrases
from kgforge.verdicts.clauses import NEAR, Reading, bounds
from kgforge.verdicts.longer_names import is_whole
from kgforge.verdicts.utterances import Sentence, Word

Claim = Literal["accepted", "other"]

_FEW: Final = 5
_RELATIVE: Final = frozenset(
    "which who where that whose die der das qui que che che которая который".split()  # noqa: SIM905
)
_FRAME: Final = frozenset({"ART", "PRE", "CLASS", "LINK"})


def claim(
    sentences: Sequence[Sentence], asked: frozenset[str], wrong: frozenset[str] = frozenset()
) -> Claim | None:
    """What a text asserts; None: nothing that could be seen.

    *asked* are the question's words, *wrong* the letters of names that are known to be wrong.
    """
    held: Claim | None = None
    is_past = False
    for sentence in sentences:
        reading = Reading(sentence, asked, wrong)
        since = 0
        for place, found in _claims(reading, held is None):
            if held is None or _turns(reading, since, place, is_past):
                held = found
                is_past = any("PAST" in word.roles for word in reading.words[since : place + 1])
            since = place + 1
    return held


def _claims(reading: Reading, is_first: bool) -> Iterator[tuple[int, Claim]]:  # noqa: FBT001
    """What the sentence claims, and where; *is_first*: nothing was claimed before."""
    if (reading.sentence.asks and _is_question(reading)) or reading.words[-1].roles == {"ASK"}:
        return
    bare = _bare(reading) if is_first else 0
    if bare:
        yield 0, "other"
    for place, word in enumerate(reading.words):
        if word.is_answer:
            if asserted(reading, place):
                yield place, "accepted"
        elif place >= bare and _is_other(reading, place):
            yield place, "other"


def asserted(reading: Reading, place: int) -> bool:
    """Whether an accepted name is asserted: as a whole, and alone."""
    return is_whole(reading, place) and not (
        is_withdrawn(reading, place) or denials.is_one_of_several(reading, place)
    )


def is_withdrawn(reading: Reading, place: int) -> bool:
    """Whether a name is denied, or only tells where another is."""
    return (
        denials.is_denied(reading, place)
        or denials.is_denied_after(reading, place)
        or denials.is_apart(reading, place)
    )


def _turns(reading: Reading, since: int, place: int, is_past: bool) -> bool:  # noqa: FBT001
    """Whether a word of contrast or correction stands between; *now*, where it *is_past*."""
    turning = {"BUT", "FIX", "NOW"} if is_past else {"BUT", "FIX"}
    return any(
        word.roles & turning or (at == 0 and _is_no(reading))
        for at, word in enumerate(reading.words[since:place], since)
    )


def _is_no(reading: Reading) -> bool:
    """Whether the sentence begins with *No,* and the like."""
    first = reading.words[0]
    return "NOT" in first.roles and len(reading.words) > 1 and reading.words[1].gap == ","


def _is_question(reading: Reading) -> bool:
    """Whether it is more than an answer with a question mark, or a question tag."""
    first, last = reading.words[0], reading.words[-1]
    if len(reading.words) == 1:
        return not first.is_answer
    return "ASK" in (first.roles | last.roles) or not reading.has_small


def _bare(reading: Reading) -> int:
    """How many words at the beginning are another answer by itself; 0: they are none.

    Names alone, then a mark; after a comma no sentence that gives an accepted answer.
    """
    words = reading.words
    end = next((at for at, word in enumerate(words) if at and bounds(word)), len(words))
    run = words[:end]
    if any(word.is_answer for word in run) or not _are_a_name(reading, run):
        return 0
    follows = words[end:]
    if not follows:
        return end if len(words) > 1 or reading.sentence.stops or run[0].is_capital else 0
    if follows[0].gap != "," or _says(follows) or _renames(reading, run, follows):
        return 0
    return end if len(follows) <= _FEW or follows[0].key in _RELATIVE else 0


def _are_a_name(reading: Reading, run: Sequence[Word]) -> bool:
    content = [word for word in run if not word.roles and word.key not in reading.asked]
    if any("FAR" in word.roles for word in run):
        return False
    if not content or phrases.abstains(" ".join(word.key for word in reading.words)):
        return False
    if reading.has_small or content[0].is_capital:
        inner = {"LINK", "ART"}
        is_name = all(w.is_capital or w.roles & inner or w.text[0].isdigit() for w in run)
        return is_name and any(word.is_capital for word in content)
    return all(not word.roles or word.roles & {"COP"} for word in run)


def _is_other(reading: Reading, place: int) -> bool:
    """Whether another answer begins here: a name right after *is*, *in* and the like."""
    word = reading.words[place]
    if (
        not place
        or not reading.is_name(place)
        or reading.is_name(place - 1)
        or word.gap in {"-", "'"}
    ):
        return False
    return (
        _ends_as_a_name(reading, place)
        and _framed(reading, place)
        and not denials.is_denied(reading, place)
        and not denials.is_apart(reading, place)
    )


def _ends_as_a_name(reading: Reading, place: int) -> bool:
    """Whether a name ends before a mark or little word, and no other name of it is accepted."""
    end = place + 1
    while end < len(reading.words) and reading.is_name(end) and not bounds(reading.words[end]):
        end += 1
    if end == len(reading.words):
        return True
    after = reading.words[end]
    if bounds(after):
        return not _renames(reading, reading.words[place:end], reading.words[end:])
    return bool(after.roles - {"CLASS"}) and not after.is_answer


def _renames(reading: Reading, name: Sequence[Word], words: Sequence[Word]) -> bool:
    """Whether words after a name begin with a parenthesis that is an accepted name of the same.

    As in *Köln (Cologne)*, and not where the name is known to be wrong.
    """
    first, after = words[0], words[1:2]
    if "".join([word.key for word in name]) in reading.wrong:
        return False
    return first.is_answer and first.bracketed and not (after and after[0].bracketed)


def _framed(reading: Reading, place: int) -> bool:
    at = place - 1
    is_told = reading.words[place].gap == ":"
    while at >= 0 and place - at <= NEAR and not bounds(reading.words[at + 1]):
        roles = reading.words[at].roles
        if "NOW" in roles or ("COP" in roles and not roles & {"ART", "LINK"}):
            return True
        if not roles & _FRAME:
            return reading.words[at].key in {"but", "aber", "mais", "pero"}
        is_told = is_told or ("CLASS" in roles and reading.words[at + 1].gap == ":")
        at -= 1
    return is_told and at < place - 1


def _says(words: Sequence[Word]) -> bool:
    """Whether words begin as a sentence that gives an accepted answer: *it is X*."""
    told = False
    for word in words[: NEAR + 1]:
        if word.is_answer:
            return told
        told = told or "COP" in word.roles
        if not word.roles:
            return False
    return False
