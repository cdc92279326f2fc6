"""The functions of SPARQL on what kind of term something is (section 17.4.1 and 17.4.2)."""

from collections.abc import Sequence

from sqlglot import exp

from kgforge.patterns.compile.algebra import Expression, Variable
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.inference import check_types
from kgforge.patterns.compile.sql.values import (
    Value,
    all_of,
    in_form,
    is_there,
    negated,
    number,
    shared,
    witness,
)
from kgforge.patterns.compile.sql.values import is_number as is_a_number
from kgforge.patterns.compile.sql.writing import Writes, boolean, is_open


def is_iri(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``isIRI``."""
    value = writer.value(arguments[0])
    if value.iri is not None and value.bound:
        return boolean(exp.true() if value.iri else exp.false(), bound=True)
    if "term" not in value.forms:
        return never(value, answer="name" in value.forms)
    is_iri = exp.GT(this=value.column("term"), expression=number(0))
    return boolean(is_iri, bound=value.bound)


def is_literal(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``isLiteral``."""
    found = is_iri(writer, arguments)
    return boolean(negated(found.column("bool")), bound=found.bound)


def never(value: Value, *, answer: bool) -> Value:
    """The one answer for all that a value may be, and NULL where it is not bound."""
    there = exp.Case().when(is_there(witness(value)), exp.true() if answer else exp.false())
    if value.bound:
        return boolean(exp.true() if answer else exp.false(), bound=True)
    return boolean(there, bound=False)


def is_blank(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``isBlank``: blank nodes have IRIs in a store."""
    return never(writer.value(arguments[0]), answer=False)


def is_number(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``isNumeric``."""
    value = writer.value(arguments[0])
    if not is_open(value):
        return never(value, answer=is_a_number(value))
    there = is_there(writer.lexical(arguments[0], value).double)
    return boolean(there, bound=value.bound)


def is_bound(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``BOUND``."""
    [argument] = arguments
    if isinstance(argument, Variable) and not writer.scope.knows(argument.name):
        return boolean(exp.false(), bound=True)
    value = writer.value(argument)
    if value.bound:
        return boolean(exp.true(), bound=True)
    return boolean(is_there(witness(value)), bound=True)


def same(writer: Writes, arguments: Sequence[Expression]) -> Value:
    """``sameTerm``."""
    one, other = map(writer.value, arguments)
    forms = shared([one, other])
    if not forms:
        raise Uncovered(
            "sameTerm of a term of the graph and of what a query computes is not covered: write =",
            r"\bsameTerm\b",
        )
    check_types(one, other)
    pairs = zip(in_form(one, forms[0]), in_form(other, forms[0]), strict=True)
    same = [exp.EQ(this=a, expression=b) for a, b in pairs]
    return boolean(
        same[0] if len(same) == 1 else exp.paren(all_of(same)),
        bound=one.bound and other.bound,
    )
