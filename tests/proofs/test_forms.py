"""Forms on real graphs: balanced, without identifiers, by chance where nothing is known."""

import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import kgforge
from kgforge import benchmark, probing
from kgforge.benchmark import ExportOptions
from kgforge.graph import LoadOptions
from kgforge.schema import Item, ItemFact, Prompt, ReadOptions, folders
from tests.sampled import PROOF
from tests.worlds import lands
from tests.worlds.facts import ROOT

FORMS = ExportOptions(forms=lands.ALL, slots=("object", "subject"), candidates=20)
IDENTIFIER = r"\b[QP][1-9]\d*\b|https?://"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that the shipped graph of Wikidata facts gives."""
    home, examples = tmp_path_factory.mktemp("shipped"), ROOT / "examples"
    names = tuple(str(examples / f"{one}.tsv") for one in ("entities", "properties"))
    store = f"duckdb:{home}/graph.db"
    kgforge.load([f"tsv:{examples}/wikidata.tsv"], store, LoadOptions(ReadOptions(labels=names)))
    many = {"most": "60", "asymmetry.most": "20", "path.most": "150", "composite.most": "40"}
    few = many if PROOF else {"most": "20", "asymmetry.most": "5", "path.most": "150"}
    kgforge.mine(["all"], store, home / "mined", params=few)
    kgforge.export(home / "mined", home / "bench", FORMS)
    return home / "bench"


def prompts(bench: Path) -> Iterator[tuple[Item, ItemFact, Prompt]]:
    for made in folders.read_manifest(bench).patterns:
        for item in folders.read_items(bench, made.name):
            yield from ((item, fact, prompt) for fact in item.facts for prompt in fact.prompts)


def check(bench: Path) -> None:
    """What holds of every benchmark of several forms, counted without what made it."""
    letters: dict[tuple[str, str, int], Counter[str]] = defaultdict(Counter)
    truths: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for item, fact, prompt in prompts(bench):
        right = {answer.label.casefold() for answer in fact.answers}
        named = fact.subject.label + fact.object.label + "".join(prompt.choices)
        if "Q" not in named and "P" not in named:
            assert not re.search(IDENTIFIER, prompt.text), prompt.text
        if prompt.choices:
            letters[item.pattern, item.group, len(prompt.choices)][prompt.gold] += 1
            others = [one for one in prompt.choices if one != fact.object.label]
            assert len(others) == len(prompt.choices) - 1
            assert not right & {one.casefold() for one in others}
        elif prompt.claimed:
            truths[item.pattern, item.group][prompt.gold] += 1
            if fact.holds is not False and prompt.gold == "false":
                assert prompt.claimed.label.casefold() not in right
    for (_, _, size), found in letters.items():
        counts = [found[letter] for letter in "ABCD"[:size]]
        assert max(counts) - min(counts) <= 1
    assert truths
    assert all(found["true"] == found["false"] for found in truths.values())
    for made in folders.read_manifest(bench).patterns:
        for one in made.forms or ():
            gold = {floor.value for floor in one.floors if floor.answerer == "gold"}
            assert gold <= {1, None}, (made.name, one.form)
            assert one.uneven <= 1


def test_the_shipped_graph_is_asked_fairly(shipped: Path) -> None:
    check(shipped)
    assert benchmark.verify(shipped) == []


def test_the_published_graph_is_asked_fairly(wikidata_graph: str, tmp_path: Path) -> None:
    few = {"most": "40" if PROOF else "12"}
    names = ["symmetry", "inverse"] if PROOF else ["inverse"]
    kgforge.mine(names, wikidata_graph, tmp_path / "mined", params=few)
    kgforge.export(tmp_path / "mined", tmp_path / "bench", FORMS)
    check(tmp_path / "bench")
    assert benchmark.verify(tmp_path / "bench") == []
    # its predicates have questions of their own
    generic = sum(prompt.generator == "fallback" for _, _, prompt in prompts(tmp_path / "bench"))
    assert generic == 0


def test_who_guesses_is_right_by_chance(shipped: Path, tmp_path: Path) -> None:
    """One of four letters, one of two words, drawn evenly: within four standard errors."""
    lines, drawn = [], random.Random(7)
    wanted = ("true_false", "multiple_choice")
    for item in folders.read_items(shipped, "path"):
        for fact in item.facts:
            for number, prompt in enumerate(fact.prompts):
                if prompt.form in wanted:
                    said = drawn.choice("ABCD"[: len(prompt.choices)] or ("true", "false"))
                    lines.append(
                        {"item": item.id, "role": fact.role, "prompt": number, "answers": [said]}
                    )
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    run = probing.probe(shipped, f"table:{path}", tmp_path / "run", patterns=["path"], forms=wanted)
    for form, chance in zip(wanted, (1 / 2, 1 / 4), strict=True):
        [hit] = [
            one
            for one in run.scores
            if (one.metric, one.k, one.group, one.by) == ("hit", 1, None, {"form": form})
        ]
        assert hit.denominator > 200
        noise = math.sqrt(chance * (1 - chance) / hit.denominator)
        assert abs((hit.value or 0) - chance) < 4 * noise, form
