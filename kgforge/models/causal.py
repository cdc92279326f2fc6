"""``causal:FOLDER-OR-HUB-NAME``: causal language models (GPT, Llama, …) by transformers.

``ranking`` sums the log-probabilities of all tokens of the statement, ``conditional`` those of the
answer's tokens given what stands before them. ``conditional_apart`` does so, too, and tokenises
what stands before the answer, and the answer, each by itself, as Fluent-mLAMA does. The candidates
of a prompt share their common prefix, which goes through the model once (keys and values are kept).
``open`` continues the prompt by beam search, where the slot ends the statement; other prompts are
not askable. A text that is wanted goes on from its prompt (``_writer.py``).
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

import torch
from msgspec import Struct
from transformers.cache_utils import DynamicCache, DynamicLayer

from kgforge.models._family import LONGEST, Family, ranked
from kgforge.models._network import Line, Network, Row, answer_tokens
from kgforge.models._writer import Writer
from kgforge.schema import Answer, ModelOptions, Request

APART: Final = "conditional_apart"
GOES_ON: Final = True
"""Whether a text that is wanted goes on from its prompt."""


def open(rest: str, options: ModelOptions) -> "Causal":
    """The causal model in a folder or on the hub. Raises ModelError when it cannot be loaded."""
    return Causal.load(rest, options)


class Statement(Struct, frozen=True):
    """A statement as token ids, and which of them are scored."""

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    """Texts of the scored tokens."""
    places: tuple[int, ...]
    """Where the scored tokens stand; each is predicted at the place before it."""
    first: int
    """The number under which the first one's log-probability goes; the others follow."""

    @property
    def numbers(self) -> range:
        """The numbers under which the scored tokens' log-probabilities go."""
        return range(self.first, self.first + len(self.places))

    def asks(self, start: int, stop: int) -> list[tuple[int, int, int]]:
        """What is asked of places start to stop, counted from start."""
        return [
            (place - 1 - start, self.ids[place], number)
            for number, place in zip(self.numbers, self.places, strict=True)
            if start < place <= stop
        ]


class Causal(Family):
    """A causal language model behind the door ``models.Model``."""

    NAME = "causal"
    METHODS = ("open", "ranking", "conditional", APART)

    def __init__(self, address: str, network: Network, options: ModelOptions) -> None:
        super().__init__(address, network, options)
        bos = network.tokenizer.bos_token_id
        self._start: tuple[int, ...] = () if bos is None else (bos,)
        eos = network.tokenizer.eos_token_id
        self._ends: tuple[int, ...] = () if eos is None else (eos,)
        self.shares_prefix = _keeps_plainly(network)
        """Whether candidates' common prefix is computed once."""
        self._writer = Writer(network, options.max_new_tokens)

    def fill(self, requests: Sequence[Request]) -> list[Answer]:
        """See ``Family``."""
        if self.options.method == "open":
            return self._open(requests)
        if self.options.method == APART:
            return self._scored(requests, self._apart(requests))
        return self._rank(requests, conditional=self.options.method == "conditional")

    def choose(self, requests: Sequence[Request]) -> list[Answer]:
        """See ``Family``."""
        return self._rank(requests, conditional=True)

    def conventions(self) -> dict[str, str]:
        """In words, how the numbers are made."""
        shared = {
            "bos": "put before the statement, not scored"
            if self._start
            else "the tokenizer has none: the statement's first token is not scored"
        }
        if self.options.method == "open":
            return shared | {
                "beam": f"width {self.options.k}, at most {LONGEST} tokens",
                "merged_by": "mean token log-probability, the end counted in",
                "end": "newline, end of sequence, or the punctuation after the slot (a full stop "
                "where there is none)",
                "vocabulary": "all tokens but special ones",
                "writing": self._writer.convention(),
            }
        if self.options.method == APART:
            shared["boundary"] = (
                "what stands before the answer is tokenised without it, and so is it"
            )
        tokens = "all of the statement" if self.options.method == "ranking" else "the answer's"
        return shared | {"tokens": tokens, "reduction": "sum"}

    # ── Ranking ──────────────────────────────────────────────────────────────────────────────────
    def _rank(self, requests: Sequence[Request], *, conditional: bool) -> list[Answer]:
        encodings = self.encoded(requests, special=False)
        count, statements = 0, []
        for request in requests:
            own = []
            for text in request.candidates:
                encoding = next(encodings)
                answer = answer_tokens(encoding, request.before, text) if conditional else None
                own.append(self._statement(encoding, answer, count))
                count += len(own[-1].places)
            statements.append(own)
        return self._scored(requests, statements)

    def _apart(self, requests: Sequence[Request]) -> list[list["Statement"]]:
        """The statements up to the answer, which is tokenised by itself."""
        encode = self.network.encoder.encode
        count, statements = 0, []
        for request in requests:
            before = (*self._start, *encode(request.before, add_special_tokens=False).ids)
            own = []
            for text in request.candidates:
                answer = encode(text, add_special_tokens=False)
                ids = (*before, *answer.ids)
                # What stands first is predicted from nothing.
                places = tuple(range(max(1, len(before)), len(ids)))
                tokens = tuple(answer.tokens[place - len(before)] for place in places)
                own.append(Statement(ids, tokens, places, count))
                count += len(places)
            statements.append(own)
        return statements

    def _scored(
        self, requests: Sequence[Request], statements: Sequence[list["Statement"]]
    ) -> list[Answer]:
        """The answers of requests whose candidates stand in these statements."""
        values = [0.0] * sum(len(one.places) for own in statements for one in own)
        groups = defaultdict(list)
        for request, own in zip(requests, statements, strict=True):
            if own and self._readable(own):
                groups[self._common(own)].append((request, own))
        done, whole = 0, sum(map(len, groups.values()))
        for length, group in sorted(groups.items()):
            with self.network.part(done / whole, (done + len(group)) / whole):
                self._score(length, group, values)
            done += len(group)
        return [
            ranked(request, [(one.tokens, one.numbers) for one in own], values)
            if self._readable(own)
            else self.too_long()
            for request, own in zip(requests, statements, strict=True)
        ]

    def _statement(self, encoding: Any, answer: list[int] | None, first: int) -> Statement:
        """What is scored: the tokens of the *answer*, up to which it is read, or all (None)."""
        shift = len(self._start)
        ids = (*self._start, *encoding.ids)
        places = list(range(max(1, shift), len(ids)))
        if answer is not None:
            places = [place + shift for place in answer if place + shift > 0]
            ids = ids[: places[-1] + 1] if places else ids[:1]
        tokens = tuple(encoding.tokens[place - shift] for place in places)
        return Statement(ids, tokens, tuple(places), first)

    def _readable(self, statements: list[Statement]) -> bool:
        return all(len(statement.ids) <= self.network.limit for statement in statements)

    def _common(self, statements: list[Statement]) -> int:
        """How many tokens all statements begin with; 0 where sharing them saves nothing."""
        rows = {statement.ids for statement in statements}
        if len(rows) < 2 or not self.shares_prefix:
            return 0
        least = min(map(len, rows)) - 1
        one = next(iter(rows))
        same = (at for at in range(least) if len({row[at] for row in rows}) > 1)
        return next(same, min(least, len(one)))

    def _score(
        self, length: int, group: list[tuple[Request, list[Statement]]], values: list[float]
    ) -> None:
        """Score statements whose first *length* tokens are shared by all of their request."""
        if not length:
            lines = [
                Line(one.ids, one.asks(0, len(one.ids)), request.item)
                for request, own in group
                for one in own
            ]
            self.network.read_all(lines, values)
            return

        def work(batch: list[int]) -> None:
            heads, tails = [], []
            for line, (request, own) in enumerate(group[index] for index in batch):
                asks = [ask for one in own for ask in one.asks(0, length)]
                heads.append(Line(own[0].ids[:length], asks, request.item))
                for one in own:
                    rest = one.asks(length, len(one.ids))
                    if rest:
                        tails.append((line, Line(one.ids[length:], rest, request.item)))
            cache = self.network.read(heads, values, keep=True)
            self._read_tails(cache, tails, length, values)

        self.network.packed([length] * len(group), work)

    def _read_tails(
        self, cache: Any, tails: list[tuple[int, Line]], length: int, values: list[float]
    ) -> None:
        def work(batch: list[int]) -> None:
            past = _select(cache, [tails[index][0] for index in batch])
            self.network.read([tails[index][1] for index in batch], values, past=past)

        self.network.packed([length + len(line.ids) for _, line in tails], work)

    # ── Open answers ─────────────────────────────────────────────────────────────────────────────
    def _open(self, requests: Sequence[Request]) -> list[Answer]:
        return self.continued(requests, list(map(self._prompt, requests)), self._ends)

    def _prompt(self, request: Request) -> Row | Answer:
        """What is to be continued, or why it cannot be."""
        if any(character.isalnum() for character in request.after):
            return Answer(
                error="not askable: the slot is not at the end, and a causal model only continues"
            )
        ids = self._begun(request.before.rstrip())
        if not ids:
            return Answer(
                error="not askable: nothing stands before the slot, and there is no start token"
            )
        return (
            self.too_long()
            if len(ids) + LONGEST > self.network.limit
            else Row(ids, (), request.item)
        )

    def _begun(self, text: str) -> tuple[int, ...]:
        """A text as tokens that are to be continued."""
        return (*self._start, *self.network.encoder.encode(text, add_special_tokens=False).ids)

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """See ``Family``."""
        return self._writer.write([Row(self._begun(one.before), (), one.item) for one in requests])


def _select(cache: Any, lines: list[int]) -> DynamicCache:
    """A cache of the given lines of another, one for each row that goes on from them."""
    chosen = torch.tensor(lines, device=cache.layers[0].keys.device)
    return DynamicCache([(layer.keys[chosen], layer.values[chosen]) for layer in cache.layers])


def _keeps_plainly(network: Network) -> bool:
    """Whether the model's cache is keys and values alone, which can be copied line by line."""
    cache = network.read([Line((0,), [(0, 0, 0)], "")], [0.0], keep=True)
    return type(cache) is DynamicCache and all(
        type(layer) is DynamicLayer for layer in cache.layers
    )
