"""Candidate ranking against minicons and lm-pub-quiz: same statements, same models, one run.

``python -m benchmarks.probe --peers PYTHON`` (see README.md). Every contestant runs in a process of
its own, with as many threads as the others; loading is not timed.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import torch
import transformers
from cyclopts import App
from msgspec import Struct
from tokenizers import Tokenizer, decoders, normalizers, pre_tokenizers, processors, trainers
from tokenizers import models as token_models

import kgforge
from benchmarks import readme
from kgforge import probing, resources
from kgforge.benchmark import ExportOptions
from kgforge.cli import console
from kgforge.graph import LoadOptions
from kgforge.schema import Job, ReadOptions, Request

SPECIAL: Final = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
END: Final = "<|endoftext|>"
PIECES: Final = 1000
"""Tokens that are in use: so few that many names take several, as with a real model."""
BYTES: Final = 400
"""The same of the causal model, 256 of them bytes: so few that the space before many an answer is
a token of its own, as it is before rare letters with a real model."""
ALLOWED: Final = 1e-3
"""How far a statement's sum may lie from a peer's (spec: the matching mode)."""
CONTESTANTS: Final = ("kgforge", "minicons", "lm-pub-quiz")


class Mode(Struct, frozen=True):
    """One way to score, as each contestant calls it; None where it lacks it."""

    name: str
    family: str
    kgforge: str
    minicons: dict[str, Any] | None
    lm_pub_quiz: dict[str, Any] | None
    cut: bool = False
    """Whether what follows the answer is left out: lm-pub-quiz would score it with the answer."""


MODES: Final = (
    Mode("masked: original", "masked", "original",
         {"PLL_metric": "original"}, {"pll_metric": "original"}),
    Mode("masked: within_word_l2r", "masked", "within_word_l2r",
         {"PLL_metric": "within_word_l2r"}, {"pll_metric": "within_word_l2r"}),
    Mode("masked: answer_l2r", "masked", "answer_l2r",
         None, {"pll_metric": "answer_l2r+word_l2r"}),
    Mode("causal: statement", "causal", "ranking", {"bos_token": True}, {}),
    Mode("causal: answer given the rest", "causal", "conditional",
         {"bos_token": True}, {"conditional_score": True}, cut=True),
)  # fmt: skip


class Size(Struct, frozen=True):
    """Of the models."""

    layers: int
    width: int
    vocabulary: int


class Found(Struct, frozen=True):
    """What came out, by contestant."""

    versions: dict[str, dict[str, str]]
    results: dict[str, dict[str, Any]]
    """By mode; a mode that a contestant lacks is absent."""


app = App(help="Compare kgforge's candidate ranking with minicons and lm-pub-quiz.")


@app.default
def main(
    *,
    peers: Path,
    prompts: int = 48,
    candidates: int = 80,
    layers: int = 6,
    width: int = 384,
    vocabulary: int = 30_522,
    threads: int = 2,
    rounds: int = 1,
    seed: int = 0,
    write: bool = False,
) -> None:
    """Run the comparison and print its table.

    Parameters
    ----------
    peers
        The python of an environment that has minicons and lm-pub-quiz.
    prompts
        How many prompts are asked.
    candidates
        How many candidates each has at most, and at least half of it.
    layers
        Layers of both models.
    width
        Width of both models; a head is 64 wide.
    vocabulary
        Rows of the embedding matrices, used or not, as a real model has them.
    threads
        Threads of torch for every contestant.
    rounds
        How often all is scored; the best time counts.
    seed
        Of the models' weights and the choice of prompts.
    write
        Write the table into README.md beside this file.
    """
    size = Size(layers, width, vocabulary)
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        folder = Path(name)
        asked = _prompts(folder, prompts, candidates, seed)
        texts = [one["before"] + text + one["after"] for one in asked for text in one["candidates"]]
        job: dict[str, Any] = {
            "threads": threads,
            "models": {"masked": _bert(folder, texts, size, seed),
                       "causal": _gpt2(folder, texts, size, seed)},
            "modes": [_plain(mode) for mode in MODES],
            "prompts": asked,
        }  # fmt: skip
        apart = _apart(job["models"]["causal"], asked)
        path = folder / "job.json"
        path.write_text(json.dumps(job), encoding="utf-8")
        pythons = {one: sys.executable if one == "kgforge" else str(peers) for one in CONTESTANTS}
        found = _compete(pythons, path, threads, rounds)
    rows = list(_rows(found.results))
    columns = ("mode", "contestant", "largest difference", "statements/s", "per processor second",
               "kgforge is faster", "batch")  # fmt: skip
    console.table("candidate ranking", columns, rows)
    notes = _notes(found, job, size, rounds, apart)
    console.say(notes)
    if write:
        readme.write("probe", f"{readme.table(columns, rows)}\n\n{notes}")
    _judge(found.results)


# ── What is asked ───────────────────────────────────────────────────────────────────────────────
def _prompts(folder: Path, count: int, candidates: int, seed: int) -> list[dict[str, Any]]:
    """Prompts with many candidates from the shipped graph, its whole line walked."""
    examples = resources.folder("examples")
    labels = tuple(str(examples / name) for name in ("entities.tsv", "properties.tsv"))
    store, mined, bench = f"oxigraph:{folder / 'graph'}", folder / "mined", folder / "benchmark"
    kgforge.load(
        [f"tsv:{examples / 'wikidata.tsv'}"], store, LoadOptions(ReadOptions(labels=labels))
    )
    kgforge.mine(["all"], store, mined)
    made = kgforge.export(mined, bench, ExportOptions(candidates=candidates, seed=seed))
    job = Job(tuple(one.name for one in made.patterns), None, None, seed)
    fit = {
        (one.before, one.after): one
        for one in probing.requests(bench, job)
        if len(set(one.candidates)) >= candidates / 2 and one.before.endswith(" ")
    }
    if len(fit) < count:
        raise SystemExit(f"{count} prompts wanted, {len(fit)} have {candidates // 2} candidates")
    return [_prompt(one) for one in random.Random(seed).sample(list(fit.values()), count)]


def _prompt(request: Request) -> dict[str, Any]:
    """One without candidates of the same name, which would be one statement twice."""
    return {
        "before": request.before,
        "after": request.after,
        "candidates": list(dict.fromkeys(request.candidates)),
    }


def _plain(mode: Mode) -> dict[str, Any]:
    names = ("name", "family", "kgforge", "minicons", "cut")
    return {name: getattr(mode, name) for name in names} | {"lm-pub-quiz": mode.lm_pub_quiz}


# ── The models: random weights, for neither figures nor speed depend on training ───────────────
def _bert(folder: Path, texts: list[str], size: Size, seed: int) -> str:
    tokenizer: Any = Tokenizer(token_models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    options: Any = {"special_tokens": list(SPECIAL), "show_progress": False}
    tokenizer.train_from_iterator(texts, trainers.WordPieceTrainer(vocab_size=PIECES, **options))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        special_tokens=[(name, SPECIAL.index(name)) for name in ("[CLS]", "[SEP]")],
    )
    torch.manual_seed(seed)
    config = transformers.BertConfig(
        vocab_size=max(size.vocabulary, tokenizer.get_vocab_size()),
        hidden_size=size.width,
        num_hidden_layers=size.layers,
        num_attention_heads=size.width // 64,
        intermediate_size=4 * size.width,
        max_position_embeddings=128,
        initializer_range=SPREAD,
    )
    names = {f"{name[1:-1].lower()}_token": name for name in SPECIAL}
    return _save(folder / "bert", transformers.BertForMaskedLM(config), tokenizer, names)


def _gpt2(folder: Path, texts: list[str], size: Size, seed: int) -> str:
    tokenizer: Any = Tokenizer(token_models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    options: Any = {"special_tokens": [END], "show_progress": False, "initial_alphabet": alphabet}
    tokenizer.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=BYTES, **options))
    torch.manual_seed(seed)
    config = transformers.GPT2Config(
        vocab_size=max(size.vocabulary, tokenizer.get_vocab_size()),
        n_embd=size.width,
        n_layer=size.layers,
        n_head=size.width // 64,
        n_positions=128,
        initializer_range=SPREAD,
        bos_token_id=0,
        eos_token_id=0,
    )
    names = {"bos_token": END, "eos_token": END}
    return _save(folder / "gpt2", transformers.GPT2LMHeadModel(config), tokenizer, names)


SPREAD: Final = 0.1
"""Standard deviation of the weights: far from uniform, so that a wrong token or mask shows."""


def _apart(folder: str, asked: list[dict[str, Any]]) -> int:
    """In how many statements the space before the answer is a token of its own."""
    tokenizer: Any = transformers.AutoTokenizer.from_pretrained(folder)
    return sum(
        tokenizer.tokenize(one["before"] + text)[len(tokenizer.tokenize(one["before"].rstrip()))]
        == "Ġ"
        for one in asked
        for text in one["candidates"]
    )


def _save(folder: Path, model: Any, tokenizer: Any, names: dict[str, str]) -> str:
    model.save_pretrained(folder)
    wrap: Any = transformers.PreTrainedTokenizerFast
    wrap(tokenizer_object=tokenizer, model_max_length=128, **names).save_pretrained(folder)
    return str(folder)


# ── Running ─────────────────────────────────────────────────────────────────────────────────────
@contextmanager
def _started(name: str, python: str, job: Path, threads: int) -> Iterator[subprocess.Popen[str]]:
    """One contestant's process, waiting for the numbers of modes."""
    command = [python, str(Path(__file__).with_name("contestants.py")), name, str(job)]
    settings = {"OMP_NUM_THREADS": str(threads), "HF_HUB_OFFLINE": "1"}
    with (
        job.with_name(f"{name}.log").open("w+", encoding="utf-8") as log,
        subprocess.Popen(
            command,
            env={**os.environ, **settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        try:
            yield process
        except json.JSONDecodeError as error:
            log.seek(0)
            raise SystemExit(f"{name} failed:\n{log.read()[-3000:]}") from error


def _ask(process: subprocess.Popen[str], mode: int) -> Any:
    """A contestant's result in a mode, a map; None where it lacks the mode."""
    assert process.stdin
    process.stdin.write(f"{mode}\n")
    process.stdin.flush()
    return _answer(process)


def _answer(process: subprocess.Popen[str]) -> Any:
    assert process.stdout
    return json.loads(process.stdout.readline())


def _compete(pythons: dict[str, str], job: Path, threads: int, rounds: int) -> Found:
    """All contestants in all modes; they take turns, so that a busy machine slows all of them."""
    with ExitStack() as stack:
        running = {
            name: stack.enter_context(_started(name, python, job, threads))
            for name, python in pythons.items()
        }
        versions = {name: _answer(process) for name, process in running.items()}
        results: dict[str, dict[str, Any]] = {name: {} for name in running}
        for number, mode in enumerate(MODES):
            for turn in range(rounds):
                for name, process in running.items():
                    console.say(f"{mode.name}, {name}, round {turn + 1} …")
                    found, best = _ask(process, number), results[name].get(mode.name)
                    if found and (best is None or found["seconds"] < best["seconds"]):
                        results[name][mode.name] = found
    return Found(versions, results)


# ── Telling ─────────────────────────────────────────────────────────────────────────────────────
def _rows(results: dict[str, dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    for mode in MODES:
        own = results["kgforge"][mode.name]
        for name in CONTESTANTS:
            found = results[name].get(mode.name)
            if found is None:
                yield (mode.name, name, "no such mode", "–", "–", "–", "–")
                continue
            yield (
                mode.name,
                name,
                "–" if name == "kgforge" else f"{_distance(own, found):.1e}",
                f"{len(found['values']) / found['seconds']:,.0f}",
                f"{len(found['values']) / found['processor']:,.0f}",
                "–" if name == "kgforge" else f"{found['processor'] / own['processor']:.1f} ×",
                str(found["batch"] or "default"),
            )


def _distance(one: dict[str, Any], other: dict[str, Any]) -> float:
    pairs: Iterator[tuple[float, float]] = zip(one["values"], other["values"], strict=True)
    return max(abs(mine - theirs) for mine, theirs in pairs)


def _notes(found: Found, job: dict[str, Any], size: Size, rounds: int, apart: int) -> str:
    own = found.results["kgforge"]
    statements = len(own[MODES[0].name]["values"])
    masked = [own[mode.name] for mode in MODES if mode.family == "masked"]
    spread = max(_distance(one, other) for one, other in pairwise(masked))
    packages: dict[str, set[str]] = defaultdict(set)
    for versions in found.versions.values():
        for package, version in versions.items():
            packages[package].add(version)
    told = (f"{name} {' / '.join(sorted(versions))}" for name, versions in sorted(packages.items()))
    return (
        f"{statements:,} statements ({len(job['prompts'])} prompts of the shipped graph); BERT and "
        f"GPT-2 of {size.layers} layers, {size.width} wide, {size.vocabulary:,} rows of "
        f"vocabulary, random weights, float32; {job['threads']} thread(s) of torch, best of "
        f"{rounds}. Differences are of sums per statement (the masked modes' own sums lie up to "
        f"{spread:.2g} apart). To the GPT-2 the space before the answer is a token of its own in "
        f"{apart:,} of the statements. A peer's batch size is the fastest of those tried on the "
        "first prompt; kgforge runs with its defaults. How much faster is by processor seconds, "
        "which other work on the machine changes least.\n\n"
        f"Run on {readme.machine()}; {', '.join(told)}."
    )


def _judge(results: dict[str, dict[str, Any]]) -> None:
    """Exit with 1 when a figure differs."""
    for name in CONTESTANTS[1:]:
        for mode, found in results[name].items():
            if not _distance(results["kgforge"][mode], found) <= ALLOWED:
                raise SystemExit(f"{mode}: kgforge and {name} differ by more than {ALLOWED}")


if __name__ == "__main__":
    app()
