"""``kgforge patterns``: what it lists."""

import json
import os
from pathlib import Path

from kgforge import patterns, resources
from tests.cli.conftest import Run


def test_patterns_lists_what_ships(run: Run) -> None:
    _, out, _ = run("patterns", "--json")
    assert {"symmetry", "inverse", "composite", "hierarchy", "path"} <= json.loads(out).keys()
    _, out, _ = run("patterns", "symmetry")
    assert "unordered: p a b = p b a" in out
    _, out, _ = run("patterns", "symmetry", "--json")
    assert json.loads(out)["unordered"] == [["p", "a", "b"], ["p", "b", "a"]]


def test_the_list_is_short_however_long_a_parameter_is(run: Run) -> None:
    _, out, _ = run("patterns")
    assert "closed (42 given)" in out
    assert out.count("\n") < 80


def test_a_byte_order_mark_is_no_part_of_a_pattern(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    run("patterns", "--new", "marked")
    text = Path("marked.rq").read_bytes()
    Path("marked.rq").write_bytes(b"\xef\xbb\xbf" + text)
    status, out, _ = run("patterns", "marked.rq")
    assert status == 0
    *shown, also = out.strip().splitlines()
    assert "\n".join(shown).strip() == text.decode().strip()
    assert also == "# also: --language cypher (compiled), --language sql (compiled)"


def test_a_pattern_is_shown_in_one_language_on_standard_output(run: Run) -> None:
    """The file, then the file of its groups; other languages are named, and shown if asked."""
    composite = patterns.read_pattern("composite")
    for options, language in ((), "sparql"), (("--language", "sql"), "sql"):
        _, out, err = run("patterns", "composite", *options)
        query, groups = composite.query(language), composite.counter(language)
        assert groups and query.path.parent == resources.folder("sparql")
        assert out.startswith(query.text)
        assert groups.text in out
        assert "MATCH" not in out
        assert err == ""
    assert "-- Compiled from composite.rq.\nSELECT" in out
    assert (resources.folder("sql") / "composite.groups.sql").read_text() in out
    assert out.splitlines()[-1] == "-- also: --language sparql, --language cypher"
    _, out, _ = run("patterns", "path", "--language", "sql", "--language", "cypher")
    assert (resources.folder("sql") / "path.sql").read_text() in out
    assert (resources.folder("cypher") / "path.cypher").read_text() in out


def test_a_new_pattern_is_written_and_can_be_checked(run: Run, tmp_path: Path) -> None:
    os.chdir(tmp_path)
    status, _, err = run("patterns", "--new", "coauthors")
    assert (status, err.splitlines()[0]) == (0, "wrote coauthors.rq")
    assert "kgforge check coauthors.rq" in err
    status, _, err = run("patterns", "--new", "coauthors")
    assert (status, err.count("\n")) == (1, 1)
    assert run("patterns", "--new", "coauthors", "--language", "sql")[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["coauthors.rq", "coauthors.sql"]
    assert run("patterns", "--new")[0] == 2
