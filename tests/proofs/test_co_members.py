"""A pattern of one's own in one query file: the same bytes from every engine, asked itself."""

from pathlib import Path

import pytest

import kgforge
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions
from tests.stores.engines import Place
from tests.worlds.facts import ROOT

QUERY = ROOT / "examples/co_members.rq"


def mined(address: str, folder: Path) -> dict[str, bytes]:
    """What the query finds in the shipped facts about occupations, by file."""
    facts = (ROOT / "examples/wikidata.tsv").read_text("utf-8").splitlines(keepends=True)
    file = folder / "occupations.tsv"
    file.write_text("".join([facts[0], *(line for line in facts if "\tP106\t" in line)]), "utf-8")
    names = ReadOptions(labels=(f"{ROOT}/examples/entities.tsv",))
    kgforge.load([f"tsv:{file}"], address, LoadOptions(names))
    kgforge.mine([QUERY], address, folder / "mined", params={"member": "P106"}, engine="native")
    return {path.name: path.read_bytes() for path in (folder / "mined/co_members").iterdir()}


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What embedded Oxigraph gives, which is asked the SPARQL itself."""
    folder = tmp_path_factory.mktemp("wanted")
    return mined(f"oxigraph:{folder}/graph", folder)


def test_one_query_gives_the_same_bytes_on_every_engine(
    place: Place, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    assert sorted(path.name for path in QUERY.parent.glob("co_members.*")) == ["co_members.rq"]
    found = mined(place.fresh(), tmp_path)
    assert found == wanted
    assert len(found["instances.jsonl"].splitlines()) > 100
