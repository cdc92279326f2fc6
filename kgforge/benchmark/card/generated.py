"""The card on what models wrote: how many facts they word, what is rejected, how fluent it is."""

from collections.abc import Iterator

from kgforge.benchmark.card.wording import cell, counts, row, say
from kgforge.schema import Fluency, Generator, Manifest, TextModel


def generated(manifest: Manifest) -> Iterator[str]:
    """What generators made; nothing where templates alone word facts."""
    made = manifest.generated
    if not made:
        return
    file = {"file": made.file.path, "sha256": made.file.sha256}
    if made.generators:
        rows = [_row(one) for one in made.generators]
        models = [f"- `{one.generator}`: {_model(one.model)}" for one in made.generators]
        yield say("generated", rows=rows, models=models, tries=made.tries, **file)
    if made.fluency:
        yield _fluency(made.fluency)


def limits(manifest: Manifest) -> Iterator[str]:
    """What a score in the words of models does not show."""
    if manifest.generated and manifest.generated.generators:
        yield say("limits of generated")


def _row(made: Generator) -> str:
    tries = ", ".join(f"{count:,} at try {tried}" for tried, count in made.tries.items())
    cells = (f"{made.facts:,}", f"{made.kept:,}", tries or "none", f"{made.asked:,}")
    return row(
        f"`{made.generator}`",
        *cells,
        counts(made.rejected) or "none",
        counts(made.without) or "none",
    )


def _model(model: TextModel) -> str:
    said = [f"{model.family}, {cell(model.model)}"]
    if model.revision:
        said.append(f"revision {cell(model.revision)}")
    if model.weights:
        said.append(f"weights `{model.weights}`")
    return ", ".join(said)


def _fluency(made: Fluency) -> str:
    rows = [
        row(f"`{name}`", f"{one.wordings:,}", _number(one.mean), _number(one.median))
        for name, one in made.generators.items()
    ]
    return say("fluency", model=_model(made.model), rows=rows)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:,.1f}"
