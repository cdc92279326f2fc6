"""A generator: a model that words facts one by one, asked again where its text is of no use."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kgforge import matching
from kgforge.benchmark.generators import checks, kept, translating
from kgforge.benchmark.generators.answering import FIRST_LINE, Answering
from kgforge.benchmark.generators.checks import CHECKS, Checked, Task
from kgforge.benchmark.generators.kept import Keeper
from kgforge.benchmark.generators.requests import Asking
from kgforge.schema import MASKING, TRANSLATIONS, GeneratedText, Generator, Request

Texts = Mapping[tuple[str, int], Checked]
"""What comes of facts, by item and place in it: a wording, or why there is none."""

_CHECKS = {**CHECKS, **dict.fromkeys(TRANSLATIONS, translating.translated)}
_BARRED = frozenset({checks.SAME, translating.UNNAMED, translating.UNWORDED})
"""Why a fact is not asked for."""
_LENGTH = "length"
"""How a text ends that is cut off (``Response.ended``)."""


class Author:
    """Words facts, and counts what comes of it."""

    def __init__(self, asking: Asking, model: Answering, keeper: Keeper, tries: int) -> None:
        self.generator = asking.generator
        self.model = model
        self._asking = asking
        self._keeper = keeper
        self._tries = 1 if asking.bare else tries
        self._goes_on = model.about.asked.get("read") == FIRST_LINE
        self._facts = 0
        self._asked = 0
        self._rejected: Counter[str] = Counter()
        self._without: Counter[str] = Counter()
        self._kept: Counter[int] = Counter()

    def words(self, tasks: Sequence[Task]) -> Texts:
        """What comes of some facts; each is asked for until a text is of use, or no try is left."""
        self._facts += len(tasks)
        found = {(one.item, one.at): self._barred(one) for one in tasks}
        for tried in range(self._tries):
            left = [one for one in tasks if _is_left(found[one.item, one.at])]
            requests = [
                self._asking.request(one, tried, found[one.item, one.at].reason) for one in left
            ]
            for task, text in zip(left, self._texts(requests), strict=True):
                found[task.item, task.at] = self._read(task, text, tried)
        self._without.update(one.reason for one in found.values() if one.reason)
        return found

    def made(self) -> Generator:
        """What the manifest says of the generator."""
        asked = self.model.record()
        return Generator(
            self.generator,
            asked.model,
            self._facts,
            self._kept.total(),
            self._asked,
            dict(sorted(self._rejected.items())),
            dict(sorted(self._without.items())),
            dict(sorted(self._kept.items())),
            asked.spent,
        )

    def _barred(self, task: Task) -> Checked:
        """Why no text is asked for, where names cannot be told apart; else nothing yet."""
        if self.generator in TRANSLATIONS and task.barred:
            return Checked(reason=task.barred)
        same = matching.normalised(task.subject) == matching.normalised(task.object)
        is_of_both = self.generator in (MASKING, *TRANSLATIONS)
        return Checked(reason=checks.SAME) if same and is_of_both else Checked()

    def _texts(self, requests: Sequence[Request]) -> Iterator[GeneratedText]:
        """What was written to requests, now or earlier; the same is asked once."""
        keys = [self._key(one) for one in requests]
        texts: dict[str, GeneratedText] = {}
        new: dict[str, Request] = {}
        for key, request in zip(keys, requests, strict=True):
            earlier = self._keeper.get(key)
            if isinstance(earlier, GeneratedText):
                texts[key] = earlier
            else:
                new.setdefault(key, request)
        for key, answer in zip(new, self.model.answer([*new.values()]), strict=True):
            ended = answer.ended or answer.error
            texts[key] = GeneratedText(key, self.generator, "", "", 0, answer.text, ended)
        yield from (texts[key] for key in keys)

    def _key(self, request: Request) -> str:
        into = [request.into] if request.into else []
        told = request.instruction, request.before, *into
        return kept.key(self.generator, self.model.about, *told)

    def _read(self, task: Task, said: GeneratedText, tried: int) -> Checked:
        """What comes of a text, which is written down and counted."""
        found = self._checked(task, said)
        self._asked += 1
        if found.reason:
            self._rejected[found.reason] += 1
        else:
            self._kept[tried + 1] += 1
        self._keeper.add(
            GeneratedText(
                said.key, self.generator, task.item, task.role, tried, said.text, said.ended,
                found.reason,
            )
        )  # fmt: skip
        return found

    def _checked(self, task: Task, said: GeneratedText) -> Checked:
        ended = "" if self._goes_on and "\n" in said.text.strip() else said.ended
        if ended:
            return Checked(reason=checks.CUT if ended == _LENGTH else checks.FAILED)
        text = checks.read(said.text, goes_on=self._goes_on)
        return _CHECKS[self.generator](text, task, self._asking.language)


def _is_left(found: Checked) -> bool:
    """Whether a fact is still to be worded."""
    return not found.template and found.reason not in _BARRED
