"""Where a query finds other rows each time: it cuts them off without an order, asks for chance, or
asks another graph.

kgforge draws from all matches, by keys that are the same on every engine. A ``LIMIT`` of rows in no
order gives other matches on another engine, or on another day, and so do ``RAND()`` and ``NOW()``.
Of several values each engine has its own ``SAMPLE``: it may stand where there is but one.
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
_CHANCE: Final = {
    "sparql": "RAND|NOW|UUID|STRUUID",
    "cypher": "rand|randomUUID|timestamp",
    "sql": "RANDOM|RAND|UUID|GEN_RANDOM_UUID|NOW",
}
"""Functions that give something else each time."""
_ELSEWHERE: Final = {
    "sparql": r"(?:SERVICE|FROM)(?=\s*<|\s+[\w?$:])",
    "cypher": r"(?!)",
    "sql": r"(?!)",
}
"""What asks another graph than the store's."""
_TOKEN: Final = {
    language: re.compile(
        rf"(?P<skip>{comment}"
        r"""|\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
        r"|(?P<opens>[({\[])|(?P<closes>[)}\]])"
        r"|(?<![?$:.\w])(?:(?P<order>ORDER\s+BY)|(?P<begins>SELECT|WITH|RETURN)"
        rf"|(?P<chance>(?:{_CHANCE[language]})(?=\s*\())|(?P<elsewhere>{_ELSEWHERE[language]})"
        r"|(?P<cut>(?:LIMIT|OFFSET|SKIP)\s+[\d$]\w*))\b",
        re.S | re.I,
    )
    for language, comment in _COMMENT.items()
}


_GROUPED: Final = re.compile(
    r"(?P<opens>\{)|(?P<closes>\})"
    r"|(?<![?$:.\w])(?:(?P<sample>SAMPLE)(?=\s*\((?P<of>(?:[^()]|\([^()]*\))*)\))"
    # What follows it, up to the end of its SELECT: the keys, and what is asked of a group.
    r"|(?P<by>GROUP\s+BY)\b(?=(?P<keys>[^{}]*)))",
    re.S | re.I,
)
_COMPUTED: Final = re.compile(r"\((?!\s*[?$]\w+\s+AS\b)(?:[^()]|\([^()]*\))*\)", re.I)
"""A key that is computed, of which several values may give the same."""
_BEHIND: Final = re.compile(r"\b(?:ORDER\s+BY|LIMIT|OFFSET|VALUES)\b.*", re.S | re.I)
"""What may follow the keys and conditions of groups."""


def refuse(query: Query) -> None:
    """Raise PatternError, with its line, for a cut of rows that stand in no order, for chance, for
    another graph, and for a SAMPLE of what may have several values.
    """
    samples = _samples(query.text) if query.language == "sparql" else ()
    for offset, why in (*_changing(query), *samples):
        line = query.text.count("\n", 0, offset) + 1
        raise PatternError(f"{query.path}:{line}: {why}")


_GRAPHS: Final = {
    "SERVICE": "another server, which may answer otherwise tomorrow: load its facts (kgforge load)",
    "FROM": "another graph: leave it out, the store's own is asked",
}
_DRAW: Final = "leave it out and let kgforge draw (sample: 1000)"


def _changing(query: Query) -> Iterator[tuple[int, str]]:
    """What makes rows change, with its place: each cut of a SELECT (WITH, RETURN) that has no order
    of its own, each function of chance or time, and what asks another graph.
    """
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
                cut = " ".join(token["cut"].split())
                yield (
                    token.start(),
                    f"{cut} without ORDER BY: which rows it leaves is up to the engine: {_DRAW}, "
                    "or sort by what tells the rows apart",
                )
            case "chance":
                yield token.start(), f"{token['chance']}() is another each time: {_DRAW}"
            case "elsewhere":
                word = token["elsewhere"].upper()
                yield token.start(), f"{word} asks {_GRAPHS[word]}"


def _samples(text: str) -> Iterator[tuple[int, str]]:
    """Each SAMPLE of what its group may have several of, with its place.

    There is but one of a variable that the group is made by, and where ``HAVING`` says so.
    """
    open_selects: list[tuple[list[tuple[int, str]], str]] = [([], "")]
    for token in _GROUPED.finditer(_bare(text)):
        samples, _ = open_selects[-1]
        match token.lastgroup:
            case "opens":
                open_selects.append(([], ""))
            case "closes" if len(open_selects) > 1:
                yield from _several(*open_selects.pop())
            case "by" | "keys":
                open_selects[-1] = (samples, token["keys"])
            case "sample" | "of":
                samples.append((token.start(), " ".join(token["of"].split())))
    for one in open_selects:
        yield from _several(*one)


def _bare(text: str) -> str:
    """A query's text with blanks for comments, IRIs and strings."""
    skipped = (token for token in _TOKEN["sparql"].finditer(text) if token["skip"])
    for token in skipped:
        text = text[: token.start()] + " " * len(token.group()) + text[token.end() :]
    return text


def _several(samples: list[tuple[int, str]], keys: str) -> Iterator[tuple[int, str]]:
    by, *having = re.split(r"\bHAVING\b", _BEHIND.sub("", keys), maxsplit=1, flags=re.I)
    kept = "".join(having)
    grouped = set(re.findall(r"[?$](\w+)", _COMPUTED.sub("", by)))
    for offset, of in samples:
        named = re.findall(r"[?$](\w+)", of)
        of_it = re.escape(named[0]) if len(named) == 1 else r"(?!)"
        one = rf"COUNT\s*\(\s*(?:\*|(?:DISTINCT\b\s*)?[?$]{of_it})\s*\)\s*=\s*1(?![.\w])"
        single = re.search(one, kept, re.I) and not re.search(r"\|\||!", kept)
        if not (single or set(named) <= grouped):
            yield (
                offset,
                f"SAMPLE({of}) of several values is another one on each engine: group by it, or "
                "keep the groups that have one: GROUP BY what tells the rows apart, "
                "HAVING (COUNT(DISTINCT …) = 1)",
            )
