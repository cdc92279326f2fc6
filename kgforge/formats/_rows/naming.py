"""Tasks of a harness, each with its own lines.

Each pattern, form, end that is asked for, context, generator of wordings and language is one.
"""

import re
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct

from kgforge.formats import TEST, Bench, Lacks
from kgforge.formats._rows import asking
from kgforge.formats._rows.asking import FALSE, TEXT, Asked
from kgforge.formats._rows.ways import Way
from kgforge.schema import PLAIN, Manifest

LISTED: Final = "question for all answers: the harness scores no list"
NAMELESS: Final = "fact without an answer"
STRANGE: Final = "prompt of a form that is no task"
UNTESTED: Final = "prompt of a task that has none for testing"
_TEMPLATE: Final = "template"
"""The generator of wordings that a task's name need not say."""
_LONGEST: Final = 40
"""So many characters of the address of another generator are said."""
MOST: Final = 32
"""So many files are open at a time."""
_REASONS: Final = {"write": TEXT, "list": LISTED}


class Task(Struct, frozen=True):
    """One task of a harness."""

    name: str
    way: Way
    lettered: bool
    """Whether its questions have lettered choices."""


def refusal(asked: Asked) -> str:
    """Why a prompt stands in no task; empty where it does."""
    if asked.way is None or asked.way in _REASONS:
        return _REASONS.get(asked.way or "", STRANGE)
    if asked.way == "choose":
        return "" if asked.prompt.gold in asked.options else STRANGE
    if asked.fact is not None and asked.fact.holds is False:
        return FALSE
    return "" if asked.names else NAMELESS


def shelved(
    bench: Bench,
    out: Path,
    left: Lacks,
    refused: Callable[[Asked], str],
    record: Callable[[Asked], object],
) -> "Shelf":
    """Write each question into the lines of its task, those for testing first.

    *refused* says why one stands in no task, *record* makes its line; *left* gathers the rest.
    """
    asking.refuse_answers(bench)
    with closing(Shelf(bench.manifest, out)) as shelf:
        for split in (TEST, *(one for one in bench.splits if one != TEST)):
            for item, _ in asking.items(bench, (split,)):
                asking.uncounted(item, left)
                asking.evidence(item, left)
                for asked in asking.of(item, split):
                    if reason := refused(asked) or shelf.refusal(asked):
                        asked.lack(reason, left)
                    else:
                        shelf.put(asked, record(asked))
    return shelf


class Shelf:
    """The files of tasks, few of them open at a time: those whose questions came last."""

    def __init__(self, manifest: Manifest, out: Path) -> None:
        self.group = manifest.name.replace("-", "_")
        """The name of all tasks together, which no other benchmark has."""
        self._out = out
        self._streams: dict[tuple[str, str], IO[bytes]] = {}
        self._encode = msgspec.json.Encoder().encode
        self._counts = Counter[str]()
        self.tasks: dict[Task, list[str]] = {}
        """The splits of each task."""

    def close(self) -> None:
        """Close what is open."""
        for stream in self._streams.values():
            stream.close()

    @property
    def written(self) -> dict[str, int]:
        """How many tasks and questions there are."""
        counts = {f"questions of {split}": many for split, many in self._counts.items()}
        return {"tasks": len(self.tasks), **counts} if self.tasks else {}

    def refusal(self, asked: Asked) -> str:
        """Why a question has no task: there is none for testing in it."""
        return "" if asked.split == TEST or self.task(asked) in self.tasks else UNTESTED

    def put(self, asked: Asked, record: object) -> None:
        """Write a question."""
        task, split = self.task(asked), asked.split
        key = task.name, split
        own = self.tasks.setdefault(task, [])
        if split not in own:
            own.append(split)
        self._stream(key).write(self._encode(record) + b"\n")
        self._counts[split] += 1

    def _stream(self, key: tuple[str, str]) -> IO[bytes]:
        """The file of a task and split, as the last one of those that are open."""
        stream = self._streams.pop(key, None)
        if stream is None:
            if len(self._streams) >= MOST:
                self._streams.pop(next(iter(self._streams))).close()
            stream = (self._out / ".".join((*key, "jsonl"))).open("ab")
        self._streams[key] = stream
        return stream

    def task(self, asked: Asked) -> Task:
        """The task of a question."""
        prompt = asked.prompt
        assert asked.way is not None
        parts = [self.group, _plain(asked), prompt.form]
        if prompt.slot == "subject":
            parts.append(prompt.slot)
        if prompt.context != PLAIN:
            parts.append(prompt.context)
        if prompt.generator != _TEMPLATE:
            parts.append(prompt.generator[-_LONGEST:])
        name = re.sub(r"\W+", "_", "_".join((*parts, prompt.language)))
        return Task(name, asked.way, bool(prompt.choices))


def _plain(asked: Asked) -> str:
    """The pattern without the language that it is in: that comes last in the name of each task."""
    pattern, language = asked.item.pattern, f"_{asked.prompt.language}"
    return pattern[: -len(language)] if pattern.lower().endswith(language.lower()) else pattern
