"""Graph stores: each module is one, opened by ``stores.open("name:rest")``.

A store is ``add``, ``query`` and ``close``, and says a few things of itself. What kgforge asks of a
graph is a query file in SPARQL: a new store of a known query language needs no more, one of a new
language needs a compiler into it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, Protocol, runtime_checkable

from msgspec import Struct

from kgforge import plugins
from kgforge.closing import Closing
from kgforge.errors import AddressError, StoreError
from kgforge.patterns import Level, Query, Row, Sample, Value
from kgforge.schema import Aside, Entry
from kgforge.stores._addresses import address_of as address_of
from kgforge.stores._addresses import said_of as said_of


class Access(Struct, frozen=True):
    """How a store is to be opened."""

    mode: Literal["read", "write"] = "read"
    """To read, it must be there, and other processes may read it; to write, it may be new."""
    timeout: float | None = None
    """Seconds that one query may take; None: no limit."""
    update_url: str | None = None
    """Where an endpoint takes updates (``sparql:``), where that cannot be found out."""

    def must_write(self, address: str) -> None:
        """Raise StoreError unless the store at the address is opened to write."""
        if self.mode != "write":
            raise StoreError(f"{address} was opened for reading: open it for writing")


READ: Final = Access("read")
WRITE: Final = Access("write")


class Store(Closing, Protocol):
    """A graph that can be added to and asked. As a context it is closed at the end."""

    language: str
    """The folder of its query files: ``sparql``, ``cypher`` or ``sql``."""
    address: str
    """Its address, without passwords."""
    foreign: bool
    """Whether it is someone else's endpoint: too large to be read whole, so without a hash; its
    labels stand among its facts."""
    portions: int | None
    """Into how many queries a large question is best parted; None: one for each value of the
    parameter that the header names under ``parts``."""
    batch: int = 1000
    """How many entities, questions or facts go into one query: each costs an engine that reads
    whole columns as much again."""

    def add(self, entries: Iterable[Entry]) -> int:
        """Write entries: all of them, or none when the iterable raises; the same twice is once.

        Returns how many terms had another form than the one that stores keep (terms.canonical).
        """

    def query(self, query: Query, parameters: Mapping[str, Value]) -> Iterator[Row]:
        """The rows of a query, each value as the header's columns say, in no certain order.

        Rows come while the engine works. Raises PatternError for a text that the engine refuses and
        for a value that is not of its column's type, StoreError when asking breaks off, and
        QueryTimeoutError when the access's time limit runs out; the engine's work is stopped then,
        where an engine can be stopped at all.
        """


class Taken(Struct, frozen=True):
    """What a store took of a file of N-Triples by itself."""

    triples: int
    """How many statements it took, repetitions counted."""
    rest: Path
    """A file of the lines that it left over, in their order, until the next one is taken."""


@runtime_checkable
class LineStore(Protocol):
    """A store that reads N-Triples by itself, many times faster than through Python."""

    def take(self, path: Path, aside: Aside) -> Taken:
        """Take those lines of an N-Triples file that are beyond doubt into the running load.

        To be called while ``add`` iterates. What is left over is to be read by the loader, as is
        what stands *aside*: then graph and counts are those of reading all so.
        """


@runtime_checkable
class BulkStore(Store, Protocol):
    """A store slower than a columnar engine, whose facts can be exported in bulk."""

    def version(self) -> str:
        """What changes with everything that is written into the graph, by whatever program.

        Empty where nothing tells; then a copy of the graph serves once. Asked for right after
        ``write_facts``, it may be of the facts that were written then, which are not read again.
        """

    def write_facts(self, file: Path) -> bool:
        """Write all facts into a file of N-Triples; whether this engine can.

        Terms stand as the engine writes them. It runs in a thread of its own, while the store is
        asked in another.
        """


@runtime_checkable
class NamingStore(Store, Protocol):
    """A store that tells the columns of a query that has no header."""

    def names(self, query: Query) -> tuple[str, ...]:
        """Return the names of the columns. Raises PatternError as ``query`` does."""


@runtime_checkable
class TunedStore(Store, Protocol):
    """A store whose engine is given memory and cores when it is first asked."""

    def settings(self) -> str:
        """Return what the engine was given, in words; empty where it was not asked."""


@runtime_checkable
class GuardedStore(Store, Protocol):
    """A store whose server may hold what kgforge did not write, and cannot read."""

    def refuse_strange(self) -> None:
        """Raise StoreError where it holds no graph of kgforge, but something else."""


@runtime_checkable
class DrawingStore(Store, Protocol):
    """A store that counts the groups of a query's rows by itself, and draws rows by their rank.

    Mining gives the same bytes with a store that does not: it reads each row then, and ranks it in
    Python, which takes many times longer.
    """

    def draws(self, query: Query, sample: Sample) -> bool:
        """Whether the store can count the groups of this query, and draw this level of its rows."""

    def counting(self, query: Query, *, matches: bool) -> Query:
        """A query for the groups of a query's rows.

        It returns the columns of a group (``Header.group_columns``), how many rows there are, how
        many matches (rows that are first of the two that say the same), and how many misfits (rows
        with a value that is not of its column's type). Without *matches*, rows count as matches.
        """

    def drawn(
        self,
        query: Query,
        level: Level,
        values: Mapping[str, Value],
        groups: Sequence[tuple[str, ...]] | None = None,
        unnamed: tuple[str, ...] = (),
    ) -> Iterator[Row]:
        """The rows that a level draws from *groups*, each given by its columns; None: from all.

        No row in which the subject or object of a role is one of *unnamed*.
        """


def open(address: str, access: Access = READ) -> Store:
    """The store at an address.

    Raises AddressError for an unknown name, MissingDriverError for an absent package, StoreError
    when it cannot be reached or, to read, is not there.
    """
    name, rest = plugins.split(address)
    if name not in plugins.names("stores") or rest.startswith("//"):
        raise _unnamed(address, access)
    try:
        store: Store = plugins.load("stores", name).open(rest, access)
    except StoreError as error:
        other = address_of(rest)
        if other and other != address:
            raise StoreError(f"{error}; there is a graph: {other}") from error
        raise
    return store


def _unnamed(address: str, access: Access) -> AddressError:
    """Return the error for an address without a kind of store, with the address that would do."""
    if graph := address_of(address):
        return AddressError(f"{address!r} has no kind of store: its graph is {graph}")
    if what := said_of(address):
        return AddressError(what)
    name, _ = plugins.split(address)
    known = ", ".join(plugins.names("stores"))
    if name:
        return AddressError(f"no {name!r} among stores; available: {known}")
    path = Path(address)
    if access.mode == "read" and not path.exists():
        return AddressError(f"{address!r} has no kind of store, and nothing is there: {known}")
    example = "duckdb" if path.suffix in {".db", ".duckdb"} else "oxigraph"
    return AddressError(
        f"{address!r} has no kind of store: write it first, as in {example}:{address}; "
        f"available: {known}"
    )
