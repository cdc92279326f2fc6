"""Mining: counts and samples against a brute-force oracle, and the published graph's figures."""

import itertools
import json
import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kgforge
from kgforge import patterns
from kgforge.errors import PatternError, StoreError
from kgforge.graph import loading
from kgforge.graph.snapshot import Engine
from kgforge.mining import parameters
from kgforge.mining.settings import read as read_settings
from kgforge.patterns.contract import Options
from kgforge.schema import folders
from tests.sampled import PROOF
from tests.worlds.facts import Fact, ex, write_ntriples

WDT = "http://www.wikidata.org/prop/direct/"
EVERY = {"least": "1", "share": "0", "most": "100000", "each": "100000", "members": "1000"}
TAKES = {
    "symmetry": ("least", "share", "most"),
    "inverse": ("least", "share", "most"),
    "hierarchy": ("most",),
    "composite": ("least", "each", "most"),
    "path": ("least", "each", "most", "members"),
}


def groups(folder: Path, pattern: str) -> dict[str, dict[str, Any]]:
    lines = (folder / pattern / "groups.jsonl").read_text().splitlines()
    return {group["group"]: group for group in map(json.loads, lines)}


def instances(folder: Path, pattern: str) -> list[dict[str, Any]]:
    lines = (folder / pattern / "instances.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def mine(pattern: str, source: str, out: Path, **params: str) -> dict[str, dict[str, Any]]:
    kgforge.mine([pattern], source, out, params=params, force=True)
    return groups(out, pattern)


# ── against an oracle that knows nothing of queries ─────────────────────────────────────────────
P31, P279 = f"{WDT}P31", f"{WDT}P279"
ENTITIES = [ex(name) for name in "abcdef"]
PREDICATES = [ex("p"), ex("q"), P31, P279]
facts_strategy = st.lists(
    st.tuples(
        st.sampled_from(ENTITIES),
        st.sampled_from(PREDICATES),
        st.sampled_from([*ENTITIES, '"x"', '"x"@en']),
    ),
    min_size=1, max_size=40, unique=True,
)  # fmt: skip


def spelt(iri: str) -> str:
    return iri.replace(WDT, "wdt:") if iri.startswith(WDT) else f"<{iri}>"


def expected_matches(pattern: str, facts: set[Fact]) -> Counter[str]:
    """How often each group should match, by trying all combinations."""
    links = {fact for fact in facts if fact[0] != fact[2] and not fact[2].startswith('"')}
    found: Counter[str] = Counter()
    if pattern == "symmetry":
        for s, p, o in links:
            found[spelt(p)] += (o, p, s) in links
        return +found
    if pattern == "inverse":
        for (a, p, b), (c, q, d) in itertools.product(links, links):
            if (a, b) == (d, c) and p < q:
                found[f"{spelt(p)}|{spelt(q)}"] += 1
        return found
    typed = {s for s, p, o in facts if p == P31 and not o.startswith('"')}
    typed = typed or {s for s, _, _ in facts}  # of a graph without types, all entities
    for (x, r1, y), (y2, r2, z) in itertools.product(links, links):
        if y != y2 or x == z:
            continue
        if pattern == "hierarchy" and (r1, r2) == (P279, P279):
            found["wdt:P279"] += 1
        if pattern == "path" and x in typed:
            found[f"{spelt(r1)}+{spelt(r2)}"] += 1
        if pattern == "composite" and x in typed:
            for r3 in PREDICATES:
                found[f"{spelt(r1)}+{spelt(r2)}>{spelt(r3)}"] += (x, r3, z) in links
    return +found


@pytest.mark.parametrize("pattern", TAKES)
@settings(max_examples=25, deadline=None)
@given(facts=facts_strategy)
def test_counts_and_instances_agree_with_brute_force(
    pattern: str, facts: list[Fact], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("oracle")
    source = write_ntriples(facts, folder / "graph.nt")
    found = mine(
        pattern, source, folder / "mined", **{name: EVERY[name] for name in TAKES[pattern]}
    )
    wanted = expected_matches(pattern, set(facts))
    assert {name: group["matches"] for name, group in found.items() if group["matches"]} == wanted
    pairs = 2 if pattern == "symmetry" else 1
    assert Counter(one["group"] for one in instances(folder / "mined", pattern)) == {
        name: count // pairs for name, count in wanted.items()
    }


def test_symmetry_says_triples_self_loops_and_the_smaller_subject_first(tmp_path: Path) -> None:
    facts = [
        (ex("b"), ex("p"), ex("a")),
        (ex("a"), ex("p"), ex("b")),
        (ex("a"), ex("p"), ex("a")),
        (ex("b"), ex("p"), ex("b")),
        (ex("a"), ex("p"), ex("c")),
        (ex("a"), ex("p"), '"a"'),
    ]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    found = mine("symmetry", source, tmp_path / "mined", least="1", share="0.5")
    group = found["<http://example.org/p>"]
    assert (group["triples"], group["self_loops"], group["matches"]) == (4, 2, 2)
    assert group["confidence"] == 0.5
    [instance] = instances(tmp_path / "mined", "symmetry")
    assert [(fact["role"], fact["subject"]) for fact in instance["facts"]] == [
        ("forward", ex("a")),
        ("backward", ex("b")),
    ]


def test_inverse_leaves_self_loops_out_and_takes_the_larger_share(tmp_path: Path) -> None:
    facts = [
        *((ex("a"), ex("p"), ex(name)) for name in "abc"),
        *((ex(name), ex("q"), ex(name)) for name in "xy"),
        (ex("b"), ex("q"), ex("a")),
        (ex("k"), ex("r"), ex("m")),
        *((ex("m"), ex("s"), ex(name)) for name in "kmn"),
    ]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    found = mine("inverse", source, tmp_path / "mined", least="1")
    assert {
        name: (group["triples"], group["matches"], group["body"], group["confidence"])
        for name, group in found.items()
    } == {f"{spelt(ex('p'))}|{spelt(ex('q'))}": (2, 1, 1, 1.0),
          f"{spelt(ex('r'))}|{spelt(ex('s'))}": (1, 1, 1, 1.0)}  # fmt: skip


@pytest.mark.parametrize("pattern", ["symmetry", "inverse"])
def test_only_the_predicates_asked_for_are_examined(pattern: str, tmp_path: Path) -> None:
    facts = [(ex("a"), ex(p), ex(o)) for p in "pqr" for o in "ab"]
    facts += [(ex("b"), ex(p), ex("a")) for p in "pqr"]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    asked = " ".join(f"<{ex(p)}>" for p in "pr")
    found = mine(pattern, source, tmp_path / "mined", least="1", predicates=asked)
    pair = f"{spelt(ex('p'))}|{spelt(ex('r'))}"
    assert set(found) == ({pair} if pattern == "inverse" else {spelt(ex(p)) for p in "pr"})
    assert sum(group["instances"] for group in found.values()) == 2


KINDS = {"human": "abc", "poet": "ad", "dog": "e", "town": "xyz"}
TOWN = [
    *((ex(x), P31, ex(kind)) for kind, members in KINDS.items() for x in members),
    *((ex(a), ex(p), ex(b)) for a, b in ("ab", "ba", "xy", "yx") for p in "pq"),
    *((ex(a), ex(p), ex(b)) for a, p, b in ("apx", "aqy", "xpz", "yqz")),
    *((ex(x), ex("p"), ex(x)) for x in "abxy"),
    *((ex(x), ex("p"), '"literal"') for x in "abxy"),
    *((ex(x), P31, '"a literal"') for x in "ab"),
    *((ex(a), P279, ex(b)) for a, b in ("kl", "lm", "lk", "ll", "kk", "mm", "km")),
    (ex("l"), P279, '"a literal"'),
]


def asked(name: str, tmp_path: Path, **params: str) -> list[tuple[object, ...]]:
    """The rows of a query that ships, with short names, as kgforge gets them."""
    query = patterns.read_query(name, "sparql")
    with loading.open_graph(write_ntriples(TOWN, tmp_path / "graph.nt")) as store:
        given = read_settings(params, [query])[query.name]
        rows = store.query(query, parameters.resolve(query, store, given))
        return sorted(tuple(str(value).rpartition("/")[2] for value in row) for row in rows)


def test_the_queries_themselves_return_these_rows(tmp_path: Path) -> None:
    only = f"<{ex('p')}>"
    kinds = " ".join(f"<{ex(kind)}>" for kind in ("human", "poet"))
    assert asked("frequent_types", tmp_path) == [
        ("dog", "1"),
        ("human", "3"),
        ("poet", "2"),
        ("town", "3"),
    ]
    assert asked("members", tmp_path, types=kinds) == [
        ("human", "3", "a"),
        ("human", "3", "b"),
        ("human", "3", "c"),
        ("poet", "2", "a"),
        ("poet", "2", "d"),
    ]  # fmt: skip
    assert asked("hierarchy", tmp_path) == [("P279", "k", "l", "m"), ("P279", "l", "k", "m")]
    assert asked("symmetry", tmp_path, predicates=only) == [
        ("p", "a", "b"),
        ("p", "b", "a"),
        ("p", "x", "y"),
        ("p", "y", "x"),
    ]
    assert asked("inverse", tmp_path, predicates=only) == []
    both = f"{only} <{ex('q')}>"
    assert asked("inverse", tmp_path, predicates=both) == [
        (p, q, a, b) for p, q in ("pq", "qp") for a, b in ("ab", "ba", "xy", "yx")
    ]
    assert asked("composite", tmp_path, types=kinds) == [
        ("p", "P31", "P31", "a", "b", "human"), ("p", "P31", "P31", "b", "a", "human"),
        ("p", "p", "q", "a", "x", "y"), ("p", "q", "q", "a", "x", "y"),
        ("q", "P31", "P31", "a", "b", "human"), ("q", "P31", "P31", "b", "a", "human"),
        ("q", "p", "p", "a", "y", "x"), ("q", "q", "p", "a", "y", "x"),
    ]  # fmt: skip
    assert asked("path", tmp_path, starts=f"<{ex('a')}>") == [
        ("p", "P31", "a", "b", "human"), ("p", "P31", "a", "x", "town"),
        ("p", "p", "a", "x", "y"), ("p", "p", "a", "x", "z"), ("p", "q", "a", "x", "y"),
        ("q", "P31", "a", "b", "human"), ("q", "P31", "a", "y", "town"),
        ("q", "p", "a", "y", "x"), ("q", "q", "a", "y", "x"), ("q", "q", "a", "y", "z"),
    ]  # fmt: skip


def test_counts_that_cannot_be_are_refused(tmp_path: Path) -> None:
    (tmp_path / "own.rq").write_text(KNOWS.format(lines="#"))
    (tmp_path / "own.groups.rq").write_text(
        "# Of each predicate its triples.\n# columns: p: iri, matches: int, body: int\n"
        "SELECT ?p (COUNT(*) AS ?matches) (1 AS ?body) { ?a ?p ?b } GROUP BY ?p\n"
    )
    source = write_ntriples([(ex(x), ex("p"), ex("b")) for x in "ac"], tmp_path / "graph.nt")
    with pytest.raises(PatternError, match=r"own\.groups\.rq: .*support of 2 in a body of 1"):
        kgforge.mine([tmp_path / "own.rq"], source, tmp_path / "mined")


def test_a_dropped_group_says_why(tmp_path: Path) -> None:
    source = write_ntriples([(ex("a"), ex("p"), ex("b"))], tmp_path / "graph.nt")
    [group] = mine("symmetry", source, tmp_path / "mined").values()
    assert not group["kept"]
    assert "triples = 1" in group["reason"]
    assert "$least = 50" in group["reason"]


def test_samples_are_capped_seeded_and_independent_of_order(tmp_path: Path) -> None:
    people = [ex(f"person{number}") for number in range(120)]
    facts = [
        pair for a, b in itertools.pairwise(people) for pair in ((a, ex("p"), b), (b, ex("p"), a))
    ]
    first = write_ntriples(facts, tmp_path / "one.nt")
    random.Random(1).shuffle(facts)
    second = write_ntriples(facts, tmp_path / "two.nt")
    for source, out, seed in ((first, "one", 0), (second, "two", 0), (first, "three", 1)):
        kgforge.mine(["symmetry"], source, tmp_path / out, params={"most": "20"}, seed=seed)
    bytes_of = [
        (tmp_path / out / "symmetry/instances.jsonl").read_bytes()
        for out in ("one", "two", "three")
    ]
    assert bytes_of[0] == bytes_of[1]
    assert bytes_of[0] != bytes_of[2]
    assert len(bytes_of[0].splitlines()) == 20


def test_otherwise_draws_from_all_groups_when_none_is_kept(tmp_path: Path) -> None:
    facts = [
        (ex("x"), P31, ex("kind")),
        (ex("x"), ex("p"), ex("y")),
        (ex("y"), ex("p"), ex("z")),
        (ex("x"), ex("q"), ex("z")),
    ]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    [group] = mine("composite", source, tmp_path / "mined").values()
    assert (group["matches"], group["instances"], group["kept"]) == (1, 1, True)
    assert group["otherwise"] is True
    [mined] = folders.read_mining(tmp_path / "mined").patterns
    assert mined.otherwise
    assert mined.otherwise.words == (
        f"no group has 50 instances; the largest, {group['group']}, has 1; "
        "its header's otherwise kept 1 group all the same"
    )
    [outcome] = folders.read_statistics(tmp_path / "mined").patterns
    assert outcome.otherwise == mined.otherwise
    [group] = mine("composite", source, tmp_path / "again", least="1").values()
    assert group["kept"] and "otherwise" not in group
    assert b'"otherwise"' not in (tmp_path / "again/mining.json").read_bytes()


def test_transitive_composites_are_flagged(tmp_path: Path) -> None:
    p131, p17 = f"{WDT}P131", f"{WDT}P17"
    facts = [
        (ex("x"), P31, ex("kind")),
        (ex("x"), p131, ex("y")),
        (ex("y"), p17, ex("z")),
        (ex("x"), p17, ex("z")),
        (ex("x"), ex("p"), ex("y")),
        (ex("x"), ex("q"), ex("z")),
    ]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    found = mine("composite", source, tmp_path / "mined", least="1")
    flagged = {name for name, group in found.items() if "transitive" in group["flags"]}
    assert flagged == {"wdt:P131+wdt:P17>wdt:P17"}


# ── a pattern of one's own ──────────────────────────────────────────────────────────────────────
CO_MEMBERS = """# People who belong to the same group: a and b are both members of g.
# params:    $member: iri, $each: int = 50
# columns:   g: iri, a: iri, b: iri
# unordered: a b = b a
# group:     g
# sample:    $each per group
# role:      one   = a $member g
# role:      other = b $member g
# metric:    both_given_either
SELECT ?g ?a ?b { ?a $member ?g . ?b $member ?g
  FILTER(!sameTerm(?a, ?b)) }
"""


def test_a_file_of_ones_own_is_a_pattern(tmp_path: Path) -> None:
    own = tmp_path / "co_members.rq"
    own.write_text(CO_MEMBERS)
    facts = [
        (ex(name), ex("in"), ex(band))
        for band, names in (("beatles", "abcd"), ("stones", "ef"))
        for name in names
    ]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    kgforge.mine([own], source, tmp_path / "mined", params={"member": f"<{ex('in')}>"})
    found = groups(tmp_path / "mined", "co_members")
    assert {name: group["matches"] for name, group in found.items()} == {
        "<http://example.org/beatles>": 6,
        "<http://example.org/stones>": 1,
    }
    mining = json.loads((tmp_path / "mined/mining.json").read_text())
    assert mining["patterns"][0]["file"] == "co_members.rq"


def test_an_item_gathers_the_rows_about_one_entity(tmp_path: Path) -> None:
    own = tmp_path / "about.rq"
    own.write_text(
        "# All that is said of x.\n# columns: x: iri, p: iri, y: iri\n# item: x\n"
        '# group: "all"\n# sample: 2 x, 3 per x\n# role: fact = x p y\n'
        "# metric: hit\nSELECT ?x ?p ?y { ?x ?p ?y }\n"
    )
    facts = [
        (ex(x), ex("p"), ex(f"yy{number}"))
        for x, count in (("a", 5), ("b", 2), ("c", 9))
        for number in range(count)
    ]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    kgforge.mine([own], source, tmp_path / "mined")
    found = instances(tmp_path / "mined", "about")
    sizes = {one["facts"][0]["subject"]: len(one["facts"]) for one in found}
    assert len(sizes) == 2
    assert all(size == {ex("a"): 3, ex("b"): 2, ex("c"): 3}[x] for x, size in sizes.items())


@pytest.mark.parametrize(("columns", "group", "says"), [
    ("a b", '"all"', r"twice\.rq:6: .* 2 times: write SELECT DISTINCT \?a \?b"),
    ("p a b", "p", "several values of p, which no role names: .* name p in a role"),
])  # fmt: skip
@pytest.mark.parametrize("engine", ["native", "duckdb"])
def test_a_query_that_says_a_match_twice_is_refused(
    engine: Engine, columns: str, group: str, says: str, tmp_path: Path
) -> None:
    """In the language in which it is written, whoever is asked, and with what differs."""
    own = tmp_path / "twice.rq"
    declared = ", ".join(f"{name}: iri" for name in columns.split())
    shown = " ".join(f"?{name}" for name in columns.split())
    own.write_text(
        f"# Facts.\n# columns: {declared}\n# group: {group}\n# role: fact = a <{ex('p')}> b\n"
        f"# metric: hit\nSELECT {shown} {{ ?a ?p ?b }}\n"
    )
    facts = [(ex("a"), ex("p"), ex("b")), (ex("a"), ex("q"), ex("b"))]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    with pytest.raises(PatternError, match=says):
        kgforge.mine([own], source, tmp_path / "mined", engine=engine)
    assert not (tmp_path / "mined").exists()


KNOWS = """# Who knows whom.
# columns: p: iri, x: iri, y: iri
# group: p
{lines}
# role: fact = x p y
# metric: hit
SELECT ?p ?x ?y {{ ?x ?p ?y }}
"""
CROWD = [
    *((ex("x"), ex("rare"), ex(f"rr{number}")) for number in range(2)),
    *((ex("x"), ex("often"), ex(f"oo{number}")) for number in range(4)),
    *((ex("z"), ex("often"), ex(f"oo{number}")) for number in range(4)),
]


def drawn(own: Path, out: Path, lines: str, *, counted: str = "", seed: int = 0) -> Counter[str]:
    """How many instances of each predicate a pattern with these lines draws from the crowd."""
    own.write_text(KNOWS.format(lines=lines))
    if counted:
        own.with_name(f"{own.stem}.groups.rq").write_text(counted)
    source = write_ntriples(CROWD, own.with_name("graph.nt"))
    kgforge.mine([own], source, out, seed=seed, force=True)
    return Counter(
        fact["predicate"].removeprefix(ex("")) for one in instances(out, own.stem)
        for fact in one["facts"]
    )  # fmt: skip


COUNTED = """# Of each predicate its triples.
# columns: p: iri, matches: int, triples: int
SELECT ?p (COUNT(*) AS ?matches) (COUNT(*) AS ?triples) { ?a ?p ?b } GROUP BY ?p
"""


@pytest.mark.parametrize("counted", ["", COUNTED])
def test_what_stands_before_a_sample_is_done_before_it(counted: str, tmp_path: Path) -> None:
    own, out = tmp_path / "own.rq", tmp_path / "mined"
    for seed in range(5):  # rows of groups that fall take no place in the sample
        lines = "# keep: matches >= 3\n# sample: 2 per x"
        assert drawn(own, out, lines, counted=counted, seed=seed) == {"often": 4}
    lines = "# sample: 1 per x, 2\n# keep: matches >= 2"
    kept = [drawn(own, out, lines, counted=counted, seed=seed) for seed in range(8)]
    assert {tuple(one.values()) for one in kept} == {(2,), ()}  # one of each is none of two


@pytest.mark.parametrize("counted", ["", COUNTED])
def test_otherwise_asks_all_groups_again(counted: str, tmp_path: Path) -> None:
    lines = "# params: $predicates: iri*\n# keep: matches >= 99\n# otherwise: 1 per p"
    text = KNOWS.replace("{{ ?x", "{{ VALUES ?p {{ $predicates }} ?x")
    own = tmp_path / "own.rq"
    own.write_text(text.format(lines=lines))
    if counted:
        own.with_name("own.groups.rq").write_text(counted)
    source = write_ntriples(CROWD, tmp_path / "graph.nt")
    kgforge.mine([own], source, tmp_path / "mined")
    assert {one["group"] for one in instances(tmp_path / "mined", "own")} == {
        f"<{ex('rare')}>", f"<{ex('often')}>"
    }  # fmt: skip


def test_otherwise_draws_whole_items(tmp_path: Path) -> None:
    own, out = tmp_path / "own.rq", tmp_path / "mined"
    lines = "# keep: matches >= 99\n# item: x p\n# otherwise: 1 per p"
    drawn(own, out, lines)
    assert sorted(len(one["facts"]) for one in instances(out, "own")) == [2, 4]


def test_what_was_a_blank_node_is_never_sampled(tmp_path: Path) -> None:
    (tmp_path / "graph.ttl").write_text(
        "@prefix ex: <http://example.org/> . ex:a ex:p [] , ex:b . ex:b ex:p ex:a . "
        "[] a ex:kind . ex:a a ex:kind ."
    )
    (tmp_path / "own.rq").write_text(KNOWS.format(lines="# params: $x: iri* = x of thing").replace(
        "{ ?x", "{ VALUES ?x { $x } ?x"))  # fmt: skip
    (tmp_path / "thing.rq").write_text(
        "# One thing.\n# columns: x: iri\n# sample: 1\nSELECT ?x { ?x a ?kind }\n"
    )
    for seed in range(4):
        kgforge.mine([tmp_path / "own.rq"], f"rdf:{tmp_path}/graph.ttl", tmp_path / "mined",
                     seed=seed, force=True)  # fmt: skip
        found = instances(tmp_path / "mined", "own")
        assert {fact["object"] for one in found for fact in one["facts"]} == {ex("b"), ex("kind")}


def test_a_helper_and_two_patterns_of_one_name_are_refused(tmp_path: Path) -> None:
    source = write_ntriples(CROWD, tmp_path / "graph.nt")
    with pytest.raises(PatternError, match="frequent_types has no role"):
        kgforge.mine(["frequent_types"], source, tmp_path / "mined")
    (tmp_path / "symmetry.rq").write_text(KNOWS.format(lines="#"))
    with pytest.raises(PatternError, match="two patterns are called symmetry"):
        kgforge.mine(["all", tmp_path / "symmetry.rq"], source, tmp_path / "mined")


# ── bad input ───────────────────────────────────────────────────────────────────────────────────
def test_an_empty_graph_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    (tmp_path / "names.nt").write_text(f'<urn:a> <{label}> "a" .\n')
    with pytest.raises(StoreError, match="is empty"):
        kgforge.mine(["symmetry"], f"rdf:{tmp_path}/names.nt", tmp_path / "mined")
    assert [path.name for path in tmp_path.iterdir()] == ["names.nt"]


@pytest.mark.parametrize(("text", "says"), [
    ("SELECT ?a { ?a ?p ?b }", "no header"),
    ("# One.\n# columns: a: iri\n# group: a\n# role: r = a wdt:P26 a\n# metric: hit\n"
     "SELECT ?a WHERE { ?a ?p }", "own.rq:6:25: SPARQL: after .\\?p. a variable"),
    ("# One.\n# columns: a: iri, c: iri\n# group: a\n# role: r = a wdt:P26 c\n# metric: hit\n"
     "SELECT ?a { ?a ?p ?b }", "own.rq:2: columns: .*does not return c; it returns a"),
    ("# One.\n# columns: a: thing\nSELECT ?a { ?a ?p ?b }", "own.rq:2: columns: .*no type"),
    ("# One.\n# colums: a: iri\nSELECT ?a { ?a ?p ?b }", "unknown key 'colums'|no header"),
    ("# One.\n# params: $n: int = 5\n# columns: a: iri\nSELECT ?a { ?a ?p ?b }",
     "own.rq:2: params: \\$n is declared and never used"),
    ("# One.\n# columns: a: iri\nSELECT ?a { ?a $p ?b }", "own.rq:3: \\$p is not declared"),
    ("# One.\n# columns: a: iri\n# group: a\n# role: r = a wdt:P26 z\n# metric: hit\n"
     "SELECT ?a { ?a ?p ?b }", "own.rq:4: role: no column 'z'"),
    ("# One.\n# columns: a: iri\n# group: a\n# role: r = a wdt:P26 a\n# metric: hat\n"
     "SELECT ?a { ?a ?p ?b }", "own.rq:5: metric: no 'hat': did you mean hit.* available: .*hit"),
    ("# One.\n# columns: a: iri\n# group: a\n# keep: matches >= open('x')\n"
     "SELECT ?a { ?a ?p ?b }", "own.rq:4: keep: .*holds"),
    ("# One.\n# columns: b: iri\n# group: b\n# role: r = b wdt:P26 b\n# metric: hit\n"
     "SELECT ?b { ?a ?p ?b }", "own.rq:2: columns: b is declared iri and holds \"x\""),
    ("# One.\n# columns: a: iri\n# group: a\n# role: r = a wdt:P26 z\n# role: s = a wdt:P26 a\n"
     "# metric: hit\nSELECT ?a { ?a ?p ?b }", "own.rq:4: role: no column 'z'"),
    ("# One.\n# columns: a: iri\n# group: a\n# role: r = a wdt:P26 a\n# role: r = a wdt:P22 a\n"
     "# metric: hit\nSELECT ?a { ?a ?p ?b }", "own.rq:5: role: r is given twice"),
    ("# One.\n# params: $n: int = 5\n# params: $m: int, $n: int\n# columns: a: iri\n"
     "SELECT ?a { ?a ?p ?b }", "own.rq:3: params: n is given twice"),
    ("# One.\nparams: $n: int = 5\ncolumns: a: iri\nSELECT ?a { ?a ?p ?b }",
     "own.rq:2: params: this line is no comment, .*: begin it with #$"),
    ("# One.\n# params: $n: str = x\n# columns: a: iri\n# group: a\n# keep: matches > $n\n"
     "# role: r = a wdt:P26 a\n# metric: hit\nSELECT ?a { ?a ?p ?b }",
     "own.rq:5: keep: \\$n is not of type int or float"),
    ("# One.\n# params: $n: float = 2\n# columns: a: iri\n# sample: 5, $n\nSELECT ?a { ?a ?p ?b }",
     "own.rq:4: sample: \\$n is not of type int"),
    ("# One.\n# columns: a: iri\n# sample: 5 by -a\nSELECT ?a { ?a ?p ?b }",
     "own.rq:3: sample: -a is not a number to sort by"),
    ("# One.\n# columns: a: iri\n# keep: matches > 3\nSELECT ?a { ?a ?p ?b }",
     "own.rq:3: keep: a query without a role is a helper"),
])  # fmt: skip
def test_a_header_that_lies_is_told_with_file_and_line(
    text: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "own.rq").write_text(text)
    source = write_ntriples([(ex("a"), ex("p"), '"x"')], tmp_path / "graph.nt")
    with pytest.raises(PatternError, match=says):
        kgforge.mine([tmp_path / "own.rq"], source, tmp_path / "mined")
    assert not (tmp_path / "mined").exists()


def test_a_query_that_cannot_be_answered_is_told(tmp_path: Path) -> None:
    own = tmp_path / "own.rq"
    source = write_ntriples(CROWD, tmp_path / "graph.nt")
    own.write_text(
        KNOWS.format(lines="#").replace(
            "?x ?p ?y }", "SERVICE <http://localhost:1/> { ?x ?p ?y } }"
        )
    )
    with pytest.raises(PatternError, match=r"own\.rq:\d+: SERVICE asks another server"):
        kgforge.mine([own], source, tmp_path / "mined")
    lines = "# params: $x: iri* = x of own"
    own.write_text(KNOWS.format(lines=lines).replace("{ ?x", "{ VALUES ?x { $x } ?x"))
    with pytest.raises(PatternError, match=r"own\.rq:4: params: own takes its value from itself"):
        kgforge.mine([own], source, tmp_path / "mined")
    own.write_text(own.read_text().replace("x of own", "x of nothing"))
    with pytest.raises(PatternError, match=r"cannot read the query file .*nothing\.rq: No such"):
        kgforge.mine([own], source, tmp_path / "mined")


CLOSED = """# What a is, of a closed list.
# params:  $closed: (p iri, o iri, n int)*, $most: int
# columns: p: iri, a: iri, o: iri
# group:   p
# sample:  $most
# role:    what = a p o
# role:    kind = a wdt:P31 p
# metric:  hit
# options: {options}
SELECT ?p ?a ?o {{ VALUES (?p ?o ?n) {{ $closed }} ?a ?p ?o }}
"""


@pytest.mark.parametrize(("options", "says"), [
    ("o", "'o' is not 'column of \\$parameter', as in 'o of \\$closed'"),
    ("o of $open", r"no parameter \$open; available: \$closed, \$most"),
    ("o of $most", r"\$most is not a table"),
    ("a of $closed", "no role asks for a"),
    ("n of $closed", "no role asks for n"),
    ("p of $closed", r"\$closed has no column 'http.*P31' of IRIs or terms; available: p, o"),
])  # fmt: skip
def test_options_that_a_table_cannot_give_are_told_with_their_line(
    options: str, says: str, tmp_path: Path
) -> None:
    own = tmp_path / "own.rq"
    own.write_text(CLOSED.format(options="o of $closed"))
    assert patterns.read_pattern(own).header.options == Options("o", "closed")
    own.write_text(CLOSED.format(options=options))
    with pytest.raises(PatternError, match=f"own.rq:9: options: {says}"):
        patterns.read_pattern(own)


@pytest.mark.parametrize("column", ["object iri", "o int"])
def test_options_want_a_column_of_terms(column: str, tmp_path: Path) -> None:
    own = tmp_path / "own.rq"
    own.write_text(CLOSED.format(options="o of $closed").replace("o iri,", f"{column},"))
    with pytest.raises(
        PatternError, match=r"own.rq:9: options: \$closed has no column 'o' of IRIs"
    ):
        patterns.read_pattern(own)


def test_twins_of_other_options_are_refused(tmp_path: Path) -> None:
    own, twin = tmp_path / "own.rq", tmp_path / "own.sql"
    text = CLOSED.format(options="o of $closed")
    twin.write_text(text.replace("#", "--"))
    own.write_text(text)
    assert set(patterns.read_pattern(own).queries) == {"sparql", "sql"}
    own.write_text(text.replace("# options: o of $closed\n", ""))
    with pytest.raises(
        PatternError, match=r"own\.sql:9: options: its header differs from .*own.rq"
    ):
        patterns.read_pattern(own)


SQL_TWIN = "-- Who knows whom.\n" + KNOWS.partition("\n")[2].replace("#", "--")


@pytest.mark.parametrize(("change", "says"), [
    (("-- Who", "-- Whoever"), r"own.sql: description: its header differs from that of .*own.rq"),
    (("x: iri, y", "y: iri, x"), r"own.sql:2: columns: its header differs"),
    (("= x p y", "= y p x"), r"own.sql:5: role: its header differs"),
    (("keep: matches > 1", "keep: matches > 2"), r"own.sql:4: keep: its header differs"),
])  # fmt: skip
def test_twins_whose_headers_differ_are_refused(
    change: tuple[str, str], says: str, tmp_path: Path
) -> None:
    own, twin = tmp_path / "own.rq", tmp_path / "own.sql"
    own.write_text(KNOWS.format(lines="# keep: matches > 1"))
    twin.write_text(SQL_TWIN.format(lines="-- keep: matches > 1"))
    assert set(patterns.read_pattern(own).queries) == {"sparql", "sql"}
    assert twin.read_text().count(change[0]) == 1
    twin.write_text(twin.read_text().replace(*change))
    for asked in (own, twin):
        with pytest.raises(PatternError, match=says):
            patterns.read_pattern(asked)


def test_groups_files_whose_headers_differ_are_refused(tmp_path: Path) -> None:
    (tmp_path / "own.rq").write_text(KNOWS.format(lines="#"))
    (tmp_path / "own.sql").write_text(SQL_TWIN.format(lines="--"))
    (tmp_path / "own.groups.rq").write_text(COUNTED)
    twin = tmp_path / "own.groups.sql"
    twin.write_text(COUNTED.replace("#", "--"))
    patterns.read_pattern(tmp_path / "own.rq")
    twin.write_text(twin.read_text().replace(", triples: int", ""))
    with pytest.raises(PatternError, match=r"own\.groups\.sql:2: columns: its header differs"):
        patterns.read_pattern(tmp_path / "own.rq")


# ── the published graph ─────────────────────────────────────────────────────────────────────────
def test_the_wikidata_graph_keeps_exactly_the_known_groups(mined: Path) -> None:
    symmetric = {
        name: (group["triples"], group["matches"])
        for name, group in groups(mined, "symmetry").items()
        if group["kept"]
    }
    assert symmetric == {
        "wdt:P190": (19_568, 15_814),
        "wdt:P26": (857, 562),
        "wdt:P3373": (555, 298),
        "wdt:P451": (360, 284),
        "wdt:P47": (20_856, 15_042),
        "wdt:P530": (6_645, 6_444),
    }
    inverse = {
        name: group["matches"] for name, group in groups(mined, "inverse").items() if group["kept"]
    }
    assert inverse == {
        "wdt:P127|wdt:P1830": 289,
        "wdt:P1344|wdt:P1923": 376,
        "wdt:P1376|wdt:P36": 1_619,
        "wdt:P155|wdt:P156": 209,
        "wdt:P22|wdt:P40": 34,
        "wdt:P2341|wdt:P2936": 125,
        "wdt:P355|wdt:P749": 174,
    }
    assert groups(mined, "hierarchy")["wdt:P279"]["matches"] == 40_573
    composite = groups(mined, "composite").values()
    assert sum(group["matches"] for group in composite) == 148_727
    many = [group for group in composite if group["matches"] >= 50]
    assert len(many) == 363
    assert [group for group in composite if group["kept"]] == [
        group for group in many if group["support"] / group["body"] >= 0.1
    ]
    assert sum(group["kept"] for group in composite) == 206


def test_no_group_of_the_wikidata_graph_exceeds_its_cap(mined: Path) -> None:
    for pattern in ("symmetry", "inverse", "composite", "path"):
        taken: dict[str, int] = defaultdict(int)
        for instance in instances(mined, pattern):
            taken[instance["group"]] += 1
        assert max(taken.values()) == 100
        assert {
            name: group["instances"]
            for name, group in groups(mined, pattern).items()
            if group["instances"]
        } == taken
    assert len(instances(mined, "hierarchy")) == 1_000


ALL_TRIANGLES = """-- All triangles, whatever their type.
-- columns: r1: iri, r2: iri, r3: iri, x: iri, y: iri, z: iri
-- group:   r1 "+" r2 ">" r3
-- sample:  1 per group
-- role:    first    = x r1 y
-- role:    second   = y r2 z
-- role:    composed = x r3 z
-- metric:  composed_given_premises
SELECT f1.p AS r1, f2.p AS r2, f3.p AS r3, f1.s AS x, f1.o AS y, f2.o AS z
FROM facts AS f1
JOIN facts AS f2 ON f2.s = f1.o
JOIN facts AS f3 ON f3.s = f1.s AND f3.o = f2.o
WHERE f1.s <> f1.o AND f1.o <> f2.o AND f1.s <> f2.o
"""


@pytest.mark.skipif(not PROOF, reason="of random graphs in every run, of this one in make proof")
def test_the_wikidata_graph_has_all_its_triangles(wikidata_graph: str, tmp_path: Path) -> None:
    (tmp_path / "triangles.sql").write_text(ALL_TRIANGLES)
    store = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([wikidata_graph], store)
    kgforge.mine([tmp_path / "triangles.sql"], store, tmp_path / "mined")
    found = groups(tmp_path / "mined", "triangles").values()
    assert (sum(group["matches"] for group in found), len(found)) == (794_240, 9_900)
