"""The plots of ``benchmarks.stores``, on logarithmic scales: equal figures give equal files."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).parents[2] / "docs"
MEGABYTE: Final = 10**6
_MARKERS: Final = "osD^vPX"
_MEASURES: Final[Mapping[str, Callable[[Mapping[str, float]], float]]] = {
    "seconds": lambda figures: figures["seconds"],
    "memory, MB": lambda figures: figures["memory"] / MEGABYTE,
}
Points = Sequence[tuple[float, Mapping[str, float]]]
"""Sizes, each with a step's figures."""


def growth(steps: Mapping[str, Mapping[str, Points]], file: Path) -> None:
    """Seconds and memory over triples: a column for each step, a line for each way to ask.

    *steps* holds, by step and way, its points. A way that is an engine's copy in DuckDB has the
    engine's colour, and a broken line.
    """
    pyplot = _pyplot()
    figure, rows = pyplot.subplots(
        len(_MEASURES), len(steps), figsize=(12, 7), sharex=True, sharey="row", layout="constrained"
    )
    names = dict.fromkeys(way.partition(",")[0] for ways in steps.values() for way in ways)
    look = {name: (f"C{number}", _MARKERS[number]) for number, name in enumerate(names)}
    for row, (measure, value) in zip(rows, _MEASURES.items(), strict=True):
        for axes, (step, ways) in zip(row, steps.items(), strict=True):
            for way, points in ways.items():
                colour, marker = look[way.partition(",")[0]]
                line = "--" if "," in way else "-"
                sizes, figures = zip(*((size, value(one)) for size, one in points), strict=True)
                axes.loglog(sizes, figures, color=colour, marker=marker, linestyle=line, label=way)
            _dress(axes)
            axes.set_ylabel(f"{step}, {measure}")
    for axes in rows[-1]:
        axes.set_xlabel("triples")
    _legend(figure, rows)
    _save(figure, file)


def export(points: Points, file: Path) -> None:
    """Seconds and memory of an export over the number of its items, beside what is linear."""
    pyplot = _pyplot()
    figure, row = pyplot.subplots(1, len(_MEASURES), figsize=(10, 4), layout="constrained")
    for axes, (measure, value) in zip(row, _MEASURES.items(), strict=True):
        sizes = [size for size, _ in points]
        figures = [value(one) for _, one in points]
        axes.loglog(sizes, figures, marker="o", label="export")
        linear = [figures[-1] * size / sizes[-1] for size in sizes]
        axes.loglog(sizes, linear, color="grey", linestyle=":", label="in proportion")
        _dress(axes)
        axes.set(xlabel="items", ylabel=measure)
        axes.legend()
    _save(figure, file)


def _pyplot() -> Any:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "kgforge"
    from matplotlib import pyplot

    return pyplot


def _dress(axes: Any) -> None:
    axes.grid(visible=True, which="major", alpha=0.3)


def _legend(figure: Any, rows: Any) -> None:
    """One legend of all lines, to the right of all axes."""
    lines: dict[str, Any] = {}
    for axes in rows.flat:
        lines |= {line.get_label(): line for line in axes.get_lines()}
    figure.legend(lines.values(), lines.keys(), loc="outside right upper")


def _save(figure: Any, file: Path) -> None:
    figure.savefig(file, metadata={"Date": None})
    _pyplot().close(figure)
