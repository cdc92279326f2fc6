"""Records of what was measured, in JSON files: each says by which version, and on which machine.

Tables are made of these files, so that a table is written again without measuring again.
"""

import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks import readme
from kgforge import __version__

ROOT: Final = Path(__file__).parents[1]
CODE: Final = ("kgforge", "loaders", "sparql", "cypher", "sql", "ontologies", "pyproject.toml")
"""What changes figures: with other files changed, a commit still is what was measured."""
_SHORT: Final = 12
Record = Mapping[str, Any]


@cache
def commit() -> str:
    """The commit that is measured, with ``+`` where its code was changed; empty without git."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return ""
    head = [git, "rev-parse", f"--short={_SHORT}", "HEAD"]
    found = subprocess.run(head, cwd=ROOT, capture_output=True, text=True, check=False)
    changed = [git, "status", "--porcelain", "--", *CODE]
    more = subprocess.run(changed, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() + ("+" if more.stdout.strip() else "")


def stamped(record: Record, **said: str) -> dict[str, Any]:
    """A record with the day, the version, the commit and the machine, and what else is said."""
    stamp = {"day": f"{datetime.now(UTC):%Y-%m-%d}", "kgforge": __version__, "commit": commit(),
             "machine": readme.machine()}  # fmt: skip
    return {**record, **stamp, **said}


def read(file: Path) -> list[dict[str, Any]]:
    """The records of a file; none without it."""
    return msgspec.json.decode(file.read_bytes()) if file.is_file() else []


def write(file: Path, found: object) -> None:
    """Replace a file, at once: a run may be stopped at any time."""
    partly = file.with_suffix(".part")
    partly.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    partly.replace(file)


# ── What a table says of its figures ────────────────────────────────────────────────────────────
def heading(named: Iterable[tuple[str, Record]]) -> str:
    """The line above a table: by which versions its rows were measured; which, where they differ.

    >>> rows = [("a", {"kgforge": "1.0", "day": "2026-01-02"}), ("b", {"kgforge": "1.0"})]
    >>> heading(rows)
    'Measured with kgforge 1.0, 2026-01-02.'
    >>> heading([*rows, ("c", {"kgforge": "1.1", "commit": "abc"})])
    'Measured with kgforge 1.0, 2026-01-02: a, b; kgforge 1.1 (abc): c.'
    """
    runs: dict[str, list[tuple[str, Record]]] = {}
    for name, record in named:
        runs.setdefault(_version(record), []).append((name, record))
    parts = []
    for version, rows in sorted(runs.items()):
        days = sorted({record["day"] for _, record in rows if "day" in record})
        when = f", {' to '.join(dict.fromkeys((days[0], days[-1])))}" if days else ""
        which = f": {', '.join(dict.fromkeys(name for name, _ in rows))}" if len(runs) > 1 else ""
        parts.append(f"kgforge {version}{when}{which}")
    return f"Measured with {'; '.join(parts)}."


def _version(record: Record) -> str:
    commit_of = f" ({record['commit']})" if record.get("commit") else ""
    of = f", {record['patterns']} patterns" if "patterns" in record else ""
    return f"{record['kgforge']}{commit_of}{of}"


def below(records: Iterable[Record]) -> str:
    """The line below a table: by what command it was made, and on which machine, with what."""
    rows = list(records)
    said = {
        name: dict.fromkeys(row[name] for row in rows if row.get(name))
        for name in ("command", "machine", "versions", "remarks")
    }
    commands = " and ".join(f"`{one}`" for one in said["command"])
    made = f"Made by {commands}. " if commands else ""
    ran = f"Run on {'; and on '.join(said['machine'])}"
    whole = f"{made}{'; '.join((ran, *said['versions']))}."
    return " ".join((whole, *said["remarks"]))


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], named: Iterable[tuple[str, Record]],
    notes: str = "",
) -> str:  # fmt: skip
    """A table with its heading and what stands below; *notes* come before the machine."""
    origins = list(named)
    last = " ".join(filter(None, (notes, below(record for _, record in origins))))
    return f"{heading(origins)}\n\n{readme.table(columns, rows)}\n\n{last}"
