"""How fluent the wordings are that a run was asked, or whose ranks are published, by a model."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kgforge import forms
from kgforge.benchmark.generators.fluency import likelihoods
from kgforge.errors import BenchmarkError
from kgforge.formats import Ranks
from kgforge.schema import Item, folders
from kgforge.scoring import Fluency

_Wording = tuple[str, str, str]
"""An item, a generator, and a sentence with the answer in it."""


def of_run(address: str, run: Path, benchmark: Path) -> Fluency:
    """The mean log-probability of a token, of each wording of the items that a run answered.

    Raises BenchmarkError where they lie nowhere, ModelError for a model that cannot be asked.
    """
    answered = {response.item for response in folders.read_responses(run)}
    manifest = folders.read_manifest(benchmark)
    items = (
        item
        for made in manifest.patterns
        if not forms.asks_items(made.form)
        for item in folders.read_items(benchmark, made.name)
        if item.id in answered
    )
    return _measured(address, (wording for item in items for wording in _wordings(item)))


def of_ranks(address: str, ranks: Ranks) -> Fluency:
    """The same of published sentences."""
    return _measured(address, ((one.item, one.generator, one.text) for one in ranks.ranks))


def _wordings(item: Item) -> Iterator[_Wording]:
    """The first sentence of each generator, its answer in it."""
    for fact in item.facts:
        seen: set[str] = set()
        for prompt in fact.prompts:
            if prompt.generator not in seen:
                seen.add(prompt.generator)
                asked = forms.of_facts(prompt.form).question(fact, prompt)
                yield item.id, prompt.generator, f"{asked.before}{asked.target}{asked.after}"


def _measured(address: str, wordings: Iterable[_Wording]) -> Fluency:
    every = list(wordings)
    known = likelihoods(address, (text for _, _, text in every))
    found = {(item, generator): known[text] for item, generator, text in every if text in known}
    if not found:
        raise BenchmarkError(f"--fluency {address}: there is no wording that it can measure")
    return Fluency(found)
