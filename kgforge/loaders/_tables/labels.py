"""Tables of labels: the names in their rows, each in its language.

A cell may be a literal in N-Triples form, as the Wikidata Query Service writes them
(``"Ulm"@de``): its text is the name, its tag the language. Quotes without a tag are no part of a
name where most cells of their column are quoted. Elsewhere they are: ``"Heroes"`` is a song.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final

from kgforge import cleaning, terms
from kgforge.loaders import _naming
from kgforge.loaders._naming import Kind, Unasked
from kgforge.loaders._tables import cells, languages
from kgforge.loaders._tables.headers import Names
from kgforge.loaders._tables.rows import Row
from kgforge.schema import Label, ReadOptions, Skip, Triple

_FURTHER: Final = "further cells, of which no header says what they hold (as id label_en label_de)"
_OTHERS: Final = "an alias between commas that is a label: it may be a part of another alias"
_RECENT: Final = 1 << 18
"""So many values are remembered at once."""

Named = Label | Unasked | Skip


class Labels:
    """Reads the rows of a table of labels, of which *sample* are the first."""

    def __init__(self, sample: Sequence[Sequence[str]], names: Names, options: ReadOptions) -> None:
        self._names = names
        self._missing = cells.marks(options)
        self._options = options
        self._labels = (
            frozenset(
                row[place].strip()
                for row in sample
                for place, kind, _ in names.columns
                if kind == "label" and place < len(row)
            )
            if names.joined
            else frozenset()
        )
        """The labels of the first rows, which are no aliases of others."""
        places = [place for place, *_ in names.columns]
        self._read = {names.key, *places}
        keys = (row[names.key] for row in sample if names.key < len(row))
        self._of_wikidata = cells.are_of_wikidata(keys)
        self._quoted = frozenset(one for one in places if _is_quoted(sample, one))

    def read(self, found: Iterator[Row | Skip]) -> Iterator[Named]:
        """The names of the rows that were found, and what is none."""
        for row in found:
            if isinstance(row, Skip):
                yield row
            else:
                yield from self._row(row)

    def _row(self, row: Row) -> Iterator[Named]:
        where, parts = row
        key = self._names.key
        if len(parts) < max(2, key + 1):
            yield Skip("fewer than two columns", where)
            return
        if reason := cells.lack(parts[key].strip(), self._missing):
            yield Skip(reason, where)
            return
        cell = cells.raised(parts[key]) if self._of_wikidata else parts[key].strip()
        entity = terms.named(cells.term(cell, self._options.base))
        if not entity:
            yield Skip("empty cell", where)
            return
        if self._names.guessed and any(
            part.strip() for place, part in enumerate(parts) if place not in self._read
        ):
            yield Skip(_FURTHER, where, usual=True)
        told = self._language(parts)
        said = told or self._options.untagged
        for place, kind, language in self._names.columns:
            text, tag = self._name(parts, place)
            spoken = tag or language or said
            if reason := self._fault(text, kind, spoken):
                yield Skip(reason, where)
            elif text:
                if not (tag or language or told) and _naming.is_foreign(text, spoken):
                    yield Skip(_naming.FOREIGN, where, usual=True)
                if place in self._names.joined and not tag and ", " in text:
                    names = [(kind, alias) for alias in text.split(", ")]
                    yield Skip(cells.LIST, where, usual=True)
                else:
                    names = _parted(kind, text)
                yield from self._named(entity, names, spoken, where)

    def _fault(self, text: str, kind: Kind, language: str) -> str:
        """Return why a text is no name; empty for one that is, and for none."""
        if not text:
            return ""
        if text not in cells.UNKNOWN and (reason := cells.lack(text, self._missing)):
            return reason
        if not terms.is_language(language):
            return "a name without a language tag"
        return cells.fault(text) if kind != "description" else ""

    def _named(
        self, entity: str, names: Sequence[tuple[Kind, str]], language: str, where: str
    ) -> Iterator[Named]:
        """Yield names of an entity, mended where they were damaged."""
        for kind, name in names:
            if kind == "alias" and name in self._labels:
                yield Skip(_OTHERS, where, usual=True)
                continue
            label = Label(entity, kind, cleaning.clean_text(name), language)
            asked = _naming.asked(label, where, self._options)
            if isinstance(asked, Label) and label.text != name:
                change = cleaning.difference(name, label.text)
                yield Skip(cleaning.MENDED, f"{where}: {change}", usual=True)
            yield asked

    def _name(self, parts: Sequence[str], place: int) -> tuple[str, str]:
        """The text of a cell, and its language where the cell says it."""
        text = parts[place].strip() if place < len(parts) else ""
        text = cells.bare(text) if text.startswith("=") else text
        found = cells.spoken(text)
        if found is None:
            return text, ""
        if not (found.language or found.datatype or place in self._quoted):
            return text, ""
        return found.value.strip(), found.language.lower()

    def _language(self, parts: Sequence[str]) -> str:
        """The language that a row says its names are in; empty where it says none."""
        place = self._names.language
        said = parts[place].strip() if place is not None and place < len(parts) else ""
        return "" if said in self._missing else languages.tag(said)


class EndNames:
    """Names of the ends of statements, from columns beside them; each once among many rows."""

    def __init__(self, ends: Sequence[tuple[int, int]], options: ReadOptions) -> None:
        self._ends = ends
        self._options = options
        self._missing = cells.marks(options)
        self._known = Recent()

    def read(self, triple: Triple, row: Sequence[str], where: str) -> Iterator[Named]:
        """Yield the names that a row gives the ends of its statement."""
        parts = (triple.subject, triple.predicate, triple.object)
        for place, end in self._ends:
            cell = row[place].strip() if place < len(row) else ""
            entity = terms.named(parts[end])
            if not cell or cells.is_missing(cell, self._missing) or terms.is_literal(entity):
                continue
            if (entity, cell) in self._known:
                continue
            self._known.add((entity, cell))
            quoted = cells.spoken(cell) or terms.Literal(cell)
            language = (quoted.language or self._options.untagged).lower()
            if reason := cells.fault(quoted.value):
                yield Skip(reason, where)
            elif quoted.value.strip() and terms.is_language(language):
                label = Label(entity, "label", " ".join(quoted.value.split()), language)
                yield _naming.asked(label, where, self._options)


class Recent:
    """The hashes of the last things that were added, which may be long."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def __contains__(self, value: object) -> bool:
        return hash(value) in self._known

    def add(self, value: object) -> None:
        """Add a value, and forget the one that was added first where there are too many."""
        self._known[hash(value)] = None
        if len(self._known) > _RECENT:
            self._known.popitem(last=False)


def _parted(kind: Kind, text: str) -> list[tuple[Kind, str]]:
    """Return the names in a cell: several aliases, or a list whose first one is the label."""
    if kind == "description" or (kind == "label" and not text.startswith("[")):
        return [(kind, text)]
    values = cells.values(text) or [text]
    return [(kind if not place else "alias", name) for place, name in enumerate(values)]


def _is_quoted(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Whether most cells of a column are in quotes."""
    found = [row[place].strip() for row in rows if place < len(row) and row[place].strip()]
    return 2 * sum(cells.spoken(cell) is not None for cell in found) > len(found)
