"""Whether the answers to what was drawn can be looked up: the facts that roles ask are stated.

The right answers of a role that *holds* are all objects of its subject and predicate. Where the
graph does not state the mined fact, as for a comparison, nobody knows the others: such a role would
count right answers as wrong.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from kgforge import graph, paths, terms
from kgforge.errors import PatternError
from kgforge.mining.task import Task
from kgforge.patterns import Role
from kgforge.schema import Fact, Instance

MOST: Final = 1000
"""Of more facts than so many those of each second, third … instance are looked up."""


def check(task: Task, instances: Sequence[Instance]) -> None:
    """Refuse a pattern with a role whose right answers its graph cannot tell.

    A role that holds asks facts of the graph, one that is implied asks by a predicate of the graph,
    and has one answer unless it follows from facts that are asked as well.
    Raises PatternError with the role's line and the first fact that is not so.
    """
    if task.header.text:
        return  # what a sentence says is right by the sentence
    step = max(1, -(-sum(len(instance.facts) for instance in instances) // MOST))
    asked = [fact for instance in instances[::step] for fact in instance.facts]
    roles = {role.name: role for role in task.header.roles}
    for fact in itertools.chain(_unstated(task, asked), _unknown(task, asked)):
        raise PatternError(_refusal(task, roles[fact.role], fact))
    if alone := _without_premise(task):
        _refuse_several(task, alone, instances)


def _without_premise(task: Task) -> frozenset[str]:
    """The implied roles of a pattern that says nothing from which they follow.

    Beside premises the conclusion is one of those that follow; options hold one right answer.
    """
    roles = task.header.roles
    if task.header.options or any(role.kind == "holds" for role in roles):
        return frozenset()
    return frozenset(role.name for role in roles if role.kind == "implied")


def _refuse_several(task: Task, names: frozenset[str], instances: Sequence[Instance]) -> None:
    """Refuse an implied role that has several objects of a drawn subject, by the query's rows."""
    drawn = (fact for instance in instances for fact in instance.facts if fact.role in names)
    first = {(fact.role, fact.subject, fact.predicate): fact for fact in drawn}
    if not first:
        return
    for row in task.rows(task.query, task.values, "rows"):
        for fact in task.reader.facts([task.reader.drawn(row)]):
            asked = first.get((fact.role, fact.subject, fact.predicate), fact)
            if asked.object != fact.object:
                raise PatternError(_several(task, asked, fact))


def _several(task: Task, asked: Fact, other: Fact) -> str:
    at = task.query.at_role(asked.role)
    question = " ".join(map(terms.spelt, (asked.subject, asked.predicate, "?")))
    return (
        f"{at}: role: {asked.role}: by the query's own rows ({question}) has several right "
        f"answers, {terms.spelt(asked.object)} and {terms.spelt(other.object)} among them, and "
        "an implied role accepts one alone: add the facts from which it follows as roles, or "
        "give a choice (options:)"
    )


def _unstated(task: Task, asked: Sequence[Fact]) -> Iterator[Fact]:
    """Facts that should hold, and that the graph does not state."""
    holding = [fact for fact in asked if fact.holds is True]
    questions = {(fact.subject, fact.predicate) for fact in holding}
    chains = {one for one in questions if len(paths.hops(one[1])) > 1}
    found = graph.objects(task.store, questions - chains)
    reached = graph.reached(task.store, chains)
    for fact in holding:
        question = fact.subject, fact.predicate
        if question in chains and reached[question].wide:
            continue  # export leaves it out
        true = reached[question].ends if question in chains else found.get(question, ())
        if fact.object not in true:
            yield fact


def _unknown(task: Task, asked: Sequence[Fact]) -> Iterator[Fact]:
    """Implied facts by what is no predicate of the graph; of a foreign one nothing is asked."""
    implied = [fact for fact in asked if fact.holds is None and not fact.computed]
    if not implied or task.store.foreign:
        return
    known = {predicate for (predicate,) in graph.ask(task.store, "predicates")}
    for fact in implied:
        if fact.predicate not in known:
            yield fact


def _refusal(task: Task, role: Role, fact: Fact) -> str:
    at = task.query.at_role(role.name)
    spelt = " ".join(map(terms.spelt, (fact.subject, fact.predicate, fact.object)))
    if role.kind in {"holds", "chain"}:
        return (
            f"{at}: role: {role.name}: ({spelt}) is no fact of this graph, so its other right "
            "answers cannot be looked up: ask for a triple that the query matches"
        )
    return (
        f"{at}: role: {role.name}: {terms.spelt(fact.predicate)} is no predicate of this graph, so "
        f"the other right answers to ({spelt}) cannot be looked up: ask by a predicate of the graph"
    )
