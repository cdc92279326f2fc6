"""Reading what a system answered: the files that its evaluator reads."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from kgforge.errors import BenchmarkError
from kgforge.formats import Told
from kgforge.formats.facteval import layout, reading


class _Response(Struct, frozen=True):
    question_id: str
    predicted: str
    status_code: int = 0
    lm_input: layout.Input | None = None


def responses(path: Path, kept: bytes) -> Iterator[Told]:
    """The answers of a file, or of each file ``output.….jsonl`` in a folder.

    A status code other than 0 is a failure, and no answer. Raises BenchmarkError where there is no
    such file, and with file and line for what is damaged.
    """
    found = [path] if path.is_file() else sorted(path.rglob(f"{layout.OUTPUT}*{reading.LINES}"))
    if not found:
        raise BenchmarkError(f"{path} has no file output.RELATION.TYPE.jsonl: name its folder")
    for file in found:
        for where, line in reading.records(file, _Response):
            yield Told(
                where,
                line.question_id,
                _generator(file),
                line.lm_input.message if line.lm_input else "",
                file.parent.name,
                "" if line.status_code else line.predicted,
                (line.predicted or "failed") if line.status_code else "",
            )


def _generator(file: Path) -> str:
    """The generator that a folder names, empty where none does."""
    names = (part.removeprefix("questions_") for part in file.parts if "questions_" in part)
    return next((name for name in names if name in layout.GENERATORS), "")
