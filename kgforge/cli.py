"""The command line: one function per command, which calls one function and prints."""

import csv
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, NoReturn

import msgspec
from cyclopts import App, CycloptsError, Parameter
from rich.console import Console

import kgforge
from kgforge import console, loading, ontology, parameters, patterns, terms
from kgforge.errors import AddressError, KgforgeError, OutputError
from kgforge.loading import LoadOptions
from kgforge.schema import ReadOptions

app = App(
    name="kgforge",
    version=kgforge.__version__,
    help="Turn a knowledge graph into benchmarks for language models, and score models on them.\n\n"
    "The line: load → mine → export → probe → report. Try: kgforge demo",
    help_epilogue="Every command has an example: kgforge COMMAND --help",
    help_format="plaintext",
    default_parameter=Parameter(show_default=lambda value: value not in ("", (), False)),
)

Many = Parameter(consume_multiple=True, negative="")
Flag = Parameter(negative="")
Json = Annotated[
    bool,
    Parameter(
        name="--json", negative="", help="Print a machine-readable summary on standard output."
    ),
]
Force = Annotated[bool, Parameter(negative="", help="Replace an output that exists.")]
Seed = Annotated[int, Parameter(help="The seed of every random choice.")]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 done, 1 a clear error, 2 wrong usage, 130 interrupted."""
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in tokens
    tokens = [token for token in tokens if token != "--debug"]
    try:
        app(tokens, exit_on_error=False, error_console=console.err, result_action="return_value")
    except CycloptsError:
        sys.exit(2)
    except KgforgeError as error:
        if debug:
            raise
        console.say(f"error: {error}")
        sys.exit(1)
    except OSError as error:
        if debug or error.errno is None:
            raise
        console.say(f"error: {error.filename or 'disk'}: {error.strerror}")
        sys.exit(1)
    except KeyboardInterrupt:
        console.say("interrupted: what can be resumed is kept")
        sys.exit(130)
    sys.exit(0)


@app.command
def load(
    *sources: str,
    store: str | None = None,
    languages: str = "en",
    predicates: str = "",
    limit: int | None = None,
    labels: Annotated[tuple[Path, ...], Many] = (),
    base: str = ReadOptions().base,
    header: bool | None = None,
    columns: str = "",
    licence: str | None = None,
    strict: Annotated[bool, Flag] = False,
    dry_run: Annotated[bool, Flag] = False,
    json: Json = False,
) -> None:
    """Load sources into a graph store.

    Example: kgforge load tsv:triples.tsv.gz --labels entities.tsv.gz --labels properties.tsv
    --store oxigraph:graph/

    Parameters
    ----------
    sources
        Addresses: trex:, webnlg:, wikidata:, rdf:, tsv: and a file or folder; or a plain path,
        which is recognised by its content.
    store
        Where to: oxigraph:DIR.
    languages
        Languages of labels, aliases and descriptions to keep, parted by commas.
    predicates
        Load these alone (P26,P47 or IRIs), parted by commas.
    limit
        Stop after so many triples.
    labels
        Files of labels beside the triples (tsv:).
    base
        What plain names (tsv:) are put under to become IRIs.
    header
        Whether the first line (tsv:) names columns; without either it is recognised.
    columns
        Columns (tsv:) of subject, predicate, object, by name or number, parted by commas.
    licence
        The sources' licence, for the dataset card (as CC0-1.0).
    strict
        Stop at the first record that cannot be used.
    dry_run
        Read and count, and store nothing.
    """
    if not sources:
        _usage("load: name a source, as in trex:re-nlg_0.json")
    if store is None and not dry_run:
        _usage("load: say where to with --store, as in --store oxigraph:graph/")
    options = LoadOptions(
        read=ReadOptions(
            languages=_parts(languages),
            base=base,
            header=header,
            columns=_parts(columns),
            labels=tuple(map(str, labels)),
        ),
        predicates=frozenset(map(_iri, _parts(predicates))),
        limit=limit,
        strict=strict,
        licence=licence,
    )
    with console.counting("reading") as progress:
        report = kgforge.load(sources, "oxigraph:" if dry_run else str(store), options, progress)
    if json:
        console.summary(report)
    else:
        console.loaded(report)


@app.command
def mine(
    *names: str,
    store: str,
    out: Path,
    param: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    ontology: Annotated[tuple[Path, ...], Many] = (),
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
) -> None:
    """Mine patterns from a graph: which groups qualify, and sampled instances.

    Example: kgforge mine symmetry ./coauthors.rq --store oxigraph:graph/ --out mined/

    Parameters
    ----------
    names
        Patterns that ship (kgforge patterns lists them), query files of your own, or all.
    store
        The graph: a store's address, or a source's, which is then loaded into memory.
    out
        The folder to write.
    param
        A pattern's parameter, as least=20; may stand several times.
    ontology
        Turtle with further axioms.
    """
    if not names:
        _usage("mine: name a pattern, as in symmetry, or all")
    with console.counting("mining") as progress:
        mining = kgforge.mine(
            names,
            store,
            out,
            params=dict(map(_pair, param)),
            ontologies=ontology,
            seed=seed,
            force=force,
            progress=lambda name, stage, rows: progress(f"{name} {stage}", rows),
        )
    if json:
        console.summary(mining)
    else:
        console.mined(mining)


def _usage(text: str) -> NoReturn:
    console.say(f"error: {text}")
    sys.exit(2)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _iri(text: str) -> str:
    try:
        return terms.expand(text)
    except ValueError as error:
        raise AddressError(str(error)) from error


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise AddressError(f"--param {text!r} is not name=value, as in --param least=20")
    return name.removeprefix("$"), value
