"""A pattern: the queries that ask the same in several languages."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import resources
from kgforge.errors import PatternError
from kgforge.patterns.compile import compiled
from kgforge.patterns.contract import Header
from kgforge.patterns.queries import SUFFIXES, Query

_GRAPHS: Final = {
    "sparql": "oxigraph:DIR",
    "cypher": "neo4j:bolt://HOST:7687",
    "sql": "duckdb:FILE",
}
"""A store for each language, as an address is written."""


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
        """The pattern's query in a store's language: its file, or its SPARQL query compiled.

        Raises PatternError for what the compiler does not cover; it names the file to write.
        """
        if language in self.queries:
            return self.queries[language]
        if "sparql" in self.queries:
            return compiled(self.queries["sparql"], language)
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

    def counter(self, language: str) -> Query | None:
        """The query that counts groups in a store's language, where there is one: as ``query``."""
        if language in self.groups or "sparql" not in self.groups:
            return self.groups.get(language)
        try:
            return compiled(self.groups["sparql"], language)
        except PatternError:
            if language in self.queries:  # by hand, as it is written where the compiler refuses
                return None
            raise

    def is_compiled(self, language: str) -> bool:
        """Whether its query in a language comes of its SPARQL query, and not of a file."""
        return language not in self.queries
