"""Where statements break an ontology's axioms, each violation naming its axiom.

``axioms`` lists what can be broken, ``violations`` finds where it is. What a statement implies
counts: by superproperties, equivalents, inverses and symmetry. What is not known is no violation:
an entity of unknown type neither passes nor fails a domain or range, nor does anything an
undeclared class; a minimum is only asked for where the statements are said to be complete.
Different names are taken for different things (OWL takes them to be perhaps the same).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

from kgforge import terms
from kgforge.ontology import datatypes
from kgforge.ontology.axioms import Restriction
from kgforge.ontology.model import TOPS, Ontology, local_name
from kgforge.schema import Triple

AxiomKind = Literal[
    "domain", "range", "datatype", "functional", "inverse functional", "asymmetric",
    "irreflexive", "disjoint properties", "disjoint classes", "maximum", "minimum", "values",
]  # fmt: skip

_OF_ENDS: Final[tuple[AxiomKind, ...]] = ("domain", "range", "datatype")

End = Literal["subject", "object"]

_WORDS: Final[Mapping[AxiomKind, str]] = {
    "domain": "the subject of {one} is a {others}",
    "range": "the object of {one} is a {others}",
    "datatype": "the object of {one} is a {others}",
    "functional": "{one} has at most one object",
    "inverse functional": "{one} has at most one subject",
    "asymmetric": "{one} never holds both ways",
    "irreflexive": "{one} never holds of a thing and itself",
    "disjoint properties": "{one} and {others} never hold of the same two",
    "disjoint classes": "nothing is both a {one} and a {others}",
    "maximum": "a {on} has at most {count} by {one}{that}",
    "minimum": "a {on} has at least {count} by {one}{that}",
    "values": "what a {on} has by {one} is a {others}",
}


class Axiom(Struct, frozen=True):
    """One thing that an ontology forbids."""

    kind: AxiomKind
    subject: str
    """The property; of disjoint classes one of them."""
    values: tuple[str, ...] = ()
    """Classes or datatypes, any of which will do; what the subject is disjoint from."""
    restriction: Restriction | None = None

    def __str__(self) -> str:
        """The axiom in words and IRIs."""
        shape = self.restriction.shape if self.restriction else ""
        words = _WORDS[self.kind].format(
            one=terms.compact(self.subject),
            others=" or ".join(map(terms.compact, self.values)),
            on=terms.compact(self.on),
            count=self.count,
            that=" of " + " or ".join(map(terms.compact, self.values)) if self.values else "",
        )
        return f"{self.kind}: {words}" + (f" ({terms.compact(shape)})" if shape else "")

    @property
    def count(self) -> int:
        """The number in a maximum or minimum."""
        found = self.restriction and (
            self.restriction.maximum if self.kind == "maximum" else self.restriction.minimum
        )
        return found or 0

    @property
    def on(self) -> str:
        """The class whose members a restriction is about."""
        return self.restriction.on if self.restriction else ""


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


class Implied(Struct, frozen=True, order=True):
    """A property that a statement implies."""

    property: str
    reversed: bool
    """Whether subject and object change places."""


def implied(ontology: Ontology, property: str) -> frozenset[Implied]:
    """All that a statement of a property implies, itself included.

    By superproperties, equivalents, inverses and symmetry.
    """
    start = Implied(property, reversed=False)
    found, waiting = {start}, [start]
    while waiting:
        one = waiting.pop()
        stated = ontology.properties.get(one.property)
        if stated is None:
            continue
        near = {Implied(iri, one.reversed) for iri in stated.parents + stated.equivalents}
        near |= {Implied(iri, not one.reversed) for iri in stated.inverses}
        if "symmetric" in stated.traits:
            near.add(Implied(one.property, not one.reversed))
        waiting.extend(near - found)
        found |= near
    return frozenset(found)


def axioms(ontology: Ontology, *, complete: bool = False) -> Iterator[Axiom]:
    """What the ontology forbids, property by property, then by class; minima if *complete*."""
    for iri, stated in ontology.properties.items():
        if domains := _readable(ontology, stated.domains, values=False):
            yield Axiom("domain", iri, domains)
        if ranges := _readable(ontology, stated.ranges):
            values = all(map(ontology.is_datatype, ranges))
            yield Axiom("datatype" if values else "range", iri, ranges)
        traits: tuple[AxiomKind, ...] = (
            "functional", "inverse functional", "asymmetric", "irreflexive",
        )  # fmt: skip
        yield from (Axiom(trait, iri) for trait in traits if trait in stated.traits)
        yield from (
            Axiom("disjoint properties", iri, (other,)) for other in stated.disjoint if iri < other
        )
    for iri, declared in ontology.classes.items():
        yield from (
            Axiom("disjoint classes", iri, (other,)) for other in declared.disjoint if iri < other
        )
    for restriction in ontology.restrictions:
        yield from _of_restriction(ontology, restriction, complete=complete)


def _of_restriction(ontology: Ontology, found: Restriction, *, complete: bool) -> Iterator[Axiom]:
    of = _readable(ontology, found.of)
    if found.maximum is not None and (of or not found.of):
        yield Axiom("maximum", found.property, of, found)
    if found.minimum and complete:
        yield Axiom("minimum", found.property, of, found)
    if only := _readable(ontology, found.only):
        yield Axiom("values", found.property, only, found)


def _readable(
    ontology: Ontology, alternatives: tuple[str, ...], *, values: bool = True
) -> tuple[str, ...]:
    """Alternatives that can be checked, datatypes by name resolved; none if one is not known.

    A class called as a datatype is (``Date``, ``number``) stands beside that datatype: it means
    what is known to be of it, and for texts of which nothing is known the datatype alone. Without
    *values* it is a class as any other.
    """
    found: list[str] = []
    for iri in alternatives:
        by_name = datatypes.named(iri) if values and not iri.startswith(terms.XSD) else ()
        declared = iri in ontology.classes and iri not in ontology.datatypes
        if iri in TOPS or not (declared or by_name or ontology.is_datatype(iri)):
            return ()
        found += ([iri] if declared or not by_name else []) + list(by_name)
    return tuple(dict.fromkeys(found))


def violations(
    ontology: Ontology,
    statements: Iterable[Triple],
    types: Mapping[str, frozenset[str]] | None = None,
    *,
    complete: bool = False,
) -> tuple[Violation, ...]:
    """Where statements break the ontology's axioms, axiom by axiom, in its order.

    Subjects and objects are terms or plain names; a name in quotes would be a literal. Predicates
    are the ontology's properties. *types* are the known classes of things, in the ontology's IRIs.
    If *complete*, nothing else is true of these things: what a minimum asks for can be missing,
    also where no statement names the thing.
    """
    checker = Checker(ontology, types or {})
    return checker.violations(statements, complete=complete)


class Checker:
    """An ontology and types, to check many sets of statements against."""

    def __init__(self, ontology: Ontology, types: Mapping[str, frozenset[str]]) -> None:
        self._ontology = ontology
        self._types = types
        self._axioms = {
            complete: tuple(axioms(ontology, complete=complete)) for complete in (False, True)
        }
        self._implied = {iri: implied(ontology, iri) for iri in ontology.properties}

    def violations(
        self,
        statements: Iterable[Triple],
        *,
        complete: bool = False,
        types: Mapping[str, frozenset[str]] | None = None,
    ) -> tuple[Violation, ...]:
        """As the function ``violations``; *types* instead of those that it was made with."""
        known = self._types if types is None else types
        facts = _Facts(self._ontology, known, self._implied, statements)
        if complete:
            facts.things.update(self._types)
        return tuple(
            found for axiom in self._axioms[complete] for found in _CHECKS[axiom.kind](facts, axiom)
        )

    def decided(
        self, statements: Iterable[Triple], types: Mapping[str, frozenset[str]] | None = None
    ) -> frozenset[tuple[Triple, End]]:
        """The ends of statements of which domains or ranges ask something, and all is known.

        Of an end that is asked for what is not known of it, it is not known whether it conforms.
        """
        known = self._types if types is None else types
        facts = _Facts(self._ontology, known, self._implied, statements)
        found: dict[tuple[Triple, End], bool] = {}
        for axiom in self._axioms[False]:
            if axiom.kind in _OF_ENDS:
                for fact in facts.of(axiom.subject):
                    thing = fact.subject if axiom.kind == "domain" else fact.object
                    key: tuple[Triple, End] = (fact.given, fact.end(thing))
                    sure = facts.fits(thing, axiom.values) is not None
                    found[key] = found.get(key, True) and sure
        return frozenset(key for key, sure in found.items() if sure)


class _Fact(Struct, frozen=True):
    """One end and the other of a statement, given or implied."""

    subject: str
    object: str
    given: Triple

    def end(self, thing: str) -> End:
        """Which end of the statement that was given a thing is."""
        return "subject" if thing == self.given.subject else "object"


class _Facts:
    """Statements with what they imply, and the types of things."""

    def __init__(
        self,
        ontology: Ontology,
        types: Mapping[str, frozenset[str]],
        implications: Mapping[str, frozenset[Implied]],
        statements: Iterable[Triple],
    ) -> None:
        self.ontology = ontology
        self._types = types
        self._by_property: dict[str, list[_Fact]] = {}
        for given in statements:
            alone = {Implied(given.predicate, reversed=False)}
            for one in sorted(implications.get(given.predicate, alone)):
                fact = _Fact(given.subject, given.object, given)
                if one.reversed:
                    fact = _Fact(given.object, given.subject, given)
                self._by_property.setdefault(one.property, []).append(fact)
        facts = [fact for found in self._by_property.values() for fact in found]
        self.things = {end for fact in facts for end in (fact.subject, fact.object)}

    def of(self, property: str) -> list[_Fact]:
        return self._by_property.get(property, [])

    def objects(self, property: str) -> dict[str, dict[str, list[Triple]]]:
        """Of each subject its objects, each with the statements that give it."""
        found: dict[str, dict[str, list[Triple]]] = {}
        for fact in self.of(property):
            found.setdefault(fact.subject, {}).setdefault(fact.object, []).append(fact.given)
        return found

    def known(self, thing: str) -> frozenset[str]:
        """The known types of a thing and what is above them; none: nothing is known."""
        declared = self._types.get(thing, frozenset()) & self.ontology.classes.keys()
        return frozenset().union(*map(self.ontology.superclasses, declared))

    def kind_of(self, thing: str) -> str:
        """What a thing is, in words for a message."""
        if literal := _literal(thing):
            return terms.spelt(literal.datatype or "text")
        declared = self._types.get(thing, frozenset()) & self.ontology.classes.keys()
        if declared:
            return " and ".join(map(self.ontology.label, sorted(declared)))
        return "an entity" if terms.is_iri(thing) else "text"

    def names(self, iris: Iterable[str]) -> str:
        """Classes, datatypes and properties by label, as alternatives."""
        return " or ".join(map(self.ontology.label, iris))

    def fits(self, thing: str, alternatives: Iterable[str]) -> bool | None:
        """Whether a thing is of any of some classes and datatypes; None: it is not known."""
        found = {self._is(thing, iri) for iri in self._meant(thing, tuple(alternatives))}
        return True if True in found else None if None in found else False

    def _meant(self, thing: str, alternatives: tuple[str, ...]) -> Iterator[str]:
        """The alternatives, for a text of unknown type without classes that stand for datatypes."""
        unknown = not terms.is_iri(thing) and not self.known(thing)
        for iri in alternatives:
            stands = iri in self.ontology.classes and datatypes.named(iri)
            if not (unknown and stands and set(stands) & set(alternatives)):
                yield iri

    def _is(self, thing: str, iri: str) -> bool | None:
        literal = _literal(thing)
        if iri in self.ontology.classes and iri not in self.ontology.datatypes:
            if literal:
                return False
            known = self.known(thing)
            return iri in known if known else None
        if literal:
            return datatypes.has(iri, literal)
        if terms.is_iri(thing) or self.known(thing):
            return terms.is_iri(thing) and iri == terms.XSD + "anyURI"
        return datatypes.reads(iri, thing)

    @cached_property
    def members(self) -> Mapping[str, Mapping[str, tuple[Triple, ...]]]:
        """Of each class its members, by known types and by what domains and ranges imply.

        Each has the statements that make it one; none where a type is known.
        """
        found: dict[str, dict[str, tuple[Triple, ...]]] = {}
        for thing in self.things:
            for iri in self.known(thing):
                found.setdefault(iri, {})[thing] = ()
        for property, facts in self._by_property.items():
            for iri, end in implied_types(self.ontology, property):
                for fact in facts:
                    thing = fact.subject if end == "subject" else fact.object
                    found.setdefault(iri, {}).setdefault(thing, (fact.given,))
        return found


def _literal(thing: str) -> terms.Literal | None:
    """A literal's parts; None for an IRI, and for a name that only begins as a literal does."""
    try:
        return terms.parse_literal(thing) if terms.is_literal(thing) else None
    except ValueError:
        return None


def implied_types(ontology: Ontology, property: str) -> Iterator[tuple[str, End]]:
    """The classes that the ends of a statement have by the property's one domain and one range."""
    stated = ontology.properties.get(property)
    if stated is not None:
        for iri in _only(ontology, stated.domains):
            yield iri, "subject"
        for iri in _only(ontology, stated.ranges):
            yield iri, "object"


def _only(ontology: Ontology, alternatives: tuple[str, ...]) -> frozenset[str]:
    checked = _readable(ontology, alternatives)
    if len(checked) != 1 or ontology.is_datatype(checked[0]):
        return frozenset()
    return ontology.superclasses(checked[0])


# ── The checks ──────────────────────────────────────────────────────────────────────────────────
def _domain(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    found: dict[str, list[Triple]] = {}
    for fact in facts.of(axiom.subject):
        found.setdefault(fact.subject, []).append(fact.given)
    yield from _misfits(facts, axiom, found)


def _range(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    found: dict[str, list[Triple]] = {}
    for fact in facts.of(axiom.subject):
        found.setdefault(fact.object, []).append(fact.given)
    yield from _misfits(facts, axiom, found)


def _misfits(
    facts: _Facts, axiom: Axiom, things: Mapping[str, list[Triple]]
) -> Iterator[Violation]:
    for thing, given in things.items():
        if facts.fits(thing, axiom.values) is False:
            place = "subject" if axiom.kind == "domain" else "object"
            yield _violation(
                facts, axiom, thing, given,
                f"{_name(thing)} is {facts.kind_of(thing)}, not {facts.names(axiom.values)}, which "
                f"the {place} of {facts.names((axiom.subject,))} has to be",
            )  # fmt: skip


def _functional(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    for subject, objects in facts.objects(axiom.subject).items():
        if len(objects) > 1:
            yield _violation(
                facts, axiom, subject, _flat(objects),
                f"{_name(subject)} has {len(objects)} objects of {facts.names((axiom.subject,))}, "
                f"which has at most one: {_listed(objects)}",
            )  # fmt: skip


def _inverse_functional(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
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


def _asymmetric(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    objects = facts.objects(axiom.subject)
    for subject, found in objects.items():
        for object in found:
            if back := objects.get(object, {}).get(subject):
                yield _violation(
                    facts, axiom, subject, found[object] + back,
                    f"{facts.names((axiom.subject,))} holds from {_name(subject)} to "
                    f"{_name(object)} and back, and never does both",
                )  # fmt: skip


def _irreflexive(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    for subject, found in facts.objects(axiom.subject).items():
        if subject in found:
            yield _violation(
                facts, axiom, subject, found[subject],
                f"{facts.names((axiom.subject,))} holds of {_name(subject)} and itself, "
                f"and never does",
            )  # fmt: skip


def _disjoint_properties(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    others = facts.objects(axiom.values[0])
    for subject, found in facts.objects(axiom.subject).items():
        for object in found.keys() & others.get(subject, {}).keys():
            yield _violation(
                facts, axiom, subject, found[object] + others[subject][object],
                f"{facts.names((axiom.subject,))} and {facts.names(axiom.values)} both hold of "
                f"{_name(subject)} and {_name(object)}, and never do",
            )  # fmt: skip


def _disjoint_classes(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    one, other = facts.members.get(axiom.subject, {}), facts.members.get(axiom.values[0], {})
    for thing in sorted(one.keys() & other.keys()):
        yield _violation(
            facts, axiom, thing, [*one[thing], *other[thing]],
            f"{_name(thing)} is both {facts.names((axiom.subject,))} and "
            f"{facts.names(axiom.values)}, and nothing is",
        )  # fmt: skip


def _maximum(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    for thing, objects in _of_members(facts, axiom):
        counted = {
            value: given
            for value, given in objects.items()
            if not axiom.values or facts.fits(value, axiom.values)
        }
        if len(counted) > axiom.count:
            yield _violation(
                facts, axiom, thing, _flat(counted),
                f"{_name(thing)} has {len(counted)} objects of {facts.names((axiom.subject,))}, "
                f"and {facts.names((axiom.on,))} at most {axiom.count}: {_listed(counted)}",
            )  # fmt: skip


def _minimum(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    for thing, objects in _of_members(facts, axiom):
        counted = {
            value: given
            for value, given in objects.items()
            if not axiom.values or facts.fits(value, axiom.values) is not False
        }
        if len(counted) < axiom.count:
            yield _violation(
                facts, axiom, thing, _flat(counted),
                f"{_name(thing)} has {len(counted)} objects of {facts.names((axiom.subject,))}, "
                f"and {facts.names((axiom.on,))} at least {axiom.count}",
            )  # fmt: skip


def _values(facts: _Facts, axiom: Axiom) -> Iterator[Violation]:
    for thing, objects in _of_members(facts, axiom):
        wrong = {
            value: given
            for value, given in objects.items()
            if facts.fits(value, axiom.values) is False
        }
        if wrong:
            yield _violation(
                facts, axiom, thing, _flat(wrong),
                f"{_listed(wrong)} is not {facts.names(axiom.values)}, which every object of "
                f"{facts.names((axiom.subject,))} of {facts.names((axiom.on,))} is",
            )  # fmt: skip


def _of_members(facts: _Facts, axiom: Axiom) -> Iterator[tuple[str, dict[str, list[Triple]]]]:
    """Things known to be of the class, each with its objects of the property."""
    objects = facts.objects(axiom.subject)
    for thing in sorted(facts.things):
        if axiom.on in facts.known(thing):
            yield thing, objects.get(thing, {})


_CHECKS: Final[Mapping[AxiomKind, Callable[[_Facts, Axiom], Iterator[Violation]]]] = {
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


# ── Words ───────────────────────────────────────────────────────────────────────────────────────
def _violation(
    facts: _Facts, axiom: Axiom, thing: str, given: Iterable[Triple], message: str
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
    literal = _literal(thing)
    return literal.value if literal else local_name(thing) if terms.is_iri(thing) else thing
