"""Addresses without a kind of store: the error names the one that would work."""

from pathlib import Path

import pytest

from kgforge import graph, stores
from kgforge.errors import AddressError, StoreError
from kgforge.graph import loading


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph in a folder of Oxigraph, and in a file of DuckDB."""
    folder = tmp_path_factory.mktemp("places")
    (folder / "facts.tsv").write_text("s\tp\to\nAda\tknows\tBo\n")
    for address in ("oxigraph:{}/graph", "duckdb:{}/graph.db"):
        graph.load([f"tsv:{folder}/facts.tsv"], address.format(folder))
    return folder


@pytest.mark.parametrize(("name", "kind"), [("graph", "oxigraph"), ("graph.db", "duckdb")])
def test_a_path_of_a_graph_is_recognised(places: Path, name: str, kind: str) -> None:
    path = f"{places}/{name}"
    for open_ in (stores.open, loading.open_graph):
        with pytest.raises(AddressError, match=f"{kind}:{path}$"):
            open_(path)
    with pytest.raises(AddressError, match=f"name it {kind}:{path}$"):
        graph.load([path], f"oxigraph:{places}/copy")
    other = {"oxigraph": "duckdb", "duckdb": "oxigraph"}[kind]
    for wrong in (other, "spark"):
        with pytest.raises(StoreError, match=f"there is a graph: {kind}:{path}$"):
            stores.open(f"{wrong}:{path}")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://localhost:7878/query", "sparql:http://localhost:7878/query"),
        ("bolt://localhost:7687", "neo4j:bolt://localhost:7687"),
        ("neo4j://localhost:7687", "neo4j:neo4j://localhost:7687"),
    ],
)
def test_the_url_of_a_server_is_recognised(url: str, address: str) -> None:
    for open_ in (stores.open, loading.open_graph):
        with pytest.raises(AddressError, match=f"{address}$"):
            open_(url)


def test_what_kgforge_writes_elsewhere_is_no_graph(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"format":3,"kgforge":"0.9.0"}')
    for open_ in (stores.open, loading.open_graph):
        with pytest.raises(AddressError, match="is a benchmark, the output of kgforge export"):
            open_(str(tmp_path))
    with pytest.raises(AddressError, match="nothing is there"):
        stores.open(str(tmp_path / "none"))
    with pytest.raises(AddressError, match=r"as in duckdb:.*new\.db; available: duckdb,"):
        stores.open(str(tmp_path / "new.db"), stores.WRITE)
    with pytest.raises(AddressError, match="no 'oxygraph' among stores; available: duckdb"):
        stores.open("oxygraph:graph/")
