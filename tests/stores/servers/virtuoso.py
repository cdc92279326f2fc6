"""A real Virtuoso (Debian's package), which cuts results after 10,000 rows as public ones do."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.error import HTTPError

from tests.stores.servers.process import Process, ask, free_port

MOST: Final = 10_000
"""Rows that it gives at once, as public ones do."""
PASSWORD: Final = "dba"
GRAPHS: Final = {
    "urn:kgforge:facts": "",
    "urn:kgforge:labels": "urn:kgforge:labels",
    "urn:kgforge:sentences": "urn:kgforge:sentences",
    "urn:kgforge:ontology": "urn:kgforge:ontology",
    "urn:kgforge:sources": "urn:kgforge:sources",
}
"""Its graphs, and what they are in the graph model: facts are in the default graph."""

# Virtuoso 7.2.5 miscounts some questions when it answers with several threads (of one graph it
# counted other numbers of entities after each load): ThreadsPerQuery.
_SETTINGS: Final = """
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
TempStorage = TempDatabase
[TempDatabase]
DatabaseFile = virtuoso-temp.db
TransactionFile = virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
NumberOfBuffers = {buffers}
MaxDirtyBuffers = {dirty}
MaxQueryMem = 2G
ThreadsPerQuery = 1
CaseMode = 2
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = .
ServerThreads = 10
[SPARQL]
ResultSetMaxRows = {most}
"""


def missing() -> str | None:
    """Why this machine cannot run the server, or None."""
    absent = [name for name in ("virtuoso-t", "isql-vt") if shutil.which(name) is None]
    if absent:
        return f"no {' and no '.join(absent)} on the path (Debian: virtuoso-opensource-7)"
    return None


class Virtuoso(Process):
    """One server; its user for writing is ``dba``, whom the environment names once it is made.

    *most* is how many rows it gives at once; 0: all. *buffers* are pages of 8 KB in memory.
    """

    def __init__(self, home: Path, *, most: int = 0, buffers: int = 60_000) -> None:
        super().__init__(home)
        self._sql = free_port()
        said = _SETTINGS.format(
            sql=self._sql, http=self.port, most=most, buffers=buffers, dirty=buffers * 2 // 3
        )
        (home / "virtuoso.ini").write_text(said)
        os.environ |= {"SPARQL_USERNAME": "dba", "SPARQL_PASSWORD": PASSWORD}

    def command(self) -> Sequence[str]:
        return ["virtuoso-t", "-f", "-c", "virtuoso.ini"]

    def answers(self) -> bool:
        try:
            ask(f"{self.url}?query=ASK%7B%7D")
        except OSError:
            return False
        return True

    @property
    def url(self) -> str:
        """Where it takes queries."""
        return f"{self.root}/sparql"

    def clear(self) -> None:
        """Empty our graphs."""
        self.tell(*(f"SPARQL CLEAR GRAPH <{graph}>;" for graph in GRAPHS))

    def dump(self) -> bytes:
        """What our graphs hold, as N-Quads."""
        lines = []
        for graph, name in GRAPHS.items():
            found = self.graph(graph)
            for line in found.splitlines():
                statement = line.rstrip(b" .\t")
                lines.append(statement + (f" <{name}> .".encode() if name else b" ."))
        return b"\n".join(lines)

    def graph(self, name: str) -> bytes:
        """One graph, as N-Triples."""
        try:
            return ask(f"{self.root}/sparql-graph-crud?graph-uri={name}", Accept="text/plain")
        except HTTPError as error:
            if error.code != 404:
                raise
            return b""

    def tell(self, *statements: str) -> None:
        """Run SQL statements."""
        said = (f"EXEC={statement}" for statement in statements)
        done = subprocess.run(
            ["isql-vt", f"127.0.0.1:{self._sql}", "dba", PASSWORD, "ERRORS=STDOUT", *said],
            capture_output=True, check=False, text=True,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"virtuoso refuses: {done.stdout}{done.stderr}")

    def stop(self) -> None:
        """Stop it in order, if it runs."""
        if self._process is not None:
            subprocess.run(
                ["isql-vt", f"127.0.0.1:{self._sql}", "dba", PASSWORD, "EXEC=SHUTDOWN;"],
                capture_output=True, check=False,
            )  # fmt: skip
            self._process.wait(60)
            self._process = None
