"""The back door of RDF engines: pyoxigraph on the folder, a server's own dump over plain HTTP."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pyoxigraph as ox

from kgforge import terms
from kgforge.patterns.queries import Row
from tests.backdoors import Held

RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
KGF: Final = "urn:kgforge:ns#"
KINDS: Final = {
    "http://www.w3.org/2000/01/rdf-schema#label": "label",
    "http://www.w3.org/2004/02/skos/core#altLabel": "alias",
    "http://schema.org/description": "description",
}
GRAPHS: Final = (
    "",
    *(f"urn:kgforge:{name}" for name in ("labels", "sentences", "sources", "ontology")),
)


Triples = Iterable[tuple[str, str, str]]
"""Subject, predicate, object, as terms; a literal in N-Triples form."""


def folder(path: Path) -> Held:
    """The folder of an embedded store, read with pyoxigraph."""
    return _held(ox.Store.read_only(str(path)))


def dump(server: Any) -> Held:
    """A server's graphs, as it gives them all by itself."""
    return _held(ox.parse(server.dump(), format=ox.RdfFormat.N_QUADS, lenient=True))


def _held(quads: Iterable[ox.Quad]) -> Held:
    graphs: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for quad in quads:
        name = quad.graph_name.value if isinstance(quad.graph_name, ox.NamedNode) else ""
        graphs[name].append((_plain(quad.subject), _plain(quad.predicate), _plain(quad.object)))
    assert set(graphs) <= set(GRAPHS)
    return _rdf(*(graphs[name] for name in GRAPHS))


def _plain(term: object) -> str:
    if isinstance(term, ox.Literal):
        datatype, language = term.datatype.value, term.language or ""
        return terms.literal(term.value, datatype=datatype, language=language)
    assert isinstance(term, ox.NamedNode)
    return term.value


def _rdf(
    facts: Triples, labels: Triples, sentences: Triples, sources: Triples, axioms: Triples
) -> Held:
    passages, mentions = _said(sentences)
    read = (
        (file, *one["sha256"], *one.get("licence", [""]))
        for one in _records(sources).values()
        for file in one["file"]
    )
    return Held(
        frozenset(facts),
        frozenset(map(_name, labels)),
        passages,
        mentions,
        frozenset(read),
        frozenset(axioms),
    )


def _name(triple: tuple[str, str, str]) -> Row:
    entity, predicate, text = triple
    name = terms.parse_literal(text)
    return entity, name.language, KINDS[predicate], name.value


def _records(triples: Triples) -> dict[str, dict[str, list[str]]]:
    """Each subject with the values of each property, without namespaces and quotes."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for s, p, o in triples:
        own = p.startswith(KGF)  # its texts are ours, while an object of rdf:object is a term
        found[s][p.removeprefix(KGF).removeprefix(RDF)].append(terms.text_of(o) if own else o)
    return found


def _said(triples: Triples) -> tuple[frozenset[Row], frozenset[Row]]:
    """The sentences, and the mentions."""
    records = _records(triples)
    made = {kind: {s for s, one in records.items() if one["type"] == [KGF + kind]} for kind in MADE}
    assert sum(map(len, made.values())) == len(records)
    return (
        frozenset((s, *records[s]["text"], *records[s]["source"]) for s in made["Sentence"]),
        frozenset(
            tuple(value for part in PARTS for value in records[s][part])
            + tuple(int(value) for end in ENDS for value in records[s].get(end, [-1]))
            for s in made["Mention"]
        ),
    )


MADE: Final = ("Sentence", "Mention")
PARTS: Final = ("expressedIn", "subject", "predicate", "object")
ENDS: Final = ("subjectStart", "subjectEnd", "objectStart", "objectEnd")
