"""What the Hugging Face Hub wants to know of a data set, in its words: fields, size, licence."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import inspect

from kgforge import licences

_DTYPES: Final = {
    inspect.StrType: "string",
    inspect.BoolType: "bool",
    inspect.IntType: "int64",
    inspect.FloatType: "float64",
    inspect.LiteralType: "string",
}


def features(kind: type[Any]) -> list[dict[str, Any]]:
    """The fields of a record as ``dataset_info.features`` has them.

    >>> from kgforge.schema import Accepted
    >>> features(Accepted)[2]
    {'name': 'aliases', 'list': 'string'}
    """
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return [_feature(field.encode_name, field.type) for field in described.fields]


def _feature(name: str, type_: inspect.Type) -> dict[str, Any]:
    if isinstance(type_, inspect.UnionType):
        (type_,) = (part for part in type_.types if not isinstance(part, inspect.NoneType))
    if isinstance(type_, inspect.StructType):
        return {"name": name, "struct": features(type_.cls)}
    if isinstance(type_, inspect.VarTupleType):
        inner = _feature("", type_.item_type)
        if "list" in inner:
            return {"name": name, "list": {"list": inner["list"]}}
        return {"name": name, "list": inner.get("struct") or inner["dtype"]}
    return {"name": name, "dtype": _DTYPES[type(type_)]}


def category(number: int) -> str:
    """How large a data set is.

    >>> category(999), category(1_000), category(2_500_000)
    ('n<1K', '1K<n<10K', '1M<n<10M')
    """
    ends = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
    place = max(0, len(str(number)) - 3)
    least = f"{ends[place - 1]}<" if place else ""
    return f"{least}n<{ends[place]}"


def licence(sources: Iterable[str | None]) -> dict[str, str]:
    """The licence of all sources: one of the Hub's list, or ``other`` with its name.

    >>> licence(["CC0-1.0", "CC0-1.0"]), licence(["CC0-1.0", None])
    ({'license': 'cc0-1.0'}, {'license': 'other'})
    >>> licence(["LicenseRef-mine"])
    {'license': 'other', 'license_name': 'licenseref-mine'}
    """
    found = {one or "" for one in sources} or {""}
    only = min(found)
    if len(found) > 1 or not only:
        return {"license": "other"}
    name = licences.hub(only)
    return {"license": name} if name else {"license": "other", "license_name": only.lower()}
