"""A data set as items: a fact in a language, asked in each of its wordings.

The right answer is the object: its forms in the sentences of the fact (``Accepted.forms``) are it
in the narrow sense, its aliases in the wide one. What cannot be used is counted by reason for each
language, and stands nowhere.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from msgspec import UNSET, Struct

from kgforge import matching, mentions
from kgforge.formats import Found
from kgforge.formats.fluent_mlama import layout, pools
from kgforge.formats.fluent_mlama.layout import ERROR, PATTERN, Data, Row, Table, Wording
from kgforge.formats.fluent_mlama.located import Located, is_located
from kgforge.formats.fluent_mlama.pools import Member, Pool
from kgforge.formats.fluent_mlama.ways import STATEMENT
from kgforge.ontology import vocabulary
from kgforge.schema import (
    SLOT,
    Accepted,
    Count,
    Item,
    ItemFact,
    Named,
    Predicate,
    Prompt,
    Provenance,
)

AGAIN: Final = "fact that its table has twice"
ALONE: Final = "fact with one usable wording, of which nothing can be compared"
FOREIGN: Final = "fact whose object has no name in the script of the language"
UNLOCATED: Final = "wording whose object was not found ({}, {})"
ELSEWHERE: Final = "wording whose object is in another script ({})"
ALIAS: Final = "alias in another script than the language's"
ENGLISH: Final = "alias that is the English label"
ERRORS: Final = f"candidate {ERROR}, as published"
OTHERS: Final = "candidate in another script than the language's, as published"
FEW: Final = f"table with fewer than {pools.SIZE} names to draw from, as published"


class _Language(Struct, frozen=True):
    """What the items of a language share."""

    code: str
    pattern: str
    script: str
    left: Counter[str]
    """Gathers what is left out."""


def read_items(path: Path, base: str) -> Found:
    """The data set with candidates of one language alone. Raises as ``layout.read`` does."""
    return _found(layout.read(path), legacy=False)


def read_legacy(path: Path, base: str) -> Found:
    """The data set with candidates as published: their languages are mixed. Raises likewise."""
    return _found(layout.read(path), legacy=True)


def _found(data: Data, *, legacy: bool) -> Found:
    items: list[Item] = []
    of_patterns: dict[str, Mapping[str, int]] = {}
    for code, found in groupby(data.tables, lambda table: table.language):
        tables = list(found)
        language = _Language(code, data.pattern(code), pools.script(tables), Counter())
        for table in tables:
            make = _as_published if legacy else _ours
            items += make(table, language, _unique(table, language.left))
        of_patterns[language.pattern] = dict(sorted(language.left.items()))
    return Found(
        tuple(items),
        data.files,
        data.left,
        languages=data.languages,
        candidates=pools.SIZE + 1,
        of_patterns=of_patterns,
    )


def _unique(table: Table, left: Counter[str]) -> list[Row]:
    """The facts of a table, each once."""
    found: dict[tuple[str, str], Row] = {}
    for row in table.rows:
        key = row["sub_uri"], row["obj_uri"]
        left[AGAIN] += key in found
        found.setdefault(key, row)
    left += Counter()  # without zeros
    return list(found.values())


# ── Ours ────────────────────────────────────────────────────────────────────────────────────────
def _ours(table: Table, language: _Language, rows: Sequence[Row]) -> Iterator[Item]:
    """The facts of a table that have two wordings or more."""
    places = Located(table)
    usable = [(row, found) for row in rows if (found := _usable(table, row, language, places))]
    pool = Pool(table, language.script, places)
    of_subjects: dict[str, list[Accepted]] = defaultdict(list)
    asked = {row["sub_uri"] for row, _ in usable}
    for row in rows:  # what cannot be asked may still be right
        if row["sub_uri"] in asked and not pools.is_foreign(row["obj_label"], language.script):
            of_subjects[row["sub_uri"]].append(_accepted(row, places.forms(table, row), language))
    for row, wordings in usable:
        answers = of_subjects[row["sub_uri"]]
        own = Member(
            row["obj_uri"],
            row["obj_label"],
            {one.name: row[one.object].strip() for one in wordings},
        )
        drawn = pool.drawn(row, wordings, own, answers)
        prompts = (
            _prompt(row, one, language.code, drawn.forms(one), drawn.named) for one in wordings
        )
        guards = tuple(Count(name, count) for name, count in drawn.guards.items())
        yield _item(table, language, row, answers, drawn.named, tuple(prompts), guards)


def _usable(table: Table, row: Row, language: _Language, places: Located) -> list[Wording]:
    """The wordings of a fact that can be asked; none of one that is left out."""
    if pools.is_foreign(row["obj_label"], language.script):
        language.left[FOREIGN] += 1
        return []
    found = []
    for one in table.wordings:
        if not is_located(row, one):
            why = ERROR if ERROR in {row[one.object], row[one.prompt]} else "empty"
            language.left[UNLOCATED.format(one.generator, why)] += 1
        elif pools.is_foreign(row[one.object], language.script):
            language.left[ELSEWHERE.format(one.generator)] += 1
        elif one is layout.WHOLE and table.is_short(row):
            language.left[layout.SHORT.replace("fact", "wording")] += 1
        elif flaw := places.flaw(row, one):
            language.left[flaw] += 1
        elif not _is_whole(row, one):
            language.left[f"wording that does not have its object ({one.generator})"] += 1
        else:
            found.append(one)
    if len(found) < 2:
        language.left[ALONE] += 1
        return []
    return found


def _is_whole(row: Row, wording: Wording) -> bool:
    """Whether a sentence goes on as it is parted, and no mark of ours is in it."""
    sentence = row[wording.sentence]
    return sentence.startswith(row[wording.prompt] + row[wording.object]) and SLOT not in sentence


def _accepted(row: Row, found: Iterable[str], language: _Language) -> Accepted:
    """An object with its forms, and with those aliases that may be of the language."""
    label = row["obj_label"]
    forms = [one for one in found if one != label]
    forms = [one.strip() for one in forms if not pools.is_foreign(one, language.script)]
    known = {matching.same(one) for one in (label, *forms)}
    others = []
    for alias in layout.aliases(row):
        if matching.same(alias) in known:
            continue
        if pools.is_foreign(alias, language.script):
            language.left[ALIAS] += 1
        elif matching.same(alias) == matching.same(row.get("en_obj_label", "")):
            language.left[ENGLISH] += 1
        elif alias != ERROR:
            others.append(alias)
    return _answer(row, forms, others)


def _answer(row: Row, forms: Sequence[str], others: Sequence[str]) -> Accepted:
    aliases = tuple(dict.fromkeys((*forms, *others)))
    inflected = tuple(dict.fromkeys(forms))
    return Accepted(layout.entity(row["obj_uri"]), row["obj_label"], aliases, forms=inflected)


def _prompt(
    row: Row,
    wording: Wording,
    language: str,
    forms: tuple[str, ...] = (),
    named: Sequence[Named] = (),
    *,
    strip: bool = True,
) -> Prompt:
    """A sentence with a slot for its object."""
    before, object = row[wording.prompt], row[wording.object]
    after = row[wording.sentence].removeprefix(before + object)
    text = f"{before.lstrip() if strip else before}{SLOT}{after.rstrip() if strip else after}"
    template = mentions.templated(text, row["sub_label"], "[X]").replace(SLOT, "[Y]")
    are_labels = all(form == one.label for form, one in zip(forms, named, strict=True))
    return Prompt(
        STATEMENT,
        language,
        "object",
        "none",
        wording.generator,
        text,
        template,
        forms=UNSET if are_labels else forms,
    )


# ── As published ────────────────────────────────────────────────────────────────────────────────
def _as_published(table: Table, language: _Language, rows: Iterable[Row]) -> Iterator[Item]:
    """The facts of a table that the published figures are of, with the published candidates."""
    if layout.WHOLE not in table.wordings:
        language.left[f"fact without a translation ({table.relation})"] += len(list(rows))
        return
    pool = pools.every(table)
    language.left[FEW] += len(pool) < pools.SIZE
    asked = {id(row) for row in pools.asked(table)}
    for row in rows:
        if id(row) not in asked:
            language.left["fact whose object was not found in its translation"] += 1
        elif table.is_short(row):
            language.left[layout.SHORT] += 1
        else:
            yield _published(table, language, row, pool)
    for reason in [reason for reason, count in language.left.items() if not count]:
        del language.left[reason]


def _published(table: Table, language: _Language, row: Row, pool: Mapping[str, str]) -> Item:
    own = layout.entity(row["obj_uri"])
    forms = [one for one in pools.forms(table, row) if one != ERROR]
    beside = pools.published(pool, table, row)
    language.left[ERRORS] += ERROR in beside
    language.left[OTHERS] += sum(pools.is_foreign(name, language.script) for name in beside)
    named = [Named(own, one) for one in forms]
    named += [Named(layout.entity(pool[name]), name) for name in beside]
    usable = [one for one in table.wordings if is_located(row, one)]
    for one in table.wordings:
        language.left[UNLOCATED.format(one.generator, ERROR)] += one not in usable
    answer = _accepted(row, forms, language)
    candidates = tuple(sorted(named, key=lambda one: (one.id, one.label)))
    prompts = tuple(_prompt(row, one, language.code, strip=False) for one in usable)
    return _item(table, language, row, [answer], candidates, prompts)


def _item(
    table: Table,
    language: _Language,
    row: Row,
    answers: Iterable[Accepted],
    candidates: tuple[Named, ...],
    prompts: tuple[Prompt, ...],
    guards: tuple[Count, ...] = (),
) -> Item:
    distinct = {one.id: one for one in answers}
    own = distinct.pop(layout.entity(row["obj_uri"]))
    fact = ItemFact(
        PATTERN,
        Named(layout.entity(row["sub_uri"]), row["sub_label"]),
        _predicate(table.relation, language.code),
        Named(own.id, own.label),
        holds=True,
        answers=(own, *distinct.values()),
        candidates=candidates,
        prompts=prompts,
    )
    return Item(
        layout.item_id(language.pattern, table.relation, row),
        language.pattern,
        table.group,
        "test",
        None,
        (fact,),
        (),
        Provenance("", "", 0, guards=guards),
    )


def _predicate(relation: str, language: str) -> Predicate:
    """A relation with the label that ships in a language; where none does, with its id."""
    iri = layout.predicate(relation)
    label = vocabulary.spoken().label(iri, language)
    return Predicate(iri, label) if label else Predicate(iri, relation, by="local name")
