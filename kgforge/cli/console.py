"""What a person sees in the terminal: progress on standard error, tables on standard output."""

import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

import msgspec
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from kgforge import terms
from kgforge.benchmark import Change, Check, card, cleaning, splits
from kgforge.extraction import METRICS, DataSet
from kgforge.graph import LoadReport
from kgforge.mining import InducedOntology, Tick, census, induction, some
from kgforge.mining import Progress as Progression
from kgforge.patterns import Parameter, Pattern
from kgforge.probing import Plan
from kgforge.reporting import Report, Run, Tally, tables
from kgforge.schema import (
    EXTRACTION,
    Group,
    Manifest,
    Mined,
    Mining,
    Score,
    Split,
    Statistics,
    Way,
    folders,
)
from kgforge.scoring import written

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: str) -> None:
    """A line for a person, on standard error, so that standard output stays machine-readable."""
    err.print(text, markup=False)


def summary(record: object) -> None:
    """A machine-readable summary, as one line of JSON on standard output."""
    sys.stdout.buffer.write(msgspec.json.encode(record) + b"\n")
    sys.stdout.buffer.flush()


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table; columns of numbers are set to the right, numbers with thousands marks."""
    cells = [tuple(map(_cell, row)) for row in rows]
    drawn = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    for position, column in enumerate(columns):
        numeric = all(row[position][1] for row in cells) and cells
        drawn.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        drawn.add_row(*(text for text, _ in row))
    show(drawn)


def show(drawn: Table) -> None:
    """Print a table, as wide as the terminal, or as wide as it needs where there is none."""
    (out if out.is_terminal else Console(width=160, highlight=False)).print(drawn)


def _cell(value: object) -> tuple[str, bool]:
    match value:
        case None:
            return "–", True
        case bool():
            return ("yes" if value else "no"), False
        case int():
            return f"{value:,}", True
        case float():
            return f"{value:.3f}", True
    return str(value), False


@contextmanager
def counting(what: str) -> Iterator[Callable[[str, int], None]]:
    """A spinner with a growing count; the function it gives takes a text and the count."""
    with _progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(),
    ) as progress:
        task = progress.add_task(what, total=None)
        yield lambda text, count: progress.update(
            task, description=f"{what} {text}", completed=count
        )


@contextmanager
def advancing(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar with time left; the function it gives takes how much is done, and of how much."""
    with _progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Speed(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    ) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def mining() -> Iterator[Progression]:
    """A line per stage of a pattern: rows so far; where the question is parted, also time left."""
    with _progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[far]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    ) as progress:
        known: dict[tuple[str, str], TaskID] = {}

        def tell(tick: Tick) -> None:
            name = (tick.pattern, tick.stage)
            if name not in known:
                for task in known.values():
                    progress.remove_task(task)
                known.clear()
                known[name] = progress.add_task(f"mining {tick.pattern} {tick.stage}", far="")
            far = f"{tick.rows:,} rows"
            if tick.total is not None:
                far = f"{tick.done:,}/{tick.total:,} {tick.unit}, {far}"
            progress.update(known[name], completed=tick.done, total=tick.total, far=far)

        yield tell


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.1f}/s" if task.speed else "–/s")


def _progress(*columns: object) -> Progress:
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)  # type: ignore[arg-type]


def loaded(report: LoadReport) -> None:
    """The counts of a load, and what was skipped, or put right, and why."""
    many = len(report.files)
    facts = [
        ("documents", report.documents),
        ("triples read", report.read),
        ("  stored", report.stored),
        ("  duplicate", report.duplicate),
        ("  skipped", report.skipped_triples),
        ("literals made canonical", report.changed),
    ]
    texts = [
        ("sentences", report.sentences),
        ("mentions of facts in them", report.mentions),
        ("pairs of fact and sentence", report.pairs),
    ]
    axioms = [("axioms and types read", report.axioms_read), ("  stored", report.axioms)]
    sources = many - report.given
    counts = [
        *(facts if sources else ()),
        ("labels", report.labels),
        *(texts if sources else ()),
        *(axioms if report.given else ()),
        ("facts in the graph now", report.facts),
    ]
    read = report.files[0] if many == 1 else f"{many:,} files"
    table(f"{read} → {report.store}", ["what", "count"], counts)
    if report.skipped:
        table(
            "skipped, or put right",
            ["reason", "records", "first"],
            [[skip.reason, skip.count, "; ".join(skip.first)] for skip in report.skipped],
        )
    if report.stored and not report.labels:
        say("no label was read: an entity without one cannot be asked about; see load --labels")


def mined(mining: Mining, folder: Path) -> None:
    """What each pattern found, and the statistics of the graph in short."""
    table(
        f"mined {mining.store}{_size(mining.graph.facts)}",
        ["pattern", "rows", "groups examined", "groups kept", "instances"],
        [
            [found.name, found.rows, found.groups, found.kept, found.instances]
            for found in mining.patterns
        ],
    )
    if mining.mapped:
        _mapped(mining, folder)
    for found in mining.patterns:
        if not found.instances:
            say(_nothing(found, folder))
    for name, why in mining.left_out.items():
        say(f"{name} is left out: it {why}")
    counted(folders.read_statistics(folder))
    say(f"what the graph can support: {folder / census.PAGE}")


WAYS: Final[dict[Way, str]] = {
    "iri": "IRI",
    "id": "Wikidata id",
    "local name": "local name",
    "label": "label",
}
"""By what a relation is found in a graph, as ``mapping`` has it and in words."""


def _mapped(mining: Mining, folder: Path) -> None:
    """How the relations and classes of each ontology were found in the graph, and its texts."""
    texts = [one for one in mining.patterns if one.form == EXTRACTION]
    groups = {
        (one.pattern, one.group): one
        for found in texts
        for one in folders.read_groups(folder, found.name)
    }
    counted = [name for one in texts for name in (one.name, *one.counts)]
    table(
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
    """The instances of a group, and what they count; none of a group without a match."""
    counts = {one.name: one.count for one in group.counts or ()} if group else {}
    yield group.instances if group else 0
    yield from (counts.get(name, 0) for name in found.counts)


def _nothing(found: Mined, folder: Path) -> str:
    values = ", ".join(f"{name}={_value(value)}" for name, value in found.params.items())
    said = f"{found.name}: nothing to ask in this graph with {values or 'its query'}"
    if found.reason:
        return f"{said}: {found.reason}"
    if not found.groups:
        return f"{said}: no match at all; other values by --param"
    why = folder / found.name / "groups.jsonl"
    return f"{said}; other values by --param, and each group's reason in {why}"


def counted(statistics: Statistics) -> None:
    """The statistics of a graph, in short."""
    found = statistics.census
    if found is None:
        say(f"no statistics of the graph: {statistics.note}")
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
        (f"types by {terms.compact(found.type)}", found.types),
        ("  most frequent", ", ".join(first[:3])),
    ]
    table("the graph", ["what", "count"], rows)


def induced(found: InducedOntology, folder: Path) -> None:
    """How many classes, properties and axioms a graph supports, and what has no place in OWL."""
    kinds = Counter(f"axioms: {one.kind}" for one in found.axioms if not one.reason)
    kinds.update(f"properties: {one.kind}" for one in found.properties)
    left_out = sum(bool(one.reason) for one in found.axioms)
    rows = [("classes", len(found.classes)), *sorted(kinds.items())]
    table(f"induced from a graph{_size(found.graph.facts)}", ["what", "number"], rows)
    if left_out:
        say(f"{left_out} more would be no OWL 2 DL: kgf:leftOut says which, and why")
    if not found.type:
        say("no known predicate of types: no classes; name it with --type")
    say(f"the ontology: {folder / induction.ONTOLOGY}; SHACL: {folder / induction.SHAPES}")


def _value(value: object) -> str:
    return f"{len(value)} values" if isinstance(value, list | tuple) else str(value)


def _size(facts: int | None) -> str:
    return "" if facts is None else f" ({facts:,} facts)"


def exported(manifest: Manifest, folder: Path) -> None:
    """How many items each pattern gave, in which splits, and what was skipped."""
    shares = manifest.split.shares if manifest.split else {}
    counts = manifest.split.items if manifest.split else defaultdict(dict[str, int])
    table(
        f"exported {folder}",
        ["pattern", "items", *shares, "groups", "skipped"],
        [
            [
                made.name,
                made.items,
                *counts[made.name].values(),
                made.groups,
                "; ".join(f"{reason}: {count:,}" for reason, count in made.skipped.items())
                or "none",
            ]
            for made in manifest.patterns
        ],
    )
    for line in (*_missed(manifest), *_untyped(manifest)):
        say(line)
    if made := manifest.paraphrases:
        rejected = ", ".join(f"{reason}: {count:,}" for reason, count in made.rejected.items())
        say(f"{made.file.path}: {made.kept:,} paraphrases kept; rejected: {rejected or 'none'}")


def sentences(data: DataSet) -> dict[str, dict[str, int]]:
    """How many sentences each split of each ontology has."""
    return {
        subset.name: {split: len(lines.passages) for split, lines in subset.lines.items()}
        for subset in data.subsets
    }


def converted(data: DataSet) -> None:
    """How many sentences each ontology has, by split."""
    counts = sentences(data)
    names = list(dict.fromkeys(split for held in counts.values() for split in held))
    rows = [[name, *(held.get(split, 0) for split in names)] for name, held in counts.items()]
    table(f"converted {data.path}", ["ontology", *names], rows)


LEFT_OUT: Final = 0.1
"""Of a pattern's items so great a share may be left out by a split without a word."""


FAR: Final = 0.1
"""By so great a share of a pattern's items a split may miss its shares without a word."""


def _missed(manifest: Manifest) -> Iterator[str]:
    """The patterns of which a split tests nothing, leaves out many items, or misses its shares."""
    split = manifest.split
    if not split or split.kind == splits.PUBLISHED:
        return
    for made in manifest.patterns:
        if not made.variant_of and (reached := _far(split, split.items[made.name])):
            yield (
                f"{made.name}: --split {split.kind} gives {reached}: what must stay together is "
                "too large for the shares; another kind may come nearer, or mine more"
            )
    for pattern, counts in split.items.items():
        kept, left_out = sum(counts.values()), split.left_out[pattern]
        if kept and not counts[splits.TEST]:
            reached = ", ".join(f"{count:,} {name}" for name, count in counts.items())
            yield (
                f"{pattern}: --split {split.kind} leaves no item for testing ({reached}), so that "
                "models are not asked about it; split by another kind, or mine more"
            )
        if left_out > LEFT_OUT * (kept + left_out):
            yield (
                f"{pattern}: --split {split.kind} leaves {left_out:,} of {kept + left_out:,} items "
                "out, since they are bonded to two splits; another kind may keep more"
            )


def _far(split: Split, counts: Mapping[str, int]) -> str:
    """The shares reached, where one is far from what was wanted; empty where none is tested."""
    kept = sum(counts.values())
    if not counts[splits.TEST]:
        return ""
    wanted = {name: kept * share / 100 for name, share in split.shares.items()}
    if max(abs(counts[name] - wanted[name]) for name in wanted) <= max(1, FAR * kept):
        return ""
    return ", ".join(
        f"{counts[name]:,} {name} ({wanted[name]:,.0f} wanted)" for name in split.shares
    )


def _untyped(manifest: Manifest) -> Iterator[str]:
    """The patterns with ontologies whose domains and ranges could tell nothing."""
    for made in manifest.patterns:
        if not made.variant_of and (groups := made.flags.get(card.UNTYPED)):
            yield (
                f"{made.name}: in {groups:,} of {made.groups:,} ontologies no subject or object "
                "has a known type, so that domains and ranges were not checked; give types by "
                "kgforge load … --types-from SOURCE"
            )


def listed(found: Iterable[Pattern]) -> None:
    """The patterns that ship."""
    table(
        "patterns",
        ["name", "what it finds", "roles", "parameters", "query languages"],
        [
            [
                one.name,
                one.header.description,
                ", ".join(role.name for role in one.header.roles),
                ", ".join(map(_setting, one.header.params)),
                ", ".join(one.queries),
            ]
            for one in found
        ],
    )


def _setting(parameter: Parameter) -> str:
    if parameter.source:
        return f"{parameter.name} (from {parameter.source})"
    if parameter.default is None:
        return f"{parameter.name} (all)" if parameter.many else parameter.name
    default = str(parameter.default)
    return f"{parameter.name}={terms.compact(default) if terms.is_iri(default) else default}"


def rows(names: Sequence[str], found: Iterable[Sequence[object]], format: str) -> None:
    """Rows of a query as JSON objects, CSV (RFC 4180, with a header line) or a table."""
    if format == "table":
        table("", names, found)
    elif format == "csv":
        writer = csv.writer(sys.stdout)
        writer.writerow(names)
        writer.writerows(found)
    else:
        for row in found:
            summary(dict(zip(names, row, strict=True)))


def planned(plan: Plan, *, as_json: bool) -> None:
    """How much a run would ask."""
    if as_json:
        summary(plan)
    else:
        say(f"{plan.items:,} items, {plan.prompts:,} prompts, {plan.candidates:,} candidates")


def graded(scores: Sequence[Score]) -> None:
    """What a system's written triples score, by ontology, with two decimals as they are published.

    A table for each pattern and way of matching; last the mean over ontologies, then all sentences
    pooled.
    """
    drawn: dict[tuple[str, str], list[Score]] = {}
    for score in scores:
        if score.metric in METRICS and (matching := score.by.get(written.MATCHING)):
            drawn.setdefault((score.pattern, matching), []).append(score)
    for found in drawn.values():
        _graded(found)


def kinds(tallies: Sequence[Tally]) -> None:
    """Kinds of what was written, of each pattern."""
    for pattern in dict.fromkeys(each.pattern for each in tallies):
        show(tables.kinds(tallies, pattern, [""]))


def _graded(scores: Sequence[Score]) -> None:
    rows: dict[tuple[str, ...], list[Score]] = {}
    for score in scores:
        name = score.group or ("mean" if "average" in score.by else "all sentences")
        rows.setdefault((name, score.by.get("subset", "")), []).append(score)
    last = sorted(rows, key=lambda row: (rows[row][0].group is None, row[0] == "all sentences"))
    table(
        f"{scores[0].pattern}, {written.MATCHING} {scores[0].by[written.MATCHING]}",
        ["ontology", "subset", "sentences", *(name.replace("_", " ") for name in METRICS)],
        [
            [*row, rows[row][0].items, *(_two_decimals(score) for score in rows[row])]
            for row in last
        ],
    )
    for note in dict.fromkeys(score.note for score in scores if score.group is None):
        say(note)


def _two_decimals(score: Score) -> str:
    return "–" if score.value is None else f"{score.value:.2f}"


def audited(address: str, checks: Sequence[Check]) -> None:
    """What was looked for in a data set, how much was found, and where first."""
    table(
        address,
        ["what", "found", "of", "first"],
        [
            [
                check.name,
                len(check.findings),
                check.of,
                check.findings[0].where if check.findings else "",
            ]
            for check in checks
        ],
    )
    say("each of these: --json")


def cleaned(folder: Path, changes: Sequence[Change]) -> None:
    """How many lines cleaning removed and mended, by file's folder."""
    counts = Counter((Path(change.file).parts[0], change.action) for change in changes)
    table(
        f"cleaned: {folder}",
        ["split", "lines removed", "lines mended"],
        [
            [split, counts[split, "removed"], counts[split, "mended"]]
            for split in dict.fromkeys(split for split, _ in counts)
        ],
    )
    say(f"each change, with its reason: {folder / cleaning.CHANGES}")


def scored(run: Path, benchmark: Path) -> None:
    """The headline scores of one run."""
    own = folders.read_manifest(benchmark).metrics
    found = Run(run.name, run, folders.read_run(run), folders.read_scores(run / folders.SCORES))
    for drawn in tables.score_tables([found], own):
        show(drawn)


def reported(made: Report) -> None:
    """The tables of a report, and where its page is."""
    own = folders.read_manifest(made.benchmark).metrics
    for drawn in tables.report_tables(made, own):
        show(drawn)
    say(f"the page: {made.out}")
