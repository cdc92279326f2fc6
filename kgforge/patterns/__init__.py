"""Patterns: query files with a header that says what their rows are, and how to sample them."""

from kgforge.patterns.answers import (
    columns_must_match,
    integer,
    misfit,
    stopped,
)
from kgforge.patterns.bare import read_bare
from kgforge.patterns.binding import (
    bind,
    bind_sparql,
    constants_in,
    example_value,
    sql_text,
)
from kgforge.patterns.compile import compiled, iris, label_graph, mistake, predicates
from kgforge.patterns.conditions import (
    Bound,
    Expression,
    Number,
    bounds,
)
from kgforge.patterns.contract import (
    COMPARING,
    COMPUTED,
    MEASURES,
    Column,
    Header,
    Keep,
    Otherwise,
    Parameter,
    Parts,
    Role,
    Sample,
    Scalar,
    Value,
)
from kgforge.patterns.pattern import Pattern
from kgforge.patterns.queries import COMMENTS, SUFFIXES, Query, Row, Walk
from kgforge.patterns.reading import (
    fits,
    has_lookup,
    helpers,
    lookup,
    names_of_all,
    pattern_names,
    read_helper,
    read_pattern,
    read_patterns,
    read_query,
)
from kgforge.patterns.roles import ANSWER, fill_question, question_places
from kgforge.patterns.sampling import (
    Counts,
    Drawn,
    Everything,
    Level,
    Reservoir,
    Units,
)
from kgforge.patterns.scaffold import scaffold
from kgforge.patterns.syntax import Fault, fault, shortened
from kgforge.patterns.values import parse_value

__all__ = [
    "ANSWER",
    "COMMENTS",
    "COMPARING",
    "COMPUTED",
    "MEASURES",
    "SUFFIXES",
    "Bound",
    "Column",
    "Counts",
    "Drawn",
    "Everything",
    "Expression",
    "Fault",
    "Header",
    "Keep",
    "Level",
    "Number",
    "Otherwise",
    "Parameter",
    "Parts",
    "Pattern",
    "Query",
    "Reservoir",
    "Role",
    "Row",
    "Sample",
    "Scalar",
    "Units",
    "Value",
    "Walk",
    "bind",
    "bind_sparql",
    "bounds",
    "columns_must_match",
    "compiled",
    "constants_in",
    "example_value",
    "fault",
    "fill_question",
    "fits",
    "has_lookup",
    "helpers",
    "integer",
    "iris",
    "label_graph",
    "lookup",
    "misfit",
    "mistake",
    "names_of_all",
    "parse_value",
    "pattern_names",
    "predicates",
    "question_places",
    "read_bare",
    "read_helper",
    "read_pattern",
    "read_patterns",
    "read_query",
    "scaffold",
    "shortened",
    "sql_text",
    "stopped",
]
