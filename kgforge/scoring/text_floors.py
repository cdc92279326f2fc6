"""A benchmark of texts proves itself: answerers that are no models, scored as models are.

As in ``fact_floors``: what each answerer writes, the form tells; ``gold`` has to be right about
every triple.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import groupby
from operator import attrgetter

from kgforge import metrics
from kgforge.errors import BenchmarkError
from kgforge.extraction import passage_of, strict, triples
from kgforge.forms import ItemForm
from kgforge.metrics import Outcome
from kgforge.ontology import Ontology
from kgforge.schema import Floor, Item, ItemFile, TextTriple


def measure(
    form: ItemForm,
    asked: ItemFile,
    proved: Iterable[ItemFile],
    metric: str,
    ontologies: Mapping[str, Ontology],
    only: Set[str] | None = None,
) -> tuple[Floor, ...]:
    """What each answerer scores on the texts of a file; gold is proved on those of all others, too.

    *only* are the ids of the texts that count; None: all. Raises BenchmarkError where gold is not
    perfect, with the item, and for a file that is missing or damaged. Without an item
    there is nothing to prove: 0/0.
    """
    judges = _Judges(ontologies)
    for other in proved:
        for item in other.read():
            _prove(item, judges[item.group])
    sums: dict[str, list[float]] = {name: [] for name in form.baselines(())}
    for group, items in groupby(asked.read(), attrgetter("group")):
        members = tuple(items)
        for name, say in form.baselines(members).items():
            for item in (one for one in members if only is None or one.id in only):
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
