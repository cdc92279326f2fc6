"""The items of a pattern, made from its mined instances and their graph."""

import copy
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import chain, islice
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET

from kgforge import forms
from kgforge.benchmark import items, lures, posing, texts
from kgforge.benchmark.baselines import provable
from kgforge.benchmark.choosing import item_id
from kgforge.benchmark.contexts import Contexts, Lacking
from kgforge.benchmark.folder import joint_hash
from kgforge.benchmark.generators import Generators
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.known import Known, stated
from kgforge.benchmark.refilling import Refill
from kgforge.benchmark.strata import Popularity, Standing
from kgforge.benchmark.tally import Tally
from kgforge.benchmark.wordings import Wordings
from kgforge.mining import Kinds
from kgforge.ontology import Ontology, Vocabulary
from kgforge.schema import (
    Group,
    Instance,
    Item,
    Made,
    Mined,
    Mining,
    Predicate,
    Showing,
    Skip,
    folders,
)
from kgforge.stores import Store

UNTYPED: Final = "untyped"
"""The flag of an ontology no subject or object of whose triples has a known type."""

Train = Mapping[str, Sequence[Item]]
"""The training items of each group."""


class Maker:
    """Makes the items of one pattern after another."""

    def __init__(
        self,
        mined: Path,
        mining: Mining,
        store: Store,
        vocabulary: Vocabulary,
        words: Wordings,
        ontologies: Mapping[str, Ontology],
        options: ItemOptions,
        showing: Showing,
        popularity: Popularity | None = None,
        generators: Generators | None = None,
    ) -> None:
        self.patterns = mining.patterns
        self.ontologies = ontologies
        self.seed = options.seed
        self._mined = mined
        self._mining = mining
        self._store = store
        self._vocabulary = vocabulary
        self._words = words
        self._options = options
        self._showing = showing
        self._popularity = popularity
        self._generators = generators
        self._known: Known | None = None
        self._contexts: Contexts | None = None
        if options.contexts:
            self._contexts = Contexts(store, options.language, options.contexts, options.seed)
        self._lacking: dict[str, Lacking] = {}
        self._refills: dict[str, Refill] = {}
        if popularity:
            of_facts = (one.name for one in mining.patterns if not is_of_texts(one))
            popularity.learn(
                found for name in of_facts for found in folders.read_instances(mined, name)
            )

    def speaking(self, words: Wordings, vocabulary: Vocabulary, options: ItemOptions) -> "Maker":
        """The maker of the same items in other words: without generators and contexts."""
        other = copy.copy(self)
        other._words, other._vocabulary, other._options = words, vocabulary, options
        other._generators = other._contexts = other._known = None
        other._lacking, other._refills = {}, {}
        return other

    def items(self, pattern: Mined, among: Container[str] | None = None) -> Iterator[Item | Skip]:
        """An item for each instance, or a Skip; items of texts have no prompts yet.

        Where there are skips, others take their place that were drawn in reserve. With *among*
        those whose items have these ids, and no others.
        """
        options = msgspec.structs.replace(
            self._options,
            forms=self._forms(pattern),
            answers=pattern.answers,
            options=pattern.options,
            questions=pattern.questions or (),
            query=joint_hash(sorted(pattern.queries.items())),
            kinds=pattern.kinds or {},
            often=self._often(pattern),
        )
        instances = folders.read_instances(self._mined, pattern.name)
        if is_of_texts(pattern):
            kinds = Kinds(self._store, self._mining.mapped, self._vocabulary.type_predicates)
            return texts.build(instances, self._store, options, self._relations(), kinds)
        standing = self._standing(pattern)
        options = msgspec.structs.replace(options, standing=standing)
        drawn = (one for one in instances if one.key not in standing.barred)
        skips = (Skip(why, f"instance {key}") for key, why in standing.barred.items())
        if self._known is None:
            told = options.language, options.seed, options.match
            asked = self._store, self._vocabulary, *told
            steps = frozenset(self._steps())
            self._known = Known(*asked, labels_only=options.labels_only, steps=steps)
        others = self._words, self._generators, self._known

        def build(some: Iterable[Instance]) -> Iterator[Item | Skip]:
            return items.build(some, self._store, self._vocabulary, options, *others)

        reserve = folders.read_reserve(self._mined, pattern.name)
        if among is not None:
            more = (one for one in reserve if item_id(one) in among)
            return chain(skips, build(merge(drawn, sorted(more, key=_place), key=_place)))
        if options.keep_flagged or standing.strata or self._generators:
            return chain(skips, build(drawn))
        refill = self._refills[pattern.name] = Refill(build, reserve)
        return chain(skips, refill.items(drawn))

    def _steps(self) -> Iterator[str]:
        """The predicates that the patterns take for transitive, whatever axioms there are."""
        for pattern in self.patterns:
            for instance in islice(folders.read_instances(self._mined, pattern.name), 1):
                yield from stated(pattern.params.values(), instance)

    def _often(self, pattern: Mined) -> lures.Often:
        """How often objects are right, where something false is said of them."""
        if is_of_texts(pattern) or self._forms(pattern) == (forms.OF_FACTS,):
            return {}
        return lures.counted(folders.read_instances(self._mined, pattern.name))

    def _standing(self, pattern: Mined) -> Standing:
        """How popular what a pattern asks about is, where that was asked for."""
        if self._popularity is None:
            return Standing()
        instances = folders.read_instances(self._mined, pattern.name)
        return self._popularity.standing(pattern.name, instances)

    def placed(self, pattern: Mined, built: Iterable[Item | Skip]) -> Iterable[Item | Skip]:
        """Set what prompts draw by group; an item that nobody could answer becomes a skip."""
        if is_of_texts(pattern):
            return built
        ready = posing.placed(built, self._forms(pattern), self._options.seed)
        if self._contexts is not None:
            self._lacking[pattern.name] = {one: Counter() for one in self._options.contexts}
            ready = self._contexts.given(ready, self._lacking[pattern.name])
        return provable(ready)

    def _forms(self, pattern: Mined) -> tuple[str, ...]:
        """Of which forms a pattern's prompts are."""
        return (pattern.form,) if is_of_texts(pattern) else self._options.forms or (pattern.form,)

    def prompted(self, pattern: Mined, found: Iterable[Item], train: Train) -> Iterable[Item]:
        """The items of texts with their prompts; others have them already, fact by fact."""
        if not is_of_texts(pattern):
            return found
        return forms.of_items(pattern.form).prompted(
            found, train, self.ontologies, self._showing, self._options.language
        )

    def made(self, pattern: Mined, tally: Tally, flags: dict[str, int] | None = None) -> Made:
        """What the manifest says of a pattern; *flags* are counted unless they are given."""
        every = folders.read_groups(self._mined, pattern.name) if flags is None else ()
        of_items = [group for group in every if group.group in tally.groups]
        return Made(
            pattern.name,
            pattern.description,
            pattern.metric,
            pattern.params,
            pattern.queries,
            self._mining.seed,
            skipped=tally.skipped(),
            flags=_flags(pattern, of_items, tally) if flags is None else flags,
            form=self._forms(pattern)[0],
            confidence={one.group: one.confidence for one in of_items if one.confidence is not None}
            or UNSET,
            matches={one.group: one.matches for one in of_items if one.matches is not None}
            or UNSET,
            otherwise=pattern.otherwise,
            contextless={
                context: dict(sorted(found.items()))
                for context, found in self._lacking.get(pattern.name, {}).items()
            }
            or UNSET,
            wordless=dict.fromkeys(self._wordless(pattern), tally.facts) or UNSET,
            unposed=tally.unposed(self._worded(pattern)) or UNSET,
            refilled=self._refilled(pattern) or UNSET,
            unasked=(self._known.names.untold if self._known else "") or UNSET,
            **tally.counts(),
        )

    def _refilled(self, pattern: Mined) -> int:
        """How many items were drawn in the place of others."""
        refill = self._refills.get(pattern.name)
        return refill.count if refill else 0

    def _wordless(self, pattern: Mined) -> Iterable[str]:
        """The forms that ask nothing in the language."""
        options = self._options
        names = () if is_of_texts(pattern) else self._forms(pattern)
        return forms.wordless(names, options.language, further=options.labels_only)

    def _worded(self, pattern: Mined) -> Iterator[str]:
        """The forms that are asked for, and of which there are words in the language."""
        names = () if is_of_texts(pattern) else self._options.forms
        wordless = frozenset(self._wordless(pattern)) if names else frozenset[str]()
        return (name for name in names if name not in wordless)

    def _relations(self) -> dict[str, dict[str, Predicate]]:
        """What each ontology calls the predicates that its properties stand for in the graph."""
        language = self._options.language
        return {
            mapped.ontology: {
                match.iri: Predicate(
                    match.iri, self.ontologies[mapped.ontology].label(match.term, language)
                )
                for match in mapped.properties.matches
            }
            for mapped in self._mining.mapped
        }


def _flags(pattern: Mined, groups: Iterable[Group], tally: Tally) -> dict[str, int]:
    """How many of the groups that gave items carry each flag."""
    found = Counter(flag for group in groups for flag in group.flags)
    if is_of_texts(pattern) and tally.groups > tally.typed:
        found[UNTYPED] = len(tally.groups - tally.typed)
    return dict(sorted(found.items()))


def _place(instance: Instance) -> tuple[str, str]:
    return instance.group, instance.key


def is_of_texts(pattern: Mined) -> bool:
    """Whether its items are texts, whose prompts need all items of their group."""
    return forms.asks_items(pattern.form)
