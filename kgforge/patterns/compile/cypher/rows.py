"""Solutions as rows of Cypher's variables: clauses in their order, and conditions between them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Final

from kgforge.patterns.compile.cypher.values import SIZES, Form, Value, words_of
from kgforge.patterns.compile.faults import unbound

_NOT_WORD: Final = re.compile(r"[^A-Za-z0-9]")
_INDENT: Final = "  "
_NEVER: Final = "isEmpty([1])"
"""What Neo4j does not see to be false: ``WHERE false`` within a ``CALL`` may fail its planner."""


class Names:
    """Names of variables that no other has: each ends in ``_`` or a number, as no keyword does."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, name: str) -> str:
        """A name like that of a variable of the query."""
        plain = f"{_NOT_WORD.sub('_', name).strip('_') or 'v'}_"
        plain = plain if plain[0].isalpha() else f"v{plain}"
        found = next(
            one for n in count(1) if (one := f"{plain}{n}" if n > 1 else plain) not in self._taken
        )
        self._taken.add(found)
        return found


class Clause:
    """A clause, what it binds, and the conditions behind it."""

    def __init__(self, text: str, binds: Iterable[str], *, filters: bool) -> None:
        self.text = text
        self.binds = frozenset(binds)
        self.where: list[str] = []
        self._filters = filters

    @property
    def lines(self) -> list[str]:
        """The clause as lines of a text."""
        lines = self.text.split("\n")
        if not self.where:
            return lines
        if not self._filters:
            lines.append("WITH *")
        first, *others = self.where
        return [*lines, f"WHERE {first}", *(f"{_INDENT}AND {one}" for one in others)]


class Rows:
    """Solutions of what was joined so far: each row is one."""

    def __init__(
        self,
        names: Names,
        values: Mapping[str, Value] | None = None,
        *,
        known: Iterable[str] = (),
        around: Sequence["Rows"] = (),
    ) -> None:
        self.names = names
        self.values: dict[str, Value] = dict(values or {})
        self.seeds = frozenset(self.values)
        """What was bound outside, and is the same here."""
        self.clauses: list[Clause] = []
        self.outside = frozenset(known)
        """The variables of Cypher that can be seen from without."""
        self.around = tuple(around)
        """Of a pattern of EXISTS: where it stands, the innermost first."""

    @property
    def known(self) -> frozenset[str]:
        """The variables of Cypher that can be seen at the end."""
        return self.outside.union(*(one.binds for one in self.clauses))

    # ── clauses ─────────────────────────────────────────────────────────────────────────────────
    def match(self, pattern: str, *binds: str) -> None:
        """``MATCH pattern``."""
        self.clauses.append(Clause(f"MATCH {pattern}", binds, filters=True))

    def unwind(self, items: str, name: str) -> str:
        """``UNWIND items``; the variable of each."""
        found = self.names.new(name)
        self.unwind_as(items, found)
        return found

    def unwind_as(self, items: str, name: str) -> None:
        """``UNWIND items AS name``."""
        self.clauses.append(Clause(f"UNWIND {items} AS {name}", [name], filters=False))

    def computed(self, expression: str, name: str) -> str:
        """A variable for what an expression says."""
        if not self.clauses:
            self.unwind("[1]", "one")
        found = self.names.new(name)
        self.clauses.append(Clause(f"WITH *, {expression} AS {found}", [found], filters=True))
        return found

    def call(self, body: str, binds: Iterable[str], *, optional: bool = False) -> None:
        """``CALL (…) { body }``, which sees of these variables what it names."""
        seen = ", ".join(sorted(self.known & words_of(body)))
        sign = "OPTIONAL CALL" if optional else "CALL"
        inner = "\n".join(f"{_INDENT}{line}" for line in body.split("\n"))
        self.clauses.append(Clause(f"{sign} ({seen}) {{\n{inner}\n}}", binds, filters=False))

    def first(self, body: str, bind: str) -> None:
        """``CALL (…) { body }`` before all else, of one row; it sees what stands around."""
        rest, self.clauses = self.clauses, []
        self.call(body, [bind])
        self.clauses += rest

    def where(self, condition: str) -> None:
        """Keep the rows for which a condition holds; it stands as early as it can be told."""
        condition = _NEVER if condition == "false" else condition
        words = words_of(condition)
        if not self.clauses:
            self.unwind("[1]", "one")
        places = [at for at, one in enumerate(self.clauses) if words & one.binds]
        self.clauses[max(places, default=0)].where.append(condition)

    # ── variables ───────────────────────────────────────────────────────────────────────────────
    def value(self, name: str) -> Value:
        """What a variable is. Raises Uncovered for one that nothing here binds."""
        for rows in (self, *self.around):
            if name in rows.values:
                return rows.values[name]
        raise unbound(name)

    def knows(self, name: str) -> bool:
        """Whether a variable is bound here."""
        return any(name in rows.values for rows in (self, *self.around))

    # ── texts ───────────────────────────────────────────────────────────────────────────────────
    def text(self, last: str = "") -> str:
        """All clauses, and a last one."""
        lines = [line for clause in self.clauses for line in clause.lines]
        return "\n".join([*lines, last] if last else lines)

    def exists(self) -> str:
        """Whether there is a row."""
        inner = self.text("RETURN 1").replace("\n", f"\n{_INDENT * 2}")
        return f"EXISTS {{\n{_INDENT * 2}{inner}\n{_INDENT}}}"


def returned(
    names: Names, values: Mapping[str, Value]
) -> tuple[list[str], dict[str, Value], list[str]]:
    """What RETURN shows of some variables, what they are outside, and their names in Cypher."""
    shown: list[str] = []
    outside: dict[str, Value] = {}
    binds: list[str] = []
    for name, value in values.items():
        forms: dict[Form, tuple[str, ...]] = {}
        for form, columns in value.forms.items():
            if form == "lexical" or (form == "term" and "node" in value.forms):
                continue
            found = tuple(names.new(name) for _ in columns)
            shown += [f"{column} AS {one}" for column, one in zip(columns, found, strict=True)]
            binds += found
            forms[form] = found
        outside[name] = Value(forms, value.bound, value.iri)
    return shown, outside, binds


def nothing(form: Form) -> tuple[str, ...]:
    """NULL, as many times as a form has expressions."""
    return ("NULL",) * SIZES.get(form, 1)
