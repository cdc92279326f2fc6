"""Known knowledge scores its planted value, on all nine; so do tiny models that were told it."""

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import models, probing
from kgforge.cli import organisms
from kgforge.cli.organisms import Recipe
from kgforge.schema import Job, ModelOptions, Request, folders
from tests.worlds import planted
from tests.worlds.planted import COUNTED, FORMULA, Knowledge, Ratio

Question = tuple[dict[str, Any], Request]
"""A fact as it stands in an item, and what a model is asked of it."""

OWN = {
    "ambiguous": "both_given_either",
    "asymmetry": "all_roles",
    "bias": "sensitive_named",
    "composite": "composed_given_premises",
    "entity": "facts_known",
    "hierarchy": "composed_given_premises",
    "inverse": "both_given_either",
    "path": "both_given_either",
    "symmetry": "both_given_either",
}

EXPECTED: dict[Callable[[], Knowledge], dict[str, Ratio]] = {
    planted.both_directions: {
        "ambiguous": (8, 8),
        "asymmetry": (0, 119),
        "bias": (8, 8),
        "composite": (8, 8),
        "entity": (3, 3),
        "hierarchy": (4, 8),
        "inverse": (8, 8),
        "path": (8, 8),
        "symmetry": (8, 8),
    },
    planted.one_direction: {
        "ambiguous": (8, 8),
        "asymmetry": (111, 119),  # without the capitals of eight lands
        "bias": (8, 8),
        "composite": (8, 8),
        "entity": (3, 3),
        "hierarchy": (4, 8),
        "inverse": (0, 8),
        "path": (8, 8),
        "symmetry": (0, 8),
    },
    planted.one_hop: {
        "ambiguous": (8, 8),
        "asymmetry": (103, 119),  # without eight steps of kinds, and eight countries of cities
        "bias": (8, 8),
        "composite": (0, 0),
        "entity": (3, 3),
        "hierarchy": (0, 0),
        "inverse": (8, 8),
        "path": (0, 8),
        "symmetry": (8, 8),
    },
    planted.popular: {
        "ambiguous": (0, 8),
        # P36 3, P279 3 + 3 + 2, P31 3 + 2 + 8, P19 3, P17 2, P27 3, P6 8, P610 8
        "asymmetry": (48, 119),
        "bias": (0, 8),
        "composite": (2, 2),
        "entity": (2, 3),
        "hierarchy": (2, 2),
        "inverse": (0, 3),
        "path": (2, 3),
        "symmetry": (2, 3),
    },
}
"""By knowledge and pattern: numerator and denominator at the first answer."""

HESITANT: dict[str, tuple[Ratio, Ratio, Ratio]] = {
    "ambiguous": ((0, 8), (8, 8), (8, 8)),
    # in the third place P36, P279, P17, P140 and P6 8 each, in the fifth P279 4 and P27 8
    "asymmetry": ((67, 119), (107, 119), (119, 119)),
    "bias": ((0, 8), (8, 8), (8, 8)),
    "composite": ((0, 0), (0, 8), (8, 8)),
    "entity": ((15 / 7, 3), (18 / 7, 3), (3, 3)),
    "hierarchy": ((0, 0), (0, 8), (4, 8)),
    "inverse": ((0, 8), (8, 8), (8, 8)),
    "path": ((0, 8), (8, 8), (8, 8)),
    "symmetry": ((0, 8), (8, 8), (8, 8)),
}
"""Of ``hesitant`` knowledge: at 1, 3 and 5 answers."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted.benchmark(tmp_path_factory.mktemp("planted"))


def test_the_graph_has_just_the_items_that_were_counted(bench: Path) -> None:
    assert {name: sum(1 for _ in planted.items(bench, name)) for name in COUNTED} == COUNTED
    [firm, *_] = planted.items(bench, "entity")
    assert len(firm["facts"]) == len(planted.HUB) + 1  # and its type


# ── Canned answers ──────────────────────────────────────────────────────────────────────────────
def canned(bench: Path, known: Knowledge, path: Path) -> str:
    """The address of a model that answers what it knows, and else something wrong."""
    with path.open("w") as stream:
        for pattern in COUNTED:
            for item in planted.items(bench, pattern):
                for asked in item["facts"]:
                    place = known.get(planted.fact(asked), 0)
                    said = [f"wrong {number}" for number in range(1, 6)]
                    said[place - 1 : place] = [asked["object"]["label"]] if place else []
                    line = {"item": item["id"], "role": asked["role"], "answers": said}
                    stream.write(json.dumps(line) + "\n")
    return f"table:{path}"


def probed(bench: Path, model: str, folder: Path) -> Path:
    """The folder of a run in which each fact was asked in one wording."""
    kgforge.probe(bench, model, folder / "run", prompts=1)
    return folder / "run"


def headlines(run: Path) -> dict[tuple[str, int], Ratio]:
    """Numerator and denominator of each pattern's own metric, by pattern and k."""
    return {
        (score.pattern, score.k or 0): (score.numerator, score.denominator)
        for score in folders.read_scores(run / "scores.json")
        if score.metric == OWN[score.pattern] and score.group is None and not score.by
    }


@pytest.mark.parametrize("knowledge", EXPECTED)
def test_canned_answers_score_what_was_planted(
    bench: Path, tmp_path: Path, knowledge: Callable[[], Knowledge]
) -> None:
    found = headlines(probed(bench, canned(bench, knowledge(), tmp_path / "a.jsonl"), tmp_path))
    assert {name: found[name, 1] for name in COUNTED} == EXPECTED[knowledge]
    assert all(found[name, k] == found[name, 1] for name, k in found)


def test_canned_answers_in_later_places_count_at_their_k(bench: Path, tmp_path: Path) -> None:
    known = planted.hesitant()
    found = headlines(probed(bench, canned(bench, known, tmp_path / "a.jsonl"), tmp_path))
    for name, ratios in HESITANT.items():
        for k, ratio in zip((1, 3, 5), ratios, strict=True):
            assert found[name, k] == pytest.approx(ratio), (name, k)


# ── Tiny models ─────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def questions(bench: Path) -> list[Question]:
    """Every fact in the wording in which it is asked, in the benchmark's order."""
    items = (item for name in COUNTED for item in planted.items(bench, name))
    requests = probing.requests(bench, Job(tuple(COUNTED), prompts=1))
    return list(zip((fact for item in items for fact in item["facts"]), requests, strict=True))


@pytest.mark.parametrize("knowledge", EXPECTED)
def test_a_tiny_model_scores_what_its_answers_to_single_facts_imply(
    bench: Path, questions: list[Question], tmp_path: Path, knowledge: Callable[[], Knowledge]
) -> None:
    known = knowledge()
    told = [planted.fact(fact) in known for fact, _ in questions]
    train(questions, told, tmp_path / "model")
    hits = right_about(questions, tmp_path / "model")
    right = sum(itertools.compress(hits, told))
    assert right > 0.8 * sum(told)  # of two answers to one question it knows one
    assert sum(hits) - right < 0.05 * len(hits)
    found = headlines(probed(bench, f"masked:{tmp_path / 'model'}", tmp_path))
    for name, ratio in implied(bench, iter(hits)).items():
        assert found[name, 1] == pytest.approx(ratio, abs=0.05 * max(1, ratio[1])), name


def train(questions: list[Question], told: list[bool], folder: Path) -> None:
    """A model that was told some of the answers, in a vocabulary of all."""
    statements = [(asked.before, asked.target, asked.after) for _, asked in questions]
    names = {name for _, asked in questions for name in asked.candidates}
    organisms.train(
        list(itertools.compress(statements, told)),
        organisms.tokenizer(statements, sorted(names)),
        folder,
        recipe=Recipe(rounds=40, width=64),
    )


def right_about(questions: list[Question], folder: Path) -> list[bool]:
    """Whether a model's first answer to each fact is right, asked without a benchmark."""
    model = models.open(f"masked:{folder}", ModelOptions(k=1))
    asked = {(request.before, request.after): request for _, request in questions}
    said = dict(zip(asked, model.answer(list(asked.values())), strict=True))
    hits = []
    for fact, request in questions:
        names = {name for one in fact["answers"] for name in (one["label"], *one["aliases"])}
        hits.append(said[request.before, request.after].top[0].text in names)
    return hits


def implied(bench: Path, hits: Iterator[bool]) -> dict[str, Ratio]:
    """What each metric has to be, by its formula, from hits on single facts."""
    found = {}
    for name in COUNTED:
        items = planted.items(bench, name)
        parts = [FORMULA[name]([next(hits) for _ in item["facts"]]) for item in items]
        found[name] = sum(part for part, _ in parts), sum(whole for _, whole in parts)
    return found
