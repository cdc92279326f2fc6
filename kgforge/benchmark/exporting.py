"""The benchmark folder: write it from mined instances, read it, verify it."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kgforge import __version__, files, graph, ontology, patterns, plugins
from kgforge.benchmark import card, items, splits
from kgforge.benchmark import texts as passages
from kgforge.benchmark.distractors import Match
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.synonyms import Synonyms, read_synonyms
from kgforge.benchmark.wordings import Wordings
from kgforge.errors import BenchmarkError, KgforgeError, OntologyError
from kgforge.extraction import TFIDF, prompted, unseen
from kgforge.graph import loading
from kgforge.mining import Kinds
from kgforge.ontology import Ontology, Vocabulary, vocabulary
from kgforge.schema import (
    EXTRACTION,
    FORMAT,
    DataFile,
    Floor,
    GraphId,
    Item,
    Made,
    Manifest,
    Mined,
    Mining,
    Predicate,
    Showing,
    Skip,
    Source,
    Split,
    SynonymFile,
    TemplateFile,
    folders,
)
from kgforge.scoring import fact_floors, text_floors
from kgforge.stores import Store
from kgforge.terms import KGF

if TYPE_CHECKING:
    from kgforge.benchmark.paraphrasing import Paraphraser

Progress = Callable[[str, int], None]
"""Called with the pattern and how many of its instances have been seen."""

ALIGNMENT: Final = "alignment"
"""The pattern whose items are sentences by ontology, as published data sets have them."""

SELECTED: Final = "selected.txt"
"""The file with the ids of items that were verified by hand, where a data set has such a list."""

Written = tuple[tuple[DataFile, ...], Made]
"""A pattern's files, and what they hold."""

_T = TypeVar("_T", bound=Struct)


def export(
    mined: Path,
    out: Path,
    *,
    store: str | None = None,
    templates: Sequence[Path] = (),
    synonyms: Path | None = None,
    paraphraser: str | None = None,
    paraphrases: int = 10,
    language: str = "en",
    candidates: int = 100,
    match: Match = "",
    split: str | None = None,
    demonstrations: int = 1,
    similarity: str = TFIDF,
    legacy: bool = False,
    unseen: bool = False,
    seed: int = 0,
    force: bool = False,
    progress: Progress | None = None,
) -> Manifest:
    """Make the folder *out* from the mined folder and its graph, whole or not at all.

    *store* is the graph's address; by default the one that ``mining.json`` names. Wordings beyond
    the templates come from a file of *synonyms* and from a model, the *paraphraser*, which makes
    so many *paraphrases* of each template, fewer being kept. *match* is by what besides class
    distractors resemble their targets. *split* parts the items (``splits.plan``); without it all
    are for testing. The prompt of a text shows so many *demonstrations*, those items of train that
    are most similar to it (``demonstrations.similarity``), *legacy* in the layout that was first
    published; *unseen* adds to each pattern of texts its test items once more, their facts
    invented. Raises BenchmarkError when the mined folder is
    missing or damaged, when the graph is another one than was mined, or when gold is
    not perfect; OntologyError for a bad file of templates or synonyms; ModelError for a bad
    paraphraser; OutputError when *out* exists (unless *force*) or cannot be written.
    """
    if candidates < 1:
        raise BenchmarkError(f"--candidates {candidates}: at least 1, the target itself")
    if paraphrases < 1:
        raise BenchmarkError(f"--paraphrases {paraphrases}: at least 1 for each template")
    dealer = None if split is None else splits.Dealer(splits.plan(split), seed)
    mining = folders.read_mining(mined)
    _refuse_templateless(templates)
    rules = tuple(sorted(set(_reversed(mined, mining))))
    wording = vocabulary.read(templates).with_inverses(rules)
    alike = read_synonyms(synonyms) if synonyms else Synonyms()
    model = _paraphraser(paraphraser, paraphrases, seed) if paraphraser else None
    words = Wordings(wording, language, alike, model)
    with (
        files.writing_folder(out, force=force) as folder,
        loading.open_graph(store or mining.store) as opened,
    ):
        _refuse_other_graph(opened, mining, mined)
        options = ItemOptions(
            language=language,
            candidates=candidates,
            match=match,
            seed=seed,
            graph=mining.graph.hash or "",
        )
        ontologies = ontology.read_all(mined)
        showing = Showing(demonstrations, similarity, unseen, legacy)
        writer = _Writer(
            mining, mined, opened, wording, words, options, progress, dealer, ontologies, showing
        )
        made = [writer.write(pattern, folder) for pattern in mining.patterns]
        _refuse_empty([pattern for _, pattern in made], mined)
        parted: Split | UnsetType = UNSET
        if dealer:
            made, parted = writer.part(folder, dealer, made, unseen=unseen)
        elif unseen:
            made += writer.unseen(folder, made, (splits.TEST,))
        made = [(found, _measured(one, folder)) for found, one in made]
        written = tuple(file for found, _ in made for file in found)
        manifest = Manifest(
            FORMAT,
            _name(written),
            __version__,
            written,
            mining.graph,
            graph.sources(opened),
            tuple(pattern for _, pattern in made),
            seed,
            (language,),
            tuple(dict.fromkeys((*_files(wording), *mining.ontologies))),
            candidates,
            mining.given,
            parted,
            rules,
            match or UNSET,
            _synonyms(alike, words),
            model.write(folder, words) if model else UNSET,
            _copied(mined, folder) or UNSET,
            showing if any(pattern.form == EXTRACTION for pattern in mining.patterns) else UNSET,
        )
        files.write_json(folder / "manifest.json", manifest)
        (folder / "README.md").write_text(card.card(manifest), encoding="utf-8")
    return manifest


def _paraphraser(name: str, candidates: int, seed: int) -> "Paraphraser":
    try:
        from kgforge.benchmark.paraphrasing import Paraphraser
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("a paraphraser", error) from error
    return Paraphraser(name, candidates, seed)


def _copied(mined: Path, folder: Path) -> tuple[DataFile, ...]:
    """The ontologies of a mined folder, copied into a benchmark."""
    return tuple(
        _write_ontology(folder, path.name, path.read_bytes())
        for path in sorted((mined / ontology.FOLDER).glob("*"))
    )


def _write_ontology(folder: Path, name: str, data: bytes) -> DataFile:
    path = folder / ontology.FOLDER / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    file = f"{ontology.FOLDER}/{name}"
    return DataFile(file, hashlib.sha256(data).hexdigest(), data.count(b"\n"))


def _synonyms(alike: Synonyms, words: Wordings) -> SynonymFile | UnsetType:
    if not alike.file:
        return UNSET
    if not words.synonyms:
        raise OntologyError(
            f"no phrase of {alike.file.file} gives a new wording to a template that is used: "
            "write phrases as the templates have them, in whole words"
        )
    return SynonymFile(alike.file.file, alike.file.sha256, words.synonyms)


def _measured(made: Made, folder: Path) -> Made:
    return msgspec.structs.replace(made, floors=_floors(made, folder))


def _floors(made: Made, folder: Path) -> tuple[Floor, ...]:
    """What answerers score on the items that are asked; gold has to be right about all splits'."""
    paths = {split: folder / splits.file_name(made.name, split) for split in splits.SPLITS}
    if made.form == EXTRACTION:
        there = [path for path in paths.values() if path.is_file()]
        return text_floors.measure(
            paths[splits.TEST], there, made.metric, ontology.read_all(folder)
        )
    for split, path in paths.items():
        if split != splits.TEST and path.is_file():
            fact_floors.prove(path)
    return fact_floors.measure(paths[splits.TEST], made.name, made.metric)


def _refuse_empty(made: Sequence[Made], mined: Path) -> None:
    if any(pattern.items for pattern in made):
        return
    skipped = [
        f"{reason}: {count}" for pattern in made for reason, count in pattern.skipped.items()
    ]
    why = "; ".join(skipped) or "no instance was mined"
    raise BenchmarkError(
        f"{mined} gives no item at all ({why}): "
        "a benchmark needs instances whose entities have labels"
    )


def _refuse_templateless(paths: Sequence[Path]) -> None:
    for path in paths:
        texts = vocabulary.read_only([path]).texts
        if not any(predicate in vocabulary.WORDINGS for _, predicate, _ in texts):
            raise OntologyError(
                f"{path} holds no template: write one as <{KGF}template> "
                '"[X] … [Y]."@en on a predicate'
            )


def _refuse_other_graph(store: Store, mining: Mining, mined: Path) -> None:
    if mining.graph.hash is None:
        return
    found, facts = graph.graph_hash(store)
    if found != mining.graph.hash:
        raise BenchmarkError(
            f"{mined} was mined from the graph {mining.graph.hash} ({mining.graph.facts} facts), "
            f"but {store.address} is {found} ({facts} facts): mine it, "
            "or name the graph that was mined with --store"
        )


def _reversed(mined: Path, mining: Mining) -> Iterator[tuple[str, str]]:
    """Predicates that were mined as one another's reverse: in a kept group, by confidence.

    What follows by them is no distractor, as by an axiom of an ontology.
    """
    for pattern in mining.patterns:
        groups = folders.read_groups(mined, pattern.name)
        rules = {group.group for group in groups if group.kept and group.confidence is not None}
        for instance in folders.read_instances(mined, pattern.name) if rules else ():
            if instance.group in rules:
                for one, other in items.reversed_pairs(instance):
                    yield min(one, other), max(one, other)


def _files(wording: Vocabulary) -> Iterator[TemplateFile]:
    return (TemplateFile(source.file, source.sha256) for source in wording.sources)


def _name(written: Iterable[DataFile]) -> str:
    return f"kgforge-{_joint_hash((file.path, file.sha256) for file in written)[:12]}"


def _joint_hash(hashes: Iterable[tuple[str, str]]) -> str:
    """One hash for several: the SHA-256 of a line ``NAME HASH`` for each."""
    return hashlib.sha256(
        "".join(f"{name} {found}\n" for name, found in hashes).encode()
    ).hexdigest()


class _Writer:
    """Writes one pattern after another, counting as items stream past."""

    def __init__(
        self,
        mining: Mining,
        mined: Path,
        store: Store,
        wording: Vocabulary,
        words: Wordings,
        options: ItemOptions,
        progress: Progress | None,
        dealer: splits.Dealer | None,
        ontologies: Mapping[str, Ontology],
        showing: Showing,
    ) -> None:
        self._mining = mining
        self._mined = mined
        self._store = store
        self._wording = wording
        self._words = words
        self._options = options
        self._progress = progress
        self._dealer = dealer
        self._ontologies = ontologies
        self._showing = showing

    def write(self, pattern: Mined, folder: Path) -> Written:
        """Write ``PATTERN.jsonl`` and say what it holds."""
        tally = _Tally(pattern.metric)
        built = tally.items(self._build(pattern))
        ready = self._noted(built) if self._dealer else self._prompted(pattern, built, {})
        found = _write(folder, pattern.name, (splits.TEST,), ready)
        return found, self._made(pattern, tally)

    def _noted(self, built: Iterable[Item]) -> Iterator[Item]:
        for item in built:
            if self._dealer:
                self._dealer.note(item)
            yield item

    def _prompted(
        self, pattern: Mined, found: Iterable[Item], train: Mapping[str, Sequence[Item]]
    ) -> Iterable[Item]:
        """The items of texts with their prompts; others have them already, fact by fact."""
        if pattern.form != EXTRACTION:
            return found
        language = self._options.language
        return prompted(found, train, self._ontologies, self._showing, language)

    def part(
        self, folder: Path, dealer: splits.Dealer, made: Sequence[Written], *, unseen: bool
    ) -> tuple[list[Written], Split]:
        """Part the files of all patterns, and say how, with the leak report."""
        plan, dealt = dealer.plan, dealer.dealt()
        if splits.TEST not in dealt.values():
            raise BenchmarkError(
                f"--split {plan.kind} leaves no item for testing: too few, or all bonded; "
                "split by another kind, or mine more"
            )
        watch = splits.Watch(plan.kind)
        parted = [
            self._part(pattern, folder, tuple(plan.shares), whole, dealt, watch)
            for pattern, (_, whole) in zip(self._mining.patterns, made, strict=True)
        ]
        if unseen:
            parted += self.unseen(folder, parted, tuple(plan.shares), watch)
        counts = {
            one.name: {name: file.lines for name, file in zip(plan.shares, found, strict=True)}
            for found, one in parted
        }
        left_out = {one.name: one.skipped.get(splits.LEFT_OUT, 0) for _, one in parted}
        return parted, Split(
            plan.kind, plan.shares, counts, left_out, watch.report(), watch.recurring()
        )

    def _part(
        self,
        pattern: Mined,
        folder: Path,
        names: Sequence[str],
        made: Made,
        dealt: Mapping[str, str],
        watch: splits.Watch,
    ) -> Written:
        whole = (folder / f"{pattern.name}.jsonl").rename(folder / ".whole")
        tally = _Tally(pattern.metric, made.skipped)
        train = _train(whole, dealt) if pattern.form == EXTRACTION else {}
        ready = self._prompted(pattern, files.read_lines(whole, Item, folders.EXPORT), train)
        parted = tally.items(splits.parted(ready, dealt))
        found = _write(folder, pattern.name, names, watch.watched(parted))
        whole.unlink()
        return found, self._made(pattern, tally)

    def unseen(
        self,
        folder: Path,
        made: Sequence[Written],
        names: Sequence[str],
        watch: splits.Watch | None = None,
    ) -> list[Written]:
        """Write the unseen variant of each pattern of texts: its test items, facts invented."""
        texts = [
            (pattern, one)
            for pattern, (_, one) in zip(self._mining.patterns, made, strict=True)
            if pattern.form == EXTRACTION and one.items
        ]
        return [self._unseen(pattern, one, folder, names, watch) for pattern, one in texts]

    def _unseen(
        self,
        pattern: Mined,
        made: Made,
        folder: Path,
        names: Sequence[str],
        watch: splits.Watch | None,
    ) -> Written:
        every = [folder / splits.file_name(pattern.name, name) for name in names]
        labels = {label for one in self._ontologies.values() for label in one.concept_labels}
        items = (item for path in every for item in files.read_lines(path, Item, folders.EXPORT))
        fiction = unseen.fiction(items, labels, self._options.seed)
        train: dict[str, list[Item]] = {}
        for path in every[:1] if len(names) > 1 else ():
            for item in files.read_lines(path, Item, folders.EXPORT):
                train.setdefault(item.group, []).append(item)
        variant = msgspec.structs.replace(
            pattern,
            name=pattern.name + unseen.NAME,
            description=unseen.DESCRIPTION.format(pattern.name),
        )
        seen = files.read_lines(
            folder / splits.file_name(pattern.name, splits.TEST), Item, folders.EXPORT
        )
        tally = _Tally(pattern.metric)
        ready = self._prompted(variant, tally.items(unseen.invented(seen, fiction)), train)
        found = _write(folder, variant.name, names, watch.watched(ready) if watch else ready)
        again = self._made(variant, tally, flags=made.flags)
        return found, msgspec.structs.replace(again, variant_of=pattern.name)

    def _build(self, pattern: Mined) -> Iterator[Item | Skip]:
        options = msgspec.structs.replace(
            self._options,
            answers=pattern.answers,
            options=pattern.options,
            query=_joint_hash(sorted(pattern.queries.items())),
        )
        instances = folders.read_instances(self._mined, pattern.name)
        if pattern.form == EXTRACTION:
            built = passages.build(
                instances, self._store, options, self._relations(), self._kinds()
            )
        else:
            built = items.build(instances, self._store, self._wording, options, self._words)
        for seen, item in enumerate(built, 1):
            if self._progress:
                self._progress(pattern.name, seen)
            yield item

    def _made(self, pattern: Mined, tally: "_Tally", flags: dict[str, int] | None = None) -> Made:
        return Made(
            pattern.name,
            pattern.description,
            pattern.metric,
            pattern.params,
            pattern.queries,
            self._mining.seed,
            skipped=dict(sorted(tally.skipped.items())),
            flags=self._flags(pattern, tally) if flags is None else flags,
            form=pattern.form,
            **tally.counts(),
        )

    def _kinds(self) -> Kinds:
        return Kinds(self._store, self._mining.mapped, self._wording.type_predicates)

    def _relations(self) -> dict[str, dict[str, Predicate]]:
        """What each ontology calls the predicates that its properties stand for in the graph."""
        language = self._options.language
        return {
            mapped.ontology: {
                match.iri: Predicate(
                    match.iri, self._ontologies[mapped.ontology].label(match.term, language)
                )
                for match in mapped.properties.matches
            }
            for mapped in self._mining.mapped
        }

    def _flags(self, pattern: Mined, tally: "_Tally") -> dict[str, int]:
        """How many of the groups that gave items carry each flag."""
        groups = folders.read_groups(self._mined, pattern.name)
        flags = (flag for group in groups if group.group in tally.groups for flag in group.flags)
        found = Counter(flags)
        if pattern.form == EXTRACTION and tally.groups > tally.typed:
            found[card.UNTYPED] = len(tally.groups - tally.typed)
        return dict(sorted(found.items()))


def _train(path: Path, dealt: Mapping[str, str]) -> dict[str, list[Item]]:
    """The items of a file that are for training, by group."""
    found: dict[str, list[Item]] = {}
    for item in files.read_lines(path, Item, folders.EXPORT):
        if dealt.get(item.id) == splits.SPLITS[0]:
            found.setdefault(item.group, []).append(item)
    return found


def _write(
    folder: Path, pattern: str, names: Sequence[str], found: Iterable[Item]
) -> tuple[DataFile, ...]:
    """Write a pattern's items, a file for each of the splits named."""
    encode = msgspec.json.Encoder().encode
    paths = {name: folder / splits.file_name(pattern, name) for name in names}
    hashes = {name: hashlib.sha256() for name in names}
    lines = dict.fromkeys(names, 0)
    with ExitStack() as stack:
        streams = {name: stack.enter_context(path.open("wb")) for name, path in paths.items()}
        for item in found:
            line = encode(item) + b"\n"
            streams[item.split].write(line)
            hashes[item.split].update(line)
            lines[item.split] += 1
    return tuple(
        DataFile(paths[name].name, hashes[name].hexdigest(), lines[name]) for name in names
    )


class Adopted(Struct, frozen=True):
    """Items that were published in another layout, to become a benchmark."""

    layout: str
    """The layout's name."""
    sources: tuple[Source, ...]
    """Its files."""
    ontologies: Mapping[str, bytes]
    """Files of ontologies, by name."""
    patterns: Mapping[str, Iterable[Item]]
    """The items of each pattern, with their splits, those of one group together."""
    language: str
    showing: Showing
    """What the prompts show."""
    selected: tuple[str, ...] = ()
    """Ids of items that were verified by hand."""


def adopt(adopted: Adopted, out: Path, *, force: bool = False) -> Manifest:
    """Make the folder *out* from items of texts that were published parted, whole or not at all.

    Their splits are kept, and leaks between them counted. Raises BenchmarkError when gold
    (``text_floors``) is not perfect, OutputError when *out* exists (unless *force*).
    """
    watch = splits.Watch(splits.PUBLISHED)
    with files.writing_folder(out, force=force) as folder:
        copied = tuple(
            _write_ontology(folder, name, data) for name, data in adopted.ontologies.items()
        )
        made = [
            _adopted(folder, name, watch.watched(found)) for name, found in adopted.patterns.items()
        ]
        written = tuple(file for found, _ in made for file in found)
        counts = {
            one.name: {name: file.lines for name, file in zip(splits.SPLITS, found, strict=True)}
            for found, one in made
        }
        manifest = Manifest(
            FORMAT,
            _name(written),
            __version__,
            written,
            GraphId(None, None),
            adopted.sources,
            tuple(one for _, one in made),
            0,
            (adopted.language,),
            (),
            1,
            split=Split(
                splits.PUBLISHED,
                _shares(counts),
                counts,
                dict.fromkeys(counts, 0),
                watch.report(),
            ),
            ontologies=copied,
            showing=adopted.showing,
            converted=adopted.layout,
        )
        files.write_json(folder / "manifest.json", manifest)
        (folder / "README.md").write_text(card.card(manifest), encoding="utf-8")
        if adopted.selected:
            listed = "".join(f"{id}\n" for id in adopted.selected)
            (folder / SELECTED).write_text(listed, encoding="utf-8")
    return manifest


def _adopted(folder: Path, name: str, found: Iterator[Item]) -> Written:
    """Write one pattern's items, a file for each split."""
    header = patterns.read_pattern(ALIGNMENT).header
    tally = _Tally(header.metric)
    written = _write(folder, name, splits.SPLITS, tally.items(found))
    variant = name != ALIGNMENT
    made = Made(
        name,
        unseen.DESCRIPTION.format(ALIGNMENT) if variant else header.description,
        header.metric,
        {},
        {},
        0,
        skipped={},
        form=EXTRACTION,
        variant_of=ALIGNMENT if variant else "",
        **tally.counts(),
    )
    return written, _measured(made, folder)


def _shares(counts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Percent of all items in each split."""
    whole = sum(sum(held.values()) for held in counts.values()) or 1
    return {
        name: round(100 * sum(held[name] for held in counts.values()) / whole)
        for name in splits.SPLITS
    }


class _Tally:
    """Counts that grow while items stream past."""

    def __init__(self, metric: str, skipped: Mapping[str, int] = {}) -> None:
        self.written = 0
        self.fallback = 0
        self.twice = 0
        self.groups: set[str] = set()
        self.typed: set[str] = set()
        self.skipped = Counter(skipped)
        self.guards: Counter[str] = Counter()
        self.candidates: Counter[int] = Counter()
        self.sizes = card.Sizing(metric)

    def items(self, built: Iterator[Item | Skip]) -> Iterator[Item]:
        """Let the items through and count the skips."""
        for found in built:
            if isinstance(found, Skip):
                self.skipped[found.reason] += 1
                continue
            self.written += 1
            self.groups.add(found.group)
            if any(entity.types for entity in found.entities):
                self.typed.add(found.group)
            self.sizes.add(found)
            self.twice += items.asks_twice(found)
            self.guards.update({count.name: count.count for count in found.provenance.guards})
            self.candidates.update(len(fact.candidates) for fact in found.facts if fact.prompts)
            self.fallback += sum(
                any(prompt.generator == "fallback" for prompt in fact.prompts)
                for fact in found.facts
            )
            yield found

    def counts(self) -> dict[str, Any]:
        """What ``Made`` counts of the items that went through, by its fields."""
        return {
            "items": self.written,
            "groups": len(self.groups),
            "fallback": self.fallback,
            "guards": dict(sorted(self.guards.items())),
            "sizes": self.sizes.counted(),
            "twice": self.twice,
            "candidates": dict(sorted(self.candidates.items())),
        }


# ── Checking ────────────────────────────────────────────────────────────────────────────────────
def verify(folder: Path) -> list[str]:
    """What is wrong with a benchmark, a line each; empty when nothing is.

    Checked are hashes, line counts, records, that no answer stands among the distractors, and that
    nothing leaks between splits; where all this is right, the benchmark's name, what the manifest
    counts of each pattern's items, and what the answerers of ``fact_floors`` score; where this too
    is right, the card (``_check_card``). What an older manifest lacks is passed over. Two things
    cannot be told from the items: how many were ``skipped``, and after a split, whose files do not
    keep the order among one another, which example of ``sizes`` was the first. Raises
    BenchmarkError when there is no manifest that could be checked against.
    """
    manifest = folders.read_manifest(folder)
    beside = [*(manifest.ontologies or ())]
    if manifest.paraphrases:
        beside.append(manifest.paraphrases.file)
    problems = [
        problem for file in (*manifest.files, *beside) for problem in _check_file(folder, file)
    ]
    leaks = list(_leaks(folder, manifest))
    if not problems and (not leaks or _is_published(manifest)):
        problems = [*_otherwise({"name": _name(manifest.files)}, {"name": manifest.name})]
        for made in manifest.patterns:
            problems += _check_made(folder, manifest, made)
        problems = problems or list(_check_card(folder, manifest))
    listed = {file.path for file in manifest.files}
    others = sorted(path.name for path in folder.glob("*.jsonl") if path.name not in listed)
    return problems + leaks + [f"{name}: not in the manifest" for name in others]


def _is_published(manifest: Manifest) -> bool:
    """Whether the items came parted, so that a leak is a finding about them, and no damage."""
    return manifest.split is not UNSET and manifest.split.kind == splits.PUBLISHED


def _check_file(folder: Path, file: DataFile) -> Iterator[str]:
    path = folder / file.path
    try:
        data = path.read_bytes()
    except OSError as error:
        yield f"{file.path}: cannot be read: {error.strerror}"
        return
    found = hashlib.sha256(data).hexdigest()
    if found != file.sha256:
        yield f"{file.path}: SHA-256 is {found}, the manifest says {file.sha256}"
    lines = data.count(b"\n")
    if lines != file.lines:
        yield f"{file.path}: {lines} lines, the manifest says {file.lines}"
    if path.suffix == ".jsonl":
        yield from _check_items(folder, file)


def _check_items(folder: Path, file: DataFile) -> Iterator[str]:
    path = folder / file.path
    seen: set[str] = set()
    try:
        for number, item in enumerate(files.read_lines(path, Item, folders.EXPORT), 1):
            yield from (f"{file.path}:{number}: {problem}" for problem in _check(item, seen))
            if file.path != splits.file_name(item.pattern, item.split):
                yield f"{file.path}:{number}: an item of {item.pattern}, split {item.split}"
            seen.add(item.id)
    except BenchmarkError as error:
        yield str(error).removeprefix(f"{folder}/")


def _check(item: Item, seen: set[str]) -> Iterator[str]:
    if item.id in seen:
        yield f"the id {item.id} stands twice"
    for fact in item.facts:
        answers = [answer.id for answer in fact.answers]
        candidates = [candidate.id for candidate in fact.candidates]
        if answers[:1] != [fact.object.id]:
            yield f"{fact.role}: the first answer is not the target"
        if item.prompts:
            continue  # which ask for all facts of the item together
        if not fact.prompts:
            yield f"{fact.role}: there is no prompt"
        if fact.object.id not in candidates:
            yield f"{fact.role}: the target is not among the candidates"
        for leaked in sorted(set(candidates) & set(answers[1:])):
            yield f"{fact.role}: the accepted answer {leaked} is among the candidates"


def _leaks(folder: Path, manifest: Manifest) -> Iterator[str]:
    """What crosses from one split into another, by the files as they lie there.

    Where nothing does, what the manifest counts otherwise.
    """
    if not manifest.split:
        return
    split = manifest.split
    watch = splits.Watch(split.kind)
    counts = {made.name: dict.fromkeys(split.shares, 0) for made in manifest.patterns}
    leaks: list[str] = []
    for pattern, held in counts.items():
        for name in held:
            path = folder / splits.file_name(pattern, name)
            try:
                for number, item in enumerate(files.read_lines(path, Item, folders.EXPORT), 1):
                    leaks += watch.see(item, name, f"{path.name}:{number}")
                    held[name] = number
            except BenchmarkError:
                continue  # which the check of the file tells
    leaks += watch.strata(tuple(split.shares))
    left_out = {made.name: made.skipped.get(splits.LEFT_OUT, 0) for made in manifest.patterns}
    found = msgspec.structs.replace(split, items=counts, left_out=left_out, bonds=watch.report())
    yield from leaks
    if not leaks or _is_published(manifest):
        yield from _otherwise(_counts(found), _counts(split))


def _counts(split: Split) -> dict[str, int]:
    """All that is counted of a split, by what it is."""
    counts: dict[str, int] = {}
    for pattern, held in split.items.items():
        counts |= {f"{pattern}: items in {name}": number for name, number in held.items()}
    counts |= {f"{pattern}: items left out": number for pattern, number in split.left_out.items()}
    for name, bond in split.bonds.items():
        counts[f"{name}: how many there are"] = bond.keys
        counts[f"{name}: how many cross"] = bond.crossing
    return counts


def _otherwise(found: Mapping[str, object], said: Mapping[str, object]) -> Iterator[str]:
    for what in dict.fromkeys((*found, *said)):
        ours, theirs = (str(each.get(what, "nothing")) for each in (found, said))
        if ours != theirs:
            yield f"{what}: {ours}, the manifest says {theirs}"


def _check_made(folder: Path, manifest: Manifest, made: Made) -> Iterator[str]:
    """Where a pattern's items are counted, or answerers score, otherwise than the manifest says."""
    try:
        found, measured = _counted(folder, manifest, made), _floors(made, folder)
    except KgforgeError as error:
        yield str(error)
        return
    said = {field: getattr(made, field) for field in found}
    lacking = {field for field, value in said.items() if value is None}
    yield from _otherwise(*(_figures(made.name, each, lacking) for each in (found, said)))
    yield from _other_floors(made, measured)


def _counted(folder: Path, manifest: Manifest, made: Made) -> dict[str, Any]:
    """What ``Made`` counts of a pattern's items, by the files as they lie there."""
    tally = _Tally(made.metric)
    for split in manifest.split.shares if manifest.split else (splits.TEST,):
        path = folder / splits.file_name(made.name, split)
        for _ in tally.items(files.read_lines(path, Item, folders.EXPORT)):
            pass
    counts = tally.counts()
    if manifest.split and made.sizes:
        counts["sizes"] = msgspec.structs.replace(counts["sizes"], example=made.sizes.example)
    return counts


def _figures(pattern: str, counts: Mapping[str, Any], lacking: Set[str]) -> dict[str, object]:
    """The counts one by one, by what is counted, without those of the fields that are lacking."""
    figures: dict[str, object] = {}
    for field, value in msgspec.to_builtins(counts).items():
        inner = value if isinstance(value, dict) else {"": value}
        if field not in lacking:
            figures |= {f"{pattern}: {field} {key}".rstrip(): each for key, each in inner.items()}
    return figures


def _check_card(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Whether all that the card says of this manifest stands in ``README.md``, in its order.

    What a user adds between is the user's. Another version's card is not held against this one's.
    """
    if manifest.kgforge != __version__:
        return
    try:
        text = (folder / "README.md").read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        yield f"README.md: cannot be read: {error.strerror}"
        return
    there = iter(text.splitlines())
    for line in card.card(manifest).splitlines():
        if line not in there:  # which moves on behind the line
            yield f"README.md is not the card of this manifest, for it lacks: {line}"
            return


def _other_floors(made: Made, measured: Iterable[Floor]) -> Iterator[str]:
    """Where answerers score otherwise than the manifest says; an older one says nothing."""
    found, said = ({(one.answerer, one.k): one for one in each} for each in (measured, made.floors))
    for answerer, k in sorted(found.keys() | said.keys()) if said else ():
        ours, theirs = found.get((answerer, k)), said.get((answerer, k))
        if ours != theirs:
            yield (
                f"{made.name}: {answerer} at {k} is {_ratio(ours)}, "
                f"the manifest says {_ratio(theirs)}"
            )


def _ratio(floor: Floor | None) -> str:
    return f"{floor.numerator}/{floor.denominator} = {floor.value}" if floor else "nothing"
