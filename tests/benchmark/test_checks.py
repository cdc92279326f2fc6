"""Checks of questions on graphs of a few facts: what is left out, kept, and accepted."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from kgforge import terms
from kgforge.benchmark import items
from kgforge.benchmark.checks import Editorial, GraphNames
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.known import Known
from kgforge.errors import StoreError
from kgforge.ontology import vocabulary
from kgforge.patterns import Query, Row, Value
from kgforge.schema import (
    Cell,
    Computed,
    Entry,
    Fact,
    Instance,
    Item,
    Label,
    Skip,
    Triple,
    Wanted,
)
from kgforge.stores import Store
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
        (
            {"a": "Oslonian bank", "b": "Oslo"},
            "its prompt holds an answer, or a word that tells it",
        ),
        (
            {"a": "Bank of Malaga", "b": "Málaga"},
            "its prompt holds an answer, or a word that tells it",
        ),
        ({"a": "Oslonian bank", "b": "Os"}, ""),
        (
            {"a": "Category:Banks"},
            "it is about a category, a list or another page of the database",
        ),
        (
            {"b": "Mercury (disambiguation)"},
            "it is about a category, a list or another page of the database",
        ),
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
    "name",
    [
        *("uuid", "checksum", "rowId", "orcid", "viaf", "imdbId", "isbn", "gndIdentifier"),
        *("website", "email", "lastModified", "wikiPageID", "abstract", "telephone", "has_photo"),
    ],
)
def test_predicates_of_records_are_editorial_by_their_name_anywhere(name: str) -> None:
    assert f"http://example.org/v/{name}" in Editorial.of(vocabulary.shipped())


@pytest.mark.parametrize(
    "name", ["birthDate", "officialName", "bornIn", "createdBy", "valid", "nickname", "postalCode"]
)
def test_predicates_of_the_world_are_none(name: str) -> None:
    assert f"http://example.org/v/{name}" not in Editorial.of(vocabulary.shipped())


def test_a_predicate_is_editorial_by_its_label(tmp_path: Path) -> None:
    labels = [label("p", "IMDb ID"), label("a", "Ann"), label("b", "nm17")]
    left_out, _ = checked(["a p b"], "a p b", tmp_path / "o.ttl", *labels)
    assert isinstance(left_out, Skip)
    assert left_out.reason == "its predicate is editorial"


def test_facts_about_data_sets_and_provenance_are_left_out() -> None:
    typing, own = terms.PREFIXES["rdf"] + "type", iri("e")
    prov, void = "http://www.w3.org/ns/prov#", "http://rdfs.org/ns/void#"
    facts = [
        Triple(iri("set"), typing, f"{void}Dataset"),
        Triple(iri("set"), iri("p"), iri("b")),
        Triple(iri("c"), f"{prov}used", iri("d")),
        Triple(own, typing, f"{prov}Agent"),
        Triple(own, iri("p"), iri("d")),
    ]
    named = {end for one in facts for end in (one.subject, one.object)} | {iri("p")}
    labels = [Label(one, "label", f"{n} name", "en") for n, one in enumerate(sorted(named))]
    store = memory([Entry(tuple(facts)), Entry(labels=tuple(labels))])
    asked = [
        Instance("x", "g", str(n).ljust(64, "0"), (Fact("r", *_ends(one), holds=True),))
        for n, one in enumerate(facts)
    ]
    built = items.build(asked, store, vocabulary.shipped(), ItemOptions())
    assert [isinstance(one, Item) for one in built] == [False, False, False, False, True]


def _ends(triple: Triple) -> tuple[str, str, str]:
    return triple.subject, triple.predicate, triple.object


def test_a_page_of_the_database_is_no_namesake() -> None:
    """Whether its IRI or its class says that it is one."""
    typing, page = terms.PREFIXES["wdt"] + "P31", terms.PREFIXES["wd"] + "Q4167410"
    facts = Entry((Triple(iri("a"), iri("p"), iri("b")), Triple(iri("d"), typing, page)))
    labels = [Label(iri("a"), "label", "Berlin", "en"), Label(iri("d"), "label", "Berlin", "en")]
    labels += [Label("http://dbpedia.org/resource/Category:Berlin", "label", "Berlin", "en")]
    labels += [Label(iri(one), "label", f"the {one}", "en") for one in "pb"]
    store = memory([facts, Entry(labels=tuple(labels))])
    asked = [instance("x", {"r": "a p b"})]
    [item] = items.build(asked, store, vocabulary.shipped(), ItemOptions())
    assert isinstance(item, Item)


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


def test_instances_of_the_database_s_own_classes_are_left_out(tmp_path: Path) -> None:
    """Also facts that say that something is one, and what a vocabulary declares as such a class."""
    typing = terms.PREFIXES["wdt"] + "P31"
    page, own = terms.PREFIXES["wd"] + "Q13406463", iri("own")
    facts = [
        Triple(iri("a"), typing, page),
        Triple(iri("a"), iri("p"), iri("b")),
        Triple(iri("c"), iri("p"), iri("d")),
        Triple(iri("e"), typing, own),
        Triple(iri("e"), iri("p"), iri("d")),
    ]
    named = {end for one in facts for end in (one.subject, one.object)} | {typing}
    labels = [Label(one, "label", f"{n} {one[-1]}", "en") for n, one in enumerate(sorted(named))]
    store = memory([Entry(tuple(facts)), Entry(labels=tuple(labels))])
    path = tmp_path / "o.ttl"
    path.write_text(f"<{own}> <urn:kgforge:ns#editorial> true .")
    words = vocabulary.read([path])
    made = items.build(
        [
            Instance("x", "x", str(at), (Fact("r", one.subject, one.predicate, one.object, True),))
            for at, one in enumerate(facts)
        ],
        store,
        words,
        ItemOptions(),
    )
    pages = "it is about a category, a list or another page of the database"
    assert [one.reason if isinstance(one, Skip) else "" for one in made] == [
        *(pages, pages, ""),
        *(pages, pages),
    ]


def test_another_wording_is_used_where_one_tells_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "o.ttl"
    turtle = (
        "@prefix kgf: <urn:kgforge:ns#> .\n"
        'ex:p kgf:template "The river of [X] is [Y]."@en, "By [X] flows [Y]."@en .'
    )
    words = said(path, turtle)
    store = memory(entries(["a p b", "c p d"], [label("b", "River"), label("a", "Ash")]))
    found = [instance("x", {"r": "a p b"}), instance("x", {"r": "c p d"})]
    told, other = items.build(found, store, words, ItemOptions())
    assert isinstance(told, Item) and isinstance(other, Item)
    assert [one.text for one in told.facts[0].prompts] == ["By Ash flows [MASK]."]
    assert len(other.facts[0].prompts) == 2
    assert [(one.name, one.count) for one in told.provenance.guards][-1:] == [
        ("prompt whose wording tells an answer", 1)
    ]
    [kept, _] = items.build(found, store, words, KEPT)
    assert isinstance(kept, Item) and kept.flags and len(kept.facts[0].prompts) == 2


@pytest.mark.parametrize(
    ("turtle", "facts", "follows"),
    [
        ("ex:p a owl:SymmetricProperty .", ["b p c"], {"c"}),
        ("ex:p owl:inverseOf ex:q .", ["b q c"], {"c"}),
        ("ex:q rdfs:subPropertyOf ex:p .", ["c q b"], {"c"}),
        ("ex:p a owl:TransitiveProperty .", ["c p a", "d p c"], {"c", "d"}),
        ("ex:q a owl:TransitiveProperty .", ["c q a"], set()),
        ("", ["b p c"], set()),
    ],
)
def test_subjects_that_follow_are_accepted_where_subjects_are_asked_for(
    turtle: str, facts: list[str], follows: set[str], tmp_path: Path
) -> None:
    words = said(tmp_path / "o.ttl", turtle)
    store = memory(entries(["a p b", "e p f", *facts], [label("b", "Beta")]))
    asked = [instance("x", {"r": "a p b"})]
    [item] = items.build(asked, store, words, ItemOptions(slots=("object", "subject")))
    assert isinstance(item, Item)
    side = item.facts[0].subjects
    assert side
    assert {one.id for one in side.answers if one.entailed} == set(map(iri, follows))
    assert not {one.id for one in side.candidates} & set(map(iri, follows))


class Foreign:
    """Someone else's endpoint, which may be broken: its names are asked for one by one."""

    language, address, foreign, batch = "sparql", "sparql:http://localhost", True, 1000

    def __init__(self, store: Store, *, broken: bool = False) -> None:
        self._store, self._broken = store, broken
        self.asked: list[str] = []

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        self.asked.append(query.name)
        if self._broken and query.name == "namesakes":
            raise StoreError("out of order")
        return self._store.query(query, parameters)


def test_a_foreign_endpoint_is_asked_who_shares_the_names_of_items(tmp_path: Path) -> None:
    labels = [label("a", "Paris"), label("c", "PARIS"), label("e", "Oslo")]
    store = memory(entries(["a p b", "c p d", "e p f"], labels))
    asked = [instance("x", {"r": "a p b"}), instance("x", {"r": "e p f"})]
    words = said(tmp_path / "o.ttl", "")
    endpoint = Foreign(store)
    found = list(items.build(asked, endpoint, words, ItemOptions()))  # type: ignore[arg-type]
    assert [isinstance(one, Skip) for one in found] == [True, False]
    assert endpoint.asked.count("namesakes") == 1
    assert "titles" not in endpoint.asked
    known = Known(
        Foreign(store, broken=True),  # type: ignore[arg-type]
        words,
        *("en", 0, ""),
        labels_only=False,
    )
    kept = list(items.build(asked, store, words, ItemOptions(), known=known))
    assert [isinstance(one, Skip) for one in kept] == [False, False]
    assert known.names.untold == "out of order"


@pytest.mark.parametrize(("turtle", "left_out"), [("ex:q owl:inverseOf ex:p .", True), ("", False)])
def test_a_count_is_not_asked_where_more_follows_from_the_graph(
    turtle: str, left_out: bool, tmp_path: Path
) -> None:
    words = said(tmp_path / "o.ttl", turtle)
    store = memory(entries(["a p b", "a p c", "d q a"]))
    number = terms.literal("2", datatype=terms.XSD + "integer")
    cells = (Cell("x", iri("a")),)
    fact = Fact("r", iri("a"), iri("p"), number, None, Computed("count", cells=cells))
    options = ItemOptions(questions=(Wanted("r", "en", "How many has [x]?"),))
    [found] = items.build([Instance("x", "x", "0", (fact,))], store, words, options)
    assert isinstance(found, Skip) == left_out
    assert not left_out or found.reason == "with what follows from the graph there are more"  # type: ignore[union-attr]


def test_all_that_a_computed_question_names_has_to_have_a_name_of_its_own(tmp_path: Path) -> None:
    store = memory(entries(["a p b", "c p b", "d p e"], [label("c", "Oslo"), label("d", "OSLO")]))
    truth = terms.literal("1", datatype=terms.XSD + "integer")
    cells = (Cell("x", iri("a")), Cell("y", iri("c")))
    fact = Fact("r", iri("a"), iri("p"), truth, None, Computed("whether", cells=cells))
    options = ItemOptions(questions=(Wanted("r", "en", "Have [x] and [y] the same?"),))
    words = said(tmp_path / "o.ttl", "")
    [found] = items.build([Instance("x", "x", "0", (fact,))], store, words, options)
    assert isinstance(found, Skip)
    assert found.reason == "its subject shares its name with another entity"


@pytest.mark.parametrize(
    "predicate",
    [
        terms.PREFIXES["rdfs"] + "subClassOf",
        "urn:kgforge:name:isa",
        "urn:kgforge:name:is%20a",
        "urn:kgforge:name:part_of",
        "urn:kgforge:name:locatedIn",
    ],
)
def test_steps_of_well_known_relations_are_accepted(predicate: str) -> None:
    facts = [Triple(iri(a), predicate, iri(b)) for a, b in ("ab", "bc", "cd", "ef", "gh")]
    store = memory([Entry(tuple(facts)), *entries([], [label(x, x * 3) for x in "abcdefgh"])])
    asked = instance("x", {"r": "a p b"})
    fact = msgspec.structs.replace(asked.facts[0], predicate=predicate)
    asked = msgspec.structs.replace(asked, facts=(fact,))
    [item] = items.build([asked], store, vocabulary.shipped(), KEPT)
    assert isinstance(item, Item)
    assert {one.id for one in item.facts[0].answers} == {iri(one) for one in "bcd"}
    assert not {one.id for one in item.facts[0].candidates} & {iri("c"), iri("d")}
