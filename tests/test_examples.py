"""The example graph: enough instances of every pattern, counted without kgforge; well-formed."""

import gzip
import subprocess
import sys
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import networkx
import pytest

from kgforge import resources, terms
from kgforge.ontology import vocabulary

FOLDER = resources.folder("examples")
WDT = terms.PREFIXES["wdt"]
LEAST = 50
"""Items that each benchmark needs."""

Fact = tuple[str, str, str]


def rows(path: Path) -> list[list[str]]:
    lines = path.read_text("utf-8").removesuffix("\n").split("\n")
    return [line.split("\t") for line in lines[1:]]


@pytest.fixture(scope="module")
def facts() -> list[Fact]:
    return [(s, p, o) for s, p, o in rows(FOLDER / "wikidata.tsv")]


@pytest.fixture(scope="module")
def labels() -> dict[str, str]:
    return {row[0]: row[1] for row in rows(FOLDER / "entities.tsv")}


def by_predicate(facts: list[Fact]) -> dict[str, set[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for s, p, o in facts:
        found[p].add((s, o))
    return found


# ── Enough of every pattern, by the defaults of the benchmarks ──────────────────────────────────
def test_symmetry(facts: list[Fact]) -> None:
    items = Counter[str]()
    for p, pairs in by_predicate(facts).items():
        twins = [pair for pair in pairs if pair[::-1] in pairs]
        if len(pairs) >= 50 and len(twins) / len(pairs) >= 0.5:
            items[p] = min(100, len(twins) // 2)
    assert set(items) == {"P26", "P47", "P3373"}
    assert items.total() >= 3 * LEAST


def test_inverse(facts: list[Fact]) -> None:
    pairs_of = by_predicate(facts)
    items = Counter[str]()
    for p, q in combinations(sorted(pairs_of), 2):
        both = {pair for pair in pairs_of[p] if pair[::-1] in pairs_of[q]}
        sizes = len(pairs_of[p]), len(pairs_of[q])
        if min(sizes) >= 50 and len(both) / min(sizes) >= 0.5:
            items[f"{p}|{q}"] = min(100, len(both))
    assert set(items) == {"P1376|P36", "P355|P749"}
    assert min(items.values()) >= LEAST


def chains(facts: list[Fact], predicate: str) -> list[tuple[str, str, str]]:
    steps = by_predicate(facts)[predicate]
    return [(x, y, z) for x, y in steps for y2, z in steps if y == y2 and len({x, y, z}) == 3]


def test_hierarchy(facts: list[Fact]) -> None:
    assert len(chains(facts, "P279")) >= 2 * LEAST


def types_of(facts: list[Fact]) -> tuple[list[str], dict[str, str]]:
    """The ten most frequent types, and of each entity the most frequent of its types."""
    counts = Counter(o for _, p, o in facts if p == "P31")
    order = sorted(counts, key=lambda kind: (-counts[kind], kind))
    kinds: dict[str, set[str]] = defaultdict(set)
    for s, p, o in facts:
        if p == "P31":
            kinds[s].add(o)
    return order[:10], {s: min(found, key=order.index) for s, found in kinds.items()}


def outgoing(facts: list[Fact]) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for s, p, o in facts:
        found[s].append((p, o))
    return found


def test_composite(facts: list[Fact]) -> None:
    top, kind = types_of(facts)
    out = outgoing(facts)
    found = Counter(
        (r1, r2, r3)
        for x in kind
        if kind[x] in top
        for r1, y in out[x]
        for r2, z in out[y]
        for r3, z2 in out[x]
        if z == z2 and len({x, y, z}) == 3
    )
    frequent = {rule: count for rule, count in found.items() if count >= 50}
    assert ("P19", "P17", "P27") in frequent
    assert len(frequent) >= 4
    assert sum(min(100, count) for count in frequent.values()) >= 4 * LEAST


@pytest.mark.parametrize("backwards", [False, True])
def test_path(facts: list[Fact], backwards: bool) -> None:
    """Whichever fifty of a type are drawn: here the first, and the last, by id."""
    top, kind = types_of(facts)
    out = outgoing(facts)
    members: dict[str, list[str]] = defaultdict(list)
    for x in sorted(kind, reverse=backwards):
        members[kind[x]].append(x)
    drawn = {x for name in top for x in members[name][:50]}
    found = Counter(
        (r1, r2) for x in drawn for r1, y in out[x] for r2, z in out[y] if x not in {y, z}
    )
    frequent = {rule: count for rule, count in found.items() if count >= 10}
    assert len(frequent) >= 10
    assert sum(min(100, count) for count in frequent.values()) >= 4 * LEAST


# ── Well-formed ─────────────────────────────────────────────────────────────────────────────────
def test_the_size_is_right_for_a_demonstration(facts: list[Fact], labels: dict[str, str]) -> None:
    assert 2000 <= len(facts) <= 5000
    assert 800 <= len(labels) <= 2500


def test_facts_are_distinct_and_about_two_entities(facts: list[Fact]) -> None:
    assert len(set(facts)) == len(facts)
    assert all(s != o for s, _, o in facts)


def test_a_subject_has_one_object_of_a_predicate(facts: list[Fact]) -> None:
    assert len({(s, p) for s, p, _ in facts}) == len(facts)


def test_every_entity_has_a_short_label_of_its_own(
    facts: list[Fact], labels: dict[str, str]
) -> None:
    assert set(labels) == {entity for s, _, o in facts for entity in (s, o)}
    assert len({label.casefold() for label in labels.values()}) == len(labels)
    for label in labels.values():
        assert label == label.strip() and 1 <= len(label.split()) <= 4, label


def test_every_predicate_has_templates_and_its_label(facts: list[Fact]) -> None:
    known = vocabulary.shipped()
    named = {pid: (label, int(count)) for pid, label, count in rows(FOLDER / "properties.tsv")}
    counts = Counter(p for _, p, _ in facts)
    assert {pid: count for pid, (_, count) in named.items()} == counts
    for pid, (label, _) in named.items():
        assert len(known.templates(WDT + pid, "en")) >= 2
        assert known.label(WDT + pid, "en") == label


def test_the_graph_hangs_together(facts: list[Fact], labels: dict[str, str]) -> None:
    graph = networkx.Graph((s, o) for s, _, o in facts)
    assert len(max(networkx.connected_components(graph), key=len)) >= 0.9 * len(labels)


def test_every_fact_is_in_the_published_data(facts: list[Fact], shared: Path) -> None:
    with gzip.open(shared / "wikidata" / "triples.tsv.gz", "rt", encoding="utf-8") as stream:
        published = {tuple(line.split("\t")[:3]) for line in stream}
    assert set(facts) <= published


def test_choosing_again_gives_the_same_bytes(shared: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        str(FOLDER / "choose.py"),
        str(shared / "wikidata"),
        "--out",
        str(tmp_path),
    ]
    subprocess.run(command, check=True, capture_output=True, env={"PYTHONHASHSEED": "7"})
    for name in ("wikidata.tsv", "entities.tsv", "properties.tsv"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes(), name


def test_the_readme_counts_right(facts: list[Fact], labels: dict[str, str]) -> None:
    text = " ".join((FOLDER / "README.md").read_text("utf-8").split())
    pairs_of = by_predicate(facts)
    assert f"{len(facts):,} facts of Wikidata between {len(labels)} " in text
    for found in (
        f"`P26` {len(pairs_of['P26']) // 2} ",
        f"`P3373` {len(pairs_of['P3373']) // 2},",
        f"`P47` {len(pairs_of['P47']) // 2};",
        f"`P1376|P36` {len(pairs_of['P36'])} ",
        f"`P355|P749` {len(pairs_of['P355'])};",
        f"{len(chains(facts, 'P279'))} chains",
    ):
        assert found in text, found
