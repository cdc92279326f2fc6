"""The values of a header's lines: one function for each kind.

Each reads the text behind ``key:`` and raises ValueError for one that it cannot read.
"""

import math
import re
from collections.abc import Callable
from typing import Final

from kgforge import terms
from kgforge.patterns import conditions
from kgforge.patterns.contract import (
    TYPES,
    Column,
    Keep,
    Options,
    Order,
    Otherwise,
    Parameter,
    Parts,
    Sample,
    Scalar,
    Value,
)
from kgforge.patterns.roles import NAME, term

_WALK: Final = re.compile(r"(\w+(?:\s+\w+)*)\s+of\s+\$(\w+)\s+by\s+(\w+)")
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^>]*>|\^\^[\w.:-]+)?|<[^>]*>'
_TYPED: Final = re.compile(r'(".*"\^\^)([^<"]+)', re.S)
"""A literal whose datatype is a prefixed name."""
_CELL: Final = re.compile(rf"{_QUOTED}|[^\s,]+")
_TABLE_ROW: Final = re.compile(rf"\(((?:{_QUOTED}|[^()])*)\)")


def split(text: str) -> list[str]:
    """Part at the commas that stand outside parentheses, quotes and angle brackets."""
    parts = re.findall(r'(?:\([^)]*\)|"[^"]*"|<[^>]*>|[^,])+', text)
    return [part.strip() for part in parts if part.strip()]


def columns(text: str) -> tuple[Column, ...]:
    """``p: iri, a: iri``: names with types."""
    found = []
    for part in split(text):
        name, _, type_ = (piece.strip() for piece in part.partition(":"))
        found.append(Column(_name(name), _type(type_, part)))
    return tuple(found)


def _type(text: str, where: str) -> str:
    if text not in TYPES:
        raise ValueError(f"{where!r} has no type; available: {', '.join(TYPES)}")
    return text


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise ValueError(f"{text!r} is not a name")
    return text


def parameter(text: str) -> Parameter:
    """``$least: int = 50``, ``$types: iri* = type of helper``, ``$rows: (p iri, q iri)*``.

    A table is likewise filled by as many columns: ``= x type of helper``. Of two columns, it may be
    what a helper leads to by steps: ``= domain range of $rows by helper``.

    ``$others: iri* = $predicates`` takes the value of an earlier parameter.
    """
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
    if NAME.fullmatch(given.removeprefix("$")) and given.startswith("$"):
        return Parameter(bare.name, bare.type, bare.many, bare.table, like=given[1:])
    if bare.table and (asked := _WALK.fullmatch(given)):
        if [column.type for column in bare.table] != ["iri", "iri"]:
            raise ValueError(f"{text!r} is not a table of two columns of IRIs")
        starts = tuple(asked[1].split())
        return Parameter(
            bare.name, bare.type, bare.many, bare.table, None, starts, asked[3], asked[2]
        )
    columns = r"\w+(?:\s+\w+)*" if bare.table else r"\w+"
    if asked := re.fullmatch(rf"({columns})\s+of\s+(\w+)", given):
        drawn = tuple(asked[1].split())
        if bare.table and len(drawn) != len(bare.table):
            raise ValueError(f"{text!r} fills {len(bare.table)} columns with {len(drawn)}")
        return Parameter(bare.name, bare.type, bare.many, bare.table, None, drawn, asked[2])
    return Parameter(bare.name, bare.type, bare.many, bare.table, parse_value(bare, given))


def parse_value(parameter: Parameter, text: str) -> Value:
    """A parameter's value as a header or ``--param`` writes it; lists part at spaces or commas.

    Raises ValueError when the text is not of the parameter's type.
    """
    if parameter.table:
        texts = _TABLE_ROW.findall(text)
        rows = [_CELL.findall(row) for row in texts]
        bad = [
            row
            for row, cells in zip(texts, rows, strict=True)
            if len(cells) != len(parameter.table)
        ]
        bad += _TABLE_ROW.sub(" ", text).replace(",", " ").split()
        if bad or not rows:
            raise ValueError(
                f"${parameter.name} takes rows such as "
                f"({' '.join(column.name for column in parameter.table)}), got {(*bad, text)[0]!r}"
            )
        cells = (
            tuple(
                str(_scalar(column.type, cell))
                for column, cell in zip(parameter.table, row, strict=True)
            )
            for row in rows
        )
        return tuple(dict.fromkeys(cells))
    if parameter.many:
        values = (str(_listed(parameter.type, cell)) for cell in _CELL.finditer(text))
        return tuple(dict.fromkeys(values))
    return _scalar(parameter.type, text)


def _listed(type_: str, cell: re.Match[str]) -> Scalar:
    """One value of a list. Raises ValueError, for a part of a name with the whole name."""
    try:
        return _scalar(type_, cell.group())
    except ValueError as error:
        name = _whole_name(cell)
        if type_ not in {"iri", "term"} or name == cell.group():
            raise
        said = str(error) if name.startswith(cell.group()) else str(error).partition(";")[0]
        written = terms.written_as(name)
        raise ValueError(f"{said}; spaces in a name are written %20, as in {written}") from error


def _whole_name(cell: re.Match[str]) -> str:
    """A part of a list, with the words beside it that may be of one name with it.

    A name begins at a prefix, or behind a comma.
    """
    text = cell.string
    before = text.rfind(",", 0, cell.start()) + 1
    after = text.find(",", cell.end())
    words = list(_CELL.finditer(text, before, after if after >= 0 else len(text)))
    place = next(number for number, word in enumerate(words) if word.span() == cell.span())
    first = next((at for at in range(place, -1, -1) if ":" in words[at].group()), 0)
    last = next((at for at in range(place + 1, len(words)) if ":" in words[at].group()), len(words))
    return " ".join(word.group() for word in words[first:last])


def _scalar(type_: str, text: str) -> Scalar:
    match type_:
        case "int" | "float":
            try:
                number = int(text) if type_ == "int" else float(text)
            except ValueError:
                number = math.nan
            if not math.isfinite(number):
                raise ValueError(f"{text!r} is not of type {type_}")
            return number
        case "str":
            return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
        case "term" if terms.is_literal(text):
            return _literal(text)
    return terms.expand(text)


def _literal(text: str) -> str:
    """A literal as stores keep it. Raises ValueError for one that none can be asked for."""
    if typed := _TYPED.fullmatch(text):
        text = f"{typed[1]}<{terms.expand(typed[2])}>"
    parts = terms.parse_literal(text)
    if parts.language and not terms.is_language(parts.language):
        raise ValueError(f"{text!r}: {parts.language!r} is no language tag, such as en or pt-BR")
    if parts.datatype and not terms.is_valid(parts.datatype):
        raise ValueError(f"{text!r}: its datatype <{parts.datatype}> is no IRI")
    return terms.canonical(text)


def refuse_foreign_operators(condition: str) -> None:
    """Raise ValueError for an operator of SPARQL or SQL in a condition, with the one to write."""
    for found, wanted in _OPERATORS:
        if place := found.search(condition):
            raise ValueError(f"{condition!r} holds {place.group()!r}: write {wanted}")


_OPERATORS: Final = (
    (re.compile("&&|&"), "'and'"),
    (re.compile(r"\|\|?"), "'or'"),
    (re.compile("<>"), "!="),
    (re.compile("=>"), ">="),
    (re.compile("=<"), "<="),
    (re.compile("(?<![<>=!])=(?!=)"), "=="),
    (re.compile("!(?!=)"), "the opposite comparison, such as != or <"),
    (re.compile(r"\bAND\b"), "'and'"),
    (re.compile(r"\bOR\b"), "'or'"),
)
"""What is no operator of a condition, and what is."""


def sample(text: str) -> Sample:
    """``50 x per type by -degree``: how many, of what, within what, in which order."""
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


def otherwise(text: str) -> Otherwise:
    """``$most where confidence >= $least``: a level, and what a group has to meet even then."""
    level, *where = re.split(r"\s+where\b\s*", text, maxsplit=1)
    return Otherwise(sample(level), Keep(conditions.parse(where[0])) if where else None)


def unordered(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """``p a b = p b a``: two spellings of one row."""
    left, equals, right = text.partition("=")
    one, other = tuple(left.split()), tuple(right.split())
    if not equals or sorted(one) != sorted(other):
        raise ValueError(
            f"{text!r} does not name the same columns on both sides, as in 'p a b = p b a'"
        )
    return one, other


def parts(text: str) -> Parts:
    """``p of $predicates``: rows with one value of p come of asking for that value alone."""
    return Parts(*_column_of(text, "p of $predicates"))


def options(text: str) -> Options:
    """``o of $closed``: what stands beside the target o is in column o of the table $closed."""
    return Options(*_column_of(text, "o of $closed"))


def _column_of(text: str, example: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\w+)\s+of\s+\$(\w+)", text)
    if not found:
        raise ValueError(f"{text!r} is not 'column of $parameter', as in {example!r}")
    return _name(found[1]), _name(found[2])


def group(text: str) -> tuple[str, ...]:
    """``p "|" q``: columns, parameters, constants and quoted text."""
    parts = re.findall(r'"[^"]*"|\S+', text)
    return tuple(part if part.startswith('"') else term(part) for part in parts)


def answers(text: str) -> str:
    """``all`` or ``target``."""
    if text not in {"all", "target"}:
        raise ValueError(f"{text!r}; available: all, target")
    return text


def slices(text: str) -> tuple[str, ...]:
    """``kind``: what of an item's facts scores are sliced by, besides."""
    found = tuple(split(text))
    if found != ("kind",):
        raise ValueError(f"{text!r}; available: kind")
    return found


def alone(text: str) -> bool:
    """``yes``."""
    if text != "yes":
        raise ValueError(f"{text!r}: write 'alone: yes', or leave the line out")
    return True


SINGLE: Final[dict[str, Callable[[str], object]]] = {
    "columns": columns,
    "unordered": unordered,
    "parts": parts,
    "group": group,
    "otherwise": otherwise,
    "item": lambda text: tuple(text.split()),
    "text": _name,
    "count": lambda text: tuple(text.split()),
    "metric": _name,
    "answers": answers,
    "options": options,
    "note": str.strip,
    "slices": slices,
    "alone": alone,
}
"""The keys that stand once, and what reads them."""
