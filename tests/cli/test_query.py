"""``kgforge query``: its three formats."""

import os
from pathlib import Path

from tests.cli.conftest import Run


def test_query_prints_rows(run: Run, small: Path) -> None:
    os.chdir(small)
    Path("count.rq").write_text(
        "# How many facts.\n# columns: facts: int\nSELECT (COUNT(*) AS ?facts) { ?s ?p ?o }\n"
    )
    for format, wanted in (("jsonl", '{"facts":60}'), ("csv", "facts\r\n60"), ("table", "60")):
        _, out, _ = run("query", "./count.rq", "--store", "tsv:facts.tsv", "--format", format)
        assert wanted.replace("\r", "") in out.replace("\r", "")
