"""Closed rules with networkx, as one would write it: a walk from each entity over two edges.

``python -m benchmarks.rules.graphs triples.tsv [--ways]`` prints what ``dictionaries`` does, which
counts what was walked here. It imports nothing of kgforge.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import networkx as nx

from benchmarks.rules.dictionaries import Counts, Edge, Rule, Start, counted


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


def rules(graph: "nx.MultiDiGraph[str]") -> dict[Rule, Counts]:
    """The counts of each rule that holds somewhere."""
    return counted(_starts(graph))


def _starts(graph: "nx.MultiDiGraph[str]") -> Iterator[Start]:
    for x in graph:
        closing: dict[str, set[str]] = defaultdict(set)
        for _, z, (r3, way) in graph.out_edges(x, keys=True):
            if way > 0:
                closing[r3].add(z)
        walks: dict[tuple[Edge, Edge], Counter[str]] = defaultdict(Counter)
        for _, y, r1 in graph.out_edges(x, keys=True):
            for _, z, r2 in graph.out_edges(y, keys=True):
                if z != x:
                    walks[r1, r2][z] += 1
        yield walks, closing


if __name__ == "__main__":
    found = rules(read(Path(sys.argv[1]), ways="--ways" in sys.argv))
    json.dump({"rules": [[*rule, *counts] for rule, counts in found.items()]}, sys.stdout)
