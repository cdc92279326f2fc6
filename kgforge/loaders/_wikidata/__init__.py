"""Wikidata's entities: their JSON as records, their values as terms, what they say, their dumps."""

from kgforge.loaders._wikidata.dump import Dump, written
from kgforge.loaders._wikidata.entities import entries
from kgforge.loaders._wikidata.records import converted

__all__ = ["Dump", "converted", "entries", "written"]
