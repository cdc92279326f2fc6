"""examples/text2kg: the one command on the published data, and the figures of its README."""

import importlib.util
import itertools
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from lxml import etree

import kgforge
from kgforge import benchmark, files, stores
from kgforge.benchmark import ExportOptions
from kgforge.schema import Entry, Instance, Mention, ModelOptions, Sentence, folders
from tests.sampled import PROOF
from tests.worlds.facts import ROOT
from tests.worlds.small import label, triple

HERE: Final = ROOT / "examples" / "text2kg"
README: Final = (HERE / "README.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.timeout(1800)


def loaded(name: str) -> Any:
    """A script of the example as a module."""
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # msgspec looks names of types up there
    spec.loader.exec_module(module)
    return module


recall = loaded("recall")


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = ["bash", str(HERE / "build.sh"), *map(str, arguments)]
    environment = {
        **os.environ,
        "KGFORGE": f"{sys.executable} -m kgforge.cli",
        "PYTHON": sys.executable,
    }
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


of_other_parts = pytest.mark.skipif(not PROOF, reason="parts 2 and 3: minutes, in make proof")


@pytest.fixture(scope="module")
def built(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("text2kg")
    made = run(out, shared, *([] if PROOF else ["1"]))
    assert made.returncode == 0, made.stderr
    return out


@pytest.fixture(scope="module")
def webnlg(shared: Path) -> Path:
    return shared / "webnlg" / "v3.0_en_train" / "3triples"


@pytest.fixture(scope="module")
def outcomes(built: Path, shared: Path, webnlg: Path) -> list[Any]:
    published = shared / "text2kgbench" / "dbpedia_webnlg"
    mined, folder = recall.read_mined(built / "webnlg"), recall.read_xml(webnlg)
    return list(recall.compare(mined, folder, published))


# ── Recall of what is published ─────────────────────────────────────────────────────────────────
def test_recall_of_each_ontology_is_what_the_readme_says(built: Path, outcomes: list[Any]) -> None:
    table = "\n".join(recall.table(outcomes))
    assert table in README
    assert (built / "recall.txt").read_text(encoding="utf-8").startswith(table)
    assert "| all | 4,860 | 2,737 | 2,737 | 1.000 | 8,211 | 7,578 | 0.923 |" in table


def test_every_miss_has_a_cause(built: Path, outcomes: list[Any]) -> None:
    causes = Counter(one.cause for one in outcomes)
    assert causes == {
        "": 2737 + 7578,
        recall.ABSENT: 2123,
        recall.RENAMED: 626,
        recall.RESPELT: 4,
        recall.UNSAID: 3,
    }
    listed = (built / "recall.txt").read_text(encoding="utf-8").splitlines()
    missed = [one for one in outcomes if one.cause]
    assert sum(line.startswith("ont_") for line in listed) == len(missed)
    assert {one.there for one in missed if one.cause == recall.RENAMED}.isdisjoint({""})


def test_whatever_the_folder_says_as_published_was_found(
    shared: Path, webnlg: Path, outcomes: list[Any]
) -> None:
    """Counted by the letters alone: no loader, no graph."""
    said: dict[str, set[tuple[str, ...]]] = {}
    for path in webnlg.glob("*.xml"):
        for entry in etree.parse(path).iter("entry"):
            told = {tuple(str(one.text).split(" | ")) for one in entry.iter("mtriple")}
            for lex in entry.iterfind("lex"):
                said.setdefault(" ".join((lex.text or "").split()), set()).update(told)
    lying, alike = 0, 0
    folder = shared / "text2kgbench" / "dbpedia_webnlg"
    for path in [*folder.glob("train/*.jsonl"), *folder.glob("ground_truth/*.jsonl")]:
        for line in map(msgspec.json.decode, path.read_bytes().splitlines()):
            text = " ".join(line["sent"].split())
            lying += text in said
            theirs = {tuple(one[key] for key in ("sub", "rel", "obj")) for one in line["triples"]}
            alike += len(theirs & said.get(text, set()))
    assert (lying, alike) == (2737, 7433)
    sentences = [one for one in outcomes if one.triple is None and not one.cause]
    triples = [one for one in outcomes if one.triple is not None and not one.cause]
    assert len(sentences) == lying
    assert len(triples) == alike + 145  # their relation in other letters: isbnNumber is ISBN_number


@pytest.mark.parametrize(
    ("words", "cause", "there"),
    [
        (("A", "leader", "B"), "RENAMED", "leaderName"),
        (("A", "year", "1962"), "RESPELT", '"1962"'),
        (("A", "leaderName", "B"), "UNKNOWN", ""),
        (("B", "leader", "A"), "UNSAID", ""),
    ],
)
def test_a_cause_is_what_the_folder_has_in_its_place(
    words: tuple[str, str, str], cause: str, there: str
) -> None:
    said = {recall.TextTriple("A", "leaderName", "B"), recall.TextTriple("A", "year", '"1962"')}
    assert recall.why(recall.Words(*words), said) == (getattr(recall, cause), there)


# ── An ontology of Wikidata over other texts ────────────────────────────────────────────────────
def items(built: Path, name: str) -> list[Instance]:
    path = built / name / "alignment" / "instances.jsonl"
    return list(files.read_lines(path, Instance, ""))


@of_other_parts
@pytest.mark.parametrize(
    ("graph", "types", "sentences", "unknown"),
    [
        ("untyped", "open", 1665, 1665),
        ("untyped", "strict", 0, 0),
        ("typed", "open", 1249, 1247),
        ("typed", "strict", 3, 0),
    ],
)
def test_types_decide_what_conforms(
    built: Path, graph: str, types: str, sentences: int, unknown: int
) -> None:
    """Without types nothing can be shown to conform; with them, what does not is left out."""
    found = items(built, f"music-{graph}-{types}")
    counts = [one.count for item in found for one in item.counts or ()]
    assert (len(found), sum(count > 0 for count in counts)) == (sentences, unknown)
    assert f"| {graph} | {types} | {sentences:,} | {unknown:,} |" in README


# ── A model that is trained on a split ──────────────────────────────────────────────────────────
@of_other_parts
def test_the_model_is_asked_seen_and_unseen(built: Path) -> None:
    scores = folders.read_scores(built / "run" / "scores.json")
    asked = {score.pattern: score.items for score in scores if score.metric == "f1"}
    assert asked == {"alignment": 322, "alignment_unseen": 322}
    assert (built / "report.html").stat().st_size > 100_000
    assert benchmark.verify(built / "bench") == []


FIRST: Final = ("Anna", "Boris", "Clara", "Dmitri", "Elena", "Felix", "Greta", "Hugo", "Irene",
                "Jonas", "Karin", "Lukas")  # fmt: skip
LAST: Final = ("Adler", "Baumann", "Conrad", "Dorn", "Ebert", "Falk", "Gruber", "Hahn", "Irmer",
               "Jung", "Keller", "Lang")  # fmt: skip
JOBS: Final = ("painter", "singer", "lawyer", "chemist", "sailor", "baker")
WORK: Final = """
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <http://example.org/> .
ex:Person a owl:Class ; rdfs:label "person" .
ex:Job a owl:Class ; rdfs:label "job" .
ex:occupation a owl:ObjectProperty ; rdfs:label "occupation" ; rdfs:domain ex:Person ;
    rdfs:range ex:Job .
"""


def workers(chance: random.Random) -> Entry:
    """A sentence for each first name with each last name, of what its bearer's work is."""
    facts, names, sentences = [], [label(f"j{n}", job) for n, job in enumerate(JOBS)], []
    for number, full in enumerate(map(" ".join, itertools.product(FIRST, LAST))):
        job = chance.randrange(len(JOBS))
        fact = triple(f"p{number} occupation j{job}")
        text = chance.choice(("{} is a {}.", "{} worked as a {} there.")).format(full, JOBS[job])
        facts.append(fact)
        names.append(label(f"p{number}", full))
        sentences.append(Sentence(f"urn:s:{number}", text, "a page", (Mention(fact),)))
    return Entry(tuple(facts), tuple(names), tuple(sentences))


def test_a_model_that_learnt_all_names_of_a_planted_split_knows_no_others(tmp_path: Path) -> None:
    """Of pairs of names that it never read together it tells all; invented names it cannot copy."""
    (tmp_path / "work.ttl").write_text(WORK, encoding="utf-8")
    address = f"duckdb:{tmp_path}/graph.db"
    with stores.open(address, stores.WRITE) as store:
        store.add([workers(random.Random(0))])
    mined, bench = tmp_path / "mined", tmp_path / "bench"
    kgforge.mine(["alignment"], address, mined, ontologies=[tmp_path / "work.ttl"])
    kgforge.export(mined, bench, ExportOptions(split="random:75/25", unseen=True))
    loaded("train").train(bench, tmp_path / "tiny", 60)
    model, options = f"seq2seq:{tmp_path}/tiny", ModelOptions(max_new_tokens=40)
    kgforge.probe(bench, model, tmp_path / "run", options)
    strict, floors = f1(tmp_path / "run"), chance_of(bench)
    assert strict["alignment"] > 0.9 > 0.1 > max(floors["random"], floors["frequent"])
    assert strict["alignment_unseen"] < 0.1


def f1(run: Path) -> dict[str, float]:
    """Of each pattern, over all its sentences, strictly."""
    return {
        score.pattern: score.value or 0
        for score in folders.read_scores(run / "scores.json")
        if score.metric == "f1" and score.group is None and score.by == {"matching": "strict"}
    }


def chance_of(bench: Path) -> dict[str, float]:
    """What the answerers that know nothing get."""
    made = {one.name: one for one in folders.read_manifest(bench).patterns}
    return {floor.answerer: floor.value or 0 for floor in made["alignment"].floors}


@of_other_parts
def test_the_model_beats_chance_on_seen_names_alone(built: Path) -> None:
    strict, floors = f1(built / "run"), chance_of(built / "bench")
    seen, unseen = strict["alignment"], strict["alignment_unseen"]
    assert seen > 2 * max(floors["random"], floors["frequent"])
    assert unseen < seen / 2
