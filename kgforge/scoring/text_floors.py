"""A benchmark of texts proves itself: answerers that are no models, scored as models are.

As in ``fact_floors``: ``gold`` writes the triples of the text and has to be right about every one;
``empty`` writes nothing; ``random`` the triples of another text of the group, drawn evenly;
``frequent`` the triple that stands in most texts of the group.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from msgspec import Struct

from kgforge import files, metrics
from kgforge.errors import BenchmarkError
from kgforge.extraction import passage_of, strict, triples
from kgforge.metrics import Outcome
from kgforge.ontology import Ontology
from kgforge.schema import Floor, Item, TextTriple, folders

Answerer = Callable[[Item], tuple[TextTriple, ...]]


class _Group(Struct, frozen=True, dict=True):
    """The texts of one group."""

    items: tuple[Item, ...]
    frequent: tuple[TextTriple, ...]

    @classmethod
    def of(cls, items: Iterable[Item]) -> "_Group":
        found = tuple(items)
        counts = Counter(one for item in found for one in triples(item))
        most = sorted(counts, key=lambda one: (-counts[one], one))[:1]
        return cls(found, tuple(most))

    def answerers(self) -> dict[str, Answerer]:
        return {
            "gold": triples,
            "empty": lambda item: (),
            "random": lambda item: triples(self._other(item)),
            "frequent": lambda item: self.frequent,
        }

    def _other(self, item: Item) -> Item:
        """Another text where there is one, by the digits of SHA-256 of the item's id."""
        own, others = self._places[item.id], max(1, len(self.items) - 1)
        drawn = int.from_bytes(hashlib.sha256(item.id.encode()).digest()) % others
        return self.items[(drawn + (drawn >= own)) % len(self.items)]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {item.id: place for place, item in enumerate(self.items)}


def measure(
    path: Path, proved: Iterable[Path], metric: str, ontologies: Mapping[str, Ontology]
) -> tuple[Floor, ...]:
    """What each answerer scores on the texts of a file; gold is proved on those of all others, too.

    Raises BenchmarkError where gold is not perfect, with the item, and for a file that is missing
    or damaged. Without an item there is nothing to prove: 0/0.
    """
    judges = _Judges(ontologies)
    for other in proved:
        for item in files.read_lines(other, Item, folders.EXPORT):
            _prove(item, judges[item.group])
    sums: dict[str, list[float]] = {name: [] for name in _Group((), ()).answerers()}
    for group, items in groupby(files.read_lines(path, Item, folders.EXPORT), attrgetter("group")):
        found = _Group.of(items)
        for name, say in found.answerers().items():
            for item in found.items:
                sums[name] += _numbers(item, say(item), judges[group], metric)
    return tuple(
        Floor(name, 1, sum(found), float(len(found)), sum(found) / len(found) if found else None)
        for name, found in sums.items()
    )


class _Judges(dict[str, strict.Judge]):
    """The judge of each group; where a group has no ontology, by an empty one."""

    def __init__(self, ontologies: Mapping[str, Ontology]) -> None:
        self._ontologies = ontologies

    def __missing__(self, group: str) -> strict.Judge:
        found = self._ontologies.get(group, Ontology(group, "", "", {}, {}))
        return self.setdefault(group, strict.Judge(found))


def _numbers(
    item: Item, said: tuple[TextTriple, ...], judge: strict.Judge, metric: str
) -> Iterator[float]:
    figures = judge.figures(passage_of(item, said))
    for part in metrics.load(metric).counts(Outcome((), metric, figures)):
        yield part.numerator


def _prove(item: Item, judge: strict.Judge) -> None:
    figures = judge.figures(passage_of(item, triples(item)))
    if (figures.precision, figures.recall) != (1, 1):
        raise BenchmarkError(
            f"{item.pattern}: gold is wrong about item {item.id}: of its triples only "
            f"{figures.recall:.0%} match themselves"
        )
