"""Why a pattern found nothing to ask, or fell back on ``otherwise``, in one line of plain words."""

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from msgspec import UNSET, UnsetType

from kgforge import graph, patterns, terms
from kgforge.mining import parameters, settings, untyped
from kgforge.mining.groups import Groups
from kgforge.mining.reasons import Reason, figures, held_of, number_of, wanted_of
from kgforge.mining.task import Task
from kgforge.patterns import Bound, Header, Keep, Number, Sample, Value, bounds
from kgforge.schema import Fallback
from kgforge.stores import Store

_HIERARCHIES: Final = "hierarchies"
"""The helper that finds the predicates of hierarchies."""
NAMED: Final = 5
"""So many of the predicates that a graph lacks are named."""


def why(task: Task, groups: Groups) -> str:
    """Why no instance was drawn: there is no match, or which bound the nearest group fails."""
    if not groups.counts:
        return _no_match(task)
    if len(groups.reasons) < len(groups.counts):
        return _undrawn(task, groups)
    return _failing(task, groups, groups.reasons)


def _no_match(task: Task) -> str:
    """That there is no match, and why, where that can be told."""
    return "nothing in the graph matches its query" + (
        _unnamed(task) or _absent(task) or _faulty(task) or _unknown(task)
    )


def fallback(task: Task, groups: Groups) -> Fallback | UnsetType:
    """What ``otherwise`` did; unset where it was not called for, or drew nothing."""
    if not groups.fallen:
        return UNSET
    reasons = {**groups.reasons, **groups.fallen}
    return Fallback(_failing(task, groups, reasons), len(groups.fallen))


def _failing(task: Task, groups: Groups, reasons: Mapping[str, Reason]) -> str:
    """Which bound the nearest of all groups fails, where all fail for these reasons.

    The nearest is the one that is least far from the bound that it misses most. Where the last
    condition stands behind a sample, only groups that it dropped are compared.
    """
    keeps = [step for step in task.header.steps if isinstance(step, Keep)]
    failed = {group: _failed(keeps, reason.condition) for group, reason in reasons.items()}
    last = max(failed.values())
    asked = [bound for keep in keeps[: last + 1] for bound in bounds(keep.condition)]
    if not all(bounds(keep.condition) for keep in keeps[: last + 1]):
        return f"no group meets {' and '.join(keep.condition.text for keep in keeps[: last + 1])}"
    have = {
        group: [_value(task, bound, _judged(groups, group, reasons[group])) for bound in asked]
        for group in sorted(failed)
        if failed[group] == last or not _is_sampled(task.header, keeps[last])
    }
    wanted = [float(bound.least.value({}, _numbers(task))) for bound in asked]
    nearest = max(have, key=lambda group: _nearness(have[group], wanted))
    wants = " and ".join(map(wanted_of, asked, wanted))
    if len(asked) == 1:
        held = have[nearest][0]
        figure = "none" if math.isnan(held) else number_of(held)
        return f"no group has {wants}; the largest, {nearest}, has {figure}"
    figures_ = " and ".join(map(held_of, asked, have[nearest]))
    return f"no group has {wants}; the nearest, {nearest}, has {figures_}"


def absent(header: Header, values: Mapping[str, Value], store: Store) -> tuple[str, str] | None:
    """A predicate that a role asks by and that the graph does not have, with its parameter's name;
    else what another parameter names, and no fact has; else one of a list of predicates of which
    the graph has none.

    None where all is there, or nobody can tell. Without a parameter the name is empty.
    """
    if store.foreign:
        return None
    known = _predicates(store)
    for role in header.roles:
        name = role.predicate.removeprefix("$") if role.predicate.startswith("$") else ""
        value = values.get(name) if name else role.predicate
        is_named = role.kind != "not" and isinstance(value, str) and terms.is_iri(value)
        if is_named and value not in known:
            return str(value), name
    single = {one.name: values.get(one.name) for one in header.params
              if one.type == "iri" and not one.many}  # fmt: skip
    rest = {str(value): name for name, value in single.items() if value and value not in known}
    missing = _missing(store, rest.keys())
    for value, name in rest.items():
        if value in missing:
            return value, name
    return _unlisted(header, values, known)


def _unlisted(
    header: Header, values: Mapping[str, Value], known: Set[str]
) -> tuple[str, str] | None:
    """The first of a list of predicates of which the graph has none, with its parameter's name."""
    for one in header.params:
        listed = values.get(one.name)
        if (
            parameters.is_of_predicates(one)
            and isinstance(listed, tuple)
            and listed
            and not known & {*listed}
        ):
            copied = one.like and values.get(one.like) == listed
            return str(listed[0]), one.like if copied else one.name
    return None


def _undetermined(task: Task) -> str:
    """Return that the graph has no hierarchy, and how to name one; empty where it has."""
    for one in task.header.params:
        if one.source == _HIERARCHIES and task.values[one.name] == ():
            known = settings.helper(one.source, task.query).header.params[0].default
            assert isinstance(known, tuple)
            listed = " and no ".join(terms.compact(str(iri)) for iri in known)
            return (
                f": the graph has no {listed}, and calls no predicate transitive ({one.name}): "
                f"name its own with --param {one.name}=…"
            )
    return ""


def lacking(task: Task) -> str:
    """What the graph lacks of a list of predicates, and of what a query of one's own names.

    A list is one of predicates where it is called so, or holds one. Empty where nothing is lacking,
    or nobody can tell.
    """
    return "" if task.store.foreign else "; ".join([*_of_lists(task), *_of_text(task)])


def _of_lists(task: Task) -> Iterator[str]:
    lists = {
        one: [str(value) for value in listed]
        for one in task.header.params
        if one.type == "iri"
        and not one.table
        and isinstance(listed := task.values[one.name], tuple)
    }
    known = _predicates(task.store) if lists else frozenset()
    asked = {
        one.name: iris
        for one, iris in lists.items()
        if parameters.is_of_predicates(one) or known & {*iris}
    }
    missing = _missing(task.store, {one for iris in asked.values() for one in iris} - known)
    for name, iris in asked.items():
        if here := [one for one in iris if one in missing]:
            yield f"of {len(iris):,} predicates ({name}) the graph lacks {_listed(here)}"


def _of_text(task: Task) -> Iterator[str]:
    """What the text of a query of one's own names, also where it can do without it.

    Those that ship have parameters for all such.
    """
    query = task.pattern.queries.get("sparql") if task.pattern.file else None
    named = patterns.iris(query) if query else ()
    rest = {*named} - _predicates(task.store) if named else frozenset()
    if missing := sorted(_missing(task.store, rest)):
        only = f"{_told(missing[0])}, which the graph lacks"
        many = f"IRIs that the graph lacks, {_listed(missing)}"
        yield f"its text names {only if len(missing) == 1 else many}"


def _predicates(store: Store) -> frozenset[str]:
    return frozenset(str(one) for (one,) in graph.ask(store, "predicates"))


def _missing(store: Store, iris: Set[str]) -> frozenset[str]:
    """Those of some IRIs, none of them a predicate, that are in no fact."""
    there = graph.lookups.degrees(store, iris) if iris else {}
    return frozenset(one for one in iris if not there.get(one))


def _listed(iris: Sequence[str]) -> str:
    """How many, and the first of them."""
    more = ["…"] * (len(iris) > NAMED)
    return f"{len(iris):,}: {', '.join([*map(_told, iris[:NAMED]), *more])}"


def _absent(task: Task) -> str:
    """What predicate the graph lacks, and how to name its own; empty where it lacks none."""
    found = absent(task.header, task.values, task.store)
    if found is None:
        return _undetermined(task)
    predicate, name = found
    if predicate == untyped.NO_TYPE:
        return ": no fact gives a type: name what gives types with --type"
    said = f": the graph has no {terms.compact(predicate)}"
    return f"{said} ({name}): name its own with --param {name}=…" if name else said


def _faulty(task: Task) -> str:
    """What no engine can match in a SPARQL query, an unbound variable, say; or empty."""
    query = task.query
    said = patterns.mistake(query) if query.language == "sparql" else ""
    return f": {said}" if said else ""


def _unknown(task: Task) -> str:
    """Which predicates that a SPARQL query cannot do without the graph lacks; or empty."""
    query = task.pattern.queries.get("sparql")
    named = patterns.predicates(query) if query and not task.store.foreign else frozenset()
    lacks = sorted(named - _predicates(task.store)) if named else []
    sure = f": the graph has no {' and no '.join(map(_told, lacks[:NAMED]))}" if lacks else ""
    return sure or "".join(f": {said}" for said in ([] if task.store.foreign else _of_text(task)))


def _told(iri: str) -> str:
    """What the graph lacks, and where names lie that are asked for among the facts."""
    place = patterns.label_graph(iri)
    where = f" (names lie in GRAPH <{place}>)" if place else ""
    return f"{terms.compact(iri)}{where}"


def _unnamed(task: Task) -> str:
    """That what the query starts from is drawn, and nothing has a name to be drawn by; or empty."""
    for parameter in task.header.params if task.unnamed else ():
        starts = parameters.named_columns(task.header, parameter)
        if (
            starts
            and not task.values[parameter.name]
            and parameters.has_rows(task.query, parameter, task.store, task.values)
        ):
            return f": no entity to be its {starts[0]} has a name in {task.language}"
    return ""


def _undrawn(task: Task, groups: Groups) -> str:
    """Why groups were kept, and yet no instance of theirs was drawn."""
    standing = [groups.counts[group] for group in groups.standing]
    if not (groups.rows and any(counts.get("matches", 1) for counts in standing)):
        return _no_match(task)
    samples = (step.count for step in task.header.steps if isinstance(step, Sample))
    for count in samples:
        if not task.values.get(str(count), count):
            return f"its sample draws none: {count} is 0" if count else "its sample draws none"
    if not (task.unnamed or any("matches" in counts for counts in standing)):
        return "no match of its query is of a group that was kept, or each holds a blank node"
    if all(one.startswith(terms.BLANK) for one in task.unnamed):
        return "every instance of the groups that were kept holds a blank node"
    return (
        "every instance of the groups that were kept has an entity without a name in "
        f"{task.language}: load labels, or name another language with --language"
    )


def _failed(keeps: Sequence[Keep], condition: str) -> int:
    return next(at for at, keep in enumerate(keeps) if keep.condition.text == condition)


def _value(task: Task, bound: Bound, counts: Mapping[str, int]) -> float:
    return float(bound.figure.value(figures(task, bound.figure, counts), _numbers(task)))


def _numbers(task: Task) -> dict[str, Number]:
    return {name: value for name, value in task.values.items() if isinstance(value, int | float)}


def _judged(groups: Groups, group: str, reason: Reason) -> Mapping[str, int]:
    """A group's counts, as it was judged: of the matches maybe those that a sample left."""
    counts = groups.counts[group]
    return {**counts, **{name: int(count) for name, count in reason.counts if name in counts}}


def _is_sampled(header: Header, keep: Keep) -> bool:
    """Whether a condition stands behind a sample, and so judges the matches that this left."""
    steps = header.steps
    return any(isinstance(step, Sample) for step in steps[: steps.index(keep)])


def _nearness(have: Sequence[float], wanted: Sequence[float]) -> tuple[float, float, float]:
    """How far the bound is met that is met least; then all bounds together; then the figures."""
    met = list(map(_met, have, wanted))
    known = [-math.inf if math.isnan(value) else value for value in have]
    return min(met), sum(met), sum(known)


def _met(value: float, least: float) -> float:
    """The share of a bound that a figure has: 1 where it is met, 0 where nothing is."""
    if value >= least:
        return 1.0
    return value / least if 0 < value < least else 0.0
