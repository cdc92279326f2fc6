"""The tab-separated loader, on the published Wikidata graph and on small files."""

import csv
import gzip
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import bounds, loaders, naming, terms
from kgforge.errors import KgforgeError, RefusedError, SourceError
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

tsv = loaders.load("tsv")
WD = "http://www.wikidata.org/entity/"
WDT = "http://www.wikidata.org/prop/direct/"
KG = "urn:kgforge:name:"


def lines(path: Path, options: ReadOptions) -> Iterator[Entry | bytes]:
    """Read a table as for a store that takes lines of N-Triples by itself."""
    assert isinstance(tsv, loaders.WritingLoader)
    return tsv.written(path, options)


def read(path: Path, **options: Any) -> list[Entry]:
    return list(tsv.read(path, ReadOptions(**options)))


def written(folder: Path, *lines: str, name: str = "triples.tsv") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def one_fact(folder: Path) -> Path:
    """A table of one fact, with a header: alone it might be one itself."""
    return written(folder, "subject\tpredicate\tobject", "a\tb\tc", name="one.tsv")


def triples(entries: Iterable[Entry]) -> list[Triple]:
    return [triple for entry in entries for triple in entry.triples]


def labels(entries: Iterable[Entry]) -> list[Label]:
    return [label for entry in entries for label in entry.labels]


def skips(entries: Iterable[Entry]) -> list[Skip]:
    return [skip for entry in entries for skip in entry.skipped]


# ── The published graph ─────────────────────────────────────────────────────────────────────────
def plain(path: Path) -> Iterator[list[str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        yield from islice(csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE), 1, None)


def test_the_published_graph_is_read_whole(shared: Path) -> None:
    path = shared / "wikidata" / "triples.tsv.gz"
    wanted = {(WD + s, WDT + p, WD + o) for s, p, o, _ in plain(path)}
    documents = read_triples = 0
    found: set[tuple[str, str, str]] = set()
    for entry in tsv.read(path, ReadOptions()):
        documents += entry.documents
        read_triples += len(entry.triples)
        found.update((t.subject, t.predicate, t.object) for t in entry.triples)
        assert entry.skipped == ()
    assert documents == 1
    assert read_triples == len(wanted) == 525_632
    assert found == wanted


def test_the_published_labels_are_read_whole(shared: Path, tmp_path: Path) -> None:
    entities = shared / "wikidata" / "entities.tsv.gz"
    properties = shared / "wikidata" / "properties.tsv"
    entries = read(one_fact(tmp_path), labels=(str(entities), str(properties)))
    found = labels(entries)
    wanted = {(WD + row[0], row[1]) for row in plain(entities) if row[1]}
    rows = properties.read_text(encoding="utf-8").splitlines()[1:]
    wanted |= {(WDT + pid, label) for pid, label, _ in (row.split("\t") for row in rows) if label}
    mended = {(label.entity, label.text) for label in found} - wanted
    assert len(mended) == 129
    assert not any(set("\\\u200e\u200b\xad") & set(name) for _, name in mended)
    # One of the 422 properties has an empty label.
    assert len(rows) == 422
    assert len(found) == 195_655 + 421
    assert {(label.kind, label.language) for label in found} == {("label", "en")}
    assert triples(entries) == [A_B_C]
    assert all("mended" in skip.reason for skip in skips(entries))
    assert len(skips(entries)) == len(mended)
    assert sum(entry.documents for entry in entries) == 1


def test_files_of_labels_are_told_by_their_header(shared: Path) -> None:
    entries = read(shared / "wikidata" / "properties.tsv")
    assert len(labels(entries)) == 421
    assert Label(f"{WDT}P31", "label", "instance of", "en") in labels(entries)
    assert triples(entries) == []


def test_names_instead_of_ids_become_iris(shared: Path) -> None:
    found = triples(read(shared / "kge" / "countries" / "countries_S1" / "test.txt"))
    assert found[0] == Triple(f"{KG}zambia", f"{KG}locatedin", f"{KG}africa")
    assert len(found) == 24


# ── Cells ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("cell", "term"),
    [
        ("Q42", f"{WD}Q42"),
        ("P31", f"{WD}P31"),
        (" Q42 ", f"{WD}Q42"),
        ("Q042", f"{KG}Q042"),
        ("q42", f"{KG}q42"),
        ("New York", f"{KG}New%20York"),
        ("Köln", f"{KG}Köln"),
        ("50% <off>?", f"{KG}50%25%20%3Coff%3E%3F"),
        ("Batman: Year One", f"{KG}Batman:%20Year%20One"),
        ("/m/027rn", f"{KG}/m/027rn"),
        ("http://example.org/a#b", "http://example.org/a#b"),
        ("<http://example.org/a>", "http://example.org/a"),
        ("urn:isbn:1", "urn:isbn:1"),
        ("wd:Q42", f"{WD}Q42"),
        ('"Köln"@de', '"Köln"@de'),
        ('"1952"^^<http://www.w3.org/2001/XMLSchema#gYear>',
         '"1952"^^<http://www.w3.org/2001/XMLSchema#gYear>'),
        ('"a \\"quoted\\" word"', '"a \\"quoted\\" word"'),
        ('"Heroes" (song)', f"{KG}%22Heroes%22%20(song)"),
        ('"x"@not_a_tag', f"{KG}%22x%22@not_a_tag"),
    ],
)  # fmt: skip
def test_a_cell_becomes_a_term(tmp_path: Path, cell: str, term: str) -> None:
    (found,) = triples(read(written(tmp_path, f"s\tp\t{cell}"), header=False))
    assert found == Triple(f"{KG}s", f"{KG}p", term)


@pytest.mark.parametrize(("cell", "term"), [("P26", f"{WDT}P26"), ("wd:P26", f"{WDT}P26")])
def test_a_propertys_id_is_a_predicate_in_its_place(tmp_path: Path, cell: str, term: str) -> None:
    (found,) = triples(read(written(tmp_path, f"P26\t{cell}\tP26")))
    assert found == Triple(f"{WD}P26", term, f"{WD}P26")


def test_names_are_put_under_another_base(tmp_path: Path) -> None:
    path = one_fact(tmp_path)
    (found,) = triples(read(path, base="http://example.org/"))
    assert found.subject == "http://example.org/a"
    with pytest.raises(SourceError, match="'no base', which is not an IRI"):
        read(path, base="no base")


# ── Columns ─────────────────────────────────────────────────────────────────────────────────────
A_B_C = Triple(f"{KG}a", f"{KG}b", f"{KG}c")


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (["a\tb\tc"], {"header": False}),
        (["Subject\tPREDICATE\tobject", "a\tb\tc"], {}),
        (["subject\tpredicate\tobject\tsources", "a\tb\tc\tx"], {}),
        (["id\tsubject\tobject\tpredicate", "1\ta\tc\tb"], {}),
        (["\ufeffsubject\tpredicate\tobject", "a\tb\tc"], {}),
        (["", "subject\tpredicate\tobject", "", "a\tb\tc", "   "], {}),
        (["head\trelation\ttail", "a\tb\tc"], {"header": True}),
        (["c\tb\ta"], {"columns": ("3", "2", "1"), "header": False}),
        (["subject\tpredicate\tobject", "c\tb\ta"], {"columns": ("3", "2", "1")}),
        (["x\ttail\thead\trelation", "1\tc\ta\tb"], {"columns": ("head", "Relation", "tail")}),
        (["x\tlabel\ty", "a\tb\tc"], {"columns": ("1", "2", "3"), "header": True}),
        (["a\tb\tc\r"], {"header": False}),
    ],
)
def test_the_three_columns_are_found(
    tmp_path: Path, lines: list[str], options: dict[str, Any]
) -> None:
    entries = read(written(tmp_path, *lines), **options)
    assert triples(entries) == [A_B_C]
    assert skips(entries) == []


def test_a_header_can_be_denied(tmp_path: Path) -> None:
    entries = read(written(tmp_path, "subject\tpredicate\tobject", "a\tb\tc"), header=False)
    assert triples(entries) == [Triple(f"{KG}subject", f"{KG}predicate", f"{KG}object"), A_B_C]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": ("from", "by", "to")}, "no column 'from' in .+: there are a, b, c"),
        ({"columns": ("0", "1", "2")}, "no column '0'"),
        ({"columns": ("1", "2")}, "three columns are needed"),
        ({"columns": ("a", "b", "c"), "header": False}, "need a header line"),
    ],
)
def test_columns_that_are_not_there_are_an_error(
    tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(SourceError, match=message):
        read(written(tmp_path, "a\tb\tc"), **options)


@pytest.mark.parametrize(
    ("lines", "options", "unread"),
    [
        (["subject\trelation\tobject\tqual_rel\t", "a\tb\tc\tsince\t1984"], {},
         ("qual_rel", "column 5")),
        (["a\tb\tc\td\t"], {"columns": ("1", "2", "3"), "header": False}, ("column 4",)),
        (["x\ttail\thead\trelation", "1\tc\ta\tb"], {}, ("x",)),
        (["a\tb\tc\t\t"], {"header": False}, ()),
        (["", "subject\tpredicate\tobject", "a\tb\tc", "a\tb\t\t\tx", "a\tb\t"], {},
         ("column 5 (first in line 4)",)),
        (["Q1\tP26\tQ2\tP580\tQ3"], {}, ()),
    ],
)  # fmt: skip
def test_columns_that_are_left_alone_are_told(
    tmp_path: Path, lines: list[str], options: dict[str, Any], unread: tuple[str, ...]
) -> None:
    entries = read(written(tmp_path, *lines), **options)
    assert entries[0].unread == unread
    assert len(triples(entries)) == 1


# ── Labels ──────────────────────────────────────────────────────────────────────────────────────
def test_columns_of_labels_in_the_languages_asked_for(tmp_path: Path) -> None:
    beside = written(
        tmp_path,
        "id\tlabel_de\tlabel_en\tlabel_source\talias_en\tdescription_en\tlabel_fr",
        "Q1\tUniversum\tuniverse\tx\tcosmos\tall there is\tunivers",
        "P31\t\tinstance of",
        name="names.tsv",
    )
    entries = read(one_fact(tmp_path), labels=(str(beside),), languages=("en", "de"))
    assert labels(entries) == [
        Label(f"{WD}Q1", "label", "Universum", "de"),
        Label(f"{WD}Q1", "label", "universe", "en"),
        Label(f"{WD}Q1", "alias", "cosmos", "en"),
        Label(f"{WD}Q1", "description", "all there is", "en"),
        Label(f"{WDT}P31", "label", "instance of", "en"),
    ]
    assert [entry.documents for entry in entries] == [1, 0, 0]
    assert skips(entries) == [Skip(UNASKED, "names.tsv, line 2 @fr", usual=True)]


UNASKED = "names in a language that is not asked for"


@pytest.mark.parametrize("column", ["language", "lang", "Language_Code", "locale"])
@pytest.mark.parametrize("name", ["label", "name"])
@pytest.mark.parametrize("beside", [True, False])
def test_a_column_says_in_which_language_the_names_of_its_row_are(
    column: str, name: str, beside: bool, tmp_path: Path
) -> None:
    rows = ("Q1\ten\tuniverse", "Q1\tde\tUniversum", "Q2\tNULL\tEarth", "Q3\tpt_BR\tvida")
    path = written(tmp_path, f"qid\t{column}\t{name}", *rows, "Q4\tin Greek\tx", name="n.tsv")
    if not beside and name == "name":
        return  # such a table is known for labels only where it is given as that
    entries = read(one_fact(tmp_path), labels=(str(path),)) if beside else read(path)
    where = "n.tsv, line" if beside else "line"
    assert labels(entries) == [
        Label(f"{WD}Q1", "label", "universe", "en"),
        Label(f"{WD}Q2", "label", "Earth", "en"),
    ]
    assert skips(entries) == [
        Skip(UNASKED, f"{where} 3 @de", usual=True),
        Skip(UNASKED, f"{where} 5 @pt-br", usual=True),
        Skip("a name without a language tag", f"{where} 6"),
    ]
    assert [one for entry in entries for one in entry.unasked] == [
        (f"{WD}Q1", "de"),
        (f"{WD}Q3", "pt-br"),
    ]


def test_columns_that_a_header_of_any_words_tells_apart_by_their_languages(tmp_path: Path) -> None:
    rows = ("ITC4\tLombardia\tLombardei", "ITC4C\tMonza")
    path = written(tmp_path, "codice\tetichetta_it\tetichetta_de", *rows, name="nomi.tsv")
    entries = read(one_fact(tmp_path), labels=(str(path),), languages=("de", "it"))
    assert labels(entries) == [
        Label(f"{KG}ITC4", "label", "Lombardia", "it"),
        Label(f"{KG}ITC4", "label", "Lombardei", "de"),
        Label(f"{KG}ITC4C", "label", "Monza", "it"),
    ]


def test_a_column_of_languages_is_no_label(tmp_path: Path) -> None:
    """Without a header that says so, ITC4 was called *it* and *de*."""
    rows = ("ITC4\tit\tLombardia", "ITC4\tde\tLombardei")
    path = written(tmp_path, "codice\tlingua\tnome", *rows, name="nomi.tsv")
    with pytest.raises(SourceError, match=r"second column of languages.* id lang label"):
        read(one_fact(tmp_path), labels=(str(path),))
    once = ("a\tit\tx", "b\tde\ty", "c\tfr\tz")  # each is named once: names, for all we know
    short = written(tmp_path, *once, name="short.tsv")
    assert len(labels(read(one_fact(tmp_path), labels=(str(short),)))) == 3


def test_further_cells_beside_a_label_are_counted_where_no_header_names_them(
    tmp_path: Path,
) -> None:
    rows = ("Q1\tGrand-Est\tGrand-Sud", "Q2\tEarth", "Q3\tlife\t")
    path = written(tmp_path, *rows, name="n.tsv")
    entries = read(one_fact(tmp_path), labels=(str(path),))
    assert [label.text for label in labels(entries)] == ["Grand-Est", "Earth", "life"]
    [skip] = skips(entries)
    assert skip.reason.startswith("further cells") and skip.usual
    assert skip.where == "n.tsv, line 1"


def test_names_in_other_languages_are_counted_wherever_they_stand(tmp_path: Path) -> None:
    """In columns of labels, in literals, and in KGTK's edges."""
    columns = written(tmp_path, "id\tlabel_de\tdescription_de", "Q1\tAll\talles", name="n.tsv")
    cells = written(tmp_path, 'Q1\trdfs:label\t"All"@de', 'Q1\tskos:altLabel\t"Kosmos"@de')
    edges = ("node1\tlabel\tnode2", "Q1\tlabel\t'All'@de", "Q1\talias\t'Kosmos'@de")
    kgtk = written(tmp_path, *edges, name="kgtk.tsv")
    for path in (columns, cells, kgtk):
        entries = read(path)
        assert labels(entries) == []
        assert [(one.reason, one.usual) for one in skips(entries)] == [(UNASKED, True)] * 2
        assert [one for entry in entries for one in entry.unasked] == [(f"{WD}Q1", "de")]


def test_labels_without_a_header_or_a_language_are_in_the_first_one(tmp_path: Path) -> None:
    bare = written(tmp_path, "a\tein A", "some name\tein Name", name="bare.tsv")
    plain = written(tmp_path, "id\tlabel", "c\tein C", name="plain.tsv")
    entries = read(one_fact(tmp_path), labels=(str(bare), str(plain)), languages=("de", "en"))
    assert labels(entries) == [
        Label(f"{KG}a", "label", "ein A", "de"),
        Label(f"{KG}some%20name", "label", "ein Name", "de"),
        Label(f"{KG}c", "label", "ein C", "de"),
    ]


@pytest.mark.parametrize("name", ["n.tsv", "n.csv"])
def test_literals_in_a_file_of_labels_are_names_in_their_language(
    name: str, tmp_path: Path
) -> None:
    """As the Wikidata Query Service writes them."""
    rows = [
        ("id", "label"),
        (f"<{WD}Q1>", '"Ulm \\"on the Danube\\""@en'),
        (f"<{WD}Q2>", '"persona"@es'),
        (f"<{WD}Q3>", '"the "Sparrow""@en-GB'),
        (f"<{WD}Q4>", f'"1984"^^<{terms.XSD}gYear>'),
        (f"<{WD}Q5>", '"plain"'),
        (f"<{WD}Q6>", '""@en'),
    ]
    path = tmp_path / name
    with path.open("w", encoding="utf-8", newline="") as stream:
        if name == "n.tsv":
            stream.writelines("\t".join(row) + "\n" for row in rows)
        else:
            csv.writer(stream).writerows(rows)
    entries = read(one_fact(tmp_path), labels=(str(path),))
    assert labels(entries) == [
        Label(f"{WD}Q1", "label", 'Ulm "on the Danube"', "en"),
        Label(f"{WD}Q3", "label", 'the "Sparrow"', "en-gb"),
        Label(f"{WD}Q4", "label", "1984", "en"),
        Label(f"{WD}Q5", "label", "plain", "en"),
    ]
    assert skips(entries) == [Skip(UNASKED, f"{name}, line 3 @es", usual=True)]
    assert [one for entry in entries for one in entry.unasked] == [(f"{WD}Q2", "es")]


def test_quotes_are_of_a_name_where_other_names_have_none(tmp_path: Path) -> None:
    rows = ('Q1\t"Heroes"', "Q2\tLow", "Q3\tLodger", 'Q4\t"Ulm"@de')
    path = written(tmp_path, "id\tlabel", *rows, name="n.tsv")
    entries = read(one_fact(tmp_path), labels=(str(path),), languages=("all",))
    assert [(one.text, one.language) for one in labels(entries)] == [
        ('"Heroes"', "mul"),
        ("Low", "mul"),
        ("Lodger", "mul"),
        ("Ulm", "de"),
    ]


def test_lines_of_labels_that_cannot_be_used_are_skipped(tmp_path: Path) -> None:
    beside = written(tmp_path, "id\tlabel", "Q1", "\tx", "Q2\t", name="names.tsv")
    entries = read(one_fact(tmp_path), labels=(str(beside),))
    assert labels(entries) == []
    assert skips(entries) == [
        Skip("fewer than two columns", "names.tsv, line 2"),
        Skip("empty cell", "names.tsv, line 3"),
    ]


HEADING = "a first line that names columns (a file of labels)"


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (["id\tnombre", "Q1\tUniverso"], 1),
        (["identificador\tnombre", "Q1\tUniverso"], 1),
        (["who\tcalled", "Q1\tUniverso"], 1),
        (["# by Ann", "elemento,nombre,nota", "Q1,Universo,x"], 2),
        (["nombre\tid", "Universo\tQ1"], 1),
    ],
)
def test_a_header_in_unknown_words_names_nothing(
    lines: list[str], place: int, tmp_path: Path
) -> None:
    entries = read(one_fact(tmp_path), labels=(str(written(tmp_path, *lines, name="n.txt")),))
    assert labels(entries) == [Label(f"{WD}Q1", "label", "Universo", "en")]
    assert Skip(HEADING, f"n.txt, line {place}", usual=True) in skips(entries)


@pytest.mark.parametrize("mark", ["", "?"])
def test_the_columns_of_an_answer_of_sparql_are_known(mark: str, tmp_path: Path) -> None:
    """``itemLabel`` beside ``item``, as the label service calls it."""
    names = written(
        tmp_path, f"{mark}item\t{mark}itemLabel\t{mark}itemDescription",
        f'<{WD}Q1>\t"Ann"@en\t"a person"@en', name="n.tsv",
    )  # fmt: skip
    entries = read(one_fact(tmp_path), labels=(str(names),))
    assert [(one.kind, one.text) for one in labels(entries)] == [
        ("label", "Ann"),
        ("description", "a person"),
    ]
    assert skips(entries) == []
    facts = written(tmp_path, "?s\t?p\t?o", f"<{WD}Q1>\t<{WDT}P26>\t<{WD}Q2>")
    assert triples(read(facts)) == [Triple(f"{WD}Q1", f"{WDT}P26", f"{WD}Q2")]


def test_words_that_are_no_header_are_named(tmp_path: Path) -> None:
    rows = ("covid\tCOVID-19", "madrid\tMadrid", "key\tSchlüssel", "door\tTür")
    entries = read(one_fact(tmp_path), labels=(str(written(tmp_path, *rows, name="n.tsv")),))
    assert (len(labels(entries)), skips(entries)) == (4, [])


def test_a_first_line_that_is_read_as_a_fact_and_may_be_a_header_is_shown(tmp_path: Path) -> None:
    """Its middle word is the only relation; nothing else tells it from a fact."""
    rows = ["Author\twrote\tBook", *(f"Ann {n}\twrote\tBook {n}" for n in range(9))]
    said = ("the first line was read as a fact: Author | wrote | Book "
            "(if it names the columns, say --header)",)  # fmt: skip
    for options in ({}, {"columns": ("1", "2", "3")}):
        assert read(written(tmp_path, *rows), **options)[0].doubts == said
    assert read(written(tmp_path, *rows), header=False)[0].doubts == ()
    assert len(triples(read(written(tmp_path, *rows), header=True))) == 9
    assert read(written(tmp_path, *rows[1:], "Bo\tread\tBook 0"))[0].doubts == ()


OTHERS = ("corrupted.txt", "train_corrupt.txt", "README.txt", "LICENSE.txt", "licence-data.txt")
FALSE = ("train_false.txt", "test_neg.txt", "negatives.txt", "false.txt", "negs.txt", "neg_1.txt")


@pytest.mark.parametrize("prefix", ["tsv:", ""])
def test_in_a_folder_no_file_is_facts_that_is_called_otherwise(prefix: str, tmp_path: Path) -> None:
    """What is false by its name is kept as that, or left out where nothing tells its columns."""
    for name in (*OTHERS, *FALSE, "train.txt", "valid.txt"):
        stem = name.partition(".")[0]
        rows = (f"{stem} Ann\tknows\tBob", "Bob\tknows\tEve", "Eve\tknows\tBob")
        written(tmp_path, *rows, name=name)
    report = kgforge.load([f"{prefix}{tmp_path}"], "oxigraph:")
    unknown = int(not prefix)  # neg_1, of which nothing says that it belongs to the splits
    assert (report.facts, report.negatives) == (4, 3 * (len(FALSE) - unknown))
    left_out = [(one.reason.partition(",")[0], one.count) for one in report.left_out]
    assert left_out == [
        ("a README or licence", 3),
        ("corrupted triples", 2),
        *[("three columns that are not known (if they are subject", 1)] * unknown,
    ]


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_that_holds_no_statements_by_its_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"by its name.*give it another name if it holds facts"):
        read(written(tmp_path, *FRIENDS, name=name), columns=("1", "2", "3"))


def test_a_missing_file_of_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"absent\.tsv: No such file"):
        read(one_fact(tmp_path), labels=(str(tmp_path / "absent.tsv"),))


# ── Bad input ───────────────────────────────────────────────────────────────────────────────────
def test_lines_that_cannot_be_used_are_skipped(tmp_path: Path) -> None:
    entries = read(
        written(tmp_path, "a\tb\tc", "a\tb", "", "a\t\tc", '"x"\tb\tc', 'a\t"x"\tc', "alone")
    )
    assert triples(entries) == [A_B_C]
    assert skips(entries) == [
        Skip("fewer than three columns", "line 2", triple=True),
        Skip("empty cell", "line 4", triple=True),
        Skip("literal as subject or predicate", "line 5", triple=True),
        Skip("literal as subject or predicate", "line 6", triple=True),
        Skip("fewer than three columns", "line 7", triple=True),
    ]


def test_what_is_missing_is_no_entity(tmp_path: Path) -> None:
    cells = ("Ben", "NULL", "n/a", "NaN", "Nan")
    entries = read(written(tmp_path, *(f"Ida\tknows\t{cell}" for cell in cells)), named=True)
    assert [triple.object for triple in triples(entries)] == [f"{KG}Ben", f"{KG}Nan"]
    assert skips(entries) == [
        Skip("a missing value (NULL, NaN, n/a, None)", f"line {number}", triple=True)
        for number in (2, 3, 4)
    ]


def test_of_uneven_rows_the_first_is_shown(tmp_path: Path) -> None:
    path = written(tmp_path, "Ida\tknows\tBen", "Ben\tknows\tIda", "Fay\tknows\tIda\tMORE")
    shown = r"more than the usual three columns .*, line 3, is Fay \| knows \| Ida \| MORE; name"
    with pytest.raises(RefusedError, match=shown):
        read(path, named=True)
    path = written(tmp_path, "a", "a\tb", "a\tb\tc")
    with pytest.raises(RefusedError, match="3 columns whose meaning is not known"):
        read(path, named=True)


def test_quotes_do_not_join_lines(tmp_path: Path) -> None:
    entries = read(written(tmp_path, 'a\tb\t"c', 'd\tb\tf"'))
    assert len(triples(entries)) == 2


@pytest.mark.parametrize("lines", [(), ("", "  ")])
def test_an_empty_file_is_refused(lines: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"triples\.tsv is empty"):
        read(written(tmp_path, *lines))


def test_a_truncated_gzip_names_file_and_offset(shared: Path, tmp_path: Path) -> None:
    whole = (shared / "wikidata" / "triples.tsv.gz").read_bytes()
    path = tmp_path / "cut.tsv.gz"
    path.write_bytes(whole[:100_000])
    with pytest.raises(SourceError, match=r"cut\.tsv\.gz: truncated or damaged after \d{6,} byt"):
        read(path)


def test_a_missing_file_and_a_wrong_encoding_are_errors(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"absent\.tsv: No such file"):
        read(tmp_path / "absent.tsv")
    latin = tmp_path / "latin.tsv"
    latin.write_bytes("a\tb\tKöln\n".encode("latin-1"))
    with pytest.raises(SourceError, match=r"latin\.tsv: not UTF-8 \(.* in line 1, at byte 5\)"):
        read(latin)
    latin.write_bytes(b"a\tb\tc\n" * 50_000 + "a\tb\tKöln\n".encode("latin-1"))
    with pytest.raises(SourceError, match=r"in line 50001, at byte 300005\)"):
        read(latin)


HEADER = "Person;Beziehung;Ort\nMüller – Jörg;wohnt in;Köln\n" * 3


@pytest.mark.parametrize(
    ("encoding", "says"),
    [
        ("cp1252", r"in line 2, at byte 22\): convert it .*iconv -f WINDOWS-1252 .*Western"),
        ("latin-1", r"in line 2, at byte 22\): convert it .*iconv -f LATIN1 -t UTF-8 if"),
        ("utf-16", "not UTF-8: it looks like UTF-16: .*iconv -f UTF-16 -t UTF-8"),
        ("utf-16-be", "not UTF-8: it looks like UTF-16BE"),
        ("utf-32", "not UTF-8: it looks like UTF-32"),
    ],
)
def test_a_wrong_encoding_is_said_before_all_else(tmp_path: Path, encoding: str, says: str) -> None:
    path = tmp_path / "odd.csv"
    path.write_bytes(HEADER.encode(encoding, errors="ignore"))
    for named in (True, False):
        with pytest.raises(SourceError, match=says):
            read(path, named=named)


def test_a_damaged_character_among_others_is_of_no_other_encoding(tmp_path: Path) -> None:
    path = tmp_path / "odd.tsv"
    path.write_bytes("Müller\twohnt in\tKö".encode() + b"\xff\n")
    with pytest.raises(SourceError, match=r"line 1, at byte 20\)$"):
        read(path)


def test_recognises_tables(shared: Path, tmp_path: Path) -> None:
    assert tsv.recognises(shared / "wikidata" / "triples.tsv.gz")
    assert tsv.recognises(shared / "kge" / "umls" / "train.txt")
    assert tsv.recognises(written(tmp_path, "a\tb\tc"))
    assert tsv.recognises(written(tmp_path, "a,b,c", "a,b,c"))
    assert not tsv.recognises(written(tmp_path, "a sentence, and", "another one"))
    assert not tsv.recognises(written(tmp_path, "<urn:a>\t<urn:b>\t<urn:c> ."))
    assert not tsv.recognises(written(tmp_path))
    for other in ("trex/sample-output.json", "wikidata_json/Q22.json", "ontologies/koala.owl"):
        assert not tsv.recognises(shared / other)


@pytest.mark.parametrize("header", ["head\trelation\ttail", "H\tR\tT", "s\tp\to\tsplit"])
def test_other_names_of_a_header_are_recognised(header: str, tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    path.write_text(f"{header}\nQ1\tP26\tQ2\n")
    triples = [triple for entry in tsv.read(path, ReadOptions()) for triple in entry.triples]
    assert len(triples) == 1
    assert triples[0].subject.endswith("/Q1")


# ── Short names ─────────────────────────────────────────────────────────────────────────────────
def test_among_names_a_number_and_a_short_code_are_names(tmp_path: Path) -> None:
    path = written(
        tmp_path, "Ann\tborn\t1984", "Bob\tborn\t1984", "Bob\tclimbed\tK2", "Eve\thears\tU2",
        "U2\tof\tL123", "Eve\tnumber\t123456", "Bob\tof\tQ10", "Eve\tof\tC0027051",
    )  # fmt: skip
    found = labels(read(path, languages=("de",)))
    assert found == [Label(KG + one, "label", one, "mul") for one in ("1984", "K2", "U2")]


@pytest.mark.parametrize(
    "lines",
    [
        [f"{n}\tknows\t{n + 1}" for n in range(900, 1900)],
        [f"{n}\tcalled\tAnn {n}" for n in range(100)] + ["1\tknows\t2"],
        [f"M{n}\tknows\tM{n + 1}" for n in range(100)] + ["Ann\tknows\tM1"],
        [f"a{n}\tknows\tM{n}" for n in range(30)],
        [f"person_{n}\tknows\t{n}" for n in range(30)],
        [f"/m/0{n}x\tborn\t1984" for n in range(100)],
    ],
)
def test_among_ids_a_number_and_a_short_code_are_ids(tmp_path: Path, lines: list[str]) -> None:
    assert labels(read(written(tmp_path, *lines))) == []


# ── What is refused ─────────────────────────────────────────────────────────────────────────────
FRIENDS = ("Alice\tknows\tBob", "Bob\tknows\tAlice", "Carol\tknows\tDave", "Dave\tknows\tCarol")
LEFT_BEHIND = "a first line that seems to be a header"
ALONE = "a first line that may be a header: none of its cells occurs again"


def test_three_columns_of_names_are_facts_where_the_table_was_named(tmp_path: Path) -> None:
    path = written(tmp_path, *FRIENDS)
    assert len(triples(read(path))) == 4
    with pytest.raises(RefusedError, match=r"columns that are not known .*Alice . knows . Bob"):
        read(path, named=False)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("Person\tRelation\tFriend", *FRIENDS), LEFT_BEHIND),
        (("who\tdoes\twhom", *FRIENDS), ALONE),
        (("source\ttype\ttarget", *FRIENDS), LEFT_BEHIND),
        (("item\tproperty\tvalue", "Q1\tP31\tQ5"), LEFT_BEHIND),
        (("rule\tsupport\tconfidence", "a>b\t3\t0.5", "b>c\t4\t0.7"), LEFT_BEHIND),
        (("Q1\tQ2\tP31", "Q3\tQ4\tP31"), "a second column of entities"),
        (("P31\t0.25\tQ5", "P32\t0.75\tQ5"), "a second column of numbers"),
        (tuple(f"e{n}\tname {n}\tsome words" for n in range(30)), "hardly repeats a value"),
        (("Q1\tuniverse", "Q2\tEarth"), "2 columns whose meaning is not known"),
        (("a\tb\tc\td", "e\tb\tf\tg"), "4 columns whose meaning is not known"),
        (("Q1\tP26\tQ2\t0.7", "Q2\tP26\tQ1\t0.9"), "4 columns whose meaning is not known"),
        (("some words", "and some more of them"), "one column, or columns that differ"),
        (("a\tb\tc\0", "a\tb\tc"), "NUL"),
    ],
)
def test_a_table_is_refused_unless_it_is_known_what_it_holds(
    lines: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    with pytest.raises(RefusedError, match=reason) as error:
        read(written(tmp_path, *lines))
    assert "\n" not in str(error.value)


KNOWN = [f"Ann {n}\tknows\tBob {n}" for n in range(200)]
MAYORS = [f"city {n}\tcountry {n % 7}\tmayor {n}" for n in range(40)]


@pytest.mark.parametrize(
    "lines",
    [
        ("city\tcountry\tmayor", *MAYORS, "Valletta\tMalta\tInfantino"),
        ("Subjekt\tPrädikat\tObjekt", *KNOWN, "Ann 1\tlikes\tBob 2"),
        ("wer\twas\twen", *KNOWN, "Ann 1\tlikes\tBob 2"),
        ("субъект\tпредикат\tобъект", *FRIENDS, "Alice\tlikes\tDave"),
        ("kopf\tbeziehung\tende", *FRIENDS, "Alice\tlikes\tDave"),
        ("Stadt\tLand\tFluss", "Ulm\tBayern\tDonau", "Köln\tNRW\tRhein"),
        ("Stadt\tLand\tFluss", "Ulm\tBayern\tDonau", "Passau\tBayern\tInn"),
        [f"city {n}\tcountry {n}\tmayor {n}" for n in range(8)] + ["Bonn\tcountry 1\tmayor 9"],
    ],
)
def test_a_header_is_refused_though_a_predicate_stands_alone(
    lines: Sequence[str], tmp_path: Path
) -> None:
    path = written(tmp_path, *lines)
    with pytest.raises(RefusedError, match=r"it begins: .*--no-header"):
        read(path)
    assert len(triples(read(path, columns=("1", "2", "3"), header=True))) > 0


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann\tknows\tBob", "Eve\tknows\tDan"),
        ("Ann\tknows\tBob", "Bob\tlikes\tEve"),
        ("Ann\tknows\tBob", "Bob\tlives in\tUlm", "Ulm\tlies in\tGermany"),
        ("Ann\tborn in\tUlm", "Ann\tknows\tBob", "Ann\tlikes\tEve", "Ann\tage\t5"),
        [f"Ann\tdoes {n}\tthing {n}" for n in range(12)],
        ("Ann\tborn in\tUlm", *FRIENDS, "Ann\tknows\tBob"),
    ],
)
def test_a_few_facts_are_read_whatever_their_predicates(
    lines: Sequence[str], tmp_path: Path
) -> None:
    assert len(triples(read(written(tmp_path, *lines)))) == len(lines)


@pytest.mark.parametrize("header", ["source\tbond\ttarget_x", "who\tdoes\twhom", "x\ty\tz"])
@pytest.mark.parametrize(
    "facts",
    [
        (),
        ("Ann\tknows\tBob",),
        ("Ann\tage\t5",),
        ("Ann\tknows\tBob", "Carol\tlikes\tDave"),
        tuple(f"Ann\tdoes {n}\tthing {n}" for n in range(12)),
    ],
)
def test_a_header_over_a_few_facts_is_none(
    header: str, facts: Sequence[str], tmp_path: Path
) -> None:
    """However few they are; also where nothing was found, and the header is all there is."""
    path = written(tmp_path, header, *facts)
    for columns in ((), ("1", "2", "3")):
        with pytest.raises(RefusedError, match=f"{ALONE}|{LEFT_BEHIND}|hardly repeats a value"):
            read(path, columns=columns)
    assert len(triples(read(path, header=True))) == len(facts)


@pytest.mark.parametrize("columns", [(), ("1", "2", "3")])
@pytest.mark.parametrize(
    "facts", [("Alice\tknows\tBob",), ("Alice\tknows\tBob", "Carol\tlikes\tDave")]
)
def test_facts_of_which_none_shares_a_cell_are_loaded_if_said_to_be_facts(
    facts: Sequence[str], columns: tuple[str, ...], tmp_path: Path
) -> None:
    path = written(tmp_path, *facts)
    with pytest.raises(RefusedError, match=f"{ALONE}.*if it is a fact, say --no-header"):
        read(path, columns=columns)
    assert len(triples(read(path, columns=columns, header=False))) == len(facts)


@pytest.mark.parametrize(
    "facts",
    [
        ("Alice\tknows\tBob", "Bob\tlikes\tAlice"),
        ("Alice\tknows\tBob", "Carol\tknows\tDave"),
        ("Q42\tknows\tBob",),
        ("wd:Q42\tsaid\tDon't panic", "wd:Q1\tis\tlarge"),
        (*FRIENDS, "Eve\tknows\tFrank"),
    ],
)
def test_a_fact_is_known_by_what_occurs_again_or_is_an_id(
    facts: Sequence[str], tmp_path: Path
) -> None:
    assert len(triples(read(written(tmp_path, *facts)))) == len(facts)


@pytest.mark.parametrize("name", ["e{}", "/m/0{}x"])
@pytest.mark.parametrize("relation", ["r{}", "/film/film/r{}"])
@pytest.mark.parametrize("options", [{}, {"named": False}, {"header": False}])
def test_splits_of_head_tail_and_relation_are_refused(
    name: str, relation: str, options: dict[str, Any], tmp_path: Path
) -> None:
    """KB2E's order, as FB15k and WN18 were published in."""
    rows = [
        "\t".join((name.format(n % 90), name.format(n * 7 % 90), relation.format(n % 5)))
        for n in range(200)
    ]
    train = written(tmp_path, *rows, name="train.txt")
    written(tmp_path, *rows[:3], name="valid.txt")
    written(tmp_path, "e1\tthing one", name="entity2text.txt")
    with pytest.raises(RefusedError, match=r"subject, object, predicate, .*: say --columns 1,3,2"):
        read(train, **options)
    named = {**options, "columns": ("1", "3", "2")}
    assert len({one.predicate for one in triples(read(train, **named))}) == 5
    assert len(labels(read(tmp_path / "entity2text.txt", **named))) == 1


@pytest.mark.parametrize(
    "stem",
    ["negatives", "negative", "neg", "test_neg", "test-neg", "valid-negatives", "neg_test",
     "negative_train", "test_negative", "NEG"],
)  # fmt: skip
@pytest.mark.parametrize("split", [True, False])
def test_negatives_are_told_by_the_name_of_their_file(
    stem: str, split: bool, tmp_path: Path
) -> None:
    written(tmp_path, *FRIENDS, name="train.txt")
    entries = read(written(tmp_path, "a\tb\tc", name=f"{stem}.txt"), named=not split)
    assert triples(entries) == []
    assert [one for entry in entries for one in entry.negatives] == [A_B_C]


@pytest.mark.parametrize("stem", ["negroni", "benegative2", "train"])
def test_other_files_hold_facts(stem: str, tmp_path: Path) -> None:
    path = written(tmp_path, "a\tb\tc", name=f"{stem}.txt")
    assert triples(read(path, header=False)) == [A_B_C]


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [("label", "1", "-1"), ("Truth", "True", "False"), ("sign", "1", "0"),
     ("polarity", "+1", "-1"), ("asserted", "true", "false"), ("is_valid", "yes", "no")],
)  # fmt: skip
def test_a_column_says_which_statements_are_false(
    name: str, yes: str, no: str, tmp_path: Path
) -> None:
    rows = (f"a\tb\tc\t{yes}", f"a\tb\td\t{no}", "a\tb\te\t")
    path = written(tmp_path, f"head\trelation\ttail\t{name}", *rows)
    for columns in ((), ("head", "relation", "tail")):
        entries = read(path, columns=columns)
        assert triples(entries) == [A_B_C]
        assert [one.object for entry in entries for one in entry.negatives] == [f"{KG}d"]
        assert skips(entries) == [Skip("neither true nor false", "line 4", triple=True)]
        assert entries[0].unread == ()


@pytest.mark.parametrize("name", ["negated", "is_negated", "Negation", "denied"])
@pytest.mark.parametrize(
    ("no", "yes"),
    [("False", "True"), ("0", "1"), ("no", "YES"), ("f", "T"), ("0.0", "1.0"), ("", "true"),
     ("nan", "1.0"), ("FALSCH", "WAHR"), ('"false"^^<http://www.w3.org/2001/XMLSchema#boolean>',
     '"true"^^<http://www.w3.org/2001/XMLSchema#boolean>')],
)  # fmt: skip
def test_a_blank_cell_denies_nothing(name: str, no: str, yes: str, tmp_path: Path) -> None:
    rows = (f"a\tb\tc\t{no}", f"a\tb\td\t{yes}", "a\tb\te\t", "a\tb\tf")
    entries = read(written(tmp_path, f"head\trelation\ttail\t{name}", *rows))
    assert [triple.object for triple in triples(entries)] == [f"{KG}{end}" for end in "cef"]
    assert [one.object for entry in entries for one in entry.negatives] == [f"{KG}d"]
    assert skips(entries) == []


@pytest.mark.parametrize("folder", [False, True])
def test_load_stops_at_a_word_that_may_deny_a_statement(*, folder: bool, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    path = written(source, "subject\tpredicate\tobject\tnegated", "a\tb\tc\t", "a\tb\td\tmaybe")
    store = f"oxigraph:{tmp_path / 'graph'}"
    with pytest.raises(SourceError, match=r"line 3: the column negated .* 'maybe' is no word"):
        kgforge.load([str(source if folder else path)], store)
    with pytest.raises(KgforgeError):
        kgforge.mine(["fact"], store, tmp_path / "mined")


def test_a_qualifier_denies_a_statement_by_not(tmp_path: Path) -> None:
    first = ["a\tb\tc\tinvolved_in"] * 300  # more than are looked at beforehand
    rows = (*first, "a\tb\td\tNOT|involved_in", "a\tb\te\t", "a\tb\tf\tnot located_in")
    entries = read(written(tmp_path, "subject\tpredicate\tobject\tqualifier", *rows))
    assert {triple.object for triple in triples(entries)} == {f"{KG}c", f"{KG}e"}
    negatives = [one.object for entry in entries for one in entry.negatives]
    assert negatives == [f"{KG}d", f"{KG}f"]


@pytest.mark.parametrize("name", ["not", "remark"])
def test_a_column_of_nothing_but_not_denies(name: str, tmp_path: Path) -> None:
    rows = ("a\tb\tc\t", "a\tb\td\tNOT")
    entries = read(written(tmp_path, f"subject\tpredicate\tobject\t{name}", *rows))
    assert triples(entries) == [A_B_C]
    assert [one.object for entry in entries for one in entry.negatives] == [f"{KG}d"]


def test_two_columns_that_deny_statements_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject\tnegated\tfalse", "a\tb\tc\t\ttrue")
    with pytest.raises(
        RefusedError, match=r"two columns that say .*: negated \(4\) and false \(5\)"
    ):
        read(path)


def test_a_column_of_signs_and_other_words_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "head\trelation\ttail\tsign", "a\tb\tc\t-1", "a\tb\td\tmaybe")
    with pytest.raises(RefusedError, match="the column sign may say which statements are false"):
        read(path)
    path = written(tmp_path, "head\trelation\ttail\tlabel", "a\tb\tc\tfriend")
    assert triples(read(path)) == [A_B_C]


def test_a_column_of_signs_without_a_header_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a\tb\tc\t1", "a\tb\td\t-1")
    for columns in ((), ("1", "2", "3")):
        with pytest.raises(RefusedError, match=r"column 4 holds 1 and -1.* called sign"):
            read(path, columns=columns)


def test_a_few_rows_that_are_wider_are_skipped(tmp_path: Path) -> None:
    rows = [f"Ann\tknows\tBob {n}" for n in range(40)]
    rows[6] += "\tMORE"
    entries = read(written(tmp_path, *rows))
    assert len(triples(entries)) == 39
    assert skips(entries) == [Skip("more than three columns", "line 7", triple=True)]


def test_columns_that_no_row_has_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="no row of 9 columns"):
        read(written(tmp_path, "a\tb\tc"), columns=("1", "2", "9"))


@pytest.mark.parametrize(
    ("options", "count"),
    [({"header": True}, 4), ({"header": False}, 5), ({"columns": ("who", "does", "whom")}, 4)],
)
def test_who_knows_the_header_says_so(options: dict[str, Any], count: int, tmp_path: Path) -> None:
    assert len(triples(read(written(tmp_path, "who\tdoes\twhom", *FRIENDS), **options))) == count


def test_a_header_over_columns_asked_for_by_number_is_no_fact(tmp_path: Path) -> None:
    path = written(tmp_path, "nr\twho\tdoes\twhom", *(f"{n}\t{f}" for n, f in enumerate(FRIENDS)))
    with pytest.raises(RefusedError, match=f"{ALONE}.*--no-header.*--header"):
        read(path, columns=("2", "3", "4"))
    assert len(triples(read(path, columns=("2", "3", "4"), header=True))) == 4


def test_a_predicate_named_label_is_no_header(tmp_path: Path) -> None:
    entries = read(written(tmp_path, "a\tlabel\tb", "c\tknows\ta", "c\tlabel\td"))
    assert (len(triples(entries)), labels(entries)) == (3, [])


EDGES = "a first line that seems to be a header of edges .*--columns"


@pytest.mark.parametrize(
    ("header", "row", "columns"),
    [
        ("source,target,label,weight", "Ann,Bob,friend of,1", "source,label,target"),
        (
            "Source,Target,Type,Id,Label,Weight",
            "Ann,Bob,Directed,0,friend of,1.0",
            "Source,Label,Target",
        ),
        (":START_ID,type,:END_ID", "Ann,KNOWS,Bob", ":START_ID,type,:END_ID"),
        ("id,from,to,label", "1,Ann,Bob,knows", "from,label,to"),
        ("source,target,weight", "Ann,Bob,1", r"\(names, or numbers"),
        ("Source,Target,Type,Weight", "Ann,Bob,Undirected,1.0", r"\(names, or numbers"),
    ],
)
def test_a_list_of_edges_is_refused_with_the_columns_that_may_be_meant(
    tmp_path: Path, header: str, row: str, columns: str
) -> None:
    path = written(tmp_path, header, row, row.replace("Ann", "Eve"), name="edges.csv")
    remedy = columns if columns.startswith(r"\(") else re.escape(columns)
    with pytest.raises(RefusedError, match=f"{EDGES} {remedy}"):
        read(path)
    with pytest.raises(RefusedError, match=EDGES):
        read(one_fact(tmp_path), labels=(str(path),))


def test_the_columns_of_edges_that_are_named_become_facts(tmp_path: Path) -> None:
    path = written(tmp_path, "source,target,label", "a,c,b", name="edges.csv")
    assert triples(read(path, columns=("source", "label", "target"))) == [A_B_C]


@pytest.mark.parametrize("key", ["id", "QID", "wikidata_id", "iri", "entity", "name", "code"])
def test_labels_are_told_by_a_first_column_of_ids(tmp_path: Path, key: str) -> None:
    entries = read(written(tmp_path, f"{key}\tlabel_en\tlabel_source", "Q1\tuniverse\twd"))
    assert labels(entries) == [Label(f"{WD}Q1", "label", "universe", "en")]


@pytest.mark.parametrize("header", ["person\tlabel", "x\tlabel\ty", "item\tlabel\tvalue"])
def test_labels_of_what_is_not_known_are_refused(tmp_path: Path, header: str) -> None:
    path = written(tmp_path, header, "Ann\tAnn L.\tBob")
    with pytest.raises(RefusedError, match=r"a label of what is not known .* --labels"):
        read(path)
    assert len(labels(read(one_fact(tmp_path), labels=(str(path),)))) == 1


# ── Delimiters ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
def test_what_the_csv_module_writes_is_read(delimiter: str, tmp_path: Path) -> None:
    """But for the tab, between which nothing is quoted."""
    names = ["Smith, John", 'Ann "A" Lee', "a;b | c", "two\nlines", "plain"]
    names = ["one", "two", "three"] if delimiter == "\t" else names
    facts = [(one, "knows", other) for one in names for other in names]
    path = tmp_path / "facts.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=delimiter).writerows([("head", "relation", "tail"), *facts])
    entries = read(path)
    assert skips(entries) == []
    found = [(one.subject, one.predicate, one.object) for one in triples(entries)]
    encoded = {name: KG + terms.encoded(name.replace("\n", " ")) for name in [*names, "knows"]}
    assert found == [tuple(encoded[cell] for cell in fact) for fact in facts]


def test_a_delimiter_can_be_named(tmp_path: Path) -> None:
    path = written(tmp_path, "a^b^c", "d^b^e", name="facts.txt")
    with pytest.raises(RefusedError, match="--delimiter"):
        read(path)
    assert triples(read(path, delimiter="^"))[0] == A_B_C
    with pytest.raises(SourceError, match="one character, not '::'"):
        read(path, delimiter="::")


@pytest.mark.parametrize("delimiter", "\t,")
def test_a_nul_is_part_of_no_name(delimiter: str, tmp_path: Path) -> None:
    many = [delimiter.join(("a", "b", f"c{n}")) for n in range(20_000)]
    entries = read(written(tmp_path, *many, delimiter.join(("a", "b", "c\0")), many[0]))
    assert len(triples(entries)) == 20_001
    assert skips(entries) == [Skip("a NUL byte in a line", "line 20001", triple=True)]


NO_CSV = "no line of CSV: a quote in it is not closed, or not doubled within a cell"


def test_quotes_that_are_not_csv_are_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, "a,b,c", 'd,b,"e" f', "g,b,h", name="facts.csv")
    entries = read(path, header=False)
    assert len(triples(entries)) == 2
    assert skips(entries) == [Skip(NO_CSV, "line 2", triple=True)]


@pytest.mark.parametrize("last", ["A39,knows,B39", 'A39,"knows",B39', '"A39\nb",knows,"B\n39"'])
@pytest.mark.parametrize("bad", ['"A3,knows,B3', 'A3,"knows"x,B3', 'A3,knows,"B3'])
def test_a_quote_that_is_not_closed_costs_its_line_alone(
    tmp_path: Path, bad: str, last: str
) -> None:
    rows = [f"A{n},knows,B{n}" for n in range(39)]
    rows[3] = bad
    entries = read(written(tmp_path, *rows, last, name="f.csv"))
    assert skips(entries) == [Skip(NO_CSV, "line 4", triple=True)]
    assert len(triples(entries)) == 39
    assert len({one.subject for one in triples(entries)}) == 39


def test_a_row_without_end_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "WIDEST", 1000)
    rows = ['A,knows,"B', *('","b' for _ in range(2000)), "C,knows,D"]
    entries = read(written(tmp_path, *rows, name="f.csv"), header=False)
    assert {one.subject for one in triples(entries)} == {f"{KG}C"}
    assert len(skips(entries)) == 2001


def test_an_id_of_the_line_before_a_statement_is_no_subject(tmp_path: Path) -> None:
    """ConceptNet's assertions: what they are about is in the third and fourth columns."""
    lines = [
        "\t".join((f"/a/[/r/{link}/,/c/en/{one}/,/c/en/{other}/]", f"/r/{link}",
                   f"/c/en/{one}/n", f"/c/en/{other}", '{"weight": 1.0}'))
        for one, link, other in (("dog", "IsA", "animal"), ("cat", "AtLocation", "house"))
    ]  # fmt: skip
    path = written(tmp_path, *lines, name="conceptnet.csv")
    found = triples(read(path, named=False))
    assert found == triples(read(path, columns=("3", "2", "4")))
    assert [naming.readable(one.predicate) for one in found] == ["IsA", "AtLocation"]
    assert [naming.readable(one.object) for one in found] == ["animal", "house"]


def test_of_a_hyper_relational_statement_the_triple_is_kept(tmp_path: Path) -> None:
    path = written(tmp_path, "Q1,P26,Q2,P580,Q3,P582,Q4", "Q2,P26,Q1", name="s.txt")
    entries = read(path, named=False)
    assert [one.object for one in triples(entries)] == [f"{WD}Q2", f"{WD}Q1"]
    assert skips(entries) == [Skip("qualifier of a statement (the triple is kept)", "line 1")] * 2


def test_among_ids_a_name_is_skipped(tmp_path: Path) -> None:
    many = [f"Q{n},P26,Q{n + 1},P580,Q5" for n in range(1, 2000)]
    entries = read(written(tmp_path, *many, "Q1,P26,somebody,P580,Q5", "Q1,P26,Q2,P580"))
    assert len(triples(entries)) == 1999
    assert [one.where for one in skips(entries) if one.triple] == ["line 2000", "line 2001"]


def test_parquet_is_read_by_the_names_of_its_columns(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "a [1].parquet"
    select = "SELECT 'a' || i AS who, 'knows' AS does, NULLIF('b' || i, 'b3') AS whom FROM range(5)"
    duckdb.sql(f"COPY ({select} t(i)) TO '{path}'")
    with pytest.raises(RefusedError, match=r"columns that are not known .*who . does . whom"):
        read(path)
    for columns in (("who", "does", "whom"), ("1", "2", "3")):
        entries = read(path, columns=columns)
        assert [one.subject for one in triples(entries)] == [f"{KG}a{n}" for n in (0, 1, 2, 4)]
        assert skips(entries) == [Skip("empty cell", "row 4", triple=True)]
    (tmp_path / "cut.parquet").write_bytes(path.read_bytes()[:100])
    with pytest.raises(SourceError, match=r"cut\.parquet: no Parquet"):
        read(tmp_path / "cut.parquet")


# ── Remarks and quotes ──────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("parted", "\t,")
def test_a_remark_is_no_fact(parted: str, tmp_path: Path) -> None:
    rows = ("a,b,c", "#hashtag,b,c", "#the rest", "d,b,#c", "", "e,b,f")
    path = written(
        tmp_path, "# by Ann, Bob, and others", "#made by hand", "",
        *(row.replace(",", parted) for row in rows), name="f.csv",
    )  # fmt: skip
    entries = read(path)
    assert [one.object for one in triples(entries)] == [f"{KG}{x}" for x in ("c", "c", "%23c", "f")]
    assert skips(entries) == [
        Skip("a remark (a line that begins with #, ! or %)", f"line {number}", usual=True)
        for number in (1, 2, 6)
    ]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("#subject\tpredicate\tobject", "a\tb\tc"),
        ("# head,relation,tail", "a,b,c"),
        ("#node1\tlabel\tnode2", "a\tb\tc"),
        ("#id\tnode1\tlabel\tnode2", "1\ta\tb\tc"),
    ],
)
def test_a_header_may_begin_as_a_remark(header: str, row: str, tmp_path: Path) -> None:
    assert triples(read(written(tmp_path, "# made by Ann", header, row))) == [A_B_C]


@pytest.mark.parametrize("header", [(), ('"subject"\t"predicate"\t"object"',)])
def test_a_table_whose_first_row_is_quoted_is_read_as_csv(
    header: tuple[str, ...], tmp_path: Path
) -> None:
    rows = ('"a"\t"b"\t"c"', '"a"\t"b"\t"Ann ""A"" Lee"', '"a"\t"b"\t7')
    entries = read(written(tmp_path, *header, *rows))
    names = ["c", "Ann%20%22A%22%20Lee", "7"]
    assert [one.object for one in triples(entries)] == [KG + name for name in names]
    assert skips(entries) == []


def test_the_names_of_rows_that_r_writes_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, '"subject"\t"predicate"\t"object"', '"1"\t"a"\t"b"\t"c"')
    with pytest.raises(RefusedError, match=r"one cell more than the header .*row\.names = FALSE"):
        read(path)
    assert triples(read(path, columns=("2", "3", "4"), header=True)) == [A_B_C]


@pytest.mark.parametrize("parted", "\t,")
def test_names_are_labels_also_without_quotes(parted: str, tmp_path: Path) -> None:
    rows = ("Ann,rdfs:label,Ann Lee", "Ann,skos:altLabel,1984", "Ann,knows,Bob",
            "Ann,schema:description,a person", "Ann,rdfs:label,NULL")  # fmt: skip
    entries = read(
        written(tmp_path, *(row.replace(",", parted) for row in rows)), languages=("de",)
    )
    assert [one.object for one in triples(entries)] == [f"{KG}Bob"]
    assert labels(entries) == [
        Label(f"{KG}Ann", "label", "Ann Lee", "de"),
        Label(f"{KG}Ann", "alias", "1984", "de"),
        Label(f"{KG}Ann", "description", "a person", "de"),
    ]


def test_the_delimiter_is_found_where_all_rows_but_one_agree(tmp_path: Path) -> None:
    path = written(tmp_path, "Ann;knows;Bob", "Ann;knows", "Bob;knows;Eve", "Eve;knows;Ann")
    entries = read(path)
    assert len(triples(entries)) == 3
    assert skips(entries) == [Skip("fewer than three columns", "line 2", triple=True)]


# ── What is no table, or none of names ──────────────────────────────────────────────────────────
GRAPHML = ('<?xml version="1.0"?>', '<graphml xmlns="http://graphml.graphdrawing.org">', "<graph/>")


@pytest.mark.parametrize(
    ("lines", "like"),
    [
        (['{"s": "a", "p": "b", "o": "c"}'] * 3, "JSON lines, which are not read as a table: wr"),
        (['{"a": 1}', '{"a": 2}'], "JSON lines, which"),
        (["{", '"s": "a", "p": "b", "o": "c"', "}"], "JSON, which"),
        (GRAPHML, "GraphML, which is not read as a table: write its edges in three columns"),
    ],
)
def test_json_and_xml_are_no_tables(lines: Sequence[str], like: str, tmp_path: Path) -> None:
    path = written(tmp_path, *lines, name="x.dat")
    for columns in ((), ("1", "2", "3")):
        with pytest.raises(RefusedError, match=rf"x\.dat looks like {like}"):
            read(path, columns=columns)
    with pytest.raises(RefusedError, match=like):
        read(one_fact(tmp_path), labels=(str(path),))
    with pytest.raises(SourceError, match=rf"cannot tell what .* holds: it looks like {like}"):
        kgforge.load([str(path)], "oxigraph:")


def test_a_file_that_is_not_known_is_told_the_formats_of_its_suffix(tmp_path: Path) -> None:
    lines = ['{"subject": "a", "predicate": "b", "object": "c"}'] * 3
    said = (
        r"three columns \(subject, predicate, object\) between tabs; or, if it is in a format "
        r"of these, name its format, as NAME:.* with one of bear, lama, rebel, wikidata, or the"
    )
    with pytest.raises(SourceError, match=said):  # fmt: skip
        kgforge.load([str(written(tmp_path, *lines, name="t.jsonl"))], "oxigraph:")


def test_white_space_within_a_name_is_one_blank(tmp_path: Path) -> None:
    rows = ("Bo  Lee\tworks  with\tAnn\xa0Ray", "Ann  Ray\tworks with\tBo Lee", "Bo Lee\tknows\tBo")
    entries = read(written(tmp_path, *rows))
    assert {one.subject for one in triples(entries)} == {f"{KG}Bo%20Lee", f"{KG}Ann%20Ray"}
    assert [one.predicate for one in triples(entries)][:2] == [f"{KG}works%20with"] * 2
    names = written(tmp_path, "Bo \xa0Lee\tBob", name="n.tsv")
    assert labels(read(one_fact(tmp_path), labels=(str(names),)))[0].entity == f"{KG}Bo%20Lee"


def test_a_split_beside_negatives_is_facts(tmp_path: Path) -> None:
    written(tmp_path, *FRIENDS, name="train.txt")
    written(tmp_path, "Bob\tknows\tDave", name="negatives.txt")
    report = kgforge.load([str(tmp_path)], "oxigraph:")
    assert (report.facts, report.negatives) == (4, 1)


def test_a_folder_s_table_of_names_is_told_how_to_read_it(tmp_path: Path) -> None:
    written(tmp_path, *FRIENDS, name="friends.txt")
    written(tmp_path, "Q1\tP26\tQ2", name="ids.txt")
    [left_out] = kgforge.load([str(tmp_path)], "oxigraph:").left_out
    assert left_out.first == ("friends.txt",)
    assert left_out.reason.endswith(
        "not known (if they are subject, predicate and object: tsv:PATH)"
    )


def test_a_list_of_edges_is_told_as_what_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, "1 2", "2 3", name="x.edges")
    with pytest.raises(SourceError, match=r"it looks like a list of edges in two columns, .*writ"):
        kgforge.load([str(path)], "oxigraph:")


def test_lists_in_parquet_are_no_terms(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "n.parquet"
    select = "SELECT ['x'] AS extra, 'a' AS subject, 'b' AS predicate, ['c', 'd'] AS object"
    duckdb.sql(f"COPY ({select}) TO '{path}'")
    for columns in ((), ("2", "3", "4")):
        with pytest.raises(RefusedError, match="the column object holds lists or records"):
            read(path, columns=columns)
    assert tsv.recognises(path)
    duckdb.sql(f"COPY (SELECT * REPLACE ('c' AS object) FROM '{path}') TO '{path}2'")
    assert triples(read(tmp_path / "n.parquet2")) == [A_B_C]


@pytest.mark.parametrize(
    "lines",
    [
        ("Rule\tConfidence\tSupport\tLength", "?a r ?b => ?a s ?b\t0.5\t3\t2"),
        ("r(X, Y) ⇒ s(X, Y)\t0.5\t3\t2", "r(X, Y) ⇒ t(X, Y)\t0.5\t3\t2"),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_rules_are_told_as_what_they_are(lines: Sequence[str], named: bool, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="rules, which are no facts"):
        read(written(tmp_path, *lines), named=named)


@pytest.mark.parametrize(
    "lines",
    [
        ("entity_id,entity_name,desc", "Q1,universe,all"),
        ("entity;name;description", "Q1;universe;all"),
        ("QID|Name|Desc", "Q1|universe|all"),
        ("name\tdescription\turi", "universe\tall\twd:Q1"),
        ("id\tcount\tlabel\tdescription", "Q1\t5\tuniverse\tall"),
        ("# entity\tname\tdesc", "Q1\tuniverse\tall"),
    ],
)
def test_the_header_of_a_file_of_labels_is_recognised(lines: Sequence[str], tmp_path: Path) -> None:
    beside = written(tmp_path, *lines, name="names.txt")
    entries = read(one_fact(tmp_path), labels=(str(beside),))
    assert sorted(labels(entries), key=lambda one: one.kind, reverse=True) == [
        Label(f"{WD}Q1", "label", "universe", "en"),
        Label(f"{WD}Q1", "description", "all", "en"),
    ]
    assert skips(entries) == []


def test_a_column_of_numbers_names_nothing(tmp_path: Path) -> None:
    beside = written(tmp_path, "Q42\t5\tDouglas", "Q1\t7\tuniverse", name="names.tsv")
    with pytest.raises(RefusedError, match=r"numbers, which are no labels .*Q42 . 5 . Douglas"):
        read(one_fact(tmp_path), labels=(str(beside),))


# ── Known layouts ───────────────────────────────────────────────────────────────────────────────
def test_splits_names_and_negatives_of_one_folder(tmp_path: Path) -> None:
    train = written(tmp_path, *FRIENDS, name="train.txt")
    assert not triples(read(written(tmp_path, "Alice\tknows\tEve", name="test_negatives.txt")))
    with pytest.raises(RefusedError):
        read(train, named=False)  # which is no split as long as it is alone
    written(tmp_path, "Eve\tknows\tDave", name="test.txt")
    assert len(triples(read(train, named=False))) == 4
    false = read(tmp_path / "test_negatives.txt", named=False)
    assert [one for entry in false for one in entry.negatives] == [
        Triple(f"{KG}Alice", f"{KG}knows", f"{KG}Eve")
    ]
    named = read(written(tmp_path, "Alice\tAlice L.", name="entity2text.txt"), named=False)
    assert labels(named) == [Label(f"{KG}Alice", "label", "Alice L.", "en")]


def test_a_folder_of_openke_is_read_in_names(tmp_path: Path) -> None:
    written(tmp_path, "3", "a\t0", "c\t1", "New York\t2", name="entity2id.txt")
    written(tmp_path, "2", "b\t0", "lies in\t1", name="relation2id.txt")
    train = written(tmp_path, "4", "0 1 0", "1\t2\t1", "0 9 0", "0 1", name="train2id.txt")
    assert all(map(tsv.recognises, tmp_path.iterdir()))
    entries = read(train, named=False)
    assert triples(entries) == [A_B_C, Triple(f"{KG}c", f"{KG}lies%20in", f"{KG}New%20York")]
    assert [one.where for one in skips(entries)] == ["line 4", "line 5"]
    # Without the numbers of lines nothing is lost.
    bare = tmp_path / "bare"
    bare.mkdir()
    written(bare, "a\t0", "c\t1", "New York\t2", name="entity2id.txt")
    written(bare, "b\t0", "lies in\t1", name="relation2id.txt")
    split = written(bare, "0 1 0", "1\t2\t1", name="train2id.txt")
    assert triples(read(split, named=False)) == triples(entries)
    report = kgforge.load([str(tmp_path)], "oxigraph:")
    assert (report.stored, report.labels, report.left_out) == (2, 0, ())


def test_names_in_another_script_than_the_language_asked_for_are_told(tmp_path: Path) -> None:
    names = written(
        tmp_path, "Q1\tΑθήνα", "Q2\tŁódź", "Q3\tUlm", "Q4\t東京 (Tokyo)", name="names.tsv"
    )
    facts = one_fact(tmp_path)
    found = read(facts, labels=(str(names),))
    assert len(labels(found)) == 4
    [skip] = skips(found)
    assert skip.reason.startswith("kept as English, in another script (its language: --languages")
    assert "line 1" in skip.where
    for others in (("el",), ("all",), ("mul",)):
        assert not skips(read(facts, labels=(str(names),), languages=others))
    told = written(tmp_path, "id\tlabel\tlang", "Q1\tΑθήνα\ten", name="told.tsv")
    assert not skips(read(facts, labels=(str(told),)))


def packed(folder: Path, *lines: str, name: str) -> None:
    (folder / f"{name}.gz").write_bytes(gzip.compress("\n".join(lines).encode()))


def test_numbers_of_two_dictionaries_are_read_in_names(tmp_path: Path) -> None:
    """As PyKEEN saves a factory of triples, and as dictionaries lie beside splits in numbers."""
    pykeen, dicts = tmp_path / "pykeen", tmp_path / "dicts"
    pykeen.mkdir()
    packed(
        pykeen, "head\trelation\ttail", "0\t0\t1", "1\t1\t2", "0\t7\t0", name="numeric_triples.tsv"
    )
    packed(pykeen, "id\tlabel", "0\ta", "1\tc", '2\t"New\tYork"', name="entity_to_id.tsv")
    packed(pykeen, "id\tlabel", "0\tb", "1\tlies in", name="relation_to_id.tsv")
    dicts.mkdir()
    written(dicts, "0\ta", "1\tc", "2\tNew York", name="entities.dict")
    written(dicts, "0\tb", "1\tlies in", name="relations.dict")
    written(dicts, "0\t0\t1", "0\t7\t0", name="train.txt")
    written(dicts, "1\t1\t2", name="test.txt")
    wanted = [A_B_C, Triple(f"{KG}c", f"{KG}lies%20in", f"{KG}New%20York")]
    for folder in (pykeen, dicts):
        assert all(map(tsv.recognises, folder.iterdir()))
        entries = [entry for path in sorted(folder.iterdir()) for entry in read(path, named=False)]
        assert set(triples(entries)) == set(wanted)
        assert len(skips(entries)) == 1
        report = kgforge.load([str(folder)], "oxigraph:")
        assert (report.stored, report.labels, report.left_out) == (2, 0, ())
    # A dictionary's columns the other way round, one of them compressed, another split.
    written(dicts, "a\t0", "c\t1", "New York\t2", name="entities.dict")
    written(dicts, "1\t1\t2", "0\t0", name="dev.txt")
    (dicts / "relations.dict.gz").write_bytes(
        gzip.compress((dicts / "relations.dict").read_bytes())
    )
    (dicts / "relations.dict").unlink()
    entries = read(dicts / "dev.txt", named=False)
    assert triples(entries) == wanted[1:]
    assert [one.reason for one in skips(entries)] == ["not three numbers"]
    written(dicts, "0\ta", "0\tother", name="entities.dict")
    with pytest.raises(
        RefusedError, match=r"entities\.dict: a number that stands for two names: 0 for"
    ):
        read(dicts / "dev.txt", named=False)
    # RotatE's splits are in names, whatever lies beside them.
    written(dicts, "a\tb\tc", name="train.txt")
    assert triples(read(dicts / "train.txt", named=False)) == [A_B_C]


@pytest.mark.parametrize("options", [{}, {"header": False}, {"columns": ("1", "2", "3")}])
def test_numbers_of_relations_and_of_entities_are_never_one(
    options: dict[str, Any], tmp_path: Path
) -> None:
    path = written(tmp_path, "0\t0\t1", "1\t0\t0", "2\t1\t3")
    names = written(tmp_path, "0\tAnn", "1\tBob", name="names.tsv")
    with pytest.raises(RefusedError, match=r"relation 0 and entity 0 would .* \(r0, e0\)"):
        read(path, labels=(str(names),), **options)
    under = written(tmp_path, "head\trelation\ttail", "0\t0\t1", name="under.tsv")
    with pytest.raises(RefusedError, match="bare numbers as predicates"):
        read(under)
    # SNOMED CT's relations are concepts, too: each code is of one thing.
    codes = written(tmp_path, "73211009\t116680003\t362969004", name="codes.tsv")
    assert triples(read(codes, header=False)) == [
        Triple(f"{KG}73211009", f"{KG}116680003", f"{KG}362969004")
    ]
    # Nobody is called as a relation is, where entities have names.
    mixed = written(tmp_path, "Ann\t0\tBob", "Bob\t0\t79", name="mixed.tsv")
    assert len(triples(read(mixed))) == 2
    apart = written(tmp_path, "500\t2\t501", "501\t1\t500", name="apart.tsv")
    with pytest.raises(RefusedError, match="relation 1 and entity 1 would be one"):
        read(apart)


def test_a_letter_is_one_however_it_is_put_together(tmp_path: Path) -> None:
    composed, apart = "Jos\u00e9", "Jose\u0301"
    path = written(
        tmp_path, f"{composed}\tknows\tEve", f"{apart}\tknows\tEve", f"Eve\tknows\t{apart}"
    )
    report = kgforge.load([f"tsv:{path}"], f"oxigraph:{tmp_path}/g")
    assert (report.stored, report.duplicate) == (2, 1)
    assert {one.subject for one in triples(read(path))} == {f"{KG}Jos\u00e9", f"{KG}Eve"}


def test_angle_brackets_are_no_part_of_a_name(tmp_path: Path) -> None:
    """As AMIE and YAGO write their facts."""
    lines = ("<Ulm>\t<isLocatedIn>\t<Germany>", "<Bonn>\t<isLocatedIn>\t<Germany>",
             "<http://e.org/a>\t<isLocatedIn>\t<urn:x:Z%C3%BCrich_See>")  # fmt: skip
    path = written(tmp_path, *lines)
    assert triples(read(path)) == [
        Triple(f"{KG}Ulm", f"{KG}isLocatedIn", f"{KG}Germany"),
        Triple(f"{KG}Bonn", f"{KG}isLocatedIn", f"{KG}Germany"),
        Triple("http://e.org/a", f"{KG}isLocatedIn", "urn:x:Z%C3%BCrich_See"),
    ]
    report = kgforge.load([f"tsv:{path}"], "oxigraph:")
    assert (report.stored, report.skipped_triples) == (3, 0)
    odd = written(tmp_path, "<Halo:_Reach>\t<isLocatedIn>\t<U2>", "<Bono>\t<sings>\t<U2>",
                  "<Bono>\t<sings>\t<NULL>", "<Bono>\t<sings>\t< >", "<Bono>\t<wrote>\t<1984>",
                  name="odd.tsv")  # fmt: skip
    report = kgforge.load([f"tsv:{odd}"], "oxigraph:")
    assert (report.stored, report.skipped_triples) == (3, 2)
    assert sorted((one.entity, one.text) for one in labels(read(odd))) == [
        (f"{KG}1984", "1984"), (f"{KG}U2", "U2")]  # fmt: skip
    assert report.coverage[0].unnamed == 0


def test_edges_of_kgtk(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "id\tnode1\tlabel\tnode2",
        "1\tQ1\tP31\tQ5",
        "2\tQ1\tlabel\t'it\\'s'@en",
        "3\tQ1\tlabel\t'univers'@fr",
        "4\tQ1\tP569\t^1952-03-11T00:00:00Z/11",
        "5\tQ1\tP569\t^1952-00-00T00:00:00Z/9",
        "6\tQ1\tP1082\t+7.50",
        "7\tQ1\tvertex_in_degree\t9",
        "8\tQ1\tP625\t@43.2/-2.9",
        "9\tQ1\tP1476\t'Titel'@de",
        "10\tQ1\tP31",
    )
    entries = read(path, named=False)
    xsd = "^^<http://www.w3.org/2001/XMLSchema#"
    assert [one.object for one in triples(entries)] == [
        f"{WD}Q5", f'"1952-03-11"{xsd}date>', f'"1952"{xsd}gYear>', f'"+7.50"{xsd}decimal>',
        '"Point(-2.9 43.2)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>', '"Titel"@de',
    ]  # fmt: skip
    assert labels(entries) == [Label(f"{WD}Q1", "label", "it's", "en")]
    assert [one.where for one in skips(entries)] == [
        "line 4 @fr", "line 8", "line 11",
    ]  # fmt: skip


def test_qualifiers_of_kgtk_are_no_facts(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "id\tnode1\tlabel\tnode2",
        "e1\tQ42\tP69\tQ691283",
        "q1\tQ42-P69-Q691283-0\tP580\t^1971-01-01T00:00:00Z/9",
        "q2\tP31-P1855-Q1-0\tP642\tQ5",
        "q3\tQ42-P69-Q691283-0\tlabel\t'x'@en",
        "e2\tQ42-er\tP31\tQ5",
        "e3\te2\trole\thero",
        "\te3\tsource\tme",
        "7\tQ7\tP31\tQ5",
        "Q7\t7\tP31\tQ5",
        "\tQ7\tP31\tQ6",
    )
    entries = read(path, named=False)
    assert [one.subject for one in triples(entries)] == [
        f"{WD}Q42", f"{KG}Q42-er", f"{WD}Q7", f"{KG}7", f"{WD}Q7",
    ]  # fmt: skip
    assert labels(entries) == []
    reason = "qualifier of a statement (KGTK)"
    places = (3, 4, 5, 7, 8)
    assert skips(entries) == [Skip(reason, f"line {place}", triple=True) for place in places]


def test_what_has_no_value_in_kgtk_is_skipped_by_reason(tmp_path: Path) -> None:
    rows = ("Q1\tP26\tnovalue", "Q1\tP40\tsomevalue", "somevalue\tP26\tQ1", "Q1\tP26\tQ2")
    entries = read(written(tmp_path, "node1\tlabel\tnode2", *rows))
    assert [one.object for one in triples(entries)] == [f"{WD}Q2"]
    assert skips(entries) == [
        Skip(reason, f"line {number}", triple=True)
        for number, reason in ((2, "novalue"), (3, "somevalue"), (4, "somevalue"))
    ]


@pytest.mark.parametrize("rank", ["rank", "id;rank", "node1;label\tnode1;rank"])
def test_of_kgtks_ranks_the_best_is_a_fact(tmp_path: Path, rank: str) -> None:
    lines = (
        ("Q1\tP6\tQ2", "normal"), ("Q1\tP6\tQ3", "preferred"), ("Q1\tP6\tQ4", "deprecated"),
        ("Q5\tP6\tQ2", ""), ("Q5\tP6\tQ3", "wikibase:DeprecatedRank"), ("Q1\tP7\tQ2", "normal"),
        ("Q1\tP6\tQ9", "normal"),
    )  # fmt: skip
    tab = "\t\t" if ";label" in rank else "\t"
    rows = [f"{edge}{tab}{said}" for edge, said in lines]
    entries = read(written(tmp_path, f"node1\tlabel\tnode2\t{rank}", *rows))
    assert [one.object[-2:] for one in triples(entries)] == ["Q3", "Q2", "Q2"]
    assert entries[0].unread == ()
    lesser, worst = "normal rank beside a preferred one", "deprecated rank"
    assert skips(entries) == [
        Skip(f"a statement of {reason}", f"line {number}", triple=True, usual=True)
        for number, reason in ((2, lesser), (4, worst), (6, worst), (8, lesser))
    ]


def test_ranks_of_kgtk_may_stand_first_and_hide_by_what_has_no_value(tmp_path: Path) -> None:
    rows = ("normal\tQ1\tP26\tQ2", "preferred\tQ1\tP26\tsomevalue", "preferred\tQ1")
    entries = read(written(tmp_path, "rank\tnode1\tlabel\tnode2", *rows))
    assert triples(entries) == []
    assert [one.reason for one in skips(entries)] == [
        "a statement of normal rank beside a preferred one",
        "somevalue",
        "fewer than 4 columns",
    ]


RANKED = (
    "e1\tQ1\tP6\tQ2", "e2\tQ1\tP6\tQ3", "e3\tQ1\tP6\tQ4", "e4\tQ5\tP6\tQ2", "5\tQ5\tP6\tQ3",
    "e6\tQ1\tP7\tQ2", "\tQ7\tP6\tQ1",
)  # fmt: skip
RANKS = (
    "\te1\trank\tnormal", "\te2\trank\tpreferred", 'r3\te3\trank\t"deprecated"',
    "\t5\twikibase:rank\twikibase:DeprecatedRank", "\te6\trank\tnormal",
)  # fmt: skip
IN_TURN = [line for pair in zip_longest(RANKS, RANKED) for line in pair if line]


@pytest.mark.parametrize("known", [1 << 18, 1])
@pytest.mark.parametrize(
    "lines", [(*RANKED, *RANKS), (*RANKS, *RANKED), IN_TURN], ids=["behind", "before", "in turn"]
)
def test_ranks_of_kgtk_may_be_edges_wherever_they_stand(
    known: int, lines: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heeded as in a column, also further from what they rank than ids of edges are kept."""
    monkeypatch.setattr("kgforge.loaders._tables.labels._RECENT", known)
    entries = read(written(tmp_path, "id\tnode1\tlabel\tnode2", *lines))
    assert [(one.subject[-2:], one.object[-2:]) for one in triples(entries)] == [
        ("Q1", "Q3"), ("Q5", "Q2"), ("Q1", "Q2"), ("Q7", "Q1")
    ]  # fmt: skip
    assert Counter((one.reason, one.usual) for one in skips(entries)) == {
        ("a statement of normal rank beside a preferred one", True): 1,
        ("a statement of deprecated rank", True): 2,
        ("qualifier of a statement (KGTK)", False): len(RANKS),
    }


def test_an_edge_called_rank_is_a_fact_where_it_ranks_no_statement(tmp_path: Path) -> None:
    rows = ("e1\tPowell\trank\tgeneral", "e2\tPowell\tlikes\tjazz")
    assert len(triples(read(written(tmp_path, "id\tnode1\tlabel\tnode2", *rows)))) == 2
    rows = ("tea\trank\tpreferred", "milk\trank\tnormal")  # no edge has an id
    assert len(triples(read(written(tmp_path, "node1\tlabel\tnode2", *rows)))) == 2


def test_ranks_of_kgtk_are_heeded_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is kept in a file, so that it can be read twice."""
    data = "\n".join(["id\tnode1\tlabel\tnode2", *RANKED, *RANKS, ""]).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    report = kgforge.load(["tsv:-"], "oxigraph:")
    assert (report.stored, report.skipped_triples) == (4, 3 + len(RANKS))


def test_names_beside_the_edges_of_kgtk_are_labels(tmp_path: Path) -> None:
    ends = "node1\tlabel\tnode2"
    path = written(
        tmp_path,
        f"{ends}\tnode1;label\tlabel;label\tnode2;label\twikidatatype",
        "Q42\tP26\tQ2\t'Adams'@en|'Adams'@de\tspouse\t\"Jane\"\titem",
        "Q42\tP569\t^1952-03-11T00:00:00Z/11\t'Adams'@en|'Adams'@de\t\tno name\ttime",
        "Q42-P26-Q2-1\tP580\tQ3\tnone\tnone\tnone\titem",
    )
    entries = read(path)
    assert labels(entries) == [
        Label(f"{WD}Q42", "label", "Adams", "en"),
        Label(f"{WDT}P26", "label", "spouse", "en"),
        Label(f"{WD}Q2", "label", "Jane", "en"),
    ]
    assert len(triples(entries)) == 2
    assert [one.where for one in skips(entries)] == ["line 2 @de", "line 4"]
    assert entries[0].unread == ("wikidatatype",)


def test_so_many_ids_of_edges_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgforge.loaders._tables.labels._RECENT", 10)
    edges = [f"e{n}\ta{n}\tknows\tb" for n in range(20)]
    entries = read(
        written(tmp_path, "id\tnode1\tlabel\tnode2", *edges, "\te9\tr\tx", "\te10\tr\tx")
    )
    assert (len(triples(entries)), len(skips(entries))) == (21, 1)


def test_quantities_of_kgtk_keep_their_unit(tmp_path: Path) -> None:
    given = ["+8848Q11573", "-1.5e3[-1.6e3,-1.4e3]Q3710", "10[9,11]", "299792458m/s", "7Q199", "5m"]
    odd = ["1984_film", "+8848Q0", "1e9999Q5", "10[9]", "-5 m", "9.81m.s2", "²Q5"]
    path = written(
        tmp_path,
        "node1\tlabel\tnode2",
        *(f"Q513\tP2044\t{value}" for value in given + odd),
    )
    entries = read(path, named=False)
    number = f"{terms.XSD}decimal"
    right = [("8848", f"{WD}Q11573"), ("-1500", f"{WD}Q3710"), ("10", number),
             ("299792458", f"{WD}Q182429"), ("7", number), ("5", f"{WD}Q11573")]  # fmt: skip
    objects = [one.object for one in triples(entries)]
    assert objects[:-1] == [f'"{value}"^^<{kind}>' for value, kind in right]
    assert objects[-1] == f"{KG}²Q5"
    assert [(one.reason, one.where) for one in skips(entries)] == [
        ("a value of KGTK that is not read", f"line {line}") for line in range(8, 14)
    ]


@pytest.mark.parametrize("schema", ["http", "https"])
def test_descriptions_are_told_as_in_rdf(tmp_path: Path, schema: str) -> None:
    predicate = f"{schema}://schema.org/description"
    entries = read(written(tmp_path, f'wd:Q1\t{predicate}\t"all"@en'), named=False)
    assert labels(entries) == [Label(f"{WD}Q1", "description", "all", "en")]


def test_names_as_rdf_has_them_are_labels(tmp_path: Path) -> None:
    rdfs = "http://www.w3.org/2000/01/rdf-schema#label"
    entries = read(
        written(tmp_path, f'wdt:P16\t{rdfs}\t"highway"', f'wd:P16\t{rdfs}\t"x"@de'), named=False
    )
    assert triples(entries) == []
    assert labels(entries) == [Label(f"{WDT}P16", "label", "highway", "en")]


BARE = "a row of label, name, alias or description: what names an id is no fact"


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("word", ["label", "name", "prefLabel", "Label"])
def test_bare_words_name_ids(word: str, named: bool, tmp_path: Path) -> None:
    """As in tables of KGTK, whatever the layout."""
    rows = ["Q1\tP26\tQ2", "Q2\tP26\tQ1", f"Q1\t{word}\tAnn", f'Q2\t{word}\t"Bo"@en',
            f'Q2\t{word}\t"Bö"@de', "Q1\taltLabel\tAnnie", "Q1\tdescription\ta person",
            "P26\tlabel\tspouse"]  # fmt: skip
    for lines in (rows, ["subject\tpredicate\tobject", *rows]):
        entries = read(written(tmp_path, *lines), named=named)
        assert len(triples(entries)) == 2
        assert [(one.entity, one.kind, one.text) for one in labels(entries)] == [
            (f"{WD}Q1", "label", "Ann"),
            (f"{WD}Q2", "label", "Bo"),
            (f"{WD}Q1", "alias", "Annie"),
            (f"{WD}Q1", "description", "a person"),
            (f"{WDT}P26", "label", "spouse"),
        ]
        reasons = Counter(one.reason for one in skips(entries))
        assert reasons == {BARE: 6, UNASKED: 1}
        assert all(one.usual for one in skips(entries))


def test_bare_words_name_ids_of_other_kinds(tmp_path: Path) -> None:
    rows = ("C0027051\tcauses\tC0027052", "C0027052\tcauses\tC0027051", "C0027051\tname\tx")
    entries = read(written(tmp_path, *rows))
    assert (len(triples(entries)), len(labels(entries))) == (2, 1)


def test_bare_words_are_relations_of_names_and_between_ids(tmp_path: Path) -> None:
    """Sony is a record label."""
    names = ("Ulla\tlabel\tSony", "Kim\tlabel\tSony", "Kim\tknows\tUlla")
    entries = read(written(tmp_path, *names))
    assert (len(triples(entries)), labels(entries)) == (3, [])
    entries = read(written(tmp_path, "Q1\tlabel\tQ2", "Q2\tP26\tQ1"))
    assert (len(triples(entries)), labels(entries)) == (2, [])


def test_a_table_that_only_names_ids_needs_no_name(tmp_path: Path) -> None:
    entries = read(written(tmp_path, "Q1\tlabel\tAnn", "Q2\tlabel\tBo"), named=False)
    assert (triples(entries), len(labels(entries))) == ([], 2)


def test_a_compressed_file_is_told_by_how_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    path.write_bytes(gzip.compress("\n".join(FRIENDS).encode()))
    assert len(triples(read(path))) == 4


def test_what_is_missing_names_nothing_and_is_no_value_of_kgtk(tmp_path: Path) -> None:
    names = read(written(tmp_path, "id\tlabel", "Q1\tNaN", "Q2\tNan", name="names.tsv"))
    assert [label.text for label in labels(names)] == ["Nan"]
    assert [skip.where for skip in skips(names)] == ["line 2"]
    edges = read(written(tmp_path, "node1\tlabel\tnode2", "Q1\tP31\tNULL", "Q1\tP31\tQ5"))
    assert [triple.object for triple in triples(edges)] == [f"{WD}Q5"]
    assert [skip.where for skip in skips(edges)] == ["line 2"]


def test_a_row_of_more_cells_than_the_header_is_none(tmp_path: Path) -> None:
    """A comma within a cell moves all that follows it."""
    path = written(tmp_path, "subject,predicate,object", "Ann,knows,Bob", "Smith, Ann,knows,Eve",
                   "Bob,knows,Eve,", "Eve,knows,Ann, or Bob", *["Ann,knows,Bob"] * 20)  # fmt: skip
    entries = read(path)
    assert [one.object for one in triples(entries)] == [f"{KG}Bob", f"{KG}Eve", *[f"{KG}Bob"] * 20]
    assert [(one.reason, one.where) for one in skips(entries)] == [
        ("more cells than the header has", "line 3"), ("more cells than the header has", "line 5")
    ]  # fmt: skip
    assert not [column for entry in entries for column in entry.unread]


# ── Missing values, lists, columns of one name ──────────────────────────────────────────────────
@pytest.mark.parametrize(
    "mark", ["NA", r"\N", "?", "-", ".", "#REF!", "(null)", "n.a.", "—", "None", "NaN", "<NA>"]
)
def test_a_mark_of_a_missing_value_is_no_entity(mark: str, tmp_path: Path) -> None:
    rows = (f"{mark}\tb\tc", f"a\tb\t{mark}", f"a\t{mark}\tc", "a\tb\tc")
    path = written(tmp_path, "subject\tpredicate\tobject", *rows)
    entries = read(path)
    assert triples(entries) == [A_B_C]
    assert [skip.where for skip in skips(entries)] == ["line 2", "line 3", "line 4"]
    assert len({skip.reason for skip in skips(entries)}) == 1


@pytest.mark.parametrize(
    "mark",
    ["#NV", "#WERT!", "#BEZUG!", "#ZAHL!", "#NAME?", "#N/D", "#¡REF!", "#¿NOMBRE?", "#VALEUR!",
     "#NENÍ_K_DISPOZICI", "#HODNOTA!", "#DĚLENÍ_NULOU!", "#ДЕЛ/0!", "####", "Err:502"],
)  # fmt: skip
def test_an_error_of_a_spreadsheet_is_no_entity_in_any_language(mark: str, tmp_path: Path) -> None:
    path = written(tmp_path, "subject,predicate,object", f"{mark},b,c", f"a,b,{mark}", "a,b,c",
                   name="triples.csv")  # fmt: skip
    for entries in (read(path), [one for one in lines(path, ReadOptions())
                                 if isinstance(one, Entry)]):  # fmt: skip
        assert {skip.reason for skip in skips(entries)} == {
            "an error value of a spreadsheet (#N/A, #REF!, #NV; if it is a name here: --missing)"
        }
        assert [skip.where for skip in skips(entries)] == ["line 2", "line 3"]
    assert len(triples(read(path, missing=()))) == 3


@pytest.mark.parametrize("mark", ["k. A.", "s/d", "n. d.", "N/D", "(vacío)", "(Leer)", "unknown"])
def test_a_mark_of_another_language_is_counted_with_the_way_out(mark: str, tmp_path: Path) -> None:
    entries = read(
        written(tmp_path, "subject	predicate	object", f"a	b	{mark}", "a	b	c")
    )
    assert triples(entries) == [A_B_C]
    (skip,) = skips(entries)
    assert (
        skip.reason == f"{mark}, read as a missing value (if it is a name or code here: --missing)"
    )


@pytest.mark.parametrize("name", ["#MeToo", "#1", "#BLM", "#MeToo!", "Unbekannt", "Err: 502"])
def test_a_hashtag_is_no_error_of_a_spreadsheet(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, "subject	predicate	object", f"Bob	likes	{name}")
    assert triples(read(path)) == [Triple(f"{KG}Bob", f"{KG}likes", KG + terms.encoded(name))]


def test_a_name_that_is_spelt_as_a_missing_value_can_be_kept(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "Namibia\tcode\tNA", "Ulm\tcode\tNULL")
    (first, second) = skips(read(path))
    assert first.reason == "NA, read as a missing value (if it is a name or code here: --missing)"
    assert second.reason == "a missing value (NULL, NaN, n/a, None)"
    entries = read(path, missing=("NULL",))
    assert triples(entries) == [Triple(f"{KG}Namibia", f"{KG}code", f"{KG}NA")]
    assert len(triples(read(path, missing=()))) == 2


@pytest.mark.parametrize("name", ["Null", "Na", "Nan", "Nil", "Unknown", "Nana"])
def test_a_name_that_no_tool_writes_for_a_missing_value_is_kept(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", f"{name}\tknows\tBob")
    assert triples(read(path)) == [Triple(f"{KG}{name}", f"{KG}knows", f"{KG}Bob")]


@pytest.mark.parametrize(
    ("cell", "ends"),
    [("Ann|Bob", ["Ann", "Bob"]), ('["Ann", "Bob"]', ["Ann", "Bob"]),
     ("['Ann', 'Bob']", ["Ann", "Bob"]), ("{Ann,Bob}", ["Ann", "Bob"]), ('["Ann"]', ["Ann"]),
     ("HP:1|HP:2", ["HP:1", "HP:2"]), ("HP:1;HP:2", ["HP:1", "HP:2"]),
     ("HP:1, HP:2", ["HP:1", "HP:2"]),
     ("['Ann' 'Bob']", ["Ann", "Bob"]), ("{'Bob', 'Ann'}", ["Bob", "Ann"]),
     ("('Ann', 'Bob')", ["Ann", "Bob"]), ('c("Ann", "Bob")', ["Ann", "Bob"]),
     ("frozenset({'Ann'})", ["Ann"]), ("[Ann, Bob]", ["Ann", "Bob"]),
     ("(Ann;Bob)", ["Ann", "Bob"]), ("Ann<br />Bob", ["Ann", "Bob"]),
     ("Array ( [0] => Ann [1] => Bob )", ["Ann", "Bob"])],
)  # fmt: skip
def test_a_list_in_a_cell_is_several_objects(cell: str, ends: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", f"Eve\tknows\t{cell}")
    for entries in (read(path), [one for one in lines(path, ReadOptions())
                                 if isinstance(one, Entry)]):  # fmt: skip
        assert [triple.object for triple in triples(entries)] == [f"{KG}{end}" for end in ends]
        many = [Skip("a list in one cell: each of its values is read by itself", "line 2",
                     usual=True)]  # fmt: skip
        assert skips(entries) == (many if len(ends) > 1 else [])


@pytest.mark.parametrize(
    "name",
    ["Home | News", "[REC]", "Lock, Stock", "a;b", "a;b | c", "|x|", "{set}", "Ulm (city)",
     "c(1", "a <b c> d", "f(x)", "[Untitled]", "(500) Days of Summer", "Array (band)"],
)  # fmt: skip
def test_a_name_with_bars_brackets_or_commas_is_one(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", f"Eve\tlikes\t{name}")
    assert triples(read(path)) == [Triple(f"{KG}Eve", f"{KG}likes", KG + terms.encoded(name))]


def test_names_between_semicolons_are_kept_and_counted(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "Eve\tspeaks\tFrench; German")
    for entries in (read(path), [one for one in lines(path, ReadOptions())
                                 if isinstance(one, Entry)]):  # fmt: skip
        assert len(triples(entries)) == 1
        reason = "names between semicolons, kept as one name"
        assert skips(entries) == [Skip(reason, "line 2", usual=True)]


@pytest.mark.parametrize("cell", ['{"name": "Ann"}', '[["Ann"], ["Bob"]]', "{'name': 'Ann'}"])
def test_a_record_in_a_cell_is_no_entity(cell: str, tmp_path: Path) -> None:
    entries = read(written(tmp_path, "subject\tpredicate\tobject", f"Eve\tknows\t{cell}"))
    assert triples(entries) == []
    assert skips(entries) == [
        Skip("a cell with a record, or a list within a list", "line 2", triple=True)
    ]


@pytest.mark.parametrize(
    "header",
    ["subject\tpredicate\tobject\tobject", "Subject\tsubject\tpredicate\tobject",
     "node1\tlabel\tnode2\tnode2"],
)  # fmt: skip
def test_columns_of_one_name_are_refused(header: str, tmp_path: Path) -> None:
    path = written(tmp_path, header, "\t".join("abcde"[: header.count("\t") + 1]))
    with pytest.raises(RefusedError, match="columns of one name"):
        read(path)
    assert len(triples(read(path, columns=("1", "2", "3"), header=True))) == 1


def test_further_columns_of_one_name_are_no_matter(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject\tsource\tsource", "a\tb\tc\tx\ty")
    assert triples(read(path)) == [A_B_C]
    with pytest.raises(RefusedError, match=r"columns of one name: source \(4 and 5\)"):
        read(path, columns=("subject", "predicate", "source"))


@pytest.mark.parametrize(
    "header", ["Subject ID\tPredicate ID\tObject ID", "subjectId\tpredicateId\tobjectId",
               "subj\tpred\tobj", "subject\tproperty\tobject", "?s\t?p\t?o"],
)  # fmt: skip
def test_headers_are_known_in_several_spellings(header: str, tmp_path: Path) -> None:
    assert triples(read(written(tmp_path, header, "a\tb\tc"))) == [A_B_C]


def test_columns_beside_ids_name_them(tmp_path: Path) -> None:
    path = written(
        tmp_path, "subject_id\tSubject Name\tpredicate_id\tobject_id\tobject_label",
        "Q1\tUlm\tP17\tQ2\t\"Deutschland\"@de", "Q1\tUlm\tP17\tQ3\tNA",
    )  # fmt: skip
    entries = read(path, languages=("en", "de"))
    assert labels(entries) == [
        Label(f"{WD}Q1", "label", "Ulm", "en"), Label(f"{WD}Q2", "label", "Deutschland", "de"),
    ]  # fmt: skip
    assert len(triples(entries)) == 2


def test_a_label_beside_a_name_is_no_name(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject\tsubject_label", "Ann\tknows\tBob\tperson")
    entries = read(path)
    assert labels(entries) == []
    assert entries[0].unread == ("subject_label",)


@pytest.mark.parametrize("first", ["sep=;", "SEP=;", '"sep=;"', "sep=;;;"])
@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_the_line_that_tells_excel_the_delimiter_is_obeyed(
    first: str, end: str, tmp_path: Path
) -> None:
    path = tmp_path / "excel.csv"
    rows = (first, "subject;predicate;object", "a;b;c", 'a;b;"c, d;e"')
    path.write_bytes(("\ufeff" + end.join(rows)).encode())
    assert [triple.object for triple in triples(read(path))] == [f"{KG}c", f"{KG}c,%20d;e"]


def test_a_table_of_labels_may_begin_with_the_delimiter(tmp_path: Path) -> None:
    path = written(tmp_path, "sep=,", "id,label", "Q1,Ulm", name="labels.csv")
    assert labels(read(one_fact(tmp_path), labels=(str(path),))) == [
        Label(f"{WD}Q1", "label", "Ulm", "en")
    ]


def test_names_of_libkge_are_labels(tmp_path: Path) -> None:
    written(tmp_path, "0\t0\t1", name="train.del")
    written(tmp_path, "0\t/m/0a", "1\t/m/0b", name="entity_ids.del")
    written(tmp_path, "0\t/people/person/spouse", name="relation_ids.del")
    strings = written(tmp_path, "0\tNew York", "1\tUlm", "7\tnobody", name="entity_strings.del")
    assert triples(read(tmp_path / "train.del")) == [
        Triple(f"{KG}/m/0a", f"{KG}/people/person/spouse", f"{KG}/m/0b")
    ]
    assert labels(read(strings)) == [
        Label(f"{KG}/m/0a", "label", "New York", "en"), Label(f"{KG}/m/0b", "label", "Ulm", "en"),
    ]  # fmt: skip
    assert labels(read(tmp_path / "entity_ids.del")) == []


@pytest.mark.parametrize(
    ("value", "objects"),
    [("Q5|Q6", ["Q5", "Q6"]), ('"a"|"b"', ['"a"', '"b"']), ('"a | b"', ['"a | b"']),
     (r'"a \| b"', [r'"a | b"'])],
)  # fmt: skip
def test_a_cell_of_kgtk_may_hold_several_values(
    value: str, objects: list[str], tmp_path: Path
) -> None:
    path = written(tmp_path, "node1\tlabel\tnode2", f"Q1\tP1\t{value}")
    wanted = [f"{WD}{one}" if one[0] == "Q" else one for one in objects]
    assert [triple.object for triple in triples(read(path))] == wanted


def test_tables_of_nodes_name_them(tmp_path: Path) -> None:
    tables = {
        "id\tcategory\tname\tsynonym": "n1\tCity\tUlm\tUlma|Ulm an der Donau",
        "nodeId:ID(City)\tname:string\t:LABEL": "n1\tUlm\tCity",
        "id\tlabel\tname\tfile_name": "n1\tCity\tUlm\tulm.txt",
    }
    for header, row in tables.items():
        path = written(tmp_path, header, row, name="nodes.tsv")
        beside = labels(read(one_fact(tmp_path), labels=(str(path),)))
        for found in (labels(read(path)), beside):
            assert [label.text for label in found if label.kind == "label"] == ["Ulm"]
    path = written(tmp_path, *next(iter(tables.items())), name="nodes.tsv")
    assert [label.text for label in labels(read(path)) if label.kind == "alias"] == [
        "Ulma", "Ulm an der Donau",
    ]  # fmt: skip
    assert read(path)[0].unread == ("category",)


@pytest.mark.parametrize(
    "rows",
    [("/a/1\t/r/IsA\t/c/fr/chien/n\t/c/en/dog\t{}",
      "/a/2\t/r/NotUsedFor\t/c/en/dog\t/c/en/cat\t{}"),
     ("/r/IsA\t/c/fr/chien/n\t/c/en/dog\t1.0", "/r/NotUsedFor\t/c/en/dog\t/c/en/cat\t2.0")],
)  # fmt: skip
def test_dumps_of_conceptnet_are_recognised(rows: tuple[str, ...], tmp_path: Path) -> None:
    path = written(tmp_path, *rows, name="conceptnet.csv")
    assert tsv.recognises(path)
    entries = read(path, languages=("en", "fr"), named=False)
    assert triples(entries) == [Triple(f"{KG}/c/fr/chien/n", f"{KG}/r/IsA", f"{KG}/c/en/dog")]
    assert [one for entry in entries for one in entry.negatives] == [
        Triple(f"{KG}/c/en/dog", f"{KG}/r/UsedFor", f"{KG}/c/en/cat")
    ]
    assert [(label.text, label.language) for label in labels(entries)] == [
        ("chien", "fr"), ("is a", "en"), ("dog", "en"), ("used for", "en"), ("cat", "en"),
    ]  # fmt: skip
    assert entries[0].unread == ()


# ── Results of SPARQL ───────────────────────────────────────────────────────────────────────────
XSD = "http://www.w3.org/2001/XMLSchema#"
E = "http://example.org/"
RESULTS = [
    (f"{E}Ulm", f"{E}river", f"{E}Danube"),
    (f"{E}Ulm", f"{E}population", f'"126000"^^<{XSD}integer>'),
    (f"{E}Ulm", f"{E}area", f'"118.69"^^<{XSD}decimal>'),
    (f"{E}Ulm", f"{E}founded", f'"1181-01-01"^^<{XSD}date>'),
    (f"{E}Ulm", f"{E}isCity", f'"true"^^<{XSD}boolean>'),
]


BINDINGS = {
    "tsv": "?subject\t?predicate\t?object\n" + "".join(
        f"<{E}Ulm>\t<{E}{name}>\t{value}\n" for name, value in [
            ("river", f"<{E}Danube>"), ("population", "126000"), ("area", "118.69"),
            ("founded", f'"1181-01-01"^^<{XSD}date>'), ("isCity", "true"), ("mayor", ""),
        ]
    ),
    "csv": "s,p,o\r\n" + "".join(
        f"{E}Ulm,{E}{name},{value}\r\n" for name, value in [
            ("river", f"{E}Danube"), ("population", "126000"), ("area", "118.69"),
            ("founded", "1181-01-01"), ("isCity", "true"), ("mayor", ""),
        ]
    ),
    "srj": json.dumps({"head": {"vars": ["s", "p", "o"]}, "results": {"bindings": [
        {"s": {"type": "uri", "value": f"{E}Ulm"}, "p": {"type": "uri", "value": f"{E}{name}"},
         **({"o": value} if value else {})}
        for name, value in [
            ("river", {"type": "uri", "value": f"{E}Danube"}),
            ("population", {"type": "literal", "value": "126000", "datatype": f"{XSD}integer"}),
            ("area", {"type": "literal", "value": "118.69", "datatype": f"{XSD}decimal"}),
            ("founded", {"type": "literal", "value": "1181-01-01", "datatype": f"{XSD}date"}),
            ("isCity", {"type": "literal", "value": "true", "datatype": f"{XSD}boolean"}),
            ("mayor", None),
        ]
    ]}}),
    "srx": '<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#"><head>'
    '<variable name="s"/><variable name="p"/><variable name="o"/></head><results>' + "".join(
        f'<result><binding name="s"><uri>{E}Ulm</uri></binding>'
        f'<binding name="p"><uri>{E}{name}</uri></binding>{value}</result>'
        for name, value in [
            ("river", f'<binding name="o"><uri>{E}Danube</uri></binding>'),
            *((name, f'<binding name="o"><literal datatype="{XSD}{kind}">{value}</literal>'
                     "</binding>")
              for name, value, kind in [
                ("population", "126000", "integer"), ("area", "118.69", "decimal"),
                ("founded", "1181-01-01", "date"), ("isCity", "true", "boolean")]),
            ("mayor", ""),
        ]
    ) + "</results></sparql>",
}  # fmt: skip
"""One answer as each format of SPARQL's results writes it, with a row that lacks its object."""


@pytest.mark.parametrize("kind", BINDINGS)
def test_results_of_sparql_keep_their_types(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"results.{kind}"
    path.write_text(BINDINGS[kind], encoding="utf-8")
    assert [name for name in ("rdf", "trex", "tsv", "wikidata")
            if loaders.load(name).recognises(path)] == ["tsv"]  # fmt: skip
    entries = read(path, named=False)
    assert [(one.subject, one.predicate, one.object) for one in triples(entries)] == RESULTS
    assert [skip.reason for skip in skips(entries)] == ["empty cell"]


def test_results_of_sparql_give_names(tmp_path: Path) -> None:
    path = tmp_path / "labels.srj"
    item = {"type": "uri", "value": f"{WD}Q1"}
    name = {"type": "literal", "value": "Ulm", "xml:lang": "de"}
    found = {"head": {"vars": ["item", "itemLabel"]},
             "results": {"bindings": [{"item": item, "itemLabel": name}]}}  # fmt: skip
    path.write_text(json.dumps(found), encoding="utf-8")
    assert labels(read(one_fact(tmp_path), labels=(str(path),), languages=("de",))) == [
        Label(f"{WD}Q1", "label", "Ulm", "de")
    ]


def test_results_of_sparql_that_are_no_rows_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, '{"head": {}, "boolean": true}', name="ask.srj")
    with pytest.raises(RefusedError, match="the answer to a query of ASK"):
        read(path)
    path = written(tmp_path, '{"head": {"vars": ["s"]}, "results": {"bindings": [', name="cut.srj")
    with pytest.raises(SourceError, match="no results of SPARQL"):
        read(path)


# ── Spreadsheets ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("cell", ["2-Sep", "02-Sep", "1-Mar", "Mar-01", "2. Sep", "01. Mrz"])
def test_a_name_that_a_spreadsheet_took_for_a_date_is_no_entity(cell: str, tmp_path: Path) -> None:
    rows = (f"{cell}\tbinds\tTP53", "TP53\tbinds\tMDM2", f"MDM2\tbinds\t{cell}", "MDM2\tbinds\tA")
    path = written(tmp_path, "subject\tpredicate\tobject", *rows)
    for entries in (read(path), [*lines(path, ReadOptions())]):
        skipped = skips(entry for entry in entries if isinstance(entry, Entry))
        assert {skip.reason for skip in skipped} == {
            "a cell that a spreadsheet seems to have changed (SEPT2 into 2-Sep, an id into 2E+13)"
        }
        assert [skip.where for skip in skipped] == ["line 2", "line 4"]


def test_a_column_of_days_holds_days(tmp_path: Path) -> None:
    rows = ("Easter\ton\t1-Apr", "Labour Day\ton\t1-May")
    assert len(triples(read(written(tmp_path, "subject\tpredicate\tobject", *rows)))) == 2


def test_text_that_excel_keeps_as_a_formula_is_text(tmp_path: Path) -> None:
    path = written(tmp_path, "subject,predicate,object", '"=""Q42""",P31,Q5', name="t.csv")
    assert triples(read(path)) == [Triple(f"{WD}Q42", f"{WDT}P31", f"{WD}Q5")]


def test_edges_of_kgtk_may_be_denied(tmp_path: Path) -> None:
    path = written(tmp_path, "node1\tlabel\tnode2\tnegated", "Q1\tP31\tQ5\t", "Q1\tP31\tQ6\ttrue")
    for entries in (read(path), [*lines(path, ReadOptions())]):
        found = [entry for entry in entries if isinstance(entry, Entry)]
        assert [one.object for one in triples(found)] == [f"{WD}Q5"]
        assert [one.object for entry in found for one in entry.negatives] == [f"{WD}Q6"]


def test_a_predicate_may_be_denied(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "a\tNOT|b\tc", "a\tb\td")
    for entries in (read(path), [*lines(path, ReadOptions())]):
        found = [entry for entry in entries if isinstance(entry, Entry)]
        assert [one for entry in found for one in entry.negatives] == [A_B_C]
    assert [one.object for one in triples(read(path))] == [f"{KG}d"]


def test_a_column_of_true_and_false_without_a_header_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a\tb\tc\tTrue", "a\tb\td\tFalse")
    with pytest.raises(RefusedError, match="column 4 holds true and false"):
        read(path, columns=("1", "2", "3"), header=False)


# ── Published tables of vocabularies ────────────────────────────────────────────────────────────
MRREL = (
    "C0027051|A1|AUI|RO|C0004057|A2|AUI|may_treat|R1||MED-RT|MED-RT||Y|N||",
    "C0011849|A3|SCUI|PAR|C0012634|A4|SCUI||R2||MSH|MSH||Y|N||",
    "C0011849|A3|AUI|RQ|C0012634|A4|AUI||R3||MSH|MSH||Y|N||",
    "C0004057|A3|AUI|SY|C0004057|A4|AUI|permuted_term_of|R4||MSH|MSH||Y|N||",
    "C0004057|A3|AUI|RO|C0011849|A4|AUI|may_treat|R5||MED-RT|MED-RT||Y|O||",
)
MRCONSO = (
    "C0004057|ENG|P|L0|PF|S0|Y|A0|||0004057|MSH|MH|D0|aspirin|0|N|256|",
    'C0004057|ENG|S|L0|VO|S0|N|A0|||0004057|MSH|ET|D0|"acetylsalicylic" acid|0|N|256|',
    "C0004057|ENG|S|L0|VO|S0|N|A0|||0004057|MSH|ET|D0|ASPIRIN, NOS|0|O|256|",
    "C0004057|CZE|P|L9|PF|S0|Y|A0|||0004057|MSH|MH|D0|kyselina acetylsalicylová|3|N|256|",
)


def test_relations_of_umls_are_read_in_their_direction(tmp_path: Path) -> None:
    """MRREL's RELA says what the second concept is to the first."""
    entries = read(written(tmp_path, *MRREL, name="MRREL.RRF"))
    assert triples(entries) == [
        Triple(f"{KG}C0004057", f"{KG}may_treat", f"{KG}C0027051"),
        Triple(f"{KG}C0012634", f"{KG}is%20parent%20of", f"{KG}C0011849"),
    ]
    assert [skip.where for skip in skips(entries)] == ["line 3", "line 4", "line 5"]
    assert len({skip.reason for skip in skips(entries)}) == 3


def test_names_of_umls_have_their_language_and_rank(tmp_path: Path) -> None:
    path = written(tmp_path, *MRCONSO, name="MRCONSO.RRF")
    wanted = [
        Label(f"{KG}C0004057", "label", "aspirin", "en"),
        Label(f"{KG}C0004057", "alias", '"acetylsalicylic" acid', "en"),
        Label(f"{KG}C0004057", "label", "kyselina acetylsalicylová", "cs"),
    ]
    assert labels(read(path, languages=("en", "cs"))) == wanted
    beside = read(one_fact(tmp_path), labels=(str(path),), languages=("en", "cs"))
    assert labels(beside) == wanted
    assert triples(beside) == [A_B_C]


def test_part_of_the_names_of_umls_are_known_by_their_header(tmp_path: Path) -> None:
    path = written(tmp_path, "CUI|LAT|TS|STR", "C0004057|ENG|P|aspirin", "C0004057|ENG|S|ASA",
                   "C0011849|ENG|P|diabetes", name="names.psv")  # fmt: skip
    found = labels(read(one_fact(tmp_path), labels=(str(path),)))
    assert [(label.text, label.kind) for label in found] == [
        ("aspirin", "label"), ("ASA", "alias"), ("diabetes", "label"),
    ]  # fmt: skip


def test_some_columns_of_the_relations_of_umls_are_refused_with_their_direction(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, "CUI1|RELA|CUI2|SAB", "C0027051|may_treat|C0004057|MED-RT",
                   "C0011849|may_treat|C0025598|MED-RT", name="rel.csv")  # fmt: skip
    with pytest.raises(RefusedError, match="--columns CUI2,RELA,CUI1"):
        read(path)
    found = triples(read(path, columns=("CUI2", "RELA", "CUI1")))
    assert found[0] == Triple(f"{KG}C0004057", f"{KG}may_treat", f"{KG}C0027051")


@pytest.mark.parametrize(
    "rows",
    [
        ("C1 ENG P aspirin", "C1 ENG S ASA", "C2 ENG P diabetes"),
        ("Q1 de Ulm 1", "Q2 de Bonn 2", "Q3 de Köln 3"),
        ("Q1 German Ulm 1", "Q1 English Ulm 2"),
        ("Q1 cze Ulm", "Q2 cze Bonn", "Q1 ger Ulm", "Q2 ger Bonn"),
    ],
)
def test_a_second_column_of_languages_is_refused(rows: tuple[str, ...], tmp_path: Path) -> None:
    cells = [row.replace(" ", "\t") for row in rows]
    path = written(tmp_path, cells[0], *cells, name="names.tsv")
    with pytest.raises(RefusedError, match="a second column of languages"):
        read(one_fact(tmp_path), labels=(str(path),))


def test_a_column_of_languages_may_have_their_codes_or_names(tmp_path: Path) -> None:
    path = written(tmp_path, "id\tlang\tlabel", "Q1\tENG\tUlm", "Q2\tGerman\tKöln",
                   "Q3\tcze\tPraha", "Q4\tpt_BR\tRio", name="names.tsv")  # fmt: skip
    found = labels(read(one_fact(tmp_path), labels=(str(path),), languages=("all",)))
    assert [label.language for label in found] == ["en", "de", "cs", "pt-br"]


RELATIONSHIPS = (
    "id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\trelationshipGroup\ttypeId\t"
    "characteristicTypeId\tmodifierId",
    "3001\t20240101\t1\t900\t22298006\t414545008\t0\t116680003\t900\t900",
    "3002\t20240101\t0\t900\t44054006\t56265001\t0\t116680003\t900\t900",
)
DESCRIPTIONS = (
    "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId",
    "1\t20240101\t1\t9\t22298006\ten\t900000000000003001\tMyocardial infarction (disorder)\t9",
    "2\t20240101\t1\t9\t22298006\ten\t900000000000013009\tCardiac infarction\t9",
    "3\t20240101\t0\t9\t22298006\ten\t900000000000013009\tHeart attack, NOS\t9",
)


@pytest.mark.parametrize("columns", [(), ("sourceId", "typeId", "destinationId")])
def test_relationships_of_snomed_are_facts_while_they_are_active(
    columns: tuple[str, ...], tmp_path: Path
) -> None:
    entries = read(written(tmp_path, *RELATIONSHIPS), columns=columns)
    assert triples(entries) == [Triple(f"{KG}22298006", f"{KG}116680003", f"{KG}414545008")]
    assert skips(entries) == [
        Skip("a row that is not in force, by its column active", "line 3", triple=True, usual=True)
    ]


def test_descriptions_of_snomed_are_names(tmp_path: Path) -> None:
    path = written(tmp_path, *DESCRIPTIONS, name="sct2_Description.txt")
    entries = read(one_fact(tmp_path), labels=(str(path),))
    assert [(label.kind, label.text) for label in labels(entries)] == [
        ("label", "Myocardial infarction"), ("alias", "Myocardial infarction (disorder)"),
        ("alias", "Cardiac infarction"),
    ]  # fmt: skip
    assert [skip.where for skip in skips(entries)] == ["sct2_Description.txt, line 4"]


GAF = (
    "!gaf-version: 2.2",
    "!generated-by: GOC, and others",
    "UniProtKB\tP04637\tTP53\tinvolved_in\tGO:0006915\tPMID:1\tIDA\t\tP\tp53\tP53\tprotein\t"
    "taxon:9606\t20240117\tUniProt\t\t",
    "!a remark of later",
    "UniProtKB\tP38398\tBRCA1\tNOT|enables\tGO:0003677\tPMID:1\tIDA\t\tF\tBRCA\t\tprotein\t"
    "taxon:9606\t20240117\tUniProt\t\t",
    "MGI\tMGI:97490\tPax6\tNOT\tGO:0005634\tPMID:1\tIDA\t\tC\tpaired box\t\tprotein\t"
    "taxon:10090\t20240117\tMGI\t\t",
)


def test_annotations_of_genes_are_facts_and_denials(tmp_path: Path) -> None:
    path = written(tmp_path, *GAF, name="goa.gaf")
    for entries in (read(path), [one for one in lines(path, ReadOptions())
                                 if isinstance(one, Entry)]):  # fmt: skip
        assert triples(entries) == [
            Triple(f"{KG}UniProtKB:P04637", f"{KG}involved_in", f"{KG}GO:0006915")
        ]
        assert [false for entry in entries for false in entry.negatives] == [
            Triple(f"{KG}UniProtKB:P38398", f"{KG}enables", f"{KG}GO:0003677"),
            Triple(f"{KG}MGI:97490", f"{KG}located_in", f"{KG}GO:0005634"),
        ]
        assert [label.text for label in labels(entries)] == ["TP53", "BRCA1", "Pax6"]
        assert [skip.where for skip in skips(entries)] == ["line 1", "line 2", "line 4"]


@pytest.mark.parametrize(
    "row",
    [
        "UniProtKB\tP04637\tenables\tGO:0003677\tPMID:1\tECO:0000314\t\t\t20240117\tUniProt\t\t",
        "UniProtKB:P04637\t\tRO:0002327\tGO:0003677\tPMID:1\tECO:0000314\t\t\t2024-01-17\tX\t\t",
    ],
)
def test_annotations_of_products_are_facts(row: str, tmp_path: Path) -> None:
    path = written(tmp_path, "!gpa-version: 2.0", row, row.replace("enables", "NOT|enables"))
    assert triples(read(path))[0] == Triple(
        f"{KG}UniProtKB:P04637", f"{KG}enables", f"{KG}GO:0003677"
    )


# ── Rows that are not in force ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("column", "force", "ended"),
    [("active", "1", "0"), ("Active", "true", "FALSE"), ("deprecated", "", "true"),
     ("deprecated", "false", "true"), ("is_obsolete", "0", "1"), ("retired", "no", "yes"),
     ("status", "active", "retired"), ("status", "current", "Deprecated"),
     ("obsolete", "", "obsolete"), ("active", "active", "inactive"), ("active", "1", ""),
     ("status", "aktiv", "veraltet"), ("status", "confirmed", "refuted"),
     ("isCurrent", "Y", "N"), ("current_flag", "1", "0"), ("is_latest", "true", "false"),
     ("enabled", "yes", "no"), ("is_expired", "N", "Y"), ("removed", "", "x"),
     ("deleted_at", "", "2020-01-01"), ("deleted_at", "NULL", "2020-01-01 10:00:00"),
     ("date_withdrawn", "", "March 2019"), ("replacedBy", "", "Q64"), ("obsolete_since", "", "7"),
     ("gelöscht_am", "", "1.2.2003"), ("gültig", "ja", "nein"),
     ("deprecation_reason", "", "wrong dose"), ("retired_on", "false", "2001")],
)  # fmt: skip
def test_a_row_that_is_not_in_force_is_no_fact(
    column: str, force: str, ended: str, tmp_path: Path
) -> None:
    header = f"subject\tpredicate\tobject\t{column}"
    path = written(tmp_path, header, f"a\tb\tc\t{force}", f"a\tb\td\t{ended}")
    for entries in (read(path), read(path, columns=("subject", "predicate", "object"))):
        assert triples(entries) == [A_B_C]
        (skip,) = skips(entries)
        assert (skip.where, skip.triple) == ("line 3", True)
        assert column in skip.reason
        assert not [name for entry in entries for name in entry.unread]


@pytest.mark.parametrize(
    ("column", "words"),
    [("active", ("1", "perhaps")), ("deprecated", ("true", "since 2019")),
     ("status", ("retired", "pending"))],
)  # fmt: skip
def test_an_unknown_word_for_what_is_in_force_stops(
    column: str, words: tuple[str, str], tmp_path: Path
) -> None:
    path = written(tmp_path, f"subject\tpredicate\tobject\t{column}",
                   *(f"a\tb\tc\t{word}" for word in words))  # fmt: skip
    with pytest.raises(SourceError, match=f"line 3: the column {column} .*'{words[1]}'"):
        read(path)


def test_a_status_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject\tstatus", "a\tb\tc\tmarried",
                   "a\tb\tc\tsingle")  # fmt: skip
    entries = read(path)
    assert triples(entries) == [A_B_C, A_B_C]
    assert [name for entry in entries for name in entry.unread] == ["status"]


@pytest.mark.parametrize(
    ("column", "words"),
    [("current", ("3 A", "5 A")), ("latest", ("v1", "v2")), ("expired", ("milk", "eggs"))],
)  # fmt: skip
def test_a_column_that_may_say_what_is_in_force_and_does_not_is_left_alone(
    column: str, words: tuple[str, str], tmp_path: Path
) -> None:
    path = written(tmp_path, f"subject\tpredicate\tobject\t{column}",
                   *(f"a\tb\tc\t{word}" for word in words))  # fmt: skip
    entries = read(path)
    assert triples(entries) == [A_B_C, A_B_C]
    assert [name for entry in entries for name in entry.unread] == [column]


# ── Rows that do not hold beside others ─────────────────────────────────────────────────────────
@pytest.mark.parametrize("prefix", ["", "wikibase:", "http://wikiba.se/ontology#"])
def test_of_statements_with_ranks_the_best_are_facts(prefix: str, tmp_path: Path) -> None:
    ranks = ("Normal", "Deprecated") if prefix else ("normal", "deprecated")
    best = "PreferredRank" if prefix else "preferred"
    normal, deprecated = (f"{prefix}{rank}{'Rank' if prefix else ''}" for rank in ranks)
    path = written(tmp_path, "subject\tpredicate\tobject\trank", f"Q42\tP69\tQ1\t{normal}",
                   f"Q42\tP69\tQ2\t{deprecated}", f"Q64\tP1376\tQ3\t{normal}",
                   f"Q64\tP1376\tQ4\t{prefix}{best}", "Q64\tP17\tQ5\t")  # fmt: skip
    entries = read(path)
    assert [triple.object for triple in triples(entries)] == [f"{WD}Q{n}" for n in (1, 4, 5)]
    assert [(skip.reason, skip.where) for skip in skips(entries)] == [
        ("a statement of deprecated rank", "line 3"),
        ("a statement of normal rank beside a preferred one", "line 4"),
    ]
    assert not any(entry.unread for entry in entries)
    quick = [entry for entry in lines(path, ReadOptions()) if isinstance(entry, Entry)]
    assert skips(quick) == skips(entries)


def test_a_rank_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject\trank", "a\tb\tc\tgenus")
    entries = read(path)
    assert triples(entries) == [A_B_C]
    assert [name for entry in entries for name in entry.unread] == ["rank"]


@pytest.mark.parametrize("column", ["end_time", "validTo", "End Date", "until", "end"])
@pytest.mark.parametrize("end", ["1990-10-03", "3 October 1990", "1990", "03.10.1990"])
@pytest.mark.parametrize("lasting", ["", "NULL", "9999-12-31", "present"])
def test_a_fact_that_ended_is_none_beside_one_that_did_not(
    column: str, end: str, lasting: str, tmp_path: Path
) -> None:
    path = written(tmp_path, f"subject\tpredicate\tobject\t{column}",
                   f"Germany\tcapital\tBonn\t{end}", f"Germany\tcapital\tBerlin\t{lasting}",
                   f"Prussia\tcapital\tBerlin\t{end}")  # fmt: skip
    entries = read(path)
    assert [(triple.subject, triple.object) for triple in triples(entries)] == [
        (f"{KG}Germany", f"{KG}Berlin"), (f"{KG}Prussia", f"{KG}Berlin"),
    ]  # fmt: skip
    reason = f"a fact that ended, by its column {column}, beside one without an end"
    assert skips(entries) == [Skip(reason, "line 2", triple=True, usual=True)]
    (remark,) = [remark for entry in entries for remark in entry.remarks]
    assert f"a fact with an end in the column {column}" in remark.reason
    assert remark.where == "line 4"
    assert not any(entry.unread for entry in entries)


@pytest.mark.parametrize(("start", "end"), [("3", "17"), ("103", "112"), ("a", "b")])
def test_the_end_of_a_span_is_no_date(start: str, end: str, tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject\tstart\tend",
                   f"a\tb\tc\t{start}\t{end}", "a\tb\td\t\t")  # fmt: skip
    entries = read(path)
    assert len(triples(entries)) == 2
    assert entries[0].unread == ("start", "end")


# ── Verdicts ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("column", "yes", "no", "open_"),
    [("verdict", "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"),
     ("veracity", "TRUE", "FALSE", "mixture"),
     ("assertion", "present", "absent", "possible"),
     ("evidence_status", "confirmed", "refuted", "unverified"),
     ("Truth Value", "1", "-1", "disputed"), ("label", "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"),
     ("stance", "supports", "refutes", "neutral"),
     ("claim_verdict", "Accurate", "Debunked", "Half true")],
)  # fmt: skip
def test_a_verdict_says_which_statements_are_false(
    column: str, yes: str, no: str, open_: str, tmp_path: Path
) -> None:
    path = written(tmp_path, f"subject\tpredicate\tobject\t{column}", f"a\tb\tc\t{yes}",
                   f"a\tb\td\t{no}", f"a\tb\te\t{open_}", "a\tb\tc\t")  # fmt: skip
    entries = read(path)
    assert triples(entries) == [A_B_C, A_B_C]
    assert [one.object for entry in entries for one in entry.negatives] == [f"{KG}d"]
    assert skips(entries) == [Skip("neither true nor false", "line 4", triple=True)]
    assert not any(entry.unread for entry in entries)


@pytest.mark.parametrize("word", ["unknown", "Unknown", "UNKNOWN"])
@pytest.mark.parametrize("column", ["negated", "verdict"])
def test_nobody_knows_whether_a_statement_is_denied(column: str, word: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"subject\tpredicate\tobject\t{column}", "a\tb\tc\t",
                   "a\tb\td\ttrue", "a\tb\td\tfalse", f"a\tb\te\t{word}")  # fmt: skip
    entries = read(path)
    assert f"{KG}e" not in {triple.object for triple in triples(entries)}
    assert skips(entries) == [Skip("neither true nor false", "line 5", triple=True)]


def test_an_unknown_verdict_stops(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject\tverdict", "a\tb\tc\trefuted",
                   "a\tb\tc\tplausible")  # fmt: skip
    with pytest.raises(SourceError, match=r"line 3: the column verdict .*'plausible' is no word"):
        read(path)


@pytest.mark.parametrize(("no", "yes"), [("affirmed", "negated"), ("", "x"), ("N", "Y")])
def test_other_words_deny_too(no: str, yes: str, tmp_path: Path) -> None:
    for column in ("negation", "NOT", "is_negated"):
        path = written(tmp_path, f"subject\tpredicate\tobject\t{column}", f"a\tb\tc\t{no}",
                       f"a\tb\td\t{yes}")  # fmt: skip
        entries = read(path)
        assert triples(entries) == [A_B_C]
        assert [one.object for entry in entries for one in entry.negatives] == [f"{KG}d"]


def test_a_name_that_is_not_in_force_is_none(tmp_path: Path) -> None:
    path = written(tmp_path, "id\tlabel\tdeprecated", "Q1\tUlm\tfalse", "Q1\tUlma\ttrue",
                   name="names.tsv")  # fmt: skip
    for entries in (read(path), read(one_fact(tmp_path), labels=(str(path),))):
        assert [label.text for label in labels(entries)] == ["Ulm"]
        assert [skip.triple for skip in skips(entries)] == [False]


def test_an_edge_of_kgtk_that_is_deprecated_is_none(tmp_path: Path) -> None:
    path = written(
        tmp_path, "node1\tlabel\tnode2\tdeprecated", "Q1\tP31\tQ5\t", "Q1\tP31\tQ6\ttrue"
    )
    assert [triple.object for triple in triples(read(path))] == [f"{WD}Q5"]


# ── Names that other programs damaged ───────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["????", "M\ufffdnchen", "M?nchen"])
def test_a_cell_whose_letters_are_lost_is_no_entity(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "a\tb\tc", f"{name}\tb\tc",
                   f"a\tb\t{name}")  # fmt: skip
    for entries in (read(path), [one for one in lines(path, ReadOptions())
                                 if isinstance(one, Entry)]):  # fmt: skip
        assert [skip.where for skip in skips(entries)] == ["line 3", "line 4"]
        assert {skip.reason for skip in skips(entries)} == {
            "a name whose letters are lost (????, M?nchen, or U+FFFD in it)"
        }
    assert triples(read(path)) == [A_B_C]


def test_a_label_whose_letters_are_lost_is_none(tmp_path: Path) -> None:
    path = written(tmp_path, "id\tlabel_en\tlabel_cs", "Q1\t????\tPraha", "Q2\tM\ufffdn\tBrno")
    entries = read(path, languages=("en", "cs"))
    assert [label.text for label in labels(entries)] == ["Praha", "Brno"]
    assert len(skips(entries)) == 2


def test_a_mended_name_is_shown_with_its_line(tmp_path: Path) -> None:
    names = written(tmp_path, "id\tlabel", "Q1\tPrague&nbsp;Castle", name="names.tsv")
    facts = written(tmp_path, "subject\tpredicate\tobject", "AT&amp;T\tb\tc")
    assert [skip.where for skip in skips(read(facts, labels=(str(names),)))] == [
        "line 2: 'AT&amp;T' is now 'AT&T'",
        "names.tsv, line 2: 'Prague&nbsp;Castle' is now 'Prague Castle'",
    ]
    assert [label.text for label in labels(read(names))] == ["Prague Castle"]


# ── Ids that are completed ──────────────────────────────────────────────────────────────────────
OBO = "http://purl.obolibrary.org/obo/"
MAPPING = (
    "subject_id\tsubject_label\tpredicate_id\tobject_id",
    "HP:1\tHand\tskos:broadMatch\tFMA:2",
)
MAP = f"curie_map:\n  HP: {OBO}HP_\n  FMA: '{OBO}FMA_'\n  bad: no IRI\n"


@pytest.mark.parametrize("beside", ["", "map.sssom.yml", "map.sssom.yaml"])
def test_curies_are_expanded_by_the_map_of_their_table(tmp_path: Path, beside: str) -> None:
    remarks = [f"#{line}" for line in MAP.splitlines()] if not beside else []
    path = written(tmp_path, *remarks, *MAPPING, "EFO:3\tArm\tskos:broadMatch\tFMA:2",
                   name="map.sssom.tsv")  # fmt: skip
    if beside:
        (tmp_path / beside).write_text(MAP, "utf-8")
    entries = read(path)
    assert [(triple.subject, triple.object) for triple in triples(entries)] == [
        (f"{OBO}HP_1", f"{OBO}FMA_2"), (f"{KG}EFO:3", f"{OBO}FMA_2"),
    ]  # fmt: skip
    assert Label(f"{OBO}HP_1", "label", "Hand", "en") in labels(entries)


def test_a_map_of_prefixes_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    entries = read(written(tmp_path, "#curie_map: {HP: [", *MAPPING, name="map.tsv"))
    assert "its map of prefixes cannot be read" in entries[0].doubts[0]
    assert triples(entries)[0].subject == f"{KG}HP:1"


def test_tables_of_neo4j_are_read_each_id_in_its_space(tmp_path: Path) -> None:
    acted = ":START_ID(Person),role,:END_ID(Movie),:TYPE", '1,"Neo",1,ACTED_IN'
    people = "personId:ID(Person),name,:LABEL", "1,Keanu Reeves,Person"
    movies = "movieId:ID(Movie),title,year:int,:LABEL", "1,The Matrix,1999,Movie;Film"
    entries = read(written(tmp_path, *acted, name="acted.csv"))
    person, movie = f"{KG}Person::1", f"{KG}Movie::1"
    assert triples(entries) == [Triple(person, f"{KG}ACTED_IN", movie)]
    for text, of in ((people, person), (movies, movie)):
        name = text[1].split(",")[1]
        entries = read(written(tmp_path, *text, name="nodes.csv"))
        assert labels(entries) == [Label(of, "label", name, "en")]
    entries = read(written(tmp_path, ":START_ID,:END_ID,:TYPE", "a,c,b", name="plain.csv"))
    assert triples(entries) == [A_B_C]


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("all.csv", '"_id","_labels","name","_start","_end","_type"\n"0",":A","x",,,', "APOC"),
        ("all.csv", "_id,_labels,name,_start,_end,_type\n0,:A,x,,,", "APOC"),
        ("all.json", '{"type":"node","id":"0","labels":["A"]}', "APOC"),
        ("all.json", '{"id":"0","type":"relationship","label":"KNOWS"}', "APOC"),
        ("all.cypher", "CREATE (:A {name: 'x'})-[:KNOWS]->(:A);", "a Cypher script"),
        ("all.cypher", ":begin\nCREATE CONSTRAINT a FOR (n:A) REQUIRE n.id IS UNIQUE;", "a Cypher"),
    ],
)
def test_other_exports_of_neo4j_are_refused_by_name(
    tmp_path: Path, name: str, text: str, what: str
) -> None:
    path = written(tmp_path, *text.split("\n"), name=name)
    with pytest.raises(SourceError, match=rf"{what}.*apoc\.export\.csv\.query"):
        kgforge.load([str(path)], f"oxigraph:{tmp_path}/graph")


# ── One scheme of ids in a column ───────────────────────────────────────────────────────────────
ACCESSIONS = ("P04637\tbinds\tP38398", "P38398\tbinds\tP60709", "Q9NZQ7\tbinds\tQ00987")


def test_accessions_of_uniprot_are_no_ids_of_wikidata(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", *ACCESSIONS)
    names = written(tmp_path, "id\tlabel", "P38398\tBRCA1", "P60709\tActin", name="names.tsv")
    entries = read(path, labels=(str(names),))
    assert [(one.subject, one.object) for one in triples(entries)] == [
        (KG + row[:6], KG + row[-6:]) for row in ACCESSIONS
    ]
    assert b"wikidata" not in b"".join(
        one for one in lines(path, ReadOptions()) if isinstance(one, bytes)
    )
    assert [label.entity for label in labels(entries)] == [f"{KG}P38398", f"{KG}P60709"]
    (subjects, objects) = [doubt for entry in entries for doubt in entry.doubts]
    assert "subjects such as P38398 were read as names, as P04637 is" in subjects
    assert "(if they are: wd:P38398)" in objects


def test_the_ids_of_labels_tell_whose_ids_the_facts_have(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "Q12345\tbinds\tQ23456")
    names = written(tmp_path, "id\tlabel", "Q12345\tA", "Q23456\tB", "P04637\tTP53", name="n.tsv")
    assert triples(read(path)) == [Triple(f"{WD}Q12345", f"{KG}binds", f"{WD}Q23456")]
    entries = read(path, labels=(str(names),))
    assert triples(entries) == [Triple(f"{KG}Q12345", f"{KG}binds", f"{KG}Q23456")]
    assert {label.entity for label in labels(entries)} == {
        f"{KG}Q12345", f"{KG}Q23456", f"{KG}P04637",
    }  # fmt: skip


def test_codes_of_diseases_are_no_ids_of_wikidata(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "Ann\thas\tQ90", "Bob\thas\tI10",
                   "Eve\thas\tE11.9", "Eve\thas\tQ90;I10")  # fmt: skip
    assert [triple.object for triple in triples(read(path))] == [
        f"{KG}Q90", f"{KG}I10", f"{KG}E11.9", f"{KG}Q90", f"{KG}I10",
    ]  # fmt: skip


def test_codes_among_the_objects_of_wikidata_are_of_their_predicate(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "Q42\tP31\tQ12136", "Q43\tP31\tQ5",
                   "Q42\tP352\tP38398", "Q43\tP352\tQ9NZQ7", "Q44\tP4229\tQ90", "Q45\tP4229\tI10",
                   "Q46\tP4229\tE11.9", "Q46\tP21\tQ12345")  # fmt: skip
    entries = read(path)
    assert [triple.object for triple in triples(entries)] == [
        f"{WD}Q12136", f"{WD}Q5", f"{KG}P38398", f"{KG}Q9NZQ7", f"{KG}Q90", f"{KG}I10",
        f"{KG}E11.9", f"{WD}Q12345",
    ]  # fmt: skip
    assert {triple.subject[: len(WD)] for triple in triples(entries)} == {WD}


def test_a_code_among_ids_of_wikidata_is_said(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "Q42\tP31\tQ5", "Q05\tP31\tQ5",
                   "Q43\tP31\tQ5")  # fmt: skip
    entries = read(path)
    assert [triple.subject for triple in triples(entries)] == [f"{WD}Q42", f"{KG}Q05", f"{WD}Q43"]
    (doubt,) = [doubt for entry in entries for doubt in entry.doubts]
    assert "Q05 is none" in doubt
    codes = written(tmp_path, "subject\tpredicate\tobject", "Q20\tis a\tx", "E11\tis a\tx")
    (doubt,) = [doubt for entry in read(codes) for doubt in entry.doubts]
    assert "subjects such as Q20 were read as Wikidata's ids, but E11 is none" in doubt


# ── Results of SPARQL: blank nodes, triple terms ────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("name", "header", "spouse"),
    [
        ("b.tsv", "?s\t?p\t?o", "<http://e.org/{0}>\t<http://e.org/spouse>\t_:b0"),
        ("b.csv", "s,p,o", "http://e.org/{0},http://e.org/spouse,_:b0"),
    ],
)
def test_blank_nodes_of_results_are_those_of_their_file(
    tmp_path: Path, name: str, header: str, spouse: str
) -> None:
    ends = set()
    for person in ("Ann", "Bob"):
        (tmp_path / person).mkdir()
        rows = (spouse.format(person), spouse.format(f"{person}_Lee"))
        first, second = triples(read(written(tmp_path / person, header, *rows, name=name)))
        assert first.object == second.object
        ends.add(first.object)
    assert len(ends) == 2


def test_results_are_recognised_and_triple_terms_in_them_are_skipped(tmp_path: Path) -> None:
    iri = {"type": "uri", "value": "http://e.org/a"}
    quoted = {"type": "triple", "value": {"subject": iri, "predicate": iri, "object": iri}}
    rows = [{"s": iri, "p": iri, "o": iri}, {"s": quoted, "p": iri, "o": iri}]
    path = tmp_path / "r.srj"
    path.write_text(json.dumps({"head": {"vars": ["s", "p", "o"]}, "results": {"bindings": rows}}))
    report = kgforge.load([str(path)], f"oxigraph:{tmp_path}/graph")
    assert report.facts == 1
    assert [(one.reason, one.count) for one in report.skipped] == [("a triple about a triple", 1)]


@pytest.mark.parametrize(
    "header",
    ["movieId:ID(Movie),title,year:int", "id:ID,title:string,year", "id,title,year",
     ":ID,fullName:string,title", "id,Display Name,title"],
)  # fmt: skip
def test_nodes_are_named_by_their_title_where_they_have_no_name(
    header: str, tmp_path: Path
) -> None:
    path = written(tmp_path, header, "m1,The Matrix,1999", "m2,Speed,1994", name="nodes.csv")
    assert [label.text for label in labels(read(path, named=False))] == ["The Matrix", "Speed"]


# ── Tables that are none ────────────────────────────────────────────────────────────────────────
def test_a_rule_of_markdown_is_no_fact(tmp_path: Path) -> None:
    header, rule = "| subject | predicate | object |", "|---------|:---------:|-------:|"
    entries = read(written(tmp_path, header, rule, "| a | b | c |", name="g.md"))
    assert triples(entries) == [A_B_C]
    assert [skip.reason for skip in skips(entries)] == ["a rule between rows (----)"]


def test_triples_in_json_lines_are_no_results_of_sparql(tmp_path: Path) -> None:
    line = '{"head": "Ann", "relation": "knows", "tail": "Bob"}'
    with pytest.raises(RefusedError, match="looks like JSON lines"):
        read(written(tmp_path, line, line, name="g.jsonl"))


def test_names_of_nodes_are_read_by_the_word_of_their_ids(tmp_path: Path) -> None:
    entries = read(written(tmp_path, "drug_id\tdrug_name\tmass", "D1\taspirin\t180"))
    assert labels(entries) == [Label(f"{KG}D1", "label", "aspirin", "en")]


def test_edges_between_named_ids_are_refused_with_their_columns(tmp_path: Path) -> None:
    header = "drug_id\tdrug_name\trelation\tgene_id\tgene_name"
    path = written(tmp_path, header, "D1\taspirin\tinhibits\tG1\tPTGS2")
    with pytest.raises(RefusedError, match=f"{EDGES} drug_id,relation,gene_id"):
        read(path)


def test_a_latitude_is_no_language(tmp_path: Path) -> None:
    path = written(tmp_path, "id\tlabel\tlat\tlon", "Q1\tUlm\t48.4\t9.99", name="names.tsv")
    for entries in (read(path), read(one_fact(tmp_path), labels=(str(path),))):
        assert labels(entries) == [Label(f"{WD}Q1", "label", "Ulm", "en")]


# ── Literals in the spellings of other tools ────────────────────────────────────────────────────
XSD = "http://www.w3.org/2001/XMLSchema#"


@pytest.mark.parametrize(
    ("cell", "term"),
    [
        ('"1952-03-11"^^xsd:date', f'"1952-03-11"^^<{XSD}date>'),
        ('"1952-03-11"^^xs:date', f'"1952-03-11"^^<{XSD}date>'),
        ('"1952-03-11"^^<xsd:date>', f'"1952-03-11"^^<{XSD}date>'),
        (f'"1952-03-11"^^{XSD}date', f'"1952-03-11"^^<{XSD}date>'),
        (f"'1952-03-11'^^<{XSD}date>", f'"1952-03-11"^^<{XSD}date>'),
        ("1952-03-11^^xsd:date", f'"1952-03-11"^^<{XSD}date>'),
        ('"1952-03-11"^^date', f'"1952-03-11"^^<{XSD}date>'),
        (r"\"1952-03-11\"^^xsd:date", f'"1952-03-11"^^<{XSD}date>'),
        ("'1.80'^^xsd:decimal", f'"1.80"^^<{XSD}decimal>'),
        ('"Ulm"^^xsd:string', '"Ulm"'),
        ("'Make good art'@en", '"Make good art"@en'),
        (r"'Don\'t panic'@en", '"Don\'t panic"@en'),
        ('"1952"^^xsd:date', f'"1952"^^<{XSD}gYear>'),
        ('"1952-00-00"^^xsd:date', f'"1952"^^<{XSD}gYear>'),
        ('"1952-##-##"^^xsd:date', f'"1952"^^<{XSD}gYear>'),
        ('"1867-11-##"^^xsd:date', f'"1867-11"^^<{XSD}gYearMonth>'),
        ('"195#-##-##"^^xsd:date', '"1950"^^<urn:kgforge:ns#decade>'),
        ('"####-03-14"^^xsd:date', f'"--03-14"^^<{XSD}gMonthDay>'),
        ('"476-09-04"^^xsd:date', f'"0476-09-04"^^<{XSD}date>'),
        ('"118.69E6"^^<m^2>', f'"118690000"^^<{WD}Q25343>'),
        ('"8848"^^<m>', f'"8848"^^<{WD}Q11573>'),
        ('"8848"^^unit:M', '"8848"^^<http://qudt.org/vocab/unit/M>'),
        ('"330 m"^^cdt:ucum', '"330 m"^^<https://w3id.org/cdt/ucum>'),
        ("'s-Hertogenbosch", f"{KG}'s-Hertogenbosch"),
        ("smile ^^", f"{KG}smile%20%5E%5E"),
        ("n^^th:power", f"{KG}n%5E%5Eth:power"),
    ],
)
def test_literals_of_other_tools_are_literals(cell: str, term: str, tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", f"Ann Lee\tborn on\t{cell}")
    for entries in (read(path), read(path, columns=("1", "2", "3"), header=True)):
        assert [triple.object for triple in triples(entries)] == [term]
        assert skips(entries) == []
    every = b"".join(entry for entry in lines(path, ReadOptions()) if isinstance(entry, bytes))
    others = triples(entry for entry in lines(path, ReadOptions()) if isinstance(entry, Entry))
    assert others or every.decode().endswith(f" {terms.ntriples(term)} .\n")
    assert not others or others[0].object == term


@pytest.mark.parametrize(
    ("cell", "reason"),
    [('"x"^^<yagoISBN>', "a literal of a datatype that is not known"),
     ('"x"^^my:type', "a literal of a datatype that is not known"),
     ('"much"^^<m^2>', "a literal of a datatype that is not known"),
     ('"19##-##-##"^^xsd:date', "a date of which too little is known"),
     ('"1952-##-11"^^xsd:date', "a date of which too little is known")],
)  # fmt: skip
def test_a_literal_that_is_not_known_is_counted(cell: str, reason: str, tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", f"Ann\tborn on\t{cell}")
    assert triples(read(path)) == []
    assert skips(read(path)) == [Skip(reason, "line 2", triple=True)]


def test_years_before_christ_are_counted_as_yago_does(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '<id_1>\t<Julius_Caesar>\t<wasBornOnDate>\t"-100-07-##"^^xsd:date\t',
        '<id_2>\t<Plato>\t<diedOnDate>\t"-0347-##-##"^^xsd:date\t-347',
        "<id_3>\t<Plato>\t<wasBornIn>\t<Athens>\t",
    )
    entries = read(path, columns=("2", "3", "4"), header=False)
    assert {triple.object for triple in triples(entries)} == {
        f'"-0099-07"^^<{XSD}gYearMonth>', f'"-0346"^^<{XSD}gYear>', f"{KG}Athens",
    }  # fmt: skip


def test_names_may_be_literals_with_a_prefix(tmp_path: Path) -> None:
    names = written(tmp_path, 'Q1\t"Ulm"^^xsd:string', "Q2\t'Köln'@de", name="names.tsv")
    entries = read(one_fact(tmp_path), labels=(str(names),), languages=("en", "de"))
    assert [(label.text, label.language) for label in labels(entries)] == [
        ("Ulm", "en"), ("Köln", "de"),
    ]  # fmt: skip


# ── QuickStatements ─────────────────────────────────────────────────────────────────────────────
QUICK = (
    "CREATE",
    "LAST\tP31\tQ5",
    "Q42\tP31\tQ5",
    "Q42\tP569\t+1952-03-11T00:00:00Z/11",
    "Q42\tP570\t+2001-05-00T00:00:00Z/10\tP1480\tQ5727902\tS248\tQ5375741",
    "Q1048\tP569\t-0100-07-12T00:00:00Z/11/J",
    "Q42\tP2048\t1.96~0.01U11573",
    "Q42\tP1082\t12 /* people */",
    'Q42\tP1477\ten:"Douglas Noël Adams"',
    "Q243\tP625\t@48.858222/2.2945",
    'Q42\tP345\t"nm0010930"',
    'Q42\tLen\t"D. N. |Adams|"',
    'Q42\tDen\t"English author\'s page"',
    'Q42\tAfr\t"Bop"',
    'Q42\tSenwiki\t"Douglas Adams"',
    "-Q42\tP106\tQ33999",
    "Q42\tP22\tsomevalue",
    "Q42\tP26\tQ7\tR-",
    "Q42\tP569\t+1952-99-99T00:00:00Z/11",
)


def test_commands_of_quickstatements_are_statements(tmp_path: Path) -> None:
    path = written(tmp_path, *QUICK, name="commands.tsv")
    entries = read(path)
    assert [(triple.predicate[len(WDT) :], triple.object) for triple in triples(entries)] == [
        ("P31", f"{WD}Q5"),
        ("P569", f'"1952-03-11"^^<{XSD}date>'),
        ("P570", f'"2001-05"^^<{XSD}gYearMonth>'),
        ("P569", f'"-0099-07-10"^^<{XSD}date>'),  # two days before the Julian one, with a year 0
        ("P2048", f'"1.96"^^<{WD}Q11573>'),
        ("P1082", f'"12"^^<{XSD}decimal>'),
        ("P1477", '"Douglas Noël Adams"@en'),
        ("P625", '"Point(2.2945 48.858222)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>'),
        ("P345", '"nm0010930"'),
    ]
    assert {(label.kind, label.text) for label in labels(entries)} == {
        ("label", "D. N. |Adams|"), ("description", "English author's page"),
    }  # fmt: skip
    assert Counter(skip.reason for skip in skips(entries)) == {
        "a command of QuickStatements that states nothing (CREATE, MERGE)": 1,
        "a statement about an item that QuickStatements would create (LAST)": 1,
        "a statement that QuickStatements would remove": 1,
        "a sitelink (QuickStatements)": 1,
        "a value of QuickStatements that is not read": 1,
        "a statement of deprecated rank": 1,
        "names in a language that is not asked for": 1,
        "qualifier of a statement (the triple is kept)": 2,
        "somevalue": 1,
    }


def test_commands_of_quickstatements_may_stand_between_bars(tmp_path: Path) -> None:
    path = written(tmp_path, "Q42|P31|Q5", 'Q42|Len|"Ann"', "-Q42|P31|Q6", name="commands.txt")
    entries = read(path)
    assert [triple.object for triple in triples(entries)] == [f"{WD}Q5"]
    assert [label.text for label in labels(entries)] == ["Ann"]


def test_triples_of_ids_are_no_commands(tmp_path: Path) -> None:
    path = written(tmp_path, "Q42\tP31\tQ5", "Q43\tP31\tQ5")
    assert len(triples(read(path))) == 2


# ── Cells of several lines, lists of other tools, markup ────────────────────────────────────────
def objects(folder: Path, *cells: str, name: str = "cells.csv") -> tuple[list[str], list[str]]:
    """Return the objects and the reasons of rows of one predicate, by both ways of reading."""
    rows = (f'Ann Lee,saw,"{cell.replace(chr(34), chr(34) * 2)}"' for cell in cells)
    path = written(folder, "subject,predicate,object", *rows, name=name)
    entries = read(path)
    found = [triple.object for triple in triples(entries)]
    every = [*lines(path, ReadOptions())]
    quick = skips(entry for entry in every if isinstance(entry, Entry))
    assert Counter(quick) == Counter(skips(entries))
    text = b"".join(entry for entry in every if isinstance(entry, bytes)).decode()
    others = len(triples(entry for entry in every if isinstance(entry, Entry)))
    assert text.count("\n") + others == len(found)
    return [
        naming.readable(term) or term.removeprefix(KG) for term in found
    ], [skip.reason for skip in skips(entries)]  # fmt: skip


@pytest.mark.parametrize(
    "cell",
    ["Germany\nAustria\nHungary", "cough\nfever", r"Eider\nSchwentine", "Germany\r\nAustria"],
)
def test_a_cell_of_several_lines_is_counted(cell: str, tmp_path: Path) -> None:
    found, (reason,) = objects(tmp_path, cell)
    assert found == []
    assert reason.startswith("a cell of several lines, which may be a list or a name")


@pytest.mark.parametrize(
    ("cell", "name"),
    [("The long\nroad", "The long road"), ("Kingdom of\nDenmark", "Kingdom of Denmark"),
     ("Ulm,\nGermany", "Ulm, Germany"), ("Ulm\n", "Ulm"), (r"$\nu$ meson", r"$\nu$ meson")],
)  # fmt: skip
def test_a_name_that_is_broken_into_lines_is_one(cell: str, name: str, tmp_path: Path) -> None:
    assert objects(tmp_path, cell)[0] == [name]


@pytest.mark.parametrize(
    "cell",
    ["- Ann\n- Bob C", "• Ann\n• Bob C", "1. Ann\n2. Bob C", "WrappedArray(Ann, Bob C)",
     "List(Ann, Bob C)", "ArrayBuffer(Ann, Bob C)", "Vector(Ann, Bob C)"],
)  # fmt: skip
def test_lists_of_other_tools_are_read(cell: str, tmp_path: Path) -> None:
    found, reasons = objects(tmp_path, cell)
    assert found == ["Ann", "Bob C"]
    assert reasons == ["a list in one cell: each of its values is read by itself"]


@pytest.mark.parametrize("cell", ["Map(a -> b)", "Row(name='Ann', age=3)"])
def test_records_of_spark_are_counted(cell: str, tmp_path: Path) -> None:
    assert objects(tmp_path, cell) == ([], ["a cell with a record, or a list within a list"])


def test_names_between_semicolons_without_blanks_are_counted(tmp_path: Path) -> None:
    found, reasons = objects(tmp_path, "Jinotega;Nablus", "x1;y2")
    assert found[0] == "Jinotega;Nablus"
    assert reasons == ["names between semicolons, kept as one name"]


@pytest.mark.parametrize(
    "cell",
    ["St. Louis, {{flag|US}}", "File:Ulm.svg|thumb|200px", "Bild:Ulm.jpg|mini", "{{Flag|US}}|Ulm"],
)
def test_templates_and_files_of_mediawiki_are_no_lists(cell: str, tmp_path: Path) -> None:
    assert objects(tmp_path, cell) == ([], ["a template or file link of MediaWiki in a cell"])
    names = written(tmp_path, f"Q1\t{cell}", "Q2\tUlm", name="names.tsv")
    entries = read(one_fact(tmp_path), labels=(str(names),))
    assert [label.text for label in labels(entries)] == ["Ulm"]
    assert [skip.reason for skip in skips(entries)] == [
        "a template or file link of MediaWiki in a cell"
    ]


@pytest.mark.parametrize(
    ("cell", "name"),
    [('=HYPERLINK("http://x.de","Weser")', "Weser"), ('=HYPERLINK("http://x.de";"Weser")', "Weser"),
     ("[Kiel](https://kiel.de)", "Kiel"), ("**Duluth**", "Duluth"), (r"x\, y", "x, y"),
     ("York, {{flagicon|England}} England", "York, England"), ("[[Ulm|the city]]", "the city"),
     ("in [[Lorain, Ohio|Lorain]]", "in Lorain")],
)  # fmt: skip
def test_markup_of_other_tools_is_no_part_of_a_name(cell: str, name: str, tmp_path: Path) -> None:
    assert objects(tmp_path, cell)[0] == [name]


@pytest.mark.parametrize("cell", ["=SUM(A1:A3)", "=A1", "=$B$2&C3"])
def test_formulas_are_counted(cell: str, tmp_path: Path) -> None:
    assert objects(tmp_path, cell) == ([], ["a formula of a spreadsheet (=A1)"])


# ── Missing values and damage ───────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "cell",
    ["__HIVE_DEFAULT_PARTITION__", "NA_character_", "NA_integer_", "Not Specified", "[unknown]",
     "Sin datos", "none", "''", "***", "not reported", "Keine Angabe", "不明"],
)  # fmt: skip
def test_more_marks_of_missing_values_are_no_names(cell: str, tmp_path: Path) -> None:
    found, (reason,) = objects(tmp_path, cell)
    assert found == []
    assert reason == f"{cell}, read as a missing value (if it is a name or code here: --missing)"


@pytest.mark.parametrize("cell", ["[]", "{}", "[ ]", "()", "set()", "List()", "[null]", '[""]'])
def test_an_empty_list_is_no_name(cell: str, tmp_path: Path) -> None:
    assert objects(tmp_path, cell) == ([], ["an empty list or record ([], {})"])


@pytest.mark.parametrize(
    "cell",
    ["9999-12-31", "0000-00-00", "9999-12-31T23:59:59", "0000-00-00 00:00:00", "31.12.9999",
     "0001-01-01T00:00:00", "1900-01-00"],
)  # fmt: skip
def test_a_date_that_stands_for_none_is_none(cell: str, tmp_path: Path) -> None:
    reason = "a date that stands for none (9999-12-31, 0000-00-00)"
    assert objects(tmp_path, cell) == ([], [reason])


@pytest.mark.parametrize(
    "cell", ["2.31E+19", "2,31E+19", "2-Sep", "sept-02", "1-mars", "1. Mrz", "01-ene", "2-ott"]
)
def test_what_a_spreadsheet_changed_among_names_is_counted(cell: str, tmp_path: Path) -> None:
    found, (reason,) = objects(tmp_path, cell, "BRCA1", "MARCH1", "TP53")
    assert found == ["BRCA1", "MARCH1", "TP53"]
    assert reason.startswith("a cell that a spreadsheet seems to have changed")


def test_numbers_of_a_predicate_are_not_damaged_by_names_of_another(tmp_path: Path) -> None:
    path = written(tmp_path, "subject\tpredicate\tobject", "Ann Lee\thas\t2.31E+19",
                   "Bob Lee\thas\t17", "Ann Lee\tgene\tBRCA1", "Bob Lee\tgene\tMARCH1",
                   "Ann Lee\tbirthday\t2-Sep", "Bob Lee\tbirthday\t3-Oct")  # fmt: skip
    entries = read(path)
    assert len(triples(entries)) == 6
    assert {skip.reason for skip in skips(entries)} == {
        "a day without a year (2-Sep), as most objects of its predicate are: kept as a name"
    }


def test_ids_of_neo4j_alone_are_no_names(tmp_path: Path) -> None:
    path = written(tmp_path, ":START_ID(Person),:TYPE,:END_ID(Movie)", "p1,ACTED_IN,m1",
                   "keanu,ACTED_IN,The Matrix", name="rels.csv")  # fmt: skip
    ends = [end for triple in triples(read(path)) for end in (triple.subject, triple.object)]
    assert [naming.readable(end) for end in ends] == ["", "", "keanu", "The Matrix"]


# ── Results of Wikidata's service ───────────────────────────────────────────────────────────────
def test_values_in_a_result_of_the_query_service_are_typed(tmp_path: Path) -> None:
    header = "subject,predicate,object,subjectLabel,predicateLabel,objectLabel"
    rows = (
        ("Q243", "P571", "1887-01-28T00:00:00Z", "Eiffel Tower", "inception"),
        ("Q12501", "P571", "-0214-01-01T00:00:00Z", "Great Wall", "inception"),
        ("Q243", "P2048", "330", "Eiffel Tower", "height"),
        ("Q243", "P625", "Point(2.2945 48.858222)", "Eiffel Tower", "coordinates"),
        ("Q243", "P6", "t1882738", "Eiffel Tower", "head"),
        ("Q243", "P6", "http://www.wikidata.org/.well-known/genid/abc", "Eiffel Tower", "head"),
    )
    written_rows = [f"{WD}{s},{WDT}{p},{o},{label},{name},{o}" for s, p, o, label, name in rows]
    of_item = f"{WD}Q243,{WDT}P17,{WD}Q142,Eiffel Tower,country,France"
    path = written(tmp_path, header, *written_rows, of_item, name="query.csv")
    entries = read(path)
    wkt = "http://www.opengis.net/ont/geosparql#wktLiteral"
    assert {triple.object for triple in triples(entries)} == {
        f'"1887-01-28T00:00:00Z"^^<{XSD}dateTime>', f'"-0214-01-01T00:00:00Z"^^<{XSD}dateTime>',
        f'"330"^^<{XSD}decimal>', f'"Point(2.2945 48.858222)"^^<{wkt}>', f"{WD}Q142",
    }  # fmt: skip
    assert Label(f"{WD}Q142", "label", "France", "en") in labels(entries)
    assert not any("T00:00" in label.text for label in labels(entries))
    assert [(skip.reason, skip.triple) for skip in skips(entries)] == [("somevalue", True)] * 2
    assert entries[0].unread == ()
    assert "its times have no precision" in entries[0].doubts[0]


def test_unknown_values_in_results_are_counted(tmp_path: Path) -> None:
    uri = '{{"type":"uri","value":"{}"}}'.format
    binding = '{{"subject":{},"predicate":{},"object":{}}}'.format
    blank = '{"type":"bnode","value":"t123"}'
    genid = uri("http://www.wikidata.org/.well-known/genid/abc")
    bindings = (
        binding(uri(f"{WD}Q90"), uri(f"{WDT}P6"), value)
        for value in (blank, genid, uri(f"{WD}Q142"))
    )
    text = (
        '{"head":{"vars":["subject","predicate","object"]},"results":{"bindings":['
        f"{','.join(bindings)}]}}}}"
    )
    entries = read(written(tmp_path, text, name="q.srj"))
    assert [triple.object for triple in triples(entries)] == [f"{WD}Q142"]
    assert [skip.reason for skip in skips(entries)] == ["somevalue", "somevalue"]


def test_aliases_of_the_query_service_stand_between_commas(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "item,itemLabel,itemAltLabel",
        f'{WD}Q183,Germany,"Deutschland, FRG"',
        f'{WD}Q64,Berlin,"Berlin, Germany, Spree-Athen"',
        name="names.csv",
    )
    entries = read(one_fact(tmp_path), labels=(str(path),))
    assert [(label.kind, label.text) for label in labels(entries)] == [
        ("label", "Germany"), ("alias", "Deutschland"), ("alias", "FRG"),
        ("label", "Berlin"), ("alias", "Spree-Athen"),
    ]  # fmt: skip
    assert Counter(skip.reason for skip in skips(entries)) == {
        "a list in one cell: each of its values is read by itself": 2,
        "an alias between commas that is a label: it may be a part of another alias": 2,
    }


def test_a_mended_label_leaves_the_language_of_the_next(tmp_path: Path) -> None:
    path = written(tmp_path, "id\tlabel\talias", "Q1\tUlm [1]\tUlma", name="names.tsv")
    assert [label.text for label in labels(read(path))] == ["Ulm", "Ulma"]


@pytest.mark.parametrize(
    ("remark", "licence"),
    [("#license: https://creativecommons.org/licenses/by/4.0/", "CC-BY-4.0"),
     ("# License: CC BY-SA 4.0", "CC-BY-SA-4.0"), ("! licence: CC0-1.0", "CC0-1.0"),
     ("# by Ann", None)],
)  # fmt: skip
def test_remarks_say_the_licence_of_a_table(
    remark: str, licence: str | None, tmp_path: Path
) -> None:
    path = written(tmp_path, remark, "subject\tpredicate\tobject", "a\tb\tc")
    store = f"oxigraph:{tmp_path / 'graph'}"
    kgforge.load([str(path)], store)
    assert isinstance(tsv, loaders.LicensedLoader)
    assert tsv.licence(path) == licence


def test_a_file_with_nul_bytes_is_refused_for_them(tmp_path: Path) -> None:
    path = tmp_path / "nul.tsv"
    path.write_bytes(b"a\0b\tp\tc\n")
    with pytest.raises(RefusedError, match="holds NUL bytes: it is no text"):
        read(path)
