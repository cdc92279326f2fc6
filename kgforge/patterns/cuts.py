"""Where a query cuts its rows off without an order: which of them are left is the engine's choice.

kgforge draws from all matches, by keys that are the same on every engine. A ``LIMIT`` of rows in no
order gives other matches on another engine, or on another day.
"""

import re
from collections.abc import Iterator
from typing import Final

from kgforge.errors import PatternError
from kgforge.patterns.queries import Query

_COMMENT: Final = {
    "sparql": r"\#[^\n]*|<[^<>\"{}|^`\\\s]*>",  # and IRIs, in which # begins no comment
    "cypher": r"//[^\n]*|/\*.*?\*/|`[^`]*`",
    "sql": r"--[^\n]*|/\*.*?\*/",
}
_TOKEN: Final = {
    language: re.compile(
        rf"(?P<skip>{comment}"
        r"""|\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
        r"|(?P<opens>[({\[])|(?P<closes>[)}\]])"
        r"|(?<![?$:.\w])(?:(?P<order>ORDER\s+BY)|(?P<begins>SELECT|WITH|RETURN)"
        r"|(?P<cut>(?:LIMIT|OFFSET|SKIP)\s+[\d$]\w*))\b",
        re.S | re.I,
    )
    for language, comment in _COMMENT.items()
}


def refuse(query: Query) -> None:
    """Raise PatternError, with its line, for the first cut of rows that stand in no order."""
    for offset, cut in _unordered(query):
        line = query.text.count("\n", 0, offset) + 1
        raise PatternError(
            f"{query.path}:{line}: {cut} without ORDER BY: which rows it leaves is up to the "
            "engine: leave it out and let kgforge draw (sample: 1000), or sort by what tells "
            "the rows apart"
        )


def _unordered(query: Query) -> Iterator[tuple[int, str]]:
    """Each cut of a SELECT (WITH, RETURN) that has no order of its own, and where it stands."""
    ordered = [False]  # of each bracket that is open, whether the clause in it is sorted
    for token in _TOKEN[query.language].finditer(query.text):
        match token.lastgroup:
            case "opens":
                ordered.append(False)
            case "closes" if len(ordered) > 1:
                ordered.pop()
            case "begins":
                ordered[-1] = False
            case "order":
                ordered[-1] = True
            case "cut" if not ordered[-1]:
                yield token.start(), " ".join(token["cut"].split())
