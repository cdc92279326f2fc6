"""A published data set adopted as a benchmark.

Its layout says what the items are (``formats.ItemReader``): sentences of texts, or facts that are
asked about. Texts are prompted here; facts that come without candidates get some from what else
their predicate has in the data set, by the guards that need no graph. Splits stay as published.
What items have no place for lies beside them, as ``FORMAT.json``.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET

from kgforge import __version__, files, formats, forms, ontology, patterns, plugins
from kgforge.benchmark import splits
from kgforge.benchmark.baselines import with_floors
from kgforge.benchmark.folder import (
    Packed,
    Written,
    name_of,
    write_items,
    write_manifest,
    write_ontology,
)
from kgforge.benchmark.leaks import Watch
from kgforge.benchmark.options import ExportOptions
from kgforge.benchmark.pooling import Pooled
from kgforge.benchmark.tally import Tally
from kgforge.errors import AddressError, BenchmarkError
from kgforge.extraction import demonstrations, unseen
from kgforge.formats import SELECTED, Found, LegacyReader, TextFormat
from kgforge.ontology import Ontology
from kgforge.patterns import Header
from kgforge.schema import (
    FORMAT,
    FORMS,
    Compression,
    GraphId,
    Item,
    Made,
    Manifest,
    Posed,
    ReadOptions,
    Showing,
    Skip,
    Source,
    Split,
)

SEED: Final = 0


def adopt(
    address: str,
    out: Path,
    showing: Showing = Showing(),  # noqa: B008 (frozen)
    *,
    base: str = ReadOptions().base,
    compress: Compression | None = None,
    force: bool = False,
) -> Manifest:
    """Make the benchmark *out* of a data set (``FORMAT:PATH``), whole or not at all.

    Published splits are kept, and leaks between them counted; prompts of texts show what *showing*
    says. ``showing.legacy``: with all that the publication does, where the layout knows that. Names
    without an id are put under *base*; *compress* as in ``ExportOptions``. Raises BenchmarkError
    where the data set cannot be read, nothing of it can be asked, or the baseline gold does not
    score 1; AddressError for a layout that is none, or is not read; OutputError when *out* exists
    (unless *force*).
    """
    options = ExportOptions(compress=compress)
    options.check()
    layout, path = plugins.split(address)
    found = _read(layout, Path(path), base, legacy=showing.legacy)
    if not found.items:
        left = {**found.left, **_apart(found)}
        reasons = ", ".join(f"{reason}: {count:,}" for reason, count in left.items())
        raise BenchmarkError(f"{path}: nothing of it can be asked ({reasons or 'it is empty'})")
    with files.writing_folder(out, force=force) as temporary:
        manifest = _Adopter(layout, found, showing, temporary, options.packed).manifest()
        if found.kept:
            kept = msgspec.json.format(found.kept) + b"\n"
            (temporary / beside(layout)).write_bytes(kept)
        if found.selected:
            listed = "".join(f"{id}\n" for id in found.selected)
            (temporary / SELECTED).write_text(listed, encoding="utf-8")
        write_manifest(temporary, manifest)
    return manifest


def _read(layout: str, path: Path, base: str, *, legacy: bool) -> Found:
    """The data set, as its publication asked it where that is wanted. Raises as ``adopt`` does."""
    reader = formats.reader(layout)
    files.there(path)
    if not legacy or formats.of_texts(layout):
        return reader.read_items(path, base)
    published = formats.legacy_reader(layout)
    if published is None:
        known = ", ".join([*formats.offering(TextFormat), *formats.offering(LegacyReader)])
        raise AddressError(f"{layout} is read in one way alone, --legacy is for {known}")
    return published.read_legacy(path, base)


def beside(layout: str) -> str:
    """The file of what items of a layout have no place for."""
    return f"{layout}.json"


class _Adopter:
    """Writes the items of a data set into a folder, and says what was written."""

    def __init__(
        self, layout: str, found: Found, showing: Showing, folder: Path, packed: Packed
    ) -> None:
        grouped = groupby(found.items, lambda item: item.pattern)
        self._items = {pattern: list(items) for pattern, items in grouped}
        self._layout = layout
        self._found = found
        self._folder = folder
        self._packed = packed
        several = len(self._items) > 1
        self._showing = msgspec.structs.replace(showing, unseen=several)
        self._pooled = Pooled(found.items, found.candidates or ExportOptions().candidates)
        self._is_split = any(item.split != splits.TEST for item in found.items)
        self._watch = Watch(splits.PUBLISHED)
        self._ontologies = tuple(write_ontology(folder, *one) for one in found.ontologies)

    def manifest(self) -> Manifest:
        """Write all items; what is in none is counted with the first pattern.

        So is what a pattern left out of which nothing is left.
        """
        left = Counter(self._found.left)
        left.update(_apart(self._found, self._items))
        made = []
        for pattern in self._items:
            left.update(self._found.of_patterns.get(pattern, {}))
            made.append(self._written(pattern, left))
            left = Counter()
        found, one = self._found, [one for _, one in made]
        are_texts = any(forms.asks_items(each.form) for each in one)
        written = tuple(file for files, _ in made for file in files)
        return Manifest(
            format=FORMS if self._is_newer(one) else FORMAT,
            name=name_of(written),
            kgforge=__version__,
            files=written,
            graph=GraphId(None, None),
            sources=tuple(_sources(found)),
            patterns=tuple(one),
            seed=SEED,
            languages=found.languages if are_texts else self._languages(),
            templates=(),
            candidates=1 if are_texts else self._pooled.wanted,
            split=self._split() if self._is_split or are_texts else UNSET,
            ontologies=self._ontologies if are_texts else UNSET,
            showing=demonstrations.published(self._showing) if are_texts else UNSET,
            converted=self._layout,
        )

    def _languages(self) -> tuple[str, ...]:
        """Those of the data set of which there is an item."""
        found = self._found
        facts = (fact for item in found.items for fact in item.facts)
        there = {prompt.language for fact in facts for prompt in fact.prompts}
        return tuple(one for one in found.languages if one in there)

    def _is_newer(self, made: Iterable[Made]) -> bool:
        """Whether there is what older versions would misread."""
        return bool(self._packed) or self._is_inflected or any(one.forms for one in made)

    @property
    def _is_inflected(self) -> bool:
        """Whether names are inflected, of which older versions know nothing."""
        facts = [fact for item in self._found.items for fact in item.facts]
        are_answers = any(one.forms is not UNSET for fact in facts for one in fact.answers)
        return are_answers or any(one.forms for fact in facts for one in fact.prompts)

    def _written(self, pattern: str, left: Mapping[str, int]) -> Written:
        """Write one pattern's items, a file for each split."""
        shipped = pattern.partition("_")[0]
        header = patterns.read_pattern(shipped).header
        tally = Tally(header.metric, left)
        items = self._items[pattern]
        built = self._watch.watched(tally.items(self._ready(items, header)))
        written = write_items(self._folder, pattern, self._splits, built, self._packed)
        counts = tally.counts()
        made = Made(
            pattern,
            _description(pattern, shipped, header),
            header.metric,
            params={},
            queries={},
            seed=SEED,
            skipped=tally.skipped(),
            form=forms.OF_TEXTS if header.text else _form(counts["forms"] or ()),
            variant_of=shipped if shipped != pattern else "",
            **counts,
        )
        return written, with_floors(made, self._folder)

    def _ready(self, items: Sequence[Item], header: Header) -> Iterator[Item | Skip]:
        """The items with prompts, if they are texts, else with candidates and without flaws."""
        if header.text:
            form = forms.of_items(forms.OF_TEXTS)
            yield from form.prompted(
                items, self._train, self._known, self._showing, self._found.languages[0]
            )
        else:
            for item in items:
                yield from _sound(self._pooled.item(item))

    @cached_property
    def _splits(self) -> tuple[str, ...]:
        """The splits that items are of, and the one for testing; of texts all, as published."""
        there = {item.split for item in self._found.items} | {splits.TEST}
        are_texts = formats.of_texts(self._layout)
        return tuple(one for one in splits.SPLITS if are_texts or one in there)

    @cached_property
    def _train(self) -> dict[str, list[Item]]:
        """The items of train, by group: prompts of texts show some of them."""
        train: dict[str, list[Item]] = {}
        for item in next(iter(self._items.values())):
            if item.split == splits.SPLITS[0]:
                train.setdefault(item.group, []).append(item)
        return train

    @cached_property
    def _known(self) -> Mapping[str, Ontology]:
        return ontology.read_all(self._folder)

    def _split(self) -> Split:
        """How many items of each pattern each split has."""
        counts = {
            pattern: {name: sum(item.split == name for item in items) for name in self._splits}
            for pattern, items in self._items.items()
        }
        nothing = dict.fromkeys(counts, 0)
        return Split(splits.PUBLISHED, _shares(counts), counts, nothing, self._watch.report())


def _description(pattern: str, shipped: str, header: Header) -> str:
    """What a pattern's items are; a variant of a shipped one says how it varies, if it is known."""
    is_unseen = pattern == shipped + unseen.NAME
    return unseen.DESCRIPTION.format(shipped) if is_unseen else header.description


def _form(posed: Sequence[Posed]) -> str:
    """The form that a pattern is said to be of: statements, if there are any, else the first."""
    names = [one.form for one in posed]
    return names[0] if names and forms.OF_FACTS not in names else forms.OF_FACTS


def _sound(item: Item) -> Iterator[Item | Skip]:
    """An item without what its forms find wrong with its questions, which is counted."""
    facts = []
    for fact in item.facts:
        kept = []
        for prompt in fact.prompts:
            if forms.of_facts(prompt.form).flaw(fact, prompt):
                yield Skip(f"flawed question of the form {prompt.form}", item.id)
            else:
                kept.append(prompt)
        facts.append(msgspec.structs.replace(fact, prompts=tuple(kept)))
    if all(fact.prompts for fact in facts):
        yield msgspec.structs.replace(item, facts=tuple(facts))
    else:
        yield Skip("triple whose questions are all flawed", item.id)


def _apart(found: Found, patterns: Container[str] = ()) -> dict[str, int]:
    """What was left out of patterns other than some, by pattern and reason."""
    return {
        f"{pattern}: {reason}": count
        for pattern, counts in found.of_patterns.items()
        if pattern not in patterns
        for reason, count in counts.items()
    }


def _sources(found: Found) -> Iterator[Source]:
    for path in found.files:
        licence = "" if path in found.foreign else found.licence
        yield Source(path.name, files.sha256(path), licence or None)


def _shares(counts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Percent of all items in each split."""
    every = Counter[str]()
    for held in counts.values():
        every.update(held)
    whole = every.total() or 1
    return {name: round(100 * count / whole) for name, count in every.items()}
