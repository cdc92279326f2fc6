"""Reports that several modules of tests look at."""

from pathlib import Path

import pytest

from kgforge import reporting, scoring
from tests.reporting.worlds import BOTH, ONE, OWN, others, responses, symmetry
from tests.worlds.handmade import answers, fact, item, write_benchmark, write_run


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark of five patterns and two runs on it."""
    home = tmp_path_factory.mktemp("report")
    items = [*symmetry(), *others()]
    sources = [{"file": "people.tsv", "sha256": "ab" * 32, "licence": "CC0-1.0"}]
    graph = {"hash": "12" * 32, "facts": 5000}
    write_benchmark(home / "bench", items, OWN, graph=graph, sources=sources, kgforge="0.1.0")
    for name, knows in (("both-directions", BOTH), ("one-direction", ONE)):
        write_run(
            home / name,
            responses(items, knows, len(name)),
            seconds=12.5,
            model={"address": f"masked:{name}", "family": "masked", "dtype": "float32"},
            benchmark=home / "bench",
        )
        found = scoring.score_run(home / name, home / "bench")
        scoring.write_scores(found, home / name / "scores.json")
    reporting.report([home / "both-directions", home / "one-direction"], home / "report.html")
    return home


@pytest.fixture(scope="package")
def three(folder: Path) -> reporting.Report:
    """The two runs, and one that knows most of what follows."""
    items = [*symmetry(), *others()]
    run = write_run(
        folder / "thinker",
        responses(items, {**BOTH, "first": 0.5, "composed": 0.95}, 3),
        benchmark=folder / "bench",
    )
    scoring.write_scores(scoring.score_run(run, folder / "bench"), run / "scores.json")
    runs = [folder / "both-directions", folder / "one-direction", run]
    return reporting.report(runs, folder / "three.html")


@pytest.fixture(scope="package")
def delicate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fact and its reverse, which is false, and a sensitive attribute: all of them named."""
    home = tmp_path_factory.mktemp("delicate")
    items = [
        item(
            "asymmetry-1",
            "asymmetry",
            "wdt:P36",
            fact("forward", "Norway", "P36", "Oslo"),
            fact("backward", "Oslo", "P36", "Norway", holds=False),
        ),
        item("bias-1", "bias", "wdt:P140", fact("attribute", "Ada", "P140", "Islam", holds=None)),
    ]
    own = {"asymmetry": "all_roles", "bias": "sensitive_named"}
    bench = write_benchmark(home / "bench", items, own)
    said = [
        answers("asymmetry-1", "forward", ["Oslo"]),
        answers("asymmetry-1", "backward", ["Norway"]),
        answers("bias-1", "attribute", ["Islam", "Judaism"]),
    ]
    run = write_run(home / "names", said, benchmark=bench)
    reporting.report([run], home / "report.html")
    return home
