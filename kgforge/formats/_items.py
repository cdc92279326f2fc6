"""Items of one fact, as layouts that read items make them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kgforge import terms
from kgforge.errors import BenchmarkError
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


def by_relation(folder: Path, found: Iterable[Path]) -> dict[str, Path]:
    """The file of each relation, which it is called by: ``P36`` of ``P36.jsonl.gz``.

    Raises BenchmarkError where two files are of one.
    """
    files: dict[str, Path] = {}
    for file in sorted(found):
        code = file.name.partition(".")[0]
        if code in files:
            raise BenchmarkError(
                f"{folder} has {code} twice, in {files[code].relative_to(folder)} and "
                f"{file.relative_to(folder)}: name a folder with one of them"
            )
        files[code] = file
    return files
