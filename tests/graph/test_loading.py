"""Loading: counts in = counts out, idempotent, whole or not at all, on the published data."""

import gzip
import random
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

import kgforge
from kgforge import graph, stores, terms
from kgforge.errors import AddressError, SourceError
from kgforge.graph import LoadOptions, LoadReport, gauge, loading, lookups, origins
from kgforge.schema import ReadOptions
from kgforge.stores import Access, Store
from tests.worlds.facts import ex, lines_of, write_ntriples

Opener = Callable[[str, Access], Store]


def load(source: str, store: str, **options: object) -> LoadReport:
    return kgforge.load([source], store, LoadOptions(**options))  # type: ignore[arg-type]


def hash_of(store: str) -> tuple[str, int]:
    with loading.open_graph(store) as opened:
        return graph.graph_hash(opened)


def test_the_two_trex_documents_give_each_count(shared: Path, tmp_path: Path) -> None:
    store = f"oxigraph:{tmp_path}/graph"
    report = load(f"trex:{shared}/trex/sample-output.json", store)
    assert (report.documents, report.read, report.stored, report.duplicate) == (2, 112, 21, 91)
    assert (report.mentions, report.pairs, report.skipped_triples) == (84, 46, 0)
    again = load(f"trex:{shared}/trex/sample-output.json", store)
    assert (again.read, again.stored, again.duplicate, again.mentions) == (112, 0, 112, 0)


ZOO = """@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Cat a owl:Class ; rdfs:subClassOf :Animal , [ a owl:Restriction ] ; rdfs:label "cat"@en .
:likes rdfs:domain :Cat .
"""
TYPES = {"rdf": "type", "rdfs": "subClassOf", "wdt": "P31"}


def test_ontologies_and_given_types_lie_beside_the_facts(tmp_path: Path) -> None:
    """Stored once, counted apart, copied along; of a source of types nothing else is taken."""
    kinds = [terms.PREFIXES[prefix] + name for prefix, name in TYPES.items()]
    types = [(ex("tom"), kind, ex("Cat")) for kind in kinds]
    zoo, store = tmp_path / "zoo.ttl", f"duckdb:{tmp_path}/graph.db"
    zoo.write_text(ZOO)
    source = write_ntriples([(ex("tom"), ex("likes"), ex("fish"))], tmp_path / "facts.nt")
    more = write_ntriples([*types, (ex("tom"), ex("eats"), ex("fish"))], tmp_path / "types.nt")
    asked = {"ontologies": (str(zoo),), "types_from": (more,)}
    first, again = (load(source, store, **asked) for _ in range(2))
    assert (first.read, first.stored, first.labels, first.facts) == (1, 1, 1, 1)
    assert (first.axioms_read, first.axioms) == (5 + 3, 8)
    assert (again.axioms_read, again.axioms, again.facts) == (8, 0, 1)
    assert first.files == ("rdf:facts.nt", "rdf:zoo.ttl", "rdf:types.nt")
    kgforge.load([store], f"oxigraph:{tmp_path}/copy")
    # and from a graph of which it is known what lies beside its facts
    other = kgforge.load([], f"oxigraph:{tmp_path}/types", LoadOptions(types_from=(store,)))
    assert (other.facts, other.labels, other.axioms) == (0, 0, 7)
    with stores.open(f"oxigraph:{tmp_path}/copy") as copy:
        found = set(graph.ask(copy, "axioms"))
    assert {*types, (ex("Cat"), kinds[1], ex("Animal"))} < found
    assert len(found) == 8


def test_the_wikidata_graph_goes_in_whole(wikidata_graph: str, shared: Path) -> None:
    facts = {
        tuple(line.split("\t")[:3]) for line in lines_of(shared / "wikidata/triples.tsv.gz")[1:]
    }
    with stores.open(wikidata_graph) as opened:
        counted = lookups.counts(opened)
    assert counted["facts"] == len(facts) == 525_632
    named = (
        lines_of(shared / "wikidata/entities.tsv.gz")[1:]
        + lines_of(shared / "wikidata/properties.tsv")[1:]
    )
    assert counted["labels"] == sum(bool(line.split("\t")[1]) for line in named) == 196_076


@pytest.mark.parametrize(
    "format",
    [
        "webnlg:webnlg/v3.0_en_train/3triples",
        "wikidata:wikidata_json/dump_sample_49_items.json.gz",
        "rebel:rebel",
        "lama:lama/TREx",
    ],
)
def test_read_is_stored_and_duplicate_and_skipped(
    format: str, shared: Path, tmp_path: Path
) -> None:
    name, _, path = format.partition(":")
    report = load(f"{name}:{shared}/{path}", f"oxigraph:{tmp_path}/graph")
    assert report.stored > 1000
    assert report.read == report.stored + report.duplicate + report.skipped_triples
    assert report.stored == report.facts == hash_of(report.store)[1]


@pytest.mark.parametrize(
    ("header", "sound", "odd", "skipped"),
    [
        ("s\tp\to", "a\tb\tc", '<http://x/a b>\trdfs:label\t"x"@en', 1),
        ("node1\tlabel\tnode2", "Q1\tP31\tQ5", "\"abc\"\tlabel\t'x'@en", 1),
        ("node1\tlabel\tnode2", "Q1\tP31\tQ5", '"abc"\tP31\tQ5', 1),
        ("node1\tlabel\tnode2", "Q1\tP31\tQ5", 'a\t"x"\tQ5', 1),
        ("id\tlabel", "Q1\tone", '"x"\ty', 1),
        ("s\tp\to", "a\tb\tc", 'a\tb\t"\\UFFFFFFFF"', 0),
        ("s\tp\to", "a\tb\tc", 'a\tb\t"a\\ud800"', 0),
    ],
)
def test_one_odd_cell_does_not_end_a_load(
    tmp_path: Path, header: str, sound: str, odd: str, skipped: int
) -> None:
    path = tmp_path / "f.tsv"
    path.write_text(f"{header}\n{odd}\n{sound}\n")
    for store in (f"oxigraph:{tmp_path}/graph", f"duckdb:{tmp_path}/g.db"):
        report = load(f"tsv:{path}", store)
        right = [("not a valid IRI", 1)] * skipped
        assert [(one.reason, one.count) for one in report.skipped] == right
        assert report.labels + report.facts == 2 - skipped


def test_order_and_repetition_do_not_matter(tmp_path: Path) -> None:
    facts = [(ex(f"a{number % 7}"), ex("p"), ex(f"b{number}")) for number in range(50)]
    first = write_ntriples(facts, tmp_path / "one.nt")
    random.Random(3).shuffle(facts)
    second = write_ntriples(facts * 2, tmp_path / "two.nt")
    assert hash_of(first) == hash_of(second)
    assert hash_of(first) != hash_of(write_ntriples(facts[1:], tmp_path / "three.nt"))


def test_literals_are_kept_in_one_form(tmp_path: Path) -> None:
    xsd = "http://www.w3.org/2001/XMLSchema#"
    facts = [(ex("a"), ex("p"), f'"{written}"^^<{xsd}integer>') for written in ("7", "007", "+7")]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    report = load(source, f"oxigraph:{tmp_path}/graph")
    assert (report.read, report.stored, report.duplicate, report.changed) == (3, 1, 2, 2)


def test_chosen_predicates_and_a_limit(tmp_path: Path) -> None:
    facts = [(ex("a"), ex(p), ex(f"b{number}")) for p in "pq" for number in range(5)]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    chosen = load(source, f"oxigraph:{tmp_path}/one", predicates=frozenset({ex("p")}))
    assert (chosen.read, chosen.stored, chosen.skipped_triples, chosen.doubts) == (10, 5, 5, ())
    some = load(source, f"oxigraph:{tmp_path}/some", predicates=frozenset({ex("p"), ex("pp")}))
    assert some.doubts == (
        f"of 2 predicates that were to be loaded the graph has no fact of 1: <{ex('pp')}>",
    )
    assert load(source, f"oxigraph:{tmp_path}/two", limit=3).stored == 3


def test_a_file_that_breaks_half_way_leaves_the_graph_as_it_was(tmp_path: Path) -> None:
    good = write_ntriples([(ex("a"), ex("p"), ex("b"))], tmp_path / "good.nt")
    store = f"oxigraph:{tmp_path}/graph"
    load(good, store)
    before = hash_of(store)
    whole = gzip.compress("".join(f"Q{n}\tP26\tQ{n + 1}\n" for n in range(9999)).encode())
    (tmp_path / "cut.tsv.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=r"cut\.tsv\.gz: truncated or damaged after \d+ bytes"):
        load(f"tsv:{tmp_path}/cut.tsv.gz", store)
    with pytest.raises(SourceError):
        load(f"tsv:{tmp_path}/cut.tsv.gz", f"oxigraph:{tmp_path}/new")
    assert hash_of(store) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.tsv.gz", "good.nt", "graph"]


def test_a_path_without_a_name_is_recognised(shared: Path) -> None:
    known = {
        "trex": "trex/sample-output.json",
        "webnlg": "webnlg/v3.0_en_train/1triples/Airport_allSolutions.xml",
        "wikidata": "wikidata_json/dump_sample_49_items.json.gz",
        "rebel": "rebel/sample.jsonl.gz",
        "lama": "lama/TREx/P19.jsonl.gz",
        "rdf": "ontologies/foaf.ttl",
        "tsv": "wikidata/triples.tsv.gz",
    }
    assert {origins.recognise(shared / path): path for path in known.values()} == known


def test_unknown_names_and_missing_files_are_told() -> None:
    with pytest.raises(AddressError, match=r"no source 'trax'.*trex"):
        origins.find("trax:a.json", ExitStack())
    with pytest.raises(SourceError, match=r"no file or folder 'nowhere\.json'"):
        origins.find("trex:nowhere.json", ExitStack())


def test_labels_in_the_languages_asked_for(shared: Path, tmp_path: Path) -> None:
    source = f"wikidata:{shared}/wikidata_json/dump_sample_49_items.json.gz"
    english = load(source, f"oxigraph:{tmp_path}/en")
    both = load(source, f"oxigraph:{tmp_path}/both", read=ReadOptions(languages=("en", "de")))
    assert both.labels > english.labels > 49


@pytest.mark.parametrize("memory", ["oxigraph:", "duckdb:"])
def test_a_graph_that_cannot_be_loaded_into_memory_is_closed(
    memory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "none.nt").write_text("\n")
    closed: list[str] = []

    def opened(address: str, access: Access, really: Opener = stores.open) -> Store:
        store = really(address, access)
        monkeypatch.setattr(store, "close", lambda: closed.append(address))
        return store

    monkeypatch.setattr(stores, "open", opened)
    with pytest.raises(SourceError, match="there is no fact"):
        loading.open_graph(f"rdf:{tmp_path}/none.nt", memory=memory)
    assert closed == [memory]


# ── How far it is ───────────────────────────────────────────────────────────────────────────────
Told = list[tuple[str, int, int | None]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.setattr(gauge, "_SECONDS", 0.001)
    return []


@pytest.mark.parametrize("name", ["graph.nt", "table.tsv.gz"])
def test_a_load_tells_the_bytes_it_has_read_of_those_on_disk(
    name: str, tmp_path: Path, told: Told
) -> None:
    """From the beginning, and while Oxigraph reads N-Triples by itself."""
    path = tmp_path / name
    facts = [(ex(f"a{number}"), ex("p"), ex(f"b{random.random()}")) for number in range(40_000)]
    if name == "graph.nt":
        write_ntriples(facts, path)
    else:
        lines = "".join("\t".join(fact) + "\n" for fact in facts)
        path.write_bytes(gzip.compress(lines.encode()))
    kgforge.load([str(path)], "oxigraph:", progress=lambda *one: told.append(one))
    size = -(-path.stat().st_size // 1000)
    assert told[0] == (f"reading kB of {name}", 0, size)
    read = [done for what, done, total in told if total == size]
    assert len({done for done in read if 0 < done < size}) > 3
    assert told[-1][0] == "storing"


def test_a_load_of_many_files_has_one_total(tmp_path: Path, told: Told) -> None:
    for name in ("a.tsv", "b.tsv", "names.tsv"):
        (tmp_path / name).write_text("".join(f"Q{n}\tP26\tQ{n + 1}\n" for n in range(1, 5000)))
    sources = [f"tsv:{tmp_path}/{name}" for name in ("a.tsv", "b.tsv")]
    options = LoadOptions(ReadOptions(labels=(f"{tmp_path}/names.tsv",)))
    kgforge.load(sources, "oxigraph:", options, progress=lambda *one: told.append(one))
    size = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert {one[::2] for one in told} == {
        ("reading kB of 3 files", -(-size // 1000)),
        ("storing", None),
    }
    read = [done for what, done, _ in told if what != "storing"]
    assert read[-1] > read[0] == 0


def test_a_copied_graph_and_a_limit_are_told_in_facts(tmp_path: Path, told: Told) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("".join(f"Q{n}\tP26\tQ{n + 1}\n" for n in range(1, 30_000)))
    store = f"oxigraph:{tmp_path}/graph"
    kgforge.load([f"tsv:{path}"], store, LoadOptions(limit=20_000), lambda *one: told.append(one))
    assert ("reading triples of a.tsv", 20_000) in {(what, total) for what, _, total in told}
    told.clear()
    kgforge.load([store], "duckdb:", progress=lambda *one: told.append(one))
    assert (f"reading facts of {tmp_path}/graph", 20_000) in {one[::2] for one in told}


def test_a_table_of_a_header_alone_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "bare.tsv").write_text("subject\tpredicate\tobject\n")
    with pytest.raises(SourceError, match="of a table, a line below its header"):
        loading.open_graph(f"tsv:{tmp_path}/bare.tsv")
