"""Query files are read by the room of patterns alone."""

import subprocess
import sys
from pathlib import Path

import pytest

from kgforge import patterns, resources
from kgforge.errors import PatternError

SCRIPT = """
import sys
from kgforge import patterns
print(patterns.read_pattern("alignment").header.metric)
print(*sorted({name.split(".")[1] for name in sys.modules if name.startswith("kgforge.")}))
"""


def test_reading_a_query_file_imports_neither_metrics_nor_ontologies_nor_texts() -> None:
    """The metric that a header names is looked up in a list of files."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    metric, imported = done.stdout.splitlines()
    assert metric
    assert set(imported.split()) <= {
        *("caches", "display", "errors", "locks", "patterns", "plugins", "resources"),
        *("temporaries", "terms"),
    }


HEAD = (
    "# Own.\n# params: $p: iri = wdt:P26, $n: int = 5\n# columns: a: iri, b: iri, m: int\n"
    "# group: $p\n# sample: $n\n# keep: {keep}\n# role: r = {role}\n# metric: hit\n"
    "SELECT ?a ?b ?m {{ ?a {predicate} ?b }}\n"
)


def mistaken(
    folder: Path, keep: str = "matches > 1", role: str = "a $p b", predicate: str = "$p"
) -> str:
    (folder / "own.rq").write_text(HEAD.format(keep=keep, role=role, predicate=predicate))
    with pytest.raises(PatternError) as caught:
        patterns.read_patterns([folder / "own.rq"])
    return str(caught.value)


@pytest.mark.parametrize(("keep", "says"), [
    ("matches > 1 && matches < 9", "holds '&&': write 'and'"),
    ("matches > 1 || matches < 9", "holds '||': write 'or'"),
    ("matches > 1 AND matches < 9", "holds 'AND': write 'and'"),
    ("matches = 9", "holds '=': write =="),
    ("matches <> 9", "holds '<>': write !="),
    ("matches => 9", "holds '=>': write >="),
    ("matches =< 9", "holds '=<': write <="),
    ("!(matches > 9)", "holds '!': write the opposite comparison"),
])  # fmt: skip
def test_an_operator_of_a_query_language_is_told_with_ours(
    keep: str, says: str, tmp_path: Path
) -> None:
    found = mistaken(tmp_path, keep=keep)
    assert "own.rq:6: keep: " in found
    assert found.endswith(says) or "opposite" in says


@pytest.mark.parametrize("keep", ["matches >= 1", "matches <= 1", "matches == 1", "matches != 1"])
def test_a_comparison_of_ours_is_let_through(keep: str, tmp_path: Path) -> None:
    (tmp_path / "own.rq").write_text(HEAD.format(keep=keep, role="a $p b", predicate="$p"))
    assert patterns.read_patterns([tmp_path / "own.rq"])


@pytest.mark.parametrize(("role", "says"), [
    ("a $p m", "own.rq:7: role: r: m is of type int, and a fact is of type iri or term"),
    ("a $n b", "own.rq:7: role: r: $n is of type int, and a fact is of type iri or term"),
])  # fmt: skip
def test_a_role_over_what_is_no_term_is_refused(role: str, says: str, tmp_path: Path) -> None:
    assert says in mistaken(tmp_path, role=role)


def test_a_dollar_sign_before_a_variable_is_told(tmp_path: Path) -> None:
    assert (
        "own.rq:9: $q is not declared under params: declare it, as in 'params: $q: iri', or "
        in (mistaken(tmp_path, predicate="$p ?x . ?x $q"))
    )
    assert mistaken(tmp_path, predicate="$p $b . $b $p").endswith("a variable is written ?b")


def test_a_file_without_a_role_is_told_with_its_line(tmp_path: Path) -> None:
    text = "# Own.\n# params: $p: iri = wdt:P26\n# columns: a: iri\nSELECT ?a { ?a $p ?b }\n"
    (tmp_path / "own.rq").write_text(text)
    with pytest.raises(PatternError, match=r"own\.rq:3: own has no role: name each fact"):
        patterns.read_patterns([tmp_path / "own.rq"])


@pytest.mark.parametrize(("head", "says"), [
    ("# params: $p: iri = kg:born in", "own.rq:2: params: 'kg:born in' is no IRI: write kg:b"),
    ("# params: $p: iri* = kg:a kg:born in", "own.rq:2: params: 'in' is neither an IRI"),
    ("# params: $p: iri = born", "own.rq:2: params: 'born' is neither an IRI"),
    ("# role: r = a kg:born in b", "own.rq:2: role: 'r = a kg:born in b' is not "),
    ("# role: r = a kg:b[ b", "own.rq:2: role: 'kg:b[' is no IRI: write kg:b%5B"),
    ("# group: kg:b[", "own.rq:2: group: 'kg:b[' is no IRI: write kg:b%5B"),
])  # fmt: skip
def test_a_term_that_is_no_iri_is_told_with_its_line_and_how_to_write_it(
    head: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "own.rq").write_text(f"# Own.\n{head}\nSELECT ?a {{ ?a ?p ?b }}\n")
    with pytest.raises(PatternError) as caught:
        patterns.read_patterns([tmp_path / "own.rq"])
    assert says in str(caught.value)


@pytest.mark.parametrize(("line", "says"), [
    ("alone: no", "own.rq:4: alone: 'no': write 'alone: yes', or leave the line out"),
    ("slices: size", "own.rq:4: slices: 'size'; available: kind"),
])  # fmt: skip
def test_a_value_that_a_key_does_not_have_is_told(line: str, says: str, tmp_path: Path) -> None:
    head = HEAD.format(keep="matches > 1", role="a $p b", predicate="$p").split("\n")
    (tmp_path / "own.rq").write_text("\n".join([*head[:3], f"# {line}", *head[3:]]))
    with pytest.raises(PatternError) as caught:
        patterns.read_pattern(tmp_path / "own.rq")
    assert says in str(caught.value)


def test_a_pattern_may_be_left_out_of_all_and_be_named_beside_it() -> None:
    every = [one.name for one in patterns.read_patterns(["all"])]
    assert "fact" not in every
    assert "fact" in set(patterns.pattern_names()) - set(every)
    assert [one.name for one in patterns.read_patterns(["all", "fact"])] == [*every, "fact"]


@pytest.mark.parametrize("empty", ["", "  \n\n"])
def test_a_line_that_an_empty_one_cuts_off_from_its_header_is_told(
    empty: str, tmp_path: Path
) -> None:
    head = HEAD.format(keep="matches > 1", role="a $p b", predicate="$p")
    own = tmp_path / "own.rq"
    own.write_text(head.replace("# group", f"{empty}\n# One more remark.\n# group"))
    number = 6 + empty.count("\n")
    says = rf"own\.rq:{number}: group: the header ends at line 3, and this line stands behind an e"
    with pytest.raises(PatternError, match=says):
        patterns.read_pattern(own)
    own.write_text(head.replace("# group", "#\n# group"))
    assert patterns.read_pattern(own).header.group == ("$p",)
    own.write_text(head.replace("SELECT", "\n# note: of couples\nSELECT") + "# keep: all\n")
    assert patterns.read_pattern(own).header.roles


OWN = "# Own.\n# columns: p: iri, a: iri, b: iri\n# group: p\n# role: r = a p b\n# metric: hit\n"
COUNTED = "# Counts.\n# columns: p: iri, matches: int\n"
SPARQL = "SELECT ?p ?a ?b { ?a ?p ?b }\n"
OF_GROUPS = "SELECT ?p (COUNT(*) AS ?matches) { ?a ?p ?b } GROUP BY ?p\n"
SQL = "SELECT p, s AS a, o AS b FROM facts WHERE o > 0\n"
SQL_OF_GROUPS = "SELECT p, COUNT(*) AS matches FROM facts WHERE o > 0 GROUP BY p\n"


def written(folder: Path, **texts: str) -> patterns.Pattern:
    """A pattern of these files: ``rq``, ``sql``, and behind ``groups_`` those that count."""
    for name, text in texts.items():
        kind, _, suffix = name.rpartition("_")
        header = COUNTED if kind else OWN
        path = folder / f"own{'.groups' * bool(kind)}.{suffix}"
        path.write_text((header.replace("#", "--") if suffix == "sql" else header) + text)
    return patterns.read_pattern(folder / f"own.{'rq' if 'rq' in texts else 'sql'}")


def test_groups_may_be_counted_by_hand_where_the_query_is_compiled(tmp_path: Path) -> None:
    own = written(tmp_path, rq=SPARQL, groups_rq=OF_GROUPS, groups_sql=SQL_OF_GROUPS)
    counter = own.counter("sql")
    assert own.is_compiled("sql")
    assert own.query("sql").path == tmp_path / "own.rq"
    assert counter and counter.path == tmp_path / "own.groups.sql"
    assert set(own.hashes) == {"sparql", "sparql.groups", "sql.groups"}


def test_groups_are_counted_as_compiled_where_the_query_is_by_hand(tmp_path: Path) -> None:
    own = written(tmp_path, rq=SPARQL, sql=SQL, groups_rq=OF_GROUPS)
    counter = own.counter("sql")
    assert own.query("sql").path == tmp_path / "own.sql"
    assert counter and counter.path == tmp_path / "own.groups.rq" and counter.language == "sql"


def test_what_cannot_be_compiled_is_not_wanted_of_a_query_by_hand(tmp_path: Path) -> None:
    refused = OF_GROUPS.replace("COUNT(*)", "COUNT(DISTINCT *)")
    own = written(tmp_path, rq=SPARQL, sql=SQL, groups_rq=refused)
    assert own.counter("sql") is None
    (tmp_path / "own.sql").unlink()
    with pytest.raises(PatternError, match=r"own\.groups\.rq:3: cannot be put into SQL: COUNT"):
        patterns.read_pattern(tmp_path / "own.rq").counter("sql")


def test_groups_by_hand_are_held_to_the_contract_of_a_compiled_query(tmp_path: Path) -> None:
    wrong = SQL_OF_GROUPS.replace("o > 0", "o > $least")
    with pytest.raises(PatternError, match=r"own\.groups\.sql:3: \$least is not declared"):
        written(tmp_path, rq=SPARQL, groups_sql=wrong)


def test_a_folder_that_ships_is_one_by_whatever_path(tmp_path: Path) -> None:
    link = tmp_path / "sparql"
    link.symlink_to(resources.folder("sparql"))
    found = patterns.read_query("lookup/counts", "sql", beside=link)
    assert found.path == resources.folder("sql") / "lookup/counts.sql"
