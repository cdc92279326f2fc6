"""One contestant's part of ``benchmarks.probe``, run by the python of its own environment.

``python contestants.py NAME JOB`` reads a job (JSON) and says its versions; then it reads numbers
of modes, a line each, and answers each with a line: sums of log-probabilities, seconds and batch
size, or null for a mode that it lacks. Only kgforge's own part imports kgforge, so that any
environment can run the others.
"""

import importlib
import importlib.metadata
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

BATCHES = (4, 12, 32)
"""Batch sizes that are tried for a peer, on the first prompt; its best one counts."""

Prompt = dict[str, Any]
"""``before`` and ``after`` the slot, and ``candidates``."""
Scorer = Callable[[list[Prompt], int], list[float]]
"""Gives one sum per statement, prompt by prompt, with a batch size."""


def main(name: str, job_file: str) -> None:
    import torch

    job = json.loads(Path(job_file).read_text(encoding="utf-8"))
    torch.set_num_threads(job["threads"])
    packages = (name, "torch", "transformers", "tokenizers")
    _reply({package: importlib.metadata.version(package) for package in packages})
    for line in sys.stdin:
        mode = job["modes"][int(line)]
        score = CONTESTANTS[name](mode, job["models"][mode["family"]])
        _reply(score and _measure(score, _prompts(mode, job), job, tuned=name != "kgforge"))


def _reply(answer: object) -> None:
    print(json.dumps(answer), flush=True)


def _prompts(mode: Prompt, job: Prompt) -> list[Prompt]:
    prompts: list[Prompt] = job["prompts"]
    return [{**one, "after": ""} for one in prompts] if mode["cut"] else prompts


def _measure(score: Scorer, prompts: list[Prompt], job: Prompt, *, tuned: bool) -> Prompt:
    """Score all prompts, a few beforehand: to warm up, and to choose the batch size."""
    few, times = [{**prompts[0], "candidates": prompts[0]["candidates"][: BATCHES[-1]]}], {}
    score(few, BATCHES[0])
    for size in BATCHES if tuned else ():
        started = time.process_time()
        score(few, size)
        times[size] = time.process_time() - started
    batch = min(times, key=lambda size: times[size]) if times else 0
    started, worked = time.perf_counter(), time.process_time()
    values = score(prompts, batch)
    seconds, processor = time.perf_counter() - started, time.process_time() - worked
    return {"seconds": seconds, "processor": processor, "batch": batch, "values": values}


# ── The contestants: None where one lacks the mode ──────────────────────────────────────────────
def kgforge(mode: Prompt, folder: str) -> Scorer | None:
    from kgforge import models
    from kgforge.schema import ModelOptions, Request

    options = ModelOptions(method=mode["kgforge"], device="cpu")
    model = models.open(f"{mode['family']}:{folder}", options)

    def score(prompts: list[Prompt], _: int) -> list[float]:
        requests = [
            Request(
                f"item-{number}",
                "asked",
                0,
                0,
                one["before"],
                one["after"],
                one["candidates"][0],
                tuple(one["candidates"]),
            )
            for number, one in enumerate(prompts)
        ]
        return [
            sum(found.logprobs) for answer in model.answer(requests) for found in answer.candidates
        ]

    return score


def minicons(mode: Prompt, folder: str) -> Scorer | None:
    if mode["minicons"] is None:
        return None
    scorer = importlib.import_module("minicons.scorer")
    family = {"masked": "MaskedLMScorer", "causal": "IncrementalLMScorer"}[mode["family"]]
    model = getattr(scorer, family)(folder, "cpu")
    if not hasattr(model.tokenizer, "batch_encode_plus"):  # which transformers 5 dropped
        model.tokenizer.batch_encode_plus = model.tokenizer.__call__
    options = {"reduction": lambda values: values.sum(0).item(), **mode["minicons"]}

    def statements(prompts: list[Prompt], size: int) -> list[float]:
        texts = [
            one["before"] + text + one["after"] for one in prompts for text in one["candidates"]
        ]
        return [
            value for part in _parts(texts, size) for value in model.sequence_score(part, **options)
        ]

    def answers(prompts: list[Prompt], size: int) -> list[float]:
        pairs = [(one["before"].rstrip(), text) for one in prompts for text in one["candidates"]]
        return [
            value
            for part in _parts(pairs, size)
            for value in model.conditional_score(
                [before for before, _ in part], [text for _, text in part], **options
            )
        ]

    return answers if mode["cut"] else statements


def lm_pub_quiz(mode: Prompt, folder: str) -> Scorer | None:
    if mode["lm-pub-quiz"] is None:
        return None
    evaluator = importlib.import_module("lm_pub_quiz").Evaluator.from_model(
        folder,
        model_type={"masked": "MLM", "causal": "CLM"}[mode["family"]],
        device="cpu",
        capitalize=False,
        **mode["lm-pub-quiz"],
    )

    def score(prompts: list[Prompt], size: int) -> list[float]:
        asked = [_spaced(one) for one in prompts] if mode["cut"] else prompts
        return [
            value
            for one in asked
            for value in evaluator.score_answers(
                template=f"{one['before']}[Y]{one['after']}",
                answers=one["candidates"],
                reduction="sum",
                batch_size=size,
            )
        ]

    return score


def _spaced(one: Prompt) -> Prompt:
    """The same with the space before the slot in the answers: lm-pub-quiz counts by their spans."""
    before = one["before"].rstrip()
    space = one["before"][len(before) :]
    return {**one, "before": before, "candidates": [space + text for text in one["candidates"]]}


def _parts(values: list[Any], size: int) -> Iterator[list[Any]]:
    return (values[start : start + size] for start in range(0, len(values), size))


CONTESTANTS = {"kgforge": kgforge, "minicons": minicons, "lm-pub-quiz": lm_pub_quiz}
if __name__ == "__main__":
    main(*sys.argv[1:])
