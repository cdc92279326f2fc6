"""Items of one fact, as layouts that read items make them."""

from collections.abc import Sequence
from typing import Final

from kgforge import terms
from kgforge.formats import TEST
from kgforge.schema import Item, ItemFact, Provenance

FACT: Final = "fact"
"""The pattern whose items ask about one fact."""
ROLE: Final = "fact"
"""The role of that fact."""
LANGUAGE: Final = "en"


def pattern(language: str, languages: Sequence[str]) -> str:
    """The pattern of the items in one of several languages: the first one's is the shipped one."""
    return FACT if language == languages[0] else f"{FACT}_{language}"


def of_fact(fact: ItemFact, *key: str, split: str = TEST, pattern: str = FACT) -> Item:
    """An item in the group of its fact's predicate.

    Its id follows from what *key* has beside the fact's subject and predicate: the object, where a
    subject and predicate may have several items. Its hash is the same in each language.
    """
    predicate = fact.predicate.id
    digest = terms.digest(FACT, fact.subject.id, predicate, *key)
    return Item(
        f"{pattern}-{digest[:16]}",
        pattern,
        terms.compact(predicate),
        split,
        None,
        (fact,),
        (),
        Provenance("", "", 0),
    )
