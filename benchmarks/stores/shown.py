"""What ``benchmarks.stores`` has measured: kept in a file, shown as tables and as a plot."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks import readme
from benchmarks.stores import engines
from kgforge import __version__
from kgforge.cli import console

FILE: Final = Path(__file__).with_name("stores.json")
PLOT: Final = Path(__file__).parents[2] / "docs" / "scaling.svg"
MEGABYTE: Final = 10**6
MARKS: Final[Mapping[str, str]] = {
    "growth": "stores",
    "overhead": "stores overhead",
    "script": "stores script",
    "bulk": "stores bulk",
    "neo4j": "stores neo4j",
}
"""The parts with the marks of their tables in README.md."""
Figures = Mapping[str, Any]
Table = tuple[Sequence[str], list[Sequence[str]]]


class Results:
    """What was measured: by part, then graph, then contestant."""

    def __init__(self, file: Path = FILE) -> None:
        self._file = file
        self._found: dict[str, dict[str, dict[str, Any]]] = (
            msgspec.json.decode(file.read_bytes()) if file.is_file() else {}
        )

    def put(self, part: str, graph: str, found: dict[str, dict[str, Any]]) -> None:
        """Keep the figures of some contestants on a graph in place of older ones."""
        said = {"day": f"{datetime.now(UTC):%Y-%m-%d}", "kgforge": __version__}
        kept = self._found.setdefault(part, {}).setdefault(graph, {})
        kept.update({name: {**figures, **said} for name, figures in found.items()})
        encoded = msgspec.json.encode(self._found, order="sorted")
        self._file.write_bytes(msgspec.json.format(encoded) + b"\n")

    def part(self, name: str) -> list[tuple[str, Mapping[str, Figures]]]:
        """The graphs of a part with their contestants' figures, small graphs first."""
        return sorted(self._found.get(name, {}).items(), key=lambda pair: _size(pair[0]))


def _size(graph: str) -> float:
    number = graph.partition(" ")[0]
    return float(number) if number.replace(".", "").isdigit() else 0.525632


# ── Tables ──────────────────────────────────────────────────────────────────────────────────────
def growth(results: Results) -> Table:
    """Every engine on every graph."""
    columns = ("graph", "engine", "load, s", "mine, s", "processor, s",
               "memory, MB", "its server's, MB", "disk, MB")  # fmt: skip
    order = [engine.name for engine in engines.ALL]
    return columns, [
        (graph, engine, *_grown(found[engine]))
        for graph, found in results.part("growth")
        for engine in sorted(found, key=order.index)
    ]


def _grown(found: Figures) -> Iterator[str]:
    steps = [found[name] for name in ("load", "mine") if name in found]
    yield f"{found['load']['seconds']:,.1f}" if "disk" in found else found.get("failure", "–")
    yield f"{found['mine']['seconds']:,.1f}" if "mine" in found else found.get("failure", "–")
    if "mine" not in found:
        steps = []
    yield f"{sum(step['processor'] for step in steps):,.1f}" if steps else "–"
    for kind in ("memory", "server"):
        most = max((step[kind] for step in steps), default=0)
        yield f"{most / MEGABYTE:,.0f}" if most else "–"
    yield f"{found['disk'] / MEGABYTE:,.0f}" if "disk" in found else "–"


def overhead(results: Results) -> Table:
    """The questions of the patterns, through kgforge and by hand."""
    columns = ("engine", "rows", "by hand, s", "kgforge, s", "times",
               "processor by hand, s", "kgforge, s", "times")  # fmt: skip
    rows: list[Sequence[str]] = []
    for _, found in results.part("overhead"):
        for engine in engines.ALL:
            asked = [one for one in found.get(engine.name, {}).values() if isinstance(one, dict)]
            if not asked:
                continue
            total = {name: sum(one[name] for one in asked) for name in asked[0]}
            rows.append((
                engine.name, f"{total['rows']:,.0f}",
                *_ratio(total["by hand"], total["kgforge"]),
                *_ratio(total["by hand, processor"], total["kgforge, processor"]),
            ))  # fmt: skip
    return columns, rows


def _ratio(by_hand: float, ours: float) -> tuple[str, str, str]:
    return f"{by_hand:,.2f}", f"{ours:,.2f}", f"{ours / by_hand:.2f}"


def beside(results: Results, part: str) -> Table:
    """kgforge and other contestants on each graph."""
    columns = ("graph", "contestant", "seconds", "processor, s", "memory, MB",
               "its seconds ÷ kgforge's", "processor", "memory")  # fmt: skip
    rows: list[Sequence[str]] = []
    for graph, found in results.part(part):
        ours = found["kgforge"]
        rows.append((graph, "kgforge", *_taken(ours), "", "", ""))
        for other, theirs in found.items():
            if other != "kgforge":
                times = (theirs[name] / ours[name] for name in ("seconds", "processor", "memory"))
                rows.append((graph, other, *_taken(theirs), *(f"{one:.2f}" for one in times)))
    return columns, rows


def _taken(figures: Figures) -> tuple[str, str, str]:
    return (
        f"{figures['seconds']:,.1f}",
        f"{figures['processor']:,.1f}",
        f"{figures['memory'] / MEGABYTE:,.0f}",
    )


def tables(results: Results) -> dict[str, Table]:
    """All tables, by the part that they show."""
    besides = {part: beside(results, part) for part in ("script", "bulk", "neo4j")}
    return {"growth": growth(results), "overhead": overhead(results)} | besides


def show(results: Results) -> None:
    """Print all tables."""
    for part, (columns, rows) in tables(results).items():
        console.table(MARKS[part], columns, rows)


def write(results: Results, parts: Collection[str]) -> None:
    """Write the tables of some parts into README.md, and the plot of growth.

    What this run did not measure keeps its table, and the versions that stand below it.
    """
    made = tables(results)
    for part in parts:
        columns, rows = made[part]
        notes = f"Run on {readme.machine()}; {', '.join(_versions(results, part))}."
        readme.write(MARKS[part], f"{readme.table(columns, rows)}\n\n{notes}")
    if "growth" in parts:
        plot(results, PLOT)


def _versions(results: Results, part: str) -> Iterator[str]:
    """What was run, in its versions."""
    measured = {one["kgforge"] for _, found in results.part(part) for one in found.values()}
    yield f"kgforge {', '.join(sorted(measured))}"
    yield from engines.versions()


# ── The plot ────────────────────────────────────────────────────────────────────────────────────
def plot(results: Results, file: Path) -> None:
    """Seconds of load and mine over triples, both on logarithmic scales, a line per engine."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "kgforge"  # so that the same figures give the same file
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    for engine, marker in zip(engines.ALL, "osD^vPX", strict=True):
        points = sorted(_points(results, engine.name))
        if not points:
            continue
        axes.loglog(*zip(*points, strict=True), marker=marker, label=engine.name)
    axes.axhline(600, color="grey", linewidth=0.8, linestyle=":")
    axes.set(xlabel="triples", ylabel="seconds of load and mine")
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)


def _points(results: Results, engine: str) -> Iterator[tuple[float, float]]:
    for graph, found in results.part("growth"):
        one = found.get(engine, {})
        if "mine" in one and graph.endswith("million"):
            yield one["triples"], one["load"]["seconds"] + one["mine"]["seconds"]
