"""Croissant: the rows of ``datasets`` in a file for each split, described by ``croissant.json``.

The description is JSON-LD of Croissant 1.0 (http://mlcommons.org/croissant/1.0): title, licence and
citation, each file with its SHA-256, and a record set for each split with the columns of the rows.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from kgforge import files, hub
from kgforge.formats import Bench, Carried, Lacks
from kgforge.formats._rows import asking, flat, lines
from kgforge.formats._rows.about import About, about
from kgforge.formats._rows.flat import Row

NAME: Final = "croissant.json"
VERSION: Final = "http://mlcommons.org/croissant/1.0"
_CONTEXT: Final[Mapping[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataBiases": "cr:dataBiases",
    "dataCollection": "cr:dataCollection",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "personalSensitiveInformation": "cr:personalSensitiveInformation",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_TYPES: Final = {"string": "sc:Text", "bool": "sc:Boolean", "int64": "sc:Integer"}


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the rows of each split, and their description; see ``formats``."""
    asking.refuse_answers(bench)
    left, written = Lacks(), {}
    for split in bench.splits:
        if many := lines.write(out / f"{split}.jsonl", flat.rows(bench, left, (split,))):
            written[f"rows of {split}"] = many
        else:
            (out / f"{split}.jsonl").unlink()
    if written:
        found = [split for split in bench.splits if f"rows of {split}" in written]
        data = msgspec.json.encode(_described(bench, out, found))
        (out / NAME).write_bytes(msgspec.json.format(data, indent=2) + b"\n")
    return Carried(written, lacks=left.listed())


def _described(bench: Bench, out: Path, splits: Iterable[str]) -> dict[str, Any]:
    said = about(bench.manifest)
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": VERSION,
        "name": said.id,
        "alternateName": said.title,
        "description": said.description,
        "license": said.licence_page,
        "url": f"urn:kgforge:{said.id}",
        "citeAs": said.citation,
        "inLanguage": list(said.languages),
        "version": said.kgforge,
        "distribution": [_file(out, split) for split in splits],
        "recordSet": [_records(split, said) for split in splits],
    }


def _file(out: Path, split: str) -> dict[str, Any]:
    name = f"{split}.jsonl"
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{(out / name).stat().st_size} B",
        "encodingFormat": "application/jsonlines",
        "sha256": files.sha256(out / name),
    }


def _records(split: str, said: About) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": split,
        "name": split,
        "description": f"The prompts of {said.title} in the split {split}, one for each record.",
        "key": {"@id": f"{split}/id"},
        "field": [_field(split, feature) for feature in hub.features(Row)],
    }


def _field(split: str, feature: Mapping[str, Any]) -> dict[str, Any]:
    name = feature["name"]
    return {
        "@type": "cr:Field",
        "@id": f"{split}/{name}",
        "name": name,
        "dataType": _TYPES[feature.get("dtype", "string")],
        **({"repeated": True} if "list" in feature else {}),
        "source": {"fileObject": {"@id": f"{split}.jsonl"}, "extract": {"column": name}},
    }
