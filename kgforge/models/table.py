"""``table:FILE``: prepared answers from a file, scored like those of a model.

Each line of the file is ``{"item": …, "role": …, "answers": [best, second, …]}``, for all wordings
of the fact, or with ``"prompt": 0`` for one, which is answered once. Where a role repeats within an
item, its lines without a prompt answer its facts in their order. A fact without a line is answered
by nothing, and a file without any is a model that says nothing. ``{"item": …, "text": …}`` is what
is written to a prompt of the whole item.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files
from kgforge.errors import ModelError
from kgforge.models import Told, silent
from kgforge.schema import Answer, ModelOptions, Request, Scored, Top

METHODS: Final = ("open", "ranking")


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the file."""

    item: str
    role: str = ""
    """Empty: of the whole item."""
    answers: tuple[str, ...] = ()
    text: str | None = None
    prompt: int | None = None


def open(rest: str, options: ModelOptions) -> "Table":
    """The answers in the file *rest*.

    Raises ModelError when it is missing, has a bad line, or answers a prompt twice.
    """
    if options.method not in METHODS:
        raise ModelError(f"table: has no method {options.method!r}; it has: {', '.join(METHODS)}")
    return Table(Path(rest), options)


class Table:
    """See ``models.Model``. The n-th answer has the log-probability -n, counted from 0."""

    def __init__(self, path: Path, options: ModelOptions) -> None:
        self._path = path
        self._options = options
        self._lines: dict[tuple[str, str, int | None], list[Line]] = defaultdict(list)
        for line in _read(path):
            self._lines[line.item, line.role, line.prompt].append(line)
        self.seconds = 0.0
        self.batch_tokens = options.batch_tokens

    def describe(self) -> dict[str, object]:
        """See ``models.Model``."""
        return {
            "address": f"table:{self._path.name}",
            "family": "table",
            "revision": None,
            "weights": files.sha256(self._path),
            "tokenizer": None,
            "dtype": "none",
            "device": "none",
            "method": self._options.method,
            "conventions": {"logprob": "minus the place in the list"},
            "versions": {},
        }

    def remarks(self, requests: Iterable[Request]) -> list[str]:
        """See ``models.Model``: how many prompts have no line, and which lines answer none.

        Raises ModelError where no line answers any prompt; a file without lines says nothing.
        """
        used: set[int] = set()
        asked = lacking = 0
        sought = ""
        for asked, request in enumerate(requests, 1):  # noqa: B007
            line = self._line(request)
            lacking += line is None
            used.add(id(line))
            sought = sought or _place(request)
        lines = [line for of_role in self._lines.values() for line in of_role]
        idle = [line for line in lines if id(line) not in used]
        if lines and lacking == asked:
            raise ModelError(
                f"{self._path}: none of its {len(lines):,} lines answers any of the {asked:,} "
                f"prompts: looked for {sought} first, and its first line is of {_place(lines[0])}. "
                "Take items and roles from the benchmark that is asked"
            )
        if not lines:
            return [f"{self._path.name} has no line: none of {asked:,} prompts is answered"]
        said = []
        if lacking:
            said.append(f"{lacking:,} of {asked:,} prompts have no line in {self._path.name}")
        if idle:
            said.append(
                f"{len(idle):,} of {len(lines):,} lines of {self._path.name} answer no prompt that "
                f"is asked (the first: {_place(idle[0])})"
            )
        return said

    def answer(self, requests: Sequence[Request], told: Told = silent) -> list[Answer]:
        """See ``models.Model``."""
        started = time.perf_counter()
        answers = list(map(self._answer, requests))
        self.seconds += time.perf_counter() - started
        return answers

    def _answer(self, request: Request) -> Answer:
        line = self._line(request)
        said = line.answers if line else ()
        if request.written:
            return Answer(text=(line.text if line else None) or "")
        if line and line.text is not None:
            return Answer(text=line.text, ended="" if line.text else "empty")
        if self._options.method == "open" or request.chosen:
            return Answer(
                top=tuple(
                    Top(text, -float(place)) for place, text in enumerate(said[: self._options.k])
                )
            )
        places = {text: place for place, text in reversed(list(enumerate(said)))}
        return Answer(
            candidates=tuple(
                Scored(text, (text,), (-float(places.get(text, len(said))),))
                for text in request.candidates
            )
        )

    def _line(self, request: Request) -> Line | None:
        role = request.item, request.role
        if of_prompt := self._lines.get((*role, request.prompt)):
            return of_prompt[0]
        of_role = self._lines.get((*role, None), [])
        return of_role[request.fact] if request.fact < len(of_role) else None


def _place(one: Line | Request) -> str:
    """Which item and role, in words."""
    return f"item {one.item!r}" + (f", role {one.role!r}" if one.role else "")


def _read(path: Path) -> list[Line]:
    decode = msgspec.json.Decoder(Line).decode
    lines: list[Line] = []
    seen: dict[tuple[str, str, int], int] = {}
    number = 0
    try:
        with path.open("rb") as stream:
            for number, text in enumerate(stream, 1):
                if text.strip():
                    lines.append(_line(decode(text), path, number))
                    _refuse_second(lines[-1], path, number, seen)
    except OSError as error:
        raise ModelError(f"cannot read the answers {path}: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}:{number}: not {_WANTED}: {error}") from error
    return lines


_WANTED: Final = '{"item": …, "role": …, "answers": […]}, or {"item": …, "text": …}'


def _line(line: Line, path: Path, number: int) -> Line:
    """The line, where it says what it answers. Raises ModelError else."""
    if not line.role and (line.answers or line.text is None):
        raise ModelError(f"{path}:{number}: not {_WANTED}: neither a role nor a text")
    return line


def _refuse_second(
    line: Line, path: Path, number: int, seen: dict[tuple[str, str, int], int]
) -> None:
    if line.prompt is None:
        return
    first = seen.setdefault((line.item, line.role, line.prompt), number)
    if first != number:
        raise ModelError(
            f"{path}:{number}: a second answer to prompt {line.prompt} of role {line.role!r} of "
            f"item {line.item!r}, which line {first} answers: leave one out"
        )
