"""Small graphs written by hand: facts and names as short texts, kept in the real store."""

import random
from collections.abc import Iterable, Mapping
from pathlib import Path

from kgforge import stores, terms
from kgforge.graph.names import Book
from kgforge.ontology.vocabulary import Vocabulary, read_only
from kgforge.schema import Entry, Fact, Instance, Label, Mention, Sentence, Triple
from kgforge.stores import Store

EX = "http://example.org/"
"""The namespace of all names here."""


def iri(name: str) -> str:
    """A literal as it is, any other name under the namespace."""
    return name if terms.is_literal(name) else EX + name


def triple(text: str) -> Triple:
    """``a p b`` as a fact."""
    subject, predicate, object = text.split(maxsplit=2)
    return Triple(iri(subject), iri(predicate), iri(object))


def label(name: str, text: str, kind: str = "label", language: str = "en") -> Label:
    return Label(iri(name), kind, text, language)  # type: ignore[arg-type]


def sentence(text: str, fact: str, subject: str, object: str, source: str = "a page") -> Sentence:
    """A sentence that expresses one fact; the spans are those of the two words in it."""
    spans = [(text.index(word), text.index(word) + len(word)) for word in (subject, object)]
    mention = Mention(triple(fact), *spans)
    return Sentence(f"urn:sentence:{source}:{text}".replace(" ", "_"), text, source, (mention,))


def entries(
    facts: Iterable[str],
    labels: Iterable[Label] = (),
    sentences: Iterable[Sentence] = (),
    *,
    unnamed: Iterable[str] = (),
) -> list[Entry]:
    """One entry per record. Entities without a label of their own are called by their names,
    in capitals, the *unnamed* excepted."""
    triples = [triple(fact) for fact in facts]
    given = list(labels)
    entities = {term for fact in triples for term in (fact.subject, fact.object)}
    own = {label.entity for label in given if label.kind == "label"}
    others = entities - own - set(map(iri, unnamed))
    given += [
        Label(entity, "label", entity.removeprefix(EX).capitalize(), "en")
        for entity in sorted(others)
        if not terms.is_literal(entity)
    ]
    return [
        *(Entry(triples=(fact,)) for fact in triples),
        *(Entry(labels=(one,)) for one in given),
        *(Entry(sentences=(one,)) for one in sentences),
    ]


OWL = terms.PREFIXES["owl"]


def false(*facts: str) -> Entry:
    """Facts verified as false, as OWL's negative property assertions."""
    axioms = []
    for number, found in enumerate(map(triple, facts)):
        kind = "targetValue" if terms.is_literal(found.object) else "targetIndividual"
        parts = {
            "sourceIndividual": found.subject,
            "assertionProperty": found.predicate,
            kind: found.object,
        }
        node = iri(f"false{number}")
        axioms += [Triple(node, OWL + word, said) for word, said in parts.items()]
    return Entry(axioms=tuple(axioms))


def filled(store: Store, found: list[Entry], *, order: int | None = None) -> Store:
    """The store with the entries in it, added in a shuffled order when one is given."""
    if order is not None:
        random.Random(order).shuffle(found)
    store.add(found)
    return store


def memory(found: list[Entry], *, order: int | None = None) -> Store:
    return filled(stores.open("oxigraph:", stores.WRITE), found, order=order)


def instance(pattern: str, roles: Mapping[str, str], key: str = "") -> Instance:
    """An instance; a role's fact begins with ``not`` or ``implied`` where it is no plain one."""
    facts = []
    for role, text in roles.items():
        kind, _, rest = text.partition(" ")
        holds = {"not": False, "implied": None}.get(kind, True)
        found = triple(text if holds else rest)
        facts.append(Fact(role, found.subject, found.predicate, found.object, holds))
    return Instance(pattern, "a group", (key or pattern).ljust(64, "0"), tuple(facts))


def said(path: Path, turtle: str) -> Vocabulary:
    """An ontology of these statements alone; four prefixes are declared."""
    path.write_text(
        f"@prefix ex: <{EX}> . @prefix kgf: <urn:kgforge:ns#> .\n"
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n" + turtle,
        encoding="utf-8",
    )
    return read_only([path])


def book(store: Store, names: Iterable[str], language: str = "en") -> Book:
    """A book that has asked for these names."""
    found = Book(store, language)
    found.ask(map(iri, names))
    return found
