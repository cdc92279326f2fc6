"""The five patterns in plain Python: what a researcher writes who has no graph engine.

``python -m benchmarks.script graph.nt`` reads N-Triples into dictionaries, finds what
``kgforge mine`` asks an engine for, and prints the counts of each group as JSON. It imports
nothing of kgforge; it takes each statement to stand on one line, parted by single spaces, and each
literal to be in one form. With ``--digests`` it adds a hash of all rows, to compare them.
"""

import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

Row = tuple[str, ...]
Facts = dict[str, set[tuple[str, str]]]
"""Subject to its pairs of predicate and object: IRIs without brackets, literals in quotes."""

WDT = "http://www.wikidata.org/prop/direct/"
TYPE, SUB = f"{WDT}P31", f"{WDT}P279"
LEAST, SHARE = 50, 0.5
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


# ── symmetry and inverse: groups first, then the rows of those that stand ───────────────────────
def symmetry_groups(facts: Facts) -> dict[Row, list[int]]:
    """Of each predicate: triples without self-loops, self-loops, and triples with their twin."""
    groups: dict[Row, list[int]] = defaultdict(lambda: [0, 0, 0])
    for a, said in facts.items():
        for p, b in said:
            counts = groups[p,]
            if a == b:
                counts[1] += 1
                continue
            counts[0] += 1
            counts[2] += (p, a) in facts.get(b, ())
    return dict(groups)


def symmetry(facts: Facts, predicates: set[str]) -> Iterator[Row]:
    for a, said in facts.items():
        for p, b in said:
            if p in predicates and a != b and (p, a) in facts.get(b, ()):
                yield p, a, b


def inverse_groups(facts: Facts) -> dict[Row, list[int]]:
    """Of each two predicates: the triples of either, and how many pairs turn one another round."""
    triples = Counter(p for a, said in facts.items() for p, b in said if a != b)
    matches = Counter((p, q) for p, q, _, _ in inverse(facts, set(triples)))
    return {(p, q): [triples[p], triples[q], count] for (p, q), count in matches.items() if p < q}


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


def composite(facts: Facts, types: list[str]) -> Iterator[Row]:
    kinds = set(types)
    for x, said in facts.items():
        if not any(p == TYPE and kind in kinds for p, kind in said):
            continue
        closing = defaultdict(list)
        for r3, z in said:
            if z != x and is_iri(z):
                closing[z].append(r3)
        for r1, y in said:
            if x == y:
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

    def note_counted(self, name: str, rows: Iterator[Row], width: int) -> None:
        """The same where a group is the first columns of a row, and counts its rows."""
        count = total = 0
        groups: Counter[Row] = Counter()
        for row in rows:
            count += 1
            groups[row[:width]] += 1
            if self._digests:
                total += int.from_bytes(hashlib.sha256(" ".join(row).encode()).digest())
        self._keep(name, count, total, {group: [size] for group, size in groups.items()})

    def _keep(self, name: str, rows: int, total: int, groups: dict[Row, list[int]]) -> None:
        listed = sorted([*group, *counts] for group, counts in groups.items())
        self.patterns[name] = {"rows": rows, "groups": listed}
        if self._digests:
            self.patterns[name]["digest"] = f"{total % 2**256:064x}"


def mine(facts: Facts, *, digests: bool) -> dict[str, dict[str, object]]:
    outcome = Outcome(digests=digests)
    types = frequent_types(facts)
    outcome.note_counted("composite", composite(facts, list(types)), 3)
    outcome.note_counted("hierarchy", hierarchy(facts), 0)
    groups = inverse_groups(facts)
    stand = {
        name
        for names, (triples, others, matches) in groups.items()
        if min(triples, others) >= LEAST and matches / min(triples, others) >= SHARE
        for name in names
    }
    outcome.note("inverse", inverse(facts, stand), groups)
    outcome.note_counted("path", path(facts, members(facts, types)), 2)
    groups = symmetry_groups(facts)
    stand = {
        p
        for (p,), (triples, _, matches) in groups.items()
        if triples >= LEAST and matches / triples >= SHARE
    }
    outcome.note("symmetry", symmetry(facts, stand), groups)
    return outcome.patterns


if __name__ == "__main__":
    json.dump(mine(read(sys.argv[1]), digests="--digests" in sys.argv), sys.stdout)
