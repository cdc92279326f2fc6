"""The slowest tests of a run of ``make test``, as ``benchmarks/tests.md``.

``make test`` writes ``build/tests.xml``, and ``python -m benchmarks.slowest`` reads it.
"""

from pathlib import Path
from typing import Final

from lxml import etree

from benchmarks import readme

ROOT: Final = Path(__file__).parents[1]
RUN: Final = ROOT / "build" / "tests.xml"
PAGE: Final = Path(__file__).with_name("tests.md")
SLOWEST: Final = 20


def main() -> None:
    """Write the page."""
    [suite] = etree.parse(RUN).getroot()
    cases = sorted(suite.iter("testcase"), key=_seconds, reverse=True)
    lines = (
        "# The slowest tests",
        "",
        f"{len(cases):,} tests took {_seconds(suite) / 60:.1f} minutes in two processes, and",
        f"{sum(map(_seconds, cases)) / 60:.1f} minutes one after another. Seconds hold the",
        "making of what it is the first to use: a server's start, a trained model.",
        "",
        readme.table(("test", "in", "seconds"), map(_row, cases[:SLOWEST])),
        "",
        f"Run on {readme.machine()}.",
    )
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _seconds(element: "etree._Element") -> float:
    return float(element.get("time", 0))


def _row(case: "etree._Element") -> tuple[str, str, str]:
    place = case.get("classname", "").replace(".", "/")
    return f"`{case.get('name')}`", f"`{place}`", f"{_seconds(case):.1f}"


if __name__ == "__main__":
    main()
