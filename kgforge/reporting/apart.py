"""Facts about which a run is right in one wording or language, and wrong in another."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from msgspec import Struct

from kgforge.reporting.items import ShownFact, ShownItem
from kgforge.schema import Manifest
from kgforge.scoring import crosslingual

LISTED: Final = 50
"""So many facts of a pattern are listed."""


class Version(Struct, frozen=True):
    """A fact as it was asked in one wording or language."""

    called: str
    """The language, or which wording: what worded it, where several did."""
    item: str
    pattern: str
    question: str
    said: str
    """The best answer."""
    right: bool
    wanted: str = ""
    """What would be right to say."""


class Apart(Struct, frozen=True):
    """A fact of one run, in versions of which some are right and some are not."""

    run: str
    versions: tuple[Version, ...]


def of_pattern(
    runs: Sequence[str],
    shown: Mapping[str, Sequence[ShownItem]],
    manifest: Manifest,
    pattern: str,
) -> list[Apart]:
    """The facts on which a pattern's languages differ, and those on which wordings do, by turns.

    Of a language the first wording counts, of wordings those of the first form.
    """
    names = crosslingual.families(manifest).get(pattern, (pattern,))
    languages = _versions(runs, shown, names, manifest) if len(names) > 1 else {}
    of_languages = (_apart(runs[run], versions) for (_, _, run), versions in languages.items())
    of_wordings = (
        _apart(name, list(_wordings(item, fact, run, pattern)))
        for item in shown.get(pattern, ())
        for fact in item.facts
        for run, name in enumerate(runs)
    )
    turns = zip_longest(filter(None, of_languages), filter(None, of_wordings))
    return [one for turn in turns for one in turn if one]


_Place = tuple[str, int, int]
"""An item's hash, which of its facts, and which run."""


def _versions(
    runs: Sequence[str],
    shown: Mapping[str, Sequence[ShownItem]],
    names: Sequence[str],
    manifest: Manifest,
) -> dict[_Place, list[Version]]:
    """Each fact of each run in all languages."""
    found: dict[_Place, list[Version]] = defaultdict(list)
    for name in names:
        called = crosslingual.language(name, names[0], manifest)
        for item in shown.get(name, ()):
            for at, fact in enumerate(item.facts):
                for run in range(len(runs)):
                    worded = next(_wordings(item, fact, run, name, called), None)
                    if worded:
                        found[item.id.rpartition("-")[2], at, run].append(worded)
    return found


def _wordings(
    item: ShownItem, fact: ShownFact, run: int, pattern: str, called: str = ""
) -> Iterator[Version]:
    """What a run answered to the wordings of a fact, in the form that it was asked first.

    Of several prompts of one wording the first counts: others have a text before them, or claim
    something false.
    """
    first = fact.asks[0].kind if fact.asks else ""
    seen: set[int] = set()
    for one in fact.runs[run]:
        asked = fact.asks[one.prompt]
        is_new = asked.kind == first and asked.wording not in seen
        if is_new and not one.error and fact.holds is not False:
            seen.add(asked.wording)
            yield Version(
                called or asked.generator or f"wording {asked.wording + 1}",
                item.id,
                pattern,
                fact.prompts[one.prompt],
                one.answers[0].text if one.answers else "",
                one.rank is not None and one.rank <= 1,
                fact.right(one.prompt),
            )


def _apart(run: str, versions: Sequence[Version]) -> Apart | None:
    """The fact, if some versions of it are right and some are not."""
    return Apart(run, tuple(versions)) if len({one.right for one in versions}) > 1 else None
