"""A small data set in llm-facteval's layout, of facts of Wikidata (CC0), written without kgforge.

What the published programs make of the same facts was compared by hand: their extractor gives the
same triples and summaries from ``kg/``, their generator as many questions of each type from these.
What their evaluators say of the answers is in ``tests.benchmark.test_converting_items``.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

Record = dict[str, Any]

LABELS: Final = {
    "Q183": "Germany",
    "Q142": "France",
    "Q38": "Italy",
    "Q29": "Spain",
    "Q45": "Portugal",
    "Q30": "United States of America",
    "Q31": "Belgium",
    "Q36": "Poland",
    "Q40": "Austria",
    "Q39": "Switzerland",
    "Q64": "Berlin",
    "Q90": "Paris",
    "Q220": "Rome",
    "Q2807": "Madrid",
    "Q597": "Lisbon",
    "Q61": "Washington, D.C.",
}
RELATIONS: Final[dict[str, Record]] = {
    "P36": {
        "relation": "P36",
        "template": "The capital of [X] is [Y].",
        "label": "capital",
        "description": "seat of government of a country",
        "type": "1-1",
    },
    "P47": {
        "relation": "P47",
        "template": "[X] shares a border with [Y].",
        "label": "shares border with",
        "description": "countries that border on this one",
        "type": "N-M",
    },
}
SYMBOLS: Final = {"subject_symbol": "[X]", "object_symbol": "[Y]"}
OBJECTS: Final = {
    "P36": {
        "Q183": ["Q64"],
        "Q142": ["Q90"],
        "Q38": ["Q220"],
        "Q29": ["Q2807"],
        "Q45": ["Q597"],
        "Q30": ["Q61"],
    },
    "P47": {
        "Q183": ["Q142", "Q31", "Q36", "Q40"],
        "Q142": ["Q29", "Q38", "Q31", "Q183"],
        "Q29": ["Q45", "Q142"],
        "Q45": ["Q29"],
        "Q38": ["Q142", "Q40", "Q39"],
    },
}
TOLD: Final = {
    "single_answer": "Fill in the blank.",
    "multiple_answer": "Fill in the blank with all names.",
    "binary_answer": "Correct or incorrect?",
    "multi_choices": "Fill in the blank with a choice.",
}


def info(relation: str) -> Record:
    """The relation_info of a relation."""
    return {**RELATIONS[relation], **SYMBOLS}


def pairs(relation: str) -> list[tuple[str, str]]:
    return [(one, other) for one, found in OBJECTS[relation].items() for other in found]


def triples(relation: str) -> list[Record]:
    return [
        {
            "subject_label": LABELS[subject],
            "object_label": LABELS[object],
            "object_uri": object,
            "subject_uri": subject,
            "relation_info": info(relation),
        }
        for subject, object in pairs(relation)
    ]


def _node(kind: str, uri: str) -> Record:
    return {f"{kind}_label": LABELS[uri], f"{kind}_uri": uri}


def summary(relation: str) -> Record:
    """As the published code writes it."""
    found = pairs(relation)
    objects = {
        uri: {
            **_node("object", uri),
            "subjects": [_node("subject", one) for one, other in found if other == uri],
        }
        for _, uri in found
    }
    subjects = {
        uri: {
            **_node("subject", uri),
            "objects": [_node("object", other) for one, other in found if one == uri],
        }
        for uri, _ in found
    }
    return {
        "relation_info": info(relation),
        "node_summary": {"objects": objects, "subjects": subjects},
    }


def described(relation: str) -> Record:
    """The summary as the published description has it."""
    whole = summary(relation)
    nodes = whole["node_summary"]
    return {
        "relation_info": whole["relation_info"],
        "node_summary": {
            "objects": {
                uri: {**node, "subjects": [one["subject_uri"] for one in node["subjects"]]}
                for uri, node in nodes["objects"].items()
            }
        },
        "subjects": {
            uri: {**node, "objects": [one["object_uri"] for one in node["objects"]]}
            for uri, node in nodes["subjects"].items()
        },
    }


def questions(relation: str) -> list[Record]:
    """Four for each triple, but one for the objects of a subject."""
    found: list[Record] = []
    objects = list(dict.fromkeys(other for _, other in pairs(relation)))
    for subject, object in pairs(relation):
        right = OBJECTS[relation][subject]
        wrong = [uri for uri in objects if uri not in right]
        stem = f"{subject}:{object}:{relation}:{RELATIONS[relation]['type']}"
        if object == right[0]:
            kind = "single_answer" if len(right) == 1 else "multiple_answer"
            found.append(_question(f"{stem}:ask_object", kind, _said(relation, subject), right))
        for what, uri in (("binary_correct", object), ("binary_obj_incorrect", wrong[0])):
            record = _question(
                f"{stem}:{what}", "binary_answer", _said(relation, subject, LABELS[uri]), []
            )
            found.append({**record, "answers": what.rpartition("_")[2]})
        choices = ", ".join(LABELS[uri] for uri in (*wrong[:2], object, wrong[2]))
        message = f"{_said(relation, subject)}\n\nChoices: {choices}"
        found.append(_question(f"{stem}:multi_choices_obj", "multi_choices", message, [object]))
    return found


def _said(relation: str, subject: str, object: str = "[MASK]") -> str:
    template = str(RELATIONS[relation]["template"])
    return template.replace("[X]", LABELS[subject]).replace("[Y]", object)


def _question(id: str, kind: str, message: str, answers: Iterable[str]) -> Record:
    return {
        "question_id": id,
        "lm_input": {"message": message, "prompt": TOLD[kind]},
        "answers": [{"uri": uri, "label": LABELS[uri]} for uri in answers],
        "question_type": kind,
    }


def in_words_of_the_description(question: Record) -> Record:
    """A question as the published description has it: chat messages, and no type."""
    asked = question["lm_input"]
    return {
        "question_id": question["question_id"],
        "prompts": [
            {"role": "system", "content": asked["prompt"]},
            {"role": "user", "content": asked["message"]},
        ],
        "answers": question["answers"],
    }


def write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(record) + "\n" for record in records)
    path.write_text(text, encoding="utf-8")
    return path


def write(folder: Path, *, asked: bool = True) -> Path:
    """The whole data set, with or without questions."""
    for relation in RELATIONS:
        write_lines(folder / "tuples" / f"{relation}.jsonl", triples(relation))
        write_lines(folder / "tuples" / f"{relation}.summary.json", [summary(relation)])
        if asked:
            path = folder / "questions_template" / f"{relation}.jsonl"
            write_lines(path, questions(relation))
    return folder


def write_kg(folder: Path) -> Path:
    """What the published extractor reads: LAMA's files."""
    write_lines(folder / "relations.jsonl", RELATIONS.values())
    for relation in RELATIONS:
        lama = (
            {
                "sub_uri": one["subject_uri"],
                "sub_label": one["subject_label"],
                "predicate_id": relation,
                "obj_uri": one["object_uri"],
                "obj_label": one["object_label"],
            }
            for one in triples(relation)
        )
        write_lines(folder / f"{relation}.jsonl", lama)
    return folder


# ── A system's answers ──────────────────────────────────────────────────────────────────────────
_NAMED: Final = (
    "{right}",
    "It is {right}.",
    "I don't know.",
    "Unfortunately it is {right}",
    "{wrong}",
    "the {start}",
    "{wrong}\n{right}",
    "{right}\nand {wrong}",
    "",
    "UNKNOWN",
    "{wrong} or {right}",
)
_BINARY: Final = (
    "correct",
    "Incorrect.",
    "It is correct.",
    "unknown",
    "maybe",
    "incorrect",
    "yes",
)


def said(question: Record, number: int) -> str:
    """What a system says to a question: right, wrong, silent, half right by turns."""
    answers = question["answers"]
    if isinstance(answers, str):
        return _BINARY[number % len(_BINARY)]
    right = answers[-1]["label"]
    wrong = "Atlantis"
    if question["question_type"] == "multi_choices":
        listed = question["lm_input"]["message"].rpartition("Choices: ")[2].split(", ")
        wrong = next(one for one in listed if one != right)
    text = _NAMED[number % len(_NAMED)]
    return text.format(right=right, wrong=wrong, start=right[: max(3, len(right) // 2)])


def responses(relation: str) -> dict[str, list[Record]]:
    """By type of question, what the published program writes of a system's answers."""
    found: dict[str, list[Record]] = {}
    for question in questions(relation):
        lines = found.setdefault(question["question_type"], [])
        number = len(lines) + (len(found) > 2) * 3 + 6 * (relation == "P47")
        lines.append(
            {
                "ground_truth": question["answers"],
                "predicted": said(question, number),
                "status_code": 0,
                "question_id": question["question_id"],
                "lm_input": question["lm_input"],
            }
        )
    return found


def write_responses(folder: Path) -> Path:
    """The files of a system's answers, as the published evaluator reads them."""
    for relation in RELATIONS:
        for kind, lines in responses(relation).items():
            write_lines(folder / f"output.{relation}.{kind}.jsonl", lines)
    return folder
