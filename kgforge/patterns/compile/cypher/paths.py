"""Paths of any number of steps: from one node, or one term of the ontology, to all it leads to.

Along types of relationships Neo4j walks breadth first and enters no node twice, if distinct ends
are all that is wanted (``VarLengthExpand(Pruning,BFS)``): 969,000 pairs of a graph of 1,000 nodes
and 4,000 relationships in 13 s, where ``SHORTEST 1`` does not end for 200 nodes. No other step can
be walked so, for Cypher enters no relationship twice: such a step is repeated by ``reduce`` on what
the last one found (five times slower).
"""

from collections.abc import Callable, Collection
from typing import Final

from msgspec import Struct

from kgforge import terms
from kgforge.patterns.compile import algebra, vocabulary
from kgforge.patterns.compile.algebra import Closure, Constant, Pattern, Scan, Term, Variable
from kgforge.patterns.compile.cypher.graphs import End, alone, given, put
from kgforge.patterns.compile.cypher.rows import Names, Rows
from kgforge.patterns.compile.cypher.values import Form, Value
from kgforge.patterns.compile.faults import Uncovered

Join = Callable[[Rows, Pattern], None]
"""Joins a pattern to rows."""

_FORMS: Final[dict[str, Form]] = {vocabulary.FACTS: "node", vocabulary.ONTOLOGY: "term"}
_SIGN: Final = r"[)\w>][*+?]"
_MANY: Final = ("range(1, 200)",) * 3
"""Eight million steps; where nothing new is found the rest takes no time."""


class _Reached(Struct, frozen=True):
    """What a walk finds: the text that finds it, its name there, and whether all are IRIs."""

    body: str
    name: str
    iri: bool | None


def walk(rows: Rows, one: Closure, join: Join, held: Collection[str]) -> None:
    """Join a path. Raises Uncovered.

    *held* are the variables that a triple of the same graph binds, which the graph has for sure.
    """
    form = _FORMS.get(one.graph)
    if form is None:
        raise Uncovered("a path of any number of steps leads through facts or axioms", _SIGN)
    backwards = _is_backwards(rows, one)
    start, end = (one.object, one.subject) if backwards else (one.subject, one.object)
    named = [each.name for each in (start, end) if isinstance(each, Variable)]
    if form == "node" and one.zero and not _is_there(rows, named, held):
        _from_term(rows, one, join, held)
        return
    source = _source(rows, one, start)
    if one.zero and len(named) == 2 and set(named).isdisjoint(held):
        rows.where(_in_graph(rows.names, source, form))
    begun = rows.values[start.name] if isinstance(start, Variable) else given(start)
    reached = _reached(rows.names, one, source, join, backwards=backwards)
    rows.call(reached.body, [reached.name])
    iri = reached.iri if begun.iri or not one.zero else None
    put(rows, end, Value({form: (reached.name,)}, bound=True, iri=iri))


def _is_backwards(rows: Rows, one: Closure) -> bool:
    """Whether to walk from the object: from a variable that is bound, else from a constant."""
    ends = (one.subject, one.object)
    known = [isinstance(each, Variable) and _is_bound(rows, each.name) for each in ends]
    fixed = [not isinstance(each, Variable) for each in ends]
    return (known if any(known) else fixed) == [False, True]


def _is_bound(rows: Rows, name: str) -> bool:
    return name in rows.values and rows.values[name].bound


def _is_there(rows: Rows, named: Collection[str], held: Collection[str]) -> bool:
    """Whether what a path of no step joins is a node: a constant need not be in the graph."""
    return len(named) == 2 or any(
        name in held or (_is_bound(rows, name) and "node" in rows.values[name].forms)
        for name in named
    )


def _from_term(rows: Rows, one: Closure, join: Join, held: Collection[str]) -> None:
    """Join a path whose one end is a constant that the graph may not have, to the other as a term.

    The constant is joined with itself, and with what it leads to.
    """
    backwards = isinstance(one.subject, Variable)
    start, end = (one.object, one.subject) if backwards else (one.subject, one.object)
    inside = Rows(rows.names)
    reached = _reached(rows.names, one, _source(inside, one, start), join, backwards=backwards)
    inside.call(reached.body, [reached.name])
    found = rows.names.new(end.name if isinstance(end, Variable) else "end")
    term = Value({"node": (reached.name,)}, bound=True).one("term")
    itself = given(start)
    body = inside.text(f"RETURN {term} AS {found}\nUNION\nRETURN {itself.one('term')} AS {found}")
    rows.call(body, [found])
    iri = reached.iri if itself.iri else None
    put(rows, end, Value({"term": (found,)}, bound=True, iri=iri))


# ── where a walk begins ─────────────────────────────────────────────────────────────────────────
def _source(rows: Rows, one: Closure, start: Term) -> str:
    """What a walk begins at, a node or a term."""
    if one.graph == vocabulary.ONTOLOGY:
        return _term(rows, start)
    end = End(rows, start, "node", "", "s")
    node = alone(rows, end)
    if end.is_new and not isinstance(start, Constant):
        rows.where(f"{node}:Entity|Literal")
    return node


def _term(rows: Rows, start: Term) -> str:
    known = rows.values.get(start.name) if isinstance(start, Variable) else given(start)
    if known is not None and known.bound and known.has("term"):
        return known.one("term")
    axiom, one, found = map(rows.names.new, ("axiom", "one", "s"))
    ends = f"{axiom}.subject, coalesce({axiom}.object, {axiom}.literal)"
    body = f"MATCH ({axiom}:Axiom)\nUNWIND [{ends}] AS {one}\nRETURN DISTINCT {one} AS {found}"
    rows.call(body, [found])
    put(rows, start, Value({"term": (found,)}, bound=True))
    return found


def _in_graph(names: Names, found: str, form: Form) -> str:
    """Whether a node or a term is subject or object of something."""
    if form == "node":
        return f"(EXISTS {{ ({found})-->() }} OR EXISTS {{ ({found})<--(:Entity) }})"
    axiom = names.new("axiom")
    each = (f"{axiom}.{end} = {found}" for end in ("subject", "object", "literal"))
    return f"EXISTS {{ MATCH ({axiom}:Axiom) WHERE {' OR '.join(each)} }}"


# ── steps ───────────────────────────────────────────────────────────────────────────────────────
def _reached(names: Names, one: Closure, source: str, join: Join, *, backwards: bool) -> _Reached:
    start, end = (one.end, one.start) if backwards else (one.start, one.end)
    way = _along(one, start, end)
    if way is None:
        return _repeated(names, one, source, join, (start, end))
    name = names.new("o")
    body = f"MATCH ({source}){way}({name})\nRETURN DISTINCT {name}"
    return _Reached(body, name, True if way.startswith("<") else None)


def _along(one: Closure, start: Variable, end: Variable) -> str | None:
    """The relationships to follow, where a step is one of some types in one direction."""
    ways: set[tuple[Term, Term]] = set()
    types: list[str] = []
    for step in _parts(one.step):
        match step:
            case Scan(subject=subject, predicate=Constant(iri), object=found):
                ways.add((subject, found))
                types.append(f"`{terms.compact(iri).replace('`', '``')}`")
            case _:
                return None
    if one.graph != vocabulary.FACTS or ways not in ({(start, end)}, {(end, start)}):
        return None
    least, most = "0" if one.zero else "1", "" if one.many else "1"
    middle = f"-[:{'|'.join(dict.fromkeys(types))}*{least}..{most}]-"
    return f"{middle}>" if ways == {(start, end)} else f"<{middle}"


def _parts(step: Pattern) -> list[Pattern]:
    if isinstance(step, algebra.Union):
        return [one for part in step.parts for one in _parts(part)]
    return [step]


def _repeated(
    names: Names, one: Closure, source: str, join: Join, ends: tuple[Variable, Variable]
) -> _Reached:
    """Any step, on what the last one found first, until there is nothing new."""
    start, end = ends
    form = _FORMS[one.graph]
    here, new, there, name = map(names.new, ("from", "new", "to", "o"))
    times = _MANY if one.many else ("[1]",)
    walks = [names.new("walk") for _ in times]
    seed = Value({form: (here,)}, bound=True)
    inside = Rows(names, {start.name: seed}, known=[here, *walks])
    join(inside, one.step)
    found = inside.values[end.name]
    if form not in found.forms:
        raise Uncovered("a step of a path leads from term to term", _SIGN)
    last = f"WITH DISTINCT {found.forms[form][0]} AS {there}\nWHERE NOT {there} IN {walks[-1]}.all"
    lines = [f"UNWIND {walks[-1]}.new AS {here}", *inside.text(last).split("\n")]
    step = "\n".join(f"    {line}" for line in lines)
    text = (
        f"head([{new} IN [COLLECT {{\n{step}\n    RETURN {there}\n  }}] | "
        f"{{all: {walks[-1]}.all + {new}, new: {new}}}])"
    )
    befores = [f"{{all: [{source if one.zero else ''}], new: [{source}]}}", *walks]
    for walked, before, often in reversed(list(zip(walks, befores, times, strict=False))):
        text = f"CASE WHEN isEmpty({walked}.new) THEN {walked} ELSE {text} END"
        text = f"reduce({walked} = {before}, {names.new('n')} IN {often} |\n  {text})"
    return _Reached(f"UNWIND {text}.all AS {name}\nRETURN {name}", name, found.iri)
