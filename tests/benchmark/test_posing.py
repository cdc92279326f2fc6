"""Questions of several forms from one graph: balanced by group, guarded, and the same bytes."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import kgforge
from kgforge import benchmark, cli
from kgforge.benchmark import ExportOptions, baselines, posing
from kgforge.benchmark.posed import Posings
from kgforge.errors import BenchmarkError
from kgforge.schema import Computed, Item, ItemFact, Manifest, Prompt, folders
from tests.worlds import handmade, lands

BOTH = ("object", "subject")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Manifest]:
    home = tmp_path_factory.mktemp("lands")
    mined = lands.mined(home, lands.graph(f"oxigraph:{home}/graph"))
    return lands.exported(home, mined, slots=BOTH)


def prompts(bench: Path) -> Iterator[tuple[Item, ItemFact, Prompt]]:
    for pattern in folders.read_manifest(bench).patterns:
        for item in folders.read_items(bench, pattern.name):
            for fact in item.facts:
                for prompt in fact.prompts:
                    yield item, fact, prompt


def test_every_form_stands_on_the_same_items(made: tuple[Path, Manifest]) -> None:
    bench, manifest = made
    assert manifest.format == 2
    assert (manifest.forms, manifest.choices, manifest.slots) == (lands.ALL, 3, BOTH)
    forms = defaultdict(set)
    for item, _, prompt in prompts(bench):
        forms[item.id].add(prompt.form)
    assert set(map(frozenset, forms.values())) == {frozenset(lands.ALL)}
    assert benchmark.verify(bench) == []
    [first, *_] = folders.read_items(bench, "inverse")
    order = list(dict.fromkeys((one.form, one.slot) for one in first.facts[0].prompts))
    assert order == [
        ("cloze", "object"),
        ("cloze", "subject"),
        *((one, "object") for one in lands.ALL[1:]),
    ]


def test_answers_positions_and_truth_values_are_balanced_in_each_group(
    made: tuple[Path, Manifest],
) -> None:
    letters: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    truths: dict[str, Counter[str]] = defaultdict(Counter)
    order = ""
    for item, _, prompt in prompts(made[0]):
        group = f"{item.pattern} {item.group}"
        if prompt.choices:
            letters[group, len(prompt.choices)][prompt.gold] += 1
            order += prompt.gold
        elif prompt.gold:
            truths[group][prompt.gold] += 1
    assert len(letters) > 3
    for (_, size), counts in letters.items():
        every = [counts[letter] for letter in "ABCDEF"[:size]]
        assert max(every) - min(every) <= 1
    assert all(counts["true"] == counts["false"] for counts in truths.values())
    # no letter tells which comes next
    following = Counter(pairwise(order))
    assert len(following) > 12
    for manifest_says in (one for made_ in made[1].patterns for one in made_.forms or ()):
        assert manifest_says.uneven <= 1


def test_choices_and_claims_are_guarded(made: tuple[Path, Manifest]) -> None:
    """No second seat is a wrong choice, and no two choices have one label."""
    for _, fact, prompt in prompts(made[0]):
        right = {answer.label for answer in fact.answers}
        candidates = {one.label for one in fact.candidates}
        if prompt.choices:
            assert len(set(prompt.choices)) == len(prompt.choices)
            assert set(prompt.choices) <= candidates
            assert set(prompt.choices) & right == {fact.object.label}
            assert prompt.choices["ABCD".index(prompt.gold)] == fact.object.label
        if prompt.claimed and fact.holds:
            assert (prompt.claimed.label in right) is (prompt.gold == "true")
            assert prompt.claimed.label in candidates


def test_commas_and_hyphens_survive(made: tuple[Path, Manifest]) -> None:
    texts = [prompt.text for _, _, prompt in prompts(made[0]) if prompt.choices]
    assert any(") Washington, D.C.\n" in text for text in texts)
    assert any(") Saint-Denis\n" in text for text in texts)
    assert all("http" not in prompt.text for _, _, prompt in prompts(made[0]))


def test_the_subject_has_all_who_are_right_and_no_one_else(made: tuple[Path, Manifest]) -> None:
    for item in folders.read_items(made[0], "asymmetry"):
        forward, backward = item.facts
        assert forward.subjects
        assert backward.subjects
        labels = [one.label for one in forward.subjects.answers]
        assert labels[0] == forward.subject.label
        if forward.object.label == "Nation":
            assert sorted(labels) == [f"Land{n}" for n in range(9)]
        assert [one.id for one in backward.subjects.answers] == [backward.subject.id]
        others = {one.id for one in forward.subjects.candidates} - {forward.subject.id}
        assert not others & {one.id for one in forward.subjects.answers}


def test_questions_are_the_predicates_own_or_of_its_label(made: tuple[Path, Manifest]) -> None:
    asked = {
        fact.predicate.label: (prompt.template, prompt.generator)
        for _, fact, prompt in prompts(made[0])
        if prompt.form == "short_answer"
    }
    assert asked["seat"] == ("From where is [X] ruled?", "template")
    assert asked["seat of"] == ("[X] – seat of – what?", "fallback")


@pytest.mark.parametrize("address", ["oxigraph:{}/again", "duckdb:{}/again.db"])
def test_the_bytes_are_the_same_by_any_engine_in_any_order(
    made: tuple[Path, Manifest], tmp_path: Path, address: str
) -> None:
    mined = lands.mined(tmp_path, lands.graph(address.format(tmp_path), order=3))
    bench, manifest = lands.exported(tmp_path, mined, slots=BOTH)
    assert manifest.name == made[1].name
    for file in manifest.files:
        assert (bench / file.path).read_bytes() == (made[0] / file.path).read_bytes()
    assert manifest.patterns == made[1].patterns


def test_another_seed_puts_them_elsewhere(made: tuple[Path, Manifest], tmp_path: Path) -> None:
    mined = lands.mined(tmp_path, lands.graph(f"oxigraph:{tmp_path}/graph"))
    bench, _ = lands.exported(tmp_path, mined, seed=1)
    places = [
        [prompt.gold for _, _, prompt in prompts(one) if prompt.choices] for one in (made[0], bench)
    ]
    assert places[0] != places[1]


def test_one_form_by_itself_is_what_it_was(tmp_path: Path) -> None:
    mined = lands.mined(tmp_path, lands.graph(f"oxigraph:{tmp_path}/graph"))
    plain, manifest = lands.exported(tmp_path, mined, "plain", forms=())
    named, same = lands.exported(tmp_path, mined, "named", forms=("cloze",))
    assert manifest == same
    assert (plain / "manifest.json").read_bytes() == (named / "manifest.json").read_bytes()
    assert manifest.format == 1
    head = json.loads((plain / "manifest.json").read_bytes())
    assert not {"forms", "choices", "slots"} & head.keys()
    assert not any("forms" in one for one in head["patterns"])


def test_fewer_distractors_are_said_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mined = lands.mined(tmp_path, lands.graph(f"oxigraph:{tmp_path}/graph"), "asymmetry")
    bench, manifest = lands.exported(tmp_path, mined, forms=("multiple_choice",), choices=20)
    [made] = manifest.patterns
    [posed] = made.forms or ()
    assert made.form == "multiple_choice"
    assert posed.choices
    assert max(posed.choices) < 21
    assert set(posed.lacking) <= {"must not hold", "no distractor"}
    assert posed.lacking["must not hold"] == made.items
    assert posed.facts + sum(posed.lacking.values()) == 2 * made.items
    assert benchmark.verify(bench) == []
    card = (bench / "README.md").read_text("utf-8")
    assert "multiple_choice" in card
    with pytest.raises(SystemExit):
        cli.main(
            f"export {mined} --out {tmp_path}/other --forms multiple_choice --choices 20".split()
        )
    assert "choices alone" in capsys.readouterr().err


@pytest.mark.parametrize("split", ["random:60/40", "entity:50/50"])
def test_each_split_is_balanced(tmp_path: Path, split: str) -> None:
    mined = lands.mined(tmp_path, lands.graph(f"oxigraph:{tmp_path}/graph"), "inverse")
    bench, _ = lands.exported(tmp_path, mined, split=split)
    for name in ("inverse.train", "inverse"):
        counts: dict[int, Counter[str]] = defaultdict(Counter)
        for item in folders.read_items(bench, name):
            for prompt in (one for fact in item.facts for one in fact.prompts if one.choices):
                counts[len(prompt.choices)][prompt.gold] += 1
        assert counts
        for size, found in counts.items():
            every = [found[letter] for letter in "ABCD"[:size]]
            assert max(every) - min(every) <= 1
    assert benchmark.verify(bench) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ExportOptions(forms=("opera",)),
            "no form 'opera' of questions about facts; available: cl",
        ),
        (ExportOptions(forms=("extraction",)), "no form 'extraction' of questions about facts"),
        (ExportOptions(choices=0), "--choices 0: from 1 to 25"),
        (ExportOptions(choices=26), "--choices 26: from 1 to 25"),
        (ExportOptions(slots=()), "--slots : give object, subject or object,subject"),
        (ExportOptions(slots=("verb",)), "--slots verb: give object, subject or object,subject"),
    ],
)
def test_options_that_mean_nothing_are_refused(
    tmp_path: Path, options: ExportOptions, said: str
) -> None:
    with pytest.raises(BenchmarkError, match=said):
        kgforge.export(tmp_path, tmp_path / "out", options)


def test_what_was_changed_is_told(made: tuple[Path, Manifest], tmp_path: Path) -> None:
    """A letter that is another's, and a claim that is true after all."""
    [item, *_] = folders.read_items(made[0], "inverse")
    [at] = [n for n, one in enumerate(item.facts[0].prompts) if one.choices]
    prompt = item.facts[0].prompts[at]
    wrong = next(letter for letter in "ABCD" if letter != prompt.gold)
    data = (made[0] / "inverse.jsonl").read_bytes()
    own = msgspec.json.encode(prompt)
    assert own in data
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in made[0].iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    changed = msgspec.json.encode(msgspec.structs.replace(prompt, gold=wrong))
    (copy / "inverse.jsonl").write_bytes(data.replace(own, changed, 1))
    assert any(f"the choice {wrong!r} is not the target" in one for one in benchmark.verify(copy))


def test_frequent_does_not_know_the_question_it_answers(made: tuple[Path, Manifest]) -> None:
    """Of choices it takes the one that is most often right about other facts, else the first."""
    asked = [
        (fact, prompt)
        for item, fact, prompt in prompts(made[0])
        if item.pattern == "inverse" and prompt.choices
    ]
    targets = Counter((fact.predicate.id, fact.object.label) for fact, _ in asked)
    right = 0
    for fact, prompt in asked:
        others = targets.copy()
        others[fact.predicate.id, fact.object.label] -= 1
        known = {one: others[fact.predicate.id, one] for one in prompt.choices}
        most = sorted(prompt.choices, key=lambda one: (-known[one], one))[0]
        right += (most if known[most] else prompt.choices[0]) == fact.object.label
    [pattern] = [one for one in made[1].patterns if one.name == "inverse"]
    [posed] = [one for one in pattern.forms or () if one.form == "multiple_choice"]
    [floor] = [one for one in posed.floors if (one.answerer, one.metric) == ("frequent", "hit")]
    assert (floor.numerator, floor.denominator) == (right, len(asked))
    assert right < len(asked) / 2


# ── Drawing places ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("size", [2, 3, 4])
def test_places_are_drawn_evenly_over_chunks(made: tuple[Path, Manifest], size: int) -> None:
    """However many items a group has, and wherever a chunk of them ends."""
    [item, *_] = folders.read_items(made[0], "inverse")
    question = next(one for one in item.facts[0].prompts if one.choices)
    short = msgspec.structs.replace(question, choices=question.choices[:size], gold="A")
    fact = msgspec.structs.replace(item.facts[0], prompts=(short,))
    for count in (1, 5, posing.CHUNK - 1, posing.CHUNK + 1, 3 * posing.CHUNK + 2):
        many = [msgspec.structs.replace(item, id=f"i{n}", facts=(fact,)) for n in range(count)]
        found = [
            one.facts[0].prompts[0].gold
            for one in posing.placed(iter(many), ["multiple_choice"], 0)
            if isinstance(one, Item)
        ]
        counts = [found.count(letter) for letter in "ABCD"[:size]]
        assert sum(counts) == count
        assert max(counts) - min(counts) <= 1
    runs = Counter(pairwise(found))
    expected = len(found) / size**2
    assert len(runs) == size**2
    assert all(abs(times - expected) < 5 * expected**0.5 for times in runs.values())


def test_why_a_fact_is_no_listing_is_told_by_reason() -> None:
    """None of them is asked for a distractor, of which they have none."""
    bare = msgspec.structs.replace(handmade.fact("capital", "Norway", "P36", "Oslo"), prompts=())
    single = msgspec.structs.replace(bare.predicate, kind="N-1")
    several = msgspec.structs.replace(bare.predicate, kind="N-M")
    listed = handmade.fact("capital", "Norway", "P36", "Oslo")
    prompts = [msgspec.structs.replace(one, form="listing") for one in listed.prompts]
    facts = [
        msgspec.structs.replace(bare, **changes)
        for changes in (
            {"prompts": tuple(prompts)},
            {"predicate": single},
            {"predicate": several},  # another fact of its item asks the same
            {},
            {"holds": None},
            {"holds": None, "computed": Computed("count")},
            {"holds": False},
            {"answers": ()},
        )
    ]
    counts = Posings()
    for fact in facts:
        counts.add(handmade.item("i", "fact", "P36", fact))
    [posed] = counts.counted()
    assert posed.lacking == {
        "computed": 1,
        "implied": 1,
        "its own object alone is accepted": 2,
        "must not hold": 1,
        "no object": 1,
        "of a predicate with one object": 1,
    }


def test_files_of_one_name_are_told_apart(made: tuple[Path, Manifest]) -> None:
    bench, manifest = made
    names = [one.file for one in manifest.templates]
    assert len({*names}) == len(names)
    assert {"wikidata.ttl", "questions/wikidata.ttl", "lands.ttl"} <= {*names}
    assert "questions/wikidata.ttl (SHA-256" in (bench / "README.md").read_text("utf-8")


def test_baselines_beside_a_pattern_are_of_the_form_that_its_figures_are_of(
    tmp_path: Path,
) -> None:
    """Of the second fact nothing but a statement is asked, which is no part of these figures."""
    first, second = (
        handmade.fact("capital", land, "P36", town, candidates=["Oslo", "Rome", "Bern"])
        for land, town in (("Norway", "Oslo"), ("Italy", "Rome"))
    )
    facts = []
    for fact, kept in ((first, fact_prompts(first)), (second, fact_prompts(second)[1:])):
        facts.append(msgspec.structs.replace(fact, prompts=kept))
    items = [handmade.item(f"i{n}", "fact", "P36", fact) for n, fact in enumerate(facts)]
    folder = handmade.write_benchmark(tmp_path / "b", items, {"fact": "hit"})
    counts = Posings()
    for item in items:
        counts.add(item)
    [made] = folders.read_manifest(folder).patterns
    made = msgspec.structs.replace(made, forms=counts.counted())
    found = baselines.with_floors(made, folder).floors
    assert {floor.denominator for floor in found} == {1}
    assert not any(floor.answerer.startswith("always") for floor in found)


def fact_prompts(fact: ItemFact) -> tuple[Prompt, ...]:
    """A cloze and a true statement."""
    [cloze] = fact.prompts
    stated = {"form": "true_false", "gold": "true", "claimed": fact.object}
    return cloze, msgspec.structs.replace(cloze, **stated)
