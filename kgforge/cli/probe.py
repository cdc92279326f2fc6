"""``kgforge probe``: a model's answers to a benchmark's questions."""

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET

import kgforge
from kgforge import display, probing, scoring
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Flag, Force, Json, Positive, Seed, Shown, Verbose
from kgforge.probing import Plan, Probed
from kgforge.reporting import Run, by_form, tables
from kgforge.schema import ChatOptions, ModelOptions, Score, Spent
from kgforge.scoring import MATCHING, questions


def probe(
    benchmark: Path,
    *,
    model: str,
    out: Path,
    patterns: str = "",
    forms: str = "",
    k: Annotated[str, Shown] = "1,3,5",
    method: Annotated[str, Shown] = "open",
    limit: int | None = None,
    prompts: int | None = None,
    batch_tokens: Annotated[int, Shown] = ModelOptions().batch_tokens,
    max_new_tokens: Annotated[int, Positive] = ModelOptions().max_new_tokens,
    device: Annotated[str, Shown] = "auto",
    dtype: Annotated[str, Shown] = "float32",
    revision: str | None = None,
    url: str | None = None,
    api: Annotated[Literal["chat", "completions"], Shown] = "chat",
    abstain: Annotated[bool, Flag] = False,
    concurrency: Annotated[int, Positive] = ChatOptions().concurrency,
    timeout: Annotated[float, Positive] = ChatOptions().timeout,
    price: str = "",
    seed: Seed = 0,
    dry_run: Annotated[bool, Flag] = False,
    name: str = "",
    force: Force = False,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Ask a model the questions of a benchmark, and score its answers.

    Example: kgforge probe bench/ --model masked:bert-base-cased --out run/

    A server: kgforge probe bench/ --model openai:NAME --url http://localhost:8000/v1 --out run/

    An interrupted run resumes when the same command is run again.

    Parameters
    ----------
    benchmark
        The output folder of kgforge export.
    model
        masked:, causal: or seq2seq: and a hub name or folder; hf: chooses one of them by the
        model's config; openai:NAME asks a server at --url; table:FILE reads stored answers.
    out
        The run's folder. If it exists, the run resumes.
    patterns
        Ask only these patterns, separated by commas.
    forms
        Ask only prompts of these forms, separated by commas: cloze (fill the slot), true_false,
        multiple_choice, short_answer, listing, or extraction (write the facts of a text; causal:
        and seq2seq: only). By default all that the benchmark has.
    k
        The values of k in hits at k, separated by commas.
    method
        open or ranking; for masked: also gold_length, original, within_word_l2r, answer_l2r,
        mask_average or token_average; for causal: also
        conditional or conditional_apart.
    limit
        Ask at most this many items of each pattern: a sample drawn by the seed, from every group
        its share.
    prompts
        Ask this many wordings of each fact, sampled by the seed.
    batch_tokens
        How many tokens a batch holds.
    max_new_tokens
        The maximum length of a generated text, in tokens.
    device
        auto, cpu, cuda, …
    dtype
        float32, float16 or bfloat16.
    revision
        The revision of a model on the hub.
    url
        openai: only. The server, up to /v1. Without it: OPENAI_BASE_URL, else OpenAI's own.
    api
        openai: only. chat, or completions, which go on from a statement that ends in its slot.
    abstain
        openai: only. Tell the model that it may answer "unknown".
    concurrency
        openai: only. How many requests are sent at once.
    timeout
        openai: only. Seconds to wait for an answer. After that the request is sent again.
    price
        openai: only. What a million tokens cost, read and written: 0.15,0.60.
    dry_run
        Count the questions, but ask none.
    name
        What the run is called in reports. Without it, by its model.
    """
    if dry_run:
        with console.advancing("planning") as planning:
            found = probing.plan(
                benchmark,
                patterns=arguments.parts(patterns),
                limit=limit,
                prompts=prompts,
                seed=seed,
                forms=arguments.parts(forms),
                progress=planning,
            )
        _planned(found, as_json=json)
        return
    options = ModelOptions(
        method=method,
        k=max(arguments.numbers(k)),
        batch_tokens=batch_tokens,
        device=device,
        dtype=dtype,
        revision=revision,
        max_new_tokens=max_new_tokens,
        chat=arguments.chat(ChatOptions(url, api, abstain, concurrency, timeout, _price(price))),
    )
    name = arguments.name("probe", name)
    with console.stages() as watch:
        run = kgforge.probe(
            benchmark,
            model,
            out,
            options,
            patterns=arguments.parts(patterns),
            ks=arguments.numbers(k),
            limit=limit,
            prompts=prompts,
            seed=seed,
            forms=arguments.parts(forms),
            force=force,
            name=name,
            watch=watch,
        )
    _told(run, out, as_json=json, verbose=verbose)


def _price(text: str) -> tuple[float, float] | None:
    """The price of a million tokens read, and written; status 2 for anything else."""
    try:
        found = tuple(map(float, arguments.parts(text)))
    except ValueError:
        found = (-1.0,)
    if not found:
        return None
    if len(found) != 2 or not all(0 <= one < math.inf for one in found):
        arguments.usage(f"--price {text!r} is not two prices, as in --price 0.15,0.60")
    return found[0], found[1]


def _told(run: Probed, out: Path, *, as_json: bool, verbose: bool) -> None:
    """Print what a run scores."""
    if run.torn:
        console.say(f"{out}: a torn last line ({run.torn:,} bytes) was dropped and asked again")
    for remark in run.remarks or ():
        console.say(remark)
    if run.spent:
        console.say(_paid(run.spent))
    if as_json:
        console.summary(msgspec.structs.replace(run, scores=tuple(_whole(run.scores))))
    else:
        console.show(*run.sheets())
        if verbose:
            shown = Run(run.called, out, run, list(run.scores))
            of = list(questions.figures(run.asked))
            console.show(*tables.score_tables([shown], run.metrics, of))
            console.show(*by_form.by_form([shown], run.metrics, run.forms or {}))


def _paid(spent: Spent) -> str:
    """What the answers of a server took, in one line."""
    said = [
        f"{spent.answers:,} answers",
        f"{spent.prompt_tokens:,} tokens read, {spent.completion_tokens:,} written",
    ]
    if spent.unreported:
        said.append(f"of {spent.unreported:,} answers the server tells no tokens")
    if spent.cost is not UNSET:
        said.append(f"cost {spent.cost:,.4f}")
    if cut := spent.ended.get("length"):
        said.append(f"{cut:,} texts cut off at --max-new-tokens")
    others = {how: many for how, many in spent.ended.items() if how != "length"}
    said += [f"{many:,} × {display.visible(how)}" for how, many in others.items()]
    said += map(display.visible, spent.adapted)
    return "; ".join(said)


def _planned(plan: Plan, *, as_json: bool) -> None:
    """Print how much a run would ask."""
    if as_json:
        console.summary(plan)
    else:
        console.say(
            f"{plan.items:,} items, {plan.prompts:,} prompts, {plan.candidates:,} candidates"
        )
        if plan.sampled:
            console.say(f"a sample (--limit): {scoring.samples(plan.sampled)}")


def _whole(scores: Iterable[Score]) -> Iterator[Score]:
    """The scores of whole patterns; those of groups and slices are in the run's folder."""
    return (score for score in scores if score.group is None and not score.by.keys() - {MATCHING})
