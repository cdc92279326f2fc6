"""Distractors and false answers of CoDEx, held against its own splits and its published negatives.

The negatives are statements that annotators found to be false (Safavi and Koutra 2020, *CoDEx: A
Comprehensive Knowledge Graph Completion Benchmark*, section 3.4); a guard that doubts one is wrong
about it, or knows better.
"""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import kgforge
from kgforge import stores, terms
from kgforge.benchmark import distractors, items
from kgforge.benchmark.guards import UNLIKE
from kgforge.benchmark.items import ItemOptions
from kgforge.graph.loading import LoadOptions
from kgforge.ontology import vocabulary
from kgforge.schema import Fact, Instance, Item, ReadOptions, Skip
from kgforge.stores import Store
from kgforge.terms import digest
from tests.sampled import PROOF
from tests.worlds.facts import codex

DOUBTED: dict[str, dict[str, int]] = {
    "s": {},
    "m": {
        "the false answer follows from the graph": 8,
        "the false answer is named like a true one": 1,
    },
}
"""How many of the negatives each guard rejects."""

Statement = tuple[str, str, str]


def statements(shared: Path, size: str, names: Iterable[str]) -> list[Statement]:
    """The statements of some of CoDEx's files, as IRIs."""
    found = []
    for name in names:
        for line in (shared / f"codex/triples/codex-{size}/{name}.txt").read_text().splitlines():
            subject, predicate, object = map(terms.expand, line.split())
            found.append((subject, predicate, object))
    return found


@pytest.fixture(scope="module", params=["s", "m"] if PROOF else ["s"])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def graph(shared: Path, size: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """All three splits with the entities' types, and labels: Wikidata's, or else their ids."""
    folder = tmp_path_factory.mktemp(f"codex-{size}")
    path = codex(shared, size, folder / "codex.tsv")
    entities = {term for line in path.read_text().splitlines()[1:] for term in line.split()[::2]}
    types = json.loads((shared / "codex/types/entity2types.json").read_text())
    with path.open("a") as stream:
        for entity in sorted(entities):
            stream.writelines(f"{entity}\tP31\t{kind}\n" for kind in types.get(entity, ()))
    with gzip.open(shared / "wikidata/entities.tsv.gz", "rt", encoding="utf-8") as lines:
        known = {row[0]: row[1] for line in lines if len(row := line.split("\t")) > 1}
    names = folder / "names.tsv"
    names.write_text(
        "qid\tlabel_en\n" + "".join(f"{one}\t{known.get(one) or one}\n" for one in sorted(entities))
    )
    address = f"duckdb:{folder}/graph.db"
    kgforge.load([f"tsv:{path}"], address, LoadOptions(ReadOptions(labels=(str(names),))))
    with stores.open(address) as store:
        yield store


def asked(found: Iterable[Statement], *, holds: bool) -> list[Instance]:
    return [
        Instance("fact", predicate, digest(subject, predicate, object), (fact,))
        for subject, predicate, object in found
        for fact in (Fact("fact", subject, predicate, object, holds),)
    ]


@pytest.mark.parametrize("match", ["", "popularity"])
def test_no_distractor_is_true_in_any_split(
    graph: Store, shared: Path, size: str, match: distractors.Match
) -> None:
    true = defaultdict(set)
    for subject, predicate, object in statements(shared, size, ["train", "valid", "test"]):
        true[subject, predicate].add(object)
    questions = asked(statements(shared, size, ["test"]), holds=True)[:: 1 if size == "s" else 5]
    made = items.build(questions, graph, vocabulary.shipped(), ItemOptions(match=match))
    counted: Counter[str] = Counter()
    kept = 0
    for item in made:
        assert isinstance(item, Item)
        (fact,) = item.facts
        others = {named.id for named in fact.candidates} - {fact.object.id}
        assert not others & true[fact.subject.id, fact.predicate.id]
        kept += len(others)
        counted.update({count.name: count.count for count in item.provenance.guards})
    assert kept > 50 * len(questions)
    assert counted["true object"] > len(questions) / 10
    assert counted[UNLIKE] < kept / 2


def test_hardly_a_published_negative_is_doubted(graph: Store, shared: Path, size: str) -> None:
    negatives = statements(shared, size, ["valid_negatives", "test_negatives"])
    made = items.build(asked(negatives, holds=False), graph, vocabulary.shipped(), ItemOptions())
    doubts = Counter(found.reason for found in made if isinstance(found, Skip))
    assert len(negatives) == {"s": 3655, "m": 20621}[size]
    assert doubts == DOUBTED[size]
