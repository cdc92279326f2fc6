"""A small benchmark, made once, and copies of it to damage."""

from pathlib import Path

import pytest

from tests.benchmark.small import copied, made


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("line"))


@pytest.fixture
def copy(bench: Path, tmp_path: Path) -> Path:
    """A copy of the benchmark to damage."""
    return copied(bench, tmp_path / "copy")
