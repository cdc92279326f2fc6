"""Nodes of quantities: a number and a unit, in the words of QUDT, OM, schema.org or CIDOC-CRM.

Sources: the schema of QUDT (qudt.org/schema/qudt), the *Ontology of units of measure* 2.0
(Rijgersberg et al. 2013), schema.org's ``QuantitativeValue``, CIDOC-CRM's ``E54_Dimension``.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import pyoxigraph as ox

from kgforge import terms, units
from kgforge.schema import Skip

_QUDT: Final = tuple(
    f"{scheme}://qudt.org/schema/qudt{end}" for scheme in ("http", "https") for end in "/#"
)
_OM: Final = "http://www.ontology-of-units-of-measure.org/resource/om-2/"
_SCHEMA_ORG: Final = ("http://schema.org/", "https://schema.org/")
_CIDOC: Final = "http://www.cidoc-crm.org/cidoc-crm/"
_NUMBER, _UNIT, _OWN = "number", "unit", "own"
_PARTS: Final = {
    predicate: part
    for part, predicates in {
        _NUMBER: (
            *(f"{space}{name}" for space in _QUDT for name in ("numericValue", "value")),
            f"{_OM}hasNumericalValue",
            *(f"{space}value" for space in _SCHEMA_ORG),
            f"{_CIDOC}P90_has_value",
        ),
        _UNIT: (
            *(f"{space}{name}" for space in _QUDT for name in ("unit", "hasUnit")),
            f"{_OM}hasUnit",
            *(f"{space}{name}" for space in _SCHEMA_ORG for name in ("unitCode", "unitText")),
            f"{_CIDOC}P91_has_unit",
        ),
        _OWN: (
            *(f"{space}{name}" for space in _SCHEMA_ORG for name in ("name", "propertyID")),
            f"{_CIDOC}P2_has_type",
        ),
    }.items()
    for predicate in predicates
}
"""What predicates say of the node of a quantity; one with more of its own is left as it is."""
UNITS: Final = frozenset(each for each, part in _PARTS.items() if part == _UNIT)
"""Predicates by which a file shows that it has such nodes."""

PART: Final = "of a quantity that is a node (QUDT, OM, schema.org, CIDOC-CRM)"
NO_UNIT: Final = "a quantity in a unit that is not in ontologies/units.tsv"


class QuantityNodes:
    """The nodes of a file that are a number and a unit, and no more."""

    def __init__(self) -> None:
        self._parts: defaultdict[object, dict[str, object]] = defaultdict(dict)

    def learn(self, quad: ox.Quad) -> None:
        """Keep what a statement says of such a node."""
        if part := _PARTS.get(quad.predicate.value):
            self._parts[quad.subject][part] = quad.object

    def __bool__(self) -> bool:
        return any(node in self for node in self._parts)

    def __contains__(self, node: object) -> bool:
        return self._parts.get(node, {}).keys() == {_NUMBER, _UNIT}

    def resolved(self, quad: ox.Quad) -> Iterator[ox.Quad | Skip]:
        """Yield a statement whose object is such a node, with a literal of the unit instead."""
        parts = self._parts[quad.object]
        number, unit = parts[_NUMBER], parts[_UNIT]
        said = unit.value if isinstance(unit, ox.NamedNode | ox.Literal) else ""
        if isinstance(number, ox.Literal) and (datatype := units.datatype_of(said)):
            literal = ox.Literal(number.value, datatype=ox.NamedNode(datatype))
            yield ox.Quad(quad.subject, quad.predicate, literal)
        else:
            subject = quad.subject.value if isinstance(quad.subject, ox.NamedNode) else "a node"
            reason = f"{NO_UNIT}: {terms.local_name(said) or 'a blank node'}"
            yield Skip(reason, f"{subject} {quad.predicate.value}", triple=True)
