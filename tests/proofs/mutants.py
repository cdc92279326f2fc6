"""Mutants of a query: each is its text with one condition deleted.

SPARQL and Cypher are read with a small reader of tokens and brackets, which knows as much of their
grammar as our files use and refuses the rest; SQL is read by sqlglot (``tests/mutants_sql.py``).
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

SPEED: Final = "for speed alone"
"""The remark behind a condition whose deletion leaves the rows as they are."""


class Mutant(Struct, frozen=True):
    """A query's text without one condition."""

    deleted: str
    """The condition, as it stands in the file."""
    text: str
    for_speed: bool
    """Whether the file says that it changes no rows."""


class Token(Struct, frozen=True):
    """A word, name, string or sign, with its place in the text."""

    text: str
    start: int
    end: int

    @property
    def upper(self) -> str:
        """The word as a keyword."""
        return self.text.upper()


Tokens = Sequence[Token]
Cut = tuple[int, int]
"""Start and end of what is deleted."""

_TOKEN: Final = re.compile(
    r"""\s+|(?P<remark>\#[^\n]*|//[^\n]*)"""
    r"""|(?P<token><[^<>\s]*>|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`"""
    r"""|[?$]?\w+|&&|\|\||<=|>=|<>|->|<-|.)""",
    re.X,
)
_OPEN: Final = {"(": ")", "{": "}", "[": "]"}


def tokens(text: str) -> list[Token]:
    """The tokens of a text, without remarks."""
    return [
        Token(found["token"], found.start(), found.end())
        for found in _TOKEN.finditer(text)
        if found["token"]
    ]


def without(text: str, cut: Cut) -> Mutant:
    """The text without what is cut; the remark stands on the line on which it begins."""
    start, end = cut
    line = text[start:].split("\n", 1)[0]
    deleted = " ".join(text[start:end].split())
    return Mutant(deleted, f"{text[:start]} {text[end:]}", SPEED in line)


def closing(found: Tokens, at: int) -> int:
    """The place of the bracket that closes the one at *at*."""
    depth = 0
    for place in range(at, len(found)):
        depth += (found[place].text in _OPEN) - (found[place].text in _OPEN.values())
        if not depth:
            return place
    raise ValueError(f"a bracket is not closed: {found[at]}")


def parted(found: Tokens, *signs: str) -> list[Tokens]:
    """The tokens parted by signs outside all brackets; each part but the first has its sign."""
    starts, at = [0], 0
    while at < len(found):
        if found[at].upper in signs:
            starts.append(at)
        at = 1 + (closing(found, at) if found[at].text in _OPEN else at)
    return [found[start:end] for start, end in itertools.pairwise([*starts, len(found)])]


def one_of(parts: Sequence[Tokens]) -> Iterator[Cut]:
    """Each part, where there are several, with a sign that joins it to a neighbour."""
    first, *more = parts
    if more:
        second = next(token for token in more[0][1:] if token.upper != "ALL")  # as in UNION ALL
        yield first[0].start, second.start
    yield from ((part[0].start, part[-1].end) for part in more)


def each(found: Tokens, word: str) -> Iterator[Cut]:
    """Each occurrence of a word."""
    return ((token.start, token.end) for token in found if token.upper == word)


# ── SPARQL ──────────────────────────────────────────────────────────────────────────────────────
_BLOCKS: Final = ("OPTIONAL", "MINUS", "GRAPH", "VALUES", "BIND", "FILTER", "{")


def sparql(text: str) -> Iterator[Mutant]:
    """Without a triple pattern, FILTER or conjunct, VALUES, HAVING, DISTINCT, branch, or block."""
    found = tokens(text)
    cuts = {*each(found, "DISTINCT"), *_havings(found), *_group(found)}
    return (without(text, cut) for cut in sorted(cuts))


def _havings(found: Tokens) -> Iterator[Cut]:
    """The conditions of groups."""
    for at, token in enumerate(found):
        if token.upper == "HAVING":
            yield token.start, found[closing(found, at + 1)].end


def _group(found: Tokens) -> Iterator[Cut]:
    """The conditions of a SELECT, or between the braces of a group."""
    if found and found[0].upper == "SELECT":
        start = next(at for at, token in enumerate(found) if token.text == "{")
        yield from _group(found[start + 1 : closing(found, start)])
        return
    at = 0
    while at < len(found):
        end = _element(found, at)
        yield from _conditions(found[at:end])
        at = end


def _element(found: Tokens, at: int) -> int:
    """Where the element ends that begins at *at*: a block, a union of groups, or triples."""
    if found[at].upper in _BLOCKS:
        last = found[at].upper
        bracket = "(" if last in {"BIND", "FILTER"} else "{"
        start = next(place for place in range(at, len(found)) if found[place].text == bracket)
        end = closing(found, start) + 1
        while end < len(found) and found[end].upper == "UNION":
            end = closing(found, end + 1) + 1
        return end
    end = at + 1
    while end < len(found) and found[end].upper not in _BLOCKS and found[end - 1].text != ".":
        end += 1
    return end


def _conditions(element: Tokens) -> Iterator[Cut]:
    whole = element[0].start, element[-1].end
    match element[0].upper:
        case "FILTER":
            yield whole
            yield from one_of(parted(element[2:-1], "&&"))
        case "VALUES" | "BIND":
            yield whole
        case "GRAPH":
            yield element[0].start, element[1].end  # its group then asks the facts
            yield from _group(element[3:-1])
        case "OPTIONAL" | "MINUS":
            yield whole
            yield from _group(element[2:-1])
        case "{":
            branches = parted(element, "UNION")
            yield from one_of(branches)
            if len(branches) == 1:
                yield whole
            for branch in branches:
                yield from _group(branch[1 + (branch[0].upper == "UNION") : -1])
        case _:
            yield from _triples(element)


def _triples(element: Tokens) -> Iterator[Cut]:
    """Triple patterns of one subject, joined by semicolons, and a full stop behind them."""
    first, *more = parted(element, ";")
    if not more:
        yield element[0].start, element[-1].end
        return
    yield first[1].start, more[0][1].start
    yield from ((part[0].start, part[-1].end) for part in more)


# ── Cypher ──────────────────────────────────────────────────────────────────────────────────────
_CLAUSES: Final = ("MATCH", "OPTIONAL", "WHERE", "WITH", "UNWIND", "RETURN", "CALL", "ORDER")


def cypher(text: str) -> Iterator[Mutant]:
    """Without a MATCH or part of one, WHERE or conjunct, UNWIND, DISTINCT, or UNION branch."""
    found = tokens(text)
    cuts = {*each(found, "DISTINCT"), *_subqueries(found), *_statement(found)}
    return (without(text, cut) for cut in sorted(cuts))


def _subqueries(found: Tokens) -> Iterator[Cut]:
    """The conditions of what stands in braces and is itself a query."""
    for at, token in enumerate(found[:-1]):
        if token.text == "{" and found[at + 1].upper in _CLAUSES:
            yield from _statement(found[at + 1 : closing(found, at)])


def _statement(found: Tokens) -> Iterator[Cut]:
    branches = parted(found, "UNION")
    yield from one_of(branches)
    for branch in branches:
        clauses = _clauses(branch)
        for clause, after in zip(clauses, [*clauses[1:], []], strict=True):
            yield from _clause(clause, after)


def _clauses(found: Tokens) -> list[Tokens]:
    """The clauses of a statement; OPTIONAL MATCH is one, and STARTS WITH is none."""
    clauses: list[Tokens] = []
    for part in parted(found, *_CLAUSES):
        before = clauses[-1] if clauses else []
        joined = before and before[-1].upper in {"OPTIONAL", "STARTS", "ENDS"}
        clauses[-1 if joined else len(clauses) :] = [[*(before if joined else []), *part]]
    return [clause for clause in clauses if clause]


def _clause(clause: Tokens, after: Tokens) -> Iterator[Cut]:
    start, end = clause[0].start, clause[-1].end
    match clause[0].upper:
        case "MATCH" | "OPTIONAL":
            follows = bool(after) and after[0].upper == "WHERE"
            yield start, after[-1].end if follows else end
            first = 1 + (clause[0].upper == "OPTIONAL")
            yield from one_of(parted(clause[first:], ","))
            yield from _inside(clause[first:])
        case "WHERE":
            yield start, end
            yield from one_of(parted(clause[1:], "AND"))
        case "UNWIND":
            yield start, end


def _inside(pattern: Tokens) -> Iterator[Cut]:
    """The labels, types and values that a pattern wants of its nodes and relationships."""
    at = 0
    while at < len(pattern):
        end = at
        if pattern[at].text == "{":
            end = closing(pattern, at)
        elif pattern[at].text == ":":
            end = _end_of_label(pattern, at + 1)
        if end > at:
            yield pattern[at].start, pattern[end].end
        at = end + 1


def _end_of_label(pattern: Tokens, at: int) -> int:
    """Where ``A``, ``A|B`` or the dynamic ``$($p)`` ends."""
    end = closing(pattern, at + 1) if pattern[at].text == "$" else at
    joined = pattern[end + 1].text in {"|", "&"}
    return _end_of_label(pattern, end + 2) if joined else end
