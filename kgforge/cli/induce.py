"""``kgforge induce``: the ontology that a graph supports."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import kgforge
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Engine, Force, Json, Shown, Timeout
from kgforge.graph import snapshot
from kgforge.mining import InducedOntology, Thresholds, induction


def induce(
    *,
    store: str,
    out: Path,
    least: Annotated[int, Shown] = Thresholds().least,
    share: Annotated[float, Shown] = Thresholds().share,
    union: Annotated[int, Shown] = Thresholds().union,
    type: str = "",
    sub: str = "",
    timeout: Timeout = None,
    engine: Engine = "auto",
    force: Force = False,
    json: Json = False,
) -> None:
    """Induce an ontology from a graph: classes, domains, ranges and axioms with their support.

    Example: kgforge induce --store oxigraph:graph/ --out induced/

    OUT/ontology.ttl is in OWL 2 DL; kgforge mine --ontology reads it. OUT/shapes.ttl holds SHACL
    shapes. Their violations in the graph are the exceptions to the axioms.

    Parameters
    ----------
    store
        The graph: the address of a store, or of a source, which is loaded into memory.
    out
        The output folder.
    least
        The minimum support: cases of an axiom, triples of a property, entities of a class.
    share
        The minimum confidence of an axiom. A domain or range is the most specific class that
        covers this share of the subjects or objects.
    union
        If no class covers a domain or range alone, try a union of up to this many classes.
    type
        The predicate from an entity to its type (e.g. P31). Default: the most frequent known one.
    sub
        The predicate from a class to a superclass (e.g. P279). Default: the most frequent known
        one.
    """
    thresholds = Thresholds(
        least, share, union, *(arguments.iri(one) if one else "" for one in (type, sub))
    )
    how = [snapshot.NATIVE]
    with console.mining() as progress:
        found = kgforge.induce(
            store,
            out,
            thresholds,
            timeout=timeout,
            engine=engine,
            force=force,
            progress=progress,
            watch=snapshot.Watch(console.say, how.append),
        )
    if json:
        console.summary(found, asked=how[-1])
    else:
        induced(found, out)
        if how[-1].words:
            console.say(how[-1].words)


def induced(found: InducedOntology, folder: Path) -> None:
    """Print how many classes, properties and axioms a graph supports, and what OWL cannot say."""
    kinds = Counter(f"axioms: {one.kind}" for one in found.axioms if not one.reason)
    kinds.update(f"properties: {one.kind}" for one in found.properties)
    left_out = sum(bool(one.reason) for one in found.axioms)
    rows = [("classes", len(found.classes)), *sorted(kinds.items())]
    console.table(
        f"induced from a graph{console.size(found.graph.facts)}", ["what", "number"], rows
    )
    if left_out:
        console.say(f"{left_out} more would be no OWL 2 DL: kgf:leftOut says which, and why")
    if not found.type:
        console.say("no known predicate of types: no classes; name it with --type")
    console.say(f"the ontology: {folder / induction.ONTOLOGY}; SHACL: {folder / induction.SHAPES}")
