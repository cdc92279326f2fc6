"""``kgforge query``: its three formats."""

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_query_prints_rows(run: Run, small: Path) -> None:
    os.chdir(small)
    Path("count.rq").write_text(
        "# How many facts.\n# columns: facts: int\nSELECT (COUNT(*) AS ?facts) { ?s ?p ?o }\n"
    )
    for format, wanted in (("jsonl", '{"facts":60}'), ("csv", "facts\r\n60"), ("table", "60")):
        _, out, _ = run("query", "./count.rq", "--store", "tsv:facts.tsv", "--format", format)
        assert wanted.replace("\r", "") in out.replace("\r", "")


@pytest.mark.parametrize("store", ["oxigraph:graph", "duckdb:graph.db"])
def test_a_query_without_a_header_is_run_as_it_is(run: Run, small: Path, store: str) -> None:
    """All variables of all rows, from a file or a text; what is not there is null."""
    os.chdir(small)
    Path("two.tsv").write_text("s\tp\to\nAda\tknows\tBo\nBo\tlikes\tCy\n")
    run("load", "tsv:two.tsv", "--store", store)
    text = (
        "SELECT ?s ?o ?other { ?s <urn:kgforge:name:knows> ?o "
        "OPTIONAL { ?o <urn:kgforge:name:hates> ?other } }"
    )
    Path("own.rq").write_text(f"# Whom people know.\n{text}\n")
    wanted = '{"s":"urn:kgforge:name:Ada","o":"urn:kgforge:name:Bo","other":null}\n'
    for name in (text, "own.rq"):
        status, out, told = run("query", name, "--store", store)
        assert (status, out) == (0, wanted), told
    every = "# All of it\nSELECT DISTINCT * { ?who <urn:kgforge:name:likes> ?a }"
    out = run("query", every, "--store", store, "--format", "csv")[1]
    assert out.split() == ["who,a", "urn:kgforge:name:Bo,urn:kgforge:name:Cy"]
    counted = "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p"
    out = run("query", counted, "--store", store)[1]
    assert sorted(out.splitlines()) == [
        '{"p":"urn:kgforge:name:knows","n":1}',
        '{"p":"urn:kgforge:name:likes","n":1}',
    ]
    averaged = "SELECT (GROUP_CONCAT(STR(?o)) AS ?all) { ?s <urn:kgforge:name:knows> ?o }"
    status, out, told = run("query", averaged, "--store", store)
    assert (status, out) == (0, '{"all":"urn:kgforge:name:Bo"}\n'), told
    assert ("asked of a copy of the graph in memory" in told) == store.startswith("duckdb")
    Path("own.sql").write_text("SELECT s FROM facts")
    status, _, told = run("query", "own.sql", "--store", store)
    assert status == 1 and "own.sql: a query in SQL needs a header" in told
    for refused, says in (
        ("SELECT ?s { ?s ?p }", "the query given: "),
        ("ASK { ?s ?p ?o }", "not a SELECT query"),
    ):
        status, _, told = run("query", refused, "--store", store)
        assert status == 1 and says in told
    status, _, told = run("query", text, "--store", store, "--param", "p=P26")
    assert status == 1 and "parameters are declared in a header" in told
