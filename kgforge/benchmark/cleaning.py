"""A cleaned version of a published data set, with a list of all that was done to it.

The test sentences are kept: what train shares with test or validation goes from train, what
validation shares with test from validation, be it a sentence, a triple or the twin of one, of
whichever ontology.
What stands again goes: in test a sentence, whose first line takes over the triples of the others,
elsewhere a sentence with the same triples. Mojibake is mended, and a triple listed again is left
out. Ontologies are left as they are, and so is an id that names no concept: nobody can tell which
is meant; so is a test sentence without a triple: it can say nothing of the ontology. Systems'
outputs are no part of it, since they answer ids that are gone.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from kgforge import files, formats, plugins
from kgforge.benchmark import auditing
from kgforge.benchmark.auditing import BEFORE, Keys, Spot, Twins, sentence, triples
from kgforge.extraction import GOLD, Passage, support
from kgforge.matching import same
from kgforge.schema import TextTriple

CHANGES: Final = "changes.jsonl"


class Change(Struct, frozen=True):
    """What was done to one line."""

    file: str
    line: int
    action: Literal["removed", "mended"]
    reason: str
    before: Passage
    after: Passage | None


def clean(address: str, out: Path, *, force: bool = False) -> list[Change]:
    """Write the cleaned version of ``FORMAT:FOLDER`` in its layout, and in it ``changes.jsonl``.

    Raises as ``auditing.audit`` does, and OutputError where *out* cannot be written.
    """
    name, folder = plugins.split(address)
    layout = formats.texts(name)
    data = layout.read(Path(folder))
    changes = changes_to(auditing.spots(data), Twins(data))
    with files.writing_folder(out, force=force) as temporary:
        layout.rewrite(data, temporary, {(each.file, each.line): each.after for each in changes})
        files.write_lines(temporary / CHANGES, changes)
    return changes


def changes_to(spots: Sequence[Spot], twins: Keys) -> list[Change]:
    """What is to be done, in the order of lines."""
    desk = _Desk(spots)
    desk.join_again(GOLD)
    desk.follow("test", GOLD)
    desk.drop_again("test")
    taken = [GOLD]
    for split in reversed(BEFORE):
        desk.drop_again(split)
        desk.drop_shared(split, taken, sentence, sentence, "its sentence")
        desk.drop_shared(split, taken, triples, triples, "a triple")
        desk.drop_shared(split, taken, twins, triples, "the twin of a triple")
        taken.append(split)
    return desk.changes()


class _Desk:
    """Sentences as they are to become, and why."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self._spots = spots
        self._after: dict[str, Passage | None] = {}
        self._why: dict[str, list[str]] = {}
        for spot in spots:
            self._after[spot.where], self._why[spot.where] = spot.passage, []
            self._mend(spot)

    def kept(self, spot: Spot) -> Passage | None:
        """The sentence as it is now; None: it was removed."""
        return self._after[spot.where]

    def remove(self, spot: Spot, reason: str) -> None:
        """Take a sentence away."""
        self._put(spot, None, reason)

    def join_again(self, split: str) -> None:
        """Remove sentences that stand again in a file; the first takes over their triples."""
        first: dict[tuple[str, str], Spot] = {}
        for spot, passage in self._of(split):
            before = first.setdefault((spot.file, same(passage.text)), spot)
            if before is not spot:
                self.remove(spot, f"its sentence stands in line {before.line}")
                self._add(before, passage.gold, f"with the triples of line {spot.line}")

    def follow(self, split: str, other: str) -> None:
        """Remove what is gone from another split: its id was there, and no longer is."""
        was = {spot.passage.id for spot in self._spots if spot.split == other}
        gone = was - {passage.id for _, passage in self._of(other)}
        for spot, passage in self._of(split):
            if passage.id in gone:
                self.remove(spot, f"gone from {other}")

    def drop_again(self, split: str) -> None:
        """Remove what stands again in a file, with the same triples."""
        first: dict[tuple[str, str, frozenset[TextTriple]], Spot] = {}
        for spot, passage in self._of(split):
            key = (spot.file, same(passage.text), frozenset(triples(passage)))
            before = first.setdefault(key, spot)
            if before is not spot:
                self.remove(spot, f"as line {before.line}")

    def drop_shared(
        self, split: str, others: Sequence[str], own: Keys, theirs: Keys, what: str
    ) -> None:
        """Remove what has a key of its own that is one of a sentence of other splits."""
        there: dict[object, Spot] = {}
        for other in others:
            for spot, passage in self._of(other):
                for key in theirs(passage):
                    there.setdefault(key, spot)
        for spot, passage in self._of(split):
            shared = next((there[key] for key in own(passage) if key in there), None)
            if shared is not None:
                self.remove(spot, f"{what} stands in {shared.where}")

    def changes(self) -> list[Change]:
        """What was done, by line."""
        return [
            Change(
                file=spot.file,
                line=spot.line,
                action="mended" if self._after[spot.where] else "removed",
                reason="; ".join(self._why[spot.where]),
                before=spot.passage,
                after=self._after[spot.where],
            )
            for spot in self._spots
            if self._why[spot.where]
        ]

    def _of(self, split: str) -> list[tuple[Spot, Passage]]:
        """The sentences of a split that are still there."""
        found = ((spot, self.kept(spot)) for spot in self._spots if spot.split == split)
        return [(spot, passage) for spot, passage in found if passage is not None]

    def _put(self, spot: Spot, passage: Passage | None, reason: str) -> None:
        self._after[spot.where] = passage
        self._why[spot.where].append(reason)

    def _mend(self, spot: Spot) -> None:
        text, gold = support.mended(spot.passage.text), tuple(map(_mended, spot.passage.gold))
        better = msgspec.structs.replace(spot.passage, text=text, gold=gold)
        if better != spot.passage:
            self._put(spot, better, "mojibake")
        once = _once(gold)
        if once != gold:
            self._put(spot, msgspec.structs.replace(better, gold=once), "a triple listed again")

    def _add(self, spot: Spot, gold: Iterable[TextTriple], reason: str) -> None:
        passage = self.kept(spot)
        if passage is not None and (more := _once((*passage.gold, *gold))) != passage.gold:
            self._put(spot, msgspec.structs.replace(passage, gold=more), reason)


def _mended(triple: TextTriple) -> TextTriple:
    return TextTriple(*map(support.mended, msgspec.structs.astuple(triple)))


def _once(gold: Iterable[TextTriple]) -> tuple[TextTriple, ...]:
    """The triples, each once: the first of those that are the same."""
    first: dict[TextTriple, TextTriple] = {}
    for triple in gold:
        first.setdefault(auditing.alike(triple), triple)
    return tuple(first.values())
