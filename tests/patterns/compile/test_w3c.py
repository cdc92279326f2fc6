"""The W3C's SPARQL 1.1 test suite on the compiled SQL: no test has another result.

Its folder ``sparql/sparql11`` (repository ``w3c/rdf-tests``) is named by KGFORGE_W3C; it is not
ours to ship. The table is in docs/reference/compiler.md.
"""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.patterns.compile import w3c

FOLDER = os.environ.get("KGFORGE_W3C")
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "compiler.md"
SOME = """<?xml version="1.0"?>
<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="x"/></head>
<results><result><binding name="x"><literal
datatype="http://www.w3.org/2001/XMLSchema#integer">3</literal></binding></result></results></sparql>
"""


@pytest.mark.skipif(FOLDER is None, reason="set KGFORGE_W3C to the suite's folder sparql/sparql11")
def test_no_result_differs_and_the_documented_table_is_what_is_found() -> None:
    found = w3c.outcomes(Path(str(FOLDER)))
    every = [one for each in found.values() for one in each]
    assert not [one for one in every if one.outcome == "differs"]
    assert documented() == {
        name: tuple(Counter(one.outcome for one in each)[kind] for kind in KINDS)
        for name, each in found.items()
    }


KINDS: tuple[w3c.Outcome, ...] = ("passed", "refused", "differs")
"""The columns of the documented table."""


def documented() -> dict[str, tuple[int, ...]]:
    """The table of docs/reference/compiler.md, by folder."""
    rows = re.findall(
        r"^\| ([a-z-]+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE.read_text("utf-8"), re.M
    )
    return {name: tuple(map(int, counts)) for name, *counts in rows}


def test_the_documented_sums_are_those_of_the_table() -> None:
    passed, refused, differ = map(sum, zip(*documented().values(), strict=True))
    every = passed + refused + differ
    said = f"Of {every} tests {passed} pass ({passed / every:.0%}), {refused} are refused and none"
    page = " ".join(PAGE.read_text("utf-8").replace(" %", "%").split())
    assert said in page
    assert not differ


@pytest.mark.parametrize(("expression", "outcome"), [("1 + 2", "passed"), ("1 + 3", "differs")])
def test_the_program_tells_right_from_wrong(tmp_path: Path, expression: str, outcome: str) -> None:
    query, result = tmp_path / "q.rq", tmp_path / "q.srx"
    query.write_text(f"SELECT (({expression}) AS ?x) {{}}")
    result.write_text(SOME)
    assert w3c.tried(w3c.Test("own", query, None, result)).outcome == outcome
