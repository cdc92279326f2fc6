"""The engines that ``benchmarks.stores`` times: each embedded one, and each server on loopback."""

import importlib
import importlib.metadata
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from tests.stores.servers import fuseki, neo4j


class Place(Struct, frozen=True):
    """Where an engine's graph is, and where its data lies on the disk."""

    address: str
    data: Path


class Engine(Struct, frozen=True):
    """An engine that keeps its graph in a file or folder of its own."""

    name: str
    store: str
    ending: str = ""
    copied: bool = False
    """Whether kgforge copies its graph into DuckDB by itself, and asks the copy."""

    @property
    def ways(self) -> dict[str, str]:
        """The ways in which it is asked: how each is called, and what ``--engine`` is told."""
        native = {self.name: "native"}
        return native | {f"{self.name}, copied": "auto"} if self.copied else native

    @contextmanager
    def running(self, folder: Path) -> Iterator[Place]:
        """An empty graph while the body runs."""
        data = folder / f"graph{self.ending}"
        yield Place(f"{self.store}:{data}", data)

    def missing(self) -> str | None:
        """Why this machine cannot run it, or None."""
        return None


class Server(Engine, frozen=True):
    """An engine behind an address, started as the tests start it (``servers``)."""

    module: str = ""
    options: dict[str, Any] = {}

    @contextmanager
    def running(self, folder: Path) -> Iterator[Place]:
        made = getattr(self._module(), self.name.split()[0])(folder / "server", **self.options)
        with made:
            yield Place(f"{self.store}:{made.url}", folder / "server")

    def missing(self) -> str | None:
        found: str | None = self._module().missing()
        return found

    def _module(self) -> Any:
        return importlib.import_module(f"tests.stores.servers.{self.module}")


_JAVA: Final = ("-Xmx4g",)
"""How Java starts for a server that lives long; tests start one that compiles and collects less."""
_PAGES: Final = {"server.memory.pagecache.size": "2g"}
_BUFFERS: Final = 340_000
"""What Virtuoso's own settings name for a machine with 4 GB of memory."""

ALL: Final[tuple[Engine, ...]] = (
    Engine("DuckDB", "duckdb", ".db"),
    Engine("Oxigraph", "oxigraph", copied=True),
    Server("Oxigraph server", "sparql", module="oxigraph", options={"most": 3600}, copied=True),
    Server("Fuseki", "sparql", module="fuseki", options={"java": _JAVA}, copied=True),
    Server("Virtuoso", "sparql", module="virtuoso", options={"buffers": _BUFFERS}, copied=True),
    Server(
        "Neo4j", "neo4j", module="neo4j", options={"java": _JAVA, "settings": _PAGES}, copied=True
    ),
    Engine("Spark", "spark"),
)


WAYS: Final = tuple(way for engine in ALL for way in engine.ways)
"""All ways of all engines, in the order in which tables have them."""


def named(names: str) -> list[Engine]:
    """Those of these names, parted by commas, in any case; empty: all."""
    wanted = [name.strip().lower() for name in names.split(",") if name.strip()]
    known = {engine.name.lower(): engine for engine in ALL}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"no engine {unknown[0]!r}; available: {', '.join(known)}")
    return [known[name] for name in wanted] if wanted else list(ALL)


def versions() -> Iterator[str]:
    """The engines and their clients with their versions, as far as they are on this machine."""
    for package in ("duckdb", "pyoxigraph", "oxigraph", "pyspark", "neo4j"):
        yield f"{package} {importlib.metadata.version(package)}"
    yield f"Neo4j {neo4j.VERSION}"
    yield f"Fuseki {fuseki.VERSION}"
    if virtuoso := shutil.which("virtuoso-t"):
        said = subprocess.run([virtuoso, "--version"], capture_output=True, text=True, check=False)
        if found := re.search(r"Version (\d+\.\d+\.\d+)", said.stdout + said.stderr):
            yield f"Virtuoso {found[1]}"
