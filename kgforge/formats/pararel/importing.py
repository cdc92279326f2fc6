"""Patterns and facts as items: each fact is asked in all the patterns of its relation.

Candidates are all objects that the relation's facts have, as in the paper (restricted candidate
sets), but for others that are right of their subject: a model that names one of these is not wrong.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from kgforge.errors import BenchmarkError, SourceError
from kgforge.formats import Found, _trex, counted
from kgforge.formats._items import LANGUAGE
from kgforge.formats.pararel import layout
from kgforge.formats.pararel.ways import STATED
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import Item, Named, Predicate

PATTERNLESS: Final = "relation with facts and without patterns"
FACTLESS: Final = "relation with patterns and without facts"
MISFIT: Final = "wording whose article does not go with the object (a actor, an singer)"
WORDLESS: Final = "fact with no wording whose article goes with its object"
_ARTICLE: Final = re.compile(r"(?:^| )(an?) [^ ]*\[Y\]")
VOWELS: Final = tuple("aeiou")


def read_items(path: Path, base: str) -> Found:
    """The facts of all relations that have patterns, in the patterns that their object fits.

    All objects of a subject are right. Raises BenchmarkError where patterns or facts are missing,
    are not told apart, or have no relation in common, and where a file cannot be read.
    """
    return _read(path, base, legacy=False)


def read_legacy(path: Path, base: str) -> Found:
    """As ParaRel's program has it for its accuracies: in all patterns, by the own object alone.

    The other objects of its subject are candidates like all.
    """
    return _read(path, base, legacy=True)


def _read(path: Path, base: str, *, legacy: bool) -> Found:
    left: Counter[str] = Counter()
    known = vocabulary.read(())
    try:
        patterns, facts = layout.places(path)
        used = [code for code in patterns if code in facts]
        left[PATTERNLESS] = len(facts.keys() - patterns.keys())
        left[FACTLESS] = len(patterns.keys() - facts.keys())
        if not used:
            raise BenchmarkError(
                f"{path} has patterns of {_some(patterns)} and facts of {_some(facts)}: no "
                "relation has both"
            )
        items: list[Item] = []
        for code in used:
            asked = layout.patterns(patterns[code], left)
            right = _trex.facts(facts[code], base, left)
            predicate = _predicate(code, base, known)
            items += _items(predicate, right, asked, left, legacy=legacy)
    except SourceError as error:
        raise BenchmarkError(str(error)) from error
    read = (of_kind[code] for code in used for of_kind in (patterns, facts))
    return Found(tuple(items), tuple(read), counted(left), languages=(LANGUAGE,))


def _some(files: layout.Files) -> str:
    codes = sorted(files)
    return f"{', '.join(codes[:3])}{', …' if len(codes) > 3 else ''}"


def _predicate(code: str, base: str, known: Vocabulary) -> Predicate:
    iri = _trex.iri(code, base)
    return Predicate(iri, known.label(iri, LANGUAGE) or code)


def _items(
    predicate: Predicate,
    right: _trex.Right,
    patterns: Sequence[str],
    left: Counter[str],
    *,
    legacy: bool,
) -> Iterator[Item]:
    every = {one.object.id: one.object for facts in right.values() for one in facts.values()}
    candidates = tuple(named for _, named in sorted(every.items()))
    for facts in right.values():
        objects = [one.object for one in facts.values()]
        for fact in facts.values() if patterns else ():
            fitting = [one for one in patterns if legacy or _fits(one, fact.object)]
            left[MISFIT] += len(patterns) - len(fitting)
            if fitting:
                also = [] if legacy else objects
                true = {one.id for one in also} - {fact.object.id}
                others = tuple(one for one in candidates if one.id not in true)
                yield _trex.item(fact, predicate, also, STATED, fitting, others)
            else:
                left[WORDLESS] += 1


def _fits(pattern: str, object: Named) -> bool:
    """Whether the article before the object, if there is one, is that of its first letter.

    As ParaRel's program decides over which pairs of patterns a fact counts: by letters (*an
    hour* is none of its objects), and where the article is in lower case.
    """
    article = _ARTICLE.search(pattern)
    begins = object.label.lower().startswith(VOWELS)
    return article is None or (article[1] == "an") == begins
