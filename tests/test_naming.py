"""Names in IRIs: what a person can read, and what is an opaque id, on IRIs of published data."""

import gzip
import json
import re
import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from kgforge import loaders, naming, terms
from kgforge.graph import names
from kgforge.matching import normalised
from kgforge.naming import NAMES, is_id, is_of_words, is_own_id, readable
from kgforge.schema import ReadOptions
from tests.worlds.facts import ROOT

READABLE = {
    NAMES + "acquired_abnormality": "acquired abnormality",  # UMLS
    NAMES + "works%20with": "works with",
    NAMES + "some_thing%20else": "some_thing else",  # it has spaces: its underscore is its own
    NAMES + "McDonald": "McDonald",
    NAMES + "militaryAlliance": "militaryAlliance",
    NAMES + "person100": "person100",  # Kinship
    NAMES + "intergovorgs3": "intergovorgs3",  # Nations
    NAMES + "COVID-19": "COVID-19",
    NAMES + "p53": "p53",
    NAMES + "u-2": "u-2",
    NAMES + "日本": "日本",
    NAMES + "von\u00a0Stein": "von Stein",  # no break
    NAMES + "10\u202fkm\u2009weit": "10 km weit",
    NAMES + "می\u200cخواهم": "می\u200cخواهم",
    NAMES + "R2-D2": "R2-D2",
    NAMES + "F-16": "F-16",
    NAMES + "AK47": "AK47",
    "http://example.org/NGC224": "NGC224",
    "http://example.org/a_b": "a b",
    NAMES + "1952-03-11": "1952-03-11",
    NAMES + "1952-03": "1952-03",
    NAMES + "/people/person/place_of_birth": "place of birth",  # FB15k-237
    NAMES + "/c/en/dog": "dog",  # ConceptNet
    NAMES + "/c/en/hot_dog/n": "hot dog",
    NAMES + "/c/en/hot_dog/n/wn/food": "hot dog",
    NAMES + "mp3": "mp3",
    NAMES + "NGC224": "NGC224",
    NAMES + "Gene::TP53": "TP53",
    "http://dbpedia.org/resource/Apollo_13": "Apollo 13",
    "http://dbpedia.org/resource/Psalm_119:105": "Psalm 119:105",
    "http://example.org/Ulm.html": "Ulm.html",
    NAMES + "_hypernym": "hypernym",  # WN18RR
    "http://dbpedia.org/ontology/birthPlace": "birth place",
    "http://dbpedia.org/property/isPartOfMilitaryConflict": "is part of military conflict",
    "http://dbpedia.org/resource/11th_Mississippi_Infantry_Monument": (
        "11th Mississippi Infantry Monument"
    ),
    "http://dbpedia.org/resource/2001:_A_Space_Odyssey": "2001: A Space Odyssey",
    "http://dbpedia.org/resource/AC/DC": "AC/DC",
    "http://dbpedia.org/resource/K%C3%B6ln": "Köln",
    "http://example.org/hasISBNNumber": "has ISBN number",
    "http://example.org/iPhone": "iPhone",
    "http://xmlns.com/foaf/0.1/knows": "knows",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type": "type",
    "http://commons.wikimedia.org/wiki/Special:FilePath/Tower%20of%20Ulm.jpg": "Tower of Ulm.jpg",
    "urn:example:birthPlace": "birth place",
    "http://example.org/places/leeds#this": "leeds",
    "http://example.org/people/Anna_Lee#me": "Anna Lee",
    "http://example.org/onto#person": "person",  # a word of a vocabulary
    "http://example.org/Toronto#id": "Toronto",
    "http://example.org/LosAngelesLakers": "Los Angeles Lakers",
    "http://example.org/ChristianDemocraticUnion": "Christian Democratic Union",
    "http://example.org/LeBronJames": "LeBronJames",  # of two words, which LinkedIn has, too
    "http://example.org/onto#LeBronJames": "LeBron James",
    "http://example.org/onto#JohnMcEnroe": "John McEnroe",
    "http://example.org/MacBookAirComputer": "MacBook Air Computer",
    "http://dbpedia.org/resource/LosAngelesLakers": "LosAngelesLakers",
    "http://www.cidoc-crm.org/cidoc-crm/P98i_was_born": "was born",
    "http://erlangen-crm.org/current/E22_Human-Made_Object": "Human-Made Object",
    "http://www.cidoc-crm.org/extensions/crmsci/O4_sampled_at": "sampled at",
}
OPAQUE = (
    "http://www.wikidata.org/entity/Q42",
    "http://www.wikidata.org/prop/direct/P1376",
    "http://www.wikidata.org/entity/L7-F1",
    "http://www.wikidata.org/entity/statement/q42-F078E5B3-F9A8-480E-B7AC-D97778CBBEF9",
    "http://www.wikidata.org/.well-known/genid/0a1f5c3b7d9e",
    "http://rdf.freebase.com/ns/m.07pd_j",
    NAMES + "/m/07pd_j",
    NAMES + "/g/11b6v",
    NAMES + "00001740",  # WN18RR
    NAMES + "C0027051",  # a concept of UMLS
    "http://purl.obolibrary.org/obo/GO_0008150",
    "http://identifiers.org/ensembl/ENSG00000139618",
    "http://dbpedia.org/resource/Ulm__1",
    "http://dbpedia.org/resource/Ulm__CareerStation__2",
    "http://example.org/3f786850e387550fdab836ed7e6dc881de23001b",
    "http://example.org/x7Gh29Kd0s",
    "http://example.org/1952-03-11",
    "http://example.org/",
    "http://example.org/index.php?id=Ulm",
    "http://example.org/%FF",
    "http://[example/Ulm",
    "urn:uuid:f078e5b3-f9a8-480e-b7ac-d97778cbbef9",
    terms.BLANK + "0123456789abcdef:1",
    "http://example.org/o1000",
    "http://example.org/x26",
    "http://example.org/q_17",
    "http://example.org/q-17",
    "http://example.org/ns#Q_17",
    NAMES + "q_17",
    NAMES + "abc_001",
    "http://example.org/ns#p3",
    NAMES + "m000",
    NAMES + "node_7",
    NAMES + "GENE_123",
    NAMES + "person_12",
    NAMES + "Z\ufffdrich",
    NAMES + "Gene%3A%3A9021",  # Hetionet and DRKG
    NAMES + "Compound%3A%3ADB00001",
    NAMES + "Disease%3A%3AMESH%3AD001234",
    NAMES + "Side%20Effect%3A%3AC0000729",
    NAMES + "MESH%3AD003924",
    NAMES + "UMLS%3AC0027051",
    NAMES + "DOID%3A1438",
    NAMES + "HGNC%3A1100",
    NAMES + "rs1234",
    NAMES + "id%3A55",
    NAMES + "Q9Y6K9",  # UniProt
    "http://purl.uniprot.org/uniprot/P0DTC2",
    "http://purl.uniprot.org/uniprot/A0A022YWF9",
    NAMES + "11854023X",
    NAMES + "s00000356n",  # BabelNet
    "http://www.wikidata.org/wiki/Special:EntityData/Q42.html",
    "http://purl.obolibrary.org/obo/DOID_1438",
    NAMES + "two%0Alines",
    NAMES + "a\u202eb",  # which turns the writing around
    NAMES + "1984",  # these two may be ids: what stands beside them tells (may_be_name)
    NAMES + "K2",
    NAMES + "L7-F1",
    NAMES + "Q42-P69",
    NAMES + "1952-13-11",
    NAMES + "3.5",
    "http://data.europa.eu/nuts/code/AT3",
    "http://data.europa.eu/nuts/code/AT323",
    "http://data.europa.eu/nuts/code/ITC4C",
    "http://data.europa.eu/nuts/code/DEA2D",
    "http://id.who.int/icd/release/10/M54.5",
    "urn:isbn:0-395-07122-X",
    "https://w3id.org/class/esco/xl_en_12",
    NAMES + "0-395-07122-6",
    "https://anna.example/card#me",
    "https://cora.example/profile#i",
    "https://cora.example/#me",
    "http://libris.example/abc123#it",
    "http://bbc.example/programmes/b006#programme",
    "http://example.org/12345#person",
    "http://www.cidoc-crm.org/cidoc-crm/E21",
)


@pytest.mark.parametrize("iri", READABLE)
def test_a_name_that_a_person_can_read(iri: str) -> None:
    assert readable(iri) == READABLE[iri]


@pytest.mark.parametrize("iri", OPAQUE)
def test_an_opaque_id_is_no_name(iri: str) -> None:
    assert readable(iri) == ""


@pytest.mark.parametrize("prefix", ["wd", "wdt"])
@given(st.from_regex(r"[QP][1-9][0-9]*|L[1-9][0-9]*-[FS][1-9][0-9]*", fullmatch=True))
def test_no_id_of_wikidata_is_a_name(prefix: str, number: str) -> None:
    assert readable(terms.PREFIXES[prefix] + number) == ""
    assert readable(NAMES + number) == ""


@given(st.uuids(), st.integers(0, 1 << 200))
def test_no_uuid_hash_or_number_is_a_name(found: object, number: int) -> None:
    for name in (str(found), terms.digest(str(number)), str(number)):
        assert readable(f"http://example.org/{name}") == readable(NAMES + name) == ""


@given(st.lists(st.from_regex(r"[A-Za-zäöüß]{2,9}", fullmatch=True), min_size=2, max_size=4))
def test_words_come_back_from_a_plain_name(words: list[str]) -> None:
    for between in (" ", "_"):
        assert readable(NAMES + terms.encoded(between.join(words))) == " ".join(words)


@given(st.lists(st.from_regex(r"[a-z]{2,9}", fullmatch=True), min_size=1, max_size=4))
def test_words_come_back_from_camel_case(words: list[str]) -> None:
    first, *others = words
    name = first + "".join(map(str.capitalize, others))
    assert readable(f"http://example.org/ns#{name}") == " ".join(words)


@given(st.text())
def test_a_name_is_one_line_with_a_letter_a_date_or_nothing(text: str) -> None:
    for iri in (text, NAMES + text, f"http://example.org/{text}"):
        name = readable(iri)
        assert name == " ".join(name.split())
        assert not name or any(map(str.isalpha, name)) or re.fullmatch(r"\d{4}-\d\d(-\d\d)?", name)


@given(
    st.sampled_from([NAMES, "https://example.org/", *terms.PREFIXES.values()]),
    st.lists(st.from_regex(r"[A-Za-z0-9_.-]{1,33}", fullmatch=True), max_size=2),
    st.from_regex(r"([A-Za-z]{1,9}(_|%20|_[0-9]|:|[.]html|-)?){1,5}", fullmatch=True),
)
def test_an_iri_that_ends_in_words_is_readable(start: str, path: list[str], name: str) -> None:
    iri = "/".join(
        [*([start.rstrip("/"), *path] if path else []), (start if not path else "") + name]
    )
    event(f"of words: {is_of_words(iri)}")
    assert not is_of_words(iri) or normalised(readable(iri))


@pytest.mark.parametrize(
    "iri", [*OPAQUE, *(f"http://example.org/{'ab' * 16}{end}" for end in ("", "/a"))]
)
def test_no_id_is_taken_for_words(iri: str) -> None:
    assert not is_of_words(iri)


def test_most_names_are_known_to_be_words() -> None:
    names = ("Ulm", "New_York_City", "works%20with")
    assert all(is_of_words(start + name) for start in (NAMES, "http://x.org/") for name in names)


def test_reading_takes_time_in_proportion_to_length() -> None:
    for part in ("a", "a1", "a:", "::", "a::", "1", "A_", "/c", "_", "a.html", "a1b"):
        began = time.perf_counter()
        readable(NAMES + part * 50_000)
        assert time.perf_counter() - began < 1, part


@pytest.mark.parametrize(
    ("iri", "text", "own"),
    [
        (terms.PREFIXES["wd"] + "Q42", "Q42", True),
        (terms.PREFIXES["wd"] + "Q42", "Adams", False),
        (terms.PREFIXES["wdt"] + "P26", "P26", True),
        (NAMES + "MESH%3AD003924", "MESH:D003924", True),
        (NAMES + "K2", "K2", False),  # which tables of names give it
        (NAMES + "COVID-19", "COVID-19", False),
        ("http://example.org/o1000", "http://example.org/o1000", True),
    ],
)
def test_an_id_is_no_label_of_itself(iri: str, text: str, own: bool) -> None:
    assert is_own_id(iri, text) is own


def test_umls_s_own_names_are_those_in_its_ids(shared: Path) -> None:
    """``entity2text.txt`` has what its publishers call each entity."""
    lines = (shared / "kge/umls/entity2text.txt").read_text("utf-8").splitlines()
    published = dict(line.split("\t") for line in lines)
    assert len(published) == 135
    found = {name: readable(NAMES + terms.encoded(name)) for name in published}
    assert {name for name in found if found[name] != published[name]} == {
        name for name in published if published[name].replace(" ", "_") != name
    }


def test_webnlg_s_entities_are_all_readable_but_ids(shared: Path) -> None:
    """Their labels are made from their ids, so both ways agree on every one."""
    path = next((shared / "webnlg/v3.0_en_train/1triples").glob("*.xml"))
    entries = loaders.load("webnlg").read(path, ReadOptions())
    labels = {label.entity: label.text for entry in entries for label in entry.labels}
    told = {iri: name for iri in labels if (name := readable(iri))}
    assert len(told) > 0.95 * len(labels)
    unlike = {iri for iri, name in told.items() if name.casefold() != labels[iri].casefold()}
    assert len(unlike) < 0.05 * len(told)


def test_no_entity_of_a_dump_is_named_by_its_id(shared: Path) -> None:
    path = shared / "wikidata_json/dump_sample_49_items.json.gz"
    with gzip.open(path, "rt") as lines:
        ids = [json.loads(line.strip(",\n"))["id"] for line in lines if len(line) > 3]
    assert len(ids) == 49
    assert [one for one in ids if readable(terms.wikidata_entity(one))] == []


# ── Schemes of identifiers ──────────────────────────────────────────────────────────────────────
SCHEMES = tomllib.loads((ROOT / "ontologies/identifiers.toml").read_text("utf-8"))


@pytest.mark.parametrize("entry", SCHEMES["everywhere"], ids=lambda entry: entry["scheme"])
def test_identifiers_that_give_themselves_away_are_no_names(entry: dict[str, list[str]]) -> None:
    for local in entry["ids"]:
        assert readable(NAMES + terms.encoded(local)) == ""
        assert "/" in local or readable("http://example.org/" + terms.encoded(local)) == ""
    assert [name for name in entry["names"] if not re.fullmatch(str(entry["pattern"]), name)] == (
        entry["names"]
    )


@pytest.mark.parametrize("entry", SCHEMES["label"], ids=lambda entry: entry["scheme"])
def test_identifiers_in_place_of_a_label(entry: dict[str, list[str]]) -> None:
    assert [text for text in entry["ids"] if not is_id(text)] == []
    assert [text for text in entry["names"] if is_id(text)] == []


@pytest.mark.parametrize("entry", SCHEMES["namespace"], ids=lambda entry: entry["scheme"])
def test_in_namespaces_of_names_local_parts_are_names(entry: dict[str, list[str]]) -> None:
    assert [iri for iri in entry["ids"] if readable(iri)] == []
    assert [iri for iri in entry["names"] if not readable(iri)] == []


@pytest.mark.parametrize("entry", SCHEMES["scheme"], ids=lambda entry: entry["scheme"])
def test_in_namespaces_of_ids_no_id_is_a_name(entry: dict[str, list[str]]) -> None:
    assert [iri for iri in entry["ids"] if readable(iri) or is_of_words(iri)] == []


@pytest.mark.parametrize("name", ["U2", "UB40", "TP53", "IL2", "BBC1", "MP3", "G20", "K2", "p53"])
def test_a_name_with_digits_is_a_name_in_dbpedia(name: str) -> None:
    assert readable(f"http://dbpedia.org/resource/{name}") == name


@pytest.mark.parametrize("name", ["UB40", "TP53", "IL2", "BBC1", "MP3"])
def test_capitals_with_a_number_are_a_name_anywhere(name: str) -> None:
    assert readable(f"http://example.org/{name}") == name
    assert readable(NAMES + name) == name


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        ("http://yago-knowledge.org/resource/Paris_u002C__Texas", "Paris, Texas"),
        ("http://yago-knowledge.org/resource/Jan_u0028_painter_u0029_", "Jan (painter)"),
        ("http://yago-knowledge.org/resource/O_u0027_Neill_Town_Q123456", "O'Neill Town"),
        ("http://yago-knowledge.org/resource/Q1234", ""),
        ("http://rdf.freebase.com/ns/people.person.place_of_birth", "place of birth"),
        ("http://rdf.freebase.com/key/wikipedia.Ulm$0028city$0029", "Ulm (city)"),
        ("https://sws.geonames.org/3/about.rdf", ""),
        ("http://example.org/index.html", ""),
    ],
)
def test_names_are_read_as_their_namespace_writes_them(iri: str, name: str) -> None:
    assert readable(iri) == name


@pytest.mark.parametrize(
    "code",
    [
        "AeG", "Gr>G", "PCiC", "P26", "BFO_0000050", "rel_3", "bioarx::HumGenHumGen:Gene:Gene",
        "DRUGBANK::ddi-interactor-in::Compound:Compound", "GNBR::E::Compound:Gene",
    ],
)  # fmt: skip
def test_a_code_names_no_relation(code: str) -> None:
    assert readable(NAMES + terms.encoded(code), predicate=True) == ""
    assert readable("http://example.org/" + terms.encoded(code), predicate=True) == ""


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        ("http://www.co-ode.org/ontologies/pizza/pizza.owl#NamedPizza", "Named Pizza"),
        ("http://dbpedia.org/ontology/PopulatedPlace", "Populated Place"),
        ("http://schema.org/LocalBusiness", "Local Business"),
        ("http://example.org/onto#McDonald", "McDonald"),
        ("http://example.org/onto#iPhone", "iPhone"),
        ("http://example.org/onto#openSUSE", "openSUSE"),
        ("http://dbpedia.org/resource/YouTube", "YouTube"),
        (NAMES + "NamedPizza", "NamedPizza"),
    ],
)
def test_words_of_an_ontology_are_parted(iri: str, name: str) -> None:
    assert readable(iri) == name


@pytest.mark.parametrize(
    ("predicate", "name"),
    [
        ("biolink:treats", "treats"),
        ("biolink:interacts_with", "interacts with"),
        ("AeG", ""),
        ("bioarx::HumGenHumGen:Gene:Gene", ""),
        ("DRUGBANK::ddi-interactor-in::Compound:Compound", ""),
    ],
)
def test_a_relation_is_called_without_the_code_of_its_vocabulary(predicate: str, name: str) -> None:
    assert readable(NAMES + terms.encoded(predicate), predicate=True) == name


def test_the_language_of_a_namespace_is_that_of_its_names() -> None:
    french, english = "http://fr.dbpedia.org/resource/Ville", "http://dbpedia.org/resource/Ulm"
    wiki = "https://fr.wikipedia.org/wiki/Ville"
    assert [naming.language(iri) for iri in (french, english, wiki)] == ["fr", "", "fr"]
    assert names.by_local_name(french, "en") is None
    assert not names.has_local_name(french, "en")
    assert names.has_local_name(french, "fr")
    assert names.has_local_name(french, "fr-ca")
    assert names.has_local_name(english, "de")


def test_a_predicate_of_a_class_is_called_by_its_last_part() -> None:
    predicate = "http://dbpedia.org/ontology/PopulatedPlace/areaTotal"
    assert readable(predicate, predicate=True) == "area total"
