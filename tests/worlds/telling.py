"""Tiny models of each family, told statements with their answers; they know just these.

Masked ones are the organisms of the demo. A GPT-2 and a T5 of two layers are trained alike: on the
tokens of the answers alone, and on the mark that ends an answer.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from kgforge.cli import organisms
from kgforge.cli.organisms import Recipe, Statement

Row = tuple[list[int], list[int], list[int]]
"""What an encoder reads, what the model says, and what of it counts (else -100)."""

START, END, MARK, CLOSE = "<s>", "</s>", "<extra_id_0>", "<extra_id_1>"
_SPECIAL: Final = ("<pad>", "<unk>", START, END, MARK, CLOSE)
_ROUNDS: Final = 60
_BATCH: Final = 48


def train(family: str, told: Sequence[Statement], every: Sequence[Statement], folder: Path) -> str:
    """The address of a model that was told some of all statements."""
    MAKERS[family](told, every, folder)
    return f"{family}:{folder}"


def _masked(told: Sequence[Statement], every: Sequence[Statement], folder: Path) -> None:
    tokenizer = organisms.tokenizer(every, [])
    organisms.train(list(told) * 2, tokenizer, folder, recipe=Recipe(rounds=_ROUNDS, width=64))


def _causal(told: Sequence[Statement], every: Sequence[Statement], folder: Path) -> None:
    from transformers import GPT2Config, GPT2LMHeadModel

    encoder = _tokenizer(every, f"{START} $A")
    rows: list[Row] = []
    for before, answer, after in told:
        said = _ids(encoder, answer + (after or "\n"))
        first = [encoder.token_to_id(START), *_ids(encoder, before)]
        end = encoder.token_to_id(END)
        ids = [*first, *said, end]
        rows.append(([], ids, [*[-100] * len(first), *said, end]))
    config = GPT2Config(
        vocab_size=encoder.get_vocab_size(), n_positions=96, n_embd=64, n_layer=2, n_head=4,
        bos_token_id=encoder.token_to_id(START), eos_token_id=encoder.token_to_id(END),
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, initializer_range=0.1,
        tie_word_embeddings=False,
    )  # fmt: skip
    _teach(GPT2LMHeadModel, config, rows, encoder, folder)


def _seq2seq(told: Sequence[Statement], every: Sequence[Statement], folder: Path) -> None:
    from transformers import T5Config, T5ForConditionalGeneration

    encoder = _tokenizer(every, f"$A {END}")
    rows: list[Row] = []
    for before, answer, after in told:
        heard = encoder.encode(before + MARK + after).ids
        said = _ids(encoder, f"{MARK} {answer} {CLOSE}")
        rows.append((heard, [0, *said[:-1]], said))
    make: Any = T5Config
    config = make(
        vocab_size=encoder.get_vocab_size(), d_model=64, d_kv=16, d_ff=128, num_layers=2,
        num_heads=4, dropout_rate=0.0, pad_token_id=0, decoder_start_token_id=0,
        eos_token_id=encoder.token_to_id(END),
    )  # fmt: skip
    _teach(T5ForConditionalGeneration, config, rows, encoder, folder)


MAKERS: Final[dict[str, Callable[..., None]]] = {
    "masked": _masked,
    "causal": _causal,
    "seq2seq": _seq2seq,
}


def _tokenizer(statements: Sequence[Statement], single: str) -> Any:
    """One token for each answer and each other word."""
    from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers, processors, trainers

    made: Any = Tokenizer(models.WordLevel(unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer: Any = trainers.WordLevelTrainer(special_tokens=list(_SPECIAL), show_progress=False)
    made.train_from_iterator((f"{before} {after}" for before, _, after in statements), trainer)
    names = sorted({answer for _, answer, _ in statements})
    made.add_tokens([AddedToken(one, single_word=True, normalized=False) for one in names])
    known = [(name, _SPECIAL.index(name)) for name in (START, END)]
    made.post_processor = processors.TemplateProcessing(single=single, special_tokens=known)
    return made


def _ids(encoder: Any, text: str) -> list[int]:
    ids: list[int] = encoder.encode(text, add_special_tokens=False).ids
    return ids


def _teach(make: Any, config: Any, rows: list[Row], encoder: Any, folder: Path) -> None:
    import torch
    from transformers import PreTrainedTokenizerFast

    torch.manual_seed(0)
    model, chance = make(config), random.Random(0)
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    steps = _ROUNDS * -(-len(rows) // _BATCH)
    pace = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    model.train()
    for _ in range(_ROUNDS):
        order = chance.sample(rows, len(rows))
        for start in range(0, len(order), _BATCH):
            loss = model(**_batch(order[start : start + _BATCH])).loss
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            pace.step()
    model.save_pretrained(folder)
    wrap: Any = PreTrainedTokenizerFast
    marks = {"pad_token": "<pad>", "unk_token": "<unk>", "eos_token": END}
    if not config.is_encoder_decoder:
        marks["bos_token"] = START
    wrap(tokenizer_object=encoder, **marks).save_pretrained(folder)


def _batch(rows: Sequence[Row]) -> dict[str, Any]:
    """The rows as tensors, padded at the end."""
    import torch

    def padded(part: Sequence[list[int]], by: int) -> Any:
        width = max(map(len, part))
        return torch.tensor([[*one, *[by] * (width - len(one))] for one in part])

    heard, said, counts = zip(*rows, strict=True)
    if not heard[0]:
        # a causal model shifts its labels itself
        return {"input_ids": padded(said, 0), "labels": padded(counts, -100)}
    ids = padded(heard, 0)
    return {
        "input_ids": ids, "attention_mask": (ids != 0).long(),
        "decoder_input_ids": padded(said, 0), "labels": padded(counts, -100),
    }  # fmt: skip
