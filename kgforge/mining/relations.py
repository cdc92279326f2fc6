"""The relations of ontologies in a graph's terms: by which predicates, between which classes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files, graph, ontology, patterns, terms
from kgforge.errors import OntologyError, PatternError
from kgforge.graph import names
from kgforge.mining import parameters, settings
from kgforge.mining.parameters import ANY, CLASS, LITERAL, Relations
from kgforge.ontology import Ontology, Signature, Vocabulary, mapping
from kgforge.patterns import Pattern
from kgforge.schema import Mapped, Mined, TemplateFile
from kgforge.stores import Store

_LANGUAGE: Final = "en"


class Found(Struct, frozen=True):
    """The relations of several ontologies, and how they were found."""

    relations: Relations = Relations()
    mapped: tuple[Mapped, ...] = ()


def of_files(paths: Iterable[Path], store: Store, vocabulary: Vocabulary) -> Found:
    """The relations of ontologies in files. Raises OntologyError for one that cannot be read."""
    return find([ontology.read(path) for path in paths], store, vocabulary)


def find(ontologies: Sequence[Ontology], store: Store, vocabulary: Vocabulary) -> Found:
    """Match ontologies to a graph (``mapping``); a class that it does not have stays itself.

    Raises OntologyError for two of one name, which groups could not tell apart.
    """
    if not ontologies:
        return Found()
    for name, count in Counter(one.name for one in ontologies).items():
        if count > 1:
            raise OntologyError(f"{count} ontologies are called {name}: rename a file, or its id")
    predicates = _named(_predicates(ontologies, store), store, vocabulary)
    classes = _named(_classes(ontologies, store, vocabulary), store, vocabulary)
    mapped = tuple(
        Mapped(
            one.name,
            mapping.map_properties(one, predicates),
            mapping.map_classes(one, classes),
        )
        for one in ontologies
    )
    pairs = tuple(zip(ontologies, mapped, strict=True))
    rows = (row for one, found in pairs for row in _relations(one, found))
    unique = dict.fromkeys(tuple(row.items()) for row in rows)
    return Found(Relations(tuple(map(dict, unique)), _below(pairs)), mapped)


def _relations(one: Ontology, found: Mapped) -> Iterator[dict[str, str]]:
    for signature in one.signatures():
        for predicate in found.properties.iris(signature.property):
            for domain in _iris(signature.domain, found):
                for range in _iris(signature.range, found):
                    yield _relation(one, signature, predicate, domain, range)


def _below(pairs: Iterable[tuple[Ontology, Mapped]]) -> dict[str, tuple[str, ...]]:
    """What the parts of each domain and range stand for (``Relations.below``)."""
    below: dict[str, set[str]] = defaultdict(set)
    for one, found in pairs:
        signatures = one.signatures()
        for term in {end for each in signatures for end in (each.domain, each.range) if end}:
            parts = one.subclasses(term) - {term}
            there = {iri for part in parts for iri in found.classes.iris(part)}
            for iri in _iris(term, found):
                below[iri] |= there
    return {iri: tuple(sorted(there)) for iri, there in below.items() if there}


def _iris(term: str | None, found: Mapped) -> tuple[str, ...]:
    """What a class stands for; one that the graph lacks, a datatype, and none for themselves."""
    return (found.classes.iris(term) or (term,)) if term else (ontology.TOP,)


def _relation(
    one: Ontology, signature: Signature, predicate: str, domain: str, range: str
) -> dict[str, str]:
    literal = signature.range is not None and one.is_datatype(signature.range)
    return {
        "ontology": one.name,
        "p": predicate,
        "domain": domain,
        "range": range,
        "subjects": CLASS if signature.domain else ANY,
        "objects": LITERAL if literal else CLASS if signature.range else ANY,
    }


def some(iris: Sequence[str]) -> str:
    """The local names of the first five of some terms of an ontology."""
    return ", ".join([*map(terms.local_name, iris[:5]), *["…"] * (len(iris) > 5)])


def with_reason(found: Mined, mapped: Sequence[Mapped]) -> Mined:
    """A pattern that was mined, with the reason why ontologies gave it nothing."""
    return msgspec.structs.replace(found, reason=_reason(found, mapped))


def _reason(found: Mined, mapped: Sequence[Mapped]) -> str:
    """Why there is nothing, where an ontology's classes are asked for and the graph has none."""
    if found.groups or found.params.get("types") != "strict":
        return ""
    if any(one.classes.matches for one in mapped):
        return ""
    unmatched = [term for one in mapped for term in one.classes.unmatched]
    return (
        f"types=strict needs known types, and none of the {len(unmatched)} classes of the "
        f"ontologies is one of this graph ({some(unmatched)}): add types with kgforge "
        "load --types-from, or use types=open"
    )


# ── what a graph has ────────────────────────────────────────────────────────────────────────────
def _named(iris: set[str], store: Store, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Each IRI with its English labels: the graph's, and those that ship."""
    said = names.labelled(store, iris, _LANGUAGE)
    labels = (
        (iri, (said[iri].label if iri in said else None, vocabulary.label(iri, _LANGUAGE)))
        for iri in sorted(iris)
    )
    return {iri: tuple(filter(None, found)) for iri, found in labels}


def _predicates(ontologies: Sequence[Ontology], store: Store) -> set[str]:
    """A graph's predicates; of someone else's, what an ontology may speak of."""
    if store.foreign:
        return {iri for one in ontologies for iri in _spoken(one.relations, "wdt")}
    return {str(iri) for (iri,) in graph.ask(store, "predicates")}


def _classes(ontologies: Sequence[Ontology], store: Store, vocabulary: Vocabulary) -> set[str]:
    """What is a type of something, or above or below another class, in facts or beside them."""
    if store.foreign:
        return {iri for one in ontologies for iri in _spoken(one.classes, "wd")}
    below = set(vocabulary.subclass_predicates)
    kinds = below.union(vocabulary.type_predicates)
    asked = (graph.ask(store, "pool", predicate=kind) for kind in sorted(kinds))
    found = {str(one) for rows in asked for (one,) in rows}
    for s, p, o in graph.ask(store, "axioms"):
        found |= ({str(o)} if p in kinds else set()) | ({str(s)} if p in below else set())
    return {one for one in found if not terms.is_literal(one)}


def _spoken(iris: Iterable[str], prefix: str) -> Iterator[str]:
    for iri in iris:
        yield iri
        yield terms.PREFIXES[prefix] + terms.local_name(iri)


def copy(paths: Sequence[Path], mapped: Sequence[Mapped], folder: Path) -> None:
    """Keep the ontologies with what was mined by them: prompts and scores are in their words."""
    if paths:
        folder.mkdir()
    for path, one in zip(paths, mapped, strict=True):
        name = one.ontology.replace("/", "%2F")
        (folder / f"{name}{path.suffix}").write_bytes(path.read_bytes())


def files_of(axioms: Vocabulary, ontologies: Sequence[Path]) -> tuple[TemplateFile, ...]:
    """The files of axioms that were used; JSON is of no use but as an ontology."""
    used = [TemplateFile(source.file, source.sha256) for source in axioms.sources]
    used += [TemplateFile(one.name, files.sha256(one)) for one in ontologies]
    return tuple(dict.fromkeys(used))


def refuse_strange(
    paths: Sequence[Path], asked: Sequence[Pattern], mapped: Sequence[Mapped]
) -> None:
    """Raise PatternError where a pattern wants relations, and the graph has none of them."""
    wanting = [
        one.name for one in asked if any(map(parameters.is_of_ontologies, one.header.params))
    ]
    if wanting:
        unmatched = [term for one in mapped for term in one.properties.unmatched]
        raise PatternError(
            f"{wanting[0]}: none of the {len(unmatched)} relations of "
            f"{', '.join(path.name for path in paths)} is a predicate of this graph, by IRI, "
            f"Wikidata id, local name or label ({some(unmatched)}): name another "
            "ontology or graph"
        )


def without_ontology(names: Sequence[str | Path], params: Mapping[str, str]) -> dict[str, str]:
    """The patterns that ``all`` means and that cannot be asked without an ontology."""
    if "all" not in names:
        return {}
    unnamed = [name for name in patterns.names_of_all() if name not in names]
    return {
        name: f"wants an ontology (--ontology) or --param {name}.{parameter.name}=…"
        for name in unnamed
        for parameter in patterns.read_pattern(name).header.params
        if parameters.is_of_ontologies(parameter)
        and parameter.name not in settings.of_pattern(params, name)
    }
