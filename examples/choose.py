"""Choose the example graph from a large set of Wikidata facts.

    python examples/choose.py DATA [--out examples]

DATA holds triples.tsv.gz (subject, predicate, object), entities.tsv.gz (qid, label_en) and
properties.tsv (pid, label_en). Written are wikidata.tsv, entities.tsv and properties.tsv. The same
data give the same bytes: nothing is drawn at random, and ties are broken by the entities' numbers.

Four circles of facts that touch one another: countries with their capitals; people in couples and
pairs of siblings with their birthplaces; companies and other bodies with what stands above them;
the classes that all of these belong to. So that a small model can learn each fact and be asked for
it without ambiguity, a subject has *one* object of a predicate here, a label names one entity, and
relations that hold both ways pair everybody off: one spouse, one sibling, one neighbour.
"""

import argparse
import csv
import gzip
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

COUNTRIES = 110
COUPLES = 120
SIBLINGS = 60
BODIES = 60
"""Pairs of a company, university or office and the one above it."""
CLASSES = 150
"""Facts of one class under another."""
WELL_KNOWN = 3
"""Occupations of a person that are considered."""
MOST_WORDS = 4
"""Longest label."""

HUMAN, STATE = "Q5", "Q3624078"
CAPITAL = "Q5119"
CITIES = (CAPITAL, "Q1549591", "Q515", "Q200250", "Q3957")
"""Capital, big city, city, metropolis, town: a place is called the first that fits."""
KINDS_OF_BODIES = ("Q18127", "Q3918", "Q4830453", "Q43229")
"""Record label, university, business, organization."""
HISTORICAL = frozenset({"Q3024240", "Q28171280", "Q48349"})
"""Historical country, ancient civilization, empire."""
NOT_SIBLINGS = frozenset({("Q239587", "Q297744"), ("Q315083", "Q350405")})
"""In-laws, whom the facts call siblings because the qualifier that says so is lost."""
LEFT_OUT = frozenset({"Q11617"})
"""Whose marriage was annulled: she was a child."""
NOT_A_PART = frozenset({("Q806259", "Q168383")})
"""Bodies that the facts put under a wrong one."""

Fact = tuple[str, str, str]


def number(entity: str) -> int:
    """Order of ids: Q9 before Q10."""
    return int(entity[1:])


class Data:
    """The large set of facts, without self-loops, with its labels."""

    def __init__(self, folder: Path) -> None:
        self.labels = dict(labels(folder / "entities.tsv.gz"))
        self.facts = {fact for fact in facts(folder / "triples.tsv.gz") if fact[0] != fact[2]}
        self.degree = Counter(entity for s, _, o in self.facts for entity in (s, o))
        self._objects: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._subjects: dict[tuple[str, str], list[str]] = defaultdict(list)
        for s, p, o in self.facts:
            self._objects[s, p].append(o)
            self._subjects[p, o].append(s)

    def known(self, entities: Iterable[str]) -> list[str]:
        """The best-known first: those with the most facts."""
        return sorted(entities, key=lambda entity: (-self.degree[entity], number(entity)))

    def objects(self, subject: str, predicate: str) -> list[str]:
        return self.known(self._objects[subject, predicate])

    def subjects(self, predicate: str, object: str) -> list[str]:
        return self.known(self._subjects[predicate, object])

    def pairs(self, predicate: str, back: str) -> list[tuple[str, str]]:
        """(a, b) with *a predicate b* and *b back a*; the best-known lesser half first."""
        found = {(s, o) for s, p, o in self.facts if p == predicate and (o, back, s) in self.facts}
        lesser = {pair: min(self.degree[pair[0]], self.degree[pair[1]]) for pair in found}
        return sorted(found, key=lambda pair: (-lesser[pair], *map(number, pair)))


class Choice:
    """The facts chosen so far, each of whose entities has a label that no other has."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.facts: dict[Fact, None] = {}
        self.taken: set[tuple[str, str]] = set()
        self.owner: dict[str, str] = {}

    def label(self, entity: str) -> str:
        """Wikidata's label: some lists of labels put an article before a country's."""
        found = self.data.labels.get(entity, "")
        state = STATE in self.data.objects(entity, "P31")
        return found[4:] if state and found.lower().startswith("the ") else found

    def fits(self, *entities: str) -> bool:
        """Whether all have short labels that are nobody else's, nor each other's."""
        names = {entity: self.label(entity).casefold() for entity in entities}
        if len(set(names.values())) < len(names):
            return False
        return all(
            name
            and len(name.split()) <= MOST_WORDS
            and ":" not in name
            and self.owner.get(name, entity) == entity
            and entity not in LEFT_OUT
            for entity, name in names.items()
        )

    def first(self, entities: Iterable[str], only: Callable[[str], object] = bool) -> str | None:
        """The first that fits and that passes *only*."""
        return next((entity for entity in entities if only(entity) and self.fits(entity)), None)

    def add(self, subject: str, predicate: str, object: str | None) -> None:
        """Take a fact that the data have, unless the subject has one of this predicate already."""
        fact = (subject, predicate, object or "")
        if object is None or fact not in self.data.facts or (subject, predicate) in self.taken:
            return
        self.taken.add((subject, predicate))
        self.facts[fact] = None
        for entity in (subject, object):
            self.owner[self.label(entity).casefold()] = entity

    def entities(self) -> list[str]:
        return sorted({entity for s, _, o in self.facts for entity in (s, o)}, key=number)

    def of(self, predicate: str) -> list[Fact]:
        return [fact for fact in self.facts if fact[1] == predicate]

    def kind(self, entity: str, kinds: Iterable[str]) -> str | None:
        """The first of some classes to which an entity belongs."""
        return next((kind for kind in kinds if (entity, "P31", kind) in self.data.facts), None)


# ── The circles ─────────────────────────────────────────────────────────────────────────────────
def choose(data: Data) -> Choice:
    """All circles, one after the other."""
    choice = Choice(data)
    countries = choose_countries(data, choice)
    people = choose_people(data, choice, countries)
    choose_occupations(data, choice, people)
    choose_bodies(data, choice, countries)
    choose_classes(data, choice)
    return choice


def choose_countries(data: Data, choice: Choice) -> set[str]:
    """States with capital, continent, official language; pairs of neighbours."""
    chosen: list[str] = []
    for country in data.subjects("P31", STATE):
        capitals = capitals_of(data, country)
        if len(chosen) == COUNTRIES or len(capitals) != 1 or data.objects(country, "P1366"):
            continue
        if HISTORICAL & {*data.objects(country, "P31")} or not choice.kind(capitals[0], CITIES):
            continue
        continent = choice.first(continents_of(data, country))
        language = choice.first(languages_of(data, country))
        if continent is None or language is None:
            continue
        if not choice.fits(country, capitals[0], continent, language):
            continue
        chosen.append(country)
        for predicate, object in (
            ("P31", STATE),
            ("P36", capitals[0]),
            ("P30", continent),
            ("P37", language),
        ):
            choice.add(country, predicate, object)
        choice.add(capitals[0], "P1376", country)
        add_city(choice, capitals[0], country)
    pair_off(data, choice, "P47", both_among(chosen), len(chosen))
    return set(chosen)


def capitals_of(data: Data, country: str) -> list[str]:
    """Capitals, as both sides say; without former ones, where some are called capitals still."""
    found = [c for c in data.objects(country, "P36") if (c, "P1376", country) in data.facts]
    present = [c for c in found if (c, "P31", CAPITAL) in data.facts]
    return present if len(found) > 1 else found


def continents_of(data: Data, country: str) -> list[str]:
    """Continents, first the one on which most neighbours lie too."""
    near = Counter(c for other in data.objects(country, "P47") for c in data.objects(other, "P30"))
    return sorted(data.objects(country, "P30"), key=lambda continent: -near[continent])


def languages_of(data: Data, country: str) -> list[str]:
    """Official languages, first those of which the country is said to be the home."""
    return sorted(
        data.objects(country, "P37"),
        key=lambda language: (language, "P2341", country) not in data.facts,
    )


def both_among(entities: Iterable[str]) -> Callable[[str, str], bool]:
    """A test that both ends of a pair are among some entities."""
    chosen = set(entities)
    return lambda one, other: one in chosen and other in chosen


def add_city(choice: Choice, city: str, country: str) -> None:
    """A city's class, and its country unless the city is said to be that country's capital.

    Else P17 would be an inverse of P36, and tell what P1376 is meant to be asked for.
    """
    choice.add(city, "P31", choice.kind(city, CITIES))
    if (city, "P1376") not in choice.taken:
        choice.add(city, "P17", country)


def pair_off(
    data: Data, choice: Choice, predicate: str, only: Callable[[str, str], bool], most: int
) -> list[tuple[str, str]]:
    """Take pairs that hold both ways, each entity in one pair; return them."""
    found: list[tuple[str, str]] = []
    for one, other in data.pairs(predicate, predicate):
        busy = {(one, predicate), (other, predicate)} & choice.taken
        if len(found) == most or busy or not choice.fits(one, other) or not only(one, other):
            continue
        choice.add(one, predicate, other)
        choice.add(other, predicate, one)
        found.append((one, other))
    return found


def choose_people(data: Data, choice: Choice, countries: set[str]) -> list[str]:
    """Couples and siblings, with birthplaces and citizenships."""

    def told_of(person: str) -> bool:
        return (
            (person, "P31", HUMAN) in data.facts
            and not countries.isdisjoint(data.objects(person, "P27"))
            and bool(data.objects(person, "P106"))
        )

    def couple(one: str, other: str) -> bool:
        return told_of(one) and told_of(other)

    def siblings(one: str, other: str) -> bool:
        return couple(one, other) and not {(one, other), (other, one)} & NOT_SIBLINGS

    pairs = [
        *pair_off(data, choice, "P26", couple, COUPLES),
        *pair_off(data, choice, "P3373", siblings, SIBLINGS),
    ]
    people = sorted({person for pair in pairs for person in pair}, key=number)
    for person in people:
        choice.add(person, "P31", HUMAN)
        add_birthplace(data, choice, person, countries)
    return people


def add_birthplace(data: Data, choice: Choice, person: str, countries: set[str]) -> None:
    """A person's birthplace, when it is a city of a chosen country, and citizenship."""

    def country_of(city: str) -> str | None:
        return choice.first(data.objects(city, "P17"), countries.__contains__)

    city = choice.first(
        data.objects(person, "P19"), lambda place: choice.kind(place, CITIES) and country_of(place)
    )
    home = country_of(city) if city else None
    if city and home:
        choice.add(person, "P19", city)
        add_city(choice, city, home)
    citizenships = data.objects(person, "P27")
    best = home if home in citizenships else choice.first(citizenships, countries.__contains__)
    choice.add(person, "P27", best)


def choose_occupations(data: Data, choice: Choice, people: list[str]) -> None:
    """One occupation each: that of the spouse or sibling, or else one that few have so far."""
    chosen: dict[str, str] = {}
    partners: dict[str, set[str]] = defaultdict(set)
    for subject, _, object in (*choice.of("P26"), *choice.of("P3373")):
        partners[subject].add(object)
    for person in people:
        own = [o for o in data.objects(person, "P106") if choice.fits(o)]
        theirs = {o for partner in partners[person] for o in data.objects(partner, "P106")}
        taken = {chosen[partner] for partner in partners[person] if partner in chosen}
        shared = [o for o in own if o in taken] or [o for o in own if o in theirs] or own
        used = Counter(chosen.values())
        best = min(shared[:WELL_KNOWN], key=lambda o: used[o], default=None)
        choice.add(person, "P106", best)
        if best:
            chosen[person] = best


def choose_bodies(data: Data, choice: Choice, countries: set[str]) -> None:
    """Companies, universities, offices: who stands above whom, each once in either direction."""
    pairs = 0
    for upper, lower in data.pairs("P355", "P749"):
        busy = {(upper, "P355"), (lower, "P749")} & choice.taken
        wrong = (upper, lower) in NOT_A_PART
        if pairs == BODIES or busy or wrong or not choice.fits(upper, lower):
            continue
        choice.add(upper, "P355", lower)
        choice.add(lower, "P749", upper)
        pairs += 1
        for body in (upper, lower):
            choice.add(body, "P31", choice.kind(body, KINDS_OF_BODIES))
            choice.add(body, "P17", choice.first(data.objects(body, "P17"), countries.__contains__))


def choose_classes(data: Data, choice: Choice) -> None:
    """Classes above the occupations and kinds that were chosen, and then above well-known ones."""
    used = {object for _, _, object in (*choice.of("P31"), *choice.of("P106"))}
    others = {subject for subject, predicate, _ in data.facts if predicate == "P279"} - used
    for start in (*data.known(used), *data.known(others)):
        if len(choice.of("P279")) >= CLASSES:
            return
        if start in used or choice.fits(start):
            climb(data, choice, start)


def climb(data: Data, choice: Choice, start: str) -> None:
    """Two steps up from a class, to the best-known class above that stands under another."""
    below = {start}
    for _ in range(2):
        if (start, "P279") in choice.taken:
            return
        upper = choice.first(
            data.objects(start, "P279"),
            lambda above: above not in below and data.objects(above, "P279"),
        )
        if upper is None or reaches(choice, upper, start):
            return
        choice.add(start, "P279", upper)
        below.add(upper)
        start = upper


def reaches(choice: Choice, lower: str, upper: str) -> bool:
    """Whether a class already stands under another, over any number of steps."""
    above = {subject: object for subject, _, object in choice.of("P279")}
    step: str | None = lower
    while step is not None and step != upper:
        step = above.get(step)
    return step == upper


# ── Files ───────────────────────────────────────────────────────────────────────────────────────
def rows(path: Path) -> Iterator[list[str]]:
    """The lines of a tab-separated file after its header."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as data:
        next(data)
        for line in data:
            yield line.decode("utf-8").rstrip("\n").split("\t")


def facts(path: Path) -> Iterator[Fact]:
    for subject, predicate, object, *_ in rows(path):
        yield subject, predicate, object


def labels(path: Path) -> Iterator[tuple[str, str]]:
    for entity, label, *_ in rows(path):
        yield entity, label


def write(path: Path, header: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> None:
    """Write a tab-separated file."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(
            stream, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, quotechar=None
        )
        writer.writerow(header)
        writer.writerows(lines)


def main() -> None:
    """Read, choose, write, and say how many."""
    parser = argparse.ArgumentParser(description="Choose the example graph.")
    parser.add_argument(
        "data", type=Path, help="folder of triples.tsv.gz, entities.tsv.gz, properties.tsv"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    asked = parser.parse_args()
    choice = choose(Data(asked.data))
    chosen = sorted(choice.facts, key=lambda fact: tuple(map(number, fact)))
    names = dict(labels(asked.data / "properties.tsv"))
    counts = Counter(predicate for _, predicate, _ in chosen)
    write(asked.out / "wikidata.tsv", ("subject", "predicate", "object"), chosen)
    write(
        asked.out / "entities.tsv",
        ("qid", "label_en"),
        ((entity, choice.label(entity)) for entity in choice.entities()),
    )
    write(
        asked.out / "properties.tsv",
        ("pid", "label_en", "triples"),
        ((p, names[p], str(counts[p])) for p in sorted(counts, key=number)),
    )
    print(f"{len(chosen)} facts, {len(choice.entities())} entities, {len(counts)} predicates")


if __name__ == "__main__":
    main()
