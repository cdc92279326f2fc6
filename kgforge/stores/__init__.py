"""Graph stores: each module is one, opened by ``stores.open("name:rest")``.

A store is ``add``, ``query``, ``close`` and nothing else: what kgforge asks of a graph is a query
file, so a new store needs no more than these three.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Literal, Protocol, Self

from kgforge import plugins
from kgforge.errors import AddressError
from kgforge.patterns import Query, Row, Value
from kgforge.schema import Entry

Mode = Literal["read", "write"]


class Store(Protocol):
    """A graph that can be added to and asked."""

    language: str
    """The folder of its query files: ``sparql``, ``cypher`` or ``sql``."""
    address: str
    """Its address, without passwords."""

    def add(self, entries: Iterable[Entry]) -> int:
        """Write entries: all of them, or none when the iterable raises; the same twice is once.

        Returns how many terms had another form than the one that stores keep (terms.canonical).
        """

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """The rows of a query, each value as the header's columns say, in no certain order."""

    def close(self) -> None:
        """Release what the store holds; it cannot be used afterwards."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def open(address: str, mode: Mode = "read") -> Store:
    """The store at an address.

    Raises AddressError for an unknown name, StoreError when it cannot be reached or, to read, is
    not there.
    """
    name, rest = plugins.split(address)
    if not name:
        raise AddressError(f"{address!r} names no store: say its kind, as in oxigraph:{address}")
    store: Store = plugins.load("stores", name).open(rest, mode)
    return store
