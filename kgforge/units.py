"""Units of measurement, by the IRI that a quantity has as its datatype.

Their symbols, names and factors are data: ``ontologies/units.tsv``. Of a unit that is not there
only values in the same unit are compared.
"""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Final

from msgspec import Struct

from kgforge import resources, terms

_COMMENT: Final = "#"
_DBPEDIA: Final = "http://dbpedia.org/datatype/"
_WORD: Final = 3
"""What has so many letters is a word; a symbol has fewer, and capitals count in it."""
LARGEST: Final = 1000
"""No larger power of ten is converted."""


class Unit(Struct, frozen=True):
    """A unit: how it is written, what it measures, and how its values become base units."""

    symbol: str
    dimension: str
    factor: Fraction
    offset: Fraction
    names: tuple[str, ...]
    """What English texts call it besides, in the singular, the usual one first."""

    def in_base_units(self, value: Decimal) -> Fraction | None:
        """Convert a value; None where it is too large or too small."""
        if abs(value.adjusted()) > LARGEST:
            return None
        return Fraction(value) * self.factor + self.offset

    def of_base_units(self, value: Fraction) -> Fraction:
        """Convert a value in base units to this unit."""
        return (value - self.offset) / self.factor


@cache
def known() -> dict[str, Unit]:
    """Return the units of the table, by IRI: as Wikidata's item, and as DBpedia's datatype."""
    found: dict[str, Unit] = {}
    text = (resources.folder("ontologies") / "units.tsv").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith(_COMMENT):
            number, symbol, dimension, factor, offset, names = line.split("\t")
            parts = tuple(names.split(";"))
            unit = Unit(symbol, dimension, Fraction(factor), Fraction(offset), parts)
            found[terms.wikidata_entity(number)] = unit
            found[_DBPEDIA + _camel_case(parts[0])] = unit
    return found


def _camel_case(name: str) -> str:
    """Write a name as DBpedia names its datatypes.

    >>> _camel_case("square metre"), _camel_case("US dollar")
    ('squareMetre', 'usDollar')
    """
    first, *rest = name.split()
    return first.lower() + "".join(word[:1].upper() + word[1:] for word in rest)


def spelled_out(datatype: str) -> str:
    """Return the words of a unit of DBpedia's; empty for any other datatype.

    >>> spelled_out("http://dbpedia.org/datatype/inhabitantsPerSquareKilometre")
    'inhabitants per square kilometre'
    """
    if not datatype.startswith(_DBPEDIA):
        return ""
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", datatype[len(_DBPEDIA) :]).lower()


_CUSTOM: Final = ("https://w3id.org/cdt/", "http://w3id.org/lindt/custom_datatypes#")
_QUDT: Final = re.compile("https?://qudt[.]org/vocab/unit[/#]")
_MEASURED: Final = re.compile(r"(\S+)\s+(\S.*)")


def is_coded(datatype: str) -> bool:
    """Say whether values of a datatype are quantities with a code of UCUM, or in a unit of QUDT."""
    return datatype.startswith(_CUSTOM) or _QUDT.match(datatype) is not None


def measured(value: str, datatype: str) -> tuple[str, Unit] | None:
    """Return the number and the unit of a quantity; None for one whose unit is not known.

    >>> number, unit = measured("1083 [ft_i]", "https://w3id.org/cdt/length")
    >>> number, unit.symbol
    ('1083', 'ft')
    >>> measured("8", "http://qudt.org/vocab/unit/M")[1].symbol
    'm'
    """
    if unit := known().get(datatype):
        return value, unit
    if qudt := _QUDT.match(datatype):
        unit = _codes().get((_QUDT_COLUMN, datatype[qudt.end() :]))
        return (value.strip(), unit) if unit else None
    found = _MEASURED.fullmatch(value.strip()) if datatype.startswith(_CUSTOM) else None
    unit = _codes().get((_UCUM_COLUMN, found[2])) if found else None
    return (found[1], unit) if found and unit else None


_UCUM_COLUMN: Final = 1
_QUDT_COLUMN: Final = 2
_UNECE_COLUMN: Final = 3


@cache
def _codes() -> dict[tuple[int, str], Unit]:
    """Return the units by code, each with the column of ``unit_codes.tsv``."""
    text = (resources.folder("ontologies") / "unit_codes.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith(_COMMENT))
    columns = (_UCUM_COLUMN, _QUDT_COLUMN, _UNECE_COLUMN)
    by_symbol = {unit.symbol: unit for unit in known().values()}
    return {(column, row[column]): by_symbol[row[0]] for row in rows for column in columns}


@cache
def _datatypes() -> dict[Unit, str]:
    """Return the IRI of each unit as Wikidata's item."""
    return {unit: iri for iri, unit in known().items() if is_entity(iri)}


def datatype_of(said: str) -> str:
    """Return the datatype of quantities in a unit that a source names; empty for an unknown one.

    It may be named by an IRI (Wikidata, QUDT, OM), a code of UN/ECE or UCUM, a symbol or a word.

    >>> datatype_of("MTR") == datatype_of("m") == datatype_of("metres")
    True
    >>> datatype_of("http://qudt.org/vocab/unit/M")
    'http://qudt.org/vocab/unit/M'
    """
    if is_entity(said) or _QUDT.match(said):
        return said
    if om := _OM.match(said):
        unit = by_name(said[om.end() :])
    else:
        codes = (_codes().get((column, said)) for column in (_UNECE_COLUMN, _UCUM_COLUMN))
        unit = next(filter(None, codes), None) or _spelled().get(
            unicodedata.normalize("NFKC", said)
        )
    return _datatypes()[unit] if unit else ""


_OM: Final = re.compile(
    "https?://www[.](?:ontology-of-units-of-measure[.]org|wurvoc[.]org/vocabularies)"
    "/(?:resource/om-2/|om-1[.]8/)"
)


def is_entity(datatype: str) -> bool:
    """Say whether a datatype is an item of Wikidata, and so a unit."""
    return datatype.startswith(terms.PREFIXES["wd"])


def is_unknown(datatype: str) -> bool:
    """Say whether a datatype is a unit of which only a label in the graph tells the name."""
    return is_entity(datatype) and datatype not in known()


def at(text: str, place: int) -> tuple[Unit, int] | None:
    """Return the unit whose name or symbol stands at a place of a text, and where it ends.

    >>> unit, end = at("25 degrees Celsius", 3)
    >>> unit.symbol, end
    ('°C', 18)
    """
    found = _pattern().match(text, place)
    return (_spelled()[found[0]], found.end()) if found else None


def by_name(name: str) -> Unit | None:
    """Return the unit of a name, written in any way that ``quantities`` reads; None: there is none.

    >>> by_name("squarekilometre").symbol, by_name("kilometreperhour").symbol
    ('km²', 'km/h')
    """
    return _joined().get(_join(name))


@cache
def _joined() -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for spelling, unit in _spelled().items():
        if len(spelling) >= _WORD:
            found.setdefault(_join(spelling), unit)
    return found


def _join(name: str) -> str:
    return re.sub("[ -]", "", name.casefold())


@cache
def spellings(unit: Unit) -> tuple[str, ...]:
    """Return the spellings of a unit."""
    return tuple(spelling for spelling, known in _spelled().items() if known == unit)


@cache
def _pattern() -> re.Pattern[str]:
    spellings = sorted(_spelled(), key=lambda spelling: (-len(spelling), spelling))
    return re.compile(f"(?:{'|'.join(map(re.escape, spellings))})(?![^\\W_])")


@cache
def _spelled() -> dict[str, Unit]:
    """Return the units by each of their spellings, in compatibility characters (km2 for km²)."""
    found: dict[str, Unit] = {}
    for unit in dict.fromkeys(known().values()):
        for name in (unit.symbol, *unit.names):
            for spelling in _spellings(unicodedata.normalize("NFKC", name)):
                found.setdefault(spelling, unit)
    return found


def _spellings(name: str) -> Iterator[str]:
    """Yield a name as it is; one of words also in the plural, in American, and in small letters.

    >>> [*_spellings("litre")], [*_spellings("kg")]
    (['litre', 'liter', 'litres', 'liters'], ['kg'])
    """
    words = name.split()
    if max(map(len, words)) < _WORD:
        yield name
        return
    for place in (None, *range(len(words))):
        plural = [f"{word}s" if at == place else word for at, word in enumerate(words)]
        for spelling in dict.fromkeys((" ".join(plural), " ".join(plural).lower())):
            yield spelling
            for british, american in (("metre", "meter"), ("litre", "liter")):
                if british in spelling:
                    yield spelling.replace(british, american)
            if " " in spelling:
                yield spelling.replace(" ", "-")
