"""Arguments of the command line: shared options, lists, pairs, IRIs."""

import sys
import threading
from typing import Annotated, NoReturn

from cyclopts import Parameter, validators
from msgspec import UNSET, UnsetType

from kgforge import display, terms
from kgforge.cli import console
from kgforge.errors import AddressError
from kgforge.graph import snapshot
from kgforge.schema import ChatOptions

Many = Parameter(consume_multiple=True, negative="")
Flag = Parameter(negative="")
Json = Annotated[
    bool,
    Parameter(
        name="--json", negative="", help="Print a machine-readable summary on standard output."
    ),
]
Force = Annotated[bool, Parameter(negative="", help="Replace an existing output.")]
Verbose = Annotated[
    bool,
    Parameter(name=("--verbose", "-v"), negative="", help="Print all tables, beside the main one."),
]
Seed = Annotated[int, Parameter(help="The seed of all random choices.", show_default=True)]
Timeout = Annotated[
    float | None,
    Parameter(
        help="Stop a query after this many seconds, in the engine too if it can.",
        validator=validators.Number(gt=0, lte=threading.TIMEOUT_MAX),
    ),
]
Engine = Annotated[
    snapshot.Engine,
    Parameter(
        help="What is asked: native, the store itself; duckdb, a copy of its graph in DuckDB, kept "
        "for the next command; auto, such a copy where that is faster.",
        show_default=True,
    ),
]
Shown = Parameter(show_default=True)
Positive = Parameter(
    show_default=True, validator=validators.Number(gt=0, lte=threading.TIMEOUT_MAX)
)


def usage(text: str) -> NoReturn:
    """Say what is wrong with the arguments, and exit with status 2."""
    console.say(f"error: {text}")
    sys.exit(2)


def name(command: str, text: str) -> str:
    """A name that is shown in one line. Refuses control characters."""
    if (shown := display.visible(text)) != text:
        usage(f"{command}: --name has a control character: {shown}")
    return text


def parts(text: str) -> tuple[str, ...]:
    """The parts of a list that is separated by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def iri(text: str) -> str:
    """A full IRI from P26, wdt:P26 or an IRI. Raises AddressError for anything else."""
    try:
        return terms.expand(text)
    except ValueError as error:
        raise AddressError(str(error)) from error


def pair(text: str) -> tuple[str, str]:
    """Name and value of ``name=value``. Raises AddressError when there is no equals sign."""
    name, equals, value = text.partition("=")
    if not equals:
        raise AddressError(f"--param {text!r} is not name=value, as in --param least=20")
    return name.removeprefix("$"), value


def chat(options: ChatOptions) -> ChatOptions | UnsetType:
    """The options of a server, where any was given."""
    return UNSET if options == ChatOptions() else options


def numbers(text: str) -> tuple[int, ...]:
    """The positive numbers of a list, in order; status 2 for anything else."""
    try:
        found = tuple(sorted({int(part) for part in parts(text)}))
    except ValueError:
        found = ()
    if not found or found[0] < 1:
        usage(f"--k {text!r} is not a list of positive numbers, as in --k 1,3,5")
    return found
