"""What stands at a path or URL that names no kind of store, and which address would open it."""

from pathlib import Path
from typing import Final

_SCHEMES: Final = {
    "http": "sparql",
    "https": "sparql",
    **dict.fromkeys(("bolt", "bolt+s", "bolt+ssc"), "neo4j"),
    **dict.fromkeys(("neo4j", "neo4j+s", "neo4j+ssc"), "neo4j"),
}
"""The kind of store behind a URL, by its scheme."""
_OF_DUCKDB: Final = b"DUCK"
"""What a database of DuckDB has at its eighth byte."""
_HEAD: Final = 4096
"""The version of kgforge stands within so many bytes of its files."""
_OUTPUTS: Final = {
    "run.json": ("a run, the output of kgforge probe", "score or report it"),
    "manifest.json": ("a benchmark, the output of kgforge export", "probe or verify it"),
    "mining.json": ("the output of kgforge mine", "export it"),
}


def address_of(path: str) -> str:
    """Return the address of the graph at a path or URL; empty if there is none.

    >>> address_of("http://localhost:7878/query"), address_of("neo4j://localhost:7687")
    ('sparql:http://localhost:7878/query', 'neo4j:neo4j://localhost:7687')
    """
    scheme, _, place = path.partition("://")
    if place:
        kind = _SCHEMES.get(scheme.lower(), "")
        return f"{kind}:{path}" if kind else ""
    kind = _kind_at(Path(path))
    return f"{kind}:{path}" if kind else ""


def _kind_at(path: Path) -> str:
    try:
        if path.is_dir():
            if (path / "CURRENT").is_file():
                return "oxigraph"
            return "spark" if any((path / "facts").glob("*.parquet")) else ""
        if path.is_file():
            with path.open("rb") as stream:
                return "duckdb" if stream.read(12)[8:] == _OF_DUCKDB else ""
    except OSError:
        pass
    return ""


def said_of(path: str) -> str:
    """Say what a path holds that is no graph, and what helps; empty if nothing is known of it."""
    for name, (what, advice) in _OUTPUTS.items():
        try:
            with (Path(path) / name).open("rb") as stream:
                is_ours = b'"kgforge"' in stream.read(_HEAD)
        except OSError:
            continue
        if is_ours:
            return f"{path} is {what}, and no graph: {advice}, or name the store it was made from"
    return ""
