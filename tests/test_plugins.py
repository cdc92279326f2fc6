"""What a missing optional package says: the command that installs it."""

import subprocess
import sys

import pytest

_OPEN = """
import sys
sys.modules[sys.argv[1]] = None  # as if it were not installed
from kgforge import stores
from kgforge.errors import MissingDriverError
try:
    stores.open(sys.argv[2])
except MissingDriverError as error:
    print(error)
"""


@pytest.mark.parametrize(("package", "address", "extra"), [
    ("neo4j", "neo4j:bolt://localhost:7687", "neo4j"),
    ("httpx2", "sparql:http://localhost:7878/query", "sparql"),
    ("pyspark", "spark:x", "spark"),
    ("py4j", "spark:x", "spark"),
])  # fmt: skip
def test_a_store_without_its_driver_says_how_to_install_it(
    package: str, address: str, extra: str
) -> None:
    call = [sys.executable, "-c", _OPEN, package, address]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert done.stdout == (
        f"stores/{address.partition(':')[0]} needs the package {package!r}, which is not "
        f"installed: pip install 'kgforge[{extra}]' (in a clone: pip install '.[{extra}]')\n"
    )
