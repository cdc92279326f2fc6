"""A small benchmark, made from graph to folder."""

from pathlib import Path

from kgforge import benchmark, mining, stores
from kgforge.benchmark import ExportOptions
from kgforge.schema import (
    Entry,
    Source,
)
from tests.worlds.small import EX, entries, filled, label, sentence

SOURCES = (Source("b.tsv", "b" * 64, "CC0-1.0"), Source("a.tsv", "a" * 64, "CC0-1.0"))
TWINS = ["Q2" if n == 2 else f"e{n}" for n in range(24)]
PAIRS = [*zip(TWINS[::2], TWINS[1::2], strict=True)]
FACTS = [
    *(f"{one} twin {other}" for one, other in PAIRS),
    *(f"{other} twin {one}" for one, other in PAIRS),
    *(f"{one} twin lone{n}" for n, one in enumerate(TWINS[:3])),
    *(f"k{n} kind k{n + 1}" for n in range(4)),
]
TURTLE = (
    "@prefix ex: <http://example.org/> . @prefix kgf: <urn:kgforge:ns#> .\n"
    'ex:twin kgf:template "[X] is the twin of [Y]."@en , "[Y] and [X] are twins."@en .\n'
)
PARAMS = {"least": "5", "sub": f"<{EX}kind>"}


def graph_in(folder: Path, *, order: int | None = None, more: tuple[str, ...] = ()) -> str:
    """A graph store in a folder: its address."""
    found = entries(
        [*FACTS, *more],
        [label("e1", "Éva"), label("e1", "Evi", "alias"), label("twin", "twin of")],
        [sentence("E0 is Éva's twin.", "e0 twin e1", "E0", "Éva")],
        unnamed=["Q2"],
    )
    found += [Entry(sources=(source,), documents=0) for source in SOURCES]
    with filled(stores.open(f"oxigraph:{folder}", stores.WRITE), found, order=order) as store:
        return store.address


def made(folder: Path, *, order: int | None = None, name: str = "bench") -> Path:
    """A benchmark, from graph to folder."""
    folder.mkdir(exist_ok=True)
    address = graph_in(folder / "graph", order=order)
    mining.mine(["symmetry", "hierarchy"], address, folder / "mined", params=PARAMS)
    templates = folder / "mine.ttl"
    templates.write_text(TURTLE, encoding="utf-8")
    benchmark.export(folder / "mined", folder / name, ExportOptions(templates=(templates,)))
    return folder / name


def copied(folder: Path, to: Path) -> Path:
    to.mkdir()
    for file in folder.rglob("*"):
        if file.is_file():
            target = to / file.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    return to


def cut(data: bytes) -> bytes:
    """A file that lacks its end."""
    return data[: len(data) - 40]
