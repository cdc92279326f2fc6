"""How SPARQL endpoints are called (``kgforge.calling``), with a user and a password.

Both come from the environment: ``SPARQL_USERNAME`` and ``SPARQL_PASSWORD``.
"""

import os
from collections.abc import Generator
from typing import Final

import httpx2
from httpx2 import Request, Response

from kgforge.calling import Caller, Manners, shown
from kgforge.errors import StoreError

MANNERS: Final = Manners(
    error=StoreError,
    credentials="the user and password of SPARQL_USERNAME and SPARQL_PASSWORD",
)


class Client(Caller):
    """Sends requests to one endpoint: again while it is busy, with a password if it wants one."""

    def __init__(self) -> None:
        super().__init__(MANNERS, _Login())


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
