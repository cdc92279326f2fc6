"""The axioms of the ontologies that were mined with, beside the shipped ones and the graph's.

By them facts follow that are no distractors. Nothing else of these ontologies is taken: the words
of a benchmark are of the shipped files and of ``--templates``.
"""

from pathlib import Path

from kgforge import ontology
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import folders


def of_mined(mined: Path) -> Vocabulary:
    """What the ontologies in RDF say that were given with ``mine --ontology``.

    As in mining, a file called JSON says nothing here. Raises OntologyError for one that cannot be
    read, and BenchmarkError for a link.
    """
    lying = sorted(path.name for path in (mined / ontology.FOLDER).glob("*"))
    paths = (folders.inside(mined, f"{ontology.FOLDER}/{name}") for name in lying)
    return vocabulary.read_only(path for path in paths if path.suffix != ".json")
