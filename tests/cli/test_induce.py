"""``kgforge induce``: what it writes and sums up."""

import json
import os
from pathlib import Path

from tests.cli.conftest import Run


def test_an_ontology_is_induced_and_summed_up(run: Run, small: Path) -> None:
    os.chdir(small)
    command = "induce", "--store", "tsv:facts.tsv", "--out", "induced", "--least", "1"
    status, out, err = run(*command)
    assert status == 0
    assert "axioms: symmetric" in out and "induced/ontology.ttl" in err
    assert {path.name for path in Path("induced").iterdir()} == {"ontology.ttl", "shapes.ttl"}
    assert run(*command)[0] == 1
    status, out, _ = run(*command, "--force", "--json", "--type", "P31")
    assert json.loads(out)["type"].endswith("/P31")
