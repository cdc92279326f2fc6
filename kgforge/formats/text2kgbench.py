"""Text2KGBench's layout: a folder of ontologies, sentences with triples, and systems' outputs.

``ontologies/N_NAME_ontology.json`` (compact) and ``ontologies/owl/ont_N_NAME.ttl``; in ``train/``,
``validation/``, ``test/`` and ``ground_truth/`` the files ``ont_N_NAME_SPLIT.jsonl``. A line has
``id``, ``sent`` and ``triples`` (``sub``, ``rel``, ``obj``), or one triple as ``sub_label``,
``rel_label``, ``obj_label``; ``test/`` has none. A system's outputs are a folder of ``.jsonl`` of
any name, with ``id``, ``response`` and the ``triples`` that were taken from it, in lists.
Source: Mihindukulasooriya et al. 2023, *Text2KGBench*, and its data.
"""

import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import files
from kgforge.errors import BenchmarkError, OntologyError
from kgforge.extraction import Answer, DataSet, Lines, Passage, Subset
from kgforge.ontology import Ontology
from kgforge.ontology import read as read_ontology
from kgforge.schema import TextTriple

SPLITS: Final = ("train", "validation", "test", "ground_truth")
ONTOLOGY: Final = "_ontology.json"
SELECTED: Final = "manually_verified_sentences"
RESPONSES: Final = "llm_responses"
REMEDY: Final = "name a folder of Text2KGBench's layout"

_T = TypeVar("_T", bound=Struct)


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

    The folder is that of the files, or one that holds it as ``llm_responses``. Of two lines with
    one id the later counts. Raises BenchmarkError where there is no such file, or as ``read`` does.
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

    def ontology(self, path: Path) -> Ontology:
        """The ontology of a file; an empty one where it cannot be read."""
        try:
            return read_ontology(path)
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
    name = path.name.removesuffix(ONTOLOGY)
    turtle = folder / "ontologies" / "owl" / f"ont_{name}.ttl"
    lines = {
        split: Lines(file, tuple(map(_passage, reading.lines(file, _Sentence))))
        for split in SPLITS
        if (file := folder / split / f"ont_{name}_{split}.jsonl").parent.is_dir()
    }
    selected = folder / SELECTED / f"selected_ont_{name}.txt"
    return Subset(
        name,
        reading.ontology(path),
        turtle if turtle.is_file() else None,
        lines,
        frozenset(selected.read_text("utf-8").split()) if selected.is_file() else None,
    )


def _passage(line: _Sentence) -> Passage:
    gold: Iterable[TextTriple] = (TextTriple(one.sub, one.rel, one.obj) for one in line.triples)
    if line.sub_label is not None:
        gold = (TextTriple(line.sub_label, line.rel_label, line.obj_label),)
    return Passage(line.id, line.sent, tuple(gold))


def _answer(line: _Response) -> Answer:
    listed = line.triples
    triples = None if listed is None else tuple(TextTriple(*triple) for triple in listed)
    return Answer(line.id, line.response, triples)


def rewrite(data: DataSet, out: Path, changed: Mapping[tuple[str, int], Passage | None]) -> None:
    """Write a data set again, with some lines changed or (None) left out, the others as they are.

    *changed* is by file, from the data set's folder, and line. Ontologies are copied.
    """
    shutil.copytree(data.path / "ontologies", out / "ontologies")
    gone: set[str] = set()
    for subset in data.subsets:
        for lines in subset.lines.values():
            file = str(lines.path.relative_to(data.path))
            raw = lines.path.read_bytes().splitlines(keepends=True)
            (out / file).parent.mkdir(exist_ok=True)
            with (out / file).open("wb") as stream:
                for number, (line, passage) in enumerate(zip(raw, lines.passages, strict=True), 1):
                    after = changed.get((file, number), passage)
                    if after is None:
                        gone.add(passage.id)
                    else:
                        stream.write(line if after == passage else _line(line, after))
    for path in sorted((data.path / SELECTED).glob("selected_*.txt")):
        kept = (id for id in path.read_text("utf-8").split() if id not in gone)
        (out / SELECTED).mkdir(exist_ok=True)
        (out / SELECTED / path.name).write_text("".join(f"{id}\n" for id in kept), "utf-8")


def _line(line: bytes, passage: Passage) -> bytes:
    """A line with another sentence and other triples, and all else as it was."""
    record = msgspec.json.decode(line)
    record["sent"] = passage.text
    triples = [(one.subject, one.relation, one.object) for one in passage.gold]
    if "triples" in record:
        record["triples"] = [
            dict(zip(("sub", "rel", "obj"), each, strict=True)) for each in triples
        ]
    elif triples:
        record |= dict(zip(("sub_label", "rel_label", "obj_label"), *triples, strict=True))
    return msgspec.json.encode(record) + b"\n"
