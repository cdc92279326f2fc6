"""What of an entry can be stored and was asked for; the rest is counted, or stops a strict load."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from kgforge import cleaning, spellings, terms
from kgforge.errors import SourceError
from kgforge.graph.options import LoadOptions
from kgforge.graph.origins import Origin
from kgforge.graph.tallies import Tally
from kgforge.naming import is_id, is_own_id, without_code
from kgforge.ontology import bookkeeping, vocabulary
from kgforge.schema import Entry, Label, Sentence, Skip, Triple

_MARKUP: Final = tuple(f"^^<{terms.PREFIXES['rdf']}{name}>" for name in ("XMLLiteral", "HTML"))
"""How literals end that are XML or HTML."""
_WIKIDATA: Final = (terms.PREFIXES["wd"], terms.PREFIXES["wdt"])
_TEXT_OF_MARKUP: Final = "a value with markup (rdf:XMLLiteral, rdf:HTML): its text is read"


def sifted(entry: Entry, origin: Origin, options: LoadOptions, tally: Tally) -> Entry:
    """The entry without what cannot be stored or was not asked for, each counted."""
    tally.documents += entry.documents
    for found in entry.skipped:
        skip(found, origin, options, tally)
    for column in entry.unread:
        tally.unread.add("further columns left alone", f"{origin.title}, {column}")
    for remark in entry.remarks:
        tally.remarks.add(remark.reason, remark.where, origin)
    tally.doubts.extend(f"{origin.title}: {doubt}" for doubt in entry.doubts)
    tally.know_unasked(entry.unasked)
    tally.graphs.update(entry.graphs)
    if not origin.is_graph:
        entry = unified(entry, tally.mixture)
        entry = _without_markup(entry, origin, options, tally)
    facts, said = _parted(entry.triples, origin, options, tally)
    room = None if options.limit is None else max(0, options.limit - tally.read)
    kept = tuple(_storable(facts[:room], origin, options, tally))
    negatives = tuple(false(entry.negatives, origin, options, tally))
    labels = tuple(naming(entry.labels, origin, options, tally))
    if not origin.is_graph:
        axioms = tuple(a for a in entry.axioms if is_storable(a, origin, options, tally))
        entry = msgspec.structs.replace(entry, axioms=axioms)
    tally.read += len(kept)
    tally.axioms += len(said)
    tally.kept += len(kept) + len(negatives) + len(said) + len(entry.axioms)
    tally.kept += 0 if options.predicates else len(labels)
    if not origin.is_graph:
        tally.know_named(labels)
        tally.axioms += len(entry.axioms)
        if entry.axioms:  # only then is the shipped vocabulary read
            _count_axioms(entry.axioms, origin, tally)
        tally.sources.extend(entry.sources)
    if said:
        entry = msgspec.structs.replace(entry, axioms=(*entry.axioms, *said))
    if labels != entry.labels:
        entry = msgspec.structs.replace(entry, labels=labels)
    if len(kept) == len(entry.triples) and len(negatives) == len(entry.negatives):
        # A graph that is copied gives its sentences after its facts.
        return _without_excluded(entry, options) if options.exclude else entry
    sentences = tuple(_expressing(entry.sentences, frozenset(kept)))
    return msgspec.structs.replace(entry, triples=kept, negatives=negatives, sentences=sentences)


def unified(entry: Entry, mixture: spellings.Mixture) -> Entry:
    """Return the entry with each identifier in its one spelling."""
    statements = (*entry.triples, *entry.negatives, *entry.axioms)
    terms_ = itertools.chain.from_iterable(map(_parts, statements))
    every = itertools.chain(terms_, (label.entity for label in entry.labels))
    if not any(spellings.is_other(term) or mixture.may_unify(term) for term in every):
        return entry

    def unify(term: str) -> str:
        return (mixture.may_unify(term) and mixture.unified(term)) or spellings.unified(term)

    def unify_all(triples: Iterable[Triple]) -> tuple[Triple, ...]:
        return tuple(Triple(*map(unify, _parts(triple))) for triple in triples)

    return msgspec.structs.replace(
        entry,
        triples=unify_all(entry.triples),
        negatives=unify_all(entry.negatives),
        axioms=unify_all(entry.axioms),
        labels=tuple(
            msgspec.structs.replace(label, entity=unify(label.entity)) for label in entry.labels
        ),
    )


def _without_markup(entry: Entry, origin: Origin, options: LoadOptions, tally: Tally) -> Entry:
    """Return the entry with the texts of values that are XML or HTML in place of these."""
    if not any(triple.object.endswith(_MARKUP) for triple in entry.triples):
        return entry

    def read(triple: Triple) -> Triple:
        if not triple.object.endswith(_MARKUP):
            return triple
        skip(Skip(_TEXT_OF_MARKUP, triple.subject, usual=True), origin, options, tally)
        text = cleaning.text_of_markup(terms.text_of(triple.object))
        return Triple(triple.subject, triple.predicate, terms.literal(text))

    return msgspec.structs.replace(entry, triples=tuple(map(read, entry.triples)))


def _parts(triple: Triple) -> tuple[str, str, str]:
    return triple.subject, triple.predicate, triple.object


def _count_axioms(axioms: Iterable[Triple], origin: Origin, tally: Tally) -> None:
    """Count by reason what a loader gives as axioms, but for types, which are no vocabulary."""
    schema, types = bookkeeping.shipped(), vocabulary.shipped()
    given = {*types.type_predicates, *types.subclass_predicates}
    for axiom in axioms:
        reason = schema.reason(axiom)
        if reason or axiom.predicate not in given:
            where = f"{axiom.subject} {axiom.predicate}"
            tally.vocabulary.add(reason or bookkeeping.DOCUMENTATION, where, origin)


def _parted(
    triples: tuple[Triple, ...], origin: Origin, options: LoadOptions, tally: Tally
) -> tuple[tuple[Triple, ...], tuple[Triple, ...]]:
    """Return the facts among some triples, and what is said of the vocabulary itself.

    A predicate that ``--predicates`` names makes facts, whatever it is.
    """
    schema = bookkeeping.shipped()
    facts: list[Triple] = []
    said: list[Triple] = []
    for triple in triples:
        reason = schema.reason(triple)
        is_statement = reason in {bookkeeping.STATEMENT, bookkeeping.IDENTITY}
        is_named = triple.predicate in options.predicates and is_statement
        if not reason or is_named or not options.asks(triple.predicate):
            facts.append(triple)
        elif is_storable(triple, origin, options, tally):
            where = f"{triple.subject} {triple.predicate}"
            tally.vocabulary.add(reason, where, origin)
            said.append(triple)
    return (tuple(facts), tuple(said)) if said else (triples, ())


def naming(
    labels: Iterable[Label], origin: Origin, options: LoadOptions, tally: Tally
) -> Iterator[Label]:
    """Yield the labels that name what can be an entity, mended where other programs damaged them.

    Of a graph, which is copied, all labels of entities are yielded as they are.
    """
    for label in labels if origin.is_graph else _mended(labels, origin, options, tally):
        if not _is_entity(label.entity):
            skip(Skip("not a valid IRI", label.entity), origin, options, tally)
        elif reason := "" if origin.is_graph else _no_name(label):
            skip(Skip(reason, label.entity, usual=True), origin, options, tally)
        else:
            yield label


def _mended(
    labels: Iterable[Label], origin: Origin, options: LoadOptions, tally: Tally
) -> Iterator[Label]:
    for label in labels:
        text = " ".join(cleaning.clean_text(label.text).split())
        named = without_code(label.entity, text)
        if text == " ".join(label.text.split()):
            yield label if named == label.text else msgspec.structs.replace(label, text=named)
        else:
            where = f"{label.entity}: {cleaning.difference(label.text, text)}"
            skip(Skip(cleaning.MENDED, where, usual=True), origin, options, tally)
            yield msgspec.structs.replace(label, text=named)


def _no_name(label: Label) -> str:
    """Why a text names nothing; empty for one that does."""
    if not label.text.strip():
        return "an empty name"
    if label.kind == "description":
        return ""
    if cleaning.is_lost(label.text):
        return cleaning.LOST
    is_curated = label.entity.startswith(_WIKIDATA)  # LOC105477371 is what a gene is called there
    if cleaning.is_no_label(label.text) and not is_curated:
        return "a mark for a missing value in place of a name (N/A, NULL)"
    if is_own_id(label.entity, label.text) or (is_id(label.text) and not is_curated):
        return "an id in place of a name"
    return ""


def false(
    found: Iterable[Triple], origin: Origin, options: LoadOptions, tally: Tally
) -> Iterator[Triple]:
    """The statements verified as false that can be stored and were asked for."""
    for one in found:
        if options.asks(one.predicate) and is_storable(one, origin, options, tally):
            tally.negatives += 1
            tally.know_false(one.subject, one.predicate)
            yield one


def is_storable(axiom: Triple, origin: Origin, options: LoadOptions, tally: Tally) -> bool:
    """Whether a statement beside the facts can be stored; it is counted where it cannot."""
    valid = _is_valid(axiom)
    if valid:
        tally.know_ontology(axiom)
    else:
        where = _quoted(axiom)
        skip(Skip("not a valid IRI", where), origin, options, tally)
    return valid


def _quoted(triple: Triple) -> str:
    """A statement with its IRIs whole, though there be blanks in them."""
    return " ".join(
        term if terms.is_literal(term) else terms.shown(term) for term in _parts(triple)
    )


def _is_valid(triple: Triple) -> bool:
    """Whether every store keeps a triple, whose object alone may be a literal."""
    ends = (triple.subject, triple.predicate)
    return all(map(_is_entity, ends)) and terms.is_valid(triple.object)


def _is_entity(term: str) -> bool:
    return terms.is_valid(term) and not terms.is_literal(term)


def skip(found: Skip, origin: Origin, options: LoadOptions, tally: Tally) -> None:
    """Count what cannot be used. Raises SourceError for it when strict."""
    if options.strict and not found.usual:
        where = origin.called.title if origin.called else origin.rest
        raise SourceError(f"{where}: {found.where}: {found.reason} (--strict)")
    tally.skip(found, origin)


def _storable(
    triples: Iterable[Triple], origin: Origin, options: LoadOptions, tally: Tally
) -> Iterator[Triple]:
    for triple in triples:
        if not options.asks(triple.predicate):
            reason = "predicate not asked for"
            if triple.predicate in options.exclude:
                reason = "an excluded predicate"
                tally.excluded.add(triple.predicate)
            tally.skip(Skip(reason, triple.predicate, triple=True), origin)
        elif not _is_valid(triple):
            where = _quoted(triple)
            skip(Skip("not a valid IRI", where, triple=True), origin, options, tally)
        else:
            yield triple


def _without_excluded(entry: Entry, options: LoadOptions) -> Entry:
    """Return the entry without mentions of facts whose predicates are excluded."""
    sentences = (
        msgspec.structs.replace(
            sentence,
            mentions=tuple(
                mention
                for mention in sentence.mentions
                if mention.fact.predicate not in options.exclude
            ),
        )
        for sentence in entry.sentences
    )
    return msgspec.structs.replace(entry, sentences=tuple(sentences))


def _expressing(sentences: Iterable[Sentence], kept: frozenset[Triple]) -> Iterator[Sentence]:
    for sentence in sentences:
        mentions = tuple(mention for mention in sentence.mentions if mention.fact in kept)
        if mentions:
            yield msgspec.structs.replace(sentence, mentions=mentions)
