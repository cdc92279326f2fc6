"""What Spark takes of N-Triples by itself, and by which numbers it keeps terms."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import duckdb
import pytest
from hypothesis import example, given, settings
from pyspark.sql import SparkSession

from kgforge.graph import LoadReport
from kgforge.schema import Aside, Entry, Triple
from kgforge.stores import _ntriples
from kgforge.stores.duckdb import lines
from kgforge.stores.spark import numbers
from kgforge.stores.spark.intake import Intake
from kgforge.stores.spark.numbers import HashedTerms
from kgforge.stores.spark.session import begun
from kgforge.terms import PREFIXES, XSD
from tests.sampled import PROOF
from tests.stores import test_lines
from tests.stores.test_lines import OWL, nasty
from tests.worlds.facts import ex

ASIDE: Final = Aside(
    texts=frozenset({f"{PREFIXES['rdfs']}label"}),
    predicates=frozenset({f"{OWL}sourceIndividual"}),
    objects=frozenset({f"{OWL}Negative"}),
)
"""Some lines that are left to the loader for what they say."""


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    started = begun("local[2]", "spark:")
    yield started
    started.stop()


@settings(max_examples=500 if PROOF else 8, deadline=None)
@given(data=nasty())
@example(data=f'<x:a> <x:p> "{"é" * 600_000}" .\n<x:a> <x:p> <x:b> .\n'.encode())
@example(data=b"<x:a> <x:p> <x:b> .\r\n<x:a> <x:p> <x:b> .\n<x:a> <x:p> <x:%C3%A9> .")
def test_it_takes_the_lines_that_python_finds_plain(
    session: SparkSession, tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("nasty")
    path, others = folder / "_[graph].nt", io.BytesIO()
    path.write_bytes(data if data.endswith(b"\n") else data + b"\n")
    runs = b"".join(_ntriples.plain_runs(path, others, ASIDE))
    plain = [line for line in runs.split(b"\n")[:-1] if len(line) <= lines.LONGEST]
    with Intake(session, folder / "none", folder) as intake:
        taken, rest = intake.take(path, ASIDE)
        if rest == path:  # Spark does not read it byte by byte
            assert taken == 0 and (data.startswith(b"\xef\xbb\xbf") or not is_utf8(data))
        else:
            assert taken == len(plain)
            if taken == runs.count(b"\n"):
                assert rest.read_bytes() == others.getvalue()


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@settings(max_examples=200 if PROOF else 2, deadline=None)
@given(data=nasty())
def test_any_file_is_loaded_as_by_its_loader(
    session: SparkSession, tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("nasty")
    path = folder / "graph.nt"
    path.write_bytes(data)
    right = test_lines.load(path, f"oxigraph:{folder}/right")
    assert test_lines.load(path, f"spark:{folder}/graph") == right
    if isinstance(right, LoadReport):
        found = test_lines.contents(f"spark:{folder}/graph")
        assert found == test_lines.contents(f"oxigraph:{folder}/right")
    else:
        assert not (folder / "graph").exists()


def test_lines_that_are_left_over_keep_the_order_of_their_file(
    session: SparkSession, tmp_path: Path
) -> None:
    """Spark reads parts of a file side by side, the larger ones first."""
    path = tmp_path / "graph.nt"
    told = [f"_:b{n} <x:p> <x:o> ." if n % 7 else f"<x:s{n}> <x:p> <x:o> ." for n in range(5000)]
    path.write_text("\n".join(told) + "\n")
    with Intake(session, tmp_path / "none", tmp_path) as intake:
        intake._session.conf.set("spark.sql.files.maxPartitionBytes", "4096")
        taken, rest = intake.take(path, Aside())
    assert taken == sum(line.startswith("<") for line in told)
    assert rest.read_text().splitlines() == [line for line in told if line.startswith("_")]


def test_terms_of_one_hash_stay_apart(session: SparkSession, tmp_path: Path) -> None:
    """As if hashes had eight values: terms then have those of further levels."""
    first = [(ex(f"s{n}"), ex("p"), f'"{n}"') for n in range(40)]
    second = [(ex(f"s{n}"), ex(f"q{n % 3}"), ex(f"o{n}")) for n in range(20, 60)]
    graphs = [tmp_path / "none", tmp_path / "one", tmp_path / "two", tmp_path / "three"]
    for facts, before, after in zip([first, second, first], graphs, graphs[1:], strict=False):
        after.mkdir()
        folder = tmp_path / f"{after.name}.load"
        folder.mkdir()
        with Intake(session, before, folder, bits=3) as intake:
            intake.write(Entry(tuple(Triple(*fact) for fact in facts)))
            intake.store(after)
    with duckdb.connect() as tables:
        assert held_facts(tables, graphs[1]) == set(first)
        for path in graphs[2:]:  # what was there keeps its numbers
            assert held_facts(tables, path) == {*first, *second}
        [(numbers, there, least)] = tables.execute(
            f"SELECT COUNT(DISTINCT id), COUNT(*), MIN(ABS(id)) FROM '{graphs[3]}/terms/*.parquet'"
        ).fetchall()
        assert numbers == there == len({term for fact in [*first, *second] for term in fact})
        assert least > 0
        some_terms = [ex("s1"), '"7"', ex("o59"), ex("absent"), '"absent"', "no IRI"]
        tables.execute(f"CREATE VIEW terms AS FROM '{graphs[3]}/terms/*.parquet'")
        known = NarrowTerms(tables)
        found = known.numbers(some_terms)
        assert [abs(found[term]) < 1 << 62 for term in some_terms] == [True] * 3 + [False] * 3
        assert known.texts(set(found.values())) == {found[term]: term for term in some_terms}


def test_two_spellings_of_a_literal_have_its_number() -> None:
    seven, other = (f'"{text}"^^<{XSD}integer>' for text in ("7", "007"))
    number = numbers.number(seven, 0, numbers.BITS)
    with duckdb.connect() as tables:
        tables.execute(
            f"CREATE TABLE terms AS SELECT {number} AS id, 'literal' AS kind, '7' AS value, "
            f"'{XSD}integer' AS datatype, '' AS language"
        )
        assert HashedTerms(tables).numbers([seven, other]) == {seven: number, other: number}


class NarrowTerms(HashedTerms):
    """Of a graph whose hashes have eight values."""

    bits = 3


def held_facts(tables: duckdb.DuckDBPyConnection, graph: Path) -> set[tuple[str, ...]]:
    terms = f"'{graph}/terms/*.parquet'"
    joins = " ".join(f"JOIN {terms} AS {x} ON {x}.id = f.{x}" for x in "spo")
    rows = tables.execute(
        f"SELECT s.value, p.value, o.kind, o.value FROM '{graph}/facts/*.parquet' AS f {joins}"
    ).fetchall()
    assert len(rows) == len(set(rows))
    return {(s, p, o if kind == "iri" else f'"{o}"') for s, p, kind, o in rows}
