"""A role is refused where the graph cannot tell its right answers."""

from pathlib import Path

import pytest

import kgforge
from kgforge.errors import PatternError
from tests.worlds.facts import Fact, ex, write_ntriples

BORN = [
    (ex(name), ex("born"), f'"{year}"') for name, year in (("a", 1900), ("b", 1950), ("c", 1990))
]
KNOWN: list[Fact] = [(ex("a"), ex("knows"), ex("b")), (ex("b"), ex("knows"), ex("c"))]
HEAD = (
    "# Own.\n# params: $born: iri = <http://example.org/born>, $most: int = 9\n"
    '# columns: a: iri, b: iri\n# group: "all"\n# sample: $most\n'
)
EARLIER = "SELECT ?a ?b { ?a $born ?d . ?b $born ?e FILTER(?d < ?e) }\n"
KNOWS = "SELECT ?a ?b { ?a <http://example.org/knows> ?b . ?a $born ?d }\n"


def mine(role: str, text: str, folder: Path) -> int:
    (folder / "own.rq").write_text(f"{HEAD}# role: r = {role}\n# metric: all_roles\n{text}")
    source = write_ntriples([*BORN, *KNOWN], folder / "graph.nt")
    return kgforge.mine([folder / "own.rq"], source, folder / "mined").patterns[0].instances


@pytest.mark.parametrize(("role", "says"), [
    ("a <http://example.org/earlier> b", r"r: \(.* <http://example.org/earlier> .*\) is no fact"),
    ("a <http://example.org/knows> b", r"<http://example.org/c>\) is no fact of this graph"),
    ("b <http://example.org/knows> a", r"is no fact of this graph"),
    ("implied a <http://example.org/earlier> b", r"<http://example.org/earlier> is no predicate"),
])  # fmt: skip
def test_a_comparison_is_refused_with_the_line_of_its_role(
    role: str, says: str, tmp_path: Path
) -> None:
    """*a was born before b* has more right answers than the graph lists for it."""
    with pytest.raises(PatternError, match=rf"own\.rq:6: role: .*{says}") as caught:
        mine(role, EARLIER, tmp_path)
    assert "right answers" in str(caught.value)
    assert "cannot be looked up" in str(caught.value)
    assert not (tmp_path / "mined").exists()


@pytest.mark.parametrize(("role", "count"), [
    ("a <http://example.org/knows> b", 2),
    ("implied b <http://example.org/knows> a", 2),
    ("not b <http://example.org/knows> a", 2),
    ("not b <http://example.org/unheard_of> a", 2),
])  # fmt: skip
def test_facts_of_the_graph_and_what_must_be_absent_are_asked(
    role: str, count: int, tmp_path: Path
) -> None:
    assert mine(role, KNOWS, tmp_path) == count


BEFORE = (
    "# a comes before b in the alphabet\n# params:  $p: iri = <http://example.org/before>\n"
    "# columns: a: iri, b: iri, c: iri\n"
    '# group:   "before"\n# sample:  2\n# role:    older = implied a $p b\n{}# metric:  hit\n'
    "SELECT ?a ?b ?c {{ ?a <http://example.org/in> ?c . ?b <http://example.org/in> ?c "
    "FILTER(STR(?a) < STR(?b)) }}\n"
)


def before(people: int, more: str, folder: Path) -> int:
    facts = [(ex(f"mr{n}"), ex("in"), ex("town")) for n in range(people)]
    (folder / "own.rq").write_text(BEFORE.format(more))
    source = write_ntriples([*facts, (ex("mr0"), ex("before"), ex("mr1"))], folder / "graph.nt")
    return kgforge.mine([folder / "own.rq"], source, folder / "mined").patterns[0].instances


def test_an_implied_comparison_with_several_answers_is_refused(tmp_path: Path) -> None:
    """Of 45 rows two are drawn, of two subjects: the others' rows tell that there are more."""
    with pytest.raises(PatternError, match=r"own\.rq:6: role: older: .* several right answers"):
        before(10, "", tmp_path)


def test_an_implied_role_with_one_answer_or_with_premises_is_asked(tmp_path: Path) -> None:
    assert before(2, "", tmp_path) == 1
    (tmp_path / "other").mkdir()
    premise = "# role:    place = a <http://example.org/in> c\n"
    assert before(10, premise, tmp_path / "other") == 2


def test_of_many_instances_those_of_every_group_are_looked_up(tmp_path: Path) -> None:
    """The third part of 3,000 facts, by code point of their groups, is none of the graph."""
    facts = [(ex(f"some{n}"), ex(f"prop{n % 3}"), ex(f"other{n}")) for n in range(3000)]
    (tmp_path / "own.rq").write_text(
        "# Own.\n# columns: a: iri, p: iri, q: iri, b: iri\n# group: p\n# role: r = a q b\n"
        "# metric: hit\nSELECT ?a ?p ?q ?b { ?a ?p ?b BIND(IF(?p = <http://example.org/prop2>, "
        "<http://example.org/strange>, ?p) AS ?q) }\n"
    )
    source = write_ntriples(facts, tmp_path / "graph.nt")
    with pytest.raises(PatternError, match=r"own\.rq:4: role: r: \(.* <.*/strange> .*no fact of"):
        kgforge.mine([tmp_path / "own.rq"], source, tmp_path / "mined")
