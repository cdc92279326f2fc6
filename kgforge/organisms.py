"""Model organisms: tiny BERTs that know just what they were told, trained in seconds in the open.

A benchmark's scores can be checked against what such a model *must* know. It is told statements,
each with its answer, and nothing else; what it was not told it cannot answer but by chance.

How it is trained, without reserve: the tokenizer (WordPiece, lower-cased) is made from the told
statements; the network is an ordinary ``BertForMaskedLM`` of one layer with random weights. Each
round shows every statement once, with the answer's tokens masked from a random one on, and the loss
is that of the masked answer tokens alone: all of them, or where a question has several answers the
first, as these cannot be told apart at once. A fifth of the rows shows a number of masks that no
answer told to that question has, and asks for ``[UNK]`` there: how the open method asks (one mask,
two masks, …) is part of what is taught, for else a first name would do for a whole one.
Scores of these models tell about benchmarks and metrics, never about language models at large.
"""

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import torch
import transformers
from msgspec import Struct
from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from kgforge import checkpoints, files
from kgforge.errors import ModelError
from kgforge.models import masked
from kgforge.transformer import answer_tokens

Statement = tuple[str, str, str]
"""What stands before the answer, the answer, what stands after it."""

SPECIAL: Final = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
MASKS: Final = masked.LONGEST
"""How many masks the open method tries at most."""


class Recipe(Struct, frozen=True):
    """The size of an organism and how it is trained."""

    rounds: int = 40
    batch: int = 48
    rate: float = 3e-3
    warm_up: float = 0.1
    """Share of the steps in which the rate rises; then it falls to 0 along a cosine."""
    wrong: float = 0.2
    """Share of rows with a wrong number of masks."""
    vocabulary: int = 8192
    width: int = 128
    layers: int = 1
    heads: int = 8
    spread: float = 0.1
    """Standard deviation of the first weights: five times BERT's, as the network is narrow."""


class TrainingReport(Struct, frozen=True):
    """What was trained, on how much, and how it went."""

    statements: int
    tokens: int
    """Size of the vocabulary."""
    parameters: int
    rounds: int
    losses: tuple[float, ...]
    """Mean loss of each round, in nats per masked answer token."""
    unanswerable: int
    """Statements whose answer has more tokens than the open method tries."""
    seconds: float
    seed: int


class Told(Struct, frozen=True):
    """One statement as token ids."""

    ids: tuple[int, ...]
    answer: tuple[int, ...]
    """Places of the answer's tokens."""
    lengths: frozenset[int]
    """Token counts of all answers told to the same question."""
    single: bool
    """Whether it is the only answer told to its question."""


def train(
    statements: Sequence[Statement],
    folder: Path,
    *,
    seed: int = 0,
    recipe: Recipe | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TrainingReport:
    """Train an organism on statements and save it as a folder that ``masked:FOLDER`` loads.

    The same statements, seed and recipe give the same weights on one machine. *progress* gets the
    rounds done and wanted. Raises ModelError when there is nothing to learn, or an answer without
    tokens; OutputError when the folder exists or cannot be written.
    """
    started = time.perf_counter()
    recipe = recipe or Recipe()
    told = sorted(set(statements))
    if not told:
        raise ModelError("no statements to train on")
    with files.writing_folder(folder) as target, _deterministic(seed):
        tokenizer = _tokenizer(told, recipe)
        rows = _rows(told, tokenizer)
        model = _model(tokenizer.get_vocab_size(), max(len(row.ids) for row in rows), recipe)
        losses = []
        for loss in _rounds(model, rows, recipe, random.Random(seed)):
            losses.append(loss)
            if progress:
                progress(len(losses), recipe.rounds)
        _save(model, tokenizer, target)
    return TrainingReport(
        statements=len(told),
        tokens=tokenizer.get_vocab_size(),
        parameters=sum(weight.numel() for weight in model.parameters()),
        rounds=len(losses),
        losses=tuple(round(loss, 6) for loss in losses),
        unanswerable=sum(len(row.answer) > MASKS for row in rows),
        seconds=time.perf_counter() - started,
        seed=seed,
    )


def _rounds(model: Any, rows: list[Told], recipe: Recipe, chance: random.Random) -> Iterator[float]:
    steps = recipe.rounds * math.ceil(len(rows) / recipe.batch)
    optimiser = torch.optim.AdamW(model.parameters(), lr=recipe.rate, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _pace(step, steps, recipe))
    model.train()
    for _ in range(recipe.rounds):
        total, count = 0.0, 0
        shown = [_masked(row, recipe, chance) for row in rows]
        for batch in _batches(shown, recipe.batch, chance):
            loss, wanted = _loss(model, batch)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total, count = total + loss.item() * wanted, count + wanted
        yield total / count
    model.eval()


def _pace(step: int, steps: int, recipe: Recipe) -> float:
    rising = max(1, int(recipe.warm_up * steps))
    if step < rising:
        return (step + 1) / rising
    return 0.5 * (1 + math.cos(math.pi * (step - rising) / max(1, steps - rising)))


Shown = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Token ids with masks, and (place, token) of what is asked."""


def _masked(row: Told, recipe: Recipe, chance: random.Random) -> Shown:
    """A statement as it is shown in one round."""
    absent = [count for count in range(1, MASKS + 1) if count not in row.lengths]
    first, last = row.answer[0], row.answer[-1]
    if absent and chance.random() < recipe.wrong:
        count = chance.choice(absent)
        ids = (*row.ids[:first], *[_MASK] * count, *row.ids[last + 1 :])
        return ids, ((first, _UNK),)
    start = chance.randrange(len(row.answer))
    hidden = row.answer[start:]
    ids = (*row.ids[: hidden[0]], *[_MASK] * len(hidden), *row.ids[last + 1 :])
    return ids, tuple((place, row.ids[place]) for place in (hidden if row.single else hidden[:1]))


_PAD, _UNK, _MASK = SPECIAL.index("[PAD]"), SPECIAL.index("[UNK]"), SPECIAL.index("[MASK]")


def _batches(shown: list[Shown], size: int, chance: random.Random) -> Iterator[list[Shown]]:
    """Random batches of rows of about one length."""
    order = list(range(len(shown)))
    chance.shuffle(order)
    order.sort(key=lambda index: len(shown[index][0]))
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    chance.shuffle(batches)
    yield from ([shown[index] for index in batch] for batch in batches)


def _loss(model: Any, batch: list[Shown]) -> tuple[torch.Tensor, int]:
    """Mean cross-entropy of the asked tokens, and how many there were."""
    width = max(len(ids) for ids, _ in batch)
    ids = torch.tensor([[*row, *[_PAD] * (width - len(row))] for row, _ in batch])
    asked = [
        (line, place, token) for line, (_, wanted) in enumerate(batch) for place, token in wanted
    ]
    lines, places, tokens = (torch.tensor(column) for column in zip(*asked, strict=True))
    hidden = model.bert(input_ids=ids, attention_mask=(ids != _PAD).long()).last_hidden_state
    logits = model.cls(hidden[lines, places])
    return torch.nn.functional.cross_entropy(logits, tokens), len(asked)


def _rows(told: Sequence[Statement], tokenizer: Any) -> list[Told]:
    encodings = tokenizer.encode_batch(["".join(statement) for statement in told])
    answers = [
        answer_tokens(encoding.offsets, len(before), len(before) + len(answer))
        for encoding, (before, answer, _) in zip(encodings, told, strict=True)
    ]
    if not all(answers):
        raise ModelError(f"no answer in {''.join(told[answers.index([])])!r}")
    lengths: dict[tuple[str, str], list[int]] = {}
    for (before, _, after), places in zip(told, answers, strict=True):
        lengths.setdefault((before, after), []).append(len(places))
    return [
        Told(
            tuple(encoding.ids),
            tuple(places),
            frozenset(lengths[before, after]),
            len(lengths[before, after]) == 1,
        )
        for encoding, places, (before, _, after) in zip(encodings, answers, told, strict=True)
    ]


def _tokenizer(told: Sequence[Statement], recipe: Recipe) -> Any:
    tokenizer: Any = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.train_from_iterator(
        ("".join(statement) for statement in told),
        trainers.WordPieceTrainer(
            vocab_size=recipe.vocabulary,
            min_frequency=1,
            special_tokens=list(SPECIAL),
            show_progress=False,
        ),
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B [SEP]",
        special_tokens=[(name, SPECIAL.index(name)) for name in ("[CLS]", "[SEP]")],
    )
    return tokenizer


def _model(vocabulary: int, longest: int, recipe: Recipe) -> Any:
    config = transformers.BertConfig(
        vocab_size=vocabulary,
        hidden_size=recipe.width,
        num_hidden_layers=recipe.layers,
        num_attention_heads=recipe.heads,
        intermediate_size=2 * recipe.width,
        max_position_embeddings=max(64, longest + MASKS + 1),
        pad_token_id=_PAD,
        hidden_dropout_prob=0.0,
        initializer_range=recipe.spread,
        tie_word_embeddings=False,
        attention_probs_dropout_prob=0.0,
    )
    return transformers.BertForMaskedLM(config)


def _save(model: Any, tokenizer: Any, folder: Path) -> None:
    wrap: Any = transformers.PreTrainedTokenizerFast
    names = {f"{name[1:-1].lower()}_token": name for name in SPECIAL}
    longest = model.config.max_position_embeddings
    with checkpoints.quiet():
        model.save_pretrained(folder)
        wrap(tokenizer_object=tokenizer, model_max_length=longest, **names).save_pretrained(folder)


@contextmanager
def _deterministic(seed: int) -> Iterator[None]:
    """Torch seeded and deterministic; afterwards its state is as before."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    strict, state = torch.are_deterministic_algorithms_enabled(), torch.get_rng_state()
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(mode=True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(mode=strict)
        torch.set_rng_state(state)
        torch.set_num_threads(threads)
