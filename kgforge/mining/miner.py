"""Pattern × store → group statistics and sampled instances.

The engine counts, filters and joins; everything that depends on an order is done here.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from kgforge import __version__, files, graph, patterns, statistics
from kgforge.errors import PatternError, StoreError
from kgforge.graph import loading
from kgforge.mining import census, parameters, portions, relations
from kgforge.mining.portions import Progress, Tick
from kgforge.mining.rows import RowReader
from kgforge.ontology import FOLDER, Vocabulary, local_name, vocabulary
from kgforge.patterns import (
    Drawn,
    Everything,
    Keep,
    Level,
    Pattern,
    Query,
    Reservoir,
    Sample,
    Value,
    sampling,
)
from kgforge.schema import (
    CLOZE,
    EXTRACTION,
    FORMAT,
    Count,
    Group,
    Instance,
    Mapped,
    Mined,
    Mining,
    Relation,
    TemplateFile,
    folders,
)
from kgforge.stores import Access, Store
from kgforge.stores import _draw as drawing


def mine(
    names: Sequence[str | Path],
    store: str,
    out: Path,
    *,
    params: Mapping[str, str] = {},
    ontologies: Sequence[Path] = (),
    seed: int = 0,
    timeout: float | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> Mining:
    """Mine patterns (names, own files, or ``all``) and write the folder *out*, whole or not at all.

    *store* is a store's address, or a source's, which is then loaded into memory; *params* give
    parameters as text, ``PATTERN.x`` that of one pattern alone; *timeout* is how many seconds one
    query may take. Writes ``PATTERN/groups.jsonl``, ``PATTERN/instances.jsonl``, ``mining.json``,
    and what the graph can support as ``statistics.json`` and ``statistics.html``
    (``census.write``). Raises PatternError for a pattern that cannot be read, asked or given the
    parameters; StoreError for a graph that cannot be opened or is empty, and when a query is
    stopped at its time limit.
    """
    left_out = {} if ontologies else _without_ontology(names, params)
    asked = [one for one in patterns.read_patterns(names) if one.name not in left_out]
    axioms = vocabulary.read([path for path in ontologies if path.suffix != ".json"])
    access = Access(timeout=timeout)
    with (
        loading.open_graph(store, access) as opened,
        files.writing_folder(out, force=force) as folder,
    ):
        parameters.refuse(params, [pattern.query(opened.language) for pattern in asked])
        census.refuse(params, opened)
        asked_of = graph.graph_id(opened)
        if asked_of.facts == 0:
            raise StoreError(f"the graph {store} is empty: load a source into it first")
        counted = census.counted(opened, asked_of, params, seed, progress)
        found = relations.of_files(ontologies, opened, axioms)
        if ontologies and not found.relations.rows:
            _refuse_strange(ontologies, asked, found.mapped)
        mined = []
        for pattern in asked:
            query = pattern.query(opened.language)
            given = parameters.of_pattern(params, pattern.name)
            values = parameters.resolve(query, opened, given, seed, found.relations)
            miner = _Miner(pattern, opened, values, axioms, counted.relations(), seed, progress)
            written = miner.write(folder / pattern.name)
            reason = _reason(written, found.mapped)
            mined.append(msgspec.structs.replace(written, reason=reason))
        mining = Mining(
            FORMAT,
            __version__,
            store,
            asked_of,
            seed,
            dict(sorted(params.items())),
            _files(axioms, ontologies),
            tuple(mined),
            found.mapped,
            left_out,
        )
        _copy(ontologies, found.mapped, folder / FOLDER)
        files.write_json(folder / folders.MINING, mining)
        census.write(folder, asked_of, counted, [one.name for one in mined])
    return mining


def _refuse_strange(
    paths: Sequence[Path], asked: Sequence[Pattern], mapped: Sequence[Mapped]
) -> None:
    """Raise PatternError where a pattern wants relations, and the graph has none of them."""
    wanting = [
        one.name for one in asked if any(map(parameters.is_of_ontologies, one.header.params))
    ]
    if wanting:
        unmatched = [term for one in mapped for term in one.properties.unmatched]
        raise PatternError(
            f"{wanting[0]}: none of the {len(unmatched)} relations of "
            f"{', '.join(path.name for path in paths)} is a predicate of this graph, by IRI, "
            f"Wikidata id, local name or label ({some(unmatched)}): name another ontology or graph"
        )


def some(terms: Sequence[str]) -> str:
    """The local names of the first five of some terms of an ontology."""
    return ", ".join([*map(local_name, terms[:5]), *["…"] * (len(terms) > 5)])


def _reason(found: Mined, mapped: Sequence[Mapped]) -> str:
    """Why there is nothing, where an ontology's classes are asked for and the graph has none."""
    if found.groups or found.params.get("types") != "strict":
        return ""
    if any(one.classes.matches for one in mapped):
        return ""
    unmatched = [term for one in mapped for term in one.classes.unmatched]
    return (
        f"types=strict wants known types, and none of the {len(unmatched)} classes of the "
        f"ontologies is one of this graph ({some(unmatched)}): add types by kgforge load "
        "--types-from, or say types=open"
    )


def _copy(paths: Sequence[Path], mapped: Sequence[Mapped], folder: Path) -> None:
    """Keep the ontologies with what was mined by them: prompts and scores are in their words."""
    if paths:
        folder.mkdir()
    for path, one in zip(paths, mapped, strict=True):
        name = one.ontology.replace("/", "%2F")
        (folder / f"{name}{path.suffix}").write_bytes(path.read_bytes())


def _without_ontology(names: Sequence[str | Path], params: Mapping[str, str]) -> dict[str, str]:
    """The patterns that ``all`` means and that cannot be asked without an ontology."""
    if "all" not in names:
        return {}
    unnamed = [name for name in patterns.pattern_names() if name not in names]
    return {
        name: f"wants an ontology (--ontology) or --param {name}.{parameter.name}=…"
        for name in unnamed
        for parameter in patterns.read_pattern(name).header.params
        if parameters.is_of_ontologies(parameter)
        and parameter.name not in parameters.of_pattern(params, name)
    }


def _files(axioms: Vocabulary, ontologies: Sequence[Path]) -> tuple[TemplateFile, ...]:
    """The files of axioms that were used; JSON is of no use but as an ontology."""
    used = [TemplateFile(source.file, source.sha256) for source in axioms.sources]
    used += [TemplateFile(one.name, files.sha256(one)) for one in ontologies]
    return tuple(dict.fromkeys(used))


class _Miner:
    """One pattern on one store."""

    def __init__(
        self,
        pattern: Pattern,
        store: Store,
        values: Mapping[str, Value],
        axioms: Vocabulary,
        relations: Mapping[str, Relation],
        seed: int,
        progress: Progress | None,
    ) -> None:
        self._pattern = pattern
        self._header = pattern.header
        self._query = pattern.query(store.language)
        self._counter = pattern.groups.get(store.language)
        self._store = store
        self._values = values
        self._axioms = axioms
        self._relations = relations
        self._seed = seed
        self._progress = progress or (lambda tick: None)
        self._reader = RowReader(pattern, values, seed)
        self._counts: dict[str, dict[str, int]] = {}
        self._cells: dict[str, dict[str, str]] = {}
        self._reasons: dict[str, str] = {}
        self._rows = 0

    def write(self, folder: Path) -> Mined:
        """Mine, write ``groups.jsonl`` and ``instances.jsonl``, and say what was found."""
        instances = self._instances(self._draw())
        taken: dict[str, list[Instance]] = {name: [] for name in sorted(self._counts)}
        for instance in instances:
            taken[instance.group].append(instance)
        groups = [self._group(name, of_group) for name, of_group in taken.items()]
        folder.mkdir()
        files.write_lines(folder / "groups.jsonl", groups)
        files.write_lines(folder / "instances.jsonl", instances)
        return Mined(
            name=self._pattern.name,
            description=self._header.description,
            file=self._pattern.file.name if self._pattern.file else None,
            params=self._settings(),
            queries=self._pattern.hashes,
            metric=self._header.metric,
            answers=self._header.answers,
            rows=self._rows,
            groups=len(groups),
            kept=sum(group.kept for group in groups),
            instances=len(instances),
            counts={one.name: one.count for one in _summed(instances) or ()},
            options=parameters.options(self._header, self._values),
            form=EXTRACTION if self._header.text else CLOZE,
        )

    def _settings(self) -> dict[str, Value]:
        """The parameters that say something: not the lists that were drawn from the graph."""
        return {
            parameter.name: self._values[parameter.name]
            for parameter in sorted(self._header.params, key=lambda found: found.name)
            if not parameter.many or parameter.default is not None
        }

    # ── rows ────────────────────────────────────────────────────────────────────────────────────
    def _draw(self) -> list[Drawn]:
        """The rows that all steps leave, by rank."""
        steps = list(self._header.steps)
        first = next((at for at, step in enumerate(steps) if isinstance(step, Sample)), len(steps))
        leading, rest = steps[:first], steps[first:]
        if self._counter:
            self._count(self._counter)
            self._judge_all(leading)
        rows, spare = self._by_engine(leading, rest) or self._streamed(leading, rest)
        rows = self._standing(rows)
        for step in rest:
            rows = self._step(step, rows)
        return rows or self._otherwise(spare)

    def _by_engine(
        self, leading: Sequence[Keep | Sample], rest: Sequence[Keep | Sample]
    ) -> tuple[list[Drawn], list[Drawn]] | None:
        """As ``_streamed``, where the engine can count and draw; None where it cannot."""
        steps = [step for step in (*rest[:1], self._header.otherwise) if step]
        if not rest or not all(drawing.fits(self._query, step) for step in steps):
            return None
        if self._header.otherwise and any(isinstance(step, Keep) for step in rest):
            return None  # rows to spare may be wanted after all
        if not self._count_by_engine(leading):
            return None
        standing = [group for group in self._counts if group not in self._reasons]
        if self._counts and not standing:
            known = list(self._counts) if self._counter else None
            return [], self._drawn_by_engine(self._header.otherwise, known)
        levels = [self._level(step) for step in rest if isinstance(step, Sample)]
        few, expected = standing, 0
        if all("matches" in self._counts[group] for group in standing):
            sizes = {group: self._counts[group]["matches"] for group in standing}
            few, expected = drawing.candidates(sizes, rest, levels)
        rows = self._drawn_by_engine(rest[0], few)
        if len(few) < len(standing) and len(rows) < expected:  # some rows had blank nodes
            rows = self._drawn_by_engine(rest[0], standing)
        return rows, []

    def _count_by_engine(self, leading: Sequence[Keep | Sample]) -> bool:
        """Count rows, and groups where no file has; whether all rows are as declared."""
        query = drawing.counting(self._query, matches=self._counter is None)
        told = Tick(self._pattern.name, "groups"), self._progress
        rows = portions.rows(self._store, query, self._narrowed(), query.header.parts, *told)
        found = list(drawing.counted(rows))
        if any(group.misfits for group in found):
            return False  # the one to say of which column is the reader of rows
        self._rows = sum(group.rows for group in found)
        if self._counter is None:
            names = drawing.grouped(self._header)
            for group in found:
                self._note(dict(zip(names, group.cells, strict=True)), group.matches)
            self._judge_all(leading)
        return True

    def _note(self, cells: dict[str, str], matches: int) -> None:
        group = self._reader.group(self._reader.row(cells))
        if matches:
            self._counts.setdefault(group, {"matches": 0})["matches"] += matches
            self._cells[group] = cells

    def _drawn_by_engine(
        self, step: Keep | Sample | None, groups: Sequence[str] | None = None
    ) -> list[Drawn]:
        """The rows that a level draws from some groups, or from all."""
        if not isinstance(step, Sample):
            return []
        names = drawing.grouped(self._header)
        kept = (
            None
            if groups is None
            else [tuple(self._cells[group][name] for name in names) for group in groups]
        )
        query, values = drawing.drawing(self._query, self._level(step), self._narrowed(), kept)
        return [self._reader.drawn(row) for row in self._store.query(query, values)]

    def _streamed(
        self, leading: Sequence[Keep | Sample], rest: Sequence[Keep | Sample]
    ) -> tuple[list[Drawn], list[Drawn]]:
        """Ask for the rows: those that the first level could draw, and those for ``otherwise``."""
        held = self._holder(rest[0] if rest else None, leading)
        spare = self._holder(self._header.otherwise) if self._header.otherwise else None
        for drawn in self._ask():
            if drawn.group not in self._reasons:
                held.add(drawn)
            if spare is not None:
                spare.add(drawn)
        if not self._counter:
            self._judge_all(leading)
        return held.drawn(), spare.drawn() if spare is not None else []

    def _holder(
        self, step: Keep | Sample | None, leading: Sequence[Keep | Sample] = ()
    ) -> Reservoir | Everything:
        if isinstance(step, Sample) and not self._header.item:
            level = self._level(step)
            judged = self._counter or not leading or level.per_group
            if level.streams and judged:  # else rows of groups that fall would crowd others out
                return Reservoir(level)
        return Everything()

    def _level(self, sample: Sample) -> Level:
        return parameters.level(sample, self._header, self._values, self._seed)

    def _ask(self) -> Iterator[Drawn]:
        """All rows that are first of their kind, in groups that are known; counts the others."""
        parts = self._header.parts
        standing = [
            cells[parts.column]
            for group, cells in self._cells.items()
            if parts and group not in self._reasons and parts.column in cells
        ]
        told = Tick(self._pattern.name, "rows"), self._progress, standing
        for row in portions.rows(self._store, self._query, self._narrowed(), parts, *told):
            self._rows += 1
            if not self._reader.is_first(row):
                continue
            drawn = self._reader.drawn(row)
            if self._counter is None:
                self._tally(drawn)
            if drawn.group in self._counts and not sampling.has_blank(row):
                yield drawn

    def _tally(self, drawn: Drawn) -> None:
        """Without a groups file, rows are the only count."""
        counts = self._counts.setdefault(drawn.group, {"matches": 0})
        counts["matches"] += 1
        if drawn.group not in self._cells:
            self._cells[drawn.group] = self._reader.cells(self._header.names, drawn.row)

    def _narrowed(self) -> Mapping[str, Value]:
        """The parameters, ``$predicates`` narrowed to those of the groups that still stand.

        Likewise those that take their value from it, as ``$others``.
        """
        left = [cells for group, cells in self._cells.items() if group not in self._reasons]
        if self._counter is None or (self._header.otherwise and not self._settled(left)):
            return self._values
        standing = {iri for cells in left for iri in cells.values()}
        narrowed = dict(self._values)
        for declared in self._header.params:
            value = narrowed[declared.name]
            if "predicates" in (declared.name, declared.like) and isinstance(value, tuple):
                narrowed[declared.name] = tuple(str(iri) for iri in value if iri in standing)
        return narrowed

    def _settled(self, left: Sequence[object]) -> bool:
        """Whether rows will be drawn of the groups that are *left*, not ``otherwise`` of all."""
        steps = itertools.dropwhile(lambda step: isinstance(step, Keep), self._header.steps)
        return bool(left) and not any(isinstance(step, Keep) for step in steps)

    # ── counts and conditions ───────────────────────────────────────────────────────────────────
    def _count(self, counter: Query) -> None:
        """Ask the groups file; of two groups that say the same the first is kept."""
        names = counter.header.names
        values = {found.name: self._values[found.name] for found in counter.header.params}
        told = Tick(self._pattern.name, "groups"), self._progress
        for row in portions.rows(self._store, counter, values, self._header.parts, *told):
            cells = self._reader.cells(names, row)
            whole = self._reader.row(cells)
            if self._reader.is_first(whole):
                group = self._reader.group(whole)
                self._cells[group] = cells
                self._counts[group] = {
                    name: value
                    for name, value in zip(names, row, strict=True)
                    if isinstance(value, int)
                }

    def _judge_all(self, keeps: Iterable[Keep | Sample]) -> None:
        for keep in keeps:
            if isinstance(keep, Keep):
                self._judge(keep, self._counts)

    def _judge(self, keep: Keep, groups: Mapping[str, Mapping[str, int]]) -> None:
        """Note the reason of each group whose counts do not meet a condition."""
        condition = keep.condition
        numbers = {
            name: value
            for name in condition.parameters
            if isinstance(value := self._values[name], int | float)
        }
        for group, counts in groups.items():
            missing = condition.counts - counts.keys()
            if missing:
                raise PatternError(
                    f"{self._query.path}: keep: nothing counts {', '.join(sorted(missing))}: write "
                    f"{self._pattern.name}.groups{self._query.path.suffix} beside it"
                )
            if group not in self._reasons and not condition.value(counts, numbers):
                said = [f"{name} = {counts[name]}" for name in sorted(condition.counts)]
                said += [f"${name} = {numbers[name]}" for name in sorted(condition.parameters)]
                self._reasons[group] = f"not {condition.text} ({', '.join(said)})"

    def _step(self, step: Keep | Sample, rows: list[Drawn]) -> list[Drawn]:
        if isinstance(step, Sample):
            return self._sample(step, rows)
        left = Counter(drawn.group for drawn in rows)
        counts = self._counts.items()
        self._judge(step, {group: {**found, "matches": left[group]} for group, found in counts})
        return self._standing(rows)

    def _sample(self, step: Sample, rows: list[Drawn]) -> list[Drawn]:
        item = tuple(self._header.names.index(name) for name in self._header.item)
        return sampling.draw(self._level(step), rows, self._counts, item)

    def _standing(self, rows: Iterable[Drawn]) -> list[Drawn]:
        return [drawn for drawn in rows if drawn.group not in self._reasons]

    def _otherwise(self, spare: list[Drawn]) -> list[Drawn]:
        """The rows drawn from all groups when none was kept."""
        if not self._header.otherwise or len(self._reasons) < len(self._counts):
            return []
        drawn = self._sample(self._header.otherwise, spare)
        for group in {one.group for one in drawn}:
            del self._reasons[group]
        return drawn

    # ── outcomes ────────────────────────────────────────────────────────────────────────────────
    def _instances(self, rows: list[Drawn]) -> list[Instance]:
        """Rows as instances, by group and key."""
        items: dict[object, list[Drawn]] = {}
        for drawn in rows:
            items.setdefault(self._reader.identity(drawn), []).append(drawn)
        instances = map(self._instance, items.values())
        return sorted(instances, key=lambda instance: (instance.group, instance.key))

    def _instance(self, rows: list[Drawn]) -> Instance:
        if len(rows) > 1 and not self._header.item:
            raise PatternError(
                f"{self._query.path}: returns the match {rows[0].row} "
                f"{len(rows)} times: say SELECT DISTINCT"
            )
        return self._reader.instance(rows)

    def _group(self, name: str, instances: Sequence[Instance]) -> Group:
        counts = self._counts[name]
        predicates = self._reader.predicates(self._cells[name])
        support, body = counts.get("support", self._support(counts)), counts.get("body")
        if support is not None and body is not None and support > body:
            raise PatternError(
                f"{(self._counter or self._query).path}: columns: the group {name} "
                f"has a support of {support} in a body of {body}"
            )
        low = statistics.wilson(support, body)[0] if support is not None and body else None
        return Group(
            pattern=self._pattern.name,
            group=name,
            predicates=tuple(dict.fromkeys(predicates)),
            triples=counts.get("triples"),
            self_loops=counts.get("self_loops"),
            matches=counts.get("matches"),
            support=support,
            body=body,
            pca_body=counts.get("pca_body"),
            head=counts.get("head"),
            confidence=_ratio(support, body),
            pca_confidence=_ratio(support, counts.get("pca_body")),
            head_coverage=_ratio(support, counts.get("head")),
            wilson_low=low,
            instances=len(instances),
            kept=name not in self._reasons,
            reason=self._reasons.get(name),
            flags=tuple(self._flags(predicates)),
            counts=_summed(instances),
        )

    def _support(self, counts: Mapping[str, int]) -> int | None:
        """Matches, but for a rule of three asserted facts, whose support is fewer (x, z)."""
        asserted = sum(role.kind == "holds" for role in self._header.roles)
        return counts.get("matches") if asserted < 3 else None

    def _flags(self, predicates: Sequence[str]) -> Iterator[str]:
        """``Group.flags``, by code point."""
        yield from census.flags(
            [self._relations[iri] for iri in predicates if iri in self._relations]
        )
        *premises, conclusion = predicates or ("",)
        trivial = len(premises) > 1 and conclusion in premises
        if trivial and any(map(self._axioms.transitive, premises)):
            yield "transitive"


def _summed(instances: Iterable[Instance]) -> tuple[Count, ...] | UnsetType:
    """What instances count, added up; unset where they count nothing."""
    total: Counter[str] = Counter()
    for instance in instances:
        total.update({one.name: one.count for one in instance.counts or ()})
    return tuple(Count(name, count) for name, count in sorted(total.items())) or UNSET


def _ratio(part: int | None, whole: int | None) -> float | None:
    return part / whole if part is not None and whole else None
