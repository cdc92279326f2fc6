"""The query files of patterns: found, read, and checked against the contract."""

import difflib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from kgforge import plugins, resources
from kgforge.errors import PatternError
from kgforge.patterns import cuts
from kgforge.patterns.binding import parameters_in
from kgforge.patterns.compile import compiled
from kgforge.patterns.contract import COUNTS, Header
from kgforge.patterns.header import parameters_used, parse
from kgforge.patterns.pattern import Pattern
from kgforge.patterns.queries import COMMENTS, SUFFIXES, Query


def pattern_names() -> list[str]:
    """The benchmark patterns that ship (those with roles), in code-point order."""
    return [name for name in _shipped() if read_pattern(name).header.roles]


def names_of_all() -> list[str]:
    """The patterns that ``mine all`` means, in code-point order."""
    return [name for name in pattern_names() if not read_pattern(name).header.alone]


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
    places = _places(str(name))
    queries = _read_all(places)
    _check_twins(queries)
    groups = _read_all(
        {key: path.with_name(f"{path.stem}.groups{path.suffix}") for key, path in places.items()}
    )
    _check_twins(groups)
    first = next(iter(queries.values()))
    own = None if _is_shipped(first.path.parent) else first.path
    pattern = Pattern(first.name, first.header, queries, groups, own)
    _check(pattern)
    return pattern


def read_patterns(names: Iterable[str | Path]) -> list[Pattern]:
    """The patterns of these names, each once; ``all`` is every one that ships and is not ``alone``.

    Raises PatternError as ``read_pattern``, for one without roles or with rows cut off in no order,
    and for two of one name.
    """
    wanted: list[str | Path] = []
    for name in names:
        wanted += names_of_all() if name == "all" else [name]
    found = [read_pattern(name) for name in dict.fromkeys(wanted)]
    for number, pattern in enumerate(found):
        if not pattern.header.roles:
            query = next(iter(pattern.queries.values()))
            raise PatternError(
                f"{query.at('columns:')}: {pattern.name} has no role: name each fact that an item "
                "asks, as in 'role: forward = a p b'; a helper is run with kgforge query"
            )
        for query in (*pattern.queries.values(), *pattern.groups.values()):
            cuts.refuse(query)
        if pattern.name in {other.name for other in found[:number]}:
            raise PatternError(f"two patterns are called {pattern.name}: rename one's file")
    return found


def _places(name: str) -> dict[str, Path]:
    """Where a pattern's file stands in each language that it is written in.

    Raises PatternError where there is none.
    """
    path = Path(name)
    if path.suffix in SUFFIXES.values():
        if not path.is_file():
            raise PatternError(f"no query file {path}")
        return {language: path.with_suffix(suffix) for language, suffix in SUFFIXES.items()}
    places = {
        language: resources.folder(language) / f"{name}{suffix}"
        for language, suffix in SUFFIXES.items()
    }
    if not any(path.is_file() for path in places.values()):
        near = difflib.get_close_matches(name.lower(), _shipped(), 1)
        meant = f": did you mean {near[0]}?" if near else ";"
        if "," in name:
            meant = f": write several with spaces between: {' '.join(name.split(','))};"
        raise PatternError(
            f"no pattern {name!r}{meant} available: {', '.join(pattern_names())}; "
            "for your own, give its file, as in ./coauthors.rq"
        )
    return places


def _read_all(places: Mapping[str, Path]) -> dict[str, Query]:
    """The files that there are, each in its language."""
    return {key: _read(path, key) for key, path in places.items() if path.is_file()}


def _is_shipped(folder: Path) -> bool:
    """Whether a folder is one of those that ship, by whatever path it is reached."""
    return folder.resolve() in {resources.folder(one).resolve() for one in SUFFIXES}


def read_query(name: str | Path, language: str, beside: Path | None = None) -> Query:
    """Read one query file, by path, or by name in *beside* or among those that ship.

    A folder that has the query in SPARQL alone gives that, compiled; those that ship are one.
    """
    path = Path(name)
    if path.suffix == SUFFIXES[language]:
        return _checked(path, language)
    languages = language, "sparql"
    tried = [resources.folder(asked) / f"{name}{SUFFIXES[asked]}" for asked in languages]
    if beside and not _is_shipped(beside):
        tried = [*(beside / f"{name}{SUFFIXES[asked]}" for asked in languages), *tried]
    path = next((file for file in tried if file.is_file()), tried[-2])
    if path.suffix == SUFFIXES[language]:
        return _checked(path, language)
    return compiled(_checked(path, "sparql"), language)


def _checked(path: Path, language: str) -> Query:
    query = _read(path, language)
    _check_uses(query)
    return query


def read_helper(name: str, language: str, beside: Path) -> Query:
    """Read the query that another names as the source of a parameter.

    Raises PatternError as ``read_query``, and for one with rows cut off in no order.
    """
    query = read_query(name, language, beside)
    cuts.refuse(query)
    return query


def helpers(query: Query, asking: tuple[Path, ...] = ()) -> Iterator[Query]:
    """The queries from which a query's parameters come, each before those from which its own come.

    Raises PatternError as ``read_helper``, and for a query that takes its value from itself.
    """
    if query.path in asking:
        raise PatternError(
            f"{query.at('params:')}: params: {query.name} takes its value from itself"
        )
    for parameter in query.header.params:
        if parameter.source:
            found = read_helper(parameter.source, query.language, query.path.parent)
            yield found
            yield from helpers(found, (*asking, query.path))


def fits(pattern: Pattern, language: str) -> bool:
    """Whether a pattern, and what its parameters come from, can be asked in a language."""
    try:
        for query in filter(None, (pattern.query(language), pattern.counter(language))):
            deque(helpers(query), maxlen=0)
    except PatternError:
        return False
    return True


def has_lookup(name: str, language: str) -> bool:
    """Whether a language has that question: not all have those that some engines answer better."""
    return (resources.folder(language) / "lookup" / f"{name}{SUFFIXES[language]}").is_file()


def lookup(name: str, language: str) -> Query:
    """One of the small questions of ``lookup/`` in a store's language."""
    return read_query(f"lookup/{name}", language)


def _read(path: Path, language: str) -> Query:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise PatternError(f"cannot read the query file {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise PatternError(f"cannot read the query file {path}: not UTF-8") from error
    return _parsed(path, language, text)


@lru_cache(maxsize=1024)
def _parsed(path: Path, language: str, text: str) -> Query:
    """A file's query: of one that is read again the header is parsed once."""
    return Query(path.stem, language, path, text, parse(text, COMMENTS[language], path))


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
    first = next(iter(pattern.queries.values()))
    for language in {**pattern.queries, **pattern.groups}:
        query, groups = pattern.queries.get(language, first), pattern.groups.get(language)
        if groups:
            _check_groups(groups, pattern)
        _check_uses(query, *([groups] if groups else []))
        metric = query.header.metric
        if metric and metric not in metrics:
            near = difflib.get_close_matches(metric, metrics, 1)
            meant = f": did you mean {near[0]}?" if near else ";"
            raise PatternError(
                f"{query.at('metric:')}: metric: no {metric!r}{meant} "
                f"available: {', '.join(metrics)}"
            )


def _check_groups(groups: Query, pattern: Pattern) -> None:
    spelt = {part for part in pattern.header.group if part in pattern.header.names}
    missing = spelt - set(groups.header.names)
    unknown = set(groups.header.names) - spelt - set(COUNTS)
    if missing or unknown:
        raise PatternError(
            f"{groups.at('columns:')}: columns: needs {', '.join(sorted(spelt))} and counts "
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
        for name, line in parameters_in(file.text).items():
            if name not in declared:
                what = f"${name} is not declared under params: {_meant(file, name)}"
                raise PatternError(f"{file.path}:{line}: {what}")
            used.add(name)
    for name in sorted(declared - used):
        raise PatternError(f"{query.at(f'${name}')}: params: ${name} is declared and never used")


def _meant(file: Query, name: str) -> str:
    """What would do for a name with a dollar sign, which SPARQL itself takes for a variable."""
    declared = f"declare it, as in 'params: ${name}: iri'"
    if file.language != "sparql":
        return declared
    if name in file.header.names or f"?{name}" in file.text:
        return f"a variable is written ?{name}"
    return f"{declared}, or write ?{name} for a variable"
