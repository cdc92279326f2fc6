"""Language models: each module is a family, opened by ``models.open("name:rest", options)``."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from kgforge import plugins
from kgforge.errors import AddressError, ModelError
from kgforge.schema import Answer, ChatOptions, ModelOptions, Request, Spent

if TYPE_CHECKING:
    from kgforge.models._rewriter import Rewriter


Told = Callable[[float], None]
"""Called with the share, of 1, of what a model was asked that is computed so far."""


def silent(share: float) -> None:
    """Nobody is told."""


class Model(Protocol):
    """Something that fills the slot of a statement, or writes a text to a prompt."""

    batch_tokens: int
    """How many tokens are computed at once; lowered for good when memory runs out."""

    @property
    def seconds(self) -> float:
        """Time spent inside the model so far."""

    def describe(self) -> dict[str, object]:
        """What a score depends on, as plain values for ``run.json``.

        Keys: ``address``, ``family``, ``revision``, ``weights`` and ``tokenizer`` (SHA-256, or
        null), ``dtype``, ``device``, ``method``, ``conventions`` (a map of text), ``versions`` (a
        map of text).
        """

    def remarks(self, requests: Iterable[Request]) -> list[str]:
        """What is to be said before it is asked them: what prepared answers lack, or have more.

        Raises ModelError where they are of no prompt at all.
        """

    def answer(self, requests: Sequence[Request], told: Told = silent) -> list[Answer]:
        """One answer per request, in their order. Raises ModelError for NaN or infinity.

        *told* is called while they are computed, where that takes its time.
        """


@runtime_checkable
class Paid(Protocol):
    """A model whose answers are paid for: each is kept as soon as it comes."""

    def keep(self, path: Path) -> None:
        """Take answers that are in a file, and keep there what else is asked."""

    @property
    def spent(self) -> Spent:
        """What all these answers took."""


def open(address: str, options: ModelOptions) -> Model:
    """The model at an address (``masked:FOLDER-OR-HUB-NAME``, ``causal:…``, ``table:FILE``, …).

    Raises AddressError for an unknown name, MissingDriverError with the install command when a
    package is absent, ModelError when the model cannot be loaded, or is behind no server and
    options are for one.
    """
    name, rest = plugins.split(address)
    if not name:
        raise AddressError(
            f"{address!r} has no kind of model: write hf:{address}, or one of: "
            f"{', '.join(plugins.names('models'))}"
        )
    family = plugins.load("models", name)
    if options.chat and not _is_of_server(family):
        raise ModelError(
            f"{name}: models are asked by no server: leave out --url, --api, --abstain, "
            "--concurrency, --timeout and --price"
        )
    model: Model = family.open(rest, options)
    return model


def is_of_server(address: str) -> bool:
    """Whether a model is asked by a server, so that ``ModelOptions.chat`` is read.

    Raises as ``open`` does for an address that is none.
    """
    name, _ = plugins.split(address)
    return name in plugins.names("models") and _is_of_server(plugins.load("models", name))


def _is_of_server(family: ModuleType) -> bool:
    return bool(getattr(family, "OF_A_SERVER", False))


def goes_on(family: str, options: ModelOptions) -> bool:
    """Whether a text that a model of a family writes goes on from its prompt.

    Such a model need not know where what it writes ends.
    """
    found = plugins.load("models", family)
    if _is_of_server(found):
        return (options.chat or ChatOptions()).api == "completions"
    return bool(getattr(found, "GOES_ON", False))


def rewriter(name: str) -> "Rewriter":
    """The sequence-to-sequence model (hub name or folder) that paraphrases texts.

    Raises MissingDriverError with the install command when a package is absent, ModelError when
    there is no such model, or it is of another family.
    """
    try:
        from kgforge.models._rewriter import Rewriter
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("a paraphraser", error) from error
    return Rewriter(name)
