"""Where the data folders lie: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent

ROOT: Final = _PACKAGE if (_PACKAGE / "sparql").is_dir() else _PACKAGE.parent
"""The folder that holds ``sparql/``, ``ontologies/``, ``examples/`` and ``loaders/``."""


def folder(name: str) -> Path:
    """The data folder of that name, such as ``sparql`` or ``ontologies``."""
    return ROOT / name
