"""What is lacking where a mined folder gives no item: names of entities, or of predicates."""

from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import graph, terms
from kgforge.benchmark.ends import of_entities, of_predicates
from kgforge.errors import BenchmarkError
from kgforge.ontology import Vocabulary
from kgforge.schema import Made, folders
from kgforge.stores import Store

_SHOWN: Final = 3


class Lack(Struct, frozen=True):
    """What is lacking where no instance becomes an item."""

    mined: Path
    store: Store
    vocabulary: Vocabulary
    language: str

    def refuse(self, made: Sequence[Made]) -> None:
        """Raise BenchmarkError where there is no item, with what is lacking and what helps."""
        if any(pattern.items for pattern in made):
            return
        skipped = [(reason, n) for pattern in made for reason, n in pattern.skipped.items()]
        if not skipped:
            raise BenchmarkError(f"{self.mined} holds no instance: kgforge mine says why")
        told = "; ".join(f"{reason}: {count}" for reason, count in skipped)
        helps = self._helps({reason for reason, _ in skipped}, made)
        raise BenchmarkError("; ".join([f"{self.mined} gives no items ({told})", *helps]))

    def _helps(self, reasons: Set[str], made: Sequence[Made]) -> Iterator[str]:
        if of_entities(self.language) in reasons:
            yield (
                f"no name in {self.language} for entities: load labels (--labels FILE), or those "
                "of another language (--languages)"
            )
        if of_predicates(self.language) in reasons:
            yield (
                f"no name in {self.language} for {self._predicates(made)}: load a label "
                "(--labels FILE), or give one in an ontology (--templates FILE)"
            )

    def _predicates(self, made: Sequence[Made]) -> str:
        """A few of the predicates of the instances that have no name, by code point."""
        found = {
            fact.predicate
            for pattern in made
            for instance in folders.read_instances(self.mined, pattern.name)
            for fact in instance.facts
        }
        named = graph.predicates(
            self.store, found, self.language, lambda iri: self.vocabulary.label(iri, self.language)
        )
        return ", ".join(map(terms.spelt, sorted(found - named.keys())[:_SHOWN]))
