"""A query, and a pattern: the queries that ask the same in several languages."""

import hashlib
import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import resources
from kgforge.errors import PatternError
from kgforge.patterns.contract import Header

Row = tuple[str | int | float | None, ...]
"""One row of a query: values in the order of the header's columns."""

SUFFIXES: Final = {"sparql": ".rq", "cypher": ".cypher", "sql": ".sql"}
_GRAPHS: Final = {
    "sparql": "oxigraph:DIR",
    "cypher": "neo4j:bolt://HOST:7687",
    "sql": "duckdb:FILE",
}
"""A store for each language, as an address is written."""


class Query(Struct, frozen=True):
    """One query file."""

    name: str
    language: str
    path: Path
    text: str
    header: Header

    @property
    def sha256(self) -> str:
        """SHA-256 (hex) of the file's text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

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


class Pattern(Struct, frozen=True):
    """A pattern: its files per language, and the one header that they share."""

    name: str
    header: Header
    queries: dict[str, Query]
    groups: dict[str, Query]
    """The files that count groups, where there are any."""
    file: Path | None
    """The user's own file, or None for a pattern that ships."""

    @property
    def hashes(self) -> dict[str, str]:
        """The SHA-256 of each text: by its language, and ``sparql.groups`` for a groups file."""
        texts = {**self.queries, **{f"{name}.groups": text for name, text in self.groups.items()}}
        return {name: texts[name].sha256 for name in sorted(texts)}

    def query(self, language: str) -> Query:
        """The pattern's query in a store's language.

        Raises PatternError that names the file to write.
        """
        if language in self.queries:
            return self.queries[language]
        known = next(iter(self.queries.values())).path
        wanted = (
            known.with_suffix(SUFFIXES[language])
            if self.file
            else resources.folder(language) / f"{self.name}{SUFFIXES[language]}"
        )
        places = ", ".join(_GRAPHS[found] for found in self.queries)
        raise PatternError(
            f"pattern {self.name!r} has no {language} text: write {wanted} "
            f"with the header of {known}, or load the graph into a store that its text can be "
            f"asked of ({places})"
        )
