"""A benchmark of five patterns, and canned runs on it."""

import io
import itertools
import random
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.table import Table

from kgforge import reporting, scoring
from kgforge.schema import Item, ItemFact, Response, Score
from tests.worlds.handmade import answers, fact, item

OWN = {
    "symmetry": "both_given_either",
    "inverse": "both_given_either",
    "hierarchy": "composed_given_premises",
    "composite": "composed_given_premises",
    "path": "both_given_either",
}
PEOPLE = [
    f"{first} {last}"
    for first, last in itertools.product(
        ["Ada", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Ida"],
        ["Arden", "Brook", "Crane", "Dale", "Ely", "Frost", "Gale", "Holm", "Isle", "Jones"],
    )
]
PLACES = [
    "Aurelia",
    "Borland",
    "Cestria",
    "Dorn",
    "Esk",
    "Farrow",
    "Gelt",
    "Harrow",
    "Ister",
    "Jura",
]
KINDS = ["pilot boat", "boat", "watercraft", "vehicle", "machine", "artefact", "object", "thing"]
BOTH = {"forward": 0.9, "backward": 0.85, "first": 0.8, "second": 0.85, "composed": 0.7}
ONE = {"forward": 0.9, "backward": 0.05, "first": 0.8, "second": 0.8, "composed": 0.3}


def symmetry() -> Iterator[Item]:
    for number in range(40):
        a, b = PEOPLE[2 * number], PEOPLE[2 * number + 1]
        evidence = [f"{a} and {b} were married in Esk."]
        yield item(
            f"symmetry-{number:016x}",
            "symmetry",
            "wdt:P26",
            fact("forward", a, "P26", b, aliases=[b.split()[1]], prompts=2, evidence=evidence),
            fact("backward", b, "P26", a, prompts=2),
            degrees=(number + 1, 2 * number + 1),
        )
    for number, (a, b) in enumerate(itertools.combinations(PLACES[:7], 2), start=40):
        yield item(
            f"symmetry-{number:016x}",
            "symmetry",
            "wdt:P47",
            fact("forward", a, "P47", b, others=["Jura"], prompts=2),
            fact("backward", b, "P47", a, others=["Jura"], prompts=2),
        )


def others() -> Iterator[Item]:
    for number, place in enumerate(PLACES):
        city = f"{place} City"
        yield item(
            f"inverse-{number:016x}",
            "inverse",
            "wdt:P1376|wdt:P36",
            fact("forward", city, "P1376", place),
            fact("backward", place, "P36", city),
        )
    for number, (x, y, z) in enumerate(itertools.combinations(KINDS, 3)):
        yield item(
            f"hierarchy-{number:016x}",
            "hierarchy",
            "wdt:P279",
            fact("first", x, "P279", y),
            fact("second", y, "P279", z),
            fact("composed", x, "P279", z, holds=None),
        )
    for number, person in enumerate(PEOPLE):
        spouse, place = PEOPLE[-1 - number], PLACES[number % 10]
        first, second = fact("first", person, "P26", spouse), fact("second", spouse, "P27", place)
        composed = fact("composed", person, "P27", place)
        yield item(
            f"composite-{number:016x}",
            "composite",
            "wdt:P26+wdt:P27>wdt:P27",
            first,
            second,
            composed,
        )
        yield item(f"path-{number:016x}", "path", "wdt:P26+wdt:P27", first, second)


def responses(items: list[Item], knows: dict[str, float], seed: int) -> Iterator[Response]:
    """Answers of a model that knows each role's facts with some probability."""
    chance = random.Random(seed)
    for each in items:
        for asked in each.facts:
            for number in range(len(asked.prompts)):
                yield _answer(each, asked, number, chance, knows[asked.role])


def _answer(
    each: Item, asked: ItemFact, number: int, chance: random.Random, knows: float
) -> Response:
    wrong = chance.sample([name for name in PLACES + PEOPLE if name != asked.object.label], 5)
    if chance.random() < knows:
        wrong.insert(chance.choice([0, 0, 0, 0, 0, 0, 1, 3]), asked.object.label)
    return answers(each.id, asked.role, wrong[:5], prompt=number)


def drawn(tables: Iterable[Table]) -> str:
    """Tables as a terminal of 200 columns shows them."""
    console = Console(width=200, record=True, file=io.StringIO())
    for table in tables:
        console.print(table)
    return console.export_text()


def headline(run: reporting.Run, pattern: str, k: int, metric: str | None = None) -> Score:
    return scoring.pooled(run.scores)[pattern, metric or OWN[pattern], k]
