"""Entries as nodes and relationships, the property-graph model, gathered on disk: each is once."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from kgforge import terms
from kgforge.errors import OutputError
from kgforge.schema import Entry, Label, Mention, Sentence, Source, Triple
from kgforge.stores.neo4j import reltypes

Properties = dict[str, Any]
"""A node's properties, and what else is in a row of an ``UNWIND``."""
Facts = tuple[str, list[list[str]]]
"""A subject's IRI, and pairs of a relationship's type and the object's IRI or key."""

_TABLES: Final = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA cache_size = -65536;
CREATE TABLE facts (s, p, o, PRIMARY KEY (s, p, o)) WITHOUT ROWID;
CREATE TABLE names (entity, property, text, PRIMARY KEY (entity, property, text)) WITHOUT ROWID;
CREATE TABLE sentences (id PRIMARY KEY, text, source) WITHOUT ROWID;
CREATE TABLE mentions (key PRIMARY KEY, sentence, s, p, o, subject_start, subject_end,
                       object_start, object_end) WITHOUT ROWID;
CREATE TABLE axioms (s, p, o, PRIMARY KEY (s, p, o)) WITHOUT ROWID;
CREATE TABLE sources (sha256, property, text, PRIMARY KEY (sha256, property, text)) WITHOUT ROWID;
CREATE TABLE loads (command PRIMARY KEY) WITHOUT ROWID;
BEGIN;
"""
_MOST: Final = 1000
_COLUMNS: Final = {
    "facts": 3, "names": 3, "sentences": 3, "mentions": 9, "axioms": 3, "sources": 3,
    "loads": 1,
}  # fmt: skip
_UNNAMED: Final = """
SELECT s FROM facts UNION SELECT o FROM facts WHERE substr(o, 1, 1) <> '"'
UNION SELECT s FROM mentions UNION SELECT o FROM mentions WHERE substr(o, 1, 1) <> '"'
EXCEPT SELECT entity FROM names
"""
_LITERALS: Final = """
SELECT o FROM facts WHERE substr(o, 1, 1) = '"'
UNION SELECT o FROM mentions WHERE substr(o, 1, 1) = '"'
"""


class Spool:
    """What a load has to write, in a file of its own: each node and relationship once."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._base = sqlite3.connect(file, isolation_level=None)
        self._base.executescript(_TABLES)

    def add(self, entries: Iterable[Entry]) -> int:
        """Gather entries; how many objects of facts took another form for it.

        Raises OutputError when the file cannot grow.
        """
        changed = 0
        for entry in entries:
            kept = list(map(_kept, entry.triples))
            changed += sum(
                one.object != o for one, (*_, o) in zip(entry.triples, kept, strict=True)
            )
            with self._full():
                self._keep("facts", kept)
                self._keep("names", map(_name, entry.labels))
                self._keep("sentences", ((s.id, s.text, s.source) for s in entry.sentences))
                self._keep("mentions", _mentions(entry.sentences))
                self._keep("axioms", map(_kept, entry.axioms))
                self._keep("sources", _sources(entry.sources))
                self._keep("loads", ((command,) for command in entry.loads))
        return changed

    def add_lines(self, runs: Iterable[bytes]) -> int:
        """Gather the facts of runs of plain lines (see ``plain``); how many lines there are."""
        count = 0
        with self._full():
            for run in runs:
                lines = run.decode().split("\n")[:-1]
                self._keep("facts", map(_fact, lines))
                count += len(lines)
        return count

    def unnamed(self) -> Iterator[str]:
        """The IRI of every entity without a name."""
        return (iri for (iri,) in self._base.execute(_UNNAMED))

    def named(self) -> Iterator[Properties]:
        """Every entity with names: its IRI, and the names as lists of texts by property."""
        return self._listed("iri", "SELECT * FROM names")

    def sources(self) -> Iterator[Properties]:
        """Every source: its SHA-256, and its file names and licences as lists."""
        return self._listed("sha256", "SELECT * FROM sources")

    def loads(self) -> Iterator[Properties]:
        """Every command by which the graph was loaded, as the properties of its node."""
        for (command,) in self._base.execute("SELECT command FROM loads"):
            yield {"key": terms.digest(command), "command": command}

    def literals(self) -> Iterator[Properties]:
        """Every literal that is an object, as the properties of its node."""
        for (term,) in self._base.execute(_LITERALS):
            parts = terms.parse_literal(term)
            yield {
                "key": literal_key(term),
                "value": parts.value,
                "datatype": parts.datatype,
                "language": parts.language,
                "term": term,
            }

    def facts(self, *, literal: bool) -> Iterator[Facts]:
        """Facts with an entity, or a literal, as object, gathered by subject, at most 1000."""
        sign = "=" if literal else "<>"
        found = self._base.execute(
            f"SELECT s, p, o FROM facts WHERE substr(o, 1, 1) {sign} '\"' ORDER BY s"
        )
        key = literal_key if literal else str
        for subject, facts in groupby(found, itemgetter(0)):
            while some := [[reltypes.compact(p), key(o)] for _, p, o in islice(facts, _MOST)]:
                yield subject, some

    def sentences(self) -> Iterator[Properties]:
        """Every sentence, as the properties of its node."""
        for id, text, source in self._base.execute("SELECT id, text, source FROM sentences"):
            yield {"id": id, "text": text, "source": source}

    def axioms(self) -> Iterator[Properties]:
        """Every statement of an ontology, as the properties of its node.

        ``type`` is what a relationship of the predicate would be called, so that a query can ask
        of facts and ontologies in the same words.
        """
        for s, p, o in self._base.execute("SELECT s, p, o FROM axioms"):
            yield {
                "key": literal_key(f"{s}\n{p}\n{o}"),
                "subject": s,
                "predicate": p,
                "type": reltypes.compact(p),
                "literal" if terms.is_literal(o) else "object": o,
            }

    def mentions(self, *, literal: bool) -> Iterator[Properties]:
        """Mentions of facts with an entity, or a literal, as object.

        ``mention`` of a row are the node's properties, absent offsets left out.
        """
        for key, sentence, s, p, o, *spans in self._base.execute("SELECT * FROM mentions"):
            if terms.is_literal(o) == literal:
                offsets = dict(zip(_SPANS, spans, strict=True))
                known = {name: offset for name, offset in offsets.items() if offset is not None}
                yield {
                    "sentence": sentence,
                    "s": s,
                    "o": literal_key(o) if literal else o,
                    "mention": {"key": key, "predicate": p, **known},
                }

    def close(self) -> None:
        """Release the file."""
        self._base.close()

    def _keep(self, table: str, rows: Iterable[tuple[object, ...]]) -> None:
        marks = ", ".join("?" * _COLUMNS[table])
        self._base.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)

    def _listed(self, key: str, query: str) -> Iterator[Properties]:
        for name, rows in groupby(self._base.execute(query), itemgetter(0)):
            lists: dict[str, list[str]] = {}
            for _, property, text in rows:
                lists.setdefault(property, []).append(text)
            yield {key: name, "lists": lists}

    @contextmanager
    def _full(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise OutputError(f"cannot write the temporary file {self._file}: {error}") from error


_SPANS: Final = ("subject_start", "subject_end", "object_start", "object_end")


def literal_key(term: str) -> str:
    """The key of a literal's node: SHA-256 of its N-Triples form, which may be too long for one."""
    return terms.digest(term)


def _fact(line: str) -> tuple[str, str, str]:
    """The terms of a plain line."""
    s, p, o = line[:-2].split(" ", 2)
    return s[1:-1], p[1:-1], o if o.startswith('"') else o[1:-1]


def _kept(triple: Triple) -> tuple[str, str, str]:
    return triple.subject, triple.predicate, terms.canonical(triple.object)


def _name(label: Label) -> tuple[str, ...]:
    return label.entity, f"{label.kind}_{label.language.lower()}", label.text


def _sources(found: Iterable[Source]) -> Iterator[tuple[str, ...]]:
    for source in found:
        yield source.sha256, "file", source.file
        if source.licence is not None:
            yield source.sha256, "licence", source.licence


def _mentions(sentences: Iterable[Sentence]) -> Iterator[tuple[object, ...]]:
    for sentence in sentences:
        for mention in sentence.mentions:
            yield _mention(mention, sentence.id)


def _mention(mention: Mention, sentence: str) -> tuple[object, ...]:
    fact = mention.fact
    spans = (*(mention.subject_span or (None, None)), *(mention.object_span or (None, None)))
    said = (sentence, fact.subject, fact.predicate, terms.canonical(fact.object))
    # The key is made from what the mention says, so that a second load finds the same one.
    key = terms.digest(*said, str(spans))
    return key, *said, *spans
