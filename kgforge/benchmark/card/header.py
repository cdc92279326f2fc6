"""The YAML header of the card, which ``datasets`` reads."""

from collections.abc import Mapping

import yaml

from kgforge import hub
from kgforge.benchmark import splits
from kgforge.benchmark.card.wording import cards
from kgforge.schema import Item, Manifest


def header(manifest: Manifest) -> str:
    """The header as YAML, without the lines that enclose it.

    Every pattern has the same fields: they stand once, and are referred to by an alias.
    """
    files, fields = filled(manifest), hub.features(Item)
    found = {
        "pretty_name": manifest.called,
        "language": list(manifest.languages),
        **hub.licence(source.licence for source in manifest.sources),
        "task_categories": list(dict.fromkeys(one.task for one in cards(manifest.patterns))),
        "size_categories": [hub.category(sum(made.items for made in manifest.patterns))],
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


def filled(manifest: Manifest) -> Mapping[str, Mapping[str, str]]:
    """Of each pattern the splits that have items, and the file of each."""
    there = {file.plain: file.path for file in manifest.files if file.lines}
    names = manifest.split.shares if manifest.split else (splits.TEST,)
    found: dict[str, dict[str, str]] = {}
    for made in manifest.patterns:
        for split in names:
            if path := there.get(splits.file_name(made.name, split)):
                found.setdefault(made.name, {})[split] = path
    return found
