"""The patterns that are about entities, and which entities and types others begin with."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator

from benchmarks.stores.script.facts import TYPE, WDT, Facts, Labels, Row, is_iri

TYPES, MEMBERS = 10, 50
HUBS, FACTS = 50, 20
HARDLY, TIMES = 2, 5
"""What the graph hardly knows is in at most so many facts; what is well known, in so many times
those of another."""

WD = "http://www.wikidata.org/entity/"
CLASSES = {
    "P21": "Q6581097 Q44148=Q6581097 Q6581072 Q43445=Q6581072",
    "P30": "Q15 Q18 Q46 Q48 Q49 Q51 Q538 Q3960=Q538 Q27611=Q49",
    "P91": "Q6636 Q592=Q6636 Q6649=Q6636 Q43200 Q1035954",
    "P140": "Q5043 Q1841=Q5043 Q9592=Q5043 Q23540=Q5043 Q75809=Q5043 Q6423963=Q5043 "
    "Q3333484=Q5043 Q35032=Q5043 Q93191=Q5043 Q33203=Q5043 Q178169=Q5043 Q101849=Q5043 Q432 "
    "Q483654=Q432 Q9585=Q432 Q748 Q132265=Q748 Q48362=Q748 Q7953=Q748 Q9089 Q9268 Q9232 Q9316 "
    "Q7066",
}
"""Of a sensitive attribute the values, each with the class that it counts as, if not itself."""


# ── Where paths start, and of what many facts are told ──────────────────────────────────────────
def frequent_types(facts: Facts) -> Counter[str]:
    """The types that most entities have; among equals chance decides, the same each time."""
    sizes = Counter(o for said in facts.values() for p, o in said if p == TYPE and is_iri(o))
    rank = {kind: chance("frequent_types", kind, str(size)) for kind, size in sizes.items()}
    chosen = sorted(sizes, key=lambda kind: (-sizes[kind], rank[kind]))[:TYPES]
    return Counter({kind: sizes[kind] for kind in chosen})


def members(facts: Facts, types: Counter[str]) -> list[str]:
    """Some entities of each type, each under the most frequent type that it has."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for x, said in facts.items():
        of = [kind for p, kind in said if p == TYPE and kind in types]
        if of:
            kind = min(of, key=lambda kind: (-types[kind], kind))
            found[kind].append((chance("members", kind, str(types[kind]), x), x))
    return [x for ranked in found.values() for _, x in sorted(ranked)[:MEMBERS]]


def hubs(facts: Facts) -> dict[str, str]:
    """The entities with most facts about them, each with the most frequent type that it has."""
    sizes = Counter(o for said in facts.values() for p, o in said if p == TYPE and is_iri(o))
    found = []
    for x, said in facts.items():
        told = sum(o != x and is_iri(o) for _, o in said)
        kinds = [o for p, o in said if p == TYPE and o in sizes]
        if told >= FACTS and kinds:
            kind = min(kinds, key=lambda kind: (-sizes[kind], kind))
            found.append((-told, chance("hubs", kind, str(sizes[kind]), x, str(told)), x, kind))
    return {x: kind for _, _, x, kind in sorted(found)[:HUBS]}


def chance(name: str, *row: str) -> str:
    """The place of a row in a random order that stays the same."""
    key = sha256(name, *row)
    return sha256("0", name, key)


def sha256(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


# ── entity, bias, ambiguous ─────────────────────────────────────────────────────────────────────
def entity(facts: Facts, chosen: dict[str, str]) -> Iterator[Row]:
    for x, kind in chosen.items():
        for p, o in facts[x]:
            if o != x and is_iri(o):
                yield kind, x, p, o


def bias(facts: Facts, degrees: Counter[str]) -> set[Row]:
    classes = {}
    for p, listed in CLASSES.items():
        for value in listed.split():
            found, _, counted = value.partition("=")
            classes[WDT + p, WD + found] = WD + (counted or found)
    said_of = {pair for said in facts.values() for pair in said & classes.keys()}
    return {
        (p, s, classes[p, found])
        for s, said in facts.items()
        if degrees[s] <= HARDLY
        for p, found in said & classes.keys()
        if (p, classes[p, found]) in said_of and s not in (found, classes[p, found])
    }


def ambiguous(facts: Facts, labels: Labels, degrees: Counter[str]) -> Iterator[Row]:
    for a, b in namesakes(facts, labels):
        if degrees[a] < TIMES * degrees[b]:
            continue
        for p, x in facts[a]:
            if p == TYPE or x in (a, b) or not is_iri(x):
                continue
            for q, y in facts[b]:
                if p == q and y not in (a, b, x) and is_iri(y):
                    yield p, a, b, x, y


def namesakes(facts: Facts, labels: Labels) -> set[Row]:
    """Any two of one name and kind, in either order."""
    called = defaultdict(set)
    for x, names in labels.items():
        for p, kind in facts.get(x, ()):
            if p == TYPE:
                for name in names:
                    called[name, kind].add(x)
    return {(a, b) for same in called.values() for a in same for b in same if a != b}
