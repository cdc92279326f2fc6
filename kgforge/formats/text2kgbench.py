"""Text2KGBench's layout: a folder of ontologies, sentences with triples, and systems' outputs.

``ontologies/N_NAME_ontology.json`` (compact) and ``ontologies/owl/ont_N_NAME.ttl``; in ``train/``,
``validation/``, ``test/`` and ``ground_truth/`` the files ``ont_N_NAME_SPLIT.jsonl``. A line has
``id``, ``sent`` and ``triples`` (``sub``, ``rel``, ``obj``), or one triple as ``sub_label``,
``rel_label``, ``obj_label`` with ids of Wikidata as ``sub``, ``rel``, ``obj``; ``test/`` has none.
Sentences of invented facts are in ``unseen_sentences/``. A system's outputs are a folder of
``.jsonl`` of any name, with ``id``, ``response`` and the ``triples`` that were taken from it, in
lists, or with triples as the data set's own lines have them.
Source: Mihindukulasooriya et al. 2023, *Text2KGBench*, and its data.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import files
from kgforge.errors import BenchmarkError, OntologyError
from kgforge.extraction import GOLD, UNSEEN, Answer, Beside, DataSet, Lines, Passage, Subset
from kgforge.ontology import Ontology
from kgforge.ontology import read as read_ontology
from kgforge.ontology.turtle import compact, turtle
from kgforge.schema import TextTriple, Triple
from kgforge.terms import PREFIXES

SPLITS: Final = ("train", "validation", "test", "ground_truth")
TAUGHT: Final = ("train", "validation")
UNSEEN_SENTENCES: Final = "unseen_sentences"
ONTOLOGY: Final = "_ontology.json"
SELECTED: Final = "manually_verified_sentences"
RESPONSES: Final = "llm_responses"
REMEDY: Final = "name a folder of Text2KGBench's layout"

_LABELS: Final = ("sub_label", "rel_label", "obj_label")
_SINGLE: Final = frozenset((*_LABELS, "sub", "rel", "obj"))
"""What a line with one triple has in place of ``triples``."""
_APART: Final = UNSEEN.rstrip("_")
_WIKIDATA: Final = re.compile(r"[QP][0-9]+")
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
    sub: str | None = None
    rel: str | None = None
    obj: str | None = None


class _Response(Struct, frozen=True):
    id: str
    response: str = ""
    triples: tuple[tuple[str, str, str] | _Triple, ...] | None = None
    sub_label: str | None = None
    rel_label: str = ""
    obj_label: str = ""


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

    The folder is that of the files, or one that holds it as ``llm_responses``, where those to
    sentences of invented facts lie in ``unseen``; a data set's own ``ground_truth`` will do, as a
    system that wrote the gold. Raises BenchmarkError where there is no such file, where two lines
    have one id, or as ``read`` does.
    """
    inner = path / RESPONSES
    folder = inner if inner.is_dir() else path
    both = (folder, folder / _APART)
    found = [file for each in both for file in sorted(each.glob("*.jsonl"), key=_number)]
    if not folder.is_dir():
        found = [path]
    if not found:
        raise BenchmarkError(f"{path} has no .jsonl file: name a folder of a system's outputs")
    reading = _Reading()
    said: dict[str, Answer] = {}
    first: dict[str, str] = {}
    twice: list[str] = []
    for each in found:
        for number, line in enumerate(reading.lines(each, _Response), 1):
            where = first.setdefault(line.id, f"{each}:{number}")
            if line.id in said:
                twice.append(f"{each}:{number}: {line.id!r} is answered in {where} already")
            said[line.id] = _answer(line)
    reading.refuse(path)
    if twice:
        raise BenchmarkError(f"{twice[0]} ({len(twice)} such lines in all): keep one of the two")
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
    owl = folder / "ontologies" / "owl" / f"ont_{name}.ttl"
    lines = {
        split: Lines(file, tuple(map(_passage, reading.lines(file, _Sentence))))
        for split in (*SPLITS, f"{UNSEEN}test", f"{UNSEEN}{GOLD}")
        if (file := folder / _file(name, split)).parent.is_dir()
    }
    selected = folder / SELECTED / f"selected_ont_{name}.txt"
    return Subset(
        name,
        reading.ontology(path),
        owl if owl.is_file() else None,
        lines,
        frozenset(selected.read_text("utf-8").split()) if selected.is_file() else None,
    )


def _file(name: str, split: str) -> Path:
    """Where the sentences of an ontology are, from the data set's folder."""
    folder = Path(split)
    if split.startswith(UNSEEN):
        folder = Path(UNSEEN_SENTENCES) / split.removeprefix(UNSEEN)
    return folder / f"ont_{name}_{split}.jsonl"


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


def _id(iri: str, prefix: str) -> str | None:
    """The id of an IRI in a line."""
    return iri.removeprefix(PREFIXES[prefix]) or None


def _answer(line: _Response) -> Answer:
    if triple := _labelled(line):
        return Answer(line.id, line.response, (triple,))
    triples = None if line.triples is None else tuple(map(_told, line.triples))
    return Answer(line.id, line.response, triples)


def _told(triple: tuple[str, str, str] | _Triple) -> TextTriple:
    return TextTriple(*(msgspec.structs.astuple(triple) if isinstance(triple, _Triple) else triple))


def rewrite(data: DataSet, out: Path, changed: Mapping[tuple[str, int], Passage | None]) -> None:
    """Write a data set again, with some lines changed or (None) left out, the others as they are.

    *changed* is by file, from the data set's folder, and line. Ontologies are copied.
    """
    shutil.copytree(data.path / "ontologies", out / "ontologies")
    gone, kept = set[str](), set[str]()
    for subset in data.subsets:
        for split, lines in subset.lines.items():
            file = str(lines.path.relative_to(data.path))
            raw = lines.path.read_bytes().splitlines(keepends=True)
            (out / file).parent.mkdir(parents=True, exist_ok=True)
            with (out / file).open("wb") as stream:
                for number, (line, passage) in enumerate(zip(raw, lines.passages, strict=True), 1):
                    after = changed.get((file, number), passage)
                    if after is not None:
                        stream.write(line if after == passage else _line(line, after))
                    if split == GOLD:
                        (gone if after is None else kept).add(passage.id)
    for path in sorted((data.path / SELECTED).glob("selected_*.txt")):
        there = (id for id in path.read_text("utf-8").split() if id not in gone - kept)
        (out / SELECTED).mkdir(exist_ok=True)
        (out / SELECTED / path.name).write_text("".join(f"{id}\n" for id in there), "utf-8")


def _line(line: bytes, passage: Passage) -> bytes:
    """A line with another sentence and other triples, and all else as it was."""
    record = msgspec.json.decode(line)
    record["sent"] = passage.text
    triples = [_Triple(one.subject, one.relation, one.object) for one in passage.gold]
    if "triples" in record or len(triples) > 1:
        record = {name: value for name, value in record.items() if name not in _SINGLE}
        record["triples"] = triples
    elif triples:
        record |= dict(zip(_LABELS, msgspec.structs.astuple(triples[0]), strict=True))
    return msgspec.json.encode(record) + b"\n"


# ── Writing a data set that was made elsewhere ──────────────────────────────────────────────────
PROMPTS: Final = "baselines/prompts"
SIMILARITIES: Final = "baselines/test_train_sent_similarity"
EVALUATION: Final = "evaluation"
METRICS: Final = "eval_metrics"
_ONTO: Final = "$$onto$$"
_SHORT: Final = {"validation": "val", GOLD: "test", UNSEEN + GOLD: f"{UNSEEN}test"}
"""What ids call a split, where it is not its name."""


def sentence_id(subset: str, split: str, number: int) -> str:
    """The id of a sentence.

    >>> sentence_id("2_music", "validation", 7)
    'ont_2_music_val_7'
    """
    return f"ont_{subset}_{_SHORT.get(split, split)}_{number}"


def write(data: DataSet, out: Path, beside: Mapping[str, Beside]) -> None:
    """Write a data set, and prompts, similarities and a system's answers, by its subsets' names.

    Paths of its lines are not read. Every ontology has a file for each split that one of them has,
    be it an empty one. Training and validation sentences have one triple a line with its ids where
    all of them have just one, as in Wikidata-TekGen, else lists as in DBpedia-WebNLG.
    ``evaluation/`` has configurations of the published evaluator, to be started there.
    """
    for folder in ("ontologies/owl", METRICS, EVALUATION, PROMPTS, SIMILARITIES):
        (out / folder).mkdir(parents=True)
    splits = dict.fromkeys(split for subset in data.subsets for split in subset.lines)
    single = all(
        len(passage.gold) == 1
        for subset in data.subsets
        for split in TAUGHT
        for passage in (subset.lines[split].passages if split in subset.lines else ())
    )
    for subset in data.subsets:
        _write_ontology(subset, out)
        for split in splits:
            record = _single if single and split in TAUGHT else _several(split)
            passages = subset.lines[split].passages if split in subset.lines else ()
            _write_lines(out / _file(subset.name, split), map(record, passages))
        if subset.selected is not None:
            selected = out / SELECTED / f"selected_ont_{subset.name}.txt"
            selected.parent.mkdir(exist_ok=True)
            gold = subset.lines[GOLD].passages if GOLD in subset.lines else ()
            ids = [one.id for one in gold if one.id in subset.selected]
            selected.write_text("".join(f"{id}\n" for id in ids), "utf-8")
        for unseen in ("", UNSEEN):
            if f"{unseen}test" in subset.lines:
                _write_beside(subset, unseen, out, beside.get(subset.name, Beside()))
    for unseen in ("", UNSEEN):
        _write_configuration(data, unseen, out)
    (out / "README.md").write_text(_readme(data), "utf-8")


def _write_ontology(subset: Subset, out: Path) -> None:
    (out / "ontologies" / f"{subset.name}{ONTOLOGY}").write_bytes(compact(subset.ontology))
    owl = out / "ontologies" / "owl" / f"ont_{subset.name}.ttl"
    if subset.turtle is None:
        owl.write_bytes(turtle(subset.ontology))
    else:
        shutil.copyfile(subset.turtle, owl)


def _several(split: str) -> Callable[[Passage], dict[str, object]]:
    """A line with a list of triples; with none where a system is to find them."""
    asked = split in {"test", f"{UNSEEN}test"}

    def record(passage: Passage) -> dict[str, object]:
        gold = () if asked else passage.gold
        triples = [_Triple(one.subject, one.relation, one.object) for one in gold]
        found: dict[str, object] = {"id": passage.id, "sent": passage.text}
        return found if asked else found | {"triples": triples}

    return record


def _single(passage: Passage) -> dict[str, object]:
    """A line with one triple, and its ids where they are known."""
    [triple] = passage.gold
    terms = passage.terms[0] if passage.terms else Triple("", "", "")
    return {
        "id": passage.id,
        "sub_label": triple.subject,
        "rel_label": triple.relation,
        "obj_label": triple.object,
        "sent": passage.text,
        "sub": _id(terms.subject, "wd"),
        "rel": _id(terms.predicate, "wdt"),
        "obj": _id(terms.object, "wd"),
    }


def _write_beside(subset: Subset, unseen: str, out: Path, beside: Beside) -> None:
    """Prompts, similarities and answers of seen or unseen test sentences, where there are any."""
    ids = [one.id for one in subset.lines[f"{unseen}test"].passages]
    apart = _APART if unseen else ""
    prompts = [{"id": id, "prompt": beside.prompts[id]} for id in ids if id in beside.prompts]
    if prompts:
        _write_lines(out / PROMPTS / apart / f"ont_{subset.name}_{unseen}prompts.jsonl", prompts)
    near = {id: beside.near[id] for id in ids if id in beside.near}
    if near:
        name = f"ont_{subset.name}_{unseen}test_train_similarity.json"
        (out / SIMILARITIES / apart).mkdir(exist_ok=True)
        files.write_json(out / SIMILARITIES / apart / name, near)
    if beside.answers is not None:
        known = set(ids)
        said = (_response(one) for one in beside.answers if one.id in known)
        _write_lines(out / _responses(subset.name, unseen), said)


def _responses(name: str, unseen: str) -> Path:
    return Path(RESPONSES) / (_APART if unseen else "") / f"ont_{name}_{unseen}llm_responses.jsonl"


def _response(answer: Answer) -> dict[str, object]:
    triples = [(one.subject, one.relation, one.object) for one in answer.triples or ()]
    return {"id": answer.id, "response": answer.text, "triples": triples}


def _write_lines(path: Path, records: Iterable[object]) -> None:
    """ASCII, as it is published: the published scripts open files in whatever encoding is set."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="ascii", newline="\n") as stream:
        stream.writelines(json.dumps(msgspec.to_builtins(record)) + "\n" for record in records)


def _write_configuration(data: DataSet, unseen: str, out: Path) -> None:
    """What the published evaluator reads; an ontology without a test sentence would stop it."""
    gold = unseen + GOLD
    names = [one.name for one in data.subsets if gold in one.lines and one.lines[gold].passages]
    if not names:
        return
    metrics = f"../{METRICS}/ont_{_ONTO}_{unseen}eval_results.jsonl"
    paths = {
        "sys": f"../{_responses(_ONTO, unseen)}",
        "gt": f"../{_file(_ONTO, gold)}",
        "onto": f"../ontologies/{_ONTO}{ONTOLOGY}",
        "output": metrics,
    }
    if not unseen and all(one.selected is not None for one in data.subsets):
        paths["selected_ids"] = f"../{SELECTED}/selected_ont_{_ONTO}.txt"
    whole = {
        "onto_list": names,
        "path_patterns": paths,
        "avg_out_file": f"../{METRICS}/{unseen}avg_eval_results.jsonl",
    }
    files.write_json(out / EVALUATION / f"{unseen}eval_config.json", whole)


def _readme(data: DataSet) -> str:
    """How large the data set is, as the paper's Table 1 says it, and how it is evaluated."""
    all_splits = ("train", "validation", GOLD, UNSEEN + GOLD)
    splits = [split for split in all_splits if any(_count(each, split) for each in data.subsets)]
    called = {GOLD: "test", UNSEEN + GOLD: "unseen"}
    heads = (called.get(split, split) for split in splits)
    head = ["ontology", "types", "relations", "sentences", *heads]
    counts = [
        (len(each.ontology.classes), len(each.ontology.properties), *_counts(each, splits))
        for each in data.subsets
    ]
    names = [each.name for each in data.subsets]
    rows = [[name, *map(str, row)] for name, row in zip(names, counts, strict=True)]
    totals = [str(sum(column)) for column in zip(*counts, strict=True)]
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows, ["together", *totals]]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return (
        "# Sentences by ontology, in the layout of Text2KGBench\n\n"
        f"{table}\n"
        f"In `{EVALUATION}/`, the published evaluator reads `eval_config.json`: it looks for a "
        f"system's triples in `{RESPONSES}/`, and writes to `{METRICS}/`.\n"
    )


def _counts(subset: Subset, splits: Sequence[str]) -> list[int]:
    counts = [_count(subset, split) for split in splits]
    return [sum(counts), *counts]


def _count(subset: Subset, split: str) -> int:
    return len(subset.lines[split].passages) if split in subset.lines else 0
