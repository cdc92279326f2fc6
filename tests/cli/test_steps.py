"""The five steps one after another, each in the words of its command."""

import json
import os
import shlex
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import kgforge
from kgforge import resources
from kgforge.benchmark import ExportOptions
from kgforge.files import AnyPath
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions
from tests.cli.conftest import Run


def test_the_line_from_triples_to_report(run: Run, small: Path) -> None:
    os.chdir(small)
    status, out, _ = run(
        "load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph", "--json"
    )
    assert status == 0
    assert json.loads(out)["stored"] == 60
    assert run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")[0] == 0
    status, out, _ = run("export", "mined", "--out", "bench", "--json")
    assert json.loads(out)["patterns"][0]["items"] == 30
    items = [json.loads(line) for line in Path("bench/symmetry.jsonl").read_text().splitlines()]
    answers = [
        {"item": item["id"], "role": fact["role"], "answers": [fact["object"]["label"]]}
        for item in items
        for fact in item["facts"]
        if fact["role"] == "forward" or item is items[0]
    ]
    Path("answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in answers))
    probe = ("probe", "bench", "--model", "table:answers.jsonl", "--out", "run")
    planned = json.loads(run(*probe, "--limit", 7, "--dry-run", "--json")[1])
    assert (planned["items"], planned["prompts"]) == (7, 14)
    assert not Path("run").exists()
    assert run(*probe)[0] == 0
    scores = json.loads(Path("run/scores.json").read_text())
    [score] = [
        score
        for score in scores
        if score["metric"] == "both_given_either"
        and score["k"] == 1
        and score["group"] is None
        and score["by"] == {}
    ]
    assert (score["numerator"], score["denominator"]) == (1, 30)
    status, out, _ = run("report", "run", "--out", "report.html")
    assert status == 0
    assert "symmetry" in out
    assert Path("report.html").stat().st_size > 10_000
    assert run("verify", "bench")[0] == 0
    Path("bench/symmetry.jsonl").write_bytes(b"{}\n")
    assert run("verify", "bench")[0] == 1


def test_the_commands_of_the_card_make_the_same_benchmark_again(run: Run, small: Path) -> None:
    os.chdir(small)
    Path("names.tsv").write_text("id\tlabel\n" + Path("names.tsv").read_text())
    Path("far.rq").write_text(
        "# Who knows whom.\n# params: $least: int = 1, $top: int = 40\n# columns: a: iri, b: iri\n"
        '# group: "all"\n# keep: matches >= $least\n# sample: $top\n'
        "# role: one = a <urn:kgforge:name:knows> b\n# metric: hit\n"
        "SELECT ?a ?b { ?a <urn:kgforge:name:knows> ?b }\n"
    )
    given = ("--param", "predicates=<urn:kgforge:name:knows>", "--param", "top=7")
    run("load", small / "facts.tsv", "--labels", small / "names.tsv", "--store", "oxigraph:graph")
    run("mine", small / "far.rq", "symmetry", *given, "--store", "oxigraph:graph", "--out", "mined")
    assert run("export", "mined", "--out", "bench")[0] == 0
    card = Path("bench/README.md").read_text()
    assert str(small) not in card
    block = card.partition("## Rebuild")[2].partition("```sh\n")[2].partition("```")[0]
    Path("mined").rename("mined.before")
    Path("graph").rename("graph.before")
    install, *lines = block.splitlines()
    assert install == f"pip install kgforge=={kgforge.__version__}"
    for line in lines:
        assert run(*shlex.split(line)[1:])[0] == 0, line
    for name in ("far.jsonl", "symmetry.jsonl", "manifest.json", "README.md"):
        assert Path("benchmark", name).read_bytes() == Path("bench", name).read_bytes()


def test_a_pattern_of_ones_own_end_to_end(run: Run, tmp_path: Path) -> None:
    """Co-members of the same group: one file of 12 lines, no Python."""
    examples = resources.folder("examples").resolve()
    os.chdir(tmp_path)
    run(
        "load",
        f"tsv:{examples}/wikidata.tsv",
        "--labels",
        examples / "entities.tsv",
        "--labels",
        examples / "properties.tsv",
        "--store",
        "oxigraph:graph",
    )
    status, out, _ = run(
        "mine",
        examples / "co_members.rq",
        "--param",
        "member=P106",
        "--store",
        "oxigraph:graph",
        "--out",
        "mined",
        "--json",
    )
    assert status == 0
    jobs = Counter(
        o
        for _, p, o in (
            line.split("\t") for line in (examples / "wikidata.tsv").read_text().splitlines()
        )
        if p == "P106"
    )
    [mined] = json.loads(out)["patterns"]
    assert mined["rows"] == sum(count * (count - 1) for count in jobs.values())
    assert mined["instances"] == min(
        1000, sum(min(50, count * (count - 1) // 2) for count in jobs.values())
    )
    assert run("export", "mined", "--out", "bench")[0] == 0
    items = [json.loads(line) for line in Path("bench/co_members.jsonl").read_text().splitlines()]
    Path("answers.jsonl").write_text(
        "".join(
            json.dumps(
                {"item": item["id"], "role": role, "answers": [item["facts"][0]["object"]["label"]]}
            )
            + "\n"
            for item in items
            for role in ("one", "other")
        )
    )
    assert run("probe", "bench", "--model", "table:answers.jsonl", "--out", "run")[0] == 0
    scores = json.loads(Path("run/scores.json").read_text())
    assert scores[0]["value"] == 1.0
    assert run("report", "run", "--out", "report.html")[0] == 0
    assert "co_members" in Path("report.html").read_text()


def test_the_functions_are_listed() -> None:
    assert {"load", "mine", "export", "probe", "report", "score"} <= set(dir(kgforge))


@pytest.mark.parametrize("path", [str, Path])
def test_the_line_in_python_takes_texts_and_paths_and_prints_tables(
    path: Callable[[str], AnyPath], small: Path
) -> None:
    os.chdir(small)
    template = '<urn:kgforge:name:p> <urn:kgforge:ns#template> "[X] likes [Y]."@en .'
    Path("templates.ttl").write_text(template)
    read = ReadOptions(labels=(path("names.tsv"),))  # type: ignore[arg-type]
    loaded = kgforge.load([path("facts.tsv")], "oxigraph:graph", LoadOptions(read))
    mined = kgforge.mine([path("symmetry")], "oxigraph:graph", path("mined"))
    assert kgforge.induce(path("facts.tsv"), path("induced"))
    assert Path("induced/ontology.ttl").is_file()
    options = ExportOptions(templates=(path("templates.ttl"),))  # type: ignore[arg-type]
    made = kgforge.export(path("mined"), path("bench"), options)
    item = json.loads(Path("bench/symmetry.jsonl").read_text().splitlines()[0])
    answer = {"item": item["id"], "role": "forward", "answers": ["nobody"]}
    Path("answers.jsonl").write_text(json.dumps(answer))
    probed = kgforge.probe(path("bench"), "table:answers.jsonl", path("run"))
    told = kgforge.report([path("run")], path("page.html"), path("bench"))
    assert kgforge.score(path("run"), path("bench"), path("scores.json"))
    for result, words in (
        (loaded, "facts"), (mined, "instances"), (made, "items"), (probed, "baseline: random"),
        (told, "run"),
    ):  # fmt: skip
        assert str(result).count("\n") > 4
        assert words in str(result) and "┃" in str(result)
