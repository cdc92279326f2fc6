"""What a system wrote of a sentence, judged triple by triple: matching, support and conformance.

*Match*: relations are compared without case and separators, ends by any of their known names (an
English plural counts, where nothing fits better), a date at the precision that the gold gives (the
sentence, where gold is a time at midnight), a number by value, and by unit where both have one; a
relation that the ontology declares symmetric matches either way round. A triple that says again
what another said is not counted.
*Support*: an end is hallucinated where neither the sentence names it (``support``) nor a
gold triple of the sentence nor a concept of the ontology is called so. *Conformance*: a triple
conforms when its relation is the ontology's and it breaks no axiom (``ontology.conformance``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec import Struct

from kgforge import quantities
from kgforge.extraction import support
from kgforge.extraction.passage import Figures, Passage
from kgforge.matching import unseparated
from kgforge.ontology import Checker, End, Ontology, Violation
from kgforge.schema import Entity, TextTriple, Triple

GOLD: Final = "gold"
"""What supports an end that a gold triple of the sentence names, and the sentence does not."""
CONCEPT: Final = "concept"
"""What supports an end that is called as a concept of the ontology is."""


class Judged(Struct, frozen=True):
    """One triple that a system wrote."""

    triple: TextTriple
    gold: int | None
    """The place of the gold triple that it matches; None: it matches none that is left."""
    known: bool
    """Whether its relation is one of the ontology's."""
    subject: str
    """By what its subject is supported: ``support.How``, GOLD or CONCEPT; empty: by nothing."""
    object: str
    violations: tuple[Violation, ...] = ()
    """The axioms that it breaks, with others or alone."""
    decided: tuple[End, ...] = ()
    """The ends that its relation's domain or range speaks of, and that are known to fit or not."""


class Verdict(Struct, frozen=True):
    """What is to be said of one sentence."""

    figures: Figures
    judged: tuple[Judged, ...]
    """The triples written, repetitions left out, in their order."""
    missed: tuple[TextTriple, ...]
    """The gold triples that none of them matches."""


class Judge:
    """An ontology, to judge many sentences by."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._concepts = frozenset(map(support.identity, ontology.concept_labels))
        self._checker = Checker(ontology, {})

    def figures(self, passage: Passage) -> Figures:
        """The seven figures of one sentence; what is a share of no triples is undefined."""
        return self.verdict(passage).figures

    def verdict(self, passage: Passage) -> Verdict:
        """Judge what a system wrote of a sentence."""
        names = _Names(passage.entities, passage.text)
        gold = tuple(self._unique(passage.gold, names).values())
        if passage.system is None:
            return Verdict(Figures(0, 0, 0, None, None, None, None), (), gold)
        matched = list(self._matched(passage.system, gold, names))
        said = self._said([triple for triple, _ in matched], names)
        broken, decided = self._checked(said, names)
        there = frozenset(chain.from_iterable(names.all(end) for one in gold for end in _ends(one)))
        judged = tuple(
            Judged(
                triple,
                place,
                bool(self._ontology.properties_named(triple.relation)),
                self._ground(triple.subject, passage.text, there, names),
                self._ground(triple.object, passage.text, there, names),
                broken.get(triple, ()),
                decided.get(triple, ()),
            )
            for triple, place in matched
        )
        found = {one.gold for one in judged}
        missed = tuple(one for place, one in enumerate(gold) if place not in found)
        return Verdict(_figures(judged, len(gold)), judged, missed)

    def _matched(
        self, system: Iterable[TextTriple], gold: Sequence[TextTriple], names: "_Names"
    ) -> Iterator[tuple[TextTriple, int | None]]:
        """Each triple with the gold one that it matches, each said once.

        Those that are the same come first, then plurals and more precise dates: the order in
        which triples are written makes no difference.
        """
        unique = self._unique(system, names)
        found: dict[object, int] = {}
        for agree in (names.same, names.agree):
            for key, triple in unique.items():
                if key not in found:
                    left = (at for at in range(len(gold)) if at not in found.values())
                    place = next((at for at in left if self._fits(triple, gold[at], agree)), None)
                    if place is not None:
                        found[key] = place
        for key, triple in unique.items():
            again = any(self._fits(triple, one, names.agree) for one in gold)
            if key in found or not again:
                yield triple, found.get(key)

    def _unique(self, triples: Iterable[TextTriple], names: "_Names") -> dict[object, TextTriple]:
        """The triples that say something else than those before them."""
        unique: dict[object, TextTriple] = {}
        for triple in triples:
            unique.setdefault(
                (unseparated(triple.relation), *map(names.first, _ends(triple))), triple
            )
        return unique

    def _fits(
        self, written: TextTriple, gold: TextTriple, agree: Callable[[str, str], bool]
    ) -> bool:
        return any(all(agree(*ends) for ends in way) for way in self.ways(written, gold))

    def ways(
        self, written: TextTriple, gold: TextTriple
    ) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
        """Which ends have to be the same, written and gold's, for two triples of one relation.

        A symmetric relation has two ways, triples of different relations none.
        """
        if self._is_one(written.relation, gold.relation):
            subject, object = _ends(gold)
            yield (written.subject, subject), (written.object, object)
            if self._is_symmetric(gold.relation):
                yield (written.object, subject), (written.subject, object)

    def _is_one(self, relation: str, other: str) -> bool:
        """Whether two relations are called alike, or name one property of the ontology."""
        one, two = (set(self._ontology.properties_named(name)) for name in (relation, other))
        return unseparated(relation) == unseparated(other) or not one.isdisjoint(two)

    def _is_symmetric(self, relation: str) -> bool:
        properties = map(self._ontology.properties.get, self._ontology.properties_named(relation))
        return any(found is not None and "symmetric" in found.traits for found in properties)

    def _ground(self, end: str, text: str, gold: frozenset[str], names: "_Names") -> str:
        if how := support.support(names.all(end), text):
            return how
        if any(support.same(name, one) for name in names.all(end) for one in gold):
            return GOLD
        return CONCEPT if names.of(end) & self._concepts else ""

    def _said(
        self, triples: Iterable[TextTriple], names: "_Names"
    ) -> Mapping[Triple, list[TextTriple]]:
        """What triples say in the ontology's terms; a relation that is several properties, none."""
        said: dict[Triple, list[TextTriple]] = {}
        for triple in triples:
            properties = self._ontology.properties_named(triple.relation)
            if len(properties) == 1:
                ends = [names.term(end) for end in _ends(triple)]
                said.setdefault(Triple(ends[0], properties[0], ends[1]), []).append(triple)
        return said

    def _checked(
        self, said: Mapping[Triple, list[TextTriple]], names: "_Names"
    ) -> tuple[Mapping[TextTriple, tuple[Violation, ...]], Mapping[TextTriple, tuple[End, ...]]]:
        """The violations of each triple, and the ends of each that could be judged."""
        things = {end for one in said for end in (one.subject, one.object)}
        types = {thing: names.types(thing) for thing in things}
        found: dict[TextTriple, list[Violation]] = {}
        for violation in self._checker.violations(said, types=types):
            for triple in chain.from_iterable(said[one] for one in violation.statements):
                found.setdefault(triple, []).append(violation)
        broken = {triple: tuple(dict.fromkeys(each)) for triple, each in found.items()}
        decided: dict[TextTriple, tuple[End, ...]] = {}
        for one, end in sorted(self._checker.decided(said, types)):
            for triple in said[one]:
                decided[triple] = (*decided.get(triple, ()), end)
        return broken, decided


class _Names:
    """What is known of the names in one sentence's triples."""

    def __init__(self, entities: Iterable[Entity], text: str) -> None:
        self._text = text
        self._spelt: dict[object, str] = {}
        known = tuple(entities)
        labels = ((entity.label, entity) for entity in known)
        aliases = ((name, entity) for entity in known for name in entity.aliases)
        self._entities: dict[object, Entity] = {}
        for name, entity in chain(labels, aliases):
            self._entities.setdefault(support.identity(name), entity)

    def all(self, name: str) -> tuple[str, ...]:
        """The name, and the others of what is called so."""
        entity = self._entities.get(support.identity(name))
        return (name, entity.label, *entity.aliases) if entity else (name,)

    def of(self, name: str) -> frozenset[object]:
        """What the names of what is called so have in common with all that are the same."""
        return frozenset(map(support.identity, self.all(name)))

    def first(self, name: str) -> object:
        """What the names of one thing have in common."""
        return support.identity(self.term(name))

    def same(self, written: str, gold: str) -> bool:
        """Whether a written name is one of the gold's, a number with the same unit or none."""
        return support.identity(written) in self.of(gold)

    def agree(self, written: str, gold: str) -> bool:
        """As ``same``, but for an English plural and a unit that one alone has.

        A date, whether it covers the gold's.
        """
        if self._plural(written, gold) or any(support.same(written, n) for n in self.all(gold)):
            return True
        said, wanted = quantities.date(written), self._date(gold)
        return said is not None and wanted is not None and said.covers(wanted)

    def _date(self, gold: str) -> quantities.Date | None:
        """The date of gold, as precise as it is, or at midnight as the sentence tells it."""
        known = quantities.date(gold)
        if known is None or not quantities.is_midnight(gold):
            return known
        return max(filter(known.covers, quantities.dates(self._text)), default=known)

    def _plural(self, written: str, gold: str) -> bool:
        """Whether the words are the same but for plurals; values have none."""
        if not isinstance(support.identity(written), str):
            return False
        return support.words(written) in {support.words(name) for name in self.all(gold)}

    def term(self, name: str) -> str:
        """The name by which axioms know what is called so, however it is spelt.

        In quotation marks it is no literal.
        """
        identity = support.identity(name)
        if entity := self._entities.get(identity):
            return entity.label.strip('"')
        is_name = isinstance(identity, str)
        return (self._spelt.setdefault(identity, name) if is_name else name).strip('"')

    def types(self, name: str) -> frozenset[str]:
        """The known classes of what is called so."""
        entity = self._entities.get(support.identity(name))
        return frozenset(entity.types) if entity else frozenset()


def _ends(triple: TextTriple) -> tuple[str, str]:
    return triple.subject, triple.object


def _figures(judged: Sequence[Judged], gold: int) -> Figures:
    """Where no triple was to be written and none is, that is right; where none is, no more."""
    right = sum(one.gold is not None for one in judged)
    precision = right / len(judged) if judged else float(not gold)
    recall = right / gold if gold else 1.0
    both = precision + recall
    return Figures(
        precision,
        recall,
        2 * precision * recall / both if both else 0.0,
        _share([one.known and not one.violations for one in judged]),
        _share([not one.known for one in judged]),
        _share([not one.subject for one in judged]),
        _share([not one.object for one in judged]),
    )


def _share(hits: Sequence[bool]) -> float | None:
    return sum(hits) / len(hits) if hits else None
