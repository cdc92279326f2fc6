"""Triple patterns as walks: facts, ontology, labels, sentences, and mentions of facts."""

from typing import Final

from kgforge import terms
from kgforge.patterns.compile import vocabulary
from kgforge.patterns.compile.algebra import Bound, Constant, Scan, Term, Variable
from kgforge.patterns.compile.cypher.rows import Rows
from kgforge.patterns.compile.cypher.values import (
    Form,
    Value,
    compatible,
    constant,
    merged,
    parameter,
    shared,
    text,
)
from kgforge.patterns.compile.faults import Uncovered, of_variable
from kgforge.patterns.compile.vocabulary import (
    KINDS,
    OFFSETS,
    RDF,
    TEXTS,
    unknown,
)
from kgforge.terms import KGF

_ENDS: Final = {f"{RDF}subject": "SUBJECT", f"{RDF}object": "OBJECT"}


def scan(rows: Rows, one: Scan) -> None:
    """Join a triple pattern. Raises Uncovered."""
    match one.graph:
        case vocabulary.FACTS:
            _fact(rows, one)
        case vocabulary.ONTOLOGY:
            _axiom(rows, one)
        case vocabulary.LABELS:
            _label(rows, one)
        case vocabulary.SENTENCES:
            _told(rows, one)
        case _:
            raise unknown(one.graph)


def given(one: Term) -> Value:
    """What a constant or a parameter is."""
    if isinstance(one, Constant):
        return constant(one.term)
    assert isinstance(one, Bound)
    return parameter(one.name, one.type)


def put(rows: Rows, one: Term, value: Value) -> None:
    """What stands in a triple is a value: it is bound to it, or equal to it."""
    if isinstance(one, Variable):
        known = rows.values.get(one.name)
        if known is not None:
            rows.where(compatible(known, value, one.name))
            value = merged(known, value, one.name)
        rows.values[one.name] = value
        return
    other = given(one)
    forms = shared([value, other])
    if not forms:
        raise Uncovered("a number that is no integer stands in a triple: compare it in a FILTER")
    pairs = zip(value.get(forms[0]), other.get(forms[0]), strict=True)
    for here, there in pairs:
        rows.where(f"{here} = {there}")


def _name(one: Term, otherwise: str) -> str:
    return one.name if isinstance(one, Variable) else otherwise


class End:
    """A node of a walk: how it is written, and what is to be done once it is there."""

    def __init__(self, rows: Rows, one: Term, form: Form, label: str, otherwise: str) -> None:
        self.term = one
        known = rows.values.get(one.name) if isinstance(one, Variable) else given(one)
        self.is_new = known is None or not known.bound or form not in known.forms
        self._form = form
        if not self.is_new:
            assert known is not None
            self.node = known.forms[form][0]
            self.text = f"({self.node})"
            return
        self.node = rows.names.new(_name(one, otherwise))
        self._iri = True if label else (known.iri if known and known.bound else None)
        if self._iri and not label:
            label = "Entity"
        self._literal = not label and isinstance(one, Constant) and terms.is_literal(one.term)
        if self._literal:
            label = "Literal"
        self.text = f"({self.node}{label and f':{label}'})"

    def bind(self, rows: Rows) -> None:
        """Join what it is, once the walk is there."""
        if not self.is_new:
            return
        if self._literal:
            assert isinstance(self.term, Constant)
            rows.where(f"{self.node}.key = {text(terms.digest(self.term.term))}")
        else:
            put(rows, self.term, Value({self._form: (self.node,)}, bound=True, iri=self._iri))


def _walk(rows: Rows, start: End, way: str, end: End, *binds: str) -> None:
    new = [one.node for one in (start, end) if one.is_new]
    rows.match(f"{start.text}{way}{end.text}", *new, *binds)
    start.bind(rows)
    end.bind(rows)


# ── facts, ontology, labels ─────────────────────────────────────────────────────────────────────
def _fact(rows: Rows, one: Scan) -> None:
    start = End(rows, one.subject, "node", "Entity", "s")
    if start.is_new and isinstance(one.subject, Variable) and one.subject == one.object:
        end_text = f"({start.node})"
        end = None
    else:
        end = End(rows, one.object, "node", "", "o")
        end_text = end.text
    fixed = _fixed(rows, one.predicate)
    relation = "" if fixed else rows.names.new("r")
    new = [each.node for each in (start, end) if each is not None and each.is_new]
    way = f"-[{fixed or relation}]->"
    rows.match(f"{start.text}{way}{end_text}", *new, *([relation] if relation else []))
    start.bind(rows)
    if end is not None:
        end.bind(rows)
    if relation:
        put(rows, one.predicate, Value({"type": (f"type({relation})",)}, bound=True, iri=True))


def _fixed(rows: Rows, predicate: Term) -> str:
    """The type of a relationship, where it is known before."""
    if isinstance(predicate, Constant):
        return f":`{terms.compact(predicate.term).replace('`', '``')}`"
    known = rows.values.get(predicate.name) if isinstance(predicate, Variable) else given(predicate)
    if known is None or not known.bound or "type" not in known.forms:
        return ""
    found = known.one("type")
    return "" if found.startswith("type(") else f":$({found})"


def _axiom(rows: Rows, one: Scan) -> None:
    axiom = rows.names.new("axiom")
    rows.match(f"({axiom}:Axiom)", axiom)
    put(rows, one.subject, Value({"term": (f"{axiom}.subject",)}, bound=True, iri=True))
    kind: dict[Form, tuple[str, ...]] = {
        "type": (f"{axiom}.type",),
        "term": (f"{axiom}.predicate",),
    }
    put(rows, one.predicate, Value(kind, bound=True, iri=True))
    known = (
        rows.values.get(one.object.name) if isinstance(one.object, Variable) else given(one.object)
    )
    if known is not None and known.bound and known.iri:
        put(rows, one.object, Value({"term": (f"{axiom}.object",)}, bound=True, iri=True))
    else:
        either = f"coalesce({axiom}.object, {axiom}.literal)"
        put(rows, one.object, Value({"term": (either,)}, bound=True))


def _label(rows: Rows, one: Scan) -> None:
    kind = KINDS.get(one.predicate.term) if isinstance(one.predicate, Constant) else None
    if kind is None:
        raise Uncovered(
            "in the graph of labels a predicate is rdfs:label, skos:altLabel or schema:description",
            r"urn:kgforge:labels",
        )
    entity = End(rows, one.subject, "node", "Entity", "e")
    if entity.is_new:
        rows.match(entity.text, entity.node)
        entity.bind(rows)
    key = rows.unwind(f"keys({entity.node})", "key")
    rows.where(f"{key} STARTS WITH '{kind}_'")
    words = rows.unwind(f"{entity.node}[{key}]", _name(one.object, "name"))
    language = f"substring({key}, {len(kind) + 1})"
    put(rows, one.object, Value({"tagged": (words, language)}, bound=True, iri=False))


# ── sentences ───────────────────────────────────────────────────────────────────────────────────
def _told(rows: Rows, one: Scan) -> None:
    """A statement about a mention or a sentence: each is one node, whatever is said of it."""
    name = one.predicate.term if isinstance(one.predicate, Constant) else ""
    kind = one.object.term if isinstance(one.object, Constant) else ""
    if name in TEXTS or (name == f"{RDF}type" and kind == f"{KGF}Sentence"):
        sentence = alone(rows, End(rows, one.subject, "sentence", "Sentence", "sentence"))
        if name in TEXTS:
            words = f"{sentence}.{TEXTS[name]}"
            put(rows, one.object, Value({"text": (words,)}, bound=True, iri=False))
        return
    if not isinstance(one.subject, Variable):
        raise Uncovered("a mention is a variable", r"urn:kgforge:sentences")
    known = rows.values.get(one.subject.name)
    if known is not None and "mention" not in known.forms:
        raise Uncovered(
            f"?{one.subject.name} is no mention elsewhere", of_variable(one.subject.name)
        )
    mention = End(rows, one.subject, "mention", "Mention", "mention")
    if name in _ENDS:
        end = End(rows, one.object, "node", "Entity" if name.endswith("subject") else "", "end")
        _walk(rows, mention, f"-[:{_ENDS[name]}]->", end)
    elif name == f"{KGF}expressedIn":
        sentence_ = End(rows, one.object, "sentence", "Sentence", "sentence")
        _walk(rows, mention, "-[:EXPRESSED_IN]->", sentence_)
    elif name == f"{RDF}predicate":
        found = f"{alone(rows, mention)}.predicate"
        put(rows, one.object, Value({"term": (found,)}, bound=True, iri=True))
    elif name in OFFSETS:
        offset = f"{alone(rows, mention)}.{OFFSETS[name]}"
        rows.where(f"{offset} IS NOT NULL")
        put(rows, one.object, Value({"int": (offset,)}, bound=True, iri=False))
    elif name == f"{RDF}type" and kind == f"{KGF}Mention":
        alone(rows, mention)
    else:
        raise Uncovered(
            "in the graph of sentences this predicate is not covered", r"urn:kgforge:sentences"
        )


def alone(rows: Rows, end: End) -> str:
    """The variable of a node, which is matched where it is new."""
    if end.is_new:
        rows.match(end.text, end.node)
        end.bind(rows)
    return end.node
