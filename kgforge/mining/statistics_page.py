"""``statistics.json`` and ``statistics.html``: what a graph can support, beside what was mined.

A user sees there which benchmarks are feasible, before building them.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from kgforge import __version__, files, naming, terms
from kgforge.mining.census import Counted, kinds
from kgforge.mining.outcomes import Examined
from kgforge.page import assemble
from kgforge.schema import FORMAT, Census, GraphId, Group, Relation, Statistics, folders

PAGE: Final = "statistics.html"
SCRIPTS: Final = ("elements", "words", "statistics")
"""The page's own scripts in ``page/``."""
SHOWN_RELATIONS: Final = 1000
"""How many predicates the page shows."""


def write(
    folder: Path, found: GraphId, counted: Counted, patterns: Sequence[Examined]
) -> Statistics:
    """Write ``statistics.json`` and ``statistics.html`` into the folder of what was mined.

    *found* is the graph's id; *patterns* are what was mined, each with its groups.
    """
    census = counted.census and _with_keepers(counted.census, patterns)
    outcomes = tuple(one.outcome for one in patterns)
    statistics = Statistics(FORMAT, __version__, found, census, counted.note, outcomes)
    files.write_json(folder / folders.STATISTICS, statistics)
    shown = {one.outcome.pattern: one.shown for one in patterns}
    text = page(statistics, shown, {one.outcome.pattern: one.words for one in patterns})
    (folder / PAGE).write_text(text, encoding="utf-8", newline="\n")
    return statistics


def _with_keepers(census: Census, patterns: Sequence[Examined]) -> Census:
    """The census with the patterns that keep a group of each predicate."""
    relations = (_with_keeper(one, patterns) for one in census.relations)
    return msgspec.structs.replace(census, relations=tuple(relations))


def _with_keeper(relation: Relation, patterns: Sequence[Examined]) -> Relation:
    kept = tuple(one.outcome.pattern for one in patterns if relation.predicate in one.predicates)
    return msgspec.structs.replace(relation, kept=kept)


def page(
    statistics: Statistics,
    groups: Mapping[str, Sequence[Group]],
    words: Mapping[str, Mapping[str, str]] = {},
) -> str:
    """The HTML text of statistics and of each pattern's groups to show, in their order.

    *words* say in words, for each pattern, why a group was dropped (``Examined.words``).
    """
    census = statistics.census
    relations = census.relations if census else ()
    head: dict[str, Any] = {
        **msgspec.structs.asdict(statistics),
        "census": census
        and {
            **msgspec.structs.asdict(census),
            "relations": relations[:SHOWN_RELATIONS],
        },
        "predicates": len(relations),
        "kinds": kinds(census) if census else {},
        "groups": groups,
        "words": words,
        "labels": {
            one.predicate: name
            for one in relations
            if (name := one.label or naming.readable(one.predicate, predicate=True))
        },
        "curies": {one.predicate: terms.compact(one.predicate) for one in relations},
    }
    return assemble("statistics.html", SCRIPTS, "What the graph can support", head)
