"""Wikidata's entity JSON as records, of which only what is read is decoded.

They fit any JSON: where another kind of value stands than Wikidata writes, that is kept. So nothing
of a line is lost by one odd value in it, and its reader says what it cannot use.
"""

from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, field

_Scalar = str | int | float | bool | None
_Other = _Scalar | list[Any]
"""What stands in place of an object …"""
_NoList = _Scalar | dict[str, Any]
"""… and of an array."""


class Value(Struct, frozen=True, gc=False):
    """A value that is no bare string: an entity, time, quantity, text in a language or place."""

    id: Any = None
    kind: Any = field(default=None, name="entity-type")
    number: Any = field(default=None, name="numeric-id")
    time: Any = None
    precision: Any = None
    calendarmodel: Any = None
    amount: Any = None
    unit: Any = None
    text: Any = None
    language: Any = None
    longitude: Any = None
    latitude: Any = None
    globe: Any = None
    lower: Any = field(default=None, name="lowerBound")
    upper: Any = field(default=None, name="upperBound")


class DataValue(Struct, frozen=True, gc=False):
    """A value with its type."""

    type: Any = None
    value: Value | _Other = None


class Snak(Struct, frozen=True, gc=False):
    """A property and its value, or that it has none (``somevalue``, ``novalue``)."""

    property: Any = None
    snaktype: Any = None
    datavalue: DataValue | _Other = None


class Unread(Struct, frozen=True, gc=False):
    """An object of which nothing is read."""


class Statement(Struct, frozen=True, gc=False):
    """A statement without its references; of qualifiers only whether there are any."""

    mainsnak: Snak | _Other = None
    rank: Any = "normal"
    qualifiers: list[Unread | _Other] | Unread | _Scalar = None
    order: Any = field(default=None, name="qualifiers-order")
    property: Any = None
    """Of the REST interface: the property's id and type, as an object."""
    value: Any = None
    """Of the REST interface: the type of value, and its content; in simplified claims the value."""


Statements = dict[str, list[Statement | _Other] | _NoList]
Texts = dict[str, Raw]
"""Texts by language, of which few are asked for."""


class Record(Struct, frozen=True):
    """An entity, a part of a lexeme, what stands in place of one, or a reply with some of them."""

    id: Any = None
    labels: Texts | _Other = None
    lemmas: Texts | _Other = None
    representations: Texts | _Other = None
    aliases: Texts | _Other = None
    descriptions: Texts | _Other = None
    glosses: Texts | _Other = None
    claims: Statements | _Other = None
    statements: Statements | _Other = None
    forms: "list[Record | _Other] | _NoList" = None
    senses: "list[Record | _Other] | _NoList" = None
    entities: "dict[str, Record | _Other] | list[Record | _Other] | _Scalar" = None
    missing: Any | UnsetType = UNSET
    error: Any | UnsetType = UNSET
    redirect: Any | UnsetType = UNSET
    entity: Any = None
    title: Any = None


class _Decoded(Record, frozen=True):
    """The same of what is decoded already."""

    labels: Any = None
    lemmas: Any = None
    representations: Any = None
    aliases: Any = None
    descriptions: Any = None
    glosses: Any = None
    forms: "list[_Decoded | _Other] | _NoList" = None  # type: ignore[assignment]  # frozen
    senses: "list[_Decoded | _Other] | _NoList" = None  # type: ignore[assignment]  # frozen
    entities: "_Decodeds" = None  # type: ignore[assignment]  # frozen


_Decodeds = dict[str, _Decoded | _Other] | list[_Decoded | _Other] | _Scalar

_DECODER: Final = msgspec.json.Decoder(Record | _Other)
_FAULTS: Final = (msgspec.MsgspecError, RecursionError)


def decoded(text: bytes) -> Any:
    """A JSON value: a record where it is an object.

    Raises UnicodeDecodeError, and what ``msgspec.json.decode`` does, which decodes all of it.
    """
    if not text.isascii():
        text.decode()  # of what is not decoded msgspec does not look at this
    try:
        return _DECODER.decode(text)
    except _FAULTS:
        pass
    return converted(msgspec.json.decode(text))


def converted(value: Any) -> Any:
    """A JSON value that was decoded by itself: likewise."""
    return msgspec.convert(value, _Decoded | _Other)


def texts(found: Any) -> Any:
    """What stands under a language, decoded."""
    return msgspec.json.decode(found) if isinstance(found, Raw) else found
