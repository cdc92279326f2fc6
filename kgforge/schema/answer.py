"""What a model is asked, what it answers, and what is scored."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType


class Top(Struct, frozen=True, gc=False):
    """One answer of a model's open list, best first."""

    text: str
    logprob: float


class Scored(Struct, frozen=True, gc=False):
    """A candidate with its tokens and their log-probabilities (float32, natural logarithm)."""

    text: str
    tokens: tuple[str, ...]
    logprobs: tuple[float, ...]


class Response(Struct, frozen=True, gc=False):
    """What a model said to one prompt."""

    item: str
    role: str
    form: str
    prompt: int
    """Which of the prompts of that role: where it repeats within an item, the numbers go on."""
    model: str
    method: str
    top: tuple[Top, ...] = ()
    candidates: tuple[Scored, ...] = ()
    text: str = ""
    error: str = ""
    ranks: tuple[int, ...] = ()
    """``token_average`` alone: of each token of the target the rank at its own mask, 1 the most
    likely; the tokens and their log-probabilities are those of the one candidate."""
    ended: str | UnsetType = UNSET
    """How the text of a server ended, where not of its own accord: ``length`` (cut at
    ``max_new_tokens``), ``content_filter``, ``refusal``, ``empty``, or what the server calls it."""


class Score(Struct, frozen=True, gc=False):
    """One figure, with what it was made from. Undefined (0/0) is None."""

    pattern: str
    group: str | None
    metric: str
    k: int | None
    by: dict[str, str]
    numerator: float
    denominator: float
    value: float | None
    low: float | None
    high: float | None
    items: int
    note: str = ""
    p: float | UnsetType = UNSET
    """Of a comparison: how likely so great a difference is by chance (two-sided); absent where
    nothing was tested."""


class ChatOptions(Struct, frozen=True):
    """How a server of models is to be asked."""

    url: str | None = None
    """The base of its addresses, up to ``/v1``; None: ``OPENAI_BASE_URL``, else OpenAI's own."""
    api: Literal["chat", "completions"] = "chat"
    """Which of its two doors open answers come from."""
    abstain: bool = False
    """Whether it is told that it may say *unknown*."""
    concurrency: Annotated[int, Meta(gt=0)] = 4
    """How many requests are under way at once."""
    timeout: Annotated[float, Meta(gt=0)] = 120.0
    """Seconds for one answer, each try anew."""
    price: tuple[float, float] | None = None
    """Of a million tokens that are read, and of a million that are written."""
    seed: int = 0
    """Sent with every request, though a server need not heed it."""


class ModelOptions(Struct, frozen=True):
    """How a model is to be asked."""

    method: str = "open"
    k: int = 5
    """How many open answers are wanted: the largest k that is scored."""
    batch_tokens: Annotated[int, Meta(gt=0)] = 8192
    device: str = "auto"
    dtype: str = "float32"
    revision: str | None = None
    max_new_tokens: Annotated[int, Meta(gt=0)] = 256
    """How many tokens a text that is written has at most."""
    chat: ChatOptions | UnsetType = UNSET
    """For models behind a server alone."""


class Request(Struct, frozen=True):
    """One prompt as a model gets it."""

    item: str
    role: str
    fact: int
    """Which of the item's facts of that role, counted from 0."""
    prompt: int
    """As in ``Response``."""
    before: str
    """The statement up to the slot, and …"""
    after: str
    """… after it."""
    target: str
    """The mined object's label; read by ``gold_length`` and ``token_average`` alone."""
    candidates: tuple[str, ...]
    """Labels of the candidates: ranked by the ranking methods; their longest token count bounds
    the length of open answers."""
    form: str = "cloze"
    """As in ``Prompt``."""
    written: bool = False
    """Whether the answer is a text of any length, which goes on from, or answers, *before*."""
    chosen: bool = False
    """Whether the answer is one of the candidates, whatever the method: a letter, *true*."""
    several: bool = False
    """Whether all answers are wanted, or none where there is none."""
    instruction: str = ""
    """What a chat model is told before the statement; other models do not see it."""
    into: str = ""
    """Of a sentence to be translated: into which language; read by translators that have codes."""


class Answer(Struct, frozen=True):
    """A model's answer to one Request."""

    top: tuple[Top, ...] = ()
    candidates: tuple[Scored, ...] = ()
    text: str = ""
    error: str = ""
    """Why the prompt could not be asked (``not askable: the slot is not at the end``)."""
    ranks: tuple[int, ...] = ()
    """As in ``Response``."""
    ended: str = ""
    """As in ``Response``; empty: of its own accord."""
