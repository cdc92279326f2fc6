"""The command line: one module per command, imported when the command is named."""

from kgforge.cli.command_line import app, main

__all__ = ["app", "main"]
