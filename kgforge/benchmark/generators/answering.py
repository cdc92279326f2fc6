"""Models that write texts, or measure them; or, without a model, what one wrote in a file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from kgforge import models
from kgforge.benchmark.generators.kept import Keeper
from kgforge.errors import BenchmarkError, ModelError
from kgforge.models import Paid
from kgforge.schema import (
    Answer,
    AskedModel,
    ChatOptions,
    ModelOptions,
    Request,
    Spent,
    TextModel,
)

FIRST_LINE: Final = "first line"
WHOLE: Final = "all"
"""How much of a text is read."""


class Answering:
    """A model at an address; or, where there is none, its answers in an earlier file."""

    def __init__(self, what: str, address: str, options: ModelOptions, keeper: Keeper) -> None:
        if address and not models.is_of_server(address):
            options = msgspec.structs.replace(options, chat=UNSET)
        self._what = what
        self._model = models.open(address, options) if address else None
        self._earlier = keeper.asked(what)
        self._is_asked = False
        if self._model is not None:
            self.about = _about(address, self._model.describe(), options)
        elif self._earlier is not None:
            self.about = self._earlier.model
        else:
            raise BenchmarkError(
                f"{what}: names no model, and no --generated file has its answers: write "
                f"{what}:MODEL, as in {what}:causal:gpt2"
            )

    def keep(self, journal: Path) -> bool:
        """Let a model that is paid keep its answers in a file; says whether it is."""
        if not isinstance(self._model, Paid):
            return False
        self._model.keep(journal)
        return True

    def answer(self, requests: Sequence[Request]) -> list[Answer]:
        """The answers to requests. Raises ModelError where it can answer none of the first ones."""
        if not requests:
            return []
        if self._model is None:
            raise BenchmarkError(
                f"{self._what}: the --generated file lacks answers, for item {requests[0].item} "
                "first: the facts, their names, the options or the version of kgforge are others; "
                f"name the model, as in {self._what}:causal:gpt2"
            )
        found = self._model.answer(requests)
        if not self._is_asked and all(one.error for one in found):
            raise ModelError(f"{self._what}: {self.about.model}: {found[0].error}")
        self._is_asked = True
        return found

    def record(self) -> AskedModel:
        """Who was asked, and what that took; what is in an earlier file took what it took then."""
        spent: Spent | UnsetType = UNSET
        if self._is_asked or not self._earlier:
            spent = self._model.spent if isinstance(self._model, Paid) else UNSET
        else:
            spent = self._earlier.spent
        return AskedModel(self._what, self.about, spent)


def _about(address: str, said: dict[str, Any], options: ModelOptions) -> TextModel:
    """What is said of a model: nothing of the machine on which it was asked."""
    family = str(said["family"])
    asked: dict[str, Any] = {"method": options.method, "dtype": said["dtype"]}
    if options.method == "open":
        is_first = models.goes_on(family, options)
        asked |= {
            "max_new_tokens": options.max_new_tokens,
            "read": FIRST_LINE if is_first else WHOLE,
        }
    if models.is_of_server(address):
        chat = options.chat or ChatOptions()
        asked |= {"api": chat.api, "seed": chat.seed}
    return TextModel(
        family,
        str(said["address"]).partition(":")[2],
        said["revision"],
        said["weights"],
        said["tokenizer"],
        said["versions"],
        asked,
    )
