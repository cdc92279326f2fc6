"""Which tests one process runs: those of one engine, of one expensive fixture, or of one file.

``make test`` runs two processes (pytest-xdist), which begin with the longest groups. A server, the
published graph or a trained model is then made once.
"""

import re
from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling

SERVED: Final = {
    "spark": "spark",
    "neo4j": "neo4j",
    "cypher": "neo4j",
    "Oxigraph server": "sparql",
    "Fuseki": "sparql",
    "Virtuoso": "sparql",
}
"""The group of a test that has such a parameter: an engine, or its language."""
FILES: Final = {
    "tests/graph/test_snapshot.py": "neo4j",
    "tests/stores/test_neo4j.py": "neo4j",
    "tests/stores/test_spark.py": "spark",
    "tests/stores/test_spark_intake.py": "spark",
    "tests/stores/test_sparql.py": "sparql",
    "tests/stores/test_ntriples.py": "neo4j",
    "tests/proofs/test_docker.py": "neo4j",
    "tests/patterns/compile/test_cypher.py": "neo4j",
    "tests/patterns/compile/test_spark.py": "spark",
    "tests/graph/test_loading.py": "wikidata",
    "tests/proofs/test_wikidata.py": "wikidata",
    "tests/proofs/test_forms.py": "wikidata",
    "tests/mining/test_miner.py": "wikidata",
    "tests/formats/test_rows.py": "harnesses",
    "tests/formats/test_harnesses.py": "harnesses",
    "tests/models/test_models.py": "torch",
    "tests/models/test_seq2seq.py": "torch",
    "tests/models/test_served.py": "torch",
    "tests/models/test_writer.py": "torch",
    "tests/cli/test_demo.py": "torch",
    "tests/cli/test_organisms.py": "torch",
    "tests/proofs/test_planted.py": "torch",
    "tests/proofs/test_told.py": "torch",
    "tests/benchmark/test_wordings.py": "torch",
}
"""The group of a file; every other file is a group of its own."""
FIRST: Final = ("spark", "neo4j", "torch", "sparql", "wikidata")
"""The longest groups, which begin."""
_PARAMETERS: Final = re.compile(r"\[(.*)\]$")


def group(nodeid: str) -> str:
    """The group of a test, by its id.

    >>> group("tests/stores/test_stores.py::test_all[neo4j-town]")
    'neo4j'
    >>> group("tests/cli/test_demo.py::test_it"), group("tests/test_files.py::test_it")
    ('torch', 'tests/test_files.py')
    """
    file = nodeid.partition("::")[0]
    found = _PARAMETERS.search(nodeid)
    parameters = found[1].split("-") if found else []
    served = (SERVED[name] for name in parameters if name in SERVED)
    return next(served, FILES.get(file, file))


def arrange(items: list[pytest.Item]) -> None:
    """Put the tests of a group together, and the longest groups first."""
    names = list(dict.fromkeys((*FIRST, *(group(item.nodeid) for item in items))))
    items.sort(key=lambda item: names.index(group(item.nodeid)))


class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each process one group after another, in the order of collection."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)
