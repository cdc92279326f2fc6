"""The parameters in a query's text: found, and bound to values."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from kgforge import terms
from kgforge.errors import PatternError
from kgforge.patterns.contract import Parameter, Scalar, Value
from kgforge.patterns.queries import Query

TOKENS: Final = re.compile(
    r"""(?P<skip>\#[^\n]*|--[^\n]*|//[^\n]*|<[^<>"{}|^`\\\s]*>|\"{3}.*?\"{3}|'{3}.*?'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<opening>\b(?i:VALUES\s+|IN\s*\(\s*))?\$(?:(?P<name>[A-Za-z_]\w*)(?P<alone>(?=\s*\)))?"""
    r"""|(?P<term><[^<>"{}|^`\\\s]*>|"(?:[^"\\\n]|\\.)*"(?:@[A-Za-z0-9-]+|\^\^<[^<>\s]*>)?))""",
    re.S | re.X,
)
"""What binding sees: text that it skips, a parameter, a constant term of SQL (``$<IRI>``)."""

_CONSTANT: Final = Parameter("", "term")
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
    for token in TOKENS.finditer(text):
        if token["name"]:
            found.setdefault(token["name"], text.count("\n", 0, _start(token)) + 1)
    return found


def constants_in(text: str) -> set[str]:
    """The constant terms in a text of SQL."""
    return {_plain(token["term"]) for token in TOKENS.finditer(text) if token["term"]}


Write = Callable[[Value, Parameter, str], str]
"""Writes a value; the text says how it stands there: ``in`` a list, in ``values``, or empty."""
Listed = Callable[[Value, Parameter], str]
"""Writes the rows of a long list as a SELECT; empty text where it is to be written as ever."""


def bind(
    query: Query,
    parameters: Mapping[str, Value],
    write: Write,
    listed: Listed = lambda value, declared: "",
) -> str:
    """The query's text with each parameter's value written in its place, quote-aware.

    What *listed* writes takes the place of the whole ``VALUES $name``, and of ``$name`` in
    ``IN ($name)``. Lines stay where they are, so that an engine's error names the file's own line.
    """

    def written(token: re.Match[str]) -> str:
        name, opening = token["name"], token["opening"] or ""
        if token["term"]:
            return opening + write(_plain(token["term"]), _CONSTANT, "")
        if not name:
            return token.group()
        declared = query.header.parameter(name)
        assert declared is not None
        if name not in parameters:
            raise PatternError(
                f"{query.path}: ${name} has no value: give one with --param {name}=…"
            )
        value = parameters[name]
        if opening and token["alone"] is not None and (rows := listed(value, declared)):
            kept = opening if "(" in opening else "\n" * opening.count("\n")
            return f"{kept}{rows}"
        return opening + write(value, declared, _place(token))

    return TOKENS.sub(written, query.text)


def _plain(written: str) -> str:
    """A term as kgforge writes it."""
    return written[1:-1] if written.startswith("<") else written


def _place(token: re.Match[str]) -> str:
    """How a parameter stands in the text."""
    opening = (token["opening"] or "").lower()
    return "in" if opening.startswith("in") else "values" if opening else ""


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
    for token in TOKENS.finditer(query.text):
        declared = query.header.parameter(token["name"]) if token["name"] else None
        if declared is None:
            continue
        written = _sparql(example_value(declared), declared, _place(token))
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

    return TOKENS.sub(spaces, text)


def bind_sparql(query: Query, parameters: Mapping[str, Value]) -> str:
    """As ``bind``, with the shared prefixes before."""
    prefixes = " ".join(f"PREFIX {name}: <{iri}>" for name, iri in terms.PREFIXES.items())
    return f"{prefixes} {bind(query, parameters, _sparql)}"


def _sparql(value: Value, declared: Parameter, place: str) -> str:
    if not isinstance(value, tuple):
        return _sparql_term(value, declared.type)
    if not declared.table:
        sign = ", " if place == "in" else " "
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


def sql_text(text: str) -> str:
    r"""A text as SQL, the same for engines that differ in what backslashes and quotes mean.

    >>> sql_text("it's")
    "CONCAT('it', CHR(39), 's')"
    """
    parts = [""]
    for character in text:
        if character in "'\\" or character < " ":
            parts += [character, ""]
        else:
            parts[-1] += character
    written = [
        f"CHR({ord(part)})" if part in {"'", "\\"} or part < " " else f"'{part}'"
        for part in parts
        if part
    ]
    return f"CONCAT({', '.join(written)})" if len(written) > 1 else "".join(written) or "''"
