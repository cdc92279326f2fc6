"""The names of a benchmark as a table that ``kgforge load --labels`` reads."""

from pathlib import Path

import msgspec

import kgforge
from kgforge import benchmark, graph, stores
from kgforge.benchmark import ExportOptions
from kgforge.formats import labels
from kgforge.graph import LoadOptions
from kgforge.schema import Accepted, Named, Prompt, ReadOptions
from tests.worlds import handmade
from tests.worlds.benches import bench

CAPITAL = "http://www.wikidata.org/prop/direct/P36"


def test_names_of_one_graph_are_loaded_into_another(tmp_path: Path) -> None:
    """With their language, an alias as an alias; a literal and a name from an IRI are none."""
    (tmp_path / "a.tsv").write_text('Q36\tP36\tQ270\nQ36\tP1082\t"38"\nQ36\tP17\tPolania\n')
    names = "id\tlanguage\tlabel\talias\nQ36\tcs\tPolsko\t\nQ270\tcs\tVaršava\tWarszawa\n"
    names += f"{CAPITAL}\tcs\thlavní město\t\n"
    (tmp_path / "names.tsv").write_text(names)
    options = LoadOptions(ReadOptions(languages=("cs",), labels=(f"{tmp_path}/names.tsv",)))
    address = f"oxigraph:{tmp_path}/graph"
    kgforge.load([f"tsv:{tmp_path}/a.tsv"], address, options)
    kgforge.mine(["fact"], address, tmp_path / "mined", language="cs")
    kgforge.export(tmp_path / "mined", tmp_path / "bench", ExportOptions(language="cs"))
    carried = benchmark.convert(tmp_path / "bench", "labels", tmp_path / "out")
    assert carried.written == {"labels": 2, "aliases": 1, "labels of predicates": 2}
    lines = (tmp_path / "out/labels.tsv").read_text("utf-8").splitlines()
    assert lines == [
        "id\tlanguage\tlabel\talias",
        "http://www.wikidata.org/entity/Q270\tcs\t\tWarszawa",
        "http://www.wikidata.org/entity/Q270\tcs\tVaršava\t",
        "http://www.wikidata.org/entity/Q36\tcs\tPolsko\t",
        "http://www.wikidata.org/prop/direct/P17\tcs\tstát\t",  # as it ships
        f"{CAPITAL}\tcs\thlavní město\t",
    ]
    again = LoadOptions(ReadOptions(languages=("cs",), labels=(f"{tmp_path}/out/labels.tsv",)))
    (tmp_path / "b.tsv").write_text("Q36\tP36\tQ270\n")
    kgforge.load([f"tsv:{tmp_path}/b.tsv"], f"oxigraph:{tmp_path}/other", again)
    with stores.open(f"oxigraph:{tmp_path}/other") as store:
        book = graph.Book(store, "cs")
        warsaw = "http://www.wikidata.org/entity/Q270"
        book.ask([warsaw])
        assert (book[warsaw].label, book[warsaw].aliases) == ("Varšava", ("Warszawa",))
        assert (
            graph.predicates(store, [CAPITAL], "cs", lambda _: None)[CAPITAL].label
            == "hlavní město"
        )


def test_a_candidate_of_another_language_is_no_label(tmp_path: Path) -> None:
    """Published distractors are of mixed languages: *Chicago* in a Russian sentence is no name."""
    moscow, chicago = Named("e:1", "Москва"), Named("e:2", "Chicago")
    fact = handmade.fact("fact", "Россия", "столица", "Москва")
    prompt = Prompt("cloze", "ru", "object", "none", "template", "Столица [MASK].", "")
    answers = (Accepted("e:1", "Москва"),)
    changed = msgspec.structs.replace(
        fact, object=moscow, answers=answers, candidates=(moscow, chicago), prompts=(prompt,)
    )
    out = tmp_path / "out"
    out.mkdir()
    carried = labels.write_items(bench([handmade.item("i", "fact", "g", changed)], out), out)
    assert "Chicago" not in (out / "labels.tsv").read_text("utf-8")
    assert "Москва" in (out / "labels.tsv").read_text("utf-8")
    assert carried.left[labels.ALONE] == 1
