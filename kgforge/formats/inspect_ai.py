"""inspect_ai (the UK AI Security Institute's harness): a task file, and the samples of each task.

A chat model is asked: for the name in the place of a slot, for a short answer, for *true* or
*false*, or by inspect's own solver for one of several choices. Names are compared by inspect's
scorer ``exact``, or judged as kgforge does it (``-T judge=kgforge``).
"""

import keyword
import re
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from kgforge.formats import Bench, Carried, Lacks
from kgforge.formats._rows import naming
from kgforge.formats._rows.about import About, about
from kgforge.formats._rows.asking import Asked
from kgforge.formats._rows.naming import Task
from kgforge.schema import SLOT

TASKS: Final = "tasks.py"
_UNPLACED: Final = "question whose choices do not stand below it"


class Sample(Struct, frozen=True):
    """A line of a file of samples, as inspect has its own ``Sample``."""

    id: str
    input: str
    target: str | tuple[str, ...]
    metadata: dict[str, Any]
    choices: tuple[str, ...] | UnsetType = UNSET


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the samples of each task and split, and the task file; see ``formats``."""
    left = Lacks()
    shelf = naming.shelved(bench, out, left, _refusal, partial(_put, left))
    if shelf.tasks:
        text = _tasks(list(shelf.tasks), about(bench.manifest))
        (out / TASKS).write_text(text, encoding="utf-8")
    return Carried(shelf.written, lacks=left.listed())


def _refusal(asked: Asked) -> str:
    """Why a question stands in no task: also, if its choices cannot be told from it."""
    if reason := naming.refusal(asked):
        return reason
    return _UNPLACED if asked.prompt.choices and not question(asked) else ""


def _put(left: Lacks, asked: Asked) -> Sample:
    """The sample of a question; there is nothing to rank in it."""
    if asked.way == "rank":
        asked.lack("candidate", left, len(asked.candidates))
    return sample(asked)


def question(asked: Asked) -> str:
    """A question without the lines of its choices, which the harness puts in its own way."""
    pairs = zip(asked.options, asked.prompt.choices, strict=True)
    listed = "".join(f"\n{letter}) {' '.join(text.split())}" for letter, text in pairs)
    head, found, _ = asked.parted[0].rpartition(listed)
    return head if found else ""


def sample(asked: Asked) -> Sample:
    """A question as inspect has it."""
    answers = [[one.label, *one.aliases] for one in asked.answers]
    metadata = {
        "item": asked.item.id,
        "role": asked.role,
        "number": asked.number,
        "pattern": asked.item.pattern,
        "group": asked.item.group,
        "split": asked.split,
        "generator": asked.prompt.generator,
        "answers": answers,
    }
    if asked.prompt.choices:
        gold = asked.prompt.gold
        return Sample(asked.id, question(asked), gold, metadata, asked.prompt.choices)
    if asked.way == "choose":
        return Sample(asked.id, _bare(asked), asked.prompt.gold, metadata)
    return Sample(asked.id, _bare(asked), tuple(asked.names), metadata)


def _bare(asked: Asked) -> str:
    """The text; a slot at its end, which is where the answer comes anyway, is taken away."""
    before, after = asked.parted
    return before.rstrip() if asked.way != "rank" and not after.strip() else asked.prompt.text


# ── The task file ───────────────────────────────────────────────────────────────────────────────
_HEAD: Final = '''"""Tasks of the benchmark $id for inspect_ai, made by kgforge $kgforge.

$title. Licence: $licence.

inspect eval tasks.py@NAME --model …; -T split=train for another split, -T judge=kgforge to have
names judged by kgforge, which has to be installed then.
"""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, choice, exact, scorer, stderr
from inspect_ai.solver import generate, multiple_choice, system_message

HERE = Path(__file__).parent
BENCHMARK = {
    "benchmark": $id_,
    "title": $title_,
    "licence": $licence_,
    "citation": $citation_,
}
SLOT = $slot_
BLANK = f"Say what {SLOT} stands for in the text. Answer with the name alone, without a sentence."
NAME = "Answer with the name alone, without a sentence."
TRUTH = "Is the statement true or false? Answer with one word, true or false."


@scorer(metrics=[accuracy(), stderr()])
def judged():
    """Judge a text as kgforge does: denials, alternatives, longer names, numbers by value."""
    import kgforge

    async def score(state, target):
        said = state.output.completion
        verdict = kgforge.judge(said, target.target, question=state.input_text)
        value = CORRECT if verdict == "correct" else INCORRECT
        return Score(value=value, answer=said, explanation=verdict)

    return score


def _samples(name, split):
    return json_dataset(str(HERE / f"{name}.{split}.jsonl"), name=name)


def _written(name, split, told, judge):
    if judge not in ("exact", "kgforge"):
        raise ValueError(f"judge={judge!r}: exact or kgforge")
    return Task(
        dataset=_samples(name, split),
        solver=[system_message(told), generate()],
        scorer=judged() if judge == "kgforge" else exact(),
        metadata=BENCHMARK,
    )


def _chosen(name, split):
    return Task(
        dataset=_samples(name, split),
        solver=multiple_choice(),
        scorer=choice(),
        metadata=BENCHMARK,
    )
'''
_WRITTEN: Final = """

@task
def $name(split="test", judge="exact"):
    return _written($name_, split, $told, judge)
"""
_TRUE: Final = """

@task
def $name(split="test"):
    return _written($name_, split, TRUTH, "exact")
"""
_CHOSEN: Final = """

@task
def $name(split="test"):
    return _chosen($name_, split)
"""


def _tasks(tasks: list[Task], said: About) -> str:
    """The task file."""
    shown = {"id": said.id, "title": _line(said.title), "licence": _line(said.licence)}
    values = {
        **shown,
        "kgforge": said.kgforge,
        "id_": repr(said.id),
        "title_": repr(said.title),
        "licence_": repr(said.licence),
        "citation_": repr(said.citation),
        "slot_": repr(SLOT),
    }
    return _filled(_HEAD, values) + "".join(map(_task, tasks))


def _task(task: Task) -> str:
    text = _CHOSEN if task.lettered else _TRUE if task.way == "choose" else _WRITTEN
    told = "BLANK" if task.way == "rank" else "NAME"
    name = re.sub(r"\W", "_", task.name)
    name = f"{name}_" if keyword.iskeyword(name) else name
    return _filled(text, {"name": name, "name_": repr(task.name), "told": told})


def _filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$(\w+)", lambda found: values[found[1]], text)


def _line(text: str) -> str:
    """A text as it may stand in a docstring."""
    return " ".join(text.split()).replace("\\", "/").replace('"', "'")
