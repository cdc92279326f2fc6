"""Random SPARQL queries of what the compiler covers, each with the columns of its header.

A variable is a term of the graph or what the query computes; where it is not bound, a column shows
``urn:none``, ``none`` or -1.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from hypothesis import strategies as st
from msgspec import Struct

from kgforge.terms import XSD

E: Final = "http://example.org/"
IRIS: Final = tuple(f"<{E}{name}>" for name in "abcd")
PREDICATES: Final = tuple(f"<{E}{name}>" for name in "pqr")


def typed(value: str, name: str) -> str:
    """A literal of a datatype of XML Schema."""
    return f'"{value}"^^<{XSD}{name}>'


LITERALS: Final = (
    '"x"', '"X"', '"x"@en', '"X"@en', '"y"@de', '"it\'s \\\\ \\"q\\" $p -- ;"', '""', '"日本"',
    typed("5", "integer"), typed("-3", "integer"), typed("5.0", "decimal"), typed("5.5", "decimal"),
    typed("5", "double"), typed("INF", "double"), typed("0.1", "double"),
    typed("true", "boolean"), typed("false", "boolean"),
    typed("1900-01-02", "date"), typed("1900-01-03", "date"), typed("-0043-03-15", "date"),
    typed("1900-01-02T00:00:00Z", "dateTime"), typed("1900-01-02T00:00:00.5Z", "dateTime"),
    typed("1900", "gYear"), typed("abc", "integer"),
    typed("1904-02-29", "date"), typed("1903-02-29", "date"), typed("1900-13", "gYearMonth"),
    typed("12.03.1900", "date"), typed("10:00:00", "time"), typed("25:00:00", "time"),
    typed("maybe", "boolean"), typed("P1D", "dayTimeDuration"), typed("P1H", "duration"),
    typed("9" * 21, "integer"), typed("9" * 20 + "8", "integer"), typed("5.5", "integer"),
    typed("5." + "0" * 20, "decimal"), typed("5.5" + "0" * 17 + "1", "decimal"),
    typed("5e0", "decimal"), typed("INF", "decimal"),
    '"x"^^<urn:other>', '"y"^^<urn:other>',
)  # fmt: skip
_T = TypeVar("_T")

graphs = st.lists(
    st.tuples(
        st.sampled_from(IRIS),
        st.sampled_from(PREDICATES),
        st.one_of(st.sampled_from(IRIS), st.sampled_from(LITERALS)),
    ),
    min_size=3,
    max_size=14,
    unique=True,
)


class Asked(Struct, frozen=True):
    """A query, and the columns that its header declares."""

    columns: str
    text: str


class _Maker:
    """Makes one query: it draws, and knows of each variable what it is."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        self._draw = draw
        self._made = 0

    def one(self, *choices: _T) -> _T:
        found: _T = self._draw(st.sampled_from(choices))
        return found

    def often(self, times: int) -> bool:
        """True once in so many times."""
        return bool(self._draw(st.integers(1, times)) == times)

    def number(self, most: int, least: int = 0) -> int:
        return int(self._draw(st.integers(least, most)))

    def new(self, letter: str) -> str:
        self._made += 1
        return f"?{letter}{self._made}"

    # ── patterns ────────────────────────────────────────────────────────────────────────────────
    def variable(self) -> str:
        return self.one("?a", "?b", "?c", "?A")

    def triple(self, known: dict[str, str]) -> str:
        if self.often(4):
            return self.walk(known)
        subject = self.one(self.variable(), self.variable(), self.variable(), self.one(*IRIS))
        p, q = self.one(*PREDICATES), self.one(*PREDICATES)
        predicate = self.one(p, p, p, "?r", f"{p}/{q}", f"^{p}", f"!{p}")
        object = self.one(*(self.variable() for _ in range(3)), self.one(*IRIS, *LITERALS))
        for term in (subject, predicate, object):
            if term.startswith("?"):
                known[term] = "term"
        return f"{subject} {predicate} {object} ."

    def walk(self, known: dict[str, str]) -> str:
        """A path of any number of steps. Oxigraph finds a constant in no step only in the graph."""
        p, q = self.one(*PREDICATES), self.one(*PREDICATES)
        one, other = self.variable(), self.variable()
        known[one] = known[other] = "term"
        path = self.one(f"{p}?", f"{p}+", f"({p}|^{q})*", f"({p}/{q})+", f"{p}/{q}*")
        if self.often(3) and path.endswith("+"):
            known.pop(other)
            return f"{one} {path} {self.one(*IRIS)} ."
        return f"{one} {path} {other} ."

    def group(self, depth: int) -> tuple[str, dict[str, str]]:
        known: dict[str, str] = {}
        parts = [self.triple(known) for _ in range(self.number(2, 1))]
        parts += [self.part(known, depth) for _ in range(self.number(2 if depth else 1))]
        return " ".join(parts), known

    def part(self, known: dict[str, str], depth: int) -> str:
        plain = ("filter", "bind", "values")
        deep = ("optional", "optional", "union", "minus", "exists", "select", "labels")
        kind = self.one(*plain, *(deep if depth else ()))
        if kind == "filter":
            return f"FILTER({self.condition(known, 2)})"
        if kind == "bind":
            name, (expression, type_) = self.new("n"), self.value(known)
            known[name] = type_
            return f"BIND({expression} AS {name})"
        if kind == "values":
            return self.values(known)
        if kind == "labels":
            name, entity = self.new("l"), self.variable()
            known[entity], known[name] = "term", "text"
            return f"GRAPH <urn:kgforge:labels> {{ {entity} rdfs:label {name} }}"
        if kind == "exists":
            inner, _ = self.group(0)
            extra = f"FILTER({self.condition(known, 1)})" if self.often(2) else ""
            return f"FILTER({self.one('EXISTS', 'NOT EXISTS')} {{ {inner} {extra} }})"
        if kind == "select":
            return self.select(known, depth)
        inner, found = self.group(depth - 1)
        if kind == "minus":
            return f"MINUS {{ {inner} }}"
        if kind == "optional":
            extra = f"FILTER({self.condition({**known, **found}, 1)})" if self.often(2) else ""
            known.update({name: type_ for name, type_ in found.items() if name not in known})
            return f"OPTIONAL {{ {inner} {extra} }}"
        other, more = self.group(depth - 1)
        for name, type_ in (*found.items(), *more.items()):
            known.setdefault(name, type_)
        return f"{{ {inner} }} UNION {{ {other} }}"

    def values(self, known: dict[str, str]) -> str:
        name, other = self.variable(), self.new("v")
        known[name], known[other] = "term", "int"
        cells = [self.one(*IRIS, *LITERALS[:12], "UNDEF") for _ in range(2)]
        numbers = [self.number(3) for _ in range(2)]
        if self.often(2):
            known.pop(other)
            return f"VALUES {name} {{ {' '.join(cells)} }}"
        rows = " ".join(f"({a} {b})" for a, b in zip(cells, numbers, strict=True))
        return f"VALUES ({name} {other}) {{ {rows} }}"

    def select(self, known: dict[str, str], depth: int) -> str:
        inner, found = self.group(depth - 1)
        terms = [name for name, type_ in found.items() if type_ == "term"] or ["?a"]
        if self.often(2):
            shown = sorted({self.one(*terms), self.one(*terms)})
            for name in shown:
                known.setdefault(name, "term")
            distinct = self.one("", "DISTINCT")
            return f"{{ SELECT {distinct} {' '.join(shown)} {{ {inner} }} }}"
        key, counted = self.one(*terms), self.new("n")
        known.setdefault(key, "term")
        known[counted] = "int"
        other = self.one(*found) if found else "?a"
        number = f"xsd:integer({other})" if found.get(other) == "term" else other
        if found.get(other) == "text":
            number = f"STRLEN({other})"
        plain = other if self.often(2) else number
        counts = "COUNT(*)", f"COUNT({other})", f"COUNT(DISTINCT {other})"
        aggregate = self.one(f"SUM({plain})", *counts,
                             f"SUM({number})", f"MIN({number})", f"MAX({number})")  # fmt: skip
        having = f"HAVING (COUNT(*) > {self.number(2)})" if self.often(3) else ""
        return (
            f"{{ SELECT {key} ({aggregate} AS {counted}) {{ {inner} }} GROUP BY {key} {having} }}"
        )

    # ── expressions ─────────────────────────────────────────────────────────────────────────────
    def named(self, known: dict[str, str], type_: str) -> str:
        found = sorted(name for name, kind in known.items() if kind == type_)
        constants = {"term": (*IRIS, *LITERALS), "int": ("0", "1", "2"),
                     "text": ('"x"', '"it\'s"', '""')}[type_]  # fmt: skip
        return self.one(*found, *found, self.one(*constants)) if found else self.one(*constants)

    def condition(self, known: dict[str, str], depth: int) -> str:
        if depth and self.often(3):
            one, other = (self.condition(known, depth - 1) for _ in range(2))
            return self.one(f"({one} && {other})", f"({one} || {other})", f"!({one})")
        term, another = self.named(known, "term"), self.named(known, "term")
        # Oxigraph finds no error in holding a term without an order against itself.
        sign, other = self.one("=", "!="), self.one(*LITERALS[:14])
        loose = self.one("=", "!=", "<", "<=", ">", ">=")
        whole, text = self.named(known, "int"), self.named(known, "text")
        pattern = self.one('"^x"', '"x$"', '"[xy]", "i"', '"."')
        return self.one(
            f"{term} {sign} {another}",
            f"{term} {loose} {other}",
            f"sameTerm({term}, {another})",
            f"isIRI({term})", f"isLiteral({term})", f"isNumeric({term})",
            f"BOUND({self.variable()})",
            f"{whole} {loose} {self.named(known, 'int')}",
            f"{term} {loose} {whole}",
            f"STR({term}) {loose} {text}",
            f"{term} IN ({another}, {self.one(*IRIS)})",
            f"{term} NOT IN ({another}, {self.one(*LITERALS)})",
            f"REGEX(STR({term}), {pattern})",
            f'LANG({term}) = "en"', f"DATATYPE({term}) = xsd:integer",
            f'CONTAINS(STR({term}), "x")', f'LANGMATCHES(LANG({term}), "*")',
            f"xsd:integer({term}) {loose} {whole}", f"xsd:double({term}) {loose} 5.0e0",
            f"YEAR({term}) {sign} {whole}",
        )  # fmt: skip

    def value(self, known: dict[str, str]) -> tuple[str, str]:
        term, another = self.named(known, "term"), self.named(known, "term")
        whole, text = self.named(known, "int"), self.named(known, "text")
        return self.one(
            (f"STR({term})", "text"), (f"LANG({term})", "text"), (f"LCASE(STR({term}))", "text"),
            (f'CONCAT({text if text.startswith(chr(34)) else f"STR({text})"}, "-")', "text"),
            (f"IF({self.condition(known, 1)}, {term}, {another})", "term"),
            (f"IF({self.condition(known, 1)}, 1, {whole})", "int"),
            (f"COALESCE({term}, {another})", "term"), (f"COALESCE({whole}, 0)", "int"),
            (f"{whole} + {self.named(known, 'int')}", "int"), (f"{whole} * 2 - 1", "int"),
            (f"STRLEN(STR({term}))", "int"), (f"xsd:integer({term})", "int"), (f"-{whole}", "int"),
            (f"STR(DATATYPE({term}))", "text"), (f"YEAR({term})", "int"),
        )  # fmt: skip


_NONE: Final = {"term": "<urn:none>", "int": "-1", "text": '"none"'}
_COLUMN: Final = {"term": "term", "int": "int", "text": "str"}


@st.composite
def queries(draw: Callable[..., Any]) -> Asked:
    """A query whose columns are all bound."""
    maker = _Maker(draw)
    inner, known = maker.group(2)
    names = sorted(known)
    shown = " ".join(_shown(name, known[name], place) for place, name in enumerate(names))
    columns = ", ".join(f"c{at}: {_COLUMN[known[name]]}" for at, name in enumerate(names))
    distinct = maker.one("", "", "DISTINCT ")
    return Asked(columns or "c: int", f"SELECT {distinct}{shown or '(1 AS ?c)'} {{ {inner} }}")


def _shown(name: str, type_: str, place: int) -> str:
    value = f"STR({name})" if type_ == "text" else name
    return f"(COALESCE({value}, {_NONE[type_]}) AS ?c{place})"
