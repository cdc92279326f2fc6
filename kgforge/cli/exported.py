"""What export says of a benchmark: its items, how they are worded, and what is left out and why."""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import display, forms, terms
from kgforge.benchmark import PUBLISHED, SHARED, TEST, UNTYPED, Guards, lacking
from kgforge.cli import console
from kgforge.cli.console import some
from kgforge.schema import Manifest, Prompt, Split, folders


def tell(manifest: Manifest, folder: Path) -> None:
    """Print how many items each pattern gave, in which splits, and what was skipped."""
    for drawn in manifest.sheets():
        drawn.title = f"exported {folder}: {manifest.called}"
        console.show(drawn)
    said = (
        lacking(manifest),
        _missed(manifest),
        _untyped(manifest),
        _unranked(manifest),
        _worded(manifest, folder),
        _unused(manifest),
        _posed(manifest),
        _checked(manifest),
        _namesakes(manifest),
        _unlicensed(manifest),
    )
    for line in chain.from_iterable(said):
        console.say(line)
    if made := manifest.paraphrases:
        rejected = ", ".join(f"{reason}: {count:,}" for reason, count in made.rejected.items())
        console.say(
            f"{made.file.path}: {made.kept:,} paraphrases kept; rejected: {rejected or 'none'}"
        )
    for line in (*_generated(manifest), *_told(manifest)):
        console.say(line)


def _unlicensed(manifest: Manifest) -> Iterator[str]:
    """Which sources have no licence, without which nobody may know what is allowed."""
    files = [source.file for source in manifest.sources if source.licence is None]
    if files:
        yield (
            f"no licence is known of {some(files)}: the card says so; name it where they are "
            "loaded, as in kgforge load … --licence CC-BY-4.0"
        )


def _told(manifest: Manifest) -> Iterator[str]:
    """How many facts have a text before their questions, by context, and why others have none."""
    for made in manifest.patterns:
        for context in manifest.contexts or ():
            without = (made.contextless or {}).get(context, {})
            said = [f"{(made.contexts or {}).get(context, 0):,} facts"]
            said += [f"{count:,} without ({why})" for why, count in without.items()]
            yield f"{made.name}, {context} text before its questions: {'; '.join(said)}"


def _generated(manifest: Manifest) -> Iterator[str]:
    """What models wrote, what of it is rejected and why, and how fluent wordings are."""
    made = manifest.generated
    if not made:
        return
    for one in made.generators:
        rejected = ", ".join(f"{reason}: {count:,}" for reason, count in one.rejected.items())
        said = [
            f"{made.file.path}: {one.generator} by {display.visible(one.model.model)} words "
            f"{one.kept:,} of {one.facts:,} facts, {one.asked:,} texts asked for",
            f"rejected: {rejected or 'none'}",
        ]
        if one.spent:
            read, written = one.spent.prompt_tokens, one.spent.completion_tokens
            said.append(f"{read:,} tokens read, {written:,} written")
        if barred := [f"{why}: {count:,}" for why, count in one.barred.items()]:
            said.append(f"not asked for: {', '.join(barred)}")
        yield "; ".join(said)
    if made.fluency:
        found = made.fluency.generators.items()
        said = [
            f"{name} {one.mean:,.1f} (median {one.median:,.1f}) of {one.wordings:,} texts"
            for name, one in found
            if one.mean is not None and one.median is not None
        ]
        by = display.visible(made.fluency.model.model)
        yield f"mean perplexity by {by}: {'; '.join(said) or 'no text could be measured'}"


class _Fact(Struct, frozen=True):
    """Of a fact of an item what is read here."""

    prompts: tuple[Prompt, ...]


class _Item(Struct, frozen=True):
    facts: tuple[_Fact, ...]


def _worded(manifest: Manifest, folder: Path) -> Iterator[str]:
    """How many facts are asked in a generic wording, and how one of them reads."""
    generic = [made for made in manifest.patterns if made.fallback]
    if not generic:
        return
    shown = next(_fallbacks(manifest, generic[0].name, folder), "")
    counts = ", ".join(f"{made.fallback:,} of {made.name}" for made in generic)
    yield (
        f"without a template, so that their prompts have a generic wording: {counts} (facts); "
        f"one reads: {shown} – templates are given with --templates"
    )


def _unused(manifest: Manifest) -> Iterator[str]:
    """Templates that word no item: their predicate is misspelt, or of another graph."""
    if unused := manifest.unused_templates or {}:
        shown = [
            f"{terms.compact(predicate)} (is {terms.compact(near)} meant?)"
            if near
            else terms.compact(predicate)
            for predicate, near in unused.items()
        ]
        count = "1 predicate" if len(unused) == 1 else f"{len(unused):,} predicates"
        yield f"--templates has wordings for {count} that no item has: {some(shown)}"


def _fallbacks(manifest: Manifest, pattern: str, folder: Path) -> Iterator[str]:
    for split in manifest.split.shares if manifest.split else (TEST,):
        for item in folders.read_items(folder, folders.item_name(pattern, split), _Item):
            for fact in item.facts:
                yield from (one.text for one in fact.prompts if one.generator == "fallback")


LEFT_OUT: Final = 0.1
"""Warn when a split leaves out a greater share of a pattern's items."""


FAR: Final = 0.1
"""Warn when a split misses its shares by a greater share of a pattern's items."""


def _missed(manifest: Manifest) -> Iterator[str]:
    """The patterns of which a split tests nothing, leaves out many items, or misses its shares."""
    split = manifest.split
    if not split or split.kind == PUBLISHED:
        return
    for made in manifest.patterns:
        if not made.variant_of and (reached := _far(split, split.items[made.name])):
            yield (
                f"{made.name}: --split {split.kind} gives {reached}: what must stay together is "
                "too large for the shares; another kind may come nearer, or mine more"
            )
    for pattern, counts in split.items.items():
        kept, left_out = sum(counts.values()), split.left_out[pattern]
        if kept and not counts[TEST]:
            reached = ", ".join(f"{count:,} {name}" for name, count in counts.items())
            yield (
                f"{pattern}: --split {split.kind} leaves no item for testing ({reached}), so that "
                "models are not asked about it; split by another kind, or mine more"
            )
        if left_out > LEFT_OUT * (kept + left_out):
            yield (
                f"{pattern}: --split {split.kind} leaves {left_out:,} of {kept + left_out:,} items "
                "out, since they are bonded to two splits; another kind may keep more"
            )


def _far(split: Split, counts: Mapping[str, int]) -> str:
    """The shares reached, where one is far from what was wanted; empty where none is tested."""
    kept = sum(counts.values())
    if not counts[TEST]:
        return ""
    wanted = {name: kept * share / 100 for name, share in split.shares.items()}
    if max(abs(counts[name] - wanted[name]) for name in wanted) <= max(1, FAR * kept):
        return ""
    return ", ".join(
        f"{counts[name]:,} {name} ({wanted[name]:,.0f} wanted)" for name in split.shares
    )


def _checked(manifest: Manifest) -> Iterator[str]:
    """How many items checks flag that are there, and how many facts accept what follows."""
    for made in manifest.patterns:
        for reason, count in (made.flagged or {}).items():
            yield f"{made.name}: {count:,} items are flagged and kept: {reason}"
        if made.unasked:
            yield f"{made.name}: shared names were not looked for: {made.unasked}"
        if made.refilled:
            yield f"{made.name}: {made.refilled:,} items were drawn in the place of others left out"
        if telling := Guards.of(made.guards).telling:
            yield (
                f"{made.name}: {telling:,} prompts are left out, since their wording tells an "
                "answer and another one does not"
            )
        if made.entailed:
            yield (
                f"{made.name}: {made.entailed:,} facts also accept answers that follow from the "
                "graph by axioms"
            )


def _namesakes(manifest: Manifest) -> Iterator[str]:
    """How to leave out the names of entities without facts, which cost items."""
    if left := sum(made.skipped.get(SHARED, 0) for made in manifest.patterns):
        yield (
            f"{left:,} left out since their subject shares its name: the graph's labels all count, "
            "also of entities without facts; kgforge load … --predicates P,… keeps none of these"
        )


def _untyped(manifest: Manifest) -> Iterator[str]:
    """The patterns some of whose ontologies' domains and ranges could not be checked."""
    for made in manifest.patterns:
        if not made.variant_of and (groups := made.flags.get(UNTYPED)):
            yield (
                f"{made.name}: in {groups:,} of {made.groups:,} ontologies no subject or object "
                "has a known type, so that domains and ranges were not checked; give types by "
                "kgforge load … --types-from SOURCE"
            )


def _unranked(manifest: Manifest) -> Iterator[str]:
    """The patterns some of whose facts have no candidate but their target."""
    for made in manifest.patterns:
        if made.unranked:
            facts = sum((made.candidates or {}).values())
            yield (
                f"{made.name}: {made.unranked:,} of {facts:,} facts have fewer than two "
                "candidates, so that a ranking does not ask them; open questions do"
            )


def _posed(manifest: Manifest) -> Iterator[str]:
    """How many prompts there are of each form, which facts lack one, and where choices are few."""
    first = manifest.languages[0]
    if english := forms.wordless(manifest.forms or (), first, further=True):
        yield f"{', '.join(english)}: words around questions are English, for want of {first}"
    for made in manifest.patterns:
        unasked = forms.OF_FACTS not in (manifest.forms or ()) and not made.forms
        if manifest.forms and made.items and unasked:
            yield f"{made.name}: no fact can be asked as {', '.join(manifest.forms)}"
        for form, facts in (made.wordless or {}).items():
            yield f"{made.name}, {form}: {facts:,} facts without (no words for it in the language)"
        for form, reasons in (made.unposed or {}).items():
            why = "; ".join(f"{count:,} facts without ({why})" for why, count in reasons.items())
            yield f"{made.name}, {form}: no prompt; {why}"
        for one in made.forms or ():
            said = [f"{one.prompts:,} prompts of {one.facts:,} facts"]
            said += [f"{count:,} facts without ({why})" for why, count in one.lacking.items()]
            few = {size: n for size, n in one.choices.items() if size <= (manifest.choices or 0)}
            said += [f"{count:,} with {size} choices alone" for size, count in few.items()]
            asked = one.form if one.slot in ("object",) else f"{one.form} of the {one.slot}"
            yield f"{made.name}, {asked}: {'; '.join(said)}"
