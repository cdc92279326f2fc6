"""What the layout calls the prompts of items: which it has a place for, and under which id."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import files
from kgforge.errors import BenchmarkError
from kgforge.formats import Lacks, Put
from kgforge.formats.facteval import layout, wordings
from kgforge.formats.facteval.layout import Kept, Node, RelationInfo
from kgforge.formats.facteval.ways import WAYS
from kgforge.schema import SLOT, Accepted, Item, ItemFact, Prompt

TRUTH: Final = {"true": (layout.TRUE, "correct"), "false": (layout.FALSE, "incorrect")}


WORDING: Final = "further wording of a question"
ELSEWHERE: Final = "question that another item asks, too"


class Line(Struct, frozen=True):
    """A prompt as a line of a file of questions."""

    put: Put
    relation: str
    generator: str
    type: str
    answers: tuple[Node, ...] | str
    choices: tuple[str, ...]
    role: str


class Relations:
    """What the layout says of each predicate: its name, template and kind."""

    def __init__(self, items: Sequence[Item], kept: Kept) -> None:
        self._kept = kept
        self._facts: dict[str, list[ItemFact]] = {}
        self._infos: dict[str, RelationInfo] = {}
        for item in items:
            for fact in item.facts:
                if not _refusal(fact):
                    self._facts.setdefault(fact.predicate.id, []).append(fact)

    def info(self, predicate: str) -> RelationInfo:
        """What is said of a predicate that a fact has."""
        if predicate not in self._infos:
            raw = self.raw(predicate)
            self._infos[predicate] = msgspec.convert(raw, RelationInfo)
        return self._infos[predicate]

    def raw(self, predicate: str) -> dict[str, Any]:
        """The same as a record; what was read is written again."""
        name = layout.relation(predicate, self._kept)
        if known := self._kept.relations.get(predicate):
            return {**known, "relation": name}
        facts = self._facts[predicate]
        templates = (prompt.template for fact in facts for prompt in fact.prompts)
        fitting = (one for one in templates if "[X]" in one and "[Y]" in one)
        first = facts[0].predicate
        made = RelationInfo(
            name,
            next(fitting, f"[X] {first.label} [Y]"),
            first.label,
            first.description,
            first.kind or _kind(facts),
        )
        return {name: getattr(made, name) for name in RelationInfo.__struct_fields__}


def _kind(facts: Sequence[ItemFact]) -> str:
    """The kind of a predicate, by the answers of its facts alone."""
    objects: dict[str, set[str]] = {}
    for fact in facts:
        objects.setdefault(fact.subject.id, set()).update(answer.id for answer in fact.answers)
    many = any(len(found) > 1 for found in objects.values())
    shared = Counter(object for found in objects.values() for object in found)
    subjects = "N" if any(count > 1 for count in shared.values()) else "1"
    return f"{subjects}-{('M' if subjects == 'N' else 'N') if many else '1'}"


def questions(items: Iterable[Item], kept: bytes) -> Sequence[Put]:
    """What the layout calls the prompts of items, those alone that it has a place for."""
    found = tuple(items)
    known = decoded(kept)
    return [line.put for line in lines(found, Relations(found, known), known, Lacks())]


def decoded(kept: bytes) -> Kept:
    """What lies beside items that were read from this layout. Raises BenchmarkError."""
    try:
        found = msgspec.json.decode(kept, type=Kept) if kept else Kept()
        for raw in found.relations.values():
            msgspec.convert(raw, RelationInfo)
    except files.DAMAGED as error:
        raise BenchmarkError(
            f"facteval.json is damaged: {error}: remove it, or get it back"
        ) from error
    return found


def lines(items: Iterable[Item], relations: Relations, kept: Kept, left: Lacks) -> Iterator[Line]:
    """The questions of items; *left* gathers why a prompt or fact is none."""
    seen: dict[tuple[str, str], tuple[str, int]] = {}
    for item in items:
        left.add("prompt of a whole text", item.id, count=len(item.prompts))
        for at, fact in enumerate(item.facts):
            if reason := _refusal(fact):
                left.add(reason, item.id, fact.role)
                continue
            for name, count in _rest(fact):
                left.add(name, item.id, fact.role, count=count)
            own: set[tuple[str, str]] = set()
            for number in range(len(fact.prompts)):
                found = _line(item.id, (at, number), fact, relations, kept)
                if isinstance(found, str):
                    left.add(found, item.id, fact.role, number)
                    continue
                first = seen.setdefault((found.generator, found.put.id), (item.id, at))
                if first != (item.id, at):
                    left.add(ELSEWHERE, item.id, fact.role, number)
                elif (found.generator, found.put.id) in own:
                    left.add(WORDING, item.id, fact.role, number)
                else:
                    own.add((found.generator, found.put.id))
                    yield found


def _rest(fact: ItemFact) -> Iterator[tuple[str, int]]:
    """What a fact that has a place has besides, and how much of it."""
    yield "alias of an answer", sum(len(answer.aliases) for answer in fact.answers)
    yield "candidate to be ranked", max(len(fact.candidates) - 1, 0)
    yield "evidence sentence", len(fact.evidence)


def _refusal(fact: ItemFact) -> str:
    """Why a fact has no place in the layout; empty where it has one."""
    if fact.holds is False:
        return "fact that must not hold"
    if fact.computed is not UNSET:
        return "answer that is computed"
    if fact.via is not UNSET:
        return "chain of facts"
    if not fact.answers:
        return "fact without an object, where none is right"
    return "" if fact.prompts else "fact without a prompt"


def _line(
    item: str, place: tuple[int, int], fact: ItemFact, relations: Relations, kept: Kept
) -> Line | str:
    """A prompt as a question, or why it is none."""
    prompt = fact.prompts[place[1]]
    if prompt.context != "none":
        return f"question with the context {prompt.context}"
    asked = _asked(fact, prompt, kept)
    if isinstance(asked, str):
        return asked
    what, kind, answers = asked
    info = relations.info(fact.predicate.id)
    subject, object = (layout.uri(end.id, kept) for end in (fact.subject, fact.object))
    id = layout.question_id(subject, object, info, what)
    message = WAYS[prompt.form].message(prompt)
    generator = _generator(prompt, message)
    put = Put(id, generator, item, *place, message)
    return Line(put, info.relation, generator, kind, answers, prompt.choices, fact.role)


def _asked(
    fact: ItemFact, prompt: Prompt, kept: Kept
) -> tuple[str, str, tuple[Node, ...] | str] | str:
    """What a prompt asks, of which type it is, and what is right; or why it has no place."""
    way = WAYS.get(prompt.form)
    if way is None:
        return f"question of the form {prompt.form}"
    if prompt.slot == "subject":
        if not way.of_subjects or fact.subjects is UNSET:
            return f"question for the subject of the form {prompt.form}"
        return (layout.SUBJECT, *_named(fact.subjects.answers, kept))
    if way.asks == "truth":
        what, said = TRUTH.get(prompt.gold, ("", ""))
        return (what, layout.BINARY, said) if what else f"statement that is {prompt.gold!r}"
    if way.asks == "choice":
        return layout.CHOOSE, layout.CHOICES, (_node(fact.answers[0], kept),)
    return (layout.OBJECT, *_named(fact.answers, kept))


def _named(answers: Sequence[Accepted], kept: Kept) -> tuple[str, tuple[Node, ...]]:
    kind = layout.SINGLE if len(answers) == 1 else layout.MULTIPLE
    return kind, tuple(_node(one, kept) for one in answers)


def _node(answer: Accepted, kept: Kept) -> Node:
    return Node(layout.uri(answer.id, kept), answer.label)


def _generator(prompt: Prompt, message: str) -> str:
    """Which of its generators the layout says a prompt is of."""
    name = prompt.generator.partition(":")[0]
    for folder, ours in layout.GENERATORS.items():
        if name == ours and folder != layout.TEMPLATE:
            return folder
    asks = WAYS[prompt.form].asks != "truth" and SLOT not in wordings.parted(message)[0]
    return layout.QUESTION if asks else layout.TEMPLATE
