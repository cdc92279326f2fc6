"""Questions as tasks, each with its settings in YAML; see ``formats.lm_eval``."""

from functools import partial
from pathlib import Path
from typing import Any, Final

import yaml
from msgspec import Struct

from kgforge import stops
from kgforge.formats import Bench, Carried, Lacks
from kgforge.formats._rows import naming
from kgforge.formats._rows.about import About, about
from kgforge.formats._rows.asking import Asked
from kgforge.formats._rows.naming import Task
from kgforge.formats.lm_eval.ways import OUTPUT

AGAIN: Final = "further name of the target among its candidates"
LONE: Final = "target that is its only candidate"
READER: Final = "data.py"
"""The module that reads the lines, wherever the folder lies."""
_LONGEST: Final = 16
"""So many tokens a short answer has at most, as with ``probe``."""
_READER: Final = '''"""Read the questions of this folder, wherever it lies."""

import json
from pathlib import Path

import datasets


def load(task, splits, **_):
    """Give the splits of a task: lm-eval would look for files in the current folder."""
    found = {}
    for split in splits:
        path = Path(__file__).parent / f"{task}.{split}.jsonl"
        with path.open(encoding="utf-8") as lines:
            found[split] = datasets.Dataset.from_list([json.loads(line) for line in lines])
    return datasets.DatasetDict(found)
'''


class Doc(Struct, frozen=True):
    """A question whose answer is one of several texts."""

    id: str
    item: str
    role: str
    number: int
    group: str
    generator: str
    """What worded it."""
    query: str
    """What stands before the choices; empty where these are whole statements."""
    choices: tuple[str, ...]
    gold: int
    """Which of them is right."""
    answers: tuple[str, ...]
    """Every accepted name."""


class Written(Struct, frozen=True):
    """A question whose answer is written."""

    id: str
    item: str
    role: str
    number: int
    group: str
    generator: str
    query: str
    answers: tuple[str, ...]


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the tasks, and the module that reads their lines; see ``formats``."""
    left = Lacks()
    shelf = naming.shelved(bench, out, left, _refusal, partial(doc, left))
    if shelf.tasks:
        _write_tasks(shelf, about(bench.manifest), out)
    return Carried(shelf.written, lacks=left.listed())


def _refusal(asked: Asked) -> str:
    """Why a question stands in no task: of a ranking also, if there is nothing to rank."""
    if reason := naming.refusal(asked):
        return reason
    if asked.way != "rank" or 0 < len(asked.places_of_target) < len(asked.candidates):
        return ""
    return LONE


def doc(left: Lacks, asked: Asked) -> Doc | Written:
    """A question as the tasks have it: a target that has several names stands there once."""
    before, after = asked.parted
    item, generator = asked.item, asked.prompt.generator
    shared = (asked.id, item.id, asked.role, asked.number, item.group, generator)
    names = tuple(asked.names)
    match asked.way:
        case "name":
            return Written(*shared, before.rstrip(), names)
        case "rank":
            own, *again = asked.places_of_target
            asked.lack(AGAIN, left, len(again))
            kept = [at for at in range(len(asked.called)) if at not in again]
            choices = tuple(f"{before}{asked.called[at]}{after}" for at in kept)
            return Doc(*shared, "", choices, kept.index(own), names)
    query = before.rstrip()
    joint = before[len(query) :]
    options = asked.options
    choices = tuple(f"{joint}{text}" for text in options)
    return Doc(*shared, query, choices, options.index(asked.prompt.gold), names)


# ── YAML ────────────────────────────────────────────────────────────────────────────────────────
def _write_tasks(shelf: naming.Shelf, said: About, out: Path) -> None:
    (out / READER).write_text(_READER, encoding="utf-8")
    for task, splits in shelf.tasks.items():
        text = _yaml(_settings(task, splits, said), said)
        (out / f"{task.name}.yaml").write_text(
            f"{text}custom_dataset: !function {Path(READER).stem}.load\n", encoding="utf-8"
        )
    group = {
        "group": shelf.group,
        "group_alias": said.title,
        "task": [task.name for task in shelf.tasks],
        "metadata": _metadata(said),
    }
    (out / f"{shelf.group}.yaml").write_text(_yaml(group, said), encoding="utf-8")


def _yaml(settings: dict[str, Any], said: About) -> str:
    text: str = yaml.safe_dump(settings, sort_keys=False, allow_unicode=True, width=100)
    return f"# Of the benchmark {said.id}, made by kgforge {said.kgforge}.\n{text}"


def _metadata(said: About) -> dict[str, Any]:
    return {
        "version": 1,
        "benchmark": said.id,
        "title": said.title,
        "licence": said.licence,
        "citation": said.citation,
    }


def _settings(task: Task, splits: list[str], said: About) -> dict[str, Any]:
    shown = next((split for split in ("train", "validation") if split in splits), None)
    names = {"train": "training_split", "validation": "validation_split", "test": "test_split"}
    return {
        "task": task.name,
        "dataset_kwargs": {"task": task.name, "splits": splits},
        **{setting: split for split, setting in names.items() if split in splits},
        **({"fewshot_split": shown} if shown else {}),
        "doc_to_text": "query",
        "output_type": OUTPUT[task.way],
        "target_delimiter": " " if task.way == "name" else "",
        **(_GENERATED if task.way == "name" else _CHOSEN),
        "metadata": _metadata(said),
    }


_CHOSEN: Final[dict[str, Any]] = {
    "doc_to_choice": "choices",
    "doc_to_target": "gold",
    "metric_list": [{"metric": "acc", "aggregation": "mean", "higher_is_better": True}],
}
_NAME: Final = rf"^\s*(.*?)(?:{stops.IN_NAME}\.(?:\s.*)?)?$"
_GENERATED: Final[dict[str, Any]] = {
    "doc_to_target": "answers",
    "generation_kwargs": {"until": ["\n"], "do_sample": False, "max_gen_toks": _LONGEST},
    "filter_list": [
        {
            "name": "stripped",
            "filter": [
                # The full stop of a sentence is no part of the name, as with probe.
                {"function": "regex", "regex_pattern": _NAME},
                {"function": "remove_whitespace"},
                {"function": "take_first"},
            ],
        }
    ],
    "metric_list": [
        {
            "metric": "exact_match",
            "aggregation": "mean",
            "higher_is_better": True,
            "ignore_case": True,
            "ignore_punctuation": True,
        }
    ],
}
