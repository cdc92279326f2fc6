"""A file of N-Triples in dictionaries, and what is counted of them once."""

from collections import Counter, defaultdict
from pathlib import Path

Row = tuple[str, ...]
Facts = dict[str, set[tuple[str, str]]]
"""Subject to its pairs of predicate and object: IRIs without brackets, literals in quotes."""
Labels = dict[str, set[str]]
"""Entity to its English labels."""
Told = dict[str, set[str]]
"""Subject to the predicates of its facts."""

WDT = "http://www.wikidata.org/prop/direct/"
TYPE, SUB = f"{WDT}P31", f"{WDT}P279"
_LABEL, _ENGLISH = "http://www.w3.org/2000/01/rdf-schema#label", "@en"


def read(path: str) -> tuple[Facts, Labels]:
    """The distinct facts of a file, and what it calls entities in English."""
    facts: Facts = defaultdict(set)
    labels: Labels = defaultdict(set)
    with Path(path).open(encoding="utf-8") as lines:
        for line in lines:
            subject, predicate, rest = line.split(" ", 2)
            object = rest.rstrip().removesuffix(" .")
            if iri(predicate) != _LABEL:
                facts[iri(subject)].add((iri(predicate), iri(object)))
            elif object.endswith(_ENGLISH):
                labels[iri(subject)].add(object.removesuffix(_ENGLISH))
    return dict(facts), dict(labels)


def iri(term: str) -> str:
    return term[1:-1] if term.startswith("<") else term


def is_iri(term: str) -> bool:
    return not term.startswith('"')


def triples_of(facts: Facts) -> Counter[str]:
    """How many facts each predicate has, self-loops left out."""
    return Counter(p for a, said in facts.items() for p, b in said if a != b)


def told(facts: Facts) -> Told:
    """Of each subject the predicates of its facts, self-loops left out."""
    return {a: {p for p, b in said if a != b} for a, said in facts.items()}


def degrees_of(facts: Facts) -> Counter[str]:
    """In how many facts each entity is, a self-loop counted once."""
    degrees = Counter({a: len(said) for a, said in facts.items()})
    degrees.update(b for a, said in facts.items() for _, b in said if a != b and is_iri(b))
    return degrees
