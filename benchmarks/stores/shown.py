"""What ``benchmarks.stores`` has measured: kept in a file, shown as tables and as a plot."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks import readme, recorded
from benchmarks.measured import MEGABYTE
from benchmarks.recorded import Record
from benchmarks.stores import agreed, engines, fitted, plotted
from kgforge import __version__
from kgforge.cli import console

FILE: Final = Path(__file__).with_name("stores.json")
STEPS: Final = ("load", "mine", "export")
LARGE: Final = 1_000_000
"""Triples from which on starting and compiling take little beside the work itself."""
MARKS: Final[Mapping[str, str]] = {
    "ends": "stores ends",
    "growth": "stores",
    "exponents": "stores exponents",
    "export": "stores export",
    "overhead": "stores overhead",
    "script": "stores script",
    "bulk": "stores bulk",
    "neo4j": "stores neo4j",
}
"""The parts with the marks of their tables in README.md."""
BESIDES: Final[Mapping[str, Sequence[str]]] = {"growth": ("exponents",)}
"""Further tables of a part."""
TARGETS: Final[Mapping[str, float]] = {"Oxigraph": 25, "Neo4j": 45, "Fuseki": 60}
"""Seconds in which ``mine all`` is to end on the published graph, of which there is no copy."""
AGAIN: Final = 10
"""The same where there is one."""
MEASURES: Final = {"seconds": "seconds", "processor seconds": "processor", "memory": "memory"}
Figures = Record
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
        said = {name: recorded.stamped(one, versions=_versions()) for name, one in found.items()}
        self._found.setdefault(part, {}).setdefault(graph, {}).update(said)
        recorded.write(self._file, self._found)

    def of(self, part: str, graph: str, contestant: str) -> Figures:
        """What this version has measured of a contestant; empty where it has not."""
        found = self._found.get(part, {}).get(graph, {}).get(contestant, {})
        return found if found.get("kgforge") == __version__ else {}

    def part(self, name: str) -> list[tuple[str, Mapping[str, Figures]]]:
        """The graphs of a part with their contestants' figures, small graphs first."""
        return sorted(self._found.get(name, {}).items(), key=lambda pair: _size(pair[0]))


@cache
def _versions() -> str:
    return ", ".join(engines.versions())


def _size(graph: str) -> float:
    number = graph.partition(" ")[0]
    return float(number) if number.replace(".", "").isdigit() else 0.525632


# ── Tables ──────────────────────────────────────────────────────────────────────────────────────
def ends(results: Results) -> Table:
    """``mine all`` from each engine by default, at first and again, beside the targets."""
    columns = ("engine", "load, s", "mine all, s", "to be reached", "again, s", "to be reached",
               "processor, s", "again", "memory, MB", "its server's, MB")  # fmt: skip
    rows: list[Sequence[str]] = []
    for _, found in results.part("ends"):
        for name in [engine.name for engine in engines.ALL if engine.name in found]:
            one = found[name]
            if "failure" in one:
                rows.append((name, one["failure"], *("–",) * (len(columns) - 2)))
                continue
            first, again = one["first"], one["again"]
            aims = (f"{TARGETS[name]:g}", f"{AGAIN}") if name in TARGETS else ("–", "–")
            rows.append((
                name, f"{one['load']['seconds']:.1f}", f"{first['seconds']:.1f}", aims[0],
                f"{again['seconds']:.1f}", aims[1], f"{first['processor']:.1f}",
                f"{again['processor']:.1f}", _megabytes(first["memory"]),
                _megabytes(first["server"]),
            ))  # fmt: skip
    return columns, rows


def _megabytes(size: float) -> str:
    return f"{size / MEGABYTE:,.0f}" if size else "–"


def growth(results: Results) -> Table:
    """Every engine on every graph, asked itself and by a copy."""
    columns = ("graph", "engine", *(f"{step}, s" for step in STEPS),
               *(f"{step}, processor s" for step in STEPS), *(f"{step}, MB" for step in STEPS),
               "its server's, MB", "disk, MB", "items")  # fmt: skip
    return columns, [
        (graph, way, *_grown(found[way]))
        for graph, found in comparable(results)
        for way in engines.WAYS
        if way in found
    ]


def comparable(results: Results) -> list[tuple[str, Mapping[str, Figures]]]:
    """The rows of growth of all patterns; if there are none, those of an earlier version."""
    every = results.part("growth")
    whole: list[tuple[str, Mapping[str, Figures]]] = [
        (graph, {way: one for way, one in found.items() if has_all_patterns(one)})
        for graph, found in every
    ]
    return whole if any(found for _, found in whole) else every


def has_all_patterns(found: Figures) -> bool:
    """Whether a row is of all patterns that ship: of fewer it is of an earlier version."""
    return bool(found.get("patterns") == len(agreed.PATTERNS))


def _grown(found: Figures) -> Iterator[str]:
    done = [step for step in STEPS if step in found and (step != "load" or "disk" in found)]
    failure = [found.get("failure", "–"), "–", "–"]  # once: where it was
    yield from [*(f"{found[step]['seconds']:,.1f}" for step in done), *failure][: len(STEPS)]
    for step in STEPS:
        yield f"{found[step]['processor']:,.1f}" if step in done else "–"
    for step in STEPS:
        yield _megabytes(found[step]["memory"]) if step in done else "–"
    yield _megabytes(max((found[step]["server"] for step in done), default=0))
    yield f"{found['disk'] / MEGABYTE:,.0f}" if "disk" in found else "–"
    yield f"{found['items']:,}" if "items" in found else "–"


def exponents(results: Results) -> Table:
    """How seconds, processor seconds and memory of each step grow with the triples."""
    columns = ("engine", "step", "million triples", *MEASURES)
    rows: list[Sequence[str]] = []
    for way in engines.WAYS:
        for step in STEPS:
            points = grown(results, way, step)
            large = [point for point in points if point[0] >= LARGE]
            for some in (points, large) if 0 < len(large) < len(points) else (points,):
                if len(some) >= fitted.LEAST:
                    ends = f"{some[0][0] / 1e6:g} to {some[-1][0] / 1e6:g}"
                    rows.append((way, step, ends, *fitted_by(some, MEASURES.values())))
    return columns, rows


def grown(results: Results, way: str, step: str) -> list[tuple[float, Figures]]:
    """The generated graphs' numbers of triples, each with a step's figures."""
    rows = ((graph, found.get(way, {})) for graph, found in comparable(results))
    return [
        (found["triples"], found[step])
        for graph, found in rows
        if graph.endswith("million") and step in found and (step != "load" or "disk" in found)
    ]  # fmt: skip


def fitted_by(points: Sequence[tuple[float, Figures]], measures: Iterable[str]) -> Iterator[str]:
    """The exponents of some measures."""
    for measure in measures:
        found = fitted.power([(size, figures[measure]) for size, figures in points])
        yield str(found) if found else "–"


def export(results: Results) -> Table:
    """Ever more items of one graph, and how what they take grows with them."""
    columns = ("graph", "items", "seconds", "processor, s", "memory, MB", "disk, MB")
    rows: list[Sequence[str]] = []
    for graph, _ in results.part("export"):
        found = exported(results, graph)
        rows += [(graph, f"{items:,}", *_taken(one), f"{one['disk'] / MEGABYTE:,.0f}")
                 for items, one in found]  # fmt: skip
        if len(found) >= fitted.LEAST:
            powers = fitted_by(found, (*MEASURES.values(), "disk"))
            rows.append((graph, "exponent", *powers))
    return columns, rows


def exported(results: Results, graph: str) -> list[tuple[int, Figures]]:
    """The numbers of items that were exported of a graph, each with its figures."""
    rows = [one for name, found in results.part("export") if name == graph
            for one in found.values() if one.get("items")]  # fmt: skip
    return sorted(((one["items"], {**one["export"], "disk": one["disk"]}) for one in rows),
                  key=lambda pair: pair[0])  # fmt: skip


def overhead(results: Results) -> Table:
    """The questions of the patterns, through kgforge and by hand."""
    columns = ("graph", "engine", "questions", "rows", "by hand, s", "kgforge, s", "times",
               "processor by hand, s", "kgforge, s", "times")  # fmt: skip
    rows: list[Sequence[str]] = []
    for graph, found in results.part("overhead"):
        for engine in engines.ALL:
            asked = [one for one in found.get(engine.name, {}).values() if isinstance(one, dict)]
            if not asked:
                continue
            total = {name: sum(one[name] for one in asked) for name in asked[0]}
            rows.append((
                graph, engine.name, str(len(asked)), f"{total['rows']:,.0f}",
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
        ours = found.get("kgforge")
        if ours is None:  # the run was stopped before its turn
            continue
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
    grown = {"growth": growth(results), "exponents": exponents(results), "export": export(results)}
    return {"ends": ends(results)} | grown | {"overhead": overhead(results)} | besides


def show(results: Results) -> None:
    """Print all tables."""
    for part, (columns, rows) in tables(results).items():
        console.table(MARKS[part], columns, rows)


def write(results: Results, parts: Collection[str]) -> None:
    """Write the tables of some parts into README.md, and their plots into docs."""
    made = tables(results)
    for part in parts:
        command = f"`python -m benchmarks.stores --parts {part} --write`"
        for name in (part, *BESIDES.get(part, ())):
            columns, rows = made[name]
            text = f"Not measured: made by {command}."
            if rows:
                notes = f"Made by {command}."
                text = recorded.table(columns, rows, _origins(results, part), notes)
            readme.write(MARKS[name], text)
        if part in PLOTS:
            PLOTS[part](results)


def _origins(results: Results, part: str) -> list[tuple[str, Figures]]:
    """What is shown of a part: who was measured, and the figures, which say by what."""
    shown = comparable(results) if part == "growth" else results.part(part)
    return [(name, one) for _, found in shown for name, one in found.items()]


# ── The plots ───────────────────────────────────────────────────────────────────────────────────
def plot_growth(results: Results) -> None:
    """Seconds and memory of each step over triples, and of ``load`` once for an engine."""
    steps = {
        step: {way: points for way in engines.WAYS if (points := grown(results, way, step))}
        for step in STEPS
    }
    # What is too slow to be asked itself was loaded to be copied: that way comes last, and has all.
    loads = steps["load"].items()
    steps["load"] = {way.partition(",")[0]: points for way, points in loads}
    if measured := {step: ways for step, ways in steps.items() if ways}:
        plotted.growth(measured, plotted.DOCS / "scaling.svg")


def plot_export(results: Results) -> None:
    """Seconds and memory over the items of the largest graph."""
    graphs = [graph for graph, _ in results.part("export") if exported(results, graph)]
    if graphs:
        plotted.export(exported(results, graphs[-1]), plotted.DOCS / "export.svg")


PLOTS: Final = {"growth": plot_growth, "export": plot_export}
