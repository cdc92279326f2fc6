"""Answers on which the strict and the legacy (published) verdict differ, for a person to read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kgforge.display import visible
from kgforge.reporting.items import OF_THE_SUBJECT, ShownFact, ShownItem, ShownResponse
from kgforge.sheets import Sheet

SHOWN: Final = 20
"""So many are listed in the terminal; the page has more."""
LISTED: Final = 200
"""So many of a pattern are listed on the page."""
_LONG: Final = 100
"""So many characters of a text are shown in the terminal."""
_NAMES: Final = 5
"""So many accepted answers are shown."""


class Disagreement(Struct, frozen=True):
    """One answer that is one thing by the strict verdict, and another by the published rules."""

    run: str
    pattern: str
    item: str
    question: str
    """The prompt."""
    text: str
    """What was said."""
    accepted: tuple[str, ...]
    """What is right to say: labels, a letter, *true*."""
    strict: str
    legacy: str


def disagreements(
    runs: Sequence[str], shown: Mapping[str, Sequence[ShownItem]]
) -> Iterator[Disagreement]:
    """All of them, by pattern, in the order of the items."""
    for pattern, items in shown.items():
        for item in items:
            for fact in item.facts:
                for run, responses in zip(runs, fact.runs, strict=True):
                    for one in responses:
                        if one.verdict != one.legacy:
                            yield _of(run, pattern, item, fact, one)


def _of(
    run: str, pattern: str, item: ShownItem, fact: ShownFact, one: ShownResponse
) -> Disagreement:
    asked = fact.asks[one.prompt]
    accepted = fact.subjects if asked.kind.endswith(OF_THE_SUBJECT) else fact.accepted
    return Disagreement(
        run,
        pattern,
        item.id,
        fact.prompts[one.prompt],
        "; ".join(said.text for said in one.answers),
        (asked.gold,) if asked.gold else tuple(_right(fact, names[0]) for names in accepted),
        str(one.verdict),
        str(one.legacy),
    )


def brief(one: Disagreement) -> Disagreement:
    """The same with a few of its accepted answers; an ellipsis stands for the others."""
    more = ["…"] * (len(one.accepted) > _NAMES)
    return msgspec.structs.replace(one, accepted=(*one.accepted[:_NAMES], *more))


def _right(fact: ShownFact, name: str) -> str:
    """What is right to say, or not to say where the fact must not hold."""
    return f"not: {name}" if fact.holds is False else name


def sheet(found: Sequence[Disagreement]) -> Sheet | None:
    """The first of them as a table; None where there is none."""
    if not found:
        return None
    several = len({one.run for one in found}) > 1
    made = Sheet(
        "answers on which the strict and the legacy verdict differ",
        [*(["run"] if several else []), "question", "answer", "accepted", "strict", "legacy"],
    )
    for one in map(brief, found[:SHOWN]):
        run = [one.run] if several else []
        accepted = "; ".join(one.accepted)
        made.add_row(
            *run, _short(one.question), _short(one.text), _short(accepted), one.strict, one.legacy
        )
    counted = f"{len(found):,} answers"
    made.caption = counted if len(found) <= SHOWN else f"{counted}, of which the first {SHOWN}"
    return made


def _short(text: str) -> str:
    """A text in one line, cut where it is long."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= _LONG else line[: _LONG - 1] + "…"
