"""What a page shows, and how it is run: files, commands, code."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgforge import cli

_BLOCK = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Language, title and text of each block of code."""
    for found in _BLOCK.finditer(text):
        yield found[1], found[2] or "", found[3]


def commands(text: str) -> list[str]:
    """The commands shown: lines that begin with ``$``, of which ``\\`` goes on in the next."""
    lines = text.replace("\\\n", " ").splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


def run(line: str, folder: Path) -> None:
    """Run a command as it is shown: kgforge's in this process, with a model that says nothing
    for one of the hub."""
    if not line.startswith("kgforge "):
        subprocess.run(["bash", "-euc", line], cwd=folder, check=True, capture_output=True)
        return
    (folder / "none.jsonl").touch()  # a model that says nothing
    words = shlex.split(line.replace("hf:bert-base-cased", "table:none.jsonl"))
    with pytest.raises(SystemExit) as stopped:
        cli.main(words[1:])
    assert not stopped.value.code, line
