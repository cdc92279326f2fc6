"""Write trex.json and webnlg.xml: sentences of our own about facts of the example graph.

    python examples/write_texts.py [--out FOLDER]

Each sentence is written with its entities marked, ``{Q28|Hungary}``, and with the facts it says;
every fact must be in wikidata.tsv beside this script, and offsets are counted here, not by hand.
The WebNLG entries say facts of the same entities under their DBpedia names.
"""

import argparse
import json
import re
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

HERE = Path(__file__).parent
WD = "http://www.wikidata.org/entity/"
WDT = "http://www.wikidata.org/prop/direct/"
MARKED = re.compile(r"\{(Q\d+)\|([^}]*)\}")

TEXTS: dict[str, list[tuple[str, str]]] = {
    "Q28": [
        (
            "{Q28|Hungary} is a {Q3624078|sovereign state} in the middle of {Q46|Europe}.",
            "Q28 P31 Q3624078, Q28 P30 Q46",
        ),
        (
            "{Q1781|Budapest}, on both banks of the Danube, is the capital of {Q28|Hungary}.",
            "Q1781 P1376 Q28, Q28 P36 Q1781",
        ),
        (
            "In the west {Q28|Hungary} meets {Q40|Austria}.",
            "Q28 P47 Q40, Q40 P47 Q28",
        ),
        ("Its official language is {Q9067|Hungarian}.", "Q28 P37 Q9067"),
    ],
    "Q45": [
        (
            "{Q45|Portugal} lies on the Atlantic edge of {Q46|Europe} and is governed from "
            "{Q597|Lisbon}.",
            "Q45 P30 Q46, Q45 P36 Q597",
        ),
        (
            "By land {Q45|Portugal} borders {Q29|Spain} and no other country.",
            "Q45 P47 Q29, Q29 P47 Q45",
        ),
        (
            "People there speak {Q5146|Portuguese}, which is also the language of the state.",
            "Q45 P37 Q5146",
        ),
    ],
    "Q189": [
        (
            "{Q189|Iceland} is an island in the North Atlantic that counts as part of "
            "{Q46|Europe}.",
            "Q189 P30 Q46",
        ),
        (
            "Most of its people live in and around {Q1764|Reykjavík}, the capital.",
            "Q189 P36 Q1764",
        ),
        (
            "{Q294|Icelandic} is the official language of {Q189|Iceland}.",
            "Q189 P37 Q294",
        ),
    ],
    "Q17": [
        (
            "{Q17|Japan} is a chain of islands off the eastern coast of {Q48|Asia}.",
            "Q17 P30 Q48",
        ),
        (
            "{Q1490|Tokyo} has been the capital of {Q17|Japan} since the nineteenth century.",
            "Q1490 P1376 Q17, Q17 P36 Q1490",
        ),
        ("The language of the country is {Q5287|Japanese}.", "Q17 P37 Q5287"),
    ],
    "Q76": [
        (
            "{Q76|Barack Obama} was born in {Q18094|Honolulu} in 1961.",
            "Q76 P19 Q18094",
        ),
        (
            "From 2009 to 2017 he was president of the {Q30|United States of America}, whose "
            "citizen he is.",
            "Q76 P27 Q30",
        ),
        (
            "{Q76|Barack Obama} and {Q13133|Michelle Obama} married in 1992.",
            "Q76 P26 Q13133, Q13133 P26 Q76",
        ),
        ("As a {Q36180|writer} he is known for his memoirs.", "Q76 P106 Q36180"),
    ],
    "Q1203": [
        (
            "{Q1203|John Lennon} was a {Q177220|singer} from {Q24826|Liverpool}.",
            "Q1203 P106 Q177220, Q1203 P19 Q24826",
        ),
        (
            "In 1969 {Q1203|John Lennon} married the artist {Q117012|Yoko Ono}.",
            "Q1203 P26 Q117012, Q117012 P26 Q1203",
        ),
    ],
}
"""Documents by their subject: each sentence, marked, and the facts that it says."""


class Said(NamedTuple):
    """One entry in the form of WebNLG."""

    category: str
    facts: tuple[str, ...]
    texts: tuple[str, ...]


SAID = [
    Said("City", ("Budapest | country | Hungary",),
         ("Budapest lies in Hungary.", "Hungary is the country where Budapest lies.")),
    Said("City", ("Hungary | capital | Budapest",
                  "Hungary | officialLanguage | Hungarian_language"),
         ("Hungary, with Budapest as its capital, has Hungarian as its official language.",)),
    Said("City", ("Portugal | capital | Lisbon",),
         ("Lisbon is the capital of Portugal.", "Portugal is governed from Lisbon.")),
    Said("City", ("Lisbon | country | Portugal", "Portugal | language | Portuguese_language"),
         ("Lisbon is a city in Portugal, where Portuguese is spoken.",)),
    Said("City", ("Iceland | capital | Reykjavík",),
         ("Reykjavík is the capital of Iceland.",)),
    Said("City", ("Tokyo | country | Japan", "Japan | capital | Tokyo"),
         ("Tokyo lies in Japan and is its capital.",)),
    Said("Politician", ("Barack_Obama | birthPlace | Honolulu",
                        "Barack_Obama | birthDate | 1961-08-04"),
         ("Barack Obama was born in Honolulu on 4 August 1961.",)),
    Said("Politician", ("Barack_Obama | spouse | Michelle_Obama",),
         ("Barack Obama is married to Michelle Obama.",
          "Michelle Obama is the wife of Barack Obama.")),
    Said("Artist", ("John_Lennon | spouse | Yoko_Ono", "John_Lennon | birthPlace | Liverpool"),
         ("John Lennon, who was born in Liverpool, married Yoko Ono.",)),
    Said("University", ("Harvard_Business_School | affiliation | Harvard_University",
                        "Harvard_University | country | United_States"),
         ("Harvard Business School belongs to Harvard University in the United States.",)),
]  # fmt: skip
"""WebNLG's entries."""


def rows(name: str) -> list[list[str]]:
    text = (HERE / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]


# ── T-REx ───────────────────────────────────────────────────────────────────────────────────────
def trex() -> list[dict[str, Any]]:
    facts = {tuple(row[:3]) for row in rows("wikidata.tsv")}
    labels = {row[0]: row[1] for row in rows("entities.tsv")}
    return [document(subject, labels[subject], facts) for subject in TEXTS]


def document(subject: str, title: str, known: set[tuple[str, ...]]) -> dict[str, Any]:
    text = ""
    sentences: list[list[int]] = []
    entities: list[dict[str, Any]] = []
    triples: list[dict[str, Any]] = []
    for number, (marked, said) in enumerate(TEXTS[subject]):
        text += " " if text else ""
        inside = marks(marked, len(text))
        sentence = MARKED.sub(r"\2", marked)
        sentences.append([len(text), len(text) + len(sentence)])
        text += sentence
        entities += inside.values()
        absent = absent_subject(subject, title)
        for fact in said.split(", "):
            if tuple(fact.split()) not in known:
                raise SystemExit(f"not a fact of wikidata.tsv: {fact}")
            triples.append(annotation(fact, number, {subject: absent} | inside))
    return {
        "docid": WD + subject,
        "title": title,
        "uri": WD + subject,
        "text": text,
        "sentences_boundaries": sentences,
        "words_boundaries": [list(word.span()) for word in re.finditer(r"\w+|[^\w\s]", text)],
        "entities": entities,
        "triples": triples,
    }


def marks(marked: str, start: int) -> dict[str, dict[str, Any]]:
    """The entities of a sentence that begins at *start*, by their ids."""
    found = {}
    for mark in MARKED.finditer(marked):
        before = len(MARKED.sub(r"\2", marked[: mark.start()]))
        found[mark[1]] = entity(mark[1], mark[2], start + before)
    return found


def entity(name: str, surface: str, start: int) -> dict[str, Any]:
    return {
        "uri": WD + name,
        "boundaries": [start, start + len(surface)],
        "surfaceform": surface,
        "annotator": "by hand",
    }


def absent_subject(subject: str, title: str) -> dict[str, Any]:
    """The document's subject where a sentence does not name it, as T-REx writes it."""
    return {"uri": WD + subject, "boundaries": None, "surfaceform": title, "annotator": "by hand"}


def annotation(fact: str, sentence: int, inside: dict[str, dict[str, Any]]) -> dict[str, Any]:
    subject, predicate, object = fact.split()
    return {
        "sentence_id": sentence,
        "subject": inside[subject],
        "predicate": {
            "uri": WDT + predicate,
            "boundaries": None,
            "surfaceform": None,
            "annotator": "by hand",
        },
        "object": inside[object],
        "dependency_path": None,
        "confidence": None,
        "annotator": "by hand",
    }


# ── WebNLG ──────────────────────────────────────────────────────────────────────────────────────
def webnlg() -> ET.ElementTree:
    root = ET.Element("benchmark")
    entries = ET.SubElement(root, "entries")
    for number, said in enumerate(SAID, 1):
        attributes = {"category": said.category, "eid": f"Id{number}", "size": str(len(said.facts))}
        entry = ET.SubElement(entries, "entry", attributes)
        for name, tag in (("originaltripleset", "otriple"), ("modifiedtripleset", "mtriple")):
            triples = ET.SubElement(entry, name)
            for fact in said.facts:
                ET.SubElement(triples, tag).text = fact
        for position, text in enumerate(said.texts, 1):
            attributes = {"comment": "good", "lid": f"Id{position}", "lang": "en"}
            ET.SubElement(entry, "lex", attributes).text = text
    tree = ET.ElementTree(root)
    ET.indent(tree)
    return tree


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE)
    out = parser.parse_args().out
    text = json.dumps(trex(), ensure_ascii=False, indent=1)
    (out / "trex.json").write_text(text + "\n", encoding="utf-8")
    webnlg().write(out / "webnlg.xml", encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    main()
