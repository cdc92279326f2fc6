"""Facts whose answer a query has computed, ready to be asked: worded, with their candidates."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kgforge import magnitudes, matching, paths, patterns, terms, value_names
from kgforge.benchmark import lures
from kgforge.benchmark.posing import Poser
from kgforge.benchmark.wordings import Wording
from kgforge.graph import Book, Names
from kgforge.ontology import SLOTS
from kgforge.patterns import ANSWER
from kgforge.schema import Accepted, Computed, Fact, ItemFact, Named, Predicate, Wanted

AROUND: Final = 21
"""Of so many numbers in a row the candidates of a count are, the right one anywhere among them."""

ALIKE: Final = "two entities that are compared share a name"
BRACKETED: Final = "a name holds [X] or [Y]"
NO_WORDS: Final = "no words for yes and no in {}"
"""Why an instance is skipped whose answers could not be told apart, or its slots; or have no words.
"""

_YES_NO: Final[Mapping[str, tuple[str, str]]] = {
    "ar": ("نعم", "لا"),
    "cs": ("ano", "ne"),
    "de": ("ja", "nein"),
    "en": ("yes", "no"),
    "es": ("sí", "no"),
    "fr": ("oui", "non"),
    "it": ("sì", "no"),
    "ja": ("はい", "いいえ"),
    "nl": ("ja", "nee"),
    "pl": ("tak", "nie"),
    "pt": ("sim", "não"),
    "ru": ("да", "нет"),
    "vi": ("có", "không"),
    "zh": ("是", "不是"),
}
"""What is said to a question; in other languages *true* and *false*."""
_ANSWERED: Final[Mapping[str, str]] = {
    "": f"– [{ANSWER}].",
    "ar": f"الجواب: [{ANSWER}].",
    "cs": f"Odpověď je: [{ANSWER}].",
    "de": f"Die Antwort ist: [{ANSWER}].",
    "en": f"The answer is: [{ANSWER}].",
    "es": f"La respuesta es: [{ANSWER}].",
    "fr": f"La réponse est : [{ANSWER}].",
    "it": f"La risposta è: [{ANSWER}].",
    "ja": f"答えは「[{ANSWER}]」です。",
    "nl": f"Het antwoord is: [{ANSWER}].",
    "pl": f"Odpowiedź: [{ANSWER}].",
    "pt": f"A resposta é: [{ANSWER}].",
    "ru": f"Ответ: [{ANSWER}].",
    "vi": f"Câu trả lời là: [{ANSWER}].",
    "zh": f"答案是：[{ANSWER}]。",
}
"""What is stated of a question; the first in other languages."""
_GAP: Final = "…"
_TRUTH: Final = ("true", "false")
_WORDS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)
"""English numbers in words, by value."""


class Speaker:
    """Tells the computed facts of one pattern in one language."""

    def __init__(
        self,
        questions: Sequence[Wanted],
        language: str,
        seed: int,
        book: Book,
        poser: Poser,
        often: lures.Often,
    ) -> None:
        self._questions = questions
        self._language = language
        self._seed = seed
        self._book = book
        self._poser = poser
        self._often = often
        self._turns: Counter[str] = Counter()
        self._named_first: tuple[str, tuple[str, ...], str] = ("", (), "")
        """Of the item and the two entities that were told last, which was named first."""

    def doubt(self, fact: Fact) -> str:
        """Why a fact cannot be asked; empty where it can."""
        computed = _computed(fact)
        if not self._texts(fact):
            return f"no question in {self._language} (question: in the header)"
        forms = [_forms(self._names(one)) for one in computed.compared]
        if forms and not forms[0].isdisjoint(forms[1]):
            return ALIKE
        if self._is_wordless(fact.object):
            return NO_WORDS.format(self._language)
        told = [cell.term for cell in computed.cells if cell.term != fact.predicate]
        if any(slot in self._label(one) for one in told for slot in SLOTS):
            return BRACKETED
        return ""

    def _is_wordless(self, term: str) -> bool:
        """Whether an answer is *true* or *false*, which a further language has no words for."""
        is_truth = terms.is_literal(term) and terms.text_of(term) in _TRUTH
        return is_truth and self._book.labels_only and self._language not in _YES_NO

    def item_fact(self, fact: Fact, predicate: Predicate, id: str, group: str) -> ItemFact:
        """The fact of an item, with its prompts."""
        target = self._named(fact.object)
        key = f"{self._seed}\n{id}\n{fact.role}"
        others = [one for one in self._others(fact, key) if one.id != target.id]
        made = ItemFact(
            fact.role,
            self._named(fact.subject),
            predicate,
            target,
            fact.holds,
            answers=(Accepted(target.id, target.label, self._aliases(fact.object), target.by),),
            candidates=tuple(sorted((target, *others), key=lambda named: named.id)),
            prompts=(),
            computed=_computed(fact),
        )
        filled = self._filled(fact, predicate, self._first(fact, id, group))
        wordings, questions, statements = self._worded(fact, filled)
        tempting = self._tempting(fact, others, key)
        return self._poser.put(
            made, wordings, questions, tempting, complete=False, statements=statements
        )

    def _first(self, fact: Fact, id: str, group: str) -> str:
        """Which of two entities compared is named first: by turns the answer and the other.

        In all roles of an item it is the same one, so that to name the first is right in one of
        *larger* and *smaller* alone.
        """
        compared = _computed(fact).compared
        if compared and self._named_first[:2] != (id, compared):
            self._turns[group] += 1
            one, other = compared if compared[0] == fact.object else compared[::-1]
            self._named_first = id, compared, one if self._turns[group] % 2 else other
        return self._named_first[2]

    def _worded(
        self, fact: Fact, filled: Mapping[str, str]
    ) -> tuple[list[Wording], list[Wording], list[Wording]]:
        """The header's texts with a slot, as questions, and as statements; [X] is the subject.

        A text is a statement where it has a place for the answer, else a question. Either does for
        the other where there is no other: a question with the answer behind it, or a statement with
        a gap. To be called true or false, a question has a sentence behind it that says the answer.
        """
        texts = self._texts(fact)
        places = {text: ANSWER in patterns.question_places(text) for text in texts}
        slotted = [text if places[text] else f"{text} [{ANSWER}]" for text in texts]
        said = _ANSWERED.get(self._language, _ANSWERED[""])
        stated = [text for text in texts if places[text]] or [f"{text} {said}" for text in texts]
        asked = [text for text in texts if not places[text]] or texts
        slot = {**filled, ANSWER: SLOTS[1]}
        return (
            _written(slotted, slot),
            _written(asked, {**filled, ANSWER: _GAP}),
            _written(stated, slot),
        )

    def _filled(self, fact: Fact, predicate: Predicate, first: str) -> dict[str, str]:
        """What stands in each column that is named."""
        computed = _computed(fact)
        told = {fact.predicate: predicate.label, fact.subject: SLOTS[0]}
        told |= {
            cell.term: self._label(cell.term) for cell in computed.cells if cell.term not in told
        }
        if computed.compared and computed.compared[0] != first:
            one, other = computed.compared
            told[one], told[other] = told[other], told[one]
        return {cell.column: told[cell.term] for cell in computed.cells}

    def _texts(self, fact: Fact) -> list[str]:
        """Those of its role in the language; of dates the texts for dates, where there are any."""
        own = [
            one
            for one in self._questions
            if (one.role, one.language) == (fact.role, self._language.lower())
        ]
        dates = any(map(magnitudes.is_date, _computed(fact).values))
        of_kind = [one.text for one in own if one.dates] if dates else []
        return of_kind or [one.text for one in own if not one.dates]

    def _names(self, term: str) -> Names:
        return self._book[term]

    def _named(self, term: str) -> Named:
        if terms.is_literal(term):
            return Named(term, self._label(term))
        names = self._names(term)
        return Named(term, names.label, names.by)

    def _label(self, term: str) -> str:
        truth = terms.text_of(term)
        if truth in _TRUTH and terms.is_literal(term):
            return _YES_NO.get(self._language, _TRUTH)[_TRUTH.index(truth)]
        if not terms.is_literal(term):
            return self._names(term).label
        spelt = value_names.spelt(term, self._language, self._book.calendar)
        return spelt[0] if spelt else truth

    def _aliases(self, term: str) -> tuple[str, ...]:
        """What else the answer may be called: *true* for *yes*, and a number in words."""
        if not terms.is_literal(term):
            return self._names(term).aliases
        text = terms.text_of(term)
        if text.isdecimal() and self._language == "en" and int(text) < len(_WORDS):
            return (_WORDS[int(text)],)
        return (text,) if self._label(term) != text else ()

    def _others(self, fact: Fact, key: str) -> Iterator[Named]:
        """What else could be answered, and is false: the other entity, *no*, other numbers."""
        computed = _computed(fact)
        match computed.how:
            case "count":
                yield from map(self._named, _numbers(fact.object, key))
            case "whether":
                datatype = terms.parse_literal(fact.object).datatype
                for truth in _TRUTH:
                    yield self._named(terms.literal(truth, datatype=datatype))
            case _:
                yield from map(self._named, computed.compared)

    def _tempting(self, fact: Fact, others: Sequence[Named], key: str) -> Sequence[Named]:
        """What is false in the order in which it is said to be right: of numbers near the right one
        those first that are right elsewhere.
        """
        if not self._often or _computed(fact).how not in lures.COUNTED:
            return others
        return lures.drawn([others], paths.hops(fact.predicate)[-1], self._often, key)


def _numbers(target: str, key: str) -> Iterator[str]:
    """The numbers around a count, which stands anywhere among them; none below zero.

    In an order of their own, of which the first may be fewer choices.
    """
    said = terms.parse_literal(target)
    place = int.from_bytes(hashlib.sha256(key.encode()).digest()) % AROUND
    first = max(0, int(said.value) - place)
    drawn = sorted(range(first, first + AROUND), key=lambda one: terms.digest(key, str(one)))
    for number in drawn:
        yield terms.literal(str(number), datatype=said.datatype)


def _written(texts: Sequence[str], filled: Mapping[str, str]) -> list[Wording]:
    return [Wording(patterns.fill_question(text, filled), "template") for text in texts]


def _computed(fact: Fact) -> Computed:
    assert fact.computed
    return fact.computed


def _forms(names: Names) -> frozenset[str]:
    return frozenset(map(matching.folded, (names.label, *names.aliases)))
