"""The folder of items: made from what was mined, parted, verified, converted."""

from kgforge.benchmark.auditing import (
    Check,
)
from kgforge.benchmark.cleaning import (
    Change,
)
from kgforge.benchmark.exporting import (
    export,
    verify,
)
from kgforge.benchmark.reading import (
    SCHEMAS,
    json_schema,
    read_items,
    read_manifest,
    read_mining,
)

__all__ = [
    "SCHEMAS",
    "Change",
    "Check",
    "export",
    "json_schema",
    "read_items",
    "read_manifest",
    "read_mining",
    "verify",
]
