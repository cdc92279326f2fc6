"""Scores by what made a wording: each generator by itself, where a model is among them."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from kgforge import scoring
from kgforge.schema import Item, Prompt, Score
from tests.worlds.handmade import answers, fact, item, judged, write_benchmark, write_run

ITEMS = 12
LACK = 3
"""So many items have no wording of a model."""


def _prompt(form: str, generator: str) -> Prompt:
    text = f"{generator} {form} [MASK]."
    return Prompt(form, "en", "object", "none", generator, text, "")


CLOZE = [_prompt("cloze", one) for one in ("template", "fallback", "masking")]
ASKED = [_prompt("short_answer", one) for one in ("template", "question")]


def _item(number: int, prompts: Sequence[Prompt]) -> Item:
    made = fact("only", f"S{number}", "P36", f"O{number}", candidates=[f"W{number}"])
    return item(f"i{number}", "fact", "g", msgspec.structs.replace(made, prompts=tuple(prompts)))


def _known(number: int, prompt: Prompt) -> bool:
    """Templates are known of even items, a model's sentences of the first five, and so on."""
    of_form = {"template": number % 2 == 0, "fallback": number % 3 == 0, "masking": number < 5}
    return of_form.get(prompt.generator, number < 8)


def _scored(folder: Path, items: Sequence[Item]) -> scoring.Run:
    bench = write_benchmark(folder / "bench", items, {"fact": "hit"})
    said = [
        msgspec.structs.replace(
            answers(
                one.id, "only",
                [one.facts[0].object.label if _known(int(one.id[1:]), prompt) else "nothing"],
                prompt=at,
            ),
            form=prompt.form,
        )
        for one in items
        for at, prompt in enumerate(one.facts[0].prompts)
    ]  # fmt: skip
    [run] = judged(bench, write_run(folder / "run", said, benchmark=bench))
    return run


@pytest.fixture
def scores(tmp_path: Path) -> Sequence[Score]:
    whole = [*CLOZE, *ASKED]
    few = [one for one in whole if one.generator not in ("masking", "question")]
    items = [_item(number, few if number < LACK else whole) for number in range(ITEMS)]
    return _scored(tmp_path, items).scores()


def _of(scores: Sequence[Score], **by: str) -> tuple[float, float]:
    [found] = [
        one for one in scores if (one.metric, one.k, one.group, one.by) == ("hit", 1, None, by)
    ]
    return found.numerator, found.denominator


def test_each_generator_has_its_own_score_in_each_form(scores: Sequence[Score]) -> None:
    assert _of(scores, generator="template") == (6, 12)
    assert _of(scores, generator="fallback") == (4, 12)
    assert _of(scores, generator="masking") == (2, 9), "of items 3 to 11 it knows 3 and 4"
    assert _of(scores, form="short_answer", generator="template") == (6, 12)
    assert _of(scores, form="short_answer", generator="question") == (5, 9)
    named = {tuple(one.by) for one in scores if "generator" in one.by}
    of_wordings = {("generator", "average"), ("generator", "against")}  # by ``rewording``
    assert named == {("generator",), ("form", "generator"), *of_wordings}
    [note] = [
        one.note for one in scores if (one.metric, one.k, one.group, one.by) == ("hit", 1, None, {})
    ]
    assert "generators pooled: fallback, masking, template" in note


def test_wordings_of_files_alone_are_pooled_as_before(tmp_path: Path) -> None:
    found = _scored(tmp_path, [_item(number, CLOZE[:2]) for number in range(ITEMS)]).scores()
    assert not any("generator" in one.by for one in found)
    assert not any("generators pooled" in one.note for one in found)
