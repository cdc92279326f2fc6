"""The five patterns in plain Python: what a researcher writes who has no graph engine.

``python -m benchmarks.stores.script graph.nt`` reads N-Triples into dictionaries, finds what
``kgforge mine`` asks an engine for, and prints the counts of each group as JSON. It imports
nothing of kgforge; it takes each statement to stand on one line, parted by single spaces, and each
literal to be in one form. With ``--digests`` it adds a hash of all rows, to compare them.
"""

import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

Row = tuple[str, ...]
Facts = dict[str, set[tuple[str, str]]]
"""Subject to its pairs of predicate and object: IRIs without brackets, literals in quotes."""
Told = dict[str, set[str]]
"""Subject to the predicates of its facts."""

WDT = "http://www.wikidata.org/prop/direct/"
TYPE, SUB = f"{WDT}P31", f"{WDT}P279"
LEAST, SHARE, CONFIDENCE = 50, 0.5, 0.1
TYPES, MEMBERS = 10, 50


def read(path: str) -> Facts:
    """The distinct facts of a file."""
    facts: Facts = defaultdict(set)
    with Path(path).open(encoding="utf-8") as lines:
        for line in lines:
            subject, predicate, rest = line.split(" ", 2)
            object = rest.rstrip().removesuffix(" .")
            facts[iri(subject)].add((iri(predicate), iri(object)))
    return dict(facts)


def iri(term: str) -> str:
    return term[1:-1] if term.startswith("<") else term


def is_iri(term: str) -> bool:
    return not term.startswith('"')


def triples_of(facts: Facts) -> Counter[str]:
    """How many facts each predicate has, self-loops left out."""
    return Counter(p for a, said in facts.items() for p, b in said if a != b)


def told(facts: Facts) -> Told:
    """Of each subject the predicates of its facts, self-loops left out."""
    return {a: {p for p, b in said if a != b} for a, said in facts.items()}


# ── symmetry and inverse: groups first, then the rows of those that stand ───────────────────────
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
                    yield x, y, z


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


# ── Where paths start ───────────────────────────────────────────────────────────────────────────
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


def chance(name: str, *row: str) -> str:
    """The place of a row in a random order that stays the same."""
    key = sha256(name, *row)
    return sha256("0", name, key)


def sha256(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


# ── All of it ───────────────────────────────────────────────────────────────────────────────────
class Outcome:
    """How many rows of each pattern there are, its groups, and where wanted a hash of its rows."""

    def __init__(self, *, digests: bool) -> None:
        self.patterns: dict[str, dict[str, object]] = {}
        self._digests = digests

    def note(self, name: str, rows: Iterator[Row], groups: dict[Row, list[int]]) -> None:
        count = total = 0
        for row in rows:
            count += 1
            if self._digests:
                total += int.from_bytes(hashlib.sha256(" ".join(row).encode()).digest())
        self._keep(name, count, total, groups)

    def note_counted(
        self, name: str, rows: Iterator[Row], width: int, others: Callable[[Row], list[int]]
    ) -> None:
        """The same where a group is the first columns of a row, whose rows are its last count."""
        count = total = 0
        groups: Counter[Row] = Counter()
        for row in rows:
            count += 1
            groups[row[:width]] += 1
            if self._digests:
                total += int.from_bytes(hashlib.sha256(" ".join(row).encode()).digest())
        counted = {group: [*others(group), size] for group, size in groups.items()}
        self._keep(name, count, total, counted)

    def _keep(self, name: str, rows: int, total: int, groups: dict[Row, list[int]]) -> None:
        listed = sorted([*group, *counts] for group, counts in groups.items())
        self.patterns[name] = {"rows": rows, "groups": listed}
        if self._digests:
            self.patterns[name]["digest"] = f"{total % 2**256:064x}"


def mine(facts: Facts, *, digests: bool) -> dict[str, dict[str, object]]:
    outcome = Outcome(digests=digests)
    types, triples, subjects = frequent_types(facts), triples_of(facts), told(facts)
    groups = composite_groups(facts, list(types), triples, subjects)
    stand = {
        name
        for names, (_, matches, support, body, _, _) in groups.items()
        if matches >= LEAST and support / body >= CONFIDENCE
        for name in names
    }
    outcome.note("composite", composite(facts, list(types), stand or set(triples)), groups)
    loops = sum((SUB, x) in said for x, said in facts.items())
    outcome.note_counted("hierarchy", hierarchy(facts), 0, lambda _: [triples[SUB], loops])
    groups = inverse_groups(facts, triples, subjects)
    stand = {
        name
        for names, (_, matches, body, _, _) in groups.items()
        if body >= LEAST and matches / body >= SHARE
        for name in names
    }
    outcome.note("inverse", inverse(facts, stand), groups)
    starts = members(facts, types)
    outcome.note_counted("path", path(facts, starts), 2, lambda group: [triples[group[0]]])
    groups = symmetry_groups(facts, subjects)
    stand = {
        p
        for (p,), (triples, _, matches, _, _, _) in groups.items()
        if triples >= LEAST and matches / triples >= SHARE
    }
    outcome.note("symmetry", symmetry(facts, stand), groups)
    return outcome.patterns


if __name__ == "__main__":
    json.dump(mine(read(sys.argv[1]), digests="--digests" in sys.argv), sys.stdout)
