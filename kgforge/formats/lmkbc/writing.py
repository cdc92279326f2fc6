"""Items as lines of the layout, and what a model answered as predictions.

A line that was read is written as it was. Others have names and ids, as those of 2023 to 2025.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import matching, verdicts
from kgforge.formats import Bench, Carried, Heard, Lacks, Put, counted
from kgforge.formats.lmkbc import layout, wordings
from kgforge.formats.lmkbc.layout import IDS, NAMES, Kept
from kgforge.formats.lmkbc.ways import prompt_of
from kgforge.schema import Accepted, Item, ItemFact, Response

GOLD: Final = "gold.jsonl"
PREDICTED: Final = "predictions.jsonl"
TWINS: Final = "line whose subject and relation are named as another's: evaluators keep the last"
AGAIN: Final = "fact of a subject and predicate that have a line"
_REST: Final = ("prompt of another form or wording", "alias of an object", "evidence sentence")


class Line(Struct, frozen=True):
    """A fact as a line."""

    item: str
    at: int
    """Which of the item's facts."""
    prompt: int
    """Which of its prompts a line of predictions answers."""
    fact: ItemFact
    subject_id: str
    relation: str
    ids: tuple[str, ...]
    """What the answers are called."""

    @property
    def put(self) -> Put:
        """The fact as a question of the layout."""
        message = wordings.message(self.fact.prompts[self.prompt].text)
        id = named(self.fact.subject.label, self.relation)
        return Put(id, self.subject_id, self.item, self.at, self.prompt, message, self.ids)


def named(subject: str, relation: str) -> str:
    """What a line is called: as evaluators find it."""
    return f"{relation}: {subject}"


def questions(items: Iterable[Item], kept: bytes) -> Sequence[Put]:
    """The facts of items that have a line."""
    return [line.put for line in lines(items, layout.decoded(kept), Lacks())]


def lines(items: Iterable[Item], kept: Kept, left: Lacks) -> Iterator[Line]:
    """The lines of items; *left* gathers why a fact has none, and what a line lacks."""
    seen: set[tuple[str, str]] = set()
    for item in items:
        left.add("prompt of a whole text", item.id, count=len(item.prompts))
        row = _row(item, kept)
        for at, fact in enumerate(item.facts):
            prompt = prompt_of(fact.prompts)
            if reason := _refusal(fact, prompt):
                left.add(reason, item.id, fact.role)
                continue
            key = fact.subject.id, fact.predicate.id
            if key in seen:
                left.add(AGAIN, item.id, fact.role)
                continue
            seen.add(key)
            for name, many in zip(_REST, _rest(fact, row), strict=True):
                left.add(name, item.id, fact.role, count=many)
            relation = row.relation if row else layout.relation_of(fact.predicate.id, kept.base)
            id = row.subject_id if row else layout.id_of(fact.subject.id, kept.base)
            ids = tuple(layout.id_of(answer.id, kept.base) for answer in fact.answers)
            yield Line(item.id, at, prompt or 0, fact, id, relation, ids)


def _row(item: Item, kept: Kept) -> layout.Row | None:
    """The line that an item was read from."""
    place = kept.places.get(item.id)
    return None if place is None else layout.row(kept.rows[place], f"lmkbc.json, row {place}")


def _refusal(fact: ItemFact, prompt: int | None) -> str:
    """Why a fact has no line; empty where it has one."""
    if fact.via is not UNSET or fact.computed is not UNSET:
        return "chain of facts" if fact.via is not UNSET else "answer that is computed"
    if fact.holds is not True:
        return "fact that must not hold" if fact.holds is False else "fact that is implied"
    return "fact without a question for its object" if prompt is None else ""


def _rest(fact: ItemFact, row: layout.Row | None) -> tuple[int, int, int]:
    aliases = 0 if row else sum(len(answer.aliases) for answer in fact.answers)
    return len(fact.prompts) - 1, aliases, len(fact.evidence)


def write_items(bench: Bench, out: Path) -> Carried:
    """Write gold, and predictions where there are answers; see ``formats``."""
    known, left = layout.decoded(bench.kept), Lacks()
    found = list(lines(bench.questions(left), known, left))
    rows = [gold(line, known) for line in found]
    written = Counter({"rows": len(rows)})
    written["rows without objects"] = sum(not line.fact.answers for line in found)
    _write(out / GOLD, rows)
    if bench.heard is not None:
        said = list(_predicted(found, bench.heard, left))
        _write(out / PREDICTED, said)
        written["predictions"] = len(said)
    twins = Counter((line.fact.subject.label, line.relation) for line in found)
    remarks = {TWINS: sum(count - 1 for count in twins.values())}
    puts = tuple(line.put for line in found)
    return Carried(counted(written), puts, left.listed(), counted(remarks))


def gold(line: Line, kept: Kept) -> Mapping[str, Any]:
    """A line of gold: that which was read, or one of names and ids."""
    place = kept.places.get(line.item)
    if place is not None:
        return kept.rows[place]
    names = (answer.label for answer in line.fact.answers)
    return _line(line, list(zip(line.ids, names, strict=True)))


def _line(line: Line, objects: Sequence[tuple[str, str]]) -> dict[str, Any]:
    return {
        "SubjectEntityID": line.subject_id,
        "SubjectEntity": line.fact.subject.label,
        IDS: [id for id, _ in objects],
        NAMES: [name for _, name in objects],
        "Relation": line.relation,
    }


def _predicted(found: Iterable[Line], heard: Heard, left: Lacks) -> Iterator[Mapping[str, Any]]:
    """What a model answered, as what evaluators read."""
    for line in found:
        said = heard.get((line.item, line.at, line.prompt))
        if said is None:
            _lack(line, "question that the run was not asked", left)
        elif said.error:
            _lack(line, "question that could not be answered", left)
        elif said.candidates:
            _lack(line, "ranking of candidates, which is no list", left)
        else:
            yield _line(line, [_object(name, line) for name in _names(line.fact, said)])


def _lack(line: Line, reason: str, left: Lacks) -> None:
    left.add(reason, line.item, line.fact.role, line.prompt)


def _names(fact: ItemFact, said: Response) -> Sequence[str]:
    """The objects that an answer names."""
    accepted = [name for one in fact.answers for name in (one.label, *one.aliases)]
    if said.top:
        return verdicts.without_none([top.text for top in said.top])
    return verdicts.read_list(said.text, accepted)


def _object(name: str, line: Line) -> tuple[str, str]:
    """An answer as an object, with its id where it is an accepted one; else the name is its id."""
    known = zip(line.ids, line.fact.answers, strict=True)
    return next(((id, one.label) for id, one in known if _is(name, one)), (name, name))


def _is(name: str, one: Accepted) -> bool:
    return matching.normalised(name) in matching.accepted((one.label, *one.aliases))


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    encode = msgspec.json.Encoder().encode
    with path.open("wb") as stream:
        stream.writelines(encode(row) + b"\n" for row in rows)
