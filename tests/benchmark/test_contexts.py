"""Texts before questions: what they are guaranteed to say, and what they do to answers."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kgforge
from kgforge import benchmark
from kgforge.benchmark import ExportOptions, passages
from kgforge.benchmark.passages import LEFT, LONE, SEVERAL, UNNAMED, UNSAID, End
from kgforge.errors import BenchmarkError
from kgforge.graph import LoadOptions
from kgforge.schema import CONTEXTS, Item, ItemFact, Named, Prompt, Score, folders
from tests.worlds import lands
from tests.worlds.passages import FORMS, OPTIONS, knower, mined, plainly, reader, scored


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contexts")
    return lands.exported(folder, mined(folder, "oxigraph"), **OPTIONS)[0]


def prompts(bench: Path) -> Iterator[tuple[Item, ItemFact, Prompt]]:
    for made in folders.read_manifest(bench).patterns:
        for item in folders.read_items(bench, made.name):
            yield from ((item, fact, prompt) for fact in item.facts for prompt in fact.prompts)


def checked(bench: Path) -> Counter[str]:
    """How many questions there are of each context, whose guarantees hold by plain comparison."""
    found: Counter[str] = Counter()
    for _, fact, prompt in prompts(bench):
        found[prompt.context] += 1
        if prompt.context == "none":
            assert not prompt.passage
            continue
        assert prompt.passage and prompt.text == f"{prompt.passage}\n{prompt.bare}"
        of_subject = prompt.slot == "subject"
        side = fact.subjects if of_subject and fact.subjects else fact
        right = [name for one in side.answers for name in (one.label, *one.aliases)]
        words = plainly(prompt.passage)
        named = {name for name in right if plainly(name) in words}
        target = fact.subject if of_subject else fact.object
        if prompt.context == "relevant":
            assert prompt.passage in {one.text for one in fact.evidence}
        else:
            assert not named, (prompt.passage, named)
        if prompt.context == "antifactual":
            assert prompt.planted and prompt.planted.label in prompt.passage
            assert prompt.planted in side.candidates
            assert prompt.planted.id not in {one.id for one in side.answers}
        elif prompt.context == "irrelevant":
            assert prompt.passage not in {one.text for one in fact.evidence}
            assert target.label not in prompt.passage.replace(",", "").split()
    return found


# ── What is put before questions ────────────────────────────────────────────────────────────────
def test_each_context_keeps_what_it_promises(bench: Path) -> None:
    counts = checked(bench)
    assert set(counts) == {"none", *CONTEXTS}
    assert benchmark.verify(bench) == []
    manifest = folders.read_manifest(bench)
    [made] = manifest.patterns
    assert (manifest.format, manifest.contexts) == (2, CONTEXTS)
    # nine lands and nine towns; of the last of each no sentence names both
    assert made.contexts == {"relevant": 16, "irrelevant": 18, "antifactual": 16}
    without = made.contextless or {}
    assert without["relevant"] == {UNNAMED: 2, UNSAID: 2}
    assert without["irrelevant"] == {}
    assert made.items == 9


def test_a_question_is_the_same_with_and_without_a_text(bench: Path) -> None:
    for item in folders.read_items(bench, "inverse"):
        for fact in item.facts:
            plain = [one for one in fact.prompts if one.context == "none"]
            by_context = defaultdict(list)
            for one in fact.prompts:
                by_context[one.context].append(one)
            for context in CONTEXTS:
                for one in by_context[context]:
                    bare = (one.bare, one.form, one.slot, one.choices, one.gold, one.claimed)
                    assert bare in {
                        (
                            other.text,
                            other.form,
                            other.slot,
                            other.choices,
                            other.gold,
                            other.claimed,
                        )
                        for other in plain
                    }
    letters = Counter(
        prompt.gold
        for _, _, prompt in prompts(bench)
        if prompt.form == "multiple_choice" and prompt.context == "irrelevant"
    )
    assert max(letters.values()) - min(letters.values()) <= 1


def test_what_is_planted_can_be_chosen(bench: Path) -> None:
    for _, fact, prompt in prompts(bench):
        if prompt.planted and prompt.slot == "object":
            if prompt.choices:
                assert prompt.planted.label in prompt.choices
            if prompt.claimed and prompt.gold == "false":
                assert prompt.claimed == prompt.planted
            assert prompt.planted.label != fact.object.label


@pytest.mark.parametrize("order", [1, 2])
def test_the_same_from_any_engine_in_any_order(bench: Path, tmp_path: Path, order: int) -> None:
    found = mined(tmp_path / "other", "duckdb", order=order)
    other, _ = lands.exported(tmp_path, found, "again", **OPTIONS)
    assert (other / "inverse.jsonl").read_bytes() == (bench / "inverse.jsonl").read_bytes()
    assert (other / "manifest.json").read_bytes() == (bench / "manifest.json").read_bytes()


def test_a_graph_without_sentences_is_refused(tmp_path: Path) -> None:
    found = lands.mined(tmp_path, lands.graph(f"oxigraph:{tmp_path}/graph"), "inverse")
    with pytest.raises(BenchmarkError, match=r"--context relevant: .* has no sentence .*: load a"):
        lands.exported(tmp_path, found, contexts=("relevant",))
    with pytest.raises(BenchmarkError, match="no context 'false'; available: none, relevant, irr"):
        lands.exported(tmp_path, found, contexts=("none", "false"))


def test_none_alone_changes_nothing(tmp_path: Path) -> None:
    found = mined(tmp_path / "graph", "oxigraph")
    plain, _ = lands.exported(tmp_path, found, "plain")
    told, _ = lands.exported(tmp_path, found, "told", contexts=("none",))
    for name in ("inverse.jsonl", "manifest.json", "README.md"):
        assert (plain / name).read_bytes() == (told / name).read_bytes()


# ── One sentence by itself ──────────────────────────────────────────────────────────────────────
def end(target: str, given: str, candidates: Sequence[str], *, others: Sequence[str] = ()) -> End:
    names = target.split("|")
    named = tuple(Named(f"id:{one}", one) for one in (names[0], *candidates))
    right = frozenset([f"id:{names[0]}", *(f"id:{one}" for one in others)])
    return End(named[0], tuple(names), tuple(others), right, (given,), named, is_subject=False)


def antifactual(of: End, text: str) -> str:
    said = passages.told(of, text, ())
    if said is None:
        return UNNAMED
    found = passages.antifactual(of, said)
    return found if isinstance(found, str) else found.text


@pytest.mark.parametrize(("of", "text", "wanted"), [
    (end("Oslo|Kristiania", "Norway", ["Bergen"]),
     "Oslo, once Kristiania, is in Norway; OSLO!", "Bergen, once Bergen, is in Norway; Bergen!"),
    (end("Oslo", "Norway", ["Bergen"]), "Oslofjord is in Norway.", UNNAMED),
    (end("Oslo", "Norway", ["Bergen"]), "Oslo is large.", UNNAMED),
    (end("Oslo", "Norway", ["Bergen"], others=["Viken"]), "Oslo, Norway, and Viken.", SEVERAL),
    (end("Oslo", "Norway", []), "Oslo is in Norway.", LONE),
    (end("Oslo", "Norway", ["Bergen", "Moss"]),
     "Oslo, not Bergen, rules Norway.", "Moss, not Bergen, rules Norway."),
    # the answer stands within the other name, and would still be read
    (end("New York", "New York City", ["Ohio"]), "New York City is in New York.", LEFT),
    # the one distractor has the answer in its own name
    (end("York", "England", ["New York"]), "York is in England.", LEFT),
    (end("São Paulo", "Brazil", ["Rio"]),
     "São Paulo is in Brazil, Sao Paulo!", LEFT),
    (end("actor", "Ann", ["engineer"]), "Ann was an actor.", "Ann was an engineer."),
    (end("actor", "Ann", ["dancer"]), "Ann was an actor.", "Ann was a dancer."),
    (end("日本", "東京", ["中国"]), "東京は日本の首都です。", "東京は中国の首都です。"),
    (end("서울", "한국", ["부산"]), "한국의 수도는 서울이다.", "한국의 수도는 부산이다."),
    (end("باريس", "فرنسا", ["ليون"]), "باريس عاصمة فرنسا.", "ليون عاصمة فرنسا."),
    (end("Oslo", "Norway", ["Bergen"]), "Oslo in Norway is [MASK].", UNNAMED),
])  # fmt: skip
def test_an_answer_is_replaced_wherever_it_is_named(of: End, text: str, wanted: str) -> None:
    assert antifactual(of, text) == wanted


def test_what_the_source_marked_is_replaced_and_is_no_name() -> None:
    of = end("United Kingdom", "Ann", ["France"])
    text = "The British sent Ann."
    assert passages.told(of, text, [((17, 20), (4, 11))]) is None
    text = "The British sent Ann from the United Kingdom."
    said = passages.told(of, text, [((17, 20), (4, 11)), ((-1, -1), (-1, -1)), ((0, 3), (90, 95))])
    assert said
    found = passages.antifactual(of, said)
    assert not isinstance(found, str)
    assert found.text == "The France sent Ann from the France."


def test_a_mark_that_holds_the_other_end_is_not_replaced() -> None:
    of = end("Michelle", "Barack", ["Laura"])
    said = passages.told(of, "Barack's wife, Michelle, spoke.", [((0, 6), (0, 13))])
    assert said
    assert passages.antifactual(of, said) == LEFT


@pytest.mark.parametrize(("change", "wrong"), [
    ({"context": "none"}, "a text stands before a question of no context"),
    ({"context": "other"}, "the context 'other' is unknown"),
    ({"passage": "Something else."}, "no text stands before the question"),
    ({"context": "relevant"}, "the relevant text is no evidence of the fact"),
    ({"context": "irrelevant"}, "the irrelevant text names the fact"),
    ({"planted": msgspec.UNSET}, "the antifactual text plants nothing that is false"),
    ({"planted": Named("x", "X")}, "what the antifactual text plants is no distractor"),
])  # fmt: skip
def test_verify_sees_what_a_text_should_not_be(
    bench: Path, change: dict[str, Any], wrong: str
) -> None:
    fact, prompt = next(
        (fact, prompt)
        for _, fact, prompt in prompts(bench)
        if prompt.context == "antifactual" and prompt.slot == "object"
    )
    assert passages.flaw(fact, prompt) == ""
    assert passages.flaw(fact, msgspec.structs.replace(prompt, **change)) == wrong


def test_verify_sees_an_answer_that_an_antifactual_text_names(bench: Path) -> None:
    fact, prompt = next(
        (fact, prompt)
        for _, fact, prompt in prompts(bench)
        if prompt.context == "antifactual" and prompt.slot == "object"
    )
    for passage, wrong in (
        (f"{fact.object.label} it is.", "the antifactual text names an accepted answer"),
        ("It is so.", "the antifactual text does not name what it plants"),
    ):
        changed = msgspec.structs.replace(prompt, passage=passage, text=f"{passage}\n{prompt.bare}")
        assert passages.flaw(fact, changed) == wrong


# ── What texts do to answers ────────────────────────────────────────────────────────────────────
def told(scores: Sequence[Score], metric: str, form: str, context: str) -> float | None:
    [one] = [
        one
        for one in scores
        if one.metric == metric and one.k == 1 and one.by == {"form": form, "context": context}
    ]
    return one.value


def test_who_believes_what_it_reads_is_right_and_misled(bench: Path, tmp_path: Path) -> None:
    scores = scored(bench, tmp_path, reader)
    for form in FORMS:
        for context in CONTEXTS:
            assert told(scores, "context_without", form, context) == 0
        assert told(scores, "context_with", form, "relevant") == 1
        assert told(scores, "context_gained", form, "relevant") == 1
        assert told(scores, "context_with", form, "irrelevant") == 0
        assert told(scores, "context_with", form, "antifactual") == 0
        assert told(scores, "context_misled", form, "antifactual") == 1
        assert told(scores, "context_lost", form, "antifactual") is None
    # a pattern's own figures are of the questions without a text
    assert {
        one.value for one in scores if not one.by and one.metric == "hit" and not one.group
    } == {0}


def test_who_knows_is_not_misled(bench: Path, tmp_path: Path) -> None:
    scores = scored(bench, tmp_path, knower)
    for form in FORMS:
        for context in CONTEXTS:
            assert told(scores, "context_without", form, context) == 1
            assert told(scores, "context_lost", form, context) == 0
        assert told(scores, "context_misled", form, "antifactual") == 0
    assert {
        one.value for one in scores if not one.by and one.metric == "hit" and not one.group
    } == {1}


def test_who_knows_and_yet_believes_what_it_reads_loses_it(bench: Path, tmp_path: Path) -> None:
    def both(fact: ItemFact, prompt: Prompt) -> list[str]:
        return reader(fact, prompt) if prompt.planted else knower(fact, prompt)

    scores = scored(bench, tmp_path, both)
    for form in FORMS:
        assert told(scores, "context_lost", form, "antifactual") == 1
        assert told(scores, "context_misled", form, "antifactual") == 1
        assert told(scores, "context_lost", form, "irrelevant") == 0
    consistent = [one for one in scores if one.metric == "forms_agree" and one.k == 1]
    assert {one.value for one in consistent} == {1}


# ── Published graphs ────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("source", "least"), [
    # one document: what it says has no other objects that could be planted
    ("trex:trex/sample-output.json", {"relevant": 20, "irrelevant": 30}),
    ("webnlg:webnlg/v3.0_en_train/1triples", dict.fromkeys(CONTEXTS, 300)),
])  # fmt: skip
def test_published_sentences_keep_what_is_promised(
    shared: Path, tmp_path: Path, source: str, least: dict[str, int]
) -> None:
    name, _, path = source.partition(":")
    store = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([f"{name}:{shared / path}"], store, LoadOptions())
    kgforge.mine(["fact"], store, tmp_path / "mined", params={"most": "3"})
    options = ExportOptions(forms=FORMS, contexts=tuple(least), candidates=20)
    kgforge.export(tmp_path / "mined", tmp_path / "bench", options)
    counts = checked(tmp_path / "bench")
    assert {context: counts[context] for context in least} == {
        context: max(count, counts[context]) for context, count in least.items()
    }
    assert benchmark.verify(tmp_path / "bench") == []
