"""What was drawn and counted, as the records of ``instances.jsonl`` and ``groups.jsonl``."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import UNSET, UnsetType

from kgforge.errors import PatternError
from kgforge.mining import census, evidence
from kgforge.mining.groups import Groups
from kgforge.mining.task import Task
from kgforge.ontology import Vocabulary
from kgforge.patterns import Drawn, Row
from kgforge.schema import Count, Group, Instance, Relation


def instances(task: Task, rows: Iterable[Drawn]) -> list[Instance]:
    """Rows as instances, by group and key. Raises PatternError for a match returned twice."""
    items: dict[object, list[Drawn]] = {}
    for drawn in rows:
        items.setdefault(task.reader.identity(drawn), []).append(drawn)
    found = (_instance(task, of_item) for of_item in items.values())
    return sorted(found, key=lambda instance: (instance.group, instance.key))


def reserve(task: Task, rows: Iterable[Drawn]) -> list[Instance]:
    """Return rows as instances by group, in the order in which they are drawn."""
    ordered = sorted(rows, key=lambda drawn: (drawn.group, drawn.rank))
    return [_instance(task, [drawn]) for drawn in ordered]


def _instance(task: Task, rows: list[Drawn]) -> Instance:
    if len(rows) > 1 and not task.header.item:
        file = task.pattern.queries.get(task.query.language) or task.pattern.queries["sparql"]
        raise PatternError(f"{file.begins}: {_repeated(task, [one.row for one in rows])}")
    return task.reader.instance(rows)


def _repeated(task: Task, rows: Sequence[Row]) -> str:
    """That one match is told by several rows, and what would do."""
    several = [
        name
        for name, found in zip(task.header.names, zip(*rows, strict=True), strict=True)
        if len(set(found)) > 1
    ]
    if not several:
        return f"returns the match {rows[0]} {len(rows)} times: write {_distinct(task)}"
    one, other, *_ = dict.fromkeys(rows)
    return (
        f"returns one match with several values of {', '.join(several)}, which no role names: "
        f"{one} and {other}: return one of them, or name {several[0]} in a role"
    )


def _distinct(task: Task) -> str:
    """How a query returns each row of its columns once, in the language of its file."""
    names, language = task.header.names, task.query.language
    if language == "sparql" or task.pattern.is_compiled(language):
        return f"SELECT DISTINCT {' '.join(f'?{name}' for name in names)}"
    return f"{'RETURN' if language == 'cypher' else 'SELECT'} DISTINCT {', '.join(names)}"


def groups(
    task: Task,
    found: Groups,
    instances: Iterable[Instance],
    axioms: Vocabulary,
    relations: Mapping[str, Relation],
) -> list[Group]:
    """All groups that were examined, by code point.

    *relations* are the predicates of the graph's census. Raises PatternError for a group whose
    counts contradict one another.
    """
    drawn: dict[str, list[Instance]] = defaultdict(list)
    for instance in instances:
        drawn[instance.group].append(instance)
    return [_group(task, found, name, drawn[name], axioms, relations)
            for name in sorted(found.counts)]  # fmt: skip


def _group(
    task: Task,
    groups: Groups,
    name: str,
    instances: Sequence[Instance],
    axioms: Vocabulary,
    relations: Mapping[str, Relation],
) -> Group:
    counts = evidence.with_support(task.header, groups.counts[name])
    reason = groups.reasons.get(name)
    predicates = task.reader.predicates(groups.cells[name])
    support, body = counts.get("support"), counts.get("body")
    if support is not None and body is not None and support > body:
        raise PatternError(
            f"{(task.counter or task.query).path}: columns: the group {name} "
            f"has a support of {support} in a body of {body}"
        )
    measures = evidence.measures(counts)
    return Group(
        pattern=task.pattern.name,
        group=name,
        predicates=tuple(dict.fromkeys(predicates)),
        triples=counts.get("triples"),
        self_loops=counts.get("self_loops"),
        matches=counts.get("matches"),
        support=support,
        body=body,
        pca_body=counts.get("pca_body"),
        head=counts.get("head"),
        confidence=measures.get("confidence"),
        pca_confidence=measures.get("pca_confidence"),
        head_coverage=measures.get("head_coverage"),
        wilson_low=measures.get("wilson_low"),
        instances=len(instances),
        kept=reason is None,
        reason=reason.text if reason else None,
        flags=tuple(_flags(predicates, axioms, relations)),
        counts=summed(instances),
        otherwise=name in groups.fallen or UNSET,
    )


def _flags(
    predicates: Sequence[str], axioms: Vocabulary, relations: Mapping[str, Relation]
) -> Iterator[str]:
    """``Group.flags``, by code point."""
    yield from census.flags([relations[iri] for iri in predicates if iri in relations])
    *premises, conclusion = predicates or ("",)
    trivial = len(premises) > 1 and conclusion in premises
    if trivial and any(map(axioms.transitive, premises)):
        yield "transitive"


def summed(instances: Iterable[Instance]) -> tuple[Count, ...] | UnsetType:
    """What instances count, added up; unset where they count nothing."""
    total: Counter[str] = Counter()
    for instance in instances:
        total.update({one.name: one.count for one in instance.counts or ()})
    return tuple(Count(name, count) for name, count in sorted(total.items())) or UNSET
