"""Checks of questions on graphs of a few facts: what is left out, kept, and accepted."""

from pathlib import Path

import pytest

from kgforge import terms
from kgforge.benchmark import items
from kgforge.benchmark.checks import Editorial, GraphNames
from kgforge.benchmark.items import ItemOptions
from kgforge.ontology import vocabulary
from kgforge.schema import Item, Skip
from tests.worlds.small import entries, instance, iri, label, memory, said

KEPT = ItemOptions(keep_flagged=True)


def checked(facts: list[str], asked: str, turtle: Path, *labels: object) -> list[Item | Skip]:
    """What comes of one fact that is asked, with checks and with flags kept."""
    words = said(turtle, "")
    store = memory(entries(facts, labels))  # type: ignore[arg-type]
    return [
        next(iter(items.build([instance("x", {"r": asked})], store, words, options)))
        for options in (ItemOptions(), KEPT)
    ]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ({"a": "Paris", "c": "PARIS"}, "its subject shares its name with another entity"),
        ({"a": "Bank of Oslo", "b": "Oslo"}, "its prompt holds an answer, or a word that tells it"),
        ({"a": "Bank of OSLO", "b": "oslo"}, "its prompt holds an answer, or a word that tells it"),
        ({"a": "Oslonian bank", "b": "Oslo"}, ""),
        ({"a": "Paris", "c": "Paris Hilton"}, ""),
    ],
)
def test_what_is_found_in_names(names: dict[str, str], reason: str, tmp_path: Path) -> None:
    labels = [label(one, name) for one, name in names.items()]
    left_out, kept = checked(["a p b", "c p d"], "a p b", tmp_path / "o.ttl", *labels)
    assert (left_out.reason if isinstance(left_out, Skip) else "") == reason
    assert isinstance(kept, Item)
    assert [flag.reason for flag in kept.flags or ()] == [reason] * bool(reason)


def test_a_word_tells_an_answer_where_few_names_have_it() -> None:
    names = GraphNames((f"e{n}", f"river {n}") for n in range(100))
    assert names.is_common("river")
    assert not names.is_common("delta")


def test_editorial_predicates_ship_and_can_be_declared(tmp_path: Path) -> None:
    shipped = Editorial.of(vocabulary.shipped())
    wdt = terms.PREFIXES["wdt"]
    assert all(wdt + one in shipped for one in ("P360", "P910", "P5008", "P214", "P8132"))
    assert not any(wdt + one in shipped for one in ("P36", "P31", "P26", "P99999"))
    path = tmp_path / "own.ttl"
    path.write_text(
        "@prefix kgf: <urn:kgforge:ns#> . @prefix wdt: <http://www.wikidata.org/prop/direct/> .\n"
        "<http://example.org/shelf> kgf:editorial true . wdt:P360 kgf:editorial false .\n"
    )
    own = Editorial.of(vocabulary.read([path]))
    assert "http://example.org/shelf" in own
    assert wdt + "P360" not in own


@pytest.mark.parametrize(
    ("turtle", "facts", "follows"),
    [
        ("ex:p a owl:SymmetricProperty .", ["c p a"], {"c"}),
        ("ex:p owl:inverseOf ex:q .", ["c q a"], {"c"}),
        ("ex:q rdfs:subPropertyOf ex:p .", ["a q c"], {"c"}),
        ("ex:p a owl:TransitiveProperty .", ["b p c", "c p d"], {"c", "d"}),
        ("ex:q a owl:TransitiveProperty .", ["b q c"], set()),
        ("", ["c p a", "b p c"], set()),
    ],
)
def test_what_follows_is_accepted_and_no_distractor(
    turtle: str, facts: list[str], follows: set[str], tmp_path: Path
) -> None:
    words = said(tmp_path / "o.ttl", turtle)
    store = memory(entries(["a p b", "e p f", *facts]))
    [item] = items.build([instance("x", {"r": "a p b"})], store, words, KEPT)
    assert isinstance(item, Item)
    target, *others = item.facts[0].answers
    assert (target.id, target.entailed or False) == (iri("b"), False)
    assert {one.id for one in others} == {iri(one) for one in follows}
    assert all(one.entailed for one in others)
    assert not {one.id for one in item.facts[0].candidates} & {iri(one) for one in follows}
