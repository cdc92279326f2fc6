"""An HTTP server that answers as a test says, where no real server can be made to misbehave."""

import json
import threading
import time
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct, field

JSON: Final = {"Content-Type": "application/sparql-results+json"}


class Said(Struct, frozen=True):
    """One request."""

    path: str
    headers: dict[str, str]
    form: dict[str, str]
    port: int
    """The other end of its connection."""
    body: bytes = b""

    @property
    def query(self) -> str:
        """The SPARQL text."""
        return self.form.get("query", "")


class Reply(Struct, frozen=True):
    """One answer: its body is sent piece by piece, with a pause before each but the first."""

    body: tuple[bytes, ...] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=JSON.copy)
    length: int | None = None
    """The Content-Length that it claims; None: the true one."""
    pause: float = 0
    dropped: bool = False
    """Whether the connection is closed without an answer."""


def boolean(value: bool) -> Reply:
    """The answer to an ASK query."""
    return Reply((json.dumps({"head": {}, "boolean": value}).encode(),))


def facts(number: int) -> bytes:
    """The answer to the lookup of facts, with so many."""
    names = [{"s": _iri(f"s{n}"), "p": _iri("p"), "o": _iri(f"o{n}")} for n in range(number)]
    found = {"head": {"vars": ["s", "p", "o"]}, "results": {"bindings": names}}
    return json.dumps(found).encode()


def _iri(name: str) -> dict[str, str]:
    return {"type": "uri", "value": f"http://example.org/{name}"}


class Scripted:
    """A server whose every request is told, and answered by a function."""

    def __init__(self, answer: Callable[[Said], Reply]) -> None:
        self.asked: list[Said] = []
        self.times: list[float] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self, answer))
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,))

    @classmethod
    def ours(cls, *replies: Reply) -> Self:
        """An endpoint that is ours, and gives these answers to SELECT, the last for ever."""
        waiting = list(replies)

        def answer(said: Said) -> Reply:
            if "ASK" in said.query:
                return boolean(True)
            return waiting.pop(0) if len(waiting) > 1 else waiting[0]

        return cls(answer)

    @property
    def url(self) -> str:
        """Where it takes queries."""
        return f"http://127.0.0.1:{self._http.server_port}/query"

    @property
    def selects(self) -> list[Said]:
        """The requests that were no ASK query."""
        return [said for said in self.asked if "ASK" not in said.query]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


def _handler(server: Scripted, answer: Callable[[Said], Reply]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # connections are kept

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            is_form = "urlencoded" in self.headers.get("Content-Type", "")
            form = dict(parse_qsl(body.decode())) if is_form else {}
            path, port = urlsplit(self.path).path, self.client_address[1]
            said = Said(path, dict(self.headers), form, port, body)
            server.times.append(time.monotonic())
            server.asked.append(said)
            self._reply(answer(said))

        do_GET = do_POST  # noqa: N815

        def _reply(self, reply: Reply) -> None:
            if reply.dropped:
                self.close_connection = True
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            length = sum(map(len, reply.body)) if reply.length is None else reply.length
            self.close_connection = reply.length is not None
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self._send(reply.body, reply.pause)

        def _send(self, pieces: Iterable[bytes], pause: float) -> None:
            for number, piece in enumerate(pieces):
                time.sleep(pause if number else 0)
                try:
                    self.wfile.write(piece)
                except ConnectionError:  # the other side has had enough
                    return

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler
