"""``seq2seq:FOLDER-OR-HUB-NAME``: sequence-to-sequence models (T5, BART, …) by transformers.

The encoder reads the statement with a mark in the slot, the decoder says what stands there:

- a T5 reads ``<extra_id_0>`` and says ``<extra_id_0> ANSWER <extra_id_1>`` (Raffel et al. 2020,
  §3.1.4);
- a BART reads its mask token and says the whole statement (Lewis et al. 2020, *Text infilling*), so
  that what stands before the slot is put into its mouth.

``ranking`` sums the log-probabilities of the answer's tokens, each given those before it; ``open``
is a beam search. A prompt that wants a text is answered (``_writer.py``).
"""

import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from operator import attrgetter
from typing import Any, Final

import msgspec
import torch
from transformers.modeling_outputs import BaseModelOutput

from kgforge.errors import ModelError
from kgforge.models._checkpoint import Checkpoint
from kgforge.models._family import LONGEST, Family, ranked
from kgforge.models._network import Line, Network, Row, answer_tokens
from kgforge.models._tongues import Tongues
from kgforge.models._writer import Writer
from kgforge.schema import Answer, ModelOptions, Request

SENTINELS: Final = ("<extra_id_0>", "<extra_id_1>")
"""What a T5 reads in the slot and says before the answer, and what it says after the answer."""


Answers = Callable[[Sequence[Request], Sequence[tuple[int, ...]]], list[Answer]]
"""From requests, and what the encoder hears of each, to answers."""


def open(rest: str, options: ModelOptions) -> "Seq2Seq":
    """The model in a folder or on the hub. Raises ModelError when it cannot be loaded."""
    return Seq2Seq.load(rest, options)


class Transducer(Network):
    """A network of two sides: the rows are its decoder's, each under what the encoder has heard.

    ``hear`` runs the encoder, once for each distinct text; rows may then come in any batches.
    """

    def __init__(self, checkpoint: Checkpoint, batch_tokens: int) -> None:
        super().__init__(checkpoint, batch_tokens)
        self._states: dict[tuple[int, ...], torch.Tensor] = {}

    def hear(self, texts: Mapping[tuple[int, ...], str]) -> None:
        """Run the encoder on token ids, of which each is named by an item; forget all others."""
        waiting = [ids for ids in texts if ids not in self._states]
        states = {ids: self._states[ids] for ids in texts if ids in self._states}

        def work(batch: list[int]) -> None:
            rows = [Row(waiting[index], (), texts[waiting[index]]) for index in batch]
            states.update(zip((row.ids for row in rows), self._encoded(rows), strict=True))

        self.packed([len(ids) for ids in waiting], work)
        self._states = states

    @torch.inference_mode()
    def _encoded(self, rows: Sequence[Row]) -> list[torch.Tensor]:
        started = time.perf_counter()
        ids, lengths = self._padded(rows), [len(row.ids) for row in rows]
        mask = self._mask(lengths, ids.shape[1])
        found = self.model.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state
        self.seconds += time.perf_counter() - started
        return [found[line, :length] for line, length in enumerate(lengths)]

    def _body(self) -> Any:
        return self.model.get_decoder()

    def _call(self, ids: torch.Tensor, given: Mapping[str, Any]) -> Any:
        return self.model(decoder_input_ids=ids, **(given or {"input_ids": ids}))

    def _given(self, rows: Sequence[Row], width: int, past: Any) -> dict[str, Any]:
        """What the encoder made of what it heard; a row's own padding is after all that counts."""
        heard = [self._states[row.heard] for row in rows]
        states = torch.nn.utils.rnn.pad_sequence(heard, batch_first=True)
        return {
            "encoder_outputs": BaseModelOutput(last_hidden_state=states),
            "attention_mask": self._mask(list(map(len, heard)), states.shape[1]),
        }


class Seq2Seq(Family):
    """A sequence-to-sequence model behind the door ``models.Model``."""

    NAME = "seq2seq"
    METHODS = ("open", "ranking")
    NETWORK = Transducer
    network: Transducer

    def __init__(self, address: str, network: Network, options: ModelOptions) -> None:
        super().__init__(address, network, options)
        tokenizer, vocabulary = network.tokenizer, network.tokenizer.get_vocab()
        self._sentinel = SENTINELS[0] in vocabulary
        """Whether the slot is marked as in T5; else it is by the mask token, if there is one."""
        self._mark: str | None = SENTINELS[0] if self._sentinel else tokenizer.mask_token
        ends = {tokenizer.eos_token_id, vocabulary.get(SENTINELS[1]) if self._sentinel else None}
        self._ends = frozenset(ends - {None})
        self._start = (_first(address, network.model), *_lead(network))
        """What stands in every row of the decoder before what it says."""
        self._writer = Writer(network, options.max_new_tokens)
        self._tongues = Tongues(address, network)

    def fill(self, requests: Sequence[Request]) -> list[Answer]:
        """See ``Family``."""
        return self._answered(requests, self._open if self.options.method == "open" else self._rank)

    def choose(self, requests: Sequence[Request]) -> list[Answer]:
        """See ``Family``."""
        return self._answered(requests, self._rank)

    def _answered(self, requests: Sequence[Request], answer: "Answers") -> list[Answer]:
        """What is answered to requests once the encoder has heard them."""
        if self._mark is None:
            return [
                Answer(
                    error=f"not askable: the tokenizer of {self.address} has no mark for a slot, "
                    f"neither {SENTINELS[0]} nor a mask token"
                )
                for _ in requests
            ]
        heard = [self._heard(request, self._mark) for request in requests]
        with self.network.part(0, 0):  # the decoder's rows are those that count
            self.network.hear(
                {ids: one.item for ids, one in zip(heard, requests, strict=True) if self._fits(ids)}
            )
        return answer([self._said(request) for request in requests], heard)

    def _said(self, request: Request) -> Request:
        """The request with that before and after its slot which the decoder says there."""
        before, after = SENTINELS
        if not self._sentinel:
            return request
        return msgspec.structs.replace(request, before=f"{before} ", after=f" {after}")

    def _heard(self, request: Request, mark: str) -> tuple[int, ...]:
        """What the encoder reads: the statement with the mark in its slot."""
        text = request.before + mark + request.after
        ids: list[int] = self.network.encoder.encode(text).ids
        if ids.count(self.network.encoder.token_to_id(mark)) != 1:
            raise ModelError(f"the tokenizer of {self.address} does not keep {mark} in {text!r}")
        return tuple(ids)

    def _fits(self, *rows: Sequence[int]) -> bool:
        return all(len(ids) <= self.network.limit for ids in rows)

    def conventions(self) -> dict[str, str]:
        """In words, how the numbers are made."""
        if self._sentinel:
            says = f"{SENTINELS[0]}, the answer, {SENTINELS[1]}"
            end = f"{SENTINELS[1]} or end of sequence"
        else:
            says = "the whole statement; what stands before the slot is given"
            end = "end of sequence, newline, or the first word or mark after the slot"
        shared = {"slot": self._mark or "none", "decoder": says}
        if self.options.method == "ranking":
            return shared | {"tokens": "the answer's, each given those before", "reduction": "sum"}
        return shared | {
            "beam": f"width {self.options.k}, at most {LONGEST} tokens",
            "merged_by": "mean token log-probability, the end counted in",
            "end": end,
            "vocabulary": "all tokens but special ones",
            "writing": self._writer.convention(),
        }

    # ── Ranking ──────────────────────────────────────────────────────────────────────────────────
    def _rank(self, requests: Sequence[Request], heard: Sequence[tuple[int, ...]]) -> list[Answer]:
        encodings = self.encoded(requests, special=False)
        count, lines, answers = 0, [], []
        for request, ids in zip(requests, heard, strict=True):
            own = []
            for text in request.candidates:
                tokens, line = self._line(next(encodings), text, request, ids, count)
                own.append((tokens, range(count, count + len(tokens)), line))
                count += len(tokens)
            fits = self._fits(ids, *(line.ids for _, _, line in own))
            lines += [line for _, _, line in own if fits]
            answers.append(own if fits else None)
        values = [0.0] * count
        self.network.read_all(lines, values)
        return [
            self.too_long()
            if own is None
            else ranked(request, ((tokens, numbers) for tokens, numbers, _ in own), values)
            for request, own in zip(requests, answers, strict=True)
        ]

    def _line(
        self, encoding: Any, text: str, request: Request, heard: tuple[int, ...], first: int
    ) -> tuple[tuple[str, ...], Line]:
        """The scored tokens, and the line that scores them, under numbers from *first*."""
        own = answer_tokens(encoding, request.before, text)
        ids = (*self._start, *encoding.ids[: own[-1] + 1 if own else 0])
        shift = len(self._start)
        asks = [
            (shift + place - 1, encoding.ids[place], number)
            for number, place in enumerate(own, first)
        ]
        tokens = tuple(encoding.tokens[place] for place in own)
        return tokens, Line(ids[:-1], asks, request.item, heard)

    # ── Open answers ─────────────────────────────────────────────────────────────────────────────
    def _open(self, requests: Sequence[Request], heard: Sequence[tuple[int, ...]]) -> list[Answer]:
        asked = [self._begun(request, ids) for request, ids in zip(requests, heard, strict=True)]
        return self.continued(requests, asked, self._ends)

    def _begun(self, request: Request, heard: tuple[int, ...]) -> Row | Answer:
        """What the decoder is given before the answer, or why it cannot be."""
        before = request.before.rstrip()
        ids = (*self._start, *self.network.encoder.encode(before, add_special_tokens=False).ids)
        fits = self._fits(heard, (*ids, *range(LONGEST)))
        return Row(ids, (), request.item, heard) if fits else self.too_long()

    # ── Texts ────────────────────────────────────────────────────────────────────────────────────
    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """See ``Family``."""
        answers: list[Answer] = []
        for into, some in itertools.groupby(requests, attrgetter("into")):
            if into:
                self._tongues.translate(into)
            encode = self.network.encoder.encode
            rows = [Row(tuple(encode(one.before).ids), (), one.item) for one in some]
            answers += self._writer.write(rows)
        return answers


def _first(address: str, model: Any) -> int:
    """The token by which every row of the decoder begins."""
    habits = model.generation_config
    if habits.decoder_start_token_id is None:
        habits.decoder_start_token_id = getattr(model.config, "decoder_start_token_id", None)
    first: int | None = habits.decoder_start_token_id
    if first is None:
        raise ModelError(f"{address} does not name the token that its decoder starts with")
    return first


def _lead(network: Network) -> list[int]:
    """The special tokens that the tokenizer puts before a text."""
    found = network.encoder.encode("a")
    marked = zip(found.ids, found.special_tokens_mask, strict=True)
    return [token for token, _ in takewhile(lambda pair: pair[1], marked)]
