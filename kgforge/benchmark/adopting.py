"""A published data set adopted as a benchmark.

Each sentence becomes an item of the pattern alignment, with the published id and in the published
split, in the group of its ontology's name; invented sentences are of alignment_unseen. Entities
have the ids that their line gives, else their name under a base; relations likewise that of the
line, else the ontology's, of Wikidata where its local name is one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kgforge import __version__, files, formats, forms, ontology, patterns, plugins, terms
from kgforge.benchmark import splits
from kgforge.benchmark.adopting_items import adopt_items
from kgforge.benchmark.baselines import with_floors
from kgforge.benchmark.folder import (
    SELECTED,
    Written,
    name_of,
    write_items,
    write_manifest,
    write_ontology,
)
from kgforge.benchmark.leaks import Watch
from kgforge.benchmark.tally import Tally
from kgforge.errors import BenchmarkError
from kgforge.extraction import GOLD, UNSEEN, DataSet, Passage, Subset, unseen
from kgforge.ontology import Ontology
from kgforge.schema import (
    FORMAT,
    Accepted,
    DataFile,
    Entity,
    GraphId,
    Item,
    ItemFact,
    Made,
    Manifest,
    Named,
    Predicate,
    Provenance,
    ReadOptions,
    Showing,
    Source,
    Split,
    Triple,
)

ALIGNMENT: Final = "alignment"
"""The pattern whose items are sentences by ontology, as published data sets have them."""
LANGUAGE: Final = "en"
_WIKIDATA: Final = re.compile(r"P[0-9]+")


def adopt(
    address: str,
    out: Path,
    showing: Showing = Showing(),  # noqa: B008 (frozen)
    *,
    base: str = ReadOptions().base,
    force: bool = False,
) -> Manifest:
    """Make the benchmark *out* of a data set (``FORMAT:FOLDER``), whole or not at all.

    The splits of a data set of texts are kept, and leaks between them counted; prompts show what
    *showing* says. Names without an id are put under *base*. Raises BenchmarkError where the data
    set cannot be read, two ontologies have one name, or the baseline gold does not score 1;
    AddressError for an unknown format; OutputError when *out* exists (unless *force*).
    """
    layout, folder = plugins.split(address)
    if not formats.of_texts(layout):
        return adopt_items(layout, Path(folder), out, base=base, force=force)
    data = formats.texts(layout).read(Path(folder))
    _refuse_twins(data)
    items = _of_patterns(data, base)
    showing = msgspec.structs.replace(showing, unseen=len(items) > 1)
    selected = sorted(id for subset in data.subsets for id in subset.selected or ())
    watch = Watch(splits.PUBLISHED)
    with files.writing_folder(out, force=force) as temporary:
        ontologies = tuple(_copied(data, temporary))
        written = [
            _written(temporary, pattern, watch.watched(found))
            for pattern, found in _prompted(data, items, showing).items()
        ]
        manifest = _manifest(layout, data, written, watch, ontologies, showing)
        write_manifest(temporary, manifest)
        if selected:
            listed = "".join(f"{id}\n" for id in selected)
            (temporary / SELECTED).write_text(listed, encoding="utf-8")
    return manifest


def _of_patterns(data: DataSet, base: str) -> dict[str, list[Item]]:
    """The items of each pattern: of the sentences, and of invented ones where there are any."""
    names = {ALIGNMENT: "", ALIGNMENT + unseen.NAME: UNSEEN}
    there = {pattern: before for pattern, before in names.items() if _gold(data, before)}
    if ALIGNMENT not in there:
        raise BenchmarkError(
            f"{data.path} has no {GOLD}/: name a data set with the triples of test"
        )
    return {
        pattern: [item for subset in data.subsets for item in _items(subset, pattern, before, base)]
        for pattern, before in there.items()
    }


def _prompted(
    data: DataSet, items: Mapping[str, Iterable[Item]], showing: Showing
) -> dict[str, Iterator[Item]]:
    """The items of each pattern with their prompts, which show items of train."""
    ontologies = {subset.ontology.name: subset.ontology for subset in data.subsets}
    train: dict[str, list[Item]] = {}
    for item in items[ALIGNMENT]:
        if item.split == splits.SPLITS[0]:
            train.setdefault(item.group, []).append(item)
    return {
        pattern: forms.of_items(forms.OF_TEXTS).prompted(
            found, train, ontologies, showing, LANGUAGE
        )
        for pattern, found in items.items()
    }


def _written(folder: Path, name: str, found: Iterator[Item]) -> Written:
    """Write one pattern's items, a file for each split."""
    header = patterns.read_pattern(ALIGNMENT).header
    tally = Tally(header.metric)
    written = write_items(folder, name, splits.SPLITS, tally.items(found))
    variant = name != ALIGNMENT
    made = Made(
        name,
        unseen.DESCRIPTION.format(ALIGNMENT) if variant else header.description,
        header.metric,
        params={},
        queries={},
        seed=0,
        skipped={},
        form=forms.OF_TEXTS,
        variant_of=ALIGNMENT if variant else "",
        **tally.counts(),
    )
    return written, with_floors(made, folder)


def _manifest(
    layout: str,
    data: DataSet,
    made: Sequence[Written],
    watch: Watch,
    ontologies: tuple[DataFile, ...],
    showing: Showing,
) -> Manifest:
    written = tuple(file for found, _ in made for file in found)
    counts = {
        one.name: {name: file.lines for name, file in zip(splits.SPLITS, found, strict=True)}
        for found, one in made
    }
    nothing = dict.fromkeys(counts, 0)
    return Manifest(
        format=FORMAT,
        name=name_of(written),
        kgforge=__version__,
        files=written,
        graph=GraphId(None, None),
        sources=tuple(Source(path.name, files.sha256(path)) for path in _files(data)),
        patterns=tuple(one for _, one in made),
        seed=0,
        languages=(LANGUAGE,),
        templates=(),
        candidates=1,
        split=Split(splits.PUBLISHED, _shares(counts), counts, nothing, watch.report()),
        ontologies=ontologies,
        showing=showing,
        converted=layout,
    )


def _shares(counts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Percent of all items in each split."""
    whole = sum(sum(held.values()) for held in counts.values()) or 1
    return {
        name: round(100 * sum(held[name] for held in counts.values()) / whole)
        for name in splits.SPLITS
    }


def _refuse_twins(data: DataSet) -> None:
    names: dict[str, str] = {}
    for subset in data.subsets:
        other = names.setdefault(subset.ontology.name, subset.name)
        if other != subset.name:
            raise BenchmarkError(
                f"{data.path}: the ontologies {other} and {subset.name} are both called "
                f"{subset.ontology.name}: give them ids of their own"
            )


def _gold(data: DataSet, before: str) -> bool:
    return any(before + GOLD in subset.lines for subset in data.subsets)


def _ontology_file(data: DataSet, subset: Subset) -> Path:
    return data.path / ontology.FOLDER / subset.ontology.source


def _copied(data: DataSet, folder: Path) -> Iterator[DataFile]:
    """The ontologies, each file once."""
    found = {subset.ontology.source: _ontology_file(data, subset) for subset in data.subsets}
    for name, path in found.items():
        yield write_ontology(folder, name, path.read_bytes())


def _files(data: DataSet) -> Iterator[Path]:
    for subset in data.subsets:
        yield _ontology_file(data, subset)
        yield from (lines.path for split, lines in subset.lines.items() if not _is_asked(split))


def _is_asked(split: str) -> bool:
    """Whether its sentences stand in another split with their triples."""
    return split.removeprefix(UNSEEN) == splits.TEST


def _items(subset: Subset, pattern: str, before: str, base: str) -> Iterator[Item]:
    """The items of one ontology: of train, validation and test, or (*before*) the unseen ones."""
    writer = _Facts(subset.ontology, base)
    for split in splits.SPLITS:
        theirs = before + (GOLD if split == splits.TEST else split)
        for passage in subset.lines[theirs].passages if theirs in subset.lines else ():
            facts = tuple(writer.facts(passage))
            ends = {Entity(end.id, end.label) for fact in facts for end in _ends(fact)}
            yield Item(
                passage.id,
                pattern,
                subset.ontology.name,
                split,
                passage.text,
                facts,
                (),
                Provenance("", "", 0),
                tuple(sorted(ends, key=lambda end: (end.id, end.label))),
            )


class _Facts:
    """Gives the triples of one ontology's sentences their ids."""

    def __init__(self, found: Ontology, base: str) -> None:
        self._ontology = found
        self._base = base
        self._relations: dict[str, str] = {}

    def facts(self, passage: Passage) -> Iterator[ItemFact]:
        """The triples of a sentence as facts."""
        known = passage.terms or (Triple("", "", ""),) * len(passage.gold)
        for triple, ids in zip(passage.gold, known, strict=True):
            object = Named(ids.object or self._under_base(triple.object), triple.object)
            yield ItemFact(
                "fact",
                Named(ids.subject or self._under_base(triple.subject), triple.subject),
                Predicate(ids.predicate or self._relation(triple.relation), triple.relation),
                object,
                holds=True,
                answers=(Accepted(object.id, object.label),),
                candidates=(),
                prompts=(),
            )

    def _under_base(self, name: str) -> str:
        return self._base + terms.encoded(name)

    def _relation(self, label: str) -> str:
        """The IRI of a relation: what the ontology alone calls so, else a name under the base."""
        if label not in self._relations:
            named = self._ontology.properties_named(label)
            iri = named[0] if len(named) == 1 else self._under_base(label)
            local = terms.local_name(iri)
            wikidata = _WIKIDATA.fullmatch(local)
            self._relations[label] = terms.PREFIXES["wdt"] + local if wikidata else iri
        return self._relations[label]


def _ends(fact: ItemFact) -> tuple[Named, Named]:
    return fact.subject, fact.object
