"""``openai:MODEL``: a model behind an OpenAI-compatible server (vLLM, llama.cpp, Ollama, …).

The server is ``--url``, else ``OPENAI_BASE_URL``, else OpenAI's own; the key is ``OPENAI_API_KEY``.
``open`` asks its chats (``--api chat``) for one answer, or lets its completions go on from the
statement (``--api completions``) as a causal model does. Where the answer is one of a few (a
letter, *true*), it is chosen by the log-probabilities of the first token, if the server tells them,
else by the text. ``ranking`` scores whole statements, by completions that echo them.

Each answer is kept in a journal as soon as it comes (``Paid``). Where a server does not answer,
the run stops, to be resumed: that is no answer of the model's.
"""

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from kgforge.calling import Caller, Refused
from kgforge.errors import ModelError
from kgforge.models import Told, silent
from kgforge.models.openai import calls, replies
from kgforge.models.openai.calls import Asking, Call
from kgforge.models.openai.choosing import choose
from kgforge.models.openai.journal import Journal
from kgforge.models.openai.replies import NoEcho, Reply, Wrong
from kgforge.models.openai.server import TOO_LONG, NoAnswer, Server
from kgforge.schema import Answer, ChatOptions, ModelOptions, Request, Spent

METHODS: Final = ("open", "ranking")
OF_A_SERVER: Final = True
"""Whether ``ModelOptions.chat`` is read."""

SCORER: Final = "1"
"""Version of how answers are asked for and read."""

_CHOSEN: Final = (
    f"by the first token that is not blank, among the {calls.TOP} likeliest; a candidate that is "
    "not among them is less likely than they; where the server tells none, or no candidate is "
    "among them: by the text"
)
_CHOSEN_BY_TEXT: Final = "by the text, which may be that it is not known"


def open(rest: str, options: ModelOptions) -> "Chat":
    """The model of that name, on the server that options or the environment name.

    Raises ModelError for an unknown method, or where the key is missing; AddressError for a URL
    that is none.
    """
    if options.method not in METHODS:
        raise ModelError(
            f"openai: models have no method {options.method!r}; available: {', '.join(METHODS)}"
        )
    if not rest:
        raise ModelError("openai: needs the name of a model, as in openai:gpt-4o-mini")
    return Chat(rest, options)


class Chat:
    """See ``models.Model`` and ``models.Paid``."""

    def __init__(self, model: str, options: ModelOptions) -> None:
        self._chat = options.chat or ChatOptions()
        self._options = options
        self._asking = Asking(model, options, self._chat)
        self._stop = threading.Event()
        self._server = Server(self._chat.url, self._chat.timeout, self._pause)
        self._journal = Journal()
        self.batch_tokens = options.batch_tokens
        self.seconds = 0.0

    # ── What it says of itself ──────────────────────────────────────────────────────────────────
    def describe(self) -> dict[str, object]:
        """See ``models.Model``; ``url`` is the server."""
        return {
            "address": f"openai:{self._asking.model}",
            "family": "openai",
            "url": self._server.shown,
            "revision": None,
            "weights": None,
            "tokenizer": None,
            "dtype": "none",
            "device": "none",
            "method": self._options.method,
            "conventions": self._conventions(),
            "versions": {},
        }

    def _conventions(self) -> dict[str, str]:
        said = {
            "scorer": SCORER,
            "temperature": "0",
            "seed": str(self._chat.seed),
            "instruction": f"the form's own, else: {calls.FILL}",
            "abstain": calls.ABSTAIN if self._chat.abstain else "not offered",
            "chosen": _CHOSEN_BY_TEXT if self._chat.abstain else _CHOSEN,
            "thoughts": "<think>…</think> at the beginning is left out",
            "api": self._chat.api,
        }
        if self._chat.api == "completions":
            said |= {"instruction": "none: the text goes on", "abstain": "not offered"}
        if self._options.method == "ranking":
            return said | {"tokens": "all that the server scores", "reduction": "sum"}
        return said | {"answers": "one, which counts at every k; a list where all are wanted"}

    def remarks(self, requests: Iterable[Request]) -> list[str]:
        """See ``models.Model``: of a model nothing is known beforehand."""
        return []

    # ── What is paid ────────────────────────────────────────────────────────────────────────────
    def keep(self, path: Path) -> None:
        """See ``models.Paid``."""
        self._journal = Journal(path)

    @property
    def spent(self) -> Spent:
        """See ``models.Paid``."""
        return self._journal.spent(self._chat.price)

    # ── Asking ──────────────────────────────────────────────────────────────────────────────────
    def answer(self, requests: Sequence[Request], told: Told = silent) -> list[Answer]:
        """See ``models.Model``. What comes before an error is kept.

        Raises ModelError for what contradicts itself, naming the item, and where the server does
        not answer.
        """
        started = time.perf_counter()
        found = [self._asking.call(request) for request in requests]
        new: dict[str, tuple[Call, Request]] = {}
        for one, request in zip(found, requests, strict=True):
            if isinstance(one, Call) and one.key not in self._journal:
                new.setdefault(one.key, (one, request))
        try:
            self._ask(new, told)
        finally:
            self.seconds += time.perf_counter() - started
        return [
            one if isinstance(one, Answer) else self._answer(request, self._journal.get(one.key))
            for one, request in zip(found, requests, strict=True)
        ]

    def _ask(self, new: Mapping[str, tuple[Call, Request]], told: Told) -> None:
        """Ask what is not known yet, so many requests at a time."""
        many = self._chat.concurrency
        self._stop.clear()
        with closing(self._server.caller(many)) as caller, ThreadPoolExecutor(many) as pool:
            waiting = {
                pool.submit(self._fetch, caller, key, call, request)
                for key, (call, request) in new.items()
            }
            try:
                self._collect(waiting, told)
            except BaseException:
                self._stop.set()  # those under way end, and are kept
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def _collect(self, waiting: set[Future[None]], told: Told) -> None:
        whole = len(waiting)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for one in done:
                one.result()
            told(1 - len(waiting) / whole)

    def _fetch(self, caller: Caller, key: str, call: Call, request: Request) -> None:
        """Ask one thing, and keep the answer."""
        if self._stop.is_set():
            return
        try:
            answer, adapted = self._server.ask(caller, call.path, call.body, call.needed)
            reply = replies.read(answer, call, adapted)
        except NoAnswer as error:
            reply = Reply(ended=str(error))
        except NoEcho as error:
            raise self._no_ranking("") from error
        except Wrong as error:
            raise ModelError(
                f"{_named(request)}: the answer of {self._server.shown} is not read, for {error}"
            ) from error
        except ModelError as error:
            refused = error.__cause__
            if call.statements and isinstance(refused, Refused) and refused.status < 429:
                raise self._no_ranking(f" ({refused})") from error
            raise ModelError(
                f"{_named(request)}: {error} (what was answered is kept: the same command goes on)"
            ) from error
        self._journal.add(key, self._hidden(reply))

    def _no_ranking(self, why: str) -> ModelError:
        return ModelError(
            f"{self._server.shown} does not give the log-probabilities of what it is sent "
            f"(completions with echo and logprobs), so that it cannot rank{why}: use --method open"
        )

    def _hidden(self, reply: Reply) -> Reply:
        """An answer in which a key that the server echoes is not told."""

        def hide(text: str) -> str:
            return self._server.hide(text).encode(errors="replace").decode()  # half a character

        return msgspec.structs.replace(
            reply,
            text=hide(reply.text),
            ended=hide(reply.ended),
            model=hide(reply.model),
            fingerprint=hide(reply.fingerprint),
            first=tuple((hide(token), value) for token, value in reply.first),
        )

    def _pause(self, seconds: float) -> None:
        """Wait before another try, unless the run has come to its end meanwhile."""
        if self._stop.wait(seconds):
            raise ModelError("stopped")

    # ── Reading ─────────────────────────────────────────────────────────────────────────────────
    def _answer(self, request: Request, reply: Reply) -> Answer:
        """What the model's answer is to a request."""
        if reply.ended == TOO_LONG:
            return Answer(error="not askable: longer than the model reads")
        if reply.scored:
            pairs = zip(request.candidates, reply.scored, strict=True)
            return Answer(
                candidates=tuple(msgspec.structs.replace(one, text=text) for text, one in pairs)
            )
        if self._asking.by_token(request) and (found := choose(reply.first, request.candidates)):
            return Answer(candidates=found)
        return Answer(text=reply.text, ended=reply.ended)


def _named(request: Request) -> str:
    role = f"{request.role}, " if request.role else ""
    return f"item {request.item} ({role}prompt {request.prompt})"
