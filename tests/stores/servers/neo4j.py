"""A real Neo4j (community) on a free port, in a folder of its own."""

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from neo4j import GraphDatabase

from tests.stores.servers.process import BRIEF

ROOT: Final = Path(__file__).parents[3]
VERSION: Final = "5.26.30"
LIBRARY: Final = ROOT / ".servers" / f"neo4j-{VERSION}"
PASSWORD: Final = "not-a-real-secret"
SHARED: Final = {
    "password": PASSWORD,
    "settings": {
        "dbms.security.auth_max_failed_attempts": "5",
        "dbms.security.auth_lock_time": "2s",
    },
}
"""How the server that all tests share is made."""
ENVIRONMENT: Final = {"NEO4J_PASSWORD": PASSWORD}
"""By which every client of the tests finds the password."""
PATIENCE: Final = 120
"""Seconds that a start may take."""

_POM: Final = """<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>kgforge</groupId><artifactId>neo4j</artifactId><version>1</version>
<dependencies>
<dependency><groupId>org.neo4j.app</groupId><artifactId>neo4j-server</artifactId>
<version>{version}</version></dependency>
<dependency><groupId>org.neo4j</groupId><artifactId>neo4j</artifactId>
<version>{version}</version></dependency>
</dependencies></project>
"""
_SETTINGS: Final = {
    "server.http.enabled": "false",
    "server.https.enabled": "false",
    "server.memory.pagecache.size": "256m",
    "dbms.usage_report.enabled": "false",
}


def missing() -> str | None:
    """Why this machine cannot run the server, or None."""
    if shutil.which("java") is None:
        return "no java on the path"
    if not LIBRARY.is_dir() and shutil.which("mvn") is None:
        return "no mvn on the path, by which to fetch the server"
    return None


def fetch() -> Path:
    """The folder of the server's jars, fetched with Maven when it is not there yet."""
    if not LIBRARY.is_dir():
        temporary = LIBRARY.with_suffix(".part")
        temporary.mkdir(parents=True, exist_ok=True)
        (temporary / "pom.xml").write_text(_POM.format(version=VERSION))
        copy = ("dependency:copy-dependencies", f"-DoutputDirectory={temporary / 'lib'}")
        subprocess.run(["mvn", "-q", "-B", *copy], cwd=temporary, check=True)
        (temporary / "lib").rename(LIBRARY)
        shutil.rmtree(temporary)
    return LIBRARY


class Neo4j:
    """One server, whose home outlives its process: it can be killed and started again."""

    def __init__(
        self,
        home: Path,
        *,
        password: str = "",
        settings: Mapping[str, str] | None = None,
        java: Sequence[str] = ("-Xmx2g", *BRIEF),
    ) -> None:
        self._home = home
        self._password = password
        self._options = java
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        home.mkdir(parents=True, exist_ok=True)
        self.configure(settings or {})

    def configure(self, settings: Mapping[str, str]) -> None:
        """Write the settings that hold from the next start on, beside those that all need."""
        said = {
            **_SETTINGS,
            "server.bolt.listen_address": f"127.0.0.1:{self._port}",
            "dbms.security.auth_enabled": "true" if self._password else "false",
            **settings,
        }
        lines = (f"{name}={value}\n" for name, value in said.items())
        (self._home / "neo4j.conf").write_text("".join(lines))

    @property
    def url(self) -> str:
        """Where a driver finds it."""
        return f"bolt://127.0.0.1:{self._port}"

    @property
    def address(self) -> str:
        """Its address as a store."""
        return f"neo4j:{self.url}"

    def start(self) -> None:
        """Start it, or start it again, and wait until it answers; one that runs is left alone."""
        if self._process is not None:
            return
        new = not (self._home / "data").is_dir()
        log = self._home / "logs" / "neo4j.log"
        log.unlink(missing_ok=True)
        with (self._home / "console.log").open("ab") as console:
            self._process = subprocess.Popen(
                self._java(
                    "org.neo4j.server.CommunityEntryPoint",
                    f"--home-dir={self._home}",
                    f"--config-dir={self._home}",
                ),
                stdout=console,
                stderr=console,
            )
        until = time.monotonic() + PATIENCE
        while not log.is_file() or "Started." not in log.read_text():
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError(f"neo4j did not start: see {self._home}")
            time.sleep(0.1)
        if self._password and new:
            self._set_password()

    def stop(self) -> None:
        """Stop it in order, if it runs."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def _set_password(self) -> None:
        """In place of the one that a new server has, which has to be changed first."""
        text = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"
        with GraphDatabase.driver(self.url, auth=("neo4j", "neo4j")) as driver:
            driver.execute_query(text, old="neo4j", new=self._password, database_="system")

    def _java(self, *words: str) -> list[str]:
        java = shutil.which("java") or "java"
        return [java, *self._options, "-cp", f"{fetch()}/*", *words]


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
