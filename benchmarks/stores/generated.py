"""A graph such as T-REx is, of any size, as N-Triples: the same bytes for the same numbers.

``python -m benchmarks.stores.generated 2_000_000 graph.nt`` writes that many lines, after those
that say what predicates are called. Predicates (685) and entities follow Zipf's law, and the
entities that have most facts are also spoken of most, as countries and cities are. Entities are of
30 classes: a predicate leads from one to another. Some predicates are symmetric, some come in
inverse pairs; entities have types (P31), types a hierarchy (P279); about a tenth of the objects are
literals: strings, some with a language, and dates. Some that have a type have a label, which others
of the type may have as well, and some a religion or orientation of those that ``bias`` asks for. A
few lines in a hundred say again what another one said.

At 525,000 lines it has per fact, beside the published Wikidata graph of that size: 42 paths of two
facts (there 38), 13 pairs of facts of one subject (17) and 0.8 triangles (1.5); the subject with
most facts has 466 (558), one in a hundred at least 20 (28).
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

PREDICATES: Final = 685
_CLASSES: Final = 30
_BLOCK: Final = 200_000
"""Lines that are drawn at a time."""
_TYPE, _SUB = 0, 9
"""The ranks of P31 and P279."""
_SYMMETRIC: Final = range(10, 22)
_PAIRED: Final = range(22, 46)
"""Ranks of predicates that are symmetric, and of those of which two neighbours are inverse."""
_SENSITIVE: Final = {89: (6636, 592, 6649), 138: (5043, 1841, 9592, 432, 9585, 748)}
"""The ranks of P91 and P140, and what they lead to: numbers of Wikidata."""

_WD: Final = "http://www.wikidata.org/entity/"
_WDT: Final = "http://www.wikidata.org/prop/direct/"
_LABEL: Final = "<http://www.w3.org/2000/01/rdf-schema#label>"
_DBR: Final = "http://dbpedia.org/resource/"
_LETTERS: Final = str.maketrans("0123456789", "abcdefghij")
"""Entities have names that can be read, as DBpedia's do: those with numbers are not drawn."""
_XSD: Final = "http://www.w3.org/2001/XMLSchema#"

Numbers: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"


def write(path: Path, triples: int, seed: int = 0) -> None:
    """Write *triples* lines of N-Triples to *path*, and what predicates are called."""
    random = np.random.default_rng(seed)
    entities = max(50, triples * 2 // 5)  # T-REx: 4.7 million entities in 11 million triples
    names = _names()
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(_called(names))
        while triples:
            lines = _lines(random, entities, min(_BLOCK, triples), names)
            stream.writelines(lines)
            triples -= len(lines)


def _called(names: list[str]) -> Iterator[str]:
    """The label of each predicate, without which no fact could be asked about."""
    for number, name in enumerate(names):
        yield f'{name} {_LABEL} "relation {number}"@en .\n'


def _names() -> list[str]:
    """The IRI of each predicate, by rank: P31 first, P279 tenth."""
    others = (number for number in range(1, 2000) if number not in {31, 279})
    numbers = [next(others) for _ in range(PREDICATES)]
    numbers[_TYPE], numbers[_SUB] = 31, 279
    return [f"<{_WDT}P{number}>" for number in numbers]


def _lines(random: np.random.Generator, entities: int, size: int, names: list[str]) -> list[str]:
    """So many facts: each symmetric or inverse one is followed, in most cases, by its twin."""
    drawn = (
        _zipf(random, PREDICATES, 1.0, size),
        _zipf(random, entities, 0.6, size),
        _zipf(random, entities, 0.9, size),
        random.random(size),
    )
    lines: list[str] = []
    for p, s, o, luck in zip(*(column.tolist() for column in drawn), strict=True):
        lines += _facts(p, s, o, luck, entities, names)
        if len(lines) >= size:
            break
    return lines[:size]


def _facts(p: int, s: int, o: int, luck: float, entities: int, names: list[str]) -> Iterator[str]:
    kinds = max(10, entities // 1000)
    if p == _TYPE:
        yield f"{_entity(s)} {names[p]} {_entity(o % kinds)} .\n"
        if luck < 0.3:
            name, language = f"{o % kinds} {s % (10 * kinds)}", "de" if luck < 0.06 else "en"
            yield f'{_entity(s)} {_LABEL} "Kind {name}"@{language} .\n'
    elif p == _SUB:
        yield f"{_entity(s % kinds)} {names[p]} {_entity(s % kinds // 3)} .\n"
    elif p in _SENSITIVE:
        found = _SENSITIVE[p][o % len(_SENSITIVE[p])]
        yield f"{_entity(_of(s, _domain(p)))} {names[p]} <{_WD}Q{found}> .\n"
    elif p % 10 == 5:
        yield f"{_entity(_of(s, _domain(p)))} {names[p]} {_literal(o, luck)} .\n"
    else:
        twin = _twin(p)
        near = twin is not None or luck < 0.15
        subject, object = _of(s, _domain(p)), _of(s // 2 + o % 300 if near else o, _range(p))
        yield f"{_entity(subject)} {names[p]} {_entity(object)} .\n"
        if twin is not None and luck < 0.8:
            yield f"{_entity(object)} {names[twin]} {_entity(subject)} .\n"


def _twin(p: int) -> int | None:
    """The predicate that says a fact the other way round, where there is one."""
    if p in _PAIRED:
        return p ^ 1
    return p if p in _SYMMETRIC else None


def _domain(p: int) -> int:
    """The class of a predicate's subjects."""
    if p in _PAIRED and p % 2:
        return _range(p - 1)
    return p * 7 % _CLASSES


def _range(p: int) -> int:
    """The class of a predicate's objects: some classes are spoken of by many predicates."""
    if p in _SYMMETRIC:
        return _domain(p)
    if p in _PAIRED and p % 2:
        return _domain(p - 1)
    return (p * p + 3) % _CLASSES


def _of(number: int, kind: int) -> int:
    """The entity of that class whose number is near."""
    return number - number % _CLASSES + kind


def _entity(number: int) -> str:
    return f"<{_DBR}Entity_{str(number + 1).translate(_LETTERS)}>"


def _literal(number: int, luck: float) -> str:
    if luck < 0.3:
        year, month, day = 1500 + number % 500, number % 12 + 1, number % 28 + 1
        return f'"{year}-{month:02}-{day:02}"^^<{_XSD}date>'
    return f'"Name {number}"@en' if luck < 0.6 else f'"Text number {number}"'


def _zipf(random: np.random.Generator, count: int, slope: float, size: int) -> Numbers:
    """Numbers below *count*, the chance of the n-th in proportion to 1 / n ** *slope*."""
    share = random.random(size)
    if slope == 1.0:
        found = np.exp(share * np.log(count + 1)) - 1
    else:
        found = (share * ((count + 1) ** (1 - slope) - 1) + 1) ** (1 / (1 - slope)) - 1
    numbers: Numbers = np.minimum(found.astype(np.int64), count - 1)
    return numbers


if __name__ == "__main__":
    write(Path(sys.argv[2]), int(sys.argv[1]))
