"""What is given by ``--param``: parsed once, by the types that the asked queries declare."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from kgforge import graph, naming, patterns, terms
from kgforge.errors import PatternError, QueryTimeoutError
from kgforge.patterns import Parameter, Query, Value, parse_value
from kgforge.stores import Store


class Settings(Struct, frozen=True):
    """The values that are given to one query and its helpers."""

    values: Mapping[tuple[Path, str], Value] = {}
    """By the path of the query that declares the parameter, and the parameter's name."""
    exclude: frozenset[str] = frozenset()
    """Predicates that no pattern asks about."""

    def given(self, query: Query, parameter: Parameter) -> Value | None:
        """The value that is given to a parameter of a query; None where none is."""
        return self.values.get((query.path, parameter.name))


def read(
    texts: Mapping[str, str],
    asked: Sequence[Query],
    store: Store | None = None,
    exclude: frozenset[str] = frozenset(),
) -> dict[str, Settings]:
    """The settings of each asked query, by its name.

    ``PATTERN.x`` goes to that one alone, ``x`` to all that declare it. Raises PatternError for a
    parameter that no asked query, nor its helpers, declares, and for a text that is not of the
    declared type, with the predicates of the *store* that it may mean.
    """
    declared = {query.name: list(_declared(query)) for query in asked}
    known = {parameter.name for found in declared.values() for _, parameter in found}
    own = {f"{name}.{parameter.name}" for name, found in declared.items() for _, parameter in found}
    unknown = sorted(texts.keys() - known - own)
    if unknown:
        names = ", ".join(declared)
        raise PatternError(
            f"no parameter {unknown[0]!r} in {names}; available: {', '.join(sorted(known))}"
        )
    return {
        name: _parsed(found, of_pattern(texts, name), store, exclude)
        for name, found in declared.items()
    }


def of_pattern(texts: Mapping[str, str], name: str) -> dict[str, str]:
    """What is given to one pattern: ``PATTERN.x`` to that one alone, and it goes before ``x``.

    >>> of_pattern({"most": "9", "path.most": "5"}, "path")
    {'most': '5'}
    """
    own = f"{name}."
    common = {key: value for key, value in texts.items() if "." not in key}
    return common | {
        key.removeprefix(own): value for key, value in texts.items() if key.startswith(own)
    }


def helper(name: str, query: Query) -> Query:
    """The query that one names as the source of a parameter: beside it, or among those shipped."""
    return patterns.read_helper(name, query.language, query.path.parent)


def _declared(query: Query) -> Iterator[tuple[Query, Parameter]]:
    """The parameters of a query and of its helpers, each with the query that declares it."""
    for one in (query, *patterns.helpers(query)):
        for parameter in one.header.params:
            yield one, parameter


def _parsed(
    declared: Sequence[tuple[Query, Parameter]],
    texts: Mapping[str, str],
    store: Store | None,
    exclude: frozenset[str],
) -> Settings:
    return Settings(
        {
            (query.path, parameter.name): _value(parameter, texts[parameter.name], store)
            for query, parameter in declared
            if parameter.name in texts
        },
        exclude,
    )


def _value(parameter: Parameter, text: str, store: Store | None) -> Value:
    try:
        return parse_value(parameter, text)
    except ValueError as error:
        meant = store and parameter.type in {"iri", "term", "table"} and _meant(text, store)
        there = f"; this graph has {', '.join(meant)}" if meant else ""
        raise PatternError(f"--param {parameter.name}: {error}{there}") from error


def _meant(text: str, store: Store) -> list[str]:
    """The predicates of a graph that have a name given in a text, in whole or as one of a list.

    None where the graph is another's, or has no time for the question.
    """
    if store.foreign:
        return []
    given = {text, *text.split(","), *re.split(r"[\s,()]+", text)}
    names = {one.strip().rpartition(":")[2].casefold() for one in given} - {""}
    try:
        every = sorted(str(row[0]) for row in graph.ask(store, "predicates"))
    except QueryTimeoutError:
        return []
    return [terms.compact(iri) for iri in every if not names.isdisjoint(_names(iri))]


def _names(iri: str) -> set[str]:
    names = (terms.local_name(iri), naming.readable(iri), naming.readable(iri, predicate=True))
    return {one.casefold() for one in names}
