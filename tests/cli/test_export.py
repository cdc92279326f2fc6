"""``kgforge export``: labels and templates that are missing."""

import json
import os
from pathlib import Path

from tests.cli.conftest import Run


def test_a_fallback_is_flagged_and_an_entity_without_label_is_skipped_and_counted(
    run: Run, small: Path
) -> None:
    os.chdir(small)
    names = Path("names.tsv").read_text().replace("a7\tA 7\n", "")
    Path("names.tsv").write_text(names)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    status, out, _ = run("export", "mined", "--out", "bench", "--json")
    assert status == 0
    [made] = json.loads(out)["patterns"]
    assert (made["items"], sum(made["skipped"].values())) == (29, 1)
    item = json.loads(Path("bench/symmetry.jsonl").read_text().splitlines()[0])
    assert {prompt["generator"] for prompt in item["facts"][0]["prompts"]} == {"fallback"}


def test_a_benchmark_without_a_single_item_is_an_error(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    _, _, err = run("mine", "symmetry", "path", "--store", "oxigraph:graph", "--out", "mined")
    assert "path: nothing in the graph matches its query" in err
    assert "symmetry: nothing" not in err
    status, _, err = run("export", "mined", "--out", "bench")
    assert status == 1
    assert "gives no items (no label in en: 30)" in err
    assert not Path("bench").exists()


def test_templates_that_hold_none_are_refused(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    Path("own.ttl").write_text('<urn:kgforge:name:knows> <http://guess/template> "[X] [Y]."@en .')
    status, _, err = run("export", "mined", "--out", "bench", "--templates", "own.ttl")
    assert status == 1
    assert "own.ttl contains no template: write one as <urn:kgforge:ns#template>" in err
    Path("own.ttl").write_text(
        "@prefix kgf: <urn:kgforge:ns#> .\n<urn:kgforge:name:knows> "
        'kgf:template "[X] has met [Y]."@en .'
    )
    assert run("export", "mined", "--out", "bench", "--templates", "own.ttl")[0] == 0
    assert "has met [MASK]." in Path("bench/symmetry.jsonl").read_text()
