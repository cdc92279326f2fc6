"""The wordings of a predicate in one language: templates, their synonyms, their paraphrases.

A fact is worded *plainly*, or as one that is *implied*, that is, follows from other facts of its
item. No text is both, lest one question be asked with two answers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from kgforge import terms
from kgforge.benchmark.synonyms import Synonyms
from kgforge.matching import normalised
from kgforge.ontology import (
    IMPLIED_PARAPHRASE,
    IMPLIED_TEMPLATE,
    PARAPHRASE,
    SLOTS,
    TEMPLATE,
    Vocabulary,
)
from kgforge.schema import SLOT

FALLBACK: Final = "[X] {label} [Y]."
"""The wording of a predicate without a template; its prompts are marked ``fallback``."""

IMPLIED_FALLBACK: Final = "[X] {label} … {label} [Y]."
"""That of an implied fact, where its predicate has no wording for one and the plain one is taken
by the fact that asks the same; marked likewise. It says the same in every language."""

NO_SLOTS: Final = "not one [X] and one [Y]"
REPEATED: Final = "repetition"
ANOTHER: Final = "same as another wording"
"""Why a paraphrase is rejected; the first that applies."""

_PARAPHRASES: Final = {TEMPLATE: PARAPHRASE, IMPLIED_TEMPLATE: IMPLIED_PARAPHRASE}

Paraphrase = Callable[[str], Sequence[str]]
"""From a template to candidates for its paraphrases: always the same ones."""


class Wording(Struct, frozen=True):
    """A sentence with [X] and [Y], and what made it."""

    template: str
    generator: str
    """``Prompt.generator``."""
    said: str = ""
    """Of a translation: the form in which its object stands in it."""


class Wordings:
    """The wordings of predicates, made when they are first wanted, and kept.

    Templates come first, the main one before all; then their synonyms, then paraphrases. Of those
    that are equal but for case, spaces and closing punctuation the first counts; templates are
    taken as the files have them. A model is asked for each template that is used, once.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        language: str,
        synonyms: Synonyms = Synonyms(),  # noqa: B008 (frozen)
        paraphrase: Paraphrase | None = None,
    ) -> None:
        self._vocabulary = vocabulary
        self._language = language
        self._synonyms = synonyms
        self._paraphrase = cache(paraphrase) if paraphrase else None
        self._said: dict[str, _Said] = {}
        self._wordings: dict[tuple[str, str], tuple[Wording, ...]] = {}
        self.synonyms = 0
        """How many wordings that were wanted are synonyms."""
        self.templates = 0
        """Of how many templates the model's paraphrases were wanted."""
        self.rejected: Counter[str] = Counter()
        """How many candidates of the model are no wordings, by reason."""
        self.made: dict[tuple[str, str], list[str]] = {}
        """The model's paraphrases, by predicate and term of our vocabulary."""

    def plain(self, predicate: str, label: str) -> tuple[Wording, ...]:
        """The wordings of a fact, the main one first."""
        return _with_main(self._worded(predicate, TEMPLATE), FALLBACK.format(label=label))

    def of_period(self, predicate: str, label: str) -> tuple[Wording, ...]:
        """The wordings of a fact whose object is a date that is less precise than a day.

        The templates that fit only days are left out, with all synonyms and paraphrases.
        """
        found = self.plain(predicate, label)
        days = set(self._vocabulary.day_templates(predicate, self._language))
        if not days.intersection(wording.template for wording in found):
            return found
        left = (
            wording
            for wording in found
            if wording.generator == "template" and wording.template not in days
        )
        others = self._vocabulary.period_templates(predicate, self._language)
        own = *left, *(Wording(template, "template") for template in others)
        return _with_main(own, FALLBACK.format(label=label))

    def implied(self, predicate: str, label: str, *, apart: bool) -> tuple[Wording, ...]:
        """The wordings of a fact that follows from others.

        Where a predicate has none for such facts they are the plain ones, unless the item asks the
        same in these, so that it must be told *apart*.
        """
        found = self._worded(predicate, IMPLIED_TEMPLATE)
        if found or apart:
            return _with_main(found, IMPLIED_FALLBACK.format(label=label))
        return self.plain(predicate, label)

    def turtle(self) -> Iterator[str]:
        """The model's paraphrases as lines of Turtle, which ``vocabulary.read`` reads."""
        yield f"@prefix kgf: <{terms.KGF}> .\n"
        for (predicate, term), texts in sorted(self.made.items()):
            written = " ,\n    ".join(
                terms.literal(text, language=self._language) for text in texts
            )
            yield f"\n<{predicate}> {terms.compact(term)}\n    {written} .\n"

    def _worded(self, predicate: str, kind: str) -> tuple[Wording, ...]:
        key = predicate, kind
        if key not in self._wordings:
            if predicate not in self._said:
                self._said[predicate] = _Said(
                    self._vocabulary, predicate, self._language, self._synonyms
                )
            said = self._said[predicate]
            self.synonyms += sum(one.generator == "synonym" for one in said.wordings[kind])
            self._wordings[key] = (*said.wordings[kind], *self._paraphrased(predicate, kind, said))
        return self._wordings[key]

    def _paraphrased(self, predicate: str, kind: str, said: "_Said") -> list[Wording]:
        """What the model makes of the templates, of which that is kept which is new."""
        kept: list[Wording] = []
        if self._paraphrase is None:
            return kept
        for template in said.templates(kind):
            self.templates += 1
            seen = {normalised(template)}
            for candidate in self._paraphrase(template):
                reason = said.refusal(candidate, seen)
                seen.add(normalised(candidate))
                if reason:
                    self.rejected[reason] += 1
                else:
                    kept += said.new([candidate], "paraphrase")
        if kept:
            self.made[predicate, _PARAPHRASES[kind]] = [wording.template for wording in kept]
        return kept


class _Said:
    """Everything that files say about one predicate, plain and implied, each text once."""

    def __init__(
        self, vocabulary: Vocabulary, predicate: str, language: str, synonyms: Synonyms
    ) -> None:
        plain = vocabulary.templates(predicate, language)
        self._forms = set(map(normalised, plain))
        self.wordings: dict[str, list[Wording]] = {
            TEMPLATE: [Wording(template, "template") for template in plain],
            IMPLIED_TEMPLATE: self.new(
                vocabulary.implied_templates(predicate, language), "template"
            ),
        }
        given = {
            TEMPLATE: vocabulary.paraphrases(predicate, language),
            IMPLIED_TEMPLATE: vocabulary.implied_paraphrases(predicate, language),
        }
        for kind, paraphrases in given.items():
            for template in self.templates(kind):
                self.wordings[kind] += self.new(synonyms.of(template), "synonym")
            self.wordings[kind] += self.new(paraphrases, "paraphrase")

    def templates(self, kind: str) -> list[str]:
        return [one.template for one in self.wordings[kind] if one.generator == "template"]

    def new(
        self, texts: Iterable[str], generator: Literal["template", "synonym", "paraphrase"]
    ) -> list[Wording]:
        """Of these texts, those that nothing else is like."""
        found = []
        for text in texts:
            form = normalised(text)
            if form not in self._forms:
                self._forms.add(form)
                found.append(Wording(text, generator))
        return found

    def refusal(self, candidate: str, seen: set[str]) -> str:
        """Why a paraphrase is no wording; empty where it is one."""
        if [candidate.count(slot) for slot in SLOTS] != [1, 1] or SLOT in candidate:
            return NO_SLOTS
        if normalised(candidate) in seen:
            return REPEATED
        return ANOTHER if normalised(candidate) in self._forms else ""


def _with_main(found: tuple[Wording, ...], fallback: str) -> tuple[Wording, ...]:
    """The wordings, behind a fallback where there is no template among them."""
    if found and found[0].generator == "template":
        return found
    return (Wording(fallback, "fallback"), *found)
