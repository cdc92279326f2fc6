"""Count four faults of a benchmark's prompts from its items and the graph's own files alone.

Nothing of kgforge is used: facts and names come from the files that were loaded, axioms from
Turtle by rdflib, and what is editorial from Wikidata's table of properties and a list of our own.

    python -m tests.oracles.zeros BENCH --triples T.tsv.gz … --labels L.tsv … [--language cs]

With ``--language`` the prompts of that language alone are counted, against its labels: a table of
id, label and language, or of id and label.
"""

import argparse
import gzip
import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from rdflib import OWL, RDF, RDFS, Graph

LEAK = "holds an accepted answer or its distinctive word"
SHARED = "subject shares its name"
EDITORIAL = "editorial predicate or page"
MISSING = "misses an entailed answer"
FAULTS = (LEAK, SHARED, EDITORIAL, MISSING)
OPEN = frozenset({"cloze", "short_answer", "listing"})
EDITORIAL_IDS = frozenset(
    """P5008 P1889 P460 P1343 P6104 P910 P1792 P360 P1753 P2354 P971 P301 P1424 P1423 P1151 P1204
    P373 P935 P1464 P1465 P1740 P1791 P4224 P5869 P2959 P1455 P358 P1283 P2517 P6112 P7084
    isbn isbnNumber ISBN_number issn issnNumber ISSN_number oclc oclcNumber OCLC_number coden
    codenCode CODEN_code lccn lccnNumber LCCN_number wikiPageWikiLink wikiPageID wikiPageRedirects
    wikiPageDisambiguates wikiPageUsesTemplate wikiPageExternalLink""".split()  # noqa: SIM905
)
PAGES = frozenset(
    """Q4167836 Q4167410 Q4656150 Q4663903 Q11266439 Q11753321 Q13406463 Q14204246 Q15184295
    Q15647814 Q17362920 Q17442446 Q19887878 Q22808320 Q30432511""".split()  # noqa: SIM905
)
"""Classes of Wikimedia's pages: categories, lists, templates, disambiguation pages …"""
PAGE = re.compile(
    r"(category|template|portal|wikipedia|help|module|file|draft|mediawiki):|lists? of "
    r"|.* \(disambiguation\)\Z",
    re.I,
)
STOPS = {
    "en": """
        about above after again against also among another around because been before being
        below between both does doing down during each from further have having here hers
        herself himself into itself just more most must myself once only other ours over
        same should some such than that their theirs them then there these they this those
        through under until upon very were what when where which while whom whose will with
        within without would your yours""",
    "cs": """
        aby ale jako jeho její jejich jsou která které kterého který kteří kterou mezi nebo
        pod před při proti přes této tento toho tohoto tato tuto byla byli bylo byly další
        jsem jehož jejichž který kterou kterém kterých kterým kterými něco někdo nějaký
        podle proč protože také tedy""",
    "de": """
        aber alle allem allen aller alles also auch dass dein denn deren dessen dich dies
        diese diesem diesen dieser dieses doch dort durch eine einem einen einer eines euer
        gegen habe haben hatte hier ihre ihrem ihren ihrer ihres jede jeder jedes kann kein
        keine können mein nach nicht noch oder ohne sehr sein seine seinem seinen seiner
        seines selbst sich sind über unter viel vom wann warum welche welchem welchen
        welcher welches wenn werden wird worden wurde wurden zwischen welchen""",
    "es": """
        como con cual cuál cuando desde donde dónde entre está están este esta estos estas
        fueron hasta para pero porque quien quién según sido sobre también tiene todos unos
        unas otro otra otros otras quienes cuyo cuya""",
}
WORD = re.compile(r"[^\W_]+")
NAME = "urn:kgforge:name:"
DATA = Path(__file__).parents[3] / "shared" / "data"
EXTERNAL = Path(os.environ.get("KGFORGE_DATA", DATA)) / "wikidata_rdf" / "wikidata_properties.tsv"
VALUE = re.compile(
    r'".*|[-+]?[\d., _]+(?:E[-+]?\d+)?|\d{4}-\d\d-\d\d|[-\d.,E]+[ _](?:\(.+\)|[a-z]{1,2})',
    re.DOTALL,
)
"""What is no entity in WebNLG: quoted texts, numbers, quantities and dates."""


class Source:
    """The facts and names of a graph, by the last part of each id."""

    def __init__(self) -> None:
        self.names: dict[str, set[str]] = defaultdict(set)
        self.objects: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.subjects: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.ends: set[str] = set()

    def add(self, subject: str, predicate: str, value: str) -> None:
        self.objects[subject, predicate].add(value)
        self.subjects[predicate, value].add(subject)
        self.ends |= {end for end in (subject, value) if not VALUE.fullmatch(end)}

    def name_by_id(self) -> None:
        """Name by its id whatever has no label: plain names and DBpedia's resources."""
        for end in self.ends:
            if end not in self.names and not re.fullmatch(r"[PQL]\d+", end):
                self.names[end].add(end.replace("_", " ").strip())


def lines(path: Path) -> Iterator[list[str]]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\r\n").split("\t")


def read_source(triples: Iterable[Path], labels: Iterable[Path], language: str = "") -> Source:
    """The facts of some files, and the names of others; in one language, where one is given."""
    source = Source()
    for path in triples:
        files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
        for file in files:
            if file.suffix == ".xml":
                for node in ElementTree.parse(file).iter("mtriple"):
                    cells = (node.text or "").split(" | ")
                    source.add(*(cell.strip().replace(" ", "_") for cell in cells))
            elif "negatives" not in file.name and file.name != "entity2text.txt":
                for row in lines(file):
                    if row[:2] != ["subject", "predicate"]:
                        source.add(*(cell.strip() for cell in row[:3]))
    for path in labels:
        for row in lines(path):
            is_own = not language or len(row) < 3 or row[2] == language
            if len(row) > 1 and row[1].strip() and not row[0].startswith("P") and is_own:
                source.names[row[0]].add(row[1].strip())
    if not language:
        source.name_by_id()
    return source


def key(iri: str) -> str:
    """The last part of an id; of what was named in a table its whole name."""
    if iri.startswith(NAME):
        return unquote(iri.removeprefix(NAME))
    return unquote(re.split(r"[/#]", iri)[-1]) if iri[:1] != '"' else iri


# ── the four faults ─────────────────────────────────────────────────────────────────────────────
class Counter4:
    """Judges prompts by a source, axioms and words."""

    def __init__(self, source: Source, turtle: Iterable[Path], language: str = "en") -> None:
        self.source = source
        self.stops = frozenset(STOPS.get(language, "").split())
        holders: dict[str, set[str]] = defaultdict(set)
        words: Counter[str] = Counter()
        labels = 0
        for entity, names in source.names.items():
            for name in names:
                holders[name.casefold()].add(entity)
                labels += 1
                words.update({word for word in WORD.findall(name.casefold()) if len(word) > 3})
        self.holders = holders
        self.common = {word for word, count in words.items() if count > labels / 100}
        self.external = set()
        if EXTERNAL.exists():
            self.external = {row[0] for row in lines(EXTERNAL) if row[2] == "external-identifier"}
        self._read_axioms(turtle)

    def _read_axioms(self, turtle: Iterable[Path]) -> None:
        graph = Graph()
        for file in turtle:
            graph.parse(file)
        inverses = {(key(str(a)), key(str(b))) for a, b in graph.subject_objects(OWL.inverseOf)}
        inverses |= {(key(str(p)),) * 2 for p in graph.subjects(RDF.type, OWL.SymmetricProperty)}
        self.inverses: dict[str, set[str]] = defaultdict(set)
        for one, other in inverses:
            self.inverses[one].add(other)
            self.inverses[other].add(one)
        self.transitive = {key(str(p)) for p in graph.subjects(RDF.type, OWL.TransitiveProperty)}
        self.narrower: dict[str, set[str]] = defaultdict(set)
        for narrower, broader in graph.subject_objects(RDFS.subPropertyOf):
            self.narrower[key(str(broader))].add(key(str(narrower)))

    def entailed(self, subject: str, predicate: str) -> set[str]:
        """All that is right by the graph and one axiom, and by further steps of the predicate."""
        found: set[str] = set()
        todo = [subject]
        while todo:
            node = todo.pop()
            for name in {predicate, *self.narrower[predicate]}:
                step = set(self.source.objects.get((node, name), ()))
                for inverse in self.inverses[name]:
                    step |= self.source.subjects.get((inverse, node), set())
                todo += (step - found) if predicate in self.transitive else ()
                found |= step
        return found - {subject}

    def entailed_subjects(self, predicate: str, value: str) -> set[str]:
        """The same for whoever has the value."""
        found: set[str] = set()
        todo = [value]
        while todo:
            node = todo.pop()
            for name in {predicate, *self.narrower[predicate]}:
                step = set(self.source.subjects.get((name, node), ()))
                for inverse in self.inverses[name]:
                    step |= self.source.objects.get((node, inverse), set())
                todo += (step - found) if predicate in self.transitive else ()
                found |= step
        return found - {value}

    def is_page(self, id: str, label: str) -> bool:
        """Whether something is a page of Wikimedia, by its class or its name."""
        classes = self.source.objects.get((id, "P31"), set())
        return bool(({id} | classes) & PAGES or PAGE.match(label))

    def faults(
        self, item: dict[str, Any], fact: dict[str, Any], prompt: dict[str, Any]
    ) -> set[str]:
        found = set()
        is_reversed = prompt["slot"] == "subject" and fact.get("subjects")
        answers = (fact["subjects"] if is_reversed else fact)["answers"]
        asked = fact["object"] if is_reversed else fact["subject"]
        if leaks(asked_text(prompt), answers, self.common, self.stops):
            found.add(LEAK)
        named = [asked["label"]]
        own = {key(asked["id"])}
        for label in named:
            others = self.holders.get(label.casefold(), set()) - own
            if any(not self.is_page(other, other.replace("_", " ")) for other in others):
                found.add(SHARED)
        predicates = set(map(key, hops(fact["predicate"]["id"])))
        if predicates & (EDITORIAL_IDS | self.external):
            found.add(EDITORIAL)
        ends = (fact["subject"], fact["object"])
        if any(self.is_page(key(one["id"]), one["label"]) for one in ends):
            found.add(EDITORIAL)
        if prompt["form"] in OPEN and self._misses(fact, predicates, is_reversed=bool(is_reversed)):
            found.add(MISSING)
        return found

    def _misses(self, fact: dict[str, Any], predicates: set[str], *, is_reversed: bool) -> bool:
        if fact["holds"] is False or fact.get("computed") or len(predicates) > 1:
            return False
        [predicate] = predicates
        if is_reversed:
            right = self.entailed_subjects(predicate, key(fact["object"]["id"]))
            stated = self.source.subjects.get((predicate, key(fact["object"]["id"])), set())
            accepted = {key(one["id"]) for one in fact["subjects"]["answers"]}
            return any(one in self.source.names for one in right - accepted - stated)
        right = self.entailed(key(fact["subject"]["id"]), predicate)
        stated = self.source.objects.get((key(fact["subject"]["id"]), predicate), set())
        accepted = {key(one["id"]) for one in fact["answers"]}
        missing = {one for one in right - accepted - stated if one in self.source.names}
        return bool(missing)


def hops(predicate: str) -> list[str]:
    """The predicates of a path."""
    return re.findall(r"<([^<>]+)>", predicate) or [predicate]


def asked_text(prompt: dict[str, Any]) -> str:
    """A prompt without its listed choices, a text before it, and a claim's own object."""
    text = str(prompt["text"]).removeprefix(f"{prompt.get('passage') or ''}\n")
    if prompt.get("choices"):
        rows = text.split("\n")
        text = "\n".join(row for row in rows if not re.match(r"[A-Z]\) ", row))
    if prompt.get("claimed"):
        after = prompt["template"].partition("[Y]")[2]
        claim = prompt["claimed"]["label"]
        at = text.rfind(claim) if after.strip(" .?!") == "" else text.find(claim)
        if "[X]" in after:  # the claim stands first
            at = text.casefold().find(claim.casefold())
        text = text[:at] + text[at + len(claim) :] if at >= 0 else text
    return text


def leaks(
    text: str, answers: list[dict[str, Any]], common: set[str], stops: frozenset[str]
) -> bool:
    said = f" {' '.join(WORD.findall(text.casefold()))} "
    words = set(said.split())
    for answer in answers:
        for name in (answer["label"], *answer["aliases"]):
            own = WORD.findall(name.casefold())
            if own and f" {' '.join(own)} " in said:
                return True
            for word in own:
                if len(word) > 3 and word in words and word not in stops and word not in common:
                    return True
    return False


def items(bench: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(bench.glob("*.jsonl*")):
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)


def count(
    bench: Path, source: Source, turtle: Iterable[Path], language: str = ""
) -> tuple[dict[str, Counter[str]], dict[str, list[str]]]:
    """Prompts and faults by pattern, with some examples of each fault, maybe in one language."""
    judge = Counter4(source, turtle, language or "en")
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    examples: dict[str, list[str]] = defaultdict(list)
    for item in items(bench):
        if item["text"] is not None:
            continue
        for fact in item["facts"]:
            for prompt in fact["prompts"]:
                if language and prompt["language"] != language:
                    continue
                pattern = item["pattern"]
                counts[pattern]["prompts"] += 1
                for fault in judge.faults(item, fact, prompt):
                    if fault == SHARED and pattern.startswith("ambiguous"):
                        counts[pattern]["shared by design"] += 1
                        continue
                    counts[pattern][fault] += 1
                    answers = [one["label"] for one in fact["answers"]][:3]
                    examples[fault].append(f"{item['id']}: {prompt['text']!r} {answers}")
    return counts, examples


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bench", type=Path)
    parser.add_argument("--triples", type=Path, nargs="+", required=True)
    parser.add_argument("--labels", type=Path, nargs="*", default=[])
    parser.add_argument("--axioms", type=Path, nargs="*", default=[Path("ontologies/wikidata.ttl")])
    parser.add_argument("--language", default="")
    parser.add_argument("--show", type=int, default=5)
    options = parser.parse_args()
    source = read_source(options.triples, options.labels, options.language)
    counts, examples = count(options.bench, source, options.axioms, options.language)
    total: Counter[str] = sum(counts.values(), Counter())
    for pattern, found in (*sorted(counts.items()), ("all", total)):
        print(pattern, *(f"{name}: {found[name]:,}" for name in ("prompts", *FAULTS)), sep="  ")
    for fault, some in examples.items():
        print(fault, *some[: options.show], sep="\n    ")
    sys.exit(any(total[fault] for fault in FAULTS))


if __name__ == "__main__":
    main()
