"""Turn a knowledge graph into benchmarks for language models, and score models on them.

The five steps of the line, as the commands take them: ``load``, ``mine``, ``export``, ``probe``,
``report``; beside it ``induce``, ``score``, and two for one answer: ``judge``, which reads a text,
and ``matches``, which compares it whole. Each is imported when it is first used, so that ``import
kgforge`` stays quick.
"""

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from kgforge.benchmark import export
    from kgforge.graph import load
    from kgforge.matching import matches
    from kgforge.mining import induce, mine
    from kgforge.probing import probe
    from kgforge.reporting import report
    from kgforge.scoring import score
    from kgforge.verdicts import judge

__version__ = "0.10.0"

__all__ = ["export", "induce", "judge", "load", "matches", "mine", "probe", "report", "score"]

_HOMES: Final = {
    "export": "benchmark",
    "induce": "mining",
    "judge": "verdicts",
    "load": "graph",
    "matches": "matching",
    "mine": "mining",
    "probe": "probing",
    "report": "reporting",
    "score": "scoring",
}


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"kgforge.{_HOMES[name]}"), name)
