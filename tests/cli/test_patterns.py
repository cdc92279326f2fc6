"""``kgforge patterns``: what it lists."""

import json

from tests.cli.conftest import Run


def test_patterns_lists_what_ships(run: Run) -> None:
    _, out, _ = run("patterns", "--json")
    assert {"symmetry", "inverse", "composite", "hierarchy", "path"} <= json.loads(out).keys()
    _, out, _ = run("patterns", "symmetry")
    assert "unordered: p a b = p b a" in out
    _, out, _ = run("patterns", "symmetry", "--json")
    assert json.loads(out)["unordered"] == [["p", "a", "b"], ["p", "b", "a"]]
