"""Chains and computed roles in a header: what they mean, and what is refused, with the line."""

from pathlib import Path

import pytest

from kgforge import patterns
from kgforge.errors import PatternError
from kgforge.patterns.roles import role

HEAD = """# Own.
# params: $q: iri = wdt:P26
# columns: p: iri, a: iri, b: iri, n: int, u: term, v: term, s: str
# group: p
# role: {role}
# question: {question}
# metric: hit
SELECT ?p ?a ?b ?n ?u ?v ?s {{ ?a ?p ?b . ?a $q ?b BIND(1 AS ?n) BIND(1 AS ?u) }}
"""
NUMBER = 'r = "How many [p] has [a]?"@en'
BOTH = 'r = "[a] or [b]?"@en'


def read(folder: Path, role: str, question: str = "") -> patterns.Header:
    text = HEAD.format(role=role, question=question)
    if not question:
        text = text.replace("# question: \n", "")
    (folder / "own.rq").write_text(text)
    return patterns.read_pattern(folder / "own.rq").header


@pytest.mark.parametrize(("written", "kind", "hops", "terms"), [
    ("r = a p/p b", "chain", ("p", "p"), ("a", "p", "p", "b")),
    ("r = a wdt:P19/$q/<http://x/y> b", "chain",
     ("http://www.wikidata.org/prop/direct/P19", "$q", "http://x/y"),
     ("a", "http://www.wikidata.org/prop/direct/P19", "$q", "http://x/y", "b")),
    ("r = a http://x/y b", "holds", ("http://x/y",), ("a", "http://x/y", "b")),
    ("r = a <urn:x/y> b", "holds", ("urn:x/y",), ("a", "urn:x/y", "b")),
    ("r = count a p n", "count", ("p",), ("a", "p", "n")),
    ("r = whether a p b as n", "whether", ("p",), ("a", "p", "b", "n")),
    ("r = smaller a b by p as u v", "smaller", ("p",), ("a", "p", "b", "u", "v")),
])  # fmt: skip
def test_a_role_is_read(
    written: str, kind: str, hops: tuple[str, ...], terms: tuple[str, ...]
) -> None:
    found = role(written)
    assert (found.kind, found.hops, found.terms) == (kind, hops, terms)


@pytest.mark.parametrize(("written", "question", "says"), [
    ("r = a p/p/p/p/p b", "", "5: role: .*: a chain has 2 to 4 predicates"),
    ("r = not a p/p b", "", "5: role: .*: a chain of predicates is in the graph, and cannot be no"),
    ("r = a p/x b", "", "5: role: no column 'x'; available: p, a, b, n"),
    ("r = a p/$x b", "", r"5: role: no parameter \$x; available: \$q"),
    ("r = a p/n b", "", "5: role: r: n is of type int, and a fact is of type iri or term"),
    ("r = count a p", NUMBER, "5: role: .* is not 'name = count subject predicate number'"),
    ("r = count a p b", NUMBER, "5: role: r: b is to be a column of type int"),
    ("r = count a n n", NUMBER, "5: role: r: n is of type int"),
    ("r = whether a p b", BOTH, "5: role: .*whether subject predicate object as t'"),
    ("r = whether a p b as u", BOTH, "5: role: r: u is to be a column of type int"),
    ("r = larger a b by p", BOTH, "larger a b by predicate as value_of_a value_of_b'"),
    ("r = smaller a b as u v", BOTH, "smaller a b by predicate as"),
    ("r = larger a b by p as u n", BOTH, "5: role: r: n is of type int"),
    ("r = larger a b by p as u $q", BOTH, r"5: role: r: \$q is no column: the query returns"),
    ("r = larger a a by p as u v", 'r = "[a]?"@en', "5: role: r: compares a with itself"),
    ("r = count a p n", "", "5: role: r is computed, and no template words it: add 'question: r"),
    ("r = a p b", NUMBER, "6: question: r is not computed: facts and chains are worded by kgf:te"),
    ("r = a p/p b", NUMBER, "6: question: r is not computed"),
    ("r = count a p n", 'x = "[a]"@en', "5: role: r is computed, and no template"),
    ("r = count a p n", "r = How many?", "6: question: .* is not a role's name and texts with th"),
    ("r = count a p n", 'r = "How many [p] has [a]?"', "6: question: .* texts with their language"),
    ("r = count a p n", 'r = "How many [x] has [a]?"@en', r"6: question: no column 'x' for \[x\]"),
    ("r = count a p n", 'r = "How many [p]?"@en', r"6: question: .* does not name \[a\]"),
    ("r = count a p n", 'r = "[a] has [n]."@en', r"\[n\] would tell the answer: write \[\?\]"),
    ("r = count a p n", 'r = "[a] has [?] or [?]."@en', r"has \[\?\] more than once"),
    ("r = count a p n", 'r dates = "[a]?"@en', "compares nothing, so no text of it is for dates"),
    ("r = larger a b by p as u v", 'r = "[a]?"@en', r"does not name \[b\]"),
    ("r = larger a b by p as u v", 'r = "[a], [b], [u]?"@en', r"\[u\] would tell the answer"),
    ("r = larger a b by p as u v", 'r dates = "[a], [b]?"@en', "has in en a text for dates alone"),
    ("r = count a p n", 'r = "[a]"@e_n', "6: question: "),
])  # fmt: skip
def test_a_mistake_is_told_with_its_line_and_what_would_do(
    written: str, question: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(PatternError, match=rf"own\.rq:.*{says}"):
        read(tmp_path, written, question)


def test_texts_are_told_by_language_and_kind(tmp_path: Path) -> None:
    asked = (
        'r = "[a] or [b]: [?]"@en "[a] oder [b]?"@de\n'
        '#   "Or is it [a] or [b]?"@en\n# question: r dates = "When [a], [b]?"@en'
    )
    found = read(tmp_path, "r = larger a b by p as u v", asked)
    assert [(one.language, one.text, one.dates) for one in found.questions] == [
        ("en", "[a] or [b]: [?]", False),
        ("de", "[a] oder [b]?", False),
        ("en", "Or is it [a] or [b]?", False),
        ("en", "When [a], [b]?", True),
    ]


def test_a_question_of_no_role_is_told(tmp_path: Path) -> None:
    with pytest.raises(PatternError, match=r"own\.rq:7: question: no role 'x' is computed; .*: r"):
        read(tmp_path, "r = count a p n", f'{NUMBER}\n# question: x = "[a]"@en')


def test_what_is_alone_is_left_out_of_all(tmp_path: Path) -> None:
    every = {one.name for one in patterns.read_patterns(["all"])}
    assert every < {*patterns.pattern_names()}
    assert {"count", "comparison", "agreement", "chain2"} <= {*patterns.pattern_names()} - every
    assert [one.name for one in patterns.read_patterns(["count"])] == ["count"]
    (tmp_path / "own.rq").write_text(
        "# Own.\n# columns: a: iri\n# alone: no\nSELECT ?a { ?a ?p ?b }"
    )
    with pytest.raises(PatternError, match=r"own\.rq:3: alone: 'no': write 'alone: yes'"):
        patterns.read_pattern(tmp_path / "own.rq")
