"""The graphs that a query may name, and the predicates in those that are tables in an engine."""

from typing import Final

from kgforge.patterns.compile.faults import Uncovered
from kgforge.terms import KGF, PREFIXES

FACTS: Final = ""
"""The default graph."""
ONTOLOGY: Final = "urn:kgforge:ontology"
LABELS: Final = "urn:kgforge:labels"
SENTENCES: Final = "urn:kgforge:sentences"

RDF: Final = PREFIXES["rdf"]
KINDS: Final = {
    PREFIXES["rdfs"] + "label": "label",
    PREFIXES["skos"] + "altLabel": "alias",
    PREFIXES["schema"] + "description": "description",
}
"""The kind of label of each predicate in the graph of labels."""
TEXTS: Final = {f"{KGF}text": "text", f"{KGF}source": "source"}
"""What is said of a sentence, as engines name it."""
OFFSETS: Final = {
    f"{KGF}subjectStart": "subject_start",
    f"{KGF}subjectEnd": "subject_end",
    f"{KGF}objectStart": "object_start",
    f"{KGF}objectEnd": "object_end",
}
"""Where a mention names a fact's subject and object, as engines name it."""


def unknown(graph: str) -> Uncovered:
    """What is told of another graph."""
    return Uncovered(
        f"the graph <{graph}> is not covered: <{LABELS}>, <{SENTENCES}> and <{ONTOLOGY}> are",
        r"\bGRAPH\b",
    )
