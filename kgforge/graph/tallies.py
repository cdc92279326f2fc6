"""What a load read and stored: counts that grow while entries stream past, and the report."""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge import plugins, terms
from kgforge.errors import SourceError
from kgforge.graph.coverage import Coverage
from kgforge.graph.origins import Found, LeftOut, Origin
from kgforge.schema import MULTILINGUAL, Label, Skip, Source, Triple
from kgforge.sheets import Result, Sheet, sheet
from kgforge.spellings import Mixture

_EXAMPLES: Final = 3
_COLUMNS: Final = 10
"""Of so many columns that were left alone the names are kept."""
_FILES: Final = 10
"""So many of the files that are left out are named in a table."""
_KEPT: Final = 1 << 18
"""Of so many entities it is kept in which languages, not asked for, they have a label; and of so
many subjects and predicates that something is verified as false."""
NAMED: Final = 1 << 16
"""Of so many it is kept that they were named."""

_TYPE: Final = terms.PREFIXES["rdf"] + "type"
_IMPORTS: Final = terms.PREFIXES["owl"] + "imports"
_VERSION: Final = terms.PREFIXES["owl"] + "versionIRI"
_ONTOLOGY: Final = terms.PREFIXES["owl"] + "Ontology"

EMPTY: Final = (
    "there is no fact and no label in it: it needs one triple at least (of a table, a line below "
    "its header)"
)
"""Why a source without any is refused, and what to do."""

_Line = tuple[str, int, str]
"""What is counted, how many there are, and which come first."""


class Skipped(Struct, frozen=True):
    """A reason for which records or files were skipped, how often, and where first."""

    reason: str
    count: int
    first: tuple[str, ...]


class LoadReport(Result, Struct, frozen=True):
    """What went in: ``read = stored + duplicate + skipped`` (triples that were skipped)."""

    store: str
    files: tuple[str, ...]
    """Each file with the name of its loader, as ``trex:sample.json``."""
    given: int
    """Of how many of them, the last ones, the ontology or the types alone were taken."""
    documents: int
    read: int
    stored: int
    duplicate: int
    skipped: tuple[Skipped, ...]
    skipped_triples: int
    labels: int
    sentences: int
    mentions: int
    pairs: int
    """Distinct pairs of a fact and a sentence that expresses it."""
    axioms_read: int
    """Statements of ontologies and given types that were read, and …"""
    axioms: int
    """… that the graph did not have yet."""
    changed: int
    """Literals whose form was made canonical."""
    facts: int
    """Facts in the graph after the load."""
    negatives: int = 0
    """Statements verified as false that were read, which are no facts."""
    contradicted: int = 0
    """Of the statements verified as false that were read and compared with the facts of the graph,
    those that are facts as well."""
    uncompared: int = 0
    """Statements verified as false that were not compared, being too many to keep: if there are
    any, more may be facts as well than are counted."""
    left_out: tuple[Skipped, ...] = ()
    """Files of folders and archives that were not read, by reason, each with its name."""
    vocabulary: tuple[Skipped, ...] = ()
    """Statements of the sources about the vocabulary itself, which are kept beside the facts."""
    restrictions: int = 0
    """Facts that existential restrictions state, where they were asked for."""
    implied_types: int = 0
    """Types that the ontology's domains and ranges imply of what has no other type."""
    unused: tuple[Skipped, ...] = ()
    """What tables of labels name that is in no fact; not looked up where they name very much."""
    names_from_ids: int = 0
    """Ids that are names, as ``--names-from-ids`` says."""
    unread: tuple[Skipped, ...] = ()
    """Columns of tables that were left alone."""
    remarks: tuple[Skipped, ...] = ()
    """Statements that are kept, with what was assumed of them, or is not known."""
    doubts: tuple[str, ...] = ()
    """What of a file may be meant in another way than it was read."""
    unmatched: bool = False
    """Whether the labels that were read are of no entity and no predicate of the facts."""
    names_as_facts: tuple[str, ...] = ()
    """Predicates of the facts that give names elsewhere (``foaf:name``), and none here."""
    changed_files: tuple[str, ...] = ()
    """Files of whose names the graph holds others: what those held is still there."""
    unlicensed: tuple[str, ...] = ()
    """The files of which no licence is known."""
    coverage: tuple[Coverage, ...] = ()
    """How the graph's entities and predicates are named after the load, in each language."""

    def sheets(self) -> list[Sheet]:
        """One table: the counts, then what was skipped, put right or left out, and why."""
        read = self.files[0] if len(self.files) == 1 else f"{len(self.files):,} files"
        reasons = [
            *_reasons("records skipped, or put right", self.skipped),
            *_reasons("kept as ontology, not as facts", self.vocabulary),
            *_reasons("kept, with something assumed or not known", self.remarks),
            *_reasons("files left out", map(_with_few, self.left_out)),
            *((one.reason, one.count, "; ".join(one.first)) for one in self.unread),
        ]
        rows = [*_counts(self), *reasons]
        columns = ("what", "count", "first")[: 3 if any(first for _, _, first in rows) else 2]
        shown = [row[: len(columns)] for row in rows]
        kept = plugins.split(self.store)[1]  # a store without a place is gone after the load
        title = f"{read} → {self.store}" if kept else f"{read}: a dry run, nothing is stored"
        return [sheet(title, columns, shown)]

    def records(self) -> list[dict[str, Any]]:
        """A row for each count."""
        return [
            {"what": name, "count": value}
            for name, value in msgspec.structs.asdict(self).items()
            if isinstance(value, int) and not isinstance(value, bool)
        ]


def _with_few(skipped: Skipped) -> Skipped:
    """The same with as many names as a table shows."""
    first = skipped.first
    shown = (*first[:_FILES], "…") if len(first) > _FILES else first
    return msgspec.structs.replace(skipped, first=shown)


def _reasons(title: str, skipped: Iterable[Skipped]) -> list[_Line]:
    """A heading, and below it each reason, how many it befell, and which were the first."""
    found = list(skipped)
    rows = [(f"  {one.reason}", one.count, "\n".join(one.first)) for one in found]
    return [(title, sum(one.count for one in found), ""), *rows] if found else []


def _counts(report: LoadReport) -> list[_Line]:
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
    negatives = [("statements verified as false", report.negatives)]
    if report.contradicted:
        negatives.append(("  facts of the graph as well", report.contradicted))
    if report.uncompared:
        negatives.append(("  not compared with the facts, being too many", report.uncompared))
    axioms = [("axioms and types read", report.axioms_read), ("  stored", report.axioms)]
    restrictions = [("facts that restrictions of classes state", report.restrictions)]
    implied = [("types that domains and ranges imply", report.implied_types)]
    sources = len(report.files) - report.given
    return [
        *_plain(facts if sources else ()),
        ("labels", report.labels, ""),
        *((f"  {one.reason}", one.count, "; ".join(one.first)) for one in report.unused),
        *_plain([("  ids that are names", report.names_from_ids)] if report.names_from_ids else ()),
        *(row for one in report.coverage for row in _covered(one)),
        *_plain(texts if sources else ()),
        *_plain(negatives if report.negatives else ()),
        *_plain(axioms if report.given or report.axioms_read else ()),
        *_plain(restrictions if report.restrictions else ()),
        *_plain(implied if report.implied_types else ()),
        ("facts in the graph now", report.facts, ""),
    ]


def _plain(rows: Iterable[tuple[str, int]]) -> Iterator[_Line]:
    return ((what, count, "") for what, count in rows)


def _covered(found: Coverage) -> Iterator[_Line]:
    """How many entities or predicates are named, and by what: the label first, else what is so."""
    yield f"{found.of} with a label in {found.language}", found.labelled, ""
    spoken = ",".join((found.language, *found.languages))
    others = (
        (f"  with one in a variety of it ({found.language}-…)", found.varieties, ""),
        (f"  with one for all languages ({MULTILINGUAL})", found.multilingual, ""),
        (f"  with one in other languages alone (--languages {spoken})", found.elsewhere, ""),
        ("  with a name in their IRI", found.readable, ""),
        ("  named by sentences", found.told, ""),
        ("  without a name", found.unnamed, "; ".join(found.first)),
    )
    yield from (row for row in others if row[1])


class Reasons:
    """Reasons, each with how often it was given and where first."""

    def __init__(self, examples: int = _EXAMPLES) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, list[str]] = {}
        self._examples = examples

    def add(self, reason: str, where: str, origin: Origin | None = None) -> None:
        """Count a reason; *where* may be a place of an origin."""
        self._counts[reason] += 1
        first = self._first.setdefault(reason, [])
        if len(first) < self._examples:
            first.append(_shown(f"{origin.title}, {where}" if origin else where))

    def listed(self) -> tuple[Skipped, ...]:
        """All of them, by code point."""
        return tuple(
            Skipped(reason, count, tuple(self._first[reason]))
            for reason, count in sorted(self._counts.items())
        )


def _shown(where: str) -> str:
    """A place with its IRIs as CURIEs, which leave room on a line."""
    return " ".join(
        terms.shown(word) if word.startswith(("http://", "https://")) else word
        for word in where.split(" ")
    )


class Tally:
    """What was read of the sources, and what was not."""

    def __init__(self) -> None:
        self.documents = 0
        self.read = 0
        self.skipped_triples = 0
        self.axioms = 0
        self.negatives = 0
        self.mixture = Mixture()
        self.expected: int | None = None
        """Facts of the graph that is being copied, where they are counted."""
        self.kept = 0
        """Statements and names that can be stored, also those that are stored already."""
        self.skipped = Reasons()
        self.left_out = Reasons(sys.maxsize)
        self.vocabulary = Reasons()
        """What is said of the vocabulary itself, by reason."""
        self.excluded: set[str] = set()
        """The predicates that were to be left out, and that the sources have."""
        self.unread = Reasons(_COLUMNS)
        self.remarks = Reasons()
        self.doubts: list[str] = []
        self.refused: dict[Origin, str] = {}
        """Files of folders of which it is not known what they hold, with the whole error."""
        self.sources: list[Source] = []
        self.unasked: dict[str, frozenset[str]] = {}
        """The languages, not asked for, in which entities have a label."""
        self.named: dict[str, None] = {}
        """What has a label, in order; of too many the first."""
        self.beside: dict[str, None] = {}
        """What tables of labels name; of too many the first."""
        self.graphs: set[str] = set()
        """The named graphs of the sources."""
        self.imports: dict[str, None] = {}
        """What ontologies import, in order, and …"""
        self.ontologies: set[str] = set()
        """… those that the sources hold."""
        self.false: set[tuple[str, str]] = set()
        """Subjects and predicates of what is verified as false; of too many the first."""
        self.uncompared = 0
        """How many statements are verified as false of others."""
        self.begin()

    def begin(self) -> None:
        """Begin the next source."""
        self._before = self.kept
        self._here = Reasons(), Reasons()

    def know_unasked(self, found: Iterable[tuple[str, str]]) -> None:
        """Keep that entities have a label in a language that is not asked for."""
        for entity, language in found:
            if entity in self.unasked or len(self.unasked) < _KEPT:
                self.unasked[entity] = self.unasked.get(entity, frozenset()) | {language}

    def know_named(self, labels: Iterable[Label]) -> None:
        """Keep what was named."""
        if len(self.named) < NAMED:
            self.named.update((one.entity, None) for one in labels if one.kind == "label")

    def know_beside(self, labels: Iterable[Label]) -> None:
        """Keep what a table of labels names."""
        if len(self.beside) < NAMED:
            self.beside.update((one.entity, None) for one in labels)

    def know_ontology(self, axiom: Triple) -> None:
        """Keep which ontologies the sources hold, and which they import."""
        if axiom.predicate == _IMPORTS:
            self.imports[axiom.object] = None
        elif axiom.predicate == _VERSION:
            self.ontologies.add(axiom.object)
        elif axiom.predicate == _TYPE and axiom.object == _ONTOLOGY:
            self.ontologies.add(axiom.subject)

    def know_false(self, subject: str, predicate: str) -> None:
        """Keep of what something is verified as false."""
        pair = subject, predicate
        if pair in self.false or len(self.false) < _KEPT:
            self.false.add(pair)
        else:
            self.uncompared += 1

    def skip(self, skip: Skip, origin: Origin) -> None:
        """Count what cannot be used."""
        self.read += skip.triple
        self.skipped_triples += skip.triple
        for reasons in (self.skipped, self._here[0]):
            reasons.add(skip.reason, skip.where, origin)

    def leave(self, one: LeftOut) -> None:
        """Count a file that is not read."""
        for reasons in (self.left_out, self._here[1]):
            reasons.add(one.reason, one.where)

    def must_hold(self, found: Found) -> None:
        """Raise SourceError where nothing of a source can be stored, with its reasons."""
        if self.kept > self._before or found.is_graph:
            return
        refused = [self.refused[one] for one in found.origins if one in self.refused]
        reasons = [
            f"{one.count:,} × {one.reason} (first: {one.first[0]})"
            for here in self._here
            for one in here.listed()
        ]
        why = "; ".join([*reasons, *refused[:1]]) or EMPTY
        raise SourceError(f"nothing of {found.address} can be stored: {why}")

    def changed(self, before: Iterable[Source]) -> tuple[str, ...]:
        """The names of files that were read, of which the graph had others *before*, not these."""
        known: defaultdict[str, set[str]] = defaultdict(set)
        for source in before:
            known[source.file].add(source.sha256)
        changed = {
            one.file
            for one in self.sources
            if known[one.file] and one.sha256 not in known[one.file]
        }
        return tuple(sorted(changed))
