"""``transformers serve``, with a small model of ours."""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tests.models import tiny
from tests.stores.servers.process import Process, ask

PROGRAM: Final = Path(sys.executable).with_name("transformers")
ENVIRONMENT: Final = {"HF_HUB_OFFLINE": os.environ.get("HF_HUB_OFFLINE", "1")}


def missing() -> str | None:
    """Why this machine cannot run the server, or None."""
    absent = [name for name in ("fastapi", "uvicorn", "openai") if find_spec(name) is None]
    if absent or not PROGRAM.is_file():
        return f"the package {(absent or ['transformers'])[0]!r} is not installed"
    return None


class Serving(Process):
    """One server, whose only model is the folder ``model``."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.model = tiny.make(home / "model")

    def command(self) -> Sequence[str]:
        place = ["--host", "127.0.0.1", "--port", str(self.port)]
        how = ["--device", "cpu", "--dtype", "float32"]
        return [str(PROGRAM), "serve", *place, *how, str(self.model)]

    @property
    def url(self) -> str:
        """The base of its addresses."""
        return f"{self.root}/v1"

    def answers(self) -> bool:
        try:
            ask(f"{self.root}/health")
        except OSError:
            return False
        return True
