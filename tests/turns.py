"""Slow tests take turns: an ordinary run takes a twelfth, ``make proof`` all.

``slow.txt`` lists them, as ``python -m benchmarks.slowest`` found them in a run of all. Neighbours
in the list, such as the cases of a test, are in different turns. ``KGFORGE_TURN`` says whose turn
it is: 0 by default, another one in CI with each commit, and ``all``.
"""

import os
from pathlib import Path
from typing import Final

import pytest

from tests.sampled import PROOF

LIST: Final = Path(__file__).with_name("slow.txt")
TURNS: Final = 12
TURN: Final = "all" if PROOF else os.environ.get("KGFORGE_TURN", "0")


def address(nodeid: str) -> str:
    """A test as its report in ``build/tests.xml`` names it: the class or module, and the name.

    >>> address("tests/stores/test_duckdb.py::TestIt::test_a[one::two/three]")
    'tests.stores.test_duckdb.TestIt.test_a[one::two/three]'
    >>> address("tests/test_files.py::test_it")
    'tests.test_files.test_it'
    """
    place, bracket, case = nodeid.partition("[")
    file, _, names = place.partition("::")
    parts = [file.removesuffix(".py").replace("/", "."), *names.split("::")]
    return f"{'.'.join(parts)}{bracket}{case}"


def others(config: pytest.Config, items: list[pytest.Item]) -> list[pytest.Item]:
    """The slow tests whose turn it is not; none where the tests to run were chosen by hand.

    Raises UsageError for a turn that there is not.
    """
    root = config.rootpath
    whole = [root / one for one in config.getini("testpaths")]
    is_whole = sorted(root / one for one in config.args) == sorted(whole)
    is_chosen = any(config.getoption(name, None) for name in ("keyword", "markexpr", "lf"))
    if TURN == "all" or not is_whole or is_chosen:
        return []
    if TURN not in map(str, range(TURNS)):
        raise pytest.UsageError(f"KGFORGE_TURN={TURN}: it is 0 to {TURNS - 1}, or all")
    slow = LIST.read_text("utf-8").splitlines()
    later = set(slow).difference(slow[int(TURN) :: TURNS])
    return [item for item in items if address(item.nodeid) in later]
