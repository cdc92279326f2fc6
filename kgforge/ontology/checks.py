"""A check for each kind of constraint: where facts break it, told in one sentence with names."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from kgforge import terms
from kgforge.ontology.constraints import AxiomKind, Constraint
from kgforge.ontology.facts import Facts, literal
from kgforge.schema import Triple


class Violation(Struct, frozen=True):
    """One axiom broken at one thing."""

    axiom: str
    """In words and IRIs."""
    kind: AxiomKind
    property: str
    """The property whose axiom it is; empty for disjoint classes."""
    thing: str
    """What breaks it: a subject or object, as the statements have it."""
    statements: tuple[Triple, ...]
    """Those that break it, as they were given; none where known types alone do."""
    message: str
    """One sentence with names."""


def _domain(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    found: dict[str, list[Triple]] = {}
    for fact in facts.of(axiom.subject):
        found.setdefault(fact.subject, []).append(fact.given)
    yield from _misfits(facts, axiom, found)


def _range(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    found: dict[str, list[Triple]] = {}
    for fact in facts.of(axiom.subject):
        found.setdefault(fact.object, []).append(fact.given)
    yield from _misfits(facts, axiom, found)


def _misfits(
    facts: Facts, axiom: Constraint, things: Mapping[str, list[Triple]]
) -> Iterator[Violation]:
    for thing, given in things.items():
        if facts.fits(thing, axiom.objects) is False:
            place = "subject" if axiom.kind == "domain" else "object"
            yield _violation(
                facts, axiom, thing, given,
                f"{_name(thing)} is {facts.kind_of(thing)}, not {facts.names(axiom.objects)}, "
                f"which the {place} of {facts.names((axiom.subject,))} has to be",
            )  # fmt: skip


def _functional(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    for subject, objects in facts.objects(axiom.subject).items():
        if len(objects) > 1:
            yield _violation(
                facts, axiom, subject, _flat(objects),
                f"{_name(subject)} has {len(objects)} objects of {facts.names((axiom.subject,))}, "
                f"which has at most one: {_listed(objects)}",
            )  # fmt: skip


def _inverse_functional(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    subjects: dict[str, dict[str, list[Triple]]] = {}
    for fact in facts.of(axiom.subject):
        subjects.setdefault(fact.object, {}).setdefault(fact.subject, []).append(fact.given)
    for object, found in subjects.items():
        if len(found) > 1:
            yield _violation(
                facts, axiom, object, _flat(found),
                f"{_name(object)} has {len(found)} subjects of {facts.names((axiom.subject,))}, "
                f"which has at most one: {_listed(found)}",
            )  # fmt: skip


def _asymmetric(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    objects = facts.objects(axiom.subject)
    for subject, found in objects.items():
        for object in found:
            if back := objects.get(object, {}).get(subject):
                yield _violation(
                    facts, axiom, subject, found[object] + back,
                    f"{facts.names((axiom.subject,))} holds from {_name(subject)} to "
                    f"{_name(object)} and back, and never does both",
                )  # fmt: skip


def _irreflexive(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    for subject, found in facts.objects(axiom.subject).items():
        if subject in found:
            yield _violation(
                facts, axiom, subject, found[subject],
                f"{facts.names((axiom.subject,))} holds of {_name(subject)} and itself, "
                f"and never does",
            )  # fmt: skip


def _disjoint_properties(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    others = facts.objects(axiom.objects[0])
    for subject, found in facts.objects(axiom.subject).items():
        for object in found.keys() & others.get(subject, {}).keys():
            yield _violation(
                facts, axiom, subject, found[object] + others[subject][object],
                f"{facts.names((axiom.subject,))} and {facts.names(axiom.objects)} both hold of "
                f"{_name(subject)} and {_name(object)}, and never do",
            )  # fmt: skip


def _disjoint_classes(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    one, other = facts.members.get(axiom.subject, {}), facts.members.get(axiom.objects[0], {})
    for thing in sorted(one.keys() & other.keys()):
        yield _violation(
            facts, axiom, thing, [*one[thing], *other[thing]],
            f"{_name(thing)} is both {facts.names((axiom.subject,))} and "
            f"{facts.names(axiom.objects)}, and nothing is",
        )  # fmt: skip


def _maximum(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    for thing, objects in _of_members(facts, axiom):
        counted = {
            value: given
            for value, given in objects.items()
            if not axiom.objects or facts.fits(value, axiom.objects)
        }
        if len(counted) > axiom.count:
            yield _violation(
                facts, axiom, thing, _flat(counted),
                f"{_name(thing)} has {len(counted)} objects of {facts.names((axiom.subject,))}, "
                f"and {facts.names((axiom.on,))} at most {axiom.count}: {_listed(counted)}",
            )  # fmt: skip


def _minimum(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    for thing, objects in _of_members(facts, axiom):
        counted = {
            value: given
            for value, given in objects.items()
            if not axiom.objects or facts.fits(value, axiom.objects) is not False
        }
        if len(counted) < axiom.count:
            yield _violation(
                facts, axiom, thing, _flat(counted),
                f"{_name(thing)} has {len(counted)} objects of {facts.names((axiom.subject,))}, "
                f"and {facts.names((axiom.on,))} at least {axiom.count}",
            )  # fmt: skip


def _values(facts: Facts, axiom: Constraint) -> Iterator[Violation]:
    for thing, objects in _of_members(facts, axiom):
        wrong = {
            value: given
            for value, given in objects.items()
            if facts.fits(value, axiom.objects) is False
        }
        if wrong:
            yield _violation(
                facts, axiom, thing, _flat(wrong),
                f"{_listed(wrong)} is not {facts.names(axiom.objects)}, which every object of "
                f"{facts.names((axiom.subject,))} of {facts.names((axiom.on,))} is",
            )  # fmt: skip


def _of_members(facts: Facts, axiom: Constraint) -> Iterator[tuple[str, dict[str, list[Triple]]]]:
    """Things known to be of the class, each with its objects of the property."""
    objects = facts.objects(axiom.subject)
    for thing in sorted(facts.things):
        if axiom.on in facts.known(thing):
            yield thing, objects.get(thing, {})


CHECKS: Final[Mapping[AxiomKind, Callable[[Facts, Constraint], Iterator[Violation]]]] = {
    "domain": _domain,
    "range": _range,
    "datatype": _range,
    "functional": _functional,
    "inverse functional": _inverse_functional,
    "asymmetric": _asymmetric,
    "irreflexive": _irreflexive,
    "disjoint properties": _disjoint_properties,
    "disjoint classes": _disjoint_classes,
    "maximum": _maximum,
    "minimum": _minimum,
    "values": _values,
}


def _violation(
    facts: Facts, axiom: Constraint, thing: str, given: Iterable[Triple], message: str
) -> Violation:
    classes = axiom.kind == "disjoint classes"
    return Violation(
        axiom=str(axiom),
        kind=axiom.kind,
        property="" if classes else axiom.subject,
        thing=thing,
        statements=tuple(dict.fromkeys(given)),
        message=message,
    )


def _flat(given: Mapping[str, list[Triple]]) -> list[Triple]:
    return [statement for found in given.values() for statement in found]


def _listed(things: Iterable[str]) -> str:
    return ", ".join(map(_name, things))


def _name(thing: str) -> str:
    found = literal(thing)
    return found.value if found else terms.local_name(thing) if terms.is_iri(thing) else thing
