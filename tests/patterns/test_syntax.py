"""Mistakes in SPARQL: told at the line and column where they are, counted by hand."""

import random
import re
from pathlib import Path

import pytest

import kgforge
from kgforge import patterns, resources, stores, terms
from kgforge.errors import PatternError
from kgforge.patterns import Query, Value
from kgforge.patterns.binding import blanked, example

HEAD = "# Own.\n# params: $p: iri*, $n: int = 3\n# columns: a: iri\n# sample: $n\n"
"""Four lines, so that the text begins in the fifth."""
KG = terms.PREFIXES["kg"]
SHIPPED = sorted(resources.folder("sparql").rglob("*.rq"))


def own(text: str, folder: Path, head: str = HEAD) -> Query:
    (folder / "own.rq").write_text(head + text)
    return patterns.read_query(folder / "own.rq", "sparql")


def refused(query: Query) -> str:
    values = {found.name: patterns.example_value(found) for found in query.header.params}
    with stores.open("oxigraph:", stores.WRITE) as store, pytest.raises(PatternError) as caught:
        list(store.query(query, values))
    return str(caught.value)


@pytest.mark.parametrize(("text", "place", "says"), [
    ("SELECT ?a {\n  ?a\xa0$p ?b\n}\n", "6:5",
     "found 'no-break space' (U+00A0), which SPARQL does not know: write a plain space"),
    ("SELECT ?a {\n  ?a \u200b$p ?b\n}\n", "6:6", "'zero width space' (U+200B)"),
    ("SELECT ?a {\n  ?a $p \u201cabc\u201d\n}\n", "6:9",
     "found 'left double quotation mark' (U+201C), which SPARQL does not know: write a straight"),
    ("SELECT ?a { ?a $p ?b FILTER(?b = \u2018x\u2019) }\n", "5:34", "(U+2018)"),
    ("SELECT ?a {\n  ?a $p ?b FILTRE(?a != ?b)\n}\n", "6:12",
     "after '?b' '.' or '}' was expected, found 'FILTRE': write FILTER"),
    ("SELECT ?a {\n  VALUES ?p { $p } ?a ?p ?b ?c\n}\n", "6:29",
     "after '?b' '.' or '}' was expected, found '?c'"),
    ("SELECT ?a {\n\t?a $p ?b\n", "7:1", "found the end of the file: the '{' of line 5 is not cl"),
    ("SELECT ?a { ?a $p ?b }}\n", "5:23", "found '}': leave it out"),
    ("SELECT ?a { ?a foo:p ?b . ?b $p ?a }\n", "5:16", "the prefix foo: is unknown"),
    ("SELECT ?a { ?a :p ?b . ?b $p ?a }\n", "5:16", "the prefix : is unknown"),
    ("SELECT ?a, ?b { ?a $p ?b }\n", "5:10", "found ',': write SELECT ?a ?b, without commas"),
    ("SELECT ?a { ?a $p ?b FILTER(?a and ?b) }\n", "5:32", "found 'and': write &&"),
    ("SELECT ?a { ?a $p ?b FILTER(?a == ?b) }\n", "5:33", "found '=': write a single ="),
    ("SELECT ?a { ?a $p ?b FILTER(?a <> ?b) }\n", "5:33", "found '>': write !="),
    ("SELECT ?a { ?a $p ?b } GROUP BY ?a HAVIN(COUNT(?b) > 1)\n", "5:36", "an IRI: write HAVING"),
    ("SELECT ?a { ?a $p ?b } ODER BY ?a\n", "5:24", "found 'ODER': write ORDER"),
    ("SELECT ?a { ?a $p ?b . GROUP BY ?a\n", "5:24", "is a '}' missing before GROUP?"),
    ("SELECT ?a { ?a $p ?b FILTER ?a }\n", "5:29", "after 'FILTER' '(' or a function was expected"),
    ("SELECT COUNT(?a) { ?a $p ?b }\n", "5:8", "found 'COUNT': write (COUNT(?x) AS ?n)"),
    ("SELECT (COUNT(?b) ?n) ?a { ?a $p ?b } GROUP BY ?a\n", "5:19", "AS or an operator was exp"),
    ("SELECT ?a { ?a $p ?b FILTER(CONTAIN(STR(?b), 'x')) }\n", "5:29",
     "no function 'CONTAIN': did you mean CONTAINS?"),
    ("SELECT ?a { ?a $p ?b FILTER(islitral(?b)) }\n", "5:29", "did you mean isLiteral?"),
    ("SELECT ?a { ?a $p ?b FILTER(FOOBAR(?b)) }\n", "5:29", "no function 'FOOBAR'"),
    ("SELECT ?a { a $p ?b }\n", "5:13", "'a' is neither a variable nor an IRI: write ?a"),
    ('SELECT ?a { ?a $p "x }\n', "5:19", "its closing quote is missing"),
    ("SELECT ?a { ?a <x y> ?b . ?b $p ?a }\n", "5:19", "an IRI between < and > has no space"),
    ("DELETE { ?a $p ?b } WHERE { ?a $p ?b }\n", "5:1", "a pattern only asks (SELECT)"),
    ("SELECT ?b (COUNT(?a) AS ?a) { ?a $p ?b }\n", "5:1", "SELECT names a variable that GROUP BY"),
    ("SELECT ?a { ?a $p ?b }\n# a comment {\n  LIMT 5\n", "7:3", "found 'LIMT': write LIMIT"),
])  # fmt: skip
def test_a_mistake_is_told_where_it_is(text: str, place: str, says: str, tmp_path: Path) -> None:
    found = refused(own(text, tmp_path))
    assert f"own.rq:{place}: SPARQL: " in found
    assert says in found
    assert "\n" not in found


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_word_too_many_is_found_in_every_shipped_query(path: Path) -> None:
    """The queries that ship can be read; with a word where none belongs, that one is told."""
    query = patterns.read_query(path, "sparql")
    assert patterns.fault(query) is None
    body = query.text.index("SELECT")
    spaces = [
        found.start() for found in re.finditer(" ", blanked(query.text)) if found.start() > body
    ]
    free = [at for at in spaces if query.text[at] == " " and not _inside(query.text, at)]
    for at in random.Random(path.stem).sample(free, min(3, len(free))):
        wrong = Query(
            query.name, "sparql", path, f"{query.text[:at]} §{query.text[at:]}", query.header
        )
        found = patterns.fault(wrong)
        assert found is not None
        assert found.offset == at + 1
        assert "found '§'" in found.words


def _inside(text: str, at: int) -> bool:
    """Whether a place is in a comment, a string or an IRI: where it is blanked, if filled."""
    return "§" not in blanked(f"{text[:at]}§{text[at:]}")[at : at + 1]


def test_each_character_of_an_example_leads_back_to_its_file(tmp_path: Path) -> None:
    query = own("SELECT ?a { VALUES ?p { $p } ?a ?p ?b } LIMIT $n\n", tmp_path)
    text, place = example(query)
    for word in ("VALUES", "?b", "} LIMIT"):
        assert place(text.index(word, text.index("SELECT"))) == query.text.rindex(word)


def test_a_list_is_written_as_its_place_wants_it(tmp_path: Path) -> None:
    """The same parameter in VALUES and, over a line's end, in IN and NOT IN: all find the facts."""
    facts = "kg:a kg:p kg:b . kg:b kg:q kg:c . kg:c kg:r kg:d ."
    (tmp_path / "facts.ttl").write_text(f"@prefix kg: <{KG}> . {facts}")
    kgforge.load([f"rdf:{tmp_path}/facts.ttl"], f"oxigraph:{tmp_path}/graph")
    wanted: dict[str, Value] = {"p": tuple(f"{KG}{name}" for name in "pq"), "n": 9}
    with stores.open(f"oxigraph:{tmp_path}/graph", stores.READ) as store:

        def found(condition: str) -> list[str]:
            text = f"SELECT ?a {{ ?a ?r ?b {condition} }} ORDER BY ?a LIMIT $n\n"
            rows = store.query(own(text, tmp_path), wanted)
            return [str(row[0])[-1] for row in rows]

        assert found("VALUES ?r { $p }") == ["a", "b"]
        assert found("FILTER(?r in (\n  $p\n))") == ["a", "b"]
        assert found(f"FILTER(?r NOT IN ($p)) FILTER(STRSTARTS(STR(?r), '{KG}'))") == ["c"]


def test_what_an_engine_says_in_a_sentence_is_kept() -> None:
    said = "error at 3:1: expected one of FILTER, No such thing, ['a'..'z'], [_]"
    assert patterns.shortened(said) == "No such thing"
    assert patterns.shortened("error at 3:1: expected FILTER") == "error at 3:1: expected FILTER"
