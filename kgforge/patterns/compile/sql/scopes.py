"""Where an expression finds its variables: a relation, and around EXISTS the outer ones."""

from kgforge.patterns.compile.faults import unbound
from kgforge.patterns.compile.sql.relations import Relation
from kgforge.patterns.compile.sql.values import Columns, Value


class Scope:
    """Relations, the innermost first."""

    def __init__(self, *relations: Relation) -> None:
        self.relations = relations

    def within(self, relation: Relation) -> "Scope":
        """The scope of a pattern that stands in this one."""
        return Scope(relation, *self.relations)

    def value(self, name: str) -> Value:
        """What a variable is. Raises Uncovered for one that nothing here binds."""
        return self._holder(name).values[name]

    def lexical(self, name: str) -> Columns:
        """Text, datatype and language of a variable that is a term."""
        return self._holder(name).lexical(name)

    def knows(self, name: str) -> bool:
        """Whether a variable is bound here."""
        return any(name in relation.values for relation in self.relations)

    def _holder(self, name: str) -> Relation:
        for relation in self.relations:
            if name in relation.values:
                return relation
        raise unbound(name)
