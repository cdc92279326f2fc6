"""What gives an entity a name or a description: predicates in RDF and tables, words in tables."""

from typing import Final, Literal, get_args

from kgforge import terms

Kind = Literal["label", "alias", "description"]

KINDS: Final[dict[str, Kind]] = {kind: kind for kind in get_args(Kind)}
"""The words by which columns and edges of tables say it."""

UNASKED: Final = "names in a language that is not asked for"
"""The reason for which names are left out."""

SCHEMA: Final = (terms.PREFIXES["schema"], "https://schema.org/")
"""Both of the namespaces in which schema.org is written."""

PREDICATES: Final[dict[str, Kind]] = {
    terms.PREFIXES["rdfs"] + "label": "label",
    terms.PREFIXES["skos"] + "prefLabel": "label",
    terms.PREFIXES["skos"] + "altLabel": "alias",
    **{f"{schema}description": "description" for schema in SCHEMA},
}
"""Predicates whose literals are names or descriptions."""
