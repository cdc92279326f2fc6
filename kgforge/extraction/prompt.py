"""The prompt of an item that is a text: its ontology in words, similar training items, the text.

It is added when all items are dealt to splits, since its demonstrations are items of train.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

import msgspec

from kgforge.extraction import demonstrations, instructions, parsing
from kgforge.extraction.instructions import Demonstration
from kgforge.extraction.passage import triples
from kgforge.ontology import Ontology
from kgforge.schema import EXTRACTION, Item, Prompt, Showing, TextTriple

ZERO_SHOT: Final = "none"


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
                text=instructions.prompt(*words, examples, item.text or "", legacy=showing.legacy),
                template="",
                gold="\n".join(map(parsing.write, triples(item))),
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
