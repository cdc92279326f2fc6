"""``extraction``: the triples of a sentence are to be written, by an ontology.

A prompt is added when all items have their split, since its examples are items of train. What is
written is parsed and scored as ``scoring.written`` does it.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

import msgspec

from kgforge.extraction import (
    ZERO_SHOT,
    Demonstration,
    compose,
    demonstrations,
    parsing,
    published,
    triples,
)
from kgforge.forms import Card, Question
from kgforge.ontology import Ontology
from kgforge.schema import Item, Prompt, Request, Showing, TextTriple

ASKS: Final = "items"
PAGE: Final = ("texts", "output")
CARD: Final = Card(
    asked="""\
a sentence, whose triples a model is to write; the prompt has the concepts and relations of an
ontology""",
    right="""\
Written triples are scored twice (`matching`). `strict` compares names, dates and numbers by what
they mean, and counts a repeated triple once. `legacy` follows the published evaluator of
Text2KGBench, which compares texts letter by letter:

$definitions

Each figure is a mean over sentences, with a 95 % interval of as many independent sentences as
it is worth. So has the mean over ontologies, if there are several.

If no triple is written, precision, recall and F1 of the sentence are 0. `strict` leaves the other
four undefined, and out of the mean. `legacy` gives 1 for ontology conformance and 0 for the three
hallucinations. Without any answer, `legacy` gives 0 for all four.""",
    baselines="""\
For a text, *gold* writes its triples, *random* those of another text of the group, and *frequent*
the group's most frequent triple. All are scored by `strict`.""",
    limits="""\
- A sentence may say more than its triples. What a model writes of that counts as wrong, even if it
  is true: precision is a lower bound.
- An entity without a known type may not fit a domain or range. Its triples are kept, so some may
  break the ontology.
- The source claims that a sentence expresses a triple. It may be wrong.""",
    task="text-generation",
    family="seq2seq",
)

_NAME: Final = __name__.rpartition(".")[2]


def question(prompt: Prompt) -> Question:
    """The whole prompt: what is written goes on from it."""
    return Question(prompt.text, written=True)


def barred(request: Request, method: str) -> str:
    """A text is no candidate that could be ranked."""
    return "" if method == "open" else "not askable: a text is written by the method open alone"


def check_tools() -> None:
    """The published figures need NLTK."""
    published.tools()


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
                form=_NAME,
                language=language,
                slot="none",
                context=f"demonstrations: {len(examples)}" if examples else ZERO_SHOT,
                generator="instruction",
                text=compose(*words, examples, item.text or "", legacy=showing.legacy),
                template="",
                gold="\n".join(map(parsing.write, triples(item))),
            )
            yield msgspec.structs.replace(item, prompts=(prompt,))


def _words(
    ontology: Ontology | None, items: Iterable[Item]
) -> tuple[tuple[str, ...], tuple[TextTriple, ...]]:
    """Return the labels of concepts, and the relations with domain and range.

    Relations stand as the ontology lists them, as in the published prompts: one that is listed
    twice stands there twice. Without an ontology they are those of the items.
    """
    if ontology is None:
        labels = {triple.relation for item in items for triple in triples(item)}
        return (), tuple(TextTriple("", label, "") for label in sorted(labels))
    if ontology.entries:
        return ontology.concept_labels, tuple(
            TextTriple(
                entry.domain.label if entry.domain else "",
                entry.label,
                entry.range.label if entry.range else "",
            )
            for entry in ontology.entries
        )
    return ontology.concept_labels, tuple(
        TextTriple(_any(ontology, found.domains), label, _any(ontology, found.ranges))
        for iri, found in ontology.relations.items()
        if (label := ontology.name_of(iri))
    )


def _any(ontology: Ontology, classes: Iterable[str]) -> str:
    """Name the classes; empty, as the published prompts have it, where only ids are known."""
    return " or ".join(filter(None, map(ontology.name_of, classes)))


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


def baselines(items: Sequence[Item]) -> Mapping[str, Callable[[Item], tuple[TextTriple, ...]]]:
    """``gold`` writes the triples of the text; ``empty`` nothing; ``random`` those of another text
    of the group, drawn evenly; ``frequent`` the triple that stands in most texts of the group.
    """
    counts = Counter(one for item in items for one in triples(item))
    frequent = tuple(sorted(counts, key=lambda one: (-counts[one], one))[:1])
    places = {item.id: place for place, item in enumerate(items)}
    return {
        "gold": triples,
        "empty": lambda item: (),
        "random": lambda item: triples(items[_other(places[item.id], item.id, len(items))]),
        "frequent": lambda item: frequent,
    }


def _other(own: int, id: str, many: int) -> int:
    """Another place where there is one, by the digits of SHA-256 of the item's id."""
    drawn = int.from_bytes(hashlib.sha256(id.encode()).digest()) % max(1, many - 1)
    return (drawn + (drawn >= own)) % many
