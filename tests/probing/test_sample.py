"""What a limit leaves: every group its share, drawn by the seed, and said."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from kgforge import probing, reporting, terms
from kgforge.errors import OutputError
from kgforge.probing import sample
from kgforge.schema import Item, Job, folders
from tests.worlds import handmade


def written(folder: Path, groups: Sequence[str]) -> Path:
    """A folder with a pattern's items, one of each of these groups."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f'{{"id":"p-{place:04}","group":"{group}"}}\n' for place, group in enumerate(groups)]
    (folder / "p.jsonl").write_text("".join(lines))
    return folder


def by_turns(groups: Sequence[str], limit: int, seed: int) -> list[int]:
    """The definition: groups take turns, each giving its items by digest."""
    waiting: dict[str, list[tuple[str, int]]] = {}
    for place, group in enumerate(groups):
        digest = terms.digest(str(seed), f"p-{place:04}")
        waiting.setdefault(group, []).append((digest, place))
    found: list[int] = []
    while any(waiting.values()):
        for group in sorted(waiting, key=lambda name: terms.digest(str(seed), name)):
            if waiting[group]:
                found.append(min(waiting[group])[1])
                waiting[group].remove(min(waiting[group]))
    return sorted(found[:limit])


@pytest.mark.parametrize("room", [0, 3, 1_000])
def test_what_is_forgotten_on_the_way_would_not_have_been_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setattr(sample, "_ROOM", room)
    chance = random.Random(room)
    for seed in range(40):
        names = [f"g{number}" for number in range(chance.randint(1, 9))]
        groups = chance.choices(names, [1 + number**3 for number in range(len(names))], k=90)
        if seed % 2:
            groups.sort()
        folder, limit = written(tmp_path, groups), chance.randint(1, 100)
        found = sample.draw(folder, "p", limit, seed)
        assert list(found.places) == by_turns(groups, limit, seed)
        assert (found.items, found.groups) == (90, len(set(groups)))


def test_every_group_gets_its_share(tmp_path: Path) -> None:
    groups = [name for name, size in zip("abcd", (500, 2, 40, 9), strict=True) for _ in range(size)]
    folder = written(tmp_path, groups)
    drawn = [sample.draw(folder, "p", 30, seed) for seed in range(20)]
    for found in drawn:
        many = Counter(groups[place] for place in found.places)
        assert (many["b"], sum(many.values()), len(many)) == (2, 30, 4)
        assert min(many["a"], many["c"], many["d"]) >= 9 and many["a"] <= 10
    assert len({found.places for found in drawn}) == 20


def test_a_variant_draws_what_the_first_language_draws(tmp_path: Path) -> None:
    """Two thirds of the items are there in Czech: of those drawn, all that are there."""
    chance = random.Random(5)
    for seed in range(30):
        groups = chance.choices("abcdef", [1, 2, 4, 8, 16, 32], k=90)
        folder, limit = written(tmp_path, groups), chance.randint(1, 60)
        there = sorted(chance.sample(range(90), 60))
        lines = [f'{{"id":"p_cs-{place:04}","group":"{groups[place]}"}}\n' for place in there]
        (folder / "p_cs.jsonl").write_text("".join(lines))
        first = {*sample.draw(folder, "p", limit, seed).places}
        further = {there[place] for place in sample.draw(folder, "p_cs", limit, seed, "p").places}
        assert first & {*there} <= further and len(further) == limit


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A benchmark of one pattern, whose first group has most of its items."""
    items = [
        handmade.item(
            f"path-{number:03}",
            "path",
            "wdt:P26" if number < 30 else f"wdt:P{number}",
            handmade.fact("first", f"Ada {number}", "P26", "Bo"),
        )
        for number in range(40)
    ]
    return handmade.write_benchmark(tmp_path / "bench", items, {"path": "both_given_either"})


def test_a_run_with_a_limit_asks_all_groups_and_says_how_much(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    asked = probing.probe(bench, f"table:{tmp_path}/none.jsonl", tmp_path / "run", limit=12)
    assert asked.sampled and list(asked.sampled) == ["path"]
    of = asked.sampled["path"]
    assert (of.items, of.of_items, of.groups, of.of_groups) == (12, 40, 11, 11)
    lines = (tmp_path / "run/responses.jsonl").read_text().splitlines()
    ids = [line.partition('"item":"')[2][:8] for line in lines]
    assert (
        ids == sorted(ids) and len(ids) == 12 and ids[2:] == [f"path-{n:03}" for n in range(30, 40)]
    )
    [table] = asked.sheets()
    assert (
        "none.jsonl: a sample was asked (--limit): path 12 of 40 items, 11 of 11 groups; "
        "baselines are of the items asked, and left out where runs were asked others"
    ) in str(table.caption)
    assert probing.plan(bench, limit=12).sampled == asked.sampled


def test_a_limit_that_leaves_all_is_no_sample(bench: Path, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    asked = probing.probe(bench, f"table:{tmp_path}/none.jsonl", tmp_path / "run", limit=40)
    assert not asked.sampled and asked.items == 40
    assert "sample" not in str(asked.sheets()[0].caption)


def test_a_run_of_an_earlier_version_is_not_gone_on_with(bench: Path, tmp_path: Path) -> None:
    """It asked the first items."""
    (tmp_path / "none.jsonl").write_text("")
    run = tmp_path / "run"
    probing.probe(bench, f"table:{tmp_path}/none.jsonl", run, limit=12)
    head = json.loads((run / "run.json").read_text()) | {"kgforge": "0.5.0", "finished": False}
    (run / "run.json").write_text(json.dumps(head))
    with pytest.raises(OutputError, match=r"another kgforge version \(0\.5\.0; now"):
        probing.probe(bench, f"table:{tmp_path}/none.jsonl", run, limit=12)


def test_a_limit_draws_items_that_count_in_the_figures(bench: Path, tmp_path: Path) -> None:
    """Of forty items three are asked as statements with a slot, ten as short answers alone."""

    def asked(number: int) -> Item:
        found = next(islice(folders.read_items(bench, "path"), number, None))
        [prompt] = found.facts[0].prompts
        form = "cloze" if number >= 37 else "short_answer" if number < 10 else "listing"
        prompt = msgspec.structs.replace(prompt, form=form)
        return msgspec.structs.replace(
            found, facts=(msgspec.structs.replace(found.facts[0], prompts=(prompt,)),)
        )

    mixed = handmade.write_benchmark(
        tmp_path / "mixed", [asked(number) for number in range(40)], {"path": "both_given_either"}
    )
    forms = ("cloze", "short_answer")
    for seed in range(10):
        drawn = sample.draw(mixed, "path", 5, seed, forms=forms)
        assert (drawn.places[2:], drawn.items) == ((37, 38, 39), 13)
        assert sample.draw(mixed, "path", 2, seed, forms=forms).places[0] >= 37
        alone = sample.draw(mixed, "path", 2, seed, forms=("short_answer",))
        assert alone.places[-1] < 10 and alone.items == 10


def test_a_wording_is_asked_with_and_without_its_texts() -> None:
    """Three wordings, each without a text, with one that helps and with one that does not."""
    fact = handmade.fact("first", "Ada", "P26", "Bo", prompts=3)
    texts = [
        msgspec.structs.replace(
            prompt, context=context, passage="A text.", text=f"A text.\n{prompt.text}"
        )
        for context in ("relevant", "irrelevant")
        for prompt in fact.prompts[:2]
    ]
    twice = msgspec.structs.replace(fact, prompts=(*fact.prompts, *texts))
    chosen = [probing.wordings(twice, Job(prompts=1, seed=seed)) for seed in range(20)]
    assert {tuple(each) for each in chosen} == {(0, 3, 5), (1, 4, 6), (2,)}
    plain = [probing.wordings(fact, Job(prompts=1, seed=seed)) for seed in range(20)]
    assert [each[:1] for each in chosen] == plain  # the same wordings as of a benchmark without


def test_baselines_beside_a_sample_are_of_the_items_asked(bench: Path, tmp_path: Path) -> None:
    """Each column of a row is of the same items; of runs on others there is no baseline."""
    (tmp_path / "none.jsonl").write_text("")
    model = f"table:{tmp_path}/none.jsonl"
    asked = probing.probe(bench, model, tmp_path / "run", limit=12)
    sizes = {(floor.answerer, floor.k): floor.denominator for floor in asked.baselines["path"]}
    assert {sizes["gold", k] for _, k in sizes} == {12}
    again = probing.probe(bench, model, tmp_path / "again", limit=12)
    alike = reporting.report([tmp_path / "run", tmp_path / "again"], tmp_path / "report.html")
    assert alike.baselines["path"] == asked.baselines["path"] == again.baselines["path"]
    probing.probe(bench, model, tmp_path / "more", limit=20)
    unlike = reporting.report([tmp_path / "run", tmp_path / "more"], tmp_path / "report.html")
    assert unlike.baselines["path"] == ()
