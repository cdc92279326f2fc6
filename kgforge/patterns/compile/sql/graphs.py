"""The graphs as tables: facts, ontology, labels, sentences and the mentions of facts in them."""

from typing import Final

from sqlglot import exp

from kgforge.patterns.compile.algebra import Constant, Scan, Term, Variable
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.sql.relations import Relation
from kgforge.patterns.compile.sql.values import Value, constant, is_there, parameter, text
from kgforge.patterns.compile.vocabulary import (
    FACTS,
    KINDS,
    LABELS,
    OFFSETS,
    ONTOLOGY,
    RDF,
    SENTENCES,
    TEXTS,
    unknown,
)
from kgforge.terms import KGF

TRIPLES: Final = {FACTS: "facts", ONTOLOGY: "ontology"}
_ENDS: Final = {f"{RDF}subject": "s", f"{RDF}predicate": "p", f"{RDF}object": "o"}
_MENTION: Final = ("sentence", *_ENDS.values(), *OFFSETS.values())


def scan(relation: Relation, found: Scan, nodes: dict[Term, str]) -> None:
    """Join a triple pattern to a relation. Raises Uncovered.

    *nodes* are the rows that stand for mentions and sentences so far: all that patterns which stand
    together say of one of these is about one row.
    """
    if found.graph in TRIPLES:
        _triple(relation, found)
    elif found.graph == LABELS:
        _label(relation, found)
    elif found.graph == SENTENCES:
        _told(relation, found, nodes)
    else:
        raise unknown(found.graph)


def term(one: Term) -> Value:
    """What a constant or a parameter is."""
    if isinstance(one, Constant):
        return constant(one.term)
    assert not isinstance(one, Variable)
    return parameter(one.name, one.type)


def _triple(relation: Relation, scan: Scan) -> None:
    alias = relation.add("f", exp.to_table(TRIPLES[scan.graph]))
    places = (("s", scan.subject), ("p", scan.predicate), ("o", scan.object))
    for place, one in places:
        iri = None if place == "o" else True
        held = Value({"term": (exp.column(place, alias),)}, bound=True, iri=iri, held=True)
        put(relation, one, held)


def put(relation: Relation, one: Term, value: Value) -> None:
    """What stands in a triple is a column: it is bound to it, or equal to it."""
    if isinstance(one, Variable):
        relation.bind(one.name, value)
        return
    given = term(one)
    form = value.form
    if form not in given.forms:
        relation.where.append(exp.false())  # no such term stands there
        return
    pairs = zip(value.columns(form), given.columns(form), strict=True)
    relation.where += [exp.EQ(this=a.copy(), expression=b.copy()) for a, b in pairs]


def _label(relation: Relation, scan: Scan) -> None:
    kind = KINDS.get(scan.predicate.term) if isinstance(scan.predicate, Constant) else None
    if kind is None:
        raise Uncovered(
            "in the graph of labels a predicate is rdfs:label, skos:altLabel or schema:description",
            r"urn:kgforge:labels",
        )
    alias = relation.add("l", exp.to_table("labels"))
    relation.where.append(exp.EQ(this=exp.column("kind", alias), expression=text(kind)))
    entity = Value({"term": (exp.column("entity", alias),)}, bound=True, iri=True, held=True)
    put(relation, scan.subject, entity)
    words = exp.column("text", alias), exp.column("language", alias)
    put(relation, scan.object, Value({"tagged": words}, bound=True, iri=False))


# ── sentences ───────────────────────────────────────────────────────────────────────────────────
def _told(relation: Relation, scan: Scan, nodes: dict[Term, str]) -> None:
    """A statement about a mention or a sentence: each is one row, whatever is said of it."""
    name = scan.predicate.term if isinstance(scan.predicate, Constant) else ""
    kind = scan.object.term if isinstance(scan.object, Constant) else ""
    if name in TEXTS or (name == f"{RDF}type" and kind == f"{KGF}Sentence"):
        alias = _sentence(relation, scan.subject, nodes)
        if name in TEXTS:
            words = Value({"text": (exp.column(TEXTS[name], alias),)}, bound=True, iri=False)
            put(relation, scan.object, words)
        return
    alias = _mention(relation, scan.subject, nodes)
    if name in _ENDS:
        iri = None if name.endswith("object") else True
        end = exp.column(_ENDS[name], alias)
        put(relation, scan.object, Value({"term": (end,)}, bound=True, iri=iri, held=True))
    elif name == f"{KGF}expressedIn":
        sentence = exp.column("sentence", alias)
        put(relation, scan.object, Value({"term": (sentence,)}, bound=True, iri=True, held=True))
    elif name in OFFSETS:
        offset = exp.column(OFFSETS[name], alias)
        relation.where.append(is_there(offset.copy()))
        put(relation, scan.object, Value({"int": (offset,)}, bound=True, iri=False))
    elif not (name == f"{RDF}type" and kind == f"{KGF}Mention"):
        raise Uncovered(
            "in the graph of sentences this predicate is not covered", r"urn:kgforge:sentences"
        )


def _sentence(relation: Relation, one: Term, nodes: dict[Term, str]) -> str:
    if one not in nodes:
        nodes[one] = relation.add("s", exp.to_table("sentences"))
        number = exp.column("id", nodes[one])
        put(relation, one, Value({"term": (number,)}, bound=True, iri=True, held=True))
    return nodes[one]


def _mention(relation: Relation, one: Term, nodes: dict[Term, str]) -> str:
    if not isinstance(one, Variable):
        raise Uncovered("a mention is a variable", r"urn:kgforge:sentences")
    if one not in nodes:
        alias = nodes[one] = relation.add("m", exp.to_table("mentions"))
        columns = tuple(exp.column(column, alias) for column in _MENTION)
        relation.bind(one.name, Value({"mention": columns}, bound=True, iri=True))
    return nodes[one]
