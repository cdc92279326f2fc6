"""``kgforge check``: a pattern of one's own tried out, before it is mined."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter, validators

from kgforge import benchmark
from kgforge.benchmark import Checked, checking
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Json, Many, Seed, Shown
from kgforge.errors import PatternError
from kgforge.mining import MineOptions

_SHOWN: Final = 5
"""How many answers of a question are printed."""


def check(
    file: str,
    *,
    store: str | None = None,
    labels: Annotated[tuple[Path, ...], Many] = (),
    param: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    ontology: Annotated[tuple[Path, ...], Many] = (),
    language: Annotated[str, Shown] = "en",
    seed: Seed = 0,
    timeout: Annotated[
        float,
        Parameter(
            help="Stop a query after this many seconds.",
            validator=validators.Number(gt=0),
            show_default=True,
        ),
    ] = checking.TIMEOUT,
    json: Json = False,
) -> None:
    """Check a pattern of your own, and print five of its questions with their answers.

    Example: kgforge check coauthors.rq --store oxigraph:graph/

    It reads header and query in every language that is there, and asks the graph. Nothing is
    written. The exit status is 1 if the graph gives no question, or anything is wrong, else 0.

    Parameters
    ----------
    file
        Your query file, or the name of a shipped pattern.
    store
        The graph: the address of a store, or of a source. By default the shipped example graph.
    labels
        Tables of labels, where --store is a source.
    param
        A parameter: least=20. Repeat the option for more.
    ontology
        Further axioms, or ontologies whose relations fill a relation table, as for kgforge mine.
    language
        The language of labels and templates.
    """
    params = dict(map(arguments.pair, param))
    found = benchmark.check(
        file,
        store,
        labels=tuple(map(str, labels)),
        options=MineOptions(params, ontology, seed, timeout),
        language=language,
    )
    if json:
        console.summary(found)
    else:
        _checked(found)
    if found.why and found.asked:
        raise PatternError(f"{file}: no question: {found.why}")


def _checked(found: Checked) -> None:
    """Print what was found, then the questions."""
    for language, done in found.languages.items():
        console.out.print(f"{language}: {done}", markup=False)
    console.out.print(
        f"{found.pattern} in {found.store}: {found.rows:,} rows, {found.kept:,} of "
        f"{found.groups:,} groups kept, {found.instances:,} instances",
        markup=False,
    )
    if found.tried:
        left_out = ", ".join(f"{reason}: {count:,}" for reason, count in found.skipped.items())
        console.out.print(
            f"of {found.tried:,} instances tried {found.items - found.refilled:,} become items, as "
            f"export makes them{f'; left out: {left_out}' if left_out else ''}",
            markup=False,
        )
        if found.refilled:
            console.out.print(
                f"in their place {found.refilled:,} others are drawn: {found.items:,} items in all",
                markup=False,
            )
    if not found.asked:
        console.out.print(f"no question: {found.why}", markup=False)
    for number, asked in enumerate(found.questions, 1):
        console.out.print(f"\n{number}. {asked.role}: {asked.text}", markup=False)
        what = "must not be answered" if asked.holds is False else "right"
        console.out.print(f"   {what}: {_listed(asked.answers)}", markup=False)
    if any(not asked.template for asked in found.questions):
        console.out.print(
            "\nA question without a template is made of its predicate's label: write one "
            "(kgf:template), and give the file to kgforge export --templates.",
            markup=False,
        )


def _listed(answers: Sequence[str]) -> str:
    more = f" … and {len(answers) - _SHOWN} more" if len(answers) > _SHOWN else ""
    return ", ".join(answers[:_SHOWN]) + more
