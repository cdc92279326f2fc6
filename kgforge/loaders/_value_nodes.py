"""Nodes of values in Wikidata's full RDF: the units of quantities, the precision of times.

A direct statement (``wdt:``) gives a quantity without its unit and a time without its precision or
calendar. The nodes of the property's statements (``p:``, then ``psv:``) have them:
``wikibase:quantityUnit``, ``wikibase:timePrecision``, ``wikibase:timeCalendarModel``. Source:
*Wikibase/Indexing/RDF Dump Format* on mediawiki.org. As a node may stand anywhere in its file, all
are read beforehand.
"""

from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Final

import pyoxigraph as ox

from kgforge import terms
from kgforge.loaders._wikidata import values
from kgforge.schema import Skip, Triple

_PROPERTY: Final = "http://www.wikidata.org/prop/"
_DIRECT: Final = terms.PREFIXES["wdt"]
_OF_STATEMENT: Final = f"{_PROPERTY}statement/value/"
_WIKIBASE: Final = "http://wikiba.se/ontology#"
_WORDS: Final = frozenset(
    _WIKIBASE + word
    for word in (
        *("quantityAmount", "quantityUnit"),
        *("timeValue", "timePrecision", "timeCalendarModel"),
    )
)
_RANK: Final = f"{_WIKIBASE}rank"
_DEPRECATED: Final = f"{_WIKIBASE}DeprecatedRank"
_BEST: Final = f"{_WIKIBASE}BestRank"
_DECIMAL: Final = terms.XSD + "decimal"
_TIME: Final = terms.XSD + "dateTime"
_KEPT: Final = 1 << 21
"""So many parts of nodes are kept; what stands behind them is read as in a truthy file."""

NO_UNIT: Final = "a quantity whose unit the file does not have, shown as a plain number"
NO_PRECISION: Final = (
    "its times have no precision: one at midnight is read as a day, on 1 January as a year "
    "(Wikidata's JSON, or its RDF with value nodes, has it)"
)


def has_nodes(quads: Iterable[ox.Quad]) -> bool:
    """Return whether some statements are of nodes of values."""
    return any(
        quad.predicate.value.startswith(_OF_STATEMENT) or quad.predicate.value in _WORDS
        for quad in quads
    )


def has_times(quads: Iterable[ox.Quad]) -> bool:
    """Return whether some direct statements are times."""
    return any(
        quad.predicate.value.startswith(_DIRECT)
        and isinstance(quad.object, ox.Literal)
        and quad.object.datatype.value == _TIME
        for quad in quads
    )


class ValueNodes:
    """What the nodes of a file say; without any, of each quantity that its unit is not there."""

    def __init__(self, quads: Iterable[ox.Quad] = ()) -> None:
        self._statements: dict[tuple[str, str], list[str]] = defaultdict(list)
        """The nodes of statements of each entity and property."""
        self._nodes: dict[str, str] = {}
        """The node of the value of each statement."""
        self._parts: dict[str, dict[str, str]] = defaultdict(dict)
        """What each node of a value says, by the local name of its predicate."""
        self._deprecated: set[str] = set()
        self._best: set[str] = set()
        size = 0
        for quad in quads:
            if size >= _KEPT:
                break
            size += self._keep(quad)

    def _keep(self, quad: ox.Quad) -> bool:
        """Keep what a statement says of nodes, and return whether it does."""
        subject, predicate, value = str_of(quad.subject), quad.predicate.value, quad.object
        if predicate in _WORDS:
            self._parts[subject][terms.local_name(predicate)] = str_of(value)
        elif predicate.startswith(_OF_STATEMENT):
            self._nodes[subject] = str_of(value)
        elif predicate == _RANK and str_of(value) == _DEPRECATED:
            self._deprecated.add(subject)
        elif str_of(value) == _BEST:
            self._best.add(subject)
        elif predicate.startswith(_PROPERTY) and predicate[len(_PROPERTY) :].isalnum():
            self._statements[subject, predicate[len(_PROPERTY) :]].append(str_of(value))
        else:
            return False
        return True

    def of(self, triple: Triple) -> tuple[tuple[Triple, ...], tuple[Skip, ...]]:
        """Return a direct statement as its nodes have it, and what is not known of it.

        Several, where statements give the same number in several units.
        """
        if not triple.predicate.startswith(_DIRECT) or not terms.is_literal(triple.object):
            return (triple,), ()
        literal = terms.parse_literal(triple.object)
        if literal.datatype not in {_DECIMAL, _TIME}:
            return (triple,), ()
        nodes = self._values(triple.subject, triple.predicate[len(_DIRECT) :])
        where = f"{triple.subject} {triple.predicate}"
        try:
            found = {_term(parts) for parts in nodes if _gives(parts, literal)}
        except values.UnusableError as error:
            return (), (Skip(str(error), where, triple=True, usual=True),)
        objects = sorted(found) or [triple.object]
        facts = tuple(Triple(triple.subject, triple.predicate, each) for each in objects)
        lacks = not found and literal.datatype == _DECIMAL
        return facts, (Skip(NO_UNIT, where),) if lacks else ()

    def _values(self, subject: str, number: str) -> list[dict[str, str]]:
        """What the nodes of an entity's statements say, of the best rank where that is told."""
        every = self._statements.get((subject, number), ())
        good = [each for each in every if each not in self._deprecated]
        best = [each for each in good if each in self._best] or good
        nodes = (self._nodes.get(each, "") for each in best)
        return [self._parts[node] for node in nodes if node in self._parts]


def str_of(term: object) -> str:
    """Return an IRI, a blank node's name or a literal's text."""
    if isinstance(term, ox.NamedNode | ox.Literal):
        return term.value
    return str(term)


def _gives(parts: dict[str, str], literal: terms.Literal) -> bool:
    """Return whether a node has the value of a direct statement."""
    if literal.datatype == _TIME:
        return parts.get("timeValue") == literal.value and "timePrecision" in parts
    try:
        return Decimal(parts.get("quantityAmount", "")) == Decimal(literal.value)
    except InvalidOperation:
        return False


def _term(parts: dict[str, str]) -> str:
    if "timeValue" in parts:
        calendar = parts.get("timeCalendarModel", values.GREGORIAN)
        precision = parts["timePrecision"]
        return values.of_rdf(parts["timeValue"], int(precision), calendar)
    return values.quantity(parts["quantityAmount"], parts.get("quantityUnit"))
