"""The command line: its commands, each imported when it is named, and the exit status."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from cyclopts import App, CycloptsError, Parameter

import kgforge
from kgforge.cli import console
from kgforge.cli.help import Reflowed
from kgforge.errors import KgforgeError

COMMANDS: Final = (
    "load",
    "mine",
    "induce",
    "export",
    "probe",
    "report",
    "score",
    "demo",
    "verify",
    "convert",
    "patterns",
    "check",
    "query",
    "schema",
)
"""Each is a function in the module of its name; in the order of the reference."""

KEPT: Final = {
    "probe": "the answers so far are kept; the same command goes on from there",
    "load": "the graph may hold a part of the sources; the same command adds the rest",
}
"""What an interrupted command leaves."""

KEPT_NOT: Final = "nothing was written; run the command again"
"""What the others leave, which write their output whole or not at all."""

_RARELY: Final = (50_000, 30, 30)
"""How rarely Python looks for cycles of objects: records have none, and looking as often as it does
by itself took 6 % of an export, and freed nothing."""

app = App(
    name="kgforge",
    version=kgforge.__version__,
    help="Turn a knowledge graph into benchmarks for language models, and score models on them.\n\n"
    "The steps: load → mine → export → probe → report. To see them all, run: kgforge demo",
    help_epilogue="Each command has an example: kgforge COMMAND --help",
    help_format="plaintext",
    help_formatter=Reflowed(),
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(show_default=False),
)
for command in COMMANDS:
    app.command(f"kgforge.cli.{command}:{command}")
app.register_install_completion_command(
    help="Install completion of commands and options for this shell, into its start file."
)


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 done, 1 a clear error, 2 wrong usage, 130 interrupted."""
    gc.set_threshold(*_RARELY)
    tokens = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in tokens
    tokens = [token for token in tokens if token != "--debug"]
    if not tokens or tokens[0] in app.help_flags:
        app.resolved_commands()  # the list of commands shows the first line of each docstring
    try:
        app(
            tokens, exit_on_error=False, error_console=console.wrapped, result_action="return_value"
        )
    except CycloptsError:
        sys.exit(2)
    except KgforgeError as error:
        if debug:
            raise
        console.say(f"error: {error}")
        sys.exit(1)
    except BrokenPipeError:  # the reader of a pipe has had enough, as head has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        if debug or error.errno is None:
            raise
        console.say(f"error: {error.filename or 'disk'}: {error.strerror}")
        sys.exit(1)
    except KeyboardInterrupt:
        console.say(f"interrupted: {KEPT.get(tokens[0], KEPT_NOT) if tokens else KEPT_NOT}")
        sys.exit(130)
    sys.exit(0)
