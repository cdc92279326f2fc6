"""What the graph says about a batch of instances."""

from collections.abc import Mapping

from msgspec import Struct

from kgforge.benchmark.chains import Chains
from kgforge.benchmark.ends import is_chain
from kgforge.benchmark.subjects import OfSubjects
from kgforge.schema import Evidence, Fact

Key = tuple[str, str]
"""A question: subject and predicate."""


def question_of(fact: Fact) -> Key:
    """What a fact asks."""
    return fact.subject, fact.predicate


class Asked(Struct, frozen=True):
    """All that items are made of, by question, term or fact."""

    objects: Mapping[Key, tuple[str, ...]]
    false: Mapping[Key, frozenset[str]]
    """What is verified as false, and true nowhere in the graph."""
    twins: Mapping[Key, tuple[str, ...]]
    """Subjects by (predicate, object)."""
    reached: Mapping[str, frozenset[str]]
    """What each term reaches by any transitive predicate."""
    degrees: Mapping[str, int]
    evidence: Mapping[tuple[str, str, str], tuple[Evidence, ...]]
    subjects: OfSubjects
    chains: Chains
    follows: Mapping[Key, frozenset[str]] = {}
    """What is right by axioms, be it stated or not; of questions that axioms say something of."""

    def true(self, fact: Fact) -> tuple[str, ...]:
        """All that is right by the graph: of a chain all its ends."""
        if is_chain(fact):
            return self.chains.ends(fact)
        return () if fact.computed else self.objects.get(question_of(fact), ())
