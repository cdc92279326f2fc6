"""HTTP as endpoints want it: requests are sent again while a server is busy, and within a limit.

User and password come from the environment: ``SPARQL_USERNAME`` and ``SPARQL_PASSWORD``.
"""

import datetime
import html
import os
import re
import socket
import threading
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx2
from httpx2 import Request, Response

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
_BLOCK: Final = 1 << 16


class Refused(Exception):  # noqa: N818
    """An answer with an HTTP status from 300 on."""

    def __init__(self, response: Response) -> None:
        super().__init__(f"HTTP {response.status_code}")
        self.status = response.status_code
        self.headers = response.headers
        self.text = beginning(response)

    def __str__(self) -> str:
        return f"HTTP {self.status}: {self.text}" if self.text else f"HTTP {self.status}"

    @property
    def moved(self) -> str:
        """Where a server says that this is now; empty where it does not."""
        return shown(self.headers.get("location", "")) if self.status < 400 else ""


class Limit:
    """A time limit for a request and the reading of its answer; None: none."""

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
    def on(self, response: Response) -> Iterator[None]:
        """Shut the connection of an answer when the time is up, whoever is reading from it.

        A time-out of a socket would begin again with each byte that comes.
        """
        if self.left is None:
            yield
            return
        line = response.extensions["network_stream"].get_extra_info("socket")
        timer = threading.Timer(self.left, _shut, (line,))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


UNLIMITED: Final = Limit(None)


class Client:
    """Sends requests to one server: again while it is busy, with a password if it wants one."""

    def __init__(self) -> None:
        self._http = httpx2.Client(auth=_Login(), headers={"User-Agent": AGENT}, timeout=None)

    @contextmanager
    def post(
        self,
        url: str,
        content: bytes | Path,
        headers: Mapping[str, str],
        limit: Limit = UNLIMITED,
    ) -> Iterator[Response]:
        """Post bytes, or a file's; gives the answer before its body has come.

        Raises Refused when it stays refused, TimeoutError when the time is up or a pause would
        outlast it, and StoreError when the server cannot be reached.
        """
        for pause in (*(2.0**number for number in range(TRIES - 1)), None):
            try:
                response = self._sent(url, content, headers, limit)
            except Refused as refused:
                wait = _pause(refused, pause, url)
            except (httpx2.RequestError, httpx2.InvalidURL) as error:
                if limit.over:
                    raise TimeoutError from error
                if pause is None or not _is_reset(error):
                    raise StoreError(f"cannot reach {shown(url)}: {_reason(error)}") from error
                wait = pause
            else:
                with closing(response):
                    yield response
                return
            if limit.left is not None and wait >= limit.left:
                raise TimeoutError
            time.sleep(wait)

    def _sent(
        self, url: str, content: bytes | Path, headers: Mapping[str, str], limit: Limit
    ) -> Response:
        if isinstance(content, Path):
            headers = {**headers, "Content-Length": str(content.stat().st_size)}
        body = _File(content) if isinstance(content, Path) else content
        request = self._http.build_request(
            "POST", url, content=body, headers=headers, timeout=limit.left
        )
        response = self._http.send(request, stream=True)
        if response.is_success:
            return response
        with closing(response):
            raise Refused(response)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


class _File:
    """The bytes of a file, as often as they are asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[bytes]:
        with self._path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                yield block


class _Login(httpx2.Auth):
    """Sends user and password once a server has asked for them, as it wants them."""

    def __init__(self) -> None:
        self._scheme: httpx2.Auth | None = None

    def auth_flow(self, request: Request) -> Generator[Request, Response]:
        """See ``httpx2.Auth``. Raises StoreError where the environment holds no user."""
        if self._scheme is None:
            response = yield request
            if response.status_code != 401:
                return
            self._scheme = _scheme(response)
        yield from self._scheme.auth_flow(request)


def _scheme(response: Response) -> httpx2.Auth:
    """Digest if a server offers it, else Basic."""
    user, password = (os.environ.get(f"SPARQL_{name}", "") for name in ("USERNAME", "PASSWORD"))
    if not user:
        raise StoreError(
            f"{shown(str(response.url))} requires a user and a password (HTTP 401): set "
            "SPARQL_USERNAME and SPARQL_PASSWORD in the environment"
        )
    offered = response.headers.get_list("www-authenticate")
    is_digest = any(challenge.lower().startswith("digest ") for challenge in offered)
    return (httpx2.DigestAuth if is_digest else httpx2.BasicAuth)(user, password)


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
        wish = f", and asks to wait {asked:g} s" if asked else ""
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


def _is_reset(error: Exception) -> bool:
    """Whether the server was there, and dropped the connection."""
    first = _first(error)
    if "without sending a response" in str(first):
        return True
    return isinstance(first, ConnectionError) and not isinstance(first, ConnectionRefusedError)


def _reason(error: Exception) -> str:
    first = _first(error)
    return getattr(first, "strerror", None) or str(first) or type(first).__name__


def _first(error: BaseException) -> BaseException:
    """The first cause of an error."""
    while cause := error.__cause__ or error.__context__:
        error = cause
    return error


def beginning(response: Response) -> str:
    """The beginning of an answer's text in one line."""
    return readable(next(response.iter_bytes(_KEPT), b""))


def readable(body: bytes) -> str:
    """The beginning of a server's text in one line, without the tags of a page."""
    text = body.decode(errors="replace")
    if "<html" in text.lower():
        text = html.unescape(re.sub(r"(?s)<(style|script|title).*?</\1>|<[^>]*>", " ", text))
    return " ".join(text.split())[:_TEXT]


def shown(url: str) -> str:
    """A URL without a user and a password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _shut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
