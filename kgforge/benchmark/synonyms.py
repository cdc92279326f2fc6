"""Synonyms from a file that a user writes: wordings that differ from a template in one phrase.

A line is a phrase and what may stand in its place, parted by tabs; empty lines, and those that
begin with ``#``, say nothing::

    is married to	is wed to	is the spouse of
"""

import codecs
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from kgforge.errors import OntologyError
from kgforge.ontology import SLOTS
from kgforge.schema import SLOT, TemplateFile

_SLOTS: Final = re.compile("|".join(map(re.escape, SLOTS)))
_HIDDEN: Final = "\0" * len(SLOTS[0])


class Synonyms(Struct, frozen=True):
    """Phrases and their replacements, in the order of a file; none at all without one."""

    pairs: tuple[tuple[str, str], ...] = ()
    file: TemplateFile | UnsetType = UNSET

    def of(self, template: str) -> Iterator[str]:
        """The template with one phrase replaced, in every way there is.

        Whole words are replaced, never a slot. A phrase that begins with a small letter is also
        found, and then replaced, with a capital one.

        >>> list(Synonyms((("wed to", "married to"), ("one", "a"))).of("One wed to [X] is [Y]."))
        ['One married to [X] is [Y].', 'A wed to [X] is [Y].']
        """
        hidden = _SLOTS.sub(_HIDDEN, template)
        for phrase, replacement in self.pairs:
            for found in _places(phrase, hidden):
                put = replacement if found.group() == phrase else _capital(replacement)
                yield template[: found.start()] + put + template[found.end() :]


def _places(phrase: str, text: str) -> Iterator[re.Match[str]]:
    forms = "|".join(map(re.escape, (phrase, _capital(phrase))))
    return re.finditer(rf"(?<!\w)(?:{forms})(?!\w)", text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def read_synonyms(path: Path) -> Synonyms:
    """What a file says. Raises OntologyError, with file and line, for one that is damaged."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise OntologyError(f"cannot read {path}: {error.strerror}") from error
    lines = data.removeprefix(codecs.BOM_UTF8).splitlines()
    pairs = [
        pair
        for number, line in enumerate(lines, 1)
        for pair in _pairs(line, f"{path}, line {number}")
    ]
    if not pairs:
        raise OntologyError(
            f"{path} contains no synonyms: each line is a phrase, a tab and a replacement"
        )
    return Synonyms(tuple(pairs), TemplateFile(path.name, hashlib.sha256(data).hexdigest()))


def _pairs(line: bytes, where: str) -> Iterator[tuple[str, str]]:
    try:
        text = line.decode().rstrip()
    except UnicodeDecodeError as error:
        raise OntologyError(f"{where}: not UTF-8: {error.reason}") from error
    if not text or text.startswith("#"):
        return
    phrase, *replacements = (" ".join(part.split()) for part in text.split("\t"))
    if not (phrase and replacements and all(replacements)):
        raise OntologyError(
            f"{where}: {text!r} is not a phrase and its replacements: separate them by single tabs"
        )
    for mark in (*SLOTS, SLOT):
        if mark in text:
            raise OntologyError(f"{where}: {text!r} holds the slot {mark}, which stays as it is")
    for replacement in replacements:
        yield phrase, replacement
