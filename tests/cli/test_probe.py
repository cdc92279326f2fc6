"""``kgforge probe``: what it refuses."""

import os
from pathlib import Path

from tests.cli.conftest import Run


def test_a_model_without_a_kind_is_told_which_there_are(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    run("export", "mined", "--out", "bench")
    status, _, err = run("probe", "bench", "--model", "bert-base-cased", "--out", "run")
    assert status == 1
    assert "write hf:bert-base-cased" in err
