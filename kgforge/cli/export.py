"""``kgforge export``: mined instances as a benchmark."""

from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Struct

import kgforge
from kgforge import display
from kgforge.benchmark import (
    PUBLISHED,
    TEMPLATE,
    TEST,
    TOKENS,
    TRIES,
    UNTYPED,
    ExportOptions,
    file_name,
    lacking,
)
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Flag, Force, Json, Many, Positive, Seed, Shown
from kgforge.forms import CHOICES, OF_FACTS
from kgforge.schema import (
    PLAIN,
    ChatOptions,
    Manifest,
    ModelOptions,
    Prompt,
    Showing,
    Split,
    folders,
)


def export(
    mined: Path,
    *,
    out: Path,
    store: str | None = None,
    templates: Annotated[tuple[Path, ...], Many] = (),
    synonyms: Path | None = None,
    paraphraser: str | None = None,
    paraphrases: Annotated[int, Shown] = 10,
    languages: str = "",
    forms: Annotated[str, Shown] = OF_FACTS,
    choices: Annotated[int, Shown] = CHOICES,
    slots: Annotated[str, Shown] = "object",
    candidates: Annotated[int, Shown] = 100,
    match: Literal["popularity"] | None = None,
    split: str | None = None,
    demonstrations: Annotated[int, Shown] = Showing().demonstrations,
    similarity: Annotated[str, Shown] = Showing().similarity,
    legacy: Annotated[bool, Flag] = False,
    unseen: Annotated[bool, Flag] = False,
    seed: Seed = 0,
    context: Annotated[str, Shown] = PLAIN,
    name: str = "",
    popularity: Path | None = None,
    strata: str | None = None,
    generators: Annotated[str, Shown] = TEMPLATE,
    tries: Annotated[int, Positive] = TRIES,
    generated: Path | None = None,
    fluency: str | None = None,
    url: str | None = None,
    api: Annotated[Literal["chat", "completions"], Shown] = "chat",
    concurrency: Annotated[int, Positive] = ChatOptions().concurrency,
    timeout: Annotated[float, Positive] = ChatOptions().timeout,
    max_new_tokens: Annotated[int, Positive] = TOKENS,
    device: Annotated[str, Shown] = "auto",
    force: Force = False,
    json: Json = False,
) -> None:
    """Export mined instances as a benchmark: items (JSONL), a manifest, a dataset card.

    Example: kgforge export mined/ --out bench/ --templates mine.ttl

    Parameters
    ----------
    mined
        The output folder of kgforge mine.
    out
        The output folder.
    store
        The graph, if it has moved since it was mined.
    templates
        Further templates: Turtle, LAMA's relations.jsonl or BEAR's metadata_relations.json.
    synonyms
        A file of synonyms, separated by tabs: a phrase, then its replacements. Each replacement
        makes a further template. Lines that begin with # are comments.
    paraphraser
        A sequence-to-sequence model (hub name or folder) that paraphrases the templates. Its
        paraphrases are written to OUT/paraphrases.ttl; pass that file as --templates to reuse
        them.
    paraphrases
        Ask the paraphraser for this many paraphrases of each template. Not all are kept.
    languages
        The language of labels, aliases and templates. By default the one in which was mined. With
        several, separated by commas, each pattern is there in each: symmetry in the first,
        symmetry_cs in cs, an item of either with the same hash. What has no name in a language is
        left out there, and counted. Models and contexts word facts in the first language alone.
    forms
        The forms of questions about facts, separated by commas: cloze (fill the slot), true_false,
        multiple_choice, short_answer (answer a question), listing (name all answers). All are of
        the same items.
    choices
        How many wrong choices a multiple_choice question has, where the graph has so many.
    slots
        Which ends of a fact a cloze asks for: object, subject, or both.
    candidates
        The maximum number of candidate answers to a fact, the right one included. Distractors of
        the right answer's class come first.
    match
        popularity: choose distractors whose degree is close to that of the right answer.
    split
        Split the items by random, entity, predicate or popularity. No entity pair or wording
        occurs in two splits. With entity, no queried entity does either; with predicate, no
        predicate. Answers may recur. Add percentages of train, validation and test, or of train
        and test: entity:80/10/10.
    demonstrations
        How many similar training items the prompt of a text shows.
    similarity
        How similarity is measured: tfidf, or a sentence-transformers model (hub name or folder).
    legacy
        Write the prompts of texts as first published: each demonstration shows one triple.
    unseen
        For each pattern of texts, add a variant of its test items with invented names.
    context
        The texts that stand before questions, separated by commas: relevant (a sentence that
        expresses the fact), irrelevant (one about other entities), antifactual (the relevant one
        with a wrong answer). Each question is also asked without a text (none). The graph needs
        sentences.
    name
        What the benchmark is called in reports and in its card. Without it, by its sources.
    popularity
        A file of page views, or of any number that says how popular an entity is: an id (Q42, an
        IRI) or a page title, a tab, a number. Without it, strata are by degree in the graph.
    strata
        Part the items of each group by the popularity of their subject, and score each stratum:
        head_torso_tail (a third of all popularity each), quantiles:N, or log10. Add how many items
        of each to draw: head_torso_tail:20.
    generators
        What words facts, separated by commas: template; masking:MODEL, a model that says a fact in
        a sentence, whose names become slots; question:MODEL, a model that writes a question;
        translation:MODEL, a model that translates the fact's English sentence, cut at its object;
        once a seq2seq: and once another. MODEL is causal:, seq2seq: and a hub name or folder, or
        openai:NAME, at --url. Its texts are written to OUT/generated.jsonl.
    tries
        Ask a model for a fact this many times, until a text is of use.
    generated
        A generated.jsonl whose texts are not asked for again. With it, masking, question and
        translation need no model.
    fluency
        causal: or masked: and a hub name or folder: a model that measures the perplexity of all
        wordings, filled with their names.
    url
        For openai: models. The server, up to /v1. Without it: OPENAI_BASE_URL, else OpenAI's own.
    api
        For openai: models. chat, or completions, which go on from examples.
    concurrency
        For openai: models. How many requests are sent at once.
    timeout
        For openai: models. Seconds to wait for an answer. After that the request is sent again.
    max_new_tokens
        The maximum length of a text that generators write, in tokens.
    device
        Where models run that generate or measure: auto, cpu, cuda, …
    """
    [language, *more] = arguments.parts(languages) or ("",)
    options = ExportOptions(
        templates=templates,
        synonyms=synonyms,
        paraphraser=paraphraser,
        paraphrases=paraphrases,
        language=language,
        further=tuple(more),
        candidates=candidates,
        match=match or "",
        split=split,
        demonstrations=demonstrations,
        similarity=similarity,
        legacy=legacy,
        unseen=unseen,
        seed=seed,
        forms=_forms(forms),
        choices=choices,
        slots=arguments.parts(slots),
        contexts=arguments.parts(context),
        name=arguments.name("export", name),
        popularity=popularity,
        strata=strata,
        generators=_generators(generators),
        tries=tries,
        generated=generated,
        fluency=fluency,
        model=ModelOptions(
            max_new_tokens=max_new_tokens,
            device=device,
            chat=arguments.chat(ChatOptions(url, api, concurrency=concurrency, timeout=timeout)),
        ),
    )
    with console.stages() as progress:
        manifest = kgforge.export(mined, out, options, store=store, force=force, progress=progress)
    if json:
        console.summary(manifest)
    else:
        exported(manifest, out)


def _forms(given: str) -> tuple[str, ...]:
    """The forms that are asked for; none where patterns have theirs by themselves."""
    found = arguments.parts(given)
    return () if found == (OF_FACTS,) else found


def _generators(given: str) -> tuple[str, ...]:
    """The generators that are asked for; none where templates alone word facts."""
    found = arguments.parts(given)
    return () if found == (TEMPLATE,) else found


def exported(manifest: Manifest, folder: Path) -> None:
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
        _posed(manifest),
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


def _fallbacks(manifest: Manifest, pattern: str, folder: Path) -> Iterator[str]:
    for split in manifest.split.shares if manifest.split else (TEST,):
        for item in folders.read_items(folder, file_name(pattern, split)[: -len(".jsonl")], _Item):
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
    for made in manifest.patterns:
        if manifest.forms and made.items and not made.forms and OF_FACTS not in manifest.forms:
            yield f"{made.name}: no fact can be asked as {', '.join(manifest.forms)}"
        for one in made.forms or ():
            said = [f"{one.prompts:,} prompts of {one.facts:,} facts"]
            said += [f"{count:,} facts without ({why})" for why, count in one.lacking.items()]
            few = {size: n for size, n in one.choices.items() if size <= (manifest.choices or 0)}
            said += [f"{count:,} with {size} choices alone" for size, count in few.items()]
            asked = one.form if one.slot in ("object",) else f"{one.form} of the {one.slot}"
            yield f"{made.name}, {asked}: {'; '.join(said)}"
