"""What is lacking where a mined folder gives no item: names of entities, or of predicates."""

from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import graph, terms
from kgforge.benchmark.ends import MALFORMED, of_entities, of_predicates, of_units, of_values
from kgforge.errors import BenchmarkError
from kgforge.ontology import Vocabulary
from kgforge.schema import Made, Manifest, folders
from kgforge.stores import Store

OF_ENTITIES: Final = "load labels (--labels FILE), or those of another language (--languages)"
OF_PREDICATES: Final = "load a label (--labels FILE), or give one in an ontology (--templates FILE)"
OF_UNITS: Final = "load labels of the units (--labels FILE)"
OF_VALUES: Final = "the language has no form for them, or kgforge cannot read them"
OF_MALFORMED: Final = "mend them in the source"
"""What would name what has no name."""
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
            yield f"no name in {self.language} for entities: {OF_ENTITIES}"
        if of_units(self.language) in reasons:
            yield f"no name in {self.language} for units: {OF_UNITS}"
        if of_values(self.language) in reasons:
            yield f"no words in {self.language} for values: {OF_VALUES}"
        if MALFORMED in reasons:
            yield f"values malformed for their datatype: {OF_MALFORMED}"
        if of_predicates(self.language) in reasons:
            yield f"no name in {self.language} for {self._predicates(made)}: {OF_PREDICATES}"

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


def said(manifest: Manifest) -> Iterator[str]:
    """How many instances are left out for want of a name, and what would do; a line for each."""
    for language in manifest.languages:
        wanting = {
            of_entities(language): (f"an entity has no name in {language}", OF_ENTITIES),
            of_units(language): (f"the unit of a value has no name in {language}", OF_UNITS),
            of_values(language): (f"a value has no words in {language}", OF_VALUES),
            MALFORMED: ("a value is malformed for its datatype", OF_MALFORMED),
            of_predicates(language): (f"a predicate has no name in {language}", OF_PREDICATES),
        }
        for reason, (why, helps) in wanting.items():
            own = (one for one in manifest.patterns if not one.variant_of)
            found = {one.name: one.skipped.get(reason, 0) for one in own}
            if many := sum(found.values()):
                names = ", ".join(name for name, count in found.items() if count)
                yield f"{names}: {many:,} instances are left out, since {why}: {helps}"
