"""A small graph whose questions, choices and statements are told by hand, exported in all forms."""

from pathlib import Path
from typing import Final

import kgforge
from kgforge import stores
from kgforge.benchmark import ExportOptions
from kgforge.schema import Manifest
from tests.worlds.small import entries, filled, label

ALL: Final = ("cloze", "true_false", "multiple_choice", "short_answer", "listing")

LANDS: Final = [f"land{n}" for n in range(9)]
FACTS: Final = [
    *(f"{land} seat town{n}" for n, land in enumerate(LANDS)),
    *(f"town{n} seatOf {land}" for n, land in enumerate(LANDS)),
    "land0 seat town0b",  # a second right answer
    *(f"{land} kind nation" for land in LANDS),
    *(f"town{n} kind place" for n in range(9)),
    "town0b kind place",
]
NAMES: Final = [
    label("town1", "Washington, D.C."),
    label("town2", "Saint-Denis"),
    label("town3", "Twin"),
    label("town4", "Twin"),  # a label twin
    label("seat", "seat"),
    label("seatOf", "seat of"),
]
TURTLE: Final = """
@prefix ex: <http://example.org/> . @prefix kgf: <urn:kgforge:ns#> .
ex:seat kgf:template "The seat of [X] is [Y]."@en , "[X] is ruled from [Y]."@en ;
    kgf:question "From where is [X] ruled?"@en .
ex:seatOf kgf:template "[X] is the seat of [Y]."@en .
"""
PARAMS: Final = {"least": "5", "share": "0.1"}


def graph(address: str, *, order: int | None = None) -> str:
    """The graph in a store, added in a shuffled order when one is given."""
    with filled(stores.open(address, stores.WRITE), entries(FACTS, NAMES), order=order) as store:
        return store.address


def mined(folder: Path, address: str, *patterns: str) -> Path:
    """What is mined of it."""
    kgforge.mine(patterns or ["inverse", "asymmetry"], address, folder / "mined", params=PARAMS)
    return folder / "mined"


def exported(
    folder: Path, mined: Path, name: str = "bench", **options: object
) -> tuple[Path, Manifest]:
    """A benchmark of all forms, and its manifest."""
    templates = folder / "lands.ttl"
    templates.write_text(TURTLE, encoding="utf-8")
    given = {"forms": ALL, "templates": (templates,), **options}
    found = ExportOptions(**given)  # type: ignore[arg-type]
    return folder / name, kgforge.export(mined, folder / name, found)
