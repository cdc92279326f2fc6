"""Items of one fact, as layouts that read items make them."""

from typing import Final

from kgforge import terms
from kgforge.formats import TEST
from kgforge.schema import Item, ItemFact, Provenance

FACT: Final = "fact"
"""The pattern whose items ask about one fact."""
ROLE: Final = "fact"
"""The role of that fact."""
LANGUAGE: Final = "en"


def of_fact(fact: ItemFact, *key: str, split: str = TEST) -> Item:
    """An item in the group of its fact's predicate.

    Its id follows from what *key* has beside the fact's subject and predicate: the object, where a
    subject and predicate may have several items.
    """
    predicate = fact.predicate.id
    digest = terms.digest(FACT, fact.subject.id, predicate, *key)
    return Item(
        f"{FACT}-{digest[:16]}",
        FACT,
        terms.compact(predicate),
        split,
        None,
        (fact,),
        (),
        Provenance("", "", 0),
    )
