"""What baselines score on the very items that runs were asked, where these are a sample."""

from collections.abc import Sequence, Set

import msgspec

from kgforge import forms, ontology
from kgforge.errors import BenchmarkError
from kgforge.schema import Made, Manifest, folders
from kgforge.scoring import fact_floors, questions, text_floors
from kgforge.scoring.benchmark import Benchmark
from kgforge.scoring.run import Run


def over_asked(benchmark: Benchmark, runs: Sequence[Run]) -> Manifest:
    """Return the manifest, with the baselines of sampled patterns over the items that were asked.

    Where runs were asked different items, a pattern has none: no baseline is of the same items as
    all of them. Nor has one that an older version exported, of which gold is not perfect today.
    """
    made = [_over_asked(benchmark, each, runs) for each in benchmark.manifest.patterns]
    return msgspec.structs.replace(benchmark.manifest, patterns=tuple(made))


def _over_asked(benchmark: Benchmark, made: Made, runs: Sequence[Run]) -> Made:
    there = [run for run in runs if made.name in run.judged or made.name in run.texts]
    if not any(made.name in (run.info.sampled or {}) for run in there):
        return made
    samples = {frozenset(_asked(run, made.name)) for run in there}
    if len(samples) > 1:
        return _without(made)
    try:
        return _measured(benchmark, made, next(iter(samples)))
    except BenchmarkError:
        return _without(made)


def _without(made: Made) -> Made:
    every = tuple(msgspec.structs.replace(one, floors=()) for one in made.forms or ())
    return msgspec.structs.replace(made, floors=(), forms=every or made.forms)


def _asked(run: Run, pattern: str) -> Set[str]:
    """The ids of the items of a pattern that a run was asked."""
    facts = {judged.item.id for judged in run.judged.get(pattern, ()) if judged.asked}
    return facts | {text.item.id for text in run.texts.get(pattern, ())}


def _measured(benchmark: Benchmark, made: Made, only: Set[str]) -> Made:
    file = folders.item_file(benchmark.folder, made.name)
    if forms.asks_items(made.form):
        known = ontology.read_all(benchmark.folder)
        form = forms.of_items(made.form)
        floors = text_floors.measure(form, file, (), made.metric, known, only)
        return msgspec.structs.replace(made, floors=floors)
    if made.forms:
        kinds = [(one.form, one.slot) for one in made.forms]
        of_kinds = fact_floors.by_form(file, made.metric, kinds, only)
        every = tuple(
            msgspec.structs.replace(one, floors=of_kinds[one.form, one.slot]) for one in made.forms
        )
        made = msgspec.structs.replace(made, forms=every)
        if (main := questions.own_form(made)) is not None:
            return msgspec.structs.replace(made, floors=questions.own_floors(main))
    floors = fact_floors.measure(file, made.name, made.metric, only)
    return msgspec.structs.replace(made, floors=floors)
