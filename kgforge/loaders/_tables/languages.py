"""Languages as tables write them: by their tags, by the codes of ISO 639-2, by English names."""

import re
from functools import cache
from typing import Final

from kgforge import resources

_TAG: Final = re.compile(r"(?P<language>[a-z]{2,3})(?P<rest>(?:[-_][a-z0-9]{1,8})*)", re.I)


def known(cell: str) -> str:
    """Return the tag of the language that a cell says; empty where it says no known one.

    >>> known("ENG"), known("cze"), known("German"), known("pt_BR"), known("Ulm"), known("P")
    ('en', 'cs', 'de', 'pt-br', '', '')
    """
    text = cell.strip()
    found = _TAG.fullmatch(text)
    if found and (tag := _codes().get(found["language"].lower())):
        return tag + found["rest"].replace("_", "-").lower()
    return _names().get(text.lower(), "")


def tag(cell: str) -> str:
    """Return what a column of languages says as a tag, which may be of no known language."""
    return known(cell) or cell.strip().replace("_", "-").lower()


@cache
def _codes() -> dict[str, str]:
    codes = {}
    for tag, *others, _ in _rows():
        codes.update({code: tag for code in (tag, *others) if code})
    return codes


@cache
def _names() -> dict[str, str]:
    return {name.lower(): tag for tag, *_, name in _rows()}


@cache
def _rows() -> tuple[list[str], ...]:
    text = (resources.folder("ontologies") / "iso639.tsv").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple(line.split("\t") for line in lines[1:])
