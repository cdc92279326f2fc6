"""A small benchmark of the shipped graph with all forms, both ends, contexts and splits."""

from pathlib import Path
from typing import Final

import kgforge
from kgforge.benchmark import ExportOptions
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions
from tests.worlds import lands
from tests.worlds.facts import ROOT

PATTERNS: Final = ("symmetry", "asymmetry", "agreement", "chain2", "fact")
FEW: Final = {
    "symmetry.most": "6",
    "asymmetry.most": "3",
    "agreement.most": "2",
    "chain2.most": "3",
    "fact.most": "3",
}
OPTIONS: Final = ExportOptions(
    forms=lands.ALL,
    slots=("object", "subject"),
    contexts=("none", "relevant"),
    split="random:40/20/40",
    candidates=12,
)


def make(home: Path, options: ExportOptions = OPTIONS) -> Path:
    """Load, mine and export into a folder; the benchmark."""
    examples = ROOT / "examples"
    names = tuple(str(examples / f"{one}.tsv") for one in ("entities", "properties"))
    sources = [f"tsv:{examples}/wikidata.tsv", f"trex:{examples}/trex.json"]
    store = f"oxigraph:{home}/graph"
    kgforge.load(sources, store, LoadOptions(ReadOptions(labels=names), licence="CC0-1.0"))
    kgforge.mine(list(PATTERNS), store, home / "mined", params=FEW)
    kgforge.export(home / "mined", home / "bench", options)
    return home / "bench"
