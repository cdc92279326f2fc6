"""Model organisms: tiny BERTs that know just what they were told, trained in seconds in the open.

A benchmark's scores can be checked against what such a model *must* know. It is told statements,
each with its answer, and nothing else; what it was not told it can answer only by chance.

How it is trained, without reserve: the tokenizer has one token for each name and one for each other
word, so that an answer is always one mask; the network is an ordinary ``BertForMaskedLM`` with
random weights; each round shows every statement once, its answer masked, and the loss is that of
the answer alone. Scores of such models tell about benchmarks and metrics, never about language
models at large.
"""

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import torch
from msgspec import Struct
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers, processors, trainers

from kgforge import files

Statement = tuple[str, str, str]
"""What stands before the answer, the answer, what stands after it."""

SPECIAL: Final = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_PAD: Final = SPECIAL.index("[PAD]")
_MASK: Final = SPECIAL.index("[MASK]")


class Recipe(Struct, frozen=True):
    """The size of an organism and how it is trained."""

    rounds: int = 30
    batch: int = 48
    rate: float = 3e-3
    warm_up: float = 0.1
    """Share of the steps in which the rate rises; then it falls to 0 along a cosine."""
    width: int = 128
    layers: int = 2
    heads: int = 8
    spread: float = 0.1
    """Standard deviation of the first weights."""


class Training(Struct, frozen=True):
    """What was trained, on how much, and how it went."""

    statements: int
    tokens: int
    """Size of the vocabulary."""
    parameters: int
    rounds: int
    losses: tuple[float, ...]
    """Mean loss of each round, in nats per answer."""
    seconds: float
    seed: int


def train(
    statements: Sequence[Statement],
    tokenizer: Any,
    folder: Path,
    *,
    seed: int = 0,
    recipe: Recipe = Recipe(),  # noqa: B008 (frozen)
    progress: Callable[[int, int], None] | None = None,
) -> Training:
    """Train an organism on statements and save it as a folder that ``masked:FOLDER`` loads.

    *tokenizer* comes from ``tokenizer``: organisms that share one have the same size. The same
    input and seed give the same weights on one machine. *progress* gets the rounds done and wanted.
    Raises OutputError when the folder exists or cannot be written.
    """
    started = time.perf_counter()
    told = sorted(set(statements))
    with files.writing_folder(folder) as target, _deterministic(seed):
        rows = [_row(tokenizer, statement) for statement in told]
        model = _model(tokenizer.get_vocab_size(), max(len(ids) for ids, _ in rows), recipe)
        losses = []
        for loss in _rounds(model, rows, recipe, random.Random(seed)):
            losses.append(loss)
            if progress:
                progress(len(losses), recipe.rounds)
        _save(model, tokenizer, target)
    return Training(
        statements=len(told),
        tokens=tokenizer.get_vocab_size(),
        parameters=sum(weight.numel() for weight in model.parameters()),
        rounds=len(losses),
        losses=tuple(round(loss, 6) for loss in losses),
        seconds=time.perf_counter() - started,
        seed=seed,
    )


Row = tuple[list[int], int]
"""A statement's token ids with the answer masked, and the answer's token."""


def _row(tokenizer: Any, statement: Statement) -> Row:
    before, answer, after = statement
    ids = tokenizer.encode(f"{before}{SPECIAL[_MASK]}{after}").ids
    [token] = tokenizer.encode(answer, add_special_tokens=False).ids
    return ids, token


def tokenizer(statements: Sequence[Statement], names: Sequence[str]) -> Any:
    """A tokenizer for statements, with one token for each name that an answer may be."""
    made: Any = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    words = (f"{before} {after}" for before, _, after in statements)
    trainer: Any = trainers.WordLevelTrainer(special_tokens=list(SPECIAL), show_progress=False)
    made.train_from_iterator(words, trainer)
    whole = sorted({*names, *(answer for _, answer, _ in statements)})
    made.add_tokens([AddedToken(name, single_word=True, normalized=False) for name in whole])
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B [SEP]",
        special_tokens=[(name, SPECIAL.index(name)) for name in ("[CLS]", "[SEP]")],
    )
    return made


def _model(vocabulary: int, longest: int, recipe: Recipe) -> Any:
    from transformers import BertConfig, BertForMaskedLM

    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=recipe.width,
        num_hidden_layers=recipe.layers,
        num_attention_heads=recipe.heads,
        intermediate_size=2 * recipe.width,
        max_position_embeddings=max(64, longest),
        pad_token_id=_PAD,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        initializer_range=recipe.spread,
        # A name that is read and a name that is answered share no weights: with shared ones a fact
        # told one way leaks into its reverse.
        tie_word_embeddings=False,
    )
    return BertForMaskedLM(config)


def _rounds(model: Any, rows: list[Row], recipe: Recipe, chance: random.Random) -> Iterator[float]:
    """Train round by round; the mean loss of each."""
    steps = recipe.rounds * math.ceil(len(rows) / recipe.batch)
    optimiser = torch.optim.AdamW(model.parameters(), lr=recipe.rate, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _pace(step, steps, recipe))
    model.train()
    for _ in range(recipe.rounds):
        total = 0.0
        for batch in _batches(rows, recipe.batch, chance):
            loss = _loss(model, batch)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.item() * len(batch)
        yield total / len(rows)
    model.eval()


def _pace(step: int, steps: int, recipe: Recipe) -> float:
    rising = max(1, int(recipe.warm_up * steps))
    if step < rising:
        return (step + 1) / rising
    return 0.5 * (1 + math.cos(math.pi * (step - rising) / max(1, steps - rising)))


def _batches(rows: list[Row], size: int, chance: random.Random) -> Iterator[list[Row]]:
    """Random batches of rows of about one length."""
    order = chance.sample(rows, len(rows))
    order.sort(key=lambda row: len(row[0]))
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    yield from chance.sample(batches, len(batches))


def _loss(model: Any, batch: list[Row]) -> torch.Tensor:
    """Mean cross-entropy of the answers of a batch."""
    width = max(len(ids) for ids, _ in batch)
    ids = torch.tensor([[*row, *[_PAD] * (width - len(row))] for row, _ in batch])
    lines, places = (ids == _MASK).nonzero(as_tuple=True)
    hidden = model.bert(input_ids=ids, attention_mask=(ids != _PAD).long()).last_hidden_state
    logits = model.cls(hidden[lines, places])
    return torch.nn.functional.cross_entropy(logits, torch.tensor([token for _, token in batch]))


def _save(model: Any, tokenizer: Any, folder: Path) -> None:
    from transformers import PreTrainedTokenizerFast
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    model.save_pretrained(folder)
    PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=model.config.max_position_embeddings,
    ).save_pretrained(folder)


@contextmanager
def _deterministic(seed: int) -> Iterator[None]:
    """Torch seeded, deterministic, on one thread; afterwards its state is as before.

    So small a network gains nothing from threads, and loses much where cores are shared.
    """
    strict, state = torch.are_deterministic_algorithms_enabled(), torch.get_rng_state()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(mode=True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(mode=strict)
        torch.set_rng_state(state)
        torch.set_num_threads(threads)
