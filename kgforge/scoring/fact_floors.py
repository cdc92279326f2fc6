"""A benchmark proves itself: answerers that are no models, scored as models are.

Four answer the first prompt of each fact of an item; what can be said to it, its form tells:

- ``gold`` says what is right, and nothing where the fact must not hold: it has to be right about
  every fact, or the benchmark asks what nobody can answer;
- ``empty`` says nothing;
- ``random`` says what else could be said, drawn evenly, the same for the same item on any machine,
  and nothing where that would be no guess;
- ``frequent`` says what is most often right about the fact's predicate in the same pattern.

The last three are floors: what a model scores that knows nothing, or only the odds.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import files, forms, metrics
from kgforge.errors import BenchmarkError
from kgforge.schema import KS, Floor, Response, Top, folders
from kgforge.scoring import counting, judging
from kgforge.scoring.asked import AskedFact, AskedItem
from kgforge.scoring.judging import Judged
from kgforge.scoring.outcomes import outcome, wordings

MOST: Final = max(KS)
"""How many answers are given: no metric reads more."""


class Name(Struct, frozen=True, gc=False):
    """What is read of a candidate: ids, most of the bytes, are skipped."""

    label: str


class Fact(AskedFact, frozen=True, gc=False):
    """A fact with its candidates."""

    candidates: tuple[Name, ...] = ()


class Item(AskedItem, frozen=True, gc=False):
    """An item whose facts have their candidates."""

    facts: tuple[Fact, ...]


Frequent = Mapping[str, Sequence[str]]
"""Each predicate to what is most often right about it, the most frequent first."""

Answerer = Callable[[Fact, str], Iterable[str]]
"""What is said to a fact, best first; the text is the fact's own, for what is drawn."""


# ── The answerers ───────────────────────────────────────────────────────────────────────────────
def answerers(frequent: Frequent) -> dict[str, Answerer]:
    """The four, by name."""
    return {
        "gold": lambda fact, _: gold(fact),
        "empty": lambda fact, _: (),
        "random": lambda fact, seed: draw(_options(fact), seed),
        "frequent": lambda fact, _: frequent.get(fact.predicate.id, ()),
    }


def gold(fact: AskedFact) -> Sequence[str]:
    """What is right to say to a fact's first prompt."""
    prompt = fact.prompts[0]
    return forms.of_facts(prompt.form).gold(fact, prompt)


def _options(fact: Fact) -> Sequence[str]:
    prompt, labels = fact.prompts[0], [name.label for name in fact.candidates]
    return forms.of_facts(prompt.form).options(fact, prompt, labels)


def responses(item: Item, name: str, say: Answerer) -> Iterator[Response]:
    """What an answerer says to the first prompt of each fact: it says the same to all."""
    for fact, numbers in zip(item.facts, judging.numbers(item.facts), strict=True):
        number = numbers[0]
        said = say(fact, f"{item.id}\n{fact.role}\n{number}")
        top = tuple(Top(text, -float(place)) for place, text in enumerate(said))
        form = fact.prompts[0].form
        yield Response(item.id, fact.role, form, number, name, "open", top)


def draw(names: Iterable[str], seed: str) -> Iterator[str]:
    """At most ``MOST`` of the names: the digits of SHA-256(seed), read to a falling base.

    >>> list(draw("abcdefg", "a seed"))
    ['d', 'b', 'e', 'g', 'a']
    """
    left = list(names)
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest())
    for _ in range(min(MOST, len(left))):
        number, place = divmod(number, len(left))
        yield left.pop(place)


def most_frequent(items: Iterable[AskedItem]) -> Frequent:
    """What is most often right about each predicate, ties by code point."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        for fact in item.facts:
            counts[fact.predicate.id].update(gold(fact)[:1])
    return {
        predicate: sorted(found, key=lambda label: (-found[label], label))[:MOST]
        for predicate, found in counts.items()
    }


# ── Their scores ────────────────────────────────────────────────────────────────────────────────
def measure(path: Path, pattern: str, metric: str) -> tuple[Floor, ...]:
    """What each answerer scores on the items of a file, at each k.

    The file is read twice, item by item. Raises BenchmarkError where gold is not perfect at every
    k, with item, role and reason, and for a file that is missing or damaged. Without an item there
    is nothing to prove: 0/0.
    """
    targets = most_frequent(files.read_lines(path, AskedItem, folders.EXPORT))
    four = answerers(targets)
    headlines = {name: counting.Headline(metric) for name in four}
    items = 0
    for item in files.read_lines(path, Item, folders.EXPORT):
        items += 1
        desks = judging.desks([item])
        for name, say in four.items():
            [judged] = judging.judge(responses(item, name, say), desks)
            if name == "gold":
                _refuse_imperfect(judged)
            headlines[name].add(judged)
    found = {name: headline.ratios() for name, headline in headlines.items()}
    if items:
        _refuse_misfit(pattern, metric, found["gold"])
    return tuple(
        Floor(name, k, numerator, denominator, numerator / denominator if denominator else None)
        for name, ratios in found.items()
        for k, (numerator, denominator) in ratios.items()
    )


def prove(path: Path) -> None:
    """Raise BenchmarkError where gold is wrong about an item of a file, with item and role."""
    say = answerers({})["gold"]
    for item in files.read_lines(path, Item, folders.EXPORT):
        [judged] = judging.judge(responses(item, "gold", say), judging.desks([item]))
        _refuse_imperfect(judged)


def _refuse_imperfect(judged: Judged) -> None:
    """Raise BenchmarkError where the target of a fact is not an accepted answer."""
    item = judged.item
    [wording] = wordings(judged)
    for fact, hit in zip(item.facts, outcome(judged, wording, 1, "").facts, strict=True):
        if not metrics.right(hit):
            names = ", ".join(repr(answer.label) for answer in fact.answers) or "none"
            raise BenchmarkError(
                f"{item.pattern}: gold is wrong about item {item.id}, role {fact.role}: "
                f"{fact.object.label!r} does not match the accepted answers ({names})"
            )


def _refuse_misfit(pattern: str, metric: str, gold: Mapping[int, tuple[float, float]]) -> None:
    """Raise BenchmarkError where being right about every fact is not enough for 1.

    0/0 is not: where gold has nothing in the denominator, nobody can have.
    """
    for k, (numerator, denominator) in gold.items():
        if not numerator == denominator > 0:
            raise BenchmarkError(
                f"{pattern}: gold answers every fact, but {metric} at {k} is "
                f"{numerator:g}/{denominator:g}, not 1: the metric does not fit the roles"
            )
