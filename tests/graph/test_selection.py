"""Labels of what was left out are left out, whichever loader reads them."""

from pathlib import Path

import pytest

import kgforge
from kgforge import graph, stores
from kgforge.graph import LoadOptions
from kgforge.graph.selection import with_labels_of_kept
from kgforge.schema import Entry, Label, ReadOptions, Triple
from tests.worlds.facts import ex

FACTS = (("ann", "knows", "bob"), ("bob", "knows", "cleo"), ("cleo", "likes", "dan"))
NAMES = ("ann", "bob", "cleo", "dan", "eve", "knows", "likes")


def test_labels_wait_for_facts_that_come_after_them() -> None:
    called = tuple(Label(ex(name), "label", name, "en") for name in NAMES)
    found = list(
        with_labels_of_kept(
            [
                Entry(labels=called[:3]),
                Entry(triples=(Triple(ex("ann"), ex("knows"), '"bob"@en'),)),
                Entry(labels=called[3:]),
            ]
        )
    )
    assert [label.text for entry in found for label in entry.labels] == ["ann", "knows"]
    assert sum(entry.documents for entry in found) == 3


def as_tsv(folder: Path) -> tuple[str, tuple[str, ...]]:
    (folder / "facts.tsv").write_text(
        "".join("\t".join(f"<{ex(name)}>" for name in fact) + "\n" for fact in FACTS)
    )
    (folder / "names.tsv").write_text("".join(f"<{ex(name)}>\t{name}\n" for name in NAMES))
    return f"tsv:{folder}/facts.tsv", (str(folder / "names.tsv"),)


def as_ntriples(folder: Path) -> tuple[str, tuple[str, ...]]:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    lines = [f'<{ex(name)}> <{label}> "{name}"@en .\n' for name in NAMES]
    lines += [" ".join(f"<{ex(name)}>" for name in fact) + " .\n" for fact in FACTS]
    (folder / "graph.nt").write_text("".join(lines))
    return f"rdf:{folder}/graph.nt", ()


def as_graph(folder: Path) -> tuple[str, tuple[str, ...]]:
    source, labels = as_tsv(folder)
    kgforge.load([source], f"oxigraph:{folder}/one", LoadOptions(ReadOptions(labels=labels)))
    return f"oxigraph:{folder}/one", ()


@pytest.mark.parametrize("engine", ["oxigraph", "duckdb"])
@pytest.mark.parametrize("source", [as_tsv, as_ntriples, as_graph])
def test_the_names_are_those_of_the_facts_kept(source: object, engine: str, tmp_path: Path) -> None:
    assert callable(source)
    address, labels = source(tmp_path)
    for predicates, wanted in (
        (frozenset[str](), {*NAMES}),
        (frozenset({ex("knows")}), {"ann", "bob", "cleo", "knows"}),
    ):
        store = f"{engine}:{tmp_path}/{len(predicates)}"
        options = LoadOptions(ReadOptions(labels=labels), predicates)
        report = kgforge.load([address], store, options)
        assert report.labels == len(wanted)
        with stores.open(store) as opened:
            assert {str(text) for *_, text in graph.ask(opened, "names")} == wanted


def test_a_limit_keeps_the_names_of_its_facts_from_files_beside_them(tmp_path: Path) -> None:
    address, labels = as_tsv(tmp_path)
    report = kgforge.load(
        [address], f"oxigraph:{tmp_path}/g", LoadOptions(ReadOptions(labels=labels), limit=1)
    )
    assert (report.stored, report.labels) == (1, 3)


def test_of_a_dump_two_entities_are_married(shared: Path, tmp_path: Path) -> None:
    """The labels that are left are those of subjects and objects of P26, as the JSON has them."""
    source = shared / "wikidata_json/dump_sample_49_items.json.gz"
    options = LoadOptions(predicates=frozenset({"http://www.wikidata.org/prop/direct/P26"}))
    report = kgforge.load([f"wikidata:{source}"], f"oxigraph:{tmp_path}/g", options)
    whole = kgforge.load([f"wikidata:{source}"], f"oxigraph:{tmp_path}/h")
    assert whole.labels == 263 + 156  # those in en, and in en-gb and en-ca
    with stores.open(f"oxigraph:{tmp_path}/g") as opened:
        kept = {str(term) for row in graph.ask(opened, "facts") for term in row}
        named = {str(entity) for entity, *_ in graph.ask(opened, "names")}
    assert named <= kept
    assert report.labels < 20
