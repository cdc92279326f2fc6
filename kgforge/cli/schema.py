"""``kgforge schema``: the JSON Schema of a record."""

from typing import Literal

from kgforge import benchmark
from kgforge.cli import console


def schema(
    name: Literal[
        "item", "response", "score", "group", "instance", "manifest", "mining", "statistics"
    ],
) -> None:
    """Print the JSON Schema of a record.

    Example: kgforge schema item

    Parameters
    ----------
    name
        The record.
    """
    console.summary(benchmark.json_schema(name))
