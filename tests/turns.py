"""Slow tests take turns: an ordinary run takes a quarter, ``make proof`` all.

``slow.txt`` lists them, as ``python -m benchmarks.slowest`` found them in a run of all. Of a test
with several slow cases one at least is taken in every turn; tests with a single one take turns
with those of their folder. ``KGFORGE_TURN`` says whose turn it is: 0 by default, another one in
CI with each commit, and ``all``.
"""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

import pytest

from tests.sampled import PROOF

LIST: Final = Path(__file__).with_name("slow.txt")
TURNS: Final = 4
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
    if TURN == "all" or not is_whole or config.getoption("keyword"):
        return []
    if TURN not in map(str, range(TURNS)):
        raise pytest.UsageError(f"KGFORGE_TURN={TURN}: it is 0 to {TURNS - 1}, or all")
    slow = LIST.read_text("utf-8").splitlines()
    later = {one for some in _together(slow) for one in some if one not in _turn(some, int(TURN))}
    return [item for item in items if address(item.nodeid) in later]


def _together(slow: Iterable[str]) -> Collection[list[str]]:
    """Those that take turns with one another: a test's cases, or a folder's tests of one.

    >>> list(_together(["tests.a.test_b.test_c[1]", "tests.a.test_b.test_c[2]"]))
    [['tests.a.test_b.test_c[1]', 'tests.a.test_b.test_c[2]']]
    >>> list(_together(["tests.a.test_d.test_e", "tests.a.test_b.test_c[1]"]))
    [['tests.a.test_b.test_c[1]', 'tests.a.test_d.test_e']]
    """
    tests: dict[str, list[str]] = defaultdict(list)
    for one in sorted(slow):
        tests[one.partition("[")[0]].append(one)
    found: dict[str, list[str]] = defaultdict(list)
    for test, cases in tests.items():
        folder = ".".join(test.split(".")[:2])
        found[folder if len(cases) == 1 else test] += cases
    return found.values()


def _turn(cases: list[str], turn: int) -> list[str]:
    """The cases of a test whose turn it is.

    >>> [_turn(["a"], turn) for turn in range(TURNS)]
    [['a'], ['a'], ['a'], ['a']]
    >>> [_turn(["a", "b", "c", "d", "e"], turn) for turn in range(TURNS)]
    [['a', 'e'], ['b'], ['c'], ['d']]
    """
    step = min(len(cases), TURNS)
    return cases[turn % step :: step]
