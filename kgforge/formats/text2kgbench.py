"""Text2KGBench's layout: a folder of ontologies, sentences with triples, and systems' outputs.

``ontologies/N_NAME_ontology.json`` (compact) and ``ontologies/owl/ont_N_NAME.ttl``; in ``train/``,
``validation/``, ``test/`` and ``ground_truth/`` the files ``ont_N_NAME_SPLIT.jsonl``. A line has
``id``, ``sent`` and ``triples`` (``sub``, ``rel``, ``obj``), or one triple as ``sub_label``,
``rel_label``, ``obj_label``; ``test/`` has none. A system's outputs are a folder of ``.jsonl`` of
any name, with ``id``, ``response`` and the ``triples`` that were taken from it, in lists.
Source: Mihindukulasooriya et al. 2023, *Text2KGBench*, and its data.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import files, parsing
from kgforge.errors import BenchmarkError
from kgforge.extraction import Answer, DataSet, Lexicon, Lines, Passage, Subset
from kgforge.schema import TextTriple

SPLITS: Final = ("train", "validation", "test", "ground_truth")
ONTOLOGY: Final = "_ontology.json"
SELECTED: Final = "manually_verified_sentences"
RESPONSES: Final = "llm_responses"
REMEDY: Final = "name a folder of Text2KGBench's layout"

_T = TypeVar("_T", bound=Struct)


class _Concept(Struct, frozen=True):
    qid: str
    label: str


class _Relation(Struct, frozen=True):
    pid: str
    label: str
    domain: str = ""
    range: str = ""


class _Ontology(Struct, frozen=True):
    id: str
    concepts: tuple[_Concept, ...]
    relations: tuple[_Relation, ...]


class _Triple(Struct, frozen=True):
    sub: str
    rel: str
    obj: str


class _Sentence(Struct, frozen=True):
    id: str
    sent: str
    triples: tuple[_Triple, ...] = ()
    sub_label: str | None = None
    rel_label: str = ""
    obj_label: str = ""


class _Response(Struct, frozen=True):
    id: str
    response: str = ""
    triples: tuple[tuple[str, str, str], ...] | None = None


def read(folder: Path) -> DataSet:
    """The data set of a folder, ontologies by number.

    Raises BenchmarkError where it has none, and one that names every file that cannot be read, each
    with its first damaged line.
    """
    ontologies = sorted((folder / "ontologies").glob(f"*{ONTOLOGY}"), key=_number)
    if not ontologies:
        raise BenchmarkError(f"{folder} has no ontologies/N_NAME{ONTOLOGY}: {REMEDY}")
    reading = _Reading()
    subsets = tuple(_subset(folder, path, reading) for path in ontologies)
    reading.refuse(folder)
    return DataSet(folder, subsets)


def answers(path: Path) -> Mapping[str, Answer]:
    """A system's answers by id: those of a file, or of a folder's ``.jsonl`` files.

    The folder is that of the files, or one that holds it as ``llm_responses``. The triples are
    those that a line lists, or else parsed from its response; of two lines with one id the later
    counts. Raises BenchmarkError where there is no such file, or as ``read`` does.
    """
    inner = path / RESPONSES
    folder = inner if inner.is_dir() else path
    found = sorted(folder.glob("*.jsonl"), key=_number) if folder.is_dir() else [path]
    if not found:
        raise BenchmarkError(f"{path} has no .jsonl file: name a folder of a system's outputs")
    reading = _Reading()
    said = {line.id: _answer(line) for each in found for line in reading.lines(each, _Response)}
    reading.refuse(path)
    return said


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

    def ontology(self, path: Path) -> _Ontology:
        """The ontology of a file; an empty one where it cannot be read."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=_Ontology)
        except OSError as error:
            self._problems.append(f"cannot read {path} ({error.strerror})")
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._problems.append(f"{path}: damaged: {error}")
        return _Ontology("", (), ())

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
    name = path.name.removesuffix(ONTOLOGY)
    ontology = reading.ontology(path)
    turtle = folder / "ontologies" / "owl" / f"ont_{name}.ttl"
    lines = {
        split: Lines(file, tuple(map(_passage, reading.lines(file, _Sentence))))
        for split in SPLITS
        if (file := folder / split / f"ont_{name}_{split}.jsonl").parent.is_dir()
    }
    selected = folder / SELECTED / f"selected_ont_{name}.txt"
    return Subset(
        name,
        path,
        turtle if turtle.is_file() else None,
        Lexicon(
            tuple(concept.label for concept in ontology.concepts),
            tuple(relation.label for relation in ontology.relations),
        ),
        tuple(_dangling(ontology)),
        lines,
        frozenset(selected.read_text("utf-8").split()) if selected.is_file() else None,
    )


def _dangling(ontology: _Ontology) -> Iterator[tuple[str, str]]:
    concepts = {concept.qid for concept in ontology.concepts}
    for relation in ontology.relations:
        for id in (relation.domain, relation.range):
            if id and id not in concepts:
                yield relation.label, id


def _passage(line: _Sentence) -> Passage:
    gold: Iterable[TextTriple] = (TextTriple(one.sub, one.rel, one.obj) for one in line.triples)
    if line.sub_label is not None:
        gold = (TextTriple(line.sub_label, line.rel_label, line.obj_label),)
    return Passage(line.id, line.sent, tuple(gold))


def _answer(line: _Response) -> Answer:
    if line.triples is not None:
        return Answer(line.id, tuple(TextTriple(*triple) for triple in line.triples))
    found = parsing.parse(line.response)
    return Answer(line.id, found.triples, found.unparsed)
