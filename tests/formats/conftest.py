"""What the tests of layouts share: a benchmark of the shipped graph, and a tiny model."""

from pathlib import Path

import pytest

from tests.models import tiny
from tests.worlds import shipped as world


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small benchmark of the shipped graph, with all forms."""
    return world.make(tmp_path_factory.mktemp("shipped"))


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny causal model whose tokenizer puts its token of the start before a text."""
    from tokenizers import Tokenizer, processors

    folder = tiny.make(tmp_path_factory.mktemp("model"))
    path = str(folder / "tokenizer.json")
    tokenizer = Tokenizer.from_file(path)
    start = tiny.START
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{start} $A", special_tokens=[(start, tokenizer.token_to_id(start))]
    )
    tokenizer.save(path)
    return folder
