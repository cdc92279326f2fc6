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

__all__ = [
    "Change",
    "Check",
    "export",
    "verify",
]
