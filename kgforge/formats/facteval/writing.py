"""Writing items as a data set, and what a model answered as its responses."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from kgforge.formats import Bench, Carried, Heard, Lacks, counted
from kgforge.formats.facteval import layout, putting
from kgforge.formats.facteval.layout import Kept, Message, Node, WrittenQuestion
from kgforge.formats.facteval.putting import Line, Relations
from kgforge.schema import Item, ItemFact, Response

FEWEST: Final = 3
"""So many wrong objects its generator of questions draws at once, …"""
TOO_FEW: Final = "relation with a subject that has fewer than 3 wrong objects: its generator stops"
"""… and stops where there are fewer, but some."""
COMMA: Final = "question with a comma in a choice, at which its evaluator parts the choices"
_MASKED: Final = "Say what [MASK] stands for in the sentence."
_CHOSEN: Final = "Take one of the choices."
_SHORT: Final = "Answer with the name alone."
_TRUTH: Final = "Is the sentence true? Answer with one word, correct or incorrect."
INSTRUCTIONS: Final[Mapping[str, str]] = {
    layout.SINGLE: f"{_MASKED} {_SHORT}",
    layout.MULTIPLE: f"{_MASKED} Give all right names, and nothing else.",
    layout.BINARY: _TRUTH,
    layout.CHOICES: f"{_MASKED} {_CHOSEN} {_SHORT}",
}
"""What a model is told to do, by type, where the data set did not come with words of its own."""
QUESTIONS: Final[Mapping[str, str]] = {
    **INSTRUCTIONS,
    layout.SINGLE: f"Answer the question. {_SHORT}",
    layout.MULTIPLE: "Answer the question. Give all right names, and nothing else.",
    layout.CHOICES: f"Answer the question. {_CHOSEN} {_SHORT}",
}
"""The same where the question has no slot."""


_SYMBOLS: Final = frozenset({"subject_symbol", "object_symbol"})
"""What its extractor adds to a relation."""


class _Triple(Struct, frozen=True):
    subject: Node
    object: Node


class WrittenResponse(Struct, frozen=True):
    """A line of a file of responses."""

    ground_truth: tuple[Node, ...] | str
    predicted: str
    status_code: int
    question_id: str
    lm_input: layout.Input


def write_items(bench: Bench, out: Path) -> Carried:
    """Write triples, summaries, questions, and what its extractor reads; see ``formats``."""
    left = Lacks()
    found = tuple(bench.questions(left))
    return _Writer(found, putting.decoded(bench.kept), out, left).write(bench.heard)


class _Writer:
    """Writes items into a folder."""

    def __init__(self, items: Sequence[Item], kept: Kept, out: Path, left: Lacks) -> None:
        self._items = items
        self._kept = kept
        self._out = out
        self._relations = Relations(items, kept)
        self._left = left
        self._remarks: Counter[str] = Counter()
        self._written: Counter[str] = Counter()

    def write(self, heard: Heard | None) -> Carried:
        """Write all."""
        lines = list(putting.lines(self._items, self._relations, self._kept, self._left))
        asked = {(line.put.item, line.put.fact) for line in lines}
        triples = self._triples(asked)
        for predicate, found in triples.items():
            self._write_relation(predicate, list(found.values()))
        _write(self._out / "kg" / "relations.jsonl", map(self._listed, triples))
        self._write_questions(lines)
        if heard is not None:
            self._write_responses(lines, heard)
        puts = tuple(line.put for line in lines)
        return Carried(counted(self._written), puts, self._left.listed(), counted(self._remarks))

    # ── triples ─────────────────────────────────────────────────────────────────────────────────
    def _triples(self, asked: set[tuple[str, int]]) -> dict[str, dict[tuple[str, str], _Triple]]:
        """The triples of each predicate: all that is right of what is asked, each once."""
        found: dict[str, dict[tuple[str, str], _Triple]] = {}
        for item in self._items:
            for at, fact in enumerate(item.facts):
                if (item.id, at) in asked:
                    known = found.setdefault(fact.predicate.id, {})
                    for triple in self._of(fact):
                        known.setdefault((triple.subject.uri, triple.object.uri), triple)
        return found

    def _of(self, fact: ItemFact) -> Iterator[_Triple]:
        subject = Node(layout.uri(fact.subject.id, self._kept), fact.subject.label)
        for answer in fact.answers:
            yield _Triple(subject, Node(layout.uri(answer.id, self._kept), answer.label))

    def _write_relation(self, predicate: str, triples: Sequence[_Triple]) -> None:
        """Write the triples of a relation, its summary, and LAMA's file of it."""
        raw, name = self._relations.raw(predicate), self._relations.info(predicate).relation
        folder = self._out / "tuples"
        _write(folder / f"{name}.jsonl", (_line_of(one, raw) for one in triples))
        nodes = _nodes(triples)
        _write(folder / f"{name}{layout.SUMMARY}", [{"relation_info": raw, "node_summary": nodes}])
        lama = (_lama(one, name) for one in triples)
        _write(self._out / "kg" / f"{name}.jsonl", lama)
        self._written["relations"] += 1
        self._written["triples"] += len(triples)
        wrong = (len(nodes["objects"]) - len(one["objects"]) for one in nodes["subjects"].values())
        self._remarks[TOO_FEW] += any(0 < many < FEWEST for many in wrong)

    def _listed(self, predicate: str) -> dict[str, Any]:
        """A relation as LAMA lists it."""
        raw = self._relations.raw(predicate)
        return {name: value for name, value in raw.items() if name not in _SYMBOLS}

    # ── questions and responses ─────────────────────────────────────────────────────────────────
    def _write_questions(self, lines: Iterable[Line]) -> None:
        found: dict[str, list[WrittenQuestion]] = {}
        for line in lines:
            path = f"questions_{line.generator}/{line.relation}.{line.type}.jsonl"
            found.setdefault(path, []).append(self._question(line))
            self._written[f"questions: {line.generator}, {line.type}"] += 1
            self._remarks[COMMA] += any("," in choice for choice in line.choices)
        for path, records in found.items():
            _write(self._out / path, records)

    def _question(self, line: Line) -> WrittenQuestion:
        own = QUESTIONS if line.generator == layout.QUESTION else INSTRUCTIONS
        told = self._kept.instructions.get(line.generator, {}).get(line.type, own[line.type])
        return WrittenQuestion(
            line.put.id,
            layout.Input(line.put.message, told),
            line.answers,
            line.type,
            (Message("system", told), Message("user", line.put.message)),
        )

    def _write_responses(self, lines: Iterable[Line], heard: Heard) -> None:
        """Write what a model answered, as what its evaluator reads."""
        found: dict[str, list[WrittenResponse]] = {}
        for line in lines:
            said = heard.get((line.put.item, line.put.fact, line.put.prompt))
            if said is None:
                self._lack(line, "question that the run was not asked")
            elif said.candidates and not said.text and not said.top:
                self._lack(line, "ranking of candidates, which is no text")
            else:
                found.setdefault(_place(line, said), []).append(self._response(line, said))
                self._written["responses"] += 1
        for path, records in found.items():
            _write(self._out / path, records)

    def _lack(self, line: Line, reason: str) -> None:
        self._left.add(reason, line.put.item, line.role, line.put.prompt)

    def _response(self, line: Line, said: Response) -> WrittenResponse:
        text = said.text or next((top.text for top in said.top), "")
        question = self._question(line)
        return WrittenResponse(
            line.answers,
            said.error or text,
            1 if said.error else 0,
            line.put.id,
            question.lm_input,
        )


def _place(line: Line, said: Response) -> str:
    """The file of a response: a folder for each model and context."""
    model = "".join(one if one.isalnum() or one in "-_" else "-" for one in said.model) or "model"
    folder = f"eval-result/questions_{line.generator}/{model}-none"
    return f"{folder}/{layout.OUTPUT}{line.relation}.{line.type}.jsonl"


def _write(path: Path, records: Iterable[object]) -> None:
    """Write records, one to a line, into a folder that need not be there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    encode = msgspec.json.Encoder().encode
    with path.open("wb") as stream:
        stream.writelines(encode(record) + b"\n" for record in records)


def _line_of(triple: _Triple, raw: dict[str, Any]) -> layout.Triple:
    subject, object = triple.subject, triple.object
    return layout.Triple(subject.label, object.label, object.uri, subject.uri, raw)


def _lama(triple: _Triple, name: str) -> dict[str, str]:
    return {
        "sub_uri": triple.subject.uri,
        "sub_label": triple.subject.label,
        "predicate_id": name,
        "obj_uri": triple.object.uri,
        "obj_label": triple.object.label,
    }


def _nodes(triples: Iterable[_Triple]) -> dict[str, dict[str, Any]]:
    """The nodes of a relation, each with those that it stands with."""
    objects: dict[str, Any] = {}
    subjects: dict[str, Any] = {}
    for one in triples:
        object = {"object_label": one.object.label, "object_uri": one.object.uri}
        subject = {"subject_label": one.subject.label, "subject_uri": one.subject.uri}
        of_object = objects.setdefault(one.object.uri, {**object, "subjects": []})
        of_subject = subjects.setdefault(one.subject.uri, {**subject, "objects": []})
        of_object["subjects"].append(subject)
        of_subject["objects"].append(object)
    return {"objects": objects, "subjects": subjects}
