"""Which candidate a model chooses, by the log-probabilities of the first token that it writes."""

import math
import string
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from kgforge.models.openai.replies import Top
from kgforge.schema import Scored

ABSENT: Final = ""
"""The token of a candidate that is not among those that the server tells."""

_AROUND: Final = string.whitespace + string.punctuation + "\u2581\u0120\u010a“”‘’"
"""What may stand around a candidate within a token."""
_LEAST_STEP: Final = 1e-6


def choose(first: Top, candidates: Sequence[str]) -> tuple[Scored, ...]:
    """The candidates with their log-probabilities; none where no candidate is among the tokens.

    The probabilities of a candidate's spellings add up. A candidate that is absent has at most the
    probability of the least likely token that is told, and at most what all these leave: it gets a
    little less.

    >>> [(one.text, one.tokens, one.logprobs) for one in choose(
    ...     ((" A", -0.5), ("The", -2.0), ("B", -3.0)), ("A", "B", "C"))]
    [('A', (' A',), (-0.5,)), ('B', ('B',), (-3.0,)), ('C', ('',), (-3.000001,))]
    """
    found: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for token, value in first:
        if named := _candidate(token, candidates):
            found[named].append((token, value))
    if not found:
        return ()
    bound = _bound([value for _, value in first])
    return tuple(_scored(text, found, bound) for text in candidates)


def _scored(text: str, found: Mapping[str, Sequence[tuple[str, float]]], bound: float) -> Scored:
    if text not in found:
        return Scored(text, (ABSENT,), (bound,))
    spelt = found[text]
    whole = math.fsum(math.exp(value) for _, value in spelt)
    value = math.log(whole) if whole > 0 else max(value for _, value in spelt)
    return Scored(text, (max(spelt, key=lambda pair: pair[1])[0],), (_rounded(min(0.0, value)),))


def _bound(values: Sequence[float]) -> float:
    """What is less likely than every token that is told, and than what they leave."""
    left = 1 - math.fsum(map(math.exp, values))
    least = min(values)
    return _rounded((min(least, math.log(left)) if left > 0 else least) - _LEAST_STEP)


def _rounded(value: float) -> float:
    return round(value, 6) + 0.0


def _candidate(token: str, candidates: Sequence[str]) -> str:
    """The candidate that a token is, or begins; empty for none.

    A letter has to be written as it is, for *a* is a word. Of a word two letters do that begin no
    other candidate.

    >>> [_candidate(token, ("true", "false")) for token in (" True", "fal", "**false", "t", "")]
    ['true', 'false', 'false', '', '']
    >>> [_candidate(token, ("A", "B")) for token in ("(A", "B.", " a", "AB")]
    ['A', 'B', '', '']
    """
    bare = token.strip(_AROUND)
    for text in candidates:
        if bare == text or (len(text) > 1 and bare.casefold() == text.casefold()):
            return text
    begun = [text for text in candidates if text.casefold().startswith(bare.casefold())]
    return begun[0] if len(bare) > 1 and len(begun) == 1 else ""
