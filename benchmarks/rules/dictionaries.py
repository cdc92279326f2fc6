"""Closed rules in plain Python: what a researcher writes who has no graph engine and no AMIE.

``python -m benchmarks.rules.dictionaries triples.tsv [--ways]`` reads subject, predicate, object (a
line of names first) and prints, as JSON, of each rule r1(x, y), r2(y, z) ⇒ r3(x, z) over three
different entities how often AMIE would count it. With ``--ways`` both edges of the body are read in
either direction. It imports nothing of kgforge.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

Edge = tuple[str, int]
"""A predicate, and 1, or -1 where it is read backwards."""
Rule = tuple[Edge, Edge, str]
Edges = dict[str, dict[Edge, set[str]]]


def read(path: Path, *, ways: bool) -> Edges:
    """Each entity's edges, self-loops left out."""
    edges: Edges = defaultdict(lambda: defaultdict(set))
    for line in path.read_text().splitlines()[1:]:
        s, p, o = line.split("\t")
        if s != o:
            edges[s][p, 1].add(o)
            if ways:
                edges[o][p, -1].add(s)
    return edges


Counts = tuple[int, int, int, int, int]
"""Of a rule: matches (x, y, z), support, body, PCA body, head."""
Start = tuple[Mapping[tuple[Edge, Edge], Counter[str]], Mapping[str, set[str]]]
"""An entity's ends of each two edges, itself left out, with how often; what each r3 joins it to."""


def rules(edges: Edges) -> dict[Rule, Counts]:
    """The counts of each rule that holds somewhere."""
    return counted(_starts(edges))


def _starts(edges: Edges) -> Iterator[Start]:
    for x, told in edges.items():
        walks: dict[tuple[Edge, Edge], Counter[str]] = defaultdict(Counter)
        for r1, ys in told.items():
            for y in ys & edges.keys():
                for r2, zs in edges[y].items():
                    walks[r1, r2].update(zs)
        for ends in walks.values():
            ends.pop(x, None)
        yield walks, {r3: zs for (r3, way), zs in told.items() if way > 0}


def counted(starts: Iterable[Start]) -> dict[Rule, Counts]:
    """The counts of each rule that holds somewhere, however the walks were found."""
    heads: Counter[str] = Counter()
    matches: Counter[Rule] = Counter()
    support: Counter[Rule] = Counter()
    body: Counter[tuple[Edge, Edge]] = Counter()
    reached: Counter[Rule] = Counter()
    for walks, closing in starts:
        for r3, zs in closing.items():
            heads[r3] += len(zs)
        for (r1, r2), ends in walks.items():
            body[r1, r2] += len(ends)
            for r3, zs in closing.items():
                closed = zs & ends.keys()
                reached[r1, r2, r3] += len(ends)
                support[r1, r2, r3] += len(closed)
                matches[r1, r2, r3] += sum(ends[z] for z in closed)
    return {
        rule: (matches[rule], count, body[rule[:2]], reached[rule], heads[rule[2]])
        for rule, count in support.items()
        if count
    }


if __name__ == "__main__":
    found = rules(read(Path(sys.argv[1]), ways="--ways" in sys.argv))
    json.dump({"rules": [[*rule, *counts] for rule, counts in found.items()]}, sys.stdout)
