"""``kgforge export``: mined instances as a benchmark."""

from pathlib import Path
from typing import Annotated, Literal

import kgforge
from kgforge.benchmark import (
    TEMPLATE,
    TOKENS,
    TRIES,
    ExportOptions,
)
from kgforge.cli import arguments, console, exported
from kgforge.cli.arguments import Engine, Flag, Force, Json, Many, Positive, Seed, Shown
from kgforge.forms import CHOICES, OF_FACTS
from kgforge.graph import snapshot
from kgforge.schema import (
    PLAIN,
    ChatOptions,
    Compression,
    ModelOptions,
    Showing,
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
    compress: Compression | None = None,
    keep_flagged: Annotated[bool, Flag] = False,
    engine: Engine = "auto",
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
        Which ends of a fact a cloze asks for: object, subject, or object,subject.
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
    compress
        Compress the files of items, with gzip or Zstandard. Every command and datasets read them.
    keep_flagged
        Keep items in which checks find a fault: a prompt that holds its answer, a subject that
        shares its name, an editorial predicate. They are marked (flags). By default they are left
        out, and counted.
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
        compress=compress,
        keep_flagged=keep_flagged,
        model=ModelOptions(
            max_new_tokens=max_new_tokens,
            device=device,
            chat=arguments.chat(ChatOptions(url, api, concurrency=concurrency, timeout=timeout)),
        ),
    )
    how = [snapshot.NATIVE]
    with console.stages() as progress:
        manifest = kgforge.export(
            mined,
            out,
            options,
            store=store,
            engine=engine,
            force=force,
            progress=progress,
            watch=snapshot.Watch(console.say, how.append),
        )
    if json:
        console.summary(manifest, asked=how[-1])
    else:
        exported.tell(manifest, out)
        if how[-1].words:
            console.say(how[-1].words)


def _forms(given: str) -> tuple[str, ...]:
    """The forms that are asked for; none where patterns have theirs by themselves."""
    found = arguments.parts(given)
    return () if found == (OF_FACTS,) else found


def _generators(given: str) -> tuple[str, ...]:
    """The generators that are asked for; none where templates alone word facts."""
    found = arguments.parts(given)
    return () if found == (TEMPLATE,) else found
