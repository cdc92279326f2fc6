"""What a variable or an expression is in Cypher: its forms, each of one or more expressions.

A term of the facts is its node, a predicate the type of its relationship; what a query computes is
a number or a text of Cypher. An error and what is not bound are NULL: Cypher's logic of three
values is that of SPARQL's errors (SPARQL 1.1 Query Language, section 17.2).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from kgforge import terms
from kgforge.patterns.compile import numerals
from kgforge.patterns.compile.faults import Uncovered
from kgforge.patterns.compile.inference import check_types, of_both, of_type
from kgforge.terms import PREFIXES, XSD

Form = Literal[
    "node", "type", "sentence", "mention",
    "int", "decimal", "double", "number", "text", "tagged", "bool", "term", "lexical",
]  # fmt: skip
"""``node``: an entity or literal of facts. ``type``: of a relationship. ``number``: an integer or a
double, as Cypher tells while it runs. ``term``: IRI, or literal as N-Triples write it. ``tagged``:
text and language. ``lexical``: text, datatype and language."""
Columns = tuple[str, ...]

SIZES: Final[Mapping[Form, int]] = {"lexical": 3, "tagged": 2}
"""How many expressions a form has, where it is not one."""
_CHOICE: Final[tuple[Form, ...]] = (
    "node", "type", "sentence", "mention", "int", "decimal", "double", "number", "text", "tagged",
    "bool", "term",
)  # fmt: skip
NUMBERS: Final[frozenset[Form]] = frozenset({"int", "decimal", "double", "number"})
_NUMBERS: Final[tuple[Form, ...]] = ("int", "double", "decimal", "number")
_AS_TERM: Final[tuple[Form, ...]] = ("node", "sentence", "type", "text", "tagged", "int", "bool")
_INTEGER: Final = XSD + "integer"
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,19}")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


class Value(Struct, frozen=True):
    """A variable, or an expression."""

    forms: Mapping[Form, Columns]
    bound: bool
    """Whether it is never NULL."""
    iri: bool | None = None
    """Whether it is an IRI; None: it may be either."""

    def has(self, form: Form) -> bool:
        """Whether it has a form, or can be written in it."""
        if form in self.forms:
            return True
        if form == "term":
            return not self.forms.keys().isdisjoint(_AS_TERM)
        return form in {"double", "number"} and not NUMBERS.isdisjoint(self.forms)

    def get(self, form: Form) -> Columns:
        """The expressions of a form that it has."""
        if form in self.forms:
            return self.forms[form]
        if form == "number":
            return (self._number,)
        return (f"toFloat({self._number})" if form == "double" else _as_term(self),)

    def one(self, form: Form) -> str:
        """The one expression of a form that it has."""
        [found] = self.get(form)
        return found

    @property
    def _number(self) -> str:
        return next(self.forms[form][0] for form in _NUMBERS if form in self.forms)

    @property
    def form(self) -> Form:
        """The form that says most: by this one it is told from others. Raises Uncovered."""
        found = next((form for form in _CHOICE if form in self.forms), None)
        if found is None:
            raise Uncovered("a variable is a term in one part of a UNION and computed in another")
        return found

    @property
    def first(self) -> str:
        """An expression that is NULL where this has no value."""
        return self.forms[self.form][0]

    @property
    def is_open(self) -> bool:
        """Whether it is a term, of which no more than that is known."""
        return self.forms.keys() <= {"node", "type", "sentence", "term", "lexical"}


def shared(values: Sequence[Value]) -> tuple[Form, ...]:
    """The forms in which some values can be held against one another, the first the best."""
    found = tuple(form for form in _CHOICE if all(form in value.forms for value in values))
    if found:
        return found
    others: tuple[Form, ...] = ("double", "term")
    if any("number" in value.forms for value in values):
        others = ("number", "term")
    return tuple(form for form in others if all(value.has(form) for value in values))[:1]


def _as_term(value: Value) -> str:
    form = next(form for form in _AS_TERM if form in value.forms)
    first = value.forms[form][0]
    match form:
        case "node":
            return f"{first}.iri" if value.iri else f"coalesce({first}.iri, {first}.term)"
        case "sentence":
            return f"{first}.id"
        case "type":
            return expanded(first)
        case "int":
            return f"('\"' + toString({first}) + '\"^^<{_INTEGER}>')"
        case "bool":
            return f"('\"' + toString({first}) + '\"^^<{XSD}boolean>')"
    written = f"'\"' + {_escaped(first)} + '\"'"
    if form == "tagged":
        written += f" + '@' + {value.forms[form][1]}"
    return f"({written})"


def _escaped(words: str) -> str:
    """A text as N-Triples write it between quotes (``terms.literal``)."""
    for plain, sign in (
        ("\\", "\\"), ('"', '"'), ("\n", "n"), ("\r", "r"), ("\t", "t"), ("\b", "b"), ("\f", "f"),
    ):  # fmt: skip
        words = f"replace({words}, {text(plain)}, {text(chr(92) + sign)})"
    return words


def expanded(type_: str) -> str:
    """The IRI of a type of relationships (``terms.expand``)."""
    known = ", ".join(f"{name}: {text(iri)}" for name, iri in PREFIXES.items())
    prefix = f"split({type_}, ':')[0]"
    return (
        f"CASE WHEN {type_} STARTS WITH '<' THEN substring({type_}, 1, size({type_}) - 2) "
        f"ELSE {{{known}}}[{prefix}] + substring({type_}, size({prefix}) + 1) END"
    )


def text(value: str) -> str:
    r"""A text as Cypher writes it.

    >>> text("it's")
    "'it\\'s'"
    """
    return "'" + "".join(map(_sign, value)) + "'"


def _sign(character: str) -> str:
    if character in "'\\":
        return f"\\{character}"
    return character if character.isprintable() else _unicode(character)


def _unicode(character: str) -> str:
    units = character.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


# ── Parameters ──────────────────────────────────────────────────────────────────────────────────
_TOKEN: Final = re.compile(r"\x01(type|iri|each) (\w+)(?: (\w+)(?: (\w+))?)?\x02")


def parameter(name: str, type_: str) -> Value:
    """A parameter of one value."""
    match type_:
        case "int":
            return Value({"int": (f"${name}",)}, bound=True)
        case "float":
            return Value({"double": (f"${name}",)}, bound=True)
        case "str":
            return Value({"text": (f"${name}",)}, bound=True)
        case "term":
            return Value({"term": (f"${name}",)}, bound=True)
    return Value(
        {"type": (f"\x01type {name}\x02",), "term": (f"\x01iri {name}\x02",)}, bound=True, iri=True
    )


def listed(name: str, form: Form) -> str:
    """A parameter of many values, as a list of them in a form."""
    if form == "type":
        return f"\x01type {name}\x02"
    return f"\x01each {name}\x02" if form == "term" else f"${name}"


def item(name: str, one: str, type_: str) -> Value:
    """One of a parameter's many values."""
    if type_ == "iri":
        ends = f" {name} {one}\x02"
        return Value(
            {"type": (f"\x01type{ends}",), "term": (f"\x01iri{ends}",)}, bound=True, iri=True
        )
    return Value({of_type(type_): (one,)}, bound=True)


def column(table: str, row: str, name: str, type_: str) -> Value:
    """A column of a table, *row* being one of its rows."""
    if type_ == "iri":
        ends = f" {table} {row} {name}\x02"
        return Value(
            {"type": (f"\x01type{ends}",), "term": (f"\x01iri{ends}",)}, bound=True, iri=True
        )
    return Value({of_type(type_): (f"{row}.{name}",)}, bound=True)


def types_of(written: str) -> set[str]:
    """The parameters, and columns of tables, that a text wants as types of relationships."""
    return {
        f"${name}.{cell}" if cell else f"${name}"
        for kind, name, _, cell in _TOKEN.findall(written)
        if kind == "type"
    }


def settled(written: str, types: set[str]) -> str:
    """A text with its parameters written; what crosses over as a type is an IRI by its name."""

    def one(found: re.Match[str]) -> str:
        kind, name, row, cell = found.groups()
        if row and not cell:
            return expanded(row) if kind == "iri" and f"${name}" in types else str(row)
        if row:
            other = kind == "iri" and f"${name}.{cell}" in types
            return f"{row}.{cell}{'_iri' if other else ''}"
        if f"${name}" not in types or kind == "type":
            return f"${name}"
        return expanded(f"${name}") if kind == "iri" else f"[one IN ${name} | {expanded('one')}]"

    return _TOKEN.sub(one, written)


# ── Constants ───────────────────────────────────────────────────────────────────────────────────
def constant(term: str) -> Value:
    """A term that a query names, in all its forms."""
    if not terms.is_literal(term):
        forms: dict[Form, Columns] = {"type": (text(terms.compact(term)),), "term": (text(term),)}
        return Value(forms, bound=True, iri=True)
    return Value(_literal(term), bound=True, iri=False)


def _literal(term: str) -> dict[Form, Columns]:
    """The forms of a literal, ``term`` only where no other gives it."""
    parts = terms.parse_literal(term)
    written: dict[Form, Columns] = {"term": (text(term),)}
    number = parts.datatype.removeprefix(XSD)
    if number == "integer" and _WHOLE.fullmatch(parts.value) and abs(int(parts.value)) < 1 << 63:
        return {"int": (str(int(parts.value)),)}
    inexact: tuple[tuple[Form, str], ...] = (
        ("decimal", numerals.DECIMAL),
        ("double", numerals.FINITE),
    )
    for form, spelt in inexact:
        if number == form and re.fullmatch(spelt, parts.value):
            return {**written, form: (f"toFloat({text(parts.value)})",)}
    if number == "boolean" and parts.value in {"true", "false"}:
        return {"bool": (parts.value,)}
    if parts.language:
        return {"tagged": (text(parts.value), text(parts.language))}
    if not parts.datatype:
        return {"text": (text(parts.value),)}
    return {**written, "lexical": (text(parts.value), text(parts.datatype), text(parts.language))}


# ── Conditions ──────────────────────────────────────────────────────────────────────────────────
def words_of(written: str) -> set[str]:
    """All that may be a variable in a text."""
    return set(_WORD.findall(written))


def joined(sign: str, conditions: Iterable[str]) -> str:
    """Conditions joined by ``AND`` or ``OR``, in parentheses where there are several."""
    parts = list(conditions)
    if not parts:
        return "true" if sign == "AND" else "false"
    return parts[0] if len(parts) == 1 else f"({f' {sign} '.join(parts)})"


def cases(*pairs: tuple[str, str], otherwise: str = "") -> str:
    """``CASE WHEN … THEN … END``."""
    each = " ".join(f"WHEN {condition} THEN {found}" for condition, found in pairs)
    return f"CASE {each}{f' ELSE {otherwise}' if otherwise else ''} END"


def stopped(why: str) -> str:
    """A number that stops the query, for no number would be right: what it says is the reason."""
    return f"size(toString(date.truncate({text(why)}, date())))"


def compatible(one: Value, other: Value, name: str) -> str:
    """The condition that two solutions go with one another in a variable (section 18.3)."""
    form = _form_of(one, other, name)
    check_types(one, other)
    pairs = zip(one.get(form), other.get(form), strict=True)
    same = joined("AND", (f"{a} = {b}" for a, b in pairs))
    unbound = [f"{value.first} IS NULL" for value in (one, other) if not value.bound]
    return joined("OR", [same, *unbound])


def merged(one: Value, other: Value, name: str) -> Value:
    """What a variable is where two solutions go with one another."""
    iri = of_both(one, other)
    if one.bound or other.bound:
        first, second = (one, other) if one.bound else (other, one)
        more = second.forms if second.bound else {}
        return Value({**more, **first.forms}, bound=True, iri=iri)
    form = _form_of(one, other, name)
    pairs = zip(one.get(form), other.get(form), strict=True)
    columns = tuple(f"coalesce({a}, {b})" for a, b in pairs)
    return Value({form: columns}, bound=False, iri=iri)


def _form_of(one: Value, other: Value, name: str) -> Form:
    for form in shared([one, other]):
        return form
    raise Uncovered(
        f"?{name} is a term of the graph in one place, and computed in another: give the two "
        "names of their own",
        rf"[?$]{re.escape(name)}\b",
    )
