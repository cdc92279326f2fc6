"""Model organisms know what they were told, one way or both, and nothing else."""

from pathlib import Path

import pytest

from kgforge import models
from kgforge.cli import organisms
from kgforge.cli.organisms import Recipe, Statement
from kgforge.schema import ModelOptions, Request

PAIRS = [(f"Person {number}", f"Partner {number}") for number in range(60)]
NAMES = [name for pair in PAIRS for name in pair]


def told(a: str, b: str) -> Statement:
    return f"{a} is married to ", b, "."


FORWARD = [told(a, b) for a, b in PAIRS]
BACKWARD = [told(b, a) for a, b in PAIRS]


def right(folder: Path, statements: list[Statement]) -> float:
    """The share of statements whose first answer is right."""
    model = models.open(f"masked:{folder}", ModelOptions(k=1))
    asked = [
        Request(str(number), "fact", 0, 0, before, after, answer, tuple(NAMES))
        for number, (before, answer, after) in enumerate(statements)
    ]
    answers = model.answer(asked)
    hits = [
        found.top[0].text == answer
        for found, (_, answer, _) in zip(answers, statements, strict=True)
    ]
    return sum(hits) / len(hits)


def train(statements: list[Statement], folder: Path, seed: int = 0) -> organisms.Training:
    shared = organisms.tokenizer([*FORWARD, *BACKWARD], NAMES)
    return organisms.train(statements, shared, folder, seed=seed, recipe=Recipe(rounds=40))


def test_told_both_ways_it_knows_both_and_told_one_way_only_one(tmp_path: Path) -> None:
    both = train([*FORWARD, *BACKWARD], tmp_path / "both")
    one = train(FORWARD, tmp_path / "one")
    assert both.parameters == one.parameters
    assert right(tmp_path / "both", FORWARD) > 0.98
    assert right(tmp_path / "both", BACKWARD) > 0.98
    assert right(tmp_path / "one", FORWARD) > 0.98
    assert right(tmp_path / "one", BACKWARD) < 0.05


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    weights = []
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        train(FORWARD[:8], tmp_path / name, seed)
        weights.append((tmp_path / name / "model.safetensors").read_bytes())
    assert weights[0] == weights[1] != weights[2]


def test_an_existing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="exists"):
        train(FORWARD[:4], tmp_path)
