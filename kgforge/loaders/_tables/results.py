"""Results of SPARQL queries as tables: their JSON and XML whole, and the types in their TSV.

Each value becomes a cell in N-Triples form, so that it keeps its type. CSV says no types: there a
number, a date or a truth value is taken for one.

Sources: https://www.w3.org/TR/sparql11-results-json/, https://www.w3.org/TR/rdf-sparql-XMLres/,
https://www.w3.org/TR/sparql11-results-csv-tsv/.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kgforge import terms
from kgforge.errors import RefusedError, SourceError
from kgforge.files import reading, sha256
from kgforge.loaders._wikidata import values
from kgforge.schema import Skip

if TYPE_CHECKING:
    import pyoxigraph as ox

    from kgforge.loaders._tables.rows import Row

_DIRECT: Final = terms.PREFIXES["wdt"]
_JSON: Final = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:(?:head|results)"\s*:\s*\{|boolean"\s*:\s*(?:true|false)\b)'
)
_XML: Final = re.compile(rb'<sparql\b[^>]*"http://www\.w3\.org/2005/sparql-results#"')
_INTEGER: Final = re.compile(r"[+-]?\d+", re.A)
_DECIMAL: Final = re.compile(r"[+-]?\d*\.\d+", re.A)
_DOUBLE: Final = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d+", re.A)
_TYPES: Final = (("integer", _INTEGER), ("decimal", _DECIMAL), ("double", _DOUBLE))
_DAY: Final = r"-?\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_DATES: Final = (
    ("date", re.compile(_DAY, re.A)),
    ("dateTime", re.compile(rf"{_DAY}T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?", re.A)),
)
_STATEMENT: Final = ["subject", "predicate", "object"]
_DEGREES: Final = r"-?\d+(?:\.\d+)?(?:E-?\d+)?"
_POINT: Final = re.compile(
    rf"Point\(\s*(?P<longitude>{_DEGREES}) (?P<latitude>{_DEGREES})\s*\)",
    re.I | re.A,
)
_UNKNOWN: Final = re.compile(r"_:\S+|t\d{4,}")
"""A blank node, also as the Wikidata Query Service has them in CSV."""
_SKOLEM: Final = "/.well-known/genid/"
ABOUT_TRIPLE: Final = "a triple about a triple"
"""The reason for which a statement is skipped that has one for an end."""
_ADDRESS: Final = ("http://", "https://", "urn:")


def kind(start: bytes) -> str:
    """Return ``json`` or ``xml`` for a file of results by how it begins; empty for any other.

    >>> kind(b'{ "head": { "vars": ["s"] } }'), kind(b'{"id": "Q42"}')
    ('json', '')
    """
    if _JSON.match(start):
        return "json"
    return "xml" if _XML.search(start[:2000]) else ""


def rows(path: Path, kind: str) -> Iterator[list[str]]:
    """Yield the variables of a result, as ``?s``, and then its rows.

    Raises RefusedError for the answer to ASK, SourceError for a file that breaks off.
    """
    import pyoxigraph as ox

    syntax = {"json": ox.QueryResultsFormat.JSON, "xml": ox.QueryResultsFormat.XML}[kind]
    name = blank_namer(path)
    try:
        with reading(path) as stream:
            found = ox.parse_query_results(stream, format=syntax)
            if not isinstance(found, ox.QuerySolutions):
                raise RefusedError(
                    f"{path} is the answer to a query of ASK, which has no rows", "no rows, but ASK"
                )
            yield [str(variable) for variable in found.variables]
            for solution in found:
                yield [_cell(solution[variable], name) for variable in found.variables]
    except (SyntaxError, ValueError) as error:
        if isinstance(error, SourceError):
            raise
        raise SourceError(f"cannot read {path}: no results of SPARQL ({error})") from error


def _cell(
    term: "ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | None", name: Callable[[str], str]
) -> str:
    """Return a value as it stands in a cell."""
    import pyoxigraph as ox

    if isinstance(term, ox.Triple):
        return f"<<{term}>>"
    return "" if term is None else name(str(term))


def blank_namer(path: Path) -> Callable[[str], str]:
    """Return what gives a cell of a file back, and to a blank node a name of that file's alone.

    Its label holds within its result only. The file's hash is taken at the first blank node.
    """

    @cache
    def mark() -> str:
        return sha256(path)[:12]

    def name(cell: str) -> str:
        text = cell.strip()
        return f"{text}-{mark()}" if text.startswith("_:") else cell

    return name


def are_variables(header: Sequence[str]) -> bool:
    """Return whether a header names variables, as TSV of SPARQL does.

    >>> are_variables(["?s", "?p", "?o"]), are_variables(["?", "s"]), are_variables([])
    (True, False, False)
    """
    return bool(header) and all(cell[:1] == "?" and cell[1:].isidentifier() for cell in header)


def typed(cell: str) -> str:
    """Return a cell of SPARQL's TSV whose number or truth value is written out.

    >>> typed("42"), typed("true"), typed("<http://e.org/a>")
    ('"42"^^<http://www.w3.org/2001/XMLSchema#integer>', \
'"true"^^<http://www.w3.org/2001/XMLSchema#boolean>', '<http://e.org/a>')
    """
    text = cell.strip()
    if text in {"true", "false"}:
        return terms.literal(text, datatype=terms.XSD + "boolean")
    for name, form in _TYPES:
        if form.fullmatch(text):
            return terms.literal(text, datatype=terms.XSD + name)
    return cell


def are_of_csv(sample: Sequence[Sequence[str]]) -> bool:
    """Return whether rows are a result of SPARQL as CSV: statements whose first two ends are IRIs.

    >>> are_of_csv([["s", "p", "o"], ["http://e.org/a", "http://e.org/b", "42"]])
    True
    """
    first, *rest = sample or ([],)
    is_known = [cell.lower() for cell in first] in (["s", "p", "o"], _STATEMENT)
    return (
        is_known
        and bool(rest)
        and all(
            len(row) == 3 and row[0].startswith((*_ADDRESS, "_:")) and row[1].startswith(_ADDRESS)
            for row in rest
        )
    )


def are_of_service(sample: Sequence[Sequence[str]], places: tuple[int, int, int]) -> bool:
    """Return whether rows are a result, with whatever columns: statements of IRIs.

    >>> are_of_service([["http://e.org/a", "A", "http://e.org/b", "42"]], (0, 2, 3))
    True
    """
    subject, predicate, _ = places
    rows = [row for row in sample if len(row) > max(places)]
    return bool(rows) and all(
        row[subject].strip().startswith((*_ADDRESS, "_:"))
        and row[predicate].strip().startswith(_ADDRESS)
        for row in rows
    )


def of_service(
    found: "Iterable[Row | Skip]", places: tuple[int, int, int]
) -> "Iterator[Row | Skip]":
    """Yield rows whose objects that are numbers, dates or points are written out.

    A number that Wikidata states is a decimal, as it has no integers.
    """
    _, predicate, object = places
    for row in found:
        if isinstance(row, Skip) or len(row.cells) <= max(places):
            yield row
            continue
        cell = guessed(row.cells[object])
        if row.cells[predicate].strip().startswith(_DIRECT):
            cell = cell.replace(f"^^<{terms.XSD}integer>", f"^^<{terms.XSD}decimal>")
        yield row._replace(cells=[*row.cells[:object], cell, *row.cells[object + 1 :]])


def may_be_unknown(cell: str) -> bool:
    """Return whether an object may be a blank node, or what stands for one."""
    return _SKOLEM in cell or _UNKNOWN.fullmatch(cell) is not None


def is_unknown(predicate: str, cell: str) -> bool:
    """Return whether an object says that there is a value of which nothing is known."""
    is_direct = predicate.startswith(_DIRECT)
    return _SKOLEM in cell or (is_direct and _UNKNOWN.fullmatch(cell) is not None)


def guessed(cell: str) -> str:
    """Return a cell of SPARQL's CSV whose number, date or truth value is written out.

    >>> guessed("1181-01-01"), guessed("Danube")
    ('"1181-01-01"^^<http://www.w3.org/2001/XMLSchema#date>', 'Danube')
    """
    for name, form in _DATES:
        if form.fullmatch(cell.strip()):
            return terms.literal(cell.strip(), datatype=terms.XSD + name)
    if point := _POINT.fullmatch(cell.strip()):
        return values.point(point["latitude"], point["longitude"])
    return typed(cell)
