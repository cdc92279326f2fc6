"""A tiny BART that writes the triples of sentences, trained in the open on a train split.

    python examples/text2kg/train.py BENCH MODEL [ROUNDS]

BENCH is a benchmark of texts about one ontology, exported with ``--split``; MODEL the folder to
write, which ``kgforge probe --model seq2seq:MODEL`` loads.

How it is trained, without reserve: the tokenizer (BPE) is trained on the sentences and triples of
the train split, and reads of a prompt the beginning of its test sentence alone, without what stands
in brackets; the network has random weights at first; each round shows every item of the train split
once, its subjects under names put together of other subjects' words, so that names are copied and
not remembered. The same benchmark and machine give the same model. Its scores tell about
benchmarks, never about language models at large.
"""

import math
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import torch
from msgspec import Struct
from tokenizers import (
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import BartConfig, BartForConditionalGeneration, PreTrainedTokenizerFast

from kgforge import files
from kgforge.benchmark import file_name
from kgforge.schema import Item

PATTERN: Final = "alignment"
ROUNDS: Final = 30
BATCH: Final = 32
RATE: Final = 2e-3
TOKENS: Final = 500
"""Size of the vocabulary."""
WIDTH: Final = 96
HEADS: Final = 4
LAYERS: Final = 2
SPECIAL: Final = ("<pad>", "</s>", "<unk>")
PAD, END, _ = range(3)
ASIDE: Final = (
    r"(?m)\A.*\nTest Sentence: ",
    r"\nTest Output:\z",
    r" \([^)]*\)",
    r"(?m)(?<=\A.{100}).*",
)
"""What of a prompt is not read: all before the sentence, what is behind it, brackets, its end."""

Row = tuple[list[int], list[int]]
"""Token ids of a prompt, and of what is to be written."""


def train(bench: Path, folder: Path, rounds: int = ROUNDS, seed: int = 0) -> list[float]:
    """Train a model, save it, and give the mean loss of each round, in nats per token."""
    path = bench / file_name(PATTERN, "train")
    items = [Told.of(one) for one in files.read_lines(path, Item, "export with --split")]
    tokenizer = made_tokenizer([text for told in items for text in (told.prompt, told.gold)])
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # so small a network loses by more, where cores are shared
    model = BartForConditionalGeneration(config(tokenizer.get_vocab_size()))
    losses = list(trained(model, tokenizer, items, rounds, random.Random(seed)))
    with files.writing_folder(folder) as target:
        model.save_pretrained(target)
        PreTrainedTokenizerFast(
            tokenizer_object=tokenizer, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
        ).save_pretrained(target)
    return losses


class Told(Struct, frozen=True):
    """A prompt, what is to be written, and the names of its subjects."""

    prompt: str
    gold: str
    names: tuple[str, ...]

    @classmethod
    def of(cls, item: Item) -> "Told":
        [prompt] = item.prompts
        names = dict.fromkeys(fact.subject.label for fact in item.facts)
        return cls(prompt.text, prompt.gold, tuple(names))

    def renamed(self, words: Sequence[str], chance: random.Random) -> "Told":
        """The same of subjects whose names are put together of other names' words."""
        prompt, gold = self.prompt, self.gold
        for name in self.names:
            other = " ".join(chance.choice(words) for _ in name.split())
            prompt, gold = prompt.replace(name, other), gold.replace(name, other)
        return Told(prompt, gold, ())


def made_tokenizer(texts: Sequence[str]) -> Any:
    """Pieces of words, and single characters where none fits; a line's end is one of them."""
    made: Any = Tokenizer(models.BPE())
    made.normalizer = normalizers.Sequence(
        [normalizers.Replace(Regex(found), "") for found in ASIDE]
    )
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    made.decoder = decoders.ByteLevel()
    made.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=TOKENS,
            special_tokens=list(SPECIAL),
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    made.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", END)]
    )
    return made


def config(vocabulary: int) -> BartConfig:
    """Two layers on each side. That places are embedded makes it easy to copy what stands first."""
    return BartConfig(
        vocab_size=vocabulary,
        d_model=WIDTH,
        encoder_layers=LAYERS,
        decoder_layers=LAYERS,
        encoder_attention_heads=HEADS,
        decoder_attention_heads=HEADS,
        encoder_ffn_dim=2 * WIDTH,
        decoder_ffn_dim=2 * WIDTH,
        max_position_embeddings=256,
        dropout=0.0,
        init_std=0.05,
        pad_token_id=PAD,
        bos_token_id=END,
        eos_token_id=END,
        decoder_start_token_id=END,
        forced_eos_token_id=None,
    )


def trained(
    model: Any, tokenizer: Any, items: Sequence[Told], rounds: int, chance: random.Random
) -> Iterator[float]:
    """Train round by round; the mean loss of each."""
    words = [word for told in items for name in told.names for word in name.split()]
    steps = rounds * math.ceil(len(items) / BATCH)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / (0.1 * steps), 1) * (1 - step / steps)
    )
    model.train()
    for _ in range(rounds):
        total = 0.0
        shown = [one.renamed(words, chance) for one in items]
        rows = [(tokenizer.encode(one.prompt).ids, tokenizer.encode(one.gold).ids) for one in shown]
        for batch in batches(rows, chance):
            loss = model(**tensors(batch)).loss
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.item() * len(batch)
        yield total / len(rows)
    model.eval()


def batches(rows: Sequence[Row], chance: random.Random) -> list[list[Row]]:
    """Random batches of rows of about one length."""
    order = sorted(chance.sample(rows, len(rows)), key=lambda row: len(row[0]))
    found = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
    return chance.sample(found, len(found))


def tensors(batch: Sequence[Row]) -> dict[str, torch.Tensor]:
    """A batch as the network takes it; what is to be written is not told where there is none."""
    read, written = ([torch.tensor(ids) for ids in side] for side in zip(*batch, strict=True))
    pad = torch.nn.utils.rnn.pad_sequence
    ids = pad(read, batch_first=True, padding_value=PAD)
    labels = pad(written, batch_first=True, padding_value=-100)
    return {"input_ids": ids, "attention_mask": (ids != PAD).long(), "labels": labels}


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit((__doc__ or "").splitlines()[2].strip())
    *_, last = train(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))
    print(f"trained {sys.argv[2]}: {last:.3f} nats per token in the last round")
