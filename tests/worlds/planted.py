"""A small graph in which each of the nine patterns finds something, and what may be known of it.

Every family has eight members, whose facts are told by their numbers; so what a score has to be can
be counted on one's fingers.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import kgforge
from kgforge.benchmark import ExportOptions
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions

Fact = tuple[str, str, str]
"""Names, as in the graph's file."""
Knowledge = dict[Fact, int]
"""Each fact that is known to the place, from 1, at which it is answered."""

EIGHT = range(8)
HUB = ("P112", "P127", "P159", "P169", "P452", "P1056")

COUPLES = [(f"a{n}", "P26", f"b{n}") for n in EIGHT]
COUPLES_BACK = [(b, p, a) for a, p, b in COUPLES]
SEATS = [(f"seat{n}", "P1376", f"land{n}") for n in EIGHT]
SEATS_BACK = [(f"land{n}", "P36", f"seat{n}") for n in EIGHT]
KINDS = [(f"x{n}", "P279", f"y{n}") for n in EIGHT]
KINDS_NEXT = [(f"y{n}", "P279", f"z{n}") for n in EIGHT]
KINDS_ACROSS = [(f"x{n}", "P279", f"z{n}") for n in range(4)]
BIRTHS = [(f"p{n}", "P19", f"c{n}") for n in EIGHT]
BIRTHS_NEXT = [(f"c{n}", "P17", f"k{n}") for n in EIGHT]
BIRTHS_ACROSS = [(f"p{n}", "P27", f"k{n}") for n in EIGHT]
FIRMS = [(f"firm{n}", p, f"{p.lower()}of{n}") for n in range(3) for p in HUB]
FAITHS = [(f"u{n}", "P140", f"faith{n % 2}") for n in EIGHT]
MAYORS = [(f"big{n}", "P6", f"m{n}") for n in EIGHT]
MAYORS_SMALL = [(f"small{n}", "P6", f"n{n}") for n in EIGHT]
PEAKS = [(f"big{n}", "P610", f"h{n}") for n in EIGHT]
TYPES = [
    *((f"p{n}", "P31", "human") for n in EIGHT),
    *((f"firm{n}", "P31", "firm") for n in range(3)),
    *((f"{size}{n}", "P31", "town") for n in EIGHT for size in ("big", "small")),
]

GRAPH = [
    *(COUPLES + COUPLES_BACK + SEATS + SEATS_BACK + KINDS + KINDS_NEXT + KINDS_ACROSS),
    *(BIRTHS + BIRTHS_NEXT + BIRTHS_ACROSS + FIRMS + FAITHS),
    *(MAYORS + MAYORS_SMALL + PEAKS + TYPES),
]

PARAMS = {
    "least": "6",
    "share": "0",
    "times": "1.5",
    "closed": "(wdt:P140 kg:faith0 kg:faith0) (wdt:P140 kg:faith1 kg:faith1)",
}

POPULAR = {
    *("a0", "a1", "a2", "b0", "b1", "land0", "land1", "land2"),
    *("x0", "x1", "x2", "y0", "y1", "p0", "p1", "p2", "c0", "c1", "firm0", "firm1"),
    *(f"big{n}" for n in EIGHT),
}


# ── What may be known ───────────────────────────────────────────────────────────────────────────
def both_directions() -> Knowledge:
    """All, and that everything is so the other way round, too."""
    return dict.fromkeys([*GRAPH, *((o, p, s) for s, p, o in GRAPH)], 1)


def one_direction() -> Knowledge:
    """All but what another fact says the other way round."""
    return dict.fromkeys((fact for fact in GRAPH if fact not in COUPLES_BACK + SEATS_BACK), 1)


def one_hop() -> Knowledge:
    """All but the second step of what takes two."""
    return dict.fromkeys((fact for fact in GRAPH if fact not in KINDS_NEXT + BIRTHS_NEXT), 1)


def popular() -> Knowledge:
    """What is said of popular entities."""
    return dict.fromkeys((fact for fact in GRAPH if fact[0] in POPULAR), 1)


def hesitant() -> Knowledge:
    """All, but some in the third place, some in the fifth."""
    third = [*COUPLES_BACK, *SEATS_BACK, *KINDS_NEXT, *BIRTHS_NEXT, *MAYORS_SMALL, *FAITHS]
    fifth = [*KINDS_ACROSS, *BIRTHS_ACROSS]
    return {
        **dict.fromkeys(GRAPH, 1),
        **dict.fromkeys([*third, *(fact for fact in FIRMS if fact[1] == "P112")], 3),
        **dict.fromkeys([*fifth, *(fact for fact in FIRMS if fact[1] == "P159")], 5),
    }


# ── The line ────────────────────────────────────────────────────────────────────────────────────
def benchmark(folder: Path) -> Path:
    """The nine benchmarks of this graph."""
    options = ExportOptions(keep_flagged=True)
    kgforge.export(mined(folder, sorted(COUNTED)), folder / "bench", options=options)
    return folder / "bench"


def mined(folder: Path, patterns: list[str], params: Mapping[str, str] = PARAMS) -> Path:
    """What is mined of this graph."""
    names = {name for s, _, o in GRAPH for name in (s, o)}.union(HUB)  # those have no template
    graph, labels = folder / "graph.tsv", folder / "labels.tsv"
    graph.write_text("subject\tpredicate\tobject\n" + "".join(map(_line, GRAPH)))
    labels.write_text("id\tlabel\n" + "".join(map(_line, ((n, label(n)) for n in sorted(names)))))
    store = f"oxigraph:{folder / 'graph'}"
    kgforge.load([f"tsv:{graph}"], store, LoadOptions(ReadOptions(labels=(str(labels),))))
    kgforge.mine(patterns, store, folder / "mined", params=params)
    return folder / "mined"


def _line(cells: tuple[str, ...]) -> str:
    return "\t".join(cells) + "\n"


def label(name: str) -> str:
    """What an entity is called: a big and a small town of one number have one name.

    A predicate has more than its id, which would be no name.
    """
    return f"Hub {name}" if name in HUB else name.replace("small", "big").capitalize()


def items(bench: Path, pattern: str) -> Iterator[dict[str, Any]]:
    """The items as they stand in the file."""
    yield from map(json.loads, (bench / f"{pattern}.jsonl").read_text().splitlines())


def fact(asked: dict[str, Any]) -> Fact:
    """The names of an item's fact."""
    subject, predicate, object = (
        asked[part]["id"].rpartition(":" if asked[part]["id"].startswith("urn:") else "/")[2]
        for part in ("subject", "predicate", "object")
    )
    return subject, predicate, object


# ── What each metric is, and how many items there are ───────────────────────────────────────────
Ratio = tuple[float, float]
Hits = list[bool]
"""Of an item's facts, in the order of roles."""


def _all_of_any(hits: Hits) -> Ratio:
    return all(hits), any(hits)


def _conclusion(hits: Hits) -> Ratio:
    a, b, c = hits
    return a and b and c, a and b


def _forward_alone(hits: Hits) -> Ratio:
    forward, backward = hits
    return forward and not backward, 1


def _share(hits: Hits) -> Ratio:
    return sum(hits) / len(hits), 1


FORMULA: dict[str, Callable[[Hits], Ratio]] = {
    "ambiguous": _all_of_any,
    "asymmetry": _forward_alone,
    "bias": _share,
    "composite": _conclusion,
    "entity": _share,
    "hierarchy": _conclusion,
    "inverse": _all_of_any,
    "path": _all_of_any,
    "symmetry": _all_of_any,
}

COUNTED = {
    "ambiguous": 8,
    # P6 16, P17, P19, P27, P36, P140, P610, P1376 8 each, P31 27, P279 20; P26 holds both ways,
    # and what is said of firms is said of fewer than six.
    "asymmetry": 119,
    "bias": 8,
    "composite": 8,
    "entity": 3,
    "hierarchy": 8,
    "inverse": 8,
    "path": 8,
    "symmetry": 8,
}
