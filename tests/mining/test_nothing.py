"""Why a pattern found nothing, in words; what is nearest by hand."""

import itertools
import math
from pathlib import Path
from typing import Literal

import pytest

from kgforge import patterns, stores, terms
from kgforge.mining import miner, nothing
from kgforge.mining.groups import Groups
from kgforge.mining.miner import Findings
from kgforge.mining.options import MineOptions
from kgforge.mining.task import Task
from kgforge.naming import NAMES
from kgforge.patterns import Pattern, Value
from kgforge.schema import Entry, Label, Triple
from tests.worlds.facts import ex

NUMBERS: dict[str, Value] = {"least": 50, "share": 0.5, "confidence": 0.1, "most": 9, "each": 9}

NAMES_ELSEWHERE = "rdfs:label (names lie in GRAPH <urn:kgforge:labels>)"
LACKS = "its text names {}, which the graph lacks"


def why(pattern: Pattern, counts: dict[str, dict[str, int]]) -> str:
    values: dict[str, Value] = {one.name: () for one in pattern.header.params}
    groups = Groups(Task(pattern, stores.open("oxigraph:"), values | NUMBERS))
    groups.counts = counts
    groups.cells = {name: {} for name in counts}
    groups.judge(pattern.header.steps)
    return nothing.why(groups._task, groups)


@pytest.mark.parametrize(("name", "counts", "words"), [
    ("path", {}, "nothing in the graph matches its query"),
    ("path", {"a+b": {"matches": 3}, "c+d": {"matches": 7}},
     "no group has 50 instances; the largest, c+d, has 7"),
    ("symmetry", {"p": {"triples": 12_000, "matches": 0}},
     "no group has 50 triples and a share of 0.5 (matches / triples); "
     "the nearest, p, has 12,000 triples and a share of 0"),
    ("symmetry", {"p": {"triples": 1200, "matches": 60}, "q": {"triples": 40, "matches": 40}},
     "no group has 50 triples and a share of 0.5 (matches / triples); "
     "the nearest, q, has 40 triples and a share of 1"),
    ("symmetry", {"p": {"triples": 1200, "matches": 60}, "q": {"triples": 4, "matches": 4}},
     "no group has 50 triples and a share of 0.5 (matches / triples); "
     "the nearest, p, has 1,200 triples and a share of 0.05"),
    ("symmetry", {"kg:x": {"triples": 59, "matches": 0}},
     "no group has 50 triples and a share of 0.5 (matches / triples); "
     "the nearest, kg:x, has 59 triples and a share of 0"),
    ("composite", {"a": {"matches": 9, "support": 9, "body": 9},
                   "b": {"matches": 90, "support": 3, "body": 60},
                   "c": {"matches": 70, "support": 2, "body": 60}},
     "no group has 50 instances and a confidence of 0.1; "
     "the nearest, b, has 90 instances and a confidence of 0.05"),
    ("composite", {"a": {"matches": 49, "support": 9, "body": 9},
                   "b": {"matches": 90, "support": 3, "body": 60}},
     "no group has 50 instances and a confidence of 0.1; "
     "the nearest, a, has 49 instances and a confidence of 1"),
])  # fmt: skip
def test_the_nearest_group_is_named_with_what_it_lacks(
    name: str, counts: dict[str, dict[str, int]], words: str
) -> None:
    assert why(patterns.read_pattern(name), counts) == words


@pytest.mark.parametrize(("have", "wanted", "nearest"), [
    ([(-5.0,), (-1.0,)], (0.0,), 1),  # a difference
    ([(-5.0,), (0.0,)], (10.0,), 1),
    ([(math.nan,), (0.0,)], (0.5,), 1),
    ([(60.0, 0.0), (20.0, 0.5)], (50.0, 0.5), 1),
    ([(60.0, 0.4), (20.0, 0.5)], (50.0, 0.5), 0),
])  # fmt: skip
def test_the_nearest_misses_its_worst_bound_by_least(
    have: list[tuple[float, ...]], wanted: tuple[float, ...], nearest: int
) -> None:
    assert max(range(len(have)), key=lambda at: nothing._nearness(have[at], wanted)) == nearest


def test_of_what_a_sample_left_the_figure_that_was_judged_is_told(tmp_path: Path) -> None:
    """Of p's four facts the first level leaves two; q, of one, fails before."""
    facts = [
        Triple(ex(f"of_{name}{n}"), ex(name), ex("o")) for name in ("p", "q") for n in range(4)
    ]
    store = f"oxigraph:{tmp_path / 'graph'}"
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=(*facts[:4], *facts[4:5]))])
    (tmp_path / "own.rq").write_text(
        "# Own.\n# columns: p: iri, a: iri, b: iri\n# group: p\n# keep: matches >= 2\n"
        "# sample: 2 per p\n# keep: matches >= 3\n# role: r = a p b\n# metric: hit\n"
        "SELECT ?p ?a ?b { ?a ?p ?b }\n"
    )
    found = miner.find([str(tmp_path / "own.rq")], store, tmp_path / "mined", MineOptions())
    [said] = found.nothing.values()
    assert said == (
        f"no group has 2 instances and 3 instances; the nearest, <{ex('p')}>, has "
        "2 instances and 2 instances"
    )


def test_another_condition_is_told_as_it_stands() -> None:
    """Inverse asks for the larger of two shares."""
    counts = {"p|q": {"triples": 90, "other_triples": 80, "matches": 2}}
    assert why(patterns.read_pattern("inverse"), counts) == (
        "no group has 50 triples and 50 triples the other way and "
        "a share of 0.5 (max(matches / triples, matches / other_triples)); "
        "the nearest, p|q, has 90 triples and 80 triples the other way and a share of 0.025"
    )


@pytest.mark.parametrize(("given", "language", "words"), [
    ({}, "fr", "every instance of the groups that were kept has an entity without a name in fr: "
               "load labels, or name another language with --language"),
    ({"most": "0"}, "en", "its sample draws none: most is 0"),
    ({"least": "0", "share": "0"}, "en", ""),
])  # fmt: skip
@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_where_groups_were_kept_it_is_said_what_left_their_instances_out(
    address: str, given: dict[str, str], language: str, words: str, tmp_path: Path
) -> None:
    """Ids that only English labels name."""
    ids = [f"http://www.wikidata.org/entity/Q{number}" for number in range(1, 101)]
    couples = [*zip(ids[:50], ids[50:], strict=True), *zip(ids[50:], ids[:50], strict=True)]
    entry = Entry(
        triples=tuple(Triple(one, ex("knows"), other) for one, other in couples),
        labels=tuple(Label(one, "label", f"name of {one}", "en") for one in ids),
    )
    store = address.format(tmp_path)
    with stores.open(store, stores.WRITE) as opened:
        opened.add([entry])
    options = MineOptions(params={"least": "1", **given}, language=language)
    found = miner.find(["symmetry"], store, tmp_path / "mined", options)
    assert found.mining.patterns[0].kept == 1
    assert found.nothing.get("symmetry", "") == words


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_blank_nodes_and_no_match_at_all_are_told_apart(
    address: str, labelled: bool, tmp_path: Path
) -> None:
    blanks = [f"{terms.BLANK}{number}" for number in range(4)]
    facts = [Triple(one, ex("knows"), other) for one in blanks for other in blanks if one != other]
    facts += [Triple(ex("a"), ex("likes"), ex("b"))]
    store = address.format(tmp_path)
    with stores.open(store, stores.WRITE) as opened:
        names = tuple(Label(one, "label", f"Anna {one[-1]}", "en") for one in blanks)
        opened.add([Entry(triples=tuple(facts), labels=names if labelled else ())])
    for predicate, words in (
        ("knows", "every instance of the groups that were kept holds a blank node"),
        ("likes", "nothing in the graph matches its query"),
    ):
        params = {"least": "0", "share": "0", "predicates": f"<{ex(predicate)}>"}
        options = MineOptions(params=params)
        found = miner.find(["symmetry"], store, tmp_path / predicate, options)
        assert found.nothing == {"symmetry": words}


@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_where_nothing_that_a_pattern_starts_from_has_a_name_that_is_the_reason(
    address: str, tmp_path: Path
) -> None:
    ids = [f"http://www.wikidata.org/entity/Q{number}" for number in range(1, 9)]
    facts = tuple(Triple(a, ex("next"), b) for a, b in itertools.pairwise(ids))
    store = address.format(tmp_path)
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=facts)])
    found = miner.find(["path"], store, tmp_path / "mined", MineOptions())
    words = "nothing in the graph matches its query: no entity to be its x has a name in en"
    assert found.nothing == {"path": words}
    found = miner.find(["entity"], store, tmp_path / "hubs", MineOptions())  # of 20 facts: none
    assert found.nothing == {"entity": "nothing in the graph matches its query"}


OWN = (
    "# Own.\n# params: $p: iri = wdt:P26\n# columns: a: iri, b: iri\n# group: {p}\n"
    "# role: r = a {p} b\n# metric: hit\nSELECT ?a ?b {{ ?a $p ?b }}\n"
)


@pytest.mark.parametrize(("name", "given", "words"), [
    ("hierarchy", {}, "the graph has no wdt:P279 and no rdfs:subClassOf, and calls no predicate "
     "transitive (sub): name its own with --param sub=…"),
    ("hierarchy", {"sub": "kg:i"}, "the graph has no kg:i (sub): name its own with --param sub=…"),
    ("hierarchy", {"sub": f"<{ex('isa')}>"}, ""),
    ("ambiguous", {}, "no fact gives a type: name what gives types with --type"),
    ("symmetry", {"predicates": "P26"},
     "the graph has no wdt:P26 (predicates): name its own with --param predicates=…"),
    ("$p", {}, "the graph has no wdt:P26 (p): name its own with --param p=…"),
    ("wdt:P40", {"p": "P26"}, "the graph has no wdt:P40"),
    (f"<{ex('isa')}>", {}, "the graph has no wdt:P26 (p): name its own with --param p=…"),
    (f"<{ex('isa')}>", {"p": f"<{ex('a')}>"}, ""),
])  # fmt: skip
@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_a_predicate_that_the_graph_lacks_is_told_with_its_parameter(
    address: str, name: str, given: dict[str, str], words: str, tmp_path: Path
) -> None:
    store = address.format(tmp_path)
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=(Triple(ex("a"), ex("isa"), ex("b")),))])
        language = opened.language
    asked = name
    if name not in patterns.pattern_names():
        if language != "sparql":
            pytest.skip("of one's own there is the text of one language")
        (tmp_path / "own.rq").write_text(OWN.format(p=name))
        asked = str(tmp_path / "own.rq")
    options = MineOptions(params=given)
    [said] = miner.find([asked], store, tmp_path / "mined", options).nothing.values()
    assert said == "nothing in the graph matches its query" + (f": {words}" if words else "")


@pytest.mark.parametrize("engine", ["native", "auto"])
def test_a_variable_that_nothing_binds_is_told_where_it_leaves_nothing(
    engine: Literal["native", "auto"], tmp_path: Path
) -> None:
    store, own = f"oxigraph:{tmp_path / 'graph'}", tmp_path / "own.rq"
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=(Triple(ex("a"), ex("isa"), ex("b")),))])
    own.write_text(OWN.format(p=f"<{ex('isa')}>").replace(" }", " FILTER(?b != ?c) }"))
    options = MineOptions(params={"p": f"<{ex('isa')}>"}, engine=engine)
    [said] = miner.find([str(own)], store, tmp_path / "mined", options).nothing.values()
    assert f"{own}:7: nothing binds ?c where it is used; bind it" in said


def test_of_a_query_that_the_engine_alone_reads_no_fault_is_told(tmp_path: Path) -> None:
    store, own = f"oxigraph:{tmp_path / 'graph'}", tmp_path / "own.rq"
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=(Triple(ex("a"), ex("isa"), ex("b")),))])
    quoted = f" . ?r <{ex('says')}> <<( ?a $p ?b )>> }}"  # SPARQL 1.2
    own.write_text(OWN.format(p=f"<{ex('isa')}>").replace(" }", quoted))
    options = MineOptions(params={"p": f"<{ex('isa')}>"}, engine="native")
    [said] = miner.find([str(own)], store, tmp_path / "mined", options).nothing.values()
    assert said == "nothing in the graph matches its query"


@pytest.mark.parametrize(("facts", "words"), [
    ("a p b, b p a",
     f"nothing in the graph matches its query: {LACKS.format('<http://example.org/q>')}"),
    (
        "a p b, b q a, a q b",
        "no match of its query is of a group that was kept, or each holds a blank node",
    ),
])  # fmt: skip
@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_groups_counted_by_a_file_of_their_own_may_have_no_match(
    address: str, facts: str, words: str, tmp_path: Path
) -> None:
    """There is no blank node, so that none can be the reason; ``q`` has matches and is dropped."""
    store = address.format(tmp_path)
    triples = tuple(Triple(*map(ex, fact.split())) for fact in facts.split(", "))
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=triples)])
    count = "SELECT ?p (COUNT(*) AS ?triples) { ?a ?p ?b } GROUP BY ?p"
    (tmp_path / "own.groups.rq").write_text(f"# Facts.\n# columns: p: iri, triples: int\n{count}\n")
    (tmp_path / "own.rq").write_text(
        "# Own.\n# columns: p: iri, a: iri, b: iri\n# group: p\n"
        f"# keep: triples {'<= 1' if 'q' in facts else '> 1'}\n# sample: 9 per group\n"
        "# role: r = a p b\n# metric: hit\n"
        f"SELECT ?p ?a ?b {{ ?a ?p ?b . ?b ?p ?a FILTER(?p = <{ex('q')}>) }}\n"
    )
    found = miner.find([tmp_path / "own.rq"], store, tmp_path / "mined", MineOptions())
    assert found.nothing == {"own": words}


def walk(store: str) -> str:
    """A graph of two facts, a p b and b p c."""
    facts = tuple(Triple(NAMES + s, NAMES + "p", NAMES + o) for s, o in ("ab", "bc"))
    with stores.open(store, stores.WRITE) as opened:
        opened.add([Entry(triples=facts)])
    return store


def of_walk(address: str, text: str, folder: Path) -> Findings:
    """What a query of one's own finds in that graph, where it asks for this of ?a and ?b."""
    store = walk(address.format(folder))
    (folder / "own.rq").write_text(
        f'# Own.\n# columns: a: iri, b: iri\n# group: "x"\n# role: r = a kg:p b\n'
        f"# metric: hit\nSELECT DISTINCT ?a ?b {{ {text} }}\n"
    )
    return miner.find([folder / "own.rq"], store, folder / "mined", MineOptions())


@pytest.mark.parametrize(("text", "words"), [
    ("?a ?p ?b . ?b kg:knew ?c", ": the graph has no kg:knew"),
    ("?a ?p ?b . ?b (kg:knew/kg:p)+ ?c", ": the graph has no kg:knew"),
    ("{ ?a kg:knew ?b } UNION { ?a kg:knew ?b . ?b kg:p ?a }", ": the graph has no kg:knew"),
    ("{ ?a kg:knew ?b } UNION { ?a kg:p ?b . ?b kg:p ?b }", f": {LACKS.format('kg:knew')}"),
    ("?a ?p ?b . ?b kg:p ?b OPTIONAL { ?a kg:knew ?c }", f": {LACKS.format('kg:knew')}"),
    ("?a kg:p ?b ; rdfs:label ?c", f": the graph has no {NAMES_ELSEWHERE}"),
    ("?a kg:p ?b ; rdfs:label ?c ; kg:knew ?d ; kg:k ?e",
     f": the graph has no {NAMES_ELSEWHERE} and no kg:k and no kg:knew"),
    ("GRAPH <urn:kgforge:labels> { ?a rdfs:label ?c } ?a ?p ?b . ?b kg:p ?b", ""),
])  # fmt: skip
@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_a_predicate_that_the_query_names_and_the_graph_lacks_is_named(
    address: str, text: str, words: str, tmp_path: Path
) -> None:
    found = of_walk(address, text, tmp_path)
    assert found.nothing == {"own": f"nothing in the graph matches its query{words}"}


@pytest.mark.parametrize(("text", "lacks"), [
    ("?a ?p ?b FILTER NOT EXISTS { ?a ?q kg:C }", "kg:C"),
    ("?a kg:p|kg:pp ?b", "kg:pp"),
    ("?a kg:p ?b MINUS { ?b kg:pp+ kg:a }", "kg:pp"),
    ("?a ?p ?b FILTER(?b != kg:C && ?a IN (kg:a, kg:b))", "kg:C"),
    ("VALUES ?b { kg:b kg:C } ?a kg:p ?b", "kg:C"),
    ("?a kg:p ?b . VALUES (?p ?is) { (kg:p kg:kind) } ?a ?p ?c", ""),
    ("?a kg:p ?b BIND(COALESCE(?a, kg:none) AS ?d)", ""),
    ("?a kg:p ?b FILTER NOT EXISTS { ?a kg:p+ kg:C }", "kg:C"),
    ("?a kg:p ?b OPTIONAL { GRAPH <urn:kgforge:labels> { ?b rdfs:label ?c } }", ""),
    ("?a kg:p ?b FILTER(?a != kg:c)", ""),
    ('?a kg:p ?b FILTER(?a != "kg:C")', ""),
    ("?a kg:p ?b OPTIONAL { ?a rdfs:label ?c }", NAMES_ELSEWHERE),
    ("?a kg:p ?b OPTIONAL { ?a rdfs:label|kg:q ?c }", f"{NAMES_ELSEWHERE}, kg:q"),
    ("?a kg:p ?b FILTER(?a NOT IN (kg:x, kg:y))", "kg:x, kg:y"),
])  # fmt: skip
@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_where_instances_are_found_what_a_query_names_and_the_graph_lacks_is_told(
    address: str, text: str, lacks: str, tmp_path: Path
) -> None:
    """Not what need not be in the graph: what the query says of its rows, and names."""
    found = of_walk(address, text, tmp_path)
    assert found.nothing == {}
    several = f"its text names IRIs that the graph lacks, 2: {lacks}"
    said = several if "," in lacks else LACKS.format(lacks)
    assert found.lacking == ({"own": said} if lacks else {})


@pytest.mark.parametrize(("name", "listed", "lacking"), [
    ("ps", "kg:p kg:pp kg:z", {"own": "of 3 predicates (ps) the graph lacks 2: kg:pp, kg:z"}),
    ("ps", "kg:p", {}),
    ("ps", "kg:p kg:a", {}),  # a is no predicate, and is in a fact
    ("ps", "kg:Kind kg:Type", {}),  # which may be of classes, as in an ontology
    ("predicates", "kg:z", {"own": "of 1 predicates (predicates) the graph lacks 1: kg:z"}),
])  # fmt: skip
@pytest.mark.parametrize("address", ["oxigraph:{}/graph", "duckdb:{}/graph.db"])
def test_of_a_list_of_predicates_those_that_the_graph_lacks_are_told(
    address: str, name: str, listed: str, lacking: dict[str, str], tmp_path: Path
) -> None:
    store = walk(address.format(tmp_path))
    (tmp_path / "own.rq").write_text(
        f"# Own.\n# params: ${name}: iri* = kg:p\n# columns: p: iri, a: iri, b: iri\n# group: p\n"
        "# role: r = a p b\n# metric: hit\nSELECT DISTINCT ?p ?a ?b "
        f"{{ {{ VALUES ?p {{ ${name} }} ?a ?p ?b }} UNION {{ BIND(kg:p AS ?p) ?a ?p ?b }} }}\n"
    )
    options = MineOptions({name: listed})
    found = miner.find([tmp_path / "own.rq"], store, tmp_path / "mined", options)
    assert (found.lacking, found.nothing) == (lacking, {})
