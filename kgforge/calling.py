"""HTTP as servers want it: requests are sent again while a server is busy, and within a limit.

What SPARQL endpoints and servers of models have in common. What differs is said in ``Manners``: the
class of errors, and which answers are worth another try.
"""

import datetime
import html
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

import httpx2
from httpx2 import Response
from msgspec import Struct

from kgforge import __version__
from kgforge.errors import KgforgeError

AGENT: Final = f"kgforge/{__version__}"
TRIES: Final = 5
"""How often a server that is busy (HTTP 429, 503) or resets the connection is asked."""
LONGEST_WAIT: Final = 120.0
"""Seconds; a server that wants a longer pause is not waited for."""
BUSY: Final = (429, 503)
MOST: Final = 1 << 26
"""Bytes; an answer that is read as a whole has no more."""

_TEXT: Final = 300
_KEPT: Final = 4096
_BLOCK: Final = 1 << 16

T = TypeVar("T")


class Manners(Struct, frozen=True):
    """How servers of one kind are called."""

    error: type[KgforgeError]
    """What is raised for a server that cannot be reached, or stays busy."""
    credentials: str
    """What a server refuses that answers 401: *the user and password of …*."""
    again: tuple[int, ...] = BUSY
    """After which HTTP statuses it is asked again."""
    final: str = "timed out"
    """A text in such an answer by which another try is of no use."""
    tries: int = TRIES
    """How often it is asked at most."""
    first: float = 1.0
    """Seconds of the first pause; each is twice as long as the one before, up to …"""
    longest: float = LONGEST_WAIT
    """… so many seconds. Where a server wishes a longer one, it is given up."""
    hide: Callable[[str], str] = str
    """Takes what must not be shown out of a server's text."""
    sleep: Callable[[float], object] | None = None
    """How a pause is made; None: ``time.sleep``."""
    connections: int = 20
    """So many are kept open."""

    def pauses(self) -> Iterator[float | None]:
        """Seconds to wait after each try; None after the last one."""
        yield from (min(self.longest, self.first * 2.0**at) for at in range(self.tries - 1))
        yield None


class Refused(Exception):  # noqa: N818
    """An answer with an HTTP status from 300 on."""

    def __init__(self, response: Response, hide: Callable[[str], str] = str) -> None:
        super().__init__(f"HTTP {response.status_code}")
        self.status = response.status_code
        self.headers = response.headers
        self.body = hide(_begun(response).decode(errors="replace"))
        """The first bytes of the answer."""
        self.text = readable(self.body)
        self._moved = hide(shown(self.headers.get("location", "")))

    def __str__(self) -> str:
        return f"HTTP {self.status}: {self.text}" if self.text else f"HTTP {self.status}"

    @property
    def moved(self) -> str:
        """Where a server says that this is now; empty where it does not."""
        return self._moved if self.status < 400 else ""


class Malformed(Exception):  # noqa: N818
    """An answer that is not of its kind, or breaks off: another try may bring a whole one."""


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


class Caller:
    """Sends requests to one server: again while it is busy, with a password if it wants one."""

    def __init__(self, manners: Manners, auth: httpx2.Auth) -> None:
        self._manners = manners
        self._http = httpx2.Client(
            auth=auth,
            headers={"User-Agent": AGENT},
            timeout=None,
            limits=httpx2.Limits(max_keepalive_connections=manners.connections),
        )

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
        outlast it, and the error of the manners when the server cannot be reached.
        """
        response = self._tried(url, lambda: self._sent("POST", url, content, headers, limit), limit)
        with closing(response):
            yield response

    @contextmanager
    def get(self, url: str, headers: Mapping[str, str]) -> Iterator[Response]:
        """Get an answer, before its body has come. Raises as ``post``."""
        sent = partial(self._sent, "GET", url, b"", headers, UNLIMITED)
        with closing(self._tried(url, sent, UNLIMITED)) as response:
            yield response

    def whole(
        self,
        method: str,
        url: str,
        content: bytes,
        headers: Mapping[str, str],
        read: Callable[[Response, bytes], T],
        seconds: float | None = None,
    ) -> T:
        """What *read* makes of a whole answer, which may take so many seconds, each try anew.

        An answer that breaks off, that comes too late or that *read* calls Malformed is asked for
        again. Raises Refused when it stays refused, and the error of the manners for all else.
        """

        def once() -> T:
            limit = Limit(seconds)
            try:
                response = self._sent(method, url, content, headers, limit)
                with closing(response), limit.on(response):
                    return read(response, self._body(response, url))
            except (httpx2.HTTPError, OSError) as error:
                if limit.over:
                    raise Malformed(f"no answer within {seconds:g} s (--timeout)") from error
                raise

        return self._tried(url, once, UNLIMITED)

    def _body(self, response: Response, url: str) -> bytes:
        """The whole of an answer, where it is not beyond all measure."""
        parts, size = [], 0
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if size > MOST:
                raise self._manners.error(
                    f"{shown(url)} answers with more than {MOST >> 20} MB: it is not read"
                )
        return b"".join(parts)

    def _tried(self, url: str, once: Callable[[], T], limit: Limit) -> T:
        """What one try gives, which is made as often as the manners have it."""
        for pause in self._manners.pauses():
            try:
                return once()
            except Refused as refused:
                wait = self._pause(refused, pause, url)
            except Malformed as malformed:
                if pause is None:
                    raise self._manners.error(f"{shown(url)}: {malformed}") from malformed
                wait = pause
            except (httpx2.RequestError, httpx2.InvalidURL) as error:
                if limit.over:
                    raise TimeoutError from error
                if pause is None or not _is_reset(error):
                    raise self._manners.error(
                        f"cannot reach {shown(url)}: {self._manners.hide(_reason(error))}"
                    ) from error
                wait = pause
            if limit.left is not None and wait >= limit.left:
                raise TimeoutError
            (self._manners.sleep or time.sleep)(wait)
        raise AssertionError("the last try returns or raises")

    def _sent(
        self,
        method: str,
        url: str,
        content: bytes | Path,
        headers: Mapping[str, str],
        limit: Limit,
    ) -> Response:
        if isinstance(content, Path):
            headers = {**headers, "Content-Length": str(content.stat().st_size)}
        body = _File(content) if isinstance(content, Path) else content
        request = self._http.build_request(
            method, url, content=body, headers=headers, timeout=limit.left
        )
        response = self._http.send(request, stream=True)
        if response.is_success:
            return response
        with closing(response), limit.on(response):
            raise Refused(response, self._manners.hide)

    def _pause(self, refused: Refused, pause: float | None, url: str) -> float:
        """How long to wait before asking again; raises what was refused where that is no use."""
        manners = self._manners
        if refused.status == 401:
            raise manners.error(
                f"{shown(url)} refuses {manners.credentials} (HTTP 401)"
            ) from refused
        if refused.status not in manners.again or manners.final in refused.text:
            raise refused
        asked = _retry_after(refused.headers.get("retry-after"))
        if pause is None or (asked or 0) > manners.longest:
            wish = f", and asks to wait {asked:g} s" if asked else ""
            state = "is busy" if refused.status in BUSY else "fails"
            raise manners.error(
                f"{shown(url)} {state} ({refused}){wish}: try again later"
            ) from refused
        return pause if asked is None else asked

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
    if any(said in str(first) for said in _DROPPED):
        return True
    return isinstance(first, ConnectionError) and not isinstance(first, ConnectionRefusedError)


_DROPPED: Final = ("without sending a response", "without sending complete message body")


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
    return readable(_begun(response).decode(errors="replace"))


def _begun(response: Response) -> bytes:
    """The first bytes of an answer."""
    if response.is_stream_consumed:
        return response.content[:_KEPT]
    return next(response.iter_bytes(_KEPT), b"")


def readable(text: str) -> str:
    """The beginning of a server's text in one line, without the tags of a page."""
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
