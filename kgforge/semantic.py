"""Written triples matched to gold ones by likeness of meaning, beside the exact match.

A written triple is right where a gold triple of the sentence is near enough to it, each gold triple
for one of them, the nearest pairs first: near by the cosine of their vectors
(``demonstrations.similarity``), of which only precision, recall and F1 are made. It forgives other
words for the same, and now and then another thing for the same: it is no substitute for the exact
match, and is labelled as what it is.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from kgforge import demonstrations, strict
from kgforge.demonstrations import Similarity
from kgforge.extraction import Figures, Mode, Passage, Scorer
from kgforge.ontology import Ontology
from kgforge.schema import TextTriple

THRESHOLD: Final = 0.9


def label(name: str, threshold: float = THRESHOLD) -> str:
    """What scores by likeness say of their matching.

    >>> label("tfidf")
    'alike by tfidf, cosine >= 0.9'
    """
    return f"alike by {name}, cosine >= {threshold:g}"


def mode(name: str, threshold: float = THRESHOLD) -> Mode:
    """The way of matching by a similarity's name. Raises as ``demonstrations.similarity``."""
    similarity = demonstrations.similarity(name)

    def scorer(ontology: Ontology) -> Scorer:
        judge = strict.Judge(ontology)

        def figures(passage: Passage) -> Figures:
            exact = judge.figures(passage)
            gold, said = (
                tuple(dict.fromkeys(each or ())) for each in (passage.gold, passage.system)
            )
            if not gold or not said:
                return exact
            right = len(pairs(gold, said, similarity, threshold))
            precision, recall = right / len(said), right / len(gold)
            f1 = 2 * precision * recall / (precision + recall) if right else 0.0
            return msgspec.structs.replace(exact, precision=precision, recall=recall, f1=f1)

        return figures

    return scorer


def pairs(
    gold: Sequence[TextTriple],
    said: Sequence[TextTriple],
    similarity: Similarity,
    threshold: float,
) -> list[tuple[int, int]]:
    """The places of gold and written triples that are near enough, each once, the nearest first."""
    known, asked = similarity.vectors([*map(_words, gold)], [*map(_words, said)])
    near = sorted(
        (-cosine, one, other)
        for other, row in enumerate(demonstrations.cosines(asked, known).tolist())
        for one, cosine in enumerate(row)
        if cosine >= threshold
    )
    found: list[tuple[int, int]] = []
    for _, one, other in near:
        if all(one != taken and other != placed for taken, placed in found):
            found.append((one, other))
    return found


def _words(triple: TextTriple) -> str:
    relation = triple.relation.replace("_", " ")
    return f"{triple.subject.replace('_', ' ')} {relation} {triple.object.replace('_', ' ')}"
