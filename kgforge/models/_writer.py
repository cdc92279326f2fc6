"""Texts that models write: greedy, in batches, up to where they end. By transformers' ``generate``.

A causal model goes on from its prompt, a sequence-to-sequence model answers it. The checkpoint's
own habits of generation (sampling, beams, lengths, penalties) are put aside, but for the tokens by
which a text begins and ends.
"""

import re
import time
from collections.abc import Sequence
from typing import Any, Final

import torch
import transformers

from kgforge.models import _checkpoint
from kgforge.models._network import Network, Row
from kgforge.schema import Answer

STOP: Final = re.compile(r"(?:Test|Example) (?:Sentence|Output):")
"""Where a text ends that goes on from its prompt: where it asks on. A blank line ends nothing: many
models say something before it, and the triples after it."""
_REACH: Final = 32
"""Among how many tokens such an end is looked for that has just been written: it has no more
letters."""
_STOPS: Final = ", or another “Sentence:” or “Output:” as the prompt has them"


class Writer:
    """Lets a network write a text of at most so many tokens to each prompt."""

    def __init__(self, network: Network, most: int) -> None:
        self._network, self._most = network, most
        self._goes_on = not network.model.config.is_encoder_decoder
        """Whether the prompt stands before the text, in one row with it."""
        network.model.generation_config = self._habits()  # else the checkpoint's fill what is unset
        self._ends = frozenset(network.model.generation_config.eos_token_id or ())
        self._silent = frozenset(network.special)

    def convention(self) -> str:
        """In words, how texts are written."""
        stops = _STOPS if self._goes_on else ""
        return f"greedy, at most {self._most} tokens, up to the end of sequence{stops}"

    def write(self, rows: Sequence[Row]) -> list[Answer]:
        """A text for the ids of each row; a row that leaves no room for one is not askable.

        Raises ModelError for a prediction that is not a number, naming the item.
        """
        answers = [self._too_long(row) for row in rows]
        fit = [index for index, answer in enumerate(answers) if answer.error == ""]

        def work(batch: list[int]) -> None:
            chosen = [fit[one] for one in batch]
            for index, text in zip(chosen, self._batch([rows[one] for one in chosen]), strict=True):
                answers[index] = Answer(text=text)

        self._network.packed([len(rows[index].ids) + self._most for index in fit], work)
        return answers

    def said(self, ids: Sequence[int]) -> tuple[str, bool]:
        """What tokens say, up to where the text ends, and whether it has come to its end."""
        own = next((place for place, token in enumerate(ids) if token in self._ends), len(ids))
        heard = [token for token in ids[:own] if token not in self._silent]
        decode = self._network.tokenizer.decode
        text: str = decode(heard, clean_up_tokenization_spaces=False).lstrip()
        stop = STOP.search(text) if self._goes_on else None
        return text[: stop.start() if stop else None].rstrip(), own < len(ids) or bool(stop)

    def _too_long(self, row: Row) -> Answer:
        """An answer that says so where it is; an empty one else."""
        length, limit = len(row.ids), self._network.limit
        if (length + self._most if self._goes_on else max(length, 1 + self._most)) <= limit:
            return Answer()
        return Answer(
            error=f"not askable: a prompt of {length} tokens and a text of up to {self._most} are "
            f"too long for the {limit} tokens the model reads"
        )

    @torch.inference_mode()
    def _batch(self, rows: Sequence[Row]) -> list[str]:
        started = time.perf_counter()
        network, width = self._network, max(len(row.ids) for row in rows)
        device, begun = network.checkpoint.device, width if self._goes_on else 1
        ids = [self._padded(row.ids, network.pad, width) for row in rows]
        mask = [self._padded([1] * len(row.ids), 0, width) for row in rows]
        with _checkpoint.quiet():
            made = network.model.generate(
                input_ids=torch.tensor(ids, device=device),
                attention_mask=torch.tensor(mask, device=device),
                generation_config=network.model.generation_config,
                logits_processor=[_Checked(network, rows, self._most)],
                stopping_criteria=[_Stopped(self, begun)] if self._goes_on else [],
            )
        network.seconds += time.perf_counter() - started
        return [self.said(row[begun:])[0] for row in made.tolist()]

    def _padded(self, ids: Sequence[int], padding: int, width: int) -> list[int]:
        """A row made as wide as the others, on the side where the text will not be."""
        gap = [padding] * (width - len(ids))
        return [*gap, *ids] if self._goes_on else [*ids, *gap]

    def _habits(self) -> Any:
        """How to generate, with the tokens by which this model's texts begin and end."""
        own, network = self._network.model.generation_config, self._network
        ends = own.eos_token_id if isinstance(own.eos_token_id, list) else [own.eos_token_id]
        make: Any = transformers.GenerationConfig
        return make(
            do_sample=False,
            max_new_tokens=self._most,
            pad_token_id=network.pad,
            bos_token_id=own.bos_token_id,
            eos_token_id=sorted({*ends, network.tokenizer.eos_token_id} - {None}) or None,
            decoder_start_token_id=own.decoder_start_token_id,
            forced_bos_token_id=own.forced_bos_token_id,
        )


class _Stopped(transformers.StoppingCriteria):
    """Ends each row where its text ends."""

    def __init__(self, writer: Writer, begun: int) -> None:
        self._writer, self._begun = writer, begun

    def __call__(self, input_ids: torch.Tensor, scores: object, **_: object) -> torch.Tensor:
        latest = input_ids[:, self._begun :][:, -_REACH:]
        ended = [self._writer.said(row)[1] for row in latest.tolist()]
        return torch.tensor(ended, device=input_ids.device)


class _Checked(transformers.LogitsProcessor):
    """Lets predictions pass that are numbers, and tells how many of at most so many there were."""

    def __init__(self, network: Network, rows: Sequence[Row], most: int) -> None:
        self._network, self._items = network, [row.item for row in rows]
        self._step, self._most = 0, most

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        self._network.check(scores, self._items)
        self._step += 1
        self._network.reached(self._step / self._most)
        return scores
