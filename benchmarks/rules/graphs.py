"""Closed rules with networkx, as one would write it: a walk from each entity over two edges.

``python -m benchmarks.rules.graphs triples.tsv [--ways]`` prints what ``dictionaries`` does. It
imports nothing of kgforge.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

import networkx as nx

Edge = tuple[str, int]
Rule = tuple[Edge, Edge, str]


def read(path: Path, *, ways: bool) -> "nx.MultiDiGraph[str]":
    """The facts, self-loops left out; with *ways* each backwards, too."""
    graph = nx.MultiDiGraph()
    for line in path.read_text().splitlines()[1:]:
        s, p, o = line.split("\t")
        if s != o:
            graph.add_edge(s, o, (p, 1))
            if ways:
                graph.add_edge(o, s, (p, -1))
    return graph


def rules(graph: "nx.MultiDiGraph[str]") -> dict[Rule, tuple[int, int, int, int, int]]:
    """Of each rule that holds somewhere: matches (x, y, z), support, body, PCA body, head."""
    heads: Counter[str] = Counter()
    matches: Counter[Rule] = Counter()
    support: Counter[Rule] = Counter()
    body: Counter[tuple[Edge, Edge]] = Counter()
    reached: Counter[Rule] = Counter()
    for x in graph:
        closing = defaultdict(set)
        for _, z, (r3, way) in graph.out_edges(x, keys=True):
            if way > 0:
                closing[r3].add(z)
                heads[r3] += 1
        walks: dict[tuple[Edge, Edge], Counter[str]] = defaultdict(Counter)
        for _, y, r1 in graph.out_edges(x, keys=True):
            for _, z, r2 in graph.out_edges(y, keys=True):
                if z != x:
                    walks[r1, r2][z] += 1
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
