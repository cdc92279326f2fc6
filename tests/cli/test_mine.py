"""``kgforge mine``: what it refuses."""

import os
from pathlib import Path

from tests.cli.conftest import Run


def test_an_unknown_pattern_or_parameter_lists_those_there_are(run: Run, small: Path) -> None:
    os.chdir(small)
    _, _, err = run("mine", "symetry", "--store", "tsv:facts.tsv", "--out", "mined")
    assert "no pattern 'symetry'; available: " in err
    assert "symmetry" in err
    _, _, err = run(
        "mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "mined", "--param", "lest=3"
    )
    assert "no parameter 'lest' in symmetry; available: least" in err
