"""Reading a data set: which file holds what, its triples by relation, and its questions."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import bounds, files
from kgforge.errors import BenchmarkError, SourceError
from kgforge.formats.facteval import layout
from kgforge.formats.facteval.layout import Node, Question, RelationInfo, Triple

REMEDY: Final = "mend it, or leave the file out"
LINES: Final = ".jsonl"
TRIPLES: Final = "triples"
QUESTIONS: Final = "questions"
RESPONSES: Final = "responses"
LAMA: Final = "LAMA"
"""What a file of lines may hold, …"""
_TELLING: Final = {
    "predicted": RESPONSES,
    "question_id": QUESTIONS,
    "relation_info": TRIPLES,
    "subject_label": TRIPLES,
    "sub_label": LAMA,
    "template": LAMA,
}
"""… by a field that the lines of it have."""
_T = TypeVar("_T", bound=Struct)


class Subject(Struct):
    """A subject of a relation."""

    label: str
    objects: dict[str, str]
    """The URIs of its objects, to their labels, in order."""


class Relation(Struct):
    """The triples of a relation."""

    info: RelationInfo
    raw: dict[str, Any]
    """The same as it was read."""
    subjects: dict[str, Subject]
    objects: dict[str, str]
    """The URIs of all objects, to their labels."""


class Asked(Struct, frozen=True):
    """A question, and where it stands."""

    where: str
    generator: str
    """Of ``layout.GENERATORS``."""
    question: Question


class Data(Struct, frozen=True):
    """A data set."""

    relations: dict[str, Relation]
    """By their names in the layout."""
    questions: list[Asked]
    files: list[Path]
    left: Counter[str]
    """Why something was passed over, to how often."""


def read_data(folder: Path) -> Data:
    """All of a data set.

    Raises BenchmarkError where there is no triple, and with file and line for what is damaged.
    """
    if not folder.is_dir():
        raise BenchmarkError(f"{folder} is no folder: name that of a data set, facteval:DIR")
    data = Data({}, [], [], Counter())
    found = sorted(path for path in folder.rglob(f"*{LINES}") if _is_shown(path, folder))
    kinds = {path: kind_of(path) for path in found}
    for path in (path for path, kind in kinds.items() if kind == TRIPLES):
        _read_triples(path, data)
    for path in sorted(folder.rglob(f"*{layout.SUMMARY}")):
        if _is_shown(path, folder) and not _has_triples(path, data):
            _read_summary(path, data)
    if not data.relations:
        raise BenchmarkError(_nothing(folder, list(kinds.values())))
    seen: set[tuple[str, str]] = set()
    for path in (path for path, kind in kinds.items() if kind == QUESTIONS):
        _read_questions(path, folder, data, seen)
    return data


def _is_shown(path: Path, folder: Path) -> bool:
    """Whether a path leads through no hidden folder and no link out of the data set."""
    inner = path.relative_to(folder)
    hidden = any(part.startswith(".") for part in inner.parts)
    return not hidden and path.is_file() and files.is_inside(path, folder)


def _nothing(folder: Path, kinds: list[str]) -> str:
    if QUESTIONS in kinds:
        return (
            f"{folder} has questions, but no triples, without which nobody knows what they are "
            f"about: name the folder that holds tuples/, too"
        )
    if LAMA in kinds:
        return (
            f"{folder} has the files that llm-facteval extracts triples from, and no triples: run "
            "its step extract first, or load them as lama:DIR"
        )
    return f"{folder} has neither triples (RELATION{LINES}) nor a RELATION{layout.SUMMARY}"


# ── Lines ───────────────────────────────────────────────────────────────────────────────────────
def kind_of(path: Path) -> str:
    """What a file of lines holds, by its first one; empty: something else."""
    for line in _lines(path):
        try:
            found = msgspec.json.decode(line.data)
        except files.DAMAGED as error:
            raise _damaged(f"{path}:{line.number}", error) from error
        fields = found if isinstance(found, dict) else {}
        return next((kind for field, kind in _TELLING.items() if field in fields), "")
    return ""


def records(path: Path, kind: type[_T]) -> Iterator[tuple[str, _T]]:
    """The records of a file, each with file and line. Raises BenchmarkError for a damaged one."""
    decode = msgspec.json.Decoder(kind).decode
    for line in _lines(path):
        where = f"{path}:{line.number}"
        try:
            yield where, decode(line.data)
        except files.DAMAGED as error:
            raise _damaged(where, error) from error


def _lines(path: Path) -> Iterator[bounds.Lines]:
    try:
        for line in files.lines(path):
            if reason := bounds.unheld(line):
                raise BenchmarkError(f"{path}:{line.number}: {reason}: {REMEDY}")
            if line.data.strip():
                yield line
    except SourceError as error:
        raise BenchmarkError(str(error)) from error


def _damaged(where: str, error: Exception) -> BenchmarkError:
    return BenchmarkError(f"{where}: damaged: {error}: {REMEDY}")


# ── Triples ─────────────────────────────────────────────────────────────────────────────────────
def _read_triples(path: Path, data: Data) -> None:
    data.files.append(path)
    for where, line in records(path, Triple):
        found = _relation(line.relation_info, where, data)
        _add(
            found,
            Node(line.subject_uri, line.subject_label),
            Node(line.object_uri, line.object_label),
            data.left,
            where,
        )


def _relation(raw: dict[str, Any], where: str, data: Data) -> Relation:
    """The relation of which a line is, which may be the first."""
    try:
        info = msgspec.convert(raw, RelationInfo)
    except msgspec.ValidationError as error:
        raise _damaged(f"{where}: relation_info", error) from error
    found = data.relations.setdefault(info.relation, Relation(info, raw, {}, {}))
    if raw != found.raw:
        data.left["relation_info other than the first of its relation"] += 1
    return found


def _add(relation: Relation, subject: Node, object: Node, left: Counter[str], where: str) -> None:
    for node in (subject, object):
        if not node.uri:
            raise BenchmarkError(f"{where}: damaged: a URI is empty: {REMEDY}")
    if not subject.label.strip() or not object.label.strip():
        left["triple without a label"] += 1
        return
    known = relation.subjects.setdefault(subject.uri, Subject(subject.label, {}))
    left["another label of a subject"] += known.label != subject.label
    left["triple that stands twice"] += object.uri in known.objects
    known.objects.setdefault(object.uri, object.label)
    relation.objects.setdefault(object.uri, object.label)


# ── Summaries ───────────────────────────────────────────────────────────────────────────────────
class _SubjectNode(Struct, frozen=True):
    subject_label: str
    subject_uri: str
    objects: tuple["_ObjectRef | str", ...] = ()


class _ObjectRef(Struct, frozen=True):
    object_label: str
    object_uri: str


class _Nodes(Struct, frozen=True):
    objects: dict[str, _ObjectRef] = {}
    subjects: dict[str, _SubjectNode] = {}


def _has_triples(path: Path, data: Data) -> bool:
    """Whether the triples of a summary were read already: it is made of them."""
    return path.with_name(path.name.removesuffix(layout.SUMMARY) + LINES) in data.files


def _read_summary(path: Path, data: Data) -> None:
    """Take in a summary in either form: subjects among the nodes, or beside them."""
    data.files.append(path)
    try:
        parts: Mapping[str, Any] = dict(files.object_members(path))
    except SourceError as error:
        raise BenchmarkError(str(error)) from error
    if not isinstance(parts.get("relation_info"), dict):
        raise BenchmarkError(f"{path}: damaged: it has no relation_info: {REMEDY}")
    relation = _relation(parts["relation_info"], str(path), data)
    try:
        nodes = msgspec.convert(parts.get("node_summary"), _Nodes)
        beside = msgspec.convert(parts.get("subjects", {}), dict[str, _SubjectNode])
    except msgspec.ValidationError as error:
        raise _damaged(str(path), error) from error
    for node in (nodes.subjects | beside).values():
        for one in node.objects:
            subject = Node(node.subject_uri, node.subject_label)
            _add(relation, subject, _object(one, nodes, path), data.left, str(path))


def _object(one: _ObjectRef | str, nodes: _Nodes, path: Path) -> Node:
    """An object of a subject, which has but its URI where the form is that of the description."""
    if isinstance(one, str):
        if one not in nodes.objects:
            raise BenchmarkError(f"{path}: damaged: no object has the URI {one!r}: {REMEDY}")
        one = nodes.objects[one]
    return Node(one.object_uri, one.object_label)


# ── Questions ───────────────────────────────────────────────────────────────────────────────────
def generator_of(path: Path, message: str) -> str:
    """Which generator made a question: as its folder says, else by how it reads.

    >>> generator_of(Path("out/questions_qa/P19.jsonl"), ""), generator_of(Path("a"), "In [MASK].")
    ('qa', 'template')
    """
    for part in reversed(path.parts):
        name = part.removeprefix("questions_")
        if part.startswith("questions_") and name in layout.GENERATORS:
            return name
    asks = message.partition("\n")[0].rstrip().endswith("?")
    return layout.QUESTION if asks else layout.TEMPLATE


def _read_questions(path: Path, folder: Path, data: Data, seen: set[tuple[str, str]]) -> None:
    """Take in a file of questions; of those with one id the first, *seen* in whatever file."""
    data.files.append(path)
    for where, line in records(path, Question):
        question = _checked(line, where)
        asked = question.lm_input or layout.Input("")
        made_by = generator_of(path.relative_to(folder.parent), asked.message)
        key = made_by, question.question_id
        if key in seen:
            data.left["question that stands twice"] += 1
        else:
            seen.add(key)
            data.questions.append(Asked(where, made_by, question))


def _checked(question: Question, where: str) -> Question:
    """A question in the form of the code, whichever it was written in."""
    for wrong, reason in _WRONG.items():
        if wrong(question):
            raise BenchmarkError(f"{where}: damaged: {reason}: {REMEDY}")
    if question.lm_input:
        return question
    said = {message.role: message.content for message in question.prompts}
    asked = layout.Input(said["user"], said.get("system"))
    return msgspec.structs.replace(question, lm_input=asked)


def _is_binary(question: Question) -> bool:
    return question.question_id.rpartition(":")[2].startswith("binary_")


_WRONG: Final[dict[Callable[[Question], bool], str]] = {
    lambda one: not one.answers: "answers is empty",
    lambda one: one.lm_input is None and not any(said.role == "user" for said in one.prompts): (
        "neither lm_input nor prompts has a question"
    ),
    lambda one: one.question_id.count(":") < 4: (
        "question_id is not SUBJECT:OBJECT:RELATION:KIND:WHAT"
    ),
    lambda one: isinstance(one.answers, str) != _is_binary(one): (
        "answers does not fit question_id: a list, or of binary_… correct or incorrect"
    ),
    lambda one: isinstance(one.answers, str) and one.answers not in {"correct", "incorrect"}: (
        "answers is neither correct nor incorrect"
    ),
}
"""What a question must not be, and how that is said."""
