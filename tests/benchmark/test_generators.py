"""Facts in the words of models: a server's, a GPT's and a T5's; counted by hand, made again."""

import json
import shutil
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kgforge
from kgforge import benchmark, cli
from kgforge.benchmark import generators
from kgforge.benchmark.generators import checks, fluency
from kgforge.benchmark.generators.requests import Asking
from kgforge.cli import exported
from kgforge.errors import BenchmarkError, KgforgeError, ModelError
from kgforge.schema import (
    SLOT,
    Answer,
    ChatOptions,
    ItemFact,
    Manifest,
    ModelOptions,
    Perplexity,
    Prompt,
    folders,
)
from tests.models import authors
from tests.models.chatting import MODEL, Chatting, asked, text
from tests.processes import kgforge_process
from tests.stores.servers.scripted import Reply
from tests.worlds import authored, handmade
from tests.worlds.authored import BOTH, EVERY, Author, options


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a graph, what is mined of it, and templates."""
    folder = tmp_path_factory.mktemp("authored")
    authored.mined(folder)
    return folder


@pytest.fixture(scope="module")
def made(world: Path) -> Manifest:
    """A benchmark in the words of templates and a served model."""
    with Chatting(Author()) as served:
        return kgforge.export(world / "mined", world / "bench", options(world, served))


def facts(bench: Path) -> Iterator[ItemFact]:
    for item in folders.read_items(bench, "inverse"):
        yield from item.facts


def prompts(bench: Path, subject: str, generator: str) -> list[Prompt]:
    return [
        prompt
        for fact in facts(bench)
        if fact.subject.label == subject
        for prompt in fact.prompts
        if prompt.generator == generator
    ]


def same(one: Path, other: Path) -> None:
    """Two folders have the same files, to the byte."""
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(path.name for path in other.iterdir())
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


# ── What is kept, what is rejected ──────────────────────────────────────────────────────────────
def test_what_a_model_writes_is_counted_by_reason_and_try(made: Manifest) -> None:
    assert made.generated
    masking, question = made.generated.generators
    assert (masking.facts, masking.kept, masking.asked) == (16, 13, 19)
    assert masking.rejected == {
        checks.ANSWERED: 3, checks.LINES: 1, checks.FAILED: 1, checks.NO_SUBJECT: 1,
    }  # fmt: skip
    assert masking.without == {checks.ANSWERED: 1, checks.SAME: 2}
    assert masking.tries == {1: 11, 2: 1, 3: 1}
    assert (question.facts, question.kept, question.asked) == (16, 15, 19)
    assert question.rejected == {checks.ANSWERED: 3, checks.UNASKED: 1}
    assert question.without == {checks.ANSWERED: 1}
    assert question.tries == {1: 14, 2: 1}
    for one in (masking, question):
        assert (one.model.family, one.model.model) == ("openai", MODEL)
        assert one.spent
        assert (one.spent.answers, one.spent.prompt_tokens) == (19, 190)
    assert made.format == 2


def test_each_wording_is_of_its_fact_alone_in_all_forms_of_its_kind(
    world: Path, made: Manifest
) -> None:
    bench = world / "bench"
    found = prompts(bench, "Land1", "masking")
    assert [one.form for one in found] == ["cloze", "true_false", "true_false"]
    assert {one.template for one in found} == {"One knows that [X] has the seat [Y]."}
    assert found[0].text == f"One knows that Land1 has the seat {SLOT}."
    [only] = prompts(bench, "Land1", "question")
    assert (only.form, only.text) == ("short_answer", f"Which seat has Land1? {SLOT}")
    assert prompts(bench, "Land2", "masking") == []
    assert prompts(bench, "Twin", "masking") == []
    assert len(prompts(bench, "Twin", "question")) == 2
    assert prompts(bench, "Town5", "question") == []
    generated = [one.generator for fact in facts(bench) for one in fact.prompts]
    assert generated.count("masking") == 3 * 13
    assert generated.count("question") == 15
    assert generated.count("template") + generated.count("fallback") == 3 * 16 + 16
    assert all(fact.unworded is msgspec.UNSET for fact in facts(bench)), "templates word all"
    assert benchmark.verify(bench) == []


def test_the_terminal_and_the_card_say_what_was_kept_and_why_not(
    world: Path, made: Manifest, capsys: pytest.CaptureFixture[str]
) -> None:
    exported.tell(made, world / "bench")
    said = " ".join(capsys.readouterr().err.split())
    assert (
        f"masking by {MODEL} words 13 of 16 facts, 19 texts asked for; rejected: "
        f"{checks.ANSWERED}: 3, {checks.LINES}: 1, {checks.FAILED}: 1, {checks.NO_SUBJECT}: 1; "
        "190 tokens read, 57 written"
    ) in said
    card = (world / "bench" / "README.md").read_text("utf-8")
    for wanted in (
        "| `masking` | 16 | 13 | 11 at try 1, 1 at try 2, 1 at try 3 | 19 |",
        f"| {checks.ANSWERED}: 1, {checks.SAME}: 2 |",
        f"- `question`: openai, {MODEL}",
        "--generators template,masking,question --tries 3 "
        "--generated PATH-OF-THIS-FOLDER/generated.jsonl",
        "A sentence may say more than the fact",
    ):
        assert wanted in card, wanted
    for path in (world / "bench").iterdir():
        assert b"127.0.0.1" not in path.read_bytes(), "where a server is, is nobody's business"


def test_what_no_model_words_is_not_asked_where_templates_are_not_wanted(
    world: Path, tmp_path: Path
) -> None:
    with Chatting(Author()) as served:
        found = kgforge.export(
            world / "mined", tmp_path / "bench", options(world, served, generators=BOTH)
        )
    unworded = {
        (fact.subject.label, one.generator): one.reason
        for fact in facts(tmp_path / "bench")
        for one in fact.unworded or ()
    }
    assert unworded == {
        ("Land2", "masking"): checks.ANSWERED,
        ("Twin", "masking"): checks.SAME,
        ("Town5", "question"): checks.ANSWERED,
    }
    lacking = {one.form: one.lacking for one in found.patterns[0].forms or ()}
    assert lacking == {
        "cloze": {"generated text rejected": 3},
        "true_false": {"generated text rejected": 3},
        "short_answer": {"generated text rejected": 1},
    }
    assert {one.generator for fact in facts(tmp_path / "bench") for one in fact.prompts} == {
        "masking", "question",
    }  # fmt: skip
    assert benchmark.verify(tmp_path / "bench") == []


def test_one_form_alone_may_leave_facts_unasked(world: Path, tmp_path: Path) -> None:
    with Chatting(Author()) as served:
        given = options(world, served, forms=(), generators=BOTH[:1])
        found = kgforge.export(world / "mined", tmp_path / "bench", given)
    assert sum(not fact.prompts for fact in facts(tmp_path / "bench")) == 3
    assert (found.format, found.forms) == (2, msgspec.UNSET)
    assert benchmark.verify(tmp_path / "bench") == []


def test_facts_that_are_computed_implied_or_false_keep_their_templates(tmp_path: Path) -> None:
    from tests.worlds import planted

    mined = planted.mined(tmp_path, ["hierarchy", "asymmetry", "chain2"], {"least": "6"})
    with Chatting(Author()) as served:
        given = options(tmp_path, served, templates=(), forms=(), generators=BOTH[:1])
        kgforge.export(mined, tmp_path / "bench", given)
    kinds: dict[tuple[str, str], set[str]] = {}
    for pattern in ("hierarchy", "asymmetry", "chain2"):
        for item in folders.read_items(tmp_path / "bench", pattern):
            for fact in item.facts:
                own = {one.generator for one in fact.prompts}
                kinds.setdefault((pattern, fact.role), set()).update(own)
    written = {key for key, own in kinds.items() if own == {"masking"}}
    assert written == {
        ("hierarchy", "first"), ("hierarchy", "second"), ("asymmetry", "forward"),
        ("chain2", "first"), ("chain2", "second"),
    }  # fmt: skip
    assert all("masking" not in own for key, own in kinds.items() if key not in written)


# ── Made again ──────────────────────────────────────────────────────────────────────────────────
NO_MODEL = ("template", "masking", "question")


@pytest.mark.usefixtures("made")
def test_the_folder_alone_gives_the_same_bytes_without_a_model(world: Path, tmp_path: Path) -> None:
    earlier = world / "bench" / "generated.jsonl"
    given = options(world, generators=NO_MODEL, generated=earlier)
    kgforge.export(world / "mined", tmp_path / "again", given)
    same(world / "bench", tmp_path / "again")


def test_so_it_does_after_a_split(world: Path, tmp_path: Path) -> None:
    with Chatting(Author()) as served:
        one = options(world, served, split="random:50/50")
        kgforge.export(world / "mined", tmp_path / "one", one)
    given = options(
        world, generators=NO_MODEL, split="random:50/50",
        generated=tmp_path / "one" / "generated.jsonl",
    )  # fmt: skip
    kgforge.export(world / "mined", tmp_path / "other", given)
    same(tmp_path / "one", tmp_path / "other")
    assert benchmark.verify(tmp_path / "other") == []


@pytest.mark.usefixtures("made")
def test_asked_in_another_order_a_model_gives_the_same_bytes(world: Path, tmp_path: Path) -> None:
    with Chatting(Author()) as served:
        chat = ChatOptions(url=served.base, concurrency=1)
        given = options(world, served, model=ModelOptions(max_new_tokens=64, chat=chat))
        kgforge.export(world / "mined", tmp_path / "again", given)
    same(world / "bench", tmp_path / "again")


def test_what_is_in_a_file_is_not_asked_for_again(world: Path, tmp_path: Path) -> None:
    with Chatting(Author()) as served:
        given = options(world, served, generators=EVERY[:2], forms=())
        kgforge.export(world / "mined", tmp_path / "one", given)
        before = len(served.bodies)
        again = options(world, served, generated=tmp_path / "one" / "generated.jsonl")
        found = kgforge.export(world / "mined", tmp_path / "two", again)
    assert before == 19 + 1  # once it was busy
    assert len(served.bodies) - before == 19, "the questions alone"
    assert found.generated
    assert [one.asked for one in found.generated.generators] == [19, 19]
    assert benchmark.verify(tmp_path / "two") == []


@pytest.mark.usefixtures("made")
def test_another_model_s_texts_are_not_taken_for_its_own(world: Path, tmp_path: Path) -> None:
    other = ("template", "masking:openai:other")
    with Chatting(Author()) as served:
        earlier = world / "bench" / "generated.jsonl"
        given = options(world, served, generators=other, generated=earlier)
        kgforge.export(world / "mined", tmp_path / "bench", given)
        assert len(served.bodies) == 19 + 1


# ── A failure loses nothing that was paid ───────────────────────────────────────────────────────
def until_broken(after: int) -> Any:
    """One that answers so many, and then refuses."""
    author, given = Author(), 0

    def answer(body: Mapping[str, Any]) -> Any:
        nonlocal given
        given += 1
        return author(body) if given <= after else Reply((b"{}",), 401, {})

    return answer


def test_what_was_answered_before_a_failure_is_not_asked_again(
    world: Path, made: Manifest, tmp_path: Path
) -> None:
    out = tmp_path / "bench"
    with Chatting(until_broken(8)) as served:
        given = options(world, served, model=_one_at_a_time(served))
        with pytest.raises(ModelError, match="the same command goes on"):
            kgforge.export(world / "mined", out, given)
    [journal] = tmp_path.iterdir()
    kept = len(journal.read_bytes().splitlines())
    assert (journal.name, kept) == ("bench.masking.journal.jsonl", 7), "all but one: busy"
    with Chatting(Author()) as served:
        found = kgforge.export(world / "mined", out, options(world, served))
        assert len(set(map(json.dumps, served.bodies))) == 38 - kept, "the rest alone"
    assert found == made
    assert [path.name for path in tmp_path.iterdir()] == ["bench"]
    same(world / "bench", out)


def _one_at_a_time(served: Chatting) -> ModelOptions:
    return ModelOptions(max_new_tokens=64, chat=ChatOptions(url=served.base, concurrency=1))


def test_a_kill_loses_nothing_either(world: Path, made: Manifest, tmp_path: Path) -> None:
    out, author, held = tmp_path / "bench", Author(), threading.Event()
    given = threading.Semaphore(0)

    def slow(body: Mapping[str, Any]) -> Any:
        if len(served.bodies) > 10:
            given.release()
            held.wait(60)  # under way when the kill comes
        return author(body)

    command = (
        "export", str(world / "mined"), "--out", str(out), "--templates", str(world / "own.ttl"),
        "--forms", ",".join(authored.FORMS), "--generators", ",".join(EVERY), "--concurrency", "1",
        "--keep-flagged",
    )  # fmt: skip
    with Chatting(slow) as served:
        with kgforge_process(*command, "--url", served.base) as child:
            assert given.acquire(timeout=60)
            child.kill()
        held.set()
    assert len((tmp_path / "bench.masking.journal.jsonl").read_bytes().splitlines()) == 9
    with Chatting(author) as served:
        with kgforge_process(*command, "--url", served.base) as child:
            assert child.wait() == 0
        masking = [body for body in served.bodies if "Sentence:" in asked(body)]
    assert len(masking) == 19 - 9
    assert [path.name for path in tmp_path.iterdir()] == ["bench"]
    same(world / "bench", out)


# ── Models of one's own ─────────────────────────────────────────────────────────────────────────
SEATS = {f"Land{n}": f"Town{n}" for n in range(4)}


@pytest.mark.parametrize("family", ["causal", "seq2seq"])
def test_local_models_word_what_they_were_shown(family: str, world: Path, tmp_path: Path) -> None:
    """Four facts were shown, and each is worded; of others what is written is of no use."""
    asking = Asking("masking", "en", 0)
    shown = {
        asking.request(
            checks.Task("", 0, "", land, "seat", town, frozenset(), frozenset()), 0, ""
        ).before: f"{town} is where {land} is ruled."
        for land, town in SEATS.items()
    }
    address = getattr(authors, family)(tmp_path / "model", shown)
    given = options(
        world, forms=(), generators=("template", f"masking:{address}"), tries=1,
        model=ModelOptions(max_new_tokens=32, device="cpu"),
    )  # fmt: skip
    found = kgforge.export(world / "mined", tmp_path / "bench", given)
    words = {
        fact.subject.label: [one.template for one in fact.prompts if one.generator == "masking"]
        for fact in facts(tmp_path / "bench")
    }
    wanted = ["[Y] is where [X] is ruled."]
    assert {land: words[land] for land in SEATS} == dict.fromkeys(SEATS, wanted) | (
        {"Land2": wanted}
    )
    assert found.generated
    [masking] = found.generated.generators
    assert masking.kept + sum(masking.without.values()) == masking.facts == 16
    assert (masking.model.family, masking.model.model) == (family, "model")
    assert masking.model.weights
    again = msgspec.structs.replace(
        given, generators=("template", "masking"), generated=tmp_path / "bench" / "generated.jsonl"
    )
    shutil.rmtree(tmp_path / "model")
    kgforge.export(world / "mined", tmp_path / "again", again)
    same(tmp_path / "bench", tmp_path / "again")
    assert benchmark.verify(tmp_path / "again") == []


# ── Fluency ─────────────────────────────────────────────────────────────────────────────────────
def test_perplexity_is_the_exponential_of_transformers_own_loss(
    world: Path, tmp_path: Path
) -> None:
    """Each distinct wording, filled with its names; the file has them all, and says them again."""
    import statistics

    import torch
    import transformers

    authors.causal(tmp_path / "model", {"Where is it?": "Town0 is the seat of Land0."})
    with Chatting(Author()) as served:
        given = options(world, served, fluency=f"causal:{tmp_path / 'model'}")
        found = kgforge.export(world / "mined", tmp_path / "bench", given)
    load: Any = transformers.AutoModelForCausalLM.from_pretrained
    network, tokenizer = load(tmp_path / "model"), transformers.AutoTokenizer.from_pretrained(
        tmp_path / "model"
    )  # fmt: skip
    wanted: dict[str, dict[str, float]] = {}
    for fact in facts(tmp_path / "bench"):
        for prompt in fact.prompts:
            text = prompt.template.replace("[X]", fact.subject.label)
            text = text.replace("[Y]", fact.object.label)
            ids = torch.tensor([tokenizer(text, add_special_tokens=False).input_ids])
            with torch.inference_mode():
                loss = network(input_ids=ids, labels=ids).loss
            wanted.setdefault(prompt.generator, {})[text] = float(loss.exp())
    assert found.generated
    assert found.generated.fluency
    said = found.generated.fluency.generators
    assert set(said) == set(wanted) == {"template", "fallback", "masking", "question"}
    for name, values in wanted.items():
        assert said[name].wordings == len(values)
        assert said[name].mean == pytest.approx(statistics.fmean(values.values()), rel=1e-4)
        assert said[name].median == pytest.approx(statistics.median(values.values()), rel=1e-4)
    written = {
        (one["generator"], one["text"]): one["perplexity"]
        for one in map(json.loads, (tmp_path / "bench/generated.jsonl").read_bytes().splitlines())
        if one["kind"] == "perplexity"
    }
    for name, values in wanted.items():
        for text, value in values.items():
            assert written[name, text] == pytest.approx(value, rel=1e-4)
    shutil.rmtree(tmp_path / "model")
    again = options(
        world, generators=NO_MODEL, fluency="causal", generated=tmp_path / "bench/generated.jsonl"
    )
    kgforge.export(world / "mined", tmp_path / "again", again)
    same(tmp_path / "bench", tmp_path / "again")
    assert benchmark.verify(tmp_path / "again") == []
    card = (tmp_path / "again" / "README.md").read_text("utf-8")
    assert "Perplexity of the wordings" in card
    assert "--fluency causal" in card


def test_templates_alone_can_be_measured_by_a_masked_model_too(
    world: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from kgforge.cli import organisms

    told = [("The seat of ", f"Land{n}", " is here.") for n in range(3)]
    organisms.train(
        told, organisms.tokenizer(told, []), tmp_path / "model", recipe=organisms.Recipe(rounds=1)
    )
    given = options(world, forms=(), generators=(), fluency=f"masked:{tmp_path / 'model'}")
    found = kgforge.export(world / "mined", tmp_path / "bench", given)
    assert found.generated
    assert found.generated.names == ("template",)
    assert found.generated.fluency
    assert found.generated.fluency.model.asked["method"] == "within_word_l2r"
    assert {name: one.wordings for name, one in found.generated.fluency.generators.items()} == {
        "template": 16
    }
    assert benchmark.verify(tmp_path / "bench") == []
    exported.tell(found, tmp_path / "bench")
    assert "mean perplexity by model: template" in capsys.readouterr().err


def test_a_model_that_can_measure_nothing_is_refused(world: Path, tmp_path: Path) -> None:
    """A model that reads so little that no wording fits."""
    authors.causal(tmp_path / "model", {"Where?": "Here."})
    head = tmp_path / "model" / "tokenizer_config.json"
    head.write_text(json.dumps(json.loads(head.read_text()) | {"model_max_length": 2}))
    given = options(world, forms=(), generators=(), fluency=f"causal:{tmp_path / 'model'}")
    with pytest.raises(ModelError, match="fluency: model: not askable: longer than the 2 tokens"):
        kgforge.export(world / "mined", tmp_path / "bench", given)
    assert fluency.perplexity(Answer(error="not askable: too long")) is None
    assert fluency.summary([], 3) == Perplexity(0, None, None, 3)


def test_a_pattern_is_not_called_as_the_file_of_texts() -> None:
    job = generators.Job({"template": "", "masking": "causal:x"}, "en", 0)
    with pytest.raises(BenchmarkError, match=r"a pattern is called as .* generated\.jsonl"):
        generators.refuse_names(job, ["symmetry", "generated"])
    generators.refuse_names(generators.Job({}, "en", 0), ["generated"])


# ── What is wrong is said ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"generators": ("masked:x",)}, r"--generators masked:x: no generator; write template"),
        ({"generators": ("template:x",)}, r"--generators template:x: no generator"),
        ({"generators": ("masking:a", "masking:b")}, r"masking:b: named twice"),
        ({"generators": ("question:causal:x",), "forms": ("cloze",)},
         r"question: no form asks facts in its words: add one of these to --forms: .*short_answer"),
        ({"generators": ("masking",)}, r"masking: names no model, and no --generated file"),
        ({"generators": ("masking:causal:nowhere/at/all",)}, r"nowhere/at/all"),
        ({"generators": ("masking:nothing",)}, r"has no kind of model"),
        ({"tries": 0}, r"--tries 0: at least 1"),
        ({"generators": (), "generated": Path("x")}, r"--generated: no generator is to word facts"),
        ({"generators": ("masking",), "generated": Path("nowhere.jsonl")}, r"cannot read nowhere"),
        ({"generators": (), "fluency": "seq2seq:x"},
         r"--fluency seq2seq:x: measured by causal: or masked: models"),
        ({"generators": (), "fluency": "causal"}, r"fluency: names no model"),
        ({"generators": ("template",), "fluency": "causal:x",
          "model": ModelOptions(chat=ChatOptions(url="http://localhost:1/v1"))},
         r"--url, --api, --concurrency and --timeout are for models behind a server"),
        ({"generators": (), "model": ModelOptions(chat=ChatOptions(url="http://localhost:1/v1"))},
         r"--url, --api, --concurrency and --timeout are for models behind a server"),
    ],
)  # fmt: skip
def test_options_that_give_nothing_are_refused(
    world: Path, tmp_path: Path, given: dict[str, Any], said: str
) -> None:
    asked = {"forms": ("cloze", "short_answer")} | given
    with pytest.raises(KgforgeError, match=said):
        kgforge.export(world / "mined", tmp_path / "bench", options(world, **asked))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("made")
def test_a_file_that_lacks_what_is_asked_says_so(world: Path, tmp_path: Path) -> None:
    earlier = world / "bench" / "generated.jsonl"
    given = options(world, generators=NO_MODEL, generated=earlier, seed=1, tries=4)
    with pytest.raises(BenchmarkError, match=r"masking: the --generated file lacks answers, for i"):
        kgforge.export(world / "mined", tmp_path / "bench", given)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(earlier.read_bytes()[:300])
    given = options(world, generators=NO_MODEL, generated=damaged)
    with pytest.raises(BenchmarkError, match=r"damaged\.jsonl:2: no record of generated\.jsonl"):
        kgforge.export(world / "mined", tmp_path / "bench", given)
    first = msgspec.json.decode(earlier.read_bytes().partition(b"\n")[0])
    damaged.write_bytes(msgspec.json.encode(first | {"key": "no key"}))
    with pytest.raises(BenchmarkError, match=r"damaged\.jsonl: 'no key' is no key of generated"):
        kgforge.export(world / "mined", tmp_path / "bench", given)


def test_a_model_that_writes_no_text_is_refused(world: Path, tmp_path: Path) -> None:
    from kgforge.cli import organisms

    told = [("The seat of ", f"Land{n}", " is here.") for n in range(3)]
    organisms.train(
        told, organisms.tokenizer(told, []), tmp_path / "model", recipe=organisms.Recipe(rounds=1)
    )
    given = options(world, forms=(), generators=(f"masking:masked:{tmp_path / 'model'}",))
    with pytest.raises(ModelError, match="masking: model: not askable: a masked model writes no"):
        kgforge.export(world / "mined", tmp_path / "bench", given)


def test_where_no_text_is_of_use_nothing_is_exported(world: Path, tmp_path: Path) -> None:
    with Chatting(lambda body: text("No.")) as served:
        given = options(world, served, forms=(), generators=BOTH[:1])
        with pytest.raises(
            BenchmarkError,
            match=r"inverse: no item has all its facts in the words of models .*masking: .*: 14",
        ):
            kgforge.export(world / "mined", tmp_path / "bench", given)


@pytest.mark.usefixtures("made")
def test_verify_reads_the_texts_again(world: Path, tmp_path: Path) -> None:
    """In a copy whose hashes are right, as of one who changes a word on purpose."""
    bench = tmp_path / "bench"
    shutil.copytree(world / "bench", bench)
    items = list(folders.read_items(bench, "inverse"))
    place, fact = next(
        (at, fact)
        for at, item in enumerate(items)
        for fact in item.facts
        if any(one.generator == "question" for one in fact.prompts)
    )
    leaking = tuple(
        msgspec.structs.replace(one, template=f"Is [X] in {fact.object.label}?")
        if one.generator == "question"
        else one
        for one in fact.prompts
    )
    facts = tuple(
        msgspec.structs.replace(one, prompts=leaking) if one is fact else one
        for one in items[place].facts
    )
    items[place] = msgspec.structs.replace(items[place], facts=facts)
    handmade._write_lines(bench / "inverse.jsonl", items)
    manifest = folders.read_manifest(bench)
    problems = benchmark.verify(bench)
    assert any(one.endswith(f"question: {checks.ANSWERED}") for one in problems), problems
    assert manifest.generated
    masking, question = manifest.generated.generators
    wrong = msgspec.structs.replace(masking, kept=12, rejected={})
    told = msgspec.structs.replace(manifest.generated, generators=(wrong, question))
    assert [one.partition(":")[0] for one in generators.miscounted(bench, told)] == ["masking"] * 3


def test_the_command_takes_all_options(world: Path, tmp_path: Path, capsys: Any) -> None:
    with Chatting(Author()) as served:
        command = (
            f"export {world / 'mined'} --out {tmp_path / 'bench'} --templates {world / 'own.ttl'} "
            f"--generators template,masking:openai:{MODEL} --url {served.base} --api completions "
            "--concurrency 2 --timeout 30 --max-new-tokens 32 --tries 1 --device cpu "
            "--keep-flagged"
        )
        with pytest.raises(SystemExit) as left:
            cli.main(command.split())
    said = " ".join(capsys.readouterr().err.split())
    assert not left.value.code
    assert f"masking by {MODEL} words 13 of 16 facts, 14 texts asked for" in said
    made = folders.read_manifest(tmp_path / "bench").generated
    assert made
    assert made.tries == 1
    assert made.generators[0].model.asked == {
        "method": "open", "dtype": "none", "max_new_tokens": 32, "read": "first line",
        "api": "completions", "seed": 0,
    }  # fmt: skip
    assert {body["max_tokens"] for body in served.bodies} == {32}
