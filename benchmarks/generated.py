"""A graph such as T-REx is, of any size, as N-Triples: the same bytes for the same numbers.

``python -m benchmarks.generated 2_000_000 graph.nt`` writes that many lines. Predicates (685) and
entities follow Zipf's law; some predicates are symmetric, some come in inverse pairs, entities have
types (P31), types a hierarchy (P279), and about a tenth of the objects are literals: strings, some
with a language, and dates. A few lines in a hundred say again what another one said.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

PREDICATES: Final = 685
_P31, _P279 = 31, 279
_BLOCK: Final = 200_000
"""Lines that are drawn at a time."""
_SYMMETRIC: Final = 12
_INVERSE: Final = 12
"""The first predicates by rank after the two of types: symmetric ones, then pairs of inverses."""

Numbers: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"


def write(path: Path, triples: int, seed: int = 0) -> None:
    """Write *triples* lines of N-Triples to *path*."""
    with path.open("w", encoding="utf-8") as stream:
        for lines in _blocks(triples, seed):
            stream.writelines(lines)


def _blocks(triples: int, seed: int) -> Iterator[list[str]]:
    random = np.random.default_rng(seed)
    entities = max(50, triples * 2 // 5)  # T-REx: 4.7 million entities in 11 million triples
    names = _names()
    written = 0
    while written < triples:
        size = min(_BLOCK, triples - written)
        yield _lines(random, entities, size, names)
        written += size


def _names() -> list[int]:
    """The number of each predicate's name, by rank: P31 first, P279 tenth."""
    others = (number for number in range(1, 2000) if number not in {_P31, _P279})
    names = [next(others) for _ in range(PREDICATES)]
    names[0], names[9] = _P31, _P279
    return names


def _lines(random: np.random.Generator, entities: int, size: int, names: list[int]) -> list[str]:
    """Facts, each symmetric or inverse one followed in most cases by its twin."""
    rank = _zipf(random, PREDICATES, 1.0, size)
    # Subjects are even, objects skewed: many facts point to few places, languages and kinds.
    subject = random.integers(0, entities, size)
    object = _zipf(random, entities, 0.9, size)
    chance = random.random(size)
    lines: list[str] = []
    for p, s, o, luck in zip(
        rank.tolist(), subject.tolist(), object.tolist(), chance.tolist(), strict=True
    ):
        lines += _facts(p, s, o, luck, entities, names)
        if len(lines) >= size:
            break
    return lines[:size]


def _facts(
    rank: int, s: int, o: int, luck: float, entities: int, names: list[int]
) -> Iterator[str]:
    name = names[rank]
    start = f"<http://www.wikidata.org/entity/Q{s + 1}> <http://www.wikidata.org/prop/direct/P"
    kinds = max(10, entities // 1000)
    if name == _P31:
        yield f"{start}{name}> {_entity(o % kinds)} .\n"
    elif name == _P279:
        below = s % kinds
        yield f"{_entity(below)} <http://www.wikidata.org/prop/direct/P279> {_entity(below // 3)} .\n"
    elif rank % 10 == 5:
        yield f"{start}{name}> {_literal(o, luck)} .\n"
    else:
        other = (s + 1 + o % 97) % entities if luck < 0.3 else o
        yield f"{start}{name}> {_entity(other)} .\n"
        twin = _twin(rank)
        if twin is not None and luck < 0.28:
            yield (
                f"{_entity(other)} <http://www.wikidata.org/prop/direct/P{names[twin]}> "
                f"{_entity(s)} .\n"
            )


def _twin(rank: int) -> int | None:
    """The predicate that says a fact the other way round, where there is one."""
    first = 10
    if first <= rank < first + _SYMMETRIC:
        return rank
    if first + _SYMMETRIC <= rank < first + _SYMMETRIC + 2 * _INVERSE:
        return rank + 1 if (rank - first - _SYMMETRIC) % 2 == 0 else rank - 1
    return None


def _entity(number: int) -> str:
    return f"<http://www.wikidata.org/entity/Q{number + 1}>"


def _literal(number: int, luck: float) -> str:
    if luck < 0.3:
        year, day = 1500 + number % 500, number % 28 + 1
        return f'"{year}-{number % 12 + 1:02}-{day:02}"^^<http://www.w3.org/2001/XMLSchema#date>'
    return f'"Name {number}"@en' if luck < 0.6 else f'"Text number {number}"'


def _zipf(random: np.random.Generator, count: int, slope: float, size: int) -> Numbers:
    """Numbers below *count*, the chance of the n-th in proportion to 1 / n ** *slope*."""
    share = random.random(size)
    if slope == 1.0:
        found = np.exp(share * np.log(count + 1)) - 1
    else:
        top = (count + 1) ** (1 - slope) - 1
        found = (share * top + 1) ** (1 / (1 - slope)) - 1
    return np.minimum(found.astype(np.int64), count - 1)


if __name__ == "__main__":
    write(Path(sys.argv[2]), int(sys.argv[1]))
