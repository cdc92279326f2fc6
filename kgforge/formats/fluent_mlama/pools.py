"""Which names stand beside the object of a fact, to be ranked with it.

**As published** (``published``): of the names that a table has in one language for one relation,
the objects' labels, inflected forms and aliases, without those of the fact's own object, the 50
whose SHA-256 is lowest. So the names of the published pools are partly of other languages, one may
be ``ERROR``, and one object may stand there by several names. Source: ``processor.py``,
``_prepare_adversarial_pool`` and ``_prepare_completions``.

**Ours** (``Pool``): other objects of the relation, in a drawn order, each once and, in each wording
of the fact, in the form that it has in that wording; no other true object, not the subject, none
of whose names is one of a right answer or of another, none that says again what stands beside the
slot. All are the same in all wordings of the fact, and all
have the script in which the language is written.
"""

import hashlib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from kgforge import matching
from kgforge.formats import counted
from kgforge.formats.fluent_mlama import layout, located
from kgforge.formats.fluent_mlama.layout import Row, Table, Wording
from kgforge.formats.fluent_mlama.located import Located
from kgforge.schema import Accepted, Named

SIZE: Final = 50
"""So many names stand beside the object at most."""
# As kgforge.benchmark.guards calls them, which lies above.
TRUE: Final = "true object"
SUBJECT: Final = "subject"
SAME_NAME: Final = "same name"
SAME_LABEL: Final = "same label as another candidate"
REPEATS: Final = "words beside the slot again"
SHORT: Final = "fewer than wanted"


# ── As published ────────────────────────────────────────────────────────────────────────────────
def asked(table: Table) -> list[Row]:
    """The facts that were asked: those whose object was found in the translated sentence."""
    whole = layout.WHOLE
    return [
        row
        for row in table.rows
        if row[whole.object] != layout.ERROR and not layout.is_missing(row[whole.prompt])
    ]


def every(table: Table) -> dict[str, str]:
    """The pool of a table: each name, with the object that it is first found with."""
    found: dict[str, str] = {}
    for row in asked(table):
        for name in _names(table, row):
            found.setdefault(name, row["obj_uri"])
    return found


def published(pool: Mapping[str, str], table: Table, row: Row) -> list[str]:
    """The names beside the object of a fact, in the order in which they were chosen."""
    own = set(_names(table, row))
    return sorted((name for name in pool if name not in own), key=_digest)[:SIZE]


def forms(table: Table, row: Row) -> list[str]:
    """The forms of an object as its sentences have them, each once."""
    cells = (row[one.object] for one in table.wordings)
    return list(dict.fromkeys(cell for cell in cells if not layout.is_missing(cell)))


def _names(table: Table, row: Row) -> list[str]:
    return [*forms(table, row), *layout.aliases(row)]


@lru_cache(maxsize=1 << 16)
def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


# ── Ours ────────────────────────────────────────────────────────────────────────────────────────
class Member(Struct, frozen=True):
    """An object, and what it is called."""

    id: str
    label: str
    forms: Mapping[str, str]
    """By the name of the wording."""
    names: frozenset[str] = frozenset()
    """All that it is called anywhere, as names are compared."""


class Drawn(Struct, frozen=True):
    """The candidates of a fact, its own object among them, by id."""

    members: tuple[Member, ...]
    guards: Mapping[str, int]

    @property
    def named(self) -> tuple[Named, ...]:
        """With their labels."""
        return tuple(Named(layout.entity(one.id), one.label) for one in self.members)

    def forms(self, wording: Wording) -> tuple[str, ...]:
        """What they are called in a wording."""
        return tuple(one.forms[wording.name] for one in self.members)


class Pool:
    """The objects of one language and relation."""

    def __init__(self, table: Table, script: str, places: Located) -> None:
        self._members = sorted(_members(table, script, places), key=lambda one: _digest(one.id))
        self._true: dict[str, set[str]] = defaultdict(set)
        for row in table.rows:
            self._true[row["sub_uri"]].add(row["obj_uri"])

    def drawn(
        self, row: Row, wordings: Sequence[Wording], own: Member, answers: Sequence[Accepted]
    ) -> Drawn:
        """The candidates of a fact in some wordings. *answers*: what is right of its subject."""
        true = self._true[row["sub_uri"]]
        banned = {matching.folded(name) for name in (*own.forms.values(), *layout.aliases(row))}
        banned.update(matching.folded(name) for one in answers for name in _called(one))
        chosen, taken, removed = [own], set[str](), Counter[str]()
        places = {one.name: _beside(row, one) for one in wordings}
        for one in self._round(row):
            if len(chosen) > SIZE:
                break
            if one.id == own.id or any(of not in one.forms for of in places):
                continue
            forms = {of: one.forms[of] for of in places}
            keys = {matching.folded(form) for form in forms.values()}
            guard = _guard(one, row, true, banned, keys & taken)
            if not guard and any(located.repeats(forms[of], *places[of]) for of in places):
                guard = REPEATS
            if guard:
                removed[guard] += 1
            else:
                chosen.append(one)
                taken |= keys
        removed[SHORT] += SIZE + 1 - len(chosen)
        return Drawn(tuple(sorted(chosen, key=lambda one: layout.entity(one.id))), counted(removed))

    def _round(self, row: Row) -> Iterator[Member]:
        """All objects in their drawn order, from a place that is drawn for the subject."""
        start = int(_digest(row["sub_uri"]), 16) % max(1, len(self._members))
        yield from self._members[start:]
        yield from self._members[:start]


def _guard(one: Member, row: Row, true: set[str], banned: set[str], taken: set[str]) -> str:
    """Why an object is no distractor by what it is called; empty where it may be one."""
    for guard, is_removed in (
        (TRUE, one.id in true),
        (SUBJECT, one.id == row["sub_uri"]),
        (SAME_NAME, not one.names.isdisjoint(banned)),
        (SAME_LABEL, bool(taken)),
    ):
        if is_removed:
            return guard
    return ""


def _called(one: Accepted) -> Iterator[str]:
    yield from (one.label, *one.aliases)


def _beside(row: Row, wording: Wording) -> tuple[str, str]:
    """What stands before an object, and after it."""
    before = row[wording.prompt]
    return before, row[wording.sentence].removeprefix(before + row[wording.object])


def _members(table: Table, script: str, places: Located) -> Iterator[Member]:
    """Each object in its most frequent form, the first by code point of those alike."""
    found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    labels: dict[str, str] = {}
    for row in table.rows:
        for wording in table.wordings:
            form = row[wording.object].strip()
            if not located.is_located(row, wording) or is_foreign(form, script):
                continue
            if not places.flaw(row, wording):
                found[row["obj_uri"]][wording.name][form] += 1
        labels[row["obj_uri"]] = row["obj_label"]
    for id, of_wordings in sorted(found.items()):
        best = {
            name: min(counts, key=lambda form: (-counts[form], form))
            for name, counts in of_wordings.items()
        }
        every = {labels[id], *(form for counts in of_wordings.values() for form in counts)}
        yield Member(id, labels[id], best, frozenset(map(matching.folded, every)))


# ── Scripts ─────────────────────────────────────────────────────────────────────────────────────
def script(tables: Iterable[Table]) -> str:
    """The script of a language: of most letters of its template sentences before the object."""
    found: Counter[str] = Counter()
    for table in tables:
        for row in table.rows:
            prompt = row[layout.FIRST.prompt].replace(row["sub_label"], "")
            found.update(_script(letter) for letter in prompt if letter.isalpha())
    return min(found, key=lambda name: (-found[name], name), default="")


def is_foreign(name: str, own: str) -> bool:
    """Whether a name has letters, and none of the script of its language."""
    letters = [letter for letter in name if letter.isalpha()]
    return bool(letters) and all(_script(letter) != own for letter in letters)


@lru_cache(maxsize=1 << 14)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]
