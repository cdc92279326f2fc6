"""The prompt that asks a model for the facts of a sentence by an ontology.

Source: *Text2KGBench*, section 5.2 and Figure 2: an instruction, the ontology in words, examples,
and the sentence. The layout is that of the published DBpedia-WebNLG prompts, which show every fact
of an example, a line each, but for a comma after the last concept and line breaks within sentences.
*legacy* is that of the published Wikidata-TekGen prompts, byte for byte: one fact of an example,
and no space after a comma.

A prompt is added when all items have their split, since its examples are items of train.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

import msgspec
from msgspec import Struct

from kgforge.extraction import demonstrations
from kgforge.extraction.parsing import write
from kgforge.extraction.passage import triples
from kgforge.ontology import Ontology
from kgforge.schema import EXTRACTION, Item, Prompt, Showing, TextTriple

INSTRUCTION: Final = (
    "Given the following ontology and sentences, please extract the triples from the sentence "
    "according to the relations in the ontology. In the output, only include the triples in the "
    "given output format."
)
ZERO_SHOT: Final = "none"


class Demonstration(Struct, frozen=True):
    """A sentence and its facts, shown as an example."""

    text: str
    triples: tuple[TextTriple, ...]


def compose(
    concepts: Sequence[str],
    signatures: Sequence[TextTriple],
    demonstrations: Sequence[Demonstration],
    sentence: str,
    *,
    legacy: bool = False,
) -> str:
    """The whole prompt, up to where the model writes.

    *concepts* are labels; *signatures* the relations with the labels of domain and range as subject
    and object, empty where there is none. *legacy* shows the first fact of an example alone.

    >>> heat = Demonstration("Mann made Heat.", (TextTriple("Heat", "director", "Mann"),))
    >>> signature = TextTriple("film", "director", "")
    >>> text = compose(["film"], [signature], [heat], "Ridley made Alien.")
    >>> print(text[text.index("Ontology Concepts") :])
    Ontology Concepts: film
    Ontology Relations: director(film, )
    <BLANKLINE>
    Example Sentence: Mann made Heat.
    Example Output:
    director(Heat, Mann)
    <BLANKLINE>
    Test Sentence: Ridley made Alien.
    Test Output:
    """
    if legacy:
        return _legacy(concepts, signatures, demonstrations, sentence)
    relations = ", ".join(_signature(each, ", ") for each in signatures)
    return "\n\n".join(
        (
            INSTRUCTION,
            "CONTEXT:",
            f"Ontology Concepts: {', '.join(concepts)}\nOntology Relations: {relations}",
            *map(_example, demonstrations),
            f"Test Sentence: {_one_line(sentence)}\nTest Output:",
        )
    )


def _example(shown: Demonstration) -> str:
    outputs = "\n".join(map(write, shown.triples))
    return f"Example Sentence: {_one_line(shown.text)}\nExample Output:\n{outputs}".rstrip()


def _signature(triple: TextTriple, comma: str) -> str:
    relation = triple.relation.replace(" ", "_")
    return f"{relation}({triple.subject}{comma}{triple.object})"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _legacy(
    concepts: Sequence[str],
    signatures: Sequence[TextTriple],
    demonstrations: Sequence[Demonstration],
    sentence: str,
) -> str:
    relations = ", ".join(_signature(each, ",") for each in signatures)
    examples = "".join(
        f"\n\nExample Sentence: {shown.text}\nExample Output: {output}"
        for shown in demonstrations
        for output in _first(shown)
    )
    return (
        f"\n{INSTRUCTION}\nCONTEXT:\n"
        f"Ontology Concepts: {''.join(f'{label}, ' for label in concepts)[:-1]}\n"
        f"Ontology Relations: {relations}{examples}\n\nTest Sentence: {sentence}\nTest Output: "
    )


def _first(shown: Demonstration) -> Iterator[str]:
    """An example's first fact; one without facts is not shown."""
    return (_signature(triple, ",") for triple in shown.triples[:1])


def prompted(
    items: Iterable[Item],
    train: Mapping[str, Sequence[Item]],
    ontologies: Mapping[str, Ontology],
    showing: Showing,
    language: str,
) -> Iterator[Item]:
    """The items, each with its prompt; those of one group have to stand together.

    *train* and *ontologies* are by group; a group without an ontology is asked for the relations
    of its own items.
    """
    for group, found in groupby(items, attrgetter("group")):
        members, shown = list(found), train.get(group, ())
        words = _words(ontologies.get(group), members)
        near = _nearest(shown, members, showing)
        for item, places in zip(members, near, strict=True):
            examples = [Demonstration(shown[at].text or "", triples(shown[at])) for at in places]
            prompt = Prompt(
                form=EXTRACTION,
                language=language,
                slot="none",
                context=f"demonstrations: {len(examples)}" if examples else ZERO_SHOT,
                generator="instruction",
                text=compose(*words, examples, item.text or "", legacy=showing.legacy),
                template="",
                gold="\n".join(map(write, triples(item))),
            )
            yield msgspec.structs.replace(item, prompts=(prompt,))


def _words(
    ontology: Ontology | None, items: Iterable[Item]
) -> tuple[tuple[str, ...], tuple[TextTriple, ...]]:
    """Labels of concepts, and relations with domain and range; of items where there is no more."""
    if ontology is None:
        labels = {triple.relation for item in items for triple in triples(item)}
        return (), tuple(TextTriple("", label, "") for label in sorted(labels))
    return ontology.concept_labels, tuple(
        TextTriple(_any(ontology, found.domains), ontology.label(iri), _any(ontology, found.ranges))
        for iri, found in ontology.relations.items()
    )


def _any(ontology: Ontology, classes: Iterable[str]) -> str:
    return " or ".join(map(ontology.label, classes))


def _nearest(
    train: Sequence[Item], items: Sequence[Item], showing: Showing
) -> Iterator[tuple[int, ...]]:
    if not train or not showing.demonstrations:
        return (() for _ in items)
    near = demonstrations.nearest(
        [item.text or "" for item in train],
        [item.text or "" for item in items],
        demonstrations.similarity(showing.similarity),
        k=showing.demonstrations,
    )
    return (tuple(one.place for one in found) for found in near)
