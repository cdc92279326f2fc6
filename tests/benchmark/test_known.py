"""What an export keeps of a graph: asked once for all patterns, and forgotten without a trace."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kgforge
from kgforge import stores
from kgforge.benchmark import distractors, items, subjects
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.known import Known, stated
from kgforge.benchmark.members import Pool, member
from kgforge.graph import Names, names, walk
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.patterns import Query, Row, Value
from kgforge.schema import SLOT, Instance, Item, folders
from kgforge.stores import Store
from tests.worlds.facts import ex, write_ntriples
from tests.worlds.small import entries, filled, instance, label

OPTIONS = ItemOptions(
    query="q" * 64, graph="g" * 64, candidates=8, slots=("object", "subject"), keep_flagged=True
)


class Counting:
    """A store that counts its questions."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.language, self.foreign, self.batch = store.language, store.foreign, store.batch
        self.names: Counter[str] = Counter()

    @property
    def asked(self) -> int:
        return self.names.total()

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        self.names[query.name] += 1
        return self._store.query(query, parameters)


def world(count: int) -> tuple[list[Instance], Store]:
    """Instances of five predicates, and their graph in columns."""
    facts = [f"some{n} prop{n % 5} other{n % 97}" for n in range(count)]
    asked = [instance("x", {"r": fact}, f"{n:04x}") for n, fact in enumerate(facts)]
    facts += [f"other{n} prop{n % 5} other{n // 2}" for n in range(1, 97)]
    spoken = [label(f"other{n}", f"Name {n % 60}", "alias") for n in range(97)]
    return asked, filled(stores.open("duckdb:", stores.WRITE), entries(facts, spoken))


@pytest.fixture
def said(tmp_path: Path) -> Vocabulary:
    """Two of the predicates are transitive."""
    axioms = tmp_path / "o.ttl"
    axioms.write_text(
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix ex: <http://example.org/> .\n"
        "ex:prop1 a owl:TransitiveProperty , owl:SymmetricProperty .\n"
        "ex:prop2 a owl:TransitiveProperty ."
    )
    return vocabulary.read([axioms])


def made(asked: list[Instance], store: Store, said: Vocabulary) -> list[Item]:
    """The items of three patterns that ask the same."""
    known = Known(store, said, "en", 0, "", labels_only=False)
    found = [list(items.build(asked, store, said, OPTIONS, known=known)) for _ in range(3)]
    assert found[0] == found[1] == found[2]
    return [one for one in found[0] if isinstance(one, Item)]


def test_more_items_ask_no_more_questions_of_a_store_of_columns(said: Vocabulary) -> None:
    counts = []
    for count in (100, 1000):
        asked, store = world(count)
        counting = Counting(store)
        assert len(made(asked, counting, said)) == count  # type: ignore[arg-type]
        counts.append(counting.asked)
        store.close()
    assert counts[0] >= counts[1]


def test_what_was_forgotten_is_asked_again(
    said: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, store = world(60)
    with store:
        kept = made(asked, store, said)
        monkeypatch.setattr(items, "_BATCH", 20)
        for module in (distractors, names, walk):
            monkeypatch.setattr(module, "KEPT", 0)
        monkeypatch.setattr(subjects, "LED", 0)
        assert made(asked, store, said) == kept


def test_a_pool_for_which_there_is_no_room_is_drawn_once_all_the_same(
    said: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, store = world(60)
    with store:
        counting = Counting(store)
        monkeypatch.setattr(items, "_BATCH", 20)
        monkeypatch.setattr(distractors, "KEPT", 0)
        made(asked, counting, said)  # type: ignore[arg-type]
    assert counting.names["pool"] == 5
    assert counting.names["holders"] == 5


@given(
    st.lists(
        st.tuples(st.frozensets(st.sampled_from("abc")), st.integers(0, 9), st.booleans()),
        max_size=600,
    ),
    st.frozensets(st.sampled_from("abc")),
    st.integers(0, 9),
    st.integers(0, 1 << 256),
)
def test_a_walk_goes_by_class_then_popularity_then_round(
    told: list[tuple[frozenset[str], int, bool]],
    classes: frozenset[str],
    degree: int,
    drawn: int,
) -> None:
    members = [
        member(f"m{place}", Names(SLOT if slotted else f"m{place}"), own, popularity)
        for place, (own, popularity, slotted) in enumerate(told)
    ]
    target = member("target", Names("target"), classes, degree)
    size = max(len(members), 1)
    digest = (drawn % (1 << 256)).to_bytes(32)
    start = int.from_bytes(digest) % size

    def order(place: int) -> tuple[bool, int, int, int]:
        one = members[place]
        apart = abs(one.popularity - target.popularity)
        return not target.shares(one), apart, one.popularity, (place - start) % size

    askable = [place for place, one in enumerate(members) if SLOT not in one.named.label]
    right = [
        (target.shares(members[place]), members[place]) for place in sorted(askable, key=order)
    ]
    walked = Pool(members).walk(target, digest)
    assert [(alike, one) for alike, run in walked for one in run] == right


ABOVE = (
    "Bear under Carnivore", "Carnivore under Mammal", "Carnivore under Predator",
    "Mammal under Animal", "Predator under Hunter", "Cat under Felid", "Felid under Carnivore",
    "Dog under Canid", "Canid under Carnivore", "Oak under Tree", "Tree under Plant",
    "Elm under Tree",
)  # fmt: skip


def test_what_lies_further_up_by_a_named_step_is_no_distractor(tmp_path: Path) -> None:
    """No axiom says that it is transitive: who names it for a hierarchy takes it so."""
    facts = [(ex(s), ex(p), ex(o)) for s, p, o in map(str.split, ABOVE)]
    address = f"oxigraph:{tmp_path}/graph"
    kgforge.load([write_ntriples(facts, tmp_path / "graph.nt")], address)
    kgforge.mine(["hierarchy"], address, tmp_path / "mined", params={"sub": ex("under")})
    kgforge.export(tmp_path / "mined", tmp_path / "bench")
    above = networkx.DiGraph((s, o) for s, _, o in facts)
    items_ = folders.read_items(tmp_path / "bench", "hierarchy")
    asked = [fact for item in items_ for fact in item.facts]
    wrong = [
        ({one.id for one in fact.candidates} - {one.id for one in fact.answers}, fact.subject.id)
        for fact in asked
    ]
    assert len(asked) > 20 and sum(len(ids) for ids, _ in wrong) > len(asked)
    assert not [ids for ids, below in wrong if ids & networkx.descendants(above, below)]


def test_a_mined_rule_does_not_say_that_a_predicate_is_transitive() -> None:
    steps = {"first": "a p b", "second": "b p c", "composed": "implied a p c"}
    rule = instance("x", steps)
    named = rule.facts[0].predicate
    assert list(stated([0.5, named], rule)) == [named]
    assert list(stated([0.5, (named,)], rule)) == []
    for other in ({"composed": "a p c"}, {"second": "b q c"}, {"composed": "implied a p d"}):
        assert list(stated([named], instance("x", steps | other))) == []
