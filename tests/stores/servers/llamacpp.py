"""llama.cpp's own server, of the package ``xllamacpp``, with a small model of ours.

All is computed in 32 bits, without flash attention, which moves log-probabilities by thousandths.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tests.models import tiny
from tests.stores.servers.process import Process, ask

_PROGRAM: Final = """
import signal, sys, xllamacpp
chosen = xllamacpp.CommonParams()
chosen.model.path, chosen.port = sys.argv[1], int(sys.argv[2])
chosen.hostnames = ["127.0.0.1"]
chosen.n_ctx, chosen.n_parallel, chosen.cpuparams.n_threads = 2048, 4, 1
chosen.cache_type_k = chosen.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_F32
chosen.warmup = False
exact = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
chosen.flash_attn_type = exact
server = xllamacpp.Server(chosen)
signal.pause()
"""


def missing() -> str | None:
    """Why this machine cannot run the server, or None."""
    absent = [name for name in ("xllamacpp", "gguf") if find_spec(name) is None]
    return f"the package {absent[0]!r} is not installed" if absent else None


class LlamaCpp(Process):
    """One server; its model lies beside it, as transformers reads it (``model``)."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.model = tiny.make(home / "model")
        self._file = tiny.write_gguf(self.model, home / "model.gguf")

    def command(self) -> Sequence[str]:
        return [sys.executable, "-c", _PROGRAM, str(self._file), str(self.port)]

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
