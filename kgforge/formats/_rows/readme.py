"""The README of a folder of rows, whose header Hugging Face ``datasets`` reads."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from kgforge import hub
from kgforge.formats import Bench
from kgforge.formats._rows.about import about
from kgforge.formats._rows.flat import Row

NAME: Final = "README.md"
ALL: Final = "all"
"""The configuration with the rows of all patterns; it is the default."""
Files = Mapping[str, Mapping[str, str]]
"""The file of each pattern and split."""


def write(bench: Bench, out: Path, files: Files, rows: int) -> None:
    """Write it into a folder."""
    (out / NAME).write_text(_text(bench, files, rows), encoding="utf-8")


def _text(bench: Bench, files: Files, rows: int) -> str:
    said = about(bench.manifest)
    fields = hub.features(Row)
    header = {
        "pretty_name": said.title,
        "language": list(said.languages),
        **hub.licence(source.licence for source in bench.manifest.sources),
        "size_categories": [hub.category(rows)],
        "tags": ["knowledge-graph", "kgforge"],
        "configs": _configs(files),
        "dataset_info": [{"config_name": name, "features": fields} for name in (ALL, *files)],
    }
    dumped = yaml.safe_dump(header, sort_keys=False, allow_unicode=True, width=100)
    sources = "\n".join(f"- {one}" for one in said.sources) or "- not known"
    return f"""---
{dumped.rstrip()}
---

# {said.title}

{said.description}

Each of the {rows:,} rows is one prompt. `prompt` holds the question, with `[MASK]` where the answer
belongs. `answers` and their `aliases` are right to say; `gold` is where a letter, a truth value or
triples are wanted. `candidates` are to be ranked. An empty text or list says that a column does not
apply. Where `holds` is false, an answer is right if it is *not* `object`.

Licence: {said.licence}. Made from:

{sources}

Cite it by its id, which follows from its bytes:

```bibtex
{said.citation}
```
"""


def _configs(files: Files) -> list[dict[str, Any]]:
    every: dict[str, list[str]] = {}
    for paths in files.values():
        for split, path in paths.items():
            every.setdefault(split, []).append(path)
    whole = [{"split": split, "path": paths} for split, paths in every.items()]
    own = [
        {
            "config_name": pattern,
            "data_files": [{"split": split, "path": path} for split, path in paths.items()],
        }
        for pattern, paths in files.items()
    ]
    return [{"config_name": ALL, "default": True, "data_files": whole}, *own]
