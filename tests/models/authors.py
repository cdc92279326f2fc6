"""Tiny models that write the texts they were shown, each to its prompt, trained in seconds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import torch
import transformers

from tests.models import rewriters

_STEPS: Final = 150


def seq2seq(folder: Path, shown: Mapping[str, str]) -> str:
    """The address of a T5 that answers each prompt as it was shown."""
    rewriters.rewriter(folder, {prompt: [said] for prompt, said in shown.items()}, prefix="")
    return f"seq2seq:{folder}"


def causal(folder: Path, shown: Mapping[str, str]) -> str:
    """The address of a GPT that goes on from each prompt as it was shown, and then without end."""
    tokenizer = rewriters.tokenizer([*shown, *shown.values()])
    rows = []
    for prompt, said in shown.items():
        before = tokenizer(prompt).input_ids[:-1]
        after = tokenizer(f" {said}\n\nSubject:").input_ids[:-1]
        rows.append((before, after))
    width = max(len(before) + len(after) for before, after in rows)
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    labels = torch.full((len(rows), width), -100)
    for line, (before, after) in enumerate(rows):
        end = len(before) + len(after)
        ids[line, :end] = torch.tensor([*before, *after])
        labels[line, len(before) : end] = torch.tensor(after)
    torch.manual_seed(0)
    make: Any = transformers.GPT2Config
    config = make(
        vocab_size=len(tokenizer), n_embd=64, n_layer=2, n_head=4, n_positions=512,
        bos_token_id=None, eos_token_id=1, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0,
        initializer_range=0.1,
    )  # fmt: skip
    model: Any = transformers.GPT2LMHeadModel(config)
    with rewriters.one_thread():
        optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
        for _ in range(_STEPS):
            loss = model(input_ids=ids, labels=labels).loss
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return f"causal:{folder}"
