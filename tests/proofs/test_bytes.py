"""The bytes of version 0.4.0: what is mined, exported and scored is what it was, to the byte.

``tests/expected/bytes.json`` has the SHA-256 of every JSON, JSONL and Turtle file that 0.4.0 made
by the commands below; of CoDEx-M, of which half the entities have no label, those of 0.6.0, which
draws only what has a name. Not held are pages (``.html``) and cards (``README.md``), whose wording
may change, and ``run.json``, which tells seconds and hardware. Of the files that name the version
of kgforge that made them, that name alone is left out (``unversioned``).

Where bytes are meant to change, ``python -m tests.proofs.test_bytes`` writes the file anew, in some
two minutes; the lines that differ then belong in the CHANGELOG.
"""

import contextlib
import hashlib
import itertools
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec import Struct

from kgforge import cli
from tests.sampled import PROOF
from tests.worlds.facts import ROOT

STORED: Final = ROOT / "tests/expected/bytes.json"
HELD: Final = (".json", ".jsonl", ".ttl")
UNHELD: Final = "run.json"
MADE: Final = "made"
"""The folder in which commands write what is held; graphs and canned answers stand beside it."""


class Line(Struct, frozen=True):
    """Commands that make a graph, and what is held of it."""

    commands: str
    """One a line, without ``kgforge``. ``answer BENCH FILE`` writes canned answers."""
    proof: bool = False
    """Whether it is in ``make proof`` alone, since it takes its time."""


LOAD_SHIPPED: Final = """
load tsv:examples/wikidata.tsv trex:examples/trex.json webnlg:examples/webnlg.xml --labels \
examples/entities.tsv --labels examples/properties.tsv --licence CC0-1.0 --store oxigraph:graph
"""
LOAD_WEBNLG: Final = "load webnlg:shared/webnlg/v3.0_en_train --store duckdb:graph.db"
WEBNLG: Final = """--store duckdb:graph.db --param type=dbp:country --param sub=dbp:isPartOf \
--param least=1 --param share=0.1"""
LOAD_CODEX: Final = """
load tsv:shared/codex/triples/codex-m/train.txt tsv:shared/codex/triples/codex-m/valid.txt \
tsv:shared/codex/triples/codex-m/test.txt --no-header --labels shared/wikidata/entities.tsv.gz \
--labels shared/wikidata/properties.tsv --store duckdb:graph.db
"""
CODEX: Final = """--store duckdb:graph.db --param type=wdt:P106 --param sub=wdt:P737 \
--param degree=12 --param least=1 --param share=0.1"""
DBPEDIA: Final = "shared/text2kgbench/dbpedia_webnlg/ontologies"

LINES: Final[Mapping[str, Line]] = {
    "shipped": Line(f"""
{LOAD_SHIPPED}
mine all --store oxigraph:graph --out made/mined
export made/mined --out made/bench
answer made/bench canned.jsonl
probe made/bench --model table:canned.jsonl --out made/run
score made/run --benchmark made/bench --out made/legacy.json --legacy
probe made/bench --model table:canned.jsonl --out made/ranked --method ranking --k 1,2 --prompts 1
"""),
    "shipped, parted": Line(f"""
{LOAD_SHIPPED}
mine inverse symmetry --store oxigraph:graph --out made/mined --seed 7
export made/mined --out made/bench --split entity:60/20/20 --match popularity --seed 7
answer made/bench canned.jsonl
probe made/bench --model table:canned.jsonl --out made/run --limit 20
"""),
    "WebNLG": Line(f"""
{LOAD_WEBNLG}
mine all {WEBNLG} --out made/mined
mine composite hierarchy inverse symmetry {WEBNLG} --out made/some
export made/some --out made/bench
"""),
    "WebNLG, aligned": Line(f"""
load webnlg:shared/webnlg/v3.0_en_train/7triples --store duckdb:graph.db
mine alignment --store duckdb:graph.db --out made/mined --ontology \
{DBPEDIA}/1_university_ontology.json --ontology {DBPEDIA}/9_astronaut_ontology.json
export made/mined --out made/bench --split random:80/20 --unseen
export made/mined --out made/published --legacy
answer made/bench canned.jsonl
probe made/bench --model table:canned.jsonl --out made/run
score made/run --benchmark made/bench --out made/like.json --semantic tfidf --sentences \
made/sentences.jsonl
score made/run --benchmark made/bench --out made/legacy.json --legacy
"""),
    "CoDEx-M": Line(f"""
{LOAD_CODEX}
mine all {CODEX} --out made/mined
mine bias symmetry --store duckdb:graph.db --param degree=12 --param share=0.1 --out made/some
export made/some --out made/bench
"""),
    "WebNLG, whole": Line(
        f"""
{LOAD_WEBNLG}
mine all {WEBNLG} --out made/mined
export made/mined --out made/bench
""",
        proof=True,
    ),
    "CoDEx-M, whole": Line(
        f"""
{LOAD_CODEX}
mine all {CODEX} --out made/mined
export made/mined --out made/bench
""",
        proof=True,
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_the_bytes_are_those_of_0_4_0(name: str, shared: Path, tmp_path: Path) -> None:
    if LINES[name].proof and not PROOF:
        pytest.skip("in make proof")
    stored = json.loads(STORED.read_text("utf-8"))[name]
    found = hashes(LINES[name], shared, tmp_path)
    assert list(found) == list(stored)
    assert [path for path in found if found[path] != stored[path]] == []


def test_of_a_version_nothing_but_its_name_is_left_out() -> None:
    told = b'{"format": 1, "kgforge": "0.4.0", "name": "kgforge-0.4.0", "kgforge": "0.4.0"}'
    assert unversioned(told) == told.replace(b'"kgforge": "0.4.0"', b'"kgforge": ""', 1)


def unversioned(data: bytes) -> bytes:
    """A file's bytes without the version of kgforge that it names first, if it names one."""
    return re.sub(rb'("kgforge": ?)"[^"]*"', rb'\1""', data, count=1)


def hashes(line: Line, shared: Path, folder: Path) -> dict[str, str]:
    """What the commands make in a folder: each file that is held with its SHA-256.

    Paths are relative to the folder, since ``mining.json`` tells the graph's address.
    """
    (folder / "shared").symlink_to(shared)
    (folder / "examples").symlink_to(ROOT / "examples")
    with contextlib.chdir(folder):
        for command in line.commands.strip().splitlines():
            do(command.split())
    made = folder / MADE
    paths = (path for path in sorted(made.rglob("*")) if path.suffix in HELD)
    return {
        path.relative_to(made).as_posix(): sha256(path) for path in paths if path.name != UNHELD
    }


def sha256(path: Path) -> str:
    data = path.read_bytes()
    return hashlib.sha256(unversioned(data) if path.suffix == ".json" else data).hexdigest()


def do(words: list[str]) -> None:
    """One command, in this process."""
    if not words:
        return
    if words[0] == "answer":
        answer(*map(Path, words[1:]))
        return
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert not left.value.code, " ".join(words)


# ── Canned answers ──────────────────────────────────────────────────────────────────────────────
def answer(bench: Path, out: Path) -> None:
    """Write answers to all items: right, wrong and none in turn, told from the items alone."""
    out.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in answers(bench)))


def answers(bench: Path) -> Iterator[dict[str, Any]]:
    turn = itertools.count()
    for path in sorted(bench.glob("*.jsonl")):
        with path.open("rb") as stream:
            for item in map(json.loads, stream):
                for prompt in item["prompts"]:
                    yield {"item": item["id"], "text": text(prompt["gold"], next(turn))}
                for fact in () if item["prompts"] else item["facts"]:
                    said = names(fact, next(turn))
                    yield {"item": item["id"], "role": fact["role"], "answers": said}


def names(fact: Mapping[str, Any], turn: int) -> list[str]:
    """What is said to one fact: right at once, late, not at all, nearly, nothing."""
    right, target = fact["object"]["label"], fact["object"]["id"]
    others = [one["label"] for one in fact["candidates"] if one["id"] != target]
    nearly = f"the {right.lower()}s"
    said: tuple[list[str], ...] = ([right], [*others[:2], right], others[:5], [nearly], [])
    return said[turn % len(said)]


def text(gold: str, turn: int) -> str:
    """What is written of one text: all, the first triple, others' names, prose, nothing."""
    lines = gold.split("\n")
    turned = gold.replace("(", "(The ").replace(", ", " , ")
    said = (gold, lines[0], turned, f"The triples are:\n1. {gold.lower()}\nThat is all.", "")
    return said[turn % len(said)]


def main() -> None:
    """Write ``bytes.json`` anew."""
    shared = Path(os.environ.get("KGFORGE_DATA", ROOT.parent / "shared" / "data"))
    found = {}
    for name, line in LINES.items():
        with tempfile.TemporaryDirectory() as folder:
            found[name] = hashes(line, shared, Path(folder))
    STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
