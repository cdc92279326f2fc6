"""A server of models that answers as a test says, and counts what it was asked."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.stores.servers.scripted import Reply, Said, Scripted

JSON: Final = {"Content-Type": "application/json"}
MODEL: Final = "echo-1"


def reply(body: object, status: int = 200, **headers: str) -> Reply:
    """A JSON answer."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply((json.dumps(body).encode(),), status, JSON | named)


def text(said: str, **more: Any) -> dict[str, Any]:
    """The answer of a chat; *more* are fields of its choice."""
    return {
        "model": MODEL,
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": said}}
            | {"finish_reason": "stop"}
            | more
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 3, "total_tokens": 13},
    }


def tokens(*top: tuple[str, float]) -> dict[str, Any]:
    """Log-probabilities of a chat: one place, whose first token is the first."""
    every = [{"token": token, "logprob": value, "bytes": None} for token, value in top]
    return {"logprobs": {"content": [every[0] | {"top_logprobs": every}]}}


class Chatting(Scripted):
    """A server that answers each body by a function, or by what *faults* yields before."""

    def __init__(
        self,
        answer: Callable[[Mapping[str, Any]], Any],
        faults: Callable[[], Reply | None] = lambda: None,
    ) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.prompts: Counter[str] = Counter()
        """How often each user's text was sent."""
        self._lock = threading.Lock()

        def answered(said: Said) -> Reply:
            if said.path.endswith("/models"):
                return reply({"data": [{"id": MODEL}, {"id": "other"}]})
            body = json.loads(said.body)
            with self._lock:
                self.bodies.append(body)
                self.prompts[asked(body)] += 1
                fault = faults()
            if fault is not None:
                return fault
            found = answer(body)
            return found if isinstance(found, Reply) else reply(found)

        super().__init__(answered)

    @property
    def base(self) -> str:
        """The base of its addresses."""
        return self.url.replace("/query", "/v1")


def asked(body: Mapping[str, Any]) -> str:
    """What a body asks: the user's text, or the prompt."""
    return str(body["messages"][-1]["content"] if "messages" in body else body["prompt"])
