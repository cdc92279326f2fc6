"""The parts of a pattern's contract, as the header of its query files states them."""

import re
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from kgforge.patterns.conditions import Expression

Scalar = str | int | float
Value = Scalar | tuple[str, ...] | tuple[tuple[str, ...], ...]
"""A parameter's value: one scalar, the terms of a list, or the rows of a table."""

TYPES: Final = ("iri", "term", "str", "int", "float")
COUNTS: Final = (
    "triples",
    "other_triples",
    "self_loops",
    "matches",
    "support",
    "body",
    "pca_body",
    "head",
)
"""The counts that a groups file may return and ``keep`` may read."""
MEASURES: Final = {
    "confidence": ("support", "body"),
    "pca_confidence": ("support", "pca_body"),
    "head_coverage": ("support", "head"),
    "wilson_low": ("support", "body"),
}
"""The measures that ``keep`` may read beside counts, each with the two counts that it is of."""


class Column(Struct, frozen=True):
    """One column of a query's rows."""

    name: str
    type: str
    optional: bool = False
    """Whether rows may lack it: of a query without a header."""


class Parameter(Struct, frozen=True):
    """One declared parameter."""

    name: str
    type: str
    many: bool = False
    table: tuple[Column, ...] = ()
    default: Value | None = None
    drawn: tuple[str, ...] = ()
    """With ``source``: the columns of that query whose sampled values fill the parameter."""
    source: str = ""
    below: str = ""
    """With ``source``: an earlier table. From what its columns ``drawn`` hold that query leads on,
    step by step, and the parameter holds each start with itself and all that it leads to."""
    like: str = ""
    """An earlier parameter whose value this one takes where none is given."""


class Order(Struct, frozen=True):
    """One column that a sample level sorts by."""

    column: str
    descending: bool


class Sample(Struct, frozen=True):
    """One level of sampling: how many of what, per what, in which order."""

    count: int | str
    """A number, or the name of an int parameter."""
    unit: tuple[str, ...] = ()
    """Columns whose distinct values are counted; empty: rows."""
    per: tuple[str, ...] = ()
    """Columns, or ``("group",)``; empty: overall."""
    by: tuple[Order, ...] = ()


class Keep(Struct, frozen=True):
    """A condition that a group has to meet where it stands."""

    condition: Expression


class Otherwise(Struct, frozen=True):
    """What is drawn if no group is kept, and the condition that a group has to meet even then."""

    sample: Sample
    where: Keep | None = None


Kind = Literal["holds", "not", "implied", "chain", "count", "whether", "larger", "smaller"]
COMPUTED: Final = ("count", "whether", "larger", "smaller")
"""The kinds of roles whose answer the query computes."""
COMPARING: Final = ("larger", "smaller")


class Role(Struct, frozen=True):
    """One question of an instance; each term is a column, ``$parameter`` or constant IRI.

    A chain's predicate is a path, ``r1/r2``. The object of a count is the column of the number, and
    that of a comparison the second entity.
    """

    name: str
    kind: Kind
    subject: str
    predicate: str
    object: str
    values: tuple[str, ...] = ()
    """The columns that settle the answer: of ``whether`` 1 or 0, of a comparison the two values."""

    @property
    def hops(self) -> tuple[str, ...]:
        """The predicates, of which only a chain has several."""
        if self.kind != "chain":
            return (self.predicate,)
        return tuple(hop.removeprefix("<").removesuffix(">") for hop in parted(self.predicate))

    @property
    def terms(self) -> tuple[str, ...]:
        """All that it names."""
        return self.subject, *self.hops, self.object, *self.values


def parted(path: str) -> tuple[str, ...]:
    """The predicates of a path, parted at each ``/`` outside angle brackets; a bare IRI is one.

    >>> parted("r1/r2"), parted("<http://x/a>/wdt:P36"), parted("http://x/a")
    (('r1', 'r2'), ('<http://x/a>', 'wdt:P36'), ('http://x/a',))
    """
    found = tuple(re.findall(r"(?:<[^>]*>|[^/<])+", path))
    return (path,) if "" in re.sub(r"<[^>]*>", "_", path).split("/") else found


class Parts(Struct, frozen=True):
    """By which column a question may be parted: rows of one value come of asking for that value."""

    column: str
    parameter: str


class Options(Struct, frozen=True):
    """From which column of a table the candidates of a role come whose object has that name.

    The table has a column of the name of that role's predicate too: of a fact, the rows count
    where it holds the fact's predicate (``parameters.options``).
    """

    column: str
    parameter: str


class Question(Struct, frozen=True):
    """How a computed role is asked in one language; fields as in ``schema.Wanted``."""

    role: str
    language: str
    text: str
    dates: bool = False


class Header(Struct, frozen=True):
    """A parsed header. Twins in other languages have an equal one."""

    description: str
    params: tuple[Parameter, ...] = ()
    columns: tuple[Column, ...] = ()
    unordered: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    parts: Parts | None = None
    group: tuple[str, ...] = ()
    """Columns, ``$parameters``, constants, and ``"quoted text"`` between them."""
    steps: tuple[Keep | Sample, ...] = ()
    otherwise: Otherwise | None = None
    item: tuple[str, ...] = ()
    text: str = ""
    count: tuple[str, ...] = ()
    """Columns of numbers that are summed up for each instance and group."""
    roles: tuple[Role, ...] = ()
    metric: str = ""
    answers: Literal["all", "target"] = "all"
    options: Options | None = None
    note: str = ""
    """Of a helper: what is told of a pattern whose parameter its rows fill."""
    questions: tuple[Question, ...] = ()
    """How the roles that are computed are asked."""
    slices: tuple[Literal["kind"], ...] = ()
    """By what its scores are sliced besides: ``kind``, the kind of the predicates (1-1, 1-N, N-1,
    N-M), which its items then carry."""
    alone: bool = False
    """Whether it is mined only where it is named: ``all`` leaves it out."""

    @property
    def conditions(self) -> Iterator[tuple[str, Expression]]:
        """Each condition, under the key that states it."""
        yield from (("keep", step.condition) for step in self.steps if isinstance(step, Keep))
        if self.otherwise and self.otherwise.where:
            yield "otherwise", self.otherwise.where.condition

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(column.name for column in self.columns)

    @property
    def group_columns(self) -> tuple[str, ...]:
        """The columns that tell a group from others."""
        return tuple(dict.fromkeys(part for part in self.group if part in self.names))

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name, or None."""
        return next((found for found in self.params if found.name == name), None)
