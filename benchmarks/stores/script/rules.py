"""The patterns of several facts: each predicate, pair or rule with its counts, and the rows.

Groups come first, then the rows of those that stand.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from benchmarks.stores.script.facts import SUB, TYPE, Facts, Row, Told, is_iri


# ── symmetry, asymmetry, inverse ────────────────────────────────────────────────────────────────
def symmetry_groups(facts: Facts, subjects: Told) -> dict[Row, list[int]]:
    """Of each predicate: triples, self-loops, matches, body, PCA body, head."""
    groups: dict[Row, list[int]] = defaultdict(lambda: [0] * 6)
    for a, said in facts.items():
        for p, b in said:
            counts = groups[p,]
            if a == b:
                counts[1] += 1
                continue
            for place in (0, 3, 5):
                counts[place] += 1
            counts[2] += (p, a) in facts.get(b, ())
            counts[4] += p in subjects.get(b, ())
    return dict(groups)


def symmetry(facts: Facts, predicates: set[str]) -> Iterator[Row]:
    for a, said in facts.items():
        for p, b in said:
            if p in predicates and a != b and (p, a) in facts.get(b, ()):
                yield p, a, b


def asymmetry_groups(facts: Facts) -> dict[Row, list[int]]:
    """Of each predicate: triples, self-loops, matches, body (triples between two entities)."""
    groups: dict[Row, list[int]] = defaultdict(lambda: [0] * 4)
    for a, said in facts.items():
        for p, b in said:
            counts = groups[p,]
            if a == b:
                counts[1] += 1
                continue
            counts[0] += 1
            if is_iri(b):
                counts[2] += (p, a) not in facts.get(b, ())
                counts[3] += 1
    return dict(groups)


def asymmetry(facts: Facts, predicates: set[str]) -> Iterator[Row]:
    for a, said in facts.items():
        for p, b in said:
            if p in predicates and is_iri(b) and (p, a) not in facts.get(b, ()):
                yield p, a, b


def inverse_groups(facts: Facts, triples: Counter[str], subjects: Told) -> dict[Row, list[int]]:
    """Of each two predicates: the triples of the first, matches, body, PCA body, head."""
    matches = Counter((p, q) for p, q, _, _ in inverse(facts, set(triples)) if p < q)
    heads = defaultdict(list)
    for p, q in matches:
        body, head = (q, p) if triples[p] > triples[q] else (p, q)
        heads[body].append((head, (p, q)))
    reached = Counter(
        pair
        for a, said in facts.items()
        for p, b in said
        if a != b and p in heads
        for head, pair in heads[p]
        if head in subjects.get(b, ())
    )
    groups: dict[Row, list[int]] = {}
    for (p, q), count in matches.items():
        sizes = sorted((triples[p], triples[q]))
        groups[p, q] = [triples[p], count, sizes[0], reached[p, q], sizes[1]]
    return groups


def inverse(facts: Facts, predicates: set[str]) -> Iterator[Row]:
    for a, said in facts.items():
        for p, b in said:
            if p not in predicates or a == b:
                continue
            for q, other in facts.get(b, ()):
                if other == a and p != q and q in predicates:
                    yield p, q, a, b


# ── hierarchy, composite, path ──────────────────────────────────────────────────────────────────
def hierarchy(facts: Facts) -> Iterator[Row]:
    for x, said in facts.items():
        for p, y in said:
            if p != SUB or x == y:
                continue
            for q, z in facts.get(y, ()):
                if q == SUB and z not in (x, y) and is_iri(z):
                    yield SUB, x, y, z


def composite_groups(
    facts: Facts, types: list[str], triples: Counter[str], subjects: Told
) -> dict[Row, list[int]]:
    """Of each rule: triples of r1, matches, support, body, PCA body, head (triples of r3)."""
    matches: Counter[Row] = Counter()
    support: Counter[Row] = Counter()
    body: Counter[Row] = Counter()
    reached: Counter[Row] = Counter()
    for x, said in of_types(facts, types):
        closing = closed(x, said)
        walks: dict[Row, Counter[str]] = defaultdict(Counter)
        for r1, y in said:
            if x != y:
                for r2, z in facts.get(y, ()):
                    if z not in (x, y) and is_iri(z):
                        walks[r1, r2][z] += 1
        for walk, ends in walks.items():
            body[walk] += len(ends)
            for r3 in subjects[x]:
                reached[(*walk, r3)] += len(ends)
            for z, ways in ends.items():
                for r3 in closing.get(z, ()):
                    support[(*walk, r3)] += 1
                    matches[(*walk, r3)] += ways
    return {
        (r1, r2, r3): [triples[r1], matches[r1, r2, r3], count, body[r1, r2],
                       reached[r1, r2, r3], triples[r3]]
        for (r1, r2, r3), count in support.items()
    }  # fmt: skip


def of_types(facts: Facts, types: list[str]) -> Iterator[tuple[str, set[tuple[str, str]]]]:
    kinds = set(types)
    for x, said in facts.items():
        if any(p == TYPE and kind in kinds for p, kind in said):
            yield x, said


def closed(x: str, said: set[tuple[str, str]]) -> dict[str, list[str]]:
    closing = defaultdict(list)
    for r3, z in said:
        if z != x and is_iri(z):
            closing[z].append(r3)
    return closing


def composite(facts: Facts, types: list[str], predicates: set[str]) -> Iterator[Row]:
    for x, said in of_types(facts, types):
        closing = closed(x, {(p, z) for p, z in said if p in predicates})
        for r1, y in said:
            if x == y or r1 not in predicates:
                continue
            for r2, z in facts.get(y, ()):
                if y != z:
                    for r3 in closing.get(z, ()):
                        yield r1, r2, r3, x, y, z


def path(facts: Facts, starts: list[str]) -> Iterator[Row]:
    for x in starts:
        for r1, y in facts[x]:
            if x == y:
                continue
            for r2, z in facts.get(y, ()):
                if z not in (x, y) and is_iri(z):
                    yield r1, r2, x, y, z
