"""A real Oxigraph server, of the package ``oxigraph``, with its graph on disk."""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.stores.servers.process import Process, ask

PROGRAM: Final = Path(sys.executable).with_name("oxigraph")


def missing() -> str | None:
    """Why this machine cannot run the server, or None."""
    return None if PROGRAM.is_file() else "the package 'oxigraph' is not installed"


class Oxigraph(Process):
    """One server; *words* are further options, or ``serve-read-only`` instead of ``serve``.

    Nobody can tell it to stop a query: *most* are the seconds after which it does of its own, if
    the query is not a product of unconnected facts.
    """

    def __init__(self, home: Path, *words: str, verb: str = "serve", most: int = 120) -> None:
        super().__init__(home)
        self._verb = verb
        self._words = ("--timeout-s", str(most), *words)

    def command(self) -> Sequence[str]:
        bind = f"127.0.0.1:{self.port}"
        place = ("--location", str(self.home / "graph"))
        return [str(PROGRAM), self._verb, *place, "--bind", bind, *self._words]

    @property
    def url(self) -> str:
        """Where it takes queries."""
        return f"{self.root}/query"

    def clear(self) -> None:
        """Begin anew without a graph: whatever was asked and goes on for ever ends as well."""
        self.kill()
        shutil.rmtree(self.home / "graph", ignore_errors=True)
        self.start()

    def dump(self) -> bytes:
        """All it holds, as N-Quads."""
        return ask(f"{self.root}/store", Accept="application/n-quads")
