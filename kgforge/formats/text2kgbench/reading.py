"""Reading a data set, and what a system wrote of it."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import files, ontology
from kgforge.errors import BenchmarkError, OntologyError
from kgforge.extraction import GOLD, UNSEEN, Answer, DataSet, Lines, Passage, Subset
from kgforge.formats.text2kgbench import layout
from kgforge.ontology import Ontology
from kgforge.schema import TextTriple, Triple
from kgforge.terms import PREFIXES

SPLITS: Final = ("train", "validation", "test", "ground_truth")
REMEDY: Final = "name a folder of Text2KGBench's layout"
_WIKIDATA: Final = re.compile(r"[QP][0-9]+")
_T = TypeVar("_T", bound=Struct)


class _Sentence(Struct, frozen=True):
    id: str
    sent: str
    triples: tuple[layout.LineTriple, ...] = ()
    sub_label: str | None = None
    rel_label: str = ""
    obj_label: str = ""
    sub: str | None = None
    rel: str | None = None
    obj: str | None = None


class _Response(Struct, frozen=True):
    id: str
    response: str = ""
    triples: tuple[tuple[str, str, str] | layout.LineTriple, ...] | None = None
    sub_label: str | None = None
    rel_label: str = ""
    obj_label: str = ""


def read(folder: Path) -> DataSet:
    """The data set of a folder, ontologies by number.

    Raises BenchmarkError where it has none, and one that names every file that cannot be read, each
    with its first damaged line.
    """
    ontologies = sorted((folder / "ontologies").glob(f"*{layout.ONTOLOGY}"), key=_number)
    if not ontologies:
        raise BenchmarkError(f"{folder} has no ontologies/N_NAME{layout.ONTOLOGY}: {REMEDY}")
    reading = _Reading()
    subsets = tuple(_subset(folder, path, reading) for path in ontologies)
    reading.refuse(folder)
    return DataSet(folder, subsets)


def answers(path: Path) -> Mapping[str, Answer]:
    """A system's answers by id: those of a file, or of a folder's ``.jsonl`` files.

    The folder is that of the files, or one that holds it as ``llm_responses``, where those to
    sentences of invented facts lie in ``unseen``; a data set's own ``ground_truth`` will do, as a
    system that wrote the gold. Of several answers to a sentence the last one counts, as it does for
    the published evaluator; ``Answer.places`` says where all stand. Raises BenchmarkError where
    there is no such file, or as ``read`` does.
    """
    inner = path / layout.RESPONSES
    folder = inner if inner.is_dir() else path
    both = (folder, folder / layout.APART)
    found = [file for each in both for file in sorted(each.glob("*.jsonl"), key=_number)]
    if not folder.is_dir():
        found = [path]
    if not found:
        raise BenchmarkError(f"{path} has no .jsonl file: name a folder of a system's outputs")
    reading = _Reading()
    said: dict[str, Answer] = {}
    places: dict[str, tuple[str, ...]] = {}
    for each in found:
        for number, line in enumerate(reading.lines(each, _Response), 1):
            places[line.id] = (*places.get(line.id, ()), f"{each.name}:{number}")
            said[line.id] = _answer(line)
    reading.refuse(path)
    several = {id: where for id, where in places.items() if len(where) > 1}
    return said | {
        id: msgspec.structs.replace(said[id], places=where) for id, where in several.items()
    }


class _Reading:
    """Reads files, and keeps what is wrong with each, so that all of them can be named."""

    def __init__(self) -> None:
        self._problems: list[str] = []

    def lines(self, path: Path, kind: type[_T]) -> list[_T]:
        """The records of a file; none where it cannot be read."""
        try:
            return list(files.read_lines(path, kind, "mend it"))
        except BenchmarkError as error:
            self._problems.append(str(error))
            return []

    def ontology(self, path: Path) -> Ontology:
        """The ontology of a file; an empty one where it cannot be read."""
        try:
            return ontology.read(path)
        except OntologyError as error:
            self._problems.append(str(error))
            return Ontology(path.stem, "", path.name, {}, {})

    def refuse(self, folder: Path) -> None:
        """Raise BenchmarkError where anything is wrong."""
        if self._problems:
            many = len(self._problems)
            told = "; ".join(self._problems)
            raise BenchmarkError(f"{folder}: {many} file(s) cannot be read: {told}")


def _number(path: Path) -> tuple[int, str]:
    """The number in a file's name, before the name itself."""
    found = re.search(r"\d+", path.name)
    return (int(found[0]) if found else 0), path.name


def _subset(folder: Path, path: Path, reading: _Reading) -> Subset:
    name = path.name.removesuffix(layout.ONTOLOGY)
    owl = folder / "ontologies" / "owl" / f"ont_{name}.ttl"
    lines = {
        split: Lines(file, tuple(map(_passage, reading.lines(file, _Sentence))))
        for split in (*SPLITS, f"{UNSEEN}test", f"{UNSEEN}{GOLD}")
        if (file := folder / layout.sentences(name, split)).parent.is_dir()
    }
    selected = folder / layout.SELECTED / f"selected_ont_{name}.txt"
    return Subset(
        name,
        reading.ontology(path),
        owl if owl.is_file() else None,
        lines,
        frozenset(selected.read_text("utf-8").split()) if selected.is_file() else None,
    )


def _passage(line: _Sentence) -> Passage:
    triple = _labelled(line)
    if triple is None:
        return Passage(line.id, line.sent, tuple(map(_told, line.triples)))
    ids = (_iri(line.sub, "wd"), _iri(line.rel, "wdt"), _iri(line.obj, "wd"))
    return Passage(line.id, line.sent, (triple,), terms=(Triple(*ids),) if any(ids) else ())


def _labelled(line: _Sentence | _Response) -> TextTriple | None:
    """The triple of a line that has one alone; None: it has a list."""
    if line.sub_label is None:
        return None
    return TextTriple(line.sub_label, line.rel_label, line.obj_label)


def _iri(id: str | None, prefix: str) -> str:
    """The IRI that an id means, one of Wikidata or the id itself; empty where there is none."""
    return PREFIXES[prefix] + id if id and _WIKIDATA.fullmatch(id) else id or ""


def _answer(line: _Response) -> Answer:
    if triple := _labelled(line):
        return Answer(line.id, line.response, (triple,))
    triples = None if line.triples is None else tuple(map(_told, line.triples))
    return Answer(line.id, line.response, triples)


def _told(triple: tuple[str, str, str] | layout.LineTriple) -> TextTriple:
    parts = msgspec.structs.astuple(triple) if isinstance(triple, layout.LineTriple) else triple
    return TextTriple(*parts)
