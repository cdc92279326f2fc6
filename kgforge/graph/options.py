"""What is to be loaded."""

import os
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from kgforge.files import AnyPath
from kgforge.schema import ReadOptions


class LoadOptions(Struct, frozen=True):
    """What is to be loaded, and how strictly."""

    read: ReadOptions = ReadOptions()
    predicates: frozenset[str] = frozenset()
    """Predicates to keep; empty: all."""
    exclude: frozenset[str] = frozenset()
    """Predicates to leave out."""
    limit: int | None = None
    """Stop after this many triples."""
    strict: bool = False
    """Whether a record that cannot be used stops the load."""
    licence: str | None = None
    """The sources' licence, an SPDX expression, where it is not the one that the loader knows."""
    ontologies: tuple[str, ...] = ()
    """Files of ontologies, in RDF: their statements go beside the facts (``Entry.axioms``)."""
    types_from: tuple[str, ...] = ()
    """Source addresses of which the types and classes alone are taken, beside the facts."""
    types_as_facts: bool = False
    """Whether types that stand beside the facts become facts as well, of all that has facts."""
    restrictions_as_facts: bool = False
    """Whether existential restrictions of the ontology (A below p some B) become facts (A p B)."""
    names_from_ids: str = ""
    """Which ids are names, a regular expression for the whole of an id; empty: none."""

    def with_texts(self) -> "LoadOptions":
        """The same options, each path in them a text."""
        return msgspec.structs.replace(
            self,
            read=msgspec.structs.replace(self.read, labels=_texts(self.read.labels)),
            ontologies=_texts(self.ontologies),
            types_from=_texts(self.types_from),
        )

    def asks(self, predicate: str) -> bool:
        """Whether a predicate's statements are to be kept."""
        return (
            not self.predicates or predicate in self.predicates
        ) and predicate not in self.exclude


def _texts(paths: Iterable[AnyPath]) -> tuple[str, ...]:
    return tuple(os.fspath(path) for path in paths)


def in_languages(*languages: str) -> LoadOptions:
    """Options that keep the labels in these languages."""
    return LoadOptions(ReadOptions(languages=languages))
