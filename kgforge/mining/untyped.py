"""What is told of types that stand beside a graph's facts, where no fact gives one."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from kgforge import graph, patterns, plugins
from kgforge.ontology import vocabulary
from kgforge.patterns import Header
from kgforge.schema import Mined
from kgforge.stores import Store
from kgforge.terms import KGF

NO_TYPE: Final = f"{KGF}noType"
"""What a pattern's ``type`` is where no fact gives a type (``typing``)."""

ALIKE: Final = (
    "no fact gives a type, and this pattern compares entities of one type: name what gives types "
    "with --type, or load with --types-as-facts"
)
"""What is said of a pattern that finds nothing without types."""


def worded(header: Header, notes: Sequence[str], language: str) -> list[str]:
    """The notes of helpers; where a pattern pairs entities of one type, what it lacks instead."""
    pairs = any(header.unordered) and any("type" in one.drawn for one in header.params)
    said = patterns.read_query("untyped", language).header.note
    return [ALIKE if pairs and note == said else note for note in notes]


def told(mined: Sequence[Mined], store: Store) -> Iterator[Mined]:
    """The patterns; those that wanted types of facts in vain say how many stand beside these."""
    known = vocabulary.shipped().type_predicates
    note = ""
    if any(map(_wants_types, mined)) and not graph.type_predicates(store, known):
        note = beside(store, known)
    for one in mined:
        notes = (*(one.notes or ()), note)
        yield msgspec.structs.replace(one, notes=notes) if note and _wants_types(one) else one


def beside(store: Store, predicates: Sequence[str]) -> str:
    """How many types these predicates give beside the facts, in words; empty where none."""
    count = graph.types_beside(store, predicates)
    if not count:
        return ""
    address = store.address if plugins.split(store.address)[1] else "…"
    return (
        f"the graph has {count:,} types beside its facts, which only alignment uses (to make facts "
        f"of them: kgforge load {address} --types-as-facts --store NEW)"
    )


def _wants_types(one: Mined) -> bool:
    said = {ALIKE, patterns.read_query("untyped", "sparql").header.note}
    return not said.isdisjoint(one.notes or ()) or one.params.get("type") == NO_TYPE
