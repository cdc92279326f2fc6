"""What a file looks like that no loader reads, and what to do with it."""

import re
from pathlib import Path
from typing import Final

from kgforge.files import head

_XML: Final = re.compile(
    r"(?:<\?xml\b|<!--|<!DOCTYPE\b|<(?:\w+:)?(?:graphml|gexf|html|rdf|xml)\b)", re.I
)
_GRAPHS: Final = re.compile(r"<(graphml|gexf)\b", re.I)
_JSON: Final = re.compile(r'\{\s*"|\[\s*[\{\["]')
_CONVERT: Final = "convert it to RDF, as with `robot convert -i {0} -o out.owl`, and load that"
_QUERIED: Final = (
    "export its relationships as a table, as with apoc.export.csv.query('MATCH (s)-[r]->(o) RETURN "
    "s.name AS subject, type(r) AS predicate, o.name AS object', 'facts.csv', {})"
)
_FORMATS: Final = tuple(
    (re.compile(pattern, re.I | re.M), name, remedy)
    for pattern, name, remedy in (
        (
            r"\A(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body|title)\b",
            "an HTML page",
            "servers answer so where a file is not to be had; download it again",
        ),
        (
            r"\Aversion https://git-lfs\.github\.com/spec",
            "a pointer of Git LFS",
            "which says where the file is; fetch it with git lfs pull",
        ),
        (
            r"\A(?:!.*\n|\s)*format-version:\s|^\[(?:Term|Typedef|Instance)\]\s*^id:\s",
            "OBO",
            _CONVERT.format("in.obo"),
        ),
        (
            r'\A\{\s*"(?:graphs|meta)"\s*:\s*[\[{][^"]*"(?:nodes|edges|id|meta|lbl)"',
            "OBO Graphs JSON",
            _CONVERT.format("in.json"),
        ),
        (
            r"\A(?:<\?xml[^>]*>\s*|<!--.*?-->\s*|<!DOCTYPE[^\[>]*(?:\[[^\]]*\])?\s*>\s*)*"
            r"<(?:\w+:)?Ontology\b",
            "OWL/XML",
            _CONVERT.format("in.owx"),
        ),
        (
            r"\A(?:\s|#.*\n)*(?:Prefix|Ontology|Declaration)\s*\(",
            "OWL in functional syntax",
            _CONVERT.format("in.ofn"),
        ),
        (
            r"\A(?:\s|#.*\n)*(?:Prefix|Ontology|Class|ObjectProperty|Individual):\s+\S",
            "OWL in Manchester syntax",
            _CONVERT.format("in.omn"),
        ),
        (
            r"\A(?:<\?xml[^>]*>\s*)?<(?:\w+:)?TriX\b",
            "TriX",
            "convert it to N-Quads",
        ),
        (r"\A\$HDT", "HDT", "convert it to N-Triples, as with hdt2rdf"),
        (
            r"\A(?:<\?xml[^>]*>\s*(?:<\?xml-stylesheet[^>]*>\s*)?)?<sparql\b"
            r'|\A\{\s*"head"\s*:\s*\{[^{}]*\}\s*,\s*"(?:results|boolean)"',
            "results of a SPARQL query",
            "read them as a table, tsv:FILE",
        ),
        (
            r'\A\[?\s*\{\s*"(?:type|id)"\s*:\s*"(?:node|relationship|\d+)"\s*,\s*'
            r'"(?:id|type|labels?)"\s*:'
            r'|\A"?_id"?,"?_labels"?,',
            "an export of Neo4j by APOC",
            _QUERIED,
        ),
        (
            r"\A(?:\s|//.*\n|:?begin\s)*(?:CREATE\s+(?:CONSTRAINT|(?:RANGE\s+|UNIQUE\s+)?INDEX|\()"
            r"|MERGE\s*\(|MATCH\s*\(|UNWIND\s*\[)",
            "a Cypher script",
            _QUERIED,
        ),
        (
            r"\A(?:\s|--.*\n|/\*.*?\*/;?)*(?:CREATE|INSERT INTO|DROP TABLE|SET NAMES)\s",
            "an SQL dump",
            "export its rows as CSV",
        ),
    )
)
"""Formats by how their files begin, each with what to do instead."""
_LINES: Final = 20
_COLUMNS: Final = "write three columns (subject, predicate, object) between tabs"


def markup(path: Path) -> str:
    """What a file of JSON or XML looks like; empty for any other."""
    start, lines = _start(path)
    if _XML.match(start):
        found = _GRAPHS.search(start)
        kind = {"graphml": "GraphML", "gexf": "GEXF"}[found[1].lower()] if found else "XML"
        return f"{kind}, which is not read as a table: write its edges in three columns"
    if not _JSON.match(start):
        return ""
    if len(lines) > 1 and all(map(_JSON.match, lines)):
        return f"JSON lines, which are not read as a table: {_COLUMNS}"
    return f"JSON, which is not read as a table: {_COLUMNS}"


def name(path: Path) -> str:
    """Return the name of the format that a file is surely in, and what to do; empty for others."""
    start, _ = _start(path)
    for pattern, format_, remedy in _FORMATS:
        if pattern.search(start):
            return f"{format_}: {remedy}"
    return ""


def of_neo4j(path: Path) -> str:
    """Return what a file of Neo4j's is that mixes nodes and relationships; empty for others."""
    format_ = name(path)
    return format_ if format_.endswith(_QUERIED) else ""


def told(path: Path) -> str:
    """What a file looks like, and what to do with it; empty where nothing can be said."""
    if format_ := name(path):
        return format_
    if like := markup(path):
        return like
    _, lines = _start(path)
    if len(lines) > 1 and all(len(line.split()) == 2 for line in lines):
        return f"a list of edges in two columns, which do not say the relation: {_COLUMNS}"
    return ""


def _start(path: Path) -> tuple[str, list[str]]:
    """How a file begins, and its first lines, of which the last may be cut off."""
    start = head(path).decode(errors="replace").lstrip("\ufeff \t\r\n")
    return start, [line for line in start.splitlines() if line.strip()][:_LINES]
