"""HTTP as endpoints want it: a name, a password when asked for one, patience, and an end.

What is sent is the caller's affair (``Send``); here is how often, with which headers, and for how
long. User and password come from the environment: ``SPARQL_USERNAME`` and ``SPARQL_PASSWORD``.
"""

import base64
import datetime
import html
import http.client
import io
import os
import re
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import IO, Final
from urllib.parse import urlsplit

from kgforge import __version__
from kgforge.errors import StoreError

AGENT: Final = f"kgforge/{__version__}"
TRIES: Final = 5
"""How often a server that is busy (HTTP 429, 503) or resets the connection is asked."""
LONGEST_WAIT: Final = 120.0
"""Seconds; a server that wants a longer pause is not waited for."""

_BUSY: Final = (429, 503)
_TEXT: Final = 300
_KEPT: Final = 4096

Send = Callable[[Mapping[str, str]], http.client.HTTPResponse]
"""Sends a request with these headers besides its own; raises Refused for a status from 300 on."""


class Refused(Exception):  # noqa: N818
    """An answer with an HTTP status from 300 on."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        super().__init__(f"HTTP {status}")
        self.status = status
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.text = readable(body)

    def __str__(self) -> str:
        return f"HTTP {self.status}: {self.text}" if self.text else f"HTTP {self.status}"

    @classmethod
    def of(cls, error: urllib.error.HTTPError, body: bytes | None = None) -> "Refused":
        """The same from urllib's error, whose body may have been read before."""
        with error:
            return cls(error.code, dict(error.headers), error.read(_KEPT) if body is None else body)


def readable(body: bytes) -> str:
    """The beginning of a server's text in one line, without the tags of a page."""
    text = body.decode(errors="replace")
    if "<html" in text.lower():
        text = html.unescape(re.sub(r"(?s)<(style|script|title).*?</\1>|<[^>]*>", " ", text))
    return " ".join(text.split())[:_TEXT]


class Caller:
    """Sends requests to one endpoint: again when it is busy, with a password when it wants one."""

    def __init__(self) -> None:
        self._authorise: Callable[[str], str] | None = None

    def call(self, url: str, send: Send, limit: "Limit | None" = None) -> http.client.HTTPResponse:
        """The answer to a request.

        Raises Refused when it stays refused, TimeoutError as the sending does or when a pause would
        outlast the limit, and StoreError when the server cannot be reached.
        """
        for pause in (*(2.0**number for number in range(TRIES - 1)), None):
            try:
                return self._sent(url, send)
            except Refused as refused:
                wait = _pause(refused, pause, url)
            except (OSError, http.client.HTTPException) as error:
                if _is_timeout(error):
                    raise TimeoutError from error
                if pause is None or not _is_reset(error):
                    raise StoreError(f"cannot reach {shown(url)}: {_reason(error)}") from error
                wait = pause
            if limit is not None and limit.left is not None and wait >= limit.left:
                raise TimeoutError
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")

    def _sent(self, url: str, send: Send) -> http.client.HTTPResponse:
        try:
            return send(self._headers(url))
        except Refused as refused:
            if refused.status != 401:
                raise
            self._authorise = _authorisation(refused, url)
        return send(self._headers(url))

    def _headers(self, url: str) -> dict[str, str]:
        known = {"Authorization": self._authorise(url)} if self._authorise else {}
        return {"User-Agent": AGENT, **known}

    def post(self, url: str, content: bytes | Path, media_type: str) -> None:
        """Post bytes, or a file's. Raises as ``call``."""

        def send(headers: Mapping[str, str]) -> http.client.HTTPResponse:
            with ExitStack() as opened:
                data: IO[bytes]
                if isinstance(content, Path):
                    data = opened.enter_context(content.open("rb"))
                    size = content.stat().st_size
                else:
                    data = io.BytesIO(content)
                    size = len(content)
                said = {**headers, "Content-Type": media_type, "Content-Length": str(size)}
                return answered(urllib.request.Request(url, data, said, method="POST"))

        self.call(url, send).close()


class _Unmoved(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: of a POST urllib would make a GET, without what is sent."""

    def redirect_request(self, *_: object) -> None:
        """None: the status is an error."""


_OPENER: Final = urllib.request.build_opener(_Unmoved)


def answered(request: urllib.request.Request) -> http.client.HTTPResponse:
    """The answer to a request as urllib sends it. Raises Refused for a status from 300 on."""
    try:
        found = _OPENER.open(request)
    except urllib.error.HTTPError as error:
        raise Refused.of(error) from error
    assert isinstance(found, http.client.HTTPResponse)
    return found


def _authorisation(refused: Refused, url: str) -> Callable[[str], str]:
    """What makes the header that answers a server's challenge, for a URL.

    Raises StoreError where the environment holds no user.
    """
    user, password = (os.environ.get(f"SPARQL_{name}", "") for name in ("USERNAME", "PASSWORD"))
    if not user:
        raise StoreError(
            f"{shown(url)} wants a user and a password (HTTP 401): set SPARQL_USERNAME and "
            "SPARQL_PASSWORD in the environment"
        )
    scheme, _, challenge = refused.headers.get("www-authenticate", "").partition(" ")
    if scheme.lower() != "digest":
        basic = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
        return lambda url: basic
    known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    known.add_password(None, url, user, password)
    digest = urllib.request.AbstractDigestAuthHandler(known)
    parts = urllib.request.parse_keqv_list(urllib.request.parse_http_list(challenge))

    def answer(url: str) -> str:
        request = urllib.request.Request(url, method="POST")
        return f"Digest {digest.get_authorization(request, parts)}"

    return answer


def _pause(refused: Refused, pause: float | None, url: str) -> float:
    """How long to wait before asking again; raises what was refused where that is of no use."""
    if refused.status == 401:
        raise StoreError(
            f"{shown(url)} refuses the user and password of SPARQL_USERNAME and SPARQL_PASSWORD "
            "(HTTP 401)"
        ) from refused
    if refused.status not in _BUSY or "timed out" in refused.text:
        raise refused
    asked = _retry_after(refused.headers.get("retry-after"))
    if pause is None or (asked or 0) > LONGEST_WAIT:
        wish = f", and wants to be left alone for {asked:g} s" if asked else ""
        raise StoreError(f"{shown(url)} is busy ({refused}){wish}: try again later") from refused
    return pause if asked is None else asked


def _retry_after(wish: str | None) -> float | None:
    """Seconds, of a header that gives seconds or a date; None for any other."""
    if wish is None:
        return None
    if wish.strip().isdecimal():
        return float(wish)
    with suppress(ValueError):
        until = parsedate_to_datetime(wish)
        return max(0.0, (until - datetime.datetime.now(until.tzinfo)).total_seconds())
    return None


def _is_timeout(error: BaseException) -> bool:
    return isinstance(error, TimeoutError) or isinstance(
        getattr(error, "reason", None), TimeoutError
    )


def _is_reset(error: BaseException) -> bool:
    cause = getattr(error, "reason", error)
    return isinstance(cause, ConnectionError) and not isinstance(cause, ConnectionRefusedError)


def _reason(error: BaseException) -> str:
    cause = getattr(error, "reason", error)
    return getattr(cause, "strerror", None) or str(cause) or type(cause).__name__


def shown(url: str) -> str:
    """A URL without a password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


class Body(io.RawIOBase):
    """The bytes of an answer, of which the last are kept to tell what a broken one says."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response
        self._last = b""

    @property
    def last(self) -> str:
        """The end of what has been read, in one line."""
        return readable(self._last[-_TEXT // 2 :])

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override]
        """Read what has come, at least one byte unless it has ended."""
        data = self._response.read1(len(buffer))
        if data:
            self._last = data
        buffer[: len(data)] = data
        return len(data)


class Limit:
    """A time limit under which an answer is read; None: none."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and time.monotonic() >= self._end

    @property
    def left(self) -> float | None:
        """Seconds that are left, never quite none."""
        return None if self._end is None else max(0.001, self._end - time.monotonic())

    @contextmanager
    def on(self, response: http.client.HTTPResponse) -> Iterator[None]:
        """Shut the connection of an answer when the time is up, whoever is reading from it."""
        if self.left is None:
            yield
            return
        with socket.socket(fileno=os.dup(response.fileno())) as line:
            timer = threading.Timer(self.left, _shut, (line,))
            timer.daemon = True
            timer.start()
            try:
                yield
            finally:
                timer.cancel()
                timer.join()


def _shut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
