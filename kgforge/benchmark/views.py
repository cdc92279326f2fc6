"""How popular entities are by a file that a user gives, such as one of page views.

A line is an entity and a number, parted by a tab; further columns, empty lines, and lines that
begin with ``#`` say nothing. An entity is an IRI, a CURIE, a Wikidata id, or the title of a page::

    Q42	1032654
    Douglas_Adams	1032654
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

from kgforge import files, terms
from kgforge.errors import BenchmarkError
from kgforge.graph import Book
from kgforge.schema import TemplateFile

_NUMBER: Final = re.compile(r"[0-9]+(?:\.0*)?", re.ASCII)


class Views(Struct, frozen=True):
    """What a file says."""

    file: TemplateFile
    of_iris: Mapping[str, int]
    of_titles: Mapping[str, int]
    """By title, with spaces."""

    def of(self, entities: Iterable[str], book: Book) -> dict[str, int]:
        """The number of each entity that the file has: by its IRI, else by its title.

        A title is that of the entity whose local name it is, else of the one whose label it is; of
        none where several of *entities* are called so.
        """
        wanted = sorted(set(entities))
        found = {one: self.of_iris[one] for one in wanted if one in self.of_iris}
        left = [one for one in wanted if one not in found] if self.of_titles else []
        by_name = _alone((_spaced(unquote(terms.local_name(one))), one) for one in left)
        found |= self._titled(by_name)
        left = [one for one in left if one not in found]
        book.ask(left)
        by_label = _alone((names.label, one) for one in left if (names := book.get(one)))
        taken = by_name.keys() & self.of_titles.keys()
        return found | self._titled({t: one for t, one in by_label.items() if t not in taken})

    def _titled(self, named: Mapping[str, str]) -> dict[str, int]:
        return {one: self.of_titles[title] for title, one in named.items()
                if title in self.of_titles}  # fmt: skip


def _alone(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each name that one entity alone has."""
    found = defaultdict(list)
    for name, entity in pairs:
        found[name].append(entity)
    return {name: entities[0] for name, entities in found.items() if len(entities) == 1}


def read_views(path: Path) -> Views:
    """What a file says, compressed or not; what it says of one entity several times is added up.

    The first line may be a heading. Raises SourceError for a file that cannot be read, and
    BenchmarkError, with file and line, for one that is no list of entities and numbers.
    """
    of_iris: Counter[str] = Counter()
    of_titles: Counter[str] = Counter()
    for entity, number in _lines(path):
        try:
            of_iris[terms.expand(entity)] += number
        except ValueError:
            of_titles[_spaced(entity)] += number
    if not of_iris and not of_titles:
        raise BenchmarkError(
            f"{path} contains no entity: each line is an id (Q42, an IRI) or a title, a tab and a "
            "number"
        )
    return Views(TemplateFile(path.name, files.sha256(path)), of_iris, of_titles)


def _lines(path: Path) -> Iterator[tuple[str, int]]:
    with files.reading_text(path) as stream:
        for place, line in enumerate(stream, 1):
            text = line.removeprefix("\ufeff").rstrip("\r\n")
            if not text.strip() or text.startswith("#"):
                continue
            entity, *more = (cell.strip() for cell in text.split("\t"))
            if entity and more and _NUMBER.fullmatch(more[0]):
                yield entity, int(more[0].partition(".")[0])
            elif place > 1:
                raise BenchmarkError(
                    f"{path}, line {place}: {text!r} is not an entity, a tab and a number"
                )


def _spaced(title: str) -> str:
    return " ".join(title.replace("_", " ").split())
