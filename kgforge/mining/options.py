"""How to mine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge.graph import snapshot

ENGLISH: Final = "en"


class MineOptions(Struct, frozen=True):
    """How to mine."""

    params: Mapping[str, str] = {}
    """Parameters as text, ``PATTERN.x`` that of one pattern alone."""
    ontologies: tuple[Path, ...] = ()
    seed: int = 0
    timeout: float | None = None
    """How many seconds one query may take."""
    language: str = ENGLISH
    """The language in which instances are to be named."""
    engine: snapshot.Engine = "auto"
    """Whether the store itself is asked, or a copy of it: ``graph.snapshot``."""
    exclude: frozenset[str] = frozenset()
    """Predicates that no pattern asks about."""
