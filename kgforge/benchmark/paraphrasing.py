"""Paraphrases of templates by a sequence-to-sequence model: seeded, so that they can be had again.

Candidates are sampled as Parrot does it (https://github.com/PrithivirajDamodaran/Parrot_Paraphraser),
the paraphraser of *Rethinking Language Models as Symbolic Knowledge Graphs* (section 2). Imports
torch, so it is imported only where a paraphraser is asked for.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import torch
import transformers

from kgforge import __version__, terms
from kgforge.benchmark.wordings import Wordings
from kgforge.errors import ModelError
from kgforge.models import _checkpoint
from kgforge.ontology import SLOTS
from kgforge.schema import DataFile, ModelOptions, Paraphrases

FILE: Final = "paraphrases.ttl"

PLACEHOLDERS: Final = (("Xavier", "Yvonne"), ("Quentin", "Ursula"), SLOTS)
"""What stands in a template for [X] and [Y] before a model: names, which models carry over; the
first pair that its tokenizer gives back in that template."""

SAMPLING: Final = {
    "do_sample": True,
    "top_k": 50,
    "top_p": 0.95,
    "temperature": 1.0,
    "num_beams": 1,
}

FAMILY: Final = "seq2seq"


class Paraphraser:
    """A model that makes *candidates* of each template.

    It runs on the CPU, since templates are few and short, and the same there gives the same bytes.
    Raises ModelError when there is no such model, or it is of another kind.
    """

    def __init__(self, name: str, candidates: int, seed: int) -> None:
        _refuse_other_family(name)
        self._checkpoint = _checkpoint.load(FAMILY, name, ModelOptions(device="cpu"))
        self._seed = seed
        self.candidates = candidates
        t5 = "t5" in self._checkpoint.model.config.model_type
        self._prefix = "paraphrase: " if t5 else ""  # by which T5 is told one task from another

    def __call__(self, template: str) -> tuple[str, ...]:
        """Candidates for paraphrases of a template: the same, whatever was asked before."""
        pair = self._surviving(template)
        tokens = self._checkpoint.tokenizer(
            self._prefix + _filled(template, pair), return_tensors="pt"
        )
        try:
            with torch.random.fork_rng(devices=[]), torch.inference_mode(), _checkpoint.quiet():
                torch.default_generator.manual_seed(
                    int(terms.digest(str(self._seed), template)[:15], 16)
                )
                rows = self._checkpoint.model.generate(
                    input_ids=tokens.input_ids,
                    attention_mask=tokens.attention_mask,
                    num_return_sequences=self.candidates,
                    max_new_tokens=2 * tokens.input_ids.shape[1] + 16,
                    **SAMPLING,
                )
        except (RuntimeError, IndexError) as error:
            what = next(iter(str(error).splitlines()), type(error).__name__)
            raise ModelError(
                f"{self._checkpoint.name} cannot paraphrase {template!r}: {what}"
            ) from error
        return tuple(_turned_back(self._decoded(row), pair) for row in rows)

    def _surviving(self, template: str) -> tuple[str, str]:
        encode = self._checkpoint.tokenizer
        for pair in PLACEHOLDERS:
            back = _turned_back(self._decoded(encode(_filled(template, pair)).input_ids), pair)
            if [back.count(slot) for slot in SLOTS] == [1, 1]:
                return pair
        raise ModelError(
            f"the tokenizer of {self._checkpoint.name} gives {template!r} back without its slots, "
            f"be they {', '.join(' and '.join(pair) for pair in PLACEHOLDERS)}"
        )

    def _decoded(self, ids: object) -> str:
        return " ".join(self._checkpoint.tokenizer.decode(ids, skip_special_tokens=True).split())

    def write(self, folder: Path, words: Wordings) -> Paraphrases:
        """Write what became wordings into a benchmark's folder, and say what was asked and made."""
        checkpoint = self._checkpoint
        found = Path(checkpoint.name).expanduser()
        name = found.resolve().name if found.is_dir() else checkpoint.name
        data = "".join(self._turtle(name, words)).encode()
        (folder / FILE).write_bytes(data)
        return Paraphrases(
            DataFile(FILE, hashlib.sha256(data).hexdigest(), data.count(b"\n")),
            name,
            checkpoint.revision,
            checkpoint.weights,
            checkpoint.digest,
            {"torch": str(torch.__version__), "transformers": transformers.__version__},
            {"prefix": self._prefix, "placeholders": PLACEHOLDERS, **SAMPLING},
            self._seed,
            words.templates,
            self.candidates,
            sum(map(len, words.made.values())),
            dict(sorted(words.rejected.items())),
        )

    def _turtle(self, name: str, words: Wordings) -> Iterator[str]:
        yield f"# Paraphrases of templates, made by kgforge {__version__} with the model\n"
        yield f"# {' '.join(name.split())} (weights {self._checkpoint.weights}),\n"
        yield f"# seed {self._seed}, {self.candidates} candidates each.\n"
        yield "# export --templates with this file words facts the same without the model.\n"
        yield from words.turtle()


def _refuse_other_family(name: str) -> None:
    folder, _ = _checkpoint.find(name, None)
    family = _checkpoint.family_of(_checkpoint.read_config(name, folder))
    if family != FAMILY:
        raise ModelError(
            f"{name} is {f'a {family} model' if family else 'of an unknown family'}, but a "
            f"paraphraser is a {FAMILY} one, such as a T5 or BART that was trained to paraphrase"
        )


def _filled(template: str, pair: tuple[str, str]) -> str:
    return template.replace(SLOTS[0], pair[0]).replace(SLOTS[1], pair[1])


def _turned_back(text: str, pair: tuple[str, str]) -> str:
    """A text with slots for its placeholders, in whichever case they are."""
    for placeholder, slot in zip(pair, SLOTS, strict=True):
        whole = rf"(?<![A-Za-z]){re.escape(placeholder)}(?![A-Za-z])"
        text = re.sub(whole, slot, text, flags=re.IGNORECASE)
    return text
