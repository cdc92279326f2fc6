"""The YAML header of the card, which ``datasets`` reads."""

from collections.abc import Mapping
from typing import Any, Final

import yaml
from msgspec import inspect

from kgforge import licences
from kgforge.benchmark import splits
from kgforge.benchmark.card.wording import cards
from kgforge.schema import Item, Manifest

_DTYPES: Final = {
    inspect.StrType: "string",
    inspect.BoolType: "bool",
    inspect.IntType: "int64",
    inspect.FloatType: "float64",
    inspect.LiteralType: "string",
}


def header(manifest: Manifest) -> str:
    """The header as YAML, without the lines that enclose it.

    Every pattern has the same fields: they stand once, and are referred to by an alias.
    """
    files, fields = filled(manifest), features(Item)
    found = {
        "pretty_name": manifest.called,
        "language": list(manifest.languages),
        **_licence(manifest),
        "task_categories": list(dict.fromkeys(one.task for one in cards(manifest.patterns))),
        "size_categories": [_category(sum(made.items for made in manifest.patterns))],
        "tags": ["knowledge-graph", "kgforge"],
        "configs": [
            {
                "config_name": pattern,
                "data_files": [{"split": split, "path": path} for split, path in paths.items()],
            }
            for pattern, paths in files.items()
        ],
        "dataset_info": [{"config_name": pattern, "features": fields} for pattern in files] or None,
    }
    text: str = yaml.safe_dump(found, sort_keys=False, allow_unicode=True, width=100)
    return text.rstrip()


def _licence(manifest: Manifest) -> dict[str, str]:
    """The licence of all sources: one of the Hub's list, or ``other`` with its name."""
    found = {source.licence or "" for source in manifest.sources} or {""}
    licence = min(found)
    if len(found) > 1 or not licence:
        return {"license": "other"}
    name = licences.hub(licence)
    return {"license": name} if name else {"license": "other", "license_name": licence.lower()}


def filled(manifest: Manifest) -> Mapping[str, Mapping[str, str]]:
    """Of each pattern the splits that have items, and the file of each."""
    lines = {file.path: file.lines for file in manifest.files}
    names = manifest.split.shares if manifest.split else (splits.TEST,)
    found: dict[str, dict[str, str]] = {}
    for made in manifest.patterns:
        for split in names:
            path = splits.file_name(made.name, split)
            if lines.get(path):
                found.setdefault(made.name, {})[split] = path
    return found


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
        return {"name": name, "list": inner.get("struct") or inner["dtype"]}
    return {"name": name, "dtype": _DTYPES[type(type_)]}


def _category(number: int) -> str:
    """How large a data set is, in the words of Hugging Face.

    >>> _category(999), _category(1_000), _category(2_500_000)
    ('n<1K', '1K<n<10K', '1M<n<10M')
    """
    ends = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
    place = max(0, len(str(number)) - 3)
    least = f"{ends[place - 1]}<" if place else ""
    return f"{least}n<{ends[place]}"
