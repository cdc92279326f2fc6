"""What entities and values of RDF are called: labels that are ids, damaged texts, camel case."""

from pathlib import Path

import pytest

from kgforge import graph, load, stores, terms
from kgforge.graph import LoadOptions, LoadReport
from tests.worlds.small import memory

XSD = terms.XSD
E = "http://e.org/r/"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"


def _loaded(folder: Path, lines: list[str]) -> tuple[str, LoadReport]:
    path, store = folder / "g.nt", f"oxigraph:{folder}/graph"
    path.write_text("".join(f"{line} .\n" for line in lines), "utf-8")
    return store, load([path], store, LoadOptions())


def _names(store: str, *terms: str) -> list[tuple[str, ...]]:
    with stores.open(store) as opened:
        book = graph.Book(opened, "en")
        book.ask(terms)
        found = (book.get(term) for term in terms)
        return [(names.label, *names.aliases) if names else () for names in found]


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("  Fritz   Lang ", ("Fritz Lang",)),
        ("Bern\\nCity", ("Bern City",)),
        ('\\"Quito\\"@es', ("Quito",)),
        ("[X] Kyiv", ("Kyiv",)),
        ("U2", ("U2",)),
        ("1984", ("1984",)),
        ("TP53", ("TP53",)),
        ("A380", ("A380",)),
        ("Q42", ("Sofia",)),  # the name in the IRI
        ("wd:Q5", ("Sofia",)),
        ("ex:Sofia", ("Sofia",)),
        ("http://e.org/r/Sofia", ("Sofia",)),
        ("http://e.org/foo", ("Sofia",)),
        ("C0012345", ("Sofia",)),
        ("9780140449136", ("Sofia",)),
        ("123e4567-e89b-12d3-a456-426614174000", ("Sofia",)),
        ("item-33", ("Sofia",)),
        ("N/A", ("Sofia",)),
        ("null", ("Sofia",)),
        ("<http://e.org/foo>", ("Sofia",)),
        ("ISBN 978-0-14-044913-6", ("Sofia",)),
    ],
)
def test_a_label_of_rdf_is_mended_or_is_none(
    label: str, name: tuple[str, ...], tmp_path: Path
) -> None:
    facts = [f"<{E}Sofia> <{E}p> <{E}Ulm>", f'<{E}Sofia> {LABEL} "{label}"']
    store, report = _loaded(tmp_path, facts)
    assert _names(store, f"{E}Sofia") == [name]
    reasons = {skip.reason for skip in report.skipped if "in place of a name" in skip.reason}
    assert bool(reasons) == (name == ("Sofia",))


def test_an_id_among_labels_loses_against_a_name(tmp_path: Path) -> None:
    gene = f"<{E}e11>"
    facts = [f"{gene} <{E}p> <{E}Ulm>"]
    labels = [f'{gene} {LABEL} "{text}"' for text in ("ENSG00000141510", "tumor protein p53")]
    assert _names(_loaded(tmp_path, facts + labels)[0], f"{E}e11") == [("tumor protein p53",)]


def test_an_item_of_wikidata_keeps_a_label_that_looks_like_an_id(tmp_path: Path) -> None:
    item = "http://www.wikidata.org/entity/Q24575256"
    facts = [f"<{item}> <{E}p> <{E}Ulm>", f'<{item}> {LABEL} "LOC105477371"@en']
    assert _names(_loaded(tmp_path, facts)[0], item) == [("LOC105477371",)]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ('<a href="http://x.org">Best Café</a>', "Best Café"),
        ("K&#246;ln", "Köln"),
        ("M\u00c3\u00bcnchen", "München"),
        ("Nürnberg\u00a0", "Nürnberg"),
        ("<p>He <b>paints</b> &amp; draws</p>", "He paints & draws"),
        ("Domine dirige nos\n(Latin)", "Domine dirige nos (Latin)"),
        ("* The Big Smoke", "The Big Smoke"),
        ("NULL", ""),
        ("N/A", ""),
        ("unknown", ""),
        ("NA", "NA"),
        ("* The Big Smoke\n* The Great Wen", ""),
        ("<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>E</mi></math>", ""),
        ("{{plainlist|Ulm|Bonn}}", ""),
        ("https://www.bern.ch", ""),
        ("Flag of Bern.svg", ""),
        ("d41d8cd98f00b204e9800998ecf8427e", ""),
        ("#FF0000", "#FF0000"),
        ("AC/DC", "AC/DC"),
        ("Who dares wins", "Who dares wins"),
    ],
)
def test_a_text_is_shown_mended_or_has_no_name(value: str, name: str) -> None:
    book = graph.Book(memory([]), "en")
    for term in (terms.literal(value), terms.literal(value, language="en")):
        book.ask([term])
        names = book.get(term)
        assert (names.label if names else "") == name


@pytest.mark.parametrize("datatype", ["http://www.w3.org/1998/Math/MathML", XSD + "anyURI"])
def test_a_formula_or_address_has_no_name(datatype: str) -> None:
    book = graph.Book(memory([]), "en")
    term = terms.literal("E", datatype=datatype)
    book.ask([term])
    assert book.get(term) is None


CAMEL = [f"<{E}MountEverest> <{E}in> <{E}SagarmathaZone>", f"<{E}JohnMcEnroe> <{E}in> <{E}Ulm>"]
UNDERSCORES = [f"<{E}Mount_{name}> <{E}in> <{E}Ulm>" for name in ("Kenya", "Etna", "Logan", "Fuji")]


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        (UNDERSCORES, [("MountEverest",), ("JohnMcEnroe",)]),
        (
            [f"<{E}UnitedStates> <{E}in> <{E}NorthAmerica>"],
            [("Mount Everest", "MountEverest"), ("John McEnroe", "JohnMcEnroe", "John Mc Enroe")],
        ),
        (
            [f"<{E}UnitedStates> <{E}in> <{E}NorthAmerica>", *UNDERSCORES],
            [("Mount Everest", "MountEverest"), ("John McEnroe", "JohnMcEnroe", "John Mc Enroe")],
        ),
    ],
)
def test_two_words_are_parted_where_most_names_of_the_graph_are_joined(
    facts: list[str], names: list[tuple[str, ...]], tmp_path: Path
) -> None:
    store, _ = _loaded(tmp_path, CAMEL + facts)
    assert _names(store, f"{E}MountEverest", f"{E}JohnMcEnroe") == names


def test_a_code_of_cidoc_crm_is_no_part_of_a_label(tmp_path: Path) -> None:
    person = "http://www.cidoc-crm.org/cidoc-crm/E21_Person"
    facts = [f"<{E}Ann> <{E}p> <{person}>", f'<{person}> {LABEL} "E21 Person"@en']
    assert _names(_loaded(tmp_path, facts)[0], person) == [("Person",)]
