"""Items of one fact, as layouts that read items make them."""

from collections.abc import Iterable, Sequence
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


def code(file: Path) -> str:
    """The relation of a file: ``P36`` of ``P36.jsonl.gz``, and ``P36@cs`` of ``P36@cs.jsonl``."""
    return file.name.partition(".")[0]


def by_relation(folder: Path, found: Iterable[Path]) -> dict[str, Path]:
    """The file of each relation, which it is called by (``code``).

    Raises BenchmarkError where two files are of one.
    """
    files: dict[str, Path] = {}
    for file in sorted(found):
        relation = code(file)
        if relation in files:
            raise BenchmarkError(
                f"{folder} has {relation} twice, in {files[relation].relative_to(folder)} and "
                f"{file.relative_to(folder)}: name a folder with one of them"
            )
        files[relation] = file
    return files
