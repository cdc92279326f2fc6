"""An evaluator by the published rules, and by the published conventions of files, of its own.

It reads a configuration as Text2KGBench's users write it: ``onto_list``, and ``path_patterns`` from
the folder in which it is started, with ``$$onto$$`` for each ontology; it writes a file of figures
for each ontology and one of averages. It shares no code with the project but the abbreviations
that stand for NLTK's English data.
"""

import json
from pathlib import Path
from typing import Any, Final

from nltk.stem import PorterStemmer
from nltk.tokenize import NLTKWordTokenizer
from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

from kgforge.extraction.published import ABBREVIATIONS

NAMES: Final = (
    "precision",
    "recall",
    "f1",
    "ontology_conformance",
    "relation_hallucination",
    "subject_hallucination",
    "object_hallucination",
)


class Stemming:
    """Text as it is looked for in text: stems without separators, in lower case."""

    def __init__(self) -> None:
        known = PunktParameters()
        known.abbrev_types = set(ABBREVIATIONS)
        self.sentences = PunktSentenceTokenizer(known)
        self.words = NLTKWordTokenizer()
        self.stemmer = PorterStemmer()

    def of(self, text: str) -> str:
        stems = ""
        for sentence in self.sentences.tokenize(text):
            for word in self.words.tokenize(sentence):
                stems += self.stemmer.stem(word)
        return bare(stems)


def bare(text: str) -> str:
    return "".join(text.replace("_", " ").split()).lower()


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def sentence_figures(
    gold: dict[str, Any], said: list[list[str]], ontology: dict[str, Any], stemming: Stemming
) -> list[float]:
    right = {bare(one["sub"]) + bare(one["rel"]) + bare(one["obj"]) for one in gold["triples"]}
    asked = [one["rel"].replace(" ", "_") for one in gold["triples"]]
    counted = {"".join(map(bare, one)) for one in said if one[1] in asked}
    common = len(right & counted)
    precision = common / len(counted) if counted else 0.0
    recall = common / len(right) if counted else 0.0
    f1 = 2 * precision * recall / (precision + recall) if common else 0.0
    if not said:
        return [precision, recall, f1, 1.0, 0.0, 0.0, 0.0]
    labels = [relation["label"].replace(" ", "_") for relation in ontology["relations"]]
    conforming = sum(one[1] in labels for one in said) / len(said)
    concepts = " ".join(concept["label"] for concept in ontology["concepts"])
    context = stemming.of(gold["sent"] + concepts)

    def invented(place: int) -> float:
        names = [stemming.of(one[place]).replace("01januari", "") for one in said]
        return sum(name not in context for name in names) / len(said)

    return [precision, recall, f1, conforming, 1 - conforming, invented(0), invented(2)]


def evaluate(configuration: Path) -> dict[str, dict[str, float]]:
    """Run from the configuration's own folder; the mean figures of each ontology, and of all."""
    told = json.loads(configuration.read_text("utf-8"))
    here, stemming = configuration.parent, Stemming()
    averages: dict[str, dict[str, float]] = {}
    for name in told["onto_list"]:
        paths = {
            key: here / pattern.replace("$$onto$$", name)
            for key, pattern in told["path_patterns"].items()
        }
        ontology = json.loads(paths["onto"].read_text("utf-8"))
        system = {row["id"]: row["triples"] for row in rows(paths["sys"])}
        gold = rows(paths["gt"])
        found = {
            row["id"]: sentence_figures(row, system[row["id"]], ontology, stemming)
            for row in gold
            if row["id"] in system
        }
        with paths["output"].open("w") as stream:
            for id, figures in found.items():
                stream.write(
                    json.dumps({"id": id, **dict(zip(NAMES, figures, strict=True))}) + "\n"
                )
        kinds = {name: {row["id"] for row in gold}}
        if "selected_ids" in paths:
            kinds[f"{name} selected"] = set(paths["selected_ids"].read_text("utf-8").split())
        for kind, ids in kinds.items():
            sums = [sum(found[id][at] for id in ids & found.keys()) for at in range(7)]
            if ids:
                means = [total / len(ids) for total in sums]
                averages[kind] = dict(zip(NAMES, means, strict=True))
    listed = [averages[name] for name in told["onto_list"]]
    averages["global"] = {name: sum(each[name] for each in listed) / len(listed) for name in NAMES}
    (here / told["avg_out_file"]).write_text(json.dumps(averages))
    return averages
