"""A query file."""

import hashlib
import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge.errors import PatternError
from kgforge.patterns.contract import Header

Row = tuple[str | int | float | None, ...]
"""One row of a query: values in the order of the header's columns."""

SUFFIXES: Final = {"sparql": ".rq", "cypher": ".cypher", "sql": ".sql"}
COMMENTS: Final = {"sparql": "#", "cypher": "//", "sql": "--"}
"""What begins a comment in each language."""


class Walk(Struct, frozen=True):
    """The pairs that a path of steps leads to, which a store finds step by step.

    SQL alone does not say it on all engines: DuckDB 2.0 cannot stop a recursive query, and Spark
    ends none that meets a cycle.
    """

    name: str
    """The table of its pairs, columns ``s`` and ``o``, as the query names it."""
    step: str
    """The pairs of one step, in the query's language."""
    start: str = ""
    """The one term that it begins at, as the text writes it; empty: any."""
    end: str = ""
    """The one term that it ends at."""


class Query(Struct, frozen=True):
    """One query file."""

    name: str
    language: str
    path: Path
    text: str
    header: Header
    walks: tuple[Walk, ...] = ()
    """The tables that a store makes before it asks a compiled query."""

    @property
    def sha256(self) -> str:
        """SHA-256 (hex) of the file's text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def begins(self) -> str:
        """``path:line`` where the query begins, behind its header."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith(COMMENTS[self.language]):
                return f"{self.path}:{number}"
        return str(self.path)

    def no_select(self) -> PatternError:
        """What is told of a text that is no SELECT."""
        return PatternError(f"{self.begins}: not a SELECT query: kgforge asks for rows")

    def at(self, words: str) -> str:
        """``path:line`` of the first line that holds these words, else the path."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if words in line:
                return f"{self.path}:{number}"
        return str(self.path)

    def at_role(self, name: str) -> str:
        """``path:line`` of a role in the header, else the path."""
        declared = re.search(rf"\brole:\s+{re.escape(name)}\s*=", self.text)
        if declared is None:
            return str(self.path)
        return f"{self.path}:{self.text.count(chr(10), 0, declared.start()) + 1}"
