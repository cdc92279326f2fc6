"""What Neo4j's driver raises, as errors of ours of one line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

from msgspec import Struct
from neo4j.exceptions import DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from kgforge import patterns
from kgforge.errors import KgforgeError, PatternError, QueryTimeoutError, StoreError
from kgforge.patterns import Query

Doing = Literal["open", "write", "ask"]

_TOO_LONG: Final = (
    "a transaction took, or waited, longer than the server allows: "
    "raise db.transaction.timeout and run it again"
)
_REFUSALS: Final = {
    "Security.Unauthorized": "the server refuses the user or the password: "
    "set NEO4J_USERNAME and NEO4J_PASSWORD",
    "Security.AuthenticationRateLimit": "too many wrong passwords: "
    "wait some seconds, then set NEO4J_PASSWORD",
    "Security.Forbidden": "this user may not: give it the right, or set NEO4J_USERNAME",
    "Database.DatabaseNotFound": "the server has no database {database!r}: "
    "make it first, or name none for the user's own",
    "ReadOnly": "it is read-only: allow writing (server.databases.default_to_read_only), "
    "or name another",
    "MemoryPoolOutOfMemory": "{said}: raise this limit of the server",
    "TransactionTimedOut": _TOO_LONG,
    "LockClientStopped": _TOO_LONG,
}
"""Part of a server's code to what would help; *said* is what the server says itself."""


class Faults(Struct, frozen=True):
    """The errors of one store."""

    address: str
    database: str | None
    timeout: float | None

    @contextmanager
    def caught(self, doing: Doing, query: Query | None = None) -> Iterator[None]:
        """Turn what the driver raises into an error of ours, of one line."""
        try:
            yield
        except Neo4jError as error:
            raise self._refusal(error, doing, query) from error
        except DriverError as error:
            raise StoreError(f"cannot {doing} {self.address}: {_lost(error, doing)}") from error

    def _refusal(self, error: Neo4jError, doing: Doing, query: Query | None) -> KgforgeError:
        """The error for what the server has refused or stopped."""
        code = error.code or ""
        if query and "TransactionTimedOut" in code:
            return self._timed_out(query)
        if query and ".Statement." in code:
            return PatternError(_refused_text(error, query))
        known = next((text for part, text in _REFUSALS.items() if part in code), None)
        said = _first_line(error.message)
        text = known.format(database=self.database, said=said) if known else said
        asked = f" ({query.path.name})" if query else ""
        return StoreError(f"cannot {doing} {self.address}{asked}: {text}")

    def _timed_out(self, query: Query) -> QueryTimeoutError:
        if self.timeout is not None:
            return patterns.stopped(query, self.timeout)
        return QueryTimeoutError(
            f"{query.path}: stopped by the time limit of {self.address} (db.transaction.timeout): "
            "a longer one of yours (--timeout) goes before it"
        )


def _lost(error: DriverError, doing: Doing) -> str:
    """Why the server does not answer, from the first cause there is."""
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    said = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    if not isinstance(error, ServiceUnavailable | SessionExpired):
        return _first_line(said)
    helps = {
        "open": "is the server running there?",
        "write": "the server was lost; run the load again, and it ends with the same graph",
        "ask": "the server was lost; run it again",
    }
    return f"{_first_line(said)}: {helps[doing]}"


def _refused_text(error: Neo4jError, query: Query) -> str:
    said, place, _ = (error.message or "").partition(" (line ")
    number, _, _ = place.partition(",")
    where = f"{query.path}:{number}" if place else str(query.path)
    return f"{where}: {_first_line(said)}"


def _first_line(text: str | None) -> str:
    return (text or "no reason given").strip().partition("\n")[0].rstrip(".: ")
