"""What a server answers, read into what is kept of it; what contradicts itself is an error.

OpenAI's two doors, and what others make of them: llama.cpp's completions have the log-probabilities
of its chats.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge.models.openai.calls import Call
from kgforge.schema import Scored

ENDED: Final = ("stop", "eos", "end_turn", "eos_token", "stop_sequence")
"""What servers call an end of the model's own accord."""
CUT: Final = "length"

_SLACK: Final = 1e-3
"""By so much probabilities may exceed 1, for they are rounded."""
_THOUGHT: Final = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
"""What a model says to itself before it answers, where a server leaves it in the text."""

Top = tuple[tuple[str, float], ...]
"""The likeliest tokens at one place, with their log-probabilities."""


class Reply(Struct, frozen=True, omit_defaults=True):
    """What is kept of one answer."""

    text: str = ""
    ended: str = ""
    """As in ``schema.Response``; empty: of its own accord."""
    first: Top = ()
    """The likeliest first tokens; empty where the server does not tell them."""
    scored: tuple[Scored, ...] = ()
    """The tokens of each statement; the texts are the call's."""
    model: str = ""
    """What the server calls the model."""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    total_tokens: int | None = None
    adapted: tuple[str, ...] = ()
    """What was sent otherwise."""
    fingerprint: str = ""
    """What the server calls its state."""


class Wrong(Exception):  # noqa: N818
    """An answer that contradicts itself, or lacks what it must have."""


def read(answer: Mapping[str, Any], call: Call, adapted: tuple[str, ...]) -> Reply:
    """What is kept of an answer. Raises Wrong with the reason."""
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices:
        raise Wrong("it has no choices")
    if not all(isinstance(choice, dict) for choice in choices):
        raise Wrong("its choices are malformed")
    told = _told(answer, adapted)
    if call.statements:
        return msgspec.structs.replace(told, scored=_statements(choices, call.statements))
    text, ended = _text(choices[0], call)
    is_best = "without temperature" not in adapted
    first = _first(choices[0], is_best=is_best) if "logprobs" in call.body else ()
    return msgspec.structs.replace(told, text=text, ended=ended, first=first)


def _told(answer: Mapping[str, Any], adapted: tuple[str, ...]) -> Reply:
    """What an answer says of itself."""
    usage = answer.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    return Reply(
        model=_name(answer.get("model")),
        prompt_tokens=_count(counts, "prompt_tokens"),
        completion_tokens=_count(counts, "completion_tokens"),
        total_tokens=_count(counts, "total_tokens"),
        adapted=adapted,
        fingerprint=_name(answer.get("system_fingerprint")),
    )


def _name(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(usage: Mapping[str, object], name: str) -> int | None:
    value = usage.get(name)
    return value if isinstance(value, int) and value >= 0 else None


# ── Texts ───────────────────────────────────────────────────────────────────────────────────────
def _text(choice: Mapping[str, Any], call: Call) -> tuple[str, str]:
    """The text of a choice, and how it ended."""
    message = choice.get("message")
    said, refusal = choice.get("text"), None
    if isinstance(message, dict):
        said, refusal = message.get("content"), message.get("refusal")
    elif not isinstance(said, str):
        raise Wrong("its choice has neither a message nor a text")
    text = _joined(said)
    ended = choice.get("finish_reason") or ""
    ended = "" if ended in ENDED else str(ended)
    if isinstance(refusal, str) and refusal:
        return text or refusal, "refusal"
    if thought := _THOUGHT.match(text):
        text = text[thought.end() :]
    if call.stop is not None:
        text = text.lstrip()
        if found := re.search(call.stop, text):
            text, ended = text[: found.start()], ""
    return text if call.written else text.strip(), ended or ("" if text.strip() else "empty")


def _joined(content: object) -> str:
    """The text of a message, which may come in parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(part for part in parts if isinstance(part, str))
    raise Wrong("its text is malformed")


# ── Log-probabilities ───────────────────────────────────────────────────────────────────────────
def _first(choice: Mapping[str, Any], *, is_best: bool) -> Top:
    """The likeliest tokens at the first place that is not blank; empty where none are told.

    *is_best* says whether what was written there has to be one of them.
    """
    told = choice.get("logprobs")
    if told is None:
        return ()
    if not isinstance(told, dict):
        raise Wrong("its log-probabilities are malformed")
    places = list(_of_chat(told["content"]) if "content" in told else _of_completion(told))
    for token, top in places:
        if _HALF in token or _is_joined(token, top):
            return ()
        if not token or token.strip(_BLANKS):
            return _sound(token, top, is_best=is_best)
    if places:
        return ()
    if _joined(choice.get("text") or (choice.get("message") or {}).get("content")):
        raise Wrong("it has a text, and no tokens with their log-probabilities")
    return ()


_HALF: Final = "\ufffd"
"""A part of a character. Where a character begins with one, llama.cpp tells of its last token in
the place of the first, and joins the parts into one."""
_BLANKS: Final = " \t\n\r\u2581\u0120\u010a"
"""Blanks, also as tokenizers write them."""


def _is_joined(token: str, top: Top) -> bool:
    """Whether a token is a character that several tokens make up, whose last one *top* is of."""
    names = [name for name, _ in top]
    parts = any(_HALF in name or not name for name in names)
    return parts and len(token.encode()) > len(token) and token not in names


def _of_chat(content: object) -> Iterator[tuple[str, Top]]:
    if not isinstance(content, list):
        return
    for place in content:
        if not isinstance(place, dict) or not isinstance(place.get("token"), str):
            raise Wrong("its log-probabilities are malformed")
        yield place["token"], _pairs(place.get("top_logprobs"))


def _pairs(top: object) -> Top:
    if not isinstance(top, list) or not top:
        raise Wrong("a token lacks its top_logprobs")
    try:
        return tuple((str(one["token"]), _number(one["logprob"])) for one in top)
    except (TypeError, KeyError) as error:
        raise Wrong("its log-probabilities are malformed") from error


def _of_completion(told: Mapping[str, Any]) -> Iterator[tuple[str, Top]]:
    tokens, tops = told.get("tokens"), told.get("top_logprobs")
    if not isinstance(tokens, list) or not isinstance(tops, list) or len(tokens) != len(tops):
        raise Wrong("its log-probabilities are malformed")
    for token, top in zip(tokens, tops, strict=True):
        if not isinstance(top, dict) or not top:
            raise Wrong("a token lacks its top_logprobs")
        yield str(token), tuple((name, _number(value)) for name, value in top.items())


def _number(value: object) -> float:
    """A log-probability. Raises Wrong for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Wrong(f"a log-probability is {value!r}")
    if not math.isfinite(value) or value > _SLACK:
        raise Wrong(f"a log-probability is {value}")
    return min(0.0, float(value))


def _sound(token: str, top: Top, *, is_best: bool) -> Top:
    """The likeliest tokens, where they can be probabilities at all."""
    if is_best and token not in dict(top):
        raise Wrong(f"its first token {token!r} is not among the likeliest that it tells")
    whole = math.fsum(math.exp(value) for _, value in top)
    if whole > 1 + _SLACK:
        raise Wrong(f"the probabilities of its first tokens sum up to {whole:.3f}")
    return top


# ── Statements ──────────────────────────────────────────────────────────────────────────────────
def _statements(choices: Sequence[Mapping[str, Any]], wanted: Sequence[str]) -> tuple[Scored, ...]:
    """The tokens of each statement, without what was written behind it."""
    by_place = {str(one.get("index", place)): one for place, one in enumerate(choices)}
    if by_place.keys() != {str(place) for place in range(len(wanted))}:
        raise Wrong(f"it has {len(choices)} choices for {len(wanted)} statements")
    return tuple(_statement(by_place[str(place)], text) for place, text in enumerate(wanted))


def _statement(choice: Mapping[str, Any], statement: str) -> Scored:
    told = choice.get("logprobs")
    if not str(choice.get("text", "")).startswith(statement) or not isinstance(told, dict):
        raise NoEcho
    tokens, values = told.get("tokens"), told.get("token_logprobs")
    if not isinstance(tokens, list) or not isinstance(values, list) or len(tokens) != len(values):
        raise NoEcho
    tokens = [str(token) for token in tokens]
    if tokens and values[0] is None and not statement.startswith(tokens[0]):
        tokens, values = tokens[1:], values[1:]  # a token of the beginning, which no text has
    count = _length(tokens, statement)
    start = 1 if count and values[0] is None else 0
    if count == start:
        raise Wrong(f"no token of {statement!r} has a log-probability")
    numbers = tuple(round(_number(value), 6) + 0.0 for value in values[start:count])
    return Scored("", tuple(tokens[start:count]), numbers)


class NoEcho(Wrong):
    """The server does not give the log-probabilities of what it is sent."""


def _length(tokens: Sequence[str], statement: str) -> int:
    """How many tokens make up a statement. Raises Wrong where they do not.

    Of a character that is parted among tokens none has a text that could be compared: then all but
    the one token that was written behind the statement.
    """
    if any(_HALF in token or token.startswith("bytes:") for token in tokens):
        return len(tokens) - 1
    text = ""
    for count, token in enumerate(tokens, 1):
        text += token
        if text == statement:
            return count
        if not statement.startswith(text):
            break
    raise Wrong(f"its tokens are not those of {statement!r}")
