"""Plain facts as instances of relations; see ``formats.bear``."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge.formats import Bench, Carried, Lacks
from kgforge.formats._rows import about, asking, lines, statements
from kgforge.formats._rows.statements import Relation, Stated, short
from kgforge.schema import SLOT, Named

DATA: Final = "data"
"""The folder to name to lm-pub-quiz, which takes every JSONL file in it for a relation."""
METADATA: Final = "metadata_relations.json"
SEVERAL: Final = "fact of which several answers stand in the answer space"
_SPACE: Final = "candidates of its own: all facts of a relation have the same"
SMALL: Final = "statement with a small first letter: lm-pub-quiz begins it with a capital"
ALIKE: Final = "answer named as another of its relation: neither can be ranked before the other"


class Instance(Struct, frozen=True):
    """A line of a relation."""

    sub_id: str
    sub_label: str
    sub_aliases: tuple[str, ...]
    obj_id: str
    obj_label: str
    answer_idx: int


def write_items(bench: Bench, out: Path) -> Carried:
    """Write a file for each relation, and the metadata of all; see ``formats``."""
    asking.refuse_answers(bench)
    left, remarks, written = Lacks(), Counter[str](), Counter[str]()
    metadata = {}
    for relation in statements.relations(bench, left):
        facts, space = _space(relation, left)
        if len(space) < 2:
            for one in facts:
                left.add("fact of a relation with one answer alone", one.item.id, one.fact.role)
            continue
        metadata[relation.code] = {
            "label": relation.label,
            "templates": relation.templates,
            "answer_space_labels": [one.label for one in space],
            "answer_space_ids": [short(one.id) for one in space],
        }
        instances = _instances(facts, space, left)
        lines.write(out / DATA / f"{relation.code}.jsonl", instances)
        written.update(relations=1, instances=len(instances))
        remarks[SMALL] += sum(_begins_small(one, relation.templates[0]) for one in facts)
        remarks[ALIKE] += len(space) - len({one.label for one in space})
    if metadata:
        _write(out / DATA / METADATA, metadata)
        about.write(bench.manifest, out / about.NAME)
    return Carried(dict(written), lacks=left.listed(), remarks=dict(+remarks))


def _write(path: Path, record: object) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")


def _space(relation: Relation, left: Lacks) -> tuple[list[Stated], list[Named]]:
    """The facts that have one right answer in their answer space, and that space.

    Where all facts have the same candidates it is these, as in a benchmark that was read from such
    a folder; else it is what is right of some fact.
    """
    own = {tuple(each.id for each in one.fact.candidates) for one in relation.facts}
    [ids, *more] = own
    if not more and all(one.fact.object.id in ids for one in relation.facts):
        space = relation.facts[0].fact.candidates
        return _single(relation.facts, space, left), list(space)
    for one in relation.facts:
        left.add(_SPACE, one.item.id, one.fact.role)
    facts = _single(relation.facts, [one.fact.object for one in relation.facts], left)
    return facts, list({one.fact.object.id: one.fact.object for one in facts}.values())


def _single(facts: Sequence[Stated], space: Sequence[Named], left: Lacks) -> list[Stated]:
    """Those facts of whose answers one stands in a space."""
    ids = {one.id for one in space}
    kept = []
    for one in facts:
        if sum(answer.id in ids for answer in one.fact.answers) > 1:
            left.add(SEVERAL, one.item.id, one.fact.role)
        else:
            kept.append(one)
    return kept


def _instances(facts: Sequence[Stated], space: Sequence[Named], left: Lacks) -> list[Instance]:
    places = {one.id: at for at, one in enumerate(space)}
    for one in facts:
        aliases = sum(len(answer.aliases) for answer in one.fact.answers)
        item, role = one.item.id, one.fact.role
        left.add("alias of an answer", item, role, count=aliases)
        left.add("further right answer", item, role, count=len(one.fact.answers) - 1)
        left.add("evidence sentence", item, role, count=len(one.fact.evidence))
    return [
        Instance(
            short(one.fact.subject.id),
            one.fact.subject.label,
            _aliases(one),
            short(one.fact.object.id),
            one.fact.object.label,
            places[one.fact.object.id],
        )
        for one in facts
    ]


def _begins_small(one: Stated, template: str) -> bool:
    """Whether ``probe`` puts a small letter where the program begins a statement with a capital."""
    for prompt in one.fact.prompts:
        if (prompt.template, prompt.language) == (template, one.language):
            called = prompt.forms or tuple(each.label for each in one.fact.candidates)
            begun = called if prompt.text.startswith(SLOT) else (prompt.text,)
            return any(text[:1] != text[:1].upper() for text in begun)
    return False


def _aliases(one: Stated) -> tuple[str, ...]:
    """The subject's further names, where they are known."""
    known = one.fact.subjects.answers if one.fact.subjects else ()
    return next((each.aliases for each in known if each.id == one.fact.subject.id), ())
