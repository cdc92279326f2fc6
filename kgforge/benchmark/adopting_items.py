"""A published data set of questions about facts adopted as a benchmark.

Each triple that is asked about becomes an item of the pattern fact, or of another or a variant,
where the layout says so. Where a fact comes without candidates, they are drawn from what else the
relation has in the data set, by the guards that need no graph. What items have no place for lies
beside them, as ``FORMAT.json``.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import __version__, files, formats, forms, matching, patterns, terms
from kgforge.benchmark import guards, splits
from kgforge.benchmark.baselines import with_floors
from kgforge.benchmark.folder import Written, name_of, write_items, write_manifest
from kgforge.benchmark.guards import Guards
from kgforge.benchmark.options import ExportOptions
from kgforge.benchmark.tally import Tally
from kgforge.errors import BenchmarkError
from kgforge.formats import Found
from kgforge.schema import (
    FORMAT,
    FORMS,
    NONE,
    SLOT,
    Accepted,
    GraphId,
    Item,
    ItemFact,
    Made,
    Manifest,
    Named,
    Posed,
    Side,
    Skip,
    Source,
)

SEED: Final = 0


def adopt_items(layout: str, folder: Path, out: Path, *, base: str, force: bool) -> Manifest:
    """Make the benchmark *out* of a data set. Raises as ``adopting.adopt`` does."""
    found = formats.reader(layout).read_items(folder, base)
    if not found.items:
        reasons = ", ".join(f"{reason}: {count:,}" for reason, count in found.left.items())
        raise BenchmarkError(f"{folder}: nothing of it can be asked ({reasons or 'it is empty'})")
    wanted = ExportOptions().candidates
    with files.writing_folder(out, force=force) as temporary:
        written = list(_written(found, temporary, wanted))
        manifest = _manifest(layout, found, written, wanted)
        if found.kept:
            kept = msgspec.json.format(found.kept) + b"\n"
            (temporary / beside(layout)).write_bytes(kept)
        write_manifest(temporary, manifest)
    return manifest


def beside(layout: str) -> str:
    """The file of what items of a layout have no place for."""
    return f"{layout}.json"


def _written(found: Found, folder: Path, wanted: int) -> Iterator[Written]:
    """Write the items of each pattern; what is in none is counted with the first."""
    left, pools = found.left, _pools(found.items)
    for pattern, items in groupby(found.items, lambda item: item.pattern):
        yield _of_pattern(pattern, list(items), folder, Drawn(pools, wanted), left)
        left = {}


def _of_pattern(
    pattern: str, items: Sequence[Item], folder: Path, drawn: "Drawn", left: Mapping[str, int]
) -> Written:
    shipped = pattern.partition("_")[0]
    header = patterns.read_pattern(shipped).header
    tally = Tally(header.metric, left)
    ready = (drawn.item(item) for item in items)
    sound = (one for item in ready for one in _sound(item))
    there = {item.split for item in items} | {splits.TEST}
    names = [name for name in splits.SPLITS if name in there]
    written = write_items(folder, pattern, names, tally.items(sound))
    counts = tally.counts()
    made = Made(
        pattern,
        header.description,
        header.metric,
        params={},
        queries={},
        seed=SEED,
        skipped=tally.skipped(),
        form=_form(counts["forms"] or ()),
        variant_of=shipped if shipped != pattern else "",
        **counts,
    )
    return written, with_floors(made, folder)


def _form(posed: Sequence[Posed]) -> str:
    """The form that a pattern is said to be of: statements, if there are any, else the first."""
    names = [one.form for one in posed]
    return names[0] if names and forms.OF_FACTS not in names else forms.OF_FACTS


def _sound(item: Item) -> Iterator[Item | Skip]:
    """An item without what its forms find wrong with its questions, which is counted."""
    facts = []
    for fact in item.facts:
        kept = []
        for prompt in fact.prompts:
            if forms.of_facts(prompt.form).flaw(fact, prompt):
                yield Skip(f"flawed question of the form {prompt.form}", item.id)
            else:
                kept.append(prompt)
        facts.append(msgspec.structs.replace(fact, prompts=tuple(kept)))
    if all(fact.prompts for fact in facts):
        yield msgspec.structs.replace(item, facts=tuple(facts))
    else:
        yield Skip("triple whose questions are all flawed", item.id)


def _manifest(layout: str, found: Found, made: Sequence[Written], wanted: int) -> Manifest:
    written = tuple(file for files, _ in made for file in files)
    return Manifest(
        format=FORMS if any(one.forms for _, one in made) else FORMAT,
        name=name_of(written),
        kgforge=__version__,
        files=written,
        graph=GraphId(None, None),
        sources=tuple(_source(path, found.licence) for path in found.files),
        patterns=tuple(one for _, one in made),
        seed=SEED,
        languages=found.languages,
        templates=(),
        candidates=wanted,
        converted=layout,
    )


def _source(path: Path, licence: str) -> Source:
    return Source(path.name, files.sha256(path), licence or None)


# ── Candidates ──────────────────────────────────────────────────────────────────────────────────
class Member(Struct, frozen=True):
    """An object of a predicate, and its name as it is compared."""

    named: Named
    key: str


_Kind = tuple[str, bool, bool]
"""A predicate, whether its subjects are meant, and whether literals are."""
Pools = dict[_Kind, Sequence[Member]]
"""The objects and subjects of each predicate in a drawn order."""


def _pools(items: Sequence[Item]) -> Pools:
    found: dict[_Kind, dict[str, Named]] = {}
    for item in items:
        for fact in item.facts:
            for end in _ends(fact):
                for one in end.answers:
                    kind = fact.predicate.id, end.is_subject, terms.is_literal(one.id)
                    found.setdefault(kind, {}).setdefault(one.id, Named(one.id, one.label))
    return {
        kind: [
            Member(one, matching.folded(one.label))
            for one in sorted(pool.values(), key=lambda one: _digest(f"{kind[0]}\n{one.id}"))
            if SLOT not in one.label
        ]
        for kind, pool in found.items()
    }


class _End(Struct, frozen=True):
    """What is asked for at one end of a fact."""

    target: Named
    other: Named
    answers: tuple[Accepted, ...]
    is_subject: bool


def _ends(fact: ItemFact) -> Iterator[_End]:
    yield _End(fact.object, fact.subject, fact.answers, is_subject=False)
    if fact.subjects:
        yield _End(fact.subject, fact.object, fact.subjects.answers, is_subject=True)


class Drawn(Struct, frozen=True):
    """Draws the candidates of facts that come without any."""

    pools: Pools
    wanted: int

    def item(self, item: Item) -> Item:
        """An item with its candidates, and what the guards removed of them."""
        facts, counted = [], Guards()
        for fact in item.facts:
            drawn = []
            for end, given in zip(_ends(fact), _given(fact), strict=True):
                candidates, removed = (given, Guards()) if given else self._end(item, fact, end)
                drawn.append(candidates)
                counted += removed
            subjects = Side(fact.subjects.answers, drawn[1]) if fact.subjects else UNSET
            facts.append(msgspec.structs.replace(fact, candidates=drawn[0], subjects=subjects))
        guards = counted.record() or item.provenance.guards
        provenance = msgspec.structs.replace(item.provenance, guards=guards)
        return msgspec.structs.replace(item, facts=tuple(facts), provenance=provenance)

    def _end(self, item: Item, fact: ItemFact, end: _End) -> tuple[tuple[Named, ...], Guards]:
        is_literal = terms.is_literal(end.target.id)
        if end.target == NONE:
            is_literal = (fact.predicate.id, False, False) not in self.pools
        pool = self.pools.get((fact.predicate.id, end.is_subject, is_literal))
        key = f"{item.id}\n{fact.role}\n{end.is_subject}"
        return _candidates(end, key, pool or (), self.wanted)


def _given(fact: ItemFact) -> Iterator[tuple[Named, ...]]:
    """The candidates that each end of a fact came with."""
    yield fact.candidates
    if fact.subjects:
        yield fact.subjects.candidates


def _candidates(
    end: _End, key: str, pool: Sequence[Member], wanted: int
) -> tuple[tuple[Named, ...], Guards]:
    """The target, and at most *wanted* - 1 others, by id: round the pool from a drawn place."""
    true = {answer.id for answer in end.answers}
    banned = {matching.folded(answer.label) for answer in end.answers}
    chosen = [end.target] if end.answers else []
    taken, removed = set[str](), Counter[str]()
    for one in _round(pool, int.from_bytes(_digest(key))):
        if len(chosen) >= wanted:
            break
        if one.named.id == end.target.id:
            continue
        guard = _guard(one, end, true, banned, taken)
        if guard:
            removed[guard] += 1
        else:
            chosen.append(one.named)
            taken.add(one.key)
    counted = Guards(removed, short=wanted - len(chosen))
    return tuple(sorted(chosen, key=lambda one: one.id)), counted


def _guard(one: Member, end: _End, true: set[str], banned: set[str], taken: set[str]) -> str:
    """The guard that removes a distractor; empty when none does."""
    for guard, is_removed in (
        (guards.TRUE, one.named.id in true),
        (guards.SUBJECT, one.named.id == end.other.id),
        (guards.SAME_NAME, one.key in banned),
        (guards.SAME_LABEL, one.key in taken),
    ):
        if is_removed:
            return guard
    return ""


def _round(pool: Sequence[Member], drawn: int) -> Iterator[Member]:
    start = drawn % max(len(pool), 1)
    yield from pool[start:]
    yield from pool[:start]


def _digest(text: str) -> bytes:
    return hashlib.sha256(f"{SEED}\n{text}".encode()).digest()
