"""What a layout says of a benchmark, by its manifest: title, description, licence, citation."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files
from kgforge.schema import Manifest

NAME: Final = "about.json"
UNKNOWN: Final = "not known"
_PAGE: Final = "https://spdx.org/licenses/"


class About(Struct, frozen=True):
    """A benchmark in words."""

    id: str
    title: str
    description: str
    licence: str
    """An SPDX expression of all sources' licences, or ``not known``."""
    languages: tuple[str, ...]
    kgforge: str
    sources: tuple[str, ...]
    """The files that it was made from, each with its hash and licence."""

    @property
    def citation(self) -> str:
        """How it is cited, in BibTeX; the id follows from its bytes."""
        title = self.title.replace("{", r"\{").replace("}", r"\}")
        return (
            f"@misc{{{self.id},\n  title = {{{title}}},\n"
            f"  note = {{Benchmark {self.id}, made by kgforge {self.kgforge}}}\n}}"
        )

    @property
    def licence_page(self) -> str:
        """The page of its licence; where it has none the expression."""
        plain = self.licence.replace(".", "").replace("-", "").isalnum()
        own = self.licence.startswith(("LicenseRef", "DocumentRef"))
        return f"{_PAGE}{self.licence}.html" if plain and not own else self.licence


def about(manifest: Manifest) -> About:
    """What a manifest says."""
    items = sum(made.items for made in manifest.patterns)
    patterns = ", ".join(
        f"{made.name} ({made.items:,})" for made in manifest.patterns if made.items
    )
    return About(
        id=manifest.name,
        title=manifest.called,
        description=f"{items:,} items for language models, made from a knowledge graph by "
        f"kgforge {manifest.kgforge}. Patterns: {patterns}.",
        licence=_licence(source.licence for source in manifest.sources),
        languages=manifest.languages,
        kgforge=manifest.kgforge,
        sources=tuple(
            f"{source.file} (SHA-256 {source.sha256}, licence {source.licence or UNKNOWN})"
            for source in manifest.sources
        ),
    )


def write(manifest: Manifest, path: Path) -> None:
    """Write what a manifest says beside data that have no place for it."""
    said = about(manifest)
    record = {**msgspec.structs.asdict(said), "citation": said.citation}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")


def licence(*folders: Path) -> str | None:
    """The licence that such a file in one of some folders says, if there is one; empty: unknown."""
    for folder in folders:
        try:
            found = msgspec.json.decode((folder / NAME).read_bytes(), type=_Licensed)
        except (OSError, *files.DAMAGED):
            continue
        return found.licence if found.licence != UNKNOWN else ""
    return None


class _Licensed(Struct):
    kgforge: str
    licence: str


def _licence(found: Iterable[str | None]) -> str:
    """All of them hold: each once, by code point."""
    each = Counter(one or "" for one in found)
    if not each or "" in each:
        return UNKNOWN
    names = sorted(each)
    return names[0] if len(names) == 1 else " AND ".join(f"({name})" for name in names)
