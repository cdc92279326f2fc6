"""Token rows through a transformer: batches under a token budget, float32 log-probabilities out.

Nothing here knows what a prompt is; the families under ``models/`` make the rows. Imports torch, so
only they and what they share import it.
"""

import math
import platform
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice
from typing import Any, Final

import torch
import transformers
from msgspec import Struct
from tokenizers import decoders

from kgforge.errors import ModelError
from kgforge.models._batches import Batches
from kgforge.models._checkpoint import Checkpoint
from kgforge.schema import Request

BLOCK: Final = 2**25
"""How many float32 logits are held at once (128 MB)."""


class Row(Struct, frozen=True):
    """One line of token ids for the model, and the places whose predictions are wanted."""

    ids: tuple[int, ...]
    places: tuple[int, ...]
    item: str
    """Whose row it is: named when a prediction is NaN."""
    heard: tuple[int, ...] = ()
    """What the encoder reads, where there is one; the row is then the decoder's."""

    @property
    def size(self) -> int:
        """How many tokens it takes of the budget."""
        return len(self.ids) + len(self.heard)


class Line(Struct, frozen=True):
    """A line of token ids, and what is to be read off it."""

    ids: tuple[int, ...]
    asks: Sequence[tuple[int, int, int]]
    """Place, token whose log-probability is wanted there, and the number under which it goes."""
    item: str
    heard: tuple[int, ...] = ()
    """As in ``Row``."""

    @property
    def row(self) -> Row:
        """The line with the places that are asked about."""
        places = tuple(sorted({ask[0] for ask in self.asks}))
        return Row(self.ids, places, self.item, self.heard)


class Network(Batches):
    """A checkpoint that turns rows into log-probabilities, and counts the time it takes.

    ``seconds`` is time inside forward passes.
    """

    def __init__(self, checkpoint: Checkpoint, batch_tokens: int) -> None:
        super().__init__(batch_tokens, checkpoint.device)
        self.checkpoint = checkpoint
        self.model, self.tokenizer = checkpoint.model, checkpoint.tokenizer
        self.encoder = checkpoint.tokenizer.backend_tokenizer
        self.seconds = 0.0
        self.limit = _limit(self.model, self.tokenizer)
        self.special = _special_ids(self.tokenizer, self.model.config.vocab_size)
        pad = self.tokenizer.pad_token_id
        self.pad: int = pad if pad is not None else 0
        self._wordpiece = isinstance(self.encoder.decoder, decoders.WordPiece)
        self._pieces: dict[tuple[str, str, str], tuple[int, ...]] = {}
        self._wanted: tuple[torch.Tensor, torch.Tensor] | None = None
        self._body().register_forward_hook(self._keep_wanted)
        self._narrow = self._narrow_agrees()

    # ── Forward passes ───────────────────────────────────────────────────────────────────────────
    @torch.inference_mode()
    def forward(
        self,
        rows: Sequence[Row],
        use: Callable[[list[tuple[int, int]], torch.Tensor], None],
        *,
        past: Any = None,
        keep: bool = False,
    ) -> Any:
        """Run one batch and hand its log-probabilities to *use*, a block of places at a time.

        *use* gets pairs (row's index, place) and a float32 tensor (pairs, vocabulary). *past* is a
        cache of keys and values that stand before every row (then no row may be padded on the
        left of it); with *keep* the cache after the rows is returned.
        """
        started = time.perf_counter()
        ids = self._padded(rows)
        pairs = [(index, place) for index, row in enumerate(rows) for place in row.places]
        given = self._given(rows, ids.shape[1], past)
        if past is not None or keep:
            given |= {"past_key_values": past, "use_cache": True}
        output, hidden = self._logits(ids, pairs, given)
        step = max(1, BLOCK // self.model.config.vocab_size)
        for start in range(0, len(pairs), step):
            block = hidden[start : start + step].float().log_softmax(-1)
            self.check(block, [rows[index].item for index, _ in pairs[start : start + step]])
            use(pairs[start : start + step], block)
        self.seconds += time.perf_counter() - started
        return output.past_key_values if keep else None

    def read(
        self, lines: Sequence[Line], values: list[float], *, past: Any = None, keep: bool = False
    ) -> Any:
        """Run one batch and put the log-probabilities that it asks for into *values*."""

        def use(pairs: list[tuple[int, int]], block: torch.Tensor) -> None:
            at = {pair: number for number, pair in enumerate(pairs)}
            wanted = [
                (at[index, place], token, number)
                for index in dict.fromkeys(index for index, _ in pairs)
                for place, token, number in lines[index].asks
                if (index, place) in at
            ]
            found = block[[one for one, _, _ in wanted], [token for _, token, _ in wanted]]
            for (_, _, number), value in zip(wanted, found.tolist(), strict=True):
                values[number] = value

        return self.forward([line.row for line in lines], use, past=past, keep=keep)

    def read_all(self, lines: Sequence[Line], values: list[float]) -> None:
        """Read lines of any number, in batches."""

        def work(batch: list[int]) -> None:
            self.read([lines[index] for index in batch], values)

        self.packed([len(line.ids) + len(line.heard) for line in lines], work)

    def _body(self) -> Any:
        """The module whose last hidden states the head turns into predictions."""
        return self.model.base_model

    def _given(self, rows: Sequence[Row], width: int, past: Any) -> dict[str, Any]:
        """What the model gets beside the rows' ids, which are padded to *width*."""
        return (
            {}
            if past is not None
            else {"attention_mask": self._mask([len(row.ids) for row in rows], width)}
        )

    def _call(self, ids: torch.Tensor, given: Mapping[str, Any]) -> Any:
        return self.model(input_ids=ids, **given)

    def _logits(
        self, ids: Any, pairs: list[tuple[int, int]], given: Mapping[str, Any]
    ) -> tuple[Any, Any]:
        lines = torch.tensor([index for index, _ in pairs], device=ids.device)
        places = torch.tensor([place for _, place in pairs], device=ids.device)
        if not self._narrow:
            output = self._call(ids, given)
            return output, output.logits[lines, places]
        self._wanted = (lines, places)
        try:
            output = self._call(ids, given)
        finally:
            self._wanted = None
        return output, output.logits[0]

    def _keep_wanted(self, _module: Any, _inputs: Any, output: Any) -> Any:
        """Between body and head: let only the wanted places through, as one long row.

        A head over a large vocabulary is most of the work of a small model, and a masked row wants
        it at one place only.
        """
        if self._wanted is not None:
            output.last_hidden_state = output.last_hidden_state[self._wanted].unsqueeze(0)
        return output

    @torch.inference_mode()
    def _narrow_agrees(self) -> bool:
        """Whether the head works place by place in this model, so that the short cut is right."""
        start = min(10, self.model.config.vocab_size // 2)
        ids = torch.tensor([[start, start + 1, start + 2]], device=self.checkpoint.device)
        whole = self._call(ids, {}).logits[0, [2, 0]]
        self._narrow = True
        try:
            short = self._logits(ids, [(0, 2), (0, 0)], {})[1]
        except (RuntimeError, TypeError, IndexError, AttributeError):
            return False
        return short.shape == whole.shape and bool(
            torch.allclose(short, whole, rtol=1e-3, atol=1e-4)
        )

    def _padded(self, rows: Sequence[Row]) -> torch.Tensor:
        width = max(len(row.ids) for row in rows)
        return torch.tensor(
            [[*row.ids, *[self.pad] * (width - len(row.ids))] for row in rows],
            device=self.checkpoint.device,
        )

    def _mask(self, lengths: Sequence[int], width: int) -> torch.Tensor:
        """1 where rows of such lengths, made as wide, have tokens, and 0 behind them."""
        column = torch.tensor(lengths, device=self.checkpoint.device)[:, None]
        return (torch.arange(width, device=column.device) < column).long()

    def check(self, scores: torch.Tensor, items: Sequence[str]) -> None:
        """Raise ModelError where a line of predictions is not numbers, naming its item."""
        wrong = torch.isnan(scores.sum(-1)).nonzero()
        if len(wrong):
            raise ModelError(
                f"the model's predictions for item {items[int(wrong[0, 0])]} are not numbers "
                f"(NaN); dtype {self.checkpoint.dtype} may be too narrow for it"
            )

    # ── Text ─────────────────────────────────────────────────────────────────────────────────────
    def decode(self, ids: Sequence[int]) -> str:
        """Tokens joined to text, stripped; what WordPiece parts at punctuation is closed up."""
        text: str = self.tokenizer.decode(list(ids), clean_up_tokenization_spaces=False)
        return _closed_up(text) if self._wordpiece else text.strip()

    def grow(
        self, rows: Sequence[Row], k: int, *, ends: Collection[int] = ()
    ) -> list[list[tuple[float, int]]]:
        """The k best (log-probability, token) at the one place of each row.

        Special tokens are left out, but for *ends*.
        """
        found: list[list[tuple[float, int]]] = [[] for _ in rows]
        never = [token for token in self.special if token not in ends]

        def work(batch: list[int]) -> None:
            def use(pairs: list[tuple[int, int]], block: torch.Tensor) -> None:
                block[:, never] = -math.inf
                best = block.topk(min(k, block.shape[1] - len(never)))
                values, tokens = best.values.tolist(), best.indices.tolist()
                for line, (index, _) in enumerate(pairs):
                    found[batch[index]] = list(zip(values[line], tokens[line], strict=True))

            self.forward([rows[index] for index in batch], use)

        self.packed([row.size for row in rows], work)
        return found

    def ranks(
        self, rows: Sequence[Row], tokens: Sequence[Sequence[int]]
    ) -> list[list[tuple[int, float]]]:
        """Of each row the (rank, log-probability) of a given token at each of its places.

        1 is the most likely token of the vocabulary; equals share the better rank, and special
        tokens come after all others.
        """
        found: list[list[tuple[int, float]]] = [[] for _ in rows]

        def work(batch: list[int]) -> None:
            wanted = iter([token for index in batch for token in tokens[index]])
            for index in batch:
                found[index] = []

            def use(pairs: list[tuple[int, int]], block: torch.Tensor) -> None:
                own = torch.tensor(list(islice(wanted, len(pairs))), device=block.device)[:, None]
                values = block.gather(1, own)[:, 0].tolist()
                block[:, self.special] = -math.inf
                above = (block > block.gather(1, own)).sum(-1).tolist()
                for (index, _), better, value in zip(pairs, above, values, strict=True):
                    found[batch[index]].append((1 + better, value))

            self.forward([rows[index] for index in batch], use)

        self.packed([len(row.ids) for row in rows], work)
        return found

    def learn(self, requests: Sequence[Request]) -> None:
        """Tokenise candidates and targets between the characters beside the slot, once a run."""
        wanted = dict.fromkeys(
            (text, *_beside(request))
            for request in requests
            for text in (*request.candidates, request.target)
        )
        new = [key for key in wanted if key not in self._pieces]
        found = self.encoder.encode_batch(
            [left + text + right for text, left, right in new], add_special_tokens=False
        )
        for key, encoding in zip(new, found, strict=True):
            text, left, _ = key
            tokens = answer_tokens(encoding, left, text)
            self._pieces[key] = tuple(encoding.ids[place] for place in tokens)

    def piece(self, text: str, request: Request) -> tuple[int, ...]:
        """The tokens of a text in a request's slot, after ``learn``."""
        return self._pieces[(text, *_beside(request))]

    def unread(self, requests: Sequence[Request]) -> list[Request]:
        """Those of which the tokenizer knows no part of what is right to say.

        None where it has no token for what it does not know, or never uses it, as byte by byte.
        """
        unknown = self.tokenizer.unk_token_id
        if unknown is None or not requests:
            return []
        rights = [(one.target,) if one.target else one.candidates for one in requests]
        every = list(dict.fromkeys(text for right in rights for text in right))
        found = self.encoder.encode_batch(every, add_special_tokens=False)
        strange = {text for text, own in zip(every, found, strict=True) if {*own.ids} == {unknown}}
        return [
            one
            for one, right in zip(requests, rights, strict=True)
            if right and strange.issuperset(right)
        ]

    def longest(self, request: Request) -> int:
        """Token count of the longest candidate; 1 when there is none."""
        return max((len(self.piece(text, request)) for text in request.candidates), default=1)

    def describe(self) -> dict[str, object]:
        """The model's part of ``run.json``; keys as models.Model.describe has them."""
        return {
            "revision": self.checkpoint.revision,
            "weights": self.checkpoint.weights,
            "tokenizer": self.checkpoint.digest,
            "dtype": self.checkpoint.dtype,
            "device": self.checkpoint.device,
            "device_name": (
                torch.cuda.get_device_name(self.checkpoint.device)
                if self.checkpoint.device.startswith("cuda")
                else platform.machine()
            ),
            "versions": {"torch": str(torch.__version__), "transformers": transformers.__version__},
        }


def answer_tokens(encoding: Any, before: str, text: str) -> list[int]:
    """Which tokens are the answer's: from the first that is not wholly in the prompt to its end.

    *encoding* is that of *before* + *text* + what follows. The space that joins prompt and answer
    is the answer's, whether it is part of a token or one of its own, whose span a tokenizer may
    call empty; so minicons and lm-eval count. Tokens put around the text are nobody's.
    """
    start, end = len(before.rstrip()), len(before) + len(text)
    spans = zip(encoding.offsets, encoding.special_tokens_mask, strict=True)
    return [
        index
        for index, ((left, right), added) in enumerate(spans)
        if left < end and (right > start or not start) and not added
    ]


def _closed_up(text: str) -> str:
    """Take out the spaces that decoding WordPiece puts around punctuation.

    >>> _closed_up("guinea - bissau"), _closed_up("j . r . tolkien ( writer )")
    ('guinea-bissau', 'j. r. tolkien (writer)')
    """
    joined = re.sub(r"\s*([-–'’/])\s*", r"\1", text)
    return re.sub(r"([(\[])\s+", r"\1", re.sub(r"\s+([.,:;!?)\]])", r"\1", joined)).strip()


def _beside(request: Request) -> tuple[str, str]:
    """What stands just before and after the slot, as far as it can sway the answer's tokens."""
    left = request.before[-1:]
    return ("a " if left == " " else left), request.after[:1]


def _special_ids(tokenizer: Any, vocabulary: int) -> list[int]:
    beyond = range(len(tokenizer), vocabulary)  # rows that only pad the embedding matrix
    return sorted({*(i for i in tokenizer.all_special_ids if i < vocabulary), *beyond})


def _limit(model: Any, tokenizer: Any) -> int:
    """How many tokens the model reads at most."""
    positions = getattr(model.config, "max_position_embeddings", None) or 10**9
    embeddings: Any = getattr(
        getattr(model.base_model, "embeddings", None), "position_embeddings", None
    )
    if getattr(embeddings, "padding_idx", None) is not None:  # RoBERTa counts positions from there
        positions -= embeddings.padding_idx + 1
    return int(min(positions, tokenizer.model_max_length))
