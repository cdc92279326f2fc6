"""The statistics of a graph: counts against plain answers and brute force, the page, and errors."""

import json
import re
import tracemalloc
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kgforge
from kgforge import stores, terms
from kgforge.errors import QueryTimeoutError
from kgforge.mining import census, outcomes, statistics_page
from kgforge.mining.census import Counted
from kgforge.mining.reasons import Reason
from kgforge.schema import (
    Count,
    Entry,
    GraphId,
    Group,
    Label,
    Outcome,
    Relation,
    Statistics,
    folders,
)
from kgforge.stores import Access
from kgforge.stores.oxigraph import OxigraphStore
from tests import worlds
from tests.browsing import EACH_SIZE, Watched
from tests.stores.suite import ONE
from tests.worlds.facts import Fact, ex, load_town, write_ntriples

P31 = terms.PREFIXES["wdt"] + "P31"
FACTS: list[Fact] = [
    # One subject has two objects, one object two subjects; a loop is none of them.
    (ex("a"), ex("p"), ex("b")),
    (ex("a"), ex("p"), ex("c")),
    (ex("d"), ex("p"), ex("c")),
    (ex("e"), ex("p"), ex("f")),
    (ex("e"), ex("p"), ex("e")),
    # All say the same of many.
    *((ex(name), ex("q"), '"red"@en') for name in "abc"),
    (ex("g"), ex("loop"), ex("g")),
    *((ex(name), P31, ex("T")) for name in "abc"),
    (ex("a"), P31, ex("U")),
]


def counted(facts: Iterable[Fact], folder: Path, *names: str, **params: str) -> Statistics:
    """What is written beside patterns mined from a graph of these facts."""
    source = write_ntriples(facts, folder / "graph.nt")
    kgforge.mine(names or ("symmetry",), source, folder / "mined", params=params, force=True)
    return folders.read_statistics(folder / "mined")


def test_a_small_graph_is_counted_as_by_hand(tmp_path: Path) -> None:
    found = counted(FACTS, tmp_path).census
    assert found is not None
    assert (found.triples, found.self_loops, found.entities, found.literals) == (11, 2, 9, 1)
    relations = {terms.compact(one.predicate): one for one in found.relations}
    assert relations["<http://example.org/p>"] == Relation(
        predicate=ex("p"), label="", triples=4, literals=0, subjects=3, objects=3,
        subjects_of_several=1, objects_of_several=1, tails_per_head=4 / 3, heads_per_tail=4 / 3,
        kind="1-1", duplicates=(),
    )  # fmt: skip
    assert relations["<http://example.org/q>"] == Relation(
        predicate=ex("q"), label="", triples=3, literals=3, subjects=3, objects=1,
        subjects_of_several=0, objects_of_several=1, tails_per_head=1.0, heads_per_tail=3.0,
        kind="N-1", duplicates=(),
    )  # fmt: skip
    alone = relations["<http://example.org/loop>"]
    assert (alone.triples, alone.tails_per_head, alone.kind) == (0, None, "")
    assert [one.predicate for one in found.relations][:2] == [ex("p"), P31]
    degrees = [(one.degree, one.entities, one.literals) for one in found.degrees]
    assert degrees == [(1, 4, 0), (2, 1, 0), (3, 2, 1), (4, 1, 0), (5, 1, 0)]
    assert (found.type, found.types) == (P31, 2)
    assert [(one.type, one.entities) for one in found.frequent_types] == [
        (ex("T"), 3),
        (ex("U"), 1),
    ]


nodes = st.sampled_from([ex(name) for name in "abcde"])
graphs = st.lists(
    st.tuples(nodes, st.sampled_from([ex("p"), ex("q"), P31]),
              nodes | st.sampled_from(['"x"', '"x"@en', f'"7"^^<{terms.XSD}integer>'])),
    min_size=1, max_size=30, unique=True,
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(facts=graphs)
def test_a_random_graph_is_counted_as_networkx_counts(
    facts: list[Fact], tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = counted(facts, tmp_path_factory.mktemp("census")).census
    assert found is not None
    graph = nx.MultiDiGraph((s, o, p) for s, p, o in facts)
    degree = {node: len({*graph.in_edges(node, keys=True), *graph.out_edges(node, keys=True)})
              for node in graph}  # fmt: skip
    spread: Counter[tuple[int, bool]] = Counter(
        (degree[node], terms.is_literal(node)) for node in graph
    )
    assert {
        (one.degree, literal): many
        for one in found.degrees
        for literal, many in ((False, one.entities), (True, one.literals))
        if many
    } == spread
    assert found.self_loops == nx.number_of_selfloops(graph)
    assert {one.predicate for one in found.relations} == {p for _, p, _ in facts}
    for relation in found.relations:
        assert said(relation) == brute(relation.predicate, facts)


def said(relation: Relation) -> dict[str, object]:
    return {name: getattr(relation, name) for name in Relation.__struct_fields__
            if name not in ("predicate", "label", "kept")}  # fmt: skip


def brute(predicate: str, facts: list[Fact]) -> dict[str, object]:
    """One predicate's figures, by sets of what belongs to what."""
    forth, back = defaultdict(set), defaultdict(set)
    for s, p, o in facts:
        if p == predicate and s != o:
            forth[s].add(o)
            back[o].add(s)
    triples = sum(map(len, forth.values()))
    means = (triples / len(forth), triples / len(back)) if triples else (None, None)
    return {
        "triples": triples,
        "literals": sum(len(back[o]) for o in back if terms.is_literal(o)),
        "subjects": len(forth),
        "objects": len(back),
        "subjects_of_several": sum(len(objects) > 1 for objects in forth.values()),
        "objects_of_several": sum(len(subjects) > 1 for subjects in back.values()),
        "tails_per_head": means[0],
        "heads_per_tail": means[1],
        "kind": kind(means),
        "duplicates": tuple(duplicates(predicate, facts)),
    }


def duplicates(predicate: str, facts: list[Fact]) -> Iterator[str]:
    """The other predicates that say four fifths of the same, seen from either."""
    pairs = defaultdict(set)
    for s, p, o in facts:
        if s != o:
            pairs[p].add((s, o))
    for other in sorted(pairs.keys() - {predicate}):
        both = pairs[predicate] & pairs[other]
        if both and len(both) >= 0.8 * max(len(pairs[predicate]), len(pairs[other])):
            yield other


def kind(means: tuple[float | None, float | None]) -> str:
    """As the paper words it: below 1.5 a side is ONE, else MANY, the heads' named first."""
    if means[0] is None or means[1] is None:
        return ""
    sides = ["1" if mean < 1.5 else "N" for mean in (means[1], means[0])]
    return "N-M" if sides == ["N", "N"] else "-".join(sides)


def test_the_town_says_which_patterns_it_can_support(tmp_path: Path) -> None:
    load_town(f"oxigraph:{tmp_path}/town")
    kgforge.mine(["symmetry", "bias"], f"oxigraph:{tmp_path}/town", tmp_path / "mined",
                 params={"least": "1", "share": "0.5"})  # fmt: skip
    found = folders.read_statistics(tmp_path / "mined")
    assert found.census is not None
    groups = [
        json.loads(line)
        for line in (tmp_path / "mined/symmetry/groups.jsonl").read_text().splitlines()
    ]
    [symmetry, bias] = found.patterns
    fallen = [group for group in groups if not group["kept"]]
    assert fallen
    assert (symmetry.groups, symmetry.kept) == (len(groups), len(groups) - len(fallen))
    assert symmetry.instances == sum(group["instances"] for group in groups) > 0
    assert [(one.name, one.count) for one in symmetry.reasons] == [
        ("not triples >= $least and matches / triples >= $share", len(fallen))
    ]
    assert (bias.groups, bias.kept, bias.instances, bias.reasons) == (0, 0, 0, ())
    kept = {group["predicates"][0] for group in groups if group["kept"]}
    assert {one.predicate for one in found.census.relations if one.kept} == kept
    triples = {group["predicates"][0]: group["triples"] for group in groups}
    assert {one.predicate: one.triples for one in found.census.relations} == triples


def test_types_are_by_the_parameter_and_the_most_frequent_alone_are_listed(tmp_path: Path) -> None:
    facts = [(ex(f"x{n}-{m}"), ex("kind"), ex(f"T{n:03}")) for n in range(105) for m in (0, 1)]
    facts.append((ex("more"), ex("kind"), ex("T104")))
    found = counted(facts, tmp_path, "composite", type=f"<{ex('kind')}>").census
    assert found is not None
    assert (found.type, found.types, len(found.frequent_types)) == (ex("kind"), 105, 100)
    assert [(one.type, one.entities) for one in found.frequent_types[:2]] == [
        (ex("T104"), 3),
        (ex("T000"), 2),
    ]


def test_groups_are_flagged_by_what_their_predicates_are(tmp_path: Path) -> None:
    facts: list[Fact] = [
        *((ex(f"s{n}"), ex("lives-in"), ex(f"town{n % 3}")) for n in range(5)),
        *((ex(f"s{n}"), ex("resides-in"), ex(f"town{n % 3}")) for n in range(4)),
        *((ex(f"s{n}"), ex("knows"), ex(f"s{m}")) for n in range(3) for m in range(4, 6)),
        *((ex(f"s{n}"), ex("called"), f'"{n}"') for n in range(3)),
    ]
    counted(facts, tmp_path, "asymmetry", least="1")
    lines = (tmp_path / "mined/asymmetry/groups.jsonl").read_text().splitlines()
    flags = {group["group"]: group["flags"] for group in map(json.loads, lines)}
    assert flags == {
        f"<{terms.compact(ex(name)).strip('<>')}>": found
        for name, found in {
            "called": ["functional", "literal"],
            "knows": [],
            "lives-in": ["duplicate", "functional"],
            "resides-in": ["duplicate", "functional"],
        }.items()
    }


def test_the_record_is_of_its_schema(tmp_path: Path) -> None:
    counted(FACTS, tmp_path)
    record = json.loads((tmp_path / "mined/statistics.json").read_text())
    jsonschema.validate(record, folders.json_schema("statistics"))


def reasons(number: int) -> dict[str, Reason]:
    """Why most of so many groups are dropped, each with figures of its own."""
    return {
        f"g{n:06}": Reason("matches >= $least", (("matches", n),), (("least", 10**9),))
        for n in range(number)
        if n % 100 != 7
    }


def groups(number: int) -> Iterator[Group]:
    """So many groups, most of which fall."""
    for n in range(number):
        kept = n % 100 == 7
        reason = None if kept else f"not matches >= $least (matches = {n}, $least = {10**9})"
        yield Group(
            pattern="own",
            group=f"g{n:06}",
            predicates=(ex(f"p{n}"), ex("p")),
            matches=n // 2,
            instances=2 * kept,
            kept=kept,
            reason=reason,
        )


def written(number: int, folder: Path) -> tuple[Statistics, list[str], int]:
    """What is written of so many groups, which the page shows, and the memory it took."""
    folder.mkdir()
    dropped = reasons(number)
    tracemalloc.start()
    examined = outcomes.examined("own", groups(number), dropped)
    graph, counted = GraphId(None, None), Counted(None, "too large")
    found = statistics_page.write(folder, graph, counted, [examined])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    head = re.search(r'id="head">(.*?)</script>', (folder / statistics_page.PAGE).read_text())
    assert head
    return found, [one["group"] for one in json.loads(head[1])["groups"]["own"]], peak


def test_of_many_groups_the_first_are_shown_and_none_is_kept_in_memory(tmp_path: Path) -> None:
    _, _, little = written(1_000, tmp_path / "few")
    found, shown, much = written(20_000, tmp_path / "many")
    ordered = sorted(groups(20_000), key=lambda one: (not one.kept, -(one.matches or 0), one.group))
    assert shown == [one.group for one in ordered[:100]]
    assert found.patterns == (
        Outcome("own", 20_000, 200, 400, (Count("not matches >= $least", 19_800),)),
    )
    assert much < 1.5 * little


def test_a_census_that_takes_too_long_stops_mining_and_leaves_nothing(tmp_path: Path) -> None:
    """Without it groups would lack flags: other bytes from the same graph, pattern and seed."""
    address = f"duckdb:{tmp_path}/graph.db"
    with stores.open(address, stores.WRITE) as store:
        store.add([*worlds.dense(1), ONE])
    with (
        stores.open(address, Access(timeout=1e-9)) as store,
        pytest.raises(QueryTimeoutError, match=r"rq: stopped after 1e-09 s \(--timeout\)"),
    ):
        census.counted(store, GraphId("0" * 64, 9))
    with pytest.raises(QueryTimeoutError, match="--timeout"):
        kgforge.mine(["bias"], address, tmp_path / "mined", timeout=1e-9)
    assert not (tmp_path / "mined").exists()


def test_someone_elses_endpoint_is_not_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(OxigraphStore, "foreign", True)
    found = counted(FACTS, tmp_path)
    assert (found.census, found.graph) == (None, GraphId(None, None))
    assert "a remote endpoint is not counted" in found.note
    assert [one.pattern for one in found.patterns] == ["symmetry"]


OWN_TYPE = """# Facts.
# params:  $type: str
# columns: p: iri, x: iri, y: iri
# group:   p
# role:    fact = x p y
# metric:  hit
SELECT ?p ?x ?y { ?x ?p ?y FILTER(isIRI(?y) && ?y != $type) }
"""


@pytest.mark.parametrize("foreign", [False, True])
def test_a_type_that_is_no_predicate_is_for_patterns_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, foreign: bool
) -> None:
    """It is given to one, or to all where no statistics are made."""
    monkeypatch.setattr(OxigraphStore, "foreign", foreign)
    own = tmp_path / "own.rq"
    own.write_text(OWN_TYPE)
    name = "type" if foreign else "own.type"
    found = counted(FACTS, tmp_path, str(own), **{name: "is a"})
    assert [(one.pattern, one.groups) for one in found.patterns] == [("own", 3)]  # p, loop, P31
    assert (found.census is None) is foreign


# ── The page ────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the town."""
    folder = tmp_path_factory.mktemp("statistics")
    load_town(f"oxigraph:{folder}/town")
    params = {"least": "1", "share": "0.5"}
    kgforge.mine(["all"], f"oxigraph:{folder}/town", folder / "mined", params=params)
    return folder / "mined" / "statistics.html"


def test_an_address_leads_to_its_place_or_nowhere(watched: Watched, page: Path) -> None:
    """Also one with a lone percent sign."""
    for place, opened in (("#pattern-composite", True), ("#100%", False)):
        watched.page.goto("about:blank")
        watched.page.goto(page.as_uri() + place)
        watched.ready()
        assert watched.page.locator("#pattern-composite").get_attribute("open") == (
            "" if opened else None
        )
    assert watched.complaints == []


def cells(row: Any) -> list[str]:
    return [str(text).strip() for text in row.locator("th, td").all_inner_texts()]


@EACH_SIZE
def test_the_page_shows_what_was_counted(watched: Watched, page: Path) -> None:
    opened = watched.open(page)
    assert watched.complaints == []
    assert watched.requests == [page.as_uri()]
    assert not opened.evaluate("document.documentElement.scrollWidth > innerWidth")
    found = folders.read_statistics(page.parent)
    assert found.census is not None
    rows = opened.locator("#predicate tbody tr")
    assert rows.count() == len(found.census.relations)
    first = found.census.relations[0]
    shown = cells(rows.first)
    assert terms.compact(first.predicate) in shown[0]
    assert shown[1:6] == [
        first.kind, str(first.triples), str(first.literals), str(first.subjects), str(first.objects)
    ]  # fmt: skip
    verdicts = {row[0]: row[1] for row in map(cells, opened.locator("#outcome tbody tr").all())}
    for outcome in found.patterns:
        assert verdicts[outcome.pattern].startswith(
            f"feasible: {outcome.instances} instance" if outcome.instances else "not feasible"
        )
    assert opened.locator("#plot svg path").count() > len(found.census.degrees)
    told = opened.locator("#examined").text_content() or ""
    assert "needs 1 instance" in told or "needs 1 triple" in told
    assert "$" not in told
    assert opened.locator("#type tbody tr").count() == len(found.census.frequent_types)


def test_a_column_that_would_be_empty_is_left_out(watched: Watched, page: Path) -> None:
    found = folders.read_statistics(page.parent).census
    assert found is not None
    opened = watched.open(page)
    titles = opened.locator("#predicate thead th").all_inner_texts()
    doubled = any(relation.duplicates for relation in found.relations)
    assert ("Duplicates" in titles) == doubled
    plain = [msgspec.structs.replace(each, duplicates=()) for each in found.relations]
    counted = msgspec.structs.replace(found, relations=tuple(plain))
    other = Statistics(1, "0", GraphId(None, None), counted, "", ())
    (page.parent / "plain.html").write_text(statistics_page.page(other, {}))
    opened = watched.open(page.parent / "plain.html")
    titles = opened.locator("#predicate thead th").all_inner_texts()
    assert "Duplicates" not in titles and titles[-1] == "Kept in"
    assert opened.locator("#predicate tbody tr").first.locator("th, td").count() == len(titles)
    assert watched.complaints == []


def test_a_column_of_the_page_sorts_its_table(watched: Watched, page: Path) -> None:
    opened = watched.open(page)
    header = opened.locator("#predicate thead th").nth(5)
    header.get_by_role("button").click()
    assert header.get_attribute("aria-sort") == "descending"
    objects = [int(cells(row)[5]) for row in opened.locator("#predicate tbody tr").all()]
    assert objects == sorted(objects, reverse=True)
    assert len(set(objects)) > 1


def test_a_long_table_of_the_page_is_turned_and_printed_whole(watched: Watched, page: Path) -> None:
    found = folders.read_statistics(page.parent)
    assert found.census is not None
    first = found.census.relations[0]
    many = tuple(
        msgspec.structs.replace(first, predicate=f"http://p/{number}", triples=1000 - number)
        for number in range(473)
    )
    counted = msgspec.structs.replace(found.census, relations=many)
    text = statistics_page.page(msgspec.structs.replace(found, census=counted, patterns=()), {})
    (page.parent / "many.html").write_text(text)
    opened = watched.open(page.parent / "many.html")
    rows = opened.locator("#predicate tbody tr")
    assert rows.count() == 50
    assert opened.locator("#predicates .seen").inner_text() == "1–50 of 473"
    opened.get_by_role("button", name="Last page of Predicates").click()
    assert rows.count() == 23
    assert cells(rows.last)[2] == str(1000 - 472)
    opened.locator("#predicate thead th").nth(2).get_by_role("button").click()
    assert cells(rows.first)[2] == "1,000"
    assert opened.evaluate("document.documentElement.scrollHeight") < 8000
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert rows.count() == 473
    opened.evaluate("dispatchEvent(new Event('afterprint'))")
    assert rows.count() == 50


def test_an_address_unfolds_the_groups_of_a_pattern(watched: Watched, page: Path) -> None:
    opened = watched.page
    opened.goto(page.as_uri() + "#pattern-symmetry")
    watched.ready()
    assert opened.locator("#pattern-symmetry").get_attribute("open") is not None
    assert opened.locator("#groups-symmetry").is_visible()
    opened.locator("#outcome").get_by_role("link", name="inverse").click()
    watched.until("document.querySelector('#pattern-inverse').open")


def test_groups_are_called_by_all_their_labels_in_order(watched: Watched, page: Path) -> None:
    """A predicate that stands in a group twice is named twice."""
    found = folders.read_statistics(page.parent)
    assert found.census is not None
    every = found.census.relations
    known = tuple(msgspec.structs.replace(one, label=f"p{at}") for at, one in enumerate(every))
    labels = {terms.compact(one.predicate): one.label for one in known}
    census = msgspec.structs.replace(found.census, relations=known)
    groups: dict[str, tuple[Group, ...]] = {one.pattern: () for one in found.patterns}
    groups["composite"] = tuple(folders.read_groups(page.parent, "composite"))
    text = statistics_page.page(msgspec.structs.replace(found, census=census), groups)
    (page.parent / "named.html").write_text(text)
    opened = watched.open(page.parent / "named.html")
    heads = opened.locator("#groups-composite tbody th").all()
    assert heads
    for head in heads:
        id = head.locator("small").text_content(timeout=2_000) or ""
        first, second, third = re.split("[+>]", id)
        name = f"{labels[first]} + {labels[second]} → {labels[third]}"
        assert head.text_content() == name + id


def test_the_page_says_which_groups_otherwise_kept(watched: Watched, tmp_path: Path) -> None:
    x, y, z, v = (ex(name) for name in "xyzv")
    facts = [(x, ex("p"), y), (y, ex("p"), z), (x, ex("q"), z), (x, ex("s"), v), (v, ex("s"), z)]
    source = write_ntriples([(x, P31, ex("kind")), *facts], tmp_path / "graph.nt")
    kgforge.mine(["composite"], source, tmp_path / "mined", params={"most": "1"})
    opened = watched.open(tmp_path / "mined/statistics.html")
    [outcome] = opened.locator("#outcome tbody tr").all()
    pattern, verdict, _, kept, _, dropped = cells(outcome)
    assert (pattern, kept) == ("composite", "1")
    assert "kept by otherwise since no group has 50 instances; the largest, " in verdict
    assert dropped == "1: not drawn by otherwise (needs 50 instances)"
    opened.locator("#pattern-composite summary").click()
    last = [
        cells(row)[-1].splitlines()[0] for row in opened.locator("#groups-composite tbody tr").all()
    ]
    assert last == [
        "kept by otherwise (needs 50 instances; has 1 instance)",
        "not drawn by otherwise (needs 50 instances; has 1 instance)",
    ]


def test_a_page_without_a_census_says_why(watched: Watched, tmp_path: Path) -> None:
    text = statistics_page.page(
        Statistics(1, "0", GraphId(None, None), None, "too large to count", ()), {}
    )
    (tmp_path / "page.html").write_text(text)
    opened = watched.open(tmp_path / "page.html")
    assert watched.complaints == []
    assert "too large to count" in opened.locator(".notice").inner_text()
    assert opened.locator("#predicates").count() == 0


def test_labels_are_shown_and_cannot_break_out_of_the_page(tmp_path: Path) -> None:
    evil = "</script><script>document.title='broken'</script><!--"
    with stores.open(f"oxigraph:{tmp_path}/graph", stores.WRITE) as store:
        store.add([ONE, Entry(labels=(Label(ex("p"), "label", evil, "en"),))])
    kgforge.mine(["symmetry"], f"oxigraph:{tmp_path}/graph", tmp_path / "mined")
    found = folders.read_statistics(tmp_path / "mined").census
    assert found is not None
    assert [one.label for one in found.relations] == [evil]
    assert "<script>document.title" not in (tmp_path / "mined/statistics.html").read_text()
