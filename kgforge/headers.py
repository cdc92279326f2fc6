"""The header of a query file: a pattern's documentation and its contract.

The grammar is that of the project's pattern page: a description, then ``key: value`` lines.
A longer value goes on in lines that are indented deeper than the key.
"""

import re
from collections.abc import Callable
from typing import Any, Final, Literal, NoReturn

from msgspec import Struct

from kgforge import expressions, terms
from kgforge.errors import PatternError
from kgforge.expressions import Expression

Scalar = str | int | float
Value = Scalar | tuple[str, ...] | tuple[tuple[str, ...], ...]
"""A parameter's value: one scalar, the terms of a list, or the rows of a table."""

TYPES: Final = ("iri", "term", "str", "int", "float")
COUNTS: Final = (
    "triples",
    "other_triples",
    "self_loops",
    "matches",
    "support",
    "body",
    "pca_body",
    "head",
)
"""The counts that a groups file may return and ``keep`` may read."""


class Column(Struct, frozen=True):
    """One column of a query's rows."""

    name: str
    type: str


class Parameter(Struct, frozen=True):
    """One declared parameter."""

    name: str
    type: str
    many: bool = False
    table: tuple[Column, ...] = ()
    default: Value | None = None
    column: str = ""
    """With ``source``: the column of that query whose sampled values fill the parameter."""
    source: str = ""


class Order(Struct, frozen=True):
    """One column that a sample level sorts by."""

    column: str
    descending: bool


class Sample(Struct, frozen=True):
    """One level of sampling: how many of what, per what, in which order."""

    count: int | str
    """A number, or the name of an int parameter."""
    unit: tuple[str, ...] = ()
    """Columns whose distinct values are counted; empty: rows."""
    per: tuple[str, ...] = ()
    """Columns, or ``("group",)``; empty: overall."""
    by: tuple[Order, ...] = ()


class Keep(Struct, frozen=True):
    """A condition that a group has to meet where it stands."""

    condition: Expression


class Role(Struct, frozen=True):
    """One fact of an instance; each term is a column, ``$parameter`` or constant IRI."""

    name: str
    kind: Literal["holds", "not", "implied"]
    subject: str
    predicate: str
    object: str


class Header(Struct, frozen=True):
    """A parsed header. Twins in other languages have an equal one."""

    description: str
    params: tuple[Parameter, ...] = ()
    columns: tuple[Column, ...] = ()
    unordered: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    group: tuple[str, ...] = ()
    """Columns, ``$parameters``, constants, and ``"quoted text"`` between them."""
    steps: tuple[Keep | Sample, ...] = ()
    otherwise: Sample | None = None
    item: tuple[str, ...] = ()
    text: str = ""
    roles: tuple[Role, ...] = ()
    metric: str = ""
    answers: Literal["all", "target"] = "all"

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in order."""
        return tuple(column.name for column in self.columns)

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name, or None."""
        return next((found for found in self.params if found.name == name), None)


_KEYS: Final = (
    "params",
    "columns",
    "unordered",
    "group",
    "keep",
    "sample",
    "otherwise",
    "item",
    "text",
    "role",
    "metric",
    "answers",
)
_KEY: Final = re.compile(rf"({'|'.join(_KEYS)}):\s*(.*)")
_LOOKS_LIKE_KEY: Final = re.compile(r"([a-z_]+):(\s.*)?$")
_REMARK: Final = re.compile(r"\s#\s.*$")
_NAME: Final = re.compile(r"[A-Za-z_]\w*")


class _Line(Struct, frozen=True):
    number: int
    key: str
    value: str


def comment(text: str, marker: str) -> list[str]:
    """The leading comment block of a query file, without its markers."""
    lines: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith(marker):
            lines.append(stripped[len(marker) :].removeprefix(" ").rstrip())
        elif stripped or lines:
            break
    return lines


def parse(text: str, marker: str, path: object) -> Header:
    """Read the header of a query file whose comments begin with *marker*.

    Raises PatternError, with *path* and the line, for anything that the grammar does not have.
    """
    block = comment(text, marker)
    first = next(
        (
            number
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip().startswith(marker)
        ),
        1,
    )
    description, lines = _lines(block, first, path)
    if not description:
        raise PatternError(
            f"{path}:1: no header: begin the file with a comment that says in one "
            f"sentence what the pattern is ({marker} …)"
        )
    reader = _Reader(path)
    for line in lines:
        reader.read(line)
    header = reader.header(" ".join(description))
    _check(header, path, {line.key: line.number for line in lines})
    return header


def _lines(block: list[str], first: int, path: object) -> tuple[list[str], list[_Line]]:
    description: list[str] = []
    lines: list[_Line] = []
    for number, text in enumerate(block, first):
        bare = _REMARK.sub("", text).rstrip()
        found = _KEY.match(bare)
        if found:
            lines.append(_Line(number, found[1], found[2].strip()))
        elif lines and bare.startswith("  "):
            last = lines.pop()
            lines.append(_Line(last.number, last.key, f"{last.value} {bare.strip()}"))
        elif bare and not lines and not _LOOKS_LIKE_KEY.match(bare):
            description.append(text.strip())
        elif bare:
            word = _LOOKS_LIKE_KEY.match(bare)
            what = f"unknown key {word[1]!r}" if word else f"cannot read {bare!r}"
            raise PatternError(f"{path}:{number}: {what}; the keys are: {', '.join(_KEYS)}")
    return description, lines


class _Reader:
    """Collects the parts of one header, line by line."""

    def __init__(self, path: object) -> None:
        self._path = path
        self._found: dict[str, Any] = {}
        self._params: list[Parameter] = []
        self._steps: list[Keep | Sample] = []
        self._roles: list[Role] = []

    def read(self, line: _Line) -> None:
        try:
            self._read(line.key, line.value, line.number)
        except ValueError as error:
            if isinstance(error, PatternError):
                raise
            raise PatternError(f"{self._path}:{line.number}: {line.key}: {error}") from error

    def header(self, description: str) -> Header:
        return Header(
            description,
            params=tuple(self._params),
            steps=tuple(self._steps),
            roles=tuple(self._roles),
            **self._found,
        )

    def _read(self, key: str, value: str, number: int) -> None:
        match key:
            case "params":
                self._params += [_parameter(part) for part in split(value)]
            case "role":
                self._roles.append(_role(value))
            case "keep":
                self._steps.append(Keep(expressions.parse(value)))
            case "sample":
                self._steps += [_sample(part) for part in split(value)]
            case _ if key in self._found:
                raise PatternError(f"{self._path}:{number}: {key}: stands twice")
            case _:
                self._found[key] = _SINGLE[key](value)


def split(text: str) -> list[str]:
    """Part at the commas that stand outside parentheses, quotes and angle brackets."""
    parts = re.findall(r'(?:\([^)]*\)|"[^"]*"|<[^>]*>|[^,])+', text)
    return [part.strip() for part in parts if part.strip()]


def _columns(text: str) -> tuple[Column, ...]:
    found = []
    for part in split(text):
        name, _, type_ = (piece.strip() for piece in part.partition(":"))
        found.append(Column(_name(name), _type(type_, part)))
    return tuple(found)


def _type(text: str, where: str) -> str:
    if text not in TYPES:
        raise ValueError(f"{where!r} has no type; there are: {', '.join(TYPES)}")
    return text


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise ValueError(f"{text!r} is not a name")
    return text


def _parameter(text: str) -> Parameter:
    declared, _, given = (piece.strip() for piece in text.partition("="))
    name, _, type_ = (piece.strip() for piece in declared.partition(":"))
    if not name.startswith("$"):
        raise ValueError(f"{text!r}: a parameter's name begins with $")
    many = type_.endswith("*")
    type_ = type_.removesuffix("*").strip()
    if type_.startswith("("):
        rows = tuple(
            Column(_name(column), _type(kind, text))
            for column, kind in (part.split(maxsplit=1) for part in split(type_.strip("()")))
        )
        bare = Parameter(_name(name[1:]), "table", many=True, table=rows)
    else:
        bare = Parameter(_name(name[1:]), _type(type_, text), many=many)
    if not given:
        return bare
    asked = re.fullmatch(r"(\w+)\s+of\s+(\w+)", given)
    if asked:
        return Parameter(bare.name, bare.type, bare.many, bare.table, None, asked[1], asked[2])
    return Parameter(bare.name, bare.type, bare.many, bare.table, value(bare, given))


def value(parameter: Parameter, text: str) -> Value:
    """Read a parameter's value as a header or ``--param`` writes it; lists part at spaces or commas.

    Raises ValueError when the text is not of the parameter's type.
    """
    if parameter.table:
        rows = [row.split() for row in re.findall(r"\(([^)]*)\)", text)]
        if not rows or any(len(row) != len(parameter.table) for row in rows):
            raise ValueError(
                f"${parameter.name} wants rows such as "
                f"({' '.join(column.name for column in parameter.table)}), got {text!r}"
            )
        return tuple(
            tuple(
                str(_scalar(column.type, cell))
                for column, cell in zip(parameter.table, row, strict=True)
            )
            for row in rows
        )
    if parameter.many:
        return tuple(
            str(_scalar(parameter.type, part)) for part in re.split(r"[\s,]+", text) if part
        )
    return _scalar(parameter.type, text)


def _scalar(type_: str, text: str) -> Scalar:
    match type_:
        case "int":
            return int(text)
        case "float":
            return float(text)
        case "str":
            return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
        case "term" if terms.is_literal(text):
            return terms.canonical(text)
    return terms.expand(text)


def _sample(text: str) -> Sample:
    found = re.fullmatch(
        r"(?P<count>\$?\w+)(?P<unit>(?:\s+(?!per\b|by\b)\w+)*)(?:\s+per\s+(?P<per>\w+(?:\s+(?!by\b)\w+)*))?"
        r"(?:\s+by\s+(?P<by>-?\w+(?:\s+-?\w+)*))?",
        text,
    )
    if not found:
        raise ValueError(
            f"{text!r} is not '[number or $name] [columns] [per columns] [by columns]'"
        )
    count = found["count"]
    if not count.isdigit() and not count.startswith("$"):
        raise ValueError(f"{text!r} begins with neither a number nor a $parameter")
    by = tuple(
        Order(part.removeprefix("-"), part.startswith("-")) for part in (found["by"] or "").split()
    )
    return Sample(
        int(count) if count.isdigit() else count[1:],
        tuple(found["unit"].split()),
        tuple((found["per"] or "").split()),
        by,
    )


def _role(text: str) -> Role:
    name, _, fact = (piece.strip() for piece in text.partition("="))
    words = fact.split()
    kind: Literal["holds", "not", "implied"] = "holds"
    if words and words[0] in {"not", "implied"}:
        kind = "not" if words.pop(0) == "not" else "implied"
    if len(words) != 3:
        raise ValueError(f"{text!r} is not 'name = [not|implied] subject predicate object'")
    subject, predicate, object_ = (_term(word) for word in words)
    return Role(_name(name), kind, subject, predicate, object_)


def _term(word: str) -> str:
    return word if _NAME.fullmatch(word.removeprefix("$")) else terms.expand(word)


def _unordered(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    left, equals, right = text.partition("=")
    one, other = tuple(left.split()), tuple(right.split())
    if not equals or sorted(one) != sorted(other):
        raise ValueError(f"{text!r} does not say the same columns twice, as in 'p a b = p b a'")
    return one, other


def _group(text: str) -> tuple[str, ...]:
    parts = re.findall(r'"[^"]*"|\S+', text)
    return tuple(part if part.startswith('"') else _term(part) for part in parts)


def _answers(text: str) -> str:
    if text not in {"all", "target"}:
        raise ValueError(f"{text!r}; there are: all, target")
    return text


_SINGLE: Final[dict[str, Callable[[str], object]]] = {
    "columns": _columns,
    "unordered": _unordered,
    "group": _group,
    "otherwise": _sample,
    "item": lambda text: tuple(text.split()),
    "text": _name,
    "metric": _name,
    "answers": _answers,
}


def _check(header: Header, path: object, numbers: dict[str, int]) -> None:
    """Refuse names that nothing declares."""

    def refuse(key: str, what: str) -> NoReturn:
        raise PatternError(f"{path}:{numbers.get(key, 1)}: {key}: {what}")

    columns = set(header.names)
    params = {param.name for param in header.params}
    if not columns:
        refuse(
            "columns", "missing: say what every row has, as in 'columns: p: iri, a: iri, b: iri'"
        )
    if len(columns) < len(header.columns) or len(params) < len(header.params):
        refuse("columns" if len(columns) < len(header.columns) else "params", "a name stands twice")
    for key, names in _column_uses(header).items():
        for name in sorted(names - columns):
            refuse(key, f"no column {name!r}; there are: {', '.join(header.names)}")
    for key, names in _parameter_uses(header).items():
        for name in sorted(names - params):
            declared = ", ".join(f"${found}" for found in sorted(params)) or "none"
            refuse(key, f"no parameter ${name}; there are: {declared}")
    for step in header.steps:
        unknown = step.condition.counts - set(COUNTS) if isinstance(step, Keep) else set()
        if unknown:
            refuse("keep", f"no count {', '.join(sorted(unknown))}; there are: {', '.join(COUNTS)}")
    if header.roles and not header.group:
        refuse("group", "missing: say how a group is spelt, as in 'group: p'")
    if header.roles and not header.metric:
        refuse("metric", "missing: name a file of kgforge/metrics/")


def _samples(header: Header) -> list[Sample]:
    levels = [step for step in header.steps if isinstance(step, Sample)]
    return levels + ([header.otherwise] if header.otherwise else [])


def _column_uses(header: Header) -> dict[str, set[str]]:
    levels = _samples(header)
    spelt = {part for part in header.group if _NAME.fullmatch(part)}
    role_terms = {
        term for role in header.roles for term in (role.subject, role.predicate, role.object)
    }
    return {
        "unordered": set(header.unordered[0]),
        "group": spelt,
        "sample": {
            name
            for level in levels
            for name in (*level.unit, *level.per, *(order.column for order in level.by))
        }
        - {"group", *COUNTS},
        "item": set(header.item),
        "text": {header.text} - {""},
        "role": {term for term in role_terms if _NAME.fullmatch(term)},
    }


def _parameter_uses(header: Header) -> dict[str, set[str]]:
    role_terms = {
        term for role in header.roles for term in (role.subject, role.predicate, role.object)
    }
    return {
        "keep": {
            name
            for step in header.steps
            if isinstance(step, Keep)
            for name in step.condition.parameters
        },
        "sample": {level.count for level in _samples(header) if isinstance(level.count, str)},
        "group": {part[1:] for part in header.group if part.startswith("$")},
        "role": {term[1:] for term in role_terms if term.startswith("$")},
    }


def parameters_used(header: Header) -> set[str]:
    """The parameters that the header itself reads, the query's text aside."""
    return set().union(*_parameter_uses(header).values())
