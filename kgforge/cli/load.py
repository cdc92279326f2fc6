"""``kgforge load``: sources into a graph store."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import kgforge
from kgforge import plugins
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Flag, Json, Many, Shown
from kgforge.cli.console import some
from kgforge.graph import Coverage, LoadOptions, LoadReport
from kgforge.schema import ReadOptions
from kgforge.stores import Access

_KINDS = ", ".join(f"{name}:" for name in plugins.names("loaders"))


def load(
    *sources: Annotated[
        str,
        Parameter(
            help=f"What to read: {_KINDS} and a file, folder, tar archive, quoted pattern (*.tsv), "
            "or - for standard input. The format of a plain path is recognised by its content. "
            "The address of a store copies its graph.",
            allow_leading_hyphen=True,  # of which standard input is nothing but one
        ),
    ],
    store: str | None = None,
    languages: Annotated[str, Shown] = "en",
    predicates: str = "",
    exclude: str = "",
    limit: int | None = None,
    labels: Annotated[tuple[Path, ...], Many] = (),
    ontology: Annotated[tuple[Path, ...], Many] = (),
    types_from: Annotated[tuple[str, ...], Many] = (),
    types_as_facts: Annotated[bool, Flag] = False,
    restrictions_as_facts: Annotated[bool, Flag] = False,
    names_from_ids: str = "",
    base: Annotated[str, Shown] = ReadOptions().base,
    header: bool | None = None,
    columns: str = "",
    delimiter: str = "",
    missing: str | None = None,
    years: str = "",
    licence: str | None = None,
    strict: Annotated[bool, Flag] = False,
    dry_run: Annotated[bool, Flag] = False,
    update_url: str | None = None,
    json: Json = False,
) -> None:
    """Load sources into a graph store.

    Example: kgforge load tsv:triples.tsv.gz --labels entities.tsv.gz --labels properties.tsv
    --store oxigraph:graph/

    Parameters
    ----------
    store
        Where to write the graph: oxigraph:DIR, duckdb:FILE, neo4j:bolt://HOST:7687/DB, sparql:URL
        or spark:DIR.
    languages
        Keep labels, aliases and descriptions in these languages, separated by commas, or in all.
        Those in their varieties (en-gb of en) and those that Wikidata has for all languages (mul)
        are kept besides.
    predicates
        Load only these predicates (P26,P47 or IRIs), separated by commas.
    exclude
        Leave out these predicates (P646,skos:notation or IRIs), separated by commas. What RDF,
        RDFS, OWL, SHACL and SKOS say of a vocabulary itself is kept beside the facts in any case.
    limit
        Stop after this many triples.
    labels
        Tables of labels for the entities and predicates of all sources, of any format. They are
        read last.
    ontology
        Ontologies (RDF). They are stored beside the facts, where queries can read them. They do
        not count as facts.
    types_from
        Take only types and classes from these sources. They are stored beside the facts.
    types_as_facts
        Make facts of the types that stand beside the facts, as those of codex:, so that all
        patterns use them. Only of entities that have facts.
    restrictions_as_facts
        Make facts of an ontology's existential restrictions: of "A is a subclass of p some B" the
        fact A p B.
    names_from_ids
        Which ids are names: all, or a regular expression for the whole of an id ('G[0-9]+').
        What has no label and is taken for an id (G20, M25) is called by it then. Without this
        option ids are in no prompt.
    base
        The prefix that makes an IRI of a plain name (tsv:).
    header
        Whether the first line names the columns (tsv:). Without this option it is recognised.
    columns
        The columns of subject, predicate and object (tsv:), by name or number, separated by commas.
    delimiter
        The character between columns (tsv:). Without this option it is recognised.
    missing
        What stands in a cell where nothing is known (tsv:), separated by commas: NA,?,-. Without
        this option it is what common tools write, as NULL, NA, NaN and #N/A. Name other marks
        where one of these is a name, as NA is Namibia's code.
    years
        How the dates of the sources count years before Christ: xsd1.0, where -0044 is 44 BC, or
        xsd1.1, where -0043 is (ISO 8601). Without this option DBpedia is read as xsd1.0, all else
        as xsd1.1, and so is a file of DBpedia that has a year 0000. Wikidata's JSON and KGTK, which
        count in one way alone, are read so in any case.
    licence
        The licence of the sources, for the dataset card: an SPDX expression (e.g. CC0-1.0).
    strict
        Stop at the first record, or file of a folder, that cannot be read.
    dry_run
        Read and count, but store nothing. The counts are those that a new graph would have.
    update_url
        The update URL of a SPARQL endpoint, if it cannot be found automatically.
    """
    for source in sources:
        if source.startswith("-") and source != "-":
            arguments.usage(f"load: unknown option {source}; kgforge load --help lists all")
    if not (sources or labels or ontology or types_from):
        arguments.usage("load: name a source, as in trex:re-nlg_0.json")
    if limit is not None and limit < 1:
        arguments.usage(f"load: --limit is 1 or more, not {limit}: it is the number of triples")
    if store is None and not dry_run:
        arguments.usage("load: give the store with --store, as in --store oxigraph:graph/")
    if store and not dry_run and not plugins.split(store)[1]:
        arguments.usage(f"load: {store} keeps nothing; name a place, as in oxigraph:graph/")
    options = LoadOptions(
        read=ReadOptions(
            languages=arguments.parts(languages),
            base=base,
            header=header,
            columns=arguments.parts(columns),
            labels=tuple(map(str, labels)),
            delimiter=delimiter.replace("\\t", "\t"),
            missing=None if missing is None else arguments.parts(missing),
            years=years,
        ),
        predicates=frozenset(map(arguments.iri, arguments.parts(predicates))),
        exclude=frozenset(map(arguments.iri, arguments.parts(exclude))),
        limit=limit,
        strict=strict,
        licence=licence,
        ontologies=tuple(map(str, ontology)),
        types_from=types_from,
        types_as_facts=types_as_facts,
        restrictions_as_facts=restrictions_as_facts,
        names_from_ids=".*" if names_from_ids == "all" else names_from_ids,
    )
    with console.stages() as progress:
        target = "oxigraph:" if dry_run else str(store)
        access = Access("write", update_url=update_url)
        report = kgforge.load(sources, target, options, progress, access)
    if json:
        console.summary(report)
    else:
        loaded(report)


def loaded(report: LoadReport) -> None:
    """Print the counts of a load, and what was skipped or put right, and why."""
    console.show(*report.sheets())
    for doubt in report.doubts:
        console.say(doubt)
    for file in report.changed_files:
        console.say(
            f"{file}: the graph holds another file of this name, and now both: to replace it, "
            "load into a new store"
        )
    if report.unlicensed:
        console.say(
            f"no licence is known of {some(report.unlicensed)}: name it with --licence, as in "
            "--licence CC-BY-4.0, and cards of benchmarks say it"
        )
    if report.vocabulary and not report.facts:
        console.say("the graph holds an ontology and no facts: load the data that it is about too")
    if report.negatives and not report.facts:
        console.say("the graph holds what is verified as false and no facts: load these as well")
    if report.labels and not report.facts:
        console.say("the graph holds names and no facts: load those that they belong to as well")
    elif report.unmatched:
        console.say(
            "the names that were read are of no entity and no predicate of the facts: "
            "are their ids written as in the facts?"
        )
    if report.names_as_facts:
        console.say(
            f"read as facts, not as names: {', '.join(report.names_as_facts)} (names are "
            "rdfs:label, skos:prefLabel, foaf:name and the like; or give a table of them with "
            "--labels)"
        )
    _covered(report.coverage)


def _covered(coverage: Sequence[Coverage]) -> None:
    """Print what entities and predicates lack, and what would help."""
    for one in coverage[:1]:
        if one.alike:
            first, second = one.pairs[0]
            console.say(
                "ids that may be of one thing, in two namespaces, and are kept apart: "
                f"{one.alike:,} (as {first} and {second}): write them in one way"
            )
    for one in coverage:
        if one.of == "entities" and one.unnamed:
            console.say(
                f"entities without a name in {one.language}, which are in no prompt: "
                f"{one.unnamed:,} (give labels with --labels, or another language with --languages"
                + (f"; where ids such as {some(one.codes)} are names, " if one.codes else "")
                + ("--names-from-ids)" if one.codes else ")")
            )
        if one.of == "predicates" and one.unnamed:
            console.say(
                f"predicates without a name in {one.language}, of which no question can be told: "
                f"{one.unnamed:,} (give labels with --labels, or in an ontology: kgforge export … "
                "--templates FILE)"
            )
