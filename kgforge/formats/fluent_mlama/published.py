"""The published ranks: which facts and relations the published tables are of.

A fact's rank is that of the best form of its object. Languages that have the same wordings share a
table, and a table is of the relations that all its languages have, without P264 (``NOWHERE``).
Where all languages of a table are among those that were published together, it is of the relations
that were published, too: ``stats.py`` lists them, and they are what those languages share. Facts
whose translation is cut are left out (``Table.is_short``). A table is the mean over relations of
each relation's share of facts whose rank is 1, or of its facts' mean rank.

Source: ``stats.py`` of the publication: ``make_general_table`` and
``make_general_table_additional_langs``.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge.errors import BenchmarkError
from kgforge.formats import Rank, Ranks
from kgforge.formats.fluent_mlama import layout
from kgforge.formats.fluent_mlama.layout import Data, Row, Table, Wording

NOWHERE: Final = "P264"
"""The relation (record label) that no published table has."""
_SLAVIC: Final = (
    *("P101", "P103", "P108", "P127", "P1376", "P159", "P19", "P20"),
    *("P36", "P364", "P407", "P449", "P463", "P495", "P740"),
)
_OTHERS: Final = ("P103", "P108", "P159", "P19", "P36", "P364", "P407", "P740")
TOGETHER: Final[Mapping[frozenset[str], frozenset[str]]] = {
    frozenset({"ru", "cs", "uk", "hr"}): frozenset(_SLAVIC),
    frozenset({"es", "zh", "vi", "id", "da"}): frozenset(_OTHERS),
}
"""The languages that were published in one table, and its relations."""
_RANKS: Final = "_true_ranks"

_WHOSE: Final = (
    "published ranks: of the best form of the object, among its forms and up to 50 other names, "
    "1 the best; hit@1 is the publication's R@1. No table names its model: the published ones are "
    "of Llama-2-7b-chat"
)

Kind = tuple[str, ...]
"""The generators of the wordings of a table."""


class Shared(Struct, frozen=True):
    """A table of results: languages with the same wordings."""

    kind: Kind
    languages: tuple[str, ...]
    used: frozenset[str]
    """The relations that it is of."""
    left: tuple[str, ...]
    """The others, in their order."""

    @property
    def said(self) -> str:
        """In words."""
        order = sorted(self.used, key=_number)
        others = f"; left out: {', '.join(self.left)}" if self.left else ""
        return (
            f"{', '.join(self.languages)} ({', '.join(self.kind)}): {len(order)} relations that "
            f"every language of the table has, without {NOWHERE}: {', '.join(order)}{others}"
        )


def ranks(path: Path) -> Ranks:
    """The published ranks of a folder, or of one file.

    Raises BenchmarkError where there are none, and with the file for what is damaged.
    """
    data = layout.read(path, layout.FIRST.name + _RANKS)
    kinds = {table.name: tuple(one.generator for one in _ranked(table)) for table in data.tables}
    shared = {language: one for one in _shared(data.tables, kinds) for language in one.languages}
    left = Counter(data.left)
    found: list[Rank] = []
    for table in data.tables:
        if table.relation in shared[table.language].used:
            found += _of_table(data, table, left)
        else:
            left[f"fact of a relation that is in no table ({table.relation})"] += len(table.rows)
    if not found:
        raise BenchmarkError(f"{path}: its languages share no relation: name a folder of one table")
    said = dict.fromkeys(one.said for one in shared.values())
    counted = {why: many for why, many in sorted(left.items()) if many}
    return Ranks(tuple(found), counted, (_WHOSE, *said))


def _ranked(table: Table) -> list[Wording]:
    """The wordings of a table that have ranks."""
    return [one for one in table.wordings if one.name + _RANKS in table.columns]


def _shared(tables: Sequence[Table], kinds: Mapping[str, Kind]) -> Iterator[Shared]:
    """The tables of results. Raises BenchmarkError where a language would be in two."""
    relations: dict[Kind, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for table in tables:
        relations[kinds[table.name]][table.language].add(table.relation)
    seen: set[str] = set()
    for kind, of_languages in relations.items():
        if twice := sorted(seen & of_languages.keys()):
            raise BenchmarkError(
                f"{twice[0]} has files of several sets of wordings: name a folder with one set"
            )
        seen |= of_languages.keys()
        every = set[str]().union(*of_languages.values())
        used = every.intersection(*of_languages.values()) - {NOWHERE}
        for languages, published in TOGETHER.items():
            if languages >= of_languages.keys():
                used &= published
        left = sorted(every - used, key=_number)
        yield Shared(kind, tuple(of_languages), frozenset(used), tuple(left))


def _number(relation: str) -> int:
    return int(relation[1:])


def _of_table(data: Data, table: Table, left: Counter[str]) -> Iterator[Rank]:
    pattern = data.pattern(table.language)
    for row in table.rows:
        if table.is_short(row):
            left[layout.SHORT] += 1
            continue
        id = layout.item_id(pattern, table.relation, row)
        for one in _ranked(table):
            rank = _best(row, one, table.name)
            sentence = row[one.sentence].strip()
            yield Rank(pattern, table.language, table.group, id, one.generator, rank, sentence)


def _best(row: Row, wording: Wording, name: str) -> int:
    """The rank of the best form."""
    cell = row[wording.name + _RANKS]
    try:
        found = ast.literal_eval(cell)
        best = min(found.values())
    except (ValueError, SyntaxError, AttributeError, TypeError, MemoryError, RecursionError):
        best = None
    if not isinstance(best, int) or best < 1:
        raise BenchmarkError(
            f"{name}: {row['sub_uri']} has no ranks of forms in {wording.name}{_RANKS}: {cell!r}"
        )
    return best
