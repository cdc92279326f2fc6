"""Regular expressions that mean the same to every engine: what they cannot say alike is refused.

Oxigraph reads Rust's, DuckDB RE2's, Spark and Neo4j Java's.
"""

import re
from itertools import pairwise
from typing import Final

from kgforge.patterns.compile.faults import Uncovered

_PART: Final = re.compile(
    r"\\(?P<escaped>.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<group>\(\?(?!:).?)"
    r"|(?P<plain>.)",
    re.S,
)
_SIGNS: Final = frozenset(r"\.[]{}()*+?^$|/-")
_NESTED: Final = re.compile(r"&&|--|~~|\[")


def alike(pattern: str, flags: str = "") -> str:
    r"""The pattern as Rust, RE2 and Java read it alike. Raises Uncovered.

    >>> alike("^a.c$", "i")
    '(?i)^a[^\\n]c\\z'
    """
    if set(flags) - {"i"}:
        raise Uncovered(f"REGEX with the flags {flags!r} is not covered: i alone is", r"\bREGEX\b")
    if not pattern.isascii() and "i" in flags:
        raise Uncovered("REGEX without case is covered for ASCII alone", r"\bREGEX\b")
    parts = [*_PART.finditer(pattern)]
    for one, other in pairwise(parts):
        if other["plain"] == "+" and one["plain"] in {*"*+?}"}:
            raise _unlike(f"{one.group()}+")
    written = "".join(map(_alike, parts))
    try:
        re.compile(written.replace(r"\z", r"\Z"))
    except re.error as error:
        raise Uncovered(f"the regular expression {pattern!r}: {error}", r"\bREGEX\b") from error
    return f"(?i){written}" if flags else written


def _alike(part: re.Match[str]) -> str:
    if part["escaped"]:
        if part["escaped"] in _SIGNS:
            return part.group()
        if part["escaped"] not in "nrt":
            raise _unlike(part.group())
        return part.group()
    if part["group"]:
        raise _unlike(part.group())
    if part["set"]:
        inner = part["set"][1:-1]
        escapes = re.findall(r"\\(.)", inner)
        if _NESTED.search(inner) or any(one not in _SIGNS and one not in "nrt" for one in escapes):
            raise _unlike(part["set"])
        return part["set"]
    return {".": r"[^\n]", "$": r"\z"}.get(part["plain"], part["plain"])


def _unlike(what: str) -> Uncovered:
    return Uncovered(
        f"{what} in a regular expression means other things to other engines: write a set, "
        "as in [0-9]",
        r"\bREGEX\b",
    )
