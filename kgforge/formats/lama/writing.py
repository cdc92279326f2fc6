"""Plain facts as lines of LAMA's T-REx; see ``formats.lama``."""

from collections import Counter
from pathlib import Path
from typing import Any, Final

from kgforge.formats import Bench, Carried, Lacks
from kgforge.formats._rows import about, asking, lines, statements
from kgforge.formats._rows.statements import Relation, Stated, short
from kgforge.schema import SLOT, Evidence

RELATIONS: Final = "relations.jsonl"
FACTS: Final = "TREx"
TOKENS: Final = "object of several words: LAMA's program asks for single tokens, and leaves it out"


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the list of relations, and a file of facts for each; see ``formats``."""
    asking.refuse_answers(bench)
    left, remarks, written = Lacks(), Counter[str](), Counter[str]()
    listed = []
    for relation in statements.relations(bench, left):
        listed.append(_relation(relation))
        many = lines.write(
            out / FACTS / f"{relation.code}.jsonl",
            (_line(one, relation, left) for one in relation.facts),
        )
        written.update(relations=1, facts=many)
        remarks[TOKENS] += sum(" " in one.fact.object.label for one in relation.facts)
    if listed:
        lines.write(out / RELATIONS, listed)
        about.write(bench.manifest, out / about.NAME)
    return Carried(dict(written), lacks=left.listed(), remarks=dict(+remarks))


def _relation(relation: Relation) -> dict[str, str]:
    predicate = relation.facts[0].fact.predicate
    return {
        "relation": relation.code,
        "template": relation.templates[0],
        "label": predicate.label,
        "description": predicate.description,
        "type": predicate.kind,
    }


def _line(one: Stated, relation: Relation, left: Lacks) -> dict[str, Any]:
    fact, item = one.fact, one.item
    left.add("further wording", item.id, fact.role, count=len(relation.templates) - 1)
    left.add("further right answer", item.id, fact.role, count=len(fact.answers) - 1)
    aliases = sum(len(answer.aliases) for answer in fact.answers)
    left.add("alias of an answer", item.id, fact.role, count=aliases)
    left.add("candidate", item.id, fact.role, count=len(fact.candidates))
    masked = [found for each in fact.evidence if (found := _masked(one, each))]
    lacking = len(fact.evidence) - len(masked)
    left.add("evidence sentence without the object's label", item.id, fact.role, count=lacking)
    return {
        "uuid": f"{item.id}/{fact.role}",
        "obj_uri": short(fact.object.id),
        "obj_label": fact.object.label,
        "sub_uri": short(fact.subject.id),
        "sub_label": fact.subject.label,
        "predicate_id": relation.code,
        "evidences": masked,
    }


def _masked(one: Stated, evidence: Evidence) -> dict[str, str] | None:
    """A sentence with a mark in the place of the object; None where its label does not stand."""
    label = one.fact.object.label
    before, found, after = evidence.text.partition(label)
    if not found:
        return None
    return {
        "sub_surface": one.fact.subject.label,
        "obj_surface": label,
        "masked_sentence": f"{before}{SLOT}{after}",
    }
