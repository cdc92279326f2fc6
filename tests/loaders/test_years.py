"""Years before Christ, of which XSD 1.0 and 1.1 count differently: Caesar died in 44 BC."""

from pathlib import Path

import pytest

from kgforge import graph, stores, terms
from kgforge.errors import AddressError
from kgforge.graph import LoadOptions, LoadReport, load
from kgforge.schema import ReadOptions

DATE = f"^^<{terms.XSD}date>"
YEAR = f"^^<{terms.XSD}gYear>"
CAESAR, DIED = "http://dbpedia.org/resource/Julius_Caesar", "http://dbpedia.org/ontology/deathDate"
OTHER = "http://example.org/Caesar", "http://example.org/died"
OLD = "a year before Christ, read by XSD 1.0: -0044 is 44 BC (if not: --years xsd1.1)"
NEW = "a year before Christ, read by XSD 1.1: -0043 is 44 BC (if not: --years xsd1.0)"


def line(subject: str, predicate: str, value: str) -> str:
    """Return a line of N-Triples."""
    return f"<{subject}> <{predicate}> {value} .\n"


def loaded(
    tmp_path: Path, name: str, text: str, years: str = "", kind: str = "oxigraph"
) -> tuple[LoadReport, set[str]]:
    """Load a file, and return the report and the objects of the facts."""
    path, store = tmp_path / name, f"{kind}:{tmp_path}/graph"
    path.write_text(text, "utf-8")
    report = load([path], store, LoadOptions(ReadOptions(years=years)))
    with stores.open(store) as opened:
        return report, {str(row[-1]) for row in graph.ask(opened, "facts")}


def remarks(report: LoadReport) -> dict[str, int]:
    """Return how many statements each remark of a report is about."""
    return {remark.reason: remark.count for remark in report.remarks}


@pytest.mark.parametrize("name", ["caesar.nt", "caesar.ttl", "caesar.tsv"])
@pytest.mark.parametrize("kind", ["oxigraph", "duckdb"])
def test_dbpedia_has_no_year_0(tmp_path: Path, name: str, kind: str) -> None:
    text = line(CAESAR, DIED, f'"-0044-03-15"{DATE}') + line(CAESAR, DIED, f'"-0001"{YEAR}')
    if name.endswith("tsv"):
        text = text.replace(" .\n", "\n").replace(" ", "\t")
    report, objects = loaded(tmp_path, name, text, kind=kind)
    assert objects == {f'"-0043-03-15"{DATE}', f'"0000"{YEAR}'}
    assert remarks(report) == {OLD: 2}
    assert report.read == report.stored == 2


def test_other_rdf_has_a_year_0(tmp_path: Path) -> None:
    report, objects = loaded(tmp_path, "caesar.nt", line(*OTHER, f'"-0043-03-15"{DATE}'))
    assert objects == {f'"-0043-03-15"{DATE}'}
    assert remarks(report) == {NEW: 1}


def test_a_year_0_shows_that_a_file_has_one(tmp_path: Path) -> None:
    early = line(CAESAR, DIED, f'"-0043-03-15"{DATE}')
    report, objects = loaded(tmp_path, "a.nt", early + line(CAESAR, DIED, f'"0000"{YEAR}'))
    assert objects == {f'"-0043-03-15"{DATE}', f'"0000"{YEAR}'}
    assert remarks(report) == {NEW: 2}


def test_a_year_0_of_another_namespace_says_nothing_of_dbpedia(tmp_path: Path) -> None:
    text = line(CAESAR, DIED, f'"-0044"{YEAR}') + line(*OTHER, f'"0000"{YEAR}')
    report, objects = loaded(tmp_path, "a.ttl", text)
    assert objects == {f'"-0043"{YEAR}', f'"0000"{YEAR}'}
    assert remarks(report) == {OLD: 1, NEW: 1}


@pytest.mark.parametrize(("years", "expected"), [("xsd1.0", "-0043"), ("xsd1.1", "-0044")])
def test_the_convention_of_a_file_can_be_given(tmp_path: Path, years: str, expected: str) -> None:
    for number, (subject, predicate) in enumerate([(CAESAR, DIED), OTHER]):
        folder = tmp_path / str(number)
        folder.mkdir()
        text = line(subject, predicate, f'"-0044"{YEAR}')
        _, objects = loaded(folder, "a.nt", text, years)
        assert objects == {f'"{expected}"{YEAR}'}
        with stores.open(f"oxigraph:{folder}/graph") as store:
            assert graph.loads(store) == (f"a.nt --years {years}",)


def test_xsd_1_0_has_no_year_0(tmp_path: Path) -> None:
    text = line(*OTHER, f'"0000"{YEAR}') + line(*OTHER, f'"-0001"{YEAR}')
    report, objects = loaded(tmp_path, "a.nt", text, "xsd1.0")
    assert objects == {f'"0000"{YEAR}'}
    assert [(one.reason, one.count) for one in report.skipped] == [
        ("a date in the year 0, which XSD 1.0 does not have", 1)
    ]


def test_years_of_one_or_two_figures_are_written_with_four(tmp_path: Path) -> None:
    _, objects = loaded(tmp_path, "a.nt", line(CAESAR, DIED, f'"-44-03-15"{DATE}'))
    assert objects == {f'"-0043-03-15"{DATE}'}


def test_webnlg_has_no_year_0(tmp_path: Path) -> None:
    text = """<benchmark><entries><entry category="X" eid="1" size="1"><modifiedtripleset>
    <mtriple>Julius_Caesar | deathDate | -0044-03-15</mtriple></modifiedtripleset>
    <lex comment="good" lid="1">Caesar died on 15 March 44 BC.</lex>
    </entry></entries></benchmark>"""
    report, objects = loaded(tmp_path, "a.xml", text)
    assert objects == {f'"-0043-03-15"{DATE}'}
    assert (report.mentions, remarks(report)) == (1, {OLD: 1})


def test_results_of_sparql_follow_the_rule_of_their_namespaces(tmp_path: Path) -> None:
    text = f"s,p,o\n{CAESAR},{DIED},-0044-03-15\n{OTHER[0]},{OTHER[1]},-0043-03-15\n"
    report, objects = loaded(tmp_path, "a.csv", text)
    assert objects == {f'"-0043-03-15"{DATE}'}
    assert remarks(report) == {OLD: 1, NEW: 1}


def test_kgtk_counts_as_wikidata_does(tmp_path: Path) -> None:
    text = "node1\tlabel\tnode2\nQ1048\tP570\t^-0044-03-15T00:00:00Z/11\n"
    report, objects = loaded(tmp_path, "a.tsv", text, "xsd1.1")
    # Days before 1582 are Julian in Wikidata: the 15th is the 13th counted back.
    assert objects == {f'"-0043-03-13"{DATE}'}
    assert not report.remarks


def test_an_unknown_convention_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AddressError, match=r"--years 'iso' is unknown: write xsd1\.0"):
        loaded(tmp_path, "a.nt", line(*OTHER, f'"-0043"{YEAR}'), "iso")
