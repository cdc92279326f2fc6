"""A real Oxigraph server on a free port, in a folder of its own."""

import sys
from pathlib import Path

from tests.servers.endpoints import Server


def _binary() -> Path:
    """The server's program, which its package puts beside Python."""
    return Path(sys.executable).parent / "oxigraph"


def missing() -> str | None:
    """Why this machine cannot run the server, or None."""
    return None if _binary().is_file() else "no oxigraph beside Python (pip install oxigraph)"


class Oxigraph(Server):
    """One server, to which more words of its command line can be given."""

    def __init__(self, home: Path, *words: str, verb: str = "serve") -> None:
        super().__init__(home)
        self._verb = verb
        self._words = words

    @property
    def url(self) -> str:
        """Where queries go."""
        return f"{self.root}/query"

    def command(self) -> list[str]:
        """See ``Server``."""
        place = ("--location", str(self.home / "graph"), "--bind", f"127.0.0.1:{self.port}")
        return [str(_binary()), self._verb, *place, *self._words]
