"""What gives an entity a name or a description: predicates in RDF and tables, words in tables."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from kgforge import scripts, terms
from kgforge.schema import Label, ReadOptions, Skip

Kind = Literal["label", "alias", "description"]

KINDS: Final[dict[str, Kind]] = {kind: kind for kind in get_args(Kind)}
"""The words by which columns and edges of tables say it."""

WORDS: Final[dict[str, Kind]] = {
    **KINDS, "name": "label", "preflabel": "label", "altlabel": "alias",
}  # fmt: skip
"""Bare words that are no relation of something with an id and a text, but name it."""

UNASKED: Final = "names in a language that is not asked for"
"""The reason for which names are left out."""


FOREIGN: Final = (
    "kept as English, in another script (its language: --languages, a column lang, or a tag)"
)
"""Of a name whose language nobody tells."""


class Unasked(Struct, frozen=True):
    """A name in a language that is not asked for, which is counted."""

    entity: str
    kind: Kind
    language: str
    where: str

    def skip(self) -> Skip:
        """That it was left out."""
        return Skip(UNASKED, f"{self.where} @{self.language}", usual=True)


SCHEMA: Final = (terms.PREFIXES["schema"], "https://schema.org/")
"""Both of the namespaces in which schema.org is written."""

_FREEBASE: Final = "http://rdf.freebase.com/ns/"
_GEONAMES: Final = "http://www.geonames.org/ontology#"
OTHERS: Final = frozenset(
    {
        terms.PREFIXES["foaf"] + "name",
        *(
            f"{schema}{name}"
            for schema in SCHEMA
            for name in ("name", "alternateName", "legalName")
        ),
        "http://purl.org/dc/terms/title",
        "http://purl.org/dc/elements/1.1/title",
        "http://www.w3.org/2006/vcard/ns#fn",
        "http://www.w3.org/2006/vcard/ns#organization-name",
        "http://www.w3.org/ns/regorg#legalName",
        "http://www.w3.org/ns/locn#geographicName",
        "http://www.geneontology.org/formats/oboInOwl#hasExactSynonym",
    }
)
"""Predicates of names in other vocabularies: aliases, which name what has no label."""

_GND: Final = "https://d-nb.info/standards/elementset/gnd#"
_GND_NAMES: Final = (
    "Name", "NameForThePerson", "NameForTheCorporateBody", "NameForThePlaceOrGeographicName",
    "NameForTheConferenceOrEvent", "NameForTheSubjectHeading", "NameForTheWork", "NameForTheFamily",
)  # fmt: skip
_MADS: Final = "http://www.loc.gov/mads/rdf/v1#"
_KINDS: Final[dict[str, Kind]] = {
    terms.PREFIXES["rdfs"] + "label": "label",
    terms.PREFIXES["skos"] + "prefLabel": "label",
    terms.PREFIXES["skos"] + "altLabel": "alias",
    **{f"{schema}description": "description" for schema in SCHEMA},
    _FREEBASE + "type.object.name": "label",
    _FREEBASE + "common.topic.alias": "alias",
    _FREEBASE + "common.topic.description": "description",
    _GEONAMES + "name": "label",
    **{f"{_GEONAMES}{name}Name": "alias" for name in ("alternate", "official", "short")},
    **{f"{_GND}preferred{name}": "label" for name in _GND_NAMES},
    **{f"{_GND}variant{name}": "alias" for name in _GND_NAMES},
    _MADS + "authoritativeLabel": "label",
    _MADS + "variantLabel": "alias",
    **dict.fromkeys(OTHERS, "alias"),
}
PREDICATES: Final[dict[str, Kind]] = {
    **{iri.replace("http://", "https://", 1): kind for iri, kind in _KINDS.items()},
    **{iri.replace("https://", "http://", 1): kind for iri, kind in _KINDS.items()},
    **_KINDS,
}
"""Predicates whose literals are names or descriptions, also where they are written with https."""


def is_foreign(text: str, language: str) -> bool:
    """Whether a name that is taken for English has no letter that is Latin."""
    if text.isascii() or language != "en" or any("a" <= letter <= "z" for letter in text):
        return False
    return not scripts.fits(text, language)


def is_label(predicate: str, text: str) -> bool:
    """Whether a predicate of names, with a text, gives a label rather than an alias or nothing."""
    return PREDICATES[predicate] == "label" and bool(text.strip())


def asked(label: Label, where: str, options: ReadOptions) -> Label | Unasked:
    """A name that is asked for, or that it is not."""
    if options.wants(label.language):
        return label
    return Unasked(label.entity, label.kind, label.language, where)


def skips(found: Iterable[object]) -> Iterator[Skip]:
    """What was skipped among the things that were found, names in other languages too."""
    for one in found:
        if isinstance(one, Skip):
            yield one
        elif isinstance(one, Unasked):
            yield one.skip()


def elsewhere(found: Iterable[object]) -> Iterator[tuple[str, str]]:
    """The entities with a label in a language that is not asked for, each with that language."""
    for one in found:
        if isinstance(one, Unasked) and one.kind == "label":
            yield one.entity, one.language


def unasked(entity: str, labels: Any, options: ReadOptions) -> Iterator[tuple[str, str]]:
    """An entity with each language of its labels, where it has none in a language asked for."""
    if isinstance(labels, dict) and not any(map(options.wants, labels)):
        yield from ((entity, one.lower()) for one in labels if terms.is_language(one))
