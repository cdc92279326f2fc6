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
  contrast or correction (*but*, *actually*). Another answer is seen where it stands alone at the
  beginning (*Lyon, which …*) or right after *is*, *in* and the like (*It is Lyon*).
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from kgforge import phrases
from kgforge.utterances import Sentence, Word

Claim = Literal["accepted", "other"]

_REACH: Final = 40
"""So many words before an answer may be denied or put under a condition by one of them."""
_NEAR: Final = 6
_BOUNDS: Final = frozenset({",", ":", "—"})
_FEW: Final = 5
_RELATIVE: Final = frozenset("which who where that whose die der das qui que che che которая который".split())  # noqa: SIM905
_LITTLE: Final = frozenset({"ART", "PRE", "CLASS", "LINK", "PRO", "COP"})
_FRAME: Final = frozenset({"ART", "PRE", "CLASS", "LINK"})


def claim(sentences: Sequence[Sentence], asked: frozenset[str]) -> Claim | None:
    """What a text asserts; None: nothing that could be seen. *asked* are the question's words."""
    held: Claim | None = None
    for sentence in sentences:
        reading = _Reading(sentence, asked)
        since = 0
        for place, found in reading.claims(held is None):
            if held is None or reading.turns(since, place):
                held = found
            since = place + 1
    return held


class _Reading:
    """One sentence, as its claims are looked for."""

    def __init__(self, sentence: Sentence, asked: frozenset[str]) -> None:
        self._sentence = sentence
        self._asked = asked
        cased = [word for word in sentence.words if word.text[:1].lower() != word.text[:1].upper()]
        self._has_small = any(not word.is_capital for word in cased)
        self._words = tuple(map(self._in_place, range(len(sentence.words))))

    def _in_place(self, at: int) -> Word:
        """A word, without its role where a capital within the sentence makes it part of a name."""
        word = self._sentence.words[at]
        is_plain = not (at and self._has_small and word.is_capital) or word.is_answer
        if is_plain or word.key.split(" ")[0] == "i":
            return word
        begins = _parts(word) or "CLASS" in word.roles
        return word if begins or not word.roles else replace(word, roles=frozenset())

    # ── What is claimed ─────────────────────────────────────────────────────────────────────────
    def claims(self, is_first: bool) -> Iterator[tuple[int, Claim]]:  # noqa: FBT001
        """What the sentence claims, and where; *is_first*: nothing was claimed before."""
        if (self._sentence.asks and self._is_question()) or self._words[-1].roles == {"ASK"}:
            return
        bare = self._bare() if is_first else 0
        if bare:
            yield 0, "other"
        for place, word in enumerate(self._words):
            if word.is_answer:
                if self._asserted(place):
                    yield place, "accepted"
            elif place >= bare and self._is_other(place):
                yield place, "other"

    def turns(self, since: int, place: int) -> bool:
        """Whether a word of contrast or correction stands between two places."""
        return any(
            word.roles & {"BUT", "FIX"} or (at == 0 and self._is_no())
            for at, word in enumerate(self._words[since:place], since)
        )

    def _is_no(self) -> bool:
        """Whether the sentence begins with *No,* and the like."""
        first = self._words[0]
        return "NOT" in first.roles and len(self._words) > 1 and self._words[1].gap == ","

    def _is_question(self) -> bool:
        """Whether it is more than an answer with a question mark, or a question tag."""
        first, last = self._words[0], self._words[-1]
        if len(self._words) == 1:
            return not first.is_answer
        return "ASK" in (first.roles | last.roles) or not self._has_small

    def _bare(self) -> int:
        """How many words at the beginning are another answer by itself; 0: they are none.

        Names alone, then a mark; after a comma no sentence that gives an accepted answer.
        """
        words = self._words
        end = next((at for at, word in enumerate(words) if at and _bounds(word)), len(words))
        run = words[:end]
        if any(word.is_answer for word in run) or not self._are_a_name(run):
            return 0
        follows = words[end:]
        if not follows:
            return end if len(words) > 1 or self._sentence.stops or run[0].is_capital else 0
        if follows[0].gap != "," or _says(follows):
            return 0
        return end if len(follows) <= _FEW or follows[0].key in _RELATIVE else 0

    def _are_a_name(self, run: Sequence[Word]) -> bool:
        content = [word for word in run if not word.roles and word.key not in self._asked]
        if not content or phrases.abstains(" ".join(word.key for word in self._words)):
            return False
        if self._has_small or content[0].is_capital:
            inner = {"LINK", "ART"}
            is_name = all(w.is_capital or w.roles & inner or w.text[0].isdigit() for w in run)
            return is_name and any(word.is_capital for word in content)
        return all(not word.roles or word.roles & {"COP"} for word in run)

    def _is_other(self, place: int) -> bool:
        """Whether another answer begins here: a name right after *is*, *in* and the like."""
        word = self._words[place]
        if not place or not self._names(place) or self._names(place - 1) or word.gap in {"-", "'"}:
            return False
        end = place + 1
        while end < len(self._words) and self._names(end) and not _bounds(self._words[end]):
            end += 1
        if end < len(self._words):
            after = self._words[end]
            if not _bounds(after) and not after.roles - {"CLASS"}:
                return False
            if after.is_answer and not _bounds(after):
                return False
        return self._framed(place) and not self._is_denied(place) and not self._is_apart(place)

    def _names(self, place: int) -> bool:
        """Whether a word is (part of) a name that is no answer and not of the question."""
        word = self._words[place]
        if word.roles or word.quoted or word.key in self._asked or _is_month(word):
            return False
        return word.is_capital if self._has_small else word.text[0].isalpha()

    def _framed(self, place: int) -> bool:
        at = place - 1
        is_told = self._words[place].gap == ":"
        while at >= 0 and place - at <= _NEAR and not _bounds(self._words[at + 1]):
            roles = self._words[at].roles
            if "COP" in roles and not roles & {"ART", "LINK"}:
                return True
            if not roles & _FRAME:
                return self._words[at].key in {"but", "aber", "mais", "pero"}
            is_told = is_told or "CLASS" in roles and self._words[at + 1].gap == ":"
            at -= 1
        return is_told and at < place - 1

    # ── What is asserted of an answer ───────────────────────────────────────────────────────────
    def _asserted(self, place: int) -> bool:
        return self._is_whole(place) and not (
            self._is_denied(place)
            or self._is_denied_after(place)
            or self._is_apart(place)
            or self._is_one_of_several(place)
        )

    def _clause_before(self, place: int) -> Iterator[Word]:
        """The words before a place, nearest first, up to a mark or a contrast."""
        for at in range(place - 1, max(place - 1 - _REACH, -1), -1):
            if _bounds(self._words[at + 1]) or _contrasts(self._words[at]):
                return
            yield self._words[at]

    def _is_denied(self, place: int) -> bool:
        """Whether *not* stands before it in its clause; or it is the condition of something."""
        before = list(self._clause_before(place))
        for at, word in enumerate(before):
            if word.key in self._asked:
                continue
            if word.roles & {"IF"} and not word.roles & {"PRO", "COP", "ART", "PRE"}:
                return True
            if "NOT" not in word.roles:
                continue
            # In Portuguese *no* is *in the*: *fica no Brasil*.
            is_in = word.key == "no" and at == 0 and len(before) > 1 and "COP" in before[1].roles
            if not is_in:
                return True
        return False

    def _is_denied_after(self, place: int) -> bool:
        words = self._words
        for at in range(place + 1, min(place + 1 + _REACH, len(words))):
            word = words[at]
            if _bounds(word) or _contrasts(word):
                return False
            if "AFTER" in word.roles:
                return True
            if "NOT" in word.roles:
                return self._negates(at, at == place + 1)
            if not self._lets_through(place, at):
                return False
        return False

    def _negates(self, at: int, directly: bool) -> bool:  # noqa: FBT001
        """Whether *not* denies what stands before it: *X is not the …*, but *X, not Y* does not."""
        if not directly:
            return True
        follows = self._words[at + 1 : at + 2]
        if not follows or _bounds(follows[0]):
            return True
        after = follows[0]
        return bool(after.roles) or after.key in self._asked or (
            self._has_small and not after.is_capital
        )

    def _lets_through(self, place: int, at: int) -> bool:
        """Whether what denies an answer may stand behind this word.

        *not* behind forms of *be* alone; what always follows (Hindi, Japanese, Korean, Turkish)
        behind any but those.
        """
        word = self._words[at]
        rest = self._words[at + 1 : at + 1 + _REACH]
        is_final = any("AFTER" in each.roles for each in rest)
        return ("COP" in word.roles and at - place < 4) or (is_final and "COP" not in word.roles)

    def _is_apart(self, place: int) -> bool:
        """Whether it only tells where another is, or what another is more than."""
        at = place - 1
        while at >= 0 and not _bounds(self._words[at + 1]):
            roles = self._words[at].roles
            if "FAR" in roles or ("LESS" in roles and self._words[place].text[0].isdigit()):
                return True
            if not roles & {"ART", "CLASS", "LINK"}:
                break
            at -= 1
        follows = self._words[place + 1 : place + 2]
        return bool(follows) and "FARPOST" in follows[0].roles and not _bounds(follows[0])

    # ── One of several ──────────────────────────────────────────────────────────────────────────
    def _is_one_of_several(self, place: int) -> bool:
        word = self._words[place]
        after = self._words[place + 1 : place + 2]
        if word.proclitic and place and self._is_thing(place - 1):
            return True
        if word.gap == "/" and not self._words[place - 1].is_answer:
            return True
        if after and after[0].gap == "/" and not after[0].is_answer:
            return True
        return self._joined_before(place) or self._joined_after(place)

    def _joined_before(self, place: int) -> bool:
        at = place - 1
        while at >= 0 and place - at <= _NEAR:
            word = self._words[at]
            if _contrasts(word):
                return False
            if word.roles & {"OR", "AND"} and at:
                is_or = "OR" in word.roles
                return self._is_thing(at - 1) or (
                    is_or and not self._words[at - 1].is_answer and bool(self._things_before(at))
                )
            if not word.roles & _LITTLE or word.gap == ":":
                return False
            at -= 1
        return False

    def _things_before(self, at: int) -> bool:
        return any(self._is_thing(each) for each in range(max(at - _NEAR, 0), at))

    def _joined_after(self, place: int) -> bool:
        words = self._words
        at = place + 1
        if at < len(words) and _adds(words[at]):
            return True
        while at < len(words) and at - place <= 4 * _NEAR:
            word = words[at]
            if "OR" in word.roles and not _contrasts(word):
                return at + 1 < len(words) and not words[at + 1].is_answer
            if "AND" in word.roles and not _contrasts(word):
                return self._leads_to_thing(at + 1)
            if not (self._is_thing(at) and (word.gap == "," or at > place + 1)):
                return False
            at += 1
        return False

    def _leads_to_thing(self, at: int) -> bool:
        words = self._words
        while at < len(words) and words[at].roles & {"ART"} and not _bounds(words[at]):
            at += 1
        return at < len(words) and self._is_thing(at)

    def _is_thing(self, at: int) -> bool:
        """Whether a word may be another of what an answer is one of."""
        word = self._words[at]
        if word.is_answer or word.roles or word.key in self._asked:
            return False
        answers = [each for each in self._words if each.is_answer]
        if answers and all(each.text[0].isdigit() for each in answers):
            return word.text[0].isdigit()
        if self._has_small and any(each.is_capital for each in answers):
            return word.is_capital or word.text[0].isdigit()
        return True

    # ── Part of a longer name ───────────────────────────────────────────────────────────────────
    def _is_whole(self, place: int) -> bool:
        word = self._words[place]
        left = self._words[place - 1] if place else None
        right = self._words[place + 1] if place + 1 < len(self._words) else None
        if (left and word.gap == "-") or (right and right.gap == "-"):
            return False
        if left and word.gap == "'" and left.key not in phrases.ELISIONS:
            return False
        if right and right.gap == "'" and right.key not in phrases.SUFFIXES:
            return False
        left = None if left is None or _parts(word) else left
        right = None if right is None or _parts(right) else right
        by_capitals = self._has_small and word.is_capital
        if by_capitals or word.text[0].isdigit():
            return self._stands_out(place, left, right)
        is_common = self._has_small and word.text[:1].lower() != word.text[:1].upper()
        if is_common and word.key.islower() and self._has_capital():
            return self._is_common(left, right)
        return all(each is None or self._is_little(each) for each in (left, right)) and (
            not self._is_linked(place)
        )

    def _has_capital(self) -> bool:
        return any(word.is_capital for word in self._words)

    def _is_little(self, word: Word) -> bool:
        if word.roles - {"ALTER"} or word.key in self._asked:
            return True
        return "\uac00" <= word.key[0] <= "\ud7a3" and word.key.endswith(phrases.PARTED)

    def _stands_out(self, place: int, left: Word | None, right: Word | None) -> bool:
        """Whether no capital beside an answer with one makes it part of a longer name."""
        is_name = not self._words[place].text[0].isdigit()
        begins = left is not None and (place == 1 or _bounds(left))
        if left and self._is_proper(place - 1) and (is_name or not begins):
            return False
        if right and (self._is_proper(place + 1) or _is_roman(right)):
            return False
        if is_name and right and right.text[0].isdigit():
            return False
        return not self._is_linked(place)

    def _is_proper(self, at: int) -> bool:
        """Whether a word is capital as part of a name, and not as the first of its sentence."""
        word = self._words[at]
        if not word.is_capital or word.is_answer or word.key == "i":
            return False
        return not word.roles

    def _is_linked(self, place: int) -> bool:
        """Whether *of* joins a name to the one before or after it: *University of Oxford*."""
        words, at = self._words, place - 1
        while at > 0 and words[at].roles & {"ART"} and not _bounds(words[at + 1]):
            at -= 1
        if at > 0 and "LINK" in words[at].roles and not _bounds(words[at + 1]):
            head = words[at - 1]
            is_name = head.is_capital if self._has_small else not self._is_little(head)
            if is_name and not _bounds(words[at]) and not head.roles & {"CLASS", "COP"}:
                return True
        at = place + 1
        if at >= len(words) or "LINK" not in words[at].roles or _bounds(words[at]):
            return False
        if words[at].key == "of" and " " in words[place].text:
            return False  # *Gianluigi Buffon of Italy* is a name and where he is from.
        at += 1
        while at < len(words) and words[at].roles & {"ART"} and not _bounds(words[at]):
            at += 1
        return at < len(words) and words[at].is_capital and not words[at].is_answer

    def _is_common(self, left: Word | None, right: Word | None) -> bool:
        """Whether a common noun is the whole of what it names, and not *vice president*."""
        if left and "ALTER" in left.roles:
            return False
        return right is None or self._is_little(right) or right.key.endswith(("ing", "ed", "ly"))


# ── Words ───────────────────────────────────────────────────────────────────────────────────────
def _bounds(word: Word) -> bool:
    """Whether a mark parts a word from the one before it."""
    return word.gap in _BOUNDS


def _parts(word: Word) -> bool:
    """The same for parts of one name, which quotation marks part, too."""
    return word.gap in _BOUNDS or word.gap in {'"', "/", "'"}


def _contrasts(word: Word) -> bool:
    """Whether a word sets what follows against what was before; *а* and *и* after a comma alone."""
    return "BUT" in word.roles and ("AND" not in word.roles or word.gap == ",")


def _adds(word: Word) -> bool:
    """Whether *and* is written at the beginning of a word in Arabic or Hebrew script."""
    return not word.roles and len(word.key) > 2 and word.key[0] in "وו" and word.gap == " "


def _says(words: Sequence[Word]) -> bool:
    """Whether words begin as a sentence that gives an accepted answer: *it is X*."""
    told = False
    for word in words[: _NEAR + 1]:
        if word.is_answer:
            return told
        told = told or "COP" in word.roles
        if not word.roles:
            return False
    return False


def _is_month(word: Word) -> bool:
    return any(word.key.startswith(name) for name in _MONTHS)


_MONTHS: Final = tuple(
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday".split()  # noqa: SIM905
)


def _is_roman(word: Word) -> bool:
    return word.text.isupper() and not set(word.text) - set("IVX")
