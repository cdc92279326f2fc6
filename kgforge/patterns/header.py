"""The header of a query file: a pattern's documentation and its contract.

The grammar is that of the project's pattern page: a description, then ``key: value`` lines.
A longer value goes on in lines that are indented deeper than the key.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from kgforge.errors import PatternError
from kgforge.patterns import conditions, roles, values
from kgforge.patterns.contract import (
    COUNTS,
    MEASURES,
    Header,
    Keep,
    Parameter,
    Question,
    Role,
    Sample,
)
from kgforge.patterns.roles import NAME, Complaint

_KEYS: Final = (
    "params",
    "columns",
    "unordered",
    "parts",
    "group",
    "keep",
    "sample",
    "otherwise",
    "item",
    "text",
    "count",
    "role",
    "question",
    "metric",
    "answers",
    "options",
    "note",
    "slices",
    "alone",
)
_OF_INSTANCES: Final = (
    "unordered",
    "keep",
    "otherwise",
    "item",
    "count",
    "question",
    "slices",
    "alone",
)
"""Keys that a query without roles, whose rows are no instances, cannot obey."""

_KEY: Final = re.compile(rf"({'|'.join(_KEYS)}):\s*(.*)")
_LOOKS_LIKE_KEY: Final = re.compile(r"([a-z_]+):(\s.*)?$")
_REMARK: Final = re.compile(r"\s#\s.*$")


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
    _refuse_cut_off(text, marker, path, first + len(block))
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
    _check(header, path, lines)
    return header


def _refuse_cut_off(text: str, marker: str, path: object, end: int) -> None:
    """Refuse a line of a header that is cut off from it: by an empty line, or for it is no comment.

    *end* is the first line behind the header. What such a line asks for would not be done.
    """
    for number, line in enumerate(text.splitlines()[end - 1 :], end):
        stripped = line.strip()
        found = _KEY.fullmatch(stripped.removeprefix(marker).removeprefix(" "))
        if found and not stripped.startswith(marker):
            raise PatternError(
                f"{path}:{number}: {found[1]}: this line is no comment, so the header ends before "
                f"it: begin it with {marker}"
            )
        if stripped and not stripped.startswith(marker):
            return
        if found and found[1] != "note":  # as a remark may begin
            raise PatternError(
                f"{path}:{number}: {found[1]}: the header ends at line {end - 1}, and this line "
                f"stands behind an empty one: remove that, or write {marker} in it"
            )


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
            what = _unknown_key(word[1]) if word else f"cannot read {bare!r}"
            raise PatternError(f"{path}:{number}: {what}; the keys are: {', '.join(_KEYS)}")
    return description, lines


def _unknown_key(word: str) -> str:
    near = difflib.get_close_matches(word, _KEYS, 1)
    return f"unknown key {word!r}" + (f" (did you mean {near[0]!r}?)" if near else "")


class _Reader:
    """Collects the parts of one header, line by line."""

    def __init__(self, path: object) -> None:
        self._path = path
        self._found: dict[str, Any] = {}
        self._params: list[Parameter] = []
        self._steps: list[Keep | Sample] = []
        self._roles: list[Role] = []
        self._questions: list[Question] = []

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
            questions=tuple(self._questions),
            **self._found,
        )

    def _read(self, key: str, value: str, number: int) -> None:
        match key:
            case "params":
                found = [values.parameter(part) for part in values.split(value)]
                for place, one in enumerate(found):
                    _refuse_second(one.name, [*self._params, *found[:place]])
                self._params += found
            case "role":
                role = roles.role(value)
                _refuse_second(role.name, self._roles)
                self._roles.append(role)
            case "question":
                self._questions += roles.questions(value)
            case "keep":
                values.refuse_foreign_operators(value)
                self._steps.append(Keep(conditions.parse(value)))
            case "sample":
                self._steps += [values.sample(part) for part in values.split(value)]
            case _ if key in self._found:
                raise PatternError(f"{self._path}:{number}: {key}: is given twice")
            case _:
                self._found[key] = values.SINGLE[key](value)


def _refuse_second(name: str, known: Iterable[Parameter | Role]) -> None:
    """Raise ValueError for a second one of a name, at whose line that is told."""
    if name in {one.name for one in known}:
        raise ValueError(f"{name} is given twice")


def _check(header: Header, path: object, lines: list[_Line]) -> None:
    """Refuse the first complaint, with the line of its key that holds the name, else the first."""
    for key, what, name in _complaints(header, [line.key for line in lines]):
        own = [line for line in lines if line.key == key]
        holding = [line for line in own if name and re.search(rf"\b{name}\b", line.value)]
        number = next((line.number for line in holding + own), 1)
        raise PatternError(f"{path}:{number}: {key}: {what}")


def _complaints(header: Header, keys: list[str]) -> Iterator[Complaint]:
    if not header.columns:
        missing = "missing: name each column and its type, as in 'columns: p: iri, a: iri, b: iri'"
        yield "columns", missing, ""
    yield from _repeated("columns", header.names)
    yield from _unknown(header)
    yield from _misfits(header)
    if header.roles and not header.group:
        yield "group", "missing: name the columns that identify a group, as in 'group: p'", ""
    if header.roles and not header.metric:
        yield "metric", "missing: say what scores the items, as in 'metric: hit'", ""
    yield from roles.complaints(header)
    for key in keys if not header.roles else ():
        if key in _OF_INSTANCES:
            yield key, "a query without a role is a helper, and has none of this", ""
    if header.roles and header.note:
        yield "note", "is told of the helper that fills a parameter: this query has roles", ""


def _repeated(key: str, names: Sequence[str]) -> Iterator[Complaint]:
    for name in names:
        if names.count(name) > 1:
            yield key, f"{name} is given twice", name


def _unknown(header: Header) -> Iterator[Complaint]:
    """Names that nothing declares."""
    for key, names in _column_uses(header).items():
        for name in sorted(names - set(header.names)):
            yield key, f"no column {name!r}; available: {', '.join(header.names)}", name
    params = sorted(param.name for param in header.params)
    for key, names in _parameter_uses(header).items():
        for name in sorted(names - set(params)):
            declared = ", ".join(f"${found}" for found in params) or "none"
            yield key, f"no parameter ${name}; available: {declared}", name
    known = (*COUNTS, *MEASURES)
    for key, condition in header.conditions:
        for name in sorted(condition.counts - set(known)):
            yield key, f"no count {name}; available: {', '.join(known)}", name


def _misfits(header: Header) -> Iterator[Complaint]:
    """What has another type than its place wants."""
    types = {param.name: "" if param.many else param.type for param in header.params}
    columns = {column.name: column.type for column in header.columns}
    parted = header.parts and header.parameter(header.parts.parameter)
    if parted and (not parted.many or parted.table):
        yield "parts", f"${parted.name} is not a list", parted.name
    yield from _unfit_options(header)
    for place, param in enumerate(header.params):
        twin = next((one for one in header.params[:place] if one.name == param.like), None)
        if param.like and (twin is None or (twin.type, twin.many) != (param.type, param.many)):
            yield "params", f"no ${param.like} of its type before ${param.name}", param.like
        if param.below:
            yield from _unfit_start(header, place, param)
    for name in header.count:
        if columns.get(name, "int") != "int":
            yield "count", f"{name} is not a column of type int", name
    for key, wanted in (
        ("keep", ("int", "float")),
        ("otherwise", ("int", "float")),
        ("sample", ("int",)),
    ):
        for name in sorted(_parameter_uses(header)[key]):
            if types[name] not in wanted:
                yield key, f"${name} is not of type {' or '.join(wanted)}", name
    for order in (order for level in _samples(header) for order in level.by):
        if order.descending and columns.get(order.column, "int") not in {"int", "float"}:
            yield "sample", f"-{order.column} is not a number to sort by", order.column


def _unfit_start(header: Header, place: int, param: Parameter) -> Iterator[Complaint]:
    """Columns to begin at that no earlier table has."""
    found = (one.table for one in header.params[:place] if one.name == param.below)
    there = {column.name for column in next(found, ()) if column.type == "iri"}
    for name in param.drawn:
        if name not in there:
            what = f"no table ${param.below} with a column '{name} iri' before ${param.name}"
            yield "params", what, param.name


def _unfit_options(header: Header) -> Iterator[Complaint]:
    """Options that no role has, or that the table cannot give."""
    options = header.options
    param = header.parameter(options.parameter) if options else None
    if options is None or param is None:
        return  # where the parameter is unknown, that is told
    if not param.table:
        yield "options", f"${param.name} is not a table", param.name
    roles = [role for role in header.roles if role.object == options.column]
    if not roles:
        yield "options", f"no role asks for {options.column}", options.column
    named = [column.name for column in param.table if column.type in {"iri", "term"}]
    for name in (options.column, *(role.predicate for role in roles)):
        if name not in named:
            there = f"of IRIs or terms; available: {', '.join(named) or 'none'}"
            yield "options", f"${param.name} has no column {name!r} {there}", options.column


def _samples(header: Header) -> list[Sample]:
    levels = [step for step in header.steps if isinstance(step, Sample)]
    return levels + ([header.otherwise.sample] if header.otherwise else [])


def _column_uses(header: Header) -> dict[str, set[str]]:
    levels = _samples(header)
    spelt = {part for part in header.group if NAME.fullmatch(part)}
    role_terms = {term for role in header.roles for term in role.terms}
    return {
        "unordered": set(header.unordered[0]),
        "group": spelt,
        "parts": {header.parts.column} if header.parts else set(),
        "sample": {
            name
            for level in levels
            for name in (*level.unit, *level.per, *(order.column for order in level.by))
        }
        - {"group", *COUNTS},
        "item": set(header.item),
        "text": {header.text} - {""},
        "count": set(header.count),
        "role": {term for term in role_terms if NAME.fullmatch(term)},
    }


def _parameter_uses(header: Header) -> dict[str, set[str]]:
    role_terms = {term for role in header.roles for term in role.terms}
    return {
        **{
            wanted: {
                name
                for key, condition in header.conditions
                if key == wanted
                for name in condition.parameters
            }
            for wanted in ("keep", "otherwise")
        },
        "sample": {level.count for level in _samples(header) if isinstance(level.count, str)},
        "parts": {header.parts.parameter} if header.parts else set(),
        "options": {header.options.parameter} if header.options else set(),
        "group": {part[1:] for part in header.group if part.startswith("$")},
        "role": {term[1:] for term in role_terms if term.startswith("$")},
    }


def parameters_used(header: Header) -> set[str]:
    """The parameters that the header itself reads, the query's text aside."""
    copied = {parameter.like for parameter in header.params if parameter.like}
    return copied.union(*_parameter_uses(header).values())
