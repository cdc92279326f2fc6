"""``kgforge query``: the rows of one query, or a drawing of one instance."""

import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from kgforge import mining
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Many, Seed, Timeout
from kgforge.mining import picture


def query(
    name: str,
    *,
    store: str,
    param: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    format: Literal["jsonl", "csv", "table"] = "jsonl",
    draw: Path | None = None,
    key: str = "",
    ontology: Annotated[tuple[Path, ...], Many] = (),
    seed: Seed = 0,
    timeout: Timeout = None,
) -> None:
    """Run a query and print all its rows, or draw one instance of its pattern.

    Example: kgforge query symmetry --store oxigraph:graph/ --param predicates=P26 --format table

    Example: kgforge query 'SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p'
    --store oxigraph:graph/

    Rows are neither filtered nor sampled. To do that, use kgforge mine. A query without a header
    is run as it stands, in SPARQL on every store, and rows have all its variables.

    Parameters
    ----------
    name
        A shipped query, your own file, or the text of a query.
    store
        The graph: the address of a store, or of a source, which is loaded into memory.
    param
        A parameter: predicates=P26. Repeat the option for more.
    format
        How rows are printed.
    ontology
        Ontologies whose relations fill a relation table, as for kgforge mine.
    draw
        Draw an instance into this file (.svg or .png) instead of printing rows: the first by the
        seed.
    key
        Draw the instance whose key (see instances.jsonl) begins with this.
    """
    if draw is not None and draw.suffix not in picture.FORMATS:
        arguments.usage(f"query: --draw {draw}: name a file that ends in .svg or .png")
    if key and draw is None:
        arguments.usage(
            "query: --key chooses what is drawn: give the file to draw into with --draw"
        )
    params = dict(map(arguments.pair, param))
    if draw is not None:
        instance = mining.draw(
            name,
            store,
            draw,
            key=key,
            params=params,
            ontologies=ontology,
            seed=seed,
            timeout=timeout,
        )
        console.say(f"{draw}: {instance.pattern} {instance.group}, key {instance.key}")
        return
    with mining.query(
        name, store, params=params, ontologies=ontology, seed=seed, timeout=timeout, say=console.say
    ) as found:
        _print(found.names, found.rows, format)


def _print(names: Sequence[str], found: Iterable[Sequence[object]], format: str) -> None:
    """Print rows as JSON objects, CSV (RFC 4180, with a header line) or a table."""
    if format == "table":
        console.table("", names, found)
    elif format == "csv":
        writer = csv.writer(sys.stdout)
        writer.writerow(names)
        writer.writerows(found)
    else:
        for row in found:
            console.summary(dict(zip(names, row, strict=True)))
