"""examples/nine: both commands on the shipped graph, with canned answers of known scores."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kgforge import benchmark, cli, patterns, plugins, scoring
from kgforge.mining import settings
from kgforge.schema import Item, Score, folders
from tests.worlds.facts import ROOT

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
    for made in folders.read_manifest(built / "bench").patterns:
        yield from folders.read_items(built / "bench", made.name)


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
    pooled = scoring.pooled(folders.read_scores(run / "scores.json"))
    manifest = folders.read_manifest(run.parent.parent / "bench")
    own = {made.name: made.metric for made in manifest.patterns if made.items}
    return {name: pooled[name, metric, 1] for name, metric in own.items()}


def test_one_command_builds_all_nine(built: Path) -> None:
    manifest = folders.read_manifest(built / "bench")
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
    for made in folders.read_manifest(built / "bench").patterns:
        facts = [
            fact
            for item in folders.read_items(built / "bench", made.name)
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
    assert "scores, with 95 % intervals" in made.stdout
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


# ── The README ──────────────────────────────────────────────────────────────────────────────────
README = (NINE / "README.md").read_text(encoding="utf-8")
SHOWN = README.partition("```\n")[2].partition("```")[0].splitlines()
"""The commands that it shows."""


def made_of(command: str, folder: Path) -> list[tuple[str, dict[str, Any]]]:
    """The commands of kgforge that a command shown comes to, read by its own command line."""
    (folder / "examples").symlink_to(ROOT / "examples")
    environment = {**os.environ, "KGFORGE": "echo"}
    words = ["bash", *command.split()]
    made = subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    parsed = [
        cli.app.parse_args(line.split(), exit_on_error=False, print_error=False)
        for line in made.stdout.splitlines()
    ]
    return [(found.__name__, bound.arguments) for found, bound, _ in parsed]


def test_the_command_that_builds_is_understood(tmp_path: Path) -> None:
    """Each option is one of kgforge's, each pattern ships, each parameter is one of its own."""
    build, _ = SHOWN
    [load, mine, export] = made_of(build, tmp_path)
    assert (load[0], mine[0], export[0]) == ("load", "mine", "export")
    _, triples, *labels = build.split()[1:]
    assert load[1]["sources"] == (f"tsv:{triples}",)
    assert load[1]["labels"] == tuple(map(Path, labels))
    assert load[1]["store"] == mine[1]["store"]
    assert mine[1]["out"] == export[1]["mined"]
    assert f"with {export[1]['candidates']} candidates" in README
    named = patterns.read_patterns(mine[1]["names"])
    asked = [one.query("sql") for one in named if one.name != "alignment"]  # wants an ontology
    given = dict(one.split("=") for one in mine[1]["param"])
    settings.read(given, asked)
    assert {name.partition(".")[0] for name in given} <= {query.name for query in asked}
    text = " ".join(README.split())
    assert f"{given['asymmetry.most']} facts are taken" in text
    assert f"qualifies from {given['composite.least']} matches on" in text
    # The table has the sizes that are asked for.
    rows = [row.strip("| ").split(" | ") for row in README.splitlines() if row.startswith("| ")]
    items = {name: int(count.replace(",", "")) for name, count, *_ in rows[1:]}
    assert set(items) == {query.name for query in asked}
    asked_for = {"entity": "entities", "hierarchy": "most", "path": "most"}
    assert {name: items[name] for name in asked_for} == {
        name: int(given[f"{name}.{most}"]) for name, most in asked_for.items()
    }


def test_the_command_that_probes_is_understood(tmp_path: Path) -> None:
    """With the option that the text names for it, and a model's address on each line."""
    build, probe = SHOWN
    [option] = re.findall(r"\(`(--[^`]+)`\)", README)
    *runs, report = made_of(f"{probe} {option}", tmp_path)
    assert {name for name, _ in runs} == {"probe"}
    out = Path(build.split()[1])
    for _, given in runs:
        assert given["benchmark"] == out / "bench"
        assert given["limit"] == 100
        kind, name = plugins.split(given["model"])
        assert kind in plugins.names("models") and name
    assert report[0] == "report"
    assert report[1]["runs"] == tuple(given["out"] for _, given in runs)
    assert f"`{report[1]['out']}`" in README


def test_the_files_that_the_text_names_are_there() -> None:
    for name in ("wikidata.tsv", "entities.tsv", "properties.tsv"):
        assert f"`{name}`" in README and (NINE.parent / name).is_file()
    for name in re.findall(r"\]\(([^)]+)\)", README):
        assert (NINE / name).is_file()
