"""What is wrong with the text of a SPARQL query, in words, at a line and column of its file.

An engine's own words are a list of tokens at a place that may lie behind the mistake. Here rdflib's
grammar reads the text once more: the mistake is where its reading comes no further, and what it
tried there is what was expected (Ford 2004, *Parsing Expression Grammars*: the farthest failure).
"""

import difflib
import re
import threading
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from kgforge import terms
from kgforge.patterns.binding import blanked, example
from kgforge.patterns.queries import Query

_EXPECTED: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (frozenset({"SELECT", "ASK"}), "SELECT"),
    (frozenset({"&&", "AS"}), "AS or an operator"),
    (frozenset({"&&", ")"}), "an operator such as = or &&, or ')'"),
    (frozenset({"STR", "?"}), "a variable, a value or a function"),
    (frozenset({"STR", "("}), "'(' or a function"),
    (frozenset({"?", "true", "}"}), "a variable, an IRI, a value or '}'"),
    (frozenset({"?", "true"}), "a variable, an IRI or a value"),
    (frozenset({"?", "WHERE"}), "a variable or '{'"),
    (frozenset({"?", "*"}), "a variable, '*' or '('"),
    (frozenset({"?", "<"}), "a variable or an IRI"),
    (frozenset({".", "}"}), "'.' or '}'"),
    (frozenset({"LIMIT"}), "the end of the query"),
)
"""Tokens that a grammar tries together, and what they are in words. The first that fits counts."""

_CLAUSES: Final = (
    "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET", "VALUES", "FILTER", "OPTIONAL", "UNION", "MINUS",
    "BIND", "SELECT", "WHERE", "EXISTS",
)  # fmt: skip
"""Words that begin something, and stand where a variable might."""
_FUNCTIONS: Final = (
    "BOUND", "COALESCE", "CONCAT", "CONTAINS", "COUNT", "DATATYPE", "DAY", "IF", "IRI", "LANG",
    "LANGMATCHES", "LCASE", "MAX", "MIN", "MONTH", "REGEX", "REPLACE", "SAMETERM", "STR", "STRENDS",
    "STRLEN", "STRSTARTS", "SUBSTR", "SUM", "UCASE", "YEAR", "isBlank", "isIRI", "isLiteral",
    "isNumeric",
)  # fmt: skip
"""What a bare word before a bracket may have been meant to be."""
_SPELT_OTHERWISE: Final = {"and": "&&", "or": "||", "not": "!", "<>": "!="}
_CHANGES: Final = ("insert", "delete", "load", "clear", "drop", "create", "add", "move", "copy")
_AGGREGATES: Final = ("count", "sum", "min", "max", "avg", "sample", "group_concat")

_TOKEN: Final = re.compile(r"[?$]?[\w:-]+|<>|\S")
_LAST: Final = re.compile(r"(?:[?$]?[\w:-]+|\S)\s*$")
_PREFIX: Final = re.compile(r"\bPREFIX\s+([\w-]*):", re.I)
_PREFIXED: Final = re.compile(r"(?<![\w?$:-])([A-Za-z][\w-]*|):(?=[\w%\\])")
_WORDS: Final = re.compile(r"[A-Z][\w ]+ [\w ]+")
_IN_SELECT: Final = re.compile(r"\bSELECT\b", re.I)
_OF_PREFIX: Final = re.compile(r"prefix|\bexpected\b", re.I)
"""Oxigraph says of a strange prefix what else it expected, and of the empty one no more."""
_UNBOUND: Final = "variable that is unbound"

_QUOTES: Final = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\xab\xbb"
_SPACES: Final = "\x85\xa0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff"
_STRANGE: Final = re.compile(rf"[ \t\r\n]*([{_QUOTES}{_SPACES}])")
"""What word processors and web pages put in the place of quotation marks and spaces."""

_GRAMMAR: Final = threading.Lock()


class Fault(Struct, frozen=True):
    """A mistake in the text of a query: at which character of its file, and what it is."""

    offset: int
    words: str

    def at(self, query: Query) -> str:
        """``path:line:column: SPARQL: words``."""
        line = query.text.count("\n", 0, self.offset) + 1
        column = self.offset - (query.text.rfind("\n", 0, self.offset) + 1) + 1
        return f"{query.path}:{line}:{column}: SPARQL: {self.words}"


def fault(query: Query, said: str = "") -> Fault | None:
    """The mistake in a SPARQL query, of which its engine has *said* something; None: no such."""
    text, place = example(query)
    failed = _farthest(text)
    if failed is not None:
        offset, expected = failed
        return _misread(query, place(offset), expected)
    if _UNBOUND in said:
        return _ungrouped(query)
    return _unknown_prefix(query) if _OF_PREFIX.search(said) else None


def shortened(said: str) -> str:
    """What Oxigraph says of a text: the sentences in its list of tokens, where it has any."""
    _, _, listed = said.partition("expected ")
    found = [one for one in listed.removeprefix("one of ").split(", ") if _WORDS.fullmatch(one)]
    return "; ".join(found) or said


# ── reading ─────────────────────────────────────────────────────────────────────────────────────
def _farthest(text: str) -> tuple[int, frozenset[str]] | None:
    """Where rdflib's grammar comes no further, and the tokens that it tries there."""
    from pyparsing import ParseBaseException, ParserElement
    from rdflib.plugins.sparql.parser import Query as Grammar

    failures: dict[int, set[str]] = {0: set()}

    def failed(_: str, offset: int, token: ParserElement, __: Exception) -> None:
        if offset >= max(failures):
            failures.setdefault(offset, set()).add(str(token).strip("'"))

    with _GRAMMAR, _watched(Grammar, failed):
        try:
            Grammar.parse_string(text.replace("\t", " "), parse_all=True)
        except ParseBaseException:
            last = max(failures)
            return last, frozenset(failures[last])
        except RecursionError:
            return None
    return None


@contextmanager
def _watched(grammar: Any, failed: Any) -> Iterator[None]:
    """Call *failed* for each token of a grammar that does not fit, as long as the body runs."""
    from pyparsing import Token

    tokens = [element for element in grammar.visit_all() if isinstance(element, Token)]
    for token in tokens:
        token.set_fail_action(failed)
    try:
        yield
    finally:
        for token in tokens:
            token.set_fail_action(None)  # type: ignore[arg-type]


# ── words ───────────────────────────────────────────────────────────────────────────────────────
def _misread(query: Query, offset: int, expected: frozenset[str]) -> Fault:
    plain = blanked(query.text, strings=False)
    if strange := _STRANGE.match(plain, offset):
        return Fault(strange.start(1), _strange(strange[1]))
    offset += len(plain[offset:]) - len(plain[offset:].lstrip()) if plain[offset:].strip() else 0
    token = _TOKEN.match(plain, offset)
    found = token.group() if token else ""
    last = _LAST.search(plain[:offset])
    after = last.group().strip() if last else ""
    if expected == {":"}:
        start = last.start() if last else offset
        if found == "(" and not _near(after, _CLAUSES):
            return Fault(start, f"no function {after!r}{_for_function(after)}")
        return Fault(start, f"{after!r} is neither a variable nor an IRI: {_for_word(after)}")
    behind = f"after {after!r} " if after else ""
    hint = _hint(plain, offset, found, expected)
    said = f"{behind}{_expected(expected)} was expected, found {_found(found)}{hint}"
    return Fault(offset, said)


def _strange(character: str) -> str:
    name = unicodedata.name(character, "a character without a name").lower()
    said = f"found {name!r} (U+{ord(character):04X}), which SPARQL does not know: write"
    if character in _QUOTES:
        return f'{said} a straight quotation mark (")'
    return f"{said} a plain space"


def _for_word(word: str) -> str:
    """What would do for a bare word: a keyword that it is like, or a variable."""
    near = _near(word, _CLAUSES)
    if near and near == word.upper():
        return f"is a '}}' missing before {near}?"
    return f"write {near or f'?{word}'}"


def _for_function(word: str) -> str:
    """What would do for a function that there is not; or empty."""
    near = _near(word, _FUNCTIONS)
    return f": did you mean {near}?" if near else ""


def _near(word: str, words: Sequence[str]) -> str:
    """That of some words which is most like another, whatever its case; or empty."""
    known = {one.upper(): one for one in words}
    return next((known[one] for one in difflib.get_close_matches(word.upper(), known, 1, 0.7)), "")


def _expected(tokens: frozenset[str]) -> str:
    known = next((words for needed, words in _EXPECTED if needed <= tokens), None)
    return known or " or ".join(repr(token) for token in sorted(tokens)[:5])


def _found(token: str) -> str:
    return repr(token) if token else "the end of the file"


def _hint(plain: str, offset: int, found: str, expected: frozenset[str]) -> str:  # noqa: PLR0911
    """What would do, for a mistake that is often made."""
    word = found.lower()
    if not found and (line := _open_brace(plain)):
        return f": the '{{' of line {line} is not closed"
    if word in _CHANGES and "SELECT" in expected:
        return ": a pattern only asks (SELECT), it changes nothing"
    if found == "," and "WHERE" in expected:
        return ": write SELECT ?a ?b, without commas"
    if word in _AGGREGATES and not expected.isdisjoint({"DISTINCT", "WHERE"}):
        return f": write ({found}(?x) AS ?n)"
    if word in _SPELT_OTHERWISE and "&&" in expected:
        return f": write {_SPELT_OTHERWISE[word]}"
    if found == "=" and plain[offset - 1 : offset] == "=":
        return ": write a single ="
    if found == ">" and plain[offset - 1 : offset] == "<":
        return ": write !="
    if found in {"}", ";"} and "LIMIT" in expected:
        return ": leave it out"
    if found[:1] in {'"', "'"}:
        return ": its closing quote is missing"
    if expected == {">"}:
        return ": an IRI between < and > has no space and none of {}|^`\\"
    near = difflib.get_close_matches(found.upper(), sorted(expected), 1, 0.7)
    return f": write {near[0]}" if near and near[0].isalpha() else ""


def _open_brace(plain: str) -> int:
    """The line of the last brace that is not closed; 0: there is none."""
    opened: list[int] = []
    for place in re.finditer(r"[{}]", blanked(plain)):
        if place.group() == "{":
            opened.append(place.start())
        elif opened:
            opened.pop()
    return plain.count("\n", 0, opened[-1]) + 1 if opened else 0


def _unknown_prefix(query: Query) -> Fault | None:
    bare = blanked(query.text)
    known: Mapping[str, str] = terms.PREFIXES
    declared = {*known, *_PREFIX.findall(bare)}
    for used in _PREFIXED.finditer(bare):
        if used[1] not in declared:
            return Fault(
                used.start(),
                f"the prefix {used[1]}: is unknown: begin the query with PREFIX {used[1]}: <…>; "
                f"known without: {' '.join(known)}",
            )
    return None


def _ungrouped(query: Query) -> Fault:
    select = _IN_SELECT.search(blanked(query.text))
    return Fault(
        select.start() if select else 0,
        "SELECT names a variable that GROUP BY does not: group by it, or put it into an aggregate "
        "such as (COUNT(?x) AS ?n)",
    )
