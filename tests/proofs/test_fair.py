"""Distractors and false answers of CoDEx, held against its own splits and its published negatives.

The negatives are statements that annotators found to be false (Safavi and Koutra 2020, *CoDEx: A
Comprehensive Knowledge Graph Completion Benchmark*, section 3.4); a guard that doubts one is wrong
about it, or knows better.
"""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

import kgforge
from kgforge import negatives, stores, terms
from kgforge.benchmark import distractors, items
from kgforge.benchmark.guards import SAME_LABEL, SAME_NAME, SUBJECT, UNLIKE, VERIFIED
from kgforge.benchmark.items import ItemOptions
from kgforge.graph import LoadOptions, lookups
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

NEGATIVES = ("valid_negatives", "test_negatives")
FEW = ItemOptions(candidates=10, keep_flagged=True)
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
    """All three splits with the entities' types, and labels: Wikidata's, or made of their ids."""
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
    called = {one: known.get(one) or f"item {one}" for one in sorted(entities)}
    names.write_text(
        "qid\tlabel_en\n" + "".join(f"{one}\t{name}\n" for one, name in called.items())
    )
    address = f"duckdb:{folder}/graph.db"
    kgforge.load([f"tsv:{path}"], address, LoadOptions(ReadOptions(labels=(str(names),))))
    with stores.open(address) as store:
        yield store


@pytest.fixture(scope="module")
def verified(
    graph: Store, shared: Path, size: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """The same graph with the published negatives beside its facts."""
    folder = tmp_path_factory.mktemp(f"codex-{size}-verified")
    path = folder / "negatives.nt"
    found = statements(shared, size, NEGATIVES)
    assertions = (one for statement in found for one in negatives.assertion(*statement))
    path.write_text("".join(f"{' '.join(map(terms.ntriples, one))} .\n" for one in assertions))
    address = f"duckdb:{folder}/graph.db"
    report = kgforge.load([graph.address, f"rdf:{path}"], address)
    assert report.negatives == len(found)
    with stores.open(address) as store:
        assert lookups.counts(store)["negatives"] == len(found)
        assert lookups.graph_hash(store) == lookups.graph_hash(graph)
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
    made = items.build(
        questions, graph, vocabulary.shipped(), ItemOptions(match=match, keep_flagged=True)
    )
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


def test_verified_negatives_are_the_first_distractors_and_no_facts(
    graph: Store, verified: Store, shared: Path, size: str
) -> None:
    """Of ten candidates, and of so many of a question's negatives as are no namesakes."""
    true, false = defaultdict(set), defaultdict(set)
    for subject, predicate, object in statements(shared, size, ["train", "valid", "test"]):
        true[subject, predicate].add(object)
    for subject, predicate, object in statements(shared, size, NEGATIVES):
        false[subject, predicate].add(object)
    questions = [
        (subject, predicate, min(true[subject, predicate]))
        for subject, predicate in sorted(false.keys() & true.keys())
    ]
    made = list(items.build(asked(questions, holds=True), verified, vocabulary.shipped(), FEW))
    assert len(made) == len(questions) > 1000
    counted: Counter[str] = Counter()
    for item in made:
        assert isinstance(item, Item)
        (fact,) = item.facts
        question = fact.subject.id, fact.predicate.id
        others = {named.id for named in fact.candidates} - {fact.object.id}
        hard = others & false[question]
        assert not others & true[question]
        guards = {count.name: count.count for count in item.provenance.guards}
        assert guards.get(VERIFIED, 0) == len(hard)
        # what is false is only left out for its name, or since there is no room
        room = FEW.candidates - 1
        spared = sum(guards.get(name, 0) for name in (SUBJECT, SAME_NAME, SAME_LABEL))
        assert len(hard) + spared >= min(room, len(false[question]))
        assert len(hard) == room or len(hard) + spared >= len(false[question])
        counted.update(guards)
    assert counted[VERIFIED] > 2 * len(questions)
    plain = list(items.build(asked(questions, holds=True), graph, vocabulary.shipped(), FEW))
    assert sum(_verified(item, false) for item in plain) < counted[VERIFIED] / 2


def _verified(item: Item | Skip, false: Mapping[tuple[str, str], set[str]]) -> int:
    assert isinstance(item, Item)
    (fact,) = item.facts
    return sum(one.id in false[fact.subject.id, fact.predicate.id] for one in fact.candidates)


def test_a_verified_negative_is_only_doubted_for_its_name(
    verified: Store, shared: Path, size: str
) -> None:
    found = statements(shared, size, NEGATIVES)
    made = items.build(asked(found, holds=False), verified, vocabulary.shipped(), FEW)
    doubts = Counter(one.reason for one in made if isinstance(one, Skip))
    follows = "the false answer follows from the graph"
    assert doubts == {why: many for why, many in DOUBTED[size].items() if why != follows}


def test_hardly_a_published_negative_is_doubted(graph: Store, shared: Path, size: str) -> None:
    false = statements(shared, size, NEGATIVES)
    options = ItemOptions(keep_flagged=True)
    made = items.build(asked(false, holds=False), graph, vocabulary.shipped(), options)
    doubts = Counter(found.reason for found in made if isinstance(found, Skip))
    assert len(false) == {"s": 3655, "m": 20621}[size]
    assert doubts == DOUBTED[size]
