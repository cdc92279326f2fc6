"""What ``guards`` of an item and of its pattern holds, taken apart.

The record has one map of counts, in which five things stand: distractors that a guard removed,
answers that were left out, ends that are not asked for, how the candidates that remain were found,
and, of texts, what is known of the subjects and objects of their facts. Here each is a field.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, Self

from msgspec import Struct

from kgforge.extraction import fiction
from kgforge.schema import Count

TRUE: Final = "true object"
RIVAL: Final = "other target"
SUBJECT: Final = "subject"
ENTAILED: Final = "entailed"
UNNAMED: Final = "no label"
SAME_NAME: Final = "same name"
SAME_LABEL: Final = "same label as another candidate"
REPEATS: Final = "words beside the slot again"
SAME_DATE: Final = "same date as far as known"
SAME_AMOUNT: Final = "same amount in another unit"
GUARDS: Final = (
    *(TRUE, RIVAL, SUBJECT, ENTAILED, UNNAMED, SAME_NAME, SAME_LABEL, REPEATS),
    *(SAME_DATE, SAME_AMOUNT),
)
"""The guards: why a distractor is removed."""

UNLABELLED: Final = "answer without a label"
UNLIKE: Final = "taken with no class in common"
SHORT: Final = "fewer than wanted"
VERIFIED: Final = "verified as false"
CROWDED: Final = "object with more than 1,000 subjects"
TELLING: Final = "prompt whose wording tells an answer"
"""The other names in the record."""


class Guards(Struct, frozen=True):
    """What was counted while an item was made, or all items of a pattern."""

    removed: Mapping[str, int] = {}
    """Each of ``GUARDS`` to how many distractors it removed."""
    unlabelled: int = 0
    """Accepted answers that were left out, since they have no label."""
    unlike: int = 0
    """Distractors that share no class with their target, as far as the graph says."""
    short: int = 0
    """How many distractors are missing, because the graph has no more."""
    ends: Mapping[str, int] = {}
    """What mining counted of the subjects and objects of texts (``type_unknown``)."""
    invented: int = 0
    """Names of an unseen variant that are invented."""
    common: int = 0
    """Names of an unseen variant that are common nouns, and stay."""
    verified: int = 0
    """Candidates of which the graph's source says that they are verified as false."""
    crowded: int = 0
    """Facts that are not asked for their subject, since too many subjects are right."""
    telling: int = 0
    """Prompts that were left out, since their wording tells an answer, and another does not."""

    def __add__(self, other: "Guards") -> "Guards":
        return Guards(
            removed=_sum(self.removed, other.removed),
            unlabelled=self.unlabelled + other.unlabelled,
            unlike=self.unlike + other.unlike,
            short=self.short + other.short,
            ends=_sum(self.ends, other.ends),
            invented=self.invented + other.invented,
            common=self.common + other.common,
            verified=self.verified + other.verified,
            crowded=self.crowded + other.crowded,
            telling=self.telling + other.telling,
        )

    @classmethod
    def of(cls, named: Mapping[str, int]) -> Self:
        """The fields of a record."""
        rest = dict(named)
        return cls(
            removed={name: rest.pop(name) for name in named if name in GUARDS},
            unlabelled=rest.pop(UNLABELLED, 0),
            unlike=rest.pop(UNLIKE, 0),
            short=rest.pop(SHORT, 0),
            verified=rest.pop(VERIFIED, 0),
            crowded=rest.pop(CROWDED, 0),
            telling=rest.pop(TELLING, 0),
            invented=rest.pop(fiction.INVENTED, 0),
            common=rest.pop(fiction.KEPT, 0),
            ends=rest,
        )

    def named(self) -> dict[str, int]:
        """All counts but zeros by the names that they have in the record, in its order."""
        fixed = {
            UNLABELLED: self.unlabelled,
            UNLIKE: self.unlike,
            SHORT: self.short,
            VERIFIED: self.verified,
            CROWDED: self.crowded,
            TELLING: self.telling,
            fiction.INVENTED: self.invented,
            fiction.KEPT: self.common,
        }
        found = {**self.removed, **fixed, **self.ends}
        return {name: count for name, count in sorted(found.items()) if count}

    def record(self) -> tuple[Count, ...]:
        """What an item's provenance says."""
        return tuple(Count(name, count) for name, count in self.named().items())


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> Mapping[str, int]:
    return Counter(one) + Counter(other) if one and other else one or other
