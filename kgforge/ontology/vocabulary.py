"""Turtle and template files: labels, templates and axioms of predicates.

Every file becomes statements of one vocabulary (``ontologies/kgforge.ttl``, OWL, RDFS), in the
order in which the file has them; LAMA's ``relations.jsonl`` and BEAR's ``metadata_relations.json``
are read as if they were such a file.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge import naming, resources, terms
from kgforge.errors import OntologyError
from kgforge.ontology import syntax
from kgforge.schema import Source, Triple
from kgforge.terms import KGF, PREFIXES

TEMPLATE: Final = KGF + "template"
IMPLIED_TEMPLATE: Final = KGF + "impliedTemplate"
DAY_TEMPLATE: Final = KGF + "dayTemplate"
PERIOD_TEMPLATE: Final = KGF + "periodTemplate"
PARAPHRASE: Final = KGF + "paraphrase"
IMPLIED_PARAPHRASE: Final = KGF + "impliedParaphrase"
QUESTION: Final = KGF + "question"
IMPLIED_QUESTION: Final = KGF + "impliedQuestion"
NOUN_TEMPLATE: Final = KGF + "nounTemplate"
_TYPE_PREDICATE: Final = KGF + "typePredicate"
_SUBCLASS_PREDICATE: Final = KGF + "subclassPredicate"
TYPE: Final = PREFIXES["rdf"] + "type"
_LABEL: Final = PREFIXES["rdfs"] + "label"
_COMMENT: Final = PREFIXES["rdfs"] + "comment"
_DESCRIPTION: Final = PREFIXES["schema"] + "description"
INVERSE: Final = PREFIXES["owl"] + "inverseOf"
SUBPROPERTY: Final = PREFIXES["rdfs"] + "subPropertyOf"
EQUIVALENT: Final = PREFIXES["owl"] + "equivalentProperty"
DOMAIN: Final = PREFIXES["rdfs"] + "domain"
RANGE: Final = PREFIXES["rdfs"] + "range"
CHAIN: Final = PREFIXES["owl"] + "propertyChainAxiom"
FIRST: Final = PREFIXES["rdf"] + "first"
REST: Final = PREFIXES["rdf"] + "rest"
SAME_CLASS: Final = PREFIXES["owl"] + "equivalentClass"
SAME: Final = PREFIXES["owl"] + "sameAs"
_MINED: Final = KGF + "minedInverse"
SYMMETRIC: Final = PREFIXES["owl"] + "SymmetricProperty"
TRANSITIVE: Final = PREFIXES["owl"] + "TransitiveProperty"
_FUNCTIONAL: Final = PREFIXES["owl"] + "FunctionalProperty"
_INVERSE_FUNCTIONAL: Final = PREFIXES["owl"] + "InverseFunctionalProperty"

WORDINGS: Final = frozenset(
    {TEMPLATE, IMPLIED_TEMPLATE, DAY_TEMPLATE, PERIOD_TEMPLATE, PARAPHRASE, IMPLIED_PARAPHRASE}
)
QUESTIONS: Final = frozenset({QUESTION, IMPLIED_QUESTION})
WITHOUT_OBJECT: Final = QUESTIONS | {NOUN_TEMPLATE}
GIVEN: Final = WORDINGS | WITHOUT_OBJECT
"""By what a file says how facts are put."""
BETWEEN_PROPERTIES: Final = (INVERSE, SUBPROPERTY, EQUIVALENT)
"""By what a file says how the facts of one property follow from those of another."""
BY_PROPERTY: Final = (*BETWEEN_PROPERTIES, DOMAIN, RANGE)
"""By what a file says what follows from the facts of a property."""
_AXIOMS: Final = frozenset({*BY_PROPERTY, SAME_CLASS, SAME, CHAIN, FIRST, REST})
SLOTS: Final = ("[X]", "[Y]")
"""Where subject and object go: a wording has each once, a question or noun the subject alone."""


class Vocabulary(Struct, frozen=True):
    """What some files say about predicates. Texts and statements keep the order of the files."""

    sources: tuple[Source, ...]
    """The files, in the order in which they were read, each once."""
    texts: Mapping[tuple[str, str, str], tuple[str, ...]]
    """Texts by (subject, predicate, language in lower case)."""
    links: Mapping[tuple[str, str], tuple[str, ...]]
    """IRIs and other literals by (subject, predicate)."""
    symmetric_predicates: frozenset[str]
    transitive_predicates: frozenset[str]
    functional_predicates: frozenset[str]
    type_predicates: tuple[str, ...]
    """Predicates that link an entity to its class."""
    subclass_predicates: tuple[str, ...]
    """Predicates that link a class to a broader one."""
    inverse_functional_predicates: frozenset[str] = frozenset()

    def templates(self, predicate: str, language: str) -> tuple[str, ...]:
        """The templates of a predicate, the main one first; empty when it has none."""
        return self._texts(predicate, TEMPLATE, language)

    def implied_templates(self, predicate: str, language: str) -> tuple[str, ...]:
        """The templates for a fact that follows from others, the main one first."""
        return self._texts(predicate, IMPLIED_TEMPLATE, language)

    def day_templates(self, predicate: str, language: str) -> tuple[str, ...]:
        """The templates of a predicate that fit days alone."""
        return self._texts(predicate, DAY_TEMPLATE, language)

    def period_templates(self, predicate: str, language: str) -> tuple[str, ...]:
        """The templates for a date that is less precise than a day, the main one first."""
        return self._texts(predicate, PERIOD_TEMPLATE, language)

    def paraphrases(self, predicate: str, language: str) -> tuple[str, ...]:
        """What a model made of the templates of a predicate."""
        return self._texts(predicate, PARAPHRASE, language)

    def implied_paraphrases(self, predicate: str, language: str) -> tuple[str, ...]:
        """What a model made of the templates for a fact that follows from others."""
        return self._texts(predicate, IMPLIED_PARAPHRASE, language)

    def noun_templates(self, predicate: str, language: str) -> tuple[str, ...]:
        """What an object of a predicate is called by its subject, the main one first."""
        return self._texts(predicate, NOUN_TEMPLATE, language)

    def questions(self, predicate: str, language: str) -> tuple[str, ...]:
        """The questions for the object of a predicate, the main one first."""
        return self._texts(predicate, QUESTION, language)

    def implied_questions(self, predicate: str, language: str) -> tuple[str, ...]:
        """The same for a fact that follows from others."""
        return self._texts(predicate, IMPLIED_QUESTION, language)

    def label(self, iri: str, language: str) -> str | None:
        """The first label of a predicate or class in a language."""
        return next(iter(self._texts(iri, _LABEL, language)), None)

    def description(self, iri: str, language: str) -> str | None:
        """The first description of a predicate or class: schema:description, or rdfs:comment."""
        found = (*self._texts(iri, _DESCRIPTION, language), *self._texts(iri, _COMMENT, language))
        return next(iter(found), None)

    def symmetric(self, predicate: str) -> bool:
        """Whether a fact of this predicate implies its reverse."""
        return predicate in self.symmetric_predicates

    def transitive(self, predicate: str) -> bool:
        """Whether two steps of this predicate imply one."""
        return predicate in self.transitive_predicates

    def functional(self, predicate: str) -> bool:
        """Whether a subject has one object of this predicate, exceptions apart."""
        return predicate in self.functional_predicates

    def inverse_functional(self, predicate: str) -> bool:
        """Whether an object has one subject of this predicate, exceptions apart."""
        return predicate in self.inverse_functional_predicates

    def inverses(self, predicate: str) -> frozenset[str]:
        """The predicates whose facts are this one's reversed, in whichever direction it is said.

        Those that are so by rules that were mined are among them.
        """
        return self.stated_inverses(predicate).union(self.links.get((predicate, _MINED), ()))

    def stated_inverses(self, predicate: str) -> frozenset[str]:
        """The same by axioms alone."""
        return frozenset(self.links.get((predicate, INVERSE), ()))

    def linked(self, *wanted: str) -> Iterator[tuple[str, str]]:
        """Yield the subjects and objects of links by some predicates."""
        for (one, link), found in self.links.items():
            if link in wanted:
                yield from ((one, other) for other in found)

    def with_inverses(
        self, pairs: Iterable[tuple[str, str]], *, mined: bool = False
    ) -> "Vocabulary":
        """The same, and of each pair of predicates the facts are the other's reversed.

        A predicate that is paired with itself is thereby symmetric. *mined* says whether that is no
        more than a rule that was found in facts.
        """
        link = _MINED if mined else INVERSE
        links = {key: dict.fromkeys(found) for key, found in self.links.items()}
        for one, other in pairs:
            links.setdefault((one, link), {})[other] = None
            links.setdefault((other, link), {})[one] = None
        whole = {key: tuple(found) for key, found in links.items()}
        return msgspec.structs.replace(self, links=whole)

    def with_axioms(self, other: "Vocabulary") -> "Vocabulary":
        """The same, and by which axioms facts follow in another vocabulary; none of its words.

        What is inverse, symmetric or transitive there, and what links a class to a broader one.
        """
        links = {key: dict.fromkeys(found) for key, found in self.links.items()}
        for (one, link), found in other.links.items():
            if link in _AXIOMS:
                links.setdefault((one, link), {}).update(dict.fromkeys(found))
                if link == INVERSE:
                    for inverse in found:
                        links.setdefault((inverse, INVERSE), {})[one] = None
        below = dict.fromkeys((*self.subclass_predicates, *other.subclass_predicates))
        return msgspec.structs.replace(
            self,
            links={key: tuple(found) for key, found in links.items()},
            symmetric_predicates=self.symmetric_predicates | other.symmetric_predicates,
            transitive_predicates=self.transitive_predicates | other.transitive_predicates,
            subclass_predicates=tuple(below),
        ).saturated()

    def saturated(self) -> "Vocabulary":
        """The same, with what is symmetric or transitive because it equals such, or its inverse."""
        equal = both_ways(self.linked(EQUIVALENT, INVERSE))
        return msgspec.structs.replace(
            self,
            symmetric_predicates=connected(self.symmetric_predicates, equal),
            transitive_predicates=connected(self.transitive_predicates, equal),
        )

    def _texts(self, subject: str, predicate: str, language: str) -> tuple[str, ...]:
        return self.texts.get((subject, predicate, language.lower()), ())


def both_ways(pairs: Iterable[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    """Return what each of some things is paired with, on either side."""
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {one: frozenset(others) for one, others in found.items()}


def connected(some: Iterable[str], links: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return these and all that links lead to."""
    found, waiting = set(some), list(some)
    while waiting:
        near = links.get(waiting.pop(), frozenset()) - found
        waiting.extend(near)
        found |= near
    return frozenset(found)


@cache
def shipped() -> Vocabulary:
    """What the files of ``ontologies/`` say."""
    return read(())


def noun_files() -> tuple[Path, ...]:
    """The shipped files of noun phrases, which are read where chains are asked."""
    return tuple(sorted((resources.folder("ontologies") / "nouns").glob("*.ttl")))


def question_files() -> tuple[Path, ...]:
    """The shipped files of questions, which are read where questions are asked."""
    return tuple(sorted((resources.folder("ontologies") / "questions").glob("*.ttl")))


def language_files(language: str = "*") -> tuple[Path, ...]:
    """The shipped files of labels, templates and questions of one language beside English, or of
    all; they are read where a benchmark is in that language.
    """
    base = language.partition("-")[0].lower()
    return tuple(sorted((resources.folder("ontologies") / "languages").glob(f"*.{base}.ttl")))


@cache
def spoken() -> Vocabulary:
    """What the files of ``ontologies/`` say, those of all languages among them."""
    return read(language_files())


def read(paths: Iterable[Path]) -> Vocabulary:
    """What the shipped files and, after them, these files say.

    A file is of RDF (``syntax.statements``), or one of LAMA's or BEAR's template files (told by its
    suffix). Templates add to those that are there; repetitions are dropped.
    Raises OntologyError, with file and line, for one that cannot be read, and for a template that
    has not exactly one [X] and one [Y].
    """
    return read_only((*sorted(resources.folder("ontologies").glob("*.ttl")), *paths))


def read_only(paths: Iterable[Path]) -> Vocabulary:
    """What these files say, without the shipped ones."""
    sources: dict[Source, None] = {}
    statements: dict[Triple, None] = {}
    for path in paths:
        data = syntax.content(path)
        sources[Source(_called(path), hashlib.sha256(data).hexdigest())] = None
        for statement in _statements(path, data):
            if statement.predicate in GIVEN:
                _check_template(statement, path, data)
            statements[statement] = None
            if statement.predicate == INVERSE:
                statements[Triple(statement.object, INVERSE, statement.subject)] = None
    return of_statements(statements, tuple(sources))


def _called(path: Path) -> str:
    """A file's name; of one that ships, from their folder on, as there are some of one name."""
    folder = resources.folder("ontologies")
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


def of_statements(statements: Iterable[Triple], sources: tuple[Source, ...] = ()) -> Vocabulary:
    """What statements say, be they of files or of a graph."""
    texts: dict[tuple[str, str, str], list[str]] = {}
    links: dict[tuple[str, str], list[str]] = {}
    classes: dict[str, dict[str, None]] = {}
    objects: dict[str, dict[str, None]] = {}
    for subject, predicate, object in map(_parts, statements):
        text = terms.parse_literal(object) if terms.is_literal(object) else None
        if text is not None and not text.datatype:
            texts.setdefault((subject, predicate, text.language.lower()), []).append(text.value)
            continue
        links.setdefault((subject, predicate), []).append(object)
        objects.setdefault(predicate, {})[object] = None
        if predicate == TYPE:
            classes.setdefault(object, {})[subject] = None
    return Vocabulary(
        sources=sources,
        texts={key: tuple(dict.fromkeys(found)) for key, found in texts.items()},
        links={key: tuple(found) for key, found in links.items()},
        symmetric_predicates=frozenset(classes.get(SYMMETRIC, ())),
        transitive_predicates=frozenset(classes.get(TRANSITIVE, ())),
        functional_predicates=frozenset(classes.get(_FUNCTIONAL, ())),
        type_predicates=tuple(objects.get(_TYPE_PREDICATE, ())),
        subclass_predicates=tuple(objects.get(_SUBCLASS_PREDICATE, ())),
        inverse_functional_predicates=frozenset(classes.get(_INVERSE_FUNCTIONAL, ())),
    ).saturated()


def _parts(statement: Triple) -> tuple[str, str, str]:
    return statement.subject, statement.predicate, statement.object


# ── Files to statements ─────────────────────────────────────────────────────────────────────────
def _statements(path: Path, data: bytes) -> Iterator[Triple]:
    match path.suffix:
        case ".jsonl":
            return _of_lama(path, data)
        case ".json":
            return _of_bear(path, data)
    return _of_rdf(path, data)


def _of_rdf(path: Path, data: bytes) -> Iterator[Triple]:
    """The statements between IRIs and literals; those about blank nodes are passed over."""
    from pyoxigraph import BlankNode

    for quad in syntax.statements(path, data):
        if not isinstance(quad.subject, BlankNode) and not isinstance(quad.object, BlankNode):
            yield Triple(_term(quad.subject), quad.predicate.value, _term(quad.object))


def _term(value: Any) -> str:
    """A NamedNode or Literal of pyoxigraph as plain text."""
    from pyoxigraph import Literal

    if not isinstance(value, Literal):
        return str(value.value)
    if value.language:
        return terms.literal(value.value, language=value.language)
    return terms.literal(value.value, datatype=value.datatype.value)


def _of_lama(path: Path, data: bytes) -> Iterator[Triple]:
    """LAMA's relations: one object a line, with relation, template, label and so on."""
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip():
            continue
        record = syntax.json_value(path, line, number)
        if not isinstance(record, dict) or not {"relation", "template"} <= record.keys():
            raise OntologyError(
                f"{path}, line {number}: each line of LAMA's relations "
                "needs the fields relation and template"
            )
        texts = [
            (TEMPLATE, record["template"]),
            (_LABEL, record.get("label")),
            (_DESCRIPTION, record.get("description")),
        ]
        predicate, language = _predicate(record["relation"], path, number)
        yield from (_spoken(predicate, link, text, language) for link, text in texts if text)


def _of_bear(path: Path, data: bytes) -> Iterator[Triple]:
    """BEAR's relations: one object from property id to an object with ``templates``."""
    records = syntax.json_value(path, data)
    if not isinstance(records, dict):
        raise OntologyError(
            f"{path}, line 1: BEAR's relations are an object by property id, "
            f"not {type(records).__name__}"
        )
    for name, record in records.items():
        number = _line(data, json.dumps(name))
        if not isinstance(record, dict) or not isinstance(record.get("templates"), list):
            raise OntologyError(f"{path}, line {number}: {name} has no list of templates")
        predicate, language = _predicate(name, path, number)
        for text in record["templates"]:
            yield _spoken(predicate, TEMPLATE, text, language)


def _predicate(code: Any, path: Path, number: int) -> tuple[str, str]:
    """The predicate and the language of a relation."""
    name, language = naming.parted(str(code))
    try:
        return terms.expand(name), language
    except ValueError as error:
        raise OntologyError(f"{path}, line {number}: {error}") from error


def _spoken(subject: str, predicate: str, text: Any, language: str) -> Triple:
    return Triple(subject, predicate, terms.literal(str(text), language=language))


# ── Checks ──────────────────────────────────────────────────────────────────────────────────────
def _check_template(statement: Triple, path: Path, data: bytes) -> None:
    """Raise OntologyError unless the template is a tagged text with one [X] and one [Y].

    A question has no [Y], nor has a noun template.
    """
    found = terms.text_of(statement.object)
    where = f"{path}, line {_line(data, found)}: the template {found!r} of " + terms.compact(
        statement.subject
    )
    if not terms.is_literal(statement.object):
        raise OntologyError(f'{where} is an IRI: write a text, such as "[X] is near [Y]."@en')
    if not terms.parse_literal(statement.object).language:
        raise OntologyError(f'{where} has no language: write "…"@en')
    counts = [found.count(slot) for slot in SLOTS]
    alone = statement.predicate in WITHOUT_OBJECT
    if counts != [1, int(not alone)]:
        kind = "a question" if statement.predicate in QUESTIONS else "a noun"
        needs = f"as {kind} it needs one [X] alone" if alone else "it needs exactly one of each"
        raise OntologyError(f"{where} has {counts[0]} [X] and {counts[1]} [Y]: {needs}")


def _line(data: bytes, text: str) -> int:
    """The line on which a text first stands, as it is or escaped; 1 where it cannot be found."""
    written = data.decode("utf-8", errors="replace")
    for form in (text, json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1]):
        position = written.find(form)
        if position >= 0:
            return written.count("\n", 0, position) + 1
    return 1
