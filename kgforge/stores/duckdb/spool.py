"""Entries as files of lines, which DuckDB then reads: a file for each table."""

from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import Final

from kgforge import terms
from kgforge.schema import Entry, Sentence
from kgforge.stores import _quads
from kgforge.stores.duckdb import lines

COLUMNS: Final = {
    "facts": ("line",),
    "labels": ("entity", "language", "kind", "text"),
    "sentences": ("id", "text", "source"),
    "mentions": ("sentence", "s", "p", "o", "starts", "ends", "object_starts", "object_ends"),
    "ontology": ("s", "p", "o"),
    "sources": ("file", "sha256", "licence"),
    "loads": ("command",),
}
"""The columns of each spooled file: terms as N-Triples, texts with its escapes."""

_written = lru_cache(maxsize=1 << 16)(terms.ntriples)


class Spool:
    """Entries as files of lines, a file for each table."""

    def __init__(self, folder: Path) -> None:
        self.paths = {name: folder / f"{name}.lines" for name in COLUMNS}
        self._files = ExitStack()
        self._streams = {
            name: self._files.enter_context(path.open("w", encoding="utf-8", newline="\n"))
            for name, path in self.paths.items()
        }
        self._longest = 0

    def write(self, entry: Entry) -> int:
        """Write an entry down; how many terms took another form for it."""
        changed = 0
        for triple in entry.triples:
            fact, unlike = _quads.fact(triple)
            self._line("facts", f"{fact} .")
            changed += unlike
        for label in entry.labels:
            name = _text(label.language.lower()), label.kind, _text(label.text)
            self._line("labels", _written(label.entity), *name)
        for sentence in entry.sentences:
            self._sentence(sentence)
        for axiom in entry.axioms:
            said = axiom.subject, axiom.predicate, terms.canonical(axiom.object)
            self._line("ontology", *map(_written, said))
        for source in entry.sources:
            self._line("sources", *map(_text, (source.file, source.sha256, source.licence or "")))
        for command in entry.loads:
            self._line("loads", _text(command))
        return changed

    def _sentence(self, sentence: Sentence) -> None:
        name = _written(sentence.id)
        self._line("sentences", name, _text(sentence.text), _text(sentence.source))
        for mention in sentence.mentions:
            fact = mention.fact
            said = fact.subject, fact.predicate, terms.canonical(fact.object)
            offsets = *(mention.subject_span or ("", "")), *(mention.object_span or ("", ""))
            self._line("mentions", name, *map(_written, said), *map(str, offsets))

    def _line(self, name: str, *fields: str) -> None:
        line = lines.DELIMITER.join(fields)
        self._longest = max(self._longest, len(line))
        self._streams[name].write(f"{line}\n")

    def tables(self) -> dict[str, str]:
        """Each file as a table in SQL; nothing can be written any more."""
        self._files.close()
        longest = max(4 * self._longest + 2, lines.LONGEST)
        return {
            name: lines.reading(path, longest, COLUMNS[name]) for name, path in self.paths.items()
        }

    def close(self) -> None:
        """Close the files."""
        self._files.close()


def _text(text: str) -> str:
    return terms.literal(text)[1:-1]
