"""One SPARQL query for every engine: put into SQL (DuckDB, Spark) and Cypher (Neo4j).

What comes out is a query file of that language as one would write it by hand, parameters in it, and
goes the way of any. What is not covered is refused, with its line and the reason.
"""

from functools import lru_cache

import msgspec

from kgforge.errors import PatternError
from kgforge.patterns.answers import columns_must_match
from kgforge.patterns.compile import faults, vocabulary
from kgforge.patterns.compile.cache import Written, kept
from kgforge.patterns.compile.faults import Refusal
from kgforge.patterns.queries import COMMENTS, Query, Walk


def compiled(query: Query, language: str) -> Query:
    """A SPARQL query in another language, its header before it.

    Raises PatternError for what is not covered.
    """
    found = outcome(query, language)
    if isinstance(found, Refusal):
        raise faults.refused(query, language, found)
    return found


def mistake(query: Query) -> str:
    """What is to be mended in a SPARQL query, and where; empty where the compiler sees nothing.

    Such a query, with a variable that nothing binds, say, is valid, and gives no rows.
    """
    try:
        found = outcome(query, "sql")
    except PatternError:  # later SPARQL than the compiler reads, as of triple terms
        return ""
    return faults.told(query, found) if isinstance(found, Refusal) and found.remedy else ""


def predicates(query: Query) -> frozenset[str]:
    """The predicates, named in a SPARQL query, of facts without which it gives no row.

    None for a query that the compiler does not read.
    """
    from kgforge.patterns.compile import certain, reading

    try:
        return certain.predicates(reading.read(query))
    except (PatternError, faults.Uncovered):
        return frozenset()


def iris(query: Query) -> tuple[str, ...]:
    """The IRIs that a SPARQL query names as terms of the graph's facts.

    Also those that it can do without, in UNION or NOT EXISTS, say. Sorted; none for a query that
    the compiler refuses.
    """
    try:
        made = kept(query.text, "sql", lambda: _written(query, "sql"))
    except PatternError:  # later SPARQL than the compiler reads
        return ()
    return made.iris if isinstance(made, Written) else ()


def label_graph(predicate: str) -> str:
    """The graph in which a predicate's triples lie as names; empty where they lie among facts."""
    return vocabulary.LABELS if predicate in vocabulary.KINDS else ""


@lru_cache(maxsize=256)
def outcome(query: Query, language: str) -> Query | Refusal:
    """A SPARQL query in another language, or why it is refused."""
    made = kept(query.text, language, lambda: _written(query, language))
    if isinstance(made, Refusal):
        return made
    sign = COMMENTS[language]
    header = (line.replace("#", sign, 1) for line in _header(query.text))
    kind = f"{sign} Compiled from {query.path.name}."
    whole = "\n".join([*header, "", kind, *map(_remark, made.walks), made.text, ""])
    return msgspec.structs.replace(query, language=language, text=whole, walks=made.walks)


def _written(query: Query, language: str) -> Written:
    # Each takes some tenths of a second to import, which what is kept does not need.
    from kgforge.patterns.compile import cypher, naming, reading, sql

    read = reading.read(query)
    columns_must_match(query, [*read.names])
    iris = tuple(sorted(naming.iris(read)))
    if language == "sql":
        return Written(*sql.written(read, query.header.columns), iris)
    if language == "cypher":
        return Written(cypher.written(read, query.header.columns), iris=iris)
    raise faults.Uncovered("the compiler does not know that language")


def _remark(walk: Walk) -> str:
    """What a walk is, as a comment before the query that names its table."""
    ends = [f", {name} {term}" for name, term in (("from", walk.start), ("to", walk.end)) if term]
    step = " ".join(walk.step.split())
    return f"-- {walk.name}: pairs (s, o) that one or more steps join{''.join(ends)}: {step}"


def _header(text: str) -> list[str]:
    """The comment that a query begins with."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.lstrip().startswith("#"):
            break
        lines.append(line)
    return lines
