"""A real Apache Jena Fuseki on a free port, with a data set (TDB2) in a folder of its own."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.servers.endpoints import Server

ROOT: Final = Path(__file__).parents[2]
VERSION: Final = "5.6.0"
JAR: Final = ROOT / ".servers" / f"jena-fuseki-server-{VERSION}.jar"


def missing() -> str | None:
    """Why this machine cannot run the server, or None."""
    if shutil.which("java") is None:
        return "no java on the path"
    if not JAR.is_file() and shutil.which("mvn") is None:
        return "no mvn on the path, by which to fetch the server"
    return None


def fetch() -> Path:
    """The server's jar, fetched with Maven when it is not there yet."""
    if not JAR.is_file():
        JAR.parent.mkdir(exist_ok=True)
        artifact = f"org.apache.jena:jena-fuseki-server:{VERSION}"
        copy = ("dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={JAR.parent}")
        subprocess.run(["mvn", "-q", "-B", *copy], check=True)
    return JAR


class Fuseki(Server):
    """One server with one data set, ``/ds``; more words of its command line can be given."""

    def __init__(self, home: Path, *words: str, updates: bool = True) -> None:
        super().__init__(home)
        self._words = (*words, *(["--update"] if updates else []))

    @property
    def url(self) -> str:
        """Where queries go."""
        return f"{self.root}/ds"

    def command(self) -> list[str]:
        """See ``Server``."""
        data = self.home / "data"
        data.mkdir(exist_ok=True)
        place = ("--localhost", "--port", str(self.port), "--tdb2", f"--loc={data}")
        java = shutil.which("java") or "java"
        return [java, "-Xmx3g", "-jar", str(fetch()), *place, *self._words, "/ds"]
