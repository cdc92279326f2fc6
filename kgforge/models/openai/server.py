"""A server's doors: where they are, the key, what is refused, and what is then sent otherwise.

The key comes from the environment (``OPENAI_API_KEY``). It goes into one header; from whatever a
server says it is taken out, so that it is in no file, message or log.
"""

import json
import os
import re
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import httpx2
import msgspec
from httpx2 import Request, Response

from kgforge.calling import Caller, Malformed, Manners, Refused, readable, shown
from kgforge.errors import AddressError, ModelError

KEY: Final = "OPENAI_API_KEY"
URL: Final = "OPENAI_BASE_URL"
DEFAULT: Final = "https://api.openai.com/v1"

MANNERS: Final = Manners(
    error=ModelError,
    credentials=f"the key of {KEY}",
    again=(408, 409, 429, 500, 502, 503, 504),
    final="exceeded your current quota",
    tries=8,
)
"""The pauses are two minutes in all: limits of requests are often by the minute."""

HIDDEN: Final = "***"
_SECRET: Final = 8
"""So many characters a key has that guards something: ``EMPTY`` and ``ollama`` do not, and to take
them out of answers would change these."""
_HEADERS: Final = {"Content-Type": "application/json", "Accept": "application/json"}
_LISTED: Final = 20
"""So many of a server's models are named."""
_LAST: Final = 100

_OTHERWISE: Final[Mapping[str, tuple[object, ...]]] = {
    "top_logprobs": (5, None),
    "logprobs": (5, None),
    "seed": (None,),
    "temperature": (None,),
}
"""What may be sent otherwise where a server refuses it, step by step; None: left out."""
_LONGER: Final = "max_completion_tokens"
"""What newer models of OpenAI want instead of ``max_tokens``."""


class NoAnswer(Exception):  # noqa: N818
    """A request that a server reads and will not answer; the text says why in a word."""


TOO_LONG: Final = "too_long"
FILTERED: Final = "content_filter"


class Server:
    """One server, which several threads may ask at once."""

    def __init__(self, url: str | None, seconds: float, sleep: Callable[[float], object]) -> None:
        self.url = _base(url or os.environ.get(URL, "").strip() or DEFAULT)
        self._seconds = seconds
        self._key = _key(self.url)
        self._sleep = sleep
        self._changed: dict[str, object] = {}
        self._lock = threading.Lock()

    @property
    def shown(self) -> str:
        """The URL, as it is told."""
        return shown(self.url)

    def caller(self, connections: int) -> Caller:
        """What calls it, with so many connections, until it is closed."""
        manners = msgspec.structs.replace(
            MANNERS, hide=self.hide, sleep=self._sleep, connections=connections
        )
        return Caller(manners, _Bearer(self._key))

    def hide(self, text: str) -> str:
        """A text without the key."""
        if len(self._key) < _SECRET:
            return text
        quoted = json.dumps(self._key)[1:-1]
        for written in (self._key, quoted, quoted.replace("/", r"\/")):
            text = text.replace(written, HIDDEN)
        return text

    def ask(
        self, caller: Caller, path: str, body: Mapping[str, object], needed: Sequence[str] = ()
    ) -> tuple[Any, tuple[str, ...]]:
        """The answer to a request, and what of it was sent otherwise.

        What a server refuses is left out or changed (``_OTHERWISE``), for good, if it is not
        *needed*. Raises NoAnswer where the server will not answer this one request, and ModelError,
        with what would do, for all else.
        """
        while True:
            sent, changed = self._adapted(body)
            try:
                answer = caller.whole(
                    "POST", f"{self.url}{path}", _json(sent), _HEADERS, self._read, self._seconds
                )
            except Refused as refused:
                if reason := _barred(refused):
                    raise NoAnswer(reason) from refused
                if not self._adapts(refused, sent, needed):
                    raise self._error(refused, caller, path, str(body["model"])) from refused
            else:
                return answer, changed

    # ── What is sent otherwise ──────────────────────────────────────────────────────────────────
    def _adapted(self, body: Mapping[str, object]) -> tuple[dict[str, object], tuple[str, ...]]:
        """The body as the server takes it, and how it differs."""
        with self._lock:
            changed = {name: self._changed[name] for name in self._changed if name in body}
        sent: dict[str, object] = {}
        for name, value in body.items():
            if name not in changed:
                sent[name] = value
            elif name == "max_tokens":
                sent[_LONGER] = value
            elif changed[name] is not None:
                sent[name] = changed[name]
        if "logprobs" not in sent:
            sent.pop("top_logprobs", None)
        return sent, tuple(sorted(_said(name, value) for name, value in changed.items()))

    def _adapts(self, refused: Refused, sent: Mapping[str, object], needed: Sequence[str]) -> bool:
        """Whether there is another way to send what was refused, which is then gone."""
        if refused.status not in (400, 422):
            return False
        if "max_tokens" in sent and _LONGER in refused.text:
            return self._change("max_tokens", _LONGER)
        for name, ways in _OTHERWISE.items():
            named = re.search(rf"(?<!\w){name}(?!\w)", refused.text)
            if name in sent and name not in needed and named:
                if sent[name] is True:  # of the chat door: logprobs itself has no figure
                    return self._change(name, None)
                at = next((i for i, way in enumerate(ways) if way == sent[name]), -1)
                return self._change(name, ways[at + 1])
        return False

    def _change(self, name: str, value: object) -> bool:
        with self._lock:
            self._changed[name] = value
        return True

    # ── What comes back ─────────────────────────────────────────────────────────────────────────
    def _read(self, response: Response, body: bytes) -> Any:
        """The answer as plain values. Raises Malformed where another try may bring one."""
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        text = self.hide(body.decode(errors="replace"))
        if kind == "text/html" or text.lstrip()[:1] == "<":
            raise ModelError(
                f"{self.shown} is no OpenAI-compatible server: it answers with {kind or 'a page'}: "
                f"{readable(text)!r}: is --url right? It usually ends in /v1"
            )
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise Malformed(
                f"the answer is cut off or malformed: it ends with {readable(text[-_LAST:])!r}"
            ) from error
        if not isinstance(found, dict):
            raise Malformed(f"the answer is no object: {readable(text)!r}")
        if fault := found.get("error"):
            self._fault(fault)
        return found

    def _fault(self, fault: object) -> None:
        """Raise what an answer says that has the status 200, and is an error all the same."""
        code = fault.get("code") if isinstance(fault, dict) else None
        said = self.hide(readable(json.dumps(fault, ensure_ascii=False)))
        if code in MANNERS.again:
            raise Malformed(f"the answer is an error: {said}")
        raise ModelError(f"{self.shown} answers with an error: {said}")

    def _error(self, refused: Refused, caller: Caller, path: str, model: str) -> ModelError:
        """What to say of a request that was refused for good."""
        if refused.moved:
            return ModelError(f"{self.shown} has moved to {refused.moved}: give that as --url")
        if refused.status == 404 or (refused.status == 400 and model in refused.text):
            models = self._models(caller)
            if models and model not in models:
                more = ", …" if len(models) > _LISTED else ""
                return ModelError(
                    f"{self.shown} has no model {model!r} ({refused}); it has: "
                    f"{', '.join(models[:_LISTED])}{more}"
                )
            if refused.status == 404 and not models:
                return ModelError(
                    f"{self.shown}{path} is not there ({refused}): is --url right? It usually "
                    "ends in /v1"
                )
        return ModelError(f"{self.shown} refuses the request: {refused}")

    def _models(self, caller: Caller) -> list[str]:
        """The names of a server's models; empty where it does not say."""
        try:
            found = caller.whole(
                "GET", f"{self.url}/models", b"", _HEADERS, self._read, self._seconds
            )
        except (Refused, ModelError):
            return []
        listed = found.get("data")
        if not isinstance(listed, list):
            return []
        return sorted(str(one["id"]) for one in listed if isinstance(one, dict) and "id" in one)


class _Bearer(httpx2.Auth):
    """Sends the key, if there is one."""

    def __init__(self, key: str) -> None:
        self._key = key

    def auth_flow(self, request: Request) -> Generator[Request, Response]:
        """See ``httpx2.Auth``. Raises ModelError where a server wants a key, and there is none."""
        if self._key:
            request.headers["Authorization"] = f"Bearer {self._key}"
        response = yield request
        if response.status_code == 401 and not self._key:
            raise ModelError(
                f"{shown(str(response.url))} requires a key (HTTP 401): set {KEY} in the "
                "environment"
            )


def _key(url: str) -> str:
    """The key of the environment. Raises ModelError for one that no header can carry."""
    key = os.environ.get(KEY, "").strip()
    if not key and url == DEFAULT:
        raise ModelError(
            f"openai: needs a key for {url}: set {KEY} in the environment, or name another server "
            f"with --url or {URL}"
        )
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ModelError(f"{KEY} has characters that no key has: set it anew")
    return key


def _base(url: str) -> str:
    """The base URL. Raises AddressError for what is none, or has what does not belong there."""
    parts = urlsplit(url)
    if "@" in url:
        raise AddressError(f"--url must not contain a user or password: set {KEY}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise AddressError(f"--url is no URL, as http://localhost:8000/v1 is: {url!r}")
    if parts.query or parts.fragment:
        raise AddressError(f"--url must end with its path, as in {shown(url).partition('?')[0]}")
    path = parts.path.rstrip("/")
    for door in ("/chat/completions", "/completions"):
        path = path.removesuffix(door)
    return parts._replace(path=path).geturl()


def _barred(refused: Refused) -> str:
    """Why a server does not answer this one request; empty for all other refusals."""
    if refused.status not in (400, 413, 422):
        return ""
    if "content_filter" in refused.text or "content_policy" in refused.text:
        return FILTERED
    return TOO_LONG if _CONTEXT.search(refused.text) else ""


_CONTEXT: Final = re.compile(r"context[_ ](?:length|size|window)", re.IGNORECASE)


def _said(name: str, value: object) -> str:
    if name == "max_tokens":
        return f"{_LONGER} for max_tokens"
    return f"without {name}" if value is None else f"{name} {value}"


def _json(body: Mapping[str, object]) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()
