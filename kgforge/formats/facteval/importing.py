"""A data set as items: one for each triple that is asked about.

A question for the object of a subject that has several stands on the item of the triple that its
id names, with all objects as answers. True or false and choices are asked of every triple. Where a
data set has no questions, each subject is asked once, by the relation's template.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kgforge import terms
from kgforge.formats import Found, counted
from kgforge.formats._items import LANGUAGE, ROLE, of_fact
from kgforge.formats.facteval import layout, reading, ways, wordings
from kgforge.formats.facteval.frames import Frames, Key, Pointed
from kgforge.formats.facteval.layout import Kept, Node
from kgforge.formats.facteval.reading import Data, Relation
from kgforge.schema import (
    SLOT,
    Accepted,
    Item,
    ItemFact,
    Named,
    Predicate,
    Prompt,
    Side,
)

SLOTS: Final = "cloze with several slots"


class Posed(Struct, frozen=True):
    """A question as a prompt of an item."""

    prompt: Prompt
    answers: tuple[Node, ...] = ()
    """All that is right; empty: all objects of the subject."""
    subjects: tuple[Node, ...] = ()
    """All subjects that are right, where one is asked for."""


def read_items(folder: Path, base: str) -> Found:
    """The data set of a folder. Raises BenchmarkError as ``reading.read_data`` does."""
    data = reading.read_data(folder)
    kept = _kept(data, base)
    made = _Maker(data, kept)
    items = tuple(made.items())
    left = counted(data.left)
    return Found(items, tuple(data.files), left, msgspec.json.encode(kept))


def _kept(data: Data, base: str) -> Kept:
    """What items have no place for."""
    plain = not all(
        layout.is_stable(uri)
        for relation in data.relations.values()
        for uri in (*relation.subjects, *relation.objects)
    )
    told: dict[str, dict[str, str]] = {}
    for one in data.questions:
        said = one.question.lm_input.prompt if one.question.lm_input else None
        of_generator = told.setdefault(one.generator, {})
        if said is not None and of_generator.setdefault(type_of(one.question), said) != said:
            data.left["another instruction than the first of its type"] += 1
    kept = Kept(base, plain)
    relations = {layout.predicate(name, kept): one.raw for name, one in data.relations.items()}
    return msgspec.structs.replace(kept, relations=relations, instructions=told)


def type_of(question: layout.Question) -> str:
    """The type of a question, which the published description leaves out."""
    if question.question_type:
        return question.question_type
    if isinstance(question.answers, str):
        return layout.BINARY
    if question.question_id.endswith(layout.CHOOSE):
        return layout.CHOICES
    return layout.SINGLE if len(question.answers) == 1 else layout.MULTIPLE


class _Maker:
    """Makes the items of a data set."""

    def __init__(self, data: Data, kept: Kept) -> None:
        self._data = data
        self._kept = kept
        self._left = data.left
        self._pointed = list(self._point())
        self._frames = Frames(data.relations, self._pointed)

    def items(self) -> Iterator[Item]:
        """One for each triple that is asked about, relation by relation."""
        posed, told = self._posed(), set[Key]()
        for name, relation in self._data.relations.items():
            for uri, subject in relation.subjects.items():
                for object in subject.objects:
                    if found := posed.get(Key(name, uri, object)):
                        key = Key(name, uri, object)
                        right = _right(key, relation, found)
                        told.update(Key(name, uri, node) for node in right)
                        yield self._item(key, relation, found, right)
                left = sum(Key(name, uri, object) not in told for object in subject.objects)
                self._left["triple without a question"] += left

    def _posed(self) -> dict[Key, list[Posed]]:
        """The questions about each triple."""
        found: dict[Key, list[Posed]] = {}
        pairs = self._of_questions() if self._data.questions else self._of_templates()
        for key, posed in pairs:
            found.setdefault(key, []).append(posed)
        return found

    # ── questions ───────────────────────────────────────────────────────────────────────────────
    def _point(self) -> Iterator[Pointed]:
        for one in self._data.questions:
            key, what = self._key(one.question.question_id)
            if key is None:
                self._left["question about no triple of the data set"] += 1
            else:
                yield Pointed(key, what, one)

    def _key(self, id: str) -> tuple[Key | None, str]:
        """The triple of a question's id, in which the URIs may have colons of their own."""
        ends, name, _, what = id.rsplit(":", 3)
        relation = self._data.relations.get(name)
        subjects = relation.subjects if relation else {}
        parts = ends.split(":")
        for at in range(1, len(parts)):
            subject, object = ":".join(parts[:at]), ":".join(parts[at:])
            if subject in subjects and object in subjects[subject].objects:
                return Key(name, subject, object), what
        return None, what

    def _of_questions(self) -> Iterator[tuple[Key, Posed]]:
        for one in self._pointed:
            self._left["contexts of a question"] += len(one.asked.question.contexts)
            found = self._question(one)
            if isinstance(found, str):
                self._left[found] += 1
            else:
                yield one.key, found

    def _question(self, one: Pointed) -> Posed | str:
        """A question as a prompt, or why it is none."""
        put = _PUT.get(one.what)
        if put is None:
            return f"question of the kind {one.what if one.what in _OTHERS else 'unknown'}"
        found = put(self, one)
        if isinstance(found, str) or layout.has_form(found.prompt.form):
            return found
        return f"question of the form {found.prompt.form}"

    def _asks_object(self, one: Pointed) -> Posed | str:
        answers = _named_answers(one.asked.question, one.key.object)
        if isinstance(answers, str):
            return answers
        if one.asked.generator == layout.QUESTION and SLOT not in one.message:
            text = wordings.asked(one.message)
            return Posed(_prompt(ways.SHORT, one, text), answers)
        if one.message.count(SLOT) != 1:
            return SLOTS if SLOT in one.message else "cloze without a slot"
        template = self._wording(one, self._label(one.key), SLOT)
        return Posed(_prompt(ways.BLANK, one, one.message, template), answers)

    def _asks_subject(self, one: Pointed) -> Posed | str:
        """A cloze for the subject; its object is in the statement."""
        named = _named_answers(one.asked.question, one.key.subject)
        if isinstance(named, str):
            return named
        if one.message.count(SLOT) != 1:
            return SLOTS if SLOT in one.message else "cloze without a slot"
        made = _prompt(
            ways.BLANK, one, one.message, self._wording(one, SLOT, self._object(one.key))
        )
        return Posed(msgspec.structs.replace(made, slot="subject"), subjects=named)

    def _wording(self, one: Pointed, subject: str, object: str) -> str:
        """The relation's template, if the message is it, filled; else nothing."""
        template = self._data.relations[one.key.relation].info.wording
        return template if wordings.filled(template, subject, object) == one.message else ""

    def _is_true(self, one: Pointed) -> Posed | str:
        return self._statement(one, one.key.object, self._object(one.key))

    def _is_false(self, one: Pointed) -> Posed | str:
        found = self._frames.claimed(one)
        return self._statement(one, *found) if found else "false statement whose object is not told"

    def _statement(self, one: Pointed, uri: str, label: str) -> Posed:
        """A statement that claims an object; one that is none of the data set has but a name."""
        gold = "true" if one.asked.question.answers == "correct" else "false"
        made = _prompt(ways.TRUTH, one, wordings.statement(one.message))
        claimed = Named(self._kept.base + terms.encoded(label), label)
        if uri:
            claimed = self._named(uri, label)
        return Posed(msgspec.structs.replace(made, gold=gold, claimed=claimed))

    def _chooses(self, one: Pointed) -> Posed | str:
        head, listed = wordings.parted(one.message)
        objects = self._data.relations[one.key.relation].objects
        # choices are called as the relation calls them, be it otherwise than the triple
        gold = objects[one.key.object]
        found = wordings.choices(listed, objects.values(), gold)
        if not found:
            return "choices without the right one"
        made = _prompt(ways.CHOICE, one, wordings.lettered(head, found))
        letter = wordings.LETTERS[found.index(gold)]
        return Posed(msgspec.structs.replace(made, gold=letter, choices=found))

    # ── without questions ───────────────────────────────────────────────────────────────────────
    def _of_templates(self) -> Iterator[tuple[Key, Posed]]:
        """A cloze for each subject, all objects of which are right."""
        for name, relation in self._data.relations.items():
            template = relation.info.wording
            if not all(template.count(place) == 1 for place in ("[X]", "[Y]")):
                self._left["relation whose template has not each symbol once"] += 1
                continue
            for uri, subject in relation.subjects.items():
                text = wordings.filled(template, subject.label, SLOT)
                if text.count(SLOT) != 1:
                    self._left[SLOTS] += 1
                    continue
                generator = layout.GENERATORS[layout.TEMPLATE]
                prompt = Prompt(ways.BLANK, LANGUAGE, "object", "none", generator, text, template)
                yield Key(name, uri, next(iter(subject.objects))), Posed(prompt)

    # ── items ───────────────────────────────────────────────────────────────────────────────────
    def _item(
        self, key: Key, relation: Relation, posed: Sequence[Posed], right: Mapping[str, str]
    ) -> Item:
        predicate = layout.predicate(key.relation, self._kept)
        subject = self._named(key.subject, self._label(key))
        object = self._named(key.object, right[key.object])
        named = (self._named(uri, label) for uri, label in right.items())
        info = relation.info
        fact = ItemFact(
            ROLE,
            subject,
            Predicate(predicate, info.label or info.relation, info.description, info.type),
            object,
            holds=True,
            answers=tuple(Accepted(one.id, one.label) for one in named),
            candidates=(),
            prompts=tuple(sorted((one.prompt for one in posed), key=_order)),
            subjects=self._side(key.subject, posed),
        )
        return of_fact(fact, object.id)

    def _side(self, subject: str, posed: Iterable[Posed]) -> Side | UnsetType:
        """The subjects that are right, its own first, where one is asked for."""
        nodes = next((one.subjects for one in posed if one.subjects), ())
        first = sorted(nodes, key=lambda node: node.uri != subject)
        right = tuple(Accepted(layout.iri(one.uri, self._kept), one.label) for one in first)
        return Side(right, ()) if right else UNSET

    def _label(self, key: Key) -> str:
        return self._data.relations[key.relation].subjects[key.subject].label

    def _object(self, key: Key) -> str:
        return self._data.relations[key.relation].subjects[key.subject].objects[key.object]

    def _named(self, uri: str, label: str) -> Named:
        return Named(layout.iri(uri, self._kept), label)


def _right(key: Key, relation: Relation, posed: Iterable[Posed]) -> dict[str, str]:
    """The objects that are right, by URI, to their labels: first that of the triple itself."""
    objects = relation.subjects[key.subject].objects
    asked = next((one.answers for one in posed if one.answers), ())
    others = {node.uri: node.label for node in asked} or objects
    return {key.object: others[key.object], **others}


def _named_answers(question: layout.Question, own: str) -> tuple[Node, ...] | str:
    """What is right of a question for names, or why it cannot be asked."""
    answers = question.answers
    if isinstance(answers, str) or not all(node.uri and node.label.strip() for node in answers):
        return "question with an answer without a label"
    if own not in {node.uri for node in answers}:
        return "question whose own subject or object is not among its answers"
    return answers


def _order(prompt: Prompt) -> tuple[int, bool]:
    """By form; what asks for the object first."""
    return list(ways.WAYS).index(prompt.form), prompt.slot == "subject"


def _prompt(form: str, one: Pointed, text: str, template: str = "") -> Prompt:
    generator = layout.GENERATORS[one.asked.generator]
    return Prompt(form, LANGUAGE, "object", "none", generator, text, template)


_PUT: Final[dict[str, Callable[[_Maker, Pointed], Posed | str]]] = {
    layout.OBJECT: _Maker._asks_object,
    layout.SUBJECT: _Maker._asks_subject,
    layout.TRUE: _Maker._is_true,
    layout.FALSE: _Maker._is_false,
    layout.CHOOSE: _Maker._chooses,
}
"""By the last part of a question's id, how it becomes a prompt."""
_OTHERS: Final = (layout.FALSE_SUBJECT,)
