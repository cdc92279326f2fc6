"""A model's text into triples, and triples into such text: ``relation(subject, object)``.

Triples stand in lines or in a list parted by commas. Numbering, bullets, code fences and prose
around them are passed over; what begins like a triple and is none is kept, and so is the prose.
Commas and brackets within an argument survive where brackets are balanced or the argument is
quoted as JSON quotes a text; where more than one comma could part subject from object, the first
does, and that is counted.
"""

import json
import re
from collections.abc import Container, Iterable, Iterator
from typing import Final

from msgspec import Struct

from kgforge.schema import TextTriple

_OPEN: Final = re.compile(r"(?<=\w)\(")
"""Where arguments begin; a bracket after a space is prose, but for a known relation before it."""
_MARKS: Final = " \t*`\"'"
_BEFORE: Final = re.compile(r"(?:<\w*>|[\s,;*`\"'()\[\]{}])*")
"""What may stand directly before a relation: a list's brackets, quotes, a token such as ``<s>``."""
_LISTED: Final = re.compile(r"[(\[{][^,()\[\]{}]*,[^,()\[\]{}]*,[^()\[\]{}]*[)\]}]")
"""Three things in brackets, as other systems write a triple: it is none of ours, and no prose."""
_NUMBERING: Final = re.compile(r"^[\s,;.|>*•·`–-]*(?:\(?(?:\d{1,3}|[a-z])[.):](?=\s))?[\s*•`]*")
_WORD: Final = re.compile(r"\w")
_MARKDOWN: Final = re.compile(r"\\([_*\[\]()#&-])")
_LONGEST: Final = 7
"""A head of more words than this is prose that ends with a relation of one word."""
_AROUND: Final = 100
"""So many characters may stand around a known relation, as emphasis or a list's brackets."""
_QUOTED: Final = json.JSONDecoder(strict=False)


class Parsed(Struct, frozen=True):
    """What was found in a text."""

    triples: tuple[TextTriple, ...]
    unparsed: tuple[str, ...] = ()
    """What begins like a triple and is none: it does not end, or has no two arguments; and lines
    with three things in brackets, ``(s, r, o)``."""
    prose: tuple[str, ...] = ()
    """What is around, by line, without numbering and the like."""
    ambiguous: int = 0
    """Triples in which more than one comma could part subject from object."""


class _Call(Struct, frozen=True):
    """The arguments of one triple, and where it ends."""

    subject: str
    object: str
    end: int
    commas: int


def parse(text: str, relations: Iterable[str] = ()) -> Parsed:
    r"""The triples of a text, in its order.

    *relations* are the labels that may stand there, with underscores or spaces: they tell where
    prose before a relation ends. Others are found all the same.

    >>> parse("1. based_on(Heat, L.A. Takedown)\n\nNote: no more.").triples
    (TextTriple(subject='Heat', relation='based_on', object='L.A. Takedown'),)
    >>> parse('city(Abilene (Texas), "Paris, Texas"), part of(A').unparsed
    ('part of(A',)
    """
    known = frozenset(map(_folded, relations))
    own = _own_brackets(known)
    triples: list[TextTriple] = []
    unparsed: list[str] = []
    prose: list[str] = []
    ambiguous = 0
    for line in text.split("\n"):
        after = 0
        inner = {place for found in own.finditer(line) for place in range(*found.span())}
        while (opened := _opened(line, after, known, inner)) is not None:
            before, relation = _head(line[after:opened].rstrip(_MARKS), known)
            prose += _said(before)
            call = _call(line, opened + 1)
            if call is None:
                end = _end_of_broken(line, opened + 1)
                unparsed.append(relation + line[opened:end].rstrip())
            else:
                triples.append(TextTriple(call.subject, relation, call.object))
                ambiguous += call.commas > 1
                end = call.end
            after = end
        for piece in _said(line[after:]):
            (unparsed if _LISTED.search(piece) else prose).append(piece)
    return Parsed(tuple(triples), tuple(unparsed), tuple(prose), ambiguous)


def _own_brackets(known: Iterable[str]) -> re.Pattern[str]:
    """Relations that have brackets themselves, ``height (mm)``, before those of arguments."""
    names = sorted((one for one in known if "(" in one), key=len, reverse=True)
    spaced = (r"[\s_\\]+".join(map(re.escape, name.split())) for name in names)
    return re.compile(rf"(?<!\w)(?:{'|'.join(spaced) or '(?!)'})(?=[{_MARKS}]*\()", re.I)


def _opened(line: str, after: int, known: frozenset[str], inner: Container[int]) -> int | None:
    """Where the next bracket opens that is a triple's: behind a word, or behind a known relation.

    Between the relation and its bracket may then stand a space, and marks of emphasis. Brackets at
    the places *inner* are the relation's own.
    """
    reach = max(map(len, known), default=0) + _AROUND
    for found in re.compile(r"\(").finditer(line, after):
        place = found.start()
        if place in inner:
            continue
        if _OPEN.match(line, place):
            return place
        before = line[max(after, place - reach) : place]
        said = before.rstrip(_MARKS)
        if not said or _folded(_head(said, known)[1]) not in known:
            continue
        if said == before or _is_plain(line, place + 1):
            return place
    return None


def _is_plain(line: str, start: int) -> bool:
    """Whether brackets hold a subject and an object, and no other triple, as a remark does."""
    found = _call(line, start)
    return found is not None and _OPEN.search(line, start, found.end) is None


def write(triple: TextTriple) -> str:
    """A triple as ``parse`` reads it back: arguments are quoted where nothing else would do.

    >>> write(TextTriple("Abilene, Texas", "part of", "Texas"))
    'part_of("Abilene, Texas", Texas)'
    """
    relation = triple.relation.replace(" ", "_")
    return f"{relation}({_written(triple.subject)}, {_written(triple.object)})"


def _written(argument: str) -> str:
    plain = argument == argument.strip() and argument and not argument.startswith('"')
    if plain and not set(argument) & set(',\\\n"') and _balanced(argument):
        return argument
    return json.dumps(argument, ensure_ascii=False)


def _balanced(text: str) -> bool:
    depth = 0
    for mark in text:
        depth += (mark in "([{") - (mark in ")]}")
        if depth < 0:
            return False
    return depth == 0


def _head(text: str, known: frozenset[str]) -> tuple[str, str]:
    """What stands before a bracket, parted into prose and the relation."""
    words = _NUMBERING.sub("", text).replace("\\_", "_").split()
    for start in _starts(words, known):
        said = " ".join(words[start:]).strip(_MARKS)
        for name in (said, _BEFORE.sub("", said, count=1)):
            if _folded(name) in known:
                return " ".join(words[:start]), name
    start = max((place for place, word in enumerate(words, 1) if word.endswith(":")), default=0)
    if len(words) - start > _LONGEST:
        start = len(words) - 1
    return " ".join(words[:start]), _BEFORE.sub("", " ".join(words[start:]), count=1)


def _starts(words: list[str], known: frozenset[str]) -> list[int]:
    """Where a known relation can begin that the words end with, first the longest.

    What may stand before or around a relation counts for none of its words.
    """
    left = max((name.count(" ") + 1 for name in known), default=0)
    found: list[int] = []
    for start in range(len(words) - 1, -1, -1):
        around = _BEFORE.fullmatch(words[start]) is not None
        left -= not around
        if left < 0:
            break
        if around and found:
            found[-1] = start
        else:
            found.append(start)
    return found[::-1]


def _folded(relation: str) -> str:
    return relation.replace("_", " ").strip().casefold()


def _call(line: str, start: int) -> _Call | None:
    """Subject and object of the brackets that were opened before *start*; None: there are none."""
    for nested in (True, False):
        places = _places(line, start, nested=nested)
        if places:
            break
    else:
        return None
    *commas, end = places
    if not commas:
        return None
    subject, object = _argument(line[start : commas[0]]), _argument(line[commas[0] + 1 : end])
    return _Call(subject, object, end + 1, len(commas)) if subject and object else None


def _places(line: str, start: int, *, nested: bool) -> list[int]:
    """Where the commas are that part arguments, and last where the bracket closes; or nothing.

    Without *nested* brackets within arguments are not looked at: it closes with the line's last.
    """
    closing = line.rfind(")", start)
    if closing < 0:
        return []
    last = len(line) if nested else closing
    commas: list[int] = []
    depth, place, fresh = 0, start, True
    while place < min(len(line), last + 1):
        mark = line[place]
        if fresh and mark == '"' and (end := _quote_end(line, place)):
            place, fresh = end, False
            continue
        if nested and mark in "([{":
            depth += 1
        elif depth and mark in ")]}":
            depth -= 1
        elif mark == ")" and (nested or place == last):
            return [*commas, place]
        elif mark == "," and not depth:
            commas.append(place)
        fresh = (mark == "," and not depth) or (fresh and mark.isspace())
        place += 1
    return []


def _quote_end(line: str, start: int) -> int:
    """Where a quoted argument ends; 0 where it is none, or more stands behind it."""
    try:
        _, end = _QUOTED.raw_decode(line, start)
    except ValueError:
        return 0
    return end if line[end:].lstrip()[:1] in (",", ")") else 0


def _argument(text: str) -> str:
    text = text.strip()
    if text.startswith('"') and _quote_end(f"{text})", 0) == len(text):
        return str(_QUOTED.decode(text))
    return _MARKDOWN.sub(r"\1", text)


def _end_of_broken(line: str, start: int) -> int:
    """Where to go on behind what is no triple: behind its bracket, if that closes."""
    places = _places(line, start, nested=True)
    return places[-1] + 1 if places else len(line)


def _said(text: str) -> Iterator[str]:
    """The prose of a piece of a line, if there is any."""
    bare = _NUMBERING.sub("", text).strip()
    if _WORD.search(bare) and not text.lstrip().startswith("```"):
        yield bare
