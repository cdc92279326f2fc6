"""Facts that one wording alone makes right, of those right in just one of two wordings.

Half where neither is better; McNemar's test asks how likely it is to be so far from half.
"""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="right in this wording alone",
    formula="facts right in this wording and wrong in the other / facts right in just one",
    source=(
        "McNemar 1947, Note on the sampling error of the difference between correlated proportions"
    ),
    better="neither",
    needs=None,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """1/1 where this wording alone is right, 0/1 where the other alone is, 0/0 else."""
    other, this = (fact.hit for fact in outcome.facts)
    yield Part(this and not other, this is not other)
