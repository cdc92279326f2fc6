"""The folder of items: made from what was mined, parted, verified, converted."""

from kgforge.benchmark import fluent
from kgforge.benchmark.adopting import adopt
from kgforge.benchmark.auditing import Check, audit
from kgforge.benchmark.checking import Asked, Checked, check
from kgforge.benchmark.checks import Editorial
from kgforge.benchmark.checks.shared_name import REASON as SHARED
from kgforge.benchmark.cleaning import CHANGES, Change, clean
from kgforge.benchmark.converting import convert
from kgforge.benchmark.exporting import export
from kgforge.benchmark.generators import TEMPLATE, TOKENS, TRIES
from kgforge.benchmark.guards import Guards
from kgforge.benchmark.lacking import said as lacking
from kgforge.benchmark.making import UNTYPED
from kgforge.benchmark.options import ExportOptions
from kgforge.benchmark.splits import PUBLISHED, TEST, file_name
from kgforge.benchmark.verifying import remarks, verify

__all__ = [
    "CHANGES",
    "PUBLISHED",
    "SHARED",
    "TEMPLATE",
    "TEST",
    "TOKENS",
    "TRIES",
    "UNTYPED",
    "Asked",
    "Change",
    "Check",
    "Checked",
    "Editorial",
    "ExportOptions",
    "Guards",
    "adopt",
    "audit",
    "check",
    "clean",
    "convert",
    "export",
    "file_name",
    "fluent",
    "lacking",
    "remarks",
    "verify",
]
