"""``causal:FOLDER-OR-HUB-NAME``: causal language models (GPT, Llama, …) by transformers.

``ranking`` sums the log-probabilities of all tokens of the statement, ``conditional`` those of the
answer's tokens given what stands before them. The candidates of a prompt share their common prefix,
which goes through the model once (keys and values are kept). ``open`` continues the prompt by beam
search, where the slot ends the statement; other prompts are not askable.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

import torch
from msgspec import Struct
from transformers.cache_utils import DynamicCache, DynamicLayer

from kgforge.families import Best, Family, ranked
from kgforge.schema import Answer, ModelOptions, Request
from kgforge.transformer import Line, Network, Row, answer_tokens

LONGEST: Final = 16
"""At most so many tokens are generated for an open answer."""


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


class Beam(Struct, frozen=True):
    """A part of an open answer to one request: the tokens so far and what they cost."""

    request: int
    ids: tuple[int, ...] = ()
    total: float = 0.0


class Causal(Family):
    """A causal language model behind the door ``models.Model``."""

    NAME = "causal"
    METHODS = ("open", "ranking", "conditional")

    def __init__(self, address: str, network: Network, options: ModelOptions) -> None:
        super().__init__(address, network, options)
        bos = network.tokenizer.bos_token_id
        self._start: tuple[int, ...] = () if bos is None else (bos,)
        self.shares_prefix = _keeps_plainly(network)
        """Whether candidates' common prefix is computed once."""

    def answer(self, requests: Sequence[Request]) -> list[Answer]:
        """One answer per request. Raises ModelError for NaN or infinity, naming the item."""
        return self._open(requests) if self.options.method == "open" else self._rank(requests)

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
            }
        tokens = "the answer's" if self.options.method == "conditional" else "all of the statement"
        return shared | {"tokens": tokens, "reduction": "sum"}

    # ── Ranking ──────────────────────────────────────────────────────────────────────────────────
    def _rank(self, requests: Sequence[Request]) -> list[Answer]:
        encodings = self.encoded(requests, special=False)
        count, statements = 0, []
        for request in requests:
            own = []
            for text in request.candidates:
                own.append(self._statement(next(encodings), text, request, count))
                count += len(own[-1].places)
            statements.append(own)
        values = [0.0] * count
        groups = defaultdict(list)
        for request, own in zip(requests, statements, strict=True):
            if own and self._readable(own):
                groups[self._common(own)].append((request, own))
        for length, group in sorted(groups.items()):
            self._score(length, group, values)
        return [
            ranked(request, [(one.tokens, one.numbers) for one in own], values)
            if self._readable(own)
            else self.too_long()
            for request, own in zip(requests, statements, strict=True)
        ]

    def _statement(self, encoding: Any, text: str, request: Request, first: int) -> Statement:
        start, shift = len(request.before), len(self._start)
        ids = (*self._start, *encoding.ids)
        places = list(range(max(1, shift), len(ids)))
        if self.options.method == "conditional":
            own = answer_tokens(encoding.offsets, start, start + len(text))
            places = [place + shift for place in own if place + shift > 0]
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
        self.network.learn(requests)
        asked = [self._prompt(request) for request in requests]
        limits = [min(self.network.longest(request) + 2, LONGEST) for request in requests]
        best = [Best(self.options.k) for _ in requests]
        beams = [Beam(index) for index, prompt in enumerate(asked) if not isinstance(prompt, str)]
        while beams:
            grown = self._grow(beams, asked, requests)
            beams = []
            for index, children in sorted(grown.items()):
                going = self._settle(children, requests[index], limits[index], best[index])
                bar = best[index].bar()
                beams += [beam for beam in going if beam.total / limits[index] >= bar]
        return [
            Answer(error=prompt) if isinstance(prompt, str) else Answer(top=found.ranked(request))
            for request, prompt, found in zip(requests, asked, best, strict=True)
        ]

    def _prompt(self, request: Request) -> tuple[int, ...] | str:
        """The tokens that are to be continued, or why they cannot be."""
        if any(character.isalnum() for character in request.after):
            return "not askable: the slot is not at the end, and a causal model only continues"
        text = request.before.rstrip()
        ids = (*self._start, *self.network.encoder.encode(text, add_special_tokens=False).ids)
        if not ids:
            return "not askable: nothing stands before the slot, and the model has no start token"
        if len(ids) + LONGEST > self.network.limit:
            return self.too_long().error
        return ids

    def _grow(
        self,
        beams: list[Beam],
        asked: Sequence[tuple[int, ...] | str],
        requests: Sequence[Request],
    ) -> dict[int, list[Beam]]:
        rows = []
        for beam in beams:
            ids = (*asked[beam.request], *beam.ids)
            rows.append(Row(ids, (len(ids) - 1,), requests[beam.request].item))
        end = self.network.tokenizer.eos_token_id
        grown: dict[int, list[Beam]] = defaultdict(list)
        for beam, found in zip(
            beams, self.network.grow(rows, self.options.k, end=end), strict=True
        ):
            grown[beam.request] += [
                Beam(beam.request, (*beam.ids, token), beam.total + score) for score, token in found
            ]
        return grown

    def _settle(self, children: list[Beam], request: Request, limit: int, best: Best) -> list[Beam]:
        """Put ended answers among the best; of the k best children, those that go on."""
        going = []
        for beam in sorted(children, key=lambda beam: (-beam.total, beam.ids))[: self.options.k]:
            end = self.network.tokenizer.eos_token_id
            said = self.network.tokenizer.decode([one for one in beam.ids if one != end])
            found = _ending(request.after).search(said.lstrip())
            if found or beam.ids[-1] == end or len(beam.ids) == limit:
                text = said.lstrip()[: found.start()] if found else said
                best.add(text.strip(), beam.total / len(beam.ids))
            else:
                going.append(beam)
        return going


def _ending(after: str) -> re.Pattern[str]:
    """Where an answer ends: a newline, or the punctuation that follows the slot.

    A full stop after a single letter belongs to a name.

    >>> _ending(".").search("J. Doe. He").start()
    6
    """
    mark = after.strip()[:1] or "."
    return re.compile(rf"\n|(?<!\b\w){re.escape(mark)}(?=\s|$)")


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
