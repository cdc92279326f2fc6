"""Rules counted over networkx, and what is compared with PyKEEN's."""

import random
from pathlib import Path

import pytest

from benchmarks.measured import Ran
from benchmarks.rules import __main__ as rules
from benchmarks.rules import dictionaries, graphs


def made(path: Path, seed: int) -> Path:
    chance = random.Random(seed)
    lines = {
        f"e{chance.randrange(12)}\tp{chance.randrange(4)}\te{chance.randrange(12)}"
        for _ in range(120)
    }
    path.write_text("\n".join(["subject\tpredicate\tobject", *sorted(lines), ""]))
    return path


@pytest.mark.parametrize("ways", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_networkx_counts_what_dictionaries_count(tmp_path: Path, seed: int, ways: bool) -> None:
    file = made(tmp_path / "graph.tsv", seed)
    found = graphs.rules(graphs.read(file, ways=ways))
    assert len(found) > 20
    assert found == dictionaries.rules(dictionaries.read(file, ways=ways))


def test_pykeen_has_to_hold_as_often_of_each_head() -> None:
    # r1, r2, r3, matches, support, body, PCA body, head; and r3, body, support
    first = [["a", 1], ["b", 1], "c", 5, 4, 9, 6, 7]
    ours = {"rules": [first, [["b", 1], ["a", 1], "c", 2, 2, 3, 3, 7]]}
    assert rules.differing(ours, {"rules": [["c", 3, 2], ["c", 10, 4]]}) == []
    assert rules.differing(ours, {"rules": [["c", 3, 2], ["c", 9, 5]]}) == [("c", 4), ("c", 5)]
    assert rules.differing(ours, {"rules": [["c", 3, 2]]}) == [("c", 4)]


def test_either_may_fail_and_then_nothing_is_compared() -> None:
    found = [Ran(1, 1, 1, 0, {"rules": [[number]]}) for number in (1, 2)]
    failed = Ran(1, 1, 1, 0, failure="stopped after 600 s")
    assert rules.disagree(*found)
    assert not rules.disagree(found[0], found[0])
    assert not rules.disagree(found[0], failed)
    assert not rules.disagree(failed, found[0])
