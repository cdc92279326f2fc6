"""The slowest tests of a run of all, as ``benchmarks/tests.md``; and which take turns.

``KGFORGE_TURN=all make test`` writes ``build/tests.xml``, which ``python -m benchmarks.slowest``
reads. Those that took a second or more go into ``tests/slow.txt`` (see ``tests.turns``).
"""

from pathlib import Path
from typing import Final

from lxml import etree

from benchmarks import readme
from tests import turns

ROOT: Final = Path(__file__).parents[1]
RUN: Final = ROOT / "build" / "tests.xml"
PAGE: Final = Path(__file__).with_name("tests.md")
SLOWEST: Final = 20
SLOW: Final = 1.0
"""Seconds from which on a test is slow."""


def main() -> None:
    """Write the page and the list."""
    if turns.TURN != "all":
        raise SystemExit("set KGFORGE_TURN=all, as in the run of the tests that it tells of")
    [suite] = etree.parse(RUN).getroot()
    cases = sorted(suite.iter("testcase"), key=_seconds, reverse=True)
    slow = sorted(_address(case) for case in cases if _seconds(case) >= SLOW)
    turns.LIST.write_text("".join(f"{one}\n" for one in slow), encoding="utf-8")
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


def _address(case: "etree._Element") -> str:
    return f"{case.get('classname')}.{case.get('name')}"


def _seconds(element: "etree._Element") -> float:
    return float(element.get("time", 0))


def _row(case: "etree._Element") -> tuple[str, str, str]:
    place = case.get("classname", "").replace(".", "/")
    return f"`{case.get('name')}`", f"`{place}`", f"{_seconds(case):.1f}"


if __name__ == "__main__":
    main()
