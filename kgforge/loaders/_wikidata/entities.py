"""What Wikidata's entities say: statements of the best rank, and names in languages asked for."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from msgspec import UNSET

from kgforge import terms
from kgforge.loaders import _ranks
from kgforge.loaders._naming import Kind, unasked
from kgforge.loaders._wikidata import records, values
from kgforge.loaders._wikidata.records import DataValue, Record, Snak, Statement, Value
from kgforge.loaders._wikidata.values import UnusableError
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

_PROPERTY: Final = re.compile(r"P[1-9]\d*")
_NAMES: Final[dict[str, Kind]] = {
    "labels": "label",
    "lemmas": "label",
    "representations": "label",
    "aliases": "alias",
    "descriptions": "description",
    "glosses": "description",
}


def entries(record: Any, where: str, options: ReadOptions) -> Iterator[Entry]:
    """The entries of what ``records`` decoded: one, or those of a reply with several entities."""
    found = record.entities if isinstance(record, Record) else None
    if isinstance(found, dict):
        found = list(found.values())
    for entity in found if isinstance(found, list) else [record]:
        yield _entry(entity, where, options)


def _entry(entity: Any, where: str, options: ReadOptions) -> Entry:
    if not isinstance(entity, Record):
        return _nothing("not an entity", where)
    if entity.missing is not UNSET:
        return _nothing("missing entity", f"{where}, {entity.id or entity.title}")
    if entity.error is not UNSET:
        return _nothing("an error reply instead of entities", f"{where}: {_code(entity.error)}")
    if entity.redirect is not UNSET:
        return _nothing("redirect", f"{where}, {entity.entity}")
    if isinstance(entity.id, str) and values.iri(entity.id):
        return _described(entity, f"{where}, {entity.id}", options)
    return _nothing("not an entity", where)


def _nothing(reason: str, where: str) -> Entry:
    return Entry(skipped=(Skip(reason, where),))


def _code(error: Any) -> str:
    return str(error.get("code", "?")) if isinstance(error, dict) else str(error)


def _described(entity: Record, where: str, options: ReadOptions) -> Entry:
    triples: list[Triple] = []
    labels: list[Label] = []
    skipped: list[Skip] = []
    elsewhere: list[tuple[str, str]] = []
    remarks: dict[str, Skip] = {}
    for part in _parts(entity):
        subject = values.iri(part.id)
        labels.extend(_labels(part, terms.named(subject), options))
        elsewhere.extend(unasked(subject, part.labels, options))
        for number, statement, reason in _ranked(part):
            if reason:
                skipped.append(Skip(reason, _place(where, statement, number), usual=True))
                continue
            try:
                triples.append(_triple(subject, statement, number))
                if len(remarks) < _REMARKS and isinstance(statement, Statement):
                    for remark in _unsaid(statement):
                        remarks.setdefault(remark, Skip(remark, where))
            except UnusableError as error:
                place = _place(where, statement, number)
                skipped.append(Skip(str(error), place, triple=True))
    return Entry(
        tuple(triples),
        tuple(labels),
        skipped=tuple(skipped),
        unasked=tuple(elsewhere),
        remarks=tuple(remarks.values()),
    )


def _parts(entity: Record) -> Iterator[Record]:
    """The entity, and a lexeme's forms and senses."""
    yield entity
    for found in (entity.forms, entity.senses):
        for part in found if isinstance(found, list) else ():
            if isinstance(part, Record) and isinstance(part.id, str) and values.iri(part.id):
                yield part


# ── Names ───────────────────────────────────────────────────────────────────────────────────────
def _labels(part: Record, entity: str, options: ReadOptions) -> Iterator[Label]:
    wanted = _wanted(options)
    for name, kind in _NAMES.items():
        found = getattr(part, name)
        if isinstance(found, dict):  # an empty one is written []
            for language in [one for one in found if wanted[one]]:
                for text in _texts(records.texts(found[language]), kind):
                    yield Label(entity, kind, text, language.lower())


class _Wanted(dict[str, bool]):
    """Whether names in a language are asked for, by its tag: looked up, for there are hundreds."""

    def __init__(self, options: ReadOptions) -> None:
        super().__init__()
        self._wants = options.wants

    def __missing__(self, language: str) -> bool:
        found = self[language] = self._wants(language) and terms.is_language(language)
        return found


_wanted = lru_cache(1)(_Wanted)


def _texts(found: Any, kind: Kind) -> Iterator[str]:
    several = found if isinstance(found, list) else []
    for text in several if kind == "alias" else [found]:
        match text:
            case {"value": str(value)} if value:
                yield value
            case str(value) if value:  # of the REST interface, or simplified
                yield value


# ── Statements ──────────────────────────────────────────────────────────────────────────────────
def _ranked(part: Record) -> Iterator[tuple[str, Any, str]]:
    """Yield each property and statement, and why its rank makes it no fact."""
    claims = part.claims or part.statements
    for number, statements in claims.items() if isinstance(claims, dict) else ():
        if isinstance(statements, list):
            ranks = [_rank(one) for one in statements]
            if ranks == ["normal"]:  # as most are
                yield number, statements[0], ""
                continue
            preferred = "preferred" in ranks
            for statement, rank in zip(statements, ranks, strict=True):
                yield number, statement, _ranks.left_out(rank, beside_preferred=preferred)


QUALIFIED: Final = (
    "an entity whose statements have qualifiers (since when, until when, …), left out"
)
BOUNDED: Final = "an entity whose quantities have bounds, left out"
_REMARKS: Final = 2
"""There are no more of an entity."""


def _unsaid(statement: Any) -> Iterator[str]:
    """Yield what a fact does not tell of its statement."""
    # Their order, where it is given, shows that they are not {}.
    if statement.qualifiers if statement.order is None else statement.order:
        yield QUALIFIED
    snak, value = statement.mainsnak, statement.value
    if isinstance(snak, Snak) and isinstance(snak.datavalue, DataValue):
        found = snak.datavalue.value
        if isinstance(found, Value) and found.lower is not None:
            yield BOUNDED
        return
    content = value.get("content") if isinstance(value, dict) else None
    if isinstance(content, dict) and content.get("lowerBound") is not None:
        yield BOUNDED


def _rank(statement: Any) -> Any:
    return statement.rank if isinstance(statement, Statement) else "normal"


def _place(where: str, statement: Any, key: str) -> str:
    """Where a statement stands: in its property, if that can be told."""
    snak = statement.mainsnak if isinstance(statement, Statement) else None
    number = snak.property if isinstance(snak, Snak) else None
    if number is None and not (isinstance(statement, Statement) and statement.value is None):
        number = key
    known = isinstance(number, str) and _predicate(number)
    return f"{where}, {number if known else 'statement'}"


@lru_cache(1 << 14)
def _predicate(number: str) -> str:
    """The predicate of a property's id; empty for what is none."""
    return terms.wikidata_predicate(number) if _PROPERTY.fullmatch(number) else ""


def _triple(subject: str, statement: Any, key: str) -> Triple:
    """What a statement of a property says. Raises UnusableError where it says nothing."""
    if not isinstance(statement, Statement):
        return _simplified(subject, statement, key)
    if statement.mainsnak is None and statement.value is not None:
        if isinstance(statement.property, dict):
            return _of_rest(subject, statement)
        return _simplified(subject, statement.value, key)
    snak = statement.mainsnak if isinstance(statement, Statement) else None
    if not isinstance(snak, Snak) or not isinstance(snak.property, str):
        raise UnusableError("malformed statement")
    if predicate := _predicate(snak.property):
        if snak.snaktype in _NO_VALUES:
            raise UnusableError(snak.snaktype)
        if isinstance(snak.datavalue, DataValue):
            return Triple(subject, predicate, values.term(snak.datavalue))
    raise UnusableError("malformed statement")


def _of_rest(subject: str, statement: Statement) -> Triple:
    """Return what a statement of the REST interface says."""
    number, kind = statement.property.get("id"), statement.property.get("data_type")
    match statement.value:
        case {"type": str(said)} if said in _NO_VALUES:
            raise UnusableError(said)
        case {"type": "value", "content": content} if isinstance(number, str):
            if predicate := _predicate(number):
                return Triple(subject, predicate, values.content_term(kind, content))
    raise UnusableError("malformed statement")


def _simplified(subject: str, value: Any, key: str) -> Triple:
    """Return what a simplified claim says; one that is null or a mark has no value."""
    if predicate := _predicate(key):
        if value is None or value in _NO_VALUES:
            raise UnusableError("somevalue" if value is None else value)
        return Triple(subject, predicate, values.simplified_term(value))
    raise UnusableError("malformed statement")


_NO_VALUES: Final = ("somevalue", "novalue")
