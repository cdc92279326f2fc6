"""What the programs here write into README.md: tables between marks, and what they ran on."""

import os
import platform
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

README: Final = Path(__file__).parent / "README.md"


def write(mark: str, text: str) -> None:
    """Replace what stands between ``<!-- MARK -->`` and ``<!-- /MARK -->``."""
    old = README.read_text(encoding="utf-8")
    begin, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    span = re.compile(f"{re.escape(begin)}.*{re.escape(end)}", re.DOTALL)
    new, count = span.subn(lambda _: f"{begin}\n{text.strip()}\n{end}", old)
    if count != 1:
        raise ValueError(f"{README.name} must hold {begin} … {end} once, not {count} times")
    README.write_text(new, encoding="utf-8")


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; all columns but the first two are set to the right."""
    line = ["---" if position < 2 else "---:" for position in range(len(columns))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (columns, line, *rows))


def machine() -> str:
    """Cores, memory, processor architecture and Python, in words."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {memory:.0f} GB of memory, "
        f"{platform.system()}, Python {platform.python_version()}"
    )
