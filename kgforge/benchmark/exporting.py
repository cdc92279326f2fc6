"""From a mined folder and its graph to a benchmark."""

import difflib
import os
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import Self

import msgspec
from msgspec import UNSET, Struct, UnsetType

from kgforge import __version__, files, forms, graph, ontology, places, plugins, terms
from kgforge.benchmark import axioms, contexts, generators, languages, splits, strata
from kgforge.benchmark.baselines import with_floors
from kgforge.benchmark.dealing import Dealer
from kgforge.benchmark.ends import reversed_pairs
from kgforge.benchmark.folder import Written, name_of, write_manifest, write_ontology
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.lacking import Lack
from kgforge.benchmark.making import Maker, is_of_texts
from kgforge.benchmark.options import SLOTS, ExportOptions
from kgforge.benchmark.paraphrasing import Paraphraser
from kgforge.benchmark.strata import Popularity
from kgforge.benchmark.synonyms import Synonyms, read_synonyms
from kgforge.benchmark.views import read_views
from kgforge.benchmark.wordings import Wordings
from kgforge.benchmark.writer import Progress, Writer
from kgforge.errors import BenchmarkError, OntologyError
from kgforge.extraction import demonstrations
from kgforge.files import AnyPath
from kgforge.forms import OF_FACTS
from kgforge.graph import loading, snapshot
from kgforge.mining import ENGLISH
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import (
    FORMAT,
    FORMS,
    DataFile,
    Made,
    Manifest,
    Mining,
    Split,
    SynonymFile,
    TemplateFile,
    folders,
)
from kgforge.stores import Store
from kgforge.terms import KGF


def export(
    mined: AnyPath,
    out: AnyPath,
    options: ExportOptions = ExportOptions(),  # noqa: B008 (frozen)
    *,
    store: AnyPath | None = None,
    engine: snapshot.Engine = "auto",
    force: bool = False,
    progress: Progress | None = None,
    watch: snapshot.Watch = snapshot.Watch(),  # noqa: B008 (frozen)
) -> Manifest:
    """Make the folder *out* from the mined folder and its graph, whole or not at all.

    *options* (``kgforge.benchmark.ExportOptions``) say how items are made. *store* is the graph's
    address; by default the one that ``mining.json`` names. *engine* says whether a copy in DuckDB
    may be asked; *watch* is told. Raises BenchmarkError when the mined
    folder is missing or damaged, when the graph is another one than was mined, be it by its names,
    sentences or axioms alone, or when the baseline gold does not score 1; OntologyError for a bad
    file of templates or synonyms; ModelError for a bad paraphraser or generator, or a server that
    does not answer (what it answered is kept beside *out*, for the same call again); OutputError
    when *out* exists (unless *force*) or cannot be written.
    """
    mined, out, options = Path(mined), Path(out), options.with_paths()
    options.check()
    tell = progress or (lambda what, done, total: None)
    tell("reading", 0, None)
    plan = None if options.split is None else splits.plan(options.split)
    parted = None if options.strata is None else strata.plan(options.strata)
    views = read_views(options.popularity) if options.popularity else None
    mining = folders.read_mining(mined)
    generators.refuse_names(options.job, (one.name for one in mining.patterns))
    if not options.language:
        options = msgspec.structs.replace(options, language=mining.language or ENGLISH)
    languages.refuse(mining.patterns, options.further)
    worded = Worded.of(mined, mining, options)
    others = [
        (spoken, Worded.of(mined, mining, spoken))
        for spoken in map(options.speaking, options.further)
    ]
    address = os.fspath(store) if store else _place(mined, mining)
    with (
        files.writing_folder(out, force=force) as folder,
        generators.opened(options.job, folder, out) as writing,
        loading.open_graph(address, options=graph.in_languages(*options.languages)) as native,
        snapshot.asked(native, address, engine, watch=watch) as graphs,
    ):
        opened = graphs.store
        tell("checking the graph", 0, None)
        _refuse_other_graph(opened, mining, mined)
        _refuse_other_names(opened, mining, mined, address, options.language)
        following = graph.stated_axioms(opened)
        worded = worded.following(following)
        others = [(spoken, wording.following(following)) for spoken, wording in others]
        if writing:
            writing.speak_english(opened, worded.vocabulary)
        maker = Maker(
            mined,
            mining,
            opened,
            worded.vocabulary,
            worded.words,
            ontology.read_all(mined),
            item_options(options, mining),
            options.showing,
            Popularity(opened, options.language, options.seed, parted, views)
            if parted or views
            else None,
            writing,
        )
        dealer = Dealer(plan, options.seed) if plan else None
        lack = Lack(mined, opened, worded.vocabulary, options.language)
        writer = Writer(folder, maker, tell, options.packed)
        made, split = _written(writer, dealer, options, lack)
        if writing:
            writing.refuse_unasked()
        contexts.refuse((one for _, one in made), options.in_contexts)
        for spoken, wording in others:
            tell(f"exporting in {spoken.language}", 0, None)
            other = _speaking(maker, mining, spoken, wording)
            names = tuple(split.shares) if split else (splits.TEST,)
            beside = languages.Beside(folder, options.language, names, writer.watch, options.packed)
            more = list(languages.write(other, spoken.language, beside))
            made += more
            split = writer.with_more(split, more)
        made = list(_measured(made, folder, tell))
        every = (worded, *(wording for _, wording in others))
        manifest = _manifest(made, split, mining, opened, options, every)
        manifest = msgspec.structs.replace(
            manifest,
            paraphrases=worded.model.write(folder, worded.words) if worded.model else UNSET,
            ontologies=_copied(mined, folder) or UNSET,
            popularity=views.file if views else UNSET,
            strata=options.strata or UNSET,
            generated=writing.made() if writing else UNSET,
            unused_templates=_unused(options.templates, writer.predicates) or UNSET,
        )
        write_manifest(folder, manifest)
    if writing:
        writing.done()
    return manifest


def _speaking(maker: Maker, mining: Mining, options: ExportOptions, worded: "Worded") -> Maker:
    """What makes items in a further language, in which *options* are."""
    own = msgspec.structs.replace(item_options(options, mining), labels_only=True)
    return maker.speaking(worded.words, worded.vocabulary, own)


class Worded(Struct, frozen=True):
    """By what the questions of a benchmark are worded."""

    rules: tuple[tuple[str, str], ...]
    """The predicates that were mined as one another's reverse."""
    vocabulary: Vocabulary
    synonyms: Synonyms
    model: Paraphraser | None
    words: Wordings

    @classmethod
    def of(cls, mined: Path, mining: Mining, options: ExportOptions) -> Self:
        """What a mined folder and the options give. Raises as ``export``."""
        _refuse_templateless(options.templates)
        rules = tuple(sorted(set(_reversed(mined, mining))))
        asking = vocabulary.question_files() if set(options.forms) - {OF_FACTS} else ()
        naming = vocabulary.noun_files() if any(one.chains for one in mining.patterns) else ()
        spoken_in = vocabulary.language_files(options.language)
        paths = (*asking, *naming, *spoken_in, *options.templates)
        spoken = (
            vocabulary.read(paths)
            .with_inverses(rules, mined=True)
            .with_axioms(axioms.of_mined(mined))
        )
        alike = read_synonyms(options.synonyms) if options.synonyms else Synonyms()
        model = None
        if options.paraphraser:
            model = Paraphraser(options.paraphraser, options.paraphrases, options.seed)
        return cls(rules, spoken, alike, model, Wordings(spoken, options.language, alike, model))

    def following(self, axioms: Vocabulary) -> Self:
        """The same, and what follows by further axioms."""
        return msgspec.structs.replace(self, vocabulary=self.vocabulary.with_axioms(axioms))

    def synonym_file(self) -> SynonymFile | UnsetType:
        """Raises OntologyError for synonyms of which none was of use."""
        file, count = self.synonyms.file, self.words.synonyms
        if not file:
            return UNSET
        if not count:
            raise OntologyError(
                f"no phrase of {file.file} gives a new wording to a template that is used: "
                "write phrases as the templates have them, in whole words"
            )
        return SynonymFile(file.file, file.sha256, count)


def _manifest(
    made: Sequence[Written],
    split: Split | UnsetType,
    mining: Mining,
    opened: Store,
    options: ExportOptions,
    every: Sequence[Worded],
) -> Manifest:
    """What is said of a benchmark, but for the files beside its items; *every*: by language."""
    worded = every[0]
    written = tuple(file for found, _ in made for file in found)
    posed = [one for _, pattern in made for one in pattern.forms or ()]
    return Manifest(
        format=FORMS if _is_newer(made, mining, options) else FORMAT,
        name=name_of(written),
        kgforge=__version__,
        files=written,
        graph=mining.graph,
        sources=graph.sources(opened),
        patterns=tuple(pattern for _, pattern in made),
        seed=options.seed,
        languages=options.languages,
        templates=_templates(every, mining),
        candidates=options.candidates,
        given=mining.given,
        split=split,
        rules=worded.rules,
        match=options.match or UNSET,
        synonyms=worded.synonym_file(),
        showing=(
            demonstrations.published(options.showing)
            if any(map(is_of_texts, mining.patterns))
            else UNSET
        ),
        mined_in=mining.language,
        exclude=mining.exclude,
        title=options.name or UNSET,
        loads=graph.loads(opened) or UNSET,
        untyped=_is_untyped(made, opened, worded.vocabulary) or UNSET,
        forms=options.in_order or UNSET if posed else UNSET,
        choices=options.choices if any(one.choices for one in posed) else UNSET,
        contexts=options.in_contexts or UNSET if any(one.contexts for _, one in made) else UNSET,
        keep_flagged=options.keep_flagged or UNSET,
        slots=options.slots if len(options.slots) > 1 or SLOTS[0] not in options.slots else UNSET,
    )


def _templates(every: Iterable[Worded], mining: Mining) -> tuple[TemplateFile, ...]:
    """The files that have the words of all languages, each once."""
    sources = (source for one in every for source in one.vocabulary.sources)
    files = (TemplateFile(source.file, source.sha256) for source in sources)
    return tuple(dict.fromkeys((*files, *mining.ontologies)))


def _is_newer(made: Sequence[Written], mining: Mining, options: ExportOptions) -> bool:
    """Whether a manifest or its items have fields that versions before 0.7 do not know."""
    by_forms = any(one.forms or one.wordless or one.unposed for _, one in made)
    is_parted = bool(options.strata or options.popularity)
    is_extended = by_forms or is_parted or bool(options.job or options.in_contexts)
    return is_extended or bool(options.compress) or any(one.is_newer for one in mining.patterns)


def _is_untyped(made: Sequence[Written], store: Store, spoken: Vocabulary) -> bool:
    """Whether there are candidates, and no fact gives any of them a type."""
    has_candidates = any(one.candidates for _, one in made)
    return has_candidates and not graph.type_predicates(store, spoken.type_predicates)


def _written(
    writer: Writer, dealer: Dealer | None, options: ExportOptions, lack: Lack
) -> tuple[list[Written], Split | UnsetType]:
    """All patterns' files, and how they are split."""
    made = writer.write(dealer)
    lack.refuse([pattern for _, pattern in made])
    _refuse_unasked([pattern for _, pattern in made], options)
    if dealer:
        return writer.part(dealer, made, unseen=options.unseen)
    if options.unseen:
        made += writer.unseen(made, (splits.TEST,))
    return made, UNSET


def _refuse_unasked(made: Sequence[Made], options: ExportOptions) -> None:
    """Raise BenchmarkError where no fact of any pattern has a question of the forms wanted."""
    wanted = options.in_order or (OF_FACTS,)
    if OF_FACTS in wanted and SLOTS[0] in options.slots:
        return
    there = [one for one in made if one.items and not forms.asks_items(one.form)]
    if there and not any(one.forms for one in there):
        raise BenchmarkError(
            f"--forms {','.join(wanted)} --slots {','.join(options.slots)}: no fact of "
            f"{', '.join(one.name for one in there)} can be asked so, as far as answers are "
            f"computed or are one alone: add the form {OF_FACTS}, and --slots {SLOTS[0]}"
        )


def _measured(made: Sequence[Written], folder: Path, tell: Progress) -> Iterator[Written]:
    """The patterns with what the baselines score."""
    for done, (found, one) in enumerate(made):
        tell("scoring the baselines", done, len(made))
        yield found, with_floors(one, folder)


def item_options(options: ExportOptions, mining: Mining) -> ItemOptions:
    """Return how a benchmark's items are made."""
    return ItemOptions(
        language=options.language,
        candidates=options.candidates,
        match=options.match,
        seed=options.seed,
        graph=mining.graph.hash or "",
        forms=options.in_order,
        choices=options.choices,
        slots=options.slots,
        contexts=options.in_contexts,
        keep_flagged=options.keep_flagged,
    )


def _copied(mined: Path, folder: Path) -> tuple[DataFile, ...]:
    """The ontologies of a mined folder, copied into a benchmark."""
    return tuple(
        write_ontology(folder, path.name, path.read_bytes())
        for path in sorted((mined / ontology.FOLDER).glob("*"))
    )


def _refuse_templateless(paths: Sequence[Path]) -> None:
    for path in paths:
        texts = vocabulary.read_only([path]).texts
        if not any(predicate in vocabulary.GIVEN for _, predicate, _ in texts):
            raise OntologyError(
                f"{path} contains no template: write one as <{KGF}template> "
                '"[X] … [Y]."@en on a predicate'
            )


def _unused(files: Sequence[Path], asked: Set[str]) -> dict[str, str]:
    """Return the predicates that files word and no item has, each with the likeliest one meant.

    That is one with the same local name, else one that the files do not word whose local name is
    much alike; empty where there is none.
    """
    texts = vocabulary.read_only(files).texts if files else ()
    worded = {subject for subject, predicate, _ in texts if predicate in vocabulary.GIVEN}
    names = {terms.local_name(predicate).lower(): predicate for predicate in sorted(asked)}
    others = [name for name, predicate in names.items() if predicate not in worded]
    unused = {}
    for predicate in sorted(worded - asked):
        name = terms.local_name(predicate).lower()
        near = [name] if name in names else difflib.get_close_matches(name, others, 1)
        unused[predicate] = names[near[0]] if near else ""
    return unused


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


def _refuse_other_names(
    store: Store, mining: Mining, mined: Path, address: str, language: str
) -> None:
    """Raise BenchmarkError where a graph has the facts that were mined, and yet other names."""
    beside = graph.beside_hash(store) if mining.beside else None
    if not beside or beside == mining.beside:
        return
    mined_in = mining.language or ENGLISH
    if language != mined_in and plugins.split(address)[0] not in plugins.names("stores"):
        raise BenchmarkError(
            f"{mined} was mined in {mined_in}, and of {address}, which is a source, only the names "
            f"in {language} are read: mine it again with --language {language}, or load it into a "
            f"store with --languages {mined_in},{language}"
        )
    raise BenchmarkError(
        f"{mined} was mined from a graph with these facts, but with other names, sentences or "
        f"axioms ({mining.beside}) than {address} has ({beside}): mine it, "
        "or name the graph that was mined with --store"
    )


def _place(mined: Path, mining: Mining) -> str:
    """Return the address of the graph that was mined, whichever folder this is asked in."""
    name, rest = plugins.split(mining.store)
    if "://" in mining.store or not rest:
        return mining.store
    _, way = plugins.split(mining.place or "")
    for path in places.candidates(way, rest, mined, mining.identity):
        if path.name == Path(rest).name and path.exists():
            address = os.path.relpath(path)
            return f"{name}:{address}" if name else address
    if {"*", "?", "["}.intersection(rest):
        return mining.store  # a pattern of sources
    raise BenchmarkError(
        f"{mined} was mined from the graph {mining.store}, which is neither where it was, nor "
        "beside the mined folder or in the current one: name it with --store"
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
                for one, other in reversed_pairs(instance):
                    yield min(one, other), max(one, other)
