"""How much of the published DBpedia-WebNLG was mined again, by ontology, and why not the rest.

    python examples/text2kg/recall.py MINED WEBNLG PUBLISHED

MINED is a folder of ``kgforge mine alignment``, WEBNLG the XML that its graph was loaded from,
PUBLISHED the folder ``dbpedia_webnlg`` of Text2KGBench. Prints a table, the causes with their
counts, and a line for each sentence and triple that was not found.

A sentence was found when an item of its ontology has its text (white space folded); a triple when
that item has it, the published words being read as the loader of WebNLG reads them. Causes are
looked for in the XML itself, not in the graph.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Final

from lxml import etree
from msgspec import Struct

from kgforge import files, loaders, terms
from kgforge.schema import Instance, TextTriple, Triple, folders

ABSENT: Final = "the sentence is not in the folder"
NOTHING: Final = "nothing of the sentence was mined"
RENAMED: Final = "the relation has another name in the folder"
RESPELT: Final = "the object is spelt otherwise in the folder"
UNSAID: Final = "the folder does not say it of that sentence"
UNKNOWN: Final = "unknown: the folder says just that"

_webnlg = loaders.load("webnlg")


class Words(Struct, frozen=True):
    """A published triple, in words."""

    sub: str
    rel: str
    obj: str


class Line(Struct, frozen=True):
    """A published sentence with its triples."""

    id: str
    sent: str
    triples: tuple[Words, ...]


class Outcome(Struct, frozen=True):
    """What came of a sentence, or of one triple of it."""

    ontology: str
    id: str
    triple: Words | None
    """None: the sentence."""
    cause: str = ""
    """Why it was not found; empty where it was."""
    there: str = ""
    """What the folder has in its place."""


class Mined(Struct, frozen=True):
    """What was mined, by the name of an ontology."""

    facts: Mapping[str, Mapping[str, Set[Triple]]]
    """By text, the facts of the item."""
    predicates: Mapping[str, Mapping[str, Sequence[str]]]
    """By relation, what it stands for in the graph."""


Folder = Mapping[str, Set[TextTriple]]
"""By text, the triples that the XML has for it."""


# ── Reading ─────────────────────────────────────────────────────────────────────────────────────
def read_mined(folder: Path) -> Mined:
    """The alignments of a folder that ``kgforge mine`` has written."""
    facts: dict[str, dict[str, set[Triple]]] = defaultdict(lambda: defaultdict(set))
    for found in files.read_lines(folder / "alignment/instances.jsonl", Instance, "mine again"):
        facts[found.group][folded(found.text or "")] |= {
            Triple(fact.subject, fact.predicate, fact.object) for fact in found.facts
        }
    mining = folders.read_mining(folder)
    predicates = {
        one.ontology: {
            terms.local_name(match.term): one.properties.iris(match.term)
            for match in one.properties.matches
        }
        for one in mining.mapped
    }
    return Mined(facts, predicates)


def read_xml(folder: Path) -> Folder:
    """All texts of a folder of WebNLG."""
    said: dict[str, set[TextTriple]] = defaultdict(set)
    for path in sorted(folder.rglob("*.xml")):
        for entry in etree.parse(path).iter("entry"):
            triples = {
                TextTriple(*(part.strip() for part in str(found.text).split(" | ")))
                for found in entry.iterfind("modifiedtripleset/mtriple")
            }
            for lex in entry.iterfind("lex"):
                said[folded(lex.text or "")] |= triples
    return said


def read_published(folder: Path) -> Iterator[tuple[str, Line]]:
    """Every line of train and ground truth with its ontology's name, ontologies by number."""
    paths = [path for part in ("train", "ground_truth") for path in (folder / part).glob("*.jsonl")]
    for path in sorted(paths, key=lambda path: (number(path.name), path.name)):
        name = re.sub("_(train|ground_truth)$", "", path.stem)
        for line in files.read_lines(path, Line, "copy it again"):
            yield name, line


def number(name: str) -> int:
    """The number of an ontology: ``ont_12_monument`` is 12."""
    return int("".join(re.findall(r"\d+", name)[:1]) or 0)


def folded(text: str) -> str:
    """A text with white space folded."""
    return " ".join(text.split())


# ── Comparing ───────────────────────────────────────────────────────────────────────────────────
def compare(mined: Mined, folder: Folder, published: Path) -> Iterator[Outcome]:
    """What came of each published sentence, and of each triple of those that the folder has."""
    for name, line in read_published(published):
        text = folded(line.sent)
        if text not in folder:
            yield Outcome(name, line.id, None, ABSENT)
            continue
        facts = mined.facts[name].get(text, frozenset())
        yield Outcome(name, line.id, None, "" if facts else NOTHING)
        for words in dict.fromkeys(line.triples):
            if facts & set(as_facts(words, mined.predicates[name])):
                yield Outcome(name, line.id, words)
            else:
                yield Outcome(name, line.id, words, *why(words, folder[text]))


def as_facts(words: Words, predicates: Mapping[str, Sequence[str]]) -> Iterator[Triple]:
    """A published triple as the graph would have it."""
    subject, value = _webnlg.resource(words.sub), terms.canonical(_webnlg.value(words.obj))
    for predicate in predicates.get(words.rel, ()):
        yield Triple(subject, predicate, value)


def why(words: Words, said: Set[TextTriple]) -> tuple[str, str]:
    """The cause why a triple was not found, and what the folder has in its place."""
    of_it = sorted(one for one in said if one.subject == words.sub)
    for one in of_it:
        if (one.relation, one.object) == (words.rel, words.obj):
            return UNKNOWN, ""
    for one in of_it:
        if one.object == words.obj:
            return RENAMED, one.relation
    for one in of_it:
        if one.relation == words.rel and one.object != words.obj:
            return RESPELT, one.object
    return UNSAID, ""


# ── Printing ────────────────────────────────────────────────────────────────────────────────────
def table(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """A row for each ontology, and one for all: sentences, then triples of those in the folder."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in outcomes:
        for name in (one.ontology, "all"):
            counts[name]["sentences" if one.triple is None else "triples"] += 1
            counts[name]["absent"] += one.cause == ABSENT
            counts[name]["found" if one.triple is None else "true"] += not one.cause
    yield "| ontology | sentences | in the folder | found | recall | triples | found | recall |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for name in sorted(counts, key=lambda name: (name == "all", number(name))):
        have = counts[name]
        there = have["sentences"] - have["absent"]
        cells = (
            *(name, f"{have['sentences']:,}", f"{there:,}", f"{have['found']:,}"),
            *(share(have["found"], there), f"{have['triples']:,}", f"{have['true']:,}"),
            share(have["true"], have["triples"]),
        )
        yield f"| {' | '.join(cells)} |"


def share(part: int, whole: int) -> str:
    """A recall, to three digits."""
    return f"{part / whole:.3f}" if whole else ""


def causes(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """How often each cause, the most frequent first; of a name, what the folder has for which."""
    found = Counter(
        (one.cause, (one.triple.rel, one.there) if one.triple and one.cause == RENAMED else ())
        for one in outcomes
        if one.cause
    )
    for (cause, names), count in sorted(found.items(), key=lambda pair: (-pair[1], pair[0])):
        yield f"{count:5,}  {cause}" + (f": {' ← '.join(names)}" if names else "")


def misses(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """A line for each that was not found."""
    for one in outcomes:
        if one.cause:
            words = (
                f": {one.triple.sub} | {one.triple.rel} | {one.triple.obj}" if one.triple else ""
            )
            yield f"{one.id}{words}: {one.cause}" + (f": {one.there}" if one.there else "")


def main(mined: Path, webnlg: Path, published: Path) -> None:
    """Print all of it."""
    outcomes = list(compare(read_mined(mined), read_xml(webnlg), published))
    for part in (table, causes, misses):
        print("\n".join(part(outcomes)), end="\n\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit((__doc__ or "").splitlines()[2].strip())
    main(*map(Path, sys.argv[1:]))
