"""The card on the patterns: what they ask, how many items they have, how these are scored."""

from collections.abc import Iterator, Sequence

from kgforge import metrics
from kgforge.benchmark.card.wording import cards, cell, count, counts, filled, inline, row, say
from kgforge.benchmark.guards import Guards
from kgforge.extraction import METRICS
from kgforge.schema import GraphId, Made, Manifest


def definitions() -> str:
    """The table of the metrics of written triples."""
    found = {name: metrics.definition(name) for name in METRICS}
    rows = [row(f"`{name}`", one.formula, one.legacy) for name, one in found.items()]
    return say("definitions", rows=rows)


def summary(manifest: Manifest) -> str:
    """What the benchmark holds, in two sentences."""
    items = sum(pattern.items for pattern in manifest.patterns)
    asked = [one.asked for one in cards(made for made in manifest.patterns if made.items)]
    return say(
        "summary",
        name=cell(manifest.called),
        id=manifest.name,
        items=count(items, "item"),
        version=manifest.kgforge,
        size=_size(manifest.graph),
        asked="; ".join(map(inline, asked)),
    )


def _size(of: GraphId) -> str:
    return "" if of.facts is None else f" of {count(of.facts, 'fact')}"


def pattern_table(manifest: Manifest) -> Iterator[str]:
    """The table of patterns, and what its columns and metrics mean."""
    shown = [made for made in manifest.patterns if made.items]
    yield say("patterns", rows=map(_row, shown))
    without = [made for made in manifest.patterns if not made.items]
    if without:
        yield say("patterns without items", patterns=", ".join(map(_why, without)))
    yield say("columns of patterns")
    spared = [f"- `{made.name}`: {cell(made.otherwise.words)}" for made in shown if made.otherwise]
    if spared:
        yield say("otherwise", rows=spared)
    for made in shown:
        yield from _ends(made.name, Guards.of(made.guards))
    yield from filled((one.right for one in cards(shown)), definitions=definitions())
    yield from _metrics(shown)
    otherwise = {made.name: made.names for made in manifest.patterns if made.names}
    if otherwise:
        rows = [f"- `{name}`: {counts(found)}" for name, found in otherwise.items()]
        yield say("names", language=", ".join(manifest.languages), rows=rows)
    flagged = [f"- `{made.name}`: {counts(made.flagged)}" for made in shown if made.flagged]
    if flagged:
        yield say("flagged", rows=flagged)
    unasked = [f"- `{made.name}`: {cell(made.unasked)}" for made in shown if made.unasked]
    if unasked:
        yield say("names not asked for", rows=unasked)
    refilled = {made.name: made.refilled for made in shown if made.refilled}
    if refilled:
        yield say("refilled", counts=counts(refilled))
    entailed = {made.name: made.entailed for made in shown if made.entailed}
    if entailed:
        yield say("entailed", counts=counts(entailed))
    twice = {made.name: made.twice for made in manifest.patterns if made.twice}
    if twice:
        yield say("asked twice", counts=counts(twice))


def _why(made: Made) -> str:
    return f"`{made.name}` ({counts(made.skipped) or 'nothing was mined'})"


def _row(made: Made) -> str:
    return row(
        f"`{made.name}`",
        cell(made.description),
        f"`{made.metric}`",
        made.items,
        made.groups,
        counts(made.skipped) or "none",
        made.fallback,
    )


def _ends(pattern: str, guards: Guards) -> Iterator[str]:
    """What is known of the subjects and objects of a pattern of texts."""
    if guards.ends:
        yield say("subjects and objects", pattern=pattern, counts=counts(guards.ends))
    if guards.invented or guards.common:
        yield say("invented names", pattern=pattern, invented=guards.invented, common=guards.common)


def _metrics(shown: Sequence[Made]) -> Iterator[str]:
    named = {made.metric: metrics.definition(made.metric).formula for made in shown}
    yield say("metrics", metrics=[f"- `{name}`: {text}" for name, text in named.items()])
