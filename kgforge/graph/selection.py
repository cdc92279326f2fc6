"""Where not all of a source was wanted: the labels of what was kept, and what there is none of.

A source may name an entity before its facts, after them, or in another file. So labels wait until
all has been read, in a database on disk, and memory does not grow with the source.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Set
from contextlib import closing

import msgspec

from kgforge import terms
from kgforge.graph import lookups
from kgforge.schema import Entry, Label
from kgforge.stores import Store


def with_labels_of_kept(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, but of their labels only those of terms of their facts, after all others."""
    with closing(sqlite3.connect("")) as found:  # a temporary file, of which some is in memory
        found.execute("CREATE TABLE kept (term TEXT PRIMARY KEY) WITHOUT ROWID")
        found.execute("CREATE TABLE labels (entity TEXT, kind TEXT, text TEXT, language TEXT)")
        for entry in entries:
            found.executemany("INSERT OR IGNORE INTO kept VALUES (?)", _terms(entry))
            found.executemany(
                "INSERT INTO labels VALUES (?, ?, ?, ?)", map(msgspec.structs.astuple, entry.labels)
            )
            yield msgspec.structs.replace(entry, labels=())
        rows = found.execute("SELECT * FROM labels WHERE entity IN kept ORDER BY rowid")
        for batch in lookups.batches(rows):
            yield Entry(labels=tuple(Label(*row) for row in batch), documents=0)


def unfound(predicates: Set[str], store: Store) -> Iterator[str]:
    """Which of the predicates that alone were wanted a store has no fact of, in one line."""
    if not predicates:
        return
    there = {str(found) for (found,) in lookups.ask(store, "predicates")}
    if lacking := sorted(predicates - there):
        yield (
            f"of {len(predicates):,} predicates that were to be loaded the graph has no fact of "
            f"{len(lacking):,}: {', '.join(map(terms.compact, lacking))}"
        )


def unknown(excluded: Set[str], seen: Set[str]) -> Iterator[str]:
    """Yield one line that names the excluded predicates which no source has."""
    if lacking := sorted(excluded - seen):
        yield (
            f"of {len(excluded):,} predicates that were to be left out the sources have no "
            f"statement of {len(lacking):,}: {', '.join(map(terms.compact, lacking))}"
        )


def _terms(entry: Entry) -> set[tuple[str]]:
    every = (term for one in entry.triples for term in (one.subject, one.predicate, one.object))
    kept = {term for term in every if not terms.is_literal(term)}
    # The labels of a Wikidata property lie on its predicate.
    return {(term,) for term in kept.union(map(terms.named, kept))}
