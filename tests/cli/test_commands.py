"""The command line: exit status, one-line errors, nothing half-written."""

import gzip
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from kgforge import cli, resources
from tests.worlds.facts import ex

Run = Callable[..., tuple[int, str, str]]
TRUNCATED = gzip.compress(os.urandom(5000).hex().encode())[:3000]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: exit status, standard output, standard error."""

    def command(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            cli.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return command


def pairs(count: int) -> list[tuple[str, str, str]]:
    """Symmetric facts: enough for a benchmark when count is 25 or more."""
    return [
        fact
        for number in range(count)
        for a, b in [(ex(f"a{number}"), ex(f"b{number}"))]
        for fact in ((a, ex("p"), b), (b, ex("p"), a))
    ]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with a graph of symmetric facts and names, as TSV."""
    lines = [f"a{n}\tknows\tb{n}\nb{n}\tknows\ta{n}\n" for n in range(30)]
    (tmp_path / "facts.tsv").write_text("".join(lines))
    names = [f"{name}{n}\t{name.upper()} {n}\n" for n in range(30) for name in "ab"]
    (tmp_path / "names.tsv").write_text("".join(names) + "knows\tknows\n")
    return tmp_path


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
    for line in block.splitlines():
        assert run(*shlex.split(line)[1:])[0] == 0, line
    for name in ("far.jsonl", "symmetry.jsonl", "manifest.json", "README.md"):
        assert Path("benchmark", name).read_bytes() == Path("bench", name).read_bytes()


def test_labels_without_a_tsv_source_are_refused(run: Run, small: Path) -> None:
    os.chdir(small)
    Path("facts.nt").write_text("<urn:a> <urn:b> <urn:c> .\n")
    status, _, err = run(
        "load", "rdf:facts.nt", "--labels", "names.tsv", "--store", "oxigraph:graph"
    )
    assert status == 1
    assert "beside a tsv: source" in err


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


def test_help_has_an_example_for_every_command(run: Run) -> None:
    for command in (
        "load",
        "mine",
        "induce",
        "convert",
        "export",
        "probe",
        "report",
        "score",
        "demo",
        "verify",
        "patterns",
        "query",
        "schema",
    ):
        status, out, _ = run(command, "--help")
        assert status == 0
        assert f"Example: kgforge {command}" in out


def test_an_ontology_is_induced_and_summed_up(run: Run, small: Path) -> None:
    os.chdir(small)
    command = "induce", "--store", "tsv:facts.tsv", "--out", "induced", "--least", "1"
    status, out, err = run(*command)
    assert status == 0
    assert "axioms: symmetric" in out and "induced/ontology.ttl" in err
    assert {path.name for path in Path("induced").iterdir()} == {"ontology.ttl", "shapes.ttl"}
    assert run(*command)[0] == 1
    status, out, _ = run(*command, "--force", "--json", "--type", "P31")
    assert json.loads(out)["type"].endswith("/P31")


def test_wrong_usage_is_status_2(run: Run) -> None:
    assert run("load", "trex:a.json")[0] == 2
    assert run("mine", "--store", "oxigraph:g", "--out", "m")[0] == 2
    assert run("mine", "symmetry", "--sture", "oxigraph:g")[0] == 2
    assert run("nonsense")[0] == 2
    for seconds in ("0", "-1", "inf", "nan"):
        timeout = "mine", "symmetry", "--store", "oxigraph:g", "--out", "m", "--timeout", seconds
        status, _, err = run(*timeout)
        assert (status, "--timeout" in err) == (2, True)
    for nowhere in ("oxigraph:", "duckdb:"):
        status, _, err = run("load", "tsv:facts.tsv", "--store", nowhere)
        assert (status, "keeps nothing" in err) == (2, True)


@pytest.mark.parametrize(("name", "content", "says"), [
    ("trex:absent.json", None, "no file or folder 'absent.json'"),
    ("trax:absent.json", None, "no source 'trax'"),
    ("tsv:cut.tsv.gz", TRUNCATED, "truncated or damaged"),
    ("webnlg:bad.xml", b"<benchmark><entries><entry></benchmark>", "bad.xml, line 1"),
    ("trex:bad.json", b'[{"docid": "d", ', "bad.json"),
    ("rdf:bad.ttl", b"<http://a> <http://b> .\n", "bad.ttl, line 1"),
    ("tsv:latin.tsv", b"caf\xe9\tp\tb\n", "not UTF-8"),
    ("unknown.bin", b"\x00\x01\x02", "cannot tell what unknown.bin holds"),
])  # fmt: skip
def test_a_bad_source_is_one_line_and_leaves_nothing(
    name: str, content: bytes | None, says: str, run: Run, tmp_path: Path
) -> None:
    os.chdir(tmp_path)
    if content is not None:
        Path(name.rpartition(":")[2]).write_bytes(content)
    status, _, err = run("load", name, "--store", "oxigraph:graph")
    assert status == 1
    assert err.startswith("error: ")
    assert says in err
    assert err.count("\n") == 1
    assert not Path("graph").exists()


def test_a_short_line_is_skipped_and_counted_or_with_strict_an_error(
    run: Run, tmp_path: Path
) -> None:
    os.chdir(tmp_path)
    Path("short.tsv").write_text("Q1\tP26\tQ2\nQ1\tP26\n")
    status, out, _ = run("load", "tsv:short.tsv", "--store", "oxigraph:graph", "--json")
    report = json.loads(out)
    [skip] = report["skipped"]
    assert (report["read"], report["stored"], report["skipped_triples"]) == (2, 1, 1)
    assert (status, skip["count"], skip["first"]) == (0, 1, ["short.tsv, line 2"])
    status, _, err = run("load", "tsv:short.tsv", "--store", "oxigraph:strict", "--strict")
    assert status == 1
    assert "line 2" in err
    assert not Path("strict").exists()


def test_a_store_that_is_not_there_and_an_output_that_is(run: Run, small: Path) -> None:
    os.chdir(small)
    status, _, err = run("mine", "symmetry", "--store", "oxigraph:absent", "--out", "mined")
    assert status == 1
    assert "oxigraph:absent holds no graph" in err
    status, _, err = run("load", "tsv:facts.tsv", "--store", "graph")
    assert status == 1
    assert "say its kind, as in oxigraph:graph" in err
    Path("mined").mkdir()
    status, _, err = run("mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "mined")
    assert status == 1
    assert "mined exists" in err
    assert run("mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "mined", "--force")[0] == 0


def test_an_unknown_pattern_or_parameter_lists_those_there_are(run: Run, small: Path) -> None:
    os.chdir(small)
    _, _, err = run("mine", "symetry", "--store", "tsv:facts.tsv", "--out", "mined")
    assert "no pattern 'symetry'; there are: " in err
    assert "symmetry" in err
    _, _, err = run(
        "mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "mined", "--param", "lest=3"
    )
    assert "no parameter 'lest' in symmetry; there are: least" in err


def test_a_disk_that_is_read_only_or_full_is_one_line(run: Run, small: Path) -> None:
    os.chdir(small)
    status, _, err = run("load", "tsv:facts.tsv", "--store", "oxigraph:/proc/kgforge/graph")
    assert (status, err.count("\n")) == (1, 1)
    assert "cannot write" in err
    status, _, err = run("mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "/proc/kgforge/m")
    assert (status, err.count("\n")) == (1, 1)
    # A limit on file size stands for a full disk: every write beyond it fails alike.
    limited = f"ulimit -f 4; exec {sys.executable} -m kgforge.cli"
    for command in (
        "load tsv:facts.tsv --store oxigraph:graph",
        "mine symmetry --store tsv:facts.tsv --out mined",
    ):
        done = subprocess.run(
            ["bash", "-c", f"{limited} {command}"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, done
        assert done.stderr.startswith("error: "), done.stderr
        assert done.stderr.count("\n") == 1, done.stderr
    assert sorted(path.name for path in Path().iterdir()) == ["facts.tsv", "names.tsv"]


def test_query_prints_rows(run: Run, small: Path) -> None:
    os.chdir(small)
    Path("count.rq").write_text(
        "# How many facts.\n# columns: facts: int\nSELECT (COUNT(*) AS ?facts) { ?s ?p ?o }\n"
    )
    for format, wanted in (("jsonl", '{"facts":60}'), ("csv", "facts\r\n60"), ("table", "60")):
        _, out, _ = run("query", "./count.rq", "--store", "tsv:facts.tsv", "--format", format)
        assert wanted.replace("\r", "") in out.replace("\r", "")


def test_a_pipe_may_close_early(tmp_path: Path) -> None:
    Path(tmp_path / "all.rq").write_text(
        "# All facts.\n# columns: s: iri, p: iri, o: term\nSELECT ?s ?p ?o { ?s ?p ?o }\n"
    )
    graph = resources.folder("examples").resolve() / "wikidata.tsv"
    asked = f"{sys.executable} -m kgforge.cli query {tmp_path}/all.rq --store tsv:{graph}"
    done = subprocess.run(
        ["bash", "-c", f"{asked} | head -1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")


def test_an_interrupted_load_leaves_nothing_and_says_so(shared: Path, tmp_path: Path) -> None:
    source = f"tsv:{shared}/wikidata/triples.tsv.gz"
    load_it = (sys.executable, "-m", "kgforge.cli", "load", source, "--store", "oxigraph:graph")
    # A job in the background, as of a CI, hands down that interrupts are ignored.
    command = ("env", "--default-signal=INT", *load_it)
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as load:
        while not list(tmp_path.glob(".kgforge-*/*")):  # until it reads
            assert load.poll() is None
            time.sleep(0.05)
        load.send_signal(signal.SIGINT)
        _, said = load.communicate()
    assert (load.returncode, said) == (130, "interrupted: what can be resumed is kept\n")
    assert list(tmp_path.iterdir()) == []


def test_patterns_lists_what_ships(run: Run) -> None:
    _, out, _ = run("patterns", "--json")
    assert {"symmetry", "inverse", "composite", "hierarchy", "path"} <= json.loads(out).keys()
    _, out, _ = run("patterns", "symmetry")
    assert "unordered: p a b = p b a" in out
    _, out, _ = run("patterns", "symmetry", "--json")
    assert json.loads(out)["unordered"] == [["p", "a", "b"], ["p", "b", "a"]]


DRIVERS = "torch transformers neo4j duckdb pyspark httpx2 matplotlib networkx"


@pytest.mark.parametrize(("module", "absent"), [
    ("kgforge", f"{DRIVERS} rdflib scipy pyoxigraph rich lxml"), ("kgforge.cli", DRIVERS),
])  # fmt: skip
def test_what_is_optional_is_not_imported(module: str, absent: str) -> None:
    code = f"import sys, {module}; print([m for m in {absent.split()} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


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


def test_a_benchmark_without_a_single_item_is_an_error(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    _, _, err = run("mine", "symmetry", "path", "--store", "oxigraph:graph", "--out", "mined")
    assert "path: nothing to ask in this graph" in err
    assert "symmetry: nothing" not in err
    status, _, err = run("export", "mined", "--out", "bench")
    assert status == 1
    assert "no item at all (no label in en: 30)" in err
    assert not Path("bench").exists()


def test_a_load_tells_of_what_was_asked_for_alone(run: Run, small: Path) -> None:
    os.chdir(small)
    Path("own.ttl").write_text("<urn:a> <http://www.w3.org/2000/01/rdf-schema#domain> <urn:b> .")
    _, facts, _ = run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    assert "triples read" in facts and "axioms" not in facts
    _, axioms, _ = run("load", "--ontology", "own.ttl", "--store", "oxigraph:graph")
    assert "axioms and types read" in axioms and "triples" not in axioms


def test_templates_that_hold_none_are_refused(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    Path("own.ttl").write_text('<urn:kgforge:name:knows> <http://guess/template> "[X] [Y]."@en .')
    status, _, err = run("export", "mined", "--out", "bench", "--templates", "own.ttl")
    assert status == 1
    assert "own.ttl holds no template: write one as <urn:kgforge:ns#template>" in err
    Path("own.ttl").write_text(
        "@prefix kgf: <urn:kgforge:ns#> .\n<urn:kgforge:name:knows> "
        'kgf:template "[X] has met [Y]."@en .'
    )
    assert run("export", "mined", "--out", "bench", "--templates", "own.ttl")[0] == 0
    assert "has met [MASK]." in Path("bench/symmetry.jsonl").read_text()


def test_a_model_without_a_kind_is_told_which_there_are(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    run("export", "mined", "--out", "bench")
    status, _, err = run("probe", "bench", "--model", "bert-base-cased", "--out", "run")
    assert status == 1
    assert "say hf:bert-base-cased" in err
