"""Where the layout has what: names of folders, files and fields, ids, and a triple of a line."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge.extraction import GOLD, UNSEEN

TAUGHT: Final = ("train", "validation")
UNSEEN_SENTENCES: Final = "unseen_sentences"
ONTOLOGY: Final = "_ontology.json"
SELECTED: Final = "manually_verified_sentences"
RESPONSES: Final = "llm_responses"
LABELS: Final = ("sub_label", "rel_label", "obj_label")
APART: Final = UNSEEN.rstrip("_")
_SHORT: Final = {"validation": "val", GOLD: "test", UNSEEN + GOLD: f"{UNSEEN}test"}
"""What ids call a split, where it is not its name."""


class LineTriple(Struct, frozen=True):
    """A triple as a line of a file lists it."""

    sub: str
    rel: str
    obj: str


def sentence_id(subset: str, split: str, number: int) -> str:
    """The id of a sentence.

    >>> sentence_id("2_music", "validation", 7)
    'ont_2_music_val_7'
    """
    return f"ont_{subset}_{_SHORT.get(split, split)}_{number}"


def sentences(name: str, split: str) -> Path:
    """Where the sentences of an ontology are, from the data set's folder."""
    folder = Path(split)
    if split.startswith(UNSEEN):
        folder = Path(UNSEEN_SENTENCES) / split.removeprefix(UNSEEN)
    return folder / f"ont_{name}_{split}.jsonl"
