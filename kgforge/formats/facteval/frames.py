"""What a false statement claims: the label that stands in it where the object belongs.

A question does not tell the URI. The statement is held against a *frame*, the same sentence with a
slot, and what fills the slot is looked up among the objects of the relation.
"""

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from kgforge.formats.facteval import layout, wordings
from kgforge.formats.facteval.reading import Asked, Relation
from kgforge.schema import SLOT


class Key(Struct, frozen=True):
    """The triple that a question is about, by the layout's names."""

    relation: str
    subject: str
    object: str


class Pointed(Struct, frozen=True):
    """A question, and the triple that it is about."""

    key: Key
    what: str
    """The last part of its id."""
    asked: Asked

    @property
    def message(self) -> str:
        """What is asked."""
        return self.asked.question.lm_input.message if self.asked.question.lm_input else ""


class Frames:
    """The frames of the questions of a data set."""

    def __init__(self, relations: dict[str, Relation], questions: Iterable[Pointed]) -> None:
        self._relations = relations
        self._frames: dict[tuple[str, Key], str] = {}
        self._uris: dict[str, dict[str, list[str]]] = {}
        for one in questions:
            frame = self._frame(one)
            if SLOT in frame:
                self._frames.setdefault((one.asked.generator, one.key), frame)

    def _frame(self, one: Pointed) -> str:
        if one.what in {layout.OBJECT, layout.CHOOSE}:
            return wordings.parted(one.message)[0]
        if one.what == layout.TRUE:
            label = self._relations[one.key.relation].subjects[one.key.subject]
            return one.message.replace(label.objects[one.key.object], SLOT)
        return ""

    def claimed(self, one: Pointed) -> tuple[str, str] | None:
        """URI and label of what a statement claims; None where that cannot be told.

        The URI is empty where no object of the relation is called so.
        """
        relation = self._relations[one.key.relation]
        subject = relation.subjects[one.key.subject]
        template = wordings.filled(relation.info.wording, subject.label, SLOT)
        for frame in (self._frames.get((one.asked.generator, one.key), ""), template):
            label = _filling(frame, one.message).strip()
            found = self._labelled(one.key.relation).get(label, [""])
            wrong = [uri for uri in found if uri not in subject.objects]
            if label and wrong:
                return wrong[0], label
        return None

    def _labelled(self, name: str) -> dict[str, list[str]]:
        """The objects of a relation by label."""
        if name not in self._uris:
            found: dict[str, list[str]] = defaultdict(list)
            for uri, label in self._relations[name].objects.items():
                found[label].append(uri)
            self._uris[name] = found
        return self._uris[name]


def _filling(frame: str, message: str) -> str:
    """What fills all slots of a frame in a message; empty where the message is not of the frame.

    >>> _filling("In [MASK] and in [MASK].", "In Rome and in Rome.")
    'Rome'
    """
    slots = frame.count(SLOT)
    size, rest = divmod(len(message) - len(frame.replace(SLOT, "")), max(slots, 1))
    start = frame.find(SLOT)
    if not slots or rest or size < 1:
        return ""
    label = message[start : start + size]
    return label if frame.replace(SLOT, label) == message else ""
