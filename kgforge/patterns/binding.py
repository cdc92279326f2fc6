"""The parameters in a query's text: found, and bound to values."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from kgforge import terms
from kgforge.errors import PatternError
from kgforge.patterns.contract import Parameter, Scalar, Value
from kgforge.patterns.queries import Query

_TOKENS: Final = re.compile(
    r"""(?P<skip>\#[^\n]*|--[^\n]*|//[^\n]*|<[^<>"{}|^`\\\s]*>|\"{3}.*?\"{3}|'{3}.*?'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<opening>\b(?i:VALUES\s+|IN\s*\(\s*))?\$(?P<name>[A-Za-z_]\w*)(?P<alone>(?=\s*\)))?""",
    re.S | re.X,
)

_IN: Final = re.compile(r"\bIN\s*\(\s*$", re.I)
"""What stands before a list whose values SPARQL parts by commas, …"""
_NEAR: Final = 40
"""… within so many characters."""

_EXAMPLES: Final[dict[str, Scalar]] = {
    "iri": "urn:example",
    "term": "urn:example",
    "str": "example",
    "int": 1,
    "float": 1.0,
}


def parameters_in(text: str) -> dict[str, int]:
    """Each parameter in a text, with the line of its first use; not those in quotes or comments."""
    found: dict[str, int] = {}
    for token in _TOKENS.finditer(text):
        if token["name"]:
            found.setdefault(token["name"], text.count("\n", 0, _start(token)) + 1)
    return found


Listed = Callable[[Value, Parameter], str]
"""Writes the rows of a long list as a SELECT; empty text where it is to be written as ever."""


def bind(
    query: Query,
    parameters: Mapping[str, Value],
    write: Callable[[Value, Parameter], str],
    listed: Listed = lambda value, declared: "",
) -> str:
    """The query's text with each parameter's value written in its place, quote-aware.

    What *listed* writes takes the place of the whole ``VALUES $name``, and of ``$name`` in
    ``IN ($name)``. Lines stay where they are, so that an engine's error names the file's own line.
    """
    return _bound(query, parameters, lambda value, declared, _: write(value, declared), listed)


def _bound(
    query: Query,
    parameters: Mapping[str, Value],
    write: Callable[[Value, Parameter, str], str],
    listed: Listed = lambda value, declared: "",
) -> str:
    """As ``bind``, where the text before a parameter counts, too."""

    def written(token: re.Match[str]) -> str:
        name = token["name"]
        if not name:
            return token.group()
        declared = query.header.parameter(name)
        assert declared is not None
        if name not in parameters:
            raise PatternError(
                f"{query.path}: ${name} has no value: give one with --param {name}=…"
            )
        value, opening = parameters[name], token["opening"] or ""
        if opening and token["alone"] is not None and (rows := listed(value, declared)):
            kept = opening if "(" in opening else "\n" * opening.count("\n")
            return f"{kept}{rows}"
        return opening + write(value, declared, _before(token))

    return _TOKENS.sub(written, query.text)


def _before(token: re.Match[str]) -> str:
    """What stands right before a token, as far as it can tell how a list is written."""
    return token.string[max(0, _start(token) - _NEAR) : _start(token)]


def _start(token: re.Match[str]) -> int:
    """Where the parameter itself begins."""
    return token.start("name") - 1


def example(query: Query) -> tuple[str, Callable[[int], int]]:
    """A SPARQL query with a value in the place of each parameter, to see whether it can be read.

    The function tells for a character of that text which one of the file it comes from.
    """
    parts: list[str] = []
    starts: list[tuple[int, int]] = [(0, 0)]
    read = length = 0
    for token in _TOKENS.finditer(query.text):
        declared = query.header.parameter(token["name"]) if token["name"] else None
        if declared is None:
            continue
        written = _sparql(example_value(declared), declared, _before(token))
        start = _start(token)
        parts += [query.text[read:start], written]
        length += start - read
        starts += [(length, start), (length + len(written), token.end())]
        length, read = length + len(written), token.end()
    text = "".join([*parts, query.text[read:]])

    def place(offset: int) -> int:
        begun, origin = max(start for start in starts if start[0] <= offset)
        return origin + offset - begun

    return text, place


def example_value(parameter: Parameter) -> Value:
    """Some value of a parameter's type."""
    if parameter.table:
        return (tuple(str(_EXAMPLES[column.type]) for column in parameter.table),)
    value = _EXAMPLES[parameter.type]
    return (str(value),) if parameter.many else value


def blanked(text: str, *, strings: bool = True) -> str:
    """A text with spaces in the place of comments and, if asked, of strings and IRIs.

    Of SPARQL: there only ``#`` begins a comment.
    """

    def spaces(token: re.Match[str]) -> str:
        found = token.group()
        if token["name"] or not (strings or found.startswith("#")) or found[:2] in {"--", "//"}:
            return found
        return re.sub(r"[^\n]", " ", found)

    return _TOKENS.sub(spaces, text)


def bind_sparql(query: Query, parameters: Mapping[str, Value]) -> str:
    """As ``bind``, with the shared prefixes before."""
    prefixes = " ".join(f"PREFIX {name}: <{iri}>" for name, iri in terms.PREFIXES.items())
    return f"{prefixes} {_bound(query, parameters, _sparql)}"


def _sparql(value: Value, declared: Parameter, before: str) -> str:
    if not isinstance(value, tuple):
        return _sparql_term(value, declared.type)
    if not declared.table:
        sign = ", " if _IN.search(before) else " "
        return sign.join(_sparql_term(str(part), declared.type) for part in value)
    types = [column.type for column in declared.table]
    return " ".join(f"({' '.join(map(_sparql_term, row, types))})" for row in value)


def _sparql_term(value: Scalar, type_: str) -> str:
    match type_:
        case "int":
            return str(value)
        case "float":
            number = repr(float(value))
            return number if "e" in number else f"{number}e0"
        case "str":
            return terms.literal(str(value))
    return terms.ntriples(str(value))
