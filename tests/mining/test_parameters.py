"""Parameters: every type, given as text, in a default or by an ontology, as a query sees it."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import kgforge
from kgforge import cli, patterns, stores, terms
from kgforge.errors import PatternError, QueryTimeoutError
from kgforge.graph import loading
from kgforge.mining import parameters, relations, settings
from kgforge.mining.parameters import Relations
from kgforge.ontology import vocabulary
from kgforge.patterns import Counts, Drawn, Level, Query, Value, sampling
from kgforge.schema import Entry, Mention, Sentence, Triple
from kgforge.stores import Store
from tests.stores.engines import Place
from tests.worlds.facts import ONTOLOGIES, ex, load_town, write_ntriples

XSD = "http://www.w3.org/2001/XMLSchema#"
FACTS = [(ex("a"), ex("p"), ex("b"))]


def resolved(
    query: Query,
    store: Store,
    given: dict[str, str],
    relations: Relations = Relations(),  # noqa: B008
) -> dict[str, Value]:
    """The values of a query's parameters, some given as text."""
    own = settings.read(given, [query])[query.name]
    return parameters.resolve(query, store, own, 0, relations)


def asked(
    text: str, given: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> list[list[object]]:
    """The rows of a query file with these parameters, as the command line prints them."""
    (tmp_path / "own.rq").write_text(text)
    store = write_ntriples(FACTS, tmp_path / "graph.nt")
    params = [word for one in given for word in ("--param", one)]
    with pytest.raises(SystemExit) as left:
        cli.main(["query", str(tmp_path / "own.rq"), "--store", store, *params])
    said = capsys.readouterr()
    assert left.value.code == 0, said.err
    return sorted(list(json.loads(line).values()) for line in said.out.splitlines())


@pytest.mark.parametrize(("type", "given", "wanted"), [
    ("iri", "wdt:P26", ["<http://www.wikidata.org/prop/direct/P26>"]),
    ("iri", "<http://example.org/a,b>", ["<http://example.org/a,b>"]),
    ("iri*", "P26, <http://example.org/a b>".replace("a b", "a,b"),
     ["<http://example.org/a,b>", "<http://www.wikidata.org/prop/direct/P26>"]),
    ("iri*", "P26 wdt:P26 P26", ["<http://www.wikidata.org/prop/direct/P26>"]),
    ("term", '"a, (b) \\"c\\""@en', ['"a, (b) \\"c\\""@en']),
    ("term*", '"a, b"@en <http://example.org/a> "007"^^<' + XSD + "integer>",
     ['"7"^^<' + XSD + "integer>", '"a, b"@en', "<http://example.org/a>"]),
    ("str", 'it is "so" \\ } # $v', ['"it is \\"so\\" \\\\ } # $v"']),
    ("str*", 'one "two, three"', ['"one"', '"two, three"']),
    ("int", "-5", ['"-5"^^<' + XSD + "integer>"]),
    ("int*", "1, 2", ['"1"^^<' + XSD + "integer>", '"2"^^<' + XSD + "integer>"]),
    ("float", "0.123456789", ['"0.123456789"^^<' + XSD + "double>"]),
    ("float", "1e-7", ['"0.0000001"^^<' + XSD + "double>"]),
])  # fmt: skip
def test_a_value_of_each_type_reaches_the_query_whole(
    type: str, given: str, wanted: list[str], tmp_path: Path
) -> None:
    (tmp_path / "own.rq").write_text(
        f"# One value.\n# params: $v: {type}\n# columns: v: term\n"
        "SELECT ?v { VALUES ?v { $v } }\n"
    )
    query = patterns.read_query(tmp_path / "own.rq", "sparql")
    with stores.open("oxigraph:") as store:
        value = resolved(query, store, {"v": given})
        found = [row[0] for row in store.query(query, value)]
    spelt = [str(one) if str(one).startswith('"') else f"<{one}>" for one in found]
    assert sorted(spelt) == sorted(wanted)


TABLE = """# Rows of a table.
# params: $t: (p iri, n int, s str, t term)*{default}
# columns: p: iri, n: int, s: str, t: term
SELECT ?p ?n ?s ?t {{ VALUES (?p ?n ?s ?t) {{ $t }} }}
"""


def test_a_sample_of_fewer_than_none_is_refused(tmp_path: Path) -> None:
    store = write_ntriples(FACTS, tmp_path / "graph.nt")
    with pytest.raises(PatternError, match=r"sample: \$most is not a number of rows: -3"):
        kgforge.mine(["hierarchy"], store, tmp_path / "mined", params={"most": "-3"})


def test_a_table_has_a_type_per_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = '(P26 3 "two (2), or so" "x y"@en) (<http://example.org/p> -1 one wd:Q5)'
    wanted = [
        ["http://example.org/p", -1, "one", "http://www.wikidata.org/entity/Q5"],
        ["http://www.wikidata.org/prop/direct/P26", 3, "two (2), or so", '"x y"@en'],
    ]
    assert asked(TABLE.format(default=""), (f"t={rows}",), tmp_path, capsys) == wanted
    default = " = (P26 3 one wd:Q5)"
    assert asked(TABLE.format(default=default), (), tmp_path, capsys) == [
        ["http://www.wikidata.org/prop/direct/P26", 3, "one", "http://www.wikidata.org/entity/Q5"]
    ]


@pytest.mark.parametrize(("type", "given", "says"), [
    ("int", "many", "--param v: 'many' is not of type int"),
    ("float", "nan", "--param v: 'nan' is not of type float"),
    ("iri", "<a b>", "neither an IRI nor a CURIE"),
    ("iri", '"x"', "neither an IRI nor a CURIE"),
    ("iri", "kg:works with", "'kg:works with' is no IRI: write kg:works%20with"),
    ("iri", "<http://x/a b>", "write <http://x/a%20b>"),
    ("iri", "kg:100%?", r"write kg:100%25%3F"),
    ("iri", "works with", "a name of a table is written kg:works%20with"),
    ("iri*", "kg:a kg:works with", "'with' is neither .* written %20, as in kg:works%20with"),
    ("iri*", "P26, works with", "a name of a table is written kg:works; .* kg:works%20with"),
    ("term", '"x', "not a literal"),
    ("term", '"x"^^<a b>', "its datatype <a b> is no IRI"),
    ("term", '"x"^^xs:date', "'xs:date' is neither an IRI nor a CURIE"),
    ("term", '"x"@englishlanguage', "'englishlanguage' is no language tag"),
    ("(p iri, q iri)*", "(P1)", r"takes rows such as \(p q\)"),
    ("(p iri, q iri)*", "P1 P2", r"takes rows such as \(p q\)"),
])  # fmt: skip
def test_a_value_of_another_type_is_refused(
    type: str, given: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "own.rq").write_text(
        f"# One value.\n# params: $v: {type}\n# columns: v: term\n"
        "SELECT ?v { VALUES ?v { $v } }\n"
    )
    query = patterns.read_query(tmp_path / "own.rq", "sparql")
    with stores.open("oxigraph:") as store, pytest.raises(PatternError, match=says):
        resolved(query, store, {"v": given})


def test_a_datatype_may_be_a_prefixed_name(tmp_path: Path) -> None:
    (tmp_path / "own.rq").write_text(
        '# Values.\n# params: $v: term* = "1950-05-02"^^xsd:date "2"^^xsd:integer "a ^^b:c"\n'
        "# columns: v: term\nSELECT ?v { VALUES ?v { $v } }\n"
    )
    query = patterns.read_query(tmp_path / "own.rq", "sparql")
    with stores.open("oxigraph:") as store:
        assert resolved(query, store, {})["v"] == (
            f'"1950-05-02"^^<{terms.XSD}date>', f'"2"^^<{terms.XSD}integer>', '"a ^^b:c"',
        )  # fmt: skip


CONFORMING = """# Facts whose subject and object are of the property's domain and range.
# params:  $allowed: (p iri, domain iri, range iri)*
# columns: p: iri, x: iri, y: iri
# group:   p
# role:    fact = x p y
# metric:  hit
SELECT ?p ?x ?y {
  VALUES (?p ?domain ?range) { $allowed }
  ?x ?p ?y . ?x a ?domain . ?y a ?range
}
"""


def test_an_ontology_fills_a_table_of_domains_and_ranges(tmp_path: Path) -> None:
    (tmp_path / "own.rq").write_text(CONFORMING)
    (tmp_path / "own.ttl").write_text(
        "@prefix ex: <http://example.org/> . "
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
        "ex:in rdfs:domain ex:Town ; rdfs:range ex:Land , ex:Shire . ex:near rdfs:domain ex:Town ."
    )
    a = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
    facts = [
        (ex("oak"), a, ex("Town")), (ex("elm"), a, ex("Town")), (ex("land"), a, ex("Land")),
        (ex("oak"), ex("in"), ex("land")), (ex("land"), ex("in"), ex("oak")),
        (ex("oak"), ex("in"), ex("elm")), (ex("oak"), ex("near"), ex("elm")),
    ]  # fmt: skip
    store = write_ntriples(facts, tmp_path / "graph.nt")
    with pytest.raises(PatternError, match=r"\$allowed has no value"):
        kgforge.mine([tmp_path / "own.rq"], store, tmp_path / "mined")
    kgforge.mine(
        [tmp_path / "own.rq"], store, tmp_path / "mined", ontologies=[tmp_path / "own.ttl"]
    )
    [line] = (tmp_path / "mined/own/instances.jsonl").read_text().splitlines()
    [fact] = json.loads(line)["facts"]
    assert (fact["subject"], fact["object"]) == (ex("oak"), ex("land"))


WALKED = """# Whatever is of a kind below one that is asked for.
# params:  $wanted: (p iri, kind iri, other iri)*
# params:  $kinds: (kind iri, one iri)* = kind other of $wanted by steps
# columns: p: iri, kind: iri, one: iri
SELECT ?p ?kind ?one { VALUES (?p ?kind ?other) { $wanted } VALUES (?kind ?one) { $kinds } }
"""
STEPS = """# What lies directly below.
# params:  $from: iri*, $sub: iri = wdt:P279
# columns: above: iri, below: iri
SELECT ?above ?below { VALUES ?above { $from } ?below $sub ?above }
"""


def test_a_table_may_hold_all_that_a_helper_leads_to(tmp_path: Path) -> None:
    """By steps, round a circle too; a start that the graph lacks leads to itself."""
    (tmp_path / "steps.rq").write_text(STEPS)
    below = ["b a", "c b", "b c", "d c", "x y"]
    facts = [(ex(s), terms.wikidata_predicate("P279"), ex(o)) for s, o in map(str.split, below)]
    (tmp_path / "own.rq").write_text(WALKED)
    store = write_ntriples(facts, tmp_path / "graph.nt")
    query = patterns.read_query(tmp_path / "own.rq", "sparql")
    with loading.open_graph(store) as opened:
        given = {"wanted": f"(wdt:P1 kg:none <{ex('a')}>) (wdt:P1 <{ex('c')}> <{ex('a')}>)"}
        kinds = resolved(query, opened, given)["kinds"]
    none = terms.expand("kg:none")
    assert kinds == tuple(
        sorted(
            [(ex("a"), ex(one)) for one in "abcd"]
            + [(ex("c"), ex(one)) for one in "bcd"]
            + [(none, none)]
        )
    )


HELPED = """# Facts of some subjects.
# params: $some: iri* = s of few
# columns: s: iri
SELECT ?s { VALUES ?s { $some } ?s ?p ?o }
"""
FEW = """# Some subjects.
# columns: s: iri, o: iri
# sample: 3 s, 2
SELECT ?s ?o { ?s ?p ?o }
"""


def test_of_a_helper_no_more_rows_are_held_than_its_first_level_could_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "few.rq").write_text(FEW)
    (tmp_path / "own.rq").write_text(HELPED)
    facts = [(ex(f"s{n}"), ex("p"), ex("o")) for n in range(500)]
    store = write_ntriples(facts, tmp_path / "graph.nt")
    query = patterns.read_query(tmp_path / "own.rq", "sparql")
    held: list[int] = []

    def draw(level: Level, rows: list[Drawn], counts: Mapping[str, Counts]) -> list[Drawn]:
        held.append(len(rows))
        return real(level, rows, counts)

    real = sampling.draw
    with loading.open_graph(store) as opened:
        monkeypatch.setattr(sampling, "holder", lambda level: sampling.Everything())
        every = resolved(query, opened, {})["some"]
        monkeypatch.undo()
        monkeypatch.setattr(sampling, "draw", draw)
        assert resolved(query, opened, {})["some"] == every
    assert held == [3, 3]
    assert isinstance(every, tuple)
    assert len(every) == 2


FAMILIES = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:man rdfs:subClassOf :adult . :adult rdfs:subClassOf :person . :robot rdfs:subClassOf :thing .
:city rdfs:subClassOf :place . :sea rdfs:subClassOf :place .
:in rdfs:domain :person ; rdfs:range :place .
"""


def test_what_an_ontology_says_to_be_part_of_a_domain_is_of_it(
    quick_place: Place, tmp_path: Path
) -> None:
    """Nothing here is just a person or place; the graph knows that boys are men, and no more."""
    place = quick_place
    p31, p279 = map(terms.wikidata_predicate, ("P31", "P279"))
    types = ["ann man", "bob boy", "cid adult", "eve robot", "rome city", "baltic sea"]
    facts = [Triple(ex(one), p31, ex(kind)) for one, kind in map(str.split, types)]
    facts.append(Triple(ex("boy"), p279, ex("man")))
    fitting, others = ["ann rome", "bob baltic", "cid rome"], ["eve rome", "ann eve", "rome bob"]
    ends = [tuple(map(ex, one.split())) for one in fitting + others]
    told = [Triple(one, ex("in"), other) for one, other in ends]
    said = [Sentence(f"urn:s:{n}", f"Text {n}.", "", (Mention(one),)) for n, one in enumerate(told)]
    (tmp_path / "own.ttl").write_text(FAMILIES)
    address = place.fresh()
    with place.open(address, "write") as store:
        store.add([Entry(triples=(*facts, *told), sentences=tuple(said))])
    with place.open(address) as store:
        found = relations.of_files([tmp_path / "own.ttl"], store, vocabulary.shipped()).relations
        query = patterns.read_query("alignment", store.language)
        values = resolved(query, store, {"types": "strict"}, found)
        rows = {row[2:4] for row in store.query(query, values)}
    assert values["kinds"] == (
        *((ex("person"), ex(kind)) for kind in ("adult", "boy", "man", "person")),
        *((ex("place"), ex(kind)) for kind in ("city", "place", "sea")),
    )
    assert rows == {*ends[: len(fitting)]}


@pytest.mark.parametrize(("kinds", "says"), [
    ("(kind iri)* = kind of $wanted by steps", "is not a table of two columns of IRIs"),
    ("(kind iri, one str)* = kind of $wanted by steps", "is not a table of two columns of IRIs"),
    ("(kind iri, one iri)* = name of $wanted by steps", r"no table \$wanted with .*'name iri'"),
    ("(kind iri, one iri)* = kind of $want by steps", r"no table \$want with .*'kind iri'"),
])  # fmt: skip
def test_a_walk_that_begins_nowhere_is_refused(kinds: str, says: str, tmp_path: Path) -> None:
    text = WALKED.replace("(kind iri, one iri)* = kind other of $wanted by steps", kinds)
    (tmp_path / "own.rq").write_text(text)
    with pytest.raises(PatternError, match=says):
        patterns.read_query(tmp_path / "own.rq", "sparql")


def test_all_leaves_out_what_wants_an_ontology(tmp_path: Path) -> None:
    load_town(f"oxigraph:{tmp_path}/town")
    address = f"oxigraph:{tmp_path}/town"
    every = {
        name for name in patterns.pattern_names() if not patterns.read_pattern(name).header.alone
    }
    bare = kgforge.mine(["all"], address, tmp_path / "bare")
    assert {*bare.left_out} == every - {one.name for one in bare.patterns} == {"alignment"}
    given = kgforge.mine(["all"], address, tmp_path / "given", ontologies=ONTOLOGIES)
    assert {one.name for one in given.patterns} == every
    [town, people] = given.mapped
    assert town.properties.unmatched == ("http://example.org/town#P610",)
    assert (town.ontology, people.ontology) == ("town", "people")
    with pytest.raises(PatternError, match=r"\$relations has no value: .* or --ontology"):
        kgforge.mine(["alignment"], address, tmp_path / "none")


def test_a_parameter_may_be_for_one_pattern_alone(tmp_path: Path) -> None:
    facts = [
        (ex(f"{a}{n}"), ex("p"), ex(f"{b}{n}"))
        for n in range(40)
        for a, b in (("aa", "bb"), ("bb", "aa"))
    ]
    facts += [(ex(f"bb{n}"), ex("q"), ex(f"cc{n}")) for n in range(40)]
    store = write_ntriples(facts, tmp_path / "graph.nt")
    given = {"most": "7", "symmetry.most": "9", "least": "10"}
    mining = kgforge.mine(["symmetry", "asymmetry"], store, tmp_path / "mined", params=given)
    assert {each.name: each.instances for each in mining.patterns} == {
        "symmetry": 9,
        "asymmetry": 7,
    }
    assert mining.given == dict(sorted(given.items()))
    for unknown in ("path.most", "symmetry.mots"):
        with pytest.raises(PatternError, match=f"no parameter '{unknown}'"):
            kgforge.mine(["symmetry"], store, tmp_path / "none", params={unknown: "1"})


NUMBER_OR_TYPE = """-- Facts.
-- params:  $type: str, $most: int = 9
-- columns: p: iri, x: iri, y: iri
-- group:   p
-- sample:  $most
-- role:    fact = x p y
-- metric:  hit
SELECT p, s AS x, o AS y FROM facts, terms WHERE id = p AND value <> $type
"""


@pytest.mark.parametrize(
    ("names", "given", "says"),
    [
        (["symmetry", "path"], {"most": "abc"}, "--param most: 'abc' is not of type int"),
        (["symmetry", "path"], {"path.most": "1.5"}, "--param most: '1.5' is not of type int"),
        (["path"], {"top": "ten"}, "--param top: 'ten' is not of type int"),  # of a helper's helper
        (["entity"], {"hubs": "Q1"}, "--param hubs: .* rows such as"),
        (["all"], {"type": "is a"}, "--param type: .*neither an IRI nor a CURIE"),
        (["own.sql"], {"type": "is a"}, r"neither .*: the statistics .* PATTERN\.type=…"),
        (["all"], {"mots": "5"}, "no parameter 'mots'"),
    ],
)
def test_what_is_given_is_refused_before_anything_is_asked(
    names: list[str], given: dict[str, str], says: str, tmp_path: Path
) -> None:
    """Under this time limit the first query would be stopped."""
    store = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([write_ntriples(FACTS, tmp_path / "graph.nt")], store)
    (tmp_path / "own.sql").write_text(NUMBER_OR_TYPE)
    asked = [tmp_path / name if "." in name else name for name in names]
    with pytest.raises(QueryTimeoutError):
        kgforge.mine(asked, store, tmp_path / "mined", timeout=1e-9)
    with pytest.raises(PatternError, match=says):
        kgforge.mine(asked, store, tmp_path / "mined", params=given, timeout=1e-9)


def test_a_query_is_not_asked_with_a_text_of_another_type(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([write_ntriples(FACTS, tmp_path / "graph.nt")], store)
    with pytest.raises(SystemExit) as left:
        cli.main(["query", "hubs", "--store", store, "--param", "least=x", "--timeout", "1e-9"])
    assert left.value.code == 1
    assert "--param least: 'x' is not of type int" in capsys.readouterr().err


@pytest.mark.parametrize(("given", "says"), [
    ("works with", "kg:works%20with; this graph has kg:works%20with"),
    ("kg:works with", "this graph has kg:works%20with"),
    ("birthplace", "; this graph has dbo:birthPlace"),
    ("nothing", "a name of a table is written kg:nothing"),
])  # fmt: skip
@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_a_predicate_that_a_plain_name_may_mean_is_told(
    given: str, says: str, address: str, tmp_path: Path
) -> None:
    store = address.format(tmp_path)
    facts = [
        Triple("urn:kgforge:name:a", "urn:kgforge:name:works%20with", "urn:kgforge:name:b"),
        Triple("urn:kgforge:name:a", f"{terms.PREFIXES['dbo']}birthPlace", "urn:kgforge:name:c"),
    ]
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=tuple(facts))])
    for name, parameter in (("hierarchy", "sub"), ("symmetry", "predicates")):
        with pytest.raises(PatternError) as caught:
            kgforge.mine([name], store, tmp_path / "mined", params={parameter: given})
        assert str(caught.value).startswith(f"--param {parameter}: ")
        assert str(caught.value).endswith(says)
