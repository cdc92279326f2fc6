"""What is wrong with a published data set of sentences and triples, and where.

**Leaks.** A test sentence leaks where train or validation has it, too, or one of its triples, or
the *twin* of one: the same fact in the other direction, by a symmetric relation or by the inverse
one. All are compared by ``same``. Which relations have twins is said by the ontologies' Turtle, and
by the vocabularies that ship, whose predicates are matched to relations as a graph's are. Twins are
counted apart, as the published counts of leaks are without them. **Mojibake** is UTF-8 that was
read as Latin-1 or Windows-1252: a text is mended where all of it, written so, is UTF-8.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import formats, ontology, plugins, terms
from kgforge.errors import OntologyError
from kgforge.extraction import GOLD, DataSet, Passage, Subset, support
from kgforge.matching import same
from kgforge.ontology import Ontology, differences, mapping, turtle, vocabulary
from kgforge.schema import TextTriple

BEFORE: Final = ("train", "validation")
"""Splits that a model may have seen."""
Keys = Callable[[Passage], Iterable[object]]
"""What two sentences share that are not told apart."""


class Finding(Struct, frozen=True):
    """One thing that is wrong."""

    where: str
    """File, from the data set's folder, and line."""
    what: str


class Check(Struct, frozen=True):
    """What was looked for, and what was found."""

    name: str
    of: int
    """Among how many it was looked for."""
    findings: tuple[Finding, ...]


class Spot(Struct, frozen=True):
    """A sentence, and where it stands."""

    subset: str
    split: str
    file: str
    line: int
    passage: Passage

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"


def audit(address: str) -> list[Check]:
    """All checks of a data set (``FORMAT:FOLDER``), those that found nothing among them.

    Raises BenchmarkError where it cannot be read, AddressError for a format that is none.
    """
    name, folder = plugins.split(address)
    return list(_checks(formats.texts(name).read(Path(folder))))


def sentence(passage: Passage) -> list[str]:
    """What two passages with one sentence share."""
    return [same(passage.text)]


def triples(passage: Passage) -> list[TextTriple]:
    """What two passages with a triple in common share."""
    return list(map(alike, passage.gold))


def _line(passage: Passage) -> list[tuple[str, frozenset[TextTriple]]]:
    return [(same(passage.text), frozenset(triples(passage)))]


def alike(triple: TextTriple) -> TextTriple:
    """What two triples share that are the same."""
    return TextTriple(same(triple.subject), same(triple.relation), same(triple.object))


class Twins:
    """Which relations of a data set are symmetric, or one another's inverse."""

    def __init__(self, data: DataSet) -> None:
        known = vocabulary.shipped()
        reversible = {iri for iri, _ in known.links if known.inverses(iri) or known.symmetric(iri)}
        labels = {iri: (known.label(iri, "en") or "",) for iri in reversible}
        names: dict[str, set[str]] = defaultdict(set)
        pairs = {(iri, other) for iri in reversible for other in known.inverses(iri)}
        pairs.update((iri, iri) for iri in known.symmetric_predicates)
        for one in (form for subset in data.subsets for form in _readable(subset)):
            matches = mapping.map_properties(one, labels)
            for iri, found in one.properties.items():
                said = {same(text) for texts in found.labels.values() for text in texts}
                for meant in (iri, *matches.iris(iri)):
                    names[meant] |= said
                pairs.update((iri, other) for other in found.inverses)
                pairs.update({(iri, iri)} if "symmetric" in found.traits else ())
        self._of: dict[str, set[str]] = defaultdict(set)
        for iri, other in pairs:
            for relation in names.get(iri, ()):
                self._of[relation] |= names.get(other, set())

    def __call__(self, passage: Passage) -> Iterator[TextTriple]:
        """The twins of a passage's triples, as ``alike`` has them."""
        for one in triples(passage):
            for relation in sorted(self._of.get(one.relation, ())):
                twin = TextTriple(one.object, relation, one.subject)
                if twin != one:
                    yield twin


def _readable(subset: Subset) -> Iterator[Ontology]:
    """The forms of an ontology that can be read."""
    yield subset.ontology
    if subset.turtle is not None:
        with suppress(OntologyError):
            yield ontology.read(subset.turtle)


def spots(data: DataSet) -> list[Spot]:
    """Every sentence of every split."""
    return [
        Spot(subset.name, split, str(lines.path.relative_to(data.path)), number, passage)
        for subset in data.subsets
        for split, lines in subset.lines.items()
        for number, passage in enumerate(lines.passages, 1)
    ]


# ── Checks ──────────────────────────────────────────────────────────────────────────────────────
def _checks(data: DataSet) -> Iterator[Check]:
    found = spots(data)
    gold = [spot for spot in found if spot.split == GOLD]
    shares: tuple[tuple[str, Keys, Keys], ...] = (
        ("sentence", sentence, sentence),
        ("item by a triple", triples, triples),
        ("item by the twin of a triple", Twins(data), triples),
    )
    for split in BEFORE:
        seen = [spot for spot in found if spot.split == split]
        for what, own, others in shares:
            for scope in ("the same ontology", "any ontology") if seen else ():
                within = scope != "any ontology"
                name = f"test {what} also in {split} of {scope}"
                yield Check(name, len(gold), tuple(_leaks(gold, seen, own, others, within=within)))
    relations = sum(len(each.ontology.relation_labels) for each in data.subsets)
    yield Check("id of a domain or range that is no concept", relations, tuple(_dangling(data)))
    yield Check("id that stands again", len(found), tuple(_again(found, lambda one: [one.id])))
    for split in (*BEFORE, GOLD):
        part = [spot for spot in found if spot.split == split]
        of, what = ("test", "sentence") if split == GOLD else (f"{split}:", "line")
        keys: Keys = sentence if split == GOLD else _line
        many = sum(len(spot.passage.gold) for spot in part)
        if part:
            yield Check(f"{split}: {what} that stands again", len(part), tuple(_again(part, keys)))
            yield Check(f"{split}: sentence with mojibake", len(part), tuple(_mojibake(part)))
            again = f"{of} triple that its sentence lists again"
            yield Check(again, many, tuple(_repeated(part)))
    without = [_found(spot, "no triple") for spot in gold if not spot.passage.gold]
    yield Check("test sentence without a triple", len(gold), tuple(without))
    forms = tuple(_forms(data))
    yield Check("difference between an ontology's JSON and Turtle", len(data.subsets), forms)


def _found(spot: Spot, what: str) -> Finding:
    return Finding(spot.where, f"{spot.passage.id}: {what}")


def _leaks(
    gold: Iterable[Spot], seen: Iterable[Spot], own: Keys, others: Keys, *, within: bool
) -> Iterator[Finding]:
    """What of *gold* has a key that something seen has; *within* the same ontology, or in any."""
    there: dict[tuple[str, object], Spot] = {}
    for spot in seen:
        for key in others(spot.passage):
            there.setdefault((spot.subset if within else "", key), spot)
    for spot in gold:
        shared = ((spot.subset if within else "", key) for key in own(spot.passage))
        other = next((there[key] for key in shared if key in there), None)
        if other is not None:
            yield _found(spot, f"as in {other.where}")


def _dangling(data: DataSet) -> Iterator[Finding]:
    for subset in data.subsets:
        for found in differences.undeclared(subset.ontology):
            relation = subset.ontology.label(found.property)
            what = f"the {found.place} of {relation} is {terms.local_name(found.iri)}"
            yield Finding(f"ontologies/{subset.ontology.source}", what)


def _again(spots: Iterable[Spot], keys: Keys) -> Iterator[Finding]:
    """What has a key that stood in the same file before."""
    first: dict[tuple[str, object], Spot] = {}
    for spot in spots:
        for key in keys(spot.passage):
            before = first.setdefault((spot.file, key), spot)
            if before is not spot:
                yield _found(spot, f"as in line {before.line}")


def _mojibake(spots: Iterable[Spot]) -> Iterator[Finding]:
    for spot in spots:
        better = support.mended(spot.passage.text)
        if better != spot.passage.text:
            yield _found(spot, better)


def _repeated(spots: Iterable[Spot]) -> Iterator[Finding]:
    for spot in spots:
        for triple, times in Counter(triples(spot.passage)).items():
            said = f"{triple.relation}({triple.subject}, {triple.object})"
            yield from [_found(spot, said)] * (times - 1)


def _forms(data: DataSet) -> Iterator[Finding]:
    """Where the two forms of an ontology differ, or that there is but one that can be read.

    The Turtle is taken as JSON would say it, which has no place for other axioms than domains and
    ranges.
    """
    for subset in data.subsets:
        where = f"ontologies/{subset.ontology.source}"
        if subset.turtle is None:
            yield Finding(where, "there is no Turtle")
            continue
        try:
            other = ontology.read(subset.turtle)
            plain = ontology.of_compact(subset.turtle, turtle.compact(other))
        except OntologyError as error:
            yield Finding(where, str(error))
            continue
        for found in differences.differences(subset.ontology, plain or other):
            here, there = (", ".join(each) or "nothing" for each in (found.here, found.there))
            about = f"{found.kind} {terms.local_name(found.iri)}".rstrip()
            yield Finding(where, f"{about}: {here}; in Turtle {there}")
