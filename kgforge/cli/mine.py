"""``kgforge mine``: instances of patterns, and statistics of the graph."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Final

from cyclopts import Parameter

from kgforge import mining, paths, terms
from kgforge.benchmark import Editorial, axioms
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Engine, Force, Json, Many, Seed, Shown, Timeout, Verbose
from kgforge.mining import ENGLISH, Findings, MineOptions, census, some, statistics_page
from kgforge.ontology import vocabulary
from kgforge.schema import Group, Mined, Mining, Statistics, Way, folders


def mine(
    *names: str,
    store: str,
    out: Path,
    param: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    type: str = "",
    exclude: str = "",
    ontology: Annotated[tuple[Path, ...], Many] = (),
    language: Annotated[str, Shown] = ENGLISH,
    seed: Seed = 0,
    timeout: Timeout = None,
    engine: Engine = "auto",
    force: Force = False,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Mine patterns from a graph: groups that qualify, sampled instances, statistics.

    Example: kgforge mine symmetry ./coauthors.rq --store oxigraph:graph/ --out mined/

    OUT/statistics.html shows what the graph can support: its predicates by kind, degrees, types,
    and every group with the reason why it is kept or dropped.

    Parameters
    ----------
    names
        Shipped patterns (see kgforge patterns), your own query files, or all.
    store
        The graph: the address of a store, or of a source, which is loaded into memory.
    out
        The output folder.
    param
        A parameter: least=20, or for one pattern only path.most=500. Repeat the option for more.
    type
        The predicate from an entity to its type (e.g. P31). Default: the most frequent known one;
        in a graph without types all entities count. The same as --param type=P31.
    exclude
        Do not ask about these predicates (P646,skos:notation or IRIs), separated by commas.
        Predicates that describe a vocabulary (rdfs:domain, owl:inverseOf) are left out in any case,
        unless --param predicates=… names them.
    ontology
        Further axioms (RDF), or a Text2KGBench ontology (JSON). Their relations, domains and
        ranges fill the relation table of a pattern such as alignment.
    language
        The language in which instances can be named. What has neither a label in it nor a local
        name that a person can read is counted, but not drawn.
    """
    if not names:
        arguments.usage("mine: name a pattern, as in symmetry, or all")
    with console.mining() as progress:
        params = dict(map(arguments.pair, param)) | ({"type": type} if type else {})
        excluded = frozenset(map(arguments.iri, arguments.parts(exclude)))
        options = MineOptions(
            params, ontology, seed, timeout, language.lower(), engine, exclude=excluded
        )
        found = mining.find(
            names, store, out, options, force=force, progress=progress, say=console.say
        )
    if json:
        more = {
            "compiled": found.compiled,
            "unknown": found.unknown,
            "settings": found.settings,
        }
        told = {name: value for name, value in more.items() if value}
        console.summary(found.mining, asked=found.how, **told)
    else:
        mined(found, out, names, verbose=verbose)


def mined(
    findings: Findings, folder: Path, names: Sequence[str] = (), *, verbose: bool = False
) -> None:
    """Print what each pattern found; *verbose*, also the main statistics of the graph.

    Which patterns were compiled is told of one's own, and of all when *verbose*.

    *names* are the patterns as they were asked for, with the folders of one's own.
    """
    asked = {Path(name).stem: name for name in names}
    mining = findings.mining
    console.table(
        f"mined {mining.store}{console.size(mining.graph.facts)}",
        ["pattern", "rows", "groups examined", "groups kept", "instances"],
        [
            [found.name, found.rows, found.groups, found.kept, found.instances]
            for found in mining.patterns
        ],
    )
    for said in filter(None, (findings.how.words, findings.settings)):
        console.say(said)
    compiled = [one for one in findings.compiled if verbose or asked.get(one, one) != one]
    if compiled:
        console.say(f"compiled from SPARQL: {', '.join(compiled)}")
    if mining.mapped:
        _mapped(findings)
    for said in _names(findings):
        console.say(said)
    for found in mining.patterns:
        if not found.instances:
            name = asked.get(found.name, found.name)
            console.say(_nothing(found, findings.nothing[found.name], folder, name))
    for said in _alike(findings.lacking.items()):
        console.say(said)
    for found in mining.patterns:
        if found.otherwise:
            console.say(f"{found.name}: {found.otherwise.words}")
    noted = ((one.name, note) for one in mining.patterns for note in one.notes or ())
    for said in _alike(noted):
        console.say(said)
    left_out = (f"{name} is left out: it {why}" for name, why in mining.left_out.items())
    for said in (*left_out, *_editorial(mining, folder)):
        console.say(said)
    if verbose:
        _counted(findings.statistics)
    console.say(f"what the graph can support: {folder / statistics_page.PAGE}")


def _editorial(mining: Mining, folder: Path) -> Iterator[str]:
    """How many instances export leaves out, since they are about the database."""
    known = Editorial.of(vocabulary.shipped().with_axioms(axioms.of_mined(folder)))
    for pattern in mining.patterns:
        found = [
            {hop for fact in one.facts for hop in paths.hops(fact.predicate) if hop in known}
            for one in folders.read_instances(folder, pattern.name)
        ]
        if count := sum(map(bool, found)):
            yield (
                f"{pattern.name}: {count:,} instances are about the database, not the world "
                f"({some(sorted(set[str]().union(*found)))}): kgforge export leaves them out"
            )


_SPOKEN: Final = 3
"""So many other languages are named in which a graph has labels."""

WAYS: Final[dict[Way, str]] = {
    "iri": "IRI",
    "id": "Wikidata id",
    "local name": "local name",
    "label": "label",
}
"""How a relation is found in a graph: the names in ``mapping``, and the columns of the table."""


def _mapped(findings: Findings) -> None:
    """Print how the relations and classes of each ontology were found, and its texts."""
    mining = findings.mining
    texts = [one for one in mining.patterns if one.name in findings.of_texts]
    groups = {
        (one.pattern, one.group): one for found in findings.of_texts.values() for one in found
    }
    counted = [name for one in texts for name in (one.name, *one.counts)]
    console.table(
        "the ontologies' relations in the graph: by what they are found; texts",
        ["ontology", "relations", *WAYS.values(), "classes", *counted, "not found"],
        [
            [
                one.ontology,
                one.properties.terms,
                *map(one.properties.found, WAYS),
                f"{one.classes.terms - len(one.classes.unmatched)}/{one.classes.terms}",
                *(
                    count
                    for each in texts
                    for count in _counts(each, groups.get((each.name, one.ontology)))
                ),
                _unmatched(one.properties.unmatched),
            ]
            for one in mining.mapped
        ],
    )


def _unmatched(terms: Sequence[str]) -> str:
    return f"{len(terms):,}: {some(terms)}" if terms else "none"


def _counts(found: Mined, group: Group | None) -> Iterator[int]:
    """The instances of a group, and its counts; zeros for a group without a match."""
    counts = {one.name: one.count for one in group.counts or ()} if group else {}
    yield group.instances if group else 0
    yield from (counts.get(name, 0) for name in found.counts)


def _names(findings: Findings) -> Iterator[str]:
    """What is to be told of the names of entities and predicates."""
    mining = findings.mining
    if findings.unknown:
        listed = ", ".join(map(terms.compact, findings.unknown))
        yield f"--exclude names predicates that the graph does not have: {listed}"
    if mining.unnamed:
        yield _unnamed(mining, findings.spoken)
    elif not findings.is_spoken:
        others = _others(findings.spoken)
        yield f"no label of the graph is in {mining.language or ENGLISH}; {others}"
    if findings.wordless:
        yield _wordless(mining, findings.wordless)


def _others(spoken: Sequence[str]) -> str:
    """In which other languages a graph has labels, and how to ask in the first of them."""
    others = spoken[:_SPOKEN]
    has = "has" if len(others) == 1 else "have"
    return f"{', '.join(others)} {has} labels: --language {others[0]}"


def _unnamed(mining: Mining, spoken: Sequence[str]) -> str:
    """How many entities are not drawn, and what would name them."""
    other = _others(spoken) if spoken else "where ids are names, --names-from-ids"
    return (
        f"entities without a name in {mining.language or ENGLISH}, which are not drawn: "
        f"{mining.unnamed:,} (load labels: kgforge load … --labels FILE, --languages; {other})"
    )


def _wordless(mining: Mining, predicates: Sequence[str]) -> str:
    """How many predicates no question can name, and what would name them."""
    more = ["…"] * (len(predicates) > _SPOKEN)
    return (
        f"predicates without a name in {mining.language or ENGLISH}, of which no question can be "
        f"told: {len(predicates):,}: {', '.join([*predicates[:_SPOKEN], *more])} (load labels: "
        "kgforge load … --labels FILE; or give labels in an ontology: kgforge export … "
        "--templates FILE)"
    )


def _nothing(found: Mined, why: str, folder: Path, name: str) -> str:
    """Why a pattern has no instances, and where to look or what to change."""
    if found.reason:
        return f"{found.name}: {found.reason}"
    if not found.groups:
        return f"{found.name}: {why} (its parameters: kgforge patterns {name})"
    if found.kept:
        return f"{found.name}: {why}"
    return (
        f"{found.name}: {why} (its parameters: kgforge patterns {name}; every group's reason: "
        f"{folder / found.name / 'groups.jsonl'})"
    )


def _alike(told: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What is told of patterns, each once, behind the names of those that it is told of."""
    found: dict[str, list[str]] = {}
    for name, said in told:
        found.setdefault(said, []).append(name)
    for said, names in found.items():
        yield f"{', '.join(names)}: {said}"


def _counted(statistics: Statistics) -> None:
    """Print the main statistics of a graph."""
    found = statistics.census
    if found is None:
        console.say(f"no statistics of the graph: {statistics.note}")
        return
    each = [relation.triples for relation in found.relations]
    kinds = [f"{kind} {count:,}" for kind, count in census.kinds(found).items() if kind]
    first = [
        f"{one.label or terms.compact(one.type)} {one.entities:,}" for one in found.frequent_types
    ]
    rows = [
        ("triples", found.triples),
        ("self-loops beside them", found.self_loops),
        ("entities", found.entities),
        (
            "  highest degree",
            max((one.degree for one in found.degrees if one.entities), default=None),
        ),
        ("literals", found.literals),
        ("predicates", len(each)),
        ("  of each kind", ", ".join(kinds)),
        ("  triples of the median one", median(each) if each else None),
        (f"types by {terms.compact(found.type)}" if found.types else "types", found.types),
        ("  most frequent", ", ".join(first[:3])),
    ]
    console.table("the graph", ["what", "count"], rows)
