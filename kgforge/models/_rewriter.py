"""Texts rewritten by a sequence-to-sequence model: sampled, seeded, and on the CPU.

Texts are few and short, and the CPU gives the same for the same seed. Candidates are sampled as
Parrot does it (https://github.com/PrithivirajDamodaran/Parrot_Paraphraser), the paraphraser of
*Rethinking Language Models as Symbolic Knowledge Graphs* (section 2).
"""

from typing import Final

import torch
import transformers

from kgforge.errors import ModelError
from kgforge.models import _checkpoint
from kgforge.schema import ModelOptions

FAMILY: Final = "seq2seq"
SAMPLING: Final = {
    "do_sample": True,
    "top_k": 50,
    "top_p": 0.95,
    "temperature": 1.0,
    "num_beams": 1,
}


class Rewriter:
    """A model that says a text in other words.

    Raises ModelError when there is no such model, or it is of another family.
    """

    def __init__(self, name: str) -> None:
        _refuse_other_family(name)
        self._checkpoint = _checkpoint.load(FAMILY, name, ModelOptions(device="cpu"))
        t5 = "t5" in self._checkpoint.model.config.model_type
        self.prefix = "paraphrase: " if t5 else ""
        """What stands before a text: by it T5 knows which task is meant."""
        self.sampling = SAMPLING
        self.revision = self._checkpoint.revision
        self.weights = self._checkpoint.weights
        self.tokenizer = self._checkpoint.digest
        self.versions = {
            "torch": str(torch.__version__),
            "transformers": transformers.__version__,
        }

    @property
    def name(self) -> str:
        """A hub's name, or the last part of a folder's path."""
        name: str = self._checkpoint.name
        return name

    def rewrite(self, text: str, count: int, seed: int) -> list[str]:
        """So many candidates for another wording of a text: always the same ones for a seed."""
        tokens = self._checkpoint.tokenizer(self.prefix + text, return_tensors="pt")
        try:
            with torch.random.fork_rng(devices=[]), torch.inference_mode(), _checkpoint.quiet():
                torch.default_generator.manual_seed(seed)
                rows = self._checkpoint.model.generate(
                    input_ids=tokens.input_ids,
                    attention_mask=tokens.attention_mask,
                    num_return_sequences=count,
                    max_new_tokens=2 * tokens.input_ids.shape[1] + 16,
                    **SAMPLING,
                )
        except (RuntimeError, IndexError) as error:
            what = next(iter(str(error).splitlines()), type(error).__name__)
            raise ModelError(
                f"{self._checkpoint.name} cannot paraphrase {text!r}: {what}"
            ) from error
        return [self._decoded(row) for row in rows]

    def read_back(self, text: str) -> str:
        """What the tokenizer gives back of a text."""
        return self._decoded(self._checkpoint.tokenizer(text).input_ids)

    def _decoded(self, ids: object) -> str:
        return " ".join(self._checkpoint.tokenizer.decode(ids, skip_special_tokens=True).split())


def _refuse_other_family(name: str) -> None:
    folder, _ = _checkpoint.find(name, None)
    family = _checkpoint.family_of(_checkpoint.read_config(name, folder))
    if family != FAMILY:
        raise ModelError(
            f"{name} is {f'a {family} model' if family else 'of an unknown family'}, but a "
            f"paraphraser is a {FAMILY} one, such as a T5 or BART that was trained to paraphrase"
        )
