"""A real Virtuoso (open source, of Debian) on free ports, with a database in a folder of its own.

It takes data at ``/sparql-graph-crud-auth`` from the user ``dba``, whose password is ``dba``.
"""

import shutil
from pathlib import Path
from typing import Final

from tests.servers.endpoints import Server, free_port

PROGRAM: Final = "virtuoso-t"
USER: Final = "dba"
PASSWORD: Final = "dba"

_SETTINGS: Final = """[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
FileExtend = 200
TempStorage = TempDatabase
[TempDatabase]
DatabaseFile = virtuoso-temp.db
TransactionFile = virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:{internal}
DisableUnixSocket = 1
NumberOfBuffers = 60000
MaxDirtyBuffers = 40000
CaseMode = 2
MaxQueryMem = 2G
SchedulerInterval = 10
[HTTPServer]
ServerPort = 127.0.0.1:{port}
ServerRoot = .
ServerThreads = 10
[SPARQL]
ResultSetMaxRows = {most}
"""


def missing() -> str | None:
    """Why this machine cannot run the server, or None."""
    return None if shutil.which(PROGRAM) else f"no {PROGRAM} on the path"


class Virtuoso(Server):
    """One server; *most* is how many rows it gives at once, 0 all."""

    def __init__(self, home: Path, *, most: int = 0) -> None:
        super().__init__(home)
        settings = _SETTINGS.format(internal=free_port(), port=self.port, most=most)
        (home / "virtuoso.ini").write_text(settings)

    @property
    def url(self) -> str:
        """Where queries go."""
        return f"{self.root}/sparql"

    def command(self) -> list[str]:
        """See ``Server``."""
        return [shutil.which(PROGRAM) or PROGRAM, "-f", "-c", "virtuoso.ini"]
