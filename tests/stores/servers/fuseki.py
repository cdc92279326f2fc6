"""A real Apache Jena Fuseki, with its data set (TDB2) on disk."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.stores.servers.process import BRIEF, Process, ask

ROOT: Final = Path(__file__).parents[3]
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
        JAR.parent.mkdir(parents=True, exist_ok=True)
        name = f"org.apache.jena:jena-fuseki-server:{VERSION}"
        copy = ("dependency:copy", f"-Dartifact={name}", f"-DoutputDirectory={JAR.parent}")
        subprocess.run(["mvn", "-q", "-B", *copy], cwd=JAR.parent, check=True)
    return JAR


class Fuseki(Process):
    """One server with the data set ``/ds`` on disk; *words* are further options, *java* Java's."""

    def __init__(
        self,
        home: Path,
        *words: str,
        updates: bool = True,
        java: Sequence[str] = ("-Xmx3g", *BRIEF),
    ) -> None:
        super().__init__(home)
        self._java = java
        self._words = (*words, *(["--update"] if updates else []))

    def command(self) -> Sequence[str]:
        java = shutil.which("java") or "java"
        data = self.home / "data"
        data.mkdir(exist_ok=True)
        place = ("--localhost", "--port", str(self.port), "--tdb2", f"--loc={data}")
        return [java, *self._java, "-jar", str(fetch()), *place, *self._words, "/ds"]

    def answers(self) -> bool:
        try:
            ask(f"{self.url}?query=ASK%7B%7D")
        except OSError:
            return False
        return True

    @property
    def url(self) -> str:
        """The data set."""
        return f"{self.root}/ds"

    def clear(self) -> None:
        """Empty all graphs."""
        ask(f"{self.url}/update", b"CLEAR ALL", Content_Type="application/sparql-update")
        if self.dump().strip():  # TDB2 does not find decimals again that end in zeros
            self.stop()
            shutil.rmtree(self.home / "data")
            self.start()

    def dump(self) -> bytes:
        """All it holds, as N-Quads."""
        return ask(self.url, Accept="application/n-quads")
