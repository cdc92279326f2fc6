"""The command line."""

from kgforge.cli.commands import (
    app,
    main,
)

__all__ = [
    "app",
    "main",
]
