"""A copy of a graph in DuckDB, asked in place of a slower engine: made once, then kept.

What a graph held when it was copied is known by its store's version (``stores.BulkStore``), which
changes with every write, whoever writes. So a copy that is found is never one of an earlier state.
Copies lie in one folder (``caches``).
"""

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import util
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from kgforge import __version__, caches, locks, plugins, stores, temporaries, terms
from kgforge.errors import KgforgeError, MissingDriverError, OutputError, StoreError
from kgforge.graph import copying, lookups
from kgforge.patterns import Pattern, fits
from kgforge.stores import Access, BulkStore, Store

Engine = Literal["auto", "native", "duckdb"]
"""What is asked: a copy where that is faster, the store itself, or a copy in any case."""

LEAST: Final = 5_000
"""Facts from which on a graph is copied by itself.

``python -m benchmarks.snapshot``, in seconds of processor time in Oxigraph and by a new copy: all
patterns 2.0 and 2.3 with 890 facts, 2.4 and 2.3 with 1,798, 3.7 and 2.6 with 3,626, 11.0 and 3.4
with 18,435; symmetry alone 1.3 and 1.5 with 3,626, 2.2 and 1.9 with 18,435.
"""
MOST: Final = 8 << 30
"""Bytes of all copies that are kept. When there are more, the ones longest unused are removed."""

_LANGUAGE: Final = "sql"
_ENDING: Final = ".duckdb"
_AGAIN: Final = 0.2
"""Seconds after which is looked whether another process has made the copy."""


class How(Struct, frozen=True):
    """What was asked, as summaries say it."""

    engine: Literal["native", "duckdb"]
    copied: float | None = None
    """Seconds that copying took; None: nothing was copied, or that was done before."""
    why: str = ""
    """Why the store itself was asked, where that is worth a word."""
    native: tuple[str, ...] = ()
    """The patterns that were asked of the store itself, beside a copy."""

    @property
    def words(self) -> str:
        """The same for a person; empty where nothing is worth a word."""
        if self.engine == "native":
            return f"asked the store itself: {self.why}" if self.why else ""
        made = "found" if self.copied is None else f"made in {self.copied:.1f} s"
        but = f"; cannot be put into SQL, asked of the store itself: {', '.join(self.native)}"
        return f"asked a DuckDB copy of the graph, {made}{but if self.native else ''}"


NATIVE: Final = How("native")
"""The store itself, as a matter of course."""


def silent(told: object) -> None:
    """Tell nobody."""


class Watch(Struct, frozen=True):
    """Who is told of a copy."""

    say: Callable[[str], None] = silent
    """Of what begins, and takes its time."""
    heard: Callable[[How], None] = silent
    """What is asked."""


class Asked(Struct, frozen=True):
    """A graph that is open: its store, and a copy of it where there is one."""

    native: Store
    copy: Store | None
    how: How

    @property
    def store(self) -> Store:
        """What is asked all that kgforge itself has to ask."""
        return self.copy or self.native

    def of(self, pattern: Pattern) -> Store:
        """What a pattern is asked of."""
        return self.copy if self.copy and fits(pattern, self.copy.language) else self.native


@contextmanager
def asked(
    native: Store,
    address: str,
    engine: Engine = "auto",
    *,
    timeout: float | None = None,
    patterns: Collection[Pattern] = (),
    watch: Watch = Watch(),  # noqa: B008 (frozen)
) -> Iterator[Asked]:
    """The graph at an address, which is open as *native*, to be asked for *patterns* and more.

    A copy that cannot be made is done without, unless *engine* is duckdb: then raises StoreError,
    OutputError or MissingDriverError. Raises StoreError, too, where someone else's endpoint is to
    be copied. *timeout* limits each query of the copy, and not the copying.
    """
    with ExitStack() as room:
        found = _asked(_Wanted(native, address, engine, timeout, patterns), room, watch.say)
        watch.heard(found.how)
        yield found


class _Wanted(Struct, frozen=True):
    """A graph, what is to be asked of it, and how."""

    native: Store
    address: str
    engine: Engine
    timeout: float | None
    patterns: Collection[Pattern]

    def pays(self) -> bool:
        """Whether a copy has yet to be made: it is wanted, needed, or faster."""
        language = self.native.language
        needed = any(not fits(one, language) and fits(one, _LANGUAGE) for one in self.patterns)
        return self.engine == "duckdb" or needed or lookups.counts(self.native)["facts"] >= LEAST


def _asked(wanted: _Wanted, room: ExitStack, say: Callable[[str], None]) -> Asked:
    native, patterns = wanted.native, wanted.patterns
    why = _against(wanted)
    if why is None:
        try:
            copy, seconds = _copy(wanted, room, say)
        except (StoreError, OutputError) as error:
            if wanted.engine == "duckdb":
                raise
            why = str(error)
        else:
            if copy:
                others = tuple(one.name for one in patterns if not fits(one, copy.language))
                return Asked(native, copy, How("duckdb", seconds, native=others))
    return Asked(native, None, How("native", why=why or ""))


def _against(wanted: _Wanted) -> str | None:
    """Why a store is asked itself, or an empty text; None where a copy may be asked."""
    native, engine, patterns = wanted.native, wanted.engine, wanted.patterns
    if engine == "native":
        return ""
    if native.foreign:
        if engine == "duckdb":
            raise StoreError(
                f"{native.address} is someone else's endpoint, which is not copied whole: load the "
                "part that you need (kgforge load --predicates …), or leave out --engine duckdb"
            )
        return ""
    if plugins.split(native.address)[0] == "duckdb" or (
        engine == "auto" and not isinstance(native, BulkStore)
    ):
        return ""
    if patterns and not any(fits(one, _LANGUAGE) for one in patterns):
        return f"{', '.join(one.name for one in patterns)} cannot be put into SQL"
    if util.find_spec("duckdb") is None:
        if engine == "duckdb":
            raise plugins.missing_driver(
                "--engine duckdb", ModuleNotFoundError("no duckdb", name="duckdb")
            )
        return "a copy in DuckDB would be faster: pip install duckdb"
    return None


# ── Copies ──────────────────────────────────────────────────────────────────────────────────────
def _copy(
    wanted: _Wanted, room: ExitStack, say: Callable[[str], None]
) -> tuple[Store | None, float | None]:
    """A copy, open as long as *room*, and the seconds that it took, if it was made now.

    None where none is there, and making one does not pay.
    """
    native = wanted.native
    version = native.version() if isinstance(native, BulkStore) else ""
    place = caches.folder() if version else None
    if place is None:
        if not wanted.pays():
            return None, None
        folder = room.enter_context(temporaries.Folder())
        return _new(wanted, version, folder / f"graph{_ENDING}", room, say)
    kept = place / _name(native, version)
    if found := _opened(kept, wanted, room):
        return found, None
    if not wanted.pays():
        return None, None
    with _told(), _alone(kept):
        if found := _opened(kept, wanted, room):  # another process has made it
            return found, None
        made = _new(wanted, version, kept, room, say)
    _bound(place, kept)
    return made


@contextmanager
def _told() -> Iterator[None]:
    """Say which file cannot be written, as of a folder that another user shares."""
    try:
        yield
    except KgforgeError:
        raise
    except OSError as error:
        raise OutputError(
            f"a copy of the graph cannot be written: {error.filename}: {error.strerror}"
        ) from error


def _new(
    wanted: _Wanted, version: str, file: Path, room: ExitStack, say: Callable[[str], None]
) -> tuple[Store, float]:
    """A copy in a new file, and the seconds that it took."""
    say(f"copying {wanted.native.address} into DuckDB …")
    started = time.perf_counter()
    with temporaries.Folder(file.parent) as folder:
        _made(wanted, version, folder).replace(file)
    found = _opened(file, wanted, room)
    if found is None:
        raise StoreError(f"the copy of {wanted.native.address} is gone: use --engine native")
    return found, time.perf_counter() - started


def _made(wanted: _Wanted, version: str, folder: Path) -> Path:
    """A new copy in a folder. Raises StoreError where it is not, or may not be, the same graph."""
    native = wanted.native
    file = folder / f"graph{_ENDING}"
    with ExitStack() as room:
        source = native
        if plugins.split(native.address)[1]:
            # Opened after its version was told, it is not of before; and without a time limit.
            source = room.enter_context(stores.open(wanted.address))
        copy = room.enter_context(stores.open(f"duckdb:{file}", stores.WRITE))
        copy.add(copying.whole(source, copy, folder))
        if lookups.counts(copy) != lookups.counts(source):
            raise StoreError(
                f"the copy of {native.address} has other counts than the graph, which another "
                "program has written: use --engine native"
            )
        if isinstance(source, BulkStore) and version != source.version() and version:
            raise StoreError(f"{native.address} was changed while it was copied: run this again")
    return file


def _opened(file: Path, wanted: _Wanted, room: ExitStack) -> Store | None:
    """The copy in a file, under the address of what it is one of; None where there is none."""
    try:
        found = stores.open(f"duckdb:{file}", Access(timeout=wanted.timeout))
    except MissingDriverError:
        raise
    except KgforgeError:
        return None
    caches.used(file)
    found.address = wanted.native.address
    return room.enter_context(found)


def _name(native: Store, version: str) -> str:
    """The file of a copy: by the address, and by all that its bytes depend on."""
    from duckdb import __version__ as duckdb

    whole = terms.digest(version, __version__, duckdb)[:32]
    return f"{terms.digest(_place(native.address))[:16]}-{whole}{_ENDING}"


def _place(address: str) -> str:
    """Which graph an address means, from whatever folder."""
    name, rest = plugins.split(address)
    return address if "://" in rest else f"{name}:{Path(rest).absolute()}"


# ── The folder of copies ────────────────────────────────────────────────────────────────────────
@contextmanager
def _alone(kept: Path) -> Iterator[None]:
    """Let one process at a time copy a graph, where there are locks; others wait for it."""
    with kept.with_name(f"{kept.name[:16]}.lock").open("ab") as stream:
        while locks.take(stream.fileno()) is False:
            time.sleep(_AGAIN)
        yield


def _bound(place: Path, kept: Path) -> None:
    """Remove earlier copies of the same graph and, of others, those beyond the bound."""
    for one in place.glob(f"{kept.name[:16]}-*{_ENDING}"):
        if one != kept:
            with suppress(OSError):
                one.unlink()
    caches.bound(place.glob(f"*{_ENDING}"), MOST, kept)
