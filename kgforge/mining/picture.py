"""One instance of a pattern drawn: its facts as arrows between the entities that they are about."""

import textwrap
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kgforge import files, plugins, terms
from kgforge.errors import PatternError
from kgforge.graph import names
from kgforge.mining import parameters
from kgforge.mining.rows import RowReader
from kgforge.patterns import Counts, Drawn, Pattern, Sample, Value, sampling
from kgforge.schema import Fact, Instance
from kgforge.stores import Store

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

FORMATS: Final = (".svg", ".png")
"""The endings of the files that can be drawn."""

_INK, _PAPER, _RED = "#1d2430", "#ffffff", "#a03322"
_LINES: Final[Mapping[bool | None, tuple[str, str, str]]] = {
    True: ("solid", _INK, ""),
    None: ("dashed", _INK, "implied "),
    False: ("dotted", _RED, "not "),
}
"""How a fact is drawn that holds, is implied, or must be absent: line, colour, what is said."""
_FLAT: Final = 0.75
"""How high a picture is, as a share of its width."""
_BEND: Final = 0.35
"""How far apart the arrows between two entities bend, as a share of their length."""


# ── Which instance ──────────────────────────────────────────────────────────────────────────────
def choose(
    pattern: Pattern, store: Store, values: Mapping[str, Value], seed: int = 0, key: str = ""
) -> Instance:
    """The first instance by the order in which mining samples, of those whose key begins so.

    All rows of the query count, whatever groups mining keeps. Raises PatternError for a pattern
    without roles, and where there is no such instance.
    """
    if not pattern.header.roles:
        raise PatternError(
            f"{pattern.name} has no role, so it has no instance to draw: "
            "leave out --draw to see its rows"
        )
    reader = RowReader(pattern, values, seed)
    query = pattern.query(store.language)
    rows = (
        reader.drawn(row)
        for row in store.query(query, values)
        if reader.is_first(row) and reader.tells(row) and not sampling.has_blank(row)
    )
    if pattern.header.item:
        items = _items(pattern, reader, rows, values, seed)
    else:
        matching = (drawn for drawn in rows if drawn.key.startswith(key))
        first = min(matching, key=lambda drawn: drawn.rank, default=None)
        items = iter([reader.instance([first])] if first else [])
    found = next((one for one in items if one.key.startswith(key)), None)
    if found is None:
        which = f" whose key begins with {key}" if key else ""
        raise PatternError(
            f"{pattern.name}: the graph has no instance{which} with these parameters: "
            "give others with --param"
        )
    return found


def _items(
    pattern: Pattern,
    reader: RowReader,
    rows: Iterable[Drawn],
    values: Mapping[str, Value],
    seed: int,
) -> Iterator[Instance]:
    """The items of several rows, by rank of their first, cut within as mining cuts them."""
    header = pattern.header
    held = sorted(rows, key=lambda drawn: drawn.rank)
    counts: Mapping[str, Counts] = defaultdict(dict)
    for step in header.steps:
        if isinstance(step, Sample) and set(header.item) <= set(step.per):
            held = sampling.draw(parameters.level(step, header, values, seed), held, counts)
    items: dict[object, list[Drawn]] = defaultdict(list)
    for drawn in held:
        items[reader.identity(drawn)].append(drawn)
    return map(reader.instance, items.values())


# ── What it looks like ──────────────────────────────────────────────────────────────────────────
def draw(instance: Instance, store: Store, path: Path, language: str = "en") -> None:
    """Draw an instance into a file (``FORMATS``), named as the graph names things in a language.

    An entity is a box; a fact is an arrow from subject to object with its predicate and role,
    dashed where it is implied, dotted and red where it must be absent. The same instance and names
    give the same bytes, by one version of the libraries; letters that its font lacks are seen in
    SVG alone. Raises MissingDriverError where they are
    absent, OutputError when the file cannot be written.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("--draw", error) from error
    places = _places(instance)
    label = _labels(instance, store, language)
    side = 4 + 0.4 * len(places)
    with (
        mpl.rc_context({"svg.hashsalt": "kgforge", "svg.fonttype": "none"}),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure = Figure(figsize=(side, _FLAT * side), dpi=150)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set(xlim=(-1.2, 1.2), ylim=(-1.2 * _FLAT, 1.2 * _FLAT))
        boxes = {term: _box(axes, place, label[term]) for term, place in places.items()}
        for fact, bend in zip(instance.facts, _bends(instance.facts), strict=True):
            _arrow(axes, fact, bend, places, boxes, label[fact.predicate])
        axes.set_title(f"{instance.pattern}: {instance.group}", fontsize=9, color=_INK)
        metadata = {"Date": None} if path.suffix == ".svg" else {}
        with files.writing_file(path) as temporary:
            figure.savefig(
                temporary, format=path.suffix[1:], metadata=metadata, bbox_inches="tight"
            )


def _labels(instance: Instance, store: Store, language: str) -> dict[str, str]:
    """What each term is called; an IRI without a label as a CURIE."""
    called = {
        term for fact in instance.facts for term in (fact.subject, fact.predicate, fact.object)
    }
    entities = {term for term in called if not terms.is_literal(term)}
    found = names.labelled(store, entities, language)
    return {term: found[term].label if term in found else terms.spelt(term) for term in called}


def _places(instance: Instance) -> dict[str, tuple[float, float]]:
    """Where each entity stands: the closer by facts, the nearer; x within ±1, y within ±_FLAT."""
    try:
        import networkx as nx
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("--draw", error) from error
    graph = nx.Graph((fact.subject, fact.object) for fact in instance.facts)
    parts = [min(part) for part in nx.connected_components(graph)]
    nx.add_path(graph, sorted(parts))  # else parts without a fact between them lie on one another
    found = nx.kamada_kawai_layout(graph, pos=nx.circular_layout(graph))
    return {term: (float(x), _FLAT * float(y)) for term, (x, y) in found.items()}


def _bends(facts: Iterable[Fact]) -> list[float]:
    """How each arrow is bent, so that those between the same two entities lie apart."""
    facts = list(facts)
    between: dict[frozenset[str], list[int]] = defaultdict(list)
    for number, fact in enumerate(facts):
        between[frozenset((fact.subject, fact.object))].append(number)
    bends = [0.0] * len(facts)
    for numbers in between.values():
        for place, number in enumerate(numbers):
            bend = _BEND * (place - (len(numbers) - 1) / 2)
            bends[number] = bend if facts[number].subject <= facts[number].object else -bend
    return bends


def _box(axes: "Axes", place: tuple[float, float], label: str) -> "Text":
    frame = {"boxstyle": "round,pad=0.45", "facecolor": _PAPER, "edgecolor": _INK}
    return _text(axes, place, textwrap.fill(label, 22), fontsize=10, bbox=frame, zorder=1)


def _arrow(
    axes: "Axes",
    fact: Fact,
    bend: float,
    places: Mapping[str, tuple[float, float]],
    boxes: Mapping[str, "Text"],
    predicate: str,
) -> None:
    from matplotlib.patches import FancyArrowPatch

    style, colour, said = _LINES[fact.holds]
    (x1, y1), (x2, y2) = places[fact.subject], places[fact.object]
    # Boxes are drawn first: only then does an arrow know where they end.
    axes.add_patch(
        FancyArrowPatch(
            (x1, y1), (x2, y2), patchA=boxes[fact.subject].get_bbox_patch(),
            patchB=boxes[fact.object].get_bbox_patch(), connectionstyle=f"arc3,rad={bend}",
            arrowstyle="-|>", mutation_scale=14, linestyle=style, color=colour, zorder=2,
        )
    )  # fmt: skip
    frame = {"boxstyle": "round,pad=0.15", "facecolor": _PAPER, "edgecolor": "none"}
    middle = ((x1 + x2 + bend * (y2 - y1)) / 2, (y1 + y2 - bend * (x2 - x1)) / 2)
    label = f"{textwrap.fill(said + predicate, 22)}\n({fact.role})"
    _text(axes, middle, label, fontsize=8, color=colour, bbox=frame, zorder=3)


def _text(axes: "Axes", place: tuple[float, float], label: str, **how: Any) -> "Text":
    """A text as it is: a dollar begins no formula."""
    return axes.text(*place, label, ha="center", va="center", parse_math=False, **how)
