"""A prompt as a row that stands by itself: flat, of texts and lists of texts."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct

from kgforge.formats import Bench, Lacks
from kgforge.formats._rows import asking
from kgforge.formats._rows.asking import Asked


class Row(Struct, frozen=True, gc=False):
    """A prompt with all that is needed to ask and judge it; a text that does not apply is empty."""

    id: str
    """Of the row: item, role and number of the prompt."""
    item: str
    pattern: str
    group: str
    split: str
    role: str
    """Of the fact within its item."""
    number: int
    """Which of the prompts of that role, as in a run's responses."""
    form: str
    language: str
    slot: str
    """Which end of the fact is asked for: ``object``, ``subject``; ``none``: the answer follows."""
    context: str
    """``none``, or which text stands before the question."""
    generator: str
    """What worded it."""
    prompt: str
    """The question, with ``[MASK]`` where the answer belongs."""
    template: str
    passage: str
    """The text before the question, which ``prompt`` holds, too; of triples the sentence."""
    target: str
    """What was mined at the end that is asked for."""
    target_id: str
    answers: tuple[str, ...]
    """The label of everything that counts as right, the target first."""
    answer_ids: tuple[str, ...]
    aliases: tuple[tuple[str, ...], ...]
    """The further names of each answer."""
    candidates: tuple[str, ...]
    """The target and its distractors, to be ranked."""
    candidate_ids: tuple[str, ...]
    choices: tuple[str, ...]
    """The texts to choose from, in the order of their letters."""
    gold: str
    """What is right to say where no answer is: a letter, a truth value, triples."""
    claimed: str
    """What a statement to be called true or false names."""
    planted: str
    """What a text before the question falsely names."""
    holds: bool | None
    """Whether the fact is true; null: it is implied."""
    subject: str
    subject_id: str
    predicate: str
    predicate_id: str
    kind: str
    """Of the predicate: ``1-1``, ``1-N``, ``N-1``, ``N-M``, or empty."""
    object: str
    object_id: str
    via: tuple[str, ...]
    """Of a chain of facts: the ids of what lies between."""
    computed: str
    """How the answer is computed, where it is."""
    evidence: tuple[str, ...]
    """Sentences that express the fact, …"""
    evidence_sources: tuple[str, ...]
    """… and the document of each."""
    stratum: str
    claimed_id: str
    planted_id: str
    forms: tuple[tuple[str, ...], ...]
    """The label of each answer as sentences inflect it; these stand among its aliases, too."""
    said: str
    """Of a translated sentence: the form of the target that stood where its slot is."""


def rows(bench: Bench, left: Lacks, splits: Sequence[str] = ()) -> Iterator[Row]:
    """A row for each prompt, of some splits or all; *left* gathers what rows do not carry."""
    for item, split in asking.items(bench, splits):
        asking.uncounted(item, left)
        yield from map(row, asking.of(item, split))


def row(asked: Asked) -> Row:
    """A prompt as a row."""
    item, prompt, fact, target = asked.item, asked.prompt, asked.fact, asked.target
    passage = item.text if fact is None else prompt.passage
    return Row(
        id=asked.id,
        item=item.id,
        pattern=item.pattern,
        group=item.group,
        split=asked.split,
        role=asked.role,
        number=asked.number,
        form=prompt.form,
        language=prompt.language,
        slot=prompt.slot,
        context=prompt.context,
        generator=prompt.generator,
        prompt=prompt.text,
        template=prompt.template,
        passage=passage or "",
        target=target.label if target else "",
        target_id=target.id if target else "",
        answers=tuple(one.label for one in asked.answers),
        answer_ids=tuple(one.id for one in asked.answers),
        aliases=tuple(one.aliases for one in asked.answers),
        candidates=asked.called,
        candidate_ids=tuple(one.id for one in asked.candidates),
        choices=prompt.choices,
        gold=prompt.gold,
        claimed=prompt.claimed.label if prompt.claimed else "",
        planted=prompt.planted.label if prompt.planted else "",
        holds=fact.holds if fact else None,
        subject=fact.subject.label if fact else "",
        subject_id=fact.subject.id if fact else "",
        predicate=fact.predicate.label if fact else "",
        predicate_id=fact.predicate.id if fact else "",
        kind=fact.predicate.kind if fact else "",
        object=fact.object.label if fact else "",
        object_id=fact.object.id if fact else "",
        via=tuple(one.id for one in fact.via or ()) if fact else (),
        computed=fact.computed.how if fact and fact.computed is not UNSET else "",
        evidence=tuple(one.text for one in fact.evidence) if fact else (),
        evidence_sources=tuple(one.source for one in fact.evidence) if fact else (),
        stratum=item.provenance.stratum or "",
        claimed_id=prompt.claimed.id if prompt.claimed else "",
        planted_id=prompt.planted.id if prompt.planted else "",
        forms=tuple(one.forms or () for one in asked.answers),
        said=prompt.said or "",
    )
