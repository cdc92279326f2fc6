"""Units of measurement, by the IRI that a quantity has as its datatype.

Their symbols and factors are data: ``ontologies/units.tsv``. Of a unit that is not there only
values in the same unit are compared.
"""

from decimal import Decimal
from functools import cache
from typing import Final

from msgspec import Struct

from kgforge import resources, terms

_COMMENT: Final = "#"


class Unit(Struct, frozen=True):
    """A unit: how it is written, what it measures, and how its values become base units."""

    symbol: str
    dimension: str
    factor: Decimal
    offset: Decimal

    def in_base_units(self, value: Decimal) -> Decimal:
        """Convert a value."""
        return value * self.factor + self.offset


@cache
def known() -> dict[str, Unit]:
    """Return the units of the table, by IRI."""
    text = (resources.folder("ontologies") / "units.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith(_COMMENT))
    return {
        terms.wikidata_entity(number): Unit(symbol, dimension, Decimal(factor), Decimal(offset))
        for number, symbol, dimension, factor, offset in rows
    }


def is_entity(datatype: str) -> bool:
    """Say whether a datatype is an item of Wikidata, and so a unit."""
    return datatype.startswith(terms.PREFIXES["wd"])
