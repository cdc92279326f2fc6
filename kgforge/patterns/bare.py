"""Queries without a header: run as they stand, for all their variables, by ``kgforge query``."""

import re
from pathlib import Path
from typing import Final

from kgforge import terms
from kgforge.errors import PatternError
from kgforge.patterns.contract import Column, Header
from kgforge.patterns.queries import SUFFIXES, Query

_KEYS: Final = re.compile(
    r"\s*(?:#|//|--)\s*(?:params|columns|unordered|parts|group|keep|sample|otherwise|item|text|"
    r"count|role|metric|answers|options|note|question|slices|alone)\s*:"
)
"""A line of a header."""
_CYPHER: Final = re.compile(r"\s*(?:MATCH|OPTIONAL\s+MATCH|CALL|UNWIND|RETURN|WITH|SHOW)\b", re.I)
_COUNT: Final = re.compile(r"\(\s*COUNT\s*\((?:[^()]|\([^()]*\))*\)\s*AS\s*\?(\w+)\s*\)", re.I)
_PREFIX: Final = re.compile(r"\b([A-Za-z][\w-]*):(?!//)")
_DECLARED: Final = re.compile(r"\bPREFIX\s+([\w-]*)\s*:", re.I)
_EVERYTHING: Final = re.compile(
    r"(?:\s*(?:PREFIX\s+[\w.-]*:|BASE)\s*<[^>]*>)*\s*SELECT\s+(?:(?:DISTINCT|REDUCED)\s+)?\*", re.I
)
"""A query for all its variables, which come in the order in which it names them."""
_COMMENT: Final = re.compile(r"^\s*#.*$", re.M)
_GIVEN: Final = Path("the query given")
"""What messages call a text that is in no file."""


def read_bare(name: str | Path, language: str) -> Query | None:
    """Return the query in a file without a header, or in a text; None for any other name.

    Raises PatternError for a text that is not valid, or is not in a language that is asked of a
    store of *language*.
    """
    path = Path(name)
    if path.suffix in SUFFIXES.values() and path.is_file():
        written = next(key for key, suffix in SUFFIXES.items() if suffix == path.suffix)
        text = path.read_text(encoding="utf-8-sig", errors="replace")
        if any(map(_KEYS.match, text.splitlines())):
            return None
        if written == "sql":
            raise PatternError(
                f"{path}: a query in SQL needs a header, which says whether a column holds the "
                "number of a term or a value, as in '-- columns: s: iri, n: int'; without one it "
                "can be written in SPARQL (.rq)"
            )
        return _read(path, written, text, language)
    text = str(name)
    if not re.search(r"\s|\{", text.strip()) or path.suffix in SUFFIXES.values():
        return None
    written = "sparql"
    if _CYPHER.match(text) and "{" not in text.split("MATCH")[0]:
        written = "cypher"
    return _read(_GIVEN, written, text, language)


def _read(path: Path, written: str, text: str, language: str) -> Query:
    if written == "sparql":
        text = _with_prefixes(text)
        return Query(path.stem, written, path, text, Header("", columns=_of_sparql(path, text)))
    if written != language:
        raise PatternError(
            f"{path}: this store is not asked in {written.title()}: write the query in SPARQL"
        )
    return Query(path.stem, written, path, text, Header(""))


def _with_prefixes(text: str) -> str:
    """Declare the usual prefixes that a text uses and does not; lines keep their numbers."""
    missing = set(_PREFIX.findall(text)) - set(_DECLARED.findall(text))
    known = ((name, terms.PREFIXES[name]) for name in sorted(missing & terms.PREFIXES.keys()))
    return "".join(f"PREFIX {name}: <{iri}> " for name, iri in known) + text


def _of_sparql(path: Path, text: str) -> tuple[Column, ...]:
    """The variables that a SELECT query gives, numbers where they count."""
    import pyoxigraph as ox

    try:
        found = ox.Store().query(text)
    except SyntaxError as error:
        raise PatternError(f"{path}: {' '.join(str(error.msg).split())}") from error
    if not isinstance(found, ox.QuerySolutions):
        raise PatternError(f"{path}: not a SELECT query: kgforge asks for rows")
    counted = set(_COUNT.findall(text))
    names = [variable.value for variable in found.variables]
    if _EVERYTHING.match(_COMMENT.sub("", text)):
        names.sort(key=lambda name: _place(name, text))
    return tuple(Column(name, "int" if name in counted else "str", optional=True) for name in names)


def _place(name: str, text: str) -> int:
    """Return where a variable first stands in a query."""
    found = re.search(rf"[?$]{re.escape(name)}\b", text)
    return found.start() if found else len(text)
