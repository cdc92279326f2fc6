"""Real servers for tests: one module each, whose class starts one on a free port and stops it.

Where this machine cannot run one (its module's ``missing``), that is an error when
``KGFORGE_SERVERS=all`` (as CI has it), else the tests that want it are skipped with the reason;
the end of the run says which were left out.
"""

import importlib
import os
from types import TracebackType
from typing import Any, Final, Self

import pytest

NAMES: Final = {
    "fuseki": "Fuseki",
    "neo4j": "Neo4j",
    "oxigraph": "Oxigraph",
    "spark": "Spark",
    "virtuoso": "Virtuoso",
}
"""Each module, and its class."""
OF_MODELS: Final = {"llamacpp": "LlamaCpp", "serving": "Serving"}
"""The same for servers of models."""


class Servers:
    """The servers of one run of the tests: each is started when it is first asked for."""

    def __init__(self, folders: pytest.TempPathFactory) -> None:
        self._folders = folders
        self._running: dict[str, Any] = {}
        self.left_out: dict[str, str] = {}
        """Server to why it could not be started."""

    def get(self, name: str) -> Any:
        """The running server of that name, or a skip (or failure) that says why there is none."""
        if name not in self._running and name not in self.left_out:
            self._start(name)
        if name in self.left_out:
            say = pytest.fail if os.environ.get("KGFORGE_SERVERS") == "all" else pytest.skip
            say(f"no server {name}: {self.left_out[name]}")
        return self._running[name]

    def _start(self, name: str) -> None:
        module = importlib.import_module(f"tests.stores.servers.{name}")
        missing = module.missing()
        if missing:
            self.left_out[name] = missing
            return
        os.environ.update(getattr(module, "ENVIRONMENT", {}))
        shared = getattr(module, "SHARED", {})
        made = getattr(module, (NAMES | OF_MODELS)[name])(self._folders.mktemp(name), **shared)
        made.start()
        self._running[name] = made

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._running:
            self._running.popitem()[1].kill()
