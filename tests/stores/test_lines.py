"""N-Triples that DuckDB reads by itself: graph and counts are those of reading all in Python."""

import random
from collections.abc import Iterator
from pathlib import Path

import duckdb
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kgforge
from kgforge import graph, stores, terms
from kgforge.errors import SourceError
from kgforge.graph import LoadOptions, LoadReport
from kgforge.schema import Aside, Entry, ReadOptions, Triple
from kgforge.stores.duckdb import lines
from kgforge.stores.duckdb.database import Duck
from kgforge.terms import PREFIXES, XSD
from tests.sampled import PROOF
from tests.worlds.facts import ex

# ── which terms are sure ────────────────────────────────────────────────────────────────────────
pieces = st.sampled_from(
    [*"azAZ09._~-!$&'()*+,;=:@/?#%[]{}<>|^`\\\" \t\x7f\x00é日\u0300\u2028\ufdd0\ue000𝔘",
     "%20", "%e9", "%zz", "//", ":", "http", "urn", ".org", ":80", ":99999", "[::1]", "@"]
)  # fmt: skip
iris = st.lists(pieces, max_size=8).map(lambda parts: "http://a.org/" + "".join(parts)) | st.lists(
    pieces, max_size=8
).map("".join)
texts = st.text(st.sampled_from("ab \"\\\n\r\t\b\f'.<>@^é\u0301\u2028👩‍🚀𝔘\x01\x7f"), max_size=8)
tags = st.sampled_from(
    ["en", "en-GB", "en-gb", "de-at", "zh-hant-tw", "x", "e", "abcdefghi", "en-a", "sr-latn", "EN",
     "en-1997", "i-klingon", "x-own", "es-419", "abcd", "en-", "und"]
)  # fmt: skip
numbers = st.from_regex(r"\A[+-]?[0-9]{0,3}(\.[0-9]{0,3})?(E[0-9])?\Z") | st.sampled_from(
    [
        "0",
        "-0",
        "00",
        "1.0",
        "1.10",
        "-1.5",
        "9" * 18,
        "9" * 19,
        "9" * 40,
        "0.1",
        "true",
        "1",
        "TRUE",
    ]
)
dates = st.from_regex(
    r"\A-?[0-2]0[0-9]{2}(-[01][0-9](-[0-3][0-9])?)?(T[0-2][0-9]:0[0-9]:[0-6]0)?Z?\Z"
)
datatypes = st.sampled_from(
    [f"{XSD}{name}" for name in
     ("integer", "decimal", "boolean", "gYear", "date", "dateTime", "string", "int", "double",
      "time", "gYearMonth", "nonNegativeInteger")]
    + [ex("own"), f"{PREFIXES['rdf']}langString"]
)  # fmt: skip
literals = (
    texts.map(lambda text: f'"{text}"')
    | texts.map(terms.literal)
    | st.builds(lambda text, tag: f"{terms.literal(text)}@{tag}", texts, tags)
    | st.builds(
        lambda text, type_: f"{terms.literal(text)}^^<{type_}>", texts | numbers | dates, datatypes
    )
)


@pytest.fixture(scope="module")
def engine() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        yield connection


def is_sure(engine: duckdb.DuckDBPyConnection, term: str) -> bool:
    found = engine.execute("SELECT REGEXP_FULL_MATCH(?, ?)", [term, lines.SURE]).fetchone()
    return found is not None and bool(found[0])


def read(line: str, path: Path) -> list[Triple]:
    path.write_bytes(f"{line}\n".encode())
    found = kgforge.loaders.load("rdf").read(path, ReadOptions())
    return [triple for entry in found for triple in entry.triples]


@settings(max_examples=1000, deadline=None)
@given(term=iris.map(lambda iri: f"<{iri}>") | literals)
def test_what_is_sure_stays_as_it_stands(
    engine: duckdb.DuckDBPyConnection, tmp_path_factory: pytest.TempPathFactory, term: str
) -> None:
    if is_sure(engine, term):
        path = tmp_path_factory.getbasetemp() / "one.nt"
        [triple] = read(f"<x:s> <x:p> {term} .", path)
        assert terms.is_valid(triple.object)
        assert terms.ntriples(terms.canonical(triple.object)) == term


@pytest.mark.parametrize(
    "term",
    ["<http://a.org>", "<http://a.org:80/b/c?d=e#f>", "<urn:a:b>", "<http://a.org/K%C3%B6ln>",
     "<http://a.org/Köln>", '""', '"a b"', '"a"@en', '"a"@en-gb', f'"-7"^^<{XSD}integer>',
     f'"1.5"^^<{XSD}decimal>', f'"1952-03-11"^^<{XSD}date>', f'"1952"^^<{XSD}gYear>',
     f'"true"^^<{XSD}boolean>', f'"1952-03-11T00:00:00Z"^^<{XSD}dateTime>'],
)  # fmt: skip
def test_what_is_common_is_sure(engine: duckdb.DuckDBPyConnection, term: str) -> None:
    assert is_sure(engine, term)


# ── whole files ─────────────────────────────────────────────────────────────────────────────────
OWL, WIKIDATA = PREFIXES["owl"], "http://www.wikidata.org/"
names = st.sampled_from(
    [f"<{ex(name)}>" for name in "abcdé"]
    + ["_:x", "_:y", "_:z1", f"<{OWL}NegativePropertyAssertion>", f"<{WIKIDATA}entity/Q42>",
       f"<{WIKIDATA}.well-known/genid/a1>"]
)  # fmt: skip
odd = st.sampled_from(
    ["", "  ", "# a comment", "<http://example.org/a> <http://example.org/p> <http://[::1]/> .",
     "<http://example.org/a>  <http://example.org/p>\t<http://example.org/b>.",
     "<http://example.org/a> <http://example.org/p> <http://example.org/\\u0062> . # said",
     " <http://example.org/a> <http://example.org/p> \"a\\u0301\"@EN .",
     "<http://example.org/a> <http://example.org/p> <<( <x:a> <x:b> <x:c> )>> .",
     "_:x <http://example.org/p> _:y ."]
)  # fmt: skip
faults = st.sampled_from(
    ["<http://example.org/a> <http://example.org/p> .", "nonsense", "<a> <b> <c> .",
     "<http://example.org/a> <http://example.org/p> <http://example.org/b>",
     "<http://example.org/a> \"p\" <http://example.org/b> .",
     "\"a\" <http://example.org/p> <http://example.org/b> .",
     "<http://example.org/a> <http://example.org/p> \"a\\q\" .",
     "<http://example.org/a> <http://example.org/p> \"a\"@ .",
     "<http://example.org/a> <http://example.org/p> <http://example.org/b> . ."]
)  # fmt: skip
predicates = st.sampled_from(
    [f"<{ex('p')}>", f"<{ex('q')}>", f"<{PREFIXES['rdfs']}label>", f"<{PREFIXES['skos']}altLabel>",
     f"<{PREFIXES['rdf']}type>", f"<{OWL}sourceIndividual>", f"<{OWL}assertionProperty>",
     f"<{OWL}targetIndividual>", f"<{OWL}targetValue>", f"<{PREFIXES['wdt']}P31>",
     f"<{WIKIDATA}prop/direct-normalized/P31>"]
)  # fmt: skip
objects = (
    names
    | texts.map(terms.literal)
    | st.builds(
        lambda text, tag: f"{terms.literal(text)}@{tag}", texts, st.sampled_from(["en", "DE"])
    )
    | st.builds(
        lambda text, type_: f"{terms.literal(text)}^^<{type_}>",
        numbers | dates,
        st.sampled_from([f"{XSD}integer", f"{XSD}date", f"{XSD}decimal", ex("own")]),
    )
)
plain = st.builds("{} {} {} .".format, names, predicates, objects)
ends = st.sampled_from(["\n"] * 8 + ["\r\n", "\r", "\n\n", "\n\x01\n"])


@st.composite
def nasty(draw: st.DrawFn) -> bytes:
    """A file, most lines of it in order; one in some has faults, odd ends or bytes."""
    rows = draw(st.lists(plain | odd, max_size=30))
    if draw(st.integers(0, 9)) == 0:
        rows.insert(draw(st.integers(0, len(rows))), draw(faults))
    end = draw(ends)
    data = end.join(rows).encode() + draw(st.sampled_from([b"", end.encode()]))
    if draw(st.integers(0, 19)) == 0:
        data = draw(st.sampled_from([b"\xef\xbb\xbf" + data, data + b"\xff\n", data + b"\x00"]))
    return data


def test_a_name_that_is_a_pattern_is_that_files(tmp_path: Path) -> None:
    """Beside a file of the same size that the pattern would find."""
    for name, one in (("g1.nt", "a"), ("g[1].nt", "b")):
        (tmp_path / name).write_text(f"<{ex(one)}> <{ex('p')}> <{ex('o')}> .\n")
    kgforge.load([str(tmp_path / "g[1].nt")], f"duckdb:{tmp_path}/g[1].db")
    with stores.open(f"duckdb:{tmp_path}/g[1].db") as store:
        assert list(graph.ask(store, "facts")) == [(ex("b"), ex("p"), ex("o"))]


def load(path: Path, address: str, **options: object) -> LoadReport | str:
    """The report of a load, without its store, or the error's text."""
    try:
        found = kgforge.load([f"rdf:{path}"], address, LoadOptions(**options))  # type: ignore[arg-type]
    except SourceError as error:
        # by which of its parsers pyoxigraph was asked is of no matter
        return str(error).replace("Quads must be followed", "Triples must be followed")
    return msgspec.structs.replace(found, store="")


def contents(address: str) -> tuple[set[object], ...]:
    with stores.open(address) as store:
        return tuple(
            set(graph.ask(store, question)) for question in ("facts", "names", "sources", "axioms")
        )


def hashed(address: str) -> tuple[str, int]:
    with stores.open(address) as store:
        return graph.graph_hash(store)


@settings(max_examples=2000 if PROOF else 20, deadline=None)
@given(data=nasty(), strict=st.booleans())
def test_any_file_is_loaded_as_by_its_loader(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, strict: bool
) -> None:
    folder = tmp_path_factory.mktemp("nasty")
    path = folder / "graph.nt"
    path.write_bytes(data)
    right = load(path, f"oxigraph:{folder}/graph", strict=strict)
    assert load(path, f"duckdb:{folder}/graph.db", strict=strict) == right
    if isinstance(right, LoadReport):
        assert contents(f"duckdb:{folder}/graph.db") == contents(f"oxigraph:{folder}/graph")
    else:
        assert not (folder / "graph.db").exists()


def test_blank_nodes_are_numbered_by_their_order_in_a_large_file(tmp_path: Path) -> None:
    """DuckDB reads blocks of 16 MiB side by side; what it leaves over keeps the file's order."""
    path, order = tmp_path / "large.nt", random.Random(7)
    with path.open("w") as stream:
        for number in range(20_000):
            blank = order.random() < 0.05
            long = f"{ex('entity')}/{'x' * 1250}/{number}"
            subject = f"_:b{order.randrange(500)}" if blank else f"<{long}>"
            stream.write(f"{subject} <{ex('p')}> <{ex(f'entity/{order.randrange(10**6)}')}> .\n")
    assert path.stat().st_size > 1.5 * 16 * lines.LONGEST
    right = load(path, f"oxigraph:{tmp_path}/graph")
    assert load(path, f"duckdb:{tmp_path}/graph.db") == right
    assert hashed(f"duckdb:{tmp_path}/graph.db") == hashed(f"oxigraph:{tmp_path}/graph")


def test_a_line_too_long_for_duckdb_is_read_by_the_loader(tmp_path: Path) -> None:
    path = tmp_path / "long.nt"
    long = terms.literal("x" * 4 * lines.LONGEST)
    path.write_text(f"<x:a> <x:p> {long} .\n<x:a> <x:p> <x:b> .\n")
    right = load(path, f"oxigraph:{tmp_path}/graph")
    assert isinstance(right, LoadReport) and right.facts == 2
    assert load(path, f"duckdb:{tmp_path}/graph.db") == right
    assert contents(f"duckdb:{tmp_path}/graph.db") == contents(f"oxigraph:{tmp_path}/graph")


@pytest.mark.parametrize("options", [{"limit": 2}, {"predicates": frozenset([ex("q")])}])
def test_a_part_of_a_file_is_that_which_the_loader_gives(
    tmp_path: Path, options: dict[str, object]
) -> None:
    path = tmp_path / "graph.nt"
    path.write_text("".join(f"<{ex('a')}> <{ex(p)}> <{ex(o)}> .\n" for p in "pq" for o in "xyz"))
    right = load(path, f"oxigraph:{tmp_path}/graph", **options)
    assert load(path, f"duckdb:{tmp_path}/graph.db", **options) == right
    assert contents(f"duckdb:{tmp_path}/graph.db") == contents(f"oxigraph:{tmp_path}/graph")


# ── numbers ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("twice", [False, True])
def test_terms_of_one_hash_stay_apart(tmp_path: Path, twice: bool) -> None:
    """As if the hash had eight values: what it cannot tell apart is compared as text."""
    path = tmp_path / "graph.nt"
    facts = [Triple(ex(f"s{number}"), ex("p"), f'"{number}"') for number in range(40)]
    path.write_text(
        "".join(f"<{fact.subject}> <{fact.predicate}> {fact.object} .\n" for fact in facts)
    )
    with Duck.new(None, "duckdb:") as duck:
        for number in range(1 + twice):
            folder = tmp_path / str(number)
            folder.mkdir()
            with duck.loading(folder, key="HASH({}) % 8") as intake:
                assert intake.take(path, Aside())[0] == len(facts)
                intake.write(Entry((Triple(ex("s1"), ex("p"), '"more"'),)))
                intake.store()
        found = duck._connection.execute(
            "SELECT s.value, o.value FROM facts JOIN terms AS s ON s.id = facts.s "
            "JOIN terms AS o ON o.id = facts.o"
        ).fetchall()
    right = [(fact.subject, fact.object.strip('"')) for fact in facts] + [(ex("s1"), "more")]
    assert sorted(found) == sorted(right)
