"""``kgforge mine``: what it refuses."""

import json
import os
from pathlib import Path

from tests.cli.conftest import Run


def test_an_unknown_pattern_or_parameter_lists_those_there_are(run: Run, small: Path) -> None:
    os.chdir(small)
    _, _, err = run("mine", "symetry", "--store", "tsv:facts.tsv", "--out", "mined")
    assert "no pattern 'symetry': did you mean symmetry? available: agreement, alignment, " in err
    assert "symmetry; for your own, give its file" in err
    assert not {"hubs,", "typing,", "untyped,", "members,"} & set(err.split())
    _, _, err = run("mine", "friends", "--store", "tsv:facts.tsv", "--out", "mined")
    assert "no pattern 'friends'; available: agreement, alignment, " in err
    _, _, err = run("mine", "path,entity", "--store", "tsv:facts.tsv", "--out", "mined")
    assert "no pattern 'path,entity': write several with spaces between: path entity; " in err
    _, _, err = run(
        "mine", "symmetry", "--store", "tsv:facts.tsv", "--out", "mined", "--param", "lest=3"
    )
    assert "no parameter 'lest' in symmetry; available: least" in err


def test_a_named_type_predicate_is_taken_and_another_refused(run: Run, tmp_path: Path) -> None:
    facts = [f"{n}\tknows\t{m}" for n, m in ("ab", "bc", "ac")] + ["a\tis\tperson"]
    (tmp_path / "g.tsv").write_text("\n".join(["subject\tpredicate\tobject", *facts, ""]))
    words = ("mine", "composite", "symmetry", "--param", "least=1", "--store",
             f"tsv:{tmp_path}/g.tsv", "--out")  # fmt: skip
    status, _, err = run(*words, f"{tmp_path}/typed", "--type", "kg:is")
    assert status == 0
    assert "no fact gives a type" not in err
    told = json.loads((tmp_path / "typed/mining.json").read_text())
    assert told["given"] == {"least": "1", "type": "kg:is"}
    assert told["patterns"][0]["params"]["type"].endswith("is")
    status, _, err = run(*words, f"{tmp_path}/untyped")
    assert status == 0
    assert "composite: no fact gives a type: all entities are asked about" in err
    status, _, err = run(*words, f"{tmp_path}/other", "--type", "P31")
    assert status == 1
    assert "type: wdt:P31 is no predicate of this graph; available: kg:is, kg:knows" in err


def test_a_pattern_that_finds_nothing_says_what_the_nearest_group_has(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "g.tsv").write_text("subject\tpredicate\tobject\na\tp\tb\nb\tp\ta\n")
    source = f"tsv:{tmp_path}/g.tsv"
    _, _, err = run("mine", "symmetry", "bias", "--store", source, "--out", f"{tmp_path}/m")
    words = "a share of 0.5 (matches / triples); the nearest, kg:p, has 2 triples and a share of 1"
    more = "(its parameters: kgforge patterns symmetry; every group's reason: "
    assert f"symmetry: no group has 50 triples and {words} {more}" in " ".join(err.split())
    assert "bias: nothing in the graph matches its query" in err


def test_where_otherwise_draws_the_terminal_says_so(run: Run, tmp_path: Path) -> None:
    facts = ["Ada\tknows\tBo", "Bo\tknows\tCy", "Ada\tlikes\tCy"]
    (tmp_path / "g.tsv").write_text("\n".join(["subject\tpredicate\tobject", *facts, ""]))
    words = ("mine", "composite", "--store", f"tsv:{tmp_path}/g.tsv", "--out")
    _, _, err = run(*words, f"{tmp_path}/m")
    assert (
        "composite: no group has 50 instances; the largest, kg:knows+kg:knows>kg:likes, has 1; "
        "its header's otherwise kept 1 group all the same"
    ) in " ".join(err.split())
    _, _, err = run(*words, f"{tmp_path}/n", "--param", "least=1")
    assert "its header's otherwise" not in err


def test_where_names_are_in_another_language_mine_says_in_which(run: Run, tmp_path: Path) -> None:
    lines = [
        f"<http://e.org/{n}> <http://e.org/p> <http://e.org/{n + 1}> .\n"
        f'<http://e.org/{n}> <http://www.w3.org/2000/01/rdf-schema#label> "jméno {n}"@cs .\n'
        for n in range(3)
    ]
    (tmp_path / "g.nt").write_text("".join(lines))
    store = f"oxigraph:{tmp_path}/g"
    run("load", f"rdf:{tmp_path}/g.nt", "--languages", "en,cs", "--store", store)
    _, _, err = run("mine", "path", "--store", store, "--out", f"{tmp_path}/m")
    said = " ".join(err.split())
    assert "entities without a name in en, which are not drawn: 4 (load labels: " in said
    assert "; cs has labels: --language cs)" in said
    _, _, err = run("mine", "path", "--store", store, "--out", f"{tmp_path}/n", "--language", "cs")
    assert "has labels" not in err


def test_that_all_labels_are_in_another_language_is_told_where_iris_are_names(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "g.nt").write_text(
        "<http://e.org/Praha> <http://e.org/in> <http://e.org/Bohemia> .\n"
        '<http://e.org/Praha> <http://www.w3.org/2000/01/rdf-schema#label> "Praha"@cs .\n'
    )
    words = ("mine", "path", "--store", f"rdf:{tmp_path}/g.nt", "--out")
    _, _, err = run(*words, f"{tmp_path}/m", "--language", "en")
    assert "labels: --language" not in err  # those of other languages are not loaded
    run("load", f"rdf:{tmp_path}/g.nt", "--languages", "cs", "--store", f"oxigraph:{tmp_path}/g")
    words = ("mine", "path", "--store", f"oxigraph:{tmp_path}/g", "--out")
    _, _, err = run(*words, f"{tmp_path}/n")
    assert "no label of the graph is in en; cs has labels: --language cs" in " ".join(err.split())
    _, _, err = run(*words, f"{tmp_path}/o", "--language", "cs")
    assert "labels: --language" not in err
