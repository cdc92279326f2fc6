"""What all tests share: where the published data lies."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of published data, or a skip that says it is absent."""
    folder = Path(os.environ.get("KGFORGE_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no published data at {folder} (set KGFORGE_DATA)")
    return folder
