"""A small graph with sentences, its questions with texts before them, and who answers them."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from kgforge import probing, stores
from kgforge.schema import CONTEXTS, ItemFact, Prompt, Score, Sentence, folders
from tests.worlds import lands
from tests.worlds.small import entries, filled, sentence

FORMS: Final = ("cloze", "true_false", "multiple_choice", "short_answer")
OPTIONS: Final[dict[str, Any]] = {
    "forms": FORMS,
    "contexts": CONTEXTS,
    "slots": ("object", "subject"),
    "keep_flagged": True,  # two towns have one name
}
CALLED = {"town1": "Washington, D.C.", "town2": "Saint-Denis", "town3": "Twin", "town4": "Twin"}


def texts() -> Iterator[Sentence]:
    """A sentence for each land but the last, and two that name too little or too much."""
    for n in range(8):
        town = CALLED.get(f"town{n}", f"Town{n}")
        text = f"Land{n} is governed from {town}, as it was."
        yield sentence(text, f"land{n} seat town{n}", f"Land{n}", town)
        text = f"{town} has governed Land{n} for long."
        yield sentence(text, f"town{n} seatOf land{n}", town, f"Land{n}")
    yield sentence("It is ruled from there.", "land8 seat town8", "It", "there")


def mined(folder: Path, engine: str, *, order: int | None = None) -> Path:
    """Lands and their seats, with sentences."""
    folder.mkdir(exist_ok=True)
    found = entries(lands.FACTS, lands.NAMES, texts())
    with filled(stores.open(f"{engine}:{folder}/graph", stores.WRITE), found, order=order) as store:
        address = store.address
    return lands.mined(folder, address, "inverse")


def plainly(text: str) -> str:
    """A text's words, and numbers whole, between spaces."""
    words = re.findall(r"[0-9][0-9.,]*[0-9]|[^\W_]+", text)
    return f" {' '.join(words)} "


def reader(fact: ItemFact, prompt: Prompt) -> list[str]:
    """Believes what it reads, and knows nothing."""
    passage = plainly(prompt.passage or "")
    found = (
        fact.subjects.candidates if prompt.slot == "subject" and fact.subjects else fact.candidates
    )
    named = [one.label for one in found if plainly(one.label) in passage]
    if prompt.claimed:
        return ["true" if plainly(prompt.claimed.label) in passage else "false"] if named else []
    if prompt.choices:
        pairs = zip("ABCD", prompt.choices, strict=False)
        return [letter for letter, text in pairs if plainly(text) in passage]
    return named


def knower(fact: ItemFact, prompt: Prompt) -> list[str]:
    """Says what is so, whatever it reads."""
    target = fact.subject if prompt.slot == "subject" else fact.object
    return [prompt.gold or target.label]


def scored(
    bench: Path, folder: Path, say: Callable[[ItemFact, Prompt], list[str]]
) -> Sequence[Score]:
    lines = []
    for item in folders.read_items(bench, "inverse"):
        for fact in item.facts:
            for number, prompt in enumerate(fact.prompts):
                line = {"item": item.id, "role": fact.role, "prompt": number}
                lines.append(json.dumps(line | {"answers": say(fact, prompt)}))
    path = folder / "said.jsonl"
    path.write_text("\n".join(lines))
    return probing.probe(bench, f"table:{path}", folder / "run").scores
