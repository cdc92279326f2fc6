"""Paraphrases of templates by a model, and the file in which a benchmark keeps them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kgforge import __version__, models, terms
from kgforge.benchmark.folder import data_file
from kgforge.benchmark.wordings import Wordings
from kgforge.errors import ModelError
from kgforge.ontology import SLOTS
from kgforge.schema import Paraphrases

FILE: Final = "paraphrases.ttl"

PLACEHOLDERS: Final = (("Xavier", "Yvonne"), ("Quentin", "Ursula"), SLOTS)
"""What stands in a template for [X] and [Y] before a model: names, which models carry over; the
first pair that its tokenizer gives back in that template."""


class Paraphraser:
    """A model that makes *candidates* of each template. Raises as ``models.rewriter``."""

    def __init__(self, name: str, candidates: int, seed: int) -> None:
        self._model = models.rewriter(name)
        self._given = name
        self._seed = seed
        self.candidates = candidates

    def __call__(self, template: str) -> tuple[str, ...]:
        """Candidates for paraphrases of a template: the same, whatever was asked before."""
        pair = self._surviving(template)
        seed = int(terms.digest(str(self._seed), template)[:15], 16)
        found = self._model.rewrite(_filled(template, pair), self.candidates, seed)
        return tuple(_with_slots(text, pair) for text in found)

    def _surviving(self, template: str) -> tuple[str, str]:
        for pair in PLACEHOLDERS:
            back = _with_slots(self._model.read_back(_filled(template, pair)), pair)
            if [back.count(slot) for slot in SLOTS] == [1, 1]:
                return pair
        raise ModelError(
            f"the tokenizer of {self._given} gives {template!r} back without its slots "
            f"for any of {', '.join(' and '.join(pair) for pair in PLACEHOLDERS)}"
        )

    def write(self, folder: Path, words: Wordings) -> Paraphrases:
        """Write what became wordings into a benchmark's folder, and say what was asked and made."""
        data = "".join(self._turtle(words)).encode()
        (folder / FILE).write_bytes(data)
        model = self._model
        return Paraphrases(
            data_file(FILE, data),
            model.name,
            model.revision,
            model.weights,
            model.tokenizer,
            model.versions,
            {"prefix": model.prefix, "placeholders": PLACEHOLDERS, **model.sampling},
            self._seed,
            words.templates,
            self.candidates,
            sum(map(len, words.made.values())),
            dict(sorted(words.rejected.items())),
        )

    def _turtle(self, words: Wordings) -> Iterator[str]:
        yield f"# Paraphrases of templates, made by kgforge {__version__} with the model\n"
        yield f"# {' '.join(self._model.name.split())} (weights {self._model.weights}),\n"
        yield f"# seed {self._seed}, {self.candidates} candidates each.\n"
        yield "# export --templates with this file words facts the same without the model.\n"
        yield from words.turtle()


def _filled(template: str, pair: tuple[str, str]) -> str:
    return template.replace(SLOTS[0], pair[0]).replace(SLOTS[1], pair[1])


def _with_slots(text: str, pair: tuple[str, str]) -> str:
    """A text with slots for its placeholders, in whichever case they are."""
    for placeholder, slot in zip(pair, SLOTS, strict=True):
        whole = rf"(?<![A-Za-z]){re.escape(placeholder)}(?![A-Za-z])"
        text = re.sub(whole, slot, text, flags=re.IGNORECASE)
    return text
