"""examples/nine: both commands on the shipped graph, with canned answers of known scores."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from kgforge import benchmark, scoring
from kgforge.schema import Item, Score
from tests.conftest import ROOT

NINE = ROOT / "examples" / "nine"
TABLES = [ROOT / "examples" / name for name in ("wikidata.tsv", "entities.tsv", "properties.tsv")]


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = ["bash", str(NINE / script), *map(str, arguments)]
    environment = {**os.environ, "KGFORGE": f"{sys.executable} -m kgforge.cli"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("nine")
    made = run("build.sh", out, *TABLES)
    assert made.returncode == 0, made.stderr
    return out


def items(built: Path) -> Iterator[Item]:
    for made in benchmark.read_manifest(built / "bench").patterns:
        yield from benchmark.read_items(built / "bench", made.name)


def write_answers(path: Path, built: Path, *, false: bool) -> None:
    """A model that knows every fact, and names what must not hold as well, or does not."""
    path.write_bytes(
        b"".join(
            msgspec.json.encode({"item": item.id, "role": fact.role, "answers": [said]}) + b"\n"
            for item in items(built)
            for fact in item.facts
            for said in (fact.object.label if false or fact.holds is not False else "nothing",)
        )
    )


def headlines(run: Path) -> dict[str, Score]:
    pooled = scoring.pooled(scoring.read_scores(run / "scores.json"))
    manifest = benchmark.read_manifest(run.parent.parent / "bench")
    own = {made.name: made.metric for made in manifest.patterns if made.items}
    return {name: pooled[name, metric, 1] for name, metric in own.items()}


def test_one_command_builds_all_nine(built: Path) -> None:
    manifest = benchmark.read_manifest(built / "bench")
    assert [made.name for made in manifest.patterns] == [
        *("ambiguous", "asymmetry", "bias", "composite", "entity"),
        *("hierarchy", "inverse", "path", "symmetry"),
    ]
    assert {made.name for made in manifest.patterns if made.items} == {
        *("asymmetry", "composite", "hierarchy", "inverse", "path", "symmetry"),
    }
    assert benchmark.verify(built / "bench") == []


def test_the_card_has_the_sizes_of_each(built: Path) -> None:
    """Recounted from the items as they lie in the folder."""
    card = (built / "bench" / "README.md").read_text(encoding="utf-8")
    for made in benchmark.read_manifest(built / "bench").patterns:
        facts = [
            fact
            for item in benchmark.read_items(built / "bench", made.name)
            for fact in item.facts
            if fact.holds is not False
        ]
        if not facts:
            continue
        triples = {(fact.subject.id, fact.predicate.id, fact.object.id) for fact in facts}
        predicates = {predicate for _, predicate, _ in triples}
        entities = {s for s, _, _ in triples} | {o for _, _, o in triples if o[0] != '"'}
        each = f"{len(triples) / len(predicates):.2f}"
        row = f"| `{made.name}` | {len(triples)} | {len(predicates)} | {len(entities)} | {each} |"
        assert row in card


def test_one_command_probes_a_list_of_models(built: Path, tmp_path: Path) -> None:
    write_answers(tmp_path / "careful.jsonl", built, false=False)
    write_answers(tmp_path / "bold.jsonl", built, false=True)
    (tmp_path / "models.txt").write_text(
        f"# two of them\n\ntable:{tmp_path}/careful.jsonl\n"
        f"table:{tmp_path}/bold.jsonl  # the other\n"
    )
    made = run("probe.sh", built / "bench", tmp_path / "models.txt", built / "runs", "--k", "1")
    assert made.returncode == 0, made.stderr
    assert (built / "runs" / "report.html").stat().st_size > 100_000
    careful, bold = (
        headlines(next((built / "runs").glob(f"*-{name}.jsonl"))) for name in ("careful", "bold")
    )
    assert {name: score.value for name, score in careful.items()} == dict.fromkeys(careful, 1.0)
    assert {name for name, score in bold.items() if score.value == 0.0} == {"asymmetry"}
    assert "models by benchmarks" in made.stdout
    again = run("probe.sh", built / "bench", tmp_path / "models.txt", built / "runs", "--k", "1")
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize("script", ["build.sh", "probe.sh"])
def test_wrong_usage_says_what_is_wanted(script: str, tmp_path: Path) -> None:
    made = run(script, tmp_path / "out")
    assert made.returncode == 2
    assert f"examples/nine/{script}" in made.stderr


def test_a_list_without_models_is_refused(built: Path, tmp_path: Path) -> None:
    (tmp_path / "models.txt").write_text("# none yet\n")
    made = run("probe.sh", built / "bench", tmp_path / "models.txt", tmp_path / "runs")
    assert made.returncode == 1
    assert "names no model" in made.stderr


def test_the_readme_shows_both_commands() -> None:
    text = (NINE / "README.md").read_text(encoding="utf-8")
    assert "examples/nine/build.sh " in text and "examples/nine/probe.sh " in text
