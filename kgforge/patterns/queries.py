"""The query files of a pattern: find, read, check and bind them."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import plugins, resources, terms
from kgforge.errors import PatternError, QueryTimeoutError
from kgforge.patterns.contract import COUNTS, Header, Parameter, Scalar, Value
from kgforge.patterns.header import parameters_used, parse

__all__ = [
    "Pattern",
    "Query",
    "Row",
    "Value",
    "bind",
    "bind_sparql",
    "columns_must_match",
    "has_lookup",
    "lookup",
    "pattern_names",
    "read_pattern",
    "read_patterns",
    "read_query",
    "stopped",
]

Row = tuple[str | int | float | None, ...]
"""One row of a query: values in the order of the header's columns."""

SUFFIXES: Final = {"sparql": ".rq", "cypher": ".cypher", "sql": ".sql"}
_MARKERS: Final = {"sparql": "#", "cypher": "//", "sql": "--"}


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
        raise PatternError(
            f"pattern {self.name!r} has no {language} text: write {wanted} "
            f"with the header of {known}"
        )


def pattern_names() -> list[str]:
    """The benchmark patterns that ship (those with roles), in code-point order."""
    return [name for name in _shipped() if read_pattern(name).header.roles]


def _shipped() -> list[str]:
    found = {
        path.stem
        for language, suffix in SUFFIXES.items()
        for path in resources.folder(language).glob(f"*{suffix}")
    }
    return sorted(name for name in found if not name.endswith(".groups"))


def read_pattern(name: str | Path) -> Pattern:
    """Read all files of a pattern: one that ships, by name, or one's own, by path.

    Raises PatternError for an unknown name, a header that breaks the contract, and twins whose
    headers differ.
    """
    files = _files(str(name))
    queries = {language: _read(path, language) for language, path in files.items()}
    _check_twins(queries)
    groups = {
        language: _read(found, language)
        for language, path in files.items()
        if (found := path.with_name(f"{path.stem}.groups{path.suffix}")).is_file()
    }
    _check_twins(groups)
    first = next(iter(queries.values()))
    own = None if _is_shipped(first.path) else first.path
    pattern = Pattern(first.name, first.header, queries, groups, own)
    _check(pattern)
    return pattern


def read_patterns(names: Iterable[str | Path]) -> list[Pattern]:
    """The patterns of these names, each once; ``all`` is every one that ships.

    Raises PatternError as ``read_pattern``, for one without roles, and for two of one name.
    """
    wanted: list[str | Path] = []
    for name in names:
        wanted += pattern_names() if name == "all" else [name]
    found = [read_pattern(name) for name in dict.fromkeys(wanted)]
    for number, pattern in enumerate(found):
        if not pattern.header.roles:
            raise PatternError(f"{pattern.name} has no role: kgforge query asks such a helper")
        if pattern.name in {other.name for other in found[:number]}:
            raise PatternError(f"two patterns are called {pattern.name}: rename one's file")
    return found


def _files(name: str) -> dict[str, Path]:
    path = Path(name)
    if path.suffix in SUFFIXES.values():
        if not path.is_file():
            raise PatternError(f"no query file {path}")
        return {
            language: twin
            for language, suffix in SUFFIXES.items()
            if (twin := path.with_suffix(suffix)).is_file()
        }
    found = {
        language: shipped
        for language, suffix in SUFFIXES.items()
        if (shipped := resources.folder(language) / f"{name}{suffix}").is_file()
    }
    if not found:
        raise PatternError(
            f"no pattern {name!r}; there are: {', '.join(_shipped())}; "
            "one's own is named by its file, as in ./coauthors.rq"
        )
    return found


def _is_shipped(path: Path) -> bool:
    return path.resolve().is_relative_to(resources.ROOT.resolve() / path.parent.name)


def read_query(name: str | Path, language: str, beside: Path | None = None) -> Query:
    """Read one query file, by path, or by name in *beside* or among those that ship."""
    path = Path(name)
    if path.suffix != SUFFIXES[language]:
        folders = ([beside] if beside else []) + [resources.folder(language)]
        tried = [folder / f"{name}{SUFFIXES[language]}" for folder in folders]
        path = next((file for file in tried if file.is_file()), tried[-1])
    query = _read(path, language)
    _check_uses(query)
    return query


def has_lookup(name: str, language: str) -> bool:
    """Whether a language has that question: not all have those that some engines answer better."""
    return (resources.folder(language) / "lookup" / f"{name}{SUFFIXES[language]}").is_file()


def lookup(name: str, language: str) -> Query:
    """One of the small questions of ``lookup/`` in a store's language."""
    return read_query(
        resources.folder(language) / "lookup" / f"{name}{SUFFIXES[language]}", language
    )


def _read(path: Path, language: str) -> Query:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise PatternError(f"cannot read the query file {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PatternError(f"cannot read the query file {path}: not UTF-8") from error
    header = parse(text, _MARKERS[language], path)
    return Query(path.stem, language, path, text, header)


def _check_twins(twins: Mapping[str, Query]) -> None:
    """Refuse files of one name whose headers differ, and say in what."""
    first, *others = twins.values() or (None,)
    for other in others:
        if first is None or other.header == first.header:
            continue
        field = next(
            name
            for name in Header.__struct_fields__
            if getattr(other.header, name) != getattr(first.header, name)
        )
        key = {"steps": "keep", "roles": "role"}.get(field, field)
        raise PatternError(
            f"{other.at(f'{key}:')}: {key}: its header differs from that of {first.path}"
        )


def _check(pattern: Pattern) -> None:
    metrics = plugins.names("metrics")
    for language, query in pattern.queries.items():
        groups = pattern.groups.get(language)
        if groups:
            _check_groups(groups, pattern)
        _check_uses(query, *([groups] if groups else []))
        metric = query.header.metric
        if metric and metric not in metrics:
            raise PatternError(
                f"{query.at('metric:')}: metric: no {metric!r}; there are: {', '.join(metrics)}"
            )


def _check_groups(groups: Query, pattern: Pattern) -> None:
    spelt = {part for part in pattern.header.group if part in pattern.header.names}
    missing = spelt - set(groups.header.names)
    unknown = set(groups.header.names) - spelt - set(COUNTS)
    if missing or unknown:
        raise PatternError(
            f"{groups.at('columns:')}: columns: wants {', '.join(sorted(spelt))} and counts "
            f"({', '.join(COUNTS)}), has {', '.join(groups.header.names)}"
        )
    for parameter in groups.header.params:
        if pattern.header.parameter(parameter.name) is None:
            raise PatternError(
                f"{groups.at(f'${parameter.name}')}: params: ${parameter.name} is not declared "
                f"in the header of {pattern.name}"
            )


def _check_uses(query: Query, *more: Query) -> None:
    """Refuse a parameter that the query or its groups file use undeclared, or that none uses."""
    declared = {parameter.name for parameter in query.header.params}
    used = parameters_used(query.header)
    for file in (query, *more):
        for name, line in _parameters_in(file.text).items():
            if name not in declared:
                raise PatternError(f"{file.path}:{line}: ${name} is not declared under params")
            used.add(name)
    for name in sorted(declared - used):
        raise PatternError(f"{query.at(f'${name}')}: params: ${name} is declared and never used")


_TOKENS: Final = re.compile(
    r"""(?P<skip>\#[^\n]*|--[^\n]*|//[^\n]*|<[^<>"{}|^`\\\s]*>|\"{3}.*?\"{3}|'{3}.*?'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\$(?P<name>[A-Za-z_]\w*)""",
    re.S | re.X,
)


def _parameters_in(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for token in _TOKENS.finditer(text):
        if token["name"]:
            found.setdefault(token["name"], text.count("\n", 0, token.start()) + 1)
    return found


def bind(
    query: Query, parameters: Mapping[str, Value], write: Callable[[Value, Parameter], str]
) -> str:
    """The query's text with each parameter's value written in its place, quote-aware.

    Lines stay where they are, so that an engine's error names the file's own line.
    """

    def written(token: re.Match[str]) -> str:
        name = token["name"]
        if not name:
            return token.group()
        declared = query.header.parameter(name)
        assert declared is not None
        if name not in parameters:
            raise PatternError(
                f"{query.path}: ${name} has no value: give one with --param {name}=…"
            )
        return write(parameters[name], declared)

    return _TOKENS.sub(written, query.text)


def bind_sparql(query: Query, parameters: Mapping[str, Value]) -> str:
    """As ``bind``, with the shared prefixes before."""
    prefixes = " ".join(f"PREFIX {name}: <{iri}>" for name, iri in terms.PREFIXES.items())
    return f"{prefixes} {bind(query, parameters, _sparql)}"


def _sparql(value: Value, declared: Parameter) -> str:
    if not isinstance(value, tuple):
        return _sparql_term(value, declared.type)
    if not declared.table:
        return " ".join(_sparql_term(str(part), declared.type) for part in value)
    types = [column.type for column in declared.table]
    return " ".join(f"({' '.join(map(_sparql_term, row, types))})" for row in value)


def _sparql_term(value: Scalar, type_: str) -> str:
    match type_:
        case "int":
            return str(value)
        case "float":
            number = repr(float(value))
            return number if "e" in number else f"{number}e0"
        case "str":
            return terms.literal(str(value))
    return terms.ntriples(str(value))


def stopped(query: Query, seconds: float) -> QueryTimeoutError:
    """The error for a query that its store has stopped at its time limit."""
    return QueryTimeoutError(
        f"{query.path}: stopped after {seconds:g} s (--timeout): allow more, ask less (--param), "
        "or mine from DuckDB if the graph is elsewhere (kgforge load STORE --store duckdb:graph.db)"
    )


def integer(value: object) -> int:
    """A value of a column that is declared ``int``, as every store has made sure."""
    assert isinstance(value, int)
    return value


def columns_must_match(query: Query, returned: list[str]) -> None:
    """Refuse a query whose answer lacks a column that its header declares."""
    missing = [name for name in query.header.names if name not in returned]
    if missing:
        raise PatternError(
            f"{query.at('columns:')}: columns: the query does not return {', '.join(missing)}; "
            f"it returns {', '.join(returned) or 'nothing'}"
        )


def misfit(
    query: Query,
    rows: Iterable[Sequence[object]],
    converters: Sequence[Callable[[object], object]],
    shown: Callable[[object], str],
) -> PatternError:
    """The error for the first value of some rows that the converter of its column refuses.

    Values stand in the order of the header's columns; *shown* says what one is, and what would do.
    """
    for row in rows:
        for column, value, convert in zip(query.header.columns, row, converters, strict=True):
            try:
                convert(value)
            except (KeyError, TypeError, ValueError):
                said = f"{column.name} is declared {column.type} and holds {shown(value)}"
                return PatternError(f"{query.at('columns:')}: columns: {said}")
    raise AssertionError(f"{query.path}: every value is of its column's type")
