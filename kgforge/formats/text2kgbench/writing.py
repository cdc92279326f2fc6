"""Writing a data set that was made elsewhere."""

import json
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from kgforge import files
from kgforge.extraction import GOLD, UNSEEN, Answer, Beside, DataSet, Passage, Subset
from kgforge.formats.text2kgbench import layout
from kgforge.ontology import turtle
from kgforge.schema import Triple
from kgforge.terms import PREFIXES

PROMPTS: Final = "baselines/prompts"
SIMILARITIES: Final = "baselines/test_train_sent_similarity"
EVALUATION: Final = "evaluation"
METRICS: Final = "eval_metrics"
_ONTO: Final = "$$onto$$"


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
        for split in layout.TAUGHT
        for passage in (subset.lines[split].passages if split in subset.lines else ())
    )
    for subset in data.subsets:
        _write_ontology(subset, out)
        for split in splits:
            record = _single if single and split in layout.TAUGHT else _several(split)
            passages = subset.lines[split].passages if split in subset.lines else ()
            _write_lines(out / layout.sentences(subset.name, split), map(record, passages))
        if subset.selected is not None:
            selected = out / layout.SELECTED / f"selected_ont_{subset.name}.txt"
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
    (out / "ontologies" / f"{subset.name}{layout.ONTOLOGY}").write_bytes(
        turtle.compact(subset.ontology)
    )
    owl = out / "ontologies" / "owl" / f"ont_{subset.name}.ttl"
    if subset.turtle is None:
        owl.write_bytes(turtle.turtle(subset.ontology))
    else:
        shutil.copyfile(subset.turtle, owl)


def _several(split: str) -> Callable[[Passage], dict[str, object]]:
    """A line with a list of triples; with none where a system is to find them."""
    asked = split in {"test", f"{UNSEEN}test"}

    def record(passage: Passage) -> dict[str, object]:
        gold = () if asked else passage.gold
        triples = [layout.LineTriple(one.subject, one.relation, one.object) for one in gold]
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


def _id(iri: str, prefix: str) -> str | None:
    """The id of an IRI in a line."""
    return iri.removeprefix(PREFIXES[prefix]) or None


def _write_beside(subset: Subset, unseen: str, out: Path, beside: Beside) -> None:
    """Prompts, similarities and answers of seen or unseen test sentences, where there are any."""
    ids = [one.id for one in subset.lines[f"{unseen}test"].passages]
    apart = layout.APART if unseen else ""
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
    folder = Path(layout.RESPONSES) / (layout.APART if unseen else "")
    return folder / f"ont_{name}_{unseen}llm_responses.jsonl"


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
        "gt": f"../{layout.sentences(_ONTO, gold)}",
        "onto": f"../ontologies/{_ONTO}{layout.ONTOLOGY}",
        "output": metrics,
    }
    if not unseen and all(one.selected is not None for one in data.subsets):
        paths["selected_ids"] = f"../{layout.SELECTED}/selected_ont_{_ONTO}.txt"
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
        f"system's triples in `{layout.RESPONSES}/`, and writes to `{METRICS}/`.\n"
    )


def _counts(subset: Subset, splits: Sequence[str]) -> list[int]:
    counts = [_count(subset, split) for split in splits]
    return [sum(counts), *counts]


def _count(subset: Subset, split: str) -> int:
    return len(subset.lines[split].passages) if split in subset.lines else 0
