"""Query files are read by the room of patterns alone."""

import subprocess
import sys

SCRIPT = """
import sys
from kgforge import patterns
print(patterns.read_pattern("alignment").header.metric)
print(*sorted({name.split(".")[1] for name in sys.modules if name.startswith("kgforge.")}))
"""


def test_reading_a_query_file_imports_neither_metrics_nor_ontologies_nor_texts() -> None:
    """The metric that a header names is looked up in a list of files."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    metric, imported = done.stdout.splitlines()
    assert metric
    assert set(imported.split()) <= {
        *("display", "errors", "patterns", "plugins", "resources", "terms")
    }
