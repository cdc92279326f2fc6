"""The seven figures as the published evaluator of Text2KGBench computes them, value for value.

Source: Mihindukulasooriya et al. 2023, *Text2KGBench*, §4, and the figures published with it, which
tell the details that the paper leaves open. Sentences are split by NLTK's Punkt, whose English data
is a download: here its algorithm runs without trained parameters, and is told ABBREVIATIONS. It
matters only where a word that a stem shortens stands before a period within the text, and gives
every published value.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

import msgspec

from kgforge import plugins
from kgforge.extraction.passage import Figures, Passage
from kgforge.ontology import Ontology
from kgforge.schema import TextTriple

ABBREVIATIONS: Final = frozenset(
    (
        *("adm", "aug", "ave", "bros", "capt", "co", "col", "corp", "d.c", "dec", "dept", "dr"),
        *("e.g", "etc", "feb", "gen", "gov", "i.e", "inc", "jan", "jr", "lt", "ltd", "maj", "mr"),
        *("mrs", "ms", "mt", "n.y", "no", "nov", "oct", "prof", "rep", "rev", "sen", "sept", "sgt"),
        *("sr", "st", "u.k", "u.n", "u.s", "vs"),
    )
)
"""Words whose period ends no sentence. Of these ``bros``, ``n.y`` and ``u.s`` make a difference to
a published value."""

_SEPARATORS: Final = re.compile(r"[_\s]+")
_FIRST_OF_JANUARY: Final = "01januari"
"""The stem of what stands before the year in gold dates that are known to the year."""


def figures(passage: Passage, ontology: Ontology) -> Figures:
    """The seven figures of one sentence; all 0 where the system has no line for it.

    Raises MissingDriverError, with the install command, where NLTK is absent.
    """
    if passage.system is None:
        return Figures(0, 0, 0, 0, 0, 0, 0)
    conformance = _conformance(passage.system, ontology)
    return Figures(
        *_overlap(passage.gold, passage.system),
        conformance,
        1 - conformance,
        *_hallucination(passage, ontology),
    )


def invents(triple: TextTriple, passage: Passage, ontology: Ontology) -> bool:
    """Whether subject or object of a triple is hallucinated, be it the system's or a gold one."""
    alone = msgspec.structs.replace(passage, system=(triple,))
    return any(_hallucination(alone, ontology))


def _overlap(
    gold: tuple[TextTriple, ...], system: tuple[TextTriple, ...]
) -> tuple[float, float, float]:
    """Precision, recall and F1, over the triples of relations that the gold has."""
    relations = {_underscored(triple.relation) for triple in gold}
    said = {_key(triple) for triple in system if triple.relation in relations}
    wanted = {_key(triple) for triple in gold}
    right = len(said & wanted)
    if not right:
        return 0, 0, 0
    precision, recall = right / len(said), right / len(wanted)
    return precision, recall, 2 * precision * recall / (precision + recall)


def _conformance(system: tuple[TextTriple, ...], ontology: Ontology) -> float:
    """The share of triples whose relation is the ontology's; 1 where there are none."""
    relations = set(map(_underscored, ontology.relation_labels))
    return _share([triple.relation in relations for triple in system], otherwise=1)


def _hallucination(passage: Passage, ontology: Ontology) -> tuple[float, float]:
    """The shares of subjects, and of objects, that neither sentence nor concepts contain.

    Sentence and concepts are joined without a space: the last word and the first concept are one
    word for the tokeniser.
    """
    context = _stemmed(passage.text + " ".join(ontology.concept_labels))
    system = passage.system or ()
    return (
        _share([_entity(triple.subject) not in context for triple in system], otherwise=0),
        _share([_entity(triple.object) not in context for triple in system], otherwise=0),
    )


def _share(hits: list[bool], *, otherwise: float) -> float:
    return sum(hits) / len(hits) if hits else otherwise


def _underscored(relation: str) -> str:
    return relation.replace(" ", "_")


def _key(triple: TextTriple) -> str:
    """What two triples that are the same share; no separator keeps their parts apart."""
    return _SEPARATORS.sub("", triple.subject + triple.relation + triple.object).lower()


def _entity(name: str) -> str:
    return _stemmed(name).replace(_FIRST_OF_JANUARY, "")


@lru_cache(maxsize=1 << 14)
def _stemmed(text: str) -> str:
    sentences, words, stem = tools()
    stems = (stem(word) for sentence in sentences(text) for word in words(sentence))
    return _SEPARATORS.sub("", "".join(stems)).lower()


@cache
def tools() -> tuple[Callable[[str], list[str]], Callable[[str], list[str]], Callable[[str], str]]:
    """A splitter into sentences, one into words, and a stemmer, as ``word_tokenize`` has them.

    Raises MissingDriverError where NLTK is not installed.
    """
    try:
        from nltk.stem import PorterStemmer
        from nltk.tokenize import NLTKWordTokenizer
        from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("legacy scoring", error) from error
    parameters = PunktParameters()
    parameters.abbrev_types = set(ABBREVIATIONS)
    sentences = PunktSentenceTokenizer(parameters).tokenize
    stem = lru_cache(maxsize=1 << 16)(PorterStemmer().stem)
    return sentences, NLTKWordTokenizer().tokenize, stem
