"""Points on the Earth as texts write them, and whether one is where another is.

Degrees may be decimal or have minutes and seconds; latitude comes first unless a point of the
compass or a name says otherwise, longitude in well-known text (*Point(2.29 48.86)*).
"""

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from kgforge.spans import Span

_SIDES: Final = {
    **dict.fromkeys(("n", "north", "nord", "norte", "nördlich", "nördlicher", "север"), "N"),
    **dict.fromkeys(("s", "south", "süd", "sud", "sur", "sul", "südlich", "südlicher"), "S"),
    **dict.fromkeys(("e", "east", "ost", "est", "este", "leste", "östlich", "östlicher"), "E"),
    "o": "O",
    **dict.fromkeys(("w", "west", "ouest", "oeste", "ovest", "westlich", "westlicher"), "W"),
}
"""How the points of the compass are written; *O* is west in French, east in German."""
_GERMAN: Final = frozenset(
    "der die das liegt ist und wo wie welche welcher bei auf den koordinaten".split()  # noqa: SIM905
)
_ROMANCE: Final = frozenset(
    """
    la le les est sont où quelle quelles du des et el los las es son cuál cuáles dónde del y il sono
    quali dove coordonnées coordenadas coordinate
    """.split()  # noqa: SIM905
)
_SIDE: Final = "|".join(sorted(_SIDES, key=len, reverse=True))
_NUMBER: Final = r"\d{1,3}(?:[.,]\d+)?"
_DEGREES: Final = (
    rf"(?P<sign>[-+−])?(?P<degrees>{_NUMBER})"
    rf"(?:\s?(?:°|o(?![a-z])|deg(?:rees?)?\.?|Grad|degrés|grados|gradi|graus)"
    rf"(?:\s?(?P<minutes>{_NUMBER})\s?(?:'(?!')|′|min(?:utes?)?)"
    rf"(?:\s?(?P<seconds>{_NUMBER})\s?(?:''|\"|″|′′|sec(?:onds?)?))?)?)?"
)
_COORDINATE: Final = re.compile(
    r"(?<![\w.,])"
    r"(?:(?P<axis>lat(?:itude?|itudine|\.)?|lon(?:g(?:itude?|itudine)?|\.)?|lng|Breite|Länge)"
    r"(?:['\"]?\s?[:=]|\s(?:of|is|de|von))?\s?)?"
    rf"(?:(?P<ahead>{_SIDE})\s?)?{_DEGREES}"
    rf"(?:\s?(?:de\s)?(?:(?:latitude?|longitude?)\s)?(?P<side>{_SIDE})(?!\w))?"
    r"(?:\s(?:lat(?:itude)?|long?(?:gitude)?|Breite|Länge))?(?![\w°]|[.,]\d)",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(
    r"\s?[,;/&]?\s?(?:(?:and|by|und|et|y|e)\s)?(?:(?:a|the)\s|['\"])?", re.IGNORECASE
)
_KNOWN_TEXT: Final = re.compile(
    r"point\s?z?\s?\(\s?(?P<longitude>[-+]?\d+(?:\.\d+)?)[ ,]\s?"
    r"(?P<latitude>[-+]?\d+(?:\.\d+)?)\s?\)",
    re.IGNORECASE,
)
_FINE: Final = Fraction(1, 60)
"""The coarsest step in which a rounded coordinate is accepted: two decimals, or minutes."""
_MOST: Final = {"latitude": 90, "longitude": 180}


class Coordinate(Struct, frozen=True):
    """Degrees north or east, and how precisely they are written."""

    degrees: Fraction
    step: Fraction
    """What one more in the last figure is."""


class Point(Struct, frozen=True):
    """A point on the Earth."""

    latitude: Coordinate
    longitude: Coordinate

    def covers(self, wanted: "Point") -> bool:
        """Say whether a point is where another is, as precisely as either is written.

        >>> eiffel = of_name("48.85822, 2.2945")
        >>> of_name("48.86° N, 2.29° E").covers(eiffel), of_name("48.85822, -2.2945").covers(eiffel)
        (True, False)
        """
        step = min(wanted.latitude.step, wanted.longitude.step, Fraction(1, 100))
        pairs = ((self.latitude, wanted.latitude), (self.longitude, wanted.longitude))
        return all(_covers(said, known, step) for said, known in pairs)


def _covers(said: Coordinate, wanted: Coordinate, step: Fraction) -> bool:
    distance = abs(said.degrees - wanted.degrees)
    return not distance or (said.step <= _FINE and distance <= max(said.step, step) / 2)


def of_name(name: str) -> Point | None:
    """Return the point that a name is; None where it is none."""
    return next((point for span, point in points(name) if span == (0, len(name))), None)


def side_of_o(words: Collection[str]) -> str:
    """Return what *O* is among words: east in German, west in French; empty: nobody can tell.

    >>> side_of_o(["Der", "Turm", "liegt"]), side_of_o(["la", "tour", "est"]), side_of_o([])
    ('E', 'W', '')
    """
    is_german, is_romance = not _GERMAN.isdisjoint(words), not _ROMANCE.isdisjoint(words)
    if is_german == is_romance:
        return ""
    return "E" if is_german else "W"


def points(text: str, side_of_o: str = "") -> Iterator[tuple[Span, Point]]:
    """Yield the points of a text, and where they stand; *O* is the side that is given.

    >>> [span for span, _ in points("It is at 48° 51' N, 2° 17' E.")]
    [(9, 28)]
    """
    for found in _KNOWN_TEXT.finditer(text):
        latitude, longitude = (_decimal(found[name]) for name in ("latitude", "longitude"))
        if point := _point(latitude, longitude):
            yield found.span(), point
    before: re.Match[str] | None = None
    for found in _COORDINATE.finditer(_KNOWN_TEXT.sub(lambda it: "·" * len(it[0]), text)):
        point = _together(before, found, side_of_o) if before else None
        if before and point and _BETWEEN.fullmatch(text[before.end() : found.start()]):
            yield (before.start(), found.end()), point
            before = None
        else:
            before = found


def _decimal(text: str) -> Coordinate:
    _, _, decimals = text.partition(".")
    return Coordinate(Fraction(text), Fraction(1, 10 ** len(decimals)))


def _point(latitude: Coordinate, longitude: Coordinate) -> Point | None:
    is_on_earth = (
        abs(latitude.degrees) <= _MOST["latitude"] and abs(longitude.degrees) <= _MOST["longitude"]
    )
    return Point(latitude, longitude) if is_on_earth else None


def _together(first: re.Match[str], second: re.Match[str], side_of_o: str) -> Point | None:
    """Return the point of two coordinates; None where both are of one axis."""
    sides = _side(first), _side(second)
    if "O" in sides and not side_of_o:
        return None
    sides = sides[0].replace("O", side_of_o), sides[1].replace("O", side_of_o)
    axes = _axis(first, sides[0]), _axis(second, sides[1])
    coordinates = _coordinate(first, sides[0]), _coordinate(second, sides[1])
    if axes in {("longitude", "latitude"), ("longitude", ""), ("", "latitude")}:
        return _point(*coordinates[::-1])
    return None if axes[0] == axes[1] != "" else _point(*coordinates)


def _axis(found: re.Match[str], side: str) -> str:
    if side:
        return "latitude" if side in "NS" else "longitude"
    axis = (found["axis"] or "").lower()
    if not axis:
        return ""
    return "latitude" if axis.startswith(("la", "br")) else "longitude"


def _side(found: re.Match[str]) -> str:
    return _SIDES.get((found["side"] or found["ahead"] or "").lower(), "")


def _coordinate(found: re.Match[str], side: str) -> Coordinate:
    degrees, size = Fraction(0), Fraction(1)
    step = Fraction(1)
    for name in ("degrees", "minutes", "seconds"):
        if written := found[name]:
            part = _decimal(written.replace(",", "."))
            degrees, step = degrees + part.degrees * size, part.step * size
        size /= 60
    is_negative = found["sign"] in {"-", "−"} or side in {"S", "W"}
    return Coordinate(-degrees if is_negative else degrees, step)
