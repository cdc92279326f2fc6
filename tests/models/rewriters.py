"""Tiny T5s that rewrite the sentences they were shown, trained in seconds in the open.

A rewriter was shown pairs of sentences until it gives each rewriting of a sentence about equally
often. Bytes are its tokens' alphabet, so that any sentence passes its tokenizer unharmed.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

SPECIAL = ("<pad>", "</s>", "<unk>")
STEPS = 120


def rewriter(
    folder: Path, shown: Mapping[str, Sequence[str]], *, prefix: str = "paraphrase: "
) -> Path:
    """Train a rewriter on sentences and their rewritings, and save it."""
    pairs = [(f"{prefix}{one}", other) for one, many in shown.items() for other in many]
    whole = tokenizer([text for pair in pairs for text in pair])
    torch.manual_seed(0)
    config: Any = transformers.T5Config(
        vocab_size=len(whole), d_model=64, d_kv=16, d_ff=128, num_layers=2, num_heads=4,
        dropout_rate=0.0, pad_token_id=0, eos_token_id=1,
    )  # fmt: skip
    config.decoder_start_token_id = 0
    model: Any = transformers.T5ForConditionalGeneration(config)
    with one_thread():
        _train(model, whole, pairs)
    model.save_pretrained(folder)
    whole.save_pretrained(folder)
    return folder


@contextmanager
def one_thread() -> Iterator[None]:
    """So small a network gains nothing from threads, and loses much where cores are shared."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _train(model: Any, tokenizer: Any, pairs: list[tuple[str, str]]) -> None:
    asked = tokenizer([one for one, _ in pairs], return_tensors="pt", padding=True)
    wanted = tokenizer([other for _, other in pairs], return_tensors="pt", padding=True).input_ids
    wanted[wanted == 0] = -100
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(STEPS):
        loss = model(**asked, labels=wanted).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def tokenizer(texts: list[str]) -> Any:
    """Bytes, and what is frequent in the texts; each text ends with ``</s>``."""
    made: Any = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer: Any = trainers.BpeTrainer(
        vocab_size=400, special_tokens=list(SPECIAL), show_progress=False, initial_alphabet=alphabet
    )
    made.train_from_iterator(texts, trainer)
    made.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    wrap: Any = transformers.PreTrainedTokenizerFast
    return wrap(tokenizer_object=made, pad_token="<pad>", eos_token="</s>", unk_token="<unk>")
