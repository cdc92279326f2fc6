"""Benchmarks and runs written by hand, record by record: what tests of scores and reports read."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET

from kgforge import files, scoring
from kgforge.schema import (
    FORMAT,
    Accepted,
    BenchmarkId,
    Count,
    Evidence,
    GraphId,
    Item,
    ItemFact,
    Job,
    Made,
    Manifest,
    ModelOptions,
    Named,
    Predicate,
    Prompt,
    Provenance,
    Response,
    RunInfo,
    Scored,
    Top,
)

WD = "http://www.wikidata.org/entity/"
WDT = "http://www.wikidata.org/prop/direct/"
WORDING = {
    "P26": ("spouse", "[X] is married to [Y].", "The spouse of [X] is [Y]."),
    "P27": ("citizenship", "[X] is a citizen of [Y].", "[X] holds a passport of [Y]."),
    "P36": ("capital", "The capital of [X] is [Y].", "[X] is governed from [Y]."),
    "P47": ("shares border with", "[X] borders [Y].", "A neighbour of [X] is [Y]."),
    "P279": ("subclass of", "Every [X] is a [Y].", "[X] is a kind of [Y]."),
    "P1376": ("capital of", "[X] is the capital of [Y].", "[X] is the seat of [Y]."),
}
"""Of some predicates the label, and templates."""

CONFIDENCE = 0.625
"""That of each group of symmetry; the groups of others have none."""
MATCHES = {"wdt:P26": 1_000, "wdt:P47": 2_000}
"""How often each group of symmetry was found; those of others were not counted."""


def fact(
    role: str,
    subject: str,
    predicate: str,
    object: str,
    *,
    holds: bool | None = True,
    others: Iterable[str] = (),
    aliases: Iterable[str] = (),
    candidates: Iterable[str] = (),
    prompts: int = 1,
    evidence: Iterable[str] = (),
) -> ItemFact:
    """A fact whose entities are named by their labels; *others* are further right objects."""
    target = _named(object)
    answers = [Accepted(target.id, target.label, tuple(aliases))]
    answers += [Accepted(_named(other).id, other) for other in others]
    return ItemFact(
        role=role,
        subject=_named(subject),
        predicate=Predicate(WDT + predicate, WORDING.get(predicate, (predicate,))[0]),
        object=target,
        holds=holds,
        answers=tuple(answers),
        candidates=tuple(sorted(map(_named, {object, *candidates}), key=lambda named: named.id)),
        prompts=tuple(_prompt(subject, predicate, number) for number in range(prompts)),
        evidence=tuple(Evidence(text, "a document") for text in evidence),
    )


def _named(label: str) -> Named:
    return Named(WD + "Q-" + label.replace(" ", "_"), label)


def _prompt(subject: str, predicate: str, number: int) -> Prompt:
    templates = WORDING.get(predicate, ())[1:]
    template = templates[number] if number < len(templates) else f"[X] {predicate} {number} [Y]."
    text = template.replace("[X]", subject).replace("[Y]", "[MASK]")
    return Prompt("cloze", "en", "object", "none", "template", text, template)


def item(
    name: str, pattern: str, group: str, *facts: ItemFact, degrees: Sequence[int] = ()
) -> Item:
    """An item; *degrees* are those of its entities, in some order."""
    counts = tuple(Count(f"{WD}Q{number}", degree) for number, degree in enumerate(degrees))
    provenance = Provenance("0" * 64, "1" * 64, 0, degrees=counts)
    return Item(name, pattern, group, "test", None, facts, (), provenance)


def answers(
    item: str,
    role: str,
    texts: Sequence[str] = (),
    *,
    prompt: int = 0,
    error: str = "",
    method: str = "open",
) -> Response:
    """An open answer: *texts*, best first, with falling log-probabilities."""
    top = tuple(Top(text, -0.5 * place) for place, text in enumerate(texts, start=1))
    return Response(item, role, "cloze", prompt, "a-model", method, top=top, error=error)


def ranking(item: str, role: str, sums: Mapping[str, Sequence[float]]) -> Response:
    """A ranking answer: token log-probabilities of each candidate."""
    candidates = tuple(
        Scored(text, tuple(f"t{place}" for place, _ in enumerate(logprobs)), tuple(logprobs))
        for text, logprobs in sums.items()
    )
    return Response(item, role, "cloze", 0, "a-model", "sum", candidates=candidates)


def by_token(item: str, role: str, ranks: Sequence[int], *, prompt: int = 0) -> Response:
    """An answer token by token: the ranks of the target's tokens."""
    tokens = tuple(f"t{place}" for place, _ in enumerate(ranks))
    target = Scored("a target", tokens, tuple(-0.5 * rank for rank in ranks))
    return Response(
        item, role, "cloze", prompt, "a-model", "token_average", candidates=(target,),
        ranks=tuple(ranks),
    )  # fmt: skip


def write_benchmark(
    folder: Path, items: Iterable[Item], own: Mapping[str, str], **manifest: object
) -> Path:
    """A benchmark folder; *own* maps each pattern to its metric."""
    folder.mkdir(parents=True)
    by_pattern: dict[str, list[Item]] = {pattern: [] for pattern in own}
    for each in items:
        by_pattern[each.pattern].append(each)
    for pattern, own_items in by_pattern.items():
        _write_lines(folder / f"{pattern}.jsonl", own_items)
    patterns = tuple(
        Made(
            pattern,
            f"The facts of {pattern}.",
            metric,
            {},
            {},
            0,
            len(by_pattern[pattern]),
            len({each.group for each in by_pattern[pattern]}),
            {},
            0,
            {},
            form=_form(by_pattern[pattern]),
            confidence=(
                dict.fromkeys((each.group for each in by_pattern[pattern]), CONFIDENCE)
                if pattern == "symmetry"
                else UNSET
            ),
            matches=MATCHES if pattern == "symmetry" else UNSET,
        )
        for pattern, metric in own.items()
    )
    made = Manifest(
        FORMAT, folder.name, "0", (), GraphId(None, 0), (), patterns, 0, ("en",), (), 100
    )
    head = {**msgspec.to_builtins(made), **manifest}
    (folder / "manifest.json").write_bytes(msgspec.json.encode(head))
    return folder


def _form(items: Iterable[Item]) -> str:
    """The form of the first prompt of all."""
    for one in items:
        for prompt in (*one.prompts, *(prompt for of in one.facts for prompt in of.prompts)):
            return prompt.form
    return "cloze"


def write_run(
    folder: Path, responses: Iterable[Response], benchmark: Path | str = "../bench", **run: object
) -> Path:
    """A run folder: its responses, and ``run.json`` with what is given."""
    folder.mkdir(parents=True)
    _write_lines(folder / "responses.jsonl", responses)
    manifest = folder / benchmark / "manifest.json"
    asked = BenchmarkId(str(benchmark), files.sha256(manifest) if manifest.is_file() else "")
    model = {"address": f"table:{folder.name}"}
    made = RunInfo(
        FORMAT, "0", model, ModelOptions(), asked, Job(), (), 0, 0, 0, 0, True, 0, 0.0, 0.0, {}
    )
    head = {**msgspec.to_builtins(made), **run}
    (folder / "run.json").write_bytes(msgspec.json.encode(head))
    return folder


def judged(benchmark: Path, *runs: Path) -> list[scoring.Run]:
    """Runs, read and judged."""
    asked = scoring.read_benchmark(benchmark)
    return [scoring.judge_run(run, asked) for run in runs]


def _write_lines(path: Path, records: Iterable[object]) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in records))
