"""What describes a run: ``run.json``."""

from pathlib import PurePath
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from kgforge import display
from kgforge.schema.answer import ModelOptions

KS: Final = (1, 3, 5)
"""How many of a model's answers are read, where nothing else is asked for."""


class Job(Struct, frozen=True):
    """What is to be asked: all that settles which requests there are, and their order."""

    patterns: tuple[str, ...] = ()
    """Empty: all."""
    limit: int | None = None
    """Items of each pattern, drawn by the seed from all its groups in turn; None: all."""
    prompts: int | None = None
    """Wordings of each fact, sampled by the seed; None: all."""
    seed: int = 0
    forms: tuple[str, ...] = ("cloze", "extraction")


class BenchmarkId(Struct, frozen=True):
    """Which benchmark was asked."""

    path: str
    """Seen from the run's folder; only its last part where the way would show the machine
    (``places``). Runs of 0.9 and before may hold an absolute one."""
    sha256: str
    """Of its ``manifest.json``, which holds the hashes of all its files."""


class Sampled(Struct, frozen=True):
    """How much of a pattern is asked."""

    items: int
    of_items: int
    groups: int
    of_groups: int


class Spent(Struct, frozen=True):
    """What the answers of a server took, over all parts of a run."""

    answers: int = 0
    """Requests that were answered; prompts with the same text are one."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    unreported: int = 0
    """Answers of which the server did not say how many tokens they took."""
    models: dict[str, int] = {}
    """What the server called the model that answered, and how often."""
    ended: dict[str, int] = {}
    """How texts ended, where not of their own accord (``Response.ended``), and how often."""
    adapted: tuple[str, ...] = ()
    """What was sent otherwise, since the server refused it (``without seed``)."""
    cost: float | UnsetType = UNSET
    """By the price that was given (``ChatOptions.price``)."""


class RunInfo(Struct, frozen=True):
    """``run.json``."""

    format: int
    kgforge: str
    model: dict[str, Any]
    """What the model says of itself (``models.Model.describe``)."""
    options: ModelOptions
    benchmark: BenchmarkId
    job: Job
    ks: tuple[int, ...]
    items: int
    requests: int
    unaskable: int
    """Prompts that the model could not be asked."""
    resumed: int
    """How often the run was taken up again."""
    finished: bool
    batch_tokens: int
    """Computed at once, at last: fewer than ``options`` say where memory ran out."""
    seconds: float
    """Whole run, from loading the model on, over all its parts."""
    seconds_model: float
    """Inside the model."""
    hardware: dict[str, str]
    name: str | UnsetType = UNSET
    """What it is called, where a name was given."""
    why_unaskable: dict[str, int] | UnsetType = UNSET
    """The most frequent reasons why a prompt could not be asked, and of how many; absent: none."""
    torn: int | UnsetType = UNSET
    """Bytes of a torn last line that were dropped when the run was last taken up, and asked again;
    absent: none."""
    remarks: tuple[str, ...] | UnsetType = UNSET
    """What prepared answers lack, or have more than was asked (``models.Model.remarks``)."""
    sampled: dict[str, Sampled] | UnsetType = UNSET
    """Of each pattern of which ``--limit`` leaves fewer than all items; absent: of none."""
    spent: Spent | UnsetType = UNSET
    """What the answers of a server took; absent for models that kgforge runs itself."""

    @property
    def called(self) -> str:
        """What it is called: by the name given, else by the last part of its model's address.

        In one line, its control characters shown: in tables, files and pages they do nothing.
        """
        if self.name:
            return display.visible(self.name)
        _, _, rest = str(self.model.get("address", "")).rpartition(":")
        return display.visible(PurePath(rest).name or rest)
