"""Written triples matched to gold ones by likeness of their ends, beside the exact match.

What matches strictly matches here; of what is left, a written triple is right where a gold triple
of the same relation is left whose subject and object are each near enough to its own, each gold
triple for one of them, the nearest pairs first: near by the cosine of two names' vectors
(``demonstrations.similarity``), whose weights are learnt from all names of the sentence's triples.
Dates and numbers are alike only where they are the same. Of this only precision, recall and F1 are
made; the rest is strict. It forgives other words for the same, and now and then another thing for
the same: it is no substitute for the exact match, and is labelled as what it is.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from kgforge import places
from kgforge.extraction import demonstrations, strict, support
from kgforge.extraction.demonstrations import TFIDF, Similarity
from kgforge.extraction.passage import Figures, Mode, Passage, Scorer
from kgforge.extraction.strict import Judge
from kgforge.ontology import Ontology
from kgforge.schema import TextTriple

THRESHOLD: Final = 0.9


def label(name: str, threshold: float = THRESHOLD) -> str:
    """What scores by likeness say of their matching.

    >>> label("tfidf"), label("all-MiniLM-L6-v2")
    ('alike by tfidf, cosine >= 0.9', 'alike by embeddings of all-MiniLM-L6-v2, cosine >= 0.9')
    """
    by = name if name == TFIDF else f"embeddings of {places.model_name(name)}"
    return f"alike by {by}, cosine >= {threshold:g}"


def mode(name: str, threshold: float = THRESHOLD) -> Mode:
    """The way of matching by a similarity's name. Raises as ``demonstrations.similarity``."""
    similarity = demonstrations.similarity(name)

    def scorer(ontology: Ontology) -> Scorer:
        judge = strict.Judge(ontology)

        def figures(passage: Passage) -> Figures:
            verdict = judge.verdict(passage)
            said = [one.triple for one in verdict.judged if one.gold is None]
            alike = len(pairs(verdict.missed, said, judge, similarity, threshold))
            if not alike:
                return verdict.figures
            right = len(verdict.judged) - len(said) + alike
            precision = right / len(verdict.judged)
            recall = right / (right + len(verdict.missed) - alike)
            f1 = 2 * precision * recall / (precision + recall)
            return msgspec.structs.replace(
                verdict.figures, precision=precision, recall=recall, f1=f1
            )

        return figures

    return scorer


def pairs(
    gold: Sequence[TextTriple],
    said: Sequence[TextTriple],
    judge: Judge,
    similarity: Similarity,
    threshold: float,
) -> list[tuple[int, int]]:
    """The places of gold and written triples that are near enough, each once, the nearest first."""
    asked = [
        (one, other, tuple(judge.ways(triple, known)))
        for one, known in enumerate(gold)
        for other, triple in enumerate(said)
    ]
    if not any(ways for _, _, ways in asked):
        return []
    near = _nearness([*gold, *said], similarity)
    found: list[tuple[int, int]] = []
    for cosine, one, other in sorted(
        (-max(min(near.get(ends, 0.0) for ends in way) for way in ways), one, other)
        for one, other, ways in asked
        if ways
    ):
        free = all(one != taken and other != placed for taken, placed in found)
        if -cosine >= threshold and free:
            found.append((one, other))
    return found


def _nearness(
    triples: Sequence[TextTriple], similarity: Similarity
) -> Mapping[tuple[str, str], float]:
    """The cosine of any two names of some triples."""
    every = (end for triple in triples for end in (triple.subject, triple.object))
    names = [name for name in dict.fromkeys(every) if name.strip("_ ")]
    words = [name.replace("_", " ") for name in names]
    vectors, _ = similarity.vectors(words, words)
    rows = demonstrations.cosines(vectors, vectors).tolist()
    return {
        (one, other): 1.0 if support.same(one, other) else float(cosine)
        for one, row in zip(names, rows, strict=True)
        for other, cosine in zip(names, row, strict=True)
        if support.same(one, other) or not (_is_value(one) or _is_value(other))
    }


def _is_value(name: str) -> bool:
    return not isinstance(support.identity(name), str)
