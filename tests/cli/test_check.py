"""``kgforge check``: five questions, or one line that says what is wrong."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.worlds.facts import ROOT

MEMBERS = ROOT / "examples/co_members.rq"


def test_five_questions_are_printed_with_their_answers(run: Run) -> None:
    status, out, err = run("check", MEMBERS, "--param", "member=P106")
    assert (status, err) == (0, "")
    assert [line[:3] for line in out.splitlines() if line[:1].isdigit()] == [
        f"{number}. " for number in range(1, 6)
    ]
    assert out.count("   right: ") == 5
    assert "one: " in out
    assert "other: " in out
    _, out, _ = run("check", MEMBERS, "--param", "member=P106", "--json")
    found = json.loads(out)
    assert len(found["questions"]) == 5
    assert found["languages"]["sparql"] == "asked"


def test_none_is_said_in_one_line_and_is_status_1(run: Run) -> None:
    status, out, err = run("check", MEMBERS)
    assert status == 1
    assert "co_members in tsv:" in out
    assert err == (
        f"error: {MEMBERS}: no question: nothing in the graph matches its query: the graph has no "
        "wdt:P463 (member): name its own with --param member=…\n"
    )
    status, out, err = run("check", MEMBERS, "--json")
    assert (status, json.loads(out)["questions"], err.count("\n")) == (1, [], 1)


def test_a_source_of_ones_own_is_asked_with_its_names(run: Run, small: Path) -> None:
    os.chdir(small)
    run("patterns", "--new", "own")
    text = Path("own.rq").read_text()
    Path("own.rq").write_text(
        text.replace("not b p a", "b p a").replace("FILTER(NOT EXISTS { ?b ?p ?a })", "?b ?p ?a")
    )
    _, out, _ = run("check", "own.rq", "--store", "tsv:facts.tsv", "--labels", "names.tsv")
    assert "own in tsv:facts.tsv: 60 rows, 1 of 1 groups kept, 60 instances" in out
    pairs = re.findall(r"([AB]) (\d+) knows \[MASK\]\.\n   right: ([AB]) (\d+)\n", out)
    assert len(pairs) == 5
    assert all(one != other and number == same for one, number, other, same in pairs)
    assert "without a template" in out


def test_a_query_that_only_a_server_reads_is_checked_by_its_header(run: Run, small: Path) -> None:
    os.chdir(small)
    _, _, said = run("patterns", "--new", "own", "--language", "cypher")
    assert "kgforge check own.cypher" in said
    status, out, err = run("check", "own.cypher")
    assert (status, err) == (0, "")
    assert "cypher: its header was read; only a server reads the query" in out
    assert "no question: nothing was asked" in out and "--store neo4j:" in out
    own = Path("own.cypher")
    own.write_text(own.read_text().replace("group:", "groop:"))
    status, _, err = run("check", "own.cypher")
    assert status == 1 and "own.cypher:6: unknown key 'groop'" in err


@pytest.mark.parametrize(("old", "new", "says"), [
    ("?a ?p ?b", "?a ?p ?b ?c", "own.rq:15:12: SPARQL: "),
    ("group:", "groop:", "own.rq:6: unknown key 'groop'"),
    ("a p b  ", "a kg:older_than b  ", "own.rq:8: role: forward: "),
])  # fmt: skip
def test_what_is_wrong_is_one_line_and_status_1(
    run: Run, tmp_path: Path, old: str, new: str, says: str
) -> None:
    os.chdir(tmp_path)
    run("patterns", "--new", "own")
    Path("own.rq").write_text(Path("own.rq").read_text().replace(old, new, 1))
    status, out, err = run("check", "own.rq")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"error: {says}")
