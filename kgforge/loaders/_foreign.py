"""What a file looks like that no loader reads, and what to do with it."""

import re
from pathlib import Path
from typing import Final

from kgforge.files import head
from kgforge.loaders._tables import results

_XML: Final = re.compile(
    r"(?:<\?xml\b|<!--|<!DOCTYPE\b|<(?:\w+:)?(?:graphml|gexf|html|rdf|xml)\b)", re.I
)
_GRAPHS: Final = re.compile(r"<(graphml|gexf)\b", re.I)
_JSON: Final = re.compile(r'\{\s*"|\[\s*[\{\["]')
_LINES: Final = 20
_COLUMNS: Final = "write three columns (subject, predicate, object) between tabs"


def markup(path: Path) -> str:
    """What a file of JSON or XML looks like; empty for any other."""
    if results.kind(head(path)):  # which are tables
        return ""
    start, lines = _start(path)
    if _XML.match(start):
        found = _GRAPHS.search(start)
        kind = {"graphml": "GraphML", "gexf": "GEXF"}[found[1].lower()] if found else "XML"
        return f"{kind}, which is not read as a table: write its edges in three columns"
    if not _JSON.match(start):
        return ""
    if len(lines) > 1 and all(map(_JSON.match, lines)):
        return f"JSON lines, which are not read as a table: {_COLUMNS}"
    return f"JSON, which is not read as a table: {_COLUMNS}"


def told(path: Path) -> str:
    """What a file looks like, and what to do with it; empty where nothing can be said."""
    if like := markup(path):
        return like
    _, lines = _start(path)
    if len(lines) > 1 and all(len(line.split()) == 2 for line in lines):
        return f"a list of edges in two columns, which do not say the relation: {_COLUMNS}"
    return ""


def _start(path: Path) -> tuple[str, list[str]]:
    """How a file begins, and its first lines, of which the last may be cut off."""
    start = head(path).decode(errors="replace").lstrip("\ufeff \t\r\n")
    return start, [line for line in start.splitlines() if line.strip()][:_LINES]
