"""Items of a text: their names, also those in the sentence itself; what an ontology calls facts."""

import msgspec

from kgforge.benchmark import texts
from kgforge.benchmark.items import ItemOptions
from kgforge.mining.classes import Kinds
from kgforge.schema import (
    Accepted,
    Count,
    Entity,
    Entry,
    Instance,
    Item,
    Mapped,
    Match,
    Matches,
    Named,
    Predicate,
    Skip,
    Triple,
)
from tests.stores.engines import Place
from tests.worlds.small import entries, instance, iri, label, memory, sentence

OPTIONS = ItemOptions(query="q" * 64, graph="g" * 64)
TEXT = "The Loco-Motion was written by Miss King in 1962."
SAID = [
    sentence(TEXT, "song author king", "The Loco-Motion", "Miss King"),
    sentence(TEXT, 'song year "1962"', "The Loco-Motion", "1962"),
    sentence("He met Carole K. there.", "song author king", "He", "Carole K."),
]
NAMED = [
    label("song", "Loco-Motion"),
    label("song", "The Locomotion", "alias"),
    label("king", "Carole King"),
    label("author", "lyrics by"),
]
FACTS = ["song author king", 'song year "1962"', "ann author king"]


def asked(text: str | None = TEXT, group: str = "music") -> Instance:
    found = instance("alignment", {"fact": "song author king", "other": 'song year "1962"'})
    return msgspec.structs.replace(found, text=text, group=group)


def test_an_item_of_a_text_whole() -> None:
    store = memory(entries(FACTS, NAMED, SAID))
    relations = {"music": {iri("author"): Predicate(iri("author"), "written by")}}
    [item] = texts.build([asked()], store, OPTIONS, relations, Kinds(store, (), ()))
    assert isinstance(item, Item)
    assert (item.text, item.group, item.prompts) == (TEXT, "music", ())
    song, king = iri("song"), iri("king")
    assert item.entities == (
        Entity(king, "Carole King", ("Miss King",)),
        Entity(song, "Loco-Motion", ("The Loco-Motion", "The Locomotion")),
    )
    written, dated = item.facts
    assert written.subject == Named(song, "Loco-Motion")
    assert written.predicate.label == "written by"
    assert written.answers == (Accepted(king, "Carole King", ("Miss King",)),)
    assert (dated.predicate.label, dated.object.label) == ("year", "1962")
    assert [fact.prompts or fact.candidates for fact in item.facts] == [(), ()]
    assert item.provenance.degrees == (Count(king, 2), Count(song, 2))


def test_a_group_without_an_ontology_takes_the_graphs_words() -> None:
    store = memory(entries(FACTS, NAMED, SAID))
    [item] = texts.build([asked(group="film")], store, OPTIONS, {}, Kinds(store, (), ()))
    assert isinstance(item, Item)
    assert item.facts[0].predicate.label == "lyrics by"


def test_what_has_no_name_is_skipped() -> None:
    bare = memory(entries(["Q7 author king", "song P50 king"], unnamed=["Q7"]))
    told = instance("alignment", {"fact": "Q7 author king"})
    other = instance("alignment", {"fact": "song P50 king"}, "other")
    assert [*texts.build([told, other], bare, OPTIONS, {}, Kinds(bare, (), ()))] == [
        Skip("no label in en", f"instance {told.key}"),
        Skip("predicate without a label in en", f"instance {other.key}"),
    ]


def test_what_an_ontology_calls_a_predicate_names_it() -> None:
    store = memory(entries(["song P50 king"]))
    told = msgspec.structs.replace(
        instance("alignment", {"fact": "song P50 king"}), group="music", text=TEXT
    )
    relations = {"music": {iri("P50"): Predicate(iri("P50"), "written by")}}
    [item] = texts.build([told], store, OPTIONS, relations, Kinds(store, (), ()))
    assert isinstance(item, Item)
    assert item.facts[0].predicate.label == "written by"


def test_a_class_of_the_ontology_is_known_through_what_lies_below_it(quick_place: Place) -> None:
    """A song is a piece, a piece is a work: by facts, and by types given beside them."""
    p31, p279 = (
        "http://www.wikidata.org/prop/direct/P31",
        "http://www.wikidata.org/prop/direct/P279",
    )
    graph = [
        Entry(triples=(Triple(iri("song"), p31, iri("Song")),)),
        Entry(triples=(Triple(iri("Piece"), p279, iri("Work")),)),
        Entry(
            axioms=(Triple(iri("Song"), p279, iri("Piece")), Triple(iri("bob"), p31, iri("Man")))
        ),
    ]
    matches = Matches(
        (Match("o:Opus", iri("Work"), "label"), Match("o:Human", iri("Man"), "iri")), ()
    )
    mapped = Mapped("music", Matches((), ()), matches)
    place = quick_place
    address = place.fresh()
    with place.open(address, "write") as store:
        store.add(graph)
    with place.open(address) as store:
        kinds = Kinds(store, (mapped,), (p31,))
        assert kinds.of([iri("song"), iri("bob"), iri("nobody")]) == {
            "music": {iri("song"): ("o:Opus",), iri("bob"): ("o:Human",)}
        }
