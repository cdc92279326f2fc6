"""What was written of a sentence, parsed and judged once: for scores, tables and pages alike."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import extraction
from kgforge.errors import BenchmarkError
from kgforge.extraction import (
    GOLD,
    Answer,
    Figures,
    Mode,
    Parsed,
    Passage,
    Subset,
    Verdict,
    parsing,
    published,
    strict,
)
from kgforge.ontology import Ontology
from kgforge.scoring.judging import Written

STRICT: Final = "strict"
LEGACY: Final = "legacy"


class Heard(Struct, frozen=True, dict=True):
    """A sentence, and what was written of it."""

    group: str
    """The name of its ontology."""
    passage: Passage
    parsed: Parsed
    """What was found in the answer."""
    known: Ontology
    judge: strict.Judge

    @cached_property
    def verdict(self) -> Verdict:
        """What is right of it, strictly."""
        return self.judge.verdict(self.passage)

    @cached_property
    def published(self) -> Figures:
        """Its figures by the published rules."""
        return published.figures(self.passage, self.known)


Grader = Callable[[Sequence[Heard]], list[Figures]]
"""Gives the figures of sentences of one ontology."""


def _strict(heard: Sequence[Heard]) -> list[Figures]:
    return [one.verdict.figures for one in heard]


def _legacy(heard: Sequence[Heard]) -> list[Figures]:
    return [one.published for one in heard]


MODES: Final[Mapping[str, Grader]] = {STRICT: _strict, LEGACY: _legacy}
"""By what ``Score.by`` calls them (``written.MATCHING``)."""


def grader(mode: Mode) -> Grader:
    """The grader of another mode, as of likeness."""

    def graded(heard: Sequence[Heard]) -> list[Figures]:
        if not heard:
            return []
        figures = mode(heard[0].known)
        return [figures(one.passage) for one in heard]

    return graded


def of_texts(texts: Iterable[Written], ontologies: Mapping[str, Ontology]) -> list[Heard]:
    """What a model wrote; without the ontology of its group no relation is known."""
    judges: dict[str, tuple[Ontology, strict.Judge]] = {}
    found = []
    for one in texts:
        group = one.item.group
        if group not in judges:
            known = ontologies.get(group, Ontology(group, "", "", {}, {}))
            judges[group] = known, strict.Judge(known)
        found.append(_of_text(one, *judges[group]))
    return found


def _of_text(one: Written, known: Ontology, judge: strict.Judge) -> Heard:
    parsed = parsing.parse(one.response.text, known.relation_labels)
    said = None if one.response.error else parsed.triples
    passage = extraction.passage_of(one.item, said, one.response.text)
    return Heard(one.item.group, passage, parsed, known, judge)


def of_answers(subset: Subset, said: Mapping[str, Answer]) -> list[Heard]:
    """What a system wrote of each sentence of an ontology; a text without triples is parsed."""
    known, judge = subset.ontology, strict.Judge(subset.ontology)
    pairs = [_answered(each, said.get(each.id), known) for each in gold(subset)]
    return [Heard(subset.name, passage, parsed, known, judge) for passage, parsed in pairs]


def gold(subset: Subset) -> tuple[Passage, ...]:
    """The sentences of an ontology with their gold. Raises BenchmarkError where there is none."""
    if GOLD not in subset.lines:
        raise BenchmarkError(f"{subset.name}: the data set has no {GOLD}/: nothing to score with")
    return subset.lines[GOLD].passages


def _answered(passage: Passage, answer: Answer | None, known: Ontology) -> tuple[Passage, Parsed]:
    if answer is None:
        return passage, Parsed(())
    found = Parsed(answer.triples or ())
    if answer.triples is None:
        found = parsing.parse(answer.text, known.relation_labels)
    return msgspec.structs.replace(passage, system=found.triples, answer=answer.text), found
