"""``kgforge schema``: the JSON Schema of a record."""

from typing import Literal

from kgforge.cli import console
from kgforge.schema import json_schema


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
    console.summary(json_schema(name))
