"""A command run in this process, and a small graph, for the tests of commands."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kgforge import cli

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: exit status, standard output, standard error."""

    def command(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            cli.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return command


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with a graph of symmetric facts and names, as TSV."""
    lines = [f"a{n}\tknows\tb{n}\nb{n}\tknows\ta{n}\n" for n in range(30)]
    (tmp_path / "facts.tsv").write_text("".join(lines))
    names = [f"{name}{n}\t{name.upper()} {n}\n" for n in range(30) for name in "ab"]
    (tmp_path / "names.tsv").write_text("".join(names) + "knows\tknows\n")
    return tmp_path
