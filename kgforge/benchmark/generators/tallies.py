"""What a file of generated texts says in sum, counted again: for ``verify``."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from kgforge.benchmark.generators import kept
from kgforge.benchmark.generators.fluency import summary
from kgforge.schema import AskedModel, Generated, GeneratedText, Generator


class _Counts:
    """Counts of one file."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.kept: dict[str, Counter[int]] = defaultdict(Counter)
        self.rejected: dict[str, Counter[str]] = defaultdict(Counter)
        self.values: dict[str, list[float]] = defaultdict(list)
        self.unmeasured: Counter[str] = Counter()
        self.models: dict[str, AskedModel] = {}

    def add(self, record: kept.Record) -> None:
        """Count one more record."""
        if isinstance(record, AskedModel):
            self.models[record.generator] = record
        elif isinstance(record, GeneratedText):
            self.asked[record.generator] += 1
            if record.reason:
                self.rejected[record.generator][record.reason] += 1
            else:
                self.kept[record.generator][record.tried + 1] += 1
        elif record.perplexity is None:
            self.unmeasured[record.generator] += 1
        else:
            self.values[record.generator].append(record.perplexity)


def miscounted(folder: Path, made: Generated) -> Iterator[str]:
    """Where the manifest counts otherwise than the file of a benchmark says."""
    found = _Counts()
    for record in kept.records(folder / made.file.path):
        found.add(record)
    for one in made.generators:
        for what, ours, theirs in _figures(found, one):
            if ours != theirs:
                yield f"{one.generator}: {what}: {ours}, the manifest says {theirs}"
    if not made.fluency:
        return
    for name, theirs in made.fluency.generators.items():
        ours = summary(found.values[name], found.unmeasured[name])
        if ours != theirs:
            yield f"{kept.FLUENCY} of {name}: {ours}, the manifest says {theirs}"


def _figures(found: _Counts, made: Generator) -> Iterator[tuple[str, object, object]]:
    """What is counted, as it is and as it is said."""
    name = made.generator
    kept_ = found.kept[name]
    asked = found.models.get(name)
    yield "model", asked and asked.model, made.model
    yield "texts", found.asked[name], made.asked
    yield "kept", kept_.total(), made.kept
    yield "tries", dict(kept_), made.tries
    yield "rejected", dict(found.rejected[name]), made.rejected
    yield "facts", made.kept + sum(made.without.values()), made.facts
