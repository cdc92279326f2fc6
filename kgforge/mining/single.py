"""One pattern × store → its folder of groups and sampled instances."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import UNSET, Struct

from kgforge import files, forms
from kgforge.mining import (
    cardinality,
    drawing,
    nothing,
    outcomes,
    parameters,
    records,
    stated,
    untyped,
    wordless,
)
from kgforge.mining.groups import Groups
from kgforge.mining.options import MineOptions
from kgforge.mining.outcomes import Examined
from kgforge.mining.portions import Progress
from kgforge.mining.relations import Found
from kgforge.mining.settings import Settings
from kgforge.mining.task import Task
from kgforge.ontology import Vocabulary
from kgforge.patterns import Pattern, Value
from kgforge.schema import Group, Mined, Relation, Wanted, folders
from kgforge.stores import Store


class Done(Struct, frozen=True):
    """One pattern that was mined."""

    mined: Mined
    examined: Examined
    of_texts: tuple[Group, ...]
    """Its groups, where its instances have a text."""
    why: str
    """Why it has no instances; empty where it has."""
    lacking: str
    """What its lists or its own query name and the graph lacks; empty where nothing."""
    told: frozenset[str]
    """The predicates of its instances, where these have no text."""


def task_of(
    pattern: Pattern,
    opened: Store,
    given: Mapping[str, Settings],
    options: MineOptions,
    found: Found,
    unnamed: frozenset[str],
    progress: Progress | None = None,
) -> Task:
    """A pattern with the values of its parameters, and what its helpers say of the graph."""
    query = pattern.query(opened.language)
    notes: list[str] = []
    values = parameters.resolve(
        query,
        opened,
        given[query.name],
        options.seed,
        found.relations,
        say=notes.append,
        unnamed=unnamed,
    )
    notes = untyped.worded(query.header, notes, opened.language)
    language = options.language
    return Task(
        pattern,
        opened,
        values,
        options.seed,
        progress,
        unnamed,
        language,
        notes,
        options.exclude,
        frozenset(name for path, name in given[query.name].values if path == query.path),
    )


def mine(task: Task, folder: Path, axioms: Vocabulary, relations: Mapping[str, Relation]) -> Done:
    """Mine one pattern and write ``groups.jsonl`` and ``instances.jsonl``: what was found.

    What may take the place of instances that export leaves out goes to ``reserve.jsonl``.

    Raises PatternError for a row that is not as its header declares.
    """
    counted = Groups(task)
    rows, more = drawing.draw(task, counted)
    instances, reserve = records.instances(task, rows), records.reserve(task, more)
    stated.check(task, instances)
    groups = records.groups(task, counted, instances, axioms, relations)
    folder.mkdir()
    files.write_lines(folder / "groups.jsonl", groups)
    files.write_lines(folder / "instances.jsonl", instances)
    if reserve:
        files.write_lines(folder / folders.RESERVE, reserve)
    header, pattern = task.header, task.pattern
    fallback = nothing.fallback(task, counted)
    reasons = counted.reasons, counted.fallen
    examined = outcomes.examined(pattern.name, groups, *reasons, fallback)
    mined = Mined(
        name=pattern.name,
        description=header.description,
        file=pattern.file.name if pattern.file else None,
        params=_given(task),
        queries=pattern.hashes,
        metric=header.metric,
        answers=header.answers,
        rows=counted.rows,
        groups=len(groups),
        kept=examined.outcome.kept,
        instances=len(instances),
        counts={one.name: one.count for one in records.summed(instances) or ()},
        options=parameters.options(header, task.values),
        form=forms.OF_TEXTS if header.text else forms.OF_FACTS,
        notes=tuple(dict.fromkeys(task.notes)) or UNSET,
        questions=tuple(
            Wanted(one.role, one.language, one.text, one.dates) for one in header.questions
        )
        or UNSET,
        chains=tuple(role.name for role in header.roles if role.kind == "chain") or UNSET,
        otherwise=fallback,
        kinds=cardinality.kinds(groups, relations, axioms) if "kind" in header.slices else UNSET,
    )
    why = "" if instances else nothing.why(task, counted)
    lacking = nothing.lacking(task) if instances else ""
    told = frozenset[str]() if header.text else wordless.used(instances)
    return Done(mined, examined, tuple(groups) if header.text else (), why, lacking, told)


def _given(task: Task) -> dict[str, Value]:
    """Return the parameters that say something: not the lists that were drawn from the graph.

    Which predicates were asked about, the groups say.
    """
    given: dict[str, Value] = {}
    for parameter in sorted(task.header.params, key=lambda declared: declared.name):
        value = task.values[parameter.name]
        if not parameter.many or parameter.default is not None:
            given[parameter.name] = value
        elif parameter.name in task.given and not parameters.is_of_predicates(parameter):
            match value:
                case (str() as single,):  # as a parameter of one value is written
                    given[parameter.name] = single
                case _:
                    given[parameter.name] = value
    return given
