"""Texts before questions, held against the graph itself: what real sentences got wrong once."""

import random
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kgforge
from kgforge import benchmark, graph, stores
from kgforge.benchmark import ExportOptions, contexts, passages
from kgforge.benchmark.contexts import Contexts
from kgforge.errors import BenchmarkError
from kgforge.graph import LoadOptions, lookups
from kgforge.schema import (
    CONTEXTS,
    Entry,
    Item,
    ItemFact,
    Mention,
    Named,
    Prompt,
    Sentence,
    folders,
)
from tests.worlds.small import entries, filled, iri, label, memory, sentence, triple

LANDS = [f"land{n}" for n in range(4)]
FACTS = [
    *(f"{land} seat town{n}" for n, land in enumerate(LANDS)),
    *(f"town{n} river river{n}" for n in range(4)),
]
SAID = [f"Land{n} is governed from Town{n}." for n in range(4)]
FLOWS = [f"Town{n} lies at River{n}." for n in range(4)]


def sentences() -> Iterator[Sentence]:
    for n in range(4):
        yield sentence(SAID[n], f"land{n} seat town{n}", f"Land{n}", f"Town{n}")
        yield sentence(FLOWS[n], f"town{n} river river{n}", f"Town{n}", f"River{n}")


def exported(
    folder: Path, found: Sequence[Entry], *patterns: str, engine: str = "oxigraph", **options: Any
) -> Path:
    folder.mkdir(exist_ok=True)
    with filled(stores.open(f"{engine}:{folder}/graph", stores.WRITE), list(found)) as store:
        address = store.address
    params = {f"{one}.least": "1" for one in patterns if one != "fact"}
    kgforge.mine(patterns, address, folder / "mined", params=params)
    given = {"contexts": CONTEXTS, **options}
    kgforge.export(folder / "mined", folder / "bench", ExportOptions(**given))
    return folder / "bench"


def prompts(bench: Path, *wanted: str) -> Iterator[tuple[Item, ItemFact, Prompt]]:
    for made in folders.read_manifest(bench).patterns:
        splits = folders.read_manifest(bench).split
        assert not splits
        for item in folders.read_items(bench, made.name):
            for fact in item.facts:
                for prompt in fact.prompts:
                    if prompt.context in wanted:
                        yield item, fact, prompt


def expressed(address: str) -> dict[str, set[str]]:
    """Each sentence with the subjects and objects of all facts that it expresses."""
    found: dict[str, set[str]] = {}
    with stores.open(address) as store:
        for row in lookups.ask(store, "mentions"):
            found.setdefault(str(row[1]), set()).update((str(row[3]), str(row[5])))
    return found


def has(text: str, name: str) -> bool:
    """Whether a text has a name in whole words; on purpose another way than the one on trial."""
    said, one = (
        " ".join(unicodedata.normalize("NFKC", each).casefold().split()) for each in (text, name)
    )
    return re.search(rf"(?<!\w){re.escape(one)}(?![\w.,]*\w)", said) is not None if one else False


# ── Irrelevant ──────────────────────────────────────────────────────────────────────────────────
def test_a_sentence_about_an_end_that_it_only_points_at_is_not_irrelevant(tmp_path: Path) -> None:
    """*It* is Land0 in every sentence of others that there is: none is of other things."""
    text = "It is near, and Else0 is governed from Other0."
    spans = [(text.index(one), text.index(one) + len(one)) for one in ("It", "Else0", "Other0")]
    about = (
        Mention(triple("land0 seat town0"), spans[0], None),
        Mention(triple("else0 seat other0"), *spans[1:]),
    )
    there = [
        sentence(SAID[0], "land0 seat town0", "Land0", "Town0"),
        Sentence("urn:sentence:1", text, "a page", about),
    ]
    bench = exported(
        tmp_path, entries(["land0 seat town0", "else0 seat other0"], [], there), "fact",
        contexts=("relevant", "irrelevant"),
    )  # fmt: skip
    got = {fact.subject.id: prompt.passage for _, fact, prompt in prompts(bench, "irrelevant")}
    assert got == {iri("else0"): SAID[0]}
    [made] = folders.read_manifest(bench).patterns
    assert made.contextless
    assert made.contextless["irrelevant"] == {passages.UNLIKE: 1}


@pytest.mark.parametrize("engine", ["oxigraph", "duckdb"])
def test_nothing_between_the_ends_of_a_chain_is_named(tmp_path: Path, engine: str) -> None:
    there = entries(FACTS, [], sentences())
    bench = exported(tmp_path, there, "fact", "chain2", engine=engine)
    chains = [(fact, prompt) for _, fact, prompt in prompts(bench, "irrelevant") if fact.via]
    assert chains
    for fact, prompt in chains:
        assert fact.via
        assert prompt.passage
        [between] = fact.via
        assert not any(
            has(prompt.passage, one.label) for one in (fact.subject, fact.object, between)
        )
        told = f"{between.label} is there."
        changed = msgspec.structs.replace(prompt, passage=told, text=f"{told}\n{prompt.bare}")
        assert passages.flaw(fact, changed) == "the irrelevant text names the fact"
    assert benchmark.verify(bench) == []


def test_the_pool_is_the_first_by_the_seed_with_all_their_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However few are held at once, and in whatever order the graph gives its sentences."""
    rows = [(f"Text {n % 40}.", f"s{n}", f"o{n % 7}") for n in range(200)]
    every = {text: {end for one, *ends in rows if one == text for end in ends} for text, *_ in rows}
    monkeypatch.setattr(contexts, "POOL", 5)
    pools = []
    for order in range(4):
        turned = random.Random(order).sample(rows, len(rows))
        monkeypatch.setattr(graph, "expressed", lambda store, turned=turned: iter(turned))
        pools.append(Contexts(memory([]), "en", ("irrelevant",), 3)._others)
    assert all(pool == pools[0] for pool in pools)
    assert len({one.text for one in pools[0]}) == 5
    assert all(one.ends == every[one.text] for one in pools[0])
    other = Contexts(memory([]), "en", ("irrelevant",), 4)._others
    assert [one.text for one in other] != [one.text for one in pools[0]]


# ── What verify sees ────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = entries(FACTS, [], sentences())
    forms = ("cloze", "multiple_choice", "true_false")
    return exported(tmp_path_factory.mktemp("audited"), found, "fact", forms=forms)


def test_verify_sees_another_question_behind_a_text(bench: Path) -> None:
    for _, fact, prompt in prompts(bench, *CONTEXTS):
        assert passages.flaw(fact, prompt) == ""
        for change in (
            {"text": f"{prompt.passage}\nSo, {prompt.bare}"},
            {"gold": "other"},
            {"choices": (*prompt.choices, "other")},
        ):
            changed = msgspec.structs.replace(prompt, **change)
            wrong = "the question behind the text is not asked without one"
            assert passages.flaw(fact, changed) == wrong


def test_verify_sees_a_relevant_text_that_does_not_name_the_answer(bench: Path) -> None:
    _, fact, prompt = next(prompts(bench, "relevant"))
    text = "It is so."
    [evidence, *_] = fact.evidence
    fact = msgspec.structs.replace(fact, evidence=(msgspec.structs.replace(evidence, text=text),))
    prompt = msgspec.structs.replace(prompt, passage=text, text=f"{text}\n{prompt.bare}")
    assert passages.flaw(fact, prompt) == "the relevant text does not name the answer"


def test_a_context_that_no_fact_has_is_refused(tmp_path: Path) -> None:
    found = entries(["land0 seat town0", "land1 rule town1"], [], [*sentences()][:1])
    with pytest.raises(BenchmarkError) as raised:
        exported(tmp_path, found, "fact")
    assert str(raised.value) == (
        "--context antifactual: no fact has such a text before its questions (no distractor: 1; "
        "no sentence expresses it: 1): leave it out, or load a source with more sentences about "
        "what is asked"
    )
    assert not (tmp_path / "bench").exists()


# ── Scripts without spaces ──────────────────────────────────────────────────────────────────────
CAPITALS = [("日本", "東京"), ("中国", "北京"), ("京都府", "京都"), ("ไทย", "กรุงเทพ")]


def test_names_are_replaced_where_no_spaces_part_words(tmp_path: Path) -> None:
    names = [label("seat", "首都", language="zh")]
    said = []
    for n, (land, town) in enumerate(CAPITALS):
        names += [label(f"land{n}", land, language="zh"), label(f"town{n}", town, language="zh")]
        text = f"{land}的首都是{town}。"
        said.append(sentence(text, f"land{n} seat town{n}", land, town))
    found = entries([f"land{n} seat town{n}" for n in range(4)], names, said)
    bench = exported(tmp_path, found, "fact", language="zh")
    towns = [town for _, town in CAPITALS]
    seen = set()
    for _, fact, prompt in prompts(bench, "antifactual"):
        assert prompt.planted
        assert prompt.planted.label in towns
        assert prompt.passage == f"{fact.subject.label}的首都是{prompt.planted.label}。"
        seen.add(fact.subject.label)
    # of 京都府 the name of its seat is a part, which would stay
    assert seen == {"日本", "中国", "ไทย"}


# ── Published sentences ─────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "source", ["trex:trex/sample-output.json", "webnlg:webnlg/v3.0_en_train/7triples"]
)
def test_published_sentences_by_another_checker(shared: Path, tmp_path: Path, source: str) -> None:
    name, _, path = source.partition(":")
    address = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([f"{name}:{shared / path}"], address, LoadOptions())
    kgforge.mine(["fact"], address, tmp_path / "mined", params={"most": "2"})
    options = ExportOptions(contexts=CONTEXTS, candidates=10, slots=("object", "subject"))
    kgforge.export(tmp_path / "mined", tmp_path / "bench", options)
    ends = expressed(address)
    counts = dict.fromkeys(CONTEXTS, 0)
    for _, fact, prompt in prompts(tmp_path / "bench", *CONTEXTS):
        counts[prompt.context] += 1
        check(fact, prompt, ends)
    assert all(counts.values())


def check(fact: ItemFact, prompt: Prompt, ends: dict[str, set[str]]) -> None:
    side = fact.subjects if prompt.slot == "subject" else None
    answers = side.answers if side else fact.answers
    given: Named = fact.object if side else fact.subject
    accepted = [name for one in answers for name in (one.label, *one.aliases)]
    text = prompt.passage or ""
    assert prompt.text == f"{text}\n{prompt.bare}"
    if prompt.context == "irrelevant":
        assert not any(has(text, name) for name in (*accepted, given.label)), text
        about = {fact.subject.id, fact.object.id, *(one.id for one in answers)}
        assert ends[text].isdisjoint(about), text
    elif prompt.context == "relevant":
        assert {fact.subject.id, fact.object.id} <= ends[text]
    else:
        assert prompt.planted
        assert not any(has(text, name) for name in accepted), text
        assert has(text, prompt.planted.label)
        shape = "(.+?)".join(map(re.escape, text.split(prompt.planted.label)))
        shape = re.sub(r"\b([Aa])n?\\ \(", r"\1n?\\ (", shape)
        assert any(re.fullmatch(shape, one.text, re.DOTALL) for one in fact.evidence), text
