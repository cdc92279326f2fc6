"""Four faults that no prompt of a benchmark has, counted by a program that shares no code.

An ordinary run counts on the demo's graph and on a sample of the published one; ``make proof`` on
all of it, on CoDEx-M, WebNLG, UMLS, and a table of names and nothing else.
"""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import resources
from kgforge.benchmark import ExportOptions
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions
from tests.oracles import zeros
from tests.sampled import PROOF, SEED
from tests.worlds.facts import lines_of

AXIOMS = [resources.folder("ontologies") / name for name in ("wikidata.ttl", "dbpedia.ttl")]
EVERY = ("cloze", "short_answer", "multiple_choice", "true_false", "listing")


def exported(folder: Path, source: str, labels: tuple[str, ...], **options: Any) -> Path:
    """A benchmark of all patterns, and of facts in every form, as a newcomer would make it."""
    store = f"duckdb:{folder}/graph.db"
    kgforge.load([source], store, LoadOptions(ReadOptions(labels=labels)))
    few = {} if PROOF else {"most": "40", "asymmetry.most": "3", "fact.most": "3"}
    kgforge.mine(["all", "fact"], store, folder / "mined", params=few, seed=int(SEED))
    made = ExportOptions(forms=EVERY, candidates=20, seed=int(SEED), **options)
    kgforge.export(folder / "mined", folder / "bench", made)
    return folder / "bench"


def counted(bench: Path, source: zeros.Source) -> Counter[str]:
    """How many prompts there are, and how many have each fault."""
    counts, examples = zeros.count(bench, source, AXIOMS)
    total: Counter[str] = sum(counts.values(), Counter())
    for fault, some in examples.items():
        print(fault, *some[:3], sep="\n    ")
    return total


def faults(total: Counter[str]) -> dict[str, int]:
    return {fault: total[fault] for fault in zeros.FAULTS if total[fault]}


def demo() -> tuple[str, tuple[str, ...], zeros.Source]:
    examples = resources.folder("examples")
    entities, properties = examples / "entities.tsv", examples / "properties.tsv"
    known = zeros.read_source([examples / "wikidata.tsv"], [entities])
    return f"tsv:{examples / 'wikidata.tsv'}", (str(entities), str(properties)), known


def test_the_demo_s_graph_has_none(tmp_path: Path) -> None:
    source, labels, known = demo()
    total = counted(exported(tmp_path, source, labels), known)
    assert total["prompts"] > 300
    assert not faults(total)


def test_what_is_flagged_and_kept_is_found(tmp_path: Path) -> None:
    """The counting program finds what the checks would have left out."""
    source, labels, known = demo()
    total = counted(exported(tmp_path, source, labels, keep_flagged=True), known)
    assert total[zeros.LEAK] > 10


def sample(shared: Path, folder: Path) -> Path:
    """Triples of the published graph; in an ordinary run some, drawn by ``KGFORGE_SEED``."""
    header, *lines = lines_of(shared / "wikidata" / "triples.tsv.gz")
    drawn = lines if PROOF else random.Random(SEED).sample(lines, 20_000)
    (folder / "triples.tsv").write_text("\n".join([header, *drawn]) + "\n")
    return folder / "triples.tsv"


def test_the_published_graph_has_none(shared: Path, tmp_path: Path) -> None:
    triples, data = sample(shared, tmp_path), shared / "wikidata"
    labels = (str(data / "entities.tsv.gz"), str(data / "properties.tsv"))
    known = zeros.read_source([triples], [data / "entities.tsv.gz"])
    total = counted(exported(tmp_path, f"tsv:{triples}", labels), known)
    assert total["prompts"] > 1_000
    assert not faults(total)


def test_a_table_of_names_has_none(shared: Path, tmp_path: Path) -> None:
    data = shared / "wikidata"
    names = dict(line.split("\t")[:2] for line in lines_of(data / "entities.tsv.gz"))
    names |= dict(line.split("\t")[:2] for line in lines_of(data / "properties.tsv"))
    _, *lines = lines_of(data / "triples.tsv.gz")
    drawn = random.Random(SEED).sample(lines, 20_000 if PROOF else 5_000)
    rows = [[names.get(cell, "") for cell in line.split("\t")[:3]] for line in drawn]
    rows = [row for row in rows if all(row) and "unknown" not in row]  # which is a missing value
    path = tmp_path / "names.tsv"
    path.write_text("\n".join("\t".join(row) for row in rows) + "\n")
    total = counted(exported(tmp_path, f"tsv:{path}", ()), zeros.read_source([path], []))
    assert total["prompts"] > 300
    assert not faults(total)


@pytest.mark.parametrize("name", ["umls", "codex-m", "webnlg"])
def test_other_published_graphs_have_none(shared: Path, tmp_path: Path, name: str) -> None:
    if not PROOF and name != "umls":
        pytest.skip("make proof")
    data = shared / "wikidata"
    labels = [data / "entities.tsv.gz", data / "properties.tsv"] if name == "codex-m" else []
    source, path = {
        "umls": ("", shared / "kge" / "umls"),
        "codex-m": ("", shared / "codex" / "triples" / "codex-m"),
        "webnlg": ("webnlg:", shared / "webnlg" / "v3.0_en_train"),
    }[name]
    known = zeros.read_source([path], labels[:1])
    total = counted(exported(tmp_path, f"{source}{path}", tuple(map(str, labels))), known)
    assert not faults(total)
