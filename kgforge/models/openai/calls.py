"""What a server is sent for a request: which door, which texts, which parameters."""

import hashlib
import json
from typing import Final

from msgspec import Struct

from kgforge.models._ending import ending
from kgforge.schema import SLOT, Answer, ChatOptions, ModelOptions, Request

CHAT: Final = "/chat/completions"
COMPLETIONS: Final = "/completions"

FILL: Final = f"Fill in the blank marked {SLOT}. Answer with the missing name only."
FILL_ALL: Final = (
    f"Give all names that fill the blank marked {SLOT}, separated by semicolons, or none where "
    "there is none."
)
ABSTAIN: Final = "If you do not know the answer, say unknown."
TOP: Final = 20
"""So many of the likeliest first tokens are asked for where the answer is chosen."""
NAME: Final = 32
"""At most so many tokens are written where a statement goes on with a name: no model ends there."""


class Call(Struct, frozen=True):
    """One request to a server."""

    path: str
    body: dict[str, object]
    statements: tuple[str, ...] = ()
    """Those whose tokens are scored; empty: an answer is generated."""
    stop: str | None = None
    """A generated text is read up to a match of this."""
    written: bool = False
    """Whether the text is wanted with the blanks around it."""

    @property
    def key(self) -> str:
        """The SHA-256 of what is sent: what is the same is asked once."""
        text = json.dumps([self.path, self.body], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def needed(self) -> tuple[str, ...]:
        """The parameters without which the answer is of no use."""
        return ("echo", "logprobs") if self.statements else ()


class Asking(Struct, frozen=True):
    """How one model is asked."""

    model: str
    options: ModelOptions
    chat: ChatOptions

    def call(self, request: Request) -> Call | Answer:
        """The call for a request, or why there can be none."""
        if self.options.method == "ranking" and not (request.chosen or request.written):
            return self._ranking(request)
        return self._said(request) if self.chat.api == "chat" else self._continued(request)

    def instruction(self, request: Request) -> str:
        """What the model is told before a statement; empty: nothing."""
        if request.written:
            return request.instruction
        said = request.instruction or (FILL_ALL if request.several else FILL)
        return f"{said} {ABSTAIN}" if self.chat.abstain else said

    def by_token(self, request: Request) -> bool:
        """Whether the first token tells which candidate is chosen: where none may be, it does not.

        A model that may say *unknown* is read by its text.
        """
        return request.chosen and not self.chat.abstain

    def _said(self, request: Request) -> Call:
        told = self.instruction(request)
        messages = [{"role": "user", "content": _statement(request, told)}]
        if told:
            messages.insert(0, {"role": "system", "content": told})
        body = self._common() | {"messages": messages}
        if self.by_token(request):
            body |= {"logprobs": True, "top_logprobs": TOP}
        return Call(CHAT, body, written=request.written)

    def _continued(self, request: Request) -> Call | Answer:
        """A text that goes on, as a causal model's does: no instruction stands before it."""
        if any(character.isalnum() for character in request.after):
            return Answer(
                error="not askable: the slot is not at the end, and completions only continue"
            )
        before = request.before if request.written else request.before.rstrip()
        body = self._common() | {"prompt": before}
        if self.by_token(request):
            body |= {"logprobs": TOP}
        if request.written:
            return Call(COMPLETIONS, body, written=True)
        if request.several:
            return Call(COMPLETIONS, body, stop="\n")
        body["max_tokens"] = min(NAME, self.options.max_new_tokens)
        return Call(COMPLETIONS, body, stop=ending(request.after).pattern)

    def _ranking(self, request: Request) -> Call:
        texts = tuple(request.before + text + request.after for text in request.candidates)
        body = self._common() | {"prompt": list(texts), "max_tokens": 1}
        return Call(COMPLETIONS, body | {"echo": True, "logprobs": 1}, texts)

    def _common(self) -> dict[str, object]:
        return {
            "model": self.model,
            "temperature": 0,
            "seed": self.chat.seed,
            "max_tokens": self.options.max_new_tokens,
        }


def _statement(request: Request, told: str) -> str:
    """The text of a prompt, with its slot where the instruction speaks of one."""
    if request.written:
        return request.before
    if SLOT in told:
        return f"{request.before}{SLOT}{request.after}"
    return f"{request.before.rstrip()}{request.after}".strip()
