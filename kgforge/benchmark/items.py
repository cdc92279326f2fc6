"""Instances made ready for a language model: prompts, accepted answers, guarded distractors."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec import UNSET, Struct

from kgforge import graph, magnitudes, matching, paths, terms
from kgforge.benchmark import lures
from kgforge.benchmark.asked import Asked, question_of
from kgforge.benchmark.chains import WIDE, Chains
from kgforge.benchmark.checks import Checks
from kgforge.benchmark.choosing import Choices, Chooser, Options, item_id
from kgforge.benchmark.computed import Speaker
from kgforge.benchmark.distractors import Match
from kgforge.benchmark.ends import (
    denials,
    ends,
    is_chain,
    is_entity,
    is_plain,
    nameless,
    stated,
)
from kgforge.benchmark.generators import Generators
from kgforge.benchmark.guards import CROWDED, Guards
from kgforge.benchmark.known import Known
from kgforge.benchmark.posing import Draft, Poser, Unposed, Worded
from kgforge.benchmark.predicates import Predicates
from kgforge.benchmark.questions import Questions
from kgforge.benchmark.strata import Standing
from kgforge.benchmark.subjects import OfSubjects, Subjects
from kgforge.benchmark.truths import Answers, Truths, followed
from kgforge.benchmark.wordings import Wordings
from kgforge.forms import CHOICES, OF_FACTS, framed
from kgforge.graph import Names
from kgforge.ontology import Vocabulary
from kgforge.schema import (
    Accepted,
    Count,
    Fact,
    Instance,
    Item,
    ItemFact,
    Named,
    Provenance,
    Skip,
    Wanted,
)
from kgforge.stores import Store

EVIDENCE: Final = 10
"""How many sentences are kept for a fact: the first by source and text."""

MORE: Final = "with what follows from the graph there are more"
"""Why an instance is skipped whose count the graph contradicts."""
_BATCH: Final = 5000
"""So many instances at once the graph is asked about."""


class ItemOptions(Struct, frozen=True):
    """How instances become items."""

    forms: tuple[str, ...] = ()
    """Of which forms their prompts are; empty: as patterns have them."""
    choices: int = CHOICES
    """How many distractors a question with choices has."""
    slots: tuple[str, ...] = ("object",)
    """Which ends of a fact are asked for, by forms that can ask for either."""
    answers: Answers = "all"
    """What the pattern's header says counts as right."""
    options: Options = {}
    """Of what candidates are, by role and predicate; other roles may have any object."""
    language: str = "en"
    labels_only: bool = False
    """Whether names are labels in the language alone: what is in IRIs and sentences is none."""
    candidates: int = 100
    """At most so many candidates for a fact, its target among them."""
    match: Match = ""
    """By what else than class distractors resemble their target."""
    seed: int = 0
    query: str = ""
    """SHA-256 of the query text that mined the instances."""
    graph: str = ""
    """Hash of the graph's facts; empty where it is not known."""
    kinds: Mapping[str, str] = {}
    """Of which kind predicates are (``Predicate.kind``)."""
    standing: Standing = Standing()
    """How popular entities and instances are."""
    questions: tuple[Wanted, ...] = ()
    """How facts are asked whose answers are computed."""
    contexts: tuple[str, ...] = ()
    """Which texts stand before questions, besides none."""
    often: lures.Often = {}
    """How often objects are right in the pattern, for forms that say something false."""
    keep_flagged: bool = False
    """Whether items are kept in which checks find a fault."""


def build(
    instances: Iterable[Instance],
    store: Store,
    vocabulary: Vocabulary,
    options: ItemOptions,
    words: Wordings | None = None,
    generators: Generators | None = None,
    known: Known | None = None,
) -> Iterator[Item | Skip]:
    """An item for each instance, in order, or a Skip that says why there is none.

    The graph is asked for many instances at once; the same graph, instances and options give the
    same items, in whatever order the graph was loaded. *words* are by default the vocabulary's.
    *generators* word facts besides. *known* is what was learnt for other patterns.
    """
    words = words or Wordings(vocabulary, options.language)
    if known is None:
        told = options.language, options.seed, options.match
        known = Known(store, vocabulary, *told, labels_only=options.labels_only)
    builder = _Builder(store, vocabulary, options, words, generators, known)
    for batch in graph.batches(instances, _BATCH):
        yield from builder.items(batch)


class _Builder:
    """Turns batches of instances into items."""

    def __init__(
        self,
        store: Store,
        vocabulary: Vocabulary,
        options: ItemOptions,
        words: Wordings,
        generators: Generators | None,
        known: Known,
    ) -> None:
        self._store = store
        self._vocabulary = vocabulary
        self._options = options
        questions = Questions(vocabulary, options.language)
        names = options.forms or (OF_FACTS,)
        frame = framed(options.language, further=options.labels_only)
        asked = options.choices, options.slots, generators, frame
        self._poser = Poser(names, words, questions, *asked)
        self._book, self._closure = known.book, known.closure
        named = store, vocabulary, options.language, options.kinds
        self._predicates = Predicates(*named, labels_only=options.labels_only)
        told = options.questions, options.language, options.seed
        self._speaker = Speaker(*told, self._book, self._poser, options.often)
        subjects = Subjects(
            store, self._book, known.subject_pools, known.entailed, options.candidates
        )
        self._subjects = subjects if "subject" in options.slots else None
        self._truths = Truths(vocabulary, self._book, options.answers)
        drawn = known.pools, self._subjects, self._truths
        self._chooser = Chooser(*drawn, options.options, options.candidates)
        self._entailed = known.entailed
        learnt = known.names, known.types, options.slots, self._predicates.called
        self._checks = Checks.of(vocabulary, self._book, *learnt, keep=options.keep_flagged)

    def items(self, batch: Sequence[Instance]) -> Iterator[Item | Skip]:
        """The items of one batch of instances."""
        built = self._poser.finished(self._drafts(batch))
        for instance, one in zip(batch, built, strict=True):
            yield self._checks.checked(one, instance, by_target=self._by_target)

    @property
    def _by_target(self) -> bool:
        return self._options.answers == "target"

    def _drafts(self, batch: Sequence[Instance]) -> Iterator[Draft | Skip]:
        asked = self._ask(batch)
        against = [self._against(instance, asked) for instance in batch]
        fit = [one for one, why in zip(batch, against, strict=True) if not why]
        choices = self._chooser.choices(fit, asked, self._options.often, self._options.seed)
        for instance, why in zip(batch, against, strict=True):
            if why:
                yield Skip(why, f"instance {instance.key}")
            else:
                yield self._draft(instance, asked, choices)

    def _against(self, instance: Instance, asked: Asked) -> str:
        """Why no item is made of an instance; empty where one is."""
        language = self._options.language
        why = nameless(instance, self._book, self._predicates.known, language)
        why = why or self._checks.against(instance, by_target=self._by_target)
        return why or self._doubt(instance, asked)

    def _ask(self, batch: Sequence[Instance]) -> Asked:
        self._book.trim()
        every = [fact for instance in batch for fact in instance.facts]
        facts = list(chain.from_iterable(map(stated, batch)))
        counted = filter(_is_count, every)
        objects = graph.objects(self._store, map(question_of, chain(facts, counted)))
        false = {
            question: frozenset(found).difference(objects.get(question, ()))
            for question, found in graph.false_objects(self._store, map(question_of, facts)).items()
        }
        answers = {answer for found in objects.values() for answer in found}
        named = {term for instance in batch for term in ends(instance)}
        chains = Chains.ask(self._store, batch, self._truths.by_axiom)
        asked = (fact for fact in chain(every, facts) if not fact.computed or _is_count(fact))
        follows = self._entailed.right(
            question_of(fact) for fact in asked if not chains.is_wide(fact)
        )
        told = (named | answers).union(chains.terms, (fact.object for fact in facts))
        self._book.ask(told.union(*follows.values()))
        self._checks.ask(named)
        drawn = [fact for fact in every if not fact.computed]
        self._chooser.learn(drawn, chain.from_iterable(false.values()))
        self._predicates.learn(hop for fact in every for hop in paths.hops(fact.predicate))
        reversible = {
            (inverse, fact.subject)
            for instance in batch
            for fact in stated(instance)
            if is_entity(fact.subject)
            for inverse in self._truths.inverses(fact, instance)
        }
        holding = (fact for fact in facts if fact.holds is not False)
        held = {(fact.subject, fact.predicate, fact.object) for fact in holding}
        twins = graph.subjects(self._store, reversible)
        further = followed(chain(twins.values(), chains.entailed.values()))
        reaching = answers.union(further, (fact.object for fact in drawn), chains.terms)
        return Asked(
            objects,
            false,
            twins,
            self._closure.reached(reaching),
            graph.degrees(self._store, filter(is_entity, named)),
            graph.evidence(self._store, held),
            self._ask_of_subjects(batch),
            chains,
            follows,
        )

    def _ask_of_subjects(self, batch: Sequence[Instance]) -> OfSubjects:
        """What the graph says of the facts' other ends, where these are asked for."""
        if not self._subjects:
            return OfSubjects()
        reversible = {
            (fact.object, inverse)
            for instance in batch
            for fact in filter(is_plain, instance.facts)
            if is_entity(fact.object)
            for inverse in self._truths.inverses(fact, instance)
        }
        facts = [fact for instance in batch for fact in filter(is_plain, instance.facts)]
        return self._subjects.ask(facts, reversible)

    def _doubt(self, instance: Instance, asked: Asked) -> str:
        """Why an answer of the instance may be other than the graph says; empty when it may not."""
        for fact in instance.facts:
            if asked.chains.is_wide(fact):
                return WIDE
            if fact.holds is True and fact.object not in asked.true(fact):
                return "a fact that should hold is not in the graph"
            if fact.computed and (why := self._speaker.doubt(fact)):
                return why
            if _is_count(fact) and self._are_more(fact, asked):
                return MORE
        false = [fact for fact in instance.facts if fact.holds is False]
        # a *no* beside a fact of the graph answers another question than whether this holds
        false += (fact for fact in denials(instance) if fact.object not in asked.true(fact))
        doubts = (self._doubted(fact, instance, asked) for fact in false)
        return next(filter(None, doubts), "")

    def _are_more(self, fact: Fact, asked: Asked) -> bool:
        """Say whether a count is of all that is stated, and more follows."""
        stated = asked.objects.get(question_of(fact), ())
        follows = asked.follows.get(question_of(fact), frozenset()).union(stated)
        return len(stated) == _number(fact) < len(follows)

    def _doubted(self, fact: Fact, instance: Instance, asked: Asked) -> str:
        true = {*asked.objects.get(question_of(fact), ())}
        if fact.object in true:
            return "the false answer is in the graph"
        verified = fact.object in asked.false.get(question_of(fact), ())
        follows = fact.object in self._truths.entailed(fact, instance, asked)
        if not verified and (follows or magnitudes.may_equal(fact.object, true)):
            return "the false answer follows from the graph"
        true.update(self._truths.true_of_rivals(fact, instance, asked))
        # who answers by names, as models do, could not be right
        alike = _forms(self._book.known([fact.object])) & _forms(self._book.known(true))
        return "the false answer is named like a true one" if alike else ""

    def _draft(self, instance: Instance, asked: Asked, choices: Choices) -> Draft:
        made = [
            self._fact(number, instance, asked, choices) for number in range(len(instance.facts))
        ]
        guards = sum((counted for _, counted in made), Guards())
        entities = sorted(set(filter(is_entity, ends(instance))))
        provenance = Provenance(
            self._options.query,
            self._options.graph,
            self._options.seed,
            degrees=tuple(Count(entity, asked.degrees.get(entity, 0)) for entity in entities),
            guards=guards.record(),
            popularity=self._options.standing.counts(entities),
            stratum=self._options.standing.strata.get(instance.key, UNSET),
        )
        told = item_id(instance), instance.pattern, instance.group, "test", instance.text
        item = Item(*told, (), (), provenance)
        silent = CROWDED if guards.crowded else ""
        return Draft(instance.key, item, tuple(fact for fact, _ in made), silent)

    def _fact(
        self, number: int, instance: Instance, asked: Asked, choices: Choices
    ) -> tuple[ItemFact | Unposed, Guards]:
        fact, place = instance.facts[number], (instance.key, number)
        predicate = self._predicates.record(fact.predicate)
        if fact.computed:
            id = item_id(instance)
            return self._speaker.item_fact(fact, predicate, id, instance.group), Guards()
        choice = choices.objects[place]
        subjects, of_subjects = choices.subjects.get(place, (UNSET, Guards()))
        right = self._truths.accepted(fact, asked)
        stated = {fact.object, *asked.true(fact)}
        named = [answer for answer in right if self._book.get(answer)]
        candidates = sorted((choice.target, *choice.others), key=lambda named: named.id)
        asked_fact = ItemFact(
            fact.role,
            self._named(fact.subject),
            predicate,
            self._named(fact.object),
            fact.holds,
            answers=tuple(self._accepted(one, entailed=one not in stated) for one in named),
            candidates=tuple(candidates),
            prompts=(),
            evidence=asked.evidence.get((fact.subject, fact.predicate, fact.object), ())[:EVIDENCE],
            via=asked.chains.via(instance, fact, self._book),
            subjects=subjects,
        )
        rivals = self._truths.rivals(fact, instance)
        hops = self._predicates.hops(fact.predicate) if is_chain(fact) else ()
        worded = Worded(fact.holds is None and len(instance.facts) > 1, bool(rivals), hops)
        alone = self._truths.alone(fact, rivals)
        unposed = Unposed(asked_fact, worded, choice.tempting, not alone)
        counted = (
            choice.counted
            + of_subjects
            + Guards(
                unlabelled=sum(1 for one in right if one in stated and not self._book.get(one))
            )
        )
        return unposed, counted

    def _named(self, term: str) -> Named:
        names = self._book[term]
        return Named(term, names.label, names.by)

    def _accepted(self, term: str, *, entailed: bool) -> Accepted:
        names = self._book[term]
        return Accepted(term, names.label, names.aliases, names.by, entailed=entailed or UNSET)


def _is_count(fact: Fact) -> bool:
    return bool(fact.computed and fact.computed.how == "count")


def _number(fact: Fact) -> int:
    return int(terms.text_of(fact.object))


def _forms(many: Iterable[Names]) -> frozenset[str]:
    return matching.accepted(name for names in many for name in (names.label, *names.aliases))
