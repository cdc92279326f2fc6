"""The published graph of 525,632 triples: the same bytes from any order, and what it costs."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kgforge
from kgforge import benchmark
from kgforge.loading import LoadOptions
from kgforge.schema import ReadOptions
from tests.facts import lines_of


def shuffled(source: Path, target: Path, seed: int) -> str:
    """A copy of a file of lines with the lines behind the header in another order."""
    header, *lines = lines_of(source)
    random.Random(seed).shuffle(lines)
    target.write_text("\n".join([header, *lines]) + "\n")
    return str(target)


@pytest.fixture(scope="module")
def benchmark_folder(mined: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benchmark made from the published graph."""
    out = tmp_path_factory.mktemp("published") / "bench"
    kgforge.export(mined, out)
    return out


def test_a_shuffled_graph_gives_the_same_bytes(
    mined: Path, benchmark_folder: Path, shared: Path, tmp_path: Path
) -> None:
    folder = shared / "wikidata"
    labels = (
        shuffled(folder / "properties.tsv", tmp_path / "properties.tsv", 1),
        shuffled(folder / "entities.tsv.gz", tmp_path / "entities.tsv", 2),
    )
    triples = shuffled(folder / "triples.tsv.gz", tmp_path / "triples.tsv", 3)
    store = f"oxigraph:{tmp_path}/graph"
    kgforge.load([f"tsv:{triples}"], store, LoadOptions(ReadOptions(labels=labels)))
    kgforge.mine(["all"], store, tmp_path / "mined")
    kgforge.export(tmp_path / "mined", tmp_path / "bench")
    names = [made.name for made in benchmark.read_manifest(benchmark_folder).patterns]
    assert len(names) >= 5
    for name in names:
        for file in ("groups.jsonl", "instances.jsonl"):
            assert (tmp_path / "mined" / name / file).read_bytes() == (
                mined / name / file
            ).read_bytes()
        assert (tmp_path / "bench" / f"{name}.jsonl").read_bytes() == (
            benchmark_folder / f"{name}.jsonl"
        ).read_bytes()


def test_every_item_can_be_asked_and_its_distractors_are_false(
    benchmark_folder: Path, shared: Path
) -> None:
    wd, wdt = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
    facts = set()
    for line in lines_of(shared / "wikidata/triples.tsv.gz")[1:]:
        s, p, o, *_ = line.split("\t")
        facts.add((wd + s, wdt + p, wd + o))
    for made in benchmark.read_manifest(benchmark_folder).patterns:
        for item in benchmark.read_items(benchmark_folder, made.name):
            for fact in item.facts:
                question = fact.subject.id, fact.predicate.id
                if fact.holds:
                    assert (*question, fact.object.id) in facts
                assert fact.object.id in {candidate.id for candidate in fact.candidates}
                assert fact.prompts
                for candidate in fact.candidates:
                    if candidate.id != fact.object.id:
                        assert (*question, candidate.id) not in facts


PEAK = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def peak_of(*command: str) -> int:
    """Run a command in a process of its own: its greatest memory, in kB.

    A small process starts it, since what its parent holds counts as its own until it begins.
    """
    line = [sys.executable, "-c", PEAK, sys.executable, "-m", "kgforge.cli", *command]
    return int(subprocess.run(line, check=True, capture_output=True, text=True).stdout)


def test_loading_and_mining_take_under_eight_minutes_and_one_and_a_half_gigabytes(
    shared: Path, tmp_path: Path
) -> None:
    folder, store = shared / "wikidata", f"oxigraph:{tmp_path}/graph"
    labels = ("--labels", f"{folder}/entities.tsv.gz", "--labels", f"{folder}/properties.tsv")
    started = time.perf_counter()
    loading = peak_of("load", f"tsv:{folder}/triples.tsv.gz", *labels, "--store", store)
    mining = peak_of("mine", "all", "--store", store, "--out", f"{tmp_path}/mined")
    assert time.perf_counter() - started < 8 * 60
    assert max(loading, mining) < 1.5e6
