"""What models wrote for a benchmark: ``generated.jsonl``, and what the manifest says of it."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from kgforge.schema.files import DataFile
from kgforge.schema.run import Spent


class TextModel(Struct, frozen=True):
    """A model that wrote texts, or measured them."""

    family: str
    model: str
    """A hub's name, a folder's base name, or what a server calls it."""
    revision: str | None
    weights: str | None
    """SHA-256 over its configuration and weights; null of a model behind a server."""
    tokenizer: str | None
    """The same over its tokenizer's files."""
    versions: dict[str, str]
    asked: dict[str, Any]
    """How it was asked: how many tokens a text has at most, by which door of a server, …"""


class GeneratedText(Struct, frozen=True, tag_field="kind", tag="text"):
    """A text that a model wrote for a fact."""

    key: str
    """SHA-256 of the generator, the model and all that it was sent."""
    generator: str
    item: str
    role: str
    tried: int
    """At which try, counted from 0."""
    text: str
    """As it was written."""
    ended: str = ""
    """As in ``Response``, or why the model could not be asked; empty: of its own accord."""
    reason: str = ""
    """Why it is rejected; empty: it words the fact."""


class MeasuredText(Struct, frozen=True, tag_field="kind", tag="perplexity"):
    """How likely a wording is, filled with the names of its fact."""

    key: str
    """SHA-256 of the model and the text."""
    generator: str
    """What made the wording (``Prompt.generator``)."""
    text: str
    perplexity: float | None
    """None where it could not be measured."""


class AskedModel(Struct, frozen=True, tag_field="kind", tag="model"):
    """Who wrote the texts of a generator, or measured (``fluency``)."""

    generator: str
    model: TextModel
    spent: Spent | UnsetType = UNSET
    """What the answers of a server took."""


class Generator(Struct, frozen=True):
    """What a generator made of the facts of a benchmark, before a split leaves any out."""

    generator: str
    model: TextModel
    facts: int
    """How many facts were to be worded, …"""
    kept: int
    """… and how many are; one text words a fact."""
    asked: int
    """How many texts were written."""
    rejected: dict[str, int]
    """Reason to how many of them are rejected."""
    without: dict[str, int]
    """Reason to how many facts are not worded: why their last text is rejected, or why they were
    not asked for."""
    tries: dict[int, int]
    """Try, counted from 1, to how many facts it worded."""
    spent: Spent | UnsetType = UNSET
    """What the answers of a server took."""

    @property
    def barred(self) -> dict[str, int]:
        """Reason to how many facts were not asked for."""
        return {why: count for why, count in self.without.items() if why not in self.rejected}


class Perplexity(Struct, frozen=True):
    """How likely the wordings of one generator are."""

    wordings: int
    """Distinct texts."""
    mean: float | None
    median: float | None
    """None where there is no text that could be measured."""
    unmeasured: int = 0
    """Texts besides that are too long for the model, or have no token that it scores."""


class Fluency(Struct, frozen=True):
    """How likely wordings are by a language model."""

    model: TextModel
    generators: dict[str, Perplexity]
    """By ``Prompt.generator``."""


class Generated(Struct, frozen=True):
    """What models wrote for a benchmark, and how fluent its wordings are."""

    file: DataFile
    """By which ``export --generated`` words facts the same without the models."""
    names: tuple[str, ...]
    """The generators, in order, ``template`` among them where templates word facts, too."""
    tries: int
    """How many texts were asked for, at most, until one is kept."""
    generators: tuple[Generator, ...]
    """Those that are models."""
    fluency: Fluency | UnsetType = UNSET
    """Absent where it was not asked for."""
