"""One identifier in several spellings is one entity, in every source and store."""

import json
from pathlib import Path

import pytest

from kgforge import graph, stores
from kgforge.graph import lookups
from tests.cases.case import run

ENTITIES = (
    "http://www.wikidata.org/entity/Q64",
    "https://www.wikidata.org/entity/Q64",
    "https://www.wikidata.org/wiki/Q64",
    "http://m.wikidata.org/wiki/Q64",
)


@pytest.mark.parametrize("engine", ["oxigraph:graph", "duckdb:graph.db"])
@pytest.mark.parametrize("suffix", ["nt", "ttl", "tsv"])
def test_wikidata_ids_have_one_spelling(
    engine: str, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    country = "http://www.wikidata.org/prop/direct/P17"
    rows = [(entity, country, "http://www.wikidata.org/entity/Q183") for entity in ENTITIES]
    if suffix == "tsv":
        text = "".join("\t".join(row) + "\n" for row in rows)
    else:
        text = "".join(" ".join(f"<{term}>" for term in row) + " .\n" for row in rows)
    Path(f"g.{suffix}").write_text(text)
    loaded = run("load", f"g.{suffix}", "--store", engine, "--json")
    assert loaded.status == 0, loaded.err
    assert json.loads(loaded.out)["stored"] == 1
    with stores.open(engine) as opened:
        assert lookups.counts(opened)["facts"] == 1


def test_mended_names_are_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    Path("g.nt").write_text(
        f'<http://e.org/1> {label} "AT&amp;T"@en .\n<http://e.org/1> <http://e.org/p> "x" .\n'
    )
    loaded = run("load", "g.nt", "--store", "oxigraph:graph", "--json")
    assert loaded.status == 0, loaded.err
    assert [entry["count"] for entry in json.loads(loaded.out)["skipped"]] == [1]
    with stores.open("oxigraph:graph") as opened:
        book = graph.Book(opened, "en")
        book.ask(["http://e.org/1"])
        assert book["http://e.org/1"].label == "AT&T"
