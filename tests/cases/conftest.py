"""What the tests of cases share: a case's inputs, and the commands that are run on them."""

from pathlib import Path

import pytest

from tests.cases.case import Case
from tests.cases.table import PROPERTY
from tests.worlds.facts import ROOT


@pytest.fixture
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Case:
    """The inputs of the case that the test's marker names, and a folder to work in."""
    marker = request.node.get_closest_marker("case")
    if marker is None:
        pytest.fail("a test of a case is marked with pytest.mark.case(NUMBER, TRAIT)")
    number, trait = marker.args
    request.node.user_properties.append((PROPERTY, [number, trait]))
    cases = ROOT.parent / "shared" / "cases"
    if not cases.is_dir():
        pytest.skip(f"no published cases at {cases}")
    [inputs] = cases.glob(f"{number}-*")
    monkeypatch.chdir(tmp_path)
    return Case(inputs, tmp_path)
