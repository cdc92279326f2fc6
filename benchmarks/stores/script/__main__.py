"""The nine patterns in plain Python: what a researcher writes who has no graph engine.

``python -m benchmarks.stores.script graph.nt`` reads N-Triples into dictionaries, finds what
``kgforge mine all`` asks an engine for, and prints the counts of each group as JSON. It imports
nothing of kgforge; it takes each statement to stand on one line, parted by single spaces, and each
literal to be in one form. With ``--digests`` it adds a hash of all rows, to compare them.
"""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable

from benchmarks.stores.script import entities, rules
from benchmarks.stores.script.facts import (
    SUB,
    Facts,
    Labels,
    Row,
    degrees_of,
    read,
    told,
    triples_of,
)

WALKED = 10
LEAST, SHARE, CONFIDENCE = 50, 0.5, 0.1
ASYMMETRIC = 25
"""A predicate of fewer triples than that is not asymmetric."""


class Outcome:
    """How many rows of each pattern there are, its groups, and where wanted a hash of its rows."""

    def __init__(self, *, digests: bool) -> None:
        self.patterns: dict[str, dict[str, object]] = {}
        self._digests = digests

    def note(self, name: str, rows: Iterable[Row], groups: dict[Row, list[int]]) -> None:
        count = total = 0
        for row in rows:
            count += 1
            if self._digests:
                total += int.from_bytes(hashlib.sha256(" ".join(row).encode()).digest())
        self._keep(name, count, total, groups)

    def note_counted(
        self, name: str, rows: Iterable[Row], width: int, others: Callable[[Row], list[int]]
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


def mine(facts: Facts, labels: Labels, *, digests: bool) -> dict[str, dict[str, object]]:
    outcome = Outcome(digests=digests)
    about_entities(facts, labels, outcome)
    mine_rules(facts, outcome)
    return outcome.patterns


def about_entities(facts: Facts, labels: Labels, outcome: Outcome) -> None:
    degrees = degrees_of(facts)
    found = {
        "ambiguous": entities.ambiguous(facts, labels, degrees),
        "bias": entities.bias(facts, degrees),
        "entity": entities.entity(facts, entities.hubs(facts)),
    }
    for name, rows in found.items():
        outcome.note_counted(name, rows, 1, lambda _: [])


def mine_rules(facts: Facts, outcome: Outcome) -> None:
    types, triples, subjects = entities.frequent_types(facts), triples_of(facts), told(facts)
    groups = rules.asymmetry_groups(facts)
    stand = {
        p
        for (p,), (size, _, matches, _) in groups.items()
        if size >= ASYMMETRIC and matches / size >= SHARE
    }
    outcome.note("asymmetry", rules.asymmetry(facts, stand), groups)
    groups = rules.composite_groups(facts, list(types), triples, subjects)
    stand = {
        name
        for names, (_, matches, support, body, _, _) in groups.items()
        if matches >= LEAST and support / body >= CONFIDENCE
        for name in names
    }
    outcome.note("composite", rules.composite(facts, list(types), stand or set(triples)), groups)
    loops = sum((SUB, x) in said for x, said in facts.items())
    outcome.note_counted("hierarchy", rules.hierarchy(facts), 0, lambda _: [triples[SUB], loops])
    groups = rules.inverse_groups(facts, triples, subjects)
    stand = {
        name
        for names, (_, matches, body, _, _) in groups.items()
        if body >= LEAST and matches / body >= SHARE
        for name in names
    }
    outcome.note("inverse", rules.inverse(facts, stand), groups)
    starts = entities.members(facts, types)
    matches_of = Counter(row[:2] for row in rules.path(facts, starts))
    stand = {name for names, matches in matches_of.items() if matches >= WALKED for name in names}
    groups = {names: [triples[names[0]], matches] for names, matches in matches_of.items()}
    walks = (row for row in rules.path(facts, starts) if row[0] in stand and row[1] in stand)
    outcome.note("path", walks, groups)
    groups = rules.symmetry_groups(facts, subjects)
    stand = {
        p
        for (p,), (size, _, matches, _, _, _) in groups.items()
        if size >= LEAST and matches / size >= SHARE
    }
    outcome.note("symmetry", rules.symmetry(facts, stand), groups)


if __name__ == "__main__":
    found = mine(*read(sys.argv[1]), digests="--digests" in sys.argv)
    json.dump(found, sys.stdout)
