"""Where statements break an ontology's axioms, each violation naming its axiom.

``constraints`` lists what can be broken, ``violations`` finds where it is. What a statement implies
counts: by superproperties, equivalents, inverses and symmetry. What is not known is no violation:
an entity of unknown type neither passes nor fails a domain or range, nor does anything an
undeclared class; a minimum is only asked for where the statements are said to be complete.
Different names are taken for different things (OWL takes them to be perhaps the same).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from kgforge.ontology.checks import CHECKS, Violation
from kgforge.ontology.constraints import AxiomKind, constraints
from kgforge.ontology.facts import Facts
from kgforge.ontology.implications import End, implied
from kgforge.ontology.model import Ontology
from kgforge.schema import Triple

_OF_ENDS: Final[tuple[AxiomKind, ...]] = ("domain", "range", "datatype")


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
        self._constraints = {
            complete: tuple(constraints(ontology, complete=complete)) for complete in (False, True)
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
        facts = Facts(self._ontology, known, self._implied, statements)
        if complete:
            facts.things.update(self._types)
        return tuple(
            found
            for axiom in self._constraints[complete]
            for found in CHECKS[axiom.kind](facts, axiom)
        )

    def decided(
        self, statements: Iterable[Triple], types: Mapping[str, frozenset[str]] | None = None
    ) -> frozenset[tuple[Triple, End]]:
        """The ends of statements of which domains or ranges ask something, and all is known.

        Of an end that is asked for what is not known of it, it is not known whether it conforms.
        """
        known = self._types if types is None else types
        facts = Facts(self._ontology, known, self._implied, statements)
        found: dict[tuple[Triple, End], bool] = {}
        for axiom in self._constraints[False]:
            if axiom.kind in _OF_ENDS:
                for fact in facts.of(axiom.subject):
                    thing = fact.subject if axiom.kind == "domain" else fact.object
                    key: tuple[Triple, End] = (fact.given, fact.end(thing))
                    sure = facts.fits(thing, axiom.objects) is not None
                    found[key] = found.get(key, True) and sure
        return frozenset(key for key, sure in found.items() if sure)
