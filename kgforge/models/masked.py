"""``masked:FOLDER-OR-HUB-NAME``: masked language models (BERT, RoBERTa, …) by transformers.

Ranking methods are pseudo-log-likelihoods of the whole statement, each token predicted with itself
masked and, beside it,

- ``original``: nothing else (Salazar et al. 2020);
- ``within_word_l2r``, the default ``ranking``: the rest of its word to the right (Kauf & Ivanova
  2023);
- ``answer_l2r``: the rest of the answer to the right, as if the answer were one word;

or, ``mask_average``, the answer's tokens alone, all of them masked (mLAMA's typed query).

``token_average`` asks for the target alone: as many masks as it has tokens, all predicted at once,
and of each token its rank at its own mask (*Rethinking Language Models as Symbolic Knowledge
Graphs*, §4.1).
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from kgforge.errors import ModelError
from kgforge.models._family import Best, Family, finite, ranked
from kgforge.models._network import Line, Network, Row, answer_tokens
from kgforge.schema import Answer, ModelOptions, Request, Scored

OPEN: Final = ("open", "gold_length")
RANKING: Final = ("ranking", "original", "within_word_l2r", "answer_l2r", "mask_average")
LONGEST: Final = 16
"""At most so many masks are tried for an open answer, unless the target has more tokens."""


def open(rest: str, options: ModelOptions) -> "Masked":
    """The masked model in a folder or on the hub. Raises ModelError when it cannot be loaded."""
    return Masked.load(rest, options)


class Masks(Struct, frozen=True):
    """A statement with one mask in its slot, and how many masks it is asked with."""

    row: Row
    counts: range


class Beam(Struct):
    """A part-filled answer of one request: its row, and what the filled masks cost."""

    request: int
    ids: tuple[int, ...]
    places: tuple[int, ...]
    """Where the masks stand in the row."""
    filled: int = 0
    total: float = 0.0

    @property
    def answer(self) -> tuple[int, ...]:
        """The tokens at the answer's places."""
        return tuple(self.ids[place] for place in self.places)


class Masked(Family):
    """A masked language model behind the door ``models.Model``."""

    NAME = "masked"
    METHODS = (*OPEN, *RANKING, "token_average")
    CHOSEN = "all of them masked"
    UNRANKED = (*OPEN, "token_average")

    def __init__(self, address: str, network: Network, options: ModelOptions) -> None:
        super().__init__(address, network, options)
        mask = network.tokenizer.mask_token_id
        if mask is None:
            raise ModelError(f"the tokenizer of {address} has no mask token")
        self._mask: int = mask

    def fill(self, requests: Sequence[Request]) -> list[Answer]:
        """See ``Family``."""
        if self.options.method in OPEN:
            return self._open(requests)
        if self.options.method == "token_average":
            return self._by_token(requests)
        return self._rank(requests, self.options.method)

    def choose(self, requests: Sequence[Request]) -> list[Answer]:
        """See ``Family``."""
        return self._rank(requests, "mask_average")

    # ── Open answers ─────────────────────────────────────────────────────────────────────────────
    def _open(self, requests: Sequence[Request]) -> list[Answer]:
        self.network.learn(requests)
        asked = [self._masked(request) for request in requests]
        labels = [
            {self.network.piece(text, one): text for text in one.candidates} for one in requests
        ]
        best = [Best(self.options.k) for _ in requests]
        counts = [count for masks in asked if isinstance(masks, Masks) for count in masks.counts]
        done, whole = 0, sum(counts) or 1
        for count in range(1, max(counts, default=0) + 1):
            beams = [
                _widen(index, masks.row, count, self._mask)
                for index, masks in enumerate(asked)
                if isinstance(masks, Masks) and count in masks.counts
            ]
            after = done + count * len(beams)
            with self.network.part(done / whole, after / whole):
                filled = self._fill(beams, best, requests)
            done = after
            for beam in filled:
                text = labels[beam.request].get(beam.answer) or self.network.decode(beam.answer)
                best[beam.request].add(text, beam.total / count)
        return [
            masks if isinstance(masks, Answer) else Answer(top=found.ranked(request))
            for request, found, masks in zip(requests, best, asked, strict=True)
        ]

    def _masked(self, request: Request) -> "Masks | Answer":
        """Return the statement and how many masks it is asked with, or why it cannot be asked.

        That is as many as the target has tokens; an open answer is also asked with fewer, and with
        as many as the longest candidate has.
        """
        of_target = len(self.network.piece(request.target, request)) if request.target else 0
        if self.options.method == "gold_length":
            if not of_target:
                return self._without_tokens(request)
            counts = range(of_target, of_target + 1)
        else:
            of_any = min(self.network.longest(request), LONGEST)
            counts = range(1, max(of_any, of_target, 1) + 1)
        row = self._one_mask(request, max(of_target, 1))
        if row is None:
            return self.too_long()
        most = self.network.limit - len(row.ids) + 1
        return Masks(row, range(counts.start, min(counts.stop, most + 1)))

    def _without_tokens(self, request: Request) -> Answer:
        """Return the answer to a prompt whose target the tokenizer drops, or that has none."""
        return Answer(error=f"not askable: {request.target!r} has no tokens")

    def _one_mask(self, request: Request, most: int) -> Row | None:
        """The statement with a single mask in the slot; None when *most* would be too many."""
        mask = self.network.tokenizer.mask_token
        found = self.network.encoder.encode(request.before + mask + request.after)
        places = [
            place
            for place in answer_tokens(found, request.before, mask)
            if found.ids[place] == self._mask
        ]
        if len(places) != 1:
            raise ModelError(
                f"the tokenizer of {self.address} does not keep its mask token in "
                f"{request.before + mask + request.after!r}"
            )
        if len(found.ids) + most - 1 > self.network.limit:
            return None
        return Row(tuple(found.ids), tuple(places), request.item)

    def _fill(self, beams: list[Beam], best: list[Best], requests: Sequence[Request]) -> list[Beam]:
        """Fill all masks from left to right, keeping the k best of each request at every step.

        A beam is given up once no continuation of it could be among the k best answers of its
        request: log-probabilities are at most 0, so its total can only fall; no result changes.
        """
        steps = len(beams[0].places) if beams else 0
        for step in range(steps):
            rows = [
                Row(beam.ids, (beam.places[beam.filled],), requests[beam.request].item)
                for beam in beams
            ]
            grown: dict[int, list[tuple[float, int, int]]] = defaultdict(list)
            with self.network.part(step / steps, (step + 1) / steps):
                best_of_each = self.network.grow(rows, self.options.k)
            for at, found in enumerate(best_of_each):
                total = beams[at].total
                grown[beams[at].request] += [(-total - score, at, token) for score, token in found]
            parents, beams = beams, []
            for index, children in grown.items():
                least = best[index].bar() * len(parents[0].places)
                beams += [
                    _filled(parents[at], token, -cost)
                    for cost, at, token in heapq.nsmallest(self.options.k, children)
                    if -cost >= least
                ]
        return beams

    # ── The target's tokens ──────────────────────────────────────────────────────────────────────
    def _by_token(self, requests: Sequence[Request]) -> list[Answer]:
        self.network.learn(requests)
        tokens = [self.network.piece(request.target, request) for request in requests]
        asked = [
            self._hidden(request, len(own)) for request, own in zip(requests, tokens, strict=True)
        ]
        rows = [row for row in asked if isinstance(row, Row)]
        wanted = [own for own, row in zip(tokens, asked, strict=True) if isinstance(row, Row)]
        found = iter(self.network.ranks(rows, wanted))
        return [
            self._by_rank(request, own, next(found)) if isinstance(row, Row) else row
            for request, own, row in zip(requests, tokens, asked, strict=True)
        ]

    def _hidden(self, request: Request, count: int) -> Row | Answer:
        """The statement with so many masks in the slot, or why it cannot be asked."""
        if not count:
            return self._without_tokens(request)
        row = self._one_mask(request, count)
        if row is None:
            return self.too_long()
        beam = _widen(0, row, count, self._mask)
        return Row(beam.ids, beam.places, request.item)

    def _by_rank(
        self, request: Request, tokens: Sequence[int], found: Sequence[tuple[int, float]]
    ) -> Answer:
        texts = tuple(self.network.encoder.id_to_token(token) for token in tokens)
        logprobs = tuple(finite(value, request) for _, value in found)
        target = Scored(request.target, texts, logprobs)
        return Answer(candidates=(target,), ranks=tuple(rank for rank, _ in found))

    # ── Ranking ──────────────────────────────────────────────────────────────────────────────────
    def _rank(self, requests: Sequence[Request], method: str) -> list[Answer]:
        encodings = self.encoded(requests, special=True)
        asked = Asked()
        statements = [
            [self._statement(next(encodings), text, one, asked, method) for text in one.candidates]
            for one in requests
        ]
        values = [0.0] * asked.count
        self.network.read_all(asked.lines(), values)
        return [
            self.too_long() if None in found else ranked(request, filter(None, found), values)
            for request, found in zip(requests, statements, strict=True)
        ]

    def _statement(
        self, encoding: Any, text: str, request: Request, asked: "Asked", method: str
    ) -> tuple[tuple[str, ...], range] | None:
        """Note what a statement asks; its scored tokens and the numbers of their values."""
        if len(encoding.ids) > self.network.limit:
            return None
        answer = answer_tokens(encoding, request.before, text)
        first, tokens, places = asked.count, encoding.tokens, []
        for place, hidden in _plan(method, encoding, answer):
            ids = list(encoding.ids)
            for other in hidden:
                ids[other] = self._mask
            asked.add(tuple(ids), place, encoding.ids[place], request.item)
            places.append(place)
        return tuple(tokens[place] for place in places), range(first, asked.count)

    def conventions(self) -> dict[str, str]:
        """In words, how the numbers are made."""
        shared = {"special_tokens": "as the tokenizer adds them; never scored"}
        if self.options.method in OPEN:
            masks = (
                "as many as the target has tokens"
                if self.options.method == "gold_length"
                else f"1 to the longest candidate's token count, at most {LONGEST}, or to the "
                "target's where that is more"
            )
            return shared | {
                "masks": masks,
                "beam": f"left to right, width {self.options.k}",
                "merged_by": "mean token log-probability",
                "vocabulary": "all tokens but special ones",
                "text": "the candidate's label where its tokens are the same, else they are joined",
            }
        if self.options.method == "token_average":
            return shared | {
                "masks": "as many as the target has tokens, all predicted at once",
                "rank": "of each of the target's tokens at its own mask",
                "vocabulary": "all tokens; special ones come last",
            }
        if self.options.method == "mask_average":
            return shared | {
                "tokens": "the answer's",
                "hidden": "all of the answer",
                "reduction": "mean",
            }
        kind = "within_word_l2r" if self.options.method == "ranking" else self.options.method
        return shared | {"tokens": "all of the statement", "hidden": kind, "reduction": "sum"}


class Asked:
    """The predictions that are wanted, under the distinct rows that give them."""

    def __init__(self) -> None:
        self.count = 0
        self._rows: dict[tuple[int, ...], tuple[list[tuple[int, int, int]], str]] = {}

    def add(self, ids: tuple[int, ...], place: int, token: int, item: str) -> None:
        """Ask, under the next number, for the log-probability of *token* at *place* of a row."""
        self._rows.setdefault(ids, ([], item))[0].append((place, token, self.count))
        self.count += 1

    def lines(self) -> list[Line]:
        """All distinct rows."""
        return [Line(ids, asks, item) for ids, (asks, item) in self._rows.items()]


def _plan(method: str, encoding: Any, answer: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Which places of a statement are predicted, and what is hidden for each (itself included)."""
    if method == "mask_average":
        yield from ((place, answer) for place in answer)
        return
    words, special = encoding.word_ids, encoding.special_tokens_mask
    for place in (place for place, flag in enumerate(special) if not flag):
        if method == "original":
            yield place, [place]
        elif method == "answer_l2r" and place in answer:
            yield place, [other for other in answer if other >= place]
        else:
            yield (
                place,
                [place]
                + [
                    other
                    for other in range(place + 1, len(words))
                    if words[place] is not None and words[other] == words[place]
                ],
            )


def _widen(index: int, row: Row, count: int, mask: int) -> Beam:
    (place,) = row.places
    ids = (*row.ids[:place], *[mask] * count, *row.ids[place + 1 :])
    return Beam(index, ids, tuple(range(place, place + count)))


def _filled(beam: Beam, token: int, total: float) -> Beam:
    place = beam.places[beam.filled]
    ids = (*beam.ids[:place], token, *beam.ids[place + 1 :])
    return Beam(beam.request, ids, beam.places, beam.filled + 1, total)
