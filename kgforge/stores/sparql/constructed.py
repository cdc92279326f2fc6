"""A whole graph of Virtuoso as triples, some predicates at a time, so that it fits under limits.

As JSON a row takes Virtuoso 7 eight times as long as a triple that it constructs. But it refuses to
construct more than a million, and where it cuts results (``ResultSetMaxRows``) it cuts those, too,
and tells nobody. So the limit is asked for, and what comes is counted.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pyoxigraph as ox

from kgforge import terms
from kgforge.calling import Limit, Refused
from kgforge.stores.sparql import slices
from kgforge.stores.sparql.protocol import Answer, Endpoint
from kgforge.stores.sparql.slices import Slice

MOST: Final = 1_000_000
"""Triples that Virtuoso constructs at once; of more it says that a vector is too long."""
_PREDICATES: Final = 100
"""Predicates that are named at once: Virtuoso makes lines of SQL of them, up to 10,000."""


class IncompleteError(Exception):
    """A server gave another number of triples than it had counted."""


def triples(endpoint: Endpoint, graph: str) -> Iterator[bytes]:
    """The triples of a graph as N-Triples, *graph* being the SPARQL of one, with ``?s ?p ?o``.

    Raises IncompleteError when they are not all, at the end or before.
    """
    numbers, most = _told(endpoint, graph)
    found = 0
    for predicates, slice in _parts(numbers, most):
        with endpoint.constructed(_text(graph, predicates, slice)) as chunks:
            for chunk in _filled(chunks):
                found += chunk.count(b"\n")
                yield chunk
    if found != sum(numbers.values()):
        raise IncompleteError


def _told(endpoint: Endpoint, graph: str) -> tuple[dict[str, int], int]:
    """How many triples each predicate has, and how many the server constructs at once."""
    counting = f"SELECT ?p (COUNT(*) AS ?rows) {{ {graph} }} GROUP BY ?p"
    try:
        with endpoint.answer(counting, Limit(None)) as answer:
            numbers = dict(sorted(_counted(answer)))
        probed = min(sum(numbers.values()), MOST)
        return numbers, endpoint.most(f"SELECT (1 AS ?one) {{ {graph} }} LIMIT {probed}") or MOST
    except (Refused, TimeoutError, ValueError) as error:
        raise IncompleteError from error


def _counted(answer: Answer) -> Iterator[tuple[str, int]]:
    if answer.most:
        raise IncompleteError
    found = answer.parsed()
    assert isinstance(found, ox.QuerySolutions)
    for row in answer.each(found):
        yield terms.ntriples(row["p"].value), int(row["rows"].value)


def _parts(numbers: Mapping[str, int], most: int) -> Iterator[tuple[list[str], Slice]]:
    """Predicates that have so many triples together, or one that has more, slice by slice."""
    some: list[str] = []
    left = most
    for predicate, number in numbers.items():
        if number > most:
            yield from (([predicate], slice) for slice in slices.planned(number, most))
            continue
        if number > left or len(some) == _PREDICATES:
            yield some, slices.ALL
            some, left = [], most
        some.append(predicate)
        left -= number
    if some:
        yield some, slices.ALL


def _text(graph: str, predicates: Sequence[str], slice: Slice) -> str:
    within = slices.within(slice, ("s", "o")) if slice != slices.ALL else ""
    return (
        f"CONSTRUCT {{ ?s ?p ?o }} {{ {graph} FILTER(?p IN ({', '.join(predicates)})) {within} }}"
    )


def _filled(chunks: Iterator[bytes] | None) -> Iterator[bytes]:
    """The chunks of an answer. Of no triples Virtuoso tells in a comment."""
    if chunks is None:
        raise IncompleteError
    first = next(chunks, b"")
    return chunks if first.startswith(b"#") else itertools.chain([first], chunks)
